"""Repetition: what a `position` clause tells apart, as one number, and how often it was there. Also whose turn follows.

Both engines give the same numbers, since positions that are written down hold them. Words of 64 bits are mixed, each
with its place, and added up, so that none waits for another; what has no order, such as a pool, is a word that is a sum
itself. Two different positions have the same number about once in 2^64 pairs.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, assert_never

from gdl.core import model
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.view import View
from interpreter.shared.hashing import (
    MASK64,
    PLACE_MULTIPLIER,
    POOL_DEPTH,
    SPOTS,
    is_additive,
    mix64,
    piece_code,
)
from interpreter.shared.numbering import NO_NUMBER


def repeated(history: str, view: View) -> int:
    """How often the present position has been there, this time included."""
    data = view.data
    return data.histories[history].count(_present(history, view)) + (not data.is_remembered)


def cycle(history: str, view: View) -> int:
    """How many turns ago the present position was there the last time; 0 if never."""
    data = view.data
    earlier = data.histories[history][:-1] if data.is_remembered else data.histories[history]
    present = _present(history, view)
    return next((k for k, number in enumerate(reversed(earlier), 1) if number == present), 0)


def remember(view: View) -> None:
    """Notes the present position, at the beginning of a turn."""
    data = view.data
    for name, history in view.game.histories.items():
        numbers = (*data.histories[name], identity(history, data.mover, view))
        data.histories[name] = numbers[-history.most :]
    data.is_remembered = True


def hashed(view: View) -> int:
    """A number of the whole state; equal states have the same one, in both engines."""
    data = view.data
    number = identity(view.game.whole, data.mover, view)
    others = (data.mover, data.turn, data.moves, data.passes, view.counter("phase"), len(data.pending))
    for word in (*others, *(len(remembered) for remembered in data.histories.values())):
        number = mix64(number ^ (word & MASK64))
    return number


# ---- whose turn follows


def next_in_order(player: int, view: View) -> int:
    """The next player who is not passed over; simply the next one when all would be."""
    count = view.player_count
    order = [(player + k) % count for k in range(1, count + 1)]
    return next((p for p in order if not is_skipped(p, view)), order[0])


def is_skipped(player: int, view: View) -> bool:
    """Whether some `skip` passes over a player."""
    for skip in view.game.skips:
        view.viewpoint = view.mover
        view.names[skip.slot] = player
        if view.value(skip.condition):
            return True
    return False


# ---- numbers


def _present(history: str, view: View) -> int:
    """The number of the present position. Its mover is who acts when the turn has passed on."""
    data = view.data
    player = data.mover
    if not data.is_remembered:
        player = next_in_order(player, view) if data.next_player is None else data.next_player
    return identity(view.game.histories[history], player, view)


def identity(history: model.History, mover: int, view: View) -> int:
    """The number of a position, where it is this player's turn, by what a `position` clause names."""
    was = view.mover, view.viewpoint
    view.mover = view.viewpoint = mover
    words = (word for feature in history.features for word in _words(feature, view))
    number = sum(mix64((word + place * PLACE_MULTIPLIER) & MASK64) for place, word in enumerate(words))
    view.mover, view.viewpoint = was
    return number & MASK64


def _words(feature: model.Feature, view: View) -> Iterator[int]:
    game, data = view.game, view.data
    match feature.form:
        case "pieces":
            yield from _board_words(view)
        case "pool":
            pool = game.pools[feature.name]
            for slot in game.slots_of(pool):
                held = data.pools[slot]
                depths = range(len(held)) if pool.is_ordered else [0] * len(held)
                yield _sum(
                    depth * POOL_DEPTH + data.kind[p] * 16 + _code(data.owner[p]) + 1
                    for depth, p in zip(depths, held, strict=True)
                )
        case "field":
            yield from _field_words(game.fields[feature.name], data)
        case "value":
            assert feature.value is not None
            yield from _value_words(feature.value, view)
        case _:
            assert_never(feature.form)


def _board_words(view: View) -> Iterator[int]:
    """The pieces as a sum; or which sites hold something, which each player's pieces, and which each kind."""
    game, data = view.game, view.data
    if is_additive(game):
        yield sum(piece_code(_spot(p, data), data.owner[p], data.kind[p]) for p in _standing(data)) & MASK64
        return
    tops = [(s, cell[-1]) for s, cell in enumerate(data.cells) if cell]
    sets = [[s for s, _ in tops]]
    sets += [[s for s, p in tops if data.owner[p] == seat] for seat in range(len(game.players))]
    if len(game.kinds) > 1:
        sets += [[s for s, p in tops if data.kind[p] == k] for k in range(len(game.kinds))]
    for members in sets:
        bits = sum(1 << s for s in members)
        for start in range(0, len(game.board.sites), 64):
            yield bits >> start & MASK64


def _standing(data: Data) -> Iterator[int]:
    for site in data.occupied():
        yield from data.cells[site]


def _spot(piece: int, data: Data) -> int:
    """A number for where a piece stands: its site, and how high."""
    site = data.place[piece]
    return site * SPOTS + data.cells[site].index(piece)


def _field_words(field: model.Field, data: Data) -> Iterator[int]:
    match field.holder:
        case "game":
            yield _field_code(field, data.game_fields[field.name], data)
        case "player":
            yield from (_field_code(field, v, data) for v in data.player_fields[field.name])
        case "site":
            yield from (_field_code(field, v, data) for v in data.site_fields[field.name])
        case "table":
            yield from (_field_code(field, v, data) for v in data.tables[field.name])
        case "piece":
            values = data.piece_fields[field.name]
            yield _sum(
                mix64(_spot(p, data)) + _field_code(field, values[p], data)
                for p in _standing(data)
                if p in values and values[p] != field.default and not _is_dangling(field, values[p], data)
            )
        case _:
            assert_never(field.holder)


def _is_dangling(field: model.Field, value: Any, data: Data) -> bool:
    """Whether a field names a piece that is no more: then it is none."""
    return field.type.base == "piece" and value not in data.place


def _field_code(field: model.Field, value: Any, data: Data) -> int:
    if field.type.base == "piece":
        return data.place.get(value, -1)
    return NO_NUMBER if value is None and field.type.base == "number" else _code(value)


def _value_words(expr: model.Expr, view: View) -> Iterator[int]:
    value = view.value(expr)
    if expr.type.base == "set":
        yield _sum(_code(v) for v in value or ())
    elif expr.type.base == "piece":
        yield view.data.place.get(value, -1)
    elif expr.type.base != "number":
        yield _code(value)
    else:
        number = Fraction(0 if value is None else value)
        yield number.numerator
        if number.denominator != 1:
            yield number.denominator


def _code(value: Any) -> int:
    return -1 if value is None else int(value)


def _sum(words: Iterable[int]) -> int:
    return sum(mix64(word & MASK64) for word in words) & MASK64
