"""What the dealing of hidden things asks of the rules: what is hidden now, and that pieces become others.

rules.sight(context, at) -> number                   of what the `hide` clauses hide from the player to act
rules.become(context, at, before, piece, kind, owner)  where a piece is in another state is now this one
rules.give_kind(context, at, piece, kind)            a piece becomes another one, where it is
rules.give_field(context, at, piece, field, value)   by the field's number among those of pieces; the value as its cell holds it
rules.kind_of(context, at, piece) -> number          what a piece is; and so for the other three
rules.place_of(context, at, piece) -> number
rules.owner_of(context, at, piece) -> number
rules.field_of(context, at, piece, field) -> number

In games without secrets they do nothing.
"""

from collections.abc import Callable

from gdl.types import PLAYER
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import CONTEXT, Function
from interpreter.lowering.rules.hashes import mixed
from interpreter.lowering.rules.players import to_act
from interpreter.lowering.values.definitions import sharing
from interpreter.lowering.values.sets import questions

_AT, _BEFORE, _PIECE, _KIND, _OWNER, _FIELD, _VALUE = (
    Var(name, INT) for name in ("at", "before", "piece", "kind", "owner", "field", "value")
)


def write_sights(f: Function) -> None:
    """All of them."""

    def answer(name: str, given: tuple[Var, ...], result: ir.Type, write: Callable[[Function], None]) -> None:
        def of_state(g: Function) -> None:
            if g.game.is_hidden:
                write(g.at(_state(g, _AT)))
            elif result == INT:
                g.b.ret(op.ZERO)

        f.define(f"rules.{name}", (CONTEXT, _AT, *given), result, of_state)

    answer("sight", (), INT, _sight)
    answer("give_kind", (_PIECE, _KIND), VOID, _give_kind)
    answer("become", (_BEFORE, _PIECE, _KIND, _OWNER), VOID, _become)
    answer("give_field", (_PIECE, _FIELD, _VALUE), VOID, _give_field)
    answer("kind_of", (_PIECE,), INT, lambda g: g.b.ret(g.pieces.kind_of(g, _piece(g), False)))
    answer("owner_of", (_PIECE,), INT, lambda g: g.b.ret(g.pieces.owner_of(g, _piece(g), False)))
    answer("place_of", (_PIECE,), INT, lambda g: g.b.ret(g.pieces.place_of(g, _piece(g))))
    answer("field_of", (_PIECE, _FIELD), INT, _field_of)


def _piece(f: Function) -> Expr:
    return f.b.materialize(Get(_PIECE))


def _state(f: Function, at: Var) -> Expr:
    """The state at a word of memory."""
    return f.b.materialize(ir.BlockOf(op.mul(Get(at), op.number(8)), ir.block("state")), "state")


def _sight(g: Function) -> None:
    """Elements of sets are added up in any order. Which pools are hidden is no question: pieces stay where they are."""
    b, hides = g.b, g.game.hides
    viewer = b.materialize(to_act(g))
    made = b.variable("made", op.ZERO)
    with sharing(g.moved_by(viewer)) as h:
        for i, hide in enumerate(hides):
            inner = h.inner()
            inner.bind(hide.viewer, PLAYER, viewer)
            with questions.each(inner, hide.source, ordered=False) as x:
                asked = inner.inner()
                asked.bind(hide.slot, element_of(hide.source), x)
                with b.if_(asked.truth(hide.condition)):
                    what = g.pieces.alike(g, x) if element_of(hide.source).base == "piece" else x
                    element = b.materialize(op.add(op.mul(what, op.number(len(hides))), op.number(i + 1)))
                    b.assign(made, op.add(Get(made), mixed(element)))
    b.ret(Get(made))


def _give_kind(g: Function) -> None:
    piece, kind = g.b.materialize(Get(_PIECE)), g.b.materialize(Get(_KIND))
    if g.facts.kinds > 1 and not g.facts.pieces.are_kinds:  # a piece that is its kind cannot be another one
        with g.b.if_(op.ne(g.b.materialize(g.pieces.kind_of(g, piece, False)), kind)):
            g.pieces.set_kind(g, piece, kind)


def _become(g: Function) -> None:
    named = (g.b.materialize(Get(x)) for x in (_PIECE, _KIND, _OWNER))
    g.pieces.become(g, _state(g, _BEFORE), *named)


def _give_field(g: Function) -> None:
    piece = g.b.materialize(Get(_PIECE))
    for i, field in enumerate(g.facts.piece_fields):
        with g.b.if_(op.eq(Get(_FIELD), op.number(i))):
            g.store(field_cell(field), Get(_VALUE), piece)
            g.pieces.field_changed(g, piece)


def _field_of(g: Function) -> None:
    piece = g.b.materialize(Get(_PIECE))
    for i, field in enumerate(g.facts.piece_fields):
        with g.b.if_(op.eq(Get(_FIELD), op.number(i))):
            g.b.ret(g.load(field_cell(field), piece))
    g.b.ret(op.ZERO)
