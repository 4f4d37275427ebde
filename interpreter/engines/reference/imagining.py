"""Other positions that a player may be in: what is hidden from them is exchanged until they would notice nothing.

`exchange` makes the exchanges; here they are compared with what the player sees and knows, and mended where they differ.
"""

from collections.abc import Callable, Iterator
from typing import Protocol, Self, TypeVar

from gdl.core.model import Game
from gdl.diagnostics.values import GameError
from gdl.limits import MAX_IMAGINED, MEND_STEPS, MENDINGS
from interpreter.engines.parts import Position
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.exchange import Exchange, noticed
from interpreter.engines.reference.hidden import Hidden, known_to
from interpreter.engines.reference.rechoosing import Secret, chosen_again
from interpreter.engines.reference.rules import Rules
from interpreter.shared.hashing import Random
from interpreter.shared.numbering import Move

CARES = (0,) * 4 + (1,) * 4 + (2,) * 8  # how careful each of the first draws is: see `Exchange.resampled`


class Imaginable(Protocol):
    """What imagining asks of a state."""

    game: Game
    data: Data

    @property
    def exchange(self) -> Exchange: ...
    def rules(self, mover: int | None = None) -> Rules: ...
    def seen(self, player: int) -> tuple[Hidden, Position]: ...
    def secrets(self, player: int) -> tuple[Secret, ...]: ...
    def moves(self) -> list[tuple[int, Move]]: ...
    def apply(self, action: int) -> Self: ...
    def with_data(self, data: Data) -> Self: ...


S = TypeVar("S", bound=Imaginable)


def exchanged(state: S, player: int, random: Random, fits: Callable[[S], bool]) -> S | None:
    """The first exchange of what is hidden that fits; where nothing is hidden, only the seed is new.

    Where the rules tie what the player sees to what they do not see, few draws fit: then draws are mended.
    """
    hidden, _ = state.seen(player)
    if not hidden:
        return reseeded(state, random)
    for care in CARES:
        made = _drawn(state, player, hidden, random, care)
        if made is not None and _holds(fits, made):
            return made
    return next((m for m in _mended(state, player, hidden, random) if _holds(fits, m)), None)


def _holds(fits: Callable[[S], bool], made: S) -> bool:
    """Whether a position fits. One in which the rules go wrong is none that the player may be in."""
    try:
        return fits(made)
    except GameError:
        return False


def reseeded(state: S, random: Random) -> S:
    """The same position, with other chance to come."""
    data = state.data.copy()
    data.seed = random.state
    return state.with_data(data)


def _mended(state: S, player: int, hidden: Hidden, random: Random) -> Iterator[S]:
    """Exchanges with which the player sees the same: each begins with a draw, to which changes are made one by one as long
    as the player would notice no more than before (S. Minton et al., Minimizing conflicts, Artificial Intelligence 58, 1992)."""
    seen, known = state.seen(player)[1], _known(state, player)
    for _ in range(MENDINGS):
        made = _drawn(state, player, hidden, random, 0)
        if made is None:
            continue
        try:
            wrong = noticed(made.seen(player)[1], seen)
        except GameError:
            continue
        for _ in range(MEND_STEPS):
            sites = [s for s in map(state.game.board.site, wrong) if s is not None]
            other = state.with_data(state.exchange.nudged(made.data, hidden, random, sites))
            try:
                now = noticed(other.seen(player)[1], seen)
                if len(now) <= len(wrong):
                    made, wrong = other, now
                is_found = not wrong and _known(made, player) == known
            except GameError:
                continue
            if is_found:
                yield made
                break


def _drawn(state: S, player: int, hidden: Hidden, random: Random, care: int) -> S | None:
    """An exchange of what is hidden that agrees with what the player knows; None if none is found."""
    known = _known(state, player)
    for _ in range(MAX_IMAGINED if known or state.secrets(player) else 1):
        data = state.exchange.resampled(state.data, hidden, random, care)
        try:
            if not all(chosen_again(state.game, data, secret, random) for secret in state.secrets(player)):
                continue
            for seat in sorted(hidden.waiting):
                _choose_again(state, data, seat, random)
            data.seed = random.state
            made = state.with_data(data)
            if _known(made, player) == known:
                return made
        except GameError:  # the rules go wrong there, so the player is not there
            continue
    return None


def _known(state: Imaginable, player: int) -> tuple[object, ...]:
    return known_to(player, state.rules(player).view)


def _choose_again(state: Imaginable, data: Data, seat: int, random: Random) -> None:
    """A player whose choice waits chooses at random from all that they may choose: by the same action, if it is told."""
    game, together = state.game, state.game.together
    assert together is not None
    before = data.copy()
    names = (together.marker, *together.fields)
    for name in names:
        before.player_fields[name] = [None] * len(game.players)
    before.mover = seat
    asked = state.with_data(before)
    action = game.fields[together.marker].type.symbols[data.player_fields[together.marker][seat]]
    alike = together.unnamed if action in together.unnamed else {action}
    legal = [n for n, move in asked.moves() if move.action.name in alike]
    if legal:
        chosen = asked.apply(random.pick(legal)).data
        for name in names:
            data.player_fields[name][seat] = chosen.player_fields[name][seat]
