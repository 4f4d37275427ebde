"""Pieces as positions write them."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece as a position writes it: `[OWNER] KIND [field=value ...]`. `owner` is "" for nobody's."""

    owner: str
    kind: str
    fields: tuple[tuple[str, str], ...]


def read_piece(text: str, players: Iterable[str]) -> Piece:
    """The parts of a piece's text."""
    words = text.split()
    fields = tuple((w.partition("=")[0], w.partition("=")[2]) for w in words if "=" in w)
    names = [w for w in words if "=" not in w]
    owner = names.pop(0) if len(names) > 1 and names[0] in set(players) else ""
    return Piece(owner, " ".join(names), fields)
