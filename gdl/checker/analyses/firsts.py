"""Warnings about fields that have no `none`: a field of sites or pieces that names no player, kind or site begins with the first
one there is, so that the first player would hold every site at the beginning.

Also about fields that are never given anything else than what they begin with.

Nothing is said where a default is written, where the set-up gives the field values, or where nothing compares it.
"""

from gdl import model, static
from gdl.checker.analyses.givers import Giver, giver
from gdl.diagnostics import Reporter
from gdl.resolver import Resolved
from gdl.rules import played, with_effects
from gdl.source import Span
from gdl.visit import nodes

_NAMING = ("player", "kind", "site", "direction")
_MANY = ("site", "piece", "player", "table", "game")


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports fields that hold the first player, kind or site before anything has given them a value."""
    prepared = {e.field for e in nodes(game.setup) if isinstance(e, model.SetField)}
    prepared |= {name for e in nodes(with_effects(game)) for name in _settings(e)}
    given = {e.field for e in nodes((game.actions, game.settles)) if isinstance(e, model.SetField)}
    for name, field in game.fields.items():
        begins = field.type.base in _NAMING and not field.type.is_optional and field.default == 0
        if not begins or field.holder not in _MANY or field.until or name in prepared or name not in given:
            continue
        if "=" in field.span.text or field.rotation:
            continue  # a default is written
        compared = _compared(name, game)
        if compared is None:
            continue
        first = _first(field, game)
        held = "each of them" if field.holder == "table" else f"every {field.holder}"
        begins_as = f"{held} has {first} in `{field.declared}`"
        if field.holder == "game":
            begins_as = f"`{field.declared}` is {first}"
        reporter.report(
            "never-none",
            field.span,
            f"without `or none`, {begins_as} from the beginning",
            f"begins as {first}",
            others=[(compared, "asked here")],
            help=f"write `{field.span.text} or none`, or say that it is meant: `{field.span.text} = {first}`",
        )


def warn_of_idle_values(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Reports fields that rules read, and that effects only ever give the value that they hold from the beginning.

    What another file or a module declares or gives is not judged: it may be there for others.
    """
    effects = tuple(nodes(with_effects(game)))
    given: dict[str, list[model.SetField]] = {}
    for e in effects:
        if isinstance(e, model.SetField) and e.field in game.fields:
            given.setdefault(e.field, []).append(e)
    placed = {name for e in effects for name in _settings(e)}
    for name, writes in given.items():
        field = game.fields[name]
        if any(s.source.name != resolved.source.name for s in (field.span, *(e.span for e in writes))):
            continue
        values = [static.known(e.value, game.board) for e in writes]
        is_idle = all(v is not None and not v[1] and v[0] == field.default for v in values)
        if not is_idle or name in placed or field.part_of or field.rotation:
            continue
        value, meant = writes[0].value.span.in_one_line, giver(field, game)
        idle = (writes[0].span, "changes nothing")
        reporter.report(
            "never-written",
            meant.span if meant is not None else idle[0],
            f"`{field.declared}` is only ever given `{value}`, which it holds from the beginning",
            f"never comes into `{field.declared}`" if meant is not None else idle[1],
            others=[(field.span, "declared here"), *([idle] if meant is not None else [])],
            help=_giving(field, meant),
        )


def _giving(field: model.Field, meant: Giver | None) -> str:
    """The effect that would give a field something else."""
    if meant is not None:
        return meant.help
    if field.type.base == "bool":
        return "give it the other value"
    return "give it what is meant, such as a name that is chosen"


def _settings(effect: object) -> tuple[str, ...]:
    """The fields that pieces get where they are made."""
    if isinstance(effect, model.Place | model.Stock):
        return tuple(name for name, _ in effect.settings)
    return ()


def _compared(name: str, game: model.Game) -> Span | None:
    """Where a field is compared."""
    for e in nodes(played(game)):
        if isinstance(e, model.Compare | model.In):
            sides = (e.left, e.right) if isinstance(e, model.Compare) else (e.element, e.set)
            if any(isinstance(s, model.GetField) and s.field == name for s in sides):
                return e.span
    return None


def _first(field: model.Field, game: model.Game) -> str:
    """The first value that a field may have, as people write it."""
    match field.type.base:
        case "player":
            return game.players[0].name
        case "kind":
            return game.kinds[0].name if game.kinds else "the first kind"
        case "site":
            return game.board.sites[0].name if game.board.sites else "the first site"
        case _:
            return "the first direction"
