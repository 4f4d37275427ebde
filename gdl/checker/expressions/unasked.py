"""The way out where a test behind `is`, or a step of a path, asks what cannot be asked of its subject."""

import re

from gdl import model
from gdl.checker.context import Context
from gdl.checker.expressions.leads import leading_forms
from gdl.checker.expressions.middle import asked_of_the_middle
from gdl.source import Span
from gdl.types import NUMBER, PIECE, PLAYER, POINT, SITE
from gdl.words import Side

_TWO = 2  # players, each of whom is the other's rival
_FEW = 2  # ways that are told
_BEHIND_IS = re.compile(r"\bis\s+(?:not\s+)?(?:\(\s*)?(?:[\w|]+\s*\|\s*)*\Z")
_FAR = 80  # characters before a test that are looked at


def of_values(span: Span, subject: model.Expr, value: model.Expr, context: Context) -> str:
    """The help for `x is v` of two types: what of x may be v."""
    text, is_not = _named(span, subject), _is_not(span)
    if value.type == POINT and subject.type.required == SITE:
        return asked_of_the_middle(text, is_not, context)
    sign = "!=" if is_not else "="
    ways = leading_forms(subject.type, value.type, text, context) if subject.type.base != "set" else []
    said = span.in_one_line
    asked = [_stepped(span, f"{way} {sign} {said}") for way in ways[:_FEW]]
    return f"write {' or '.join(f'`{way}`' for way in asked)}" if asked else ""


def compared(span: Span, word: str, subject: model.Expr, made: model.Expr) -> str:
    """The help for a number or a set that is asked for as if it were a condition."""
    asked = f"{word}({_named(span, subject)})"
    if made.type.required == NUMBER:
        return (
            f"a number is compared: `{_stepped(span, f'{asked} > 0')}`, or `{_stepped(span, f'{asked} = 0')}`"
        )
    if made.type.base == "set":
        some, no = (_stepped(span, f"{sign} {asked}") for sign in ("some", "no"))
        return f"whether there are any is `{some}`, or `{no}`"
    return f"write `{_stepped(span, f'{asked} = ...')}`"


def of_a_side(span: Span, side: Side, subject: model.Expr, context: Context) -> str:
    """The help for `own` and `enemy` of what is no piece."""
    text, is_not = _named(span, subject), _is_not(span)
    if text == "mover":
        return f"`{side}` is asked of a site or a piece, such as `s is {side}`"
    if subject.type == PLAYER.or_none and side == "enemy":  # which `!= mover` is of nobody, too
        is_of_two = len(context.names.all_players) == _TWO
        way = f"{text} {'!=' if is_not else '='} rival(mover)" if is_of_two else _of_others(text, is_not)
        return f"who acts is `mover`: write `{way}`"
    if subject.type.required == PLAYER and side in ("own", "enemy"):
        return f"who acts is `mover`: write `{text} {'=' if (side == 'own') != is_not else '!='} mover`"
    if subject.type.element in (SITE, PIECE):
        test = f"not {side}" if is_not else side
        return (
            f"it is asked of one of them: `some x in {text}: x is {test}`, or `all x in {text}: x is {test}`"
        )
    return ""


def _of_others(text: str, is_not: bool) -> str:
    """That a player who may be missing is another one than the mover, or is not."""
    return f"({text} = mover or {text} = none)" if is_not else f"{text} != mover and {text} != none"


def _is_not(span: Span) -> bool:
    return re.search(r"\bnot\s*\(?\s*\Z", _before(span)) is not None


def _before(span: Span) -> str:
    return span.source.text[max(0, span.start - _FAR) : span.start]


def _named(span: Span, subject: model.Expr) -> str:
    """What is asked, as the text has it; what a path meets is `it`."""
    text = subject.span.in_one_line
    return text if _BEHIND_IS.search(_before(span)) else "it"


def _stepped(span: Span, condition: str) -> str:
    """A condition as a step of a path, where it is to be one."""
    return condition if _BEHIND_IS.search(_before(span)) else f"[{condition}]"
