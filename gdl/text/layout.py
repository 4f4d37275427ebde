"""Lines and indentation: from text to clauses, and from newlines to the tokens _NL, _INDENT and _DEDENT.

A line that begins in the first column begins a clause. Inside a clause a deeper line either opens a block (when
the line above begins with a word such as `action` or `do`) or continues the line above.
"""

import re
from collections.abc import Iterator
from dataclasses import field

from lark import Token

from gdl.platform.dataclass import dataclass

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
        "notation",
    ]
)
CONTINUING_WORDS = frozenset(["until"])  # those that continue a line and that are not reserved
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


def depth(line: str) -> int:
    """The column in which a line's text begins."""
    return column(line[: len(line) - len(line.lstrip())])


def chunks(text: str, base: int = 0) -> list[Chunk]:
    """The clauses of a text without comments, each beginning in the column `base`.

    What stands before the first clause is a chunk of its own.
    """
    found: list[Chunk] = []
    start: int | None = None
    for match in re.finditer(r"[^\n]*(?:\n|\Z)", text):
        line = match[0]
        begins = bool(line.strip()) and depth(line) <= base
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


_NAMES_OF_ROWS = frozenset(
    ("LINE", "WALK", "LEAP", "CHOOSE", "ALONG", "NOTATION", "FINALLY")
)  # after a row, an action may go on
_WORD = re.compile(r"[A-Za-z_]\w*")


class Layout:
    """Lark's postlex step: turns newlines into layout tokens, for one clause's text."""

    always_accept = ("_NL",)

    def __init__(self) -> None:
        self.base = 0  # the column in which the clause begins
        self.text = ""
        self.is_clause = True  # otherwise an expression, which no line's end follows

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        reading = _Reading(self.text, self.base)
        for token in stream:
            if token.type == "_NL":
                yield from reading.end_line(token)
            else:
                reading.take(token)
                yield self._whole(token)
        if reading.last is not None and self.is_clause:
            yield from reading.end_clause(reading.last)

    def _whole(self, token: Token) -> Token:
        """A name that begins with a word of the language, where only that word fits: a name, which does not fit."""
        end = token.end_pos or 0
        if token.type in _NAMES_OF_ROWS and self._is_row(token.start_pos or 0, end):
            return Token.new_borrow_pos("NAME", token.value, token)
        if token.type == "NAME" or not token[-1].isalpha() or not self.text[end : end + 1].isidentifier():
            return token
        word = _WORD.match(self.text, token.start_pos or 0)
        return token if word is None else Token.new_borrow_pos("NAME", word[0], token)

    def _is_row(self, start: int, end: int) -> bool:
        """Whether a word at the beginning of a line is the first value of a row of `match`, and begins nothing else."""
        line = self.text[self.text.rfind("\n", 0, start) + 1 : start]
        if line.strip() or not re.search(r"\bmatch\b", self.text[:start]):
            return False
        return self.text[end:].lstrip(" ")[:1] in (":", ",")


