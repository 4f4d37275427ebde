"""One state's memory as cells, for whoever reads and writes it from outside the program."""

import struct
from dataclasses import dataclass

from interpreter import ir
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.layout import default_in_cell, field_cell
from interpreter.shared.hashing import MASK64, SPOTS, piece_code, signed64

_LETTERS = {8: "b", 16: "h", 32: "i", 64: "q"}
_NONE_AT_FIRST = ("first", "top", "place", "next", "owner", "follows", "newest")


@dataclass(frozen=True, slots=True)
class Located:
    """A piece and its place: a site or, behind the sites, a pool. Of one place the lowest piece comes first.

    `name` is what stands for the piece in memory.
    """

    name: int
    kind: int
    owner: int | None
    place: int


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
            at = cell.offset + index * cell.width // 8
            struct.pack_into("<" + _LETTERS[cell.width], self.memory, at, value)

    def all(self, name: str) -> list[int]:
        cell = self.layout.cells[name]
        return list(struct.unpack_from(f"<{cell.count}{_LETTERS[cell.width]}", self.memory, cell.offset))

    def add_member(self, name: str, member: int, index: int = 0) -> None:
        """Adds a member to a set, which may be an array of words."""
        cell = self.layout.cells[name]
        if cell.count > 1 and cell.size == 64 and index == 0 and member >= 64:
            index, member = divmod(member, 64)
        self.set(name, self.get(name, index) | 1 << member, index)


def blank(facts: Facts) -> bytes:
    """A state whose cells hold their defaults, in which nothing has happened."""
    layout, phases = facts.state, facts.game.phase_order
    cells = Cells(layout, bytes(layout.size))

    def fill(name: str, value: int) -> None:
        for i in range(layout.cells[name].count):
            cells.set(name, value, i)

    for name in _NONE_AT_FIRST:
        if name in cells:
            fill(name, -1)
    for field in facts.game.fields.values():
        fill(field_cell(field), default_in_cell(layout, field))
    fill("phase", phases.index(facts.game.phases[0]))
    fill("turn", 1)
    return bytes(cells.memory)


def enter_site(cells: Cells, site: int, kind: int, owner: int | None) -> None:
    """Notes what is seen of a site."""
    cells.add_member("occupied", site)
    if "own" in cells and owner is not None:
        cells.add_member("own", site, owner)
    if "are" in cells:
        cells.add_member("are", site, kind)
    if "pieces_code" in cells:
        total = cells.get("pieces_code") + piece_code(site * SPOTS, owner, kind)
        cells.set("pieces_code", signed64(total & MASK64))
