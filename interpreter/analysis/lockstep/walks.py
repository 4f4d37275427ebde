"""Many games of both rules in lock step, in machine code: which lines lead to a difference.

All rows of two batches play the same actions. Whether a row allows the same actions on both sides is seen from sums of
hashed numbers, so nothing is sorted. Rows that differ go on with what both sides allow, as long as there is any.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from gdl.limits import MAX_PLIES
from interpreter.analysis.lockstep.judging import Judge, Line
from interpreter.analysis.lockstep.steering import Aim, Preferences, drawn_places
from interpreter.analysis.lockstep.vocabulary import matches
from interpreter.engines.base import Batch
from interpreter.shared import lazy_numpy
from interpreter.shared.hashing import GAMMA

ROWS = 256  # games at once
SAMPLED = 2  # steps from one close look to the next
Signature = tuple[object, ...]  # what differs, roughly: differences with one signature count as one


@dataclass(frozen=True, slots=True)
class Suspect:
    """A line at whose end something seems to differ. `is_sample`: it may as well be alike; somebody is to look closely."""

    line: Line
    row: int
    signature: Signature
    is_sample: bool = False


@dataclass
class Walks:
    """The games that are being played. `best`: by signature, the length of the shortest line known."""

    judge: Judge
    aim: Aim
    seed: int
    rows: int = ROWS
    positions: int = 0
    limit: int = MAX_PLIES  # longer games are begun anew
    best: dict[Signature, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        np = lazy_numpy.np
        a, b = self.judge.engines
        self.a, self.b = a.batch(self.rows, self.seed), b.batch(self.rows, self.seed)
        self.random = np.random.default_rng(self.seed)
        self.preferences = Preferences(
            a.game, self.judge.vocabulary.numbers[0], self.rows, self.aim, self.random
        )
        self.played: list[lazy_numpy.Ints] = []  # by step, the action of each row
        self.begun: lazy_numpy.Ints = np.zeros(self.rows, np.int64)  # the step at which each row's game began
        self.same_board = [s.name for s in a.game.board.sites] == [s.name for s in b.game.board.sites]
        kinds = matches([k.name for k in a.game.kinds], [k.name for k in b.game.kinds])
        self.kinds = np.array([*kinds, -1], np.int64)  # with -1 behind them, for nothing

    def line(self, row: int) -> Line:
        """The actions of a row's present game."""
        steps = self.played[int(self.begun[row]) :]
        return Line(int(self.a.begun_with[row]), tuple(int(step[row]) for step in steps))

    def step(self) -> Iterator[Suspect]:
        """Compares all rows, yields those that seem to differ, and plays one action in each."""
        np = lazy_numpy.np
        over = self.a.is_terminal | self.b.is_terminal
        counts, numbers = self.a.legal()
        other_counts, others = self.b.legal()
        meant = self.judge.vocabulary.many(numbers)
        starts, other_starts = _starts(counts), _starts(other_counts)
        unlike = (counts != other_counts) | (_sums(meant, starts) != _sums(others, other_starts))
        self.positions += self.rows
        allowed = np.ones(len(numbers), np.bool_)
        yield from self._ends(over)
        for row in np.flatnonzero(unlike & ~over).tolist():
            mine = slice(int(starts[row]), int(starts[row + 1]))
            theirs = others[int(other_starts[row]) : int(other_starts[row + 1])]
            self._mean_others(numbers[mine], meant[mine], theirs)
            allowed[mine] = np.isin(meant[mine], theirs)
            lacking, more = numbers[mine][~allowed[mine]], theirs[~np.isin(theirs, meant[mine])]
            if len(lacking) or len(more):
                yield from self._suspected(row, lacking, more)
        boards = self._unlike_boards() & ~over
        for row in np.flatnonzero(boards).tolist():
            yield from self._told(row, ("board",))
        if len(self.played) % SAMPLED == 0:
            sample = int(self.random.integers(self.rows))
            yield Suspect(self.line(sample), sample, ("sample",), is_sample=True)
        left = np.zeros(self.rows, np.int64)
        np.add.at(left, np.repeat(np.arange(self.rows), counts), allowed)
        too_long = len(self.played) - self.begun >= self.limit
        self._play(
            numbers, meant, others, counts, other_counts, allowed, (left == 0) | over | boards | too_long
        )

    def _mean_others(self, numbers: lazy_numpy.Ints, meant: lazy_numpy.Ints, theirs: lazy_numpy.Ints) -> None:
        """Puts what else actions may be in place of what the other game does not allow."""
        np, also = lazy_numpy.np, self.judge.vocabulary.also
        if also:
            left = set(theirs[~np.isin(theirs, meant)].tolist())
            for place in np.flatnonzero(~np.isin(meant, theirs)).tolist():
                found = next((n for n in also.get(int(numbers[place]), ()) if n in left), None)
                if found is not None:
                    meant[place] = found
                    left.discard(found)

    # ---- what seems to differ

    def _ends(self, over: lazy_numpy.NDArray[lazy_numpy.np.bool_]) -> Iterator[Suspect]:
        np = lazy_numpy.np
        one, two = self.a.is_terminal, self.b.is_terminal
        unlike = (one != two) | (self.a.returns != self.b.returns).any(axis=1)
        for row in np.flatnonzero(over & unlike).tolist():
            results = tuple(
                tuple(batch.returns[row].tolist()) if batch.is_terminal[row] else None
                for batch in (self.a, self.b)
            )
            yield from self._told(row, ("result", *results))

    def _suspected(self, row: int, mine: lazy_numpy.Ints, other: lazy_numpy.Ints) -> Iterator[Suspect]:
        names = [
            frozenset(_names(numbers.offsets, [a.name for a in engine.game.actions], found))
            for numbers, engine, found in zip(
                self.judge.vocabulary.numbers, self.judge.engines, (mine, other), strict=True
            )
        ]
        yield from self._told(row, ("legal", *names))

    def _told(self, row: int, signature: Signature) -> Iterator[Suspect]:
        length = len(self.played) - int(self.begun[row])
        if length < self.best.get(signature, MAX_PLIES + 1):
            yield Suspect(self.line(row), row, signature)

    def _unlike_boards(self) -> lazy_numpy.NDArray[lazy_numpy.np.bool_]:
        np = lazy_numpy.np
        if not self.same_board or not len(self.judge.engines[0].game.board.sites):
            return np.zeros(self.rows, np.bool_)
        one, two = self.a.board(full=True), self.b.board(full=True)
        unlike = (self.kinds[one.kinds] != two.kinds) | (one.owners != two.owners)
        found: lazy_numpy.NDArray[lazy_numpy.np.bool_] = unlike.any(axis=1)
        return found

    # ---- playing on

    def _play(
        self, numbers: lazy_numpy.Ints, meant: lazy_numpy.Ints, others: lazy_numpy.Ints, counts: lazy_numpy.Ints,
        other_counts: lazy_numpy.Ints, allowed: lazy_numpy.NDArray[lazy_numpy.np.bool_], done: lazy_numpy.NDArray[lazy_numpy.np.bool_],
    ) -> None:  # fmt: skip
        np = lazy_numpy.np
        row_of = np.repeat(np.arange(self.rows), counts)
        kinds = self.a.board(full=True).kinds if self.preferences.asks_board else None
        weights = self.preferences.weights(numbers, row_of, kinds)
        starts, alive = _starts(counts), np.flatnonzero(~done & (counts > 0))
        chosen = drawn_places(self.random, np.where(allowed, weights, 0.0), counts)
        actions, wanted = np.zeros(self.rows, np.int64), np.full(self.rows, -2, np.int64)
        actions[alive] = numbers[starts[alive] + chosen[alive]]
        wanted[alive] = meant[starts[alive] + chosen[alive]]
        places = np.zeros(self.rows, np.int64)
        other_rows = np.repeat(np.arange(self.rows), other_counts)
        hits = np.flatnonzero(others == np.repeat(wanted, other_counts))
        places[other_rows[hits]] = hits - _starts(other_counts)[other_rows[hits]]
        self.played.append(actions)
        _step(self.a, np.where(done, 0, chosen))
        _step(self.b, np.where(done, 0, places))
        if done.any():
            again = np.flatnonzero(done)
            self.a.reset(again)
            self.b.reset(again)
            self.begun[again] = len(self.played)
            self.preferences.renew(again)