@dataclass(slots=True)
class _Reading:
    """How far a clause has been read: the columns of its open blocks, and what its last line began and left open."""

    text: str
    base: int
    levels: list[int] = field(default_factory=list)
    hangs: dict[int, int] = field(
        default_factory=dict
    )  # for a level: the column of the `if` or `for` behind its `do`
    uneven: dict[int, int] = field(
        default_factory=dict
    )  # for a level left of the effects behind their `do`: the column of these
    effects: int | None = None  # the column of the effects behind the `do` that begins the line
    depth: int = 0  # of open brackets
    head: str = ""  # the first word of the line
    is_listed: bool = False  # the line has a choice among choices, which opens no block
    awaits_do: bool = False  # an `if` or `for` of the line has no `do` yet
    branches: bool = False  # the line has an `if` that an `else` may follow
    first: Token | None = None  # of the line
    second: Token | None = None  # of the clause
    last: Token | None = None

    def __post_init__(self) -> None:
        self.levels.append(self.base)

    def take(self, token: Token) -> None:
        """A token that is no end of a line."""
        if not self.head:
            self.head, self.first = str(token), token
        if self.second is None and self.last is not None:
            self.second = token
        if str(self.last) == "do" and self.last is self.first:
            self.effects = self._column_of(token)
        if token in ("(", "[", "{"):
            self.depth += 1
        elif token in (")", "]", "}"):
            self.depth = max(0, self.depth - 1)
        elif self.depth == 0 and token == ":" and self.head == "choice":
            self.is_listed = True
        elif self.depth == 0 and token in ("for", "if", "do"):
            self._take_opening(token)
        self.last = token

    def _take_opening(self, token: Token) -> None:
        """A word that opens effects, outside of brackets."""
        if token != "do" and str(self.last) == "do" and self.last is self.first:
            self.hangs[len(self.levels)] = self._column_of(token)
        begins_effect = token is self.first or str(self.last) in ("do", ";", "else")
        self.branches = self.branches or (token == "if" and begins_effect)
        self.awaits_do = token != "do"

    def end_line(self, token: Token) -> Iterator[Token]:
        """The tokens that stand for the end of a line and the indentation of the next one; none if that continues it."""
        rest = self.text[token.end_pos or 0 :]
        here = column(str(token))
        last = self.last
        if last is None or not rest.strip() or (self.depth > 0 and here > self.base):
            return
        deeper = here > self.levels[-1]
        is_else = re.match(r"else\b", rest) is not None
        if deeper and self.branches and is_else:
            yield _token("_NL", last)  # the `else` of an `if` on the line above
            self._begin_line()
            return
        if deeper and self._goes_on(rest, last):
            return
        self.depth = 0
        yield _token("_NL", last)
        if deeper:
            yield self._open_block(here, last)
        yield from self._close_blocks(here, is_else, last, token.end_pos or 0)
        if not deeper and here == self.levels[-1] and not is_else:
            self.hangs.pop(len(self.levels), None)
        self._begin_line()

    def _open_block(self, here: int, last: Token) -> Token:
        """The token for a line that is deeper than the one above. Raises LayoutError where that is not clear."""
        if self.uneven.get(len(self.levels)) == here and self.first is not None:
            raise LayoutError(self.first.start_pos or 0)  # this line belongs to the effects, as the one above
        opens = "_SIBLING" if self.hangs.get(len(self.levels)) == here else "_INDENT"
        self.levels.append(here)
        if self.effects is not None and here < self.effects:
            self.uneven[len(self.levels)] = self.effects
        return _token(opens, last)

    def _goes_on(self, rest: str, last: Token) -> bool:
        """Whether a deeper line continues the line above, and opens no block."""
        if self.head not in BLOCK_HEADS or (self.is_listed and re.match(r'means\b|"', rest)):
            return True
        if self.head == "notation" and not re.match(r"fen\b", rest):
            return True
        if self.head == "kinds" and re.match(r"(?:where|once|named|means)\b|\"", rest):
            return True
        if _GOES_ON.match(rest):
            return True
        is_else_alone = last is self.first and self.head == "else"
        is_addition = last is self.second and last == "+"  # `setup +` opens a block
        is_value = last.type == "NAME"  # `let start = from`
        if str(last) in _HANGS and not (is_else_alone or is_addition or is_value):
            return True
        return self.awaits_do and re.match(r"(?:where|do)\b", rest) is not None

    def _close_blocks(self, here: int, is_else: bool, last: Token, offset: int) -> Iterator[Token]:
        """Closes the blocks that are deeper than a line in the column `here`. Raises LayoutError if that fits none."""
        while here < self.levels[-1]:
            self.hangs.pop(len(self.levels), None)
            self.uneven.pop(len(self.levels), None)
            self.levels.pop()
            yield _token("_DEDENT", last)
            if here > self.levels[-1]:
                if self.hangs.get(len(self.levels)) != here:
                    raise LayoutError(offset)
                if not is_else:
                    yield _token("_SIBLING", last)
                    self.levels.append(here)

    def end_clause(self, last: Token) -> Iterator[Token]:
        yield _token("_NL", last)
        for _ in self.levels[1:]:
            yield _token("_DEDENT", last)

    def _begin_line(self) -> None:
        self.head, self.is_listed, self.awaits_do, self.branches = "", False, False, False
        self.effects = None

    def _column_of(self, token: Token) -> int:
        """The column in which a token begins, as indentation is measured."""
        start = token.start_pos or 0
        return column(re.sub(r"[^\t]", " ", self.text[self.text.rfind("\n", 0, start) + 1 : start]))


def _token(kind: str, after: Token) -> Token:
    end = after.end_pos or 0
    return Token(kind, "", start_pos=end, end_pos=end, line=after.end_line, column=after.end_column)
