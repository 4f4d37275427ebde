"""Numbers of positions, and positions that come again (`position` clauses): which were there, and what is asked about them.

identity.H(state, context, mover) -> number     of what a `position` clause names
present.H(state, context) -> number     of the present position
repeated.H(state, context) -> n         how often it has been there, this time included
cycle.H(state, context) -> n            how many turns ago it was there last; 0 if never

The numbers are those that the reference engine makes; `interpreter/engines/reference/repetition.py` says of what.
"""

from collections.abc import Callable, Iterator

from gdl.core import model
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.ending.game_ends import next_in_order
from interpreter.lowering.facts.layout import NUMBERS_AT_ONCE
from interpreter.lowering.function import CONTEXT, MOVER, STATE, Function
from interpreter.lowering.store import fields
from interpreter.lowering.terms import Rational, as_number
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets import questions
from interpreter.shared.hashing import PLACE_MULTIPLIER, POOL_DEPTH, is_additive

Add = Callable[[Expr], None]


def mixed(word: Expr) -> Expr:
    """A word through a function that spreads its bits."""
    return ir.Call("mix64", (word,), INT)


def state_hash(f: Function) -> Expr:
    """The number of the whole state."""
    b, mover = f.b, f.b.materialize(f.load("mover"))
    made = b.variable("mixed", ir.Call(identity(f, f.game.whole), (*f.arguments, mover), INT))
    others = [mover, *map(f.load, ("turn", "moves", "passes", "phase"))]
    others.append(f.load("waiting") if f.has_cell("waiting") else op.ZERO)
    for word in (*others, *(f.load(f"recorded.{name}") for name in f.game.histories)):
        b.assign(made, mixed(op.bit_xor(Get(made), word)))
    return Get(made)


def identity(f: Function, history: model.History) -> str:
    """The function that gives the number of a position."""

    def write(g: Function) -> None:
        b = g.b
        made, place = b.variable("mixed", op.ZERO), b.variable("place", op.ZERO)

        def add(word: Expr) -> None:
            fresh = mixed(op.add(word, Get(place)))
            b.assign(made, op.add(Get(made), fresh))
            b.assign(place, op.add(Get(place), op.number(PLACE_MULTIPLIER)))

        for feature in history.features:
            _add_feature(g, feature, add)
        b.ret(Get(made))

    return f.define(f"identity.{history.name}", (STATE, CONTEXT, MOVER), INT, write, Get(MOVER))


def _add_feature(f: Function, feature: model.Feature, add: Add) -> None:
    match feature.form:
        case "pieces":
            _add_board(f, add)
        case "pool":
            pool = f.game.pools[feature.name]
            for slot in f.game.slots_of(pool):
                place = op.number(f.facts.sites + slot)
                add(_sum(f, _pool_codes(f, place, pool.is_ordered)))
        case "field":
            add_field(f, f.facts.field(feature.name), add)
        case _:
            assert feature.value is not None
            _add_value(f.inner(), feature.value, add)


def _sum(f: Function, codes: Iterator[Expr]) -> Expr:
    """The sum of mixed codes."""
    b = f.b
    total = b.variable("sum", op.ZERO)
    for code in codes:
        _add_to(f, total, mixed(code))
    return Get(total)


def _add_to(f: Function, total: Var, x: Expr) -> None:
    f.b.assign(total, op.add(Get(total), x))


# ---- pieces


def _pool_codes(f: Function, place: Expr, is_ordered: bool) -> Iterator[Expr]:
    depth = f.b.variable("depth", op.ZERO)
    with f.pieces.each_in(f, place, False, "p") as p:
        owner = op.add(f.pieces.owner_of(f, p, False), op.ONE)
        code = op.add(op.mul(f.pieces.kind_of(f, p, False), op.number(16)), owner)
        yield op.add(Get(depth), code)
        if is_ordered:
            f.b.assign(depth, op.add(Get(depth), op.number(POOL_DEPTH)))


