"""From Lark's parse tree to the nodes of `phrases`: expressions and paths, one method a rule; nothing else is decided here."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from lark import Token, Tree
from lark.tree import Meta

from gdl.diagnostics.values import InternalError
from gdl.limits import LARGEST, MAX_DIGITS
from gdl.source import Source, Span
from gdl.tree import syntax
from gdl.tree.words import OPERATORS, PRESENCES, QUANTITIES, Operator, PathForm, TestForm, Word, word_of

Parts: TypeAlias = list[Any]  # what a rule has found: nodes, tuples of them, tokens, None
_Made = Callable[["Phrases", Meta, Parts], syntax.Node]


def one_of(token: object, words: tuple[Word, ...]) -> Word:
    """The word that a token of the grammar is; the empty one where there is none."""
    found = word_of(str(token or ""), words)
    if found is None:
        raise InternalError(f"the grammar has no word `{token}` here")
    return found


def filtered(source: syntax.Expr, condition: syntax.Expr | None) -> syntax.Expr:
    """A set, or those of its elements for which a condition holds, where there is one."""
    if condition is None:
        return source
    return syntax.Filter(source.span.to(condition.span), source, condition)


def _binary(operator: Operator) -> _Made:
    def build(self: "Phrases", meta: Meta, c: Parts) -> syntax.Binary:
        return syntax.Binary(self.span(meta), operator, c[0], c[1])

    return build


def _tests(form: TestForm) -> _Made:
    def build(self: "Phrases", meta: Meta, c: Parts) -> syntax.Test:
        name = self.ident(c[0]) if c and c[0] is not None else None
        return syntax.Test(self.span(meta), form, name, tuple(c[1]) if len(c) > 1 else ())

    return build


class Phrases:
    """Builds the expressions and paths of one clause; `base` is the clause's offset in its source, and `origins` has for each
    offset in the text that was parsed the one in the clause as it is written.

    Lark's own transformer makes a wrapper for each call of a method; rules are few, and trees are small.
    """

    def __init__(self, source: Source, base: int, origins: Sequence[int]) -> None:
        self.source = source
        self.base = base
        self.origins = origins

    def transform(self, tree: Tree[Token]) -> Any:
        """What a tree says: the method of its rule gets what its branches say."""
        parts = [self.transform(part) if isinstance(part, Tree) else part for part in tree.children]
        return getattr(self, tree.data)(tree.meta, parts)

    def span(self, place: Meta | Token) -> Span:
        if isinstance(place, Meta) and place.empty:
            return Span(self.source, self.base, self.base)
        assert place.start_pos is not None and place.end_pos is not None
        start, end = self.origins[place.start_pos], self.origins[place.end_pos]
        return Span(self.source, self.base + start, self.base + end)

    def meaning(self, meta: Meta, c: Parts) -> syntax.Meaning:
        return syntax.Meaning(self.span(meta), tuple(syntax.Text(self.span(t), str(t)[1:-1]) for t in c))

    def ident(self, token: Token) -> syntax.Ident:
        return syntax.Ident(self.span(token), str(token))

    def idents(self, tokens: Parts) -> tuple[syntax.Ident, ...]:
        return tuple(self.ident(t) for t in tokens if t is not None)

    # ---- expressions

    def name(self, meta: Meta, c: Parts) -> syntax.Name:
        return syntax.Name(self.span(meta), str(c[0]))

    def integer(self, meta: Meta | Token, c: Parts) -> syntax.Number:
        return syntax.Number(self.span(meta), min(int(c[0][:MAX_DIGITS]), LARGEST))

    def int_range(self, meta: Meta, c: Parts) -> syntax.Binary:
        return syntax.Binary(self.span(meta), "..", *(self.integer(t, [t]) for t in c))

    def decimal(self, meta: Meta, c: Parts) -> syntax.Number:
        value = Fraction(str(c[0][:MAX_DIGITS]))
        return syntax.Number(self.span(meta), int(value) if value.denominator == 1 else value)

    def string(self, meta: Meta, c: Parts) -> syntax.Text:
        return syntax.Text(self.span(meta), str(c[0])[1:-1])

    def true(self, meta: Meta, c: Parts) -> syntax.Bool:
        return syntax.Bool(self.span(meta), True)

    def false(self, meta: Meta, c: Parts) -> syntax.Bool:
        return syntax.Bool(self.span(meta), False)

    def none(self, meta: Meta, c: Parts) -> syntax.Nothing:
        return syntax.Nothing(self.span(meta))

    def negative(self, meta: Meta, c: Parts) -> syntax.Expr:
        if isinstance(c[0], syntax.Number):
            return syntax.Number(self.span(meta), -c[0].value)
        return syntax.Unary(self.span(meta), "-", c[0])

    def not_(self, meta: Meta, c: Parts) -> syntax.Unary:
        return syntax.Unary(self.span(meta), "not", c[0])

    def of(self, meta: Meta, c: Parts) -> syntax.Call:
        return syntax.Call(self.span(meta), self.ident(c[0]), (c[1],), True)

    def call(self, meta: Meta, c: Parts) -> syntax.Call:
        return syntax.Call(self.span(meta), self.ident(c[0]), tuple(c[1] or ()))

    def own(self, meta: Meta, c: Parts) -> syntax.Holding:
        return syntax.Holding(self.span(meta), "own", self.ident(c[0]))

    def enemy(self, meta: Meta, c: Parts) -> syntax.Holding:
        return syntax.Holding(self.span(meta), "enemy", self.ident(c[0]))

    and_ = _binary("and")
    or_ = _binary("or")
    implies = _binary("implies")
    equal = _binary("=")
    in_ = _binary("in")
    not_in = _binary("not in")
    range_of = _binary("..")
    add = _binary("+")
    subtract = _binary("-")
    multiply = _binary("*")
    divide = _binary("/")
    modulo = _binary("mod")
    int_divide = _binary("div")

    def compare(self, meta: Meta, c: Parts) -> syntax.Binary:
        return syntax.Binary(self.span(meta), one_of(c[1], OPERATORS), c[0], c[2])

    def is_(self, meta: Meta, c: Parts) -> syntax.Is:
        return syntax.Is(self.span(meta), c[0], c[1])

    def conditional(self, meta: Meta, c: Parts) -> syntax.Conditional:
        return syntax.Conditional(self.span(meta), c[0], c[1], c[2])

    def quantifier(self, meta: Meta, c: Parts) -> syntax.Quantifier:
        word, variable, source, condition, body = c
        name = self.ident(variable)
        if condition is not None:  # `all x in S where C: D` is `all x in {x in S where C}: D`
            named = syntax.Binary(name.span.to(source.span), "in", syntax.Name(name.span, name.name), source)
            source = filtered(named, condition)
        return syntax.Quantifier(self.span(meta), one_of(word, QUANTITIES), name, source, body)

    def path_quantifier(self, meta: Meta, c: Parts) -> syntax.SomePath:
        return syntax.SomePath(self.span(meta), one_of(c[0], PRESENCES), c[1])

    def nonempty(self, meta: Meta, c: Parts) -> syntax.Nonempty:
        return syntax.Nonempty(self.span(meta), one_of(c[0], PRESENCES), c[1])

    def filter(self, meta: Meta, c: Parts) -> syntax.Filter:
        return syntax.Filter(self.span(meta), c[0], c[1])

    def ordered(self, meta: Meta, c: Parts) -> syntax.Ordered:
        source, condition, *keys = c
        return syntax.Ordered(self.span(meta), filtered(source, condition), tuple(keys))

    def map(self, meta: Meta, c: Parts) -> syntax.Mapped:
        return syntax.Mapped(self.span(meta), c[0], self.ident(c[1]), c[2], c[3])

    def set_of(self, meta: Meta, c: Parts) -> syntax.Expr:
        items = tuple(c[0] or ())
        if len(items) == 1 and isinstance(items[0], syntax.Filter | syntax.Ordered | syntax.Mapped):
            return items[0]
        return syntax.SetOf(self.span(meta), items)

    def reached(self, meta: Meta, c: Parts) -> syntax.Reached:
        return syntax.Reached(self.span(meta), c[0], c[1], c[2])

    def path_ends(self, meta: Meta, c: Parts) -> syntax.PathEnds:
        return syntax.PathEnds(self.span(meta), c[0])

    def joined_ends(self, meta: Meta, c: Parts) -> syntax.Binary:
        return syntax.Binary(self.span(meta), "+", c[0], syntax.PathEnds(c[1].span, c[1]))

    def expr_list(self, meta: Meta, c: Parts) -> tuple[syntax.Expr, ...]:
        return tuple(c)

    option_values = expr_list

    # ---- paths

    test_name = _tests("name")
    test_call = _tests("call")
    test_own = _tests("own")
    test_enemy = _tests("enemy")
    test_none = _tests("none")

    def test_not(self, meta: Meta, c: Parts) -> syntax.Test:
        return syntax.Test(self.span(meta), "not", inner=c[0] if isinstance(c[0], tuple) else (c[0],))

    def test_that(self, meta: Meta, c: Parts) -> syntax.Test:
        return syntax.Test(self.span(meta), "that", condition=c[0])

    def tests(self, meta: Meta, c: Parts) -> tuple[syntax.Test, ...]:
        return tuple(c)

    def group(self, meta: Meta, c: Parts) -> syntax.Step:
        return syntax.Step(self.span(meta), (), c[0], 1, 1, None)

    def choice_of(self, meta: Meta, c: Parts) -> syntax.Step:
        return syntax.Step(self.span(meta), c[0], None, 1, 1, None)

    def star(self, meta: Meta, c: Parts) -> tuple[Any, Any]:
        return 0, None

    def plus(self, meta: Meta, c: Parts) -> tuple[Any, Any]:
        return 1, None

    def optional(self, meta: Meta, c: Parts) -> tuple[Any, Any]:
        return 0, 1

    def times(self, meta: Meta, c: Parts) -> tuple[Any, Any]:
        return c[0], c[0] if c[1] is None else c[1]

    def step(self, meta: Meta, c: Parts) -> syntax.Step:
        inner: syntax.Step = c[0]
        least, most = c[1] if c[1] is not None else (1, 1)
        bound = self.ident(c[2]) if c[2] is not None else None
        return syntax.Step(self.span(meta), inner.tests, inner.group, least, most, bound)

    def pattern(self, meta: Meta, c: Parts) -> tuple[syntax.Step, ...]:
        return tuple(c)

    def up_to(self, meta: Meta, c: Parts) -> tuple[str, Any, Any]:
        return "length", None, c[0]

    def length(self, meta: Meta, c: Parts) -> tuple[str, Any, Any]:
        if isinstance(c[0], syntax.Binary) and c[0].operator == "..":
            return "length", c[0].left, c[0].right
        return "length", c[0], c[0]

    def from_(self, meta: Meta, c: Parts) -> tuple[str, Any, Any]:
        return "from", c[0], None

    def _path(self, meta: Meta, form: PathForm, c: list[Any]) -> syntax.Path:
        *front, pattern = c
        directions = tuple(x for x in front if not isinstance(x, tuple))
        lengths = [x for x in front if isinstance(x, tuple) and x[0] == "length"]
        starts = [x[1] for x in front if isinstance(x, tuple) and x[0] == "from"]
        least = next((x[1] for x in lengths if x[1] is not None), None)
        most = next((x[2] for x in lengths), None)
        too_many = len(lengths) > 1 or len(starts) > 1
        return syntax.Path(
            self.span(meta),
            form,
            directions,
            least,
            most,
            starts[0] if starts else None,
            pattern,
            too_many,
        )

    def line(self, meta: Meta, c: Parts) -> syntax.Path:
        return self._path(meta, "line", c)

    def walk(self, meta: Meta, c: Parts) -> syntax.Path:
        return self._path(meta, "walk", c)

    def leap(self, meta: Meta, c: Parts) -> syntax.Path:
        a, b, start, pattern = c
        numbers = [syntax.Number(self.span(t), int(t)) for t in (a, b)]
        given = [] if start is None else [("from", start, None)]
        return self._path(meta, "leap", [*numbers, *given, pattern])

    def leg(self, meta: Meta, c: Parts) -> syntax.Leg:
        return syntax.Leg(self.span(meta), c[0], int(c[1]))

    def leap_along(self, meta: Meta, c: Parts) -> syntax.Path:
        first, second, start, pattern = c
        legs = tuple(leg for leg in (first, second) if leg is not None)
        given = [] if start is None else [("from", start, None)]
        return replace(self._path(meta, "leap", [*given, pattern]), legs=legs)

    def path(self, meta: Meta, c: Parts) -> syntax.Path:
        made: syntax.Path = c[0]
        return made
