"""Which finding is the cause where one mistake shows in several ways: it is told, and what only follows from it is held back until
it is mended.

option planks = 20                             -- used nowhere, as the set-up lacks a line
pool shed of player                            -- nothing ever fills it: this is the cause
action lay: where some shed(mover)             -- never possible
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gdl.diagnostics import Diagnostic, Label
from gdl.source import Span

# Warnings of how a game is told, and what is shown: they are not the cause of what no game meets.
_ASIDE = (
    "ambiguous-notation",
    "unplaced-site",
    "split-score",
    "left-out-field",
    "no-end",
    "secret-told",
    "shown-choice",
    "told-choice",
    "unknown-colour",
    "hidden-in-vain",
)

# Warnings that may be the cause of a game that is over at once, unless they are about an end.
_AT_ONCE = (
    "constant-condition",
    "impossible-action",
    "unplaced-kind",
    "exchanged-facings",
    "immovable-kind",
    "never-none",
    "never-written",
    "one-and-set",
    "no-stacking",
    "uneven-start",
    "unreachable-clause",
)

# What is said of games that end and yet do not come to what is meant.
_FOLLOWING = ("never-met", "wrong-winner", "no-end", "skipped-turn")

# Warnings of an effect or a clause that is lacking, and of names which it might have used.
_LACKING = ("unplaced-kind", "never-written", "unreachable-clause", "impossible-action")
_UNUSED = ("unused-option", "unused-definition", "never-read")

_OVERFLOW = re.compile(r"(`\w+`) is given \S+, but holds (-?\d+)\.\.(-?\d+)")


def of_rules(said: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What the rules say, without names that nothing uses where an effect is lacking: they may belong there, which is told with it."""
    if any(d.code == "idle-effect" for d in said):  # it was to make what never comes into play
        said = [d for d in said if d.code != "unplaced-kind"]
    lacking = next((d for d in said if d.code in _LACKING and not d.is_error), None)
    unused = [d for d in said if d.code in _UNUSED]
    if lacking is None or not unused or any(d.is_error for d in said):
        return list(said)
    others = (*lacking.others, *(Label(d.span, f"{d.label}: it may belong there") for d in unused))
    return [replace(d, others=others) if d is lacking else d for d in said if d not in unused]


def together(
    said: Sequence[Diagnostic], played: Sequence[Diagnostic], is_hindered: bool, is_early: bool
) -> list[Diagnostic]:
    """What the rules and what some games say, each cause once: the error, else what the rules say for certain.

    `is_hindered`: the rules say that some end never comes about, so games may go on beyond every range. `is_early`: they say why an
    end may hold too early.
    """
    played = [_at_its_limit(said, d) for d in played]
    idle = [d.span for d in said if d.code in ("idle-effect", "unpaid", "never-read", "constant-value")]
    played = [
        d
        for d in played
        if d.code != "field-overflow" or not (is_hindered or any(_in_one_clause(d.span, s) for s in idle))
    ]
    wrong = {d.span for d in played if d.is_error}
    if any(d.code == "own-capture" for d in said):
        played = [d for d in played if d.code != "wrong-winner"]  # whoever captures their own brings it about
    explaining = {(d.span.source.name, d.span.line) for d in said if _explains(d)}
    is_explained = is_early or explains_at_once(said)
    return [
        *(d for d in said if d.span not in wrong),
        *(
            d
            for d in played
            if d.is_error
            or not (
                explaining
                if d.code in _FOLLOWING
                else (d.code == "over-at-once" and is_explained)
                or (d.span.source.name, d.span.line) in explaining
            )
        ),
    ]


def explains_at_once(said: Iterable[Diagnostic]) -> bool:
    """Whether something is said that may be the cause of a game which is over at once."""
    return any(d.code in _AT_ONCE and _clause(d.span) != "end" for d in said)


def _explains(d: Diagnostic) -> bool:
    return d.severity == "warning" and d.code not in (*_ASIDE, *_FOLLOWING, "over-at-once")


def _clause(span: Span) -> str:
    """The word of the clause in which a place is."""
    words: list[str] = re.findall(r"(?m)^(\w+)", span.source.text[: span.end])
    return words[-1] if words else ""


def _at_its_limit(said: Sequence[Diagnostic], wrong: Diagnostic) -> Diagnostic:
    """What went wrong, at the condition that was to keep a field within its range and never does, if there is one."""
    found = _OVERFLOW.match(wrong.message) if wrong.code == "field-overflow" else None
    if found is None:
        return wrong
    range_ = f"{found[1]} is {found[2]} to {found[3]}"
    limits = [d for d in said if d.code == "constant-condition" and range_ in d.message]
    if len(limits) != 1:
        return wrong
    limit = limits[0]
    message = f"{wrong.message}: {limit.message}"
    others = (Label(wrong.span, wrong.label), *limit.others)
    return replace(wrong, message=message, span=limit.span, label=limit.label, others=others, help=limit.help)


def _in_one_clause(a: Span, b: Span) -> bool:
    """Whether no line between two places begins in the first column."""
    between = a.source.text[min(a.start, b.start) : max(a.start, b.start)]
    return a.source == b.source and re.search(r"\n\S", between) is None
