"""Restricted play: what it costs a player never to use an action or a kind.

A bot that goes without it plays its equal that does not. Of an action that matters its share of the points falls; where it does not
fall, the action is weak, or something else serves as well (Jaffe and others, Evaluating Competitive Game Balance with Restricted
Play, 2012). It goes without where there is something else to do; what it thinks ahead may hold what it will not do.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from gdl.core.model import Game
from interpreter.analysis.intervals import Estimate, Share
from interpreter.analysis.samples import Rows
from interpreter.engines.base import Engine
from interpreter.play.bots import Bot, RandomBot, Seat, ThinkingBot, Unimagined
from interpreter.play.contest import bot_named, match_row, pair_shares
from interpreter.play.report.games import kind_moved
from interpreter.shared.numbering import ActionNumbers

MOST = 3  # restrictions of each form that are tried: of what is done most and of what is done least

Form = Literal["action", "kind"]


@dataclass(frozen=True, slots=True)
class Restriction:
    """What is not done: an action, or what begins at a piece of a kind."""

    form: Form
    name: str

    def __str__(self) -> str:
        return f"{self.form} {self.name}"


@dataclass(frozen=True, slots=True)
class Cost:
    """The share of the points of who goes without, among equals half of them, and in how many choices of a game it mattered."""

    restriction: Restriction
    share: Estimate | None
    pairs: int
    withheld: float


def is_restrictable(bot: str) -> bool:
    """Whether a bot, by its text, can be kept from something."""
    return isinstance(bot_named(bot, 0), ThinkingBot | RandomBot)


def most_restrictions(game: Game) -> int:
    """How many restrictions there may be at most."""
    return sum(min(2 * MOST, len(parts)) for parts in (game.actions, game.kinds))


def restrictions(game: Game, recorded: Rows) -> list[Restriction]:
    """What may be left out of a game: of its actions, and of the kinds that move, those that are done most and least."""
    done, moved = Counter[str](), Counter[str]()
    for row in recorded:
        done.update(row["names"])
        moved.update(row["kinds"])
    actions = [a.name for a in game.actions if a.form not in ("pass", "done") and done[a.name]]
    kinds = [k.name for k in game.kinds if moved[k.name]]
    forms: list[tuple[Form, list[str], Counter[str]]] = [("action", actions, done), ("kind", kinds, moved)]
    return [
        Restriction(form, name)
        for form, names, times in forms
        if len(names) > 1
        for name in _most_and_least(sorted(names, key=lambda n: -times[n]))
    ]


def _most_and_least(names: Sequence[str]) -> Sequence[str]:
    return names if len(names) <= 2 * MOST else [*names[:MOST], *names[-MOST:]]


class RestrictedBot:
    """A bot that goes without something. `withheld`: how often it was kept from it."""

    def __init__(self, bot: Bot, restriction: Restriction, numbers: ActionNumbers) -> None:
        self.name = f"{bot.name} without {restriction}"
        self.withheld = 0
        self._bot, self._restriction, self._numbers = bot, restriction, numbers

    def choose(self, seat: Seat) -> int:
        try:
            allowed = tuple(self._allowed(seat))
        except Unimagined:  # then nobody knows what would begin at such a piece
            allowed = ()
        if not allowed or len(allowed) == len(seat.legal):
            return self._bot.choose(seat)
        self.withheld += 1
        if isinstance(self._bot, ThinkingBot):
            return self._bot.choose_among(seat, allowed)
        return self._bot.choose(replace(seat, legal=allowed))

    def _allowed(self, seat: Seat) -> Iterator[int]:
        name = self._restriction.name
        if self._restriction.form == "action":
            for action in seat.legal:
                move = self._numbers.decode(action)
                if move is None or move.action.name != name:
                    yield action
            return
        world = seat.imagine(0)
        for action in seat.legal:
            if kind_moved(seat.observation, world, action) != name:
                yield action


@dataclass(frozen=True)
class RestrictedGames:
    """Work for an executor: a bot without something against itself, in pairs with the seats swapped."""

    engine: Engine
    bot: str
    restriction: Restriction
    seed: int

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [self._row(key) for key in keys]

    def _row(self, key: int) -> dict[str, Any]:
        numbers, made = ActionNumbers(self.engine.game), list[RestrictedBot]()

        def restricted(seed: int) -> Bot:
            made.append(RestrictedBot(bot_named(self.bot, seed), self.restriction, numbers))
            return made[-1]

        row = match_row(self.engine, (restricted, partial(bot_named, self.bot)), self.seed, key)
        return row | {"withheld": sum(bot.withheld for bot in made)}


def cost(restriction: Restriction, rows: Rows) -> Cost:
    """What games in pairs say of a restriction. The two games of a pair balance each other, so the interval is too wide rather than
    too narrow."""
    shares = pair_shares(rows)
    withheld = sum(row["withheld"] for row in rows) / len(rows) if rows else 0.0
    return Cost(restriction, Share(2 * sum(shares), 2 * len(shares)).estimate(), len(shares), withheld)
