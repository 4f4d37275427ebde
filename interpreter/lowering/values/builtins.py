"""Builtin functions that give one value: a function here for each that asks about the state.

What asks about the board alone is in `board`; what gives a set is a form of its own in `sets`.
"""

from collections.abc import Callable, Mapping, Sequence

from gdl.core import model
from gdl.core.types import SITE, set_of
from interpreter import ir
from interpreter.ir import BOOL, INT, Expr, Get, op
from interpreter.lowering.function import Function
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.terms import Rational, Value, as_number
from interpreter.lowering.values import board_functions, numbers
from interpreter.lowering.values.paths.flood_fill import gap
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.board_sets import Near
from interpreter.lowering.values.sums import total_of
from interpreter.shared.numbering import NO_NUMBER

Answer = Callable[[Function, model.Builtin], Value]


def builtin(f: Function, e: model.Builtin) -> Value:
    answer = _ANSWERS.get((e.name, len(e.arguments)))
    return board_functions.pure(f, e) if answer is None else answer(f, e)


# ---- numbers


def _extreme_of_two(f: Function, e: model.Builtin) -> Value:
    """The larger or smaller of two numbers; none does not take part."""
    x, y = (numbers.materialize(f, f.value(a)) for a in e.arguments)
    if isinstance(x, Rational) or isinstance(y, Rational):
        is_less = numbers.less(f, y, x) if e.name == "min" else numbers.less(f, x, y)
        p, q = numbers.rational(x), numbers.rational(y)
        is_less = f.b.materialize(is_less)
        return Rational(op.select(is_less, q.top, p.top), op.select(is_less, q.bottom, p.bottom))
    choose = op.min_ if e.name == "min" else op.max_
    if not any(map(f.may_be_none, e.arguments)):
        return choose(x, y)
    none = op.number(NO_NUMBER)
    best = f.b.materialize(op.select(op.eq(x, none), y, op.select(op.eq(y, none), x, choose(x, y))))
    return op.select(op.eq(best, none), op.ZERO, best)


def _abs(f: Function, e: model.Builtin) -> Value:
    value = numbers.operand(f, e.arguments[0])
    if isinstance(value, Rational):
        return Rational(op.abs_(value.top), value.bottom)
    return op.abs_(value)


def _parity(f: Function, e: model.Builtin) -> Value:
    (x,) = e.arguments
    value, wanted = f.value(x), op.ZERO if e.name == "even" else op.ONE
    if isinstance(value, Rational):
        value = numbers.rational(numbers.materialize(f, value))
        is_it = op.eq(op.mod(value.top, op.number(2)), wanted)
        return op.and_(op.eq(value.bottom, op.ONE), is_it)
    value = f.b.materialize(value)
    is_it = op.eq(op.mod(value, op.number(2)), wanted)
    return op.and_(is_it, op.ne(value, op.number(NO_NUMBER))) if f.may_be_none(x) else is_it


# ---- places in a set


def _end_of_set(f: Function, e: model.Builtin) -> Expr:
    _refuse_fractions(f, e)
    return (questions.first if e.name == "first" else questions.last)(f, e.arguments[0])


def _nth(f: Function, e: model.Builtin) -> Expr:
    members, number = e.arguments
    _refuse_fractions(f, e)
    return questions.nth(f, members, f.b.materialize(numbers.exact(f, number)))


def _index(f: Function, e: model.Builtin) -> Expr:
    wanted, members = e.arguments
    return questions.index(f, members, f.b.materialize(as_number(numbers.exact(f, wanted))))


def _refuse_fractions(f: Function, e: model.Builtin) -> None:
    if not f.scope.is_whole(e):
        raise NotLowered("an element of a set of fractions")


# ---- sites and pieces


def _occupied(f: Function, e: model.Builtin) -> Expr:
    (s,) = e.arguments
    return f.pieces.occupancy.is_occupied(f, f.scalar(s), f.may_be_none(s))


def _empty(f: Function, e: model.Builtin) -> Expr:
    (s,) = e.arguments
    free = op.not_(_occupied(f, e))
    return op.and_(free, op.is_some(f.scalar(s))) if f.may_be_none(s) else free


def _piece(f: Function, e: model.Builtin) -> Expr:
    (s,) = e.arguments
    return f.pieces.on(f, f.scalar(s), f.may_be_none(s))


def _site(f: Function, e: model.Builtin) -> Expr:
    return f.pieces.site_of(f, f.scalar(e.arguments[0]), True)


def _may_be_gone(f: Function, piece: model.Expr) -> bool:
    return f.may_be_none(piece) or f.scope.is_changing


def _owner(f: Function, e: model.Builtin) -> Expr:
    (p,) = e.arguments
    return f.pieces.owner_of(f, f.scalar(p), _may_be_gone(f, p))


def _kind(f: Function, e: model.Builtin) -> Expr:
    (p,) = e.arguments
    if isinstance(p, model.Local) and p.slot in f.scope.kinds:
        return op.number(f.scope.kinds[p.slot])
    return f.pieces.kind_of(f, f.scalar(p), _may_be_gone(f, p))


def _towards(f: Function, e: model.Builtin, name: str, found: Sequence[Sequence[int]]) -> Expr:
    """What a table of the board has for a direction and a site, each of which may be none."""
    s, d = e.arguments
    site, direction = f.materialized(s), f.materialized(d)

    def onward(i: Expr) -> Expr:
        return f.or_else(
            direction, f.may_be_none(d), op.NONE, lambda j: board_functions.towards(f, name, found, i, j)
        )

    return f.or_else(site, f.may_be_none(s), op.NONE, onward)


