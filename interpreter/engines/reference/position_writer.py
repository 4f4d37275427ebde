"""Positions out: from the engine's own data to the mapping of docs/language/positions.md, and to bytes.

The full position, which reads back to an equal state; what one player sees of it: there the rest is `hidden`; and the position
within an action that repeats, which people see while they choose its further steps.
"""

import json
import zlib
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from gdl.core import model
from gdl.core.types import PIECE, Type
from interpreter.engines.answers import Midway
from interpreter.engines.errors import RecordError
from interpreter.engines.position_parts import HIDDEN, Position
from interpreter.engines.reference.data import Data, Pending, Wanted
from interpreter.engines.reference.hidden import Hidden
from interpreter.engines.reference.rules import Rules
from interpreter.engines.reference.view import written
from interpreter.shared.numbering import Move, Values


def write(game: model.Game, data: Data) -> Position:
    """The full position."""
    return Writer(game, data).position()


class Writer:
    """Writes one position: the full one, or without what the one who reads it may not see."""

    def __init__(self, game: model.Game, data: Data, hidden: Hidden | None = None) -> None:
        self.game = game
        self.data = data
        self.is_full = hidden is None
        self.hidden = hidden or Hidden()
        self.sites, self.pieces, self.pools = self.hidden.sites, self.hidden.pieces, self.hidden.pools

    def position(self) -> Position:
        return {
            "to_move": self.game.players[self.data.mover].name,
            "pieces": self.on_sites(),
            "sites": self.site_fields(),
            "pools": self.off_board(),
            "fields": self.fields(),
        }

    def value(self, value: Any, kind: Type) -> Any:
        if self.hidden.names_secret(value, kind, self.data):
            return HIDDEN
        if kind.base == "piece" and value in self.data.place:
            return self.whereabouts(value)
        if value is None or kind.base not in ("number", "bool"):
            return written(self.game, value, kind, self.data)
        return str(value) if isinstance(value, Fraction) else value

    def is_default(self, value: Any, field: model.Field) -> bool:
        """Whether a field has its default, which is not written. A piece that is gone is none."""
        is_gone = field.type.base == "piece" and value not in self.data.place
        return bool((None if is_gone else value) == field.default)

    def whereabouts(self, piece: int) -> str:
        """A piece as a value: its site, or where that is not enough its site or pool and what it is."""
        site = self.data.site(piece)
        if site is not None and not self.game.board.is_stacking:
            return self.game.board.sites[site].name
        return f"{self.place(piece)}: {self.piece(piece)}"

    def named(self, piece: int) -> str:
        """A piece within the text of a piece, which may be itself: its site or pool, and its number there where that is not enough.

        A site alone means the topmost piece, a pool alone the first. Of pieces that are alike the first is named.
        """
        data, place = self.data, self.place(piece).replace(" ", ":")
        site, slot = data.site(piece), data.place[piece] - len(data.cells)
        if self.hidden.names_secret(piece, PIECE, data):
            return HIDDEN
        if piece in self.hidden.aspects:
            return place  # its number may tell what it is
        held = data.in_pool(slot) if site is None else data.cells[site]
        if site is None and slot not in data.ordered:
            held = tuple(p for p in held if not self.hidden.is_shaded(p, self.game))
        seen = [None if p in self.hidden.aspects or p in self.pieces else data.known_by(p) for p in held]
        known = data.known_by(piece)
        usual = seen[0 if site is None else -1]
        return place if usual == known else f"{place}:{seen.index(known) + 1}"

    def place(self, piece: int) -> str:
        """The name of the site or pool in which a piece is."""
        site = self.data.site(piece)
        if site is not None:
            return self.game.board.sites[site].name
        slot = self.data.place[piece] - len(self.data.cells)
        pool = max((p for p in self.game.pools.values() if p.slot <= slot), key=lambda p: p.slot)
        holders = self.holders(pool)
        return f"{pool.name} {holders[slot - pool.slot]}" if holders else pool.name

    def holders(self, pool: model.Pool) -> list[Any]:
        """Those who have a pool of a name each, as they are written; none of a pool of the game."""
        if pool.key is not None:
            return [self.value(v, pool.key.type) for v in pool.key.values]
        return [p.name for p in self.game.players] if pool.holder == "player" else []

    def piece(self, p: int, holder: int | None = None) -> str:
        """A piece's text. `holder`: the owner of the pool that it is in, if that player owns all of it."""
        data, game = self.data, self.game
        owner = data.owner[p]
        is_masked = self.hidden.is_masked(p)
        words = [game.players[owner].name] if owner is not None and owner != holder and not is_masked else []
        unknown = [f"owner={HIDDEN}"] if is_masked else []
        if p in self.pieces:
            return " ".join([*words, HIDDEN, *unknown])
        aspects = self.hidden.aspects.get(p, frozenset())
        words += self.kind(p) if self.hidden.is_shaded(p, game) else [game.kinds[data.kind[p]].name]
        words += unknown
        for name, values in data.piece_fields.items():
            field = game.fields[name]
            if name in aspects:
                words.append(f"{name}={HIDDEN}")
            elif p in values and not self.is_default(values[p], field):
                is_named = field.type.base == "piece"
                value = self.named(values[p]) if is_named else self.value(values[p], field.type)
                words.append(f"{name}={str(value).lower() if field.type.base == 'bool' else value}")
        return " ".join(words)

    def kind(self, p: int) -> list[str]:
        """What is seen of a kind that is hidden as a whole, or in some columns."""
        game = self.game
        columns = [] if self.hidden.is_veiled(p) else [c for c in game.columns.values() if not c.by]
        seen = [c for c in columns if c.type.base != "set" and not self.hidden.is_veiled(p, c.name)]
        held = game.kinds[self.data.kind[p]].attributes
        return [HIDDEN, *(f"{c.name}={written(game, held[c.name], c.type, self.data)}" for c in seen)]

    def on_sites(self) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for site in sorted({*self.sites, *self.data.occupied()}):
            name = self.game.board.sites[site].name
            if site in self.sites:
                made[name] = HIDDEN
                continue
            seen = [self.piece(p) for p in self.data.cells[site] if not self.hidden.is_lost(p)]
            if seen:
                made[name] = seen[0] if len(seen) == 1 else seen
        return made

    def site_fields(self) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name, items in self.data.site_fields.items():
            field = self.game.fields[name]
            changed = {}
            for s, v in enumerate(items):
                if s in self.hidden.fields.get(name, ()):
                    changed[self.game.board.sites[s].name] = HIDDEN
                elif not self.is_default(v, field):
                    changed[self.game.board.sites[s].name] = self.value(v, field.type)
            if changed:
                made[name] = changed
        return made

    def off_board(self) -> dict[str, Any]:
        made: dict[str, Any] = {}
        lost = sorted(self.piece(p) for p in self.hidden.lost if p in self.data.place)
        if lost:
            made[HIDDEN] = lost  # somewhere on the board
        for pool in self.game.pools.values():
            holders = self.holders(pool)
            if not holders:
                held = self.pool(pool.slot, None)
                if held:
                    made[pool.name] = held
                continue
            every = {
                holder: self.pool(pool.slot + i, i if pool.is_owned else None)
                for i, holder in enumerate(holders)
            }
            if any(every.values()):
                made[pool.name] = {name: held for name, held in every.items() if held}
        return made

    def pool(self, slot: int, holder: int | None) -> list[str]:
        """The pieces of a pool: of an ordered one the lowest first; else by kind, since their order means nothing, and then
        those that are hidden. Of a pool that is hidden, how many there are."""
        pieces = self.data.in_pool(slot)
        if slot in self.pools:
            return [HIDDEN] * len(pieces)
        if slot in self.data.ordered:
            return [self.piece(p, holder) for p in pieces]
        seen = [self.piece(p, holder) for p in pieces if not self.hidden.is_shaded(p, self.game)]
        return seen + sorted(self.piece(p, holder) for p in pieces if self.hidden.is_shaded(p, self.game))

    def fields(self) -> dict[str, Any]:
        game, data = self.game, self.data
        made: dict[str, Any] = {"turn": data.turn}
        if data.moves != data.turn - 1:
            made["moves"] = data.moves
        if data.passes:
            made["passes"] = data.passes
        if data.phase != ("main" if "main" in game.phases else game.phases[0]):
            made["phase"] = data.phase
        if data.seed and self.is_full:
            made["seed"] = data.seed
        made |= self.game_fields()
        changed = {name: self.player_field(name, items) for name, items in data.player_fields.items()}
        changed |= {name: self.entries(game.fields[name], items) for name, items in data.tables.items()}
        made |= {name: values for name, values in changed.items() if values}
        made |= self.course()
        if data.outcome is not None:
            returns = {p.name: r for p, r in zip(game.players, data.outcome.returns, strict=True)}
            named = {"end": data.outcome.name} if data.outcome.name else {}
            made["result"] = {"returns": returns, "because": data.outcome.text} | named
        return made

    def game_fields(self) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for name, v in self.data.game_fields.items():
            if self.hidden.hides(name):
                made[name] = HIDDEN
            elif not self.is_default(v, self.game.fields[name]):
                made[name] = self.value(v, self.game.fields[name].type)
        return made

    def player_field(self, name: str, items: Sequence[Any]) -> dict[str, Any]:
        """A field of players, for those of whom it differs from its default as far as is seen."""
        game, field = self.game, self.game.fields[name]
        made: dict[str, Any] = {}
        for i, v in enumerate(items):
            is_hidden = self.hidden.hides(name, i)
            if is_hidden or (not self.is_default(v, field) and not self.hidden.is_unseen(name, i, game)):
                is_told = not is_hidden and not self.hidden.is_waiting(name, i, game)
                made[game.players[i].name] = self.value(v, field.type) if is_told else HIDDEN
        return made

    def course(self) -> dict[str, Any]:
        """What comes next, and what has been."""
        game, data = self.game, self.data
        made: dict[str, Any] = {}
        if data.next_player is not None:
            made["next"] = game.players[data.next_player].name
        if data.pending:
            made["pending"] = [self.pending(p) for p in data.pending]
        if self.is_full and any(len(h) > data.is_remembered for h in data.histories.values()):
            made["history"] = {
                name: [f"{n:016x}" for n in numbers] for name, numbers in data.histories.items()
            }
        return made

    def entries(self, field: model.Field, items: Sequence[Any]) -> dict[Any, Any]:
        """The entries of a table that differ from their default: by the first key, then by the second."""
        made: dict[Any, Any] = {}
        for values, item in zip(product(*(key.values for key in field.keys)), items, strict=True):
            if not self.is_default(item, field):
                inner = made
                *path, last = (self.value(v, k.type) for v, k in zip(values, field.keys, strict=True))
                for step in path:
                    inner = inner.setdefault(step, {})
                inner[last] = self.value(item, field.type)
        return made

    def pending(self, p: Pending) -> dict[str, Any]:
        head = {"player": self.game.players[p.player].name, "word": p.word}
        choices = [self.wanted(w) for w in p.choices]
        return head | (choices[0] if len(choices) == 1 else {"choices": choices})

    def wanted(self, w: Wanted) -> dict[str, Any]:
        def plain(value: Any, kind: Type) -> Any:
            if kind.base == "set" and kind.element is not None:
                return [plain(v, kind.element) for v in value]
            return self.value(value, kind)

        parameters = self.game.action(w.action).parameters
        arguments = [plain(v, k) for (_, _, k), v in zip(parameters, w.arguments, strict=True)]
        return {"action": w.action, "arguments": arguments}


