"""Conditions that decide nothing: the same is done or said on both sides, one stands twice, a value is compared with itself, or
`else if` asks for what is settled, since the condition before it did not hold.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core import model, static
from gdl.core.visit import alike, nodes


def find(facts: GameFacts) -> Iterator[Finding]:
    for part in facts.parts:
        match part:
            case model.Branch():
                yield from _else_ifs(part)
                yield from _like_effects(part)
            case model.If() if facts.is_own(part.span) and not _is_made(part):
                yield from _like_values(part)
            case model.Compare() if facts.is_own(part.span):
                yield from _itself(part)
            case model.And() | model.Or() if facts.is_own(part.span):
                yield from _said_twice(part)


def _else_ifs(branch: model.Branch) -> Iterator[Finding]:
    """`else if` of a condition that failed just before, or of its contrary. Each pair is told once."""
    match branch.otherwise:
        case (model.Branch(condition=condition),) if condition.span != branch.condition.span:
            pass
        case _:
            return  # the same place: nobody wrote these, they stand for an index
    before = branch.condition
    if alike(condition, before):
        holds = False
    elif alike(_contrary(condition), before) or alike(condition, _contrary(before)):
        holds = True
    else:
        return
    why = "its contrary did not hold just before" if holds else "it did not hold just before"
    yield Finding(
        condition.span,
        f"this {'always' if holds else 'never'} holds here: {why}",
        f"{'always' if holds else 'never'} true",
        others=((before.span, "asked here, and it did not hold"),),
        help="write `else` alone, or ask for something else" if holds else "ask for something else",
    )


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


def _like_effects(branch: model.Branch) -> Iterator[Finding]:
    if branch.otherwise and alike(branch.body, branch.otherwise) and not static.varies(branch):
        yield Finding(
            branch.condition.span,
            "the same is done whether this holds or not",
            "decides nothing",
            others=((branch.otherwise[0].span, "the same"),),
            help="say something else behind `else`, or leave the condition out",
        )


def _like_values(choice: model.If) -> Iterator[Finding]:
    for one, other in pairwise(_values(choice)):
        is_settled = not any(isinstance(n, model.Const) and n.varies for n in nodes((one, other)))
        if is_settled and alike(one, other) and one.span != other.span:
            yield Finding(
                choice.condition.span,
                "the value is the same whether this holds or not",
                "decides nothing",
                others=((one.span, "this"), (other.span, "and the same")),
                help="write another value on one of the sides, or leave the condition out",
            )
            return


def _values(choice: model.If) -> Iterator[model.Expr]:
    """The value of a choice, and that of the next one behind its `else`."""
    yield choice.then
    yield choice.otherwise.then if isinstance(choice.otherwise, model.If) else choice.otherwise


def _is_made(choice: model.If) -> bool:
    """Whether nobody wrote this: it stands for another form."""
    return choice.then.span == choice.otherwise.span or " if " not in choice.span.text


def _itself(part: model.Compare) -> Iterator[Finding]:
    """A value that is compared with itself, in so many words."""
    left, right = part.left, part.right
    is_apart = left.span.end <= right.span.start or right.span.end <= left.span.start
    if is_apart and not isinstance(left, model.Const) and _is_same_text(left, right):
        holds = (part.operator in ("=", "<=")) != ("!=" in part.span.text)
        yield Finding(
            part.span,
            f"this {'always' if holds else 'never'} holds: `{left.span.in_one_line}` is compared with itself",
            f"{'always' if holds else 'never'} true",
            help="ask for the other one on one of the sides",
        )


def _said_twice(part: model.And | model.Or) -> Iterator[Finding]:
    """`A and A`: the last operand is one of those before it."""
    last = part.right
    for before in _operands(part.left, type(part)):
        if before.span.end <= last.span.start and _is_same_text(before, last):
            yield Finding(
                last.span,
                f"`{last.span.in_one_line}` stands on both sides of `{'and' if isinstance(part, model.And) else 'or'}`",
                "said twice",
                others=((before.span, "the same"),),
                help="leave it out, or ask for something else on one of the sides",
            )
            return


def _operands(e: model.Expr, kind: type[model.And | model.Or]) -> Iterator[model.Expr]:
    if isinstance(e, kind):
        yield from _operands(e.left, kind)
        yield from _operands(e.right, kind)
    else:
        yield e


def _is_same_text(a: model.Expr, b: model.Expr) -> bool:
    return alike(a, b) and a.span.in_one_line == b.span.in_one_line
