"""Situations: positions that a question may be about, the nearest ones first.

First comes the start, then what follows on it, then the positions of the tests beside the game, and then what random games meet. In
some of them rare actions are as likely as frequent ones; some keep to a corner of a large board, where pieces meet soon; some go to
their ends. They are drawn with a seed of their own, so they are the same everywhere.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any

from gdl.diagnostics.values import GameError
from gdl.source import Span
from interpreter import engine as make_engine
from interpreter.analysis.cases import texts_of
from interpreter.analysis.trial.games import data_of
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction, PositionError
from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState
from interpreter.engines.reference.notations import sites_of
from interpreter.shared.numbering import ActionNumbers, Move

FEW_MOVES = 6  # from the start, that are told
_NEAR = 4  # positions behind the start
_GAMES = (  # which come one after the other: the most actions, how often rare actions are preferred, whether in a corner
    (8, 0.5, True), (1200, 0.0, False), (24, 0.1, True), (1200, 0.3, False), (60, 0.1, True), (20, 0.5, False),
)  # fmt: skip
_CORNER = 9  # sites of a corner of a board that has at least four times so many
_LAST = 3  # positions before the end of a game that are looked at
_LOOKS = 5  # positions of a game that are looked at, besides its last one
_CLOSE_LOOKS = 24  # the same where little is left to be found
_SOON = 3  # of which positions so early are some
_TO_ENDS = 20_000  # actions of random games in which ends of each clause are looked for
_IDLE = 20  # games without a new position, after which there are no others


@dataclass(frozen=True, slots=True)
class Situation:
    """A position, and how it came about: `root` is the position in which the moves begin, None for the start of the game.

    `moves`: all `plies` of them, if they are few, else none; `onward`: the action that is done next, if one is known to be worth a look.
    """

    state: ReferenceState
    moves: tuple[str, ...]
    root: Mapping[str, Any] | None = None
    onward: int | None = None
    plies: int = 0

    @property
    def is_start(self) -> bool:
        return self.root is None and not self.plies


class Situations:
    """Gives one situation after the other, each position once."""

    def __init__(self, engine: ReferenceEngine, cases: Sequence[Mapping[str, Any]]) -> None:
        start = engine.initial_state()
        assert isinstance(start, ReferenceState)
        self.start = start
        self._seen: set[int] = set()
        self._near: deque[Situation] = deque([Situation(start, ()), *_near(start)])
        self._further: Iterator[Situation] = chain(_of_cases(engine, cases), self._before_ends())
        self._met: deque[Situation] = deque()
        self._random, self._times = Random(0), dict[str, int]()
        self._played = 0

    def near(self) -> Situation | None:
        """The next one near the start."""
        while self._near:
            situation = self._near.popleft()
            if self._is_new(situation):
                return situation
        return None

    def next(self, closely: bool = False) -> Situation | None:
        """The next one; None where games bring none that was not there before. `closely`: more of each game is looked at."""
        found = self.near() or next(filter(self._is_new, self._further), None)
        idle = 0
        while found is None and idle < _IDLE:
            if not self._met:
                self._met.extend(self._game(_CLOSE_LOOKS if closely else _LOOKS))
                idle += 1
            while self._met and found is None:
                situation = self._met.popleft()
                found = situation if self._is_new(situation) else None
        return found

    def _is_new(self, situation: Situation) -> bool:
        known = hash(situation.state) in self._seen
        self._seen.add(hash(situation.state))
        return not known and not situation.state.is_terminal

    def _game(self, looks: int) -> list[Situation]:
        """Some positions of a game: some early ones, the last ones, and those in which an action is done that was seldom done."""
        length, preference, is_cornered = _GAMES[self._played % len(_GAMES)]
        self._played += 1
        actions, rare = self._drawn(length, preference, self._corner() if is_cornered else frozenset())
        if not actions:
            return []
        wanted = {
            *range(max(0, len(actions) - _LAST), len(actions)),
            *rare[:_LOOKS],
            *(self._random.randrange(len(actions)) for _ in range(looks)),
        }
        found = list(self._replayed(actions, wanted))
        return [*found[-1:], *found[:-1]]  # what ends a game comes first: nothing else shows its end

    @cached_property
    def _quick(self) -> Engine:
        """Machine code in which games are played without a look at their positions."""
        return make_engine(self.start.game, effort=0)

    def _before_ends(self) -> Iterator[Situation]:
        """The position before an end, one for each clause that random games come to: a rare end is hardly met by chance."""
        random, met, left = Random(0), set[Span](), _TO_ENDS
        while left > 0 and len(met) < len(self.start.game.ends):
            play, actions = self._quick.initial_state().mutable(), list[int]()
            with suppress(GameError):
                while left > 0 and not play.is_terminal:
                    actions.append(random.choice(play.legal_actions()))
                    play.play(actions[-1])
                    left -= 1
            left -= 1
            if not actions or not play.is_terminal:
                continue
            play.undo()
            ended = play.state().apply(actions[-1]).ended  # in place, nobody notes which end it was
            if ended is not None and ended.span not in met:
                met.add(ended.span)
                yield from self._replayed(actions, {len(actions) - 1})

    def _corner(self) -> frozenset[int]:
        """Sites of a large board that lie near one of them; none of a small one."""
        sites = self.start.game.board.sites
        if len(sites) < 4 * _CORNER:
            return frozenset()
        at = self._random.choice(sites)
        near = sorted(sites, key=lambda s: ((s.x - at.x) ** 2 + (s.y - at.y) ** 2, s.index))
        return frozenset(s.index for s in near[:_CORNER])

    def _drawn(self, length: int, preference: float, corner: frozenset[int]) -> tuple[list[int], list[int]]:
        """The actions of a game, and when actions were done that had seldom been done before."""
        play, numbers = self._quick.initial_state().mutable(), ActionNumbers(self.start.game)
        actions: list[int] = []
        rare: list[int] = []
        with suppress(GameError):
            while len(actions) < length and not play.is_terminal:
                legal = play.legal_actions()
                is_rare = self._random.random() < preference
                if not is_rare and not corner:
                    legal = [self._random.choice(legal)]
                moves = [(n, m) for n in legal if (m := numbers.decode(n)) is not None]
                inside = [p for p in moves if corner and corner.issuperset(sites_of(p[1]))]
                chosen, name = self._choice(inside or moves, is_rare)
                if self._times.get(name, 0) < _SOON:
                    rare.append(len(actions))
                self._times[name] = self._times.get(name, 0) + 1
                play.play(chosen)
                actions.append(chosen)
        return actions, rare

    def _choice(self, moves: Sequence[tuple[int, Move]], is_rare: bool) -> tuple[int, str]:
        """An action and its name, which is the one that was played least if `is_rare`."""
        if is_rare:
            rarest = min((self._times.get(m.action.name, 0), m.action.name) for _, m in moves)[1]
            moves = [p for p in moves if p[1].action.name == rarest]
        number, move = self._random.choice(moves)
        return number, move.action.name

    def _replayed(self, actions: Sequence[int], wanted: set[int]) -> Iterator[Situation]:
        """The positions of a game before these of its actions."""
        state = self._quick.initial_state()
        moves: list[str] = []
        for i, action in enumerate(actions):
            if i in wanted:
                here = ReferenceState(self.start.engine, data_of(state))
                yield Situation(here, tuple(moves) if i <= FEW_MOVES else (), None, action, i)
            if i == max(wanted):
                return
            if i < FEW_MOVES:
                moves.append(state.action_to_string(action))
            state = state.apply(action)


def _near(start: ReferenceState) -> Iterator[Situation]:
    """What follows on the start: one position for each action, and one for each that comes behind it."""
    level, random = [Situation(start, ())], Random(0)
    left = _NEAR
    while level and left > 0:
        found: list[Situation] = []
        for here in level:
            with suppress(GameError):
                for number in _one_of_each(here.state, random)[:left]:
                    found.append(_after(here, number))
        yield from found
        left -= len(found)
        level = found


def _one_of_each(state: ReferenceState, random: Random) -> list[int]:
    """An action of each name, drawn from those that are legal."""
    by_name: dict[str, list[int]] = {}
    for number, move in state.moves():
        by_name.setdefault(move.action.name, []).append(number)
    return [random.choice(by_name[name]) for name in sorted(by_name)]


def _after(here: Situation, number: int) -> Situation:
    text = here.state.action_to_string(number)
    return Situation(here.state.apply(number), (*here.moves, text), here.root, plies=here.plies + 1)


def _of_cases(engine: ReferenceEngine, cases: Sequence[Mapping[str, Any]]) -> Iterator[Situation]:
    """The positions of tests, and where their moves lead."""
    for case in cases:
        if case.get("options") or case.get("variant") or case.get("slow"):
            continue
        with suppress(PositionError, IllegalAction, GameError):
            root = case.get("position", "start")
            state = engine.initial_state() if root == "start" else engine.state(root)
            assert isinstance(state, ReferenceState)
            here = Situation(state, (), None if root == "start" else root)
            moves = texts_of(case.get("after"))
            for i, text in enumerate(moves, 1):
                number = here.state.action_from_string(text)
                if i == len(moves):
                    yield Situation(here.state, here.moves, here.root, number, here.plies)
                here = _after(here, number)
            yield here
