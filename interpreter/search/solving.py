"""The value of a state under best play, proved by search to the end of the game.

* Where no position comes twice on one way, alpha-beta or proof numbers with a table give it (`interpreter.search.exact_search`).
* Where positions come again, all that can be reached are gathered, and the results spread backwards from the ends: what
  nobody can force is a draw, as play without end is (retrograde analysis; Ströhlein, 1970). Positions are numbers where they
  fit into some (`interpreter.search.packed_retrograde`), else states (`interpreter.search.retrograde`). A limit on actions does not tell them
  apart then: who needs more actions to win than are left does not win.
* Draws by clocks and by repetition are left aside first, where they only cut play short (`interpreter.search.clocks`).
* A puzzle, which has one player, is answered by the shortest way (`interpreter.search.puzzles`), and so is a position in which one
  of two can force a win in a few moves (`interpreter.search.forced_wins`).

A solution is for games of one player, or of two whose payoffs add up to 0, in which nothing is hidden and nothing is chance.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import TypeAlias, cast

from gdl.limits import DEFAULT_LIMIT
from interpreter.engines.base import Engine, State
from interpreter.engines.make import engine as make_engine
from interpreter.engines.searching import Workbench, workbench
from interpreter.search.clocks import view_of, without_clocks
from interpreter.search.exact_search import ALPHA_BETA, Cyclic, Solver
from interpreter.search.forced_wins import Way, nearest_forced_win
from interpreter.search.packed_retrograde import KEPT, Gathered, Unfit, gathered_from
from interpreter.search.puzzles import BREADTH, DEEPENING, deepened, nearest_win
from interpreter.search.retrograde import Ranked, gather, rank
from interpreter.search.running import NO_LIMIT, OutOfMemoryError, SearchError, Watch
from interpreter.search.search_files import Half, Keeping
from interpreter.shared.machine_interface import ONE

MEGABYTES = 1024  # of memory for tables
RETROGRADE = "retrograde"  # a method
ENDING = 2_000_000  # positions that may be gathered without clocks and repetition
GLANCE_OF_ENDING = 100_000  # positions of such an ending in which a win of few moves is looked for first
TRIED = 3_000_000  # positions of a search to the end where positions come again but for a limit on actions
GLANCE = 1_000_000  # positions of a puzzle that are looked at breadth first before other ways are tried
NEAR = 4_000_000  # positions in which a win of few moves is looked for first
_LONGEST = 200  # actions of a principal variation


@dataclass(frozen=True)
class Solution:
    """What best play leads to. `returns` are the payoffs, `line` actions from the state that lead to them.

    `method` is "alpha-beta", "proof numbers", "retrograde", "breadth first" or "iterative deepening"; `positions` is how many were
    looked at, and `proof` in how many of them it was proved once more. `is_best`: the line is best play, in which who gains takes
    the fewest actions and who loses the most. Else it is that of the proof, and only keeps the value.
    """

    returns: tuple[float, ...]
    line: tuple[int, ...]
    method: str
    positions: int
    seconds: float
    proof: int = 0
    is_best: bool = False


@dataclass
class Limits:
    """What a solution may cost, who hears how far it is, and the file in which it is kept when it is stopped, to go on from there.

    `proves`: what is found by numbers is proved once more, by its best play alone.
    """

    watch: Watch = field(default_factory=Watch)
    megabytes: int = MEGABYTES
    positions: int = NO_LIMIT
    keep: Path | None = None
    proves: bool = False


def solve(state: State, limits: Limits | None = None, salt: int = 0) -> Solution:
    """Solves a state. Raises SearchError where that cannot be done, or was stopped.

    `salt` gives positions other keys: a second solution with another salt shares nothing with the first one. A solution that goes
    on from a file counts the positions of all its parts, and the seconds of the last one.
    """
    limits, start = limits or Limits(), perf_counter()
    engine = state.engine
    _refuse_unsolvable(state)
    bench = workbench(engine)
    if bench is None:
        raise SearchError(f"{engine.game.title} has no machine code, without which it cannot be solved")
    bench.rules["salt"] = salt
    keeping = None if limits.keep is None else Keeping.of(limits.keep, state)
    half = None if keeping is None else keeping.read()
    found, is_puzzle = None, len(engine.game.players) == 1 and keeping is None
    if is_puzzle:
        found = _glanced(bench, state, limits)
    elif keeping is None and bench.most_payoff == ONE:
        if _is_ending(state):
            found = _near(bench, state, limits, GLANCE_OF_ENDING) or _unclocked(
                state, _rest(limits, start), salt
            )
        found = found or _near(bench, state, _rest(limits, start), NEAR)
    if found is None:
        bench.make_best()
    if found is None and (half is None or half.method == ALPHA_BETA):
        found = _searched(bench, state, _rest(limits, start), keeping, half)
        half = None
    if found is None and is_puzzle:
        found = _nearest(bench, state, _rest(limits, start))
    if found is None:
        if engine.game.limit_result.form != "draw":
            raise SearchError("positions come again, and play without end is no draw, so it cannot be judged")
        found = _spread(bench, state, _rest(limits, start), keeping, half)
    if keeping is not None:
        keeping.forget()
    returns, line, method, positions, proof = found
    is_best = method in (RETROGRADE, BREADTH, DEEPENING) or not any(returns)
    return Solution(returns, line, method, positions, perf_counter() - start, proof, is_best)


_Found: TypeAlias = tuple[tuple[float, ...], tuple[int, ...], str, int, int]


def _rest(limits: Limits, start: float) -> Limits:
    """What a search may cost that began at a time."""
    if limits.watch.seconds is None:
        return limits
    left = max(0.0, limits.watch.seconds - (perf_counter() - start))
    return replace(limits, watch=Watch(left, limits.watch.on_progress))


def _halved(watch: Watch) -> Watch:
    return Watch(None if watch.seconds is None else watch.seconds / 2, watch.on_progress)


def _near(bench: Workbench, state: State, limits: Limits, positions: int) -> _Found | None:
    """The solution where one of two players can force a win in a few moves, found in so many positions."""
    # too short to be told of, and the next search begins to count anew
    brief = Watch(_halved(limits.watch).seconds)
    way = nearest_forced_win(bench, state, brief, min(limits.positions, positions))
    return None if way is None else _along(way, state, DEEPENING)


def _glanced(bench: Workbench, state: State, limits: Limits) -> _Found | None:
    """The solution of a puzzle if the nearest win is found in half of the time; None if it is not, or there is none."""
    most = min(limits.positions, GLANCE)
    try:
        return _breadth_first(bench, state, replace(limits, watch=_halved(limits.watch), positions=most))
    except SearchError:
        return None


def _nearest(bench: Workbench, state: State, limits: Limits) -> _Found | None:
    """The solution of a puzzle in which positions come again; None if there is no way to win, or to a payoff above 0."""
    start = perf_counter()
    try:
        return _breadth_first(bench, state, limits)
    except OutOfMemoryError:
        if bench.most_payoff != ONE:
            raise
    way = deepened(bench, state, _rest(limits, start).watch, limits.megabytes, limits.positions)
    return _along(way, state, DEEPENING)


def _breadth_first(bench: Workbench, state: State, limits: Limits) -> _Found | None:
    """The shortest way to a win, or to the greatest payoff above 0; None if there is none. Raises SearchError."""
    with suppress(Unfit):
        with closing(gathered_from(bench, state, limits.watch, limits.megabytes)) as gathered:
            returns, line, _, positions, proof = _by_numbers(gathered, state, limits)
        return (returns, line, BREADTH, positions, proof) if any(r > 0 for r in returns) else None
    way = nearest_win(bench, state, limits.watch, limits.megabytes, limits.positions)
    return None if way is None else _along(way, state, BREADTH)


def _along(way: Way, state: State, method: str) -> _Found:
    return _payoffs(way.payoff, state.engine), way.actions, method, way.positions, 0


def _searched(
    bench: Workbench, state: State, limits: Limits, keeping: Keeping | None, half: Half | None
) -> _Found | None:
    """The solution by search to the end: returns, line, method, positions, proof; None where positions come again.

    Where they would but for a limit on actions, what is searched is a tree made of a graph, and larger. So it is only tried.
    """
    is_tried = _comes_again(bench, state)
    most = min(limits.positions, TRIED) if is_tried else limits.positions
    solver = Solver(
        bench,
        len(state.engine.game.players),
        limits.megabytes,
        most,
        limits.watch,
        None if is_tried else keeping,
    )
    if half is not None:
        solver.restore(half)
    try:
        value = solver.value(state)
        line = tuple(solver.line(state, value))
        return _payoffs(value, state.engine), line, solver.method, solver.record["nodes"], 0
    except Cyclic:
        return None
    except SearchError:
        if is_tried and solver.record["nodes"] >= most:
            return None
        raise


def _comes_again(bench: Workbench, state: State) -> bool:
    """Whether a position comes again in a random game, but for a limit on actions that makes it a draw."""
    game = state.engine.game
    if game.limit >= DEFAULT_LIMIT or game.limit_result.form != "draw":
        return False
    try:
        return not state.is_terminal and gathered_from(bench, state, Watch(), 0).comes_again()
    except Unfit:
        return False


def _spread(
    bench: Workbench, state: State, limits: Limits, keeping: Keeping | None, half: Half | None
) -> _Found:
    """The solution by results that spread backwards: by numbers where positions fit into some."""
    if half is None or half.method == KEPT:
        with suppress(Unfit):
            gathered = gathered_from(bench, state, limits.watch, limits.megabytes, keeping)
            with closing(gathered):
                if half is not None:
                    gathered.restore(half)
                return _by_numbers(gathered, state, limits)
        half = None
    ranked = rank(gather(bench, state, limits.watch, limits.megabytes, limits.positions, keeping, half))
    returns = _payoffs(int(ranked.values[0]), state.engine)
    return returns, tuple(_ranked_line(bench, ranked, state)), RETROGRADE, len(ranked.graph), 0


def _is_ending(state: State) -> bool:
    """Whether so few pieces are left that the positions in which they may stand can be gathered."""
    game = state.engine.game
    position = state.position()
    held = [*position["pieces"].values(), *position["pools"].values()]
    pieces = sum(1 if isinstance(some, str) else len(some) for some in held)
    return pieces > 0 and len(game.board.sites) ** pieces * len(game.players) <= ENDING


def _unclocked(state: State, limits: Limits, salt: int) -> _Found | None:
    """The solution of an ending where it follows without clocks and repetition; None where it does not, or is not found in half of the
    time."""
    left = without_clocks(state.engine.game)
    position = dict(state.position())
    fields = dict(cast(Mapping[str, object], position["fields"]))
    earlier = cast(Mapping[str, Sequence[object]], fields.pop("history", {}))
    if left is None or any(len(h) > 1 for h in earlier.values()):
        return None  # what was there before might come again
    first = make_engine(left.game).state(position | {"fields": fields})
    bench = workbench(first.engine)
    if bench is None or bench.most_payoff != ONE or left.game.limit_result.form != "draw":
        return None
    bench.rules["salt"] = salt
    try:
        ranked = rank(
            gather(bench, first, _halved(limits.watch), limits.megabytes, min(limits.positions, ENDING))
        )
    except SearchError:
        return None
    value, length = int(ranked.values[0]), int(ranked.lengths[0])
    if value:
        player = 0 if value > 0 else 1
        views = (view_of(s) for s in _ways(bench, ranked, first, player))
        if length > _left(state) or not left.never_cuts(state, length, left.most_alike(views)):
            return None
    return (
        _payoffs(value, state.engine),
        tuple(_ranked_line(bench, ranked, first)),
        RETROGRADE,
        len(ranked.graph),
        0,
    )


def _ways(bench: Workbench, ranked: Ranked, state: State, player: int) -> Iterator[State]:
    """All positions to which best play of a player leads, whatever the other one does."""
    graph, seen, left = ranked.graph, {0}, [(0, state)]
    while left:
        position, now = left.pop()
        yield now
        first, last = graph.starts[position : position + 2].tolist()
        actions = bench.actions(now) if last > first else []
        is_own = graph.movers[position] == player
        for place in (ranked.following(position),) if is_own and actions else range(last - first):
            after = int(graph.edges[first + place])
            if after not in seen:
                seen.add(after)
                left.append((after, now.apply(actions[place])))


def _by_numbers(gathered: Gathered, state: State, limits: Limits) -> _Found:
    """The same by numbers. What takes more actions than the rules allow is a draw."""
    value, length = gathered.solve(limits.positions), gathered.length
    proof = gathered.prove() if limits.proves else 0
    if length is not None and length > _left(state):
        return _payoffs(0, state.engine), (), RETROGRADE, len(gathered), proof
    return _payoffs(value, state.engine), tuple(gathered.line()), RETROGRADE, len(gathered), proof


def _left(state: State) -> int:
    """How many actions there may still be. Positions say how many there were where these are not one less than the turns."""
    fields = cast(Mapping[str, int], state.position()["fields"])
    return state.engine.game.limit - fields.get("moves", fields["turn"] - 1)


def _payoffs(first: int, engine: Engine) -> tuple[float, ...]:
    """The players' payoffs from that of the first one."""
    return (first / ONE, -first / ONE)[: len(engine.game.players)]


