"""Names and definitions: values put into variables as the type of a name wants them, and definitions looked up in a table, made
once and shared, called as functions of the program, or written out.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace

from gdl.core import model
from gdl.core.types import Type
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import BOOL, INT, Expr, Get, Var, op
from interpreter.lowering.function import (
    CONTEXT,
    MOVER,
    STATE,
    VIEWPOINT,
    Function,
    Scope,
    SetPlan,
    SharedSets,
)
from interpreter.lowering.terms import Enough, Rational, Value, Variable, as_number
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.questions import SetForm, over_variable


def typed(f: Function, e: model.Expr, kind: Type) -> Value:
    """A value that is no set, as it is kept where this type is wanted."""
    if e.type.base == "none" or (isinstance(e, model.Const) and e.value is None):
        return f.constant(None, kind)
    value = f.value(e)
    if isinstance(value, Rational):
        return value
    if kind.base == "bool":
        if kind.is_optional:
            return as_number(value)
        return value if value.type == BOOL else op.lt(op.ZERO, value)
    return value


def assign(f: Function, bound: Variable, kind: Type, e: model.Expr) -> None:
    """Puts the value of an expression into a variable, which is empty if it is a list."""
    if isinstance(bound, tuple):
        pair = numbers.rational(typed(f, e, kind))
        f.b.assign(bound[0], pair.top)
        f.b.assign(bound[1], pair.bottom)
    elif bound.type.name == "list":
        f.b.clear(bound)
        with over_variable(f, questions.as_list(f, e)) as x:
            f.b.push(bound, x)
    elif bound.type.name == "bits":
        f.b.assign(bound, questions.bits_for_name(f, e))
    else:
        value = typed(f, e, kind)
        assert not isinstance(value, Rational)
        f.b.assign(bound, value)


def bind_all(f: Function, bindings: list[tuple[int, Type, model.Expr]]) -> None:
    """Evaluates all, then binds all to variables of their own."""
    scope, made = f.scope, []
    for slot, kind, e in bindings:
        is_whole = scope.is_whole(e) if kind.base == "number" else True
        bound = f.variable_for(kind, f"x{slot}", is_whole, slot)
        assign(f, bound, kind, e)
        made.append((slot, kind, bound))
        if scope.certain is not None and isinstance(bound, ir.Var) and kind.base == "piece":
            scope.certain.add(bound.name)
    for slot, kind, bound in made:
        f.point(slot, kind, bound)
    for slot, _, e in bindings:
        if isinstance(e, model.Local) and e.slot in scope.kinds:
            scope.kinds[slot] = scope.kinds[e.slot]


def value_of(bound: Variable) -> Value:
    """What a variable holds."""
    return Rational(ir.Get(bound[0]), ir.Get(bound[1])) if isinstance(bound, tuple) else ir.Get(bound)


@contextmanager
def inlined(f: Function, e: model.Apply) -> Iterator[tuple[Function, model.Expr]]:
    """A definition's body, with its parameters bound."""
    definition, g = f.game.definitions[e.definition], f.inner()
    bind_all(
        g,
        [(slot, kind, a) for (_, slot, kind), a in zip(definition.parameters, e.arguments, strict=True)],
    )
    yield g, definition.body


# ---- definitions that give values


def applied(f: Function, e: model.Apply) -> Value:
    """The value of a definition that is no set."""
    definition, domains = f.game.definitions[e.definition], f.facts.domains
    kept = [domains.type_in_name(k, slot).name for _, slot, k in definition.parameters if k.base == "set"]
    is_whole = f.scope.is_whole(e) and all(map(f.scope.is_whole, e.arguments))
    if not is_whole or "list" in kept or _is_asked_once(f, e):
        with inlined(f, e) as (g, body):
            return numbers.materialize(f, g.value(body))
    given_none = [
        slot
        for (_, slot, kind), a in zip(definition.parameters, e.arguments, strict=True)
        if slot not in f.facts.optional and _may_be_gone(f, a, kind)
    ]
    name = function_of(f, definition, given_none)
    arguments = [
        questions.bits_for_name(f, a) if kind.base == "set" else typed(f, a, kind)
        for (_, _, kind), a in zip(definition.parameters, e.arguments, strict=True)
    ]
    given = [a for a in arguments if not isinstance(a, Rational)]
    call = ir.Call(name, (*f.arguments, f.mover, f.viewpoint, *given), _result(definition))
    return f.b.materialize(call)


def _result(definition: model.Definition) -> ir.Type:
    kind = definition.body.type
    return BOOL if kind.base == "bool" and not kind.is_optional else INT


def _may_be_gone(f: Function, e: model.Expr, kind: Type) -> bool:
    """Whether a value that is none nowhere else may be so here, as effects may have taken a piece away that it is about."""
    if kind.base in ("set", "bool", "number"):
        return False
    if f.scope.may_be_none(e):
        return True
    pieces = (x for x in nodes(e) if isinstance(x, model.Local) and x.type.base == "piece")
    return f.scope.is_changing and any(not _is_certain(f.scope, x) for x in pieces)


def _is_certain(scope: Scope, piece: model.Local) -> bool:
    """Whether a piece is surely still there."""
    bound = scope.variables.get(piece.slot)
    return scope.certain is not None and isinstance(bound, Var) and bound.name in scope.certain


