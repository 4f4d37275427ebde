"""Smart Game Format: trees of nodes with properties, of which the main lines are read and written.

The format is FF[4], 2006. A site is two letters, its column from the left and its row from the top; `B[]` passes. A file may hold
several games one after the other.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from string import ascii_letters

from interpreter.play.styles.pgn import BrokenError, decoded

MOST = len(ascii_letters)  # columns and rows
OPTIONS = {
    "SZ": "size",
    "KM": "komi",
    "HA": "handicap",
    "RU": "rules",
}  # which options of rules properties choose
SET_UP = ("AB", "AW", "AE", "PL")
_CHARSET = re.compile(rb"CA\[([^\]]{1,40})\]")
_BEGIN = re.compile(r"\(\s*(?:;|[A-Z]{1,2}\[)")  # of a game, behind what else may stand before it
_BRACKETS = re.compile(r"\[(?:\\.|[^\]\\])*\]?|[()]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Tree:
    """A main line: the properties of its root, what is set up before the first move, and the moves, each with the letter of its
    player and a point; `later`: what is set up behind so many moves."""

    root: Mapping[str, Sequence[str]]
    moves: tuple[tuple[str, str], ...]
    set_up: Mapping[str, Sequence[str]] = field(default_factory=dict)
    later: Mapping[int, Mapping[str, Sequence[str]]] = field(default_factory=dict)


def point(column: int, row: int) -> str:
    """A site by its column from the left and its row from the top, both from 0 to 51."""
    return ascii_letters[column] + ascii_letters[row]


def points(values: Sequence[str]) -> Iterator[str]:
    """The points of values, of which each is one or a rectangle, `aa:cc`."""
    for value in values:
        first, _, last = value.strip().partition(":")
        if (
            len(first) != 2
            or len(last) not in (0, 2)
            or not (first + last).isascii()
            or not (first + last).isalpha()
        ):
            yield value
            continue
        (a, b), (c, d) = (tuple(map(ascii_letters.index, corner)) for corner in (first, last or first))
        yield from (point(x, y) for y in range(b, d + 1) for x in range(a, c + 1))


def write(tree: Tree) -> str:
    """The text of a file."""
    root = "".join(name + "".join(f"[{_escaped(v)}]" for v in values) for name, values in tree.root.items())
    moves = "".join(
        f";{player}[{at}]" + ("\n" if i % 10 == 9 else "") for i, (player, at) in enumerate(tree.moves)
    )
    return f"(;{root}\n{moves})\n"


def split(data: bytes) -> Iterator[str]:
    """The texts of the games of a file."""
    named = _CHARSET.search(data)
    text = decoded(data, named[1].decode("ascii", "replace").strip() if named else "")
    depth, begin = 0, -1
    for found in _BRACKETS.finditer(text):
        if found[0] == "(" and (depth or _BEGIN.match(text, found.start())):
            begin = found.start() if depth == 0 else begin
            depth += 1
        elif found[0] == ")" and depth:
            depth -= 1
            if depth == 0:
                yield text[begin : found.end()]
    if depth or (begin < 0 and text.strip()):
        yield text[max(begin, 0) :]


def read(text: str, letters: Sequence[str]) -> Tree:
    """The main line of a text; `letters` are those of the players. Raises BrokenError."""
    root: dict[str, Sequence[str]] = {}
    stones: dict[int, dict[str, list[str]]] = {0: {}}  # by the number of moves before they are set up
    moves: list[tuple[str, str]] = []
    for number, node in enumerate(_main_line(text)):
        if number == 0:
            root = {name: values for name, values in node.items() if name not in letters}
        if not moves or {*SET_UP[:3]} & node.keys():
            here = stones.setdefault(len(moves), {})
            for name in SET_UP:
                here.setdefault(name, []).extend(node.get(name, []))
        moves += [(name, values[0]) for name, values in node.items() if name in letters]
    if not root and not moves:
        raise BrokenError("it holds no game: a game begins with `(;`")
    set_up = stones.pop(0)
    first = 0 if stones else _handicap(moves, letters[0])
    if first:
        set_up.setdefault(f"A{letters[0]}", []).extend(at for _, at in moves[:first])
        moves = moves[first:]
    return Tree(root, tuple(moves), {name: values for name, values in set_up.items() if values}, stones)


def _handicap(moves: Sequence[tuple[str, str]], letter: str) -> int:
    """How many moves of the first player in a row begin a game: stones of a handicap, as some write it; 0 for one move."""
    count = next((i for i, (who, _) in enumerate(moves) if who != letter), len(moves))
    return count if count > 1 and moves[0][1] else 0


def points_of(result: str, letters: Sequence[str]) -> tuple[float, ...]:
    """What each player got by `RE`; nothing where it does not say it."""
    text = result.strip().casefold()
    for winner, letter in enumerate(letters):
        if text.startswith(f"{letter.casefold()}+"):
            return tuple(1.0 if i == winner else -1.0 for i in range(len(letters)))
    return (0.0, 0.0) if text in ("0", "draw", "jigo") else ()


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
            node = {} if node is None else node  # some leave out the semicolon of the root
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
