"""Truths: `and`, `or`, and comparisons of numbers, of values, of sets, with none."""

from collections.abc import Iterable

from gdl.core import model
from interpreter import ir
from interpreter.ir import BOOL, Expr, Get, op
from interpreter.lowering.function import Function
from interpreter.lowering.store.occupancy import anybodys
from interpreter.lowering.terms import Enough, Rational, as_number
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets import questions
from interpreter.shared.numbering import NO_NUMBER

# ---- `and` and `or`: the second condition is only judged where it matters, unless it costs nothing


def conjunction(f: Function, left: Expr, right: model.Expr) -> Expr:
    return op.FALSE if left == op.FALSE else _short_circuit(f, left, right, is_and=True)


def disjunction(f: Function, left: Expr, right: model.Expr) -> Expr:
    return op.TRUE if left == op.TRUE else _short_circuit(f, left, right, is_and=False)


def _short_circuit(f: Function, left: Expr, right: model.Expr, is_and: bool) -> Expr:
    b = f.b
    with b.recorded() as written:
        second = f.truth(right)
    if not written:
        return (op.and_ if is_and else op.or_)(left, second)
    result = b.variable("both" if is_and else "either", left)
    judged = (*written, ir.Assign(result, second))
    b.emit(ir.If(Get(result), judged) if is_and else ir.If(Get(result), (), judged))
    return Get(result)


def all_hold(f: Function, conditions: Iterable[model.Expr]) -> Expr:
    """Whether all conditions hold; each is judged only if those before it do."""
    holds: Expr = op.TRUE
    for condition in conditions:
        holds = conjunction(f, f.b.materialize(holds), condition)
    return holds


# ---- comparisons

COUNTED = 16  # a set that is compared with a smaller number is counted only as far as it matters
_OPERATORS = {"=": op.eq, "<": op.lt, "<=": op.le}


def compare(f: Function, e: model.Compare) -> Expr:
    counted = _counted_so_far(f, e)
    if counted is not None:
        return counted
    if e.operator != "=":
        return _ordered(f, e)
    left, right = e.left, e.right
    if left.type.base == "set" or right.type.base == "set":
        return same_sets(f, left, right)
    if right.type.base == "none":
        left, right = right, left
    if left.type.base == "none":
        return op.TRUE if right.type.base == "none" else is_none(f, right)
    owned = _owned_by(f, left, right)
    return _same_values(f, left, right) if owned is None else owned


def _ordered(f: Function, e: model.Compare) -> Expr:
    """`<` or `<=`; none has no place in an order."""
    if "none" in (e.left.type.base, e.right.type.base):
        return op.FALSE
    left, right = (numbers.materialize(f, f.value(side)) for side in (e.left, e.right))
    found = numbers.less(f, left, right, e.operator == "<=")
    for value, side in ((left, e.left), (right, e.right)):
        if f.may_be_none(side) and not isinstance(value, Rational):
            found = op.and_(found, op.ne(value, op.number(NO_NUMBER)))
    return found


def is_none(f: Function, e: model.Expr) -> Expr:
    """Whether a value is none."""
    if not f.may_be_none(e) and not (f.scope.is_changing and e.type.base == "piece"):
        return op.FALSE
    if isinstance(e, model.Builtin) and e.name == "owner" and f.has_cell("own"):
        site = seen_on(f, e.arguments[0])
        if site is not None:
            return op.not_(op.contains(anybodys(f), site))
    value = f.value(e)
    assert not isinstance(value, Rational)
    return op.not_(f.exists(value, e.type.or_none)) if value.type != BOOL else op.FALSE


def _owned_by(f: Function, left: model.Expr, right: model.Expr) -> Expr | None:
    """`owner(p) = player`, where whose pieces are seen where is kept as sets."""
    for of, player in ((left, right), (right, left)):
        is_player = player.type.base == "player" and not f.may_be_none(player) and f.has_cell("own")
        if isinstance(of, model.Builtin) and of.name == "owner" and is_player:
            site = seen_on(f, of.arguments[0])
            if site is not None:
                return op.contains(f.load("own", f.materialized(player)), site)
    return None


