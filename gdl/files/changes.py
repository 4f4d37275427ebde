"""Clauses that change one that stands before them: rows of a table, the elements of a definition, the kinds of a move,
the actions of a turn, the letters of a notation.

What does not fit is reported at the change, with the place of the clause that it does not fit.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gdl.diagnostics.similar_names import near, possible
from gdl.diagnostics.values import Reporter
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.tree import syntax


def changed(clause: syntax.Clause, change: syntax.Change, reporter: Reporter) -> syntax.Clause:
    """A clause after a change; itself if the change is not about it."""
    if not _is_meant(clause, change):
        return clause
    made: syntax.Clause = _KINDS[type(change)].made(clause, change, reporter)
    return made


def _is_meant(clause: syntax.Clause, change: syntax.Change) -> bool:
    """Whether a change is about this clause."""
    mine, other = _target(clause), _target(change)
    is_named_so = (mine and mine.name) == (other and other.name)
    return isinstance(clause, _KINDS[type(change)].clause) and is_named_so


def _target(part: syntax.Clause | syntax.Change) -> syntax.Ident | None:
    """The name by which a change finds its clause."""
    match part:
        case syntax.Let() | syntax.LetChange() | syntax.Action() | syntax.MoveChange():
            return part.name
        case syntax.Turn() | syntax.TurnChange():
            return part.phase
        case _:
            return None


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
    kind, target = _KINDS[type(change)], _target(change)
    what = "phase" if target and kind.clause is syntax.Turn else kind.what
    like = [c for c in known if isinstance(c, kind.clause) and kind.is_open(c)]
    reporter.report(
        "unknown-name",
        target.span if target else change.span,
        f"no {what} that could be changed stands before this" + (f": `{target.name}`" if target else ""),
        "nothing to change",
        help=possible(target.name, [t.name for t in map(_target, like) if t]) if target else kind.written,
    )


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


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a sort of change works: the clause that it is about, what people call that, and what comes of the two.

    `is_open`: whether such a clause can be changed; `written`: what to write first where none stands there and none was named.
    """

    clause: type[syntax.Clause]
    what: str
    made: Callable[[Any, Any, Reporter], syntax.Clause]
    is_open: Callable[[Any], bool] = bool
    written: str = ""


_KINDS: Mapping[type[syntax.Change], _Kind] = {
    syntax.LetChange: _Kind(syntax.Let, "definition", _joined, lambda let: not let.parameters),
    syntax.MoveChange: _Kind(syntax.Action, "move", _by_others, lambda move: bool(move.kinds)),
    syntax.TurnChange: _Kind(syntax.Turn, "turn", _offering, written="write `turn: ...`"),
    syntax.StyleChange: _Kind(
        syntax.Style, "notation", _restyled, written="write the style first: `notation san`"
    ),
}
