"""Bots against each other and against themselves: one game, a match of two bots in all seats, and both as work for an executor,
where a budget in iterations gives the same games wherever they are played.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from functools import partial
from itertools import product
from math import ceil, log10
from statistics import fmean
from time import process_time
from typing import Any

from gdl.limits import MAX_PLIES
from gdl.platform.dataclass import dataclass
from interpreter.analysis.coverage.looking import Look, Usage, by_looks
from interpreter.analysis.intervals import Estimate, Mean, Share
from interpreter.analysis.samples import Played, seed_of
from interpreter.engines.answers import judge
from interpreter.engines.base import Engine
from interpreter.engines.errors import ResignedError
from interpreter.play.bots import Bot, Seat, SeatError, parse_seat
from interpreter.shared.hashing import Random
from interpreter.shared.numbering import ActionNumbers

MakeBot = Callable[[int], Bot]  # a bot for a seed
_LOOKS = 100  # positions of a game that are looked at, and the last


def play_game(
    engine: Engine,
    bots: Sequence[Bot],
    seed: int,
    max_plies: int = MAX_PLIES,
    on_choice: Callable[[int, float], None] = lambda player, seconds: None,
) -> Played:
    """One game, a bot in each seat. `on_choice` gets the player who has chosen and the seconds of processor time that it took."""
    state, choices = engine.initial_state(seed), list[int]()
    while not state.is_terminal and len(choices) < max_plies:
        player, start = state.current_player, process_time()
        seat = Seat.of(state)
        try:
            action = bots[player].choose(seat)
        except ResignedError:  # of programs, which play games of two
            resigned = [-1.0, 1.0] if player == 0 else [1.0, -1.0]
            return Played(resigned, len(choices), False, fmean(choices) if choices else None)
        on_choice(player, process_time() - start)
        choices.append(len(seat.legal))
        state = state.apply(action)
    return Played(state.returns, len(choices), not state.is_terminal, fmean(choices) if choices else None)


def copies(name: str, engine: Engine, seeds: Random) -> list[Bot]:
    """A bot by its name for each seat of a game, each with its own chance, so that which one sits where makes no difference."""
    return [bot_named(name, seeds.below(1 << 32)) for _ in engine.game.players]


@dataclass()
class Score:
    """The results of one bot. With more than two players a bot may have several seats in a game."""

    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: float = 0.0  # one for each game, divided among its winners, or among those who draw
    payoffs: list[float] = field(default_factory=list)  # of each game that it was in, the mean of its seats
    choices: int = 0
    seconds: float = 0.0

    def add(self, judged: int, mine: float) -> None:
        self.wins += judged > 0
        self.draws += judged == 0
        self.losses += judged < 0
        self.points += mine

    @property
    def payoff(self) -> Estimate | None:
        """What it got in a game on average, with its interval."""
        return Mean(self.payoffs).estimate()


@dataclass()
class Match:
    """The results of two bots, and the points of the first player, whichever bot that was."""

    scores: tuple[Score, Score]
    games: int = 0
    cut_off: int = 0
    plies: int = 0
    first: float = 0.0
    by_seat: dict[str, list[Score]] = field(default_factory=dict)

    @property
    def finished(self) -> int:
        return self.games - self.cut_off

    def share(self, score: Score) -> Estimate | None:
        """A bot's share of the points. Games with seats swapped are not independent: they balance each other, so the
        interval is too wide rather than too narrow."""
        return Share(score.points, self.finished).estimate()

    def to_json(self) -> dict[str, Any]:
        def of_bot(score: Score) -> dict[str, Any]:
            share, payoff = self.share(score), score.payoff
            return {
                "bot": score.name,
                "wins": score.wins,
                "draws": score.draws,
                "losses": score.losses,
                "share": None if share is None else share.to_json(),
                "mean_payoff": None if payoff is None else round(payoff.value, 6),
                "payoff": None if payoff is None else payoff.to_json(),
                "seconds_per_move": round(score.seconds / score.choices, 6) if score.choices else None,
                "by_seat": {
                    name: {"wins": s.wins, "draws": s.draws, "losses": s.losses}
                    for name, pair in self.by_seat.items()
                    for s in (pair[self.scores.index(score)],)
                },
            }

        first, share = Share(self.first, self.finished).estimate(), self.share(self.scores[0])
        return {
            "games": self.games,
            "cut_off": self.cut_off,
            "mean_length": round(self.plies / self.games, 3) if self.games else None,
            "first_player_share": None if first is None else first.to_json(),
            "elo": {
                name: None if share is None else elo(getattr(share, name))
                for name in ("value", "low", "high")
            },
            "bots": [of_bot(s) for s in self.scores],
        }


def elo(share: float | None) -> float | None:
    """By how many points a player is stronger who takes this share of the points (Elo, 1978); None if that is unbounded."""
    if share is None or not 0 < share < 1:
        return None
    return round(400 * log10(share / (1 - share)), 1)


def seatings(players: int) -> list[tuple[int, ...]]:
    """The seatings of two bots, 0 or 1 for each seat, in pairs: each with its opposite behind it."""
    found = [s for s in product((0, 1), repeat=players) if s[0] == 0 and any(s)]
    return [seats for s in found for seats in (s, tuple(1 - b for b in s))]


def match_row(
    engine: Engine, makers: Sequence[MakeBot], seed: int, key: int, max_plies: int = MAX_PLIES
) -> dict[str, Any]:
    """A game of two bots as data. The games 2k and 2k+1 are a pair: the same chance, and the seats swapped.

    `seats`: which bot sits where. `seconds` of processor time and `choices` are those of each bot.
    """
    order = seatings(len(engine.game.players))
    seats, seeds = order[key % len(order)], Random(seed_of(seed, key))
    seconds, choices = [0.0, 0.0], [0, 0]

    def on_choice(player: int, taken: float) -> None:
        choices[seats[player]] += 1
        seconds[seats[player]] += taken

    bots = [makers[who](seeds.below(1 << 32)) for who in seats]
    game = play_game(engine, bots, seed_of(seed, key // 2 * 2), max_plies, on_choice)
    return game.row(key) | {
        "seats": list(seats), "returns": list(game.returns), "seconds": [round(s, 6) for s in seconds],
        "choices": choices,
    }  # fmt: skip


def match_of(names: tuple[str, str], players: Sequence[str], rows: Sequence[Mapping[str, Any]]) -> Match:
    """The results of the games of a match. `names`: of the bots."""
    result = Match((Score(names[0]), Score(names[1])))
    result.by_seat = {name: [Score(names[0]), Score(names[1])] for name in players}
    for row in rows:
        result.games += 1
        result.plies += row["plies"]
        for who, score in enumerate(result.scores):
            score.choices += row["choices"][who]
            score.seconds += row["seconds"][who]
        if row["points"] is None:
            result.cut_off += 1
            continue
        result.first += row["points"][0]
        for player, judged in enumerate(judge(row["returns"])):
            who = row["seats"][player]
            for score in (result.scores[who], result.by_seat[players[player]][who]):
                score.add(judged, row["points"][player])
        for who, score in enumerate(result.scores):
            got = [r for r, seat in zip(row["returns"], row["seats"], strict=True) if seat == who]
            if got:
                score.payoffs.append(fmean(got))
    return result


def pair_shares(rows: Sequence[Mapping[str, Any]]) -> list[float]:
    """The first bot's share of the points of each pair of games, in the order of keys; pairs with a game cut off have none.

    With several seats a bot's share is what it has of what it would have among equals, a half, and never above one.
    """
    found: list[float] = []
    for one, two in zip(rows[::2], rows[1::2], strict=False):
        shares = [_share(row) for row in (one, two) if row["points"] is not None]
        if len(shares) == 2:
            found.append((shares[0] + shares[1]) / 2)
    return found


def _share(row: Mapping[str, Any]) -> float:
    seats: Sequence[int] = row["seats"]
    mine: float = sum(p for p, who in zip(row["points"], seats, strict=True) if who == 0)
    return min(1.0, mine * 0.5 * len(seats) / seats.count(0))


@dataclass(frozen=True)
class GamesOfBot:
    """Games of the bot with a name, such as `mcts:100`; seconds are processor time. Raises SeatError for no bot."""

    engine: Engine
    bot: str
    seed: int

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [self._played(seed_of(self.seed, key)).row(key) for key in keys]

    def _played(self, seed: int) -> Played:
        return play_game(self.engine, copies(self.bot, self.engine, Random(seed)), seed)


@dataclass(frozen=True)
class MatchGames:
    """Games of two bots by their names, in pairs with the seats swapped."""

    engine: Engine
    bots: tuple[str, str]
    seed: int
    max_plies: int = MAX_PLIES

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        makers = [partial(bot_named, name) for name in self.bots]
        return [match_row(self.engine, makers, self.seed, key, self.max_plies) for key in keys]


def bot_named(name: str, seed: int) -> Bot:
    """The bot that a text names, with a seed of its own; seconds are processor time. Raises SeatError for no bot."""
    bot = parse_seat(name, seed, process_time)
    if bot is None:
        raise SeatError(
            f"`{name}` is no bot: bots are bot, random, level:1 to level:8, auto:1s, alphabeta:1s, mcts:1s, mcts:1000 (iterations), uci:PROGRAM"
        )
    return bot


@dataclass(frozen=True)
class BotUses:
    """Work for an executor: what the rules are used for in games of a bot against itself."""

    engine: Engine
    bot: str
    seed: int

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [self._used(key).row(key) for key in keys]

    def _used(self, key: int) -> Usage:
        done = Counter[str]()
        looks = bot_looks(self.engine, self.bot, key, self.seed, done=done)
        return by_looks(self.engine.game, looks, done)


def bot_looks(engine: Engine, bot: str, key: int, seed: int, done: Counter[str] | None = None) -> list[Look]:
    """Positions of a game of a bot against itself with what it does there: at most so many, evenly spread, and the last.

    `done` gets the names of all actions that are done.
    """
    found: list[Look] = []
    numbers = ActionNumbers(engine.game)
    bots = copies(bot, engine, Random(seed_of(seed, key)))
    state = engine.initial_state(seed_of(seed, key))
    while not state.is_terminal and len(found) < MAX_PLIES:
        action = bots[state.current_player].choose(Seat.of(state))
        found.append((state, action))
        move = numbers.decode(action)
        if done is not None and move is not None:
            done[move.action.name] += 1
        state = state.apply(action)
    step = max(1, ceil(len(found) / _LOOKS))
    return [*found[::step], *found[-1:]]
