"""Random games in machine code, many at once, and what they meet: actions, kinds, players, and the ends by which they are over.

Only the code for many states is made, without optimisation: that is the quickest code there is. A game without machine code is
played by the reference engine.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field

from gdl.core import model
from gdl.core.traits import has
from gdl.core.visit import followed, nodes
from gdl.diagnostics.values import GameError
from gdl.platform.dataclass import dataclass
from interpreter import engine as make_engine
from interpreter.analysis.trial.first_position import only_pass_is_left
from interpreter.analysis.trial.work import Budget, Spent, at_most
from interpreter.engines.base import Batch, Engine, State
from interpreter.engines.batches import draw
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState
from interpreter.engines.reference.repetition import is_skipped
from interpreter.shared import lazy_numpy
from interpreter.shared.hashing import Random
from interpreter.shared.numbering import WORD, ActionNumbers

ALONE = 8  # rounds in which one action alone was possible, before it counts as possible for ever
FEW_ROWS = 8  # games at once, where none is over after PATIENCE actions
ROWS, LEAST_ROWS = 32, 2  # games at once
PATIENCE = 300
LEARNT = 10  # actions after which it is known how much work they are; sooner, where they have taken a share of it all
SHARE = 20
STEP = 100_000  # work of looking at what one action of all games has changed
SHORT_LIMIT = 400  # moves, that end a game soon in which nobody can do anything
_SEED, _SOME = 1, -2
_TIMES = ("turn", "moves", "repeated", "cycle")  # what changes by itself


@dataclass(slots=True)
class Met:
    """What random games have met, by indices of the game's parts.

    `ended`: how many came to their end; `wins`: how many of these were best for each player, but for those in which all had the same;
    `cut`: how many were cut off; `played`: actions in all; `longest`: actions of the longest
    game that ended. `ends`: how many games each end has ended; `ties`: in how many of these nobody had a better result than another.
    `lonely`: by the action that alone was possible at last, how many games came to their limit or were cut off. `still`: after how
    many actions of a game all could only pass. `skipped`: how many games ended behind each action since the turn was given to
    somebody whom a `skip` passes over; `given`: how likely it was given where, by numbers in `turns_given`. `looks`: some positions, as bytes. `is_listed`: whether it is known which actions were
    possible. `is_short`: whether the work was done before all actions of the budget were played.
    """

    ended: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    cut: int = 0
    played: int = 0
    longest: int = 0
    actions: set[int] = field(default_factory=set)
    kinds: set[int] = field(default_factory=set)
    players: set[int] = field(default_factory=set)
    ends: dict[int, int] = field(default_factory=dict)
    ties: dict[int, int] = field(default_factory=dict)
    lonely: dict[int, int] = field(default_factory=dict)
    still: int | None = None
    skipped: dict[int, int] = field(default_factory=dict)
    given: Counter[tuple[int, int]] = field(default_factory=Counter)
    looks: list[bytes] = field(default_factory=list)
    is_listed: bool = True
    is_short: bool = False

    @property
    def games(self) -> int:
        """How many were played, to their end or not."""
        return self.ended + self.cut


def play(game: model.Game, budget: Budget) -> Met:
    """Plays random games. Raises GameError where a rule goes wrong."""
    run = _begun(game, budget)
    if run.batch.work:
        _go_on(run)
    else:
        with suppress(Spent), at_most(budget.without_code) as listed:
            _go_on(run, listed)
    run.met.is_short = run.met.played < budget.actions
    return run.met


def _go_on(run: "_Run", listed: Callable[[int], None] = lambda _: None) -> None:
    while run.goes_on:
        listed(int(run.batch.counts.sum()))
        run.step()
        run.begin_next()


def data_of(state: State) -> Data:
    """A position as the reference engine has it."""
    own = getattr(state, "reference", state)
    assert isinstance(own, ReferenceState)
    return own.data


@dataclass(slots=True)
class _Run:
    """Games in play. `firsts`: the first number of each action. By row: how many actions were played, the action that alone was
    possible at last (-1: none, -2: it is not known which), and for how many actions it was so. `wanted`: the actions of which
    it is asked whether they are ever possible. `may_pass`: by action, and then for -2 and -1, whether it may be to pass."""

    game: model.Game
    engine: Engine
    budget: Budget
    batch: Batch
    firsts: lazy_numpy.Ints
    wanted: frozenset[int]
    may_pass: "lazy_numpy.NDArray[lazy_numpy.np.bool_]"
    met: Met
    places: Random
    played: lazy_numpy.Ints
    alone: lazy_numpy.Ints
    lasted: lazy_numpy.Ints
    stays_still: bool  # whether nothing changes any more once all can only pass
    gives_turn: bool
    listed: int = 0
    steps: int = 0
    is_paced: bool = False  # whether there are as few games as their work demands
    done: list[int] = field(default_factory=list)  # rows whose games are over or cut off

    @property
    def goes_on(self) -> bool:
        budget, met = self.budget, self.met
        is_within = met.played < budget.actions and self.listed < budget.listed and self.work < budget.work
        return is_within and met.played * self.engine.state_size < budget.bytes and met.games < budget.games

    @property
    def work(self) -> int:
        return self.batch.work + STEP * self.steps

    def step(self) -> None:
        """Plays one action of each game, and notes what it meets."""
        np, batch, met = lazy_numpy.np, self.batch, self.met
        was_over, counts = batch.is_terminal, batch.counts
        is_listed = self.met.is_listed and (self.gives_turn or not self.wanted <= self.met.actions)
        legal, alone = self._note_legal(counts) if is_listed else (None, np.where(counts == 1, _SOME, -1))
        self.lasted = np.where((alone == self.alone) & (alone != -1), self.lasted + 1, 1)
        self.alone = alone
        if len(met.players) < len(self.game.players):
            met.players.update(batch.current_player[~was_over].tolist())
        self._keep_look(was_over)
        chosen = draw(self.places, counts)
        acting: lazy_numpy.Ints = np.asarray(batch.current_player if self.gives_turn else counts, np.int64)
        batch.step(chosen)
        self.steps += 1
        self.played += 1
        met.played += len(counts)
        self._note_kinds()
        is_over = batch.is_terminal
        (over,) = (is_over & ~was_over).nonzero()
        self.done = is_over.nonzero()[0].tolist()
        if len(over):
            self._note_ends(over)
            if self.gives_turn and legal is not None:
                numbers = legal[(np.cumsum(counts) - counts)[over] + chosen[over]]
                self._note_skipped(
                    over, np.searchsorted(self.firsts, numbers, side="right") - 1, acting[over]
                )
        self._note_stuck(is_over, over)

    def _note_legal(self, counts: lazy_numpy.Ints) -> tuple[lazy_numpy.Ints, lazy_numpy.Ints]:
        """Notes which actions are possible. The numbers of all that are legal, and by row the action that alone is possible."""
        np = lazy_numpy.np
        _, legal = self.batch.legal()
        self.listed += len(legal)
        index = np.searchsorted(self.firsts, legal, side="right") - 1
        self.met.actions.update(np.bincount(index).nonzero()[0].tolist())
        (rows,), alone = counts.nonzero(), np.full(len(counts), -1)
        if len(rows):
            starts = (np.cumsum(counts) - counts)[rows]
            least, most = np.minimum.reduceat(index, starts), np.maximum.reduceat(index, starts)
            alone[rows] = np.where(least == most, least, -1)
        return legal, alone

    def _keep_look(self, was_over: "lazy_numpy.NDArray[lazy_numpy.np.bool_]") -> None:
        """Keeps a position of one game after another, more and more seldom."""
        looks, row = self.met.looks, self.steps % len(was_over)
        is_time = self.steps % (1 + len(looks) // 4) == 0
        if is_time and len(looks) < self.budget.looks and not was_over[row]:
            looks.append(bytes(self.batch.state(row)))

    def _note_kinds(self) -> None:
        """The kinds on the board, as long as some was never there."""
        if len(self.met.kinds) < len(self.game.kinds) and self.game.board.sites:
            kinds = self.batch.board(full=True).kinds
            self.met.kinds.update(lazy_numpy.np.bincount(kinds[kinds >= 0]).nonzero()[0].tolist())

    def _note_ends(self, over: lazy_numpy.Ints) -> None:
        met = self.met
        met.ended += len(over)
        met.longest = max(met.longest, int(self.played[over].max()))
        returns = self.batch.returns[over]
        is_tie = (returns == returns[:, :1]).all(1)
        best = (returns == returns.max(1, keepdims=True)) & ~is_tie[:, None]
        met.wins.update(dict(enumerate(best.sum(0).tolist())))
        for index, tie in zip(self.batch.ended_by[over].tolist(), is_tie.tolist(), strict=True):
            if 0 <= index < len(self.game.ends):
                met.ends[index] = met.ends.get(index, 0) + 1
                met.ties[index] = met.ties.get(index, 0) + tie
        if len(met.kinds) < len(self.game.kinds):  # those of pools as well
            met.kinds.update(data_of(self.batch.state(int(over[0]))).kind.values())

    def _note_skipped(self, over: lazy_numpy.Ints, actions: lazy_numpy.Ints, acting: lazy_numpy.Ints) -> None:
        """The games that a turn without a legal action has ended, of somebody whom a `skip` passes over. `acting`: who acted last."""
        ended_by, met = self.batch.ended_by, self.met
        for row, action, actor in zip(over.tolist(), actions.tolist(), acting.tolist(), strict=True):
            is_end = 0 <= ended_by[row] < len(self.game.ends)
            if not is_end and self.played[row] < self.game.limit:
                with suppress(GameError):
                    last = data_of(self.batch.state(row))
                    if _is_passed_over(last, self.game):
                        met.skipped[action] = met.skipped.get(action, 0) + 1
                        met.given.update((action, k) for k in _givers(last, actor, action, self.game))

    def _note_stuck(self, is_over: "lazy_numpy.NDArray[lazy_numpy.np.bool_]", over: lazy_numpy.Ints) -> None:
        """The games in which one action alone was possible for long, at their limit or where they are cut off: those that go on for
        too long, and those in which all pass."""
        met = self.met
        rounds = ALONE * len(self.game.players)
        is_cut = (self.played >= self.budget.actions_of_game) & ~is_over
        if self.stays_still:
            waits = self.may_pass[self.alone] & (self.lasted % rounds == 0) & ~is_over
            for row in waits.nonzero()[0].tolist():
                own = ReferenceState(ReferenceEngine(self.game), data_of(self.batch.state(row)))
                if own.data.passes >= rounds and only_pass_is_left(own):
                    met.still = min(own.data.moves - own.data.passes, met.still or self.budget.actions)
                    is_cut[row] = True
        if len(over) or is_cut.any():
            is_last = is_cut.copy()
            is_last[over] = self.played[over] >= self.game.limit
            for action in self.alone[is_last & (self.lasted >= rounds) & (self.alone >= 0)].tolist():
                met.lonely[action] = met.lonely.get(action, 0) + 1
            met.cut += int(is_cut.sum())
            self.done += is_cut.nonzero()[0].tolist()

    def begin_next(self) -> None:
        """Begins new games in place of those that are over; fewer at once where none is over after long."""
        if self.done:
            self.batch.reset(self.done)
            for figures, first in ((self.played, 0), (self.alone, -1), (self.lasted, 0)):
                figures[self.done] = first
        elif self.steps == PATIENCE and not self.met.games:
            longest = min(self.game.limit or self.budget.actions, self.budget.actions_of_game)
            left = self.budget.actions - self.met.played
            self._narrow(max(LEAST_ROWS, min(FEW_ROWS, left // max(1, longest - self.steps))))
        if not self.is_paced and (self.steps == LEARNT or self.work > self.budget.work // SHARE):
            actions = self.budget.work * self.met.played // self.work
            self._narrow(max(LEAST_ROWS, actions // (2 * PATIENCE)))
            self.is_paced = True

    def _narrow(self, rows: int) -> None:
        """Goes on with so many games, if there are more: few enough for each to go on for long."""
        if rows < len(self.batch):
            self.batch = self.engine.batch_of([self.batch.state(row) for row in range(rows)])
            self.played, self.alone = self.played[:rows], self.alone[:rows]
            self.lasted = self.lasted[:rows]


def _begun(game: model.Game, budget: Budget) -> _Run:
    numbers, np = ActionNumbers(game), lazy_numpy.np
    is_listed = numbers.total <= WORD  # longer numbers do not fit into arrays
    engine = make_engine(game, keep=False, effort=0, counts_work=True)
    rows = _rows(budget, engine.state_size)
    batch = engine.batch(rows, seed=_SEED)
    met = Met(is_listed=is_listed)
    met.kinds.update(data_of(batch.state(0)).kind.values())
    firsts = np.array(numbers.offsets if is_listed else [], np.int64)
    played, alone, lasted = (np.full(rows, first, np.int64) for first in (0, -1, 0))
    return _Run(
        game,
        engine,
        budget,
        batch,
        firsts,
        _wanted(game),
        np.array([*(a.form == "pass" for a in game.actions), True, False]),
        met,
        Random(_SEED),
        played,
        alone,
        lasted,
        stays_still=game.limit > SHORT_LIMIT and not _may_change(game),
        gives_turn=bool(game.skips) and _gives_turn(game),
    )


def _wanted(game: model.Game) -> frozenset[int]:
    """The actions of which it is asked whether they are ever possible: a pass, where it is on offer beside others."""
    offers = [o.names for turn in game.turns.values() for o in turn.offers if len(o.names) > 1]
    forms = ("done",) if any("pass" in names for names in offers) else ("pass", "done")
    return frozenset(a.index for a in game.actions if a.form not in forms)


def _rows(budget: Budget, state_size: int) -> int:
    """How many games are played at once: few enough for each to go on for long."""
    actions = min(budget.actions, budget.bytes // max(1, state_size))
    return max(FEW_ROWS, min(ROWS, actions // (2 * PATIENCE)))


def _gives_turn(game: model.Game) -> bool:
    """Whether an effect gives the turn to somebody, in a game that no effect ends."""
    effects = tuple(nodes((game.actions, game.settles)))
    return any(isinstance(n, model.NextTurn) for n in effects) and not any(
        isinstance(n, model.Finish) for n in effects
    )


def turns_given(action: int, game: model.Game) -> list[model.NextTurn]:
    """The effects that may give the turn to somebody behind an action: its own and those of settlings, or else those of what has
    demanded it."""
    for parts in ((game.actions[action], game.settles), game.actions):
        if found := [n for n in nodes(parts) if isinstance(n, model.NextTurn)]:
            return found
    return []


def _givers(last: Data, actor: int, action: int, game: model.Game) -> list[int]:
    """Which of these effects may have given it to whose turn it is at last: those twice that must have, since no name says to whom.
    All of them where none seems to have."""
    view = ReferenceState(ReferenceEngine(game), last).rules(actor).view
    found, given = [], turns_given(action, game)
    for k, effect in enumerate(given):
        if any(isinstance(n, model.Local) for n in nodes(effect.player)):
            found += [k]
        elif view.value(effect.player) == last.mover:
            found += [k, k]
    return found or [*range(len(given))]


def _may_change(game: model.Game) -> bool:
    """Whether something may come about by itself while all pass: by chance, or since time goes by."""
    parts = (game.actions, game.settles, tuple(game.turns.values()), game.skips, game.requires, game.ends)
    return has(game.settles, "draws") or any(
        isinstance(n, model.Builtin) and n.name in _TIMES for n in followed(parts, game.definitions)
    )


def _is_passed_over(last: Data, game: model.Game) -> bool:
    """Whether a `skip` passes over the player whose turn it is, and not over everybody."""
    view = ReferenceState(ReferenceEngine(game), last).rules().view
    passed = [is_skipped(player, view) for player in range(len(game.players))]
    return passed[last.mover] and not all(passed)
