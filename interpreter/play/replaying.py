"""Plays the written moves of many games, all at once where machine code can: `replayed(games) -> lines`.

Games are rows of a batch, which play their first moves, then their second ones. A move that the tables of `Spellings` leave open is
asked of its position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from gdl.diagnostics.values import GameError
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction, RecordError
from interpreter.play.chance import Drawn, applied
from interpreter.play.scene.names import shortened
from interpreter.play.styles import notation
from interpreter.play.styles.pgn import NULL_MOVES
from interpreter.play.styles.spellings import MOST, OPEN, Spellings
from interpreter.shared import lazy_numpy
from interpreter.shared.numbering import WORD

Finds = Callable[[State, str], Sequence[int]]
Draws = Callable[[State, int, str], tuple[State, Drawn]]
"""From a state, an action and the move that follows it: the next state, and what chance gave in it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A game as a file has it, and the seed by which it begins."""

    start: State
    moves: Sequence[str]
    seed: int = 0


@dataclass(slots=True)
class Line:
    """A game as far as it can be played; `problem`: why not to its end. `null`: the number of a null move, at which it stops. `drawn`: what chance
    gave behind so many moves, where a file says it."""

    start: State
    last: State
    actions: list[int] = field(default_factory=list)
    problem: Exception | None = None
    null: int = 0
    seed: int = 0
    drawn: dict[int, Drawn] = field(default_factory=dict)

    def states(self) -> Iterator[State]:
        """The positions in which its actions are done, and the last one."""
        state = self.start
        for number, action in enumerate(self.actions, 1):
            yield state
            state = applied(state, action, self.drawn.get(number, {}))
        yield state

    def notations(self) -> list[str]:
        """Its actions in the program's notation."""
        return [s.action_to_string(a) for s, a in zip(self.states(), self.actions, strict=False)]


@dataclass(frozen=True, slots=True)
class Playing:
    """The moves of a file as they are played on an engine, and what is to be said of that."""

    engine: Engine
    line: Line
    notes: tuple[str, ...] = ()


class PlayedOnError(RecordError):
    """A move behind the end of the game."""

    def __init__(self, number: int, move: str, last: State) -> None:
        super().__init__(f"move {number}, `{shortened(move)}`: the game is over before it")
        self.number, self.last = number, last


def replayed(games: Sequence[Written], finds: Finds | None = None, draws: Draws | None = None) -> list[Line]:
    """The lines of games of one engine, as far as their moves are legal. `finds`: which legal actions a move may mean, where that is not
    by the style of the game; `draws`: what chance gave, where files say it."""
    if not games:
        return []
    if games[0].start.engine.actions.count > WORD or draws is not None:
        return [_singly(game, finds or notation.meant, draws) for game in games]
    try:
        return _Replay(games, finds).lines()
    except GameError as error:
        if len(games) > 1:
            return [line for game in games for line in replayed([game], finds)]
        return [Line(games[0].start, games[0].start, problem=error)]


def _singly(game: Written, finds: Finds, draws: Draws | None) -> Line:
    """The line of a game whose actions have numbers that no array holds, or in which chance is to give what the file says."""
    line = Line(game.start, game.start, seed=game.seed)
    for number, move in enumerate(game.moves, 1):
        try:
            if line.last.is_terminal:
                raise PlayedOnError(number, move, line.last)
            action = meant(line.last, move.replace("_", " "), number, finds)
            if action is None:
                line.null = number
                break
            if draws is None or number == len(game.moves):
                line.last = line.last.apply(action)
            else:
                line.last, line.drawn[number] = draws(line.last, action, game.moves[number])
        except (RecordError, GameError) as error:
            line.problem = error
            break
        line.actions.append(action)
    return line


