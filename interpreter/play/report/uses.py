"""What the games of a report use of the rules, so that the page calls nothing unused that its own games did.

The reference engine looks at few positions, so those are chosen that say something new: of recorded games the first of each
action, kind and end; of random games, which are played again, the ends, early ones and late ones of each result.
"""

import re
from collections.abc import Iterator, Sequence

from interpreter.analysis.coverage.looking import ENDS, Look, by_looks
from interpreter.analysis.coverage.seen import Seen
from interpreter.analysis.jobs import Rows
from interpreter.analysis.samples import replayed, seed_of
from interpreter.engines.base import Engine
from interpreter.play.report.games import Recorder

OWN = "games of the report"  # under which this is kept, beside what tests and random games use
_NUMBER = re.compile(r"\d+")
_ACTIONS = 20_000  # of random games that are played again, in all


def own_uses(engine: Engine, recorded: Rows, random: Rows, seed: int) -> Seen:
    """What recorded games use, and random games of a sample's seed."""
    looks = [*_of_recorded(engine, recorded), *_of_random(engine, random, seed)]
    return by_looks(engine.game, looks)


def _of_recorded(engine: Engine, rows: Rows) -> Iterator[Look]:
    """The first positions of games in which an action is done, or a kind moves; and an end of each sort."""
    recorder, ends = Recorder(engine.game), set[str]()
    known = {"names": set[str](), "kinds": set[str]()}
    for row in rows:
        end = _NUMBER.sub("", row["end"])  # 12 to 7 ends a game as 30 to 28 does
        is_new = end not in ends or any(set(row[part]) - met for part, met in known.items())
        if not is_new or not row["actions"]:
            continue
        ends.add(end)
        for part, met in known.items():
            met.update(row[part])
        state, last = engine.initial_state(row["seed"]), len(row["actions"]) - 1
        for number, text in enumerate(row["actions"]):
            action, before = state.action_from_string(text), len(recorder.names) + len(recorder.kinds)
            recorder.add(state, action, 1)
            if number == last or len(recorder.names) + len(recorder.kinds) > before:
                yield state, action
            state = state.apply(action)


def _of_random(engine: Engine, rows: Rows, seed: int) -> Iterator[Look]:
    """The last actions of games, of each result in turn."""
    by_result: dict[tuple[float, ...], list[tuple[int, int]]] = {}
    for row in rows:
        if row["points"] is not None and row["plies"]:
            by_result.setdefault(tuple(row["points"]), []).append((row["plies"], row["key"]))
    chosen = [_spread(sorted(games)) for _, games in sorted(by_result.items())]
    left = _ACTIONS
    for turn in range(ENDS):
        for games in chosen:
            if turn >= len(games) or games[turn][0] > left:
                continue
            plies, key = games[turn]
            left -= plies
            *_, last = replayed(engine, seed_of(seed, key), key)
            yield last


def _spread(games: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """At most `ENDS` games, from the shortest to the longest; the shortest and the longest come first."""
    if len(games) <= ENDS:
        return list(games)
    found = [games[round(k * (len(games) - 1) / (ENDS - 1))] for k in range(ENDS)]
    return [found[0], found[-1], *found[1:-1]]
