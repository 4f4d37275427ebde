"""Where what goes wrong in play comes from: it is said at its cause, where that is another place.

A counter leaves its range although a condition guards it: the condition lets one value too many through.

    field skips of player: 0..2
    where skips(mover) <= 2              -- `<` was meant
    do skips(mover) := skips(mover) + 1

What a site holds is given out, and stays there as well: it was never taken away. A piece goes to a site that is chosen, and
the choice lets through sites where another one stands. Or what stands there is about to move on, and has only not yet left.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from gdl import model
from gdl.diagnostics import Diagnostic, Label
from gdl.rules import with_effects
from gdl.source import Span
from gdl.visit import names_bound, nodes, reads, same
from interpreter.analysis.unstacked import at_a_stack


@dataclass(frozen=True, slots=True)
class _Guard:
    """A comparison of the field with a bound, that lets through what is too near to the end of its range."""

    compared: model.Compare
    right: str  # as it should be


def at_its_guard(found: Diagnostic, game: model.Game) -> Diagnostic:
    """What is said of a field that left its range, or of two pieces on one site, at the condition or choice that lets it."""
    if found.code == "occupied-site":
        if unstacked := at_a_stack(found, game):
            return unstacked
        at_its_choice = _at_its_choice(found, game)
        return at_its_choice if at_its_choice != found else _at_its_order(found, game)
    if found.code != "field-overflow":
        return found
    found = _with_range(found, game)
    for clause in (*game.actions, *game.settles):
        for effect in nodes(clause):
            if isinstance(effect, model.SetField) and effect.span == found.span:
                guard = next(_guards(effect, clause, game), None)
                if guard is not None:
                    return replace(
                        found,
                        span=guard.compared.span,
                        label="lets it through",
                        others=(Label(effect.span, "given here"), *found.others),
                        help=f"write `{guard.right}`, or widen the range of the field",
                    )
                if isinstance(clause, model.Action):
                    found = _at_what_stays(found, effect, clause)
                return _with_bound(found, effect, game)
    return found


def _at_what_stays(found: Diagnostic, effect: model.SetField, action: model.Action) -> Diagnostic:
    """What is said of a field that grew too large, at the effect that gives out what is there and does not take it away."""
    read = next(_given_out(effect, action), None)
    if read is None or read.holder is None:
        return found
    text = read.span.in_one_line
    return replace(
        found,
        message=f"{found.message}: `{text}` is given out and stays as it was",
        span=read.span,
        label="never taken away",
        others=(Label(effect.span, "given here"), *found.others),
        help=f"take it away as well: `{text} := 0`, behind the effect that reads it",
    )


def _with_bound(found: Diagnostic, effect: model.SetField, game: model.Game) -> Diagnostic:
    """The way out with the author's own names, where a sum or a difference leaves the range."""
    field = game.fields.get(effect.field)
    value = effect.value
    is_plain = found.help.startswith("widen its range") and field is not None and field.bounds is not None
    if not is_plain or not isinstance(value, model.Arithmetic) or value.operator not in ("+", "-"):
        return found
    assert field is not None and field.bounds is not None
    text, left, right = (e.span.in_one_line for e in (value, value.left, value.right))
    if value.operator == "-":
        kept = f"max({field.bounds[0]}, {text})"
        asked = (
            f"ask before whether it is enough, `{right} <= {left}`"
            if field.bounds[0] == 0
            else "ask before whether it fits"
        )
    else:
        kept = f"min({field.bounds[1]}, {text})"
        asked = (
            f"ask before whether it fits, `{left} < {field.bounds[1]}`"
            if right == "1"
            else "ask before whether it fits"
        )
    grows = ""
    if value.operator == "-" and not _is_raised(field, game):
        added = effect.span.in_one_line.replace(" - ", " + ", 1)
        grows = f"nothing raises `{field.declared}`: write `{added}`, if it is to grow; else "
    return replace(found, help=f"{grows}{asked}, keep it inside, `{kept}`, or widen the range")


