"""Random games under other values of options than the defaults, and under variants: what goes wrong only there.

field round of game: 1..9 = 1             -- with `rounds = 9` the tenth round does not fit
end highest gold wins when round > rounds

The outermost values of numbers come first, then variants and values of other options, then the numbers between. Each of them is
played once on the reference engine before one is played again, until the time is up: so nothing is said of those that were not
reached. Settings without a finding are kept, by everything in the game that is played, which leaves more time for the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any

from gdl import model
from gdl.diagnostics import Diagnostic, GameError, Label
from gdl.model import Game
from gdl.source import NOWHERE, Span
from interpreter import cache
from interpreter import engine as make_engine
from interpreter.analysis.guards import at_its_guard
from interpreter.analysis.processor_time import TimeUp, timed
from interpreter.analysis.trial import over, over_at_first
from interpreter.engines.base import Engine, State
from interpreter.fingerprint import ANALYSES, VERSION, fingerprint

SECONDS = 1.0  # of processor time for all settings of a game
GAMES = 3  # under one setting
GAMES_AT_ONCE = 8  # where they are over at once
ACTIONS = 1_000  # in one of them


@dataclass(frozen=True, slots=True)
class Setting:
    """A game under other values of its options: those that were given, or the variant that gives them."""

    game: Game
    given: Mapping[str, Any]
    variant: str | None = None

    @property
    def text(self) -> str:
        """As people write it."""
        if self.variant is not None:
            return f"`{self.variant}`"
        return " and ".join(f"`{name}={_shown(value)}`" for name, value in self.given.items())

    @property
    def options(self) -> Iterator[model.Option]:
        return (o for o in self.game.options if o.name in self.given)

    @property
    def rank(self) -> int:
        """When it is played: the outermost numbers first."""
        if not self.given:
            return 1
        return min(map(_rank, self.options), default=2)


def _rank(option: model.Option) -> int:
    if option.symbols or isinstance(option.value, bool):
        return 1
    numbers = [v for v in option.values if isinstance(v, int | Fraction)]
    return 0 if option.value in (min(numbers), max(numbers)) else 2


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass(slots=True)
class _Games:
    """What games under one setting have come to: the actions of each that ended, in how many positions there was a choice, and the
    last state of the last one."""

    game: Game
    engine: Engine
    lengths: list[int] = field(default_factory=list)
    choices: int = 0
    last: State | None = None

    def play(self, seed: int) -> None:
        """Plays one more game. Raises GameError."""
        state, moves, choice = self.engine.initial_state(seed), 0, Random(seed)
        while not state.is_terminal and moves < ACTIONS:
            legal = state.legal_actions()
            self.choices += len(legal) > 1
            state = state.apply(choice.choice(legal))
            moves += 1
        if state.is_terminal:
            self.lengths.append(moves)
            self.last = state

    def is_over_at_once(self) -> bool:
        """Whether all games are over after one action, of several players or without a choice."""
        if not self._is_short:
            return False
        for seed in range(len(self.lengths), GAMES_AT_ONCE):
            self.play(seed)
        return len(self.lengths) == GAMES_AT_ONCE and self._is_short

    @property
    def _is_short(self) -> bool:
        is_one = max(self.lengths, default=ACTIONS) <= 1
        return is_one and (len(self.game.players) > 1 or self.choices == 0)


def try_settings(default: Game, settings: Sequence[Setting]) -> tuple[Diagnostic, ...]:
    """What goes wrong under other settings, each place once, as far as the time goes."""
    found: dict[tuple[str, Span], Diagnostic] = {}
    played: dict[int, _Games] = {}
    names = [cache.key("settings", VERSION, ANALYSES, fingerprint(s.game)) for s in settings]
    left = [i for i, name in enumerate(names) if cache.read(name) is None]
    left.sort(key=lambda i: settings[i].rank)
    with suppress(TimeUp), timed(SECONDS):
        for seed in range(GAMES):
            for index in tuple(left):
                wrong = _tried(settings[index], seed, played, index, default)
                if wrong:
                    left.remove(index)
                    found = {**{(d.code, d.span): d for d in wrong}, **found}
                elif seed == GAMES - 1:
                    cache.write(names[index], b"")
    return tuple(found.values())


def _tried(
    setting: Setting, seed: int, played: dict[int, _Games], index: int, default: Game
) -> tuple[Diagnostic, ...]:
    """What the next game under a setting finds; its games so far are among those that were played."""
    game = setting.game
    try:
        if index not in played:
            played[index] = _Games(game, make_engine(game, "reference"))
            first = over_at_first(played[index].engine.initial_state(0), game)
            if first is not None:
                return (replace(first, message=f"with {setting.text} {first.message}"),)
        games = played[index]
        games.play(seed)
        if seed == 0 and games.is_over_at_once() and not _is_default_so(default):
            return (_at_once(games, setting),)
    except GameError as error:
        note = f"found by playing a random game with {setting.text}"
        return tuple(_placed(at_its_guard(d, game), setting, note) for d in error.diagnostics)
    return ()


def _is_default_so(default: Game) -> bool:
    """Whether the game is over as soon under its defaults."""
    games = _Games(default, make_engine(default, "reference"))
    games.play(0)
    return games.is_over_at_once()


def _at_once(games: _Games, setting: Setting) -> Diagnostic:
    assert games.last is not None
    message = f"with {setting.text} each of {len(games.lengths)} random games was over after one action"
    found = over(games.last, games.game, message, "holds then")
    help = "ask for what holds only when all of it is played, such as a phase or the turn; or leave this value out of the option"
    return _placed(replace(found, help=help), setting, "")


def _placed(found: Diagnostic, setting: Setting, note: str) -> Diagnostic:
    """A diagnostic with a note, and with the options that were given."""
    others = tuple(
        Label(o.span, f"{_shown(setting.given[o.name])} here") for o in setting.options if o.span != NOWHERE
    )
    notes = (*found.notes, note) if note else found.notes
    return replace(found, others=(*found.others, *others), notes=notes)
