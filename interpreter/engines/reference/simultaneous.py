"""A block of simultaneous effects: its changes, gathered while the position is as it was, and made stage by stage.

First all that takes pieces away or gives values, in the order of the block; then all pieces that are moved leave their
places; then they arrive, in the order of the block; then new pieces come.
"""

from collections.abc import Callable
from dataclasses import field
from typing import Any

from gdl.core import model
from gdl.diagnostics.values import Diagnostic, GameError, Label
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter.engines.reference.data import Data

Settings = list[tuple[str, Any]]  # fields and their values


@dataclass(frozen=True, slots=True)
class Journey:
    """A piece that is moved from place to place."""

    piece: int
    here: int
    to: int
    effect: model.MoveTo
    settings: Settings


@dataclass(slots=True)
class Block:
    """`written`: what is given to each thing so far. `came`: who has come to each site, and by which effect."""

    changes: list[Callable[[], None]] = field(default_factory=list)
    journeys: list[Journey] = field(default_factory=list)
    newcomers: list[Callable[[], None]] = field(default_factory=list)
    written: dict[tuple[str, Any], Any] = field(default_factory=dict)
    came: dict[int, tuple[Journey | None, Span]] = field(default_factory=dict)  # a new piece has no journey

    def write(self, name: str, holder: Any, value: Any, span: Span) -> None:
        """Something is given a value. Two different ones are a conflict."""
        if self.written.setdefault((name, holder), value) != value:
            raise GameError(
                [
                    Diagnostic(
                        "conflicting-writes",
                        f"two simultaneous effects give `{name}` different values",
                        span,
                        "one of them is here",
                        help="make the conditions exclude each other",
                    )
                ]
            )

    def travel(self, journey: Journey, data: Data, game: model.Game) -> None:
        """A piece is moved. Two different places for it are a conflict."""
        goal = (journey.to, journey.effect.is_under)
        if self.written.setdefault(("place of", journey.piece), goal) != goal:
            raise GameError(
                [
                    Diagnostic(
                        "conflicting-writes",
                        f"{called(journey.piece, journey.here, data, game)} is moved to two different places at once",
                        journey.effect.span,
                        "one of them is here",
                        help="make the conditions exclude each other, so that each piece is moved once",
                    )
                ]
            )
        self.journeys.append(journey)

    def depart(self, data: Data) -> list[bool]:
        """All pieces that go elsewhere leave their places; for each journey, whether it is made. What is gone goes nowhere."""
        made = [
            j.piece in data.place and (data.place[j.piece] != j.to or data.is_ordered(j.to))
            for j in self.journeys
        ]
        for journey, is_made in zip(self.journeys, made, strict=True):
            if is_made and journey.piece in data.place:
                data.lift(journey.piece)
        return made


def called(piece: int, here: int, data: Data, game: model.Game) -> str:
    """A piece as messages speak of it: by its owner, its kind and the site from which it goes. Where something is hidden, nothing of
    that is told: what goes wrong is told to all."""
    if game.is_hidden:
        return "a piece"
    where = f" of {game.board.sites[here].name}" if here < len(data.cells) else ""
    return f"the {_described(piece, data, game)}{where}"


def _staying(piece: int, data: Data, game: model.Game) -> str:
    return "another one" if game.is_hidden else f"the {_described(piece, data, game)}"


def _described(piece: int, data: Data, game: model.Game) -> str:
    owner = data.owner[piece]
    whose = f"{game.players[owner].name} " if owner is not None else ""
    return f"{whose}{game.kinds[data.kind[piece]].name}"


def meeting(
    journey: Journey | None, site: int, span: Span, block: Block, data: Data, game: model.Game
) -> GameError:
    """A piece comes to a site that another one does not leave, or to which another one comes as well."""
    where, there = game.board.sites[site].name, data.cells[site][-1]
    name = _of(journey, data, game)
    if site not in block.came:
        found = Diagnostic(
            "occupied-site",
            f"{name} comes to {where}, where {_staying(there, data, game)} stays",
            span,
            "comes here",
            help="ask whether what stands there leaves too, or remove it in the same block",
        )
    else:
        other, at = block.came[site]
        found = Diagnostic(
            "occupied-site",
            f"{_of(other, data, game)} and {name} come to {where} at once",
            span,
            "comes here",
            (Label(at, "comes there too"),) if at != span else (),
            help="let one of them go, or none: ask in a `where` whether another one goes there",
        )
    return GameError([found])


def _of(journey: Journey | None, data: Data, game: model.Game) -> str:
    return called(journey.piece, journey.here, data, game) if journey is not None else "a new piece"