def _is_raised(field: model.Field, game: model.Game) -> bool:
    """Whether a field is ever given more than it has: where each effect takes from it or gives it the least, it is not."""
    least = field.bounds[0] if field.bounds is not None else None
    if field.default != least:
        return True
    writes = [n for n in nodes(with_effects(game)) if isinstance(n, model.SetField) and n.field == field.name]
    return not all(
        (isinstance(w.value, model.Arithmetic) and w.value.operator == "-")
        or (isinstance(w.value, model.Const) and w.value.value == least)
        for w in writes
    )


def _given_out(effect: model.SetField, action: model.Action) -> Iterator[model.GetField]:
    """What an action reads of the same field of a place that is chosen, before it gives some to others, and nowhere changes."""
    chosen = {p.slot for p in action.parts if isinstance(p, model.Choose)}
    changed = [n for n in nodes((action.effects, action.finals)) if isinstance(n, model.SetField)]
    for part in nodes((action.effects, action.finals)):
        if not isinstance(part, model.Bind | model.ForEach):
            continue
        for read in nodes(part.value if isinstance(part, model.Bind) else part.generators):
            if not isinstance(read, model.GetField) or read.field != effect.field:
                continue
            holder = read.holder
            is_kept = not any(c.field == read.field and same(c.holder or (), holder or ()) for c in changed)
            if isinstance(holder, model.Local) and holder.slot in chosen and is_kept:
                yield read


def _at_its_choice(found: Diagnostic, game: model.Game) -> Diagnostic:
    """What is said of a piece that goes where another one stands, with the choice of that place."""
    for action in game.actions:
        chosen = {p.slot: p for p in action.parts if isinstance(p, model.Choose)}
        parts = (action.effects, action.finals)
        at_once = {id(n) for n in nodes(parts) if isinstance(n, model.Simultaneously) for n in nodes(n)}
        for effect in nodes(parts):
            if not isinstance(effect, model.MoveTo) or effect.span != found.span or id(effect) in at_once:
                continue
            to = effect.to
            if not isinstance(to, model.Local) or to.slot not in chosen:
                return _at_its_condition(found, to, action)
            part = chosen[to.slot]
            line = part.span.in_one_line
            joined = "and" if " where " in line else "where"
            asked = "not own" if re.search(rf"\b{to.name} is enemy", action.span.text) else "empty"
            return replace(
                found,
                others=(Label(part.span, f"`{to.name}` is chosen here"), *found.others),
                help=f"write `{line} {joined} {to.name} is {asked}`, or capture what stands there first",
            )
    return found


def _at_its_order(found: Diagnostic, game: model.Game) -> Diagnostic:
    """What is said of a piece that goes where another one stands, if that one goes on behind it: all may leave first."""
    clauses = (*game.actions, *game.settles)
    at_once = {id(n) for n in nodes(clauses) if isinstance(n, model.Simultaneously) for n in nodes(n)}
    for part in nodes(clauses):
        if id(part) in at_once or not any(_goes_on(effect, part, found.span) for effect in nodes(part)):
            continue
        return replace(
            found,
            help="if what stands there goes on as well, put these moves under `simultaneously`: then all pieces leave before"
            " the first of them arrives; else capture or remove it first",
        )
    return found


def _goes_on(effect: object, part: object, span: Span) -> bool:
    """Whether a move is one of several in a part of the rules: in each round of a loop, or before one of what stands at its goal."""
    if not isinstance(effect, model.MoveTo) or effect.span != span:
        return False
    match part:
        case model.ForEach():
            return reads((effect.piece, effect.to), {slot for slot, _ in part.generators})
        case model.ForPath():
            return reads((effect.piece, effect.to), names_bound(part.path))
        case model.Action(effects=row) | model.Settle(body=row) | model.Branch(body=row):
            at = next((i for i, e in enumerate(row) if e is effect), len(row))
            return any(
                isinstance(e, model.MoveTo)
                and isinstance(e.piece, model.Builtin)
                and any(same(a, effect.to) for a in e.piece.arguments)
                for e in row[at:]
            )
    return False


