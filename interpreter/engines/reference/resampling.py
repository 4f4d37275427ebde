"""Other positions that a player may be in: what is hidden from them is exchanged until they would notice nothing.

`exchange` makes the exchanges; here they are compared with what the player sees and knows, and mended where they differ.

Hidden values that players chose for their pieces are chosen again: an order that was written in secret may be any that could be
written. Nobody keeps how a position came about. So the values are taken back, and their player chooses for as many pieces among all
actions that are legal then, one after the other, each equally often. This is done where it explains what is there: where each
value that a piece holds could be chosen so. Values that were given otherwise, or in several actions, change places only.
"""

from collections.abc import Callable, Iterator
from typing import Any, Protocol, Self, TypeVar

from gdl.core import model
from gdl.core.model import Game
from gdl.core.visit import nodes
from gdl.diagnostics.values import GameError
from gdl.limits import MAX_IMAGINED, MAX_REPAIR_STEPS, MAX_REPAIRS
from gdl.platform.dataclass import dataclass
from interpreter.engines.position_parts import Position
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.exchange import Exchange, deciding_actions, noticed
from interpreter.engines.reference.hidden import Hidden, known_to
from interpreter.engines.reference.rules import Legal, Rules
from interpreter.shared.hashing import Random
from interpreter.shared.numbering import Move

# ---- exchanges that nobody notices


CARES = (0,) * 4 + (1,) * 4 + (2,) * 8  # how careful each of the first draws is: see `Exchange.resampled`


class Imaginable(Protocol):
    """What imagining asks of a state."""

    game: Game
    data: Data

    @property
    def exchange(self) -> Exchange: ...
    def rules(self, mover: int | None = None) -> Rules: ...
    def seen(self, player: int) -> tuple[Hidden, Position]: ...
    def secrets(self, player: int) -> "tuple[Secret, ...]": ...
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
    data.seed = random.state if state.exchange.has_luck else 0
    return state.with_data(data)


def _mended(state: S, player: int, hidden: Hidden, random: Random) -> Iterator[S]:
    """Exchanges with which the player sees the same: each begins with a draw, to which changes are made one by one as long
    as the player would notice no more than before (S. Minton et al., Minimizing conflicts, Artificial Intelligence 58, 1992)."""
    seen, known = state.seen(player)[1], _known(state, player)
    for _ in range(MAX_REPAIRS):
        made = _drawn(state, player, hidden, random, 0)
        if made is None:
            continue
        try:
            wrong = noticed(made.seen(player)[1], seen)
        except GameError:
            continue
        for _ in range(MAX_REPAIR_STEPS):
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
            data.seed = random.state if state.exchange.has_luck else 0
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


# ---- hidden choices, chosen again


Held = tuple[Any, ...]  # what a piece holds in each of the fields


@dataclass(frozen=True, slots=True)
class Secret:
    """What one player chose unseen: for `count` of their `pieces`, in a phase. `ways`: what could be chosen for a piece."""

    chooser: int
    phase: str
    fields: tuple[str, ...]
    pieces: tuple[int, ...]
    count: int
    ways: frozenset[tuple[int, Held]]


def secrets(state: Imaginable, player: int, hidden: Hidden, fields: tuple[str, ...]) -> tuple[Secret, ...]:
    """What the others chose unseen by a player, as far as choosing explains it."""
    data = state.data
    unseen = [
        p for p, found in sorted(hidden.aspects.items()) if p not in hidden.pieces and found & {*fields}
    ]
    choosers = {data.owner[p] for p in unseen} - {None, player}
    found = (
        _secret(state, seat, unseen, hidden, fields) for seat in sorted(choosers, key=str) if seat is not None
    )
    return tuple(s for s in found if s is not None)


