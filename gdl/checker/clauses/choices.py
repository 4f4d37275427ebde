"""Choices of actions: the set to choose from, and the public domain, in which every value has its number."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from gdl.checker.context import Context
from gdl.checker.expressions.conversions import (
    expect,
    expect_condition,
    expect_source,
    filtered,
    warn_of_one_number,
)
from gdl.checker.forms import element_type
from gdl.core import model, static
from gdl.core.domains import numbers_of, sets_of_size
from gdl.core.types import ANY, KIND, NUMBER, PIECE, Type, set_of
from gdl.core.visit import nodes
from gdl.diagnostics.values import NO_SUGGESTION, Reporter, Suggestion, writing
from gdl.limits import LARGEST, MAX_CHOICES, MAX_WITH_CONDITIONS
from gdl.source import Span
from gdl.tree import syntax


def check_choose(
    part: syntax.Choose, choices: Sequence[model.Choice], context: Context
) -> tuple[model.Choose, model.Choice]:
    """`choose X in S where C`. `choices` are those before it."""
    source = expect_source(part.source, context)
    element = element_type(source)
    if element.base == "piece" and True in _are_off_board(source, _chosen_off_board(choices), context):
        context.reporter.report(
            "choice-off-board",
            part.source.span,
            "a piece that is not on the board is chosen by its kind",
            "pieces of a pool",
            help=_by_kind(part, source),
        )
        element = ANY
    name = part.name.name
    local = context.local(name, element, part.name.span)
    whole, source = source, filtered(source, local, part.condition, context)
    _report_chosen_twice(part.name, choices, context)
    values = domain(element, source, part.source.span, context)
    warn_of_one_number(whole, part.span, context)
    chosen = model.Choose(part.span, name, local.slot, source, part.word)
    return chosen, model.Choice(name, local.slot, element, values)


def _by_kind(part: syntax.Choose, source: model.Expr) -> str:
    """The help for a piece of a pool that is chosen: the choice of its kind, and the effect that moves it."""
    name, text = part.name.name, part.source.span.in_one_line
    if not isinstance(source, model.PoolOf):
        return "its kind is chosen, `choose k in kinds of POOL`, and moved from there, `move k from POOL to GOAL`"
    return f"its kind is chosen, `choose {name} in kinds of {text}`, and moved from there, `move {name} from {text} to GOAL`"


def check_choose_set(
    part: syntax.ChooseSet, choices: Sequence[model.Choice], context: Context
) -> tuple[model.ChooseSet, model.Choice]:
    """`choose X: A..B of S where C`: a choice whose value is a set. `choices` are those before it."""
    source = expect_source(part.source, context)
    element = element_type(source)
    held = _chosen_off_board(choices)
    off_board = _are_off_board(source, held, context) if element.base == "piece" else frozenset[bool]()
    if len(off_board) > 1:
        context.reporter.report(
            "choice-off-board",
            part.source.span,
            "pieces on the board are chosen by their sites, and pieces off it by their kinds",
            "some on the board, some off it",
            help="choose them one after the other: `choose a: ...`, and `choose b: ...`",
        )
    is_by_kind = True in off_board
    least, most = _check_sizes(part, context)
    local = context.local(part.name.name, set_of(element), part.name.span)
    _report_chosen_twice(part.name, choices, context)
    chosen = KIND if is_by_kind else element
    values = tuple(v for v in domain(chosen, source, part.source.span, context) if v is not None)
    warn_of_one_number(source, part.span, context)
    choice = model.Choice(
        part.name.name, local.slot, set_of(chosen), values, (least, most), is_by_kind=is_by_kind
    )
    condition = expect_condition(part.condition, context) if part.condition is not None else None
    made = model.ChooseSet(
        part.span, part.name.name, local.slot, source, least, most, condition, is_by_kind, part.word
    )
    return made, choice


def _check_sizes(part: syntax.ChooseSet, context: Context) -> tuple[int, int]:
    """How many elements are chosen, at least and at most."""
    found = []
    for node in (part.least, part.most or part.least):
        size = static.known(expect(node, context, NUMBER), context.names.board)
        if size is None:
            context.reporter.report(
                "not-static",
                node.span,
                "how many are chosen must be known before the game begins",
                "depends on the play",
                help=f"choose from the widest range, and say how many in `where`: `where count({part.name.name}) = ...`",
            )
            return 1, 1
        found.append(size[0])
    match found:
        case [int(least), int(most)] if 0 <= least <= most and most > 0:
            return least, most
    context.reporter.report(
        "bad-range",
        part.least.span if part.most is None else part.least.span.to(part.most.span),
        "how many are chosen is a range of whole numbers such as `1..3`, or one above 0",
        "",
    )
    return 1, 1


def _report_chosen_twice(name: syntax.Ident, choices: Sequence[model.Choice], context: Context) -> None:
    if any(c.name == name.name for c in choices):
        context.reporter.report(
            "duplicate-name", name.span, f"`{name.name}` is chosen twice", "chosen again here"
        )


def _chosen_off_board(choices: Sequence[model.Choice]) -> dict[int, frozenset[bool]]:
    """By their slots, whether what choices hold is off the board."""
    return {c.slot: frozenset((c.is_by_kind,)) for c in choices}


def _are_off_board(
    source: model.Expr, held: Mapping[int, frozenset[bool]], context: Context
) -> frozenset[bool]:
    """For the pieces that a set may hold: whether they are off the board, on it, or some of each. `held`: the same of what names
    hold, by their slots."""

    def of(*parts: model.Expr) -> frozenset[bool]:
        return frozenset[bool]().union(*(_are_off_board(p, held, context) for p in parts))

    match source:
        case model.PoolOf():
            return frozenset((True,))
        case model.Local() if source.slot in held:
            return held[source.slot]
        case model.Const() | model.MakeSet(items=()):
            return frozenset()
        case model.Comprehension():
            return of(source.source if source.value is None else source.value)
        case model.If():
            return of(source.then, source.otherwise)
        case model.Builtin(name="difference"):
            return of(source.arguments[0])
        case model.Builtin(name="union" | "first" | "last" | "single" | "nth" | "first_of" | "last_of"):
            return of(*(a for a in source.arguments if PIECE in (a.type.required, a.type.element)))
        case model.Apply():
            found = context.names.definitions[source.definition]
            given = {slot: of(a) for (_, slot, _), a in zip(found.parameters, source.arguments, strict=True)}
            return _are_off_board(found.body, given, context)
        case _:
            return frozenset((False,))


def domain(element: Type, source: model.Expr, span: Span, context: Context) -> tuple[model.Value, ...]:
    """All values that a choice may ever have, in order, with `none` last if it can be chosen."""
    while isinstance(source, model.Comprehension) and source.value is None:
        source = source.source
    values = _values(element, source, span, context)
    has_none = _may_be_none(source, context)
    return (*values, None) if has_none and None not in values else values


def _may_be_none(source: model.Expr, context: Context) -> bool:
    """Whether `none` is written in a set, directly or in a definition."""
    for node in nodes((source,)):
        if isinstance(node, model.Const):
            if node.type.base == "none" or (isinstance(node.value, tuple) and None in node.value):
                return True
        elif isinstance(node, model.Apply) and _may_be_none(
            context.names.definitions[node.definition].body, context
        ):
            return True
    return False


def _values(element: Type, source: model.Expr, span: Span, context: Context) -> tuple[model.Value, ...]:
    """All values of a type, in order; for numbers, those that the source can have."""
    names = context.names
    board = names.board
    assert board is not None
    match element.base:
        case "site" | "piece":
            return tuple(range(len(board.sites)))
        case "player":
            return tuple(range(len(names.players)))
        case "kind":
            return tuple(range(len(names.kinds)))
        case "direction":
            return tuple(range(len(board.directions)))
        case "symbol":
            return tuple(range(len(element.symbols)))
        case "bool":
            return (False, True)
        case "any":
            return (None,)
        case "number" if isinstance(source, model.Attribute):
            return tuple(
                sorted({v for k in names.kinds.values() for v in _numbers(k.attributes[source.name])})
            )
    found = static.known(source, board)
    if found is None or not isinstance(found[0], tuple):
        context.reporter.report(
            "not-static",
            span,
            "the numbers that may be chosen must be known before the game begins",
            "depends on the play",
            suggestion=_up_to(source, span, context)
            or Suggestion("choose from all of them and put the condition into `where`"),
        )
        return (0,)
    return tuple(sorted(v for v in found[0] if isinstance(v, int | Fraction)))


def _up_to(source: model.Expr, span: Span, context: Context) -> Suggestion:
    """`choose n in 1..pile(k)` as `choose n in 1..9 where n <= pile(k)`, of a field that holds at most 9."""
    chosen = re.search(r"(\w+)\s+in\s*$", span.source.text[: span.start])
    match source:
        case model.Arithmetic(
            operator="..", left=model.Const(value=int(low)), right=model.GetField() as most
        ):
            bounds = context.names.fields[most.field].bounds
            if chosen is not None and bounds is not None and source.span == span:
                text = f"{low}..{bounds[1]} where {chosen[1]} <= {most.span.in_one_line}"
                return writing(
                    span, text, "choose from all that there may be, and say in `where` which of them"
                )
    return NO_SUGGESTION


def _numbers(value: model.Value) -> tuple[int | Fraction, ...]:
    """The numbers of a column's value."""
    if isinstance(value, tuple):
        return tuple(n for v in value for n in _numbers(v))
    return (value,) if isinstance(value, int | Fraction) else ()


