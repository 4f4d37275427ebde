"""`then must` and `then may`: the effect that lets a decision wait, with the arguments that its alternatives are given."""

from gdl.core import model
from gdl.core.types import Type
from gdl.limits import MAX_PENDING
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.facts.domains import ARGUMENT_ITEMS
from interpreter.lowering.facts.layout import HEAD, WORDS
from interpreter.lowering.function import Function
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.terms import Rational, as_number
from interpreter.lowering.values import names
from interpreter.lowering.values.sets import questions


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
        value = f.load("demands", op.add(row, op.number(at)))
        return op.lt(op.ZERO, value) if kind.base == "bool" and not kind.is_optional else value
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
