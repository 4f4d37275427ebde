"""Lines that a help asks for: declarations that are missing, and those that are too narrow."""

import re
from collections import Counter
from collections.abc import Iterator

from gdl.fixing.mistakes import QUOTED, Fix, Mistake, Offers, clause_start, replaced, short
from gdl.fixing.templates import HOLE

_BEGUN = ("true", "0", "sites", "players", "0..9", "bool")  # what a declaration may begin with
_WIDENED = re.compile(r"`(\w+)` holds (-?\d+)\.\.(-?\d+), and never (-?\d+)")


def added(m: Mistake, quoted: str) -> Iterator[Fix]:
    """What the help quotes as a line before the clause of the mistake, at the end, or below the mistake."""
    title = f"Add the line `{short(quoted)}`"
    before = Fix(title, (m.at(clause_start(m)),), f"{quoted}\n")
    last = _at_the_end(m, f"{title} at the end", quoted)
    yield from (before, last) if m.span.start else (last, before)
    yield Fix(f"{title} below", (m.at(m.whole_line().end),), f"  {quoted}\n")


def longer(m: Mistake, quoted: str) -> Iterator[Fix]:
    """What the help quotes in place of the line that says the same with fewer words."""
    words = re.findall(r"\w+", quoted)
    for number, line in enumerate(m.source.text.split("\n"), 1):
        given = re.findall(r"\w+", line)
        if len(words) > len(given) >= 2 and given[:2] == words[:2] and not Counter(given) - Counter(words):
            yield replaced(m.line(number), quoted)


def begun(m: Mistake, form: str) -> Iterator[Fix]:
    """A declaration to begin with: its holes have the simplest value that fits."""
    if form.startswith(("let ", "field ")):
        for value in _BEGUN:
            made = HOLE.sub(value, re.sub(r"\((?:\.\.\.)\)", "", form))
            yield _at_the_end(m, f"Declare `{short(made)}`", made)


def lines(m: Mistake) -> Offers:
    """All lines that the help quotes, at the end."""
    if m.help.startswith("add lines such as"):
        yield (_at_the_end(m, "Add these lines at the end", "\n".join(QUOTED.findall(m.help))),)


def widened(m: Mistake) -> Offers:
    """A wider range in the declaration of a field that never holds a number."""
    found = _WIDENED.match(m.found.message)
    if found is not None and "widen the range" in m.help:
        low, high, number = (int(n) for n in found.groups()[1:])
        declared = re.compile(rf"^[ \t]*field {found[1]} of [^\n]*?{low}\.\.{high}", re.MULTILINE)
        field = declared.search(m.source.text)
        if field is not None:
            size = len(f"{low}..{high}")
            wider = f"{min(low, number)}..{max(high, number)}"
            yield (replaced(m.at(field.end() - size, size), wider),)


def _at_the_end(m: Mistake, title: str, text: str) -> Fix:
    """Lines at the end of the text, whose last line may lack its end."""
    is_open = not m.source.text.endswith("\n") and m.source.text != ""
    return Fix(title, (m.at(len(m.source.text)),), ("\n" if is_open else "") + f"{text}\n")
