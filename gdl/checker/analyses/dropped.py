"""Warnings about sets that lack an element wherever its value is none: what is said of all of them is said of too few.

`{step(s, east, i) for i in 0..2}` has three elements in the middle of the board and fewer at its rim, so that
`all t in ...: t is empty` holds beyond the rim.
"""

import re
from collections.abc import Iterator

from gdl import model
from gdl.diagnostics import Reporter
from gdl.rules import stated
from gdl.visit import nodes, same

_COUNTING = ("count", "sum", "min", "max")


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports quantifiers, counts and sums over sets from which values that are none are dropped."""
    for e in nodes(stated(game)):
        match e:
            case model.Quantified():
                source = e.source
            case model.Builtin(name=name) if name in _COUNTING and e.span.text.startswith(name):
                source = e.arguments[0]
            case _:
                continue
        for made in _dropping(source, game):
            _report(e, made, reporter)


def _dropping(e: model.Expr, game: model.Game) -> Iterator[model.Comprehension]:
    """The parts of a set that are computed element by element and drop values that may be none."""
    match e:
        case model.Comprehension(value=None):
            yield from _dropping(e.source, game)
        case model.Comprehension(value=model.Node() as value) if not e.joins_sets:
            if value.type.is_optional and not _is_excluded(value, e.condition):
                yield e
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


def _report(e: model.Expr, made: model.Comprehension, reporter: Reporter) -> None:
    assert made.value is not None
    value, source = made.value.span.text, made.source.span.text
    found = re.search(r"\bfor\s+(\w+)\s+in\b", made.span.text)
    name = found[1] if found else "x"
    word = re.match(r"\w+", e.span.text)
    asks = word[0] if word else "it"
    instead = f"count({name} in {source} where ...)" if asks == "count" else f"{asks} {name} in {source}: ..."
    way = f"go through the indices: `{instead}`, with `{value}` in the condition" if asks in _ASKING else ""
    reporter.report(
        "dropped-none",
        made.span,
        f"where `{value}` is none it is no element of this set, so `{asks}` passes over it in silence",
        "may be none, and is then left out",
        others=[(e.span, "asked here")] if not _is_inside(made, e) else (),
        help="; or ".join(filter(None, (way, f"leave it out in words: `where {value} != none`"))),
    )


_ASKING = ("all", "some", "no", "count")


def _is_inside(made: model.Comprehension, e: model.Expr) -> bool:
    return (
        made.span.source == e.span.source and e.span.start <= made.span.start and made.span.end <= e.span.end
    )
