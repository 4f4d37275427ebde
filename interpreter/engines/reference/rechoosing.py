"""Hidden values that players chose for their pieces, chosen again: an order that was written in secret may be any that could be written.

Nobody keeps how a position came about. So the values are taken back, and their player chooses for as many pieces among all actions
that are legal then, one after the other, each equally often. This is done where it explains what is there: where each
value that a piece holds could be chosen so. Values that were given otherwise, or in several actions, change places only.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from gdl.core import model
from gdl.core.visit import nodes
from gdl.diagnostics.values import GameError
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.hidden import Hidden
from interpreter.engines.reference.rules import Legal, Rules
from interpreter.shared.hashing import Random
from interpreter.shared.numbering import Move

Held = tuple[Any, ...]  # what a piece holds in each of the fields


class Asked(Protocol):
    """A state of which it is asked what was chosen in it."""

    game: model.Game
    data: Data

    def rules(self, mover: int | None = None) -> Rules: ...


@dataclass(frozen=True, slots=True)
class Secret:
    """What one player chose unseen: for `count` of their `pieces`, in a phase. `ways`: what could be chosen for a piece."""

    chooser: int
    phase: str
    fields: tuple[str, ...]
    pieces: tuple[int, ...]
    count: int
    ways: frozenset[tuple[int, Held]]


def chosen_fields(game: model.Game) -> tuple[str, ...]:
    """The fields of pieces that some clause hides by themselves and some action writes."""
    hidden = {name for hide in game.hides if hide.hides_pieces for name in hide.aspects}
    written = {n.field for n in nodes(_actions(game)) if isinstance(n, model.SetField)}
    return tuple(n for n, f in game.fields.items() if f.holder == "piece" and n in hidden & written)


def secrets(state: Asked, player: int, hidden: Hidden, fields: tuple[str, ...]) -> tuple[Secret, ...]:
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
    state: Asked, seat: int, unseen: list[int], hidden: Hidden, fields: tuple[str, ...]
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


def _actions(game: model.Game) -> tuple[model.Action, ...]:
    """The actions with what they do in the end, also where they wait for others."""
    together = game.together.actions if game.together is not None else ()
    return (*game.actions, *together)


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
    made = {a.name: a for a in _actions(game)}  # of those that wait, what they do in the end
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
