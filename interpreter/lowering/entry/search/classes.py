"""`rules.class_key`: one number for all states that symmetries of the game lay onto each other (`facts.symmetries`).

For each symmetry, the pieces are added up as it lays them; the least of the sums, and what is not on the board, make the
number. Where players may change places, they do in every position that the second one moves in. So the number is that of a
position in which the first one moves, and tells by `TURNED` that players have changed places, and with them their payoffs.
"""

from gdl.core import model
from gdl.limits import DEFAULT_LIMIT
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.ending import position_hashes
from interpreter.lowering.entry.search.asked import BARE, TURNED
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.packing import places_of_pools
from interpreter.lowering.facts.symmetries import Symmetry
from interpreter.lowering.function import CONTEXT, Function
from interpreter.lowering.store import fields
from interpreter.lowering.terms import as_number
from interpreter.shared.hashing import SPOTS

COUNTERS = ("turn", "moves", "passes")  # cells, and the builtins of the same names that read them
_AT = Var("at", INT)
_MORE = 3  # what a number is multiplied by before the next word comes


def counters_asked(facts: Facts) -> list[str]:
    """The counters that the rules look at."""
    limited = ("moves",) if facts.game.limit < DEFAULT_LIMIT else ()
    return [cell for cell in COUNTERS if cell in facts.features.builtins or cell in limited]


def write_class_key(f: Function, found: list[Symmetry]) -> None:
    def write(g: Function) -> None:
        h = g.at(g.b.materialize(ir.BlockOf(op.mul(Get(_AT), op.number(8)), ir.block("state")), "state"))
        plain = ir.Call("rules.key", (h.context, Get(_AT)), INT)
        h.b.ret(_key(h, found) if found else _bare(h, plain))

    f.define("rules.class_key", (CONTEXT, _AT), INT, write)


def _key(f: Function, found: list[Symmetry]) -> Expr:
    b = f.b
    has_exchange = any(s.exchanges for s in found)
    salt = b.materialize(ir.Load(f.context, "salt", op.ZERO, INT))
    mover = b.materialize(f.load("mover"))
    turned = mover if has_exchange else None
    made = b.variable("made", position_hashes.mixed(op.bit_xor(_least_sum(f, found, turned, salt), salt)))

    def add(word: Expr) -> None:
        b.assign(made, position_hashes.mixed(op.bit_xor(op.mul(Get(made), op.number(_MORE)), word)))

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


def _least_sum(f: Function, found: list[Symmetry], turned: Expr | None, salt: Expr) -> Expr:
    """The least of the sums of the pieces, as each symmetry lays them that may be used for this mover."""
    b, n = f.b, f.facts.sites
    tables = [f.program.constant("symmetry", sites) for sites in tables_of(found, n)]
    begin = op.ZERO if turned is None else b.materialize(op.mul(turned, op.number(n)))
    sums = [b.variable(f"sum.{i}", op.ZERO) for i in range(len(tables))]
    with f.pieces.each_spot(f, None) as (p, spot):
        site = b.materialize(op.add(begin, op.div(spot, op.number(SPOTS))))
        owner = op.add(laid(f.pieces.owner_of(f, p, False), turned), op.ONE)
        code = b.materialize(
            op.add(op.add(op.mul(f.pieces.kind_of(f, p, False), op.number(64)), owner), salt)
        )
        for total, place in zip(sums, [f.lookup(t, site) for t in tables], strict=True):
            word = position_hashes.mixed(op.add(code, op.mul(place, op.number(1 << 32))))
            b.assign(total, op.add(Get(total), word))
    least: Expr = Get(sums[0])
    for total in sums[1:]:
        least = op.min_(least, Get(total))
    return b.materialize(least)


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


def _add_pool(f: Function, place: int, player: int, turned: Expr | None, add: position_hashes.Add) -> None:
    """Adds a player's pool, whose pieces are theirs and differ by their kinds alone."""
    b = f.b
    total = b.variable("total", op.ZERO)
    at = b.materialize(op.add(op.number(place - player), laid(op.number(player), turned)))
    with f.pieces.each_in(f, at, False, "p") as p:
        b.assign(total, op.add(Get(total), position_hashes.mixed(f.pieces.kind_of(f, p, False))))
    add(Get(total))


def _add_field(f: Function, field: model.Field, turned: Expr | None, add: position_hashes.Add) -> None:
    """Adds a field of the game or of players, as it is where players have changed places."""
    for i in range(f.facts.players if field.holder == "player" else 1):
        at = op.number(i) if field.holder == "game" else laid(op.number(i), turned)
        value = as_number(fields.read(f, field, f.b.materialize(at)))
        add(laid(f.b.materialize(value), turned) if field.type.base == "player" else value)
