"""The search for differences between two games: the start, all positions near it, then many games; and what was found.

    explore(a, b, changes) -> Explored

`changes` are what `gdl.files.differences` says of their rules: the games are steered towards the clauses that changed, and each
difference names those that it comes from.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from gdl.core.traits import has_luck
from gdl.diagnostics.values import GameError
from gdl.files.differences import Difference as Changed
from gdl.limits import MAX_PLIES
from interpreter.analysis.lockstep.clauses import Because, aim, named, reasons
from interpreter.analysis.lockstep.judging import (
    FAILURE,
    LEGAL,
    POSITION,
    RESULT,
    Divergence,
    Judge,
    Line,
    Unlike,
    at_end,
    follow,
)
from interpreter.analysis.lockstep.shortest import NEAR_START, near_start, shortened
from interpreter.analysis.lockstep.vocabulary import NONE
from interpreter.analysis.lockstep.walks import ROWS, Signature, Suspect, Walks
from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import Position
from interpreter.shared.hashing import Random

POSITIONS = 200_000  # that are compared, in machine code
POSITIONS_ONE_BY_ONE = 20_000  # where games have numbers of actions that do not fit into words
AFTER_ALL = 20_000  # positions more, when each changed clause has shown itself
POSITIONS_OF_LEADS = 10_000
KEPT = 12  # differences of different sorts
FALSE_ALARMS = 3_000  # rows that seemed to differ and do not

_COURSES = 12  # of chance that are followed near the start
_CLOSE = 5  # one of so many games is looked at closely, one by one
_PLAYED = 8  # random games that say how long games are
_ENDS = 3  # games of that length that each row has time for

Advance = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Difference:
    """A position that both games reach by the same moves and in which they differ.

    `about`: legal, result, score, chance, hidden, failure (rules go wrong in play), or position (what stands where, fields that both have, who moves).
    `position` is that of A, and `position_b` that of B. `only_a`, `only_b`: moves in notation that one alone allows.
    `result_a`, `result_b`: what each player gets where a game is over. `text` says what else there is to say.
    """

    about: str
    moves: tuple[str, ...]
    position: Position
    position_b: Position
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()
    result_a: tuple[float, ...] | None = None
    result_b: tuple[float, ...] | None = None
    why_a: tuple[Because, ...] = ()
    why_b: tuple[Because, ...] = ()
    clauses: tuple[Changed, ...] = ()
    text: str = ""
    seed: int = 0
    in_secret: int = 0  # so many of the moves come first, and nobody else sees what they say: a set-up
    states: tuple[State, State] | None = field(default=None, compare=False, repr=False)

    def to_json(self) -> dict[str, Any]:
        return {
            "about": self.about,
            "moves": self.moves,
            "seed": self.seed,
            "position": self.position,
            "only_a": self.only_a,
            "only_b": self.only_b,
            "result_a": self.result_a,
            "result_b": self.result_b,
            "why_a": [b.to_json() for b in self.why_a],
            "why_b": [b.to_json() for b in self.why_b],
            "clauses": [c.sentence for c in self.clauses],
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Explored:
    """What was found: differences of different sorts, the shortest first.

    `complete_to`: within so many actions of the start nothing was left out (-1: nothing of it is known, as always where chance
    decides).
    """

    differences: tuple[Difference, ...]
    positions: int
    complete_to: int
    unseen: tuple[Changed, ...] = ()  # changed clauses from which no difference was found
    cut: tuple[str, ...] = ()  # what was not looked at, in words

    @property
    def first(self) -> Difference | None:
        return self.differences[0] if self.differences else None


@dataclass
class _Finds:
    """The differences that are known so far, the shortest of each sort."""

    judge: Judge
    changes: Sequence[Changed]
    compared: int = 0
    met: dict[Signature, Divergence] = field(default_factory=dict)
    clauses: dict[Signature, list[Changed]] = field(default_factory=dict)

    def add(self, signature: Signature, met: Divergence) -> bool:
        """Keeps a difference, if it is new or shorter; whether it is."""
        known = self.met.get(signature)
        if known is not None and len(known.line.actions) <= len(met.line.actions):
            return False
        if known is None:
            self.clauses[signature] = named(self.judge, met, self.changes)
        self.met[signature] = met
        return True

    @property
    def has_all(self) -> bool:
        """Whether each changed clause has shown itself, and by more than what stands where."""
        seen = {c.sentence for s, found in self.clauses.items() if s[0] != POSITION for c in found}
        return bool(seen) and seen >= {c.sentence for c in self.changes if c.is_rule}


def explore(
    a: Engine,
    b: Engine,
    changes: Sequence[Changed] = (),
    seed: int = 0,
    positions: int = POSITIONS,
    on_positions: Advance = lambda done: None,
    leads: Sequence[Line] = (),
    on_begin: Callable[[Callable[[], Explored]], None] = lambda so_far: None,
) -> Explored:
    """Plays both games in lock step over so many positions. The same for the same seed. Raises GameError.

    `leads`: games of A that went otherwise in B, which are followed where nothing else tells the games apart. `on_begin` is given
    a function that says what is found so far.
    """
    if len(a.game.players) != len(b.game.players):
        text = f"A has {len(a.game.players)} players, B {len(b.game.players)}"
        states = (a.initial_state(seed), b.initial_state(seed))
        found = Difference(
            POSITION, (), states[0].position(), states[1].position(), text=text, seed=seed, states=states
        )
        return Explored((found,), 1, 0)
    judge = Judge(a, b)
    finds = _Finds(judge, changes)

    def note(done: int) -> None:
        finds.compared = done
        on_positions(done)

    def so_far() -> Explored:
        compared = finds.compared
        return _told(finds, compared, -1, [_cut(compared, positions, "the time was up")])

    on_begin(so_far)
    try:
        compared, complete, cut = _searched(finds, seed, positions, note, leads)
    except GameError:  # the games that were played at once end with it, so others are looked at one by one
        failures, compared = _first_failures(judge, seed, min(positions, POSITIONS_ONE_BY_ONE))
        for met in failures:
            finds.add((FAILURE, met.unlike.text[0]), met)
        complete, cut = (
            -1,
            [f"rules go wrong in play, and {compared:,} of {positions:,} positions were compared"],
        )
    with suppress(GameError):
        _shorten(finds, complete, sum(c.is_rule for c in changes) == 1)
    return _told(finds, compared, complete, cut)


def _told(finds: _Finds, compared: int, complete: int, cut: Sequence[str]) -> Explored:
    found_all = [_difference(finds.judge, met, finds.clauses[s]) for s, met in [*finds.met.items()]]
    found_all.sort(key=lambda d: (d.about == POSITION, len(d.moves)))
    named_ones = {c.sentence for d in found_all for c in d.clauses}
    unseen = tuple(c for c in finds.changes if c.is_rule and c.sentence not in named_ones)
    return Explored(_distinct(found_all), compared, complete, unseen, tuple(cut))


def _searched(
    finds: _Finds, seed: int, positions: int, on_positions: Advance, leads: Sequence[Line]
) -> tuple[int, int, list[str]]:
    """Adds all differences that are found; gives how many positions were compared, how many actions from the start all of them, and
    what was cut short. Raises GameError."""
    judge = finds.judge
    a, b = judge.engines
    start, compared, complete = _near_start(judge, seed, min(positions, NEAR_START))
    for met in start[:KEPT]:
        finds.add(_signature(judge, met), met)
    same_board = [s.name for s in a.game.board.sites] == [s.name for s in b.game.board.sites]
    cut = (
        []
        if same_board or finds.met
        else ["only positions near the start were compared, as the boards have other sites"]
    )
    if same_board and compared < positions and not finds.has_all:
        on_positions(compared)
        more, stopped = _walked(finds, seed, positions - compared, lambda n: on_positions(compared + n))
        compared, cut = compared + more, cut + stopped
    if not finds.met:
        compared += _follow(finds, leads)
    return compared, complete, cut


def _near_start(judge: Judge, seed: int, most: int) -> tuple[list[Divergence], int, int]:
    """What `near_start` finds. Where chance decides, it sees one course of chance only: so several are looked at, and nothing is known of all."""
    if not any(has_luck(e.game) for e in judge.engines):
        return near_start(judge, seed, most)
    courses = [near_start(judge, seed + k, max(1, most // _COURSES)) for k in range(_COURSES)]
    found = [start for start, _, _ in courses if start]
    nearest = min(found, key=lambda start: len(start[0].line.actions), default=[])
    return nearest, sum(compared for _, compared, _ in courses), -1


def _shorten(finds: _Finds, complete: int, is_only: bool) -> None:
    """Puts shorter ways in place of those that were found. Raises GameError."""
    for signature, met in sorted(finds.met.items(), key=lambda item: len(item[1].line.actions))[:KEPT]:
        if len(met.line.actions) > complete and met.unlike.about != FAILURE:
            shorter = finds.met[signature] = shortened(finds.judge, met, is_only)
            if shorter.unlike.about != met.unlike.about:
                finds.clauses[signature] = named(finds.judge, shorter, finds.changes)


def _distinct(found: Sequence[Difference]) -> tuple[Difference, ...]:
    """The shortest difference, and of the others those that come from clauses not named before."""
    kept: list[Difference] = []
    for difference in found[:KEPT]:
        sentences = {c.sentence for c in difference.clauses}
        known = {c.sentence for d in kept for c in d.clauses}
        if not kept or sentences - known:
            kept.append(difference)
    return tuple(kept)


def _signature(judge: Judge, met: Divergence) -> Signature:
    unlike = met.unlike
    if unlike.about == LEGAL:
        sides = (
            frozenset(m.action.name for n in only if (m := numbers.decode(n)) is not None)
            for numbers, only in zip(judge.vocabulary.numbers, unlike.only, strict=True)
        )
        return (LEGAL, *sides)
    return (unlike.about, *unlike.results) if unlike.about == RESULT else (unlike.about,)


# ---- many games


def _follow(finds: _Finds, leads: Sequence[Line]) -> int:
    """Follows games, and adds what the first of them finds; gives how many positions were compared."""
    compared = 0
    for line in leads:
        if compared > POSITIONS_OF_LEADS:
            break
        compared += len(line.actions)
        met = follow(finds.judge, line)
        if met is not None:
            finds.add(_signature(finds.judge, met), met)
            break
    return compared


def _rows(engine: Engine, seed: int, positions: int) -> int:
    """How many games are played at once, so that some of them come to their ends."""
    lengths = [
        engine.playout(engine.initial_state(seed + k), seed + k, MAX_PLIES).plies for k in range(_PLAYED)
    ]
    return max(1, min(ROWS, positions // (_ENDS * max(1, sum(lengths) // _PLAYED))))


def _walked(finds: _Finds, seed: int, positions: int, on_positions: Advance) -> tuple[int, list[str]]:
    """Plays many games, and adds what they find; gives how many positions were compared, and what was cut short."""
    judge = finds.judge
    if not judge.vocabulary.fits_words:
        few = min(positions, POSITIONS_ONE_BY_ONE)
        compared = _one_by_one(finds, seed, few)
        short = few < positions and not finds.met
        return compared, [_cut(compared, positions, "their actions are too many to be numbered")] * short
    rows = _rows(judge.engines[0], seed, positions)
    walks = Walks(judge, aim(judge.engines[0].game, finds.changes), seed, rows)
    walks.best.update({s: len(m.line.actions) for s, m in finds.met.items()})
    alarms, enough = 0, float(positions)
    while walks.positions < min(positions, enough):
        for suspect in walks.step():
            met = _confirmed(finds.judge, walks, suspect)
            if met is None:
                alarms += not suspect.is_sample
                continue
            signature = _signature(judge, met)
            finds.add(signature, met)
            for known in (signature, suspect.signature):  # what turns out to be known is not looked at again
                walks.best[known] = min(walks.best.get(known, MAX_PLIES), len(met.line.actions))
        if finds.has_all and enough == positions:
            enough = walks.positions + AFTER_ALL
        if finds.has_all:
            walks.limit = max(1, max(len(m.line.actions) for m in finds.met.values()) - 1)
        if alarms > FALSE_ALARMS:
            break
        on_positions(walks.positions)
    stopped = alarms > FALSE_ALARMS and not finds.met
    return walks.positions, [
        _cut(walks.positions, positions, "their actions could not be told for each other")
    ] * stopped


def _cut(compared: int, positions: int, why: str) -> str:
    return f"{compared:,} of {positions:,} positions were compared, as {why}"


def _confirmed(judge: Judge, walks: Walks, suspect: Suspect) -> Divergence | None:
    """What differs at the end of a line, if anything does."""
    is_deep = suspect.is_sample or suspect.signature == ("board",)
    states = (walks.a.state(suspect.row), walks.b.state(suspect.row))
    unlike = judge.compare(*states, is_deep=is_deep)
    # states that are reached action by action know how they ended, and what chance has done on the way
    return None if unlike is None else at_end(judge, suspect.line, is_deep)


def _one_by_one(finds: _Finds, seed: int, positions: int) -> int:
    """The same with one game at a time."""
    judge, random, compared, games = finds.judge, Random(seed), 0, 0
    while compared < positions:
        start = random.below(1 << 32)
        one, actions = judge.engines[0].initial_state(start), list[int]()
        while not one.is_terminal and len(actions) < min(MAX_PLIES, positions - compared):
            actions.append(random.pick(one.legal_actions()))
            one = one.apply(actions[-1])
        games += 1
        met = follow(judge, Line(start, tuple(actions)), is_deep=games % _CLOSE == 0)
        compared += 1 + len(actions if met is None else met.line.actions)
        if met is not None:
            finds.add(_signature(judge, met), met)
    return compared


# ---- telling


def _difference(judge: Judge, met: Divergence, clauses: Sequence[Changed]) -> Difference:
    one, two = met.states
    why: tuple[tuple[Because, ...], tuple[Because, ...]] = ((), ())
    with suppress(GameError):  # reasons are a help: without them the difference stays
        why = reasons(judge, met)
    only = met.unlike.only
    if met.unlike.about == RESULT:  # all that the side allows which goes on
        only = (tuple(one.legal_actions()), tuple(two.legal_actions()))
        only = ((), ()) if all(only) else only
    return Difference(
        met.unlike.about,
        _written(judge, met.line),
        one.position(),
        two.position(),
        tuple(sorted(map(one.action_to_string, only[0]))),
        tuple(sorted(map(two.action_to_string, only[1]))),
        *met.unlike.results,
        *why,
        tuple(clauses),
        met.unlike.text,
        met.line.seed,
        _in_secret(judge, met.line),
        met.states,
    )


def _written(judge: Judge, line: Line) -> tuple[str, ...]:
    state, texts = judge.engines[0].initial_state(line.seed), list[str]()
    for action in line.actions:
        texts.append(state.action_to_string(action))
        state = state.apply(action)
    return tuple(texts)


def _in_secret(judge: Judge, line: Line) -> int:
    """How many actions a line begins with of which others see less than there is."""
    state = judge.engines[0].initial_state(line.seed)
    for count, action in enumerate(line.actions):
        if state.action_public(action)[0] == state.action_to_string(action):
            return count
        state = state.apply(action)
    return len(line.actions)


# ---- rules that go wrong in play on one side alone: a field that overflows, a settling that cycles; that is a difference as well


def _first_failures(judge: Judge, seed: int, positions: int) -> tuple[list[Divergence], int]:
    """Differences, one for each side at most, each the earliest that was met in one game after the other; and how many positions were met."""
    random, met, found = Random(seed), 0, dict[str, Divergence]()
    while met < positions:
        start, longest = random.below(1 << 32), max((len(d.line.actions) for d in found.values()), default=0)
        most = min(MAX_PLIES, positions - met, longest if len(found) > 1 else MAX_PLIES)
        failed, played = _played(judge, start, most, random)
        met += 1 + played
        if failed is None:
            continue
        side = failed.unlike.text[0]
        if side not in found or len(failed.line.actions) < len(found[side].line.actions):
            found[side] = failed
    return list(found.values()), met


def _played(judge: Judge, start: int, most: int, random: Random) -> tuple[Divergence | None, int]:
    """What goes wrong on one side in a game, and how many actions were played before."""
    actions: list[int] = []
    try:
        states = (judge.engines[0].initial_state(start), judge.engines[1].initial_state(start))
        while len(actions) < most and not any(s.is_terminal for s in states):
            mine = random.pick(states[0].legal_actions())
            other = judge.vocabulary.among(mine, states[1].legal_actions())
            if other == NONE:
                break
            after = [_after(states[0], mine), _after(states[1], other)]
            match after:
                case [GameError(), GameError()]:
                    break
                case [GameError() as error, _]:
                    return _failure(start, actions, "A", states, mine, error), len(actions)
                case [_, GameError() as error]:
                    return _failure(start, actions, "B", states, mine, error), len(actions)
                case [State() as one, State() as two]:
                    states = (one, two)
            actions.append(mine)
    except GameError:  # of what is legal: nobody can say then what the other side would have done
        pass
    return None, len(actions)


def _after(state: State, action: int) -> State | GameError:
    try:
        return state.apply(action)
    except GameError as error:
        return error


def _failure(
    start: int, actions: list[int], side: str, states: tuple[State, State], action: int, error: GameError
) -> Divergence:
    first = error.diagnostics[0]
    text = f"{side} goes wrong at {states[0].action_to_string(action)}: {first.message} ({first.span})"
    return Divergence(Line(start, tuple(actions)), Unlike(FAILURE, text=text, place=first.span), states)
