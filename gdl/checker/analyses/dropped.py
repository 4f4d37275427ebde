"""Warnings about sets that lack an element wherever its value is none: what is said of all of them is said of too few.

`{step(s, east, i) for i in 0..2}` has three elements in the middle of the board and fewer at its rim, so that
`all t in ...: t is empty` holds beyond the rim.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from gdl import model
from gdl.builtins import AGGREGATES
from gdl.diagnostics import Reporter
from gdl.rules import stated
from gdl.visit import nodes, same


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports quantifiers, counts and sums over sets from which values that are none are dropped."""
    for e in nodes(stated(game)):
        match e:
            case model.Quantified():
                source = e.source
            case model.Builtin(name=name) if name in AGGREGATES and e.span.text.startswith(name):
                source = e.arguments[0]
            case _:
                continue
        asks_of_one = isinstance(e, model.Quantified) and not e.is_all
        for dropped in _dropping(source, game):
            if not (
                asks_of_one and isinstance(dropped.made, model.MakeSet)
            ):  # of a list, what is there is asked
                _report(e, dropped, reporter)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A value that may be none, the set that it is then no element of, and the source of the name that it is computed for.

    There is no one source where several names are gone through at once, or the elements are listed.
    """

    made: model.Expr
    value: model.Expr
    source: model.Expr | None = None


def _dropping(e: model.Expr, game: model.Game) -> Iterator[Dropped]:
    """What drops out of a set, in the parts of it that are computed or listed element by element."""
    match e:
        case model.Comprehension(value=None):
            yield from _dropping(e.source, game)
        case model.Comprehension(value=model.Comprehension() as inner) if (
            e.joins_sets and e.span == inner.span
        ):
            yield from (replace(found, source=None) for found in _dropping(inner, game))
        case model.Comprehension(value=model.Node() as value) if not e.joins_sets:
            if value.type.is_optional and not (_is_excluded(value, e.condition) or _is_numbered(value)):
                yield Dropped(e, value, e.source)
        case model.MakeSet() if len(e.items) > 1:
            yield from (Dropped(e, item) for item in e.items if item.type.is_optional)
        case model.Apply():
            yield from _dropping(game.definitions[e.definition].body, game)
        case model.If():
            yield from _dropping(e.then, game)
            yield from _dropping(e.otherwise, game)
        case model.Builtin(name="union" | "difference", arguments=(left, right)):
            yield from _dropping(left, game)
            if e.name == "union":
                yield from _dropping(right, game)


def _is_excluded(value: model.Expr, condition: model.Expr | None) -> bool:
    """Whether a condition asks about the value, so that the author has thought of none."""
    return condition is not None and any(same(value, e) for e in nodes(condition))


def _is_numbered(value: model.Expr) -> bool:
    """Whether a value is the number of a kind or player among all, which is never none where there is one."""
    match value:
        case model.Builtin(name="index", arguments=(one, model.Const() as among)):
            asked = one.arguments[0] if isinstance(one, model.Builtin) and one.name == "kind" else one
            is_there = isinstance(asked, model.Local) and not asked.type.is_optional
            return is_there and among.span.text in ("kinds", "players")
    return False


def _report(e: model.Expr, dropped: Dropped, reporter: Reporter) -> None:
    made, value = dropped.made, dropped.value.span.text
    word = re.match(r"\w+", e.span.text)
    asks = word[0] if word else "it"
    if isinstance(dropped.value, model.Const):
        _report_literal(e, made, asks, reporter)
        return
    way = f"leave it out in words: `where {value} != none`"
    if isinstance(made, model.MakeSet):
        way = (
            f"ask for it as well: `{value} != none and ...`"
            if asks == "all"
            else f"ask before: `{value} != none`"
        )
    elif dropped.source is not None and asks in _ASKING:
        way = f"go through the indices: `{_indices(asks, made, dropped.source)}`, with `{value}` in the condition; or {way}"
    reporter.report(
        "dropped-none",
        made.span,
        f"where `{value}` is none it is no element of this set, so `{asks}` passes over it in silence",
        "may be none, and is then left out",
        others=[(e.span, "asked here")] if not _is_inside(made, e) else (),
        help=way,
    )


def _report_literal(e: model.Expr, made: model.Expr, asks: str, reporter: Reporter) -> None:
    """Reports `none` that is listed in a set."""
    reporter.report(
        "dropped-none",
        made.span,
        f"`none` is no element of a set, so `{asks}` passes over it in silence",
        "has no `none` in it",
        others=[(e.span, "asked here")] if not _is_inside(made, e) else (),
        help="leave `none` out, and ask for it by itself: `x = none or ...`",
    )


def _indices(asks: str, made: model.Expr, source: model.Expr) -> str:
    """The same question of what the value is computed for."""
    found = re.search(r"\bfor\s+(\w+)\s+in\b", made.span.text)
    is_bare = isinstance(source, model.Comprehension | model.MakeSet) and not source.span.text.startswith("{")
    text = f"{{{source.span.in_one_line}}}" if is_bare else source.span.in_one_line
    of = f"{found[1] if found else 'x'} in {text}"
    return f"count({of} where ...)" if asks == "count" else f"{asks} {of}: ..."


_ASKING = ("all", "some", "no", "count")


def _is_inside(made: model.Expr, e: model.Expr) -> bool:
    return (
        made.span.source == e.span.source and e.span.start <= made.span.start and made.span.end <= e.span.end
    )
