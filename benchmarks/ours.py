"""How fast ours is: random games, single actions, batches and leaves, each in units a second."""

import time
from collections.abc import Callable
from typing import Any

from interpreter.engines.base import Engine, State
from interpreter.shared.hashing import Random

BATCH_SECONDS = 0.05
BATCH = 1024  # states in a batch


def rate(work: Callable[[int], int], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Units a second of the processor, or of a clock; `work(n)` does n steps and says how many units they were."""
    units, spent, batch = 0, 0.0, 1
    while spent < seconds:
        start = clock()
        units += work(batch)
        took = clock() - start
        spent += took
        if took < BATCH_SECONDS:
            batch *= 2
    return units / spent


def playouts(engine: Engine, seconds: float, seed: int) -> float:
    seeds = Random(seed)

    def play(n: int) -> int:
        engine.series(seeds, n)
        return n

    engine.series(seeds, 1)
    return rate(play, seconds)


def random_actions(engine: Engine, seconds: float, seed: int) -> float:
    """Actions a second in random games."""
    seeds = Random(seed)
    engine.series(seeds, 1)
    return rate(lambda n: engine.series(seeds, n).actions, seconds)


def slow_playouts(engine: Engine, mean_length: float, seconds: float, seed: int) -> float:
    """Random games a second of an engine that may take minutes for one: from its actions a second in the first 60 plies."""
    seeds, actions, spent = Random(seed), 0, 0.0
    while spent < seconds:
        start = time.process_time()
        actions += engine.playout(engine.initial_state(seed), seeds.below(1 << 32), 60).plies
        spent += time.process_time() - start
    return actions / spent / mean_length


def length(engine: Engine, games: int = 200) -> float:
    return engine.series(Random(1), games).actions / games


def steps(engine: Engine, seconds: float, seed: int) -> float:
    """Actions a second, each done in a state by itself, by `legal_actions` and `apply`."""
    seeds, state = Random(seed), engine.initial_state(seed)

    def play(n: int) -> int:
        nonlocal state
        for _ in range(n):
            state = state.apply(seeds.pick(state.legal_actions()))
            if state.is_terminal:
                state = engine.initial_state(seeds.below(1 << 32))
        return n

    return rate(play, seconds)


def batched(engine: Engine, seconds: float, seed: int) -> float:
    """Actions a second in a batch whose finished games begin anew."""
    batch, seeds = engine.batch(BATCH, seed), Random(seed)

    def play(n: int) -> int:
        made = 0
        for _ in range(n):
            batch.step_random(seeds.below(1 << 32))
            made += len(batch)
            if batch.is_terminal.any():
                batch.reset()
        return made

    play(1)
    return rate(play, seconds)


def leaves(
    engine: Engine, state: State, depth: int, seconds: float, clock: Callable[[], float] = time.process_time
) -> float:
    return rate(lambda n: sum(engine.perft(state, depth) for _ in range(n)), seconds, clock)


def checked(engine: Engine, counts: list[int], games: int = 2000) -> dict[str, Any]:
    """Our counts to the same depth, mean length and mean result of the first player."""
    state = engine.initial_state()
    tally = engine.series(Random(1), games)
    return {
        "perft": [engine.perft(state, d + 1) for d in range(len(counts))],
        "mean_length": tally.actions / games,
        "first_result": (tally.wins[0] - tally.losses[0]) / games,
    }
