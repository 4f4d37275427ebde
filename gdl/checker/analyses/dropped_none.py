"""`all` of sets that lack an element wherever its value is none: what is said of all of them is said of too few.

`{step(s, east, i) for i in 0..2}` has three elements in the middle of the board and fewer at its rim, so that
`all t in ...: t is empty` holds beyond the rim. What counts the elements, or asks for one of them, sees that some are lacking.
"""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model
from gdl.core.visit import nodes, same


def find(facts: GameFacts) -> Iterator[Finding]:
    for e in facts.parts:
        if not isinstance(e, model.Quantified) or not e.is_all:
            continue
        for made, value in _dropping(e.source, facts.game):
            is_here = made.span.source == e.span.source and e.span.start <= made.span.start < e.span.end
            text = value.span.in_one_line
            yield Finding(
                made.span,
                f"where `{text}` is none it is no element of this set, so `all` passes over it in silence",
                "may be none, and is then left out",
                others=() if is_here else ((e.span, "asked here"),),
                help=f"ask for it as well, `{text} != none`; or leave it out in words, with `where`",
            )


def _dropping(e: model.Expr, game: model.Game) -> Iterator[tuple[model.Expr, model.Expr]]:
    """The sets inside an expression out of which a value drops that may be none, each with that value."""
    match e:
        case model.Comprehension(value=None):
            yield from _dropping(e.source, game)
        case model.Comprehension(value=model.Comprehension() as inner) if (
            e.joins_sets and e.span == inner.span
        ):
            yield from _dropping(inner, game)
        case model.Comprehension(value=model.Node() as value) if not e.joins_sets:
            if value.type.is_optional and not _is_excluded(value, e.condition) and not _is_numbered(value):
                yield e, value
        case model.MakeSet() if len(e.items) > 1:
            yield from ((e, item) for item in e.items if item.type.is_optional)
        case model.Apply():
            yield from _dropping(game.definitions[e.definition].body, game)
        case model.If():
            yield from _dropping(e.then, game)
            yield from _dropping(e.otherwise, game)
        case model.Builtin(name="union", arguments=(left, right)):
            yield from _dropping(left, game)
            yield from _dropping(right, game)
        case model.Builtin(name="difference", arguments=(left, _)):
            yield from _dropping(left, game)


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