def _beside(f: Function, e: model.Builtin) -> Expr:
    s, t = e.arguments
    site, other = f.materialized(s), f.materialized(t)
    near = Near(model.Builtin(e.span, set_of(SITE), "neighbours", (s,)), s)
    if f.facts.pieces.is_huge:
        found, loops = f.b.variable("beside", op.FALSE), f.b.loops
        with near.loop(f, "n", False) as next_site, f.b.if_(op.eq(next_site, other)):
            f.b.assign(found, op.TRUE)
            f.b.break_(loops)
        return Get(found)
    return op.and_(op.is_some(site), op.contains(near.bits(f), other))


# ---- players, turns and histories


def _rival(f: Function, e: model.Builtin) -> Expr:
    (p,) = e.arguments
    return f.or_else(f.scalar(p), f.may_be_none(p), op.NONE, lambda i: op.sub(op.ONE, i))


def _after(f: Function, e: model.Builtin) -> Expr:
    (p,) = e.arguments
    count = op.number(f.facts.players)
    return f.or_else(f.scalar(p), f.may_be_none(p), op.NONE, lambda i: op.mod(op.add(i, op.ONE), count))


def _partner(f: Function, e: model.Builtin) -> Expr:
    (p,) = e.arguments
    teams = [f.game.team_of(seat) for seat in range(f.facts.players)]
    others = tuple(
        team[1 - team.index(seat)] if len(team) == 2 else ir.NONE for seat, team in enumerate(teams)
    )
    return f.or_else(f.scalar(p), f.may_be_none(p), op.NONE, lambda i: f.table("partner", others, i))


def _entry(f: Function, e: model.Builtin) -> Expr:
    """Where in the table of a field a value stands."""
    before, value, least, count = e.arguments
    assert isinstance(least, model.Const) and isinstance(count, model.Const)
    low, size = (op.number(int(x.value)) for x in (least, count) if isinstance(x.value, int))
    is_there: Expr = op.TRUE
    found = f.value(value)
    if isinstance(found, Rational):
        found = numbers.rational(numbers.materialize(f, found))
        is_there, found = op.eq(found.bottom, op.ONE), found.top
    if value.type.base == "number":
        found = f.b.materialize(found)
        inside = op.and_(op.le(low, found), op.lt(found, op.add(low, size)))
        is_there = op.and_(is_there, inside)
    elif f.may_be_none(value):
        found = f.b.materialize(as_number(found))
        is_there = op.is_some(found)
    start = f.materialized(before)
    if f.may_be_none(before):
        is_there = op.and_(is_there, op.is_some(start))
    at = op.add(op.mul(start, size), op.sub(as_number(found), low))
    return op.select(is_there, at, op.NONE) if f.may_be_none(e) else at


def _can_move(f: Function, e: model.Builtin) -> Expr:
    player = f.materialized(e.arguments[0])
    found = f.b.variable("can", op.FALSE)
    with f.b.if_(op.is_some(player)):
        f.b.assign(found, ir.Call(f.scope.forms.can_move(f), (*f.arguments, player), BOOL))
    return Get(found)


def _choices(f: Function, e: model.Builtin) -> Expr:
    player = f.materialized(e.arguments[0])
    return f.b.materialize(ir.Call(f.scope.forms.choices(f), (*f.arguments, player), INT))


def _of_history(f: Function, e: model.Builtin) -> Expr:
    (history,) = e.arguments
    assert isinstance(history, model.Const)
    return ir.Call(f"{e.name}.{history.value}", f.arguments, INT)


def _counter(f: Function, e: model.Builtin) -> Expr:
    return f.load(e.name)


_ANSWERS: Mapping[tuple[str, int], Answer] = {
    ("count", 1): lambda f, e: questions.count(f, e.arguments[0]),
    ("first", 1): _end_of_set,
    ("last", 1): _end_of_set,
    ("nth", 2): _nth,
    ("index", 2): _index,
    ("sum", 1): lambda f, e: total_of(f, "sum", e.arguments[0]),
    ("min", 1): lambda f, e: total_of(f, "min", e.arguments[0]),
    ("max", 1): lambda f, e: total_of(f, "max", e.arguments[0]),
    ("min", 2): _extreme_of_two,
    ("max", 2): _extreme_of_two,
    ("abs", 1): _abs,
    ("even", 1): _parity,
    ("odd", 1): _parity,
    ("occupied", 1): _occupied,
    ("empty", 1): _empty,
    ("piece", 1): _piece,
    ("site", 1): _site,
    ("owner", 1): _owner,
    ("kind", 1): _kind,
    ("full", 0): lambda f, e: f.pieces.occupancy.is_full(f),
    ("ended", 0): lambda f, e: op.ne(f.load("over"), op.ZERO),  # only of what is hidden this may be asked
    ("step", 2): lambda f, e: _towards(f, e, "steps", f.board.steps),
    ("step", 3): lambda f, e: board_functions.steps(f, *e.arguments),
    ("turned", 2): lambda f, e: board_functions.turned(f, *e.arguments),
    ("turned", 3): lambda f, e: board_functions.turned(f, *e.arguments),
    ("beside", 2): _beside,
    ("border", 2): lambda f, e: _towards(f, e, "bordering", f.board.bordering),
    ("rival", 1): _rival,
    ("after", 1): _after,
    ("partner", 1): _partner,
    ("entry", 4): _entry,
    ("can_move", 1): _can_move,
    ("choices", 1): _choices,
    ("gap", 5): gap,
    ("repeated", 1): _of_history,
    ("cycle", 1): _of_history,
    ("turn", 0): _counter,
    ("moves", 0): _counter,
    ("passes", 0): _counter,
    ("captures", 0): _counter,
    ("steps", 0): _counter,
    ("phase", 0): _counter,
}
