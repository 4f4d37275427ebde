"""LLVM assembly as text: the lines of one function, its names and types, and the helpers that many functions share."""

import re
from collections.abc import Callable

from interpreter.ir import nodes as ir
from interpreter.llvm.assembly import WORK

VECTOR_FROM = 3  # sets of this many words or more are vectors, smaller ones integers of 64 or 128 bits
# variables of sets from here on stay in memory, where one word can be read and written by itself
WIDE_FROM = 9

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*\Z")


def quoted(prefix: str, name: str) -> str:
    """A name as LLVM reads it, behind a prefix such as `@f.`."""
    if _PLAIN.match(name):
        return prefix + name
    return (
        f'{prefix[0]}"{prefix[1:]}{"".join(c if c.isalnum() and c.isascii() else _escaped(c) for c in name)}"'
    )


def _escaped(char: str) -> str:
    return "".join(f"\\{byte:02x}" for byte in char.encode())


def words(size: int) -> int:
    """How many 64-bit words hold a set of `size` numbers."""
    return (size + 63) // 64


def set_type(size: int) -> str:
    count = words(size)
    return f"<{count} x i64>" if count >= VECTOR_FROM else f"i{64 * count}"


def type_of(type_: ir.Type) -> str:
    match type_.name:
        case "int":
            return "i64"
        case "bool":
            return "i1"
        case "bits":
            return set_type(type_.size)
        case "void":
            return "void"
    return "ptr"


def vector(values: list[int]) -> str:
    """A constant vector of words."""
    return "<" + ", ".join(f"i64 {value}" for value in values) + ">" if any(values) else "zeroinitializer"


RANGES = 1 << 20  # numbers of metadata from here on are ranges, those before them access tags


def split(value: int, count: int) -> list[int]:
    """The words of a big number, least first."""
    return [value >> 64 * k & 0xFFFFFFFFFFFFFFFF for k in range(count)]


class Shared:
    """What the functions of one program share: helpers by name, access tags, and the messages of a checked build.

    `has_addresses`: a block is found by an address that is kept as a number.
    """

    def __init__(self, checked: bool, features: str, counts_work: bool = False) -> None:
        self.checked = checked
        self.counts_work = counts_work
        self.has_addresses = False
        self.has_pdep = "+bmi2" in features.split(",")
        self.helpers: dict[str, str] = {}
        self.tags: dict[str, int] = {}
        self.ranges: dict[tuple[int, int, int], int] = {}
        self.messages: list[str] = []

    def helper(self, name: str, text: Callable[[], str]) -> str:
        """The name of a function that is written once, when it is first needed."""
        if name not in self.helpers:
            self.helpers[name] = text()
        return name

    def tag(self, name: str) -> str:
        """What tells LLVM that accesses to different cells never meet."""
        number = self.tags.setdefault(name, len(self.tags))
        return f", !tbaa !{2 * number + 2}"

    def range(self, width: int, least: int, most: int) -> str:
        """What tells LLVM between which numbers an element of a constant table is."""
        if width == 64 or most - least + 1 == 1 << width:
            return ""
        number = self.ranges.setdefault((width, least, most), len(self.ranges))
        return f", !range !{RANGES + number}"

    def metadata(self) -> list[str]:
        lines = ['!0 = !{!"gdl"}'] if self.tags else []
        for name, number in self.tags.items():
            node = 2 * number + 1
            lines.append(f"!{node} = !{{!{_string(name)}, !0, i64 0}}")
            lines.append(f"!{node + 1} = !{{!{node}, !{node}, i64 0}}")
        for (width, least, most), number in self.ranges.items():
            # half open, around the end of numbers
            end = most + 1 if most + 1 < 1 << width - 1 else -(1 << width - 1)
            lines.append(f"!{RANGES + number} = !{{i{width} {least}, i{width} {end}}}")
        return lines


def _string(name: str) -> str:
    return (
        '"' + "".join(c if c.isascii() and (c.isalnum() or c in "._ ") else _escaped(c) for c in name) + '"'
    )


class Body:
    """The lines of a function as they are written. Operands are strings such as `%t4` or `17`."""

    def __init__(self, shared: Shared, name: str) -> None:
        self.shared = shared
        self.name = name
        self.lines: list[str] = []
        self.entry: list[str] = []
        self.is_open = True  # whether the last block still needs its end
        self._count = 0

    def let(self, text: str) -> str:
        """A new value."""
        self._count += 1
        name = f"%t{self._count}"
        self.lines.append(f"  {name} = {text}")
        return name

    def do(self, text: str) -> None:
        self.lines.append("  " + text)

    def label(self) -> str:
        self._count += 1
        return f"b{self._count}"

    def jump(self, label: str) -> None:
        """Ends the block, where it has not ended."""
        if self.is_open:
            self.lines.append(f"  br label %{label}")
            self.is_open = False

    def branch(self, condition: str, yes: str, no: str) -> None:
        self.lines.append(f"  br i1 {condition}, label %{yes}, label %{no}")
        self.is_open = False

    def begin(self, label: str) -> None:
        """Begins a block; what came before goes on into it."""
        self.jump(label)
        self.lines.append(f"{label}:")
        self.is_open = True

    def memory(self, type_: str, align: int = 8) -> str:
        """The address of memory in the function's frame, of unknown content."""
        self._count += 1
        name = f"%m{self._count}"
        self.entry.append(f"  {name} = alloca {type_}, align {align}")
        return name

    def checked(self, index: str, bound: str, message: str) -> str:
        """The index; in a checked build 0 where it is not below the bound, and the violation is noted."""
        if not self.shared.checked:
            return index
        if index.isdigit() and bound.isdigit() and int(index) < int(bound):
            return index
        self.shared.messages.append(f"{message} in {self.name}")
        self.shared.helper("check", lambda: _CHECK)
        return self.let(f"call i64 @check(i64 {index}, i64 {bound}, i64 {len(self.shared.messages)})")

    def work(self, amount: int) -> None:
        """Adds to the work that the program has done, where it counts that."""
        before = self.let(f"load i64, ptr @{WORK}")
        after = self.let(f"add i64 {before}, {amount}")
        self.do(f"store i64 {after}, ptr @{WORK}")

    def violation(self, message: str) -> None:
        """Notes a violation, in a checked build."""
        if self.shared.checked:
            self.checked("0", "0", message)


_CHECK = """\
define internal i64 @check(i64 %index, i64 %bound, i64 %message) nounwind {
  %fine = icmp ult i64 %index, %bound
  br i1 %fine, label %good, label %bad
bad:
  %seen = load i64, ptr @violation
  %first = icmp eq i64 %seen, 0
  %noted = select i1 %first, i64 %message, i64 %seen
  store i64 %noted, ptr @violation
  ret i64 0
good:
  ret i64 %index
}
"""
