"""What the dealing of hidden things asks of the rules: what is hidden now, that pieces become others or exchange something, and
that choices are made again. `Rules` says what each function does; in games without secrets they do nothing.

`trade` and `exchange` return what has changed: nothing, something, or also how pieces are named, which are named by their sites
or kinds. What `exchange` exchanges has a number of `interpreter.shared.machine_interface`; 0, 1, ... are fields of sites, and those of pieces come behind these.
"""

from collections.abc import Callable

from gdl.core.types import PLAYER
from interpreter import ir
from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.ending.game_ends import to_act
from interpreter.lowering.ending.positions import mixed
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import CONTEXT, Function
from interpreter.lowering.store import fields
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.names import sharing
from interpreter.lowering.values.sets import questions
from interpreter.shared.machine_interface import CHANGED, CONTENTS, OWNER, RENAMED, SAME, WHOLE

_AT, _BEFORE = Var("at", INT), Var("before", INT)
_PIECE, _KIND, _OWNER, _FIELD, _VALUE = (
    Var(name, INT) for name in ("piece", "kind", "owner", "field", "value")
)
_WHAT, _ONE, _OTHER, _SEAT = (Var(name, INT) for name in ("what", "one", "other", "seat"))

Answer = Callable[[str, tuple[Var, ...], ir.Type, Callable[[Function], None]], None]


def _answering(f: Function, is_asked: bool) -> Answer:
    """Defines a function of a state and more, which does nothing in games that never ask."""

    def answer(name: str, given: tuple[Var, ...], result: ir.Type, write: Callable[[Function], None]) -> None:
        def of_state(g: Function) -> None:
            if is_asked:
                write(g.at_word(Get(_AT)))
            elif result == INT:
                g.b.ret(op.ZERO)

        f.define(f"rules.{name}", (CONTEXT, _AT, *given), result, of_state)

    return answer


def write_secrets(f: Function) -> None:
    """All of these functions."""
    answer = _answering(f, f.game.is_hidden)
    of_pieces = _answering(f, f.game.is_hidden and bool(f.game.kinds))
    answer("sight", (), INT, _sight)
    of_pieces("give_kind", (_PIECE, _KIND), VOID, _give_kind)
    of_pieces("become", (_BEFORE, _PIECE, _KIND, _OWNER), VOID, _become)
    answer("give_field", (_PIECE, _FIELD, _VALUE), VOID, _give_field)
    of_pieces("kind_of", (_PIECE,), INT, lambda g: g.b.ret(g.pieces.kind_of(g, _piece(g), False)))
    of_pieces("owner_of", (_PIECE,), INT, lambda g: g.b.ret(g.pieces.owner_of(g, _piece(g), False)))
    of_pieces("place_of", (_PIECE,), INT, lambda g: g.b.ret(g.pieces.place_of(g, _piece(g))))
    of_pieces("field_of", (_PIECE, _FIELD), INT, _field_of)
    of_pieces("trade", (_ONE, _OTHER), INT, _trade)
    answer("exchange", (_WHAT, _ONE, _OTHER), INT, _exchange)
    answer("ask_again", (_SEAT,), VOID, _ask_again)
    answer("choice", (_SEAT,), INT, _choice)
    answer("take_choice", (_BEFORE, _SEAT), VOID, _take_choice)


# ---- what is hidden, and pieces that become others


def _piece(f: Function) -> Expr:
    return f.b.materialize(Get(_PIECE))


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
    g.pieces.become(g, g.at_word(Get(_BEFORE)).state, *named)


def _give_field(g: Function) -> None:
    piece = g.b.materialize(Get(_PIECE))
    for i, field in enumerate(g.facts.piece_fields if g.game.kinds else ()):
        with g.b.if_(op.eq(Get(_FIELD), op.number(i))):
            g.store(field_cell(field), Get(_VALUE), piece)
            g.pieces.field_changed(g, piece)
    for i, field in enumerate(g.game.secret_fields, len(g.facts.piece_fields)):
        with g.b.if_(op.eq(Get(_FIELD), op.number(i))):
            g.store(field_cell(field), Get(_VALUE), piece)  # which is a player, or 0 for the game


def _field_of(g: Function) -> None:
    piece = g.b.materialize(Get(_PIECE))
    for i, field in enumerate(g.facts.piece_fields):
        with g.b.if_(op.eq(Get(_FIELD), op.number(i))):
            g.b.ret(g.load(field_cell(field), piece))
    g.b.ret(op.ZERO)


# ---- exchanges, and choices that are made again


def _pair(g: Function) -> tuple[Expr, Expr]:
    return g.b.materialize(Get(_ONE)), g.b.materialize(Get(_OTHER))


