"""What the protocols say of thinking: how long it may last, and what it has found by now."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from interpreter.engines.base import State
from interpreter.play.protocols.moves import USI, Dialect

OVERHEAD = 0.03  # seconds that a move takes on its way, if nobody says it
# for a logit of winning: what evaluations come to in results of people's games on lichess.org
CENTIPAWNS = 271.6
_MOVES_LEFT = 30  # that the time is for, if nobody says it
_SHARE = 0.5  # of the time left, that one move takes at most
_PART = 0.8  # of what is added by a move, or is there anew for it
LEAST = 0.001  # seconds that a move has


@dataclass(frozen=True, slots=True)
class Limit:
    """How long to think, by whichever comes first: seconds, plies of depth, positions; None: until it is stopped."""

    seconds: float | None = None
    depth: int | None = None
    positions: int | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """What a search knows by now: the best action, what it is worth in logits of winning for who acts, or in how many actions it wins
    (loses, if negative), how deep it has looked, and at how many positions."""

    action: int
    logits: float
    wins_in: int | None
    depth: int
    positions: int


OnFinding = Callable[[Progress], None]


class Thinks(Protocol):
    """The search of an engine, which thinks about one position at a time."""

    def prepare(self) -> None:
        """Gets ready, which takes seconds the first time."""
        ...

    def change(self, threads: int, megabytes: int) -> None:
        """From now on in so many threads, with so much memory for positions."""
        ...

    def begin(self) -> None:
        """Forgets a stop that was for an earlier thought."""
        ...

    def stop(self) -> None:
        """Ends the present thought as soon as it has found something, from another thread."""
        ...

    def think(self, state: State, limit: Limit, on_finding: OnFinding) -> int:
        """The best action of a state that is not over, as far as is found within the limit or until `stop`."""
        ...


def read_limit(words: Sequence[str], player: int, dialect: Dialect, overhead: float = OVERHEAD) -> Limit:
    """How long to think, by the words behind `go`, for this player; what is no number is left out. `overhead`: seconds that a move
    takes on its way."""
    given = {
        word: int(number)
        for word, number in pairwise(words)
        if number.lstrip("-").isdecimal() and len(number) < 12
    }
    milliseconds = given.get("movetime")
    mine, more = ("wtime", "winc") if player == 0 else ("btime", "binc")
    if dialect.title == USI.title:
        mine, more = ("btime", "binc") if player == 0 else ("wtime", "winc")  # Black begins there
    left = given.get(mine, given.get("time"))
    seconds = None
    if milliseconds is not None:
        seconds = max(LEAST, milliseconds / 1000 - overhead)
    elif left is not None or "byoyomi" in given:
        added = given.get(more, given.get("increment", 0)) / 1000
        seconds = -overhead + share_of_time(
            (left or 0) / 1000, added, given.get("movestogo"), given.get("byoyomi", 0) / 1000
        )
        seconds = max(LEAST, seconds)
    mate = given.get("mate")
    depth = given.get("depth", None if mate is None else 2 * mate)
    return Limit(seconds, depth, given.get("nodes"))


def share_of_time(left: float, added: float, moves: int | None, reserve: float = 0.0) -> float:
    """How many seconds a move may take with so many left, so many added by each move, and for so many moves to come. `reserve`:
    what each move has anew once the rest is used."""
    fair = left / max(1, min(moves or _MOVES_LEFT, _MOVES_LEFT)) + _PART * (added + reserve)
    return min(fair, _SHARE * left + _PART * reserve)


def centipawns(found: Progress) -> int:
    return round(CENTIPAWNS * found.logits)


def moves_to_win(found: Progress) -> int:
    """In how many moves of one's own it wins; negative where it loses."""
    assert found.wins_in is not None
    return int(math.copysign((abs(found.wins_in) + 1) // 2, found.wins_in))


def score(found: Progress) -> str:
    return f"cp {centipawns(found)}" if found.wins_in is None else f"mate {moves_to_win(found)}"