def _refuse_unsolvable(state: State) -> None:
    game = state.engine.game
    if game.is_hidden:
        raise SearchError(
            f"{game.title} hides something from its players, so a position has no value by itself"
        )
    if game.has_chance:
        raise SearchError(f"{game.title} has chance in it, so a position has no certain value")
    if len(game.players) > 2:
        raise SearchError(
            f"{game.title} has {len(game.players)} players; only games of one or two have a value under best play"
        )


def _ranked_line(bench: Workbench, ranked: Ranked, state: State) -> Iterator[int]:
    """Best play, until the game ends or never ends."""
    position, seen = 0, set[int]()
    while not state.is_terminal and position not in seen and len(seen) < _LONGEST:
        seen.add(position)
        place = ranked.following(position)
        action = bench.action(state, place)
        yield action
        state = state.apply(action)
        position = int(ranked.graph.edges[ranked.graph.starts[position] + place])


def is_same_value(state: State, found: Solution) -> bool:
    """Whether the line of a solution, played from the same state on any engine, leads to its value.

    A line that is cut short, since play never ends, says nothing against a draw.
    """
    for action in found.line:
        state = state.apply(action)
    return tuple(state.returns) == found.returns if state.is_terminal else not any(found.returns)


def written(state: State, actions: Sequence[int]) -> list[str]:
    """Actions from a state on in notation."""
    found = []
    for action in actions:
        found.append(state.action_to_string(action))
        state = state.apply(action)
    return found
