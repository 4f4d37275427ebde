"""Positions as numbers, the same for all that symmetries of the game lay onto each other (`facts.symmetries`): `rules.key`, `rules.class_key`,
`rules.pack` and `rules.unpack`.

Where players may change places, they do in every position that the second one moves in. So the number is that of a position in
which the first one moves.

The key is a hash. For each symmetry, the pieces are added up as it lays them; the least of the sums, and what is not on the board,
make the number. It tells by `TURNED` that players have changed places, and with them their payoffs.

A packed position (`facts.packing`) can be made anew from its number. What stands on the board is a number with a digit for each
site, and of those that the symmetries lay the board onto the least is taken. All else comes behind it as further digits.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from gdl.core import model
from gdl.limits import DEFAULT_LIMIT
from gdl.source import NOWHERE
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.ending.positions import Add, mixed
from interpreter.lowering.entry.search.records import CAST_WORD
from interpreter.lowering.entry.search.rules import BARE, FACTOR, TURNED
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.packing import Digit, Packing, packing, places_of_pools
from interpreter.lowering.facts.symmetries import Symmetry
from interpreter.lowering.function import CONTEXT, Function
from interpreter.lowering.memory import Settings, blank
from interpreter.lowering.store import fields
from interpreter.lowering.terms import as_number
from interpreter.shared.hashing import SPOTS
from interpreter.shared.numbering import NO_NUMBER

# ---- hashes of positions


_AT, _TO, _NUMBER = (Var(name, INT) for name in ("at", "to", "number"))
COUNTERS = ("turn", "moves", "passes")  # cells, and the builtins of the same names that read them
_DERIVED = ("pieces_code", "newest")  # cells that follow from others, or that only name what comes
_MORE = 3  # what a number is multiplied by before the next word comes


def counters_asked(facts: Facts) -> list[str]:
    """The counters that the rules look at."""
    limited = ("moves",) if facts.game.limit < DEFAULT_LIMIT else ()
    return [cell for cell in COUNTERS if cell in facts.features.builtins or cell in limited]


def write_key(f: Function) -> None:
    """A hash of the state's memory, word by word, without the cells that no rule looks at."""

    def write(g: Function) -> None:
        b, layout = g.b, g.facts.state
        masks = g.program.table("key.masks", lambda: key_masks(g.facts))
        made = b.variable("made", ir.Load(g.context, "salt", op.ZERO, INT))

        def add(i: Expr, mask: Expr | None = None) -> None:
            at = op.mul(op.add(Get(_AT), i), op.number(8))
            word: Expr = ir.Load(ir.BlockOf(at, ir.block(CAST_WORD)), "value", op.ZERO, INT)
            word = word if mask is None else op.bit_and(word, mask)
            product = b.materialize(op.mul(op.bit_xor(Get(made), word), op.number(FACTOR)))
            b.assign(made, op.bit_xor(product, op.shr(product, op.number(29))))

        with b.for_range("i", op.ZERO, op.number(layout.head // 8)) as i:
            add(i, g.lookup(masks, i))
        for tail in layout.tails:
            if layout.cells[tail.cell].width < 64:  # digits of what is in another one
                continue
            cell = layout.cells[tail.cell]
            first = op.number(cell.offset // 8)
            with b.for_range("i", op.ZERO, op.mul(g.load(tail.counter), op.number(tail.each))) as i:
                add(op.add(first, _in_order(g, cell, i)))
        found = b.materialize(mixed(Get(made)))
        b.ret(op.select(op.eq(found, op.ZERO), op.ONE, found))

    f.define("rules.key", (CONTEXT, _AT), INT, lambda g: write(g.at_word(Get(_AT))))


def _in_order(f: Function, cell: ir.Cell, i: Expr) -> Expr:
    """The i-th element of a tail: of remembered positions the oldest one comes first, wherever it is."""
    history = cell.name.removeprefix("history.")
    if history not in f.game.histories:
        return i
    at = f.b.materialize(op.add(f.load(f"oldest.{history}"), i))
    most = op.number(cell.count)
    return f.b.materialize(op.select(op.lt(at, most), at, op.sub(at, most)))


def key_masks(facts: Facts) -> list[int]:
    """For each word of a state's head the bits that tell positions apart."""
    masks, asked = bytearray(b"\xff" * facts.state.size), counters_asked(facts)
    for name, cell in facts.state.cells.items():
        is_derived = name.startswith(("present.", "fresh.", "oldest.")) or name in _DERIVED
        if is_derived or (name in COUNTERS and name not in asked):
            masks[cell.offset : cell.offset + cell.count * cell.bytes_each] = bytes(
                cell.count * cell.bytes_each
            )
    words = [masks[i : i + 8] for i in range(0, facts.state.head, 8)]
    return [int.from_bytes(word, "little", signed=True) for word in words]


def write_class_key(f: Function, found: list[Symmetry]) -> None:
    def write(g: Function) -> None:
        h = g.at_word(Get(_AT))
        plain = ir.Call("rules.key", (h.context, Get(_AT)), INT)
        h.b.ret(_class_key(h, found) if found else _bare(h, plain))

    f.define("rules.class_key", (CONTEXT, _AT), INT, write)


def _class_key(f: Function, found: list[Symmetry]) -> Expr:
    b = f.b
    has_exchange = any(s.exchanges for s in found)
    salt = b.materialize(ir.Load(f.context, "salt", op.ZERO, INT))
    mover = b.materialize(f.load("mover"))
    turned = mover if has_exchange else None
    made = b.variable("made", mixed(op.bit_xor(_least_sum(f, found, turned, salt), salt)))

    def add(word: Expr) -> None:
        b.assign(made, mixed(op.bit_xor(op.mul(Get(made), op.number(_MORE)), word)))

    add(op.ZERO if has_exchange else mover)
    for cell in ("phase", *counters_asked(f.facts)):
        add(f.load(cell))
    for place, player in places_of_pools(f.game, f.facts.sites):
        _add_pool(f, place, player, turned, add)
    for field in f.game.fields.values():
        _add_field(f, field, turned, add)
    bare = _bare(f, Get(made))
    return op.add(bare, op.mul(mover, op.number(TURNED))) if has_exchange else bare


def _bare(f: Function, key: Expr) -> Expr:
    """A number other than 0, in which the bit that tells who has changed places is not set."""
    bare = f.b.materialize(op.bit_and(key, op.number(BARE)))
    return op.select(op.eq(bare, op.ZERO), op.ONE, bare)


def _least_of(
    f: Function,
    tables: list[str],
    turned: Expr | None,
    word: Callable[[Expr], Expr],
    laid_at: Callable[[Expr, Expr], Expr],
) -> Expr:
    """The least of the sums of the pieces, as each symmetry lays them that may be used for this mover.

    `word` says what a piece is, `laid_at` what it adds with the entry of a table for its site.
    """
    b, n = f.b, f.facts.sites
    begin = op.ZERO if turned is None else b.materialize(op.mul(turned, op.number(n)))
    sums = [b.variable(f"sum.{i}", op.ZERO) for i in range(len(tables))]
    with f.pieces.each_spot(f, None) as (p, spot):
        site = b.materialize(op.add(begin, op.div(spot, op.number(SPOTS))))
        what = b.materialize(word(p))
        for total, table in zip(sums, tables, strict=True):
            b.assign(total, op.add(Get(total), laid_at(what, f.lookup(table, site))))
    least: Expr = Get(sums[0])
    for total in sums[1:]:
        least = op.min_(least, Get(total))
    return b.materialize(least)


def _least_sum(f: Function, found: list[Symmetry], turned: Expr | None, salt: Expr) -> Expr:
    tables = [f.program.constant("symmetry", sites) for sites in tables_of(found, f.facts.sites)]

    def word(p: Expr) -> Expr:
        owner = op.add(laid(f.pieces.owner_of(f, p, False), turned), op.ONE)
        return op.add(op.add(op.mul(f.pieces.kind_of(f, p, False), op.number(64)), owner), salt)

    def laid_at(what: Expr, place: Expr) -> Expr:
        return mixed(op.add(what, op.mul(place, op.number(1 << 32))))

    return _least_of(f, tables, turned, word, laid_at)


def tables_of(found: list[Symmetry], sites: int) -> list[tuple[int, ...]]:
    """The images of the sites. Where players may change places: as they are for the first mover, and behind them by a symmetry
    that lets players change places for the second one."""
    kept = [tuple(range(sites)), *(s.sites for s in found if not s.exchanges)]
    changed = [s.sites for s in found if s.exchanges]
    if not changed:
        return kept
    count = max(len(kept), len(changed))
    return [kept[i % len(kept)] + changed[i % len(changed)] for i in range(count)]


def laid(player: Expr, turned: Expr | None) -> Expr:
    """Whose place a player takes; nobody stays nobody."""
    if turned is None:
        return player
    return op.select(op.lt(player, op.ZERO), player, op.bit_xor(player, turned))


def _add_pool(f: Function, place: int, player: int, turned: Expr | None, add: Add) -> None:
    """Adds a player's pool, whose pieces are theirs and differ by their kinds alone."""
    b = f.b
    total = b.variable("total", op.ZERO)
    at = b.materialize(op.add(op.number(place - player), laid(op.number(player), turned)))
    with f.pieces.each_in(f, at, False, "p") as p:
        b.assign(total, op.add(Get(total), mixed(f.pieces.kind_of(f, p, False))))
    add(Get(total))


def _add_field(f: Function, field: model.Field, turned: Expr | None, add: Add) -> None:
    """Adds a field of the game or of players, as it is where players have changed places."""
    for i in range(f.facts.players if field.holder == "player" else 1):
        at = op.number(i) if field.holder == "game" else laid(op.number(i), turned)
        value = as_number(fields.read(f, field, f.b.materialize(at)))
        add(laid(f.b.materialize(value), turned) if field.type.base == "player" else value)


# ---- positions as one number each


_REFUSED = -1
_Body: TypeAlias = Callable[[Function, Packing], None]


def write_packing(f: Function, found: list[Symmetry]) -> None:
    plan = packing(f.facts, found)

    def write(name: str, given: tuple[Var, ...], at: Var, result: ir.Type, body: _Body) -> None:
        def of_state(g: Function) -> None:
            if plan is not None:
                body(g.at_word(Get(at)), plan)
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
    if not f.facts.sites:
        return op.ZERO
    worth = [plan.site_radix**s for s in range(f.facts.sites)]
    images = tables_of(found, f.facts.sites)
    weights = [f.program.constant("weights", tuple(worth[s] for s in table)) for table in images]
    return _least_of(f, weights, turned, lambda p: op.add(_piece(f, plan, p, turned), op.ONE), op.mul)


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
