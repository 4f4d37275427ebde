"""States of the native engine to and from the reference engine's data, cell by cell."""

import struct
from typing import Any

from gdl import model
from gdl.types import Type
from interpreter import ir
from interpreter.engines.reference.data import Data, Outcome, Pending, Wanted
from interpreter.hashing import MASK64, piece_code, signed64
from interpreter.lowering.lower import defaults
from interpreter.lowering.plan import ARGUMENT_ITEMS, Plan
from interpreter.lowering.singles import WORDS
from interpreter.numbering import NO_NUMBER

_LETTERS = {8: "b", 16: "h", 32: "i", 64: "q"}
GONE = -2  # stands in a demand for a piece that is no more


class Capacity(ValueError):  # noqa: N818 - an answer, not an error
    """More pieces or demands than the cells of a state hold."""


class Cells:
    """One state's memory, by the names of its cells."""

    def __init__(self, layout: ir.Layout, memory: bytes | bytearray) -> None:
        self.layout = layout
        self.memory = bytearray(memory)

    def __contains__(self, name: str) -> bool:
        return name in self.layout.cells

    def get(self, name: str, index: int = 0) -> int:
        cell = self.layout.cells[name]
        if cell.size:
            start = cell.offset + index * cell.bytes_each
            return int.from_bytes(self.memory[start : start + cell.bytes_each], "little")
        letter = "<" + _LETTERS[cell.width]
        value: int = struct.unpack_from(letter, self.memory, cell.offset + index * cell.width // 8)[0]
        return value

    def set(self, name: str, value: int, index: int = 0) -> None:
        cell = self.layout.cells[name]
        if cell.size:
            start = cell.offset + index * cell.bytes_each
            self.memory[start : start + cell.bytes_each] = value.to_bytes(cell.bytes_each, "little")
        else:
            struct.pack_into(
                "<" + _LETTERS[cell.width], self.memory, cell.offset + index * cell.width // 8, value
            )

    def all(self, name: str) -> list[int]:
        cell = self.layout.cells[name]
        return list(struct.unpack_from(f"<{cell.count}{_LETTERS[cell.width]}", self.memory, cell.offset))

    def join(self, name: str, member: int, index: int = 0) -> None:
        """Adds a member to a set."""
        cell = self.layout.cells[name]
        if cell.count > 1 and cell.size == 64 and index == 0 and member >= 64:
            index, member = divmod(member, 64)
        self.set(name, self.get(name, index) | 1 << member, index)


class Converter:
    """Converts the states of one game."""

    def __init__(self, plan: Plan, layout: ir.Layout) -> None:
        self.plan = plan
        self.game = plan.game
        self.layout = layout
        self.blank = defaults(plan, layout)
        self.phases = plan.game.phase_order

    # ---- to cells

    def encode(self, data: Data) -> bytes:
        """Raises Capacity."""
        cells = Cells(self.layout, self.blank)
        names = self.encode_pieces(data, cells)
        for f in self.game.fields.values():
            cell = f"{f.holder}.{f.name}"
            match f.holder:
                case "game":
                    cells.set(cell, self.to_cell(f, data.game_fields[f.name], names))
                case "player":
                    for i, v in enumerate(data.player_fields[f.name]):
                        cells.set(cell, self.to_cell(f, v, names), i)
                case "site":
                    for i, v in enumerate(data.site_fields[f.name]):
                        cells.set(cell, self.to_cell(f, v, names), i)
                case _:
                    for piece, at in names.items():
                        v = data.piece_fields[f.name].get(piece, f.default)
                        cells.set(cell, self.to_cell(f, v, names), at)
        cells.set("mover", data.mover)
        cells.set("phase", self.phases.index(data.phase))
        cells.set("follows", -1 if data.next_player is None else data.next_player)
        cells.set("turn", data.turn)
        cells.set("moves", data.moves)
        cells.set("passes", data.passes)
        if "seed" in cells:
            seed = data.seed & MASK64
            cells.set("seed", signed64(seed))
        if "captures" in cells:
            cells.set("captures", len(data.captured))
            for kind in data.captured:
                cells.join("captured", kind)
        if self.game.histories:
            cells.set("remembered", int(data.is_remembered))
        for name, numbers in data.histories.items():
            cells.set(f"recorded.{name}", len(numbers))
            for at, n in enumerate(numbers):
                cells.set(f"history.{name}", signed64(n), at)
        if data.outcome is not None:
            cells.set("over", 1)
            for p, value in enumerate(data.outcome.returns):
                if "parts" in cells:
                    top, bottom = float(value).as_integer_ratio()
                    cells.set("result", top, p)
                    cells.set("parts", bottom, p)
                else:
                    cells.set("result", int(value), p)
        if data.pending:
            self.encode_demands(data, cells, names)
        return bytes(cells.memory)

    def encode_pieces(self, data: Data, cells: Cells) -> dict[int, int]:
        """Puts the pieces down; the name of each: its site, or a number."""
        if self.plan.by_site:
            for site, cell in enumerate(data.cells):
                for piece in cell:
                    self.mark(cells, site, data.kind[piece], data.owner[piece])
                    if "kind" in cells:
                        cells.set("kind", data.kind[piece], site)
            return {p: s for s, cell in enumerate(data.cells) for p in cell}
        names: dict[int, int] = {}
        places = [*data.cells, *(data.in_pool(i) for i in range(len(data.pools)))]
        for place, held in enumerate(places):
            before = -1
            for piece in held:
                at = names[piece] = len(names)
                if at >= self.plan.capacity:
                    raise Capacity(f"there are more than {self.plan.capacity} pieces")
                cells.set("kind", data.kind[piece], at)
                owner = data.owner[piece]
                cells.set("owner", -1 if owner is None else owner, at)
                cells.set("place", place, at)
                if before < 0:
                    cells.set("first", at, place)
                else:
                    cells.set("next", at, before)
                if "below" in cells:
                    cells.set("below", before, at)
                before = at
                if place < self.plan.sites:
                    if "top" in cells:
                        cells.set("top", at, place)
                    if piece == held[-1]:  # what is seen of a site is its topmost piece
                        self.mark(cells, place, data.kind[piece], owner)
        cells.set("newest", len(names) - 1)
        return names

    def mark(self, cells: Cells, site: int, kind: int, owner: int | None) -> None:
        cells.join("occupied", site)
        if "own" in cells and owner is not None:
            cells.join("own", site, owner)
        if "are" in cells:
            cells.join("are", site, kind)
        if "standing" in cells:
            total = cells.get("standing") + piece_code(site * 1024, owner, kind)
            cells.set("standing", signed64(total & MASK64))

    def to_cell(self, f: model.Field, value: Any, names: dict[int, int]) -> int:
        if value is None:
            width = self.layout.cells[f"{f.holder}.{f.name}"].width
            return -(1 << (width - 1)) if f.type.base == "number" else -1
        return names.get(value, -1) if f.type.base == "piece" else int(value)

    def encode_demands(self, data: Data, cells: Cells, names: dict[int, int]) -> None:
        words = self.plan.demand_words
        if len(data.pending) * words > self.layout.cells["demands"].count:
            raise Capacity("more decisions are waiting than fit")
        cells.set("waiting", len(data.pending))
        for k, demand in enumerate(data.pending):
            at = k * words
            for i, v in enumerate((demand.player, WORDS.index(demand.word), len(demand.choices))):
                cells.set("demands", v, at + i)
            for c, wanted in enumerate(demand.choices):
                action = self.game.action(wanted.action)
                base = at + 3 + c * self.plan.alternative_words
                cells.set("demands", action.index, base)
                base += 1
                for (_, slot, kind), value in zip(action.parameters, wanted.arguments, strict=True):
                    for i, word in enumerate(self.argument(kind, value, names, slot)):
                        cells.set("demands", word, base + i)
                    base += self.plan.words(kind, slot)

    def argument(self, kind: Type, value: Any, names: dict[int, int], slot: int) -> list[int]:
        if kind.base != "set":
            if value is None:
                return [NO_NUMBER if kind.base == "number" else -1]
            return [names.get(value, GONE) if kind.base == "piece" else int(value)]
        element = kind.element or kind
        codes = [names.get(v, GONE) for v in value] if element.base == "piece" else [int(v) for v in value]
        if self.plan.kept_type(kind, slot).name == "list":
            if len(codes) > ARGUMENT_ITEMS:
                raise Capacity("a set is too large to be given to a decision that waits")
            return [len(codes), *codes]
        bits = sum(1 << c for c in codes)
        words = [bits >> 64 * i & MASK64 for i in range(self.plan.words(kind, slot))]
        return [signed64(w) for w in words]

    # ---- from cells

    def decode(self, memory: bytes, span: Any = None, text: str = "") -> Data:
        """`span` and `text` say why the game is over, if it is."""
        cells = Cells(self.layout, memory)
        data = Data(self.game)
        self.decode_pieces(cells, data)
        for f in self.game.fields.values():
            cell = f"{f.holder}.{f.name}"
            values = [self.from_cell(f, v) for v in cells.all(cell)]
            match f.holder:
                case "game":
                    data.game_fields[f.name] = values[0]
                case "player":
                    data.player_fields[f.name] = values
                case "site":
                    data.site_fields[f.name] = values
                case _:
                    data.piece_fields[f.name] = {p: values[p] for p in data.place if values[p] != f.default}
        data.mover = cells.get("mover")
        data.phase = self.phases[cells.get("phase")]
        follows = cells.get("follows")
        data.next_player = None if follows < 0 else follows
        data.turn, data.moves, data.passes = (cells.get(n) for n in ("turn", "moves", "passes"))
        if "seed" in cells:
            data.seed = cells.get("seed") & MASK64
        for name in self.game.histories:
            held = cells.all(f"history.{name}")[: cells.get(f"recorded.{name}")]
            data.histories[name] = tuple(n & MASK64 for n in held)
            data.is_remembered = bool(cells.get("remembered"))
        if cells.get("over"):
            data.outcome = Outcome(self.returns(memory), span, text)
        if "waiting" in cells:
            data.pending = tuple(self.demand(cells, k) for k in range(cells.get("waiting")))
        return data

    def decode_pieces(self, cells: Cells, data: Data) -> None:
        def add(piece: int, kind: int, owner: int, place: int) -> None:
            data.next_id = piece
            data.add(kind, None if owner < 0 else owner, place)

        if self.plan.by_site:
            occupied = cells.get("occupied") if self.plan.sites else 0
            for site in range(self.plan.sites):
                if occupied >> site & 1:
                    owner = next((p for p in range(self.plan.players) if cells.get("own", p) >> site & 1), -1)
                    add(site, cells.get("kind", site) if "kind" in cells else 0, owner, site)
            data.next_id = self.plan.sites
            return
        kinds, owners, following = cells.all("kind"), cells.all("owner"), []
        if "next" in cells:
            following = cells.all("next")
        for place, first in enumerate(cells.all("first")):
            piece = first
            while piece >= 0:
                add(piece, kinds[piece], owners[piece], place)
                piece = following[piece] if following else -1
        data.next_id = self.plan.capacity

    def from_cell(self, f: model.Field, value: int) -> Any:
        if f.type.base == "number":
            width = self.layout.cells[f"{f.holder}.{f.name}"].width
            return None if f.type.is_optional and value == -(1 << (width - 1)) else value
        if value < 0:
            return None
        return bool(value) if f.type.base == "bool" else value

    def demand(self, cells: Cells, k: int) -> Pending:
        at = k * self.plan.demand_words
        player, word, count = (cells.get("demands", at + i) for i in range(3))
        choices = []
        for c in range(count):
            base = at + 3 + c * self.plan.alternative_words
            action = self.game.actions[cells.get("demands", base)]
            base += 1
            arguments = []
            for _, slot, kind in action.parameters:
                arguments.append(self.given(cells, kind, base, slot))
                base += self.plan.words(kind, slot)
            choices.append(Wanted(action.name, tuple(arguments)))
        return Pending(player, WORDS[word], tuple(choices))

    def given(self, cells: Cells, kind: Type, base: int, slot: int) -> Any:
        value = cells.get("demands", base)
        if kind.base != "set":
            if kind.base == "number":
                return None if value == NO_NUMBER else value
            if value < 0:
                return None if value != GONE else -1
            return bool(value) if kind.base == "bool" else value
        if self.plan.kept_type(kind, slot).name == "list":
            return tuple(cells.get("demands", base + 1 + i) for i in range(value))
        bits = sum(
            (cells.get("demands", base + i) & MASK64) << 64 * i for i in range(self.plan.words(kind, slot))
        )
        return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)

    def returns(self, memory: bytes) -> tuple[float, ...]:
        """What a finished state says each player gets."""
        cells = Cells(self.layout, memory)
        tops = cells.all("result")
        parts = cells.all("parts") if "parts" in cells else [1] * len(tops)
        return tuple(top / part for top, part in zip(tops, parts, strict=True))
