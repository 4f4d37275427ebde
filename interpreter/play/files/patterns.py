"""What is looked for in the positions of games, and the openings of many games as a tree with their results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from interpreter.engines.base import Engine, State
from interpreter.play.replaying import Line
from interpreter.positions.documents import read_state
from interpreter.shared.numbering import ActionNumbers

MOST_NODES = 1_000_000


@dataclass(frozen=True, slots=True)
class Pattern:
    """All of what is given holds in the same position of a game: `where`, a condition of the language; `missed`, the name of an action
    that is legal there and not played; `position`, what stands on the board and who is to move, as people write positions."""

    where: str | None = None
    missed: str | None = None
    position: str | None = None

    def plies(self, line: Line) -> list[int]:
        """Before which moves of a game it holds, from 1; one more than there are for its last position. Raises GameError for a condition
        that is none, PositionError for a position, KeyError for the name of no action."""
        engine = line.start.engine
        states = list(line.states())
        found: Sequence[int] = range(len(states))
        if self.position is not None:
            found = _like(_wanted(engine, self.position), states)
        if self.missed is not None:
            spans = _spans(engine, self.missed)
            found = [i for i in found if i < len(line.actions) and _misses(states[i], line.actions[i], spans)]
        if self.where is not None:
            found = [i for i in found if not states[i].is_terminal and engine.evaluate(states[i], self.where)]
        return [i + 1 for i in found]


@lru_cache(maxsize=8)
def _wanted(engine: Engine, text: str) -> State:
    return read_state(engine, text, "the position")


def _like(wanted: State, states: Sequence[State]) -> list[int]:
    """Which states have the same pieces on the board and the same player to move."""
    batch = wanted.engine.batch_of([wanted, *states])
    board, player = batch.board(full=True), batch.current_player
    is_like = (board.owners == board.owners[0]).all(1) & (board.kinds == board.kinds[0]).all(1)
    found: list[int] = (is_like & (player == player[0])).nonzero()[0].tolist()
    return [i - 1 for i in found if i]


def _spans(engine: Engine, name: str) -> list[tuple[int, int]]:
    """The numbers of the actions with a name. Raises KeyError."""
    actions = [a for a in engine.game.actions if a.name == name]
    if not actions:
        raise KeyError(name)
    numbers = ActionNumbers(engine.game)
    return [numbers.span(a) for a in actions]


def _misses(state: State, played: int, spans: Sequence[tuple[int, int]]) -> bool:
    def is_one(action: int) -> bool:
        return any(low <= action < high for low, high in spans)

    return not is_one(played) and any(map(is_one, state.legal_actions()))


@dataclass(slots=True)
class Node:
    """How often games came here, how many of them have a result, what each player got in these together, and how they went on."""

    games: int = 0
    counted: int = 0
    points: list[float] = field(default_factory=list)
    after: dict[int, "Node"] = field(default_factory=dict)

    @property
    def average(self) -> list[float]:
        """What each player got, on average of the games that have a result; nothing where none has."""
        return [round(points / self.counted, 3) for points in self.points]

    def add(self, points: Sequence[float]) -> None:
        self.games += 1
        if points:
            self.counted += 1
            self.points = [a + b for a, b in zip(self.points or [0.0] * len(points), points, strict=True)]


@dataclass(slots=True)
class Openings:
    """The first `depth` moves of games that begin in the same position, which is that of the first game. `others`: how many began
    elsewhere; `is_full`: lines that came late are left out, since there were too many."""

    depth: int
    start: State | None = None
    root: Node = field(default_factory=Node)
    others: int = 0
    is_full: bool = False
    _nodes: int = 1

    def add(self, line: Line, points: Sequence[float]) -> None:
        """`points`: what each player got, where that is known."""
        self.start = self.start or line.start
        if not (self.start.is_same(line.start) or self.start == line.start):
            self.others += 1
            return
        points = line.last.returns if line.last.is_terminal else points
        node = self.root
        node.add(points)
        for action in line.actions[: self.depth]:
            if action not in node.after:
                if self._nodes == MOST_NODES:
                    self.is_full = True
                    return
                self._nodes += 1
                node.after[action] = Node()
            node = node.after[action]
            node.add(points)

    def rows(self, least: int) -> Iterator[tuple[int, State, int, Node]]:
        """The moves that at least so many games have: each with its depth from 0, its position, its action and what followed; those that
        were played most come first."""
        if self.start is not None:
            yield from _rows(self.root, self.start, 0, least)


def _rows(node: Node, state: State, depth: int, least: int) -> Iterator[tuple[int, State, int, Node]]:
    for action, after in sorted(node.after.items(), key=lambda item: (-item[1].games, item[0])):
        if after.games >= least:
            yield depth, state, action, after
            yield from _rows(after, state.apply(action), depth + 1, least)
