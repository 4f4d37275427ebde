"""Warnings about effects that change nothing wherever they happen: what they do is so already.

for s in sites where land(s) = none do land(s) := none     -- `!=` was meant
for p in stack(t) do move p to t                           -- `stack(s)` was meant
move hop: line any: enemy, empty; do capture to            -- there stands the piece that moves
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gdl import model
from gdl.checker import forms
from gdl.checker.analyses.gone import only_one
from gdl.diagnostics import Reporter
from gdl.source import Span
from gdl.types import NUMBER, SITE
from gdl.visit import nodes, same, substituted

_DEEPEST = 4  # definitions inside each other that are looked into


@dataclass(frozen=True, slots=True)
class _Around:
    """The names of the sites that are chosen, the game, and who is told."""

    chosen: tuple[str, ...]
    game: model.Game
    reporter: Reporter


_Known = tuple[
    tuple[model.Expr, Span], ...
]  # what holds where an effect happens, with the place that says so


def warn(game: model.Game, reporter: Reporter) -> None:
    for action in game.actions:
        if action.form == "move" and not game.board.is_stacking:
            _warn_of_captured_movers(action, reporter)
    for clause in _clauses(game):
        parts = clause.parts if isinstance(clause, model.Action) else ()
        chosen = [p.name for p in parts if isinstance(p, model.Choose) and p.source.type.element == SITE]
        around = _Around(tuple(chosen), game, reporter)
        for effects in _bodies(clause):
            _go_through(effects, tuple(_of_parts(parts, around)), around)


def _clauses(game: model.Game) -> Iterator[model.Action | model.Settle]:
    yield from game.actions
    yield from game.settles


def _bodies(clause: model.Action | model.Settle) -> Iterator[tuple[model.Effect, ...]]:
    if isinstance(clause, model.Settle):
        yield clause.body
    elif clause.again is None:
        yield clause.effects
    else:
        yield from (clause.effects, clause.finals)


# ---- moves that capture their own piece


def _warn_of_captured_movers(action: model.Action, reporter: Reporter) -> None:
    """Reports `capture to` in a move: by then the piece that moves stands there, and no effect captures it."""
    path = next((p for p in action.parts if isinstance(p, model.Along)), None)
    if path is None:
        return
    for effect in nodes((action.effects, action.finals)):
        if not isinstance(effect, model.Remove) or not effect.is_capture:
            continue
        if (taken := only_one(effect.pieces)) is None:
            continue
        if taken.slot == path.to and _is_site(taken):
            met = next((s for s in path.path.steps if _asks_for_enemies(s)), None)
            help = "what stood there is captured when the piece arrives: leave this out"
            if met is not None and met is not path.path.steps[-1]:
                name = met.name or "prey"
                step = met.span.text if met.name else f"{met.span.text} as {name}"
                help = f"name what is leapt over, and take that: `{step}` in the path, and `capture {name}`"
            reporter.report(
                "idle-effect",
                effect.span,
                f"on `{taken.name}` stands the piece that moves by now, and no move captures its own piece",
                "changes nothing",
                help=help,
            )


def _asks_for_enemies(step: model.Step) -> bool:
    return any(isinstance(n, model.Builtin) and n.name == "owner" for n in nodes(step.condition or ()))


def _is_site(local: model.Local) -> bool:
    return local.type.base == "site"


# ---- what is so already


def _of_parts(parts: Sequence[model.Part], around: _Around) -> Iterator[tuple[model.Expr, Span]]:
    """What holds of the choices of an action when its effects begin."""
    for part in parts:
        match part:
            case model.Condition():
                yield from _conjuncts(part.condition, around)
            case model.Choose():
                yield from _of_source(part.slot, part.source, around, part.name)


def _of_source(
    slot: int, source: model.Expr, around: _Around, name: str = ""
) -> Iterator[tuple[model.Expr, Span]]:
    """What holds of an element of a set: the conditions of its filters, said of the element."""
    while isinstance(source, model.Comprehension) and source.value is None:
        if source.condition is not None:
            element = model.Local(source.span, source.type.element or source.type, slot, name)
            said = substituted(source.condition, {source.slot: element})
            held = _conjuncts(said if source.slot != slot else source.condition, around)
            yield from (h for h in held if source.slot == slot or _is_of_kind(h[0]))
        source = source.source


def _is_of_kind(condition: model.Expr) -> bool:
    """Whether a condition says which kind a piece is, or whose: what sets such as `own rook` say of their pieces."""
    return (
        isinstance(condition, model.Compare)
        and isinstance(condition.left, model.Builtin)
        and condition.left.name in ("kind", "owner")
    )


def _go_through(effects: tuple[model.Effect, ...], held: _Known, around: _Around) -> None:
    """Looks at effects in a row, with what holds before the first one; an effect that changes anything ends that."""
    for effect in effects:
        said = _said_already(effect, held, around.game)
        if said is not None:
            condition, text, contrary = said
            is_own = condition.start > effect.span.start
            around.reporter.report(
                "idle-effect",
                effect.span,
                f"{text} here, so this changes nothing",
                "changes nothing",
                others=[(condition, "the same" if is_own else "asks for it")],
                help=f"write `{contrary}`, if that is meant; else leave this effect out",
            )
        match effect:
            case model.Branch():
                _go_through(effect.body, (*held, *_conjuncts(effect.condition, around)), around)
                _go_through(effect.otherwise, held, around)
            case model.ForEach():
                inner = [k for slot, source in effect.generators for k in _of_source(slot, source, around)]
                if effect.condition is not None:
                    inner += _conjuncts(effect.condition, around)
                _go_through(effect.body, tuple(inner), around)
                _warn_of_staying(effect, around)
            case model.ForPath():
                _go_through(effect.body, (), around)
        if not isinstance(effect, model.Bind):
            held = ()


def _conjuncts(
    condition: model.Expr, around: _Around, depth: int = _DEEPEST
) -> list[tuple[model.Expr, Span]]:
    """The conditions that are joined by `and`, those of definitions with what these are about, at the place of the call."""
    found: list[tuple[model.Expr, Span]] = []
    for c in forms.conjuncts(condition):
        found.append((c, c.span))
        if isinstance(c, model.Apply) and depth > 0:
            definition = around.game.definitions[c.definition]
            slots = [slot for _, slot, _ in definition.parameters]
            body = substituted(definition.body, dict(zip(slots, c.arguments, strict=True)))
            found += [(inner, c.span) for inner, _ in _conjuncts(body, around, depth - 1)]
    return found


def _said_already(effect: model.Effect, held: _Known, game: model.Game) -> tuple[Span, str, str] | None:
    """Where it is said that a field has the value already that an effect gives it, in words, and the contrary."""
    if not isinstance(effect, model.SetField):
        return None
    if effect.field in ("owner", "kind"):
        return _is_it_already(effect, held, game)
    if _is_field(effect.value, effect):
        name = effect.value.span.in_one_line
        other = f"{name} + 1" if effect.value.type == NUMBER else "VALUE"
        if effect.value.type.base == "player":
            other = f"mover` or `{name} := {'rival' if len(game.players) == 2 else 'after'}(mover)"
        return effect.value.span, f"`{name}` is given its own value", f"{name} := {other}"
    for condition, span in held:
        match condition:
            case model.Compare(operator="=", left=left, right=right):
                for asked, value in ((left, right), (right, left)):
                    if _is_field(asked, effect) and same(value, effect.value):
                        name, given = asked.span.in_one_line, effect.value.span.in_one_line
                        return span, f"`{name}` is `{given}`", f"{name} != {given}"
            case model.GetField() if _is_field(condition, effect) and _is_const(effect.value, True):
                return span, f"`{condition.span.in_one_line}` holds", f"not {condition.span.in_one_line}"
            case model.Not(operand=asked) if _is_field(asked, effect) and _is_const(effect.value, False):
                return span, f"`{asked.span.in_one_line}` does not hold", asked.span.in_one_line
    return None


def _is_it_already(effect: model.SetField, held: _Known, game: model.Game) -> tuple[Span, str, str] | None:
    """The same of a piece's kind or owner, which is given as the value that is there."""
    for condition, span in held:
        match condition:
            case model.Compare(
                operator="=", left=model.Builtin(name=name, arguments=(piece,)), right=model.Const() as value
            ):
                is_same = name == effect.field and same(value, effect.value)
                if is_same and any(same(p, effect.holder) for p in (piece, *_site_of(piece))):
                    target, _, given = effect.span.in_one_line.partition(" := ")
                    kinds, players = [k.name for k in game.kinds], [p.name for p in game.players]
                    named = kinds if name == "kind" else players
                    others = [other for i, other in enumerate(named) if i != value.value]
                    other = others[0] if len(others) == 1 else name.upper()
                    return span, f"`{target}` is `{given}`", f"{target} := {other}"
    return None


