"""Warnings that an author allows: `-- allow CODE: why`, at the end of a line or alone on the lines before it.

An allowance silences the warnings and notes of its code whose place begins in its line; errors stay. One that silences nothing is
told, as is one that names no warning or gives no reason.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from gdl.diagnostics.codes import CODES, RETIRED
from gdl.diagnostics.similar_names import near
from gdl.diagnostics.values import Diagnostic, Edit, Fix
from gdl.platform.dataclass import dataclass
from gdl.source import Source, Span
from gdl.text.layout import comments

_COMMENT = re.compile(r"--+\s*allow\s+([\w-]+)\s*(?::\s*(.*))?")
_REASON = "why it is meant so"


@dataclass(frozen=True, slots=True)
class Allowance:
    """One comment: the code, the reason (or nothing), and the number of the line for which it is."""

    span: Span
    code: str
    reason: str
    line: int

    def silences(self, d: Diagnostic) -> bool:
        is_there = d.span.source.name == self.span.source.name and d.span.line == self.line
        return is_there and d.code == self.code and not d.is_error


def allowances(source: Source) -> Iterator[Allowance]:
    """The allowances of a text. One that is alone in its line is for the next line that holds more than a comment."""
    if "allow" not in source.text:
        return
    lines = source.text.split("\n")
    for start, text in comments(source.text):
        found = _COMMENT.fullmatch(text.rstrip())
        if found is None or (found[2] is None and found[1] not in CODES | dict.fromkeys(RETIRED)):
            continue  # words of somebody
        span = Span(source, start, start + len(text.rstrip()))
        line = span.line
        is_alone = not lines[line - 1][: lines[line - 1].index("--")].strip()
        while is_alone and line < len(lines) and _is_bare(lines[line - 1]):
            line += 1
        yield Allowance(span, found[1], (found[2] or "").strip(), line)


def _is_bare(line: str) -> bool:
    return line.strip() == "" or line.strip().startswith("--")


def without_allowed(
    found: Iterable[Diagnostic],
    source: Source,
    *,
    is_searched: bool,
    is_played: bool = False,
    before: Sequence[Diagnostic] = (),
) -> list[Diagnostic]:
    """What is found of a file, without what it allows, and with what is wrong with its allowances.

    `is_searched`: whether warnings were looked for, under the defaults of the options; `is_played`: whether random games were
    played, too. Only then is it known what there is to allow. `before`: what random games have taken back.
    """
    found = list(found)
    own = tuple(allowances(source))
    others = {d.span.source for d in found} - {source}
    every = (*own, *(a for other in others for a in allowances(other)))
    left = [d for d in found if not any(a.silences(d) for a in every)]
    if any(d.is_error for d in found):
        return left  # what there would be to warn of is not known
    for a in own:
        if (wrong := _wrong(a)) is not None:
            left.append(wrong)
            continue
        is_known = is_searched and (is_played or CODES[a.code].evidence == "text")
        if is_known and not any(a.silences(d) for d in (*found, *before)):
            left.append(_idle(a))
    return left


def _idle(a: Allowance) -> Diagnostic:
    return Diagnostic(
        "idle-allow",
        f"nothing of `{a.code}` is said of this line, so there is nothing to allow",
        a.span,
        "silences nothing",
        help="take it out",
    )


def _wrong(a: Allowance) -> Diagnostic | None:
    """What is wrong with an allowance by itself."""
    if a.code in RETIRED:
        return _bad(a, f"`{a.code}` is a warning that is given no more", "take it out")
    if a.code not in CODES:
        help = near(a.code, CODES) or "`gdl check` shows the code of each warning in brackets"
        return _bad(a, f"there is no warning `{a.code}`", help)
    if CODES[a.code].severity == "error":
        return _bad(
            a, f"`{a.code}` is an error, which nothing allows", "mend what it is about, and take this out"
        )
    if not a.reason:
        return _bad(a, "this does not say why", f"write `-- allow {a.code}: {_REASON}`", "without a reason")
    return None


def _bad(a: Allowance, message: str, help: str, label: str = "allows nothing") -> Diagnostic:
    return Diagnostic("bad-allow", message, a.span, label, help=help)


def allowing(d: Diagnostic) -> Fix | None:
    """The change that allows a warning, with a reason to be written; None for an error, which nothing allows."""
    if d.is_error or not d.span.source.name:
        return None
    text = d.span.source.text
    start = text.rfind("\n", 0, d.span.start) + 1
    line = text[start : len(text) if (end := text.find("\n", start)) < 0 else end]
    indent = line[: len(line) - len(line.lstrip())]
    place = Span(d.span.source, start, start)
    return Fix((Edit(place, f"{indent}-- allow {d.code}: {_REASON}\n"),))