# ---- within an action


def midway(rules: Rules, move: Move, arguments: Values) -> Midway | None:
    """The position behind the steps of a move, and where the last of them took pieces; None where a step cannot be made."""
    action, before = move.action, rules.data
    for number, wanted in enumerate((move.values, *move.hops)):
        if number and (action.again is None or not rules.may_go_on(action, action.again)):
            return None
        if not rules.binds(action, None if number else arguments, wanted, False):
            return None
        before, rules = rules.data, rules.stepped(action, number == 0)
    return Midway(write(rules.game, rules.data), _went(before, rules.data))


def _went(before: Data, after: Data) -> tuple[tuple[int, int], ...]:
    """From which site to which pieces went; places behind the sites are those of pools."""
    count = len(before.cells)
    return tuple(
        (start, end)
        for piece, start in before.place.items()
        if (end := after.place.get(piece, count)) != start and start < count and end < count
    )


# ---- bytes


_MARK = b"GDL1"


def packed(fingerprint: str, position: Any) -> bytes:
    body = json.dumps([fingerprint, position], separators=(",", ":")).encode()
    return _MARK + zlib.crc32(body).to_bytes(4, "big") + body


def unpacked(data: bytes) -> Any:
    """What was packed. Raises RecordError for other bytes."""
    if data[:4] != _MARK or zlib.crc32(data[8:]).to_bytes(4, "big") != data[4:8]:
        raise RecordError("these bytes are no saved state, or they are damaged")
    try:
        return json.loads(data[8:])
    except ValueError as error:
        raise RecordError(f"the saved state does not fit the game: {error}") from error