def _step(batch: Batch, places: lazy_numpy.Ints) -> None:
    # rows that are done are begun anew at once, so what they play does not matter
    batch.step(places)


def _starts(counts: lazy_numpy.Ints) -> lazy_numpy.Ints:
    """Where each row's actions begin in one list of all, and the end of the last."""
    return lazy_numpy.np.concatenate([[0], lazy_numpy.np.cumsum(counts)])


def _sums(numbers: lazy_numpy.Ints, starts: lazy_numpy.Ints) -> lazy_numpy.NDArray[lazy_numpy.np.uint64]:
    """For each row a sum of its hashed numbers: equal for equal sets, and else almost never."""
    np = lazy_numpy.np
    with np.errstate(over="ignore"):
        z = (numbers.astype(np.uint64) + np.uint64(1)) * np.uint64(GAMMA)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z ^= z >> np.uint64(27)
        sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(z, dtype=np.uint64)])
        found: lazy_numpy.NDArray[lazy_numpy.np.uint64] = sums[starts[1:]] - sums[starts[:-1]]
    return found


def _names(offsets: list[int], names: list[str], found: lazy_numpy.Ints) -> list[str]:
    np = lazy_numpy.np
    indices = np.unique(np.searchsorted(np.array(offsets, np.int64), found, side="right") - 1)
    return [names[i] for i in indices.tolist()]
