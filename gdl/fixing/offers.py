"""What the help of a diagnostic may mean: changes of the text, to be tried.

A help is written for people. It quotes what is to be written, or names what there is to choose from, and says in words
what is to be left out, indented or joined. It does not say where. Here are the readings, the likeliest first; `fixes` tries
which of them helps.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from difflib import get_close_matches

from gdl.diagnostics import Diagnostic
from gdl.fixing.declaring import added, begun, lines, longer, widened
from gdl.fixing.mistakes import (
    QUOTED,
    Fix,
    Mistake,
    Offers,
    blank_before,
    lines_behind,
    narrowed,
    near,
    replaced,
    short,
    with_blank,
    with_next,
)
from gdl.fixing.templates import HOLE, differing, filled, has_holes, parts
from gdl.source import Source, Span

_LISTED = re.compile(
    r"(?:\b(?:are|one of|has|there is|can be hidden)|:) ((?:[\w+-]+, )*[\w+-]+(?: or [\w+-]+)?)(?:$|, give|;)"
)
_FOR = re.compile(r"`([^`]+)` (?:for|in place of) `([^`]+)`")
_OUT = re.compile(r"(?:leave|take) (?:the )?((?:`[^`]+`(?:, | or )?)+) (?:out|off)|\bwithout `([^`]+)`")
_MEANT = re.compile(r"did you mean `(\w+)`\?")
_RANGE = re.compile(r"take one of (\d+) to (\d+)")
_TAKEN_OUT = (
    "take it out",
    "leave it out",
    "take one of them out",
    "leave this line out",
    "take this out",
    "no line ends with it",
)
_BRACES = str.maketrans("([)]", "{{}}")
_PARENTHESES = re.compile(r"([^(]*?)\s*\((.*)\)([^)]*)")
_LISTED_MOST = 8


def offers(diagnostic: Diagnostic, source: Source) -> Offers:
    """All readings of a help."""
    mistake = Mistake(diagnostic, source)
    for reading in _READINGS:
        yield from reading(mistake)


def certain(diagnostic: Diagnostic, source: Source) -> Offers:
    """Those readings of a help that leave nothing to choose."""
    mistake = Mistake(diagnostic, source)
    for reading in _READINGS:
        if reading is not _listed:
            yield from reading(mistake)


def _misspelt(m: Mistake) -> Offers:
    """A word that is said to be meant, in place of the word before the mistake that is most like it."""
    meant = _MEANT.search(m.help)
    if meant is not None:
        line = m.line(m.number)
        words = {f[0]: line.start + f.start() for f in re.finditer(r"\w+", line.text) if f[0] != meant[1]}
        for word in get_close_matches(meant[1], words, n=3, cutoff=0.5):
            yield (replaced(m.at(words[word], len(word)), meant[1]),)


def _exchanged(m: Mistake) -> Offers:
    """One of two texts that the help sets against each other, as in: `do` for `:`."""
    for new, old in _FOR.findall(m.help):
        yield tuple(replaced(place, new) for place in near(m, old))
        line = m.line(m.number)
        if line.text.count(old) > 1 and not old[:1].isalnum():
            yield (replaced(line, line.text.replace(old, new)),)


def _quoted(m: Mistake) -> Offers:
    """What the help quotes, in place of the mistake, before it, behind it or as a line."""
    for quoted in dict.fromkeys(QUOTED.findall(m.help)):
        if quoted == m.span.text:
            yield tuple(_without_arguments(m))
            continue
        if has_holes(quoted):
            yield (*_shaped(m, quoted), *_laid(m, quoted), *_first_words(m, quoted), *_around(m, quoted))
            yield tuple(begun(m, quoted))
            continue
        before, behind = m.at(m.span.start), m.at(m.span.end)
        yield (
            *_instead(m, quoted),
            *_everywhere(m, quoted),
            *_shaped(m, quoted),
            *_same_words(m, quoted),
            *_each_sign(m, quoted),
            *_laid(m, quoted),
            *_word_before(m, quoted),
            Fix(f"Write `{short(quoted)}` before it", (before,), f"{quoted} "),
            Fix(f"Write `{short(quoted)}` behind it", (behind,), f" {quoted}"),
            *added(m, quoted),
            *longer(m, quoted),
        )


def _instead(m: Mistake, quoted: str) -> Iterator[Fix]:
    """What the help quotes in place of the mistake, but no example about other things."""
    if len(m.span.text.split()) == 1 or differing(quoted, m.span.text).total() <= 1:
        yield replaced(m.span, quoted)


def _everywhere(m: Mistake, quoted: str) -> Iterator[Fix]:
    """Another name, at all places that have the name."""
    name = re.match(r"[A-Za-z_]\w*", m.span.text)
    if name is not None and re.fullmatch(r"\w+", quoted):
        here = tuple(m.at(f.start(), len(name[0])) for f in re.finditer(rf"\b{name[0]}\b", m.source.text))
        if len(here) > 1:
            yield Fix(f"Replace `{name[0]}` by `{quoted}` everywhere", here, quoted)


def _shaped(m: Mistake, quoted: str) -> Iterator[Fix]:
    """What stands there, in the form that the help quotes."""
    for place in (m.span, m.line(m.number)):
        start = m.span.start - place.start
        # the mistake may be a word too many
        without = place.text[:start] + place.text[start + len(m.span.text) :]
        if not has_holes(quoted) and differing(quoted, place.text) - Counter(re.findall(r"\w+", m.span.text)):
            continue  # an example, about other things
        for text in dict.fromkeys(
            (filled(quoted, place.text, start), filled(quoted, place.text), filled(quoted, without))
        ):
            if text is not None and text != place.text:
                yield replaced(place, text)


def _each_sign(m: Mistake, quoted: str) -> Iterator[Fix]:
    """Another sign or letter, at all places that have it, or in place of all signs there."""
    sign = m.span.text
    if len(sign) == 1 and not (sign.isascii() and sign.isalnum()):
        here = tuple(m.at(f.start(), 1) for f in re.finditer(re.escape(sign), m.source.text))
        yield Fix(f"Replace `{sign}` by `{quoted}`" + (" everywhere" if len(here) > 1 else ""), here, quoted)
    for found in re.finditer(r"[^\w\s\"]{2,}", m.source.text):
        if found.start() < m.span.start < found.end():
            yield replaced(m.at(found.start(), len(found[0])), quoted)


def _laid(m: Mistake, quoted: str) -> Iterator[Fix]:
    """What the help quotes in place of a part of the line that is like it. An example about other things would drop names or
    add numbers."""
    line = m.line(m.number)
    start = m.span.start - line.start
    opened = re.compile(r"\([^()]*").match(m.source.text, m.span.start)
    may_go = Counter(re.findall(r"\w+", m.span.text + (opened[0] if opened else "")))
    for part in parts(quoted, line.text, start, start + min(len(m.span.text), line.end - m.span.start)):
        place = m.at(line.start + part.start, part.end - part.start)
        made, given = (Counter(re.findall(r"\w+", t)) for t in (part.made, place.text))
        is_example = (given - made) - may_go or any(word.isdigit() for word in made - given)
        if part.made != place.text and (has_holes(quoted) or not is_example):
            yield narrowed(place, part.made)
            if m.source.text[place.end : place.end + 1] in tuple(")]}"):
                yield replaced(m.at(place.start, len(place.text) + 1), part.made)


def _first_words(m: Mistake, form: str) -> Iterator[Fix]:
    """The words with which a form begins, in place of the word before the mistake."""
    words = re.match(r"[a-z ]*[a-z](?= )", form)
    if words is not None:
        yield from _word_before(m, words[0])


def _around(m: Mistake, form: str) -> Iterator[Fix]:
    """A form with one hole around what stands there, or around the left side of a comparison."""
    sides = (m.span.text, re.split(r" (?:[<>!]?=|[<>]) ", m.span.text)[0])
    for side in dict.fromkeys(sides):
        made, holes = HOLE.subn(side.replace("\\", r"\\"), form)
        if holes == 1:
            yield replaced(m.at(m.span.start, len(side)), made)


def _without_arguments(m: Mistake) -> Iterator[Fix]:
    """A name alone, where the help quotes only that."""
    found = re.compile(r" ?\([^()]*\)").match(m.source.text, m.span.end)
    if found is not None:
        yield Fix(f"Take `{short(found[0])}` out", (m.at(m.span.end, len(found[0])),), "")


def _same_words(m: Mistake, quoted: str) -> Iterator[Fix]:
    """What the help quotes in place of the same words in another order, or with other signs: `gold(mover)` for `gold[mover]`."""
    wanted, line = re.findall(r"\w+", quoted), m.line(m.number)
    given = [(line.start + f.start(), line.start + f.end()) for f in re.finditer(r"\w+", line.text)]
    words = [m.source.text[a:b] for a, b in given]
    size = len(wanted)
    for i in range(len(words) - size + 1):
        if size and sorted(words[i : i + size]) == sorted(wanted):
            start, end = given[i][0], given[i + size - 1][1]
            for before, behind in ((0, 0), (0, 1), (1, 0), (1, 1)):
                place = Span(m.source, start - before, end + behind)
                if place.text != quoted:
                    yield replaced(place, quoted)


def _word_before(m: Mistake, quoted: str) -> Iterator[Fix]:
    """What the help quotes in place of the word before the mistake, behind which the text could not be read."""
    found = re.search(r"\b\w+(?= *$)", m.source.text[: m.span.start])
    if found is not None:
        yield replaced(Span(m.source, found.start(), found.end()), quoted)


def _listed(m: Mistake) -> Offers:
    """One of those that the help names."""
    name = re.match(r"[A-Za-z_]\w*(?=\()", m.span.text)
    place = m.span if name is None else m.at(m.span.start, len(name[0]))
    numbers = _RANGE.search(m.help)
    if numbers is not None:
        yield from ((replaced(place, number),) for number in numbers.groups())
    found = _LISTED.search(m.help.replace("`", ""))
    if found is not None:
        for word in re.split(r", | or ", found[1])[:_LISTED_MOST]:
            yield (replaced(place, word),)


def _left_out(m: Mistake) -> Offers:
    """What the help says to leave out: what it quotes, or the mistake, or its line."""
    for several, one in _OUT.findall(m.help):
        for quoted in QUOTED.findall(several) or [one]:
            yield tuple(
                Fix(f"Take `{short(p.text)}` out", (with_blank(m, p),), "")
                for place in near(m, quoted)
                for p in (place, *with_next(m, place))
            )
    if any(words in m.help for words in _TAKEN_OUT):
        span = m.span
        yield (
            Fix(f"Take `{short(span.text)}` out", (span,), ""),
            Fix(f"Take `{short(span.text)}` out", (with_blank(m, span),), ""),
            *([Fix("Take this line out", (m.whole_line(),), "")] if _is_of_line(m) else []),
            *([Fix("Take this clause out", (m.whole_clause(),), "")] if _is_of_line(m) else []),
        )
    if "the type of a definition" in m.help:
        found = re.search(r"\s*:[\w\s]+$", m.source.text[: m.span.start])
        if found is not None:
            yield (Fix("Take the type out", (m.at(found.start(), len(found[0])),), " "),)


def _between(m: Mistake) -> Offers:
    """Nothing in place of the word before the mistake, where it stands between two that belong together."""
    found = re.search(r"\b\w+ *$", m.source.text[: m.span.start])
    if "leave out what stands between" in m.help and found is not None:
        yield (Fix(f"Take `{found[0].strip()}` out", (Span(m.source, found.start(), found.end()),), ""),)


def _is_of_line(m: Mistake) -> bool:
    """Whether a mistake is what its whole line is about: its clause, or the first name behind the word of the clause."""
    line = m.line(m.number)
    return (
        not m.source.text[line.start : m.span.start].strip().removeprefix("--").count(" ")
        and m.span.text[:1].isalnum()
    )


def _colons(m: Mistake) -> Offers:
    if "no colon" in m.help:
        yield tuple(Fix("Take the colon out", (p,), "") for p in near(m, ":"))
    elif "colon" in m.help:
        yield (
            Fix("Write a colon before it", (blank_before(m),), ": "),
            Fix("Write a colon behind it", (m.at(m.span.end),), ":"),
            Fix("Write a colon at the end of the line", (m.at(m.line(m.number).end),), ":"),
        )


def _closed(m: Mistake) -> Offers:
    """A sign that the help quotes alone, at some place behind the mistake: what was opened there is closed."""
    line = m.line(m.number)
    for sign in QUOTED.findall(m.help):
        if len(sign) == 1 and not sign.isalnum():
            ends = [
                m.span.start + f.end()
                for f in re.finditer(r"\S+?(?=\W|$)", m.source.text[m.span.start : line.end])
            ]
            places = dict.fromkeys([line.end, *ends])
            yield tuple(Fix(f"Write `{sign}` there", (m.at(at),), sign) for at in places)


def _brackets(m: Mistake) -> Offers:
    """Parentheses and braces, taken off, put around or exchanged."""
    if "in parentheses" in m.help or "into parentheses" in m.help:
        yield (replaced(m.span, f"({m.span.text})"),)
    for place in (m.span, m.line(m.number)):
        found = _PARENTHESES.fullmatch(place.text)
        if found is not None and ("no parentheses" in m.help or "without parentheses" in m.help):
            before, inside, behind = found.groups()
            yield replaced(place, f"{before} {inside}{behind}".strip()), replaced(place, before + behind)
        if "brace" in m.help:
            yield (
                replaced(place, re.sub("[{}]", "", place.text)),
                replaced(place, place.text.translate(_BRACES)),
                replaced(place, re.sub(r"\bin ([^{}]+)$", r"in {\1}", place.text)),
            )


def _commas(m: Mistake) -> Offers:
    """Commas and dots between the parts of a list or a range."""
    if "two dots" in m.help:
        line = m.line(m.number)
        yield (replaced(line, re.sub(r"\.{3,}|(?<=\w)-(?=\w)", "..", line.text)),)
    if "comma" in m.help:
        yield Fix("Write a comma before it", (blank_before(m),), ", "), replaced(m.span, ",")
        for place in (m.span, m.line(m.number)):
            listed = re.sub(r"(?<=[\w)}])\s+(?=\w)", ", ", place.text)
            yield replaced(place, listed), replaced(place, place.text.replace(",", ""))


def _quotation_marks(m: Mistake) -> Offers:
    if "quotation marks" not in m.help:
        return
    line = m.line(m.number)
    word, _, rest = line.text.partition(" ")
    yield (
        replaced(line, re.sub("[“”„‟«»]", '"', line.text)),
        replaced(m.span, f'"{m.span.text}"'),
        replaced(m.span, m.span.text.strip('"')),
        replaced(line, f'{word} "{rest.strip()}"'),
    )


def _columns(m: Mistake) -> Offers:
    """Where a line begins."""
    if not any(word in m.help for word in ("indent", "column", "deeper", "line")):
        return
    at = m.source.offset(m.number, 1)
    here = m.line(m.number)
    blanks = Span(m.source, at, here.start)
    lines = m.source.text.split("\n")
    around = [
        line for line in (lines[m.number - 2 : m.number - 1] + lines[m.number : m.number + 1]) if line.strip()
    ]
    widths = [len(line) - len(line.lstrip()) for line in around]
    yield tuple(
        Fix(f"Begin the line in column {width + 1}", (blanks,), " " * width)
        for width in dict.fromkeys([*widths, *(w + 2 for w in widths), *(w + 4 for w in widths), 0])
        if width != here.start - at
    )
    if "lines that go with it" in m.help:
        starts = lines_behind(m)
        yield tuple(
            Fix("Indent this line and those that go with it", starts[:n], "  ")
            for n in range(len(starts), 1, -1)
        )
    if "clause of its own" in m.help or "line" in m.help:
        yield (Fix("Begin a new line here", (blank_before(m),), "\n"),)


_READINGS: tuple[Callable[[Mistake], Offers], ...] = (
    _misspelt,
    _exchanged,
    _quoted,
    lines,
    _listed,
    widened,
    _left_out,
    _between,
    _closed,
    _colons,
    _brackets,
    _commas,
    _quotation_marks,
    _columns,
)
