"""Warnings about sums of a named set of values, one for each element of another set: equal values are in a set once.

let values(p: player) = {value(c) for c in won(p)}
let score(p: player) = sum(values(p))                -- two cards worth 3 bring 3; `sum(value(c) for c in won(p))` brings 6
"""

from gdl import model
from gdl.diagnostics import Reporter
from gdl.rules import stated
from gdl.visit import nodes


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports each such sum, at what it adds up."""
    for e in nodes(stated(game)):
        match e:
            case model.Builtin(name="sum", arguments=(model.Apply() as named,)):
                made = game.definitions[named.definition].body
                if isinstance(made, model.Comprehension) and _maps(made):
                    _report(e, named, made, reporter)


def _maps(made: model.Comprehension) -> bool:
    """Whether a set holds a value for each element, of which several may be equal."""
    return isinstance(made.value, model.Node) and not made.is_bag and not made.joins_sets


def _report(e: model.Builtin, named: model.Apply, made: model.Comprehension, reporter: Reporter) -> None:
    text = made.span.in_one_line.removeprefix("{").removesuffix("}")
    reporter.report(
        "equal-values",
        e.span,
        f"`{named.span.in_one_line}` is a set: values that are equal are in it once, and are added once",
        "adds equal values once",
        others=[(made.span, "the set")],
        help=f"to add one for each, let the sum go through them: `sum({text})`",
    )
