"""How strong a bot is against OpenSpiel's MCTS (C++) at equal processor time, game by game, in pairs with swapped seats.

    python benchmarks/strength.py [-n PAIRS] [--first OPENING] [--seconds 0.1] [--bot auto] [GAME ...]

Each pair has 0 to 4 half points. Whether the share of the points is above one half is judged by a generalised sequential
probability ratio test on these pairs (Van den Bergh, "The generalized maximum likelihood ratio for the expectation value of
a distribution", 2020): `LLR` above 2.94 accepts 60 % against 50 %, below -2.94 rejects it, each with 5 % of errors.
OpenSpiel's bot takes a number of simulations: as many as take the given time, by what was measured before its first move, and after each
of its moves.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from time import thread_time
from typing import Any

import pyspiel

import gdl
import interpreter
from interpreter.analysis.intervals import Share
from interpreter.engines.base import Engine, State
from interpreter.play.bots import Seat, parse_seat
from interpreter.play.styles import notation as styles

LOW, HIGH = 0.5, 0.6  # shares of the points that are told apart
MOST_RATE = 1e6  # simulations a second
RESULTS = (0, 0.25, 0.5, 0.75, 1)  # of a pair
PRIOR = 0.2
_FEWEST = 100  # simulations by which their rate is first measured
OPENING = 2  # random plies, the same for both games of a pair


def _plain(text: str) -> str:
    return text


def _file(text: str) -> str:
    """A column by its letter, from `x3`."""
    return "abcdefgh"[int(text[1:])]


def _turned(text: str) -> str:
    """A site of 7 files, counted from the other side."""
    return "gfedcba"["abcdefg".index(text[0])] + text[1:]


def _mirrored(text: str) -> str:
    """`a7a6*` begins on the other side of the board."""
    found = re.findall(r"([a-h])([1-8])", text)
    return "".join(f"{file}{9 - int(rank)}" for file, rank in found)


POINTS = [
    "a7",
    "d7",
    "g7",
    "b6",
    "d6",
    "f6",
    "c5",
    "d5",
    "e5",
    "a4",
    "b4",
    "c4",
    "e4",
    "f4",
    "g4",
    "c3",
    "d3",
    "e3",
    "b2",
    "d2",
    "f2",
    "a1",
    "d1",
    "g1",
]


def _points(text: str) -> str:
    """`Move 0 -> 9` by the names of sites."""
    return "".join(POINTS[int(n)] for n in re.findall(r"\d+", text))


def _named_sites(text: str) -> str:
    return "".join(re.findall(r"[a-g][1-7]", text))


def _stone(text: str) -> str:
    """`B a1` without its colour."""
    return text.split()[-1].lower()


def _bare(text: str) -> str:
    """A move in standard notation without its signs for captures, checks and promotion."""
    return re.sub(r"[+#x=]", "", text)


def _sites(text: str) -> str:
    return re.sub(r"[^a-z0-9]|x", "", text)


@dataclass(frozen=True)
class Pairing:
    """One game in both programs: names, options, and both programs' notations as one."""

    theirs: str
    options: dict[str, Any]
    from_theirs: Callable[[str], str]
    from_ours: Callable[[str], str]
    has_style: bool = False  # whether our moves are taken in the game's own style of notation


PAIRINGS = {
    "connect_four": Pairing("connect_four", {}, _file, lambda text: text[0]),
    "breakthrough": Pairing("breakthrough", {}, _mirrored, _sites),
    "hex": Pairing("hex(board_size=7)", {"size": 7}, _turned, _plain),
    "reversi": Pairing("othello", {}, _plain, _plain),
    "nine_mens_morris": Pairing("nine_mens_morris", {}, _points, _named_sites),
    "go": Pairing("go(board_size=9,komi=7.5)", {"size": 9, "superko": "positional"}, _stone, _plain),
    "chess": Pairing("chess", {}, _bare, _bare, True),
}


class Theirs:
    """OpenSpiel's bot, with as many simulations as the time allows: how many that is, is measured before its first move of a game."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        self.game, self.seconds, self.seed, self.rate = game, seconds, seed, 0.0

    def choose(self, state: Any) -> int:
        simulations = _FEWEST
        while not self.rate:
            _, spent = self._searched(state, simulations)
            simulations *= 2
            if spent >= self.seconds / 2 or simulations >= MOST_RATE:
                self.rate = min(simulations / 2 / spent, MOST_RATE)
        simulations = max(2, int(self.rate * self.seconds))
        found, spent = self._searched(state, simulations)
        # it stops early where all is proved
        self.rate = 0.5 * (self.rate + min(simulations / spent, 2 * self.rate, MOST_RATE))
        return found

    def _searched(self, state: Any, simulations: int) -> tuple[int, float]:
        """Its action after so many simulations, and the seconds that they took."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, self.seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, 2.0, simulations, 1000, True, self.seed, False)
        self.seed += 1
        start = thread_time()
        found = int(bot.step(state))
        return found, max(thread_time() - start, 1e-4)


