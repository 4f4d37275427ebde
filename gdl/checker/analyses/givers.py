"""What a field may be meant to get that no effect gives anything new: a number that is drawn and read by nothing, or a choice that
a condition compares with it.

action throw
  do random d in 1..6                     -- and `die := d`
     then paddle or rest
"""

from collections.abc import Iterator
from dataclasses import dataclass

from gdl import model
from gdl.source import Span
from gdl.visit import nodes, reads


@dataclass(frozen=True, slots=True)
class Giver:
    """Where a value is that may be meant, and the effect that would give it, in words."""

    span: Span
    help: str


def giver(field: model.Field, game: model.Game) -> Giver | None:
    """The value that a field may be meant to get, if one is likely."""
    if field.holder not in ("game", "player"):
        return None
    name = field.declared if field.holder == "game" else f"{field.declared}(mover)"
    drawn = (
        Giver(span, f"write `{name} := {value}` behind `{span.in_one_line}`{of}, as nothing reads `{value}`")
        for value, span, kind, of in _drawn_in_vain(game)
        if kind == field.type.base
    )
    compared = (
        Giver(part.span, f"let `{action.name}` give it what is chosen: `{name} := {part.name}`")
        for action in game.actions
        if not any(
            isinstance(n, model.SetField) and n.field == field.name and _is_chosen(n, action)
            for n in nodes(action)
        )
        for part in action.parts
        if isinstance(part, model.Choose) and _is_compared(part.slot, field, action)
    )
    return next(compared, None) or next(drawn, None)


def drawn_in_vain(game: model.Game) -> Iterator[tuple[str, Span, bool]]:
    """The names of what chance draws and nothing reads, with their places, and whether these are pieces."""
    yield from ((name, span, kind == "piece") for name, span, kind, _ in _drawn_in_vain(game))


def _drawn_in_vain(game: model.Game) -> Iterator[tuple[str, Span, str, str]]:
    for clause in (game.setup, *game.actions, *game.settles):
        of = f" in `{clause.name}`" if isinstance(clause, model.Action) else ""
        for n in nodes(clause):
            if isinstance(n, model.Chance) and not reads(clause, (n.slot,)) and n.source.type.element:
                yield _name(n), n.span, n.source.type.element.base, of


def _name(drawn: model.Chance) -> str:
    """The name of what is drawn, as it stands in `random NAME in SET`."""
    words = drawn.span.text.split()
    return words[1] if len(words) > 1 else ""


def _is_chosen(write: model.SetField, action: model.Action) -> bool:
    return reads(write.value, [c.slot for c in action.choices])


def _is_compared(slot: int, field: model.Field, action: model.Action) -> bool:
    """Whether a condition of an action compares what is chosen with a field."""
    for n in nodes(action.parts):
        if isinstance(n, model.Compare):
            for chosen, asked in ((n.left, n.right), (n.right, n.left)):
                is_field = isinstance(asked, model.GetField) and asked.field == field.name
                if is_field and isinstance(chosen, model.Local) and chosen.slot == slot:
                    return True
    return False
