"""States of the native engine to and from the reference engine's data, cell by cell.

`interpreter/lowering/facts/layout.py` has the layout of demands that wait.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from gdl.core import model
from gdl.core.types import Type
from gdl.source import NOWHERE
from interpreter.engines.reference.data import Data, Outcome, Pending, Wanted
from interpreter.lowering.facts.domains import ARGUMENT_ITEMS
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.layout import GONE, HEAD, WORDS, field_cell
from interpreter.lowering.memory import Cells, Located
from interpreter.lowering.prepared import Prepared
from interpreter.lowering.refusals import Capacity
from interpreter.shared.hashing import MASK64, last_digits, signed64
from interpreter.shared.machine_interface import returns_in
from interpreter.shared.numbering import NO_NUMBER


def write_demands(facts: Facts, pending: Sequence[Pending], cells: Cells, names: Mapping[int, int]) -> None:
    """`names`: what stands for each piece in memory. Raises Capacity."""
    words = facts.demands.row_words
    if len(pending) * words > facts.state.cells["demands"].count:
        raise Capacity("more decisions are waiting than fit")
    cells.set("waiting", len(pending))
    for k, demand in enumerate(pending):
        at = k * words
        for i, v in enumerate((demand.player, WORDS.index(demand.word), len(demand.choices))):
            cells.set("demands", v, at + i)
        for c, wanted in enumerate(demand.choices):
            _write_choice(facts, wanted, cells, names, at + HEAD + c * facts.demands.alternative_words)


def _write_choice(facts: Facts, wanted: Wanted, cells: Cells, names: Mapping[int, int], at: int) -> None:
    action = facts.game.action(wanted.action)
    cells.set("demands", action.index, at)
    at += 1
    for (_, slot, kind), value in zip(action.parameters, wanted.arguments, strict=True):
        for i, word in enumerate(_argument(facts, slot, kind, value, names)):
            cells.set("demands", word, at + i)
        at += facts.domains.argument_words(kind, slot)


def _argument(facts: Facts, slot: int, kind: Type, value: Any, names: Mapping[int, int]) -> list[int]:
    if any(isinstance(v, Fraction) for v in (value if kind.base == "set" else (value,))):
        raise Capacity("a fraction is given to a decision that waits")
    if kind.base != "set":
        if value is None:
            return [NO_NUMBER if kind.base == "number" else -1]
        return [names.get(value, GONE) if kind.base == "piece" else int(value)]
    element = kind.element or kind
    codes = [names.get(v, GONE) for v in value] if element.base == "piece" else [int(v) for v in value]
    if facts.domains.type_in_name(kind, slot).name == "list":
        if len(codes) > ARGUMENT_ITEMS:
            raise Capacity("a set is too large to be given to a decision that waits")
        return [len(codes), *codes]
    bits = sum(1 << c for c in codes)
    return [signed64(bits >> 64 * i & MASK64) for i in range(facts.domains.argument_words(kind, slot))]


def read_demands(facts: Facts, cells: Cells) -> tuple[Pending, ...]:
    return tuple(_demand(facts, cells, k) for k in range(cells.get("waiting")))


def _demand(facts: Facts, cells: Cells, k: int) -> Pending:
    at = k * facts.demands.row_words
    player, word, count = (cells.get("demands", at + i) for i in range(HEAD))
    choices = []
    for c in range(count):
        base = at + HEAD + c * facts.demands.alternative_words
        action = facts.game.actions[cells.get("demands", base)]
        base += 1
        arguments = []
        for _, slot, kind in action.parameters:
            arguments.append(_given(facts, cells, slot, kind, base))
            base += facts.domains.argument_words(kind, slot)
        choices.append(Wanted(action.name, tuple(arguments)))
    return Pending(player, WORDS[word], tuple(choices))


def _given(facts: Facts, cells: Cells, slot: int, kind: Type, base: int) -> Any:
    value = cells.get("demands", base)
    if kind.base != "set":
        if kind.base == "number":
            return None if value == NO_NUMBER else value
        if value < 0:
            return None if value != GONE else -1
        return bool(value) if kind.base == "bool" else value
    if facts.domains.type_in_name(kind, slot).name == "list":
        return tuple(cells.get("demands", base + 1 + i) for i in range(value))
    words = range(facts.domains.argument_words(kind, slot))
    bits = sum((cells.get("demands", base + i) & MASK64) << 64 * i for i in words)
    return tuple(i for i in range(bits.bit_length()) if bits >> i & 1)


class Converter:
    """Converts the states of one game."""

    def __init__(self, prepared: Prepared, blank: bytes) -> None:
        self.facts, self.pieces = prepared.facts, prepared.pieces
        self.layout, self.game = self.facts.state, self.facts.game
        self.blank = blank
        self.phases = self.game.phase_order

    # ---- to cells

    def encode(self, data: Data) -> bytes:
        """Raises Capacity."""
        cells = Cells(self.layout, self.blank)
        names = self._write_pieces(data, cells)
        for field in self.game.fields.values():
            self._write_field(data, cells, field, names)
        self._write_counters(data, cells)
        for name, numbers in data.histories.items():
            cells.set(f"recorded.{name}", len(numbers))
            for at, n in enumerate(numbers):
                cells.set(f"history.{name}", signed64(n), at)
                if f"digits.{name}" in cells:
                    cells.set(f"digits.{name}", last_digits(n), at)
        if data.outcome is not None:
            self._write_outcome(data.outcome, cells)
        if data.pending:
            write_demands(self.facts, data.pending, cells, names)
        return bytes(cells.memory)

    def _write_pieces(self, data: Data, cells: Cells) -> dict[int, int]:
        """Puts the pieces down; what stands for each in memory."""
        places = [*data.cells, *(data.in_pool(i) for i in range(len(data.pools)))]
        order = [piece for held in places for piece in held]
        located = [
            Located(piece, data.kind[piece], data.owner[piece], place)
            for place, held in enumerate(places)
            for piece in held
        ]
        return dict(zip(order, self.pieces.encode(self.facts, cells, located), strict=True))

    def _write_field(self, data: Data, cells: Cells, field: model.Field, names: dict[int, int]) -> None:
        def write(value: Any, at: int = 0) -> None:
            cells.set(field_cell(field), self._to_cell(field, value, names), at)

        match field.holder:
            case "game":
                write(data.game_fields[field.name])
            case "player" | "site" | "table":
                held = {"player": data.player_fields, "site": data.site_fields, "table": data.tables}
                for i, v in enumerate(held[field.holder][field.name]):
                    write(v, i)
            case "piece":
                for piece, at in names.items():
                    write(data.piece_fields[field.name].get(piece, field.default), at)

    def in_cell(self, field: model.Field, value: Any) -> int:
        """A value that names no piece, as a field's cell holds it."""
        return self._to_cell(field, value, {})

    def _to_cell(self, field: model.Field, value: Any, names: dict[int, int]) -> int:
        if value is None:
            return self._none_in_cell(field) if field.type.base == "number" else -1
        return names.get(value, -1) if field.type.base == "piece" else int(value)

    def _none_in_cell(self, field: model.Field) -> int:
        return -(1 << (self.layout.cells[field_cell(field)].width - 1))

    def _write_counters(self, data: Data, cells: Cells) -> None:
        cells.set("mover", data.mover)
        cells.set("phase", self.phases.index(data.phase))
        cells.set("follows", -1 if data.next_player is None else data.next_player)
        for name in ("turn", "moves", "passes"):
            cells.set(name, getattr(data, name))
        if "seed" in cells:
            cells.set("seed", signed64(data.seed & MASK64))
        if "captures" in cells:
            cells.set("captures", len(data.captured))
            for kind in data.captured:
                cells.add_member("captured", kind)
        if self.game.histories:
            cells.set("remembered", int(data.is_remembered))

    def _write_outcome(self, outcome: Outcome, cells: Cells) -> None:
        cells.set("over", 1)
        for p, value in enumerate(outcome.returns):
            if "denominator" in cells:
                top, bottom = float(value).as_integer_ratio()
                cells.set("result", top, p)
                cells.set("denominator", bottom, p)
            else:
                cells.set("result", int(value), p)

    # ---- from cells

    def decode(self, memory: bytes) -> Data:
        """A state that is over does not say why: it has no place in the rules."""
        cells, data = Cells(self.layout, memory), Data(self.game)
        for piece in self.pieces.decode(self.facts, cells):
            data.next_id = piece.name
            data.add(piece.kind, piece.owner, piece.place)
        data.next_id = self.pieces.names(self.facts)
        for field in self.game.fields.values():
            self._read_field(cells, data, field)
        self._read_counters(cells, data)
        for name in self.game.histories:
            held = cells.all(f"history.{name}")[: cells.get(f"recorded.{name}")]
            oldest = cells.get(f"oldest.{name}")
            data.histories[name] = tuple(n & MASK64 for n in (*held[oldest:], *held[:oldest]))
            data.is_remembered = bool(cells.get("remembered"))
        if cells.get("over"):
            data.outcome = Outcome(tuple(returns_in(self.layout, memory)), NOWHERE, "")
        if "waiting" in cells:
            data.pending = read_demands(self.facts, cells)
        return data

    def _read_field(self, cells: Cells, data: Data, field: model.Field) -> None:
        values = [self._from_cell(field, v) for v in cells.all(field_cell(field))]
        match field.holder:
            case "game":
                data.game_fields[field.name] = values[0]
            case "player":
                data.player_fields[field.name] = values
            case "site":
                data.site_fields[field.name] = values[: len(data.cells)]  # no board has no sites, but a cell
            case "table":
                data.tables[field.name] = values
            case "piece":
                held = {p: values[p] for p in data.place if values[p] != field.default}
                data.piece_fields[field.name] = held

    def _from_cell(self, field: model.Field, value: int) -> Any:
        if field.type.base == "number":
            return None if field.type.is_optional and value == self._none_in_cell(field) else value
        if value < 0:
            return None
        return bool(value) if field.type.base == "bool" else value

    def _read_counters(self, cells: Cells, data: Data) -> None:
        data.mover, data.phase = cells.get("mover"), self.phases[cells.get("phase")]
        follows = cells.get("follows")
        data.next_player = None if follows < 0 else follows
        data.turn, data.moves, data.passes = (cells.get(n) for n in ("turn", "moves", "passes"))
        if "seed" in cells:
            data.seed = cells.get("seed") & MASK64
