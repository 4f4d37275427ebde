"""Files of the first language, brought up to the present one: `upgraded(source, found)`.

What has changed its meaning is written so that it means what it meant:

- An option of a file that extends another one had its default as its only value, where the file said nothing of values.
- Whether others learned a choice followed from its value. Now it follows from its clause, or `openly` and `secretly`.
"""

import re
from collections.abc import Iterable, Iterator

from gdl.diagnostics.values import Diagnostic, Reporter
from gdl.files import merging
from gdl.parsing.parser import parse
from gdl.source import Source
from gdl.tree import syntax
from gdl.tree.words import LANGUAGE

_OF_CHOICES = ("shown-choice", "told-choice")  # warnings about who learns of a choice

Insertion = tuple[int, str]


def upgraded(source: Source, found: Iterable[Diagnostic]) -> str:
    """The text in the present language. `found`: what the checker says of it. Unchanged if it says that it is up to date."""
    reporter = Reporter()
    clauses = parse(source, reporter).tree.clauses
    head = next((c for c in clauses if isinstance(c, syntax.Game)), None)
    if reporter.has_errors or (head is not None and _is_present(head)):
        return source.text
    text = source.text
    insertions = {*_options(head, clauses), *_choices(source, found), *_heading(head, source)}
    for at, words in sorted(insertions, reverse=True):
        text = text[:at] + words + text[at:]
    return re.sub(r"^(\s+)language 1$", rf"\1language {LANGUAGE}", text, flags=re.M)


def _is_present(head: syntax.Game) -> bool:
    return any(h.key.name == "language" and h.value == str(LANGUAGE) for h in head.headings)


def _options(head: syntax.Game | None, clauses: Iterable[syntax.Clause]) -> Iterator[Insertion]:
    """Options that could have one value alone."""
    if head is None or head.extends is None:
        return
    for clause in merging.flat(tuple(clauses)):
        if not isinstance(clause, syntax.Option) or clause.values or clause.is_only:
            continue
        if not isinstance(clause.default, syntax.Bool):
            yield clause.default.span.end, " only"


def _choices(source: Source, found: Iterable[Diagnostic]) -> Iterator[Insertion]:
    """The words for choices of which others were told what the value showed, as the warnings' likeliest fixes write them."""
    for d in found:
        if d.code in _OF_CHOICES and d.fixes and d.span.source.name == source.name:
            yield from ((edit.span.start, edit.text) for edit in d.fixes[0].edits)


def _heading(head: syntax.Game | None, source: Source) -> Iterator[Insertion]:
    """The line that says which language the file is written in."""
    if head is None or any(h.key.name == "language" for h in head.headings):
        return
    last = head.headings[-1].span.end if head.headings else head.span.start
    end = source.text.find("\n", last)
    indent = "  "
    if head.headings:
        first = head.headings[0].span.start
        indent = source.text[source.text.rfind("\n", 0, first) + 1 : first]
    yield (end if end >= 0 else len(source.text)), f"\n{indent}language {LANGUAGE}"
