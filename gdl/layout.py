"""Lines and indentation: from text to clauses, and from newlines to the tokens _NL, _INDENT and _DEDENT.

A line that begins in the first column begins a clause. Inside a clause a deeper line either opens a block (when
the line above begins with a word such as `action` or `do`) or goes on with the line above.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token

BLOCK_HEADS = frozenset(
    [
        "game",
        "kinds",
        "setup",
        "settle",
        "effect",
        "end",
        "action",
        "move",
        "choice",
        "when",
        "do",
        "finally",
        "for",
        "if",
        "else",
        "simultaneously",
        "match",
        "looks",
    ]
)
CONTINUING_WORDS = frozenset(["until", "stopping"])  # those by which a line goes on and that are not reserved
_GOES_ON = re.compile(
    rf"(?:and|or|implies|else|mod|div|from|{'|'.join(sorted(CONTINUING_WORDS))})\b|[-+*/=<>!|,)\]}}:]"
)
_HANGS = frozenset(
    [
        ",",
        "=",
        "when",
        ":=",
        "+",
        "-",
        "*",
        "/",
        "|",
        "and",
        "or",
        "not",
        "implies",
        "in",
        "is",
        "of",
        "where",
        "if",
        "else",
        "<",
        ">",
        "<=",
        ">=",
        "!=",
        ":",
        "mod",
        "div",
        "from",
    ]
)
_COMMENT_OR_STRING = re.compile(r'"[^"\n]*"|--[^\n]*')


class LayoutError(Exception):
    """A line's indentation fits no line before it; `offset` is where the line's text begins."""

    def __init__(self, offset: int) -> None:
        self.offset = offset


def blank_comments(text: str) -> str:
    """The text with every comment turned into spaces, so that offsets stay the same."""
    return _COMMENT_OR_STRING.sub(lambda m: m[0] if m[0][0] == '"' else " " * len(m[0]), text)


def comments(text: str) -> list[tuple[int, str]]:
    """All comments with their offsets."""
    return [(m.start(), m[0]) for m in _COMMENT_OR_STRING.finditer(text) if m[0][0] != '"']


@dataclass(frozen=True, slots=True)
class Chunk:
    """One top-level clause's text and where it begins."""

    start: int
    text: str


def chunks(text: str, base: int = 0) -> list[Chunk]:
    """The clauses of a text without comments, each beginning in the column `base`.

    What stands before the first clause is a chunk of its own.
    """
    found: list[Chunk] = []
    start: int | None = None
    for match in re.finditer(r"[^\n]*(?:\n|\Z)", text):
        line = match[0]
        begins = bool(line.strip()) and column(line[: len(line) - len(line.lstrip())]) <= base
        if begins or (start is None and line.strip()):
            if start is not None:
                found.append(Chunk(start, text[start : match.start()]))
            start = match.start()
    if start is not None:
        found.append(Chunk(start, text[start:]))
    return found


def column(indentation: str) -> int:
    """The column that a line's leading blanks reach; a tab goes to the next multiple of four."""
    return len(indentation.rsplit("\n", 1)[-1].expandtabs(4))


def depth(line: str) -> int:
    """The column in which a line's text begins."""
    return column(line[: len(line) - len(line.lstrip())])


class Layout:
    """Lark's postlex step: turns newlines into layout tokens, for one clause's text."""

    always_accept = ("_NL",)

    def __init__(self) -> None:
        self.base = 0  # the column in which the clause begins
        self.text = ""
        self.is_clause = True  # otherwise an expression, which no line's end follows

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels = [self.base]
        hangs: dict[int, int] = {}  # for a level: the column of the `if` or `for` that follows its `do`
        depth = 0
        head = ""
        awaits_do = branches = False
        first: Token | None = None
        second: Token | None = None  # of the clause
        last: Token | None = None
        for token in stream:
            if token.type != "_NL":
                if not head:
                    head, first = str(token), token
                if second is None and last is not None:
                    second = token
                if token in ("(", "[", "{"):
                    depth += 1
                elif token in (")", "]", "}"):
                    depth = max(0, depth - 1)
                elif depth == 0 and token in ("for", "if", "do"):
                    if token != "do" and str(last) == "do" and last is first:
                        hangs[len(levels)] = self.column_of(token)
                    branches = branches or (
                        token == "if" and (token is first or str(last) in ("do", ";", "else"))
                    )
                    awaits_do = token != "do"
                last = token
                yield token
                continue
            rest = self.text[token.end_pos or 0 :]
            if last is None or not rest.strip():
                continue
            here = column(str(token))
            deeper = here > levels[-1]
            if depth > 0 and here > self.base:
                continue
            is_else = re.match(r"else\b", rest) is not None
            if deeper and branches and is_else:
                yield _token("_NL", last)  # the `else` of an `if` on the line above
                head, awaits_do, branches = "", False, False
                continue
            if deeper and (
                (head not in BLOCK_HEADS or (head == "kinds" and re.match(r"(?:where|once)\b", rest)))
                or _GOES_ON.match(rest)
                or (
                    str(last) in _HANGS
                    and not (last is first and head == "else")
                    and not (last is second and last == "+")  # `setup +` opens a block
                )
                or (awaits_do and re.match(r"(?:where|do)\b", rest))
            ):
                continue
            depth = 0
            yield _token("_NL", last)
            if deeper:
                yield _token("_SIBLING" if hangs.get(len(levels)) == here else "_INDENT", last)
                levels.append(here)
            while here < levels[-1]:
                hangs.pop(len(levels), None)
                levels.pop()
                yield _token("_DEDENT", last)
                if here > levels[-1]:
                    if hangs.get(len(levels)) != here:
                        raise LayoutError(token.end_pos or 0)
                    if not is_else:
                        yield _token("_SIBLING", last)
                        levels.append(here)
            if not deeper and here == levels[-1] and not is_else:
                hangs.pop(len(levels), None)
            head = ""
            awaits_do = branches = False
        if last is not None and self.is_clause:
            yield _token("_NL", last)
            for _ in levels[1:]:
                yield _token("_DEDENT", last)

    def column_of(self, token: Token) -> int:
        """The column in which a token begins, as indentation is measured."""
        start = token.start_pos or 0
        return column(re.sub(r"[^\t]", " ", self.text[self.text.rfind("\n", 0, start) + 1 : start]))


def _token(kind: str, after: Token) -> Token:
    end = after.end_pos or 0
    return Token(kind, "", start_pos=end, end_pos=end, line=after.end_line, column=after.end_column)
