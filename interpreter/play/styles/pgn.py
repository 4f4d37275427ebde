"""Portable Game Notation: tags in brackets, then the moves of the main line with their numbers.

The format is that of the PGN Specification and Implementation Guide, 1994. Of a file with several games the first is read;
comments, variations and annotations are left out.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from textwrap import wrap

_TAG = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]')
_PART = re.compile(
    r'\{[^}]*\}|;[^\n]*|^%[^\n]*|\[\s*\w+\s+"(?:[^"\\]|\\.)*"\s*\]|[()]|\$\d+|\d+\.+|[^\s()\[\]{};]+',
    re.MULTILINE,
)
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as a file has it: what is said of it, and its moves. `before`: how many turns there were before the first one."""

    tags: Mapping[str, str]
    moves: tuple[str, ...]
    before: int = 0


class BrokenError(Exception):
    """A text that is not in the format, with the reason."""


def write(sheet: Sheet) -> str:
    """The text of a file; the tag `Result` ends it."""
    result = sheet.tags.get("Result", "*")
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in sheet.tags.items())
    return tags + "\n" + "\n".join(wrap(" ".join(_numbered(sheet, result)), 79)) + "\n"


def read(text: str) -> Sheet:
    """The first game of a text. Raises BrokenError."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    depth = 0
    for part in _PART.findall(text):
        tag = _TAG.fullmatch(part)
        if tag is not None:
            if moves:
                break  # of the next game
            tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        elif part in "()":
            depth += 1 if part == "(" else -1
            if depth < 0:
                raise BrokenError("a variation ends that has not begun")
        elif part[0] in "{;%$" or depth or re.fullmatch(r"\d+\.+", part):
            continue
        elif part in RESULTS:
            break
        else:
            moves.append(part)
    if not tags and not moves:
        raise BrokenError("it holds neither tags nor moves")
    return Sheet(tags, tuple(moves))


def _numbered(sheet: Sheet, result: str) -> list[str]:
    found: list[str] = []
    for turn, move in enumerate(sheet.moves, sheet.before):
        if turn % 2 == 0 or not found:
            found.append(f"{turn // 2 + 1}{'.' if turn % 2 == 0 else '...'}")
        found.append(move.replace(" ", "_"))  # a blank ends a move
    return [*found, result]


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
