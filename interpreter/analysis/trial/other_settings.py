"""Random games under other values of options than the defaults, and under variants: what goes wrong only there.

field round of game: 1..9 = 1             -- with `rounds = 9` the tenth round does not fit
end highest gold wins when round > rounds

A few games of each are played on the reference engine, as far as an equal share of the work goes. What goes wrong at one place
under several settings is said of the first: outermost values of numbers come before variants and values of other options, and
these before the numbers between.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from fractions import Fraction
from random import Random
from typing import Any

from gdl.core import model
from gdl.core.arithmetic import plain_value
from gdl.core.model import Game
from gdl.diagnostics.values import Diagnostic, GameError, Label
from gdl.platform.dataclass import dataclass
from gdl.source import NOWHERE, Span
from interpreter import engine as make_engine
from interpreter.analysis.trial.first_position import LATER, over_at_first
from interpreter.analysis.trial.work import Spent, at_most
from interpreter.engines.base import Engine, State
from interpreter.engines.reference.engine import ReferenceState

GAMES = 3  # under one setting
GAMES_AT_ONCE = 8  # where they are over at once
ACTIONS = 300  # in one of them


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
        return " and ".join(f"`{name}={plain_value(value)}`" for name, value in self.given.items())

    @property
    def options(self) -> Iterator[model.Option]:
        return (o for o in self.game.options if o.name in self.given)

    @property
    def rank(self) -> int:
        """In which order settings are told: the outermost numbers first."""
        if not self.given:
            return 1
        return min(map(_rank, self.options), default=2)


def _rank(option: model.Option) -> int:
    if option.symbols or isinstance(option.value, bool):
        return 1
    numbers = [v for v in option.values if isinstance(v, int | Fraction)]
    return 0 if option.value in (min(numbers), max(numbers)) else 2


@dataclass(slots=True)
class _Games:
    """What games under one setting have come to: the actions of each that ended, in how many positions there was a choice, and the
    last state of the last one."""

    game: Game
    engine: Engine
    setting: Setting
    lengths: list[int] = field(default_factory=list)
    choices: int = 0
    last: State | None = None
    listed: Callable[[int], None] = lambda _: None  # is told how many actions were listed

    def look(self, seed: int, default: Game) -> tuple[Diagnostic, ...]:
        """What one more game finds."""
        try:
            if seed == 0:
                state = self.engine.initial_state(0)
                assert isinstance(state, ReferenceState)
                if (first := over_at_first(state, self.game)) is not None:
                    return (replace(first, message=f"with {self.setting.text} {first.message}"),)
            self.play(seed)
            if seed == 0 and self.is_over_at_once() and not _is_default_so(default):
                return (_at_once(self),)
        except GameError as error:
            note = f"found by playing a random game with {self.setting.text}"
            return tuple(_placed(d, self.setting, note) for d in error.diagnostics)
        return ()

    def play(self, seed: int) -> None:
        """Plays one more game. Raises GameError."""
        state, moves, choice = self.engine.initial_state(seed), 0, Random(seed)
        while not state.is_terminal and moves < ACTIONS:
            legal = state.legal_actions()
            self.listed(len(legal))
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


def try_settings(default: Game, settings: Sequence[Setting], expressions: int) -> tuple[Diagnostic, ...]:
    """What goes wrong under other settings, each place once. Each setting has an equal share of so many expressions."""
    found: dict[tuple[str, Span], Diagnostic] = {}
    for setting in sorted(settings, key=lambda s: s.rank):
        games = _Games(setting.game, make_engine(setting.game, "reference"), setting)
        wrong: tuple[Diagnostic, ...] = ()
        with suppress(Spent), at_most(expressions // len(settings)) as games.listed:
            for seed in range(GAMES):
                wrong = wrong or games.look(seed, default)
        found = {**{(d.code, d.span): d for d in wrong}, **found}
    return tuple(found.values())


def _is_default_so(default: Game) -> bool:
    """Whether the game is over as soon under its defaults."""
    games = _Games(default, make_engine(default, "reference"), Setting(default, {}))
    games.play(0)
    return games.is_over_at_once()


def _at_once(games: "_Games") -> Diagnostic:
    assert games.last is not None and games.last.ended is not None
    ended, setting = games.last.ended, games.setting
    message = f"with {setting.text} each of {len(games.lengths)} random games was over after one action: {ended.text}"
    return _placed(Diagnostic("over-at-once", message, ended.span, "holds then", help=LATER), setting, "")


def _placed(found: Diagnostic, setting: Setting, note: str) -> Diagnostic:
    """A diagnostic with a note, and with the options that were given."""
    others = tuple(
        Label(o.span, f"{plain_value(setting.given[o.name])} here")
        for o in setting.options
        if o.span != NOWHERE
    )
    notes = (*found.notes, note) if note else found.notes
    return replace(found, others=(*found.others, *others), notes=notes)