def function_of(f: Function, definition: model.Definition, given_none: Collection[int] = ()) -> str:
    """The function of a definition; one of its own where some parameters are given none that are so nowhere else."""
    parameters, slots = [STATE, CONTEXT, MOVER, VIEWPOINT], []
    for text, slot, kind in definition.parameters:
        if kind.base == "set":
            var = Var(f"p.{text}", f.facts.domains.set_type(kind.element or kind))
        else:
            var = Var(f"p.{text}", BOOL if kind == Type("bool") else INT)
        parameters.append(var)
        slots.append((slot, kind.or_none if slot in given_none else kind, var))

    def write(g: Function) -> None:
        g = g.seen_by(Get(VIEWPOINT))
        for slot, kind, var in slots:
            g.point(slot, kind, var)
        with sharing(g) as h:
            value = typed(h, definition.body, definition.body.type)
        assert not isinstance(value, Rational)
        g.b.ret(value)

    name = "".join((f"let.{definition.name}", *(f".none{slot}" for slot in given_none)))
    return f.define(name, tuple(parameters), _result(definition), write, Get(MOVER))


# ---- sets of definitions that are made once


@contextmanager
def sharing(f: Function) -> Iterator[Function]:
    """While the state stays as it is, the sets that definitions without parameters give are made once."""
    block = f.b.blocks[-1]
    start = len(block)
    shared = SharedSets(f.mover, f.viewpoint, {})
    yield replace(f, shared=shared)
    block[start:start] = [ir.Assign(is_made, op.FALSE) for _, is_made in shared.sets.values()]


def _is_asked_once(f: Function, e: model.Apply) -> bool:
    return f.shared is not None and not e.arguments and f.facts.features.asked[e.definition] == 1


def is_shared(f: Function, e: model.Apply) -> bool:
    """Whether the set of a definition is made once where it is asked for now."""
    shared = f.shared
    if shared is None or e.arguments or f.scope.is_changing:
        return False
    return (f.mover, f.viewpoint) == (shared.mover, shared.viewpoint)


# ---- definitions that give sets


def definition_set(e: model.Expr, scope: Scope) -> SetPlan | None:
    return OfDefinition(e, _table(e, scope)) if isinstance(e, model.Apply) else None


@dataclass(frozen=True, slots=True)
class DefinitionTable:
    """The sets of a definition by its arguments. `sizes`: how many values each argument has."""

    sets: tuple[int, ...]
    sizes: tuple[int, ...]


def _table(e: model.Apply, scope: Scope) -> DefinitionTable | None:
    size = scope.facts.size_of_set(e)
    definition = scope.game.definitions[e.definition]
    if size is None or not definition.parameters or any(map(scope.may_be_none, e.arguments)):
        return None
    sets = scope.facts.tabulations.of_definition(definition, size)
    sizes = [scope.facts.domains.size(kind) for _, _, kind in definition.parameters]
    if sets is None:
        return None
    return DefinitionTable(sets, tuple(n for n in sizes if n is not None))


@dataclass(frozen=True, slots=True)
class OfDefinition(SetForm):
    """The set that a definition gives: by a table, made once and shared, or as its body says."""

    e: model.Apply
    table: DefinitionTable | None

    def _at_hand(self, f: Function) -> Expr | None:
        """The set, where it need not be made anew."""
        if self.table is not None:
            return self._looked_up(f, self.table)
        return self._shared(f)

    def _looked_up(self, f: Function, table: DefinitionTable) -> Expr:
        at: Expr = op.ZERO
        for argument, n in zip(self.e.arguments, table.sizes, strict=True):
            at = op.add(op.mul(at, op.number(n)), as_number(f.scalar(argument)))
        size = f.facts.size_of_set(self.e)
        assert size is not None
        return f.table("set", table.sets, at, size)

    def _shared(self, f: Function) -> Expr | None:
        shared, size, b = f.shared, f.facts.size_of_set(self.e), f.b
        if shared is None or size is None or self.e.type.base != "set" or not is_shared(f, self.e):
            return None
        name = self.e.definition
        if name not in shared.sets:
            shared.sets[name] = b.fresh(name, ir.bits(size)), b.fresh("made", BOOL)
        kept, is_made = shared.sets[name]
        with b.if_(op.not_(Get(is_made))):
            b.assign(kept, self._made(f))
            b.assign(is_made, op.TRUE)
        return Get(kept)

    def _made(self, f: Function) -> Expr:
        with inlined(f, self.e) as (g, body):
            return questions.bits(g, body)

    def bits(self, f: Function) -> Expr:
        found = self._at_hand(f)
        return self._made(f) if found is None else found

    def bits_until(self, f: Function, enough: Enough) -> Expr:
        if not self.grows(f):
            return self.bits(f)
        with inlined(f, self.e) as (g, body):
            return g.set(body).bits_until(g, enough)

    def grows(self, f: Function) -> bool:
        if is_shared(f, self.e):
            return False
        return f.scope.set(f.game.definitions[self.e.definition].body).grows(f)

    def contains(self, f: Function, x: Expr) -> Expr:
        found = self._at_hand(f)
        if found is not None:
            return op.contains(found, f.b.materialize(x))
        y = f.b.materialize(x)
        with inlined(f, self.e) as (g, body):
            return questions.contains(g, body, y)

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        found = None if ordered else self._shared(f)
        if found is not None:
            with f.b.each_bit(name, found) as x:
                yield x
            return
        with inlined(f, self.e) as (g, body), questions.each(g, body, name, ordered) as x:
            yield x
