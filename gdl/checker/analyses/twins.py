"""Warnings about what all actions of a sort do but one: a slip where a line was forgotten when an action was copied.

move push by page                         -- becomes a lance on the last rank
move slay by page                         -- stays a page there

An action that has a sentence for people (`means`) is not judged: it says what is meant.
"""

from collections.abc import Iterator, Mapping, Sequence

from gdl import model
from gdl.checker import forms
from gdl.diagnostics import Reporter
from gdl.resolver import Resolved
from gdl.visit import followed, nodes, reads, same

_LEAST = 4  # actions of one turn, all but one of which give a field a value


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    own = resolved.source.name
    actions = [a for a in game.actions if a.span.source.name == own and a.form == "move"]
    for action in actions:
        for twin in actions:
            if twin is action or game.meaning_of("action", twin.name) is not None:
                continue
            found = _half_promotion(action, twin)
            if found is not None:
                _report_promotion(found, action, twin, game, reporter)
            else:
                _warn_of_left_marks(action, twin, game, reporter)
    for turn in game.turns.values():
        _warn_of_repeated_offers(turn, reporter)
        _warn_of_gaps(turn, game, own, reporter)
        offered = [a for a in (game.action(n) for n in turn.names) if a.form in ("move", "action")]
        if len(offered) >= _LEAST and all(a.span.source.name == own for a in offered):
            _warn_of_left_fields(offered, game, reporter)


# ---- promotions


def _half_promotion(action: model.Action, twin: model.Action) -> model.Branch | None:
    """Where an action changes the kind of its piece by where it has come, and its twin by the same kinds never changes a kind."""
    if not action.kinds or action.kinds != twin.kinds or len(action.kinds) != 1:
        return None
    if any(_changes_kind(n) for n in nodes((twin.effects, twin.finals))) or _asks_where_it_starts(twin):
        return None
    for branch in nodes((action.effects, action.finals)):
        if not isinstance(branch, model.Branch) or not any(map(_changes_kind, nodes(branch.body))):
            continue
        asked = tuple(forms.conjuncts(branch.condition))
        if len(asked) == 1 and isinstance(asked[0], model.In) and _is(asked[0].element, action.to):
            return branch
    return None


def _asks_where_it_starts(action: model.Action) -> bool:
    """Whether only some pieces make a move, such as pawns that have not moved: it may never come where another move comes."""
    slots = {action.piece, action.origin}
    for part in action.parts:
        asked = forms.conjuncts(part.condition) if isinstance(part, model.Condition) else ()
        if any(reads(c, slots) and not reads(c, {action.to}) for c in asked):
            return True
    steps = [n for n in nodes(action.parts) if isinstance(n, model.Step) and n.condition is not None]
    return any(
        reads(step.condition, slots)
        or any(isinstance(n, model.Builtin) and n.name in ("rank", "file") for n in nodes(step.condition))
        for step in steps
    )


def _changes_kind(effect: object) -> bool:
    return isinstance(effect, model.SetField) and effect.field == "kind"


def _is(e: model.Expr, slot: int) -> bool:
    return isinstance(e, model.Local) and e.slot == slot


def _report_promotion(
    branch: model.Branch, action: model.Action, twin: model.Action, game: model.Game, reporter: Reporter
) -> None:
    assert action.kinds
    kind = game.kinds[action.kinds[0]].name
    text = branch.span.in_one_line
    reporter.report(
        "unlike-clauses",
        twin.span,
        f"a {kind} that comes there by `{twin.name}` stays a {kind}, and by `{action.name}` it changes its kind",
        "no change of its kind",
        others=[(branch.span, f"as `{action.name}` does")],
        help=f'write it in `{twin.name}`, too: `do {text}`; if it is meant so, say so to people: `means "..."`',
    )


# ---- turns


def _warn_of_repeated_offers(turn: model.Turn, reporter: Reporter) -> None:
    """Reports a group of which every action has been on offer before, without a condition: none of them was legal then."""
    before: set[str] = set()
    for offer in turn.offers:
        if before and before.issuperset(offer.names):
            name = offer.names[0]
            reporter.report(
                "unreachable-clause",
                turn.span,
                f"`{name}` behind `else` is never possible: it was on offer before, and nothing there was legal",
                f"`else {name}` is never reached",
                help="what follows `else` is offered where nothing before it is legal: name another action, or `pass`, `lose`, `draw`",
            )
            return
        if offer.condition is None:
            before |= set(offer.names)