def _board_codes(f: Function) -> Iterator[Expr]:
    with f.pieces.each_spot(f, None) as (p, spot):
        owner = op.add(f.pieces.owner_of(f, p, False), op.ONE)
        code = op.add(op.mul(spot, op.number(64)), owner)
        yield op.add(op.mul(code, op.number(65536)), f.pieces.kind_of(f, p, False))


def _add_board(f: Function, add: Add) -> None:
    """The pieces as a sum, which may be at hand; or sets of sites, word by word."""
    b, n = f.b, f.facts.sites
    if is_additive(f.game):
        add(f.load("pieces_code") if f.has_cell("pieces_code") else _sum(f, _board_codes(f)))
        return
    if not n:
        return
    members = [f.occupied()]
    members += [f.load("own", op.number(p)) for p in range(f.facts.players)]
    if f.facts.kinds > 1:
        members += [f.load("are", op.number(k)) for k in range(f.facts.kinds)]
    scratch = b.allocate("words", f.program.words_layout(n))
    for each in members:
        b.store(scratch, "set", each)
        for w in range((n + 63) // 64):
            add(ir.Load(scratch, "word", op.number(w), INT))


# ---- fields and values


def add_field(f: Function, field: model.Field, add: Add) -> None:
    """Adds the values of a field."""
    b = f.b
    if field.holder == "piece":
        add(_sum_of_field(f, field))
        return
    counts = {"game": 1, "player": f.facts.players, "site": f.facts.sites, "table": field.entries}
    count = counts[field.holder]
    if count == 1:
        add(_field_code(f, field, op.ZERO))
        return
    with b.for_range("i", op.ZERO, op.number(count)) as i:
        add(_field_code(f, field, i))


def _sum_of_field(f: Function, field: model.Field) -> Expr:
    """Of the pieces on the board whose field has not its default."""
    b = f.b
    total = b.variable("sum", op.ZERO)
    default = as_number(f.constant(field.default, field.type))
    with f.pieces.each_spot(f, field) as (p, spot):
        value = b.materialize(_field_code(f, field, p))
        is_set = op.is_some(value) if field.type.base == "piece" else op.ne(value, default)
        with b.if_(is_set):
            code = op.add(mixed(spot), value)
            _add_to(f, total, mixed(code))
    return Get(total)


def _field_code(f: Function, field: model.Field, index: Expr) -> Expr:
    value = as_number(fields.read(f, field, index))
    if field.type.base == "piece":
        return _place_or_none(f, f.b.materialize(value))
    return value


def _place_or_none(f: Function, piece: Expr) -> Expr:
    return f.or_else(piece, True, op.NONE, lambda p: f.pieces.place_of(f, p))


def _add_value(f: Function, value: model.Expr, add: Add) -> None:
    b = f.b
    if value.type.base == "set":
        total = b.variable("sum", op.ZERO)
        with questions.each(f, value, ordered=False) as x:
            _add_to(f, total, mixed(as_number(x)))
        add(Get(total))
    elif value.type.base == "number":
        found = numbers.operand(f, value)
        if isinstance(found, Rational):
            top, bottom = b.materialize(found.top), b.materialize(found.bottom)
            add(top)
            with b.if_(op.ne(bottom, op.ONE)):
                add(bottom)
        else:
            add(found)
    elif value.type.base == "piece":
        add(_place_or_none(f, f.materialized(value)))
    else:
        add(as_number(f.scalar(value)))


# ---- positions that come again


def write_questions(f: Function) -> None:
    """Writes the functions that conditions call."""
    for history in f.game.histories.values():
        identity(f, history)
        _repeated(f, history)
        _cycle(f, history)


def remember(f: Function) -> None:
    """The position at the beginning of a turn is recorded; the oldest one is forgotten if there are too many."""
    if not f.game.histories:
        return
    b = f.b
    for history in f.game.histories.values():
        cells = [c for c in (f"history.{history.name}", f"digits.{history.name}") if f.has_cell(c)]
        count = f"recorded.{history.name}"
        fresh = b.materialize(_number(f, history, b.materialize(f.load("mover"))))
        at = b.variable("at", f.load(count))
        with b.if_else(op.lt(Get(at), op.number(history.most))) as branch:
            f.store(count, op.add(Get(at), op.ONE))
            branch.otherwise()
            oldest = f"oldest.{history.name}"
            b.assign(at, f.load(oldest))
            following = op.add(Get(at), op.ONE)
            f.store(oldest, op.select(op.eq(following, op.number(history.most)), op.ZERO, following))
        for each in cells:
            f.store(each, fresh, Get(at))
    f.store("remembered", op.ONE)


def _number(f: Function, history: model.History, player: Expr) -> Expr:
    """The number of the present position with a player to move; kept for when it is asked for again."""
    b = f.b
    made = ir.Call(identity(f, history), (*f.arguments, player), INT)
    present, fresh = f"present.{history.name}", f"fresh.{history.name}"
    if not f.has_cell(fresh):
        return made
    mark = b.materialize(op.add(player, op.ONE))
    with b.if_(op.ne(f.load(fresh), mark)):
        f.store(present, made)
        f.store(fresh, mark)
    return f.load(present)


def _present(f: Function, history: model.History) -> Expr:
    """The number of the present position, whose mover is the player who acts next."""

    def write(g: Function) -> None:
        b = g.b
        g = g.moved_by(b.materialize(g.load("mover")))
        player = b.variable("player", g.mover)
        with b.if_(op.eq(g.load("remembered"), op.ZERO)):
            following = b.materialize(g.load("follows"))
            with b.if_else(op.is_none(following)) as branch:
                b.assign(player, next_in_order(g))
                branch.otherwise()
                b.assign(player, following)
        b.ret(_number(g, history, b.materialize(Get(player))))

    name = f.define(f"present.{history.name}", (STATE, CONTEXT), INT, write)
    return f.b.materialize(ir.Call(name, f.arguments, INT))


def _repeated(f: Function, history: model.History) -> None:
    def write(g: Function) -> None:
        b = g.b
        present = _present(g, history)
        found = b.variable("found", op.sub(op.ONE, g.load("remembered")))
        recorded = b.materialize(g.load(f"recorded.{history.name}"))
        if history.most <= NUMBERS_AT_ONCE:
            _return_count(g, history, present, recorded, Get(found))
            return
        with b.for_range("i", op.ZERO, recorded) as i:
            is_same = op.eq(g.load(f"history.{history.name}", i), present)
            b.assign(found, op.add(Get(found), op.zext(is_same)))
        b.ret(Get(found))

    f.define(f"repeated.{history.name}", (STATE, CONTEXT), INT, write)


def _return_count(f: Function, history: model.History, present: Expr, recorded: Expr, found: Expr) -> None:
    """Returns how many of the remembered positions are the present one, and `found` more: all are compared at once.

    Hardly any other position ends with the same digits, so these are compared before, four times as many at once.
    """
    b, most = f.b, history.most
    first_ones = tuple((1 << n) - 1 for n in range(most + 1))
    those = f.table("recorded", first_ones, recorded, most)

    def like(cell: str) -> Expr:
        return op.intersection(ir.CompareAll(f.state, cell, present, ir.bits(most)), those)

    digits = f"digits.{history.name}"
    if f.has_cell(digits):
        alike = b.materialize(op.count(like(digits)))
        with b.if_(op.le(alike, f.load("remembered"))):  # none but the present one, if that is among them
            b.ret(op.add(found, alike))
    b.ret(op.add(found, op.count(like(f"history.{history.name}"))))


def _cycle(f: Function, history: model.History) -> None:
    def write(g: Function) -> None:
        b = g.b
        present = _present(g, history)
        earlier = b.materialize(op.sub(g.load(f"recorded.{history.name}"), g.load("remembered")))
        with b.for_range("k", op.ONE, op.add(earlier, op.ONE)) as k:
            at = b.materialize(op.add(g.load(f"oldest.{history.name}"), op.sub(earlier, k)))
            most = op.number(history.most)
            round_ = b.materialize(op.select(op.lt(at, most), at, op.sub(at, most)))
            there = g.load(f"history.{history.name}", round_)
            with b.if_(op.eq(there, present)):
                b.ret(k)
        b.ret(op.ZERO)

    f.define(f"cycle.{history.name}", (STATE, CONTEXT), INT, write)
