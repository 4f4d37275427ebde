"""Words of enumerations that are misspelt where they are declared: then the enumeration is another one than that of a use.

The mistake is reported once, where the word stands for the first time, and not at every use.
"""

import re
from bisect import bisect_right
from collections import Counter
from functools import lru_cache

from gdl import syntax
from gdl.checker.context import Context
from gdl.diagnostics import near
from gdl.layout import blank_comments
from gdl.source import Source, Span
from gdl.types import Type


def is_misspelt(one: Type, other: Type, span: Span, context: Context) -> bool:
    """Whether two enumerations differ by a misspelt word; reports it. `span` is where they meet."""
    if one.base != "symbol" or other.base != "symbol" or not set(one.symbols) & set(other.symbols):
        return False
    left, right = sorted(set(one.symbols) - set(other.symbols)), sorted(set(other.symbols) - set(one.symbols))
    for words, known in ((left, other.symbols), (right, one.symbols)):
        for word in words:
            help = near(word, known)
            meant = help.removeprefix("did you mean `").removesuffix("`?")
            if help and _lines_with(word, span.source) < _lines_with(meant, span.source):
                place = first_place(word, span.source)
                if place is not None:
                    _report(word, place, help, span, context)
                    return True
    return False


def _report(word: str, place: Span, help: str, span: Span, context: Context) -> None:
    context.reporter.report(
        "type-mismatch",
        place,
        f"`{word}` makes this another enumeration than the one that it is compared with",
        "a word of its own",
        others=[(span, "they meet here")],
        help=help,
    )


def is_repeated(name: str, span: Span) -> bool:
    """Whether a file has a name in several places: then it is hardly a slip."""
    return count(name, span.source) > 1


def is_nearly_declared(node: syntax.Name, context: Context) -> bool:
    """Whether a word is used several times, and in its place another one is declared that nobody uses; reports that once."""
    source, name = node.span.source, node.name
    if count(name, source) < 2:
        return False
    unused = [word for word in context.names.symbols if count(word, source) == 1]
    help = near(name, unused)
    place = first_place(help.removeprefix("did you mean `").removesuffix("`?"), source) if help else None
    if place is None:
        return False
    context.names.failed.add(name)
    context.reporter.report(
        "unknown-name",
        place,
        f"`{place.text}` is declared and never used, and `{name}` is used and never declared",
        "declared here",
        others=[(node.span, f"used as `{name}`")],
        help=f"did you mean `{name}`?",
    )
    return True


def _lines_with(word: str, source: Source) -> int:
    """In how many lines of a text a word stands: a declaration may name it as its default, too."""
    return sum(1 for _ in re.finditer(rf"(?m)^.*\b{re.escape(word)}\b.*$", blank_comments(source.text)))


def first_place(word: str, source: Source) -> Span | None:
    """Where a word stands for the first time in a text."""
    found = re.search(rf"\b{re.escape(word)}\b", blank_comments(source.text))
    return Span(source, found.start(), found.end()) if found else None


def count(word: str, source: Source) -> int:
    """How often a word stands in a text."""
    return _words(source)[word]


def clause_of(span: Span) -> str:
    """The clause of a place: the lines from one without an indent to the next one."""
    text, starts = _clauses(span.source)
    place = bisect_right(starts, span.start)
    return text[starts[place - 1] if place else 0 : starts[place] if place < len(starts) else len(text)]


def is_of_several(name: str, span: Span) -> bool:
    """Whether other clauses have a name, too."""
    return len(re.findall(rf"\b{re.escape(name)}\b", clause_of(span))) < count(name, span.source)


def clause_before(span: Span) -> tuple[int, str]:
    """Where the clause of a place begins, and its text up to the place."""
    text, starts = _clauses(span.source)
    place = bisect_right(starts, span.start)
    begins = starts[place - 1] if place else 0
    return begins, text[begins : span.start]


_NEAR = 200  # characters


def just_before(span: Span) -> str:
    """What stands near before a place: a pattern that ends there would be sought for from each place of the text."""
    return span.source.text[max(0, span.start - _NEAR) : span.start]


@lru_cache(maxsize=4)
def _clauses(source: Source) -> tuple[str, list[int]]:
    """A text without its comments, and where its clauses begin: found once, since a text may have thousands of mistakes."""
    text = blank_comments(source.text)
    return text, [found.start() for found in re.finditer(r"(?m)^(?=\S)", text)]


@lru_cache(maxsize=4)
def _words(source: Source) -> Counter[str]:
    """How often each word stands in a text: counted once, since a text may have thousands of mistakes."""
    return Counter(re.findall(r"\w+", blank_comments(source.text)))
