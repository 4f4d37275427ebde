"""Effects that change one thing: pieces that are made, moved, removed and swapped, fields that get values, names that chance
gives values, and decisions that wait.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager

from gdl.core import model
from gdl.core.types import Type
from gdl.limits import MAX_IN_POOL, MAX_PENDING
from gdl.source import Span
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.facts.domains import ARGUMENT_ITEMS, element_of, none_of
from interpreter.lowering.facts.layout import HEAD, WORDS
from interpreter.lowering.function import Function
from interpreter.lowering.memory import Settings
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.store import fields
from interpreter.lowering.store.numbered import numbered
from interpreter.lowering.store.occupancy import check_window
from interpreter.lowering.terms import Rational, as_number, as_typed
from interpreter.lowering.values import names
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.piece_sets import pool_place
from interpreter.lowering.values.sets.questions import over_variable
from interpreter.lowering.values.sets.written import Known, SingleValue, Written, is_run

# ---- what an effect gives


def place_meant(f: Function, to: model.Expr) -> tuple[Expr, bool]:
    """The place that a destination means, and whether it may be none."""
    if isinstance(to, model.PoolOf):
        return f.b.materialize(pool_place(f, to)), to.holder is not None and f.may_be_none(to.holder)
    return f.materialized(to), True


def settings_of(f: Function, settings: tuple[tuple[str, model.Expr], ...]) -> Settings:
    made = []
    for name, e in settings:
        field = f.facts.field(name)
        value = names.typed(f, e, field.type)
        if isinstance(value, Rational):
            value = fields.whole_only(f, value, e.span)
        made.append((field, f.b.materialize(value), f.may_be_none(e)))
    return made


def new_piece(f: Function, e: model.Place | model.Stock) -> tuple[Expr, Expr, Settings]:
    """The kind, the owner and the fields of a new piece."""
    kind = f.materialized(e.kind)
    owner = f.materialized(e.owner) if e.owner is not None else op.NONE
    return kind, owner, settings_of(f, e.settings)


# ---- pieces


def settle_down(f: Function, span: Span, kind: Expr, owner: Expr, place: Expr, settings: Settings) -> None:
    """A new piece comes to a place, if it has a kind."""
    with f.b.if_(op.is_some(kind)), f.b.if_else(f.pieces.is_taken(f, place)) as branch:
        f.fail("occupied-site", span)
        branch.otherwise()
        f.pieces.create(f, kind, owner, place, settings, span)
        check_window(f, place, span)


def place(f: Function, e: model.Place) -> None:
    kind, owner, settings = new_piece(f, e)
    g = f.inner()
    with _each_site_now(g, e.sites) as site:
        settle_down(g, e.span, kind, owner, f.b.materialize(site), settings)


def _each_site_now(f: Function, e: model.Expr) -> AbstractContextManager[Expr]:
    """A loop over the sites of a set as it is before the first of them gets a piece."""
    plan = f.set(e)
    if isinstance(plan, Known | SingleValue) or (isinstance(plan, Written) and len(plan.items) == 1):
        return plan.loop(f, "e", ordered=True)
    if f.facts.size_of_set(e) is not None and f.facts.is_canonical(e):
        return f.b.each_bit("e", f.b.materialize(questions.bits(f, e)))
    return over_variable(f, questions.as_list(f, e))


def stock(f: Function, e: model.Stock) -> None:
    b = f.b
    kind, owner, settings = new_piece(f, e)
    to, is_optional = place_meant(f, e.pool)
    times = b.materialize(op.max_(op.ZERO, f.scalar(e.times)))
    with (
        b.if_(op.is_some(to) if is_optional else op.TRUE),
        b.if_else(op.lt(op.number(MAX_IN_POOL), times)) as branch,
    ):
        f.fail("pool-overflow", e.span)
        branch.otherwise()
        with b.for_range("i", op.ZERO, times):
            settle_down(f, e.span, kind, owner, to, settings)


def move_to(f: Function, e: model.MoveTo) -> None:
    b = f.b
    piece = f.materialized(e.piece)
    to, _ = place_meant(f, e.to)
    settings = settings_of(f, e.settings)
    with b.if_(op.and_(f.pieces.is_there(f, piece), op.is_some(to))):
        is_elsewhere = op.ne(b.materialize(f.pieces.place_of(f, piece)), to)
        with b.if_else(op.and_(is_elsewhere, f.pieces.is_taken(f, to))) as branch:
            f.fail("occupied-site", e.span)
            branch.otherwise()
            if isinstance(e.to, model.PoolOf) and f.game.pools[e.to.name].is_ordered:
                numbered(f).put_in_order(f, piece, to, settings, e.span, e.is_under)
            else:
                f.pieces.move_to(f, piece, to, settings, e.span)


def remove(f: Function, e: model.Remove) -> None:
    if element_of(e.pieces).base != "piece" and isinstance(e.pieces, model.Const):
        return  # nothing is removed
    if e.pieces.type.base != "set":
        take_away(f, f.materialized(e.pieces), e.is_capture)
        return
    if f.facts.domains.size(element_of(e.pieces)) is not None:
        with f.b.each_bit("p", f.b.materialize(questions.bits(f, e.pieces))) as piece:
            take_away(f, piece, e.is_capture)
    else:
        with over_variable(f, questions.as_list(f, e.pieces), "p") as piece:
            take_away(f, piece, e.is_capture)


def take_away(f: Function, piece: Expr, is_capture: bool) -> None:
    """Removes a piece if it is there; what captures never captures itself."""
    goes = f.pieces.is_there(f, piece)
    if is_capture and f.actor is not None:
        goes = op.and_(goes, op.ne(piece, Get(f.actor)))
    with f.b.if_(goes):
        if is_capture and f.has_cell("captures"):
            f.store("captures", op.add(f.load("captures"), op.ONE))
            kind = f.pieces.kind_of(f, piece, False)
            f.store("captured", op.union(f.load("captured"), op.singleton(kind, f.facts.kinds)))
        f.pieces.remove(f, piece)


# ---- fields


def set_field(f: Function, e: model.SetField) -> None:
    holder = f.materialized(e.holder) if e.holder is not None else op.ZERO
    write(f, e, holder, new_value(f, e))


def new_value(f: Function, e: model.SetField) -> Expr:
    kind = f.game.fields[e.field].type if e.field in f.game.fields else e.value.type
    value = names.typed(f, e.value, kind)
    if isinstance(value, Rational):
        value = fields.whole_only(f, value, e.span)
    return f.b.materialize(value)


def write(f: Function, e: model.SetField, holder: Expr, value: Expr) -> None:
    """Gives a field of a holder a value, or a piece an owner or a kind."""
    b = f.b
    if e.field in ("owner", "kind") and e.field not in f.game.fields:
        with b.if_(f.pieces.is_there(f, holder)):
            if e.field == "owner":
                f.pieces.set_owner(f, holder, value)
                return
            if f.may_be_none(e.value):
                with b.if_(op.is_none(value)):
                    f.fail("no-value", e.span)
            f.pieces.set_kind(f, holder, value)
        return
    field = f.facts.field(e.field)
    may_be_none = f.may_be_none(e.value) or e.value.type.base == "piece"
    if e.holder is None:
        fields.write(f, field, op.ZERO, value, e.span, may_be_none)
        return
    exists = f.pieces.is_there(f, holder) if field.holder == "piece" else op.is_some(holder)
    with b.if_(exists):
        fields.write(f, field, holder, value, e.span, may_be_none)
        if field.holder == "piece":
            f.pieces.field_changed(f, holder)


# ---- chance: the state's seed advances and decides


def chance(f: Function, e: model.Chance) -> None:
    """An element of a set, each equally often; none of an empty one."""
    b, kind = f.b, element_of(e.source)
    size, element = _elements(f, e.source)
    result = f.declare(e.slot, kind.or_none)
    assert isinstance(result, Var)
    b.assign(result, op.number(none_of(kind)))
    with b.if_(op.lt(op.ZERO, size)):
        seed = b.materialize(ir.Call("mix64", (f.load("seed"),), INT))
        f.store("seed", seed)
        upper = op.shr(seed, op.number(32))
        index = b.materialize(op.shr(op.mul(upper, size), op.number(32)))
        b.assign(result, element(index))


def _elements(f: Function, source: model.Expr) -> tuple[Expr, Callable[[Expr], Expr]]:
    """How many elements a set has, and what gives the one with a place."""
    b = f.b
    if isinstance(source, model.Const) and isinstance(source.value, tuple):
        codes = Known(source).codes(f)
        if is_run(codes):
            low = op.number(codes[0] if codes else 0)
            return op.number(len(codes)), lambda index: op.add(index, low)
    if f.facts.domains.size(element_of(source)) is not None and f.facts.is_canonical(source):
        bits = b.materialize(questions.bits(f, source))
        return b.materialize(op.count(bits)), lambda index: op.nth(bits, index)
    plan = f.set(source)
    kept = plan.kept_count(f)
    if kept is not None:
        return b.materialize(kept), lambda index: plan.nth_of_kept(f, index)
    listed = questions.as_list(f, source)
    return b.materialize(op.length(Get(listed))), lambda index: op.item(Get(listed), index)


# ---- `then must` and `then may`: a decision waits, with the arguments that its alternatives are given


def demand(f: Function, e: model.Demand) -> None:
    """A new demand waits behind the others. No effect comes between its arguments: what they look up is certain."""
    player = f.mover if e.player is None else f.materialized(e.player)
    with f.b.if_(op.is_some(player) if e.player is not None else op.TRUE):
        _wait(f, e, player)


def _wait(f: Function, e: model.Demand, player: Expr) -> None:
    b, plan = f.b, f.facts.demands
    waiting = b.materialize(f.load("waiting"))
    with b.if_else(op.le(op.number(MAX_PENDING), waiting)) as branch:
        f.fail("pending-overflow", e.span)
        branch.otherwise()
        row = b.materialize(op.mul(waiting, op.number(plan.row_words)))
        f.store("demands", player, row)
        f.store("demands", op.number(WORDS.index(e.word)), op.add(row, op.ONE))
        f.store("demands", op.number(len(e.choices)), op.add(row, op.number(2)))
        certain = f.looking_up()
        for k, choice in enumerate(e.choices):
            _store_choice(certain, choice, row, HEAD + k * plan.alternative_words)
        f.store("waiting", op.add(waiting, op.ONE))


def _store_choice(f: Function, choice: model.Demanded, row: Expr, at: int) -> None:
    for slot, value in choice.binds:
        if value.type.base == "set":
            kept = f.facts.domains.type_in_name(value.type, slot)
            bound, source = f.declare(slot, value.type), questions.as_kept(f, value, kept)
            assert isinstance(bound, Var)
            questions.assign_set(f, bound, source)
        else:
            f.bind(slot, value.type, f.value(value))
    action = f.game.action(choice.action)
    f.store("demands", op.number(action.index), op.add(row, op.number(at)))
    at += 1
    for (_, slot, kind), argument in zip(action.parameters, choice.arguments, strict=True):
        _store_argument(f, slot, kind, argument, row, at)
        at += f.facts.domains.argument_words(kind, slot)


def _store_argument(f: Function, slot: int, kind: Type, e: model.Expr, row: Expr, at: int) -> None:
    b, domains, first = f.b, f.facts.domains, op.add(row, op.number(at))
    if kind.base != "set":
        value = names.typed(f, e, kind)
        if isinstance(value, Rational):
            raise NotLowered("a fraction given to a demanded choice")
        f.store("demands", as_number(value), first)
        return
    source = questions.as_kept(f, e, domains.type_in_name(kind, slot))
    if isinstance(source, Var):
        length = op.length(Get(source))
        with b.if_(op.lt(op.number(ARGUMENT_ITEMS), length)):
            f.fail("capacity", None)
        f.store("demands", op.min_(length, op.number(ARGUMENT_ITEMS)), first)
        with b.for_range("i", op.ZERO, op.min_(length, op.number(ARGUMENT_ITEMS))) as i:
            f.store("demands", op.item(Get(source), i), op.add(op.add(row, op.number(at + 1)), i))
    else:
        scratch = b.allocate("cast", f.program.words_layout(source.type.size))
        b.store(scratch, "set", source)
        for w in range(domains.argument_words(kind, slot)):
            word = ir.Load(scratch, "word", op.number(w), INT)
            f.store("demands", word, op.add(row, op.number(at + w)))


def load_argument(f: Function, slot: int, kind: Type, row: Expr, at: int) -> Expr:
    """An argument of a demand: from its word `at` on, behind a row or an alternative's first word."""
    b, domains = f.b, f.facts.domains
    if kind.base != "set":
        return as_typed(f.load("demands", op.add(row, op.number(at))), kind)
    kept = domains.type_in_name(kind, slot)
    if kept.name == "bits":
        scratch = b.allocate("cast", f.program.words_layout(kept.size))
        for w in range(domains.argument_words(kind, slot)):
            b.store(scratch, "word", f.load("demands", op.add(row, op.number(at + w))), op.number(w))
        return ir.Load(scratch, "set", op.ZERO, kept)
    made = b.new_list("given", kept.size)
    with b.for_range("i", op.ZERO, f.load("demands", op.add(row, op.number(at)))) as i:
        b.push(made, f.load("demands", op.add(op.add(row, op.number(at + 1)), i)))
    return Get(made)
