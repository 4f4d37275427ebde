"""Warnings about what is said twice, so that the second time says nothing: a copy in which something was to be changed.

where s is own and s is own
require not attacked(mover)                -- and once more, some lines below
action leap ...                            -- like `step`, word for word
"""

import re
from collections.abc import Iterator, Sequence

from gdl import model
from gdl.diagnostics import Reporter
from gdl.resolver import Resolved
from gdl.rules import stated
from gdl.source import Span
from gdl.visit import alike, nodes


def warn(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    own = resolved.source.name
    for part in nodes((stated(game), game.setup)):
        if isinstance(part, model.And | model.Or) and part.span.source.name == own:
            _warn_of_operands(part, reporter)
    _warn_of_clauses([((r.after, r.condition), r.span) for r in game.requires], "requirement", own, reporter)
    _warn_of_clauses([((p.word, p.value), p.span) for p in game.prefers], "preference", own, reporter)
    for action in game.actions:
        conditions = [(p.condition, p.span) for p in action.parts if isinstance(p, model.Condition)]
        _warn_of_clauses(conditions, "condition", own, reporter)


def warn_of_actions(game: model.Game, resolved: Resolved, reporter: Reporter) -> None:
    """Reports actions on offer together that are the same but for their names, where nobody is told that they are written alike."""
    if any(d.code == "ambiguous-notation" for d in reporter.found):
        return
    for turn in game.turns.values():
        for offer in turn.offers:
            if offer.condition is None:
                offered = [game.action(name) for name in offer.names]
                _warn_of_actions(offered, resolved.source.name, reporter)


def _warn_of_operands(part: model.And | model.Or, reporter: Reporter) -> None:
    """Reports `A and A`: the last operand is one of those before it."""
    last = part.right
    for before in _operands(part.left, type(part)):
        is_apart = before.span.end <= last.span.start
        if is_apart and alike(before, last) and before.span.text == last.span.text:
            word = "and" if isinstance(part, model.And) else "or"
            text = last.span.in_one_line
            reporter.report(
                "constant-condition",
                last.span,
                f"`{text}` stands on both sides of `{word}`",
                "said twice",
                others=[(before.span, "the same")],
                help="leave it out, or ask for something else on one of the sides",
            )
            return


def _operands(e: model.Expr, kind: type[model.And | model.Or]) -> Iterator[model.Expr]:
    if isinstance(e, kind):
        yield from _operands(e.left, kind)
        yield from _operands(e.right, kind)
    else:
        yield e


def _warn_of_clauses(clauses: Sequence[tuple[object, Span]], what: str, own: str, reporter: Reporter) -> None:
    for number, (said, span) in enumerate(clauses):
        for before, place in clauses[:number]:
            if span.source.name == own and alike(before, said) and place != span:
                reporter.report(
                    "unlike-clauses",
                    span,
                    f"this {what} is there already",
                    "said twice",
                    others=[(place, "the same")],
                    help="leave one of them out, or change what was to be another one",
                )
                return


def _warn_of_actions(actions: Sequence[model.Action], own: str, reporter: Reporter) -> None:
    """Reports two actions on offer together that are the same but for their names."""
    seen: dict[tuple[object, ...], model.Action] = {}
    for action in actions:
        text = _body(action)
        if action.span.source.name != own or not text:
            continue
        before = seen.setdefault((action.form, action.kinds, action.again is None, text), action)
        if before is not action:
            reporter.report(
                "unlike-clauses",
                action.span,
                f"`{action.name}` is `{before.name}` under another name",
                "the same but for its name",
                others=[(before.span, "the same")],
                help="change what was to be another one, or leave one of them out",
            )


def _body(action: model.Action) -> str:
    """The words of what is chosen, asked and done."""
    spans = [said.span for said in (*action.parts, *action.effects, *action.finals)]
    if any(s.source != action.span.source for s in spans):
        return ""
    return re.sub(r"\s+", " ", "; ".join(s.text for s in spans))
