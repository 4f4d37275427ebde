"""Portable Game Notation: tags in brackets, then the moves of the main line with their numbers.

The format is that of the PGN Specification and Implementation Guide, 1994, read as widely as its import format and as
programs write it: numbers with any periods, none, or blanks between; glyphs; null moves. Comments, variations and annotations
are left out. A file of any length is split into its games without being kept in memory. Its letters, and those of other such
files, are those of its mark of byte order, of the charset that it names, UTF-8, else ISO 8859-1, in which every byte is a letter.
"""

import codecs
import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from textwrap import wrap

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
# how results are written, too
_OTHER = {"1/2": "1/2-1/2", "½-½": "1/2-1/2", "2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2"}
_ENDS = {*RESULTS, *_OTHER}
POINTS = {"1-0": (1.0, -1.0), "0-1": (-1.0, 1.0), "1/2-1/2": (0.0, 0.0)}
NULL_MOVES = ("--", "Z0", "null", "@@@@")
# of a tag, in which some write quotes as they are; no tag begins in it
_VALUE = r'(?:[^"\\\n\[]|\[(?!\s*\w+\s+")|\\.|"(?!\s*\]))*'
_TAG = re.compile(rf'\[\s*(\w+)\s+"({_VALUE})"\s*\]')
# what is between the parts of a game, then a tag, or a result, or a move or a bracket
_PART = re.compile(
    r"(?:\s+|\d+(?:\s*\.+|(?=\s))|\.+|…|\{[^}]*\}|;[^\n]*|^%[^\n]*|\$\d+|<[^<>]*>)*+(?:"
    rf"{_TAG.pattern}|(?:(1-0|0-1|1/2-1/2|1/2|½-½|2-0|0-2|1-1|\*)(?=[\s)\[{{;]|$))"
    r"|([^\s(){}\[\];<>]+|[(){])|.|\Z)",
    re.MULTILINE,
)
_GLYPH = re.compile(r"[!?=~+\-/\\|#∓±⩲⩱∞□⊙⌓⟳→↑⇆N]+|D|e\.?p\.?")  # what stands alone and is no move
_COMMENT_BEGINS = re.compile("[{;]")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game as a file has it: what is said of it, its moves, and the result behind them. `before`: how many turns there were
    before the first one. `is_over`: by the rules, and not since people agreed on a result."""

    tags: Mapping[str, str]
    moves: tuple[str, ...]
    before: int = 0
    result: str = ""
    is_over: bool = False


class BrokenError(Exception):
    """A text that is not in the format, with the reason."""


def write(sheet: Sheet) -> str:
    """The text of a file; the tag `Result` ends it."""
    result = sheet.tags.get("Result", "*")
    tags = "".join(f'[{name} "{_escaped(value)}"]\n' for name, value in sheet.tags.items())
    return tags + "\n" + "\n".join(wrap(" ".join(_numbered(sheet, result)), 79)) + "\n"


def split(lines: Iterable[bytes]) -> Iterator[str]:
    """The texts of the games of a file, one after the other: a game begins with its tags, or behind the result of another."""
    kept: list[bytes] = []
    has_moves = has_ended = is_comment = False
    for line in lines:
        bare = line.strip().removeprefix(BOM_UTF8)
        is_tag = bare.startswith(b"[") and not is_comment
        text = ""
        if bare and not bare.startswith(b"%") and not (is_tag and bare.endswith(b"]")):
            text, is_comment = _without_comments(bare.decode("iso-8859-1"), is_comment)
            if is_tag:  # moves may stand behind a tag
                text = _TAG.sub("", text).strip()
                text = "" if text.startswith("[") else text
        words = text.rsplit(None, 1)
        if (has_ended and (is_tag or words)) or (has_moves and is_tag):
            yield decoded(b"".join(kept))
            kept, has_moves, has_ended = [], False, False
        kept.append(line)
        if words:
            has_moves, has_ended = True, words[-1] in _ENDS
    if b"".join(kept).strip():
        yield decoded(b"".join(kept))


def _without_comments(text: str, is_comment: bool) -> tuple[str, bool]:
    """A line without its comments, and whether one goes on behind it; `is_comment`: whether one goes on before it."""
    found = ""
    while True:
        if is_comment:
            _, brace, text = text.partition("}")
            if not brace:
                return found, True
        begin = _COMMENT_BEGINS.search(text)
        if begin is None or begin[0] == ";":
            return found + (text if begin is None else text[: begin.start()]), False
        found += text[: begin.start()] + " "
        text, is_comment = text[begin.end() :], True


def read(text: str) -> Sheet:
    """The game of a text. Raises BrokenError."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    result, depth = "", 0
    for name, value, end, said in _PART.findall(text.removeprefix("\ufeff")):
        if said in ("(", ")"):
            depth += 1 if said == "(" else -1
            if depth < 0:
                raise BrokenError("a variation ends that has not begun")
        elif said == "{":
            raise BrokenError("a comment begins that does not end")
        elif depth:
            continue
        elif said:
            if _is_move(said):
                moves.append(said)
        elif name:
            tags.setdefault(name, re.sub(r"\\(.)", r"\1", value) if "\\" in value else value)
        elif end:
            result = _OTHER.get(end, end)
            break
    if depth:
        raise BrokenError("a variation begins that does not end")
    if not tags and not moves:
        raise BrokenError("it holds neither tags nor moves")
    if tags.get("Result") in _OTHER:
        tags["Result"] = _OTHER[tags["Result"]]
    if "Red" in tags:  # who begins, where colours are red and black
        tags.setdefault("White", tags["Red"])
    return Sheet(tags, tuple(moves), result=result)


def _is_move(said: str) -> bool:
    """Whether a word of the movetext is no glyph; most moves end with the number of a rank."""
    return said[-1].isdigit() or said in NULL_MOVES or not _GLYPH.fullmatch(said)


def _numbered(sheet: Sheet, result: str) -> list[str]:
    found: list[str] = []
    for turn, move in enumerate(sheet.moves, sheet.before):
        if turn % 2 == 0 or not found:
            found.append(f"{turn // 2 + 1}{'.' if turn % 2 == 0 else '...'}")
        found.append(move.replace(" ", "_"))  # a blank ends a move
    return [*found, result]


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decoded(data: bytes, *charsets: str) -> str:
    """`charsets`: the one that the file names, or those that such files have."""
    marked = next((name for mark, name in _MARKS if data.startswith(mark)), "")
    for name in (marked, *charsets, "utf-8"):
        try:
            if name and codecs.lookup(name)._is_text_encoding:
                return data.decode(name)
        except (LookupError, UnicodeError, ValueError):
            continue
    return data.decode("iso-8859-1")


def whole(lines: Iterable[bytes], *charsets: str) -> Iterator[str]:
    """The text of a file that has one game."""
    yield decoded(b"".join(lines), *charsets)
