"""A small change after which a line can be read: a word that is left out, put in, or swapped with the one beside it.

Each change is tried with the parser, so what is advised works as it is written.
"""

import re
from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import lru_cache

from lark.exceptions import UnexpectedInput, UnexpectedToken

from gdl import grammar
from gdl.layout import LayoutError

_KEPT = 64  # clauses that could not be read, with what was advised
_LONGEST = 3000  # characters of a clause that are read once for each change
TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_]\w*|\d+(?:\.\d+)?|:=|\.\.|!=|<=|>=|->|[^\s\w]')
_OPERATORS = ("=", "and", "or", "+", "-", "*", "<", ">", "in", "is", "..", "/", "|", "?")
_NEVER = frozenset((
    "means", "together", "div", "mod", "implies", "if", "not", "some", "no", "all", "true", "false", "none", "own", "enemy", "ally",
))  # fmt: skip
# words that fit almost anywhere are never advised


@dataclass(frozen=True, slots=True)
class Broken:
    """A clause, or an expression by itself, up to the end of the line in which a token at `offset` does not fit."""

    text: str
    offset: int
    found: str
    start: str
    first_column: int

    @property
    def line(self) -> str:
        """The text to the end of the line of the token."""
        end = self.text.find("\n", self.offset)
        return self.text if end < 0 else self.text[:end]

    def reads(self, text: str) -> bool:
        """Whether the parser takes all of a text, or asks for a block under it."""
        try:
            grammar.read(text, self.start, self.first_column)
        except UnexpectedToken as error:
            is_end = error.token.type == "$END" or not text[error.token.start_pos or 0 :].strip()
            return is_end and "_INDENT" in (error.accepts or error.expected or ())
        except (UnexpectedInput, LayoutError, RecursionError):
            return False
        return True

    def accepts(self, end: int) -> frozenset[str]:
        """The terminals of the grammar that may follow the text up to an offset."""
        opened = [m[0] for m in re.finditer(r'"[^"\n]*"|[()\[\]{}]', self.text[:end])]
        stray = next(sign for sign in ")]" if "(["[")]".index(sign)] not in opened[-1:])
        text = f"{self.text[:end]} {stray}"  # which fits nowhere
        try:
            grammar.read(text, self.start, self.first_column)
        except UnexpectedToken as error:
            return frozenset(error.accepts or error.expected or ())
        except (UnexpectedInput, LayoutError, RecursionError):
            pass
        return frozenset()


@lru_cache(maxsize=_KEPT)
def repair(broken: Broken, expected: frozenset[str]) -> str:
    """The first small change after which the line can be read, as advice; "" if none is found.

    It is kept, since a text is read again for each change of another line, by editors and by whoever seeks a way out.
    """
    if len(broken.line) > _LONGEST:
        return ""
    return next((advice for text, advice in small_changes(broken, expected) if broken.reads(text)), "")


def small_changes(broken: Broken, expected: Set[str]) -> Iterator[tuple[str, str]]:
    """Changed texts with the advice to change them so, the likeliest first."""
    line, at, found = broken.line, broken.offset, broken.found
    head, tail = line[:at], line[at + len(found) :]
    before = list(TOKEN.finditer(head, head.rfind("\n") + 1))
    previous = before[-1] if before else None
    words = [w for w in literals(expected) if w not in _NEVER]
    ends = "_NL" in expected
    for word in words:
        is_value = found in ("+", "-", "*") and word == ":="  # what is added to something does not replace it
        if not found[0].isalnum() and not word[0].isalnum() and word not in "([{" and not is_value:
            yield f"{head}{word}{tail}", f"write `{word}` in place of `{found}`"
    for word in () if found[0].isalnum() else ("=", ",", ":", ".."):
        if word != found and word not in words:
            yield f"{head}{word}{tail}", f"write `{word}` in place of `{found}`"
    is_value = found[0].isalnum() and found not in _strings().values()
    if is_value and "=" in words and "+" in words and not head.rstrip().endswith("()"):
        yield from _operators(head, previous, found, tail, words)
    if previous is not None and not previous[0].isalnum():
        swapped = f"{found} {previous[0]}"
        yield (
            f"{head[: previous.start()]}{swapped}{tail}",
            f"two words have changed places: write `{swapped}`",
        )
    for word in words if previous is not None else ():
        is_likely = not word.isalpha() or not ends  # where the line may end, one word too many is likelier
        if (word not in _OPERATORS and is_likely) or words == ["="]:
            yield f"{head}{word} {found}{tail}", f"`{word}` is missing before `{found}`"
    following = TOKEN.match(tail.lstrip(" \t"))
    if following:
        rest = tail.lstrip(" \t")[following.end() :]
        swapped = f"{following[0]} {found}"
        yield f"{head}{swapped}{rest}", f"two words have changed places: write `{swapped}`"
    if previous is not None and previous[0].isalnum():
        swapped = f"{found} {previous[0]}"
        yield (
            f"{head[: previous.start()]}{swapped}{tail}",
            f"two words have changed places: write `{swapped}`",
        )
    if "+" in words:  # in a value or a condition
        yield from _operators(head, previous, found, tail, words)
    if previous is not None:
        yield head + tail, f"leave `{found}` out"
        yield head[: previous.start()] + line[at:], f"leave `{previous[0]}` out"


def _operators(
    head: str, previous: re.Match[str] | None, found: str, tail: str, words: list[str]
) -> Iterator[tuple[str, str]]:
    """An operator that is put between two values."""
    if previous is None or previous[0] in "([{,":
        return
    between = f"`{previous[0]}` and `{found}`"
    for word in words:
        if word in _OPERATORS:
            yield f"{head}{word} {found}{tail}", f"an operator stands between {between}, such as `{word}`"


def literals(terminals: Set[str]) -> list[str]:
    """The words and signs that terminals stand for; operators in the order in which they are likely."""
    known = _strings()
    words = sorted(known[t] for t in terminals if t in known)
    return sorted(words, key=lambda w: _OPERATORS.index(w) if w in _OPERATORS else -1)


@lru_cache(maxsize=1)
def words() -> tuple[str, ...]:
    """All words of the grammar."""
    return tuple(sorted({s for s in _strings().values() if s.isalpha()}))


@lru_cache(maxsize=1)
def _strings() -> dict[str, str]:
    return {
        d.name: str(d.pattern.value)
        for d in grammar.parser()[0].terminals
        if d.pattern.type == "str" or re.fullmatch(r"\w+", str(d.pattern.value))
    }
