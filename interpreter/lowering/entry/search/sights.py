"""What the dealing of hidden things asks of the rules: what is hidden now, and that pieces become others.

rules.sight(context, at) -> number                   of what the `hide` clauses hide from the player to act, and what they know beside it
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

from gdl.core.types import PLAYER
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.ending.player_order import to_act
from interpreter.lowering.ending.position_hashes import mixed
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import CONTEXT, Function
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.names import sharing
from interpreter.lowering.values.sets import questions

AT, BEFORE = Var("at", INT), Var("before", INT)
_PIECE, _KIND, _OWNER, _FIELD, _VALUE = (
    Var(name, INT) for name in ("piece", "kind", "owner", "field", "value")
)

Answer = Callable[[str, tuple[Var, ...], ir.Type, Callable[[Function], None]], None]


def answering(f: Function) -> Answer:
    """Defines a function of a state and more, of which games without secrets have no use."""

    def answer(name: str, given: tuple[Var, ...], result: ir.Type, write: Callable[[Function], None]) -> None:
        def of_state(g: Function) -> None:
            if g.game.is_hidden:
                write(g.at(state_at(g, AT)))
            elif result == INT:
                g.b.ret(op.ZERO)

        f.define(f"rules.{name}", (CONTEXT, AT, *given), result, of_state)

    return answer


def write_sights(f: Function) -> None:
    """All of them."""
    answer = answering(f)
    answer("sight", (), INT, _sight)
    answer("give_kind", (_PIECE, _KIND), VOID, _give_kind)
    answer("become", (BEFORE, _PIECE, _KIND, _OWNER), VOID, _become)
    answer("give_field", (_PIECE, _FIELD, _VALUE), VOID, _give_field)
    answer("kind_of", (_PIECE,), INT, lambda g: g.b.ret(g.pieces.kind_of(g, _piece(g), False)))
    answer("owner_of", (_PIECE,), INT, lambda g: g.b.ret(g.pieces.owner_of(g, _piece(g), False)))
    answer("place_of", (_PIECE,), INT, lambda g: g.b.ret(g.pieces.place_of(g, _piece(g))))
    answer("field_of", (_PIECE, _FIELD), INT, _field_of)


def _piece(f: Function) -> Expr:
    return f.b.materialize(Get(_PIECE))


def state_at(f: Function, at: Var) -> Expr:
    """The state at a word of memory."""
    return f.b.materialize(ir.BlockOf(op.mul(Get(at), op.number(8)), ir.block("state")), "state")


def _sight(g: Function) -> None:
    """Elements of sets are added up in any order. Which pools are hidden is no question: pieces stay where they are.

    Of a piece on a hidden site nothing more can be hidden, whichever site that is.
    """
    b, clauses = g.b, [*g.game.hides, *g.game.knowns]
    viewer = b.materialize(to_act(g))
    made = b.variable("made", op.ZERO)
    has_dark = g.facts.pieces.has_sets and any(h.hides_sites for h in g.game.hides)
    dark = b.variable("dark", op.empty_set(g.facts.sites)) if has_dark else None

    def add(clause: int, what: Expr) -> None:
        element = b.materialize(op.add(op.mul(what, op.number(len(clauses))), op.number(clause + 1)))
        b.assign(made, op.add(Get(made), mixed(element)))

    with sharing(g.moved_by(viewer)) as h:
        for i, hide in sorted(enumerate(g.game.hides), key=lambda x: x[1].hides_pieces):
            inner = h.inner()
            inner.bind(hide.viewer, PLAYER, viewer)
            with questions.each(inner, hide.source, ordered=False) as x:
                asked = inner.inner()
                asked.bind(hide.slot, element_of(hide.source), x)
                with b.if_(asked.truth(hide.condition)):
                    if not hide.hides_pieces:
                        add(i, x)
                        if dark is not None and hide.hides_sites:
                            b.assign(dark, op.union(Get(dark), op.singleton(x, g.facts.sites)))
                        continue
                    on_dark = op.FALSE if dark is None else op.contains(Get(dark), _site_of(g, x))
                    with b.if_(op.not_(on_dark)):
                        add(i, g.pieces.alike(g, x))
        for i, known in enumerate(g.game.knowns, len(g.game.hides)):
            inner = h.inner()
            inner.bind(known.viewer, PLAYER, viewer)
            if known.value.type.base != "set":
                add(i, as_number(inner.materialized(known.value)))
                continue
            with questions.each(inner, known.value, ordered=False) as x:
                is_piece = element_of(known.value).base == "piece"
                add(i, g.pieces.alike(g, x) if is_piece else as_number(x))
    b.ret(Get(made))


def _site_of(g: Function, piece: Expr) -> Expr:
    return g.b.materialize(g.pieces.site_of(g, piece, False))


def _give_kind(g: Function) -> None:
    piece, kind = g.b.materialize(Get(_PIECE)), g.b.materialize(Get(_KIND))
    if g.facts.kinds > 1 and not g.facts.pieces.are_kinds:  # a piece that is its kind cannot be another one
        with g.b.if_(op.ne(g.b.materialize(g.pieces.kind_of(g, piece, False)), kind)):
            g.pieces.set_kind(g, piece, kind)


def _become(g: Function) -> None:
    named = (g.b.materialize(Get(x)) for x in (_PIECE, _KIND, _OWNER))
    g.pieces.become(g, state_at(g, BEFORE), *named)


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
