"""What each action reads that players other than the mover do not see: it decides whether the action is private, and which of its
choices others are told. Actions are followed part by part, and a part to the first such read."""

from collections.abc import Mapping
from typing import TypeAlias

from gdl.checker.analyses.analysis import GameFacts
from gdl.checker.analyses.reading import (
    Phases,
    Watch,
    follow_part,
    has_hidden_sites,
    phases_of,
    points,
    watch_of,
)
from gdl.checker.analyses.terms import OTHER, TooManyError
from gdl.core import model
from gdl.platform.dataclass import dataclass
from gdl.source import Span

Read: TypeAlias = tuple[Span, Span]  # where something hidden is read, and where it is hidden


class HiddenReadError(Exception):
    """A read of something hidden, behind which nothing is followed."""

    def __init__(self, read: Read) -> None:
        super().__init__()
        self.read = read


@dataclass(frozen=True, slots=True)
class Followed:
    """An action as others than the mover see it: what its parts read that is hidden from them, the first read of each."""

    watch: Watch
    hides_sites: bool
    by_part: tuple[Read | None, ...]

    @property
    def reads_hidden(self) -> bool:
        return self.hides_sites or any(self.by_part)


Reads: TypeAlias = Mapping[
    str, Followed | None
]  # by the name of an action; None where it has too much to follow


def hidden_reads(facts: GameFacts) -> Reads:
    """What each action of a game reads that is hidden from others; empty where nothing is hidden."""
    game = facts.game
    if not game.is_hidden:
        return {}
    phases = phases_of(game)
    return {action.name: followed(action, game, phases) for action in game.actions}


def followed(action: model.Action, game: model.Game, phases: Phases) -> Followed | None:
    """What an action reads that is hidden from others; None where it has too much to follow."""
    watch = watch_of(game, OTHER, phases, raise_found)
    hides_sites = has_hidden_sites(action, watch)
    by_part: list[Read | None] = []
    try:
        for at in points(action, watch):
            watch.followed.clear()  # each part is judged by what it reads itself
            try:
                follow_part(at)
                by_part.append(None)
            except HiddenReadError as found:
                by_part.append(found.read)
    except TooManyError:
        return None
    return Followed(watch, hides_sites, tuple(by_part[:-1]))  # behind the last part nothing is asked


def raise_found(clause: str, span: Span, label: str, other: Span) -> None:
    """Stops at the first read of something hidden. Raises HiddenReadError."""
    raise HiddenReadError((span, other))
