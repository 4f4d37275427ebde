"""What the dealing of hidden things asks of the rules beside `sights`: that two things exchange something, and that choices are made again.

rules.trade(context, at, one, other) -> number           two pieces become each other, but for their fields
rules.exchange(context, at, what, one, other) -> number  two sites or pieces exchange something: `reports` has numbers for what they
                                                         exchange, 0, 1, ... are fields of sites, and those of pieces come behind these
rules.ask_again(context, at, seat)                       nobody has chosen yet, and it is a player's turn to choose
rules.choice(context, at, seat) -> number                the action that a player has chosen while choices wait
rules.take_choice(context, at, before, seat)             the player's choice is that of another state

The first two return what has changed: nothing, something, or also how pieces are named, which are named by their sites or kinds. In games without secrets they do nothing.
"""

from interpreter.ir import INT, VOID, Expr, Get, Var, op
from interpreter.lowering.entry.search.sights import BEFORE, answering, state_at
from interpreter.lowering.facts.layout import field_cell
from interpreter.lowering.function import Function
from interpreter.lowering.store import fields
from interpreter.shared.search_status import CHANGED, CONTENTS, OWNER, RENAMED, SAME, WHOLE

_WHAT, _ONE, _OTHER, _SEAT = (Var(name, INT) for name in ("what", "one", "other", "seat"))


def write_exchanges(f: Function) -> None:
    """All of them."""
    answer = answering(f)
    answer("trade", (_ONE, _OTHER), INT, _trade)
    answer("exchange", (_WHAT, _ONE, _OTHER), INT, _exchange)
    answer("ask_again", (_SEAT,), VOID, _ask_again)
    answer("choice", (_SEAT,), INT, _choice)
    answer("take_choice", (BEFORE, _SEAT), VOID, _take_choice)


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
    before = state_at(g, BEFORE)
    for name in _kept_choices(g):
        cell = field_cell(g.facts.field(name))
        g.store(cell, g.load(cell, Get(_SEAT), before), Get(_SEAT))
