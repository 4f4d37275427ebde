"""Clauses of files that extend each other as one list: what replaces what, what is added, left out and changed.

`merge(files, known, reporter)` puts the clauses of several files, the most basic one first, into one list. A clause
replaces the clause with the same `key`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import assert_never

from gdl.diagnostics.similar_names import near
from gdl.diagnostics.values import Reporter
from gdl.files.changes import changed, report_nothing, with_rows
from gdl.source import Span
from gdl.tree import syntax

Clauses = Sequence[syntax.Clause]
_NAMED = (
    syntax.Let,
    syntax.Wanted,
    syntax.Routine,
    syntax.Action,
    syntax.Field,
    syntax.Pool,
    syntax.WordType,
)
NAMELESS = (syntax.Kinds, syntax.Setup, syntax.Settle, syntax.End, syntax.Looks)


def key(clause: syntax.Clause) -> tuple[str, ...] | None:
    """What a clause of an extending file replaces: the clause with the same key. None: it is added."""
    match clause:
        case syntax.Option():
            return "option", clause.name.name
        case syntax.Let() | syntax.Routine() | syntax.Action() | syntax.Wanted():
            return "name", clause.name.name
        case syntax.Field() | syntax.Pool():
            return "field", clause.name.name
        case syntax.WordType():
            return "type", clause.name.name
        case syntax.Variant():
            return "variant", clause.name.name
        case syntax.Position():
            return "position", clause.name.name
        case syntax.Turn():
            return "turn", clause.phase.name if clause.phase else ""
        case syntax.Claim():
            return "claim", clause.text
        case syntax.Settle():
            return "settle", *(n.name for n in clause.after)
        case syntax.Kinds() | syntax.Setup() | syntax.End() | syntax.Looks():
            return None if clause.is_added else (type(clause).__name__.lower(),)
        case syntax.Players() | syntax.Teams() | syntax.Board() | syntax.Limit() | syntax.Style():
            return (type(clause).__name__.lower(),)
        case (
            syntax.Game()
            | syntax.Hide()
            | syntax.Known()
            | syntax.Skip()
            | syntax.Require()
            | syntax.Prefer()
            | syntax.When()
            | syntax.Without()
            | syntax.Use()
            | syntax.LetChange()
            | syntax.MoveChange()
            | syntax.TurnChange()
            | syntax.StyleChange()
        ):
            return None
        case _:
            assert_never(clause)


def names(clause: syntax.Clause) -> set[str]:
    """The words by which `without` takes a clause away."""
    if isinstance(clause, syntax.Change | syntax.Use):
        return set()
    own = key(clause)
    words = {type(clause).__name__.lower()} if not isinstance(clause, _NAMED) else set()
    return words | ({own[-1]} if own and not isinstance(clause, syntax.Settle) else set())


def left_out(files: Sequence[Clauses], everything: Clauses) -> dict[str, Span]:
    """The names that `without` takes away and that no clause has given anew."""
    still = set().union(*map(names, flat(everything)))
    clauses = [c for f in files for c in flat(f) if isinstance(c, syntax.Without)]
    return {n.name: n.span for c in clauses for n in c.names if n.name not in still}


def without_names(left_out: Mapping[str, Span]) -> Callable[[syntax.Clause], syntax.Clause | None]:
    """Takes actions that are left out from what follows `after`; None where nothing is left."""

    def less(clause: syntax.Clause) -> syntax.Clause | None:
        if not isinstance(clause, syntax.Settle | syntax.Require) or not clause.after:
            return clause
        after = tuple(n for n in clause.after if n.name not in left_out)
        if after == clause.after:
            return clause
        return replace(clause, after=after) if after else None

    return less


def _less(clauses: list[syntax.Clause], name: str) -> list[syntax.Clause]:
    """The clauses without those of a name, in `when` blocks, too."""
    return [
        replace(c, clauses=tuple(_less(list(c.clauses), name))) if isinstance(c, syntax.When) else c
        for c in clauses
        if name not in names(c)
    ]


def merge(
    files: Sequence[Clauses], known: Sequence[Clauses], modules: Sequence[bool], reporter: Reporter
) -> list[syntax.Clause]:
    """One list of all files' clauses.

    `known`: what stands in each file and in those before it, under any options. `modules`: which of them are modules. Of a
    module, what has no name is added, and never replaced but for its ends, by the ends of a file that extends its user.
    """
    merged: list[syntax.Clause] = []
    fixed: list[syntax.Clause] = []
    for clauses, here, is_module in zip(files, known, modules, strict=True):
        inherited = len(merged)
        mine: list[syntax.Clause] = []  # what already stands here instead of something inherited
        for clause in clauses:
            if is_module and isinstance(clause, NAMELESS):
                fixed.append(clause)
                merged.append(clause)
            elif isinstance(clause, syntax.Wanted) and any(key(c) == key(clause) for c in merged):
                continue  # it is given already
            elif isinstance(clause, syntax.Without):
                merged = _left(merged, clause, here, reporter)
                inherited = len(merged)
            elif isinstance(clause, syntax.Change):
                merged, is_meant = _changed(merged, mine, partial(changed, change=clause, reporter=reporter))
                if not is_meant:
                    report_nothing(clause, here, reporter)
            elif isinstance(clause, syntax.Kinds) and clause.is_added and clause.rows:
                merged, _ = _changed(merged, mine, partial(with_rows, added=clause))
                if rest := _further(clause, merged):
                    merged.append(replace(clause, rows=rest))
            else:
                merged, inherited = _with(merged, inherited, clause, mine, fixed)
        if not is_module:
            fixed = [c for c in fixed if not isinstance(c, syntax.End)]
    return merged


def _changed(
    merged: list[syntax.Clause], mine: list[syntax.Clause], change: Callable[[syntax.Clause], syntax.Clause]
) -> tuple[list[syntax.Clause], bool]:
    """The clauses after a change, and whether there was one. `mine` gets what stands in place of those that it has."""
    made = list(map(change, merged))
    fresh = [(old, new) for old, new in zip(merged, made, strict=True) if new is not old]
    mine += [new for old, new in fresh if _is_among(old, mine)]
    return made, bool(fresh)


def _further(added: syntax.Kinds, clauses: Clauses) -> tuple[syntax.Row, ...]:
    """The rows that are added and have changed none of the tables."""
    taken = [
        r
        for c in clauses
        if isinstance(c, syntax.Kinds)
        for row in c.rows or ()
        for t in row.changes
        for r in t.rows or ()
    ]
    return tuple(r for r in added.rows or () if not any(r is t for t in taken))


def _left(
    merged: list[syntax.Clause], clause: syntax.Without, here: Clauses, reporter: Reporter
) -> list[syntax.Clause]:
    """What a `without` leaves."""
    known = set().union(*map(names, here))
    for name in clause.names:
        if name.name not in known:
            reporter.report(
                "unknown-name",
                name.span,
                f"nothing here is named `{name.name}`",
                "there is nothing to leave out",
                help=near(name.name, known),
            )
        merged = _less(merged, name.name)
    return merged


def _with(
    merged: list[syntax.Clause],
    inherited: int,
    clause: syntax.Clause,
    mine: list[syntax.Clause],
    fixed: Clauses,
) -> tuple[list[syntax.Clause], int]:
    """The clauses with one more, which may replace one of the first `inherited` ones; and how many of these are left."""
    own = key(clause)
    replaceable = (
        i
        for i, c in enumerate(merged[:inherited])
        if own is not None and key(c) == own and not _is_among(c, mine) and not _is_among(c, fixed)
    )
    index = next(replaceable, None)
    if index is None:
        return [*merged, clause], inherited
    made = _with_values_of(clause, merged[index])
    mine.append(made)
    merged = [*merged[:index], made, *merged[index + 1 :]]
    # there may be several tables, and ends of modules: those here replace all those there; what was added to a clause goes, too
    sort, is_all = type(clause), isinstance(clause, syntax.Kinds | syntax.End)
    old = [
        c
        for c in merged[:inherited]
        if type(c) is not sort or not (is_all or _is_added(c)) or _is_among(c, mine) or _is_among(c, fixed)
    ]
    return [*old, *merged[inherited:]], len(old)


def _is_among(clause: syntax.Clause, clauses: Clauses) -> bool:
    return any(c is clause for c in clauses)


def _is_added(clause: syntax.Clause) -> bool:
    return isinstance(clause, syntax.Kinds | syntax.Setup | syntax.End | syntax.Looks) and clause.is_added


def _with_values_of(clause: syntax.Clause, old: syntax.Clause) -> syntax.Clause:
    """An option that says nothing of its values keeps those that it had, and one without a sentence the sentence."""
    if not isinstance(clause, syntax.Option) or not isinstance(old, syntax.Option):
        return clause
    clause = replace(clause, means=clause.means or old.means)
    return clause if clause.values or clause.is_only else replace(clause, values=old.values, by=old.by)


def flat(clauses: Clauses) -> list[syntax.Clause]:
    """The clauses with those inside `when` blocks."""
    found: list[syntax.Clause] = []
    for clause in clauses:
        found.extend(flat(clause.clauses) if isinstance(clause, syntax.When) else [clause])
    return found
