"""The strategies that prove a solution, found by asking the search that has solved it in each position to which they lead."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

from interpreter.engines.base import State
from interpreter.engines.searching import Workbench, workbench
from interpreter.search.certificates import Strategy, key_of
from interpreter.search.exact_search import Cyclic, Solver
from interpreter.search.forced_wins import ForcedWins
from interpreter.search.packed_retrograde import Unfit, gathered_from
from interpreter.search.puzzles import DEEPENING
from interpreter.search.running import NO_LIMIT, SearchError
from interpreter.search.solving import RETROGRADE, Limits, Solution
from interpreter.shared.machine_interface import ONE

MOST = 200_000  # positions to which a strategy leads: the check takes a minute or two for so many

Choose = Callable[[State], int]  # what a player does in a position


def strategies(state: State, found: Solution, limits: Limits) -> list[Strategy]:
    """What proves a solution: the strategy of who wins; else one of each player, neither of whom the other one can beat; of a puzzle
    its moves. Raises SearchError."""
    bench = workbench(state.engine)
    assert bench is not None  # it was solved
    game = state.engine.game
    if len(game.players) == 1:
        moves = dict(_of_line(state, found.line))
        return [Strategy(game.players[0].name, found.returns[0], moves)]
    is_won = bench.most_payoff == ONE and 1.0 in found.returns
    seats = [found.returns.index(1.0)] if is_won else [0, 1]
    with ExitStack() as stack:
        return [
            Strategy(
                game.players[seat].name,
                found.returns[seat],
                _table(state, seat, _chooser(bench, state, seat, found, limits, stack)),
            )
            for seat in seats
        ]


def _of_line(state: State, line: tuple[int, ...]) -> Iterator[tuple[str, str]]:
    for action in line:
        yield key_of(state), state.action_to_string(action)
        state = state.apply(action)


def _table(state: State, seat: int, choose: Choose) -> dict[str, str]:
    """The moves of a player by the keys of positions, in all to which they lead. Raises SearchError."""
    moves, seen, left = dict[str, str](), {bytes(state)}, [state]
    while left:
        now = left.pop()
        if now.is_terminal:
            continue
        if now.current_player == seat:
            action = choose(now)
            moves[key_of(now)] = now.action_to_string(action)
            following = [now.apply(action)]
        else:
            following = [now.apply(action) for action in now.legal_actions()]
        for after in following:
            if (place := bytes(after)) not in seen:
                seen.add(place)
                left.append(after)
        if len(seen) > MOST:
            raise SearchError(
                f"the strategy leads to more than {MOST:,} positions: too many for a certificate"
            )
    return moves


def _chooser(
    bench: Workbench, state: State, seat: int, found: Solution, limits: Limits, stack: ExitStack
) -> Choose:
    """What asks the search by which a solution was found. Raises SearchError."""
    if found.method == DEEPENING:
        return _by_forced_wins(bench, state, seat, limits)
    if found.method == RETROGRADE:
        if not any(found.returns):
            raise SearchError("who holds a draw here may have to play for ever, which no table can show")
        try:
            gathered = gathered_from(bench, state, limits.watch, limits.megabytes)
        except Unfit as error:
            raise SearchError(
                "positions come again and are too large for numbers: no table is made of them"
            ) from error
        stack.callback(gathered.close)
        gathered.solve(NO_LIMIT)
        return gathered.best
    solver = Solver(bench, 2, limits.megabytes, NO_LIMIT, replace(limits.watch))
    try:
        value = solver.value(state)
    except Cyclic as error:
        raise SearchError("positions come again: no table is made of them") from error
    return lambda now: solver.best(now, value)


def _by_forced_wins(bench: Workbench, state: State, seat: int, limits: Limits) -> Choose:
    search, most = ForcedWins(bench, seat, limits.watch), 0
    while not search.is_won(state, most):
        most += 1
    return lambda now: search.best(now, most)
