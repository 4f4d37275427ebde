"""Positions as one number each: `rules.pack` and `rules.unpack`, by the plan of `facts.packing`.

    rules.pack(context, at) -> number        of a state that is not over; the same for all that a symmetry lays onto each other; -1 where
                                             the state does not fit into a number
    rules.unpack(context, number, to)        a state that has this number, in which no action was counted

What stands on the board is a number with a digit for each site, and of those that the symmetries lay the board onto the least is
taken. All else comes behind it as further digits. Where players may change places they do in every position that the second one
moves in, as for `class_key`.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from gdl.source import NOWHERE
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.entry.search.classes import laid, tables_of
from interpreter.lowering.entry.search.records import CAST_WORD
from interpreter.lowering.facts.packing import Digit, Packing, packing, places_of_pools
from interpreter.lowering.facts.symmetries import Symmetry
from interpreter.lowering.function import CONTEXT, Function
from interpreter.lowering.memory import Settings, blank
from interpreter.lowering.store import fields
from interpreter.lowering.terms import as_number
from interpreter.shared.hashing import SPOTS
from interpreter.shared.numbering import NO_NUMBER

_AT, _TO, _NUMBER = (Var(name, INT) for name in ("at", "to", "number"))
_REFUSED = -1
_Body: TypeAlias = Callable[[Function, Packing], None]


def write_packing(f: Function, found: list[Symmetry]) -> None:
    plan = packing(f.facts, found)

    def write(name: str, given: tuple[Var, ...], at: Var, result: ir.Type, body: _Body) -> None:
        def of_state(g: Function) -> None:
            if plan is not None:
                address = ir.BlockOf(op.mul(Get(at), op.number(8)), ir.block("state"))
                body(g.at(g.b.materialize(address, "state")), plan)
            elif result == INT:
                g.b.ret(op.number(_REFUSED))

        f.define(f"rules.{name}", (CONTEXT, *given), result, of_state)

    write("pack", (_AT,), _AT, INT, partial(_pack, found=found))
    write("unpack", (_NUMBER, _TO), _TO, VOID, _unpack)


# ---- to a number


def _pack(f: Function, plan: Packing, *, found: list[Symmetry]) -> None:
    b = f.b
    mover = b.materialize(f.load("mover"))
    turned = mover if plan.movers == 1 and f.facts.players > 1 else None
    made = b.variable("made", _least_board(f, plan, found, turned))

    def add(value: Expr, radix: int) -> None:
        b.assign(made, op.add(op.mul(Get(made), op.number(radix)), value))

    if turned is None:
        add(mover, plan.movers)
    add(f.load("phase"), plan.phases)
    if plan.passes > 1:
        add(_checked(f, f.load("passes"), plan.passes), plan.passes)
    for digit in plan.fields:
        with b.for_range("i", op.ZERO, op.number(digit.count)) as i:
            index = laid(i, turned) if digit.field.holder == "player" else i
            add(_digit(f, digit, b.materialize(index), turned), digit.radix)
    if plan.bits:
        held = b.materialize(_held(f, plan, turned))
        add(held, 1 << (plan.bits * f.game.pool_slots * f.facts.kinds))
    b.ret(Get(made))


def _least_board(f: Function, plan: Packing, found: list[Symmetry], turned: Expr | None) -> Expr:
    """The least number of the board, as each symmetry lays it that may be used for this mover."""
    b, n = f.b, f.facts.sites
    worth = [plan.site_radix**s for s in range(n)]
    images = tables_of(found, n)
    weights = [f.program.constant("weights", tuple(worth[s] for s in table)) for table in images]
    begin = op.ZERO if turned is None else b.materialize(op.mul(turned, op.number(n)))
    sums = [b.variable(f"sum.{i}", op.ZERO) for i in range(len(weights))]
    with f.pieces.each_spot(f, None) as (p, spot):
        site = b.materialize(op.add(begin, op.div(spot, op.number(SPOTS))))
        digit = b.materialize(op.add(_piece(f, plan, p, turned), op.ONE))
        for total, table in zip(sums, weights, strict=True):
            b.assign(total, op.add(Get(total), op.mul(digit, f.lookup(table, site))))
    least: Expr = Get(sums[0])
    for total in sums[1:]:
        least = op.min_(least, Get(total))
    return b.materialize(least)


def _piece(f: Function, plan: Packing, p: Expr, turned: Expr | None) -> Expr:
    """What a piece is."""
    owner = f.b.materialize(laid(f.b.materialize(f.pieces.owner_of(f, p, False)), turned))
    if plan.owners > f.facts.players:
        owner = f.b.materialize(op.select(op.is_none(owner), op.number(plan.owners - 1), owner))
    owner = _checked(f, owner, plan.owners)
    made = f.b.materialize(op.add(op.mul(f.pieces.kind_of(f, p, False), op.number(plan.owners)), owner))
    for digit in plan.of_pieces:
        made = f.b.materialize(op.add(op.mul(made, op.number(digit.radix)), _digit(f, digit, p, turned)))
    return made


def _digit(f: Function, digit: Digit, index: Expr, turned: Expr | None) -> Expr:
    value = f.b.materialize(as_number(fields.read(f, digit.field, index)))
    if digit.field.type.base == "player":
        value = f.b.materialize(laid(value, turned))
    found = op.add(value, op.number(int(digit.has_none) - digit.low))
    if digit.has_none:
        found = op.select(op.eq(value, op.number(NO_NUMBER)), op.ZERO, found)
    return _checked(f, found, digit.radix)


def _held(f: Function, plan: Packing, turned: Expr | None) -> Expr:
    """How many of each kind the pools hold: `plan.bits` bits for each."""
    b, kinds = f.b, f.facts.kinds
    total = b.variable("held", op.ZERO)
    for number, (place, player) in enumerate(places_of_pools(f.game, f.facts.sites)):
        owner = b.materialize(laid(op.number(player), turned if player >= 0 else None))
        at = b.materialize(op.add(op.number(place - max(player, 0)), op.max_(owner, op.ZERO)))
        with f.pieces.each_in(f, at, False, "p") as p:
            is_plain = op.eq(f.pieces.owner_of(f, p, False), owner)
            for digit in plan.of_pieces:
                default = as_number(f.constant(digit.field.default, digit.field.type))
                is_plain = op.and_(is_plain, op.eq(as_number(fields.read(f, digit.field, p)), default))
            with b.if_(op.not_(is_plain)):
                b.ret(op.number(_REFUSED))
            kind = op.add(f.pieces.kind_of(f, p, False), op.number(number * kinds))
            shift = b.materialize(op.mul(kind, op.number(plan.bits)))
            most = op.number((1 << plan.bits) - 1)
            with b.if_(op.eq(op.bit_and(op.shr(Get(total), shift), most), most)):
                b.ret(op.number(_REFUSED))
            b.assign(total, op.add(Get(total), ir.Op("shl", (op.ONE, shift), INT)))
    return Get(total)


def _checked(f: Function, value: Expr, radix: int) -> Expr:
    """A digit; a state in which it is too large, or is less than 0, has no number."""
    value = f.b.materialize(value)
    with f.b.if_(op.or_(op.lt(value, op.ZERO), op.le(op.number(radix), value))):
        f.b.ret(op.number(_REFUSED))
    return value


# ---- from a number


def _unpack(f: Function, plan: Packing) -> None:
    b = f.b
    _write_blank(f)
    rest = b.variable("rest", Get(_NUMBER))

    def taken(radix: int) -> Expr:
        digit = b.materialize(op.mod(Get(rest), op.number(radix)))
        b.assign(rest, op.div(Get(rest), op.number(radix)))
        return digit

    held = taken(1 << (plan.bits * f.game.pool_slots * f.facts.kinds)) if plan.bits else op.ZERO
    for digit in reversed(plan.fields):
        with b.for_range("back", op.ZERO, op.number(digit.count)) as back:
            i = b.materialize(op.sub(op.number(digit.count - 1), back))
            _write_field(f, digit, i, taken(digit.radix))
    if plan.passes > 1:
        f.store("passes", taken(plan.passes))
    f.store("phase", taken(plan.phases))
    f.store("mover", taken(plan.movers) if plan.movers > 1 else op.ZERO)
    with b.for_range("s", op.ZERO, op.number(f.facts.sites)) as s:
        piece = taken(plan.site_radix)
        with b.if_(op.ne(piece, op.ZERO)):
            _put(f, plan, b.materialize(op.sub(piece, op.ONE)), s)
    if plan.bits:
        _fill_pools(f, plan, held)


def _write_blank(f: Function) -> None:
    memory = blank(f.facts)
    words = [
        int.from_bytes(memory[i : i + 8], "little", signed=True) for i in range(0, f.facts.state.head, 8)
    ]
    table = f.program.table("blank", lambda: words)
    with f.b.for_range("i", op.ZERO, op.number(len(words))) as i:
        word = ir.BlockOf(op.mul(op.add(Get(_TO), i), op.number(8)), ir.block(CAST_WORD))
        f.b.store(word, "value", f.lookup(table, i))


def _value(digit: Digit, found: Expr) -> Expr:
    value = op.add(found, op.number(digit.low - int(digit.has_none)))
    return op.select(op.eq(found, op.ZERO), op.number(NO_NUMBER), value) if digit.has_none else value


def _write_field(f: Function, digit: Digit, index: Expr, found: Expr) -> None:
    value = f.b.materialize(_value(digit, found))
    fields.write(f, digit.field, index, value, digit.field.span, digit.has_none)


def _put(f: Function, plan: Packing, piece: Expr, site: Expr) -> None:
    """Puts a piece that is told by a number onto a site."""
    b, rest = f.b, piece
    settings: Settings = []
    for digit in reversed(plan.of_pieces):
        value = b.materialize(_value(digit, b.materialize(op.mod(rest, op.number(digit.radix)))))
        settings.insert(0, (digit.field, value, digit.has_none))
        rest = b.materialize(op.div(rest, op.number(digit.radix)))
    owner = b.materialize(op.mod(rest, op.number(plan.owners)))
    kind = b.materialize(op.div(rest, op.number(plan.owners)))
    if plan.owners > f.facts.players:
        owner = b.materialize(op.select(op.eq(owner, op.number(plan.owners - 1)), op.NONE, owner))
    f.pieces.create(f, kind, owner, site, settings, NOWHERE)


def _fill_pools(f: Function, plan: Packing, held: Expr) -> None:
    b, kinds = f.b, f.facts.kinds
    for number, (place, player) in enumerate(places_of_pools(f.game, f.facts.sites)):
        with b.for_range("k", op.ZERO, op.number(kinds)) as k:
            shift = b.materialize(op.mul(op.add(k, op.number(number * kinds)), op.number(plan.bits)))
            count = op.bit_and(op.shr(held, shift), op.number((1 << plan.bits) - 1))
            with b.for_range("n", op.ZERO, b.materialize(count)):
                f.pieces.create(f, k, op.number(player), op.number(place), [], NOWHERE)
