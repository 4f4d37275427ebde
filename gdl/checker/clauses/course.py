"""The course of a game beside its actions and turns: the set-up, settling, `require` and `prefer`, ends and the limit."""

from collections.abc import Sequence

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.effects.assignments import report_unfit
from gdl.checker.effects.demands import report_late
from gdl.checker.effects.dispatch import check_effects
from gdl.checker.effects.results import check_result
from gdl.checker.expressions.conversions import expect, expect_condition
from gdl.checker.expressions.texts import note
from gdl.core import model, static
from gdl.core.types import ANY, BOOL, NUMBER, PIECE, SITE
from gdl.diagnostics.similar_names import possible
from gdl.limits import DEFAULT_LIMIT, MAX_LIMIT
from gdl.source import NOWHERE
from gdl.tree import syntax


def check_setup(clauses: Sequence[syntax.Setup], context: Context) -> tuple[model.Effect, ...]:
    """The effects of all `setup` clauses."""
    found = tuple(e for clause in clauses for e in check_effects(clause.body, context))
    report_late(found, context)
    _report_impossible(found, context)
    return found


def _report_impossible(effects: Sequence[model.Effect], context: Context) -> None:
    """Reports values of fields, and numbers of pieces, that are known before play and impossible."""
    for effect in effects:
        match effect:
            case model.ForEach(condition=None):
                _report_impossible(effect.body, context)
            case model.SetField():
                report_unfit(effect.field, effect.value, context)
            case model.Stock() | model.Place() | model.MoveTo():
                for name, value in effect.settings:
                    report_unfit(name, value, context)
        times = static.known(effect.times, context.names.board) if isinstance(effect, model.Stock) else None
        is_wrong = times is not None and times[0] is None  # which is said
        if isinstance(effect, model.Stock) and times is not None and not is_wrong and not _is_count(times[0]):
            context.reporter.report(
                "bad-range",
                effect.times.span,
                f"how many pieces there are is a whole number from 0, not {times[0]}",
                "not a number of pieces",
            )


def _is_count(value: model.Value) -> bool:
    return isinstance(value, int) and value >= 0


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
    report_late(body, context)
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


def check_ends(clauses: Sequence[syntax.End], context: Context) -> tuple[model.Ending, ...]:
    """All ends, in the order in which they are asked."""
    return tuple(_check_ending(ending, context) for clause in clauses for ending in clause.endings)


def _check_ending(node: syntax.Ending, context: Context) -> model.Ending:
    condition: model.Expr = forms.const(node.span, BOOL, True)
    if node.condition is not None:
        condition = expect_condition(node.condition, context)
    return model.Ending(node.span, check_result(node.result, context), condition)


def check_limit(clauses: Sequence[syntax.Limit], context: Context) -> tuple[int, model.Result]:
    """The greatest number of actions, and the result after them."""
    for extra in clauses[1:]:
        context.reporter.report(
            "duplicate-clause",
            extra.span,
            "a game has one limit",
            "a second one",
            others=[(clauses[0].span, "the first one")],
            help="take one of them out",
        )
    if not clauses:
        return DEFAULT_LIMIT, model.Result(NOWHERE, "draw")
    clause = clauses[0]
    expr = expect(clause.moves, context, NUMBER)
    value = static.known(expr, context.names.board)
    moves = value[0] if value is not None else None
    if expr.type != ANY and (not isinstance(moves, int) or not 1 <= moves <= MAX_LIMIT):
        context.reporter.report(
            "bad-range",
            clause.moves.span,
            f"the limit is a whole number from 1 to {MAX_LIMIT}, known before the game begins",
            "",
        )
    return moves if isinstance(moves, int) else DEFAULT_LIMIT, check_result(clause.result, context)