def _at_its_condition(found: Diagnostic, to: model.Expr, action: model.Action) -> Diagnostic:
    """What is said of a piece that goes where another one stands, with the condition of the action that asks about that place."""
    bound = next(
        (
            n.value
            for n in nodes(action.effects)
            if isinstance(n, model.Bind) and isinstance(to, model.Local) and n.slot == to.slot
        ),
        to,
    )
    if isinstance(bound, model.Local | model.Const):
        return found
    for part in action.parts:
        condition = part.condition if isinstance(part, model.Condition) else None
        if isinstance(part, model.Choose) and isinstance(part.source, model.Comprehension):
            condition = part.source.condition
        if condition is None or not any(same(n, bound) for n in nodes(condition)):
            continue
        text = bound.span.in_one_line
        return replace(
            found,
            others=(Label(condition.span, f"lets it through: this is asked of `{text}`"), *found.others),
            help=f"ask whether `{text} is empty`, or `not ({text} is own)` and capture what stands there first",
        )
    return found


def _with_range(found: Diagnostic, game: model.Game) -> Diagnostic:
    """What is said of a field that left its range, with the range; at the declaration, if what the field is given is kept below a
    bound that the range does not reach: `min(X, goal)`."""
    for clause in (game.setup, *game.actions, *game.settles):
        for effect in nodes(clause):
            if not isinstance(effect, model.SetField) or effect.span != found.span:
                continue
            field = game.fields.get(effect.field)
            if field is None or field.bounds is None:
                return found
            bound = _bound(effect.value, game)
            if bound is None or bound <= field.bounds[1]:
                return replace(found, others=(*found.others, Label(field.span, "its range")))
            return replace(
                found,
                span=field.span,
                label=f"ends before {bound}",
                others=(Label(effect.span, f"given up to {bound} here"), *found.others),
                help=f"widen the range to `{field.bounds[0]}..{bound}`, or keep the value below",
            )
    return found


def _bound(value: model.Expr, game: model.Game) -> int | None:
    """The number that keeps a value below: of `min(X, N)` N, and of an option the greatest value that it may have."""
    if not isinstance(value, model.Builtin) or value.name != "min":
        return None
    options = {o.name: [v for v in o.values if isinstance(v, int)] for o in game.options if not o.symbols}
    numbers = [
        max([a.value, *options.get(a.span.text, ())])
        for a in nodes(value.arguments)
        if isinstance(a, model.Const) and isinstance(a.value, int)
    ]
    return min(numbers, default=None)


def _guards(effect: model.SetField, clause: object, game: model.Game) -> Iterator[_Guard]:
    """The comparisons that stand before an effect and let through too much."""
    bounds = game.fields[effect.field].bounds if effect.field in game.fields else None
    match effect.value:
        case model.Arithmetic(
            operator="+" | "-" as sign,
            left=model.GetField(field=counted),
            right=model.Const(value=int(by)),
        ) if counted == effect.field and bounds is not None:
            pass
        case _:
            return
    for condition in _conditions(effect, clause):
        for e in nodes(condition):
            if isinstance(e, model.Compare) and e.operator in ("<", "<="):
                last = bounds[1] - by if sign == "+" else bounds[0] + by
                right = _mended(e, counted, sign, last)
                if right:
                    yield _Guard(e, right)


def _conditions(effect: model.SetField, clause: object) -> Iterator[model.Expr]:
    """What must hold before an effect happens."""
    if isinstance(clause, model.Action):
        yield from (part.condition for part in clause.parts if isinstance(part, model.Condition))
    for branch in nodes(clause):
        if isinstance(branch, model.Branch) and any(n is effect for n in nodes(branch.body)):
            yield branch.condition


def _mended(e: model.Compare, field: str, sign: str, last: int) -> str:
    """A comparison as it should be, if it lets through more than the `last` value from which the field may go on; else ""."""
    asked, bound = (e.left, e.right) if sign == "+" else (e.right, e.left)
    is_of_field = isinstance(asked, model.GetField) and asked.field == field
    if not is_of_field or not isinstance(bound, model.Const) or not isinstance(bound.value, int):
        return ""
    step = 1 if sign == "+" else -1
    most = bound.value - (step if e.operator == "<" else 0)
    if (most - last) * step <= 0:
        return ""
    text = asked.span.in_one_line
    return f"{text} {'<' if sign == '+' else '>'} {last + step}"
