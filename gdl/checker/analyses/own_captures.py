"""Warnings about moves and actions that capture pieces of their own player, and do not say so.

A path that ends with any site, and a condition that leaves out the enemies' alone (`to is not enemy`), leave one's own to be
captured. So does a path that ends with any piece, or a piece that goes to a site from which any piece is captured, where nothing asks
whose the captured piece is.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from gdl import model
from gdl.checker import forms
from gdl.diagnostics import Reporter
from gdl.visit import followed, nodes

_OWN = re.compile(r"(?<![\w-])own(?![\w-])")


def warn(game: model.Game, reporter: Reporter) -> None:
    if game.board.is_stacking or len(game.players) < 2:
        return
    for action in game.actions:
        if action.form == "move" and (found := _no_enemy(action)) is not None:
            reporter.report(
                "constant-condition",
                found.span,
                f"`{action.name}` captures pieces of its own player, and never those of another one",
                "`own` and `enemy` are exchanged",
                help=f"write `{found.span.text.replace('enemy', 'own')}`",
            )
        elif action.form == "move":
            _warn_of_any_piece(action, game, reporter)
            _warn_of_own_prey(action, reporter)
        else:
            _warn_of_replaced_pieces(action, game, reporter)


def _warn_of_any_piece(action: model.Action, game: model.Game, reporter: Reporter) -> None:
    """Reports a move whose path ends on any piece, where nothing asks whose it is, nor what it is."""
    along = next((p for p in action.parts if isinstance(p, model.Along)), None)
    if along is None or not along.path.steps or _is_told(action, game):
        return
    last = along.path.steps[-1]
    if last.group is None and last.condition is not None and _takes_own_alone(last.condition):
        text = _OWN.sub("enemy", last.span.in_one_line)
        reporter.report(
            "own-capture",
            last.span,
            f"`{action.name}` captures pieces of its own player, and never those of another one",
            "an own piece is captured",
            help=f"write `{text}`",
        )
    elif last.group is None and last.condition is not None and _takes_any(last.condition):
        text = last.span.in_one_line
        other = "enemy" if text in ("piece", "occupied") else "empty | enemy"
        reporter.report(
            "own-capture",
            last.span,
            f"`{action.name}` captures pieces of its own player, too",
            "any piece, also an own one",
            help=f"write `{other}`, if only those of others may be captured",
        )


def _warn_of_own_prey(action: model.Action, reporter: Reporter) -> None:
    """Reports a move that captures what its path has met, where that is a piece of its own player."""
    along = next((p for p in action.parts if isinstance(p, model.Along)), None)
    met = {s.slot: s for s in along.path.steps if s.slot is not None} if along is not None else {}
    for effect in nodes(action.effects):
        if not isinstance(effect, model.Remove) or not effect.is_capture:
            continue
        for name in nodes(effect.pieces):
            step = met.get(name.slot) if isinstance(name, model.Local) else None
            if step is not None and _is_own(step.condition):
                reporter.report(
                    "own-capture",
                    step.span,
                    f"`{action.name}` captures a piece of its own player",
                    "an own piece",
                    others=[(effect.span, "captured here")],
                    help=f"write `{step.span.text.replace('own', 'enemy', 1)}`, if those of others are to be captured; "
                    "what a player gives up is taken away with `remove`",
                )


def _is_own(condition: model.Expr | None) -> bool:
    """Whether a step is met by own pieces alone: `own`, `own king`."""
    match condition:
        case model.And():
            return _is_own(condition.left)
        case model.Compare(operator="=", left=model.Builtin(name="owner"), right=model.Role()):
            return True
    return False


def _takes_own_alone(condition: model.Expr) -> bool:
    """Whether a step is met by an own piece, and by no other one."""
    match condition:
        case model.Or(left=model.Builtin(name="empty"), right=other):
            return _is_own(other)
        case model.Or(left=other, right=model.Builtin(name="empty")):
            return _is_own(other)
    return _is_own(condition)


def _takes_any(condition: model.Expr) -> bool:
    """Whether a step of a path is met by any piece."""
    match condition:
        case model.Const(value=True) | model.Builtin(name="occupied"):
            return True
        case model.Or():
            return _takes_any(condition.left) or _takes_any(condition.right)
        case model.Not(operand=model.Builtin(name="empty")):
            return True
    return False


def _warn_of_replaced_pieces(action: model.Action, game: model.Game, reporter: Reporter) -> None:
    """Reports an action in which a piece goes where any piece has been captured, whosever it was."""
    if _is_told(action, game):
        return
    chosen = {p.slot: p for p in action.parts if isinstance(p, model.Choose)}
    owned = [p for p in chosen.values() if _asks_owner(p, game)]
    _warn_of_captured_choices(action, chosen, owned, reporter)
    for effects in _blocks(action.effects):
        for taken, moved in pairwise(effects):
            match taken, moved:
                case (
                    model.Remove(
                        pieces=model.Builtin(
                            name="single",
                            arguments=(model.Builtin(name="piece", arguments=(model.Local() as site,)),),
                        )
                    ),
                    model.MoveTo(to=model.Local() as to),
                ) if (
                    site.slot == to.slot and site.slot in chosen and owned and chosen[site.slot] not in owned
                ):
                    part = chosen[site.slot]
                    reporter.report(
                        "own-capture",
                        taken.span,
                        f"`{action.name}` takes pieces of its own player, too",
                        f"whatever stands on `{site.name}`",
                        others=[(part.span, "not asked whose piece is there")],
                        help=f"write `{_with_condition(part.span.text, f'{site.name} is not own')}`, if own pieces are to stay",
                    )


def _warn_of_captured_choices(
    action: model.Action,
    chosen: Mapping[int, model.Choose],
    owned: Sequence[model.Choose],
    reporter: Reporter,
) -> None:
    """Reports `capture v` of a piece that is chosen among those of all players, where another choice asks whose piece it is."""
    for effect in nodes(action.effects):
        if not isinstance(effect, model.Remove) or not effect.is_capture:
            continue
        taken = next((n for n in nodes(effect.pieces) if isinstance(n, model.Local)), None)
        part = chosen.get(taken.slot) if taken is not None else None
        if taken is None or part is None or part in owned or not owned or taken.type.base != "piece":
            continue
        source = part.source.source if isinstance(part.source, model.Comprehension) else part.source
        if isinstance(source, model.Builtin) and source.name == "pieces":
            line = part.span.in_one_line
            line = re.sub(r"\bin pieces\b", "in enemy pieces", line)
            reporter.report(
                "own-capture",
                source.span,
                f"`{action.name}` captures pieces of its own player, too",
                "of all players",
                others=[(effect.span, "captured here")],
                help=f"write `{line}`, if only those of others may be captured",
            )


def _with_condition(line: str, condition: str) -> str:
    line = " ".join(line.split())
    return f"{line} and {condition}" if " where " in line else f"{line} where {condition}"


def _blocks(effects: tuple[model.Effect, ...]) -> Iterator[tuple[model.Effect, ...]]:
    yield effects
    for effect in effects:
        if isinstance(effect, model.Branch):
            yield from _blocks(effect.body)
            yield from _blocks(effect.otherwise)


def _is_told(action: model.Action, game: model.Game) -> bool:
    """Whether conditions of an action, or what may follow from it, ask whose pieces there are; or no piece is anybody's."""
    parts = [p for p in action.parts if isinstance(p, model.Condition)]
    branches = [n.condition for n in nodes(action.effects) if isinstance(n, model.Branch)]
    return any(_asks_owner(p, game) for p in (*parts, *branches))