def _site_of(piece: model.Expr) -> tuple[model.Expr, ...]:
    """The site on which a piece stands that is asked for by its site."""
    match piece:
        case model.Builtin(name="piece", arguments=(site,)):
            return (site,)
    return ()


def _is_field(asked: model.Expr, effect: model.SetField) -> bool:
    return (
        isinstance(asked, model.GetField)
        and asked.field == effect.field
        and same(asked.holder or (), effect.holder or ())
    )


def _is_const(value: model.Expr, wanted: bool) -> bool:
    return isinstance(value, model.Const) and value.value is wanted


def _warn_of_staying(loop: model.ForEach, around: _Around) -> None:
    """Reports a loop over the pieces of a place that moves each of them to that place."""
    for slot, source in loop.generators:
        for effect in loop.body:
            if not isinstance(effect, model.MoveTo) or effect.is_under:
                continue
            is_element = isinstance(effect.piece, model.Local) and effect.piece.slot == slot
            if is_element and _is_there(source, effect.to):
                to = effect.to.span.in_one_line
                others = [name for name in around.chosen if name != to]
                is_named = len(others) == 1 and isinstance(effect.to, model.Local)
                around.reporter.report(
                    "idle-effect",
                    effect.span,
                    "these pieces are there already, so this moves none of them",
                    "changes nothing",
                    others=[(source.span, "the pieces that are there")],
                    help=_elsewhere(source, to, others[0])
                    if is_named
                    else f"go through the pieces of another place, or write where they go in place of `{to}`",
                )


def _elsewhere(source: model.Expr, to: str, other: str) -> str:
    """The way out where another site is chosen: its pieces."""
    pieces = re.sub(rf"\b{to}\b", other, source.span.in_one_line)
    return f"write `{pieces}`, if those of `{other}` are to go"


def _is_there(source: model.Expr, to: model.Expr) -> bool:
    """Whether a set of pieces is that of a place."""
    match source:
        case model.Builtin(name="stack", arguments=(site,)):
            return same(site, to)
        case model.PoolOf():
            return same(source, to)
        case model.Comprehension(value=None):
            return _is_there(source.source, to)
    return False