class _Replay:
    """Games in play. `rows`: which game each row of the batch is, -1 for one that is through. `done`: for each ply the games that went on,
    and their actions."""

    def __init__(self, games: Sequence[Written], finds: Finds | None) -> None:
        self.games, self.finds = games, finds or notation.meant
        self.engine = games[0].start.engine
        self.found = [Line(g.start, g.start) for g in games]
        self.batch = self.engine.batch_of([g.start for g in games])
        self.lengths = lazy_numpy.np.array([len(g.moves) for g in games])
        self.rows: lazy_numpy.Ints = lazy_numpy.np.arange(len(games))
        self.done: list[tuple[lazy_numpy.Ints, lazy_numpy.Ints]] = []
        self.spellings = _spellings(self.engine) if finds is None else None

    def lines(self) -> list[Line]:
        np, ply = lazy_numpy.np, 0
        while self._goes_on(ply):
            self._step(ply)
            ply += 1
        if self.done:
            games, actions = map(np.concatenate, zip(*self.done, strict=True))
            listed = actions[np.argsort(games, kind="stable")].tolist()
            ends = np.cumsum(np.bincount(games, minlength=len(self.found))).tolist()
            for line, begin, end in zip(self.found, [0, *ends], ends, strict=False):
                line.actions = listed[begin:end]
        return self.found

    def _goes_on(self, ply: int) -> bool:
        """Whether any game has a further move. Those that have none leave their rows, and half empty ones are moved together."""
        np = lazy_numpy.np
        is_last = self.batch.is_terminal | (self.lengths[self.rows] <= ply)
        for row in np.flatnonzero(is_last & (self.rows >= 0)).tolist():
            game = self.rows[row]
            self._end(row)
            if ply < self.lengths[game]:
                line = self.found[game]
                line.problem = PlayedOnError(ply + 1, self.games[game].moves[ply], line.last)
        left = np.flatnonzero(self.rows >= 0)
        if 0 < 2 * len(left) < len(self.rows):
            self.batch = self.engine.batch_of([self.batch.state(row) for row in left.tolist()])
            self.rows = self.rows[left]
        return len(left) > 0

    def _end(self, row: int) -> None:
        self.found[self.rows[row]].last = self.batch.state(row)
        self.rows[row] = -1

    def _step(self, ply: int) -> None:
        np = lazy_numpy.np
        moves = [self.games[g].moves[ply] if g >= 0 else "" for g in self.rows.tolist()]
        counts, numbers = self.batch.legal()
        begins = np.cumsum(counts) - counts
        if self.spellings is not None:
            places = self.spellings.places(moves, self.batch, counts, numbers)
        else:
            places = np.full(len(moves), OPEN, np.int64)
        for row in np.flatnonzero(places == OPEN).tolist():
            places[row] = 0
            if self.rows[row] >= 0:
                action = self._asked(row, moves[row], ply + 1)
                if action is not None:
                    legal = numbers[begins[row] : begins[row] + counts[row]]
                    places[row] = np.flatnonzero(legal == action)[0]
        left = np.flatnonzero(self.rows >= 0)
        self.done.append((self.rows[left], numbers[(begins + places)[left]]))
        self.batch.step(places)

    def _asked(self, row: int, move: str, number: int) -> int | None:
        """The action that a move means, found in its position; None where the game stops."""
        line = self.found[self.rows[row]]
        try:
            action = meant(self.batch.state(row), move.replace("_", " "), number, self.finds)
        except RecordError as error:
            action, line.problem = None, error
        else:
            line.null = number if action is None else 0
        if action is None:
            self._end(row)
        return action


@lru_cache(maxsize=8)
def _spellings(engine: Engine) -> Spellings | None:
    """The tables of an engine; None where the style has none, or the actions are too many."""
    game = engine.game
    if game.style is None or notation.is_plain(game) or engine.actions.count > MOST:
        return None
    return Spellings(engine, game.style)


def meant(state: State, move: str, number: int, finds: Finds) -> int | None:
    """The action that a move of a file means; None for a null move. Raises RecordError."""
    found = finds(state, move)
    if len(found) == 1:
        return found[0]
    if found:
        fitting = ", ".join(state.action_to_string(a) for a in found[:5])
        raise RecordError(f"move {number}, `{shortened(move)}`, fits several legal moves: {fitting}")
    if move in NULL_MOVES:
        return None
    return named(state, move, number)


def named(state: State, move: str, number: int) -> int:
    """The action that has this text in the program's notation. Raises RecordError."""
    try:
        return state.action_from_string(move)
    except IllegalAction:
        raise RecordError(f"move {number}, `{shortened(move)}`, is no legal move there") from None