def _asks_owner(part: object, game: model.Game) -> bool:
    return any(isinstance(n, model.Builtin) and n.name == "owner" for n in followed(part, game.definitions))


def _no_enemy(action: model.Action) -> model.Expr | None:
    """The condition that leaves out the enemies' pieces alone where a move goes; None if there is none."""
    to = next((slot for part in action.parts if (slot := _destination(part)) is not None), None)
    conditions = [p.condition for p in action.parts if isinstance(p, model.Condition)]
    joined = [c for condition in conditions for c in forms.conjuncts(condition)]
    about = [c for c in joined if to is not None and _asks_what_is_there(c, to)]
    match about:
        case [model.Not() as only] if _is_enemy(only.operand):
            return only
        case _:
            return None


def _destination(part: model.Part) -> int | None:
    """Where a move goes, if any site at the end of its path will do."""
    match part:
        case model.Along(path=model.Line() | model.Walk() | model.Leap() as path, to=to) if path.steps:
            last = path.steps[-1]
            is_any = isinstance(last.condition, model.Const) and last.condition.value is True
            return to if is_any and last.group is None else None
        case model.Choose(name="to", slot=slot):
            return slot
        case _:
            return None


def _asks_what_is_there(condition: model.Expr, site: int) -> bool:
    """Whether a condition asks about the piece on a site, or whether it is empty."""
    return any(
        isinstance(n, model.Builtin)
        and n.name in ("piece", "empty")
        and any(isinstance(a, model.Local) and a.slot == site for a in n.arguments)
        for n in nodes(condition)
    )


def _is_enemy(e: model.Expr) -> bool:
    """Whether a condition asks for an owner who is somebody and not the mover: `is enemy`."""
    match e:
        case model.And(
            left=model.Not(operand=model.Compare(operator="=", right=model.Const(value=None))),
            right=model.Not(operand=model.Compare(operator="=", right=model.Role())),
        ):
            return e.left.span == e.right.span
        case _:
            return False
