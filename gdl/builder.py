"""From Lark's parse tree to the nodes of `syntax`: one method a rule, nothing else is decided here."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import wraps
from typing import Any, TypeVar

from lark import Token, Transformer, v_args

from gdl import syntax
from gdl.diagnostics import InternalError
from gdl.limits import LARGEST, MAX_DIGITS
from gdl.source import Source, Span
from gdl.words import (
    ACTION_FORMS,
    CHOICE_WORDS,
    DEMAND_WORDS,
    OPERATORS,
    PREFER_WORDS,
    PRESENCES,
    QUANTITIES,
    Operator,
    PathForm,
    TestForm,
    Word,
    word_of,
)

_Made = Callable[[Any, Any, list[Any]], Any]


def _one_of(token: object, words: tuple[Word, ...]) -> Word:
    """The word that a token of the grammar is; the empty one where there is none."""
    found = word_of(str(token or ""), words)
    if found is None:
        raise InternalError(f"the grammar has no word `{token}` here")
    return found


def _binary(operator: Operator) -> _Made:
    def build(self: "Builder", meta: Any, c: list[Any]) -> syntax.Binary:
        return syntax.Binary(self.span(meta), operator, c[0], c[1])

    return build


def _tests(form: TestForm) -> _Made:
    def build(self: "Builder", meta: Any, c: list[Any]) -> syntax.Test:
        name = self.ident(c[0]) if c and c[0] is not None else None
        return syntax.Test(self.span(meta), form, name, tuple(c[1]) if len(c) > 1 else ())

    return build


Made = TypeVar("Made", bound=syntax.Meant)


def _meant(build: Callable[["Builder", Any, list[Any]], Made]) -> Callable[["Builder", Any, list[Any]], Made]:
    """Gives what a method builds its sentence for people, wherever that stands among its parts."""

    @wraps(build)
    def inner(self: "Builder", meta: Any, c: list[Any]) -> Made:
        said = next((x for x in c if isinstance(x, syntax.Meaning)), None)
        made = build(self, meta, [x for x in c if not isinstance(x, syntax.Meaning)])
        return made if said is None else replace(made, means=said)

    return inner


@v_args(meta=True)
class Builder(Transformer[Token, Any]):
    """Builds one clause; `base` is the clause's offset in its source."""

    def __init__(self, source: Source, base: int) -> None:
        super().__init__(visit_tokens=False)
        self.source = source
        self.base = base

    def span(self, meta: Any) -> Span:
        if getattr(meta, "empty", False):
            return Span(self.source, self.base, self.base)
        return Span(self.source, self.base + meta.start_pos, self.base + meta.end_pos)

    def meaning(self, meta: Any, c: list[Any]) -> syntax.Meaning:
        return syntax.Meaning(self.span(meta), tuple(syntax.Text(self.span(t), str(t)[1:-1]) for t in c))

    def ident(self, token: Token) -> syntax.Ident:
        return syntax.Ident(self.span(token), str(token))

    def idents(self, tokens: list[Any]) -> tuple[syntax.Ident, ...]:
        return tuple(self.ident(t) for t in tokens if t is not None)

    # ---- expressions

    def name(self, meta: Any, c: list[Any]) -> syntax.Name:
        return syntax.Name(self.span(meta), str(c[0]))

    def integer(self, meta: Any, c: list[Any]) -> syntax.Number:
        return syntax.Number(self.span(meta), min(int(c[0][:MAX_DIGITS]), LARGEST))

    def decimal(self, meta: Any, c: list[Any]) -> syntax.Number:
        value = Fraction(str(c[0][:MAX_DIGITS]))
        return syntax.Number(self.span(meta), int(value) if value.denominator == 1 else value)

    def string(self, meta: Any, c: list[Any]) -> syntax.Text:
        return syntax.Text(self.span(meta), str(c[0])[1:-1])

    def true(self, meta: Any, c: list[Any]) -> syntax.Bool:
        return syntax.Bool(self.span(meta), True)

    def false(self, meta: Any, c: list[Any]) -> syntax.Bool:
        return syntax.Bool(self.span(meta), False)

    def none(self, meta: Any, c: list[Any]) -> syntax.Nothing:
        return syntax.Nothing(self.span(meta))

    def negative(self, meta: Any, c: list[Any]) -> syntax.Expr:
        if isinstance(c[0], syntax.Number):
            return syntax.Number(self.span(meta), -c[0].value)
        return syntax.Unary(self.span(meta), "-", c[0])

    def not_(self, meta: Any, c: list[Any]) -> syntax.Unary:
        return syntax.Unary(self.span(meta), "not", c[0])

    def of(self, meta: Any, c: list[Any]) -> syntax.Call:
        return syntax.Call(self.span(meta), self.ident(c[0]), (c[1],), True)

    def call(self, meta: Any, c: list[Any]) -> syntax.Call:
        return syntax.Call(self.span(meta), self.ident(c[0]), tuple(c[1] or ()))

    def own(self, meta: Any, c: list[Any]) -> syntax.Holding:
        return syntax.Holding(self.span(meta), "own", self.ident(c[0]))

    def enemy(self, meta: Any, c: list[Any]) -> syntax.Holding:
        return syntax.Holding(self.span(meta), "enemy", self.ident(c[0]))

    def ally(self, meta: Any, c: list[Any]) -> syntax.Holding:
        return syntax.Holding(self.span(meta), "ally", self.ident(c[0]))

    and_ = _binary("and")
    or_ = _binary("or")
    implies = _binary("implies")
    equal = _binary("=")
    in_ = _binary("in")
    not_in = _binary("not in")
    range_of = _binary("..")
    int_range = _binary("..")
    add = _binary("+")
    subtract = _binary("-")
    multiply = _binary("*")
    divide = _binary("/")
    modulo = _binary("mod")
    int_divide = _binary("div")

    def compare(self, meta: Any, c: list[Any]) -> syntax.Binary:
        return syntax.Binary(self.span(meta), _one_of(c[1], OPERATORS), c[0], c[2])

    def is_(self, meta: Any, c: list[Any]) -> syntax.Is:
        return syntax.Is(self.span(meta), c[0], c[1])

    def conditional(self, meta: Any, c: list[Any]) -> syntax.Conditional:
        return syntax.Conditional(self.span(meta), c[0], c[1], c[2])

    def quantifier(self, meta: Any, c: list[Any]) -> syntax.Quantifier:
        word, variable, source, condition, body = c
        name = self.ident(variable)
        if condition is not None:  # `all x in S where C: D` is `all x in {x in S where C}: D`
            named = syntax.Binary(name.span.to(source.span), "in", syntax.Name(name.span, name.name), source)
            source = self._filtered(named, condition)
        return syntax.Quantifier(self.span(meta), _one_of(word, QUANTITIES), name, source, body)

    def path_quantifier(self, meta: Any, c: list[Any]) -> syntax.SomePath:
        return syntax.SomePath(self.span(meta), _one_of(c[0], PRESENCES), c[1])

    def nonempty(self, meta: Any, c: list[Any]) -> syntax.Nonempty:
        return syntax.Nonempty(self.span(meta), _one_of(c[0], PRESENCES), c[1])

    def filter(self, meta: Any, c: list[Any]) -> syntax.Filter:
        return syntax.Filter(self.span(meta), c[0], c[1])

    def map(self, meta: Any, c: list[Any]) -> syntax.Mapped:
        return syntax.Mapped(self.span(meta), c[0], self.ident(c[1]), c[2], c[3])

    def set_of(self, meta: Any, c: list[Any]) -> syntax.Expr:
        items = tuple(c[0] or ())
        if len(items) == 1 and isinstance(items[0], syntax.Filter | syntax.Mapped):
            return items[0]
        return syntax.SetOf(self.span(meta), items)

    def reached(self, meta: Any, c: list[Any]) -> syntax.Reached:
        return syntax.Reached(self.span(meta), c[0], c[1], c[2])

    def path_ends(self, meta: Any, c: list[Any]) -> syntax.PathEnds:
        return syntax.PathEnds(self.span(meta), c[0])

    def joined_ends(self, meta: Any, c: list[Any]) -> syntax.Binary:
        return syntax.Binary(self.span(meta), "+", c[0], syntax.PathEnds(c[1].span, c[1]))

    def expr_list(self, meta: Any, c: list[Any]) -> tuple[syntax.Expr, ...]:
        return tuple(c)

    # ---- paths

    test_name = _tests("name")
    test_call = _tests("call")
    test_own = _tests("own")
    test_enemy = _tests("enemy")
    test_ally = _tests("ally")
    test_none = _tests("none")

    def test_not(self, meta: Any, c: list[Any]) -> syntax.Test:
        return syntax.Test(self.span(meta), "not", inner=c[0] if isinstance(c[0], tuple) else (c[0],))

    def test_that(self, meta: Any, c: list[Any]) -> syntax.Test:
        return syntax.Test(self.span(meta), "that", condition=c[0])

    def tests(self, meta: Any, c: list[Any]) -> tuple[syntax.Test, ...]:
        return tuple(c)

    def group(self, meta: Any, c: list[Any]) -> syntax.Step:
        return syntax.Step(self.span(meta), (), c[0], 1, 1, None)

    def choice_of(self, meta: Any, c: list[Any]) -> syntax.Step:
        return syntax.Step(self.span(meta), c[0], None, 1, 1, None)

    def star(self, meta: Any, c: list[Any]) -> tuple[Any, Any]:
        return 0, None

    def plus(self, meta: Any, c: list[Any]) -> tuple[Any, Any]:
        return 1, None

    def optional(self, meta: Any, c: list[Any]) -> tuple[Any, Any]:
        return 0, 1

    def times(self, meta: Any, c: list[Any]) -> tuple[Any, Any]:
        return c[0], c[0] if c[1] is None else c[1]

    def step(self, meta: Any, c: list[Any]) -> syntax.Step:
        inner: syntax.Step = c[0]
        least, most = c[1] if c[1] is not None else (1, 1)
        bound = self.ident(c[2]) if c[2] is not None else None
        return syntax.Step(self.span(meta), inner.tests, inner.group, least, most, bound)

    def pattern(self, meta: Any, c: list[Any]) -> tuple[syntax.Step, ...]:
        return tuple(c)

    def up_to(self, meta: Any, c: list[Any]) -> tuple[str, Any, Any]:
        return "length", None, c[0]

    def length(self, meta: Any, c: list[Any]) -> tuple[str, Any, Any]:
        if isinstance(c[0], syntax.Binary) and c[0].operator == "..":
            return "length", c[0].left, c[0].right
        return "length", c[0], c[0]

    def from_(self, meta: Any, c: list[Any]) -> tuple[str, Any, Any]:
        return "from", c[0], None

    def _path(self, meta: Any, form: PathForm, c: list[Any], stopping: Any = None) -> syntax.Path:
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
            tuple(stopping or ()),
            too_many,
        )

    def line(self, meta: Any, c: list[Any]) -> syntax.Path:
        return self._path(meta, "line", c)

    def walk(self, meta: Any, c: list[Any]) -> syntax.Path:
        return self._path(meta, "walk", c[:-1], c[-1])

    def leap(self, meta: Any, c: list[Any]) -> syntax.Path:
        a, b, start, pattern = c
        numbers = [syntax.Number(self.span(t), int(t)) for t in (a, b)]
        given = [] if start is None else [("from", start, None)]
        return self._path(meta, "leap", [*numbers, *given, pattern])

    def leg(self, meta: Any, c: list[Any]) -> syntax.Leg:
        return syntax.Leg(self.span(meta), c[0], int(c[1]))

    def leap_along(self, meta: Any, c: list[Any]) -> syntax.Path:
        first, second, start, pattern = c
        legs = tuple(leg for leg in (first, second) if leg is not None)
        given = [] if start is None else [("from", start, None)]
        return replace(self._path(meta, "leap", [*given, pattern]), legs=legs)

    def path(self, meta: Any, c: list[Any]) -> syntax.Path:
        made: syntax.Path = c[0]
        return made

    # ---- effects

    def _filtered(self, source: syntax.Expr, condition: syntax.Expr | None) -> syntax.Expr:
        if condition is None:
            return source
        return syntax.Filter(source.span.to(condition.span), source, condition)

    def setting(self, meta: Any, c: list[Any]) -> syntax.Setting:
        return syntax.Setting(self.span(meta), self.ident(c[0]), c[1])

    def place(self, meta: Any, c: list[Any]) -> syntax.Place:
        return syntax.Place(self.span(meta), c[0], self._filtered(c[1], c[2]), tuple(c[3:]))

    def stock(self, meta: Any, c: list[Any]) -> syntax.Place:
        return syntax.Place(self.span(meta), c[0], c[1], tuple(c[3:]), True, c[2])

    def move_to(self, meta: Any, c: list[Any]) -> syntax.MoveTo:
        what, source, word, to, *settings = c
        return syntax.MoveTo(self.span(meta), what, source, to, tuple(settings), word == "under")

    def remove(self, meta: Any, c: list[Any]) -> syntax.Remove:
        return syntax.Remove(self.span(meta), self._filtered(c[0], c[1]), False)

    def capture(self, meta: Any, c: list[Any]) -> syntax.Remove:
        return syntax.Remove(self.span(meta), self._filtered(c[0], c[1]), True)

    def swap(self, meta: Any, c: list[Any]) -> syntax.Swap:
        return syntax.Swap(self.span(meta), c[0], c[1])

    def assign(self, meta: Any, c: list[Any]) -> syntax.Assign:
        return syntax.Assign(self.span(meta), c[0], c[1])

    def bind(self, meta: Any, c: list[Any]) -> syntax.Bind:
        return syntax.Bind(self.span(meta), self.ident(c[0]), c[1])

    def random(self, meta: Any, c: list[Any]) -> syntax.Random:
        return syntax.Random(self.span(meta), self.ident(c[0]), c[1], c[2])

    def demanded(self, meta: Any, c: list[Any]) -> syntax.Demanded:
        return syntax.Demanded(self.span(meta), self.ident(c[0]), tuple(c[1] or ()), tuple(c[2] or ()))

    def then(self, meta: Any, c: list[Any]) -> syntax.Then:
        word, *choices, player = c
        return syntax.Then(self.span(meta), _one_of(word, DEMAND_WORDS), tuple(choices), player)

    def perform(self, meta: Any, c: list[Any]) -> syntax.Perform:
        return syntax.Perform(self.span(meta), self.ident(c[0]), tuple(c[1] or ()))

    def then_turn(self, meta: Any, c: list[Any]) -> syntax.ThenTurn:
        return syntax.ThenTurn(self.span(meta), c[0])

    def finish(self, meta: Any, c: list[Any]) -> syntax.Finish:
        return syntax.Finish(self.span(meta), c[0])

    def generator(self, meta: Any, c: list[Any]) -> syntax.Generator:
        return syntax.Generator(self.span(meta), self.ident(c[0]), c[1])

    def for_each(self, meta: Any, c: list[Any]) -> syntax.ForEach:
        *generators, condition, body = c
        return syntax.ForEach(self.span(meta), tuple(generators), condition, body)

    def for_path(self, meta: Any, c: list[Any]) -> syntax.ForPath:
        return syntax.ForPath(self.span(meta), c[0], c[1])

    def if_(self, meta: Any, c: list[Any]) -> syntax.If:
        return syntax.If(self.span(meta), c[0], c[1], c[2] or ())

    def chained(self, meta: Any, c: list[Any]) -> tuple[syntax.If]:
        return (self.if_(meta, c),)

    def else_(self, meta: Any, c: list[Any]) -> Any:
        return c[0]

    def simultaneously(self, meta: Any, c: list[Any]) -> syntax.Simultaneously:
        return syntax.Simultaneously(self.span(meta), c[0])

    def case(self, meta: Any, c: list[Any]) -> syntax.Case:
        return syntax.Case(self.span(meta), tuple(c[:-1]), c[-1])

    def match(self, meta: Any, c: list[Any]) -> syntax.Match:
        cases = tuple(x for x in c if isinstance(x, syntax.Case))
        return syntax.Match(self.span(meta), tuple(x for x in c if not isinstance(x, syntax.Case)), cases)

    def effect_line(self, meta: Any, c: list[Any]) -> tuple[syntax.Effect, ...]:
        return tuple(c)

    def plain_body(self, meta: Any, c: list[Any]) -> tuple[syntax.Effect, ...]:
        effects: list[syntax.Effect] = []
        for item in c:
            if isinstance(item, tuple):
                effects.extend(item)
            elif item is not None:
                effects.append(item)
        return tuple(effects)

    body = plain_body
    part_body = plain_body

    # ---- results

    def wins(self, meta: Any, c: list[Any]) -> syntax.Result:
        return syntax.Result(self.span(meta), "wins", c[0])

    def loses(self, meta: Any, c: list[Any]) -> syntax.Result:
        return syntax.Result(self.span(meta), "loses", c[0])

    def draw(self, meta: Any, c: list[Any]) -> syntax.Result:
        return syntax.Result(self.span(meta), "draw")

    def highest(self, meta: Any, c: list[Any]) -> syntax.Result:
        return syntax.Result(self.span(meta), "highest", score=self.ident(c[0]))

    def lowest(self, meta: Any, c: list[Any]) -> syntax.Result:
        return syntax.Result(self.span(meta), "lowest", score=self.ident(c[0]))

    def payoff(self, meta: Any, c: list[Any]) -> syntax.Result:
        return syntax.Result(self.span(meta), "payoff", score=self.ident(c[0]))

    # ---- clauses

    def heading(self, meta: Any, c: list[Any]) -> syntax.Heading:
        return syntax.Heading(self.span(meta), self.ident(c[0]), str(c[1]).strip('"'))

    def game(self, meta: Any, c: list[Any]) -> syntax.Game:
        title, extends, *headings = c
        return syntax.Game(
            self.span(meta),
            str(title)[1:-1],
            None if extends is None else str(extends)[1:-1],
            None if extends is None else self.span(extends),
            tuple(h for h in headings if h is not None),
        )

    @_meant
    def option(self, meta: Any, c: list[Any]) -> syntax.Option:
        name, default, values, by, only = c
        return syntax.Option(
            self.span(meta), self.ident(name), default, tuple(values or ()), by, only is not None
        )

    def variant(self, meta: Any, c: list[Any]) -> syntax.Variant:
        return syntax.Variant(self.span(meta), self.ident(c[0]), tuple(s for s in c[1:] if s))

    def player(self, meta: Any, c: list[Any]) -> syntax.Player:
        return syntax.Player(self.span(meta), self.ident(c[0]), self.ident(c[1]) if c[1] else None)

    def players(self, meta: Any, c: list[Any]) -> syntax.Players:
        counts = tuple(x for x in c if isinstance(x, syntax.PlayerCount))
        return syntax.Players(self.span(meta), counts, tuple(x for x in c if isinstance(x, syntax.Player)))

    def player_count(self, meta: Any, c: list[Any]) -> syntax.PlayerCount:
        least, most = int(c[0][:9]), int((c[1] or c[0])[:9])
        return syntax.PlayerCount(self.span(meta), least, most)

    def team(self, meta: Any, c: list[Any]) -> tuple[syntax.Ident, ...]:
        return self.idents(c)

    def teams(self, meta: Any, c: list[Any]) -> syntax.Teams:
        return syntax.Teams(self.span(meta), tuple(c))

    def extent_by(self, meta: Any, c: list[Any]) -> tuple[str, tuple[Any, ...]]:
        return "by", tuple(c)

    def extent_side(self, meta: Any, c: list[Any]) -> tuple[str, tuple[Any, ...]]:
        return "side", tuple(c)

    def extent_rows(self, meta: Any, c: list[Any]) -> tuple[str, tuple[Any, ...]]:
        return "rows", tuple(c)

    def extent_growing(self, meta: Any, c: list[Any]) -> tuple[str, tuple[Any, ...]]:
        return "growing", tuple(x for x in c if x is not None)

    def board(self, meta: Any, c: list[Any]) -> syntax.Board:
        shape, (form, extent), first, second, *places, stacking, condition, skipping = c
        skip = self.ident(skipping) if skipping else None
        axes = (self.ident(first), self.ident(second)) if first else None
        whole, is_stacking = self.ident(shape), stacking is not None
        return syntax.Board(
            self.span(meta), whole, form, extent, condition, skip, axes, self.idents(places), is_stacking
        )

    def tied(self, meta: Any, c: list[Any]) -> syntax.Track:
        return syntax.Track(self.span(meta), self.idents(c), False)

    def one_way(self, meta: Any, c: list[Any]) -> syntax.Track:
        return syntax.Track(self.span(meta), self.idents(c), True)

    def spot(self, meta: Any, c: list[Any]) -> syntax.Spot:
        return syntax.Spot(self.span(meta), self.ident(c[0]), c[1], c[2])

    def graph(self, meta: Any, c: list[Any]) -> syntax.Board:
        span = self.span(meta)
        *tracks, stacking = c
        shape = syntax.Ident(span, "graph")
        return syntax.Board(
            span, shape, "graph", (), None, None, None, (), stacking is not None, tuple(tracks)
        )

    @_meant
    def row(self, meta: Any, c: list[Any]) -> syntax.Row:
        return syntax.Row(self.span(meta), self.ident(c[0]), tuple(c[1:]))

    def kinds(self, meta: Any, c: list[Any]) -> syntax.Kinds:
        columns = tuple(x for x in c if isinstance(x, syntax.Column))
        rows = tuple(x for x in c if isinstance(x, syntax.Row))
        return syntax.Kinds(self.span(meta), columns, rows or None, is_added=c[0] is not None)

    def cell_change(self, meta: Any, c: list[Any]) -> syntax.CellChange:
        column, kind, index, value = c
        made: syntax.Ident | syntax.Number | None = None
        if index is not None and index.type == "INT":
            made = syntax.Number(self.span(index), int(index[:9]))
        elif index is not None:
            made = self.ident(index)
        return syntax.CellChange(self.span(meta), self.ident(column), self.ident(kind), made, value)

    def column(self, meta: Any, c: list[Any]) -> syntax.Column:
        by = next((t for t in c[1:] if t is not None and t.type == "NAME"), None)
        ends = [int(t[:9]) for t in c[1:] if t is not None and t.type == "INT"]
        numbers = (ends[0], ends[1]) if ends else None
        return syntax.Column(self.span(meta), self.ident(c[0]), self.ident(by) if by else None, numbers)

    def axis(self, meta: Any, c: list[Any]) -> syntax.Axis:
        return syntax.Axis(self.span(meta), c[0], tuple(c[1:]))

    def axis_name(self, meta: Any, c: list[Any]) -> syntax.AxisValue:
        short = self.ident(c[1]) if c[1] is not None else None
        return syntax.AxisValue(self.span(meta), self.ident(c[0]), short, None)

    def axis_numbers(self, meta: Any, c: list[Any]) -> syntax.AxisValue:
        return syntax.AxisValue(self.span(meta), None, None, (int(c[0][:9]), int(c[1][:9])))

    def axis_number(self, meta: Any, c: list[Any]) -> syntax.AxisValue:
        number = int(c[0][:9])
        short = self.ident(c[1]) if c[1] is not None else None
        return syntax.AxisValue(self.span(meta), None, short, (number, number))

    def generated(self, meta: Any, c: list[Any]) -> syntax.Kinds:
        plus, *axes, once, condition = c
        return syntax.Kinds(
            self.span(meta), (), None, tuple(axes), once is not None, condition, plus is not None
        )

    def named_type(self, meta: Any, c: list[Any]) -> syntax.FieldType:
        return syntax.FieldType(self.span(meta), self.idents(c), None, None, False)

    def range_type(self, meta: Any, c: list[Any]) -> syntax.FieldType:
        return syntax.FieldType(self.span(meta), (), c[0], c[1], False)

    def rotation_type(self, meta: Any, c: list[Any]) -> syntax.FieldType:
        word, group = self.idents(c)
        return syntax.FieldType(self.span(meta), (word,), None, None, False, group)

    def type(self, meta: Any, c: list[Any]) -> syntax.FieldType:
        base: syntax.FieldType = c[0]
        optional = self.span(meta).text.rstrip().endswith("none")
        return replace(base, span=self.span(meta), optional=optional)

    def holder(self, meta: Any, c: list[Any]) -> syntax.Holder:
        if len(c) == 1:
            return syntax.Holder(self.span(meta), self.ident(c[0]))
        return syntax.Holder(self.span(meta), None, c[0], c[1])

    @_meant
    def field(self, meta: Any, c: list[Any]) -> syntax.Field:
        name, *rest = c
        holders = tuple(x for x in rest if isinstance(x, syntax.Holder))
        kind, *rest = rest[len(holders) :]
        default = next((x for x in rest if x is not None and not isinstance(x, Token)), None)
        until = next((x for x in rest if isinstance(x, Token)), None)
        return syntax.Field(
            self.span(meta),
            self.ident(name),
            holders,
            kind,
            default,
            self.ident(until) if until is not None else None,
        )

    @_meant
    def pool(self, meta: Any, c: list[Any]) -> syntax.Pool:
        viewers = self.ident(c[3]) if c[3] is not None else None
        return syntax.Pool(self.span(meta), self.ident(c[0]), self.ident(c[1]), viewers, c[2] is not None)

    @_meant
    def hide(self, meta: Any, c: list[Any]) -> syntax.Hide:
        *aspects, name, source, viewer, condition = c
        named = self.idents([a for a in aspects if a is not None])
        return syntax.Hide(self.span(meta), self.ident(name), source, self.ident(viewer), condition, named)

    @_meant
    def known(self, meta: Any, c: list[Any]) -> syntax.Known:
        return syntax.Known(self.span(meta), self.ident(c[0]), c[1])

    def position(self, meta: Any, c: list[Any]) -> syntax.Position:
        return syntax.Position(self.span(meta), self.ident(c[0]), c[1], tuple(c[2:]))

    @_meant
    def skip(self, meta: Any, c: list[Any]) -> syntax.Skip:
        return syntax.Skip(self.span(meta), self.ident(c[0]), c[1])

    def param(self, meta: Any, c: list[Any]) -> syntax.Parameter:
        return syntax.Parameter(self.span(meta), self.ident(c[0]), self.ident(c[1]))

    @_meant
    def let(self, meta: Any, c: list[Any]) -> syntax.Let:
        word, name, *params, value = c
        return syntax.Let(
            self.span(meta),
            self.ident(name),
            tuple(p for p in params if p is not None),
            value,
            word == "relation",
        )

    def wanted(self, meta: Any, c: list[Any]) -> syntax.Wanted:
        _, name, *params, kind = c
        parameters = tuple(p for p in params if p is not None)
        return syntax.Wanted(self.span(meta), self.ident(name), parameters, self.ident(kind))

    def let_change(self, meta: Any, c: list[Any]) -> syntax.LetChange:
        _, name, *parts = c
        signs = [_one_of(sign, OPERATORS) for sign in parts[::2]]
        return syntax.LetChange(
            self.span(meta), self.ident(name), tuple(zip(signs, parts[1::2], strict=True))
        )

    @_meant
    def setup(self, meta: Any, c: list[Any]) -> syntax.Setup:
        return syntax.Setup(self.span(meta), c[1], c[0] is not None)

    def routine(self, meta: Any, c: list[Any]) -> syntax.Routine:
        name, *parameters, body = c
        given = tuple(p for p in parameters if p is not None)
        return syntax.Routine(self.span(meta), self.ident(name), given, body)

    def choose(self, meta: Any, c: list[Any]) -> syntax.Choose:
        word, name, source, condition = c
        return syntax.Choose(
            self.span(meta), self.ident(name), source, condition, _one_of(word, CHOICE_WORDS)
        )

    def choose_set(self, meta: Any, c: list[Any]) -> syntax.ChooseSet:
        word, name, least, most, source, condition = c
        said = _one_of(word, CHOICE_WORDS)
        return syntax.ChooseSet(self.span(meta), self.ident(name), least, most, source, condition, said)

    def along(self, meta: Any, c: list[Any]) -> syntax.Along:
        return syntax.Along(self.span(meta), c[0])

    def along_named(self, meta: Any, c: list[Any]) -> syntax.Along:
        return syntax.Along(self.span(meta), self.ident(c[0]))

    def where(self, meta: Any, c: list[Any]) -> syntax.Where:
        return syntax.Where(self.span(meta), c[0])

    def do(self, meta: Any, c: list[Any]) -> syntax.Do:
        return syntax.Do(self.span(meta), c[0], False)

    def finally_(self, meta: Any, c: list[Any]) -> syntax.Do:
        return syntax.Do(self.span(meta), c[0], True)

    def notation(self, meta: Any, c: list[Any]) -> syntax.Notation:
        return syntax.Notation(self.span(meta), c[0])

    def again(self, meta: Any, c: list[Any]) -> syntax.Again:
        return syntax.Again(self.span(meta), c[0] == "must", c[1], c[2] is not None, c[3] is not None, c[4])

    @_meant
    def action(self, meta: Any, c: list[Any]) -> syntax.Action:
        word, name, *rest = c
        parameters = tuple(x for x in rest if isinstance(x, syntax.Parameter))
        parts = tuple(x for x in rest if isinstance(x, syntax.Part))
        return syntax.Action(
            self.span(meta), _one_of(word, ACTION_FORMS), self.ident(name), parameters, (), parts
        )

    @_meant
    def either(self, meta: Any, c: list[Any]) -> syntax.Action:
        word, name, *rest = c
        parameters = tuple(x for x in rest if isinstance(x, syntax.Parameter))
        either = tuple(x for x in rest if isinstance(x, syntax.Demanded))
        return syntax.Action(
            self.span(meta), _one_of(word, ACTION_FORMS), self.ident(name), parameters, (), (), either
        )

    @_meant
    def move(self, meta: Any, c: list[Any]) -> syntax.Action:
        name, *rest = c
        kinds = self.idents([x for x in rest if isinstance(x, Token)])
        parts = tuple(x for x in rest if isinstance(x, syntax.Part))
        return syntax.Action(self.span(meta), "move", self.ident(name), (), kinds, parts)

    def kinds_change(self, meta: Any, c: list[Any]) -> syntax.Alteration:
        return syntax.Alteration(self.span(meta), str(c[0]) == "+", self.idents(c[1:]))

    offer_change = kinds_change

    def move_change(self, meta: Any, c: list[Any]) -> syntax.MoveChange:
        return syntax.MoveChange(self.span(meta), self.ident(c[0]), tuple(c[1:]))

    def turn_change(self, meta: Any, c: list[Any]) -> syntax.TurnChange:
        phase = self.ident(c[0]) if isinstance(c[0], Token) else None
        return syntax.TurnChange(
            self.span(meta), phase, tuple(a for a in c if isinstance(a, syntax.Alteration))
        )

    def offer(self, meta: Any, c: list[Any]) -> syntax.Offer:
        *names, condition = c
        return syntax.Offer(self.span(meta), self.idents(names), None, condition)

    def offered_result(self, meta: Any, c: list[Any]) -> syntax.Offer:
        return syntax.Offer(self.span(meta), (), c[0], c[1])

    @_meant
    def turn(self, meta: Any, c: list[Any]) -> syntax.Turn:
        words = [t for t in c if isinstance(t, Token)]
        phase = next((self.ident(t) for t in words if t.type == "NAME"), None)
        offers = tuple(o for o in c if isinstance(o, syntax.Offer))
        return syntax.Turn(self.span(meta), phase, offers, any(t.type == "TOGETHER" for t in words))

    @_meant
    def settle(self, meta: Any, c: list[Any]) -> syntax.Settle:
        *heads, body = c
        words = [t for t in heads if t is not None]
        after = self.idents([t for t in words if t.type == "NAME"])
        return syntax.Settle(self.span(meta), after, any(t.type == "UNTIL_STABLE" for t in words), body)

    @_meant
    def require(self, meta: Any, c: list[Any]) -> syntax.Require:
        *after, condition = c
        return syntax.Require(self.span(meta), self.idents(after), condition)

    @_meant
    def prefer(self, meta: Any, c: list[Any]) -> syntax.Prefer:
        return syntax.Prefer(self.span(meta), _one_of(c[0], PREFER_WORDS), c[1])

    @_meant
    def ending(self, meta: Any, c: list[Any]) -> syntax.Ending:
        return syntax.Ending(self.span(meta), c[0], c[1])

    @_meant
    def end(self, meta: Any, c: list[Any]) -> syntax.End:
        plus, result, condition = c
        ending = syntax.Ending(self.span(meta), result, condition)
        return syntax.End(self.span(meta), (ending,), plus is not None)

    def ends(self, meta: Any, c: list[Any]) -> syntax.End:
        return syntax.End(self.span(meta), tuple(c[1:]), c[0] is not None)

    @_meant
    def limit(self, meta: Any, c: list[Any]) -> syntax.Limit:
        return syntax.Limit(self.span(meta), c[0], c[1])

    def always(self, meta: Any, c: list[Any]) -> tuple[Any, ...]:
        return "always", c[0], None, ()

    def never(self, meta: Any, c: list[Any]) -> tuple[Any, ...]:
        if isinstance(c[0], syntax.Result):
            return "never", None, c[0], ()
        return "never", c[0], None, ()

    def value(self, meta: Any, c: list[Any]) -> tuple[Any, ...]:
        *settings, result = c
        return "value", None, result, tuple(s for s in settings if s is not None)

    def claim(self, meta: Any, c: list[Any]) -> syntax.Claim:
        form, condition, result, settings = c[1]
        return syntax.Claim(self.span(meta), str(c[0])[1:-1], form, condition, result, settings)

    def look(self, meta: Any, c: list[Any]) -> syntax.Look:
        subject, player, glyph, colour = c
        return syntax.Look(
            self.span(meta),
            self.ident(subject),
            self.ident(player) if player else None,
            str(glyph)[1:-1],
            self.ident(colour) if colour else None,
        )

    def letter(self, meta: Any, c: list[Any]) -> syntax.Letter:
        return syntax.Letter(self.span(meta), self.ident(c[0]), str(c[1])[1:-1])

    def style(self, meta: Any, c: list[Any]) -> syntax.Style:
        word, *letters = c
        text = syntax.Text(self.span(word), str(word)[1:-1]) if word.type == "STRING" else None
        name = self.ident(word) if text is None else None
        return syntax.Style(self.span(meta), name, text, tuple(x for x in letters if x is not None))

    def looks(self, meta: Any, c: list[Any]) -> syntax.Looks:
        return syntax.Looks(self.span(meta), tuple(c[1:]), c[0] is not None)

    def use(self, meta: Any, c: list[Any]) -> syntax.Use:
        return syntax.Use(self.span(meta), str(c[0])[1:-1], self.span(c[0]))

    def without(self, meta: Any, c: list[Any]) -> syntax.Without:
        return syntax.Without(self.span(meta), self.idents(c))