def limit_candidates(clause: syntax.Action, parts: Sequence[model.Part], context: Context) -> None:
    """Reports choices with more combinations than can be tried: up to the first condition, and with conditions."""
    ways, most = 1, MAX_CHOICES
    for part in parts:
        if not isinstance(part, model.Choose | model.ChooseSet):
            most = MAX_WITH_CONDITIONS
            continue
        source = part.source
        is_filtered = isinstance(source, model.Comprehension) and source.condition is not None
        all_of = source.source if isinstance(source, model.Comprehension) else source
        found = static.known(all_of, context.names.board)
        if found is not None and isinstance(found[0], tuple):
            ways *= _ways(part, len(found[0]))
        if ways > most:
            context.reporter.report(
                "too-many-ways",
                part.span,
                f"`{clause.name.name}` would have to be tried in {ways} ways or more",
                f"at most {most} can be tried",
                help="choose among fewer, or put a `where` between the choices"
                if most == MAX_CHOICES
                else "choose among fewer, such as `neighbours(s)` in place of `sites where it in neighbours(s)`",
            )
            return
        if is_filtered:
            most = MAX_WITH_CONDITIONS


def _ways(part: model.Choose | model.ChooseSet, count: int) -> int:
    """How many values a choice from so many elements has."""
    if isinstance(part, model.Choose):
        return count
    return sum(sets_of_size(count, size, False) for size in range(part.least, part.most + 1))


def report_too_many_numbers(game: model.Game, reporter: Reporter) -> None:
    """Reports actions that choose a set and have more choices than numbers that fit into 64 bits."""
    for action in game.actions:
        chosen = next((p for p in action.parts if isinstance(p, model.ChooseSet)), None)
        if chosen is not None and numbers_of(action, game) > LARGEST:
            reporter.report(
                "too-many-ways",
                chosen.span,
                f"`{action.name}` has more choices than an action's number can tell apart",
                "too many sets of this size",
                help="choose fewer at once, or one after the other: `choose x in ...` and "
                "`again may up to N in any order`, which still is one action",
            )