def matched(state: State, theirs: Any, pairing: Pairing) -> dict[int, int]:
    """Our actions, each with the one of theirs that it is."""
    texts = {
        pairing.from_theirs(theirs.action_to_string(theirs.current_player(), a)): a
        for a in theirs.legal_actions()
    }
    if len(state.legal_actions()) == len(texts) == 1:  # a pass, however it is written
        return {state.legal_actions()[0]: next(iter(texts.values()))}
    ours = (
        styles.texts(state)
        if pairing.has_style
        else {a: state.action_to_string(a) for a in state.legal_actions()}
    )
    return {a: texts[pairing.from_ours(text)] for a, text in ours.items()}


def played(
    engine: Engine, game: Any, pairing: Pairing, ours: int, opening: int, seconds: float, word: str
) -> float:
    """One game, `ours` being the seat of our bot, which `word` names: its points, 0 to 1."""
    rng = random.Random(opening)
    bot = parse_seat(f"{word}:{seconds}s", opening, thread_time)
    other = Theirs(game, seconds, opening)
    state, theirs, ply = engine.initial_state(), game.new_initial_state(), 0
    assert bot is not None
    while not state.is_terminal and not theirs.is_terminal():
        pairs = matched(state, theirs, pairing)
        if ply < OPENING:
            action = rng.choice(sorted(pairs))
        elif state.current_player == ours:
            action = bot.choose(Seat.of(state))
        else:
            wanted = other.choose(theirs)
            action = next(a for a, t in pairs.items() if t == wanted)
        theirs.apply_action(pairs[action])
        state, ply = state.apply(action), ply + 1
    return (
        state.returns[ours] + 1
    ) / 2  # a game that only one program calls over is a draw by repetition or length


def ratio(pairs: Counter[float]) -> float:
    """The logarithm of the likelihood ratio of the two shares, by the normal approximation.

    A fifth of a pair of each result is added to what was seen, so that few pairs are never taken to be certain.
    """
    n = sum(pairs.values())
    seen = {points: pairs[points] + PRIOR for points in RESULTS}
    total = sum(seen.values())
    mean = sum(points * k for points, k in seen.items()) / total
    spread = sum(k * (points - mean) ** 2 for points, k in seen.items()) / total
    return n * (HIGH - LOW) * (mean - (HIGH + LOW) / 2) / spread


def told(pairs: Counter[float]) -> str:
    """The points so far, with Wilson's interval over games."""
    games, points = 2 * pairs.total(), 2 * sum(points * k for points, k in pairs.items())
    share = Share(points, games).estimate()
    assert share is not None
    shown = " ".join(f"{points:g}:{pairs[points]}" for points in RESULTS)
    return (
        f"{100 * share.value:.0f} % [{100 * share.low:.0f}, {100 * share.high:.0f}] of {games} games;"
        f" pairs {shown}; LLR {ratio(pairs):.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(PAIRINGS), metavar="GAME", help=", ".join(PAIRINGS))
    parser.add_argument("-n", type=int, default=10, help="pairs of games")
    parser.add_argument("--first", type=int, default=0, help="the opening to begin with, by its number")
    parser.add_argument("--seconds", type=float, default=0.1, help="processor time for each move")
    parser.add_argument(
        "--bot", default="auto", choices=["auto", "mcts", "mcts-eval", "alphabeta"], help="our bot"
    )
    given = parser.parse_args()
    for name in given.games:
        pairing = PAIRINGS[name]
        engine = interpreter.engine(gdl.load(name, options=pairing.options))
        game = pyspiel.load_game(pairing.theirs)
        pairs: Counter[float] = Counter()
        for k in range(given.first, given.first + given.n):
            points = [played(engine, game, pairing, seat, k, given.seconds, given.bot) for seat in (0, 1)]
            pairs[sum(points) / 2] += 1
            print(f"{given.bot}, {name}: {told(pairs)}", flush=True)


if __name__ == "__main__":
    main()
