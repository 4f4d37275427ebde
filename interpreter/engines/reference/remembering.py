"""Positions that come again: what a `position` clause tells apart, as one number, and how often it was there.

Both engines give the same numbers, since positions that are written down hold them. Words of 64 bits are mixed, each
with its place, and added up, so that none waits for another; what has no order, such as a pool, is a word that is a sum
itself. Two different positions have the same number about once in 2^64 pairs.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, assert_never

from gdl import model
from interpreter.engines.reference.effects import Effects
from interpreter.hashing import MASK64, PLACE_MULTIPLIER, is_additive, mix64, piece_code
from interpreter.numbering import NO_NUMBER


class Remembering(Effects):
    """Numbers positions, and compares the present one with those that are remembered."""

    def next_in_order(self, player: int) -> int:
        raise NotImplementedError  # by Rules

    # ---- what is asked

    def repeated(self, history: str) -> int:
        data = self.data
        return data.histories[history].count(self.present(history)) + (not data.is_remembered)

    def cycle(self, history: str) -> int:
        data = self.data
        earlier = data.histories[history][:-1] if data.is_remembered else data.histories[history]
        present = self.present(history)
        return next((k for k, number in enumerate(reversed(earlier), 1) if number == present), 0)

    def present(self, history: str) -> int:
        """The number of the present position. Its mover is who acts when the turn has passed on."""
        data = self.data
        player = data.mover
        if not data.is_remembered:
            player = self.next_in_order(player) if data.next_player is None else data.next_player
        return self.identity(self.game.histories[history], player)

    def remember(self) -> None:
        """At the beginning of a turn."""
        data = self.data
        for name, history in self.game.histories.items():
            numbers = (*data.histories[name], self.identity(history, data.mover))
            data.histories[name] = numbers[-history.most :]
        data.is_remembered = True

    # ---- numbers

    def hashed(self) -> int:
        """A number of the whole state; equal states have the same one, in both engines."""
        data = self.data
        number = self.identity(self.game.whole, data.mover)
        phase = self.game.phase_order.index(data.phase)
        others = (data.mover, data.turn, data.moves, data.passes, phase, len(data.pending))
        for word in (*others, *(len(remembered) for remembered in data.histories.values())):
            number = mix64(number ^ (word & MASK64))
        return number

    def identity(self, history: model.History, mover: int) -> int:
        was = self.mover, self.viewpoint
        self.mover = self.viewpoint = mover
        words = (word for feature in history.features for word in self.words(feature))
        number = sum(mix64((word + place * PLACE_MULTIPLIER) & MASK64) for place, word in enumerate(words))
        self.mover, self.viewpoint = was
        return number & MASK64

    def words(self, feature: model.Feature) -> Iterator[int]:
        game, data = self.game, self.data
        match feature.form:
            case "pieces":
                yield from self.board_words()
            case "pool":
                pool = game.pools[feature.name]
                for seat in range(len(game.players) if pool.holder == "player" else 1):
                    held = data.pools[pool.slot + seat]
                    yield _sum(data.kind[p] * 16 + _code(data.owner[p]) + 1 for p in held)
            case "field":
                yield from self.field_words(game.fields[feature.name])
            case "value":
                assert feature.value is not None
                yield from self.value_words(feature.value)
            case _:
                assert_never(feature.form)

    def board_words(self) -> Iterator[int]:
        """The pieces as a sum; or which sites hold something, which each player's pieces, and which each kind."""
        game, data = self.game, self.data
        if is_additive(game):
            yield sum(piece_code(self.spot(p), data.owner[p], data.kind[p]) for p in self.standing()) & MASK64
            return
        tops = [(s, cell[-1]) for s, cell in enumerate(data.cells) if cell]
        sets = [[s for s, _ in tops]]
        sets += [[s for s, p in tops if data.owner[p] == seat] for seat in range(len(game.players))]
        if len(game.kinds) > 1:
            sets += [[s for s, p in tops if data.kind[p] == k] for k in range(len(game.kinds))]
        for members in sets:
            bits = sum(1 << s for s in members)
            for start in range(0, len(self.board.sites), 64):
                yield bits >> start & MASK64

    def standing(self) -> Iterator[int]:
        for site in self.data.occupied():
            yield from self.data.cells[site]

    def spot(self, piece: int) -> int:
        """A number for where a piece stands: its site, and how high."""
        site = self.data.place[piece]
        return site * 1024 + self.data.cells[site].index(piece)

    def field_words(self, field: model.Field) -> Iterator[int]:
        data = self.data
        match field.holder:
            case "game":
                yield self.code(field, data.game_fields[field.name])
            case "player":
                yield from (self.code(field, v) for v in data.player_fields[field.name])
            case "site":
                yield from (self.code(field, v) for v in data.site_fields[field.name])
            case "piece":
                values = data.piece_fields[field.name]
                yield _sum(
                    mix64(self.spot(p)) + self.code(field, values[p])
                    for p in self.standing()
                    if p in values and values[p] != field.default and not self.is_dangling(field, values[p])
                )
            case _:
                assert_never(field.holder)

    def is_dangling(self, field: model.Field, value: Any) -> bool:
        """Whether a field names a piece that is no more: then it is none."""
        return field.type.base == "piece" and value not in self.data.place

    def code(self, field: model.Field, value: Any) -> int:
        if field.type.base == "piece":
            return self.data.place.get(value, -1)
        return NO_NUMBER if value is None and field.type.base == "number" else _code(value)

    def value_words(self, expr: model.Expr) -> Iterator[int]:
        value = self.value(expr)
        if expr.type.base == "set":
            yield _sum(_code(v) for v in value or ())
        elif expr.type.base == "piece":
            yield self.data.place.get(value, -1)
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
