"""How long a click takes: the answers of the server's tables to choices and moves, for every bundled game.

    python benchmarks/clicks.py [GAME...] [--moves 12]

For each game: the processor time of the slowest and of the median answer to a choice (`pick`), and of a move with the views
that follow it (`do`), in milliseconds. The garbage collector passes over what was loaded, as it does in the server. Games are played at random with a fixed seed. The first answer of a table, which is
its first picture, has a column of its own. Exit code 1 if an answer took more than 50 ms.
"""

import argparse
import sys
from dataclasses import dataclass, field
from statistics import median
from time import process_time

import gdl
import interpreter
from gdl.platform.gc_pause import settle
from interpreter.engines.base import Engine
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.new_table import Wish
from interpreter.play.web.protocol import Look, Message
from interpreter.play.web.store import Store
from interpreter.shared.hashing import Random

LIMIT = 50.0  # milliseconds


@dataclass
class Times:
    """Milliseconds of the answers of one game."""

    first: float = 0.0
    picks: list[float] = field(default_factory=list)
    moves: list[float] = field(default_factory=list)


def measure(engine: Engine, name: str, moves: int) -> Times:
    """Plays some moves at a table on which every seat is a person's, and takes the time of each answer."""
    lobby = Lobby({name: name}, lambda *wanted: engine, Store(None))
    place = lobby.open(Wish(name, seats=["human"] * len(engine.game.players), seed=1))
    settle()
    random, found, table = Random(1), Times(), place.table
    start = process_time()
    for viewer in range(len(table.seats)):
        place.answers.answer(viewer, Message("hello", look=Look(wide=True)))
    found.first = 1000 * (process_time() - start)
    for _ in range(moves):
        mover = table.mover
        if mover is None:
            break
        path: tuple[str, ...] = ()
        node = table.walk().at()
        while node.action is None:
            option = node.options[random.below(len(node.options))]
            path = (*node.texts, option.token.text)
            start = process_time()
            place.answers.answer(mover, Message("pick", path=path, look=Look(wide=True)))
            found.picks.append(1000 * (process_time() - start))
            node = table.walk().at(path)
        start = process_time()
        place.answers.answer(mover, Message("do", rev=table.rev, path=tuple(node.texts)))
        for viewer in {mover, table.mover}:
            place.views.did(viewer)
            place.views.view(viewer, look=Look(wide=True))
        found.moves.append(1000 * (process_time() - start))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(gdl.bundled_games()))
    parser.add_argument("--moves", type=int, default=12)
    given = parser.parse_args()
    slow = []
    print(f"{'game':24} {'first':>7} {'pick':>7} {'worst':>7} {'do':>7} {'worst':>7}   ms")
    for name in given.games:
        found = measure(interpreter.engine(gdl.load(name)), name, given.moves)
        picks, moves = found.picks or [0.0], found.moves or [0.0]
        row = (found.first, median(picks), max(picks), median(moves), max(moves))
        print(f"{name:24} " + " ".join(f"{v:7.1f}" for v in row), flush=True)
        if max(*picks, *moves) > LIMIT:
            slow.append(name)
    if slow:
        print(f"more than {LIMIT:g} ms: {', '.join(slow)}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
