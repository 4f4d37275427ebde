"""What players have at places without a piece there: fields of pairs of a player and a site, and a site that is a player's.

A single site of each player is drawn where no player has pieces on the board, so that the field says where they are.
Elsewhere it is bookkeeping, such as where somebody came from.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gdl import model
from interpreter.engines.answers import HIDDEN

_SHORT = ("done", "action")  # lifetimes


@dataclass(frozen=True, slots=True)
class Stake:
    """A player's value of a field at a site; `text` is "" where it is only true. `is_place`: it says where the player is."""

    field: str
    player: str
    site: str
    text: str
    is_place: bool = False


def stakes(game: model.Game, fields: Mapping[str, Any], has_owned: bool) -> list[Stake]:
    """All of a position, in the order of the fields and of the players. `has_owned`: a player has a piece on the board."""
    found: list[Stake] = []
    for field in game.fields.values():
        values = fields.get(field.name)
        if field.until in _SHORT or not isinstance(values, Mapping):
            continue
        if field.holder == "player" and field.type.base == "site" and not has_owned:
            sites = {s.name for s in game.board.sites}
            found += [Stake(field.name, p, str(s), "", True) for p, s in values.items() if s in sites]
        elif field.holder == "table" and (pairs := _pairs(field, values)) is not None:
            found += [
                Stake(field.name, p, s, _text(v)) for p, s, v in pairs if v not in (HIDDEN, None, False)
            ]
    order = {p.name: i for i, p in enumerate(game.players)}
    return sorted((s for s in found if s.player in order), key=lambda s: order[s.player])


def _pairs(field: model.Field, values: Mapping[str, Any]) -> Iterator[tuple[str, str, Any]] | None:
    """A player, a site and a value for each pair that has one; None for pairs of anything else."""
    match [key.type.base for key in field.keys]:
        case ["player", "site"]:
            return ((str(p), str(s), v) for p, held in values.items() for s, v in _items(held))
        case ["site", "player"]:
            return ((str(p), str(s), v) for s, held in values.items() for p, v in _items(held))
    return None


def _items(held: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(held, Mapping):
        yield from held.items()


def _text(value: Any) -> str:
    return "" if value is True else str(value)
