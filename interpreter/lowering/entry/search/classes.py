"""`rules.class_key`: one number for all states that symmetries of the game lay onto each other (`facts.symmetries`).

For each symmetry, the pieces are added up as it lays them; the least of the sums, and what is not on the board, make the
number.
"""

from gdl.limits import DEFAULT_LIMIT
from interpreter import ir
from interpreter.hashing import SPOTS
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.symmetries import symmetries
from interpreter.lowering.function import CONTEXT, Function
from interpreter.lowering.rules import hashes

COUNTERS = ("turn", "moves", "passes")  # cells, and the builtins of the same names that read them
_AT = Var("at", INT)
_MORE = 3  # what a number is multiplied by before the next word comes


def counters_asked(facts: Facts) -> list[str]:
    """The counters that the rules look at."""
    limited = ("moves",) if facts.game.limit < DEFAULT_LIMIT else ()
    return [cell for cell in COUNTERS if cell in facts.features.builtins or cell in limited]


def write_class_key(f: Function) -> None:
    laid = symmetries(f.game)

    def write(g: Function) -> None:
        h = g.at(g.b.materialize(ir.BlockOf(op.mul(Get(_AT), op.number(8)), ir.block("state")), "state"))
        h.b.ret(_key(h, laid) if laid else ir.Call("rules.key", (h.context, Get(_AT)), INT))

    f.define("rules.class_key", (CONTEXT, _AT), INT, write)


def _key(f: Function, laid: list[tuple[int, ...]]) -> Expr:
    b = f.b
    salt = b.materialize(ir.Load(f.context, "salt", op.ZERO, INT))
    least = _least_sum(f, laid, salt)
    made = b.variable("made", hashes.mixed(op.bit_xor(least, salt)))

    def add(word: Expr) -> None:
        b.assign(made, hashes.mixed(op.bit_xor(op.mul(Get(made), op.number(_MORE)), word)))

    for cell in ("mover", "phase", *counters_asked(f.facts)):
        add(f.load(cell))
    for field in f.game.fields.values():
        hashes.add_field(f, field, add)
    return op.select(op.eq(Get(made), op.ZERO), op.ONE, Get(made))


def _least_sum(f: Function, laid: list[tuple[int, ...]], salt: Expr) -> Expr:
    """The least of the sums of the pieces, as they are and as each symmetry lays them."""
    b = f.b
    tables = [f.program.constant("symmetry", sites) for sites in laid]
    sums = [b.variable(f"sum.{i}", op.ZERO) for i in range(len(laid) + 1)]
    with f.pieces.each_spot(f, None) as (p, spot):
        site = b.materialize(op.div(spot, op.number(SPOTS)))
        owner = op.add(f.pieces.owner_of(f, p, False), op.ONE)
        code = b.materialize(
            op.add(op.add(op.mul(f.pieces.kind_of(f, p, False), op.number(64)), owner), salt)
        )
        for total, place in zip(sums, [site, *(f.lookup(t, site) for t in tables)], strict=True):
            word = hashes.mixed(op.add(code, op.mul(place, op.number(1 << 32))))
            b.assign(total, op.add(Get(total), word))
    least: Expr = Get(sums[0])
    for total in sums[1:]:
        least = op.min_(least, Get(total))
    return b.materialize(least)