def _warn_of_gaps(turn: model.Turn, game: model.Game, own: str, reporter: Reporter) -> None:
    """Reports two actions of which one asks for less than a number and the other one for more: none of them takes the number itself."""
    below: list[tuple[str, model.Compare]] = []
    above: list[tuple[str, model.Compare]] = []
    asked: list[model.Compare] = []
    for name in dict.fromkeys(turn.names):
        action = game.action(name)
        for part in action.parts:
            condition = part.condition if isinstance(part, model.Condition) else None
            for c in forms.conjuncts(condition) if condition is not None else ():
                if not isinstance(c, model.Compare) or action.span.source.name != own:
                    continue
                asked.append(c)
                if c.operator == "<" and isinstance(c.right, model.Const):
                    below.append((name, c))
                elif c.operator == "<" and isinstance(c.left, model.Const):
                    above.append((name, c))
    for less, low in below:
        for more, high in above:
            is_pair = (
                less != more
                and low.left.span.in_one_line == high.right.span.in_one_line
                and same(low.right, high.left)
            )
            if is_pair and not any(
                c.operator == "=" and low.left.span.in_one_line in c.span.in_one_line for c in asked
            ):
                number = low.right.span.in_one_line
                reporter.report(
                    "unlike-clauses",
                    low.span,
                    f"`{less}` asks for less than {number} and `{more}` for more, so with {number} itself neither is possible",
                    f"not {number}",
                    others=[(high.span, "nor here")],
                    help=f"write `<=` or `>=` in one of them, if {number} belongs to it",
                )


# ---- fields


def _warn_of_left_marks(
    action: model.Action, twin: model.Action, game: model.Game, reporter: Reporter
) -> None:
    """Reports a move that leaves a mark of its piece as it is, where the other move of the same kind always sets it for good."""
    if (
        not action.kinds
        or action.kinds != twin.kinds
        or len(action.kinds) != 1
        or _asks_where_it_starts(twin)
    ):
        return
    for effect in (*action.effects, *action.finals):
        if not isinstance(effect, model.SetField) or effect.field not in game.fields:
            continue
        field, value = game.fields[effect.field], effect.value
        written = [n for n in nodes((game.actions, game.settles)) if _gives(n, effect.field)]
        is_mark = field.type.base == "bool" and not field.until and isinstance(value, model.Const)
        is_for_good = all(isinstance(n, model.SetField) and same(n.value, value) for n in written)
        is_asked = any(_asks(n, effect.field) for n in followed((action.parts, twin.parts), game.definitions))
        if not (is_mark and is_for_good and is_asked and effect.holder is not None):
            continue
        if _is(effect.holder, action.piece) and not any(_gives(n, effect.field) for n in nodes(twin)):
            text = effect.span.in_one_line
            reporter.report(
                "unlike-clauses",
                twin.span,
                f"`{twin.name}` leaves `{field.declared}` of its piece as it is, and `{action.name}` sets it",
                f"says nothing of `{field.declared}`",
                others=[(effect.span, f"set in `{action.name}`")],
                help=f'write `{text}` in `{twin.name}`, too; if it is meant so, say so to people: `means "..."`',
            )
            return


def _warn_of_left_fields(offered: Sequence[model.Action], game: model.Game, reporter: Reporter) -> None:
    """Reports the one action of a turn that leaves a field of the game as it is, where all others give it a value."""
    for name, field in game.fields.items():
        if field.holder != "game" or field.until:
            continue
        writes: Mapping[str, list[model.SetField]] = {a.name: list(_always(a, name)) for a in offered}
        without = [a for a in offered if not writes[a.name]]
        settled = any(isinstance(n, model.SetField) and n.field == name for n in nodes(game.settles))
        if (
            len(without) != 1
            or settled
            or game.meaning_of("action", without[0].name) is not None
            or any(_gives(n, name) for n in nodes(without[0]))
            or any(_asks(n, name) for n in followed(without[0].parts, game.definitions))
        ):
            continue
        like = next(w for found in writes.values() for w in found)
        text = like.span.in_one_line
        reporter.report(
            "unlike-clauses",
            without[0].span,
            f"`{without[0].name}` leaves `{field.declared}` as it is, and each other action of this turn gives it a value",
            f"says nothing of `{field.declared}`",
            others=[(like.span, "as here")],
            help=f"say what it is then, such as `{text}`, or that it stays: `{field.declared} := {field.declared}`",
        )


def _gives(n: object, name: str) -> bool:
    return isinstance(n, model.SetField) and n.field == name


def _asks(n: object, name: str) -> bool:
    return isinstance(n, model.GetField) and n.field == name


def _always(action: model.Action, name: str) -> Iterator[model.SetField]:
    """The effects of an action, outside conditions, that give a field a value."""
    for effect in (*action.effects, *action.finals):
        if isinstance(effect, model.SetField) and effect.field == name:
            yield effect
