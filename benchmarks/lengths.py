"""How long the bundled games are, as a program plays them against itself: how many choices each player has in a game.

No person's minutes are known, and none are guessed. The bot is the level Easy of the server's first page. An action counts where
there was another one. The figure of a game is the median of its games, with the shortest and the longest; it is kept with a mark of
the rules, and those of rules that have not changed are not made anew without `--all`.

    python benchmarks/lengths.py [--all] [GAME ...]
"""

import json
import sys
from dataclasses import dataclass
from statistics import median
from time import thread_time

import interpreter
from gdl.files.library import bundled_directory, find
from gdl.loader import load
from interpreter.caching.fingerprint import rules_hash
from interpreter.engines.base import Engine
from interpreter.play.bots import Bot, Seat
from interpreter.play.contest import bot_named, play_game
from interpreter.play.web.shelf import LENGTHS, Length, lengths

_BOT = "mcts:60"  # Easy
_FEWEST, _GAMES, _LONGEST = 3, 12, 1500  # games, and the actions of one
_SECONDS = 6.0  # of processor time, after which no further game begins
_PATIENCE = 120.0  # after which a game is left without a figure


def main() -> None:
    wanted = [word for word in sys.argv[1:] if not word.startswith("-")]
    names = wanted or sorted(path.stem for path in bundled_directory().glob("*.gdl"))
    for name in names:
        game = load(find(name))
        key = rules_hash(game)
        if (old := lengths().get(name)) is not None and old.key == key and "--all" not in sys.argv:
            continue
        counts = _counts(interpreter.engine(game))
        enough = len(counts) >= _FEWEST
        found = (
            Length(key, round(median(counts)), round(min(counts)), round(max(counts)), len(counts))
            if enough
            else None
        )
        print(name, found, flush=True)
        _keep(name, found)


def _keep(name: str, found: Length | None) -> None:
    """Puts the figure of a game into the file, or takes it out, and those of games that are no longer there."""
    lengths.cache_clear()
    known = {
        n: row for n, row in lengths().items() if n != name and (bundled_directory() / f"{n}.gdl").is_file()
    }
    if found is not None:
        known[name] = found
    rows = (f"{json.dumps(n)}: {json.dumps([*row])}" for n, row in sorted(known.items()))
    LENGTHS.write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")
    lengths.cache_clear()


@dataclass
class _Counting:
    """A bot that counts its choices. Raises TimeoutError when its time is up."""

    bot: Bot
    until: float
    choices: int = 0

    @property
    def name(self) -> str:
        return self.bot.name

    def choose(self, seat: Seat) -> int:
        if thread_time() > self.until:
            raise TimeoutError
        self.choices += len(seat.legal) > 1
        return self.bot.choose(seat)


def _counts(engine: Engine) -> list[float]:
    """The choices of each player in games that came to an end; none where the longest ones take too long."""
    found, began = list[float](), thread_time()
    for seed in range(_GAMES):
        seats = range(len(engine.game.players))
        bots = [_Counting(bot_named(_BOT, seed + p), began + _PATIENCE) for p in seats]
        try:
            if play_game(engine, bots, seed, _LONGEST).is_cut_off:
                return []
        except TimeoutError:
            return []
        found.append(sum(bot.choices for bot in bots) / len(bots))
        if len(found) >= _FEWEST and thread_time() - began > _SECONDS:
            break
    return found


if __name__ == "__main__":
    main()
