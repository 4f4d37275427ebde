"""What follows an action by rule (`settle`), once or until nothing changes."""

from gdl.core import model
from gdl.core.types import PIECE, SITE
from gdl.limits import MAX_SETTLINGS
from interpreter import ir
from interpreter.ir import BOOL, VOID, Expr, Get, Var, op
from interpreter.lowering.effects.dispatch import do
from interpreter.lowering.effects.loops_by_sets import may_change
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import CONTEXT, MOVER, STATE, Function
from interpreter.lowering.store.by_site import all_cells

_OTHER = Var("other", ir.block("state"))


def settle(f: Function, action: model.Action) -> None:
    """All clauses that apply. Up to the last one that knows the move they are written out, as the name of its piece
    follows the piece."""
    clauses = [(i, c) for i, c in enumerate(f.game.settles) if c.applies_to(action.name)]
    written_out = max((n for n, (_, c) in enumerate(clauses, 1) if c.piece >= 0), default=0)
    for n, (index, clause) in enumerate(clauses):
        if n >= written_out:
            f.b.invoke(_function(f, index, clause), *f.arguments, f.mover)
            continue
        g = f.seen_by_mover().inner()
        if clause.piece >= 0:
            piece = g.variable(action.piece)
            g.point(clause.piece, PIECE.or_none, piece)
            g.bind(clause.origin, SITE, g.local(action.origin), "from")
            g.bind(clause.to, SITE, g.local(action.to), "to")
        _settle_by(g, clause)


def _function(f: Function, index: int, clause: model.Settle) -> str:
    """`settle.N(state, context, mover)`: one clause."""

    def write(g: Function) -> None:
        _settle_by(g.changing(), clause)

    return f.define(f"settle.{index + 1}", (STATE, CONTEXT, MOVER), VOID, write, Get(MOVER))


def _settle_by(f: Function, clause: model.Settle) -> None:
    if clause.until_stable:
        _until_stable(f, clause)
    else:
        do(f, clause.body)


def _until_stable(f: Function, clause: model.Settle) -> None:
    """Repeats until nothing changes. A position that comes back is found by one that is kept at powers of two.

    The method is Brent's (1980).
    """
    b = f.b
    changing = may_change(f, clause.body)
    with b.if_(op.TRUE if changing is None else changing):
        _repeat(f, clause)


def _repeat(f: Function, clause: model.Settle) -> None:
    b = f.b
    last, kept = b.allocate("last", "state"), b.allocate("mark", "state")
    b.copy(kept, f.state)
    rounds, power = b.variable("rounds", op.ZERO), b.variable("power", op.ONE)
    with b.loop():
        b.copy(last, f.state)
        do(f.inner(), clause.body)
        changing = may_change(f, clause.body)
        with b.if_(op.FALSE if changing is None else op.not_(changing)):
            b.break_loop()
        with b.if_(_is_same(f, last)):
            b.break_loop()
        b.assign(rounds, op.add(Get(rounds), op.ONE))
        is_back = _is_same(f, kept)
        with b.if_(op.or_(is_back, op.lt(op.number(MAX_SETTLINGS), Get(rounds)))):
            f.fail("settle-cycle", clause.span)
            b.break_loop()
        with b.if_(op.eq(Get(rounds), Get(power))):
            b.assign(power, op.mul(Get(power), op.number(2)))
            b.copy(kept, f.state)


def _is_same(f: Function, other: Expr) -> Expr:
    """Whether another state is equal in all that settling may change."""
    name = f.define("same_board", (STATE, _OTHER), BOOL, _compare)
    return ir.Call(name, (f.state, other), BOOL)


def _compare(f: Function) -> None:
    b, other, cells = f.b, Get(_OTHER), f.facts.state.cells
    of_pieces = {field_cell(x) for x in f.game.fields.values() if x.type.base == "piece"}

    def differ(cell: str, index: Expr, there: Expr) -> None:
        mine, theirs = f.load(cell, index), f.load(cell, there, other)
        if cell in of_pieces:  # a piece is where it is
            mine = f.or_else(mine, True, op.NONE, lambda p: f.load("place", p))
            theirs = f.or_else(theirs, True, op.NONE, lambda p: f.load("place", p, other))
        is_same = op.same_set(mine, theirs) if cells[cell].size else op.eq(mine, theirs)
        with b.if_(op.not_(is_same)):
            b.ret(op.FALSE)

    for field in f.game.fields.values():
        if field.holder != "piece":
            all_cells(f, field_cell(field), differ)
    f.pieces.compare(f, other, differ)
    b.ret(op.TRUE)
