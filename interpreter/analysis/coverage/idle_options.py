"""Options that do nothing: values under which the game is played as under another one, as far as the rules or much play say."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter

from gdl.core import model
from gdl.diagnostics.values import GameError
from gdl.files.differences import Rules, differences
from interpreter import engine as make_engine
from interpreter.analysis.lockstep.search import explore
from interpreter.caching.fingerprint import played_rules
from interpreter.engines.notation import option_text

VALUES = 6  # of an option, that are tried
POSITIONS = 5_000  # that are compared for a value


@dataclass(frozen=True, slots=True)
class IdleValue:
    """A value of an option that changes nothing. `positions`: in how many nothing differed; 0: the rules are the same."""

    option: str
    value: str
    default: str
    positions: int

    @property
    def text(self) -> str:
        """A sentence for people."""
        how = (
            f"changed nothing in {self.positions:,} positions"
            if self.positions
            else "changes nothing that is played"
        )
        return f"option {self.option} = {self.value} {how} (compared with {self.default})"


def idle_values(
    game: model.Game,
    rules_of: Callable[[dict[str, object]], Rules],
    seed: int,
    seconds: float,
    positions: int = POSITIONS,
) -> Iterator[IdleValue]:
    """The values of options that change nothing, each alone beside the present ones. `rules_of` gives rules under settings.

    Values under which the rules are not valid are left out. After so many seconds only rules are compared, and not play.
    """
    until = perf_counter() + seconds
    present = rules_of({})
    engine = make_engine(game, effort=0)
    for option in game.options:
        others = [v for v in option.values if v != option.value]
        if len(option.values) > VALUES:
            others = [others[0], others[-1]]
        for value in others:
            shown, was = option_text(option, value), option_text(option, option.value)
            try:
                other = rules_of({option.name: shown})
            except GameError:  # the rules forbid the value
                continue
            if played_rules(other.game) == played_rules(game):
                yield IdleValue(option.name, shown, was, 0)
            elif perf_counter() < until:
                changed = differences(present, other)
                found = explore(engine, make_engine(other.game, effort=0), changed, seed, positions)
                if found.first is None:
                    yield IdleValue(option.name, shown, was, found.positions)