def _trade(g: Function) -> None:
    b = g.b
    one, other = _pair(g)
    if g.facts.pieces.are_kinds:  # a piece that is its kind cannot be another one, but goes where that is
        is_apart = op.ne(b.materialize(g.pieces.place_of(g, one)), b.materialize(g.pieces.place_of(g, other)))
        with b.if_(is_apart):
            g.pieces.swap(g, one, other)
            b.ret(op.number(RENAMED))
        b.ret(op.number(SAME))
        return
    mine, theirs = ((g.pieces.kind_of(g, x, False), g.pieces.owner_of(g, x, False)) for x in (one, other))
    was, now = ([b.materialize(x) for x in found] for found in (mine, theirs))
    g.pieces.become(g, g.state, one, now[0], now[1])
    g.pieces.become(g, g.state, other, was[0], was[1])
    is_same = op.and_(op.eq(was[0], now[0]), op.eq(was[1], now[1]))
    b.ret(op.select(is_same, op.number(SAME), op.number(CHANGED)))


def _exchange(g: Function) -> None:
    """Of hidden sites only single pieces: what is stacked is left to the engine."""
    b = g.b
    what = b.materialize(Get(_WHAT))
    one, other = _pair(g)
    changed = b.variable("changed", op.number(SAME))
    on_sites = [x for x in g.game.fields.values() if x.holder == "site"]

    def exchange_cells(cell: str) -> None:
        was, now = b.materialize(g.load(cell, one)), b.materialize(g.load(cell, other))
        with b.if_(op.ne(was, now)):
            g.store(cell, now, one)
            g.store(cell, was, other)
            b.assign(changed, op.max_(Get(changed), op.number(CHANGED)))

    hides = g.game.hides
    if g.facts.pieces.has_sets and not g.game.board.is_stacking and any(h.hides_sites for h in hides):
        with b.if_(op.or_(op.eq(what, op.number(CONTENTS)), op.eq(what, op.number(WHOLE)))):
            _exchange_contents(g, one, other, changed)
    if any("owner" in h.aspects for h in hides):
        with b.if_(op.eq(what, op.number(OWNER))):
            _exchange_owners(g, one, other, changed)
    for i, field in enumerate(on_sites if any(not h.hides_pieces for h in hides) else ()):
        with b.if_(op.or_(op.eq(what, op.number(i)), op.eq(what, op.number(WHOLE)))):
            exchange_cells(field_cell(field))
    for i, field in enumerate(g.facts.piece_fields, len(on_sites)):
        with b.if_(op.eq(what, op.number(i))):
            exchange_cells(field_cell(field))
            g.pieces.field_changed(g, one)
            g.pieces.field_changed(g, other)
    b.ret(Get(changed))


def _exchange_owners(g: Function, one: Expr, other: Expr, changed: Var) -> None:
    mine, theirs = (g.b.materialize(g.pieces.owner_of(g, x, False)) for x in (one, other))
    with g.b.if_(op.ne(mine, theirs)):
        g.pieces.set_owner(g, one, theirs)
        g.pieces.set_owner(g, other, mine)
        g.b.assign(changed, op.number(CHANGED))


def _exchange_contents(g: Function, one: Expr, other: Expr, changed: Var) -> None:
    b = g.b
    mine, theirs = (b.materialize(g.pieces.on(g, x, False)) for x in (one, other))
    with b.if_(op.or_(op.is_some(mine), op.is_some(theirs))):
        b.assign(changed, op.number(RENAMED if g.facts.pieces.are_named_by_site else CHANGED))
    with b.if_else(op.is_some(mine)) as branch:
        with b.if_else(op.is_some(theirs)) as both:
            g.pieces.swap(g, mine, theirs)
            both.otherwise()
            g.pieces.carry(g, mine, other)
        branch.otherwise()
        with b.if_(op.is_some(theirs)):
            g.pieces.carry(g, theirs, one)


def _kept_choices(g: Function) -> list[str]:
    together = g.game.together
    return [] if together is None else [together.marker, *together.fields]


def _ask_again(g: Function) -> None:
    for name in _kept_choices(g):
        for player in range(g.facts.players):
            fields.reset(g, g.facts.field(name), op.number(player))
    g.store("mover", Get(_SEAT))


def _choice(g: Function) -> None:
    kept = _kept_choices(g)
    g.b.ret(g.load(field_cell(g.facts.field(kept[0])), Get(_SEAT)) if kept else op.ZERO)


def _take_choice(g: Function) -> None:
    before = g.at_word(Get(_BEFORE)).state
    for name in _kept_choices(g):
        cell = field_cell(g.facts.field(name))
        g.store(cell, g.load(cell, Get(_SEAT), before), Get(_SEAT))
