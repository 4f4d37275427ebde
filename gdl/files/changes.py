"""Clauses that change one that stands before them: rows of a table, the elements of a definition, the kinds of a move,
the actions of a turn, the letters of a notation.

What does not fit is reported at the change, with the place of the clause that it does not fit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gdl.diagnostics.similar_names import near, possible
from gdl.diagnostics.values import Reporter
from gdl.source import Span
from gdl.tree import syntax

_WRITTEN: Mapping[type[syntax.Clause], str] = {
    syntax.TurnChange: "write `turn: ...`",
    syntax.StyleChange: "write the style first: `notation san`",
}


def changed(clause: syntax.Clause, change: syntax.Change, reporter: Reporter) -> syntax.Clause:
    """A clause after a change; itself if the change is not about it."""
    match change, clause:
        case syntax.LetChange(), syntax.Let() if _is_meant(clause, change):
            return _joined(clause, change, reporter)
        case syntax.MoveChange(), syntax.Action() if _is_meant(clause, change):
            return _by_others(clause, change, reporter)
        case syntax.TurnChange(), syntax.Turn() if _is_meant(clause, change):
            return _offering(clause, change, reporter)
        case syntax.StyleChange(), syntax.Style():
            return _restyled(clause, change, reporter)
        case _:
            return clause


def _is_meant(clause: syntax.Clause, change: syntax.Change) -> bool:
    """Whether a change is about this clause."""
    match change, clause:
        case syntax.LetChange(), syntax.Let():
            return clause.name.name == change.name.name
        case syntax.MoveChange(), syntax.Action():
            return clause.name.name == change.name.name
        case syntax.TurnChange(), syntax.Turn():
            return (clause.phase and clause.phase.name) == (change.phase and change.phase.name)
        case syntax.StyleChange(), syntax.Style():
            return True
        case _:
            return False


def with_rows(clause: syntax.Clause, added: syntax.Kinds) -> syntax.Clause:
    """A table in which the rows that are added for its own kinds change the cells of these; itself if there are none."""
    named = {r.name.name: r for r in reversed(added.rows or ())}
    if not isinstance(clause, syntax.Kinds) or not any(r.name.name in named for r in clause.rows or ()):
        return clause
    return replace(clause, rows=tuple(_changed(r, named.get(r.name.name), added) for r in clause.rows or ()))


def _changed(row: syntax.Row, by: syntax.Row | None, added: syntax.Kinds) -> syntax.Row:
    if by is None:
        return row
    return replace(row, changes=(*row.changes, replace(added, rows=(by,))), means=by.means or row.means)


def _joined(let: syntax.Let, change: syntax.LetChange, reporter: Reporter) -> syntax.Let:
    if let.parameters:
        _report_unfit(
            change.name.span,
            f"`{let.name.name}` has parameters, so nothing can be added to it or taken from it",
            let.name.span,
            "it is defined here",
            "write the definition anew",
            reporter,
        )
        return let
    value = let.value
    for operator, part in change.parts:
        value = syntax.Binary(part.span, operator, value, part)
    return replace(let, value=value)


def _by_others(move: syntax.Action, change: syntax.MoveChange, reporter: Reporter) -> syntax.Action:
    if not move.kinds:
        is_move = move.form == "move"
        _report_unfit(
            change.name.span,
            f"`{move.name.name}` is a move of all kinds"
            if is_move
            else f"`{move.name.name}` is no move, so no kinds belong to it",
            move.name.span,
            "it is written here",
            f"write it anew: `move {move.name.name} by ...`" if is_move else "write the action anew",
            reporter,
        )
        return move
    kinds = altered(move.kinds, change.alterations, f"`{move.name.name}` is a move", "by", reporter)
    if not kinds:
        _report_unfit(
            change.span,
            f"no kind is left that could make the move `{move.name.name}`",
            move.name.span,
            "it is written here",
            f"leave it out: `without {move.name.name}`",
            reporter,
        )
        return move
    return replace(move, kinds=kinds)


def _offering(turn: syntax.Turn, change: syntax.TurnChange, reporter: Reporter) -> syntax.Turn:
    """The turn with actions added to its first group, and others taken from all groups."""
    offers = list(turn.offers)
    for alteration in change.alterations:
        groups = [i for i, o in enumerate(offers) if o.names]
        listed = tuple(n for o in offers for n in o.names)
        altered(listed, (alteration,), "the turn has an offer", "of", reporter)
        if alteration.adds:
            fresh = tuple(n for n in alteration.names if n.name not in {o.name for o in listed})
            first = groups[0] if groups else 0
            if groups:
                offers[first] = replace(offers[first], names=(*offers[first].names, *fresh))
            else:
                offers.insert(0, syntax.Offer(alteration.span, fresh, None, None))
        else:
            gone = {n.name for n in alteration.names}
            kept = [replace(o, names=tuple(n for n in o.names if n.name not in gone)) for o in offers]
            offers = [new for old, new in zip(offers, kept, strict=True) if new.names or not old.names]
    return replace(turn, offers=tuple(offers), means=None)  # its sentence told what was on offer


def _restyled(style: syntax.Style, change: syntax.StyleChange, reporter: Reporter) -> syntax.Style:
    """The style with the letters and lines of a change in the places of those that they replace, or behind all others."""
    if not change.letters and not change.fens:
        _report_unfit(
            change.span,
            "`notation +` has neither letters of kinds nor lines below it, so it changes nothing",
            style.span,
            "the notation is written here",
            'write letters behind it, `notation + knight "N"`, or a line below it, `fen FIELD`',
            reporter,
        )
    fens = {f.field.name if f.field else "": f for f in change.fens}
    letters = {letter.kind.name for letter in change.letters}
    kept = tuple(fens.get(f.field.name if f.field else "", f) for f in style.fens)
    return replace(
        style,
        letters=(*(x for x in style.letters if x.kind.name not in letters), *change.letters),
        fens=(*kept, *(f for f in change.fens if not any(f is k for k in kept))),
    )


def altered(
    names: tuple[syntax.Ident, ...],
    alterations: Sequence[syntax.Alteration],
    what: str,
    word: str,
    reporter: Reporter,
) -> tuple[syntax.Ident, ...]:
    """A list of names with some added and some taken away; what is there already, or is not there, is reported."""
    made = list(names)
    for alteration in alterations:
        for ident in alteration.names:
            known = next((n for n in made if n.name == ident.name), None)
            if alteration.adds == (known is None):
                made = [*made, ident] if known is None else [n for n in made if n is not known]
                continue
            alike = [] if known else [n for n in made if near(ident.name, [n.name])]
            _report_unfit(
                ident.span,
                f"{what} {word} `{ident.name}` already" if known else f"{what} {word} no `{ident.name}`",
                (known or names[0]).span if names else ident.span,
                "here" if known else "the list begins here",
                "take it out" if known else near(ident.name, [n.name for n in made]),
                reporter,
                [n.name for n in alike],
            )
    return tuple(made)


def report_nothing(change: syntax.Change, known: Sequence[syntax.Clause], reporter: Reporter) -> None:
    """Reports a change of what stands nowhere before it; `known` are all clauses there, under any options."""
    if any(_is_meant(c, change) for c in known):  # in a `when` block whose condition does not hold
        return
    what: str
    target: syntax.Ident | None
    match change:
        case syntax.LetChange():
            what, target = "definition", change.name
        case syntax.MoveChange():
            what, target = "move", change.name
        case syntax.TurnChange():
            what, target = ("phase", change.phase) if change.phase else ("turn", None)
        case syntax.StyleChange():
            what, target = "notation", None
    reporter.report(
        "unknown-name",
        target.span if target else change.span,
        f"no {what} that could be changed stands before this" + (f": `{target.name}`" if target else ""),
        "nothing to change",
        help=possible(target.name, _like(known, change)) if target else _WRITTEN[type(change)],
    )


def _like(clauses: Sequence[syntax.Clause], change: syntax.Change) -> list[str]:
    """The names that a change may have meant."""
    match change:
        case syntax.LetChange():
            return [c.name.name for c in clauses if isinstance(c, syntax.Let) and not c.parameters]
        case syntax.MoveChange():
            return [c.name.name for c in clauses if isinstance(c, syntax.Action) and c.kinds]
        case syntax.TurnChange():
            return [c.phase.name for c in clauses if isinstance(c, syntax.Turn) and c.phase]
        case syntax.StyleChange():
            return []


def _report_unfit(
    span: Span,
    message: str,
    other: Span,
    label: str,
    help: str,
    reporter: Reporter,
    subjects: Sequence[str] = (),
) -> None:
    """`subjects`: names that are meant, and that the change would have taken away."""
    others = [(other, label)]
    reporter.report("bad-change", span, message, "does not fit", others=others, help=help, subjects=subjects)