def chosen_again(game: model.Game, data: Data, secret: Secret, random: Random) -> bool:
    """Chooses in a position what was chosen unseen; whether it could be chosen for as many pieces."""
    left = set(secret.pieces)
    for piece in secret.pieces:
        _write(data, secret.fields, piece, _nothing(game, secret.fields))
    for _ in range(secret.count):
        rules = _asked(game, data, secret.chooser, secret.phase, random.state)
        ways = [*_offered(rules, secret.fields)]
        written: tuple[int, Held] | None = None
        while ways and (written is None or written not in secret.ways):
            at = random.below(len(ways))
            ways[at], ways[-1] = ways[-1], ways[at]
            written = _effect(rules, ways.pop(), secret.fields, left)
        if written is None or written not in secret.ways:
            return False
        _write(data, secret.fields, *written)
        left.discard(written[0])
    return True


def _secret(
    state: Imaginable, seat: int, unseen: list[int], hidden: Hidden, fields: tuple[str, ...]
) -> Secret | None:
    """What a player chose, in the first phase that explains it."""
    game, data = state.game, state.data
    own = tuple(p for p in unseen if data.owner[p] == seat)
    names = tuple(f for f in fields if all(f in hidden.aspects[p] for p in own))
    nothing = _nothing(game, names)
    held = {(p, found) for p in own if (found := _held(data, names, p)) != nothing}
    if not held:
        return None
    before = data.copy()
    for piece in own:
        _write(before, names, piece, nothing)
    for phase in dict.fromkeys((data.phase, *game.phases)):
        rules = _asked(game, before, seat, phase, 0)
        try:
            ways = {_effect(rules, way, names, set(own)) for way in _offered(rules, names)}
        except GameError:  # nobody could choose there
            continue
        if held <= ways:
            return Secret(seat, phase, names, own, len(held), frozenset(w for w in ways if w is not None))
    return None


def _asked(game: model.Game, data: Data, seat: int, phase: str, seed: int) -> Rules:
    """The rules for a player who chooses in a phase, when no other choice waits."""
    before = data.copy()
    before.mover, before.phase, before.pending, before.seed = seat, phase, (), seed
    for name in (game.together.marker, *game.together.fields) if game.together is not None else ():
        before.player_fields[name] = [None] * len(game.players)
    return Rules(game, before, seat)


def _offered(rules: Rules, fields: tuple[str, ...]) -> Iterator[Legal]:
    """The ways to carry out the actions on offer that write some of the fields."""
    game = rules.game
    made = {a.name: a for a in deciding_actions(game)}  # of those that wait, what they do in the end
    for names in rules.on_offer(game.turn_of(rules.data.phase)):
        found = [way for name in names for way in rules.legal_of(made[name], ())]
        if found:
            writing = {n for n in names if any(_writes(node, fields) for node in nodes(made[n].effects))}
            yield from (way for way in rules.preferred(found) if way[0].name in writing)
            return


def _writes(node: object, fields: tuple[str, ...]) -> bool:
    return isinstance(node, model.SetField) and node.field in fields


def _effect(rules: Rules, way: Legal, fields: tuple[str, ...], among: set[int]) -> tuple[int, Held] | None:
    """The one piece among some to which an action gives something, and what it holds then."""
    action, values, hops = way
    try:
        after = rules.fresh().play(Move(action, values, hops), ())
    except GameError:
        return None
    nothing = _nothing(rules.game, fields)
    written = [
        p for p in among if after is not None and p in after.kind and _held(after, fields, p) != nothing
    ]
    return (written[0], _held(after, fields, written[0])) if after is not None and len(written) == 1 else None


def _nothing(game: model.Game, fields: tuple[str, ...]) -> Held:
    return tuple(game.fields[f].default for f in fields)


def _held(data: Data, fields: tuple[str, ...], piece: int) -> Held:
    return tuple(data.piece_fields[f].get(piece, data.defaults[f]) for f in fields)


def _write(data: Data, fields: tuple[str, ...], piece: int, values: Held) -> None:
    for name, value in zip(fields, values, strict=True):
        if value == data.defaults[name]:
            data.piece_fields[name].pop(piece, None)
        else:
            data.piece_fields[name][piece] = value