def _same_values(f: Function, left: model.Expr, right: model.Expr) -> Expr:
    x, y = f.value(left), f.value(right)
    if isinstance(x, Rational) or isinstance(y, Rational):
        return numbers.same(numbers.rational(x), numbers.rational(y))
    if x.type == BOOL and y.type == BOOL:
        return op.iff(x, y)
    return op.eq(as_number(x), as_number(y))


def seen_on(f: Function, piece: model.Expr) -> Expr | None:
    """The site of which a piece is all that is seen, or the topmost one; None if that is not known."""
    match piece:
        case model.Builtin(name="piece", arguments=(site,)):
            return f.b.materialize(as_number(f.scalar(site)))
    if f.facts.domains.is_site_like(piece.type):
        return f.b.materialize(as_number(f.scalar(piece)))
    return None


# ---- counts


def _counted_so_far(f: Function, e: model.Compare) -> Expr | None:
    """`count(s) = 2` and the like: no more is counted than is needed."""
    for of, limit in ((e.left, e.right), (e.right, e.left)):
        if not isinstance(of, model.Builtin) or of.name != "count" or not isinstance(limit, model.Const):
            continue
        n = limit.value
        if isinstance(n, bool) or not isinstance(n, int) or not 0 <= n < COUNTED:
            return None
        # `count < n` and `n <= count` need to tell n - 1 from n
        most = n if e.operator != "=" and (e.operator == "<") == (of is e.left) else n + 1
        found = _height_so_far(f, of.arguments[0], most)
        if found is None:
            found = questions.count(f, of.arguments[0], most)
        compare_with, value = _OPERATORS[e.operator], op.number(n)
        return compare_with(found, value) if of is e.left else compare_with(value, found)
    return None


def _height_so_far(f: Function, e: model.Expr, most: int) -> Expr | None:
    """How many pieces a site holds, up to two, where its lowest and its topmost are known."""
    match e:
        case model.Builtin(name="stack", arguments=(of,)) if f.facts.pieces.keeps_tops and most <= 2:
            site, is_optional = f.b.materialize(as_number(f.scalar(of))), f.may_be_none(of)
            top = f.b.materialize(f.pieces.on(f, site, is_optional))
            lowest = f.or_else(site, is_optional, op.NONE, lambda i: f.load("first", i))
            one_or_two = op.select(op.eq(lowest, top), op.ONE, op.number(2))
            return op.select(op.is_none(top), op.ZERO, one_or_two)
    return None


# ---- sets


def same_sets(f: Function, left: model.Expr, right: model.Expr) -> Expr:
    if left.type.base != "set" or right.type.base != "set":
        return op.FALSE  # a value is no set
    for one, other in ((left, right), (right, left)):
        if isinstance(one, model.Const) and one.value == ():
            return op.not_(questions.nonempty(f, other))
    if f.facts.size_of_set(left) is not None and f.facts.size_of_set(right) is not None:
        return _same_bits(f, left, right)
    same, loops = f.b.variable("same", op.TRUE), f.b.loops
    for one, other in ((left, right), (right, left)):
        with (
            questions.each(f, one, ordered=False) as x,
            f.b.if_(op.not_(questions.contains(f, other, x))),
        ):
            f.b.assign(same, op.FALSE)
            f.b.break_(loops)
    return Get(same)


def _same_bits(f: Function, left: model.Expr, right: model.Expr) -> Expr:
    first = f.set(left)
    some, fixed = (first, f.set(right)) if first.grows(f) else (f.set(right), first)
    wanted = f.b.materialize(fixed.bits(f))
    found = some.bits_until(f, Enough(op.complement(wanted)))
    return op.same_set(found, wanted)
