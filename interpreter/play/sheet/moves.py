"""How each kind moves: found by running the rules with a piece of it in the middle of an otherwise empty board.

Captures are found by putting an enemy piece on each place near by, and seeing which of them can be taken.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gdl.diagnostics import GameError
from gdl.model import Kind
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.play.choosing.chooser import Chooser
from interpreter.play.choosing.tokens import Spelt, Token

_NEAR = 2  # steps: enemies so near are tried, and those where the piece can go
_MOST_SITES = 400  # a larger board takes long to try, and is too small to be read


@dataclass(frozen=True, slots=True)
class Ways:
    """A kind in the middle of the board: the position, where it may go, and what it may capture; sites by name."""

    kind: str
    position: Mapping[str, object]
    to: tuple[str, ...]
    prey: tuple[str, ...]


class Trials:
    """Tries the kinds of one game."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self.game = engine, engine.game
        self.chooser = Chooser(engine)
        self.sites = self.game.board.sites

    def ways(self) -> Iterator[Ways]:
        """The ways of the kinds that move, in the order of the kinds."""
        board = self.game.board
        if board.is_growing or not 1 < len(board.cells) <= _MOST_SITES or len(self.game.players) < 2:
            return
        for kind in self.game.kinds:
            found = self._of(kind)
            if found is not None:
                yield found

    def _of(self, kind: Kind) -> Ways | None:
        middle = self._middle()
        for pieces in self._boards(kind, middle):
            state = self._state(pieces)
            alone = self._going(state, middle) if state is not None else {}
            if alone:
                prey = tuple(self._prey(kind, middle, pieces, alone))
                to = tuple(dict.fromkeys(self.sites[s].name for s in alone.values()))
                return Ways(kind.name, self._position(pieces), to, prey)
        return None

    def _boards(self, kind: Kind, middle: int) -> Iterator[dict[str, str]]:
        """The piece alone; where the rules want more, with an enemy far away, and a piece of its own side."""
        first, second = (p.name for p in self.game.players[:2])
        alone = {self.sites[middle].name: f"{first} {kind.name}"}
        yield alone
        far = sorted(self.game.board.cells, key=lambda s: -self._distance(middle, s.index))
        for other in dict.fromkeys((kind.name, *(k.name for k in self.game.kinds))):
            enemy = alone | {far[0].name: f"{second} {other}"}
            yield enemy
            yield enemy | {far[1].name: f"{first} {other}"}

    def _middle(self) -> int:
        """The site in the middle of the board, rather to the side of who moves."""
        cells = self.game.board.cells
        x = sum(float(s.x) for s in cells) / len(cells)
        y = sum(float(s.y) for s in cells) / len(cells)
        return min(cells, key=lambda s: (float(s.x) - x) ** 2 + (float(s.y) - y + 0.3) ** 2).index

    def _distance(self, a: int, b: int) -> int:
        """The steps between two sites; the number of sites if there is no way."""
        found = self.game.board.distance(a, b)
        return len(self.sites) if found is None else found

    def _position(self, pieces: Mapping[str, str]) -> dict[str, object]:
        return {"to_move": self.game.players[0].name, "pieces": dict(pieces)}

    def _state(self, pieces: Mapping[str, str]) -> State | None:
        """The state of a position; None where the rules do not allow it, or the game is over."""
        try:
            state = self.engine.state(self._position(pieces))
            return None if state.is_terminal else state
        except (PositionError, GameError):
            return None

    def _going(self, state: State, start: int) -> dict[int, int]:
        """The actions that begin with the piece on a site, each with where it goes."""
        found = {}
        for number in state.legal_actions():
            spelt = self.chooser.spelt(number)
            to = _end(spelt, start)
            if to is not None:
                found[number] = to
        return found

    def _prey(
        self, kind: Kind, middle: int, pieces: Mapping[str, str], alone: Mapping[int, int]
    ) -> Iterator[str]:
        """The sites near by on which an enemy can be captured."""
        enemy = self.game.players[1].name
        board = self.game.board
        near = {s.index for s in board.cells if self._distance(middle, s.index) <= _NEAR} | set(
            alone.values()
        )
        around = {t for row in board.steps for t in [row[middle]] if t >= 0}
        for site in sorted(near | around):
            name = self.sites[site].name
            if name in pieces:
                continue
            state = self._state({**pieces, name: f"{enemy} {kind.name}"})
            if state is not None and self._takes(state, middle, name, enemy, alone):
                yield name

    def _takes(self, state: State, start: int, site: str, enemy: str, alone: Mapping[int, int]) -> bool:
        for number, to in self._going(state, start).items():
            if number in alone and self.sites[to].name != site:
                continue
            try:
                after = state.apply(number).position()["pieces"]
            except GameError:
                continue
            if not str(after.get(site, "")).startswith(f"{enemy} "):
                return True
        return False


def _end(spelt: Spelt, start: int) -> int | None:
    """Where the piece on a site goes by an action; None for an action of another piece."""
    first = spelt.slots[0]
    if not isinstance(first, Token) or first.site != start:
        return None
    pairs = zip(spelt.slots, spelt.steps, strict=True)
    sites = [
        (t.site, step)
        for t, step in pairs
        if isinstance(t, Token) and t.site is not None and step is not None
    ]
    if spelt.action.form == "move":
        return next((site for site, step in sites if step.choice.slot == spelt.action.to), None)
    return sites[1][0] if len(sites) > 1 else None
