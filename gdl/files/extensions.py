"""What is said of a file that another one extends, so that the author of the extending file can do something about it.

The extended file is right by itself; what is wrong in it now is so because of what the other one replaces, changes or
leaves out. That stands first, and the clause of the extended file behind it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from gdl.diagnostics.values import Diagnostic, Label
from gdl.files.resolver import Resolved
from gdl.source import NOWHERE, Source, Span
from gdl.tree import syntax

_UNUSED = ("unused-definition", "unused-option", "unused-action", "never-read")
_NAMED = "option variant field pool let relation action choice move phase position"
_WRITTEN_ANEW = "written anew here"
_CAUSES: dict[str, tuple[type[syntax.Clause], ...]] = {  # the clauses that make a name of this sort known
    "unknown-player": (syntax.Players,),
    "unknown-piece": (syntax.Kinds,),
    "unknown-direction": (syntax.Board,),
    "unknown-name": (syntax.Board, syntax.Players),
    "bad-notation": (syntax.Board,),
}


def retold(found: tuple[Diagnostic, ...], resolved: Resolved) -> tuple[Diagnostic, ...]:
    """The diagnostics of a game, told to the author of its file.

    What is unused in an extended file is not mentioned: it does no harm there. Other warnings say whence they come. An
    error is reported at the clause that causes it.
    """
    source = resolved.source
    unfit = [d for d in found if is_elsewhere(d, source) and (d.code in _UNUSED or _is_lost(d, resolved))]
    told = [_told(d, resolved) for d in found if d not in unfit]
    refused = {name for d in found if d.code == "bad-change" for name in d.subjects}
    told = [d for d in told if not (d.span.text in refused and d.span.text in resolved.left_out)]
    kept: dict[tuple[str, Span, str], Diagnostic] = {}
    for d in told:
        kept.setdefault((d.code, d.span, " ".join(d.subjects) or d.message), d)
    return tuple(kept.values())


def is_elsewhere(d: Diagnostic, source: Source) -> bool:
    """Whether a diagnostic is about another file."""
    return d.span is not NOWHERE and d.span.source.name != source.name


def _is_lost(d: Diagnostic, resolved: Resolved) -> bool:
    """Whether an error is in a clause of another file that one of the file itself would have replaced, had it been read."""
    clause = _around(d.span, resolved.clauses) if d.is_error else None
    return clause is not None and re.findall(r"\w+", clause.span.text)[0] in resolved.broken


def _told(d: Diagnostic, resolved: Resolved) -> Diagnostic:
    if not is_elsewhere(d, resolved.source):
        return d
    word = d.span.text
    if d.is_error and word in resolved.left_out and d.code.startswith(("unknown-", "not-static")):
        return _told_of_left_out(d, resolved.left_out[word])
    if not d.is_error:
        verb = "uses" if d.span.source.name in resolved.used else "extends"
        note = f"{Path(resolved.source.name).name} {verb} this file: what it replaces or leaves out may be the cause"
        return replace(d, notes=(*d.notes, note))
    span, label = _cause(d, resolved)
    others = [Label(d.span, d.label or "here"), *(o for o in d.others if o.span != span)]
    unfit = _clause_of(d, resolved)
    message = f"this does not fit {unfit}: {d.message}"
    subjects = (
        (unfit,) if label == _WRITTEN_ANEW else ()
    )  # of a clause that is written anew, one misfit is told
    return Diagnostic(d.code, message, span, label, tuple(others), d.notes, d.help, subjects=subjects)


def _told_of_left_out(d: Diagnostic, place: Span) -> Diagnostic:
    word = d.span.text
    return Diagnostic(
        d.code,
        f"`{word}` is left out here, but {Path(d.span.source.name).name} still uses it",
        place,
        "left out here",
        (Label(d.span, "still used here"), *d.others),
        help=f"give it one value instead, such as `option {word} = false only`, or leave out what uses it, too"
        if d.code == "not-static"
        else "write the clause that uses it anew in this file, or leave it out, too",
    )


def _clause_of(d: Diagnostic, resolved: Resolved) -> str:
    """The clause of another file in which a mistake shows, as it is called."""
    there = Path(d.span.source.name).name
    clause = _around(d.span, resolved.clauses)
    text = clause.span.text if clause is not None else ""
    found = re.match(rf"(?:{_NAMED.replace(' ', '|')})\s+\w+|\w+", text)
    return f"`{' '.join(found[0].split())}` of {there}" if found else there


def _around(span: Span, clauses: Sequence[syntax.Clause]) -> syntax.Clause | None:
    return next(
        (
            c
            for c in clauses
            if c.span.source.name == span.source.name
            and c.span.start <= span.start
            and span.end <= c.span.end
        ),
        None,
    )


def _cause(d: Diagnostic, resolved: Resolved) -> tuple[Span, str]:
    """What in the file itself brings an error about in one that it extends, and what is to be said there."""
    sorts = _CAUSES.get(d.code, ())
    if not re.fullmatch(r"[a-z]+[0-9]+\w*|\w+_side", d.span.text):
        sorts = sorts[::-1]  # no name of a site
    whole = [c.span for sort in sorts for c in resolved.own if isinstance(c, sort)]
    here = [o.span for o in d.others if o.span.source.name == resolved.source.name]
    there = [o.span.text for o in d.others if o.span not in here]
    if here and not (whole and syntax.Kinds in sorts):
        return here[0], "written here"
    changes = {name: span for clause in resolved.own for name, span in _names(clause)}
    clause = _around(d.span, resolved.clauses)
    told = (*d.subjects, *there)
    near_it = [] if whole else re.findall(r"\w+", clause.span.text if clause else "")
    for word in (d.span.text, *told, *near_it):
        if word in changes:
            return changes[word], "changed here"
    if whole:
        head = re.match(r"\w+", whole[0].text)
        width = len(head[0]) if head else 0
        return Span(whole[0].source, whole[0].start, whole[0].start + width), _WRITTEN_ANEW
    use = resolved.used.get(d.span.source.name)
    if use is not None and use.source == resolved.source:
        return use, "used here"
    place = resolved.head.extends_span if resolved.head is not None else None
    return place or d.span, "extended here"


def _names(clause: syntax.Clause) -> Iterator[tuple[str, Span]]:
    """The names that a clause gives a meaning or changes, each with its place."""
    match clause:
        case syntax.Kinds():
            idents = [*(c.name for c in clause.columns), *(r.name for r in clause.rows or ())]
        case (
            syntax.Let()
            | syntax.LetChange()
            | syntax.Action()
            | syntax.MoveChange()
            | syntax.Field()
            | syntax.Pool()
            | syntax.WordType()
            | syntax.Option()
            | syntax.Position()
        ):
            idents = [clause.name]
        case _:
            idents = []
    yield from ((i.name, i.span) for i in idents)
