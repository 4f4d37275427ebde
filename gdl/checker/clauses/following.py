"""What follows actions: settling, and the constraints `require` and `prefer`."""

from collections.abc import Sequence

from gdl.checker.context import Context
from gdl.checker.effects.dispatch import check_effects
from gdl.checker.expressions.conversions import expect, expect_condition
from gdl.checker.expressions.texts import note
from gdl.core import model
from gdl.core.types import BOOL, NUMBER, PIECE, SITE
from gdl.diagnostics.values import possible
from gdl.tree import syntax


def check_settles(
    clauses: Sequence[syntax.Settle],
    actions: Sequence[model.Action],
    moves: frozenset[str],
    context: Context,
) -> tuple[model.Settle, ...]:
    """`settle` clauses. After `moves` alone they know the piece, its start and its destination."""
    return tuple(_check_settle(c, actions, moves, context.outer()) for c in clauses)


def _check_settle(
    clause: syntax.Settle, actions: Sequence[model.Action], moves: frozenset[str], context: Context
) -> model.Settle:
    after = _check_after(clause.after, actions, context)
    piece = origin = to = -1
    if after and moves.issuperset(after):
        piece = context.local("piece", PIECE.or_none, clause.span).slot
        origin = context.local("from", SITE, clause.span).slot
        to = context.local("to", SITE, clause.span).slot
    note(clause.means, "settle", "", clause, context)
    body = check_effects(clause.body, context)
    return model.Settle(clause.span, after, clause.until_stable, body, piece, origin, to)


def check_requires(
    clauses: Sequence[syntax.Require], actions: Sequence[model.Action], context: Context
) -> tuple[model.Require, ...]:
    """`require` clauses: conditions on what follows an action."""
    return tuple(
        model.Require(c.span, _check_after(c.after, actions, context), expect_condition(c.condition, context))
        for c in clauses
    )


def check_prefers(clauses: Sequence[syntax.Prefer], context: Context) -> tuple[model.Prefer, ...]:
    """`prefer` clauses: a condition, or a number to maximise or minimise."""
    return tuple(
        model.Prefer(c.span, c.word, expect(c.value, context, NUMBER if c.word else BOOL)) for c in clauses
    )


def _check_after(
    idents: tuple[syntax.Ident, ...], actions: Sequence[model.Action], context: Context
) -> tuple[str, ...]:
    """The actions to which a clause is limited; empty means all."""
    known = [a.name for a in actions if a.form != "done"]
    for ident in idents:
        if ident.name not in known and ident.name not in context.names.broken:
            context.reporter.report(
                "unknown-action",
                ident.span,
                f"no action is named `{ident.name}`",
                "not an action",
                help=possible(ident.name, known),
            )
    return tuple(i.name for i in idents)
