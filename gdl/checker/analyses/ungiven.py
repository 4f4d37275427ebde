"""Warnings about fields that are asked for a value which nothing ever gives them.

field mood of player: calm, cross, wild
if count(own) = 3 do mood(mover) := cross
end mover wins when mood(mover) = wild             -- nothing gives it `wild`

Nothing is said where a value is worked out, or where another setting of the options has to do with the field.
"""

from collections.abc import Mapping

from gdl import model, static
from gdl.checker.analyses.one_way import sources
from gdl.checker.tree import mentioned
from gdl.diagnostics import Reporter
from gdl.resolver import Resolved
from gdl.rules import stated, with_effects
from gdl.types import NUMBER
from gdl.visit import nodes

_Values = frozenset[object]


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    given = _given(game)
    elsewhere = set().union(*map(mentioned, (*resolved.conditions, *resolved.unchosen)))
    for e in nodes(stated(game)):
        if not isinstance(e, model.Compare) or e.span.source is not resolved.source:
            continue
        asked = next((s for s in (e.left, e.right) if isinstance(s, model.GetField)), None)
        values = given.get(asked.field) if asked is not None else None
        if asked is None or values is None or not _is_never(e, asked, values, game):
            continue
        field = game.fields[asked.field]
        is_told = any(d.span in (e.span, field.span) for d in reporter.found)
        if not is_told and field.declared not in elsewhere and field.span.source is resolved.source:
            del given[asked.field]
            _report(e, asked, game, reporter)


def _report(e: model.Compare, asked: model.GetField, game: model.Game, reporter: Reporter) -> None:
    field = game.fields[asked.field]
    writes = [n for n in nodes(with_effects(game)) if isinstance(n, model.SetField) and n.field == field.name]
    value = (e.right if asked is e.left else e.left).span.in_one_line
    shown = ", ".join(dict.fromkeys(f"`{w.value.span.in_one_line}`" for w in writes))
    holds = "always holds" if e.operator == "=" and "!=" in e.span.text else "never holds"
    place = writes[0].span.in_one_line.split(":=")[0].strip()
    reporter.report(
        "constant-condition",
        e.span,
        f"`{field.declared}` is given nothing but {shown}, so this {holds}",
        holds,
        others=[(writes[0].span, "given here")],
        help=f"give it what is asked for in an effect: `{place} := {place} + 1`, if it counts, or `{place} := {value}`"
        if field.type == NUMBER
        else f"give it what is asked for in an effect: `{place} := {value}`",
    )


def _is_never(e: model.Compare, asked: model.GetField, values: _Values, game: model.Game) -> bool:
    """Whether a comparison with what is known before the game holds for none of some values."""
    is_left = asked is e.left
    known = static.known(e.right if is_left else e.left, game.board)
    if known is None or known[1]:
        return False
    other = known[0]
    if e.operator == "=":
        return other not in values
    if not isinstance(other, int | float) or not all(isinstance(v, int | float) for v in values):
        return False
    return not any(_compares(e.operator, *((v, other) if is_left else (other, v))) for v in values)


def _compares(operator: str, left: object, right: object) -> bool:
    assert isinstance(left, int | float)
    assert isinstance(right, int | float)
    return left < right if operator == "<" else left <= right


def _given(game: model.Game) -> dict[str, _Values | None]:
    """All values that fields may have, of those that some effect gives one; None where that is not known before the game."""
    slots = sources(game)
    found: dict[str, _Values | None] = {}
    placed: set[str] = set()
    for effect in nodes(with_effects(game)):
        placed.update(name for name, _ in getattr(effect, "settings", ()))
        if not isinstance(effect, model.SetField) or effect.field not in game.fields:
            continue
        name = effect.field
        before = found.get(name, frozenset((game.fields[name].default,)))
        values = _values(effect.value, slots, game)
        found[name] = None if values is None or before is None else before | values
    changing = {
        n for n, f in game.fields.items() if f.part_of or f.rotation or f.until or f.type.base == "bool"
    }
    return {name: values for name, values in found.items() if name not in placed | changing}


def _values(e: model.Expr, slots: Mapping[int, model.Expr], game: model.Game) -> _Values | None:
    """The values that an expression may have, if they are few and known."""
    if (known := static.known(e, game.board)) is not None:
        return None if known[1] else frozenset((known[0],))
    match e:
        case model.Local(slot=slot) if slot in slots:
            match static.known(slots[slot], game.board):
                case (tuple() as chosen, False):
                    return frozenset(chosen)
        case model.If():
            sides = _values(e.then, slots, game), _values(e.otherwise, slots, game)
            return None if sides[0] is None or sides[1] is None else sides[0] | sides[1]
    return None
