"""Smart Game Format: a tree of nodes with properties, of which the main line is read and written.

The format is FF[4], 2006. A site is two letters, its column from the left and its row from the top; `B[]` passes.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_letters

from interpreter.play.styles.pgn import BrokenError

MOST = len(ascii_letters)  # columns and rows


@dataclass(frozen=True, slots=True)
class Tree:
    """A main line: the properties of its root, and the moves, each with the letter of its player and a point."""

    root: Mapping[str, Sequence[str]]
    moves: tuple[tuple[str, str], ...]


def point(column: int, row: int) -> str:
    """A site by its column from the left and its row from the top, both from 0 to 51."""
    return ascii_letters[column] + ascii_letters[row]


def write(tree: Tree) -> str:
    """The text of a file."""
    root = "".join(name + "".join(f"[{_escaped(v)}]" for v in values) for name, values in tree.root.items())
    moves = "".join(
        f";{player}[{at}]" + ("\n" if i % 10 == 9 else "") for i, (player, at) in enumerate(tree.moves)
    )
    return f"(;{root}\n{moves})\n"


def read(text: str, letters: Sequence[str]) -> Tree:
    """The main line of a text; `letters` are those of the players. Raises BrokenError."""
    root: dict[str, Sequence[str]] = {}
    moves: list[tuple[str, str]] = []
    for number, node in enumerate(_main_line(text)):
        if number == 0:
            root = {name: values for name, values in node.items() if name not in letters}
        elif {"AB", "AW", "AE"} & node.keys():
            raise BrokenError(f"node {number + 1} sets stones up in the middle of the game")
        moves += [(name, values[0]) for name, values in node.items() if name in letters]
    if not root and not moves:
        raise BrokenError("it holds no game: a game begins with `(;`")
    return Tree(root, tuple(moves))


def _main_line(text: str) -> Iterator[dict[str, list[str]]]:
    """The nodes of the first game, always by the first variation."""
    at = text.find("(")
    if at < 0:
        return
    node: dict[str, list[str]] | None = None
    name, last = "", ""
    while at < len(text):
        sign = text[at]
        if sign == "[":
            value, at = _value(text, at + 1)
            if node is None:
                raise BrokenError("a property stands before the first node")
            if name:
                last = name
            if not last:
                raise BrokenError("a value stands without a property")
            node.setdefault(last, []).append(value)
            name = ""
            continue
        if sign in ";)":
            if node is not None:
                yield node
            if sign == ")":
                return  # the first variation ends here, and with it the main line
            node, name, last = {}, "", ""
        elif sign.isupper():
            name += sign
        at += 1
    raise BrokenError("it ends in the middle of a game")


def _value(text: str, at: int) -> tuple[str, int]:
    """The value that begins here, and where it ends."""
    found: list[str] = []
    while at < len(text) and text[at] != "]":
        if text[at] == "\\":
            at += 1
        found += text[at : at + 1]
        at += 1
    if at >= len(text):
        raise BrokenError("a value in brackets does not end")
    return "".join(found), at + 1


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]")
