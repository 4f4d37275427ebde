"""What a rule sheet is made of: headings, paragraphs, lists and pictures, each with the sign by which it is drawn; and how they look
as text, wrapped for a terminal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from textwrap import fill
from typing import TypeAlias

from gdl.core.model import COUNTERS, Game
from gdl.platform.dataclass import dataclass
from interpreter.play.scene.names import words
from interpreter.play.text.drawing import PREY, Layout, draw
from interpreter.play.text.styled import side_by_side


@dataclass(frozen=True, slots=True)
class Sign:
    """What stands for something in pictures: a text, and where it is a kind, that kind as it is drawn."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 2
    sign: Sign | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list; each item has a name, or "", and what is said of it. `signs` of items, by their names."""

    items: tuple[tuple[str, str], ...]
    signs: Mapping[str, Sign] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values below the names of their columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A position; `to` are sites that a piece may go to, `prey` those on which it may capture."""

    position: Mapping[str, object]
    caption: str
    to: tuple[str, ...] = ()
    prey: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """The position before an action, and after it."""

    before: Mapping[str, object]
    after: Mapping[str, object]


Block: TypeAlias = Heading | Paragraph | Items | Table | Picture | Change


def about(blocks: Sequence[Block], name: str) -> list[Block]:
    """What a sheet says of a name: the section of that title, items of lists and rows of tables; empty if it says nothing."""
    wanted, found, is_inside = words(name).lower(), list[Block](), False
    for block in blocks:
        if isinstance(block, Heading):
            is_inside = block.level > 1 and block.text.lower() == wanted
        if is_inside:
            found.append(block)
        elif isinstance(block, Items):
            items = tuple(item for item in block.items if item[0].lower() == wanted)
            found += [Items(items, block.signs)] * bool(items)
        elif isinstance(block, Table):
            rows = tuple(row for row in block.rows if wanted in row[0].lower().split(", "))
            found += [_as_items(Table(block.columns, rows))] * bool(rows)
    return found


_LAST = 16  # letters of names that stand first in the rows of a table; of longer ones, which stand last, at least so many on a line
TO = "•"  # beside a place that a piece may go to


def draw_sheet(game: Game, blocks: Sequence[Block], width: int, colour: bool) -> str:
    """The sheet as lines of at most `width` columns; pictures are as wide as their boards."""
    return "\n".join(line for block in blocks for line in _block(game, block, width, colour)).strip("\n")


def _block(game: Game, block: Block, width: int, colour: bool) -> Iterator[str]:
    match block:
        case Heading():
            yield ""
            said = block.text + (f" ({block.sign.text})" if block.sign is not None else "")
            yield said.upper() if block.level < 3 else said
            if block.level == 1:
                yield "=" * len(block.text)
        case Paragraph():
            yield fill(block.text, width)
        case Items():
            for name, said in block.items:
                sign = f"{block.signs[name].text} " if name in block.signs else ""
                lead = f"- {sign}{name}: " if name else "- "
                yield fill(said, width, initial_indent=lead, subsequent_indent="  ", break_long_words=False)
        case Table():
            lines = [block.columns, *block.rows]
            longest, *widths = (max(len(line[n]) for line in lines) for n in range(len(block.columns)))
            is_first = longest <= _LAST
            if sum(widths) + 2 * len(widths) > max(width, 40) - (longest if is_first else _LAST):
                yield from _block(game, _as_items(block), width, colour)
                return
            yield ""
            for line in lines:
                values = "  ".join(v.ljust(w) for v, w in zip(line[1:], widths, strict=True))
                if is_first:
                    yield f"{line[0].ljust(longest)}  {values}".rstrip()
                else:
                    rest = " " * (len(values) + 2)
                    yield from fill(
                        f"{values}  {line[0]}", max(width, 40), subsequent_indent=rest
                    ).splitlines()
        case Picture():
            marks = dict.fromkeys(block.to, TO) | dict.fromkeys(block.prey, PREY)
            yield ""
            yield fill(block.caption + _legend(block), width)
            yield draw(
                game,
                without_counters(block.position),
                Layout(colour=colour, marks=marks, width=width, is_tight=True),
            )
        case Change():
            if changed := _changed(game, block, width):
                yield from ("", changed)


def _as_items(table: Table) -> Items:
    """The rows of a table, each value behind the name of its column."""
    said = (
        "; ".join(f"{c} {v}" for c, v in zip(table.columns[1:], row[1:], strict=True) if v)
        for row in table.rows
    )
    return Items(tuple((row[0], values) for row, values in zip(table.rows, said, strict=True)))


def _changed(game: Game, block: Change, width: int) -> str:
    """Both positions beside each other where there is room, with what is said below both only once; without colours."""
    layout = Layout(colour=False, width=width, is_tight=True)
    before, after = (draw(game, without_counters(p), layout) for p in (block.before, block.after))
    if before == after:
        return ""  # what has changed is told, and not drawn
    below, other = (text.rpartition("\n\n")[2] for text in (before, after))
    is_same = below == other and below != before
    if is_same:
        before, after = (text.removesuffix(f"\n\n{below}") for text in (before, after))
    return side_by_side(f"Before:\n{before}", f"After:\n{after}", width) + (f"\n\n{below}" if is_same else "")


def _legend(block: Picture) -> str:
    prey = "go or capture" if set(block.prey) <= set(block.to) else "capture"
    parts = [f"{TO} it may go there"] * bool(block.to) + [f"{PREY} it may {prey} there"] * bool(block.prey)
    return f" ({', '.join(parts)}):" if parts else ":"


def without_counters(position: Mapping[str, object]) -> dict[str, object]:
    """A position without who is to move and what every game counts by itself: what the rules of this game say of it stays."""
    fields = position.get("fields")
    kept = {k: v for k, v in fields.items() if k not in COUNTERS} if isinstance(fields, Mapping) else {}
    return {k: v for k, v in position.items() if k != "to_move"} | {"fields": kept}
