"""What a rule sheet is made of: headings, paragraphs, lists and pictures, each with the sign by which it is drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.play.scene.names import words


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
class Picture:
    """A position; `to` are sites that a piece may go to, `prey` those on which it may capture."""

    position: Mapping[str, object]
    caption: str
    to: tuple[str, ...] = ()
    prey: tuple[str, ...] = ()


Block: TypeAlias = Heading | Paragraph | Items | Picture


def about(blocks: Sequence[Block], name: str) -> list[Block]:
    """What a sheet says of a name: the section of that title, and the items of lists; empty if it says nothing."""
    wanted, found, is_inside = words(name).lower(), list[Block](), False
    for block in blocks:
        if isinstance(block, Heading):
            is_inside = block.level > 1 and block.text.lower() == wanted
        if is_inside:
            found.append(block)
        elif isinstance(block, Items):
            items = tuple(item for item in block.items if item[0].lower() == wanted)
            found += [Items(items, block.signs)] * bool(items)
    return found
