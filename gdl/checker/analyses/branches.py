"""Warnings about `else if` whose condition is decided already, since the condition before it did not hold.

if some hand(mover) do ...
else if no hand(mover) do ...        -- always: whose hand is not empty was meant to be another one
"""

from dataclasses import replace

from gdl import model
from gdl.diagnostics import Reporter
from gdl.rules import with_effects
from gdl.visit import nodes, same


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports conditions that are the same as one that failed just before, or its contrary."""
    for branch in nodes(with_effects(game)):
        if not isinstance(branch, model.Branch):
            continue
        failed, inner = [branch.condition], branch.otherwise
        while len(inner) == 1 and isinstance(inner[0], model.Branch):
            later = inner[0]
            _warn_of(later.condition, failed, reporter)
            failed.append(later.condition)
            inner = later.otherwise


def _warn_of(condition: model.Expr, failed: list[model.Expr], reporter: Reporter) -> None:
    """What stands behind several conditions that failed is compared with the last one alone, so each pair is told once."""
    before = failed[-1]
    if condition.span == before.span:
        return  # nobody wrote these: they stand for an index
    is_alike = _is_whole(condition) and _is_whole(before) and _written(condition) == _written(before)
    if same(condition, before) or is_alike:
        reporter.report(
            "constant-condition",
            condition.span,
            "this never holds here: it did not hold just before",
            "never true",
            others=[(before.span, "asked here, and it did not hold")],
            help="ask for something else, such as another player or another number",
        )
    elif same(_contrary(condition), before) or same(condition, _contrary(before)):
        reporter.report(
            "constant-condition",
            condition.span,
            "this always holds here: its contrary did not hold just before",
            "always true",
            others=[(before.span, "asked here, and it did not hold")],
            help=f"write `else` alone, or ask for something else, such as {_of_another(condition.span.text)}",
        )


def _written(condition: model.Expr) -> str:
    return condition.span.in_one_line


def _of_another(text: str) -> str:
    """The same of the other player, where it is asked of the mover."""
    return f"`{text.replace('mover', 'rival(mover)')}`" if "(mover)" in text else "another player"


def _contrary(condition: model.Expr) -> model.Expr:
    """A condition that holds where this one does not."""
    match condition:
        case model.Not():
            return condition.operand
        case model.Compare(
            operator="<", left=model.Const(value=0), right=model.Builtin(name="count") as counted
        ):
            return replace(condition, operator="=", left=counted, right=condition.left)  # `some` and `no`
        case model.Compare(operator="<"):
            return replace(condition, operator="<=", left=condition.right, right=condition.left)
        case model.Compare(operator="<="):
            return replace(condition, operator="<", left=condition.right, right=condition.left)
    return model.Not(condition.span, condition.type, condition)


def _is_whole(e: model.Expr) -> bool:
    """Whether all of a condition stands where it is told; a row of `match` has the other side in its head."""
    return all(
        e.span.start <= n.span.start and n.span.end <= e.span.end
        for n in nodes(e)
        if isinstance(n, model.Expr)
    )
