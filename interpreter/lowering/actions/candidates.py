"""The candidates of an action, one by one: a loop or a test for each of its parts, nested in the order of the text.

A choice of several elements at once comes to every set of the sizes that are allowed, in increasing order. The elements are
gathered in a block, ordered by their ranks; then numbers of elements, the least first, go through all combinations, one
element after the other (`set_bounds` says which first ones none begins with). Of elements that are alike the first are taken: a
later one only behind the one before it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias

from gdl.core import model
from gdl.core.types import PIECE, SITE, set_of
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.lowering.actions.choices import chosen_type, element_rank
from interpreter.lowering.actions.hoisted_choices import EarlyChoice, Left, judged_early
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function
from interpreter.lowering.terms import Rational, as_number
from interpreter.lowering.values.sets import questions
from interpreter.shared.numbering import SetDomain
from interpreter.shared.set_bounds import set_bounds

# ---- the plan


@dataclass(frozen=True, slots=True)
class Test:
    """A condition must hold."""

    condition: model.Expr


@dataclass(frozen=True, slots=True)
class EachLeft:
    """A choice of which it was judged before all loops which values are left."""

    early: EarlyChoice


@dataclass(frozen=True, slots=True)
class EachElement:
    """A choice from a set."""

    part: model.Choose
    in_order: bool


@dataclass(frozen=True, slots=True)
class EachSet:
    """A choice of several elements at once."""

    part: model.ChooseSet


@dataclass(frozen=True, slots=True)
class EachEnd:
    """The sites to which a path leads."""

    part: model.Along


PartPlan: TypeAlias = Test | EachLeft | EachElement | EachSet | EachEnd


@dataclass(frozen=True, slots=True)
class OneByOne:
    """How candidates are gone through: the choices that are judged before all loops, and the parts in their order."""

    action: model.Action
    early: tuple[EarlyChoice, ...]
    parts: tuple[PartPlan, ...]


def one_by_one(action: model.Action, early: tuple[EarlyChoice, ...]) -> OneByOne:
    return OneByOne(action, early, part_plans(action, action.parts, early))


def part_plans(
    action: model.Action, parts: Sequence[model.Part], early: Sequence[EarlyChoice] = ()
) -> tuple[PartPlan, ...]:
    """The plans for some parts of an action in a row. `early` tells the choices that are judged before."""
    judged, found, at = {choice.index: choice for choice in early}, list[PartPlan](), 0
    in_order = action.again is not None and action.again.is_any_order
    while at < len(parts):
        match parts[at]:
            case model.Choose() if at in judged:
                found.append(EachLeft(judged[at]))
                at += judged[at].judged
            case model.Choose() as part:
                found.append(EachElement(part, in_order))
            case model.ChooseSet() as part:
                found.append(EachSet(part))
                found += [Test(part.condition)] if part.condition is not None else []
            case model.Condition(condition=condition):
                found.append(Test(condition))
            case model.Along() as part:
                found.append(EachEnd(part))
        at += 1
    return tuple(found)


# ---- the code

Leaf = Callable[[Function], None]  # what is done with a candidate, whose names are bound
Movers = Callable[[Function, tuple[int, ...] | None], AbstractContextManager[tuple[Expr, Expr]]]


def candidates(f: Function, way: OneByOne, leaf: Leaf, among: Expr | None = None) -> None:
    """Every candidate. `among`: the only sites from which pieces move."""
    action = way.action
    with judged_early(f, way.early) as left:
        if action.form == "move":
            each_mover(f, action, on_board(among), lambda g: each_way(g, action, way.parts, leaf, left))
        else:
            each_way(f, action, way.parts, leaf, left)


def on_board(among: Expr | None) -> Movers:
    """The mover's pieces on these sites, or on all."""
    return lambda f, kinds: f.pieces.each_mover(f, kinds, among)


def each_mover(f: Function, action: model.Action, movers: Movers, use: Leaf) -> None:
    """Every piece that may make a move; kind by kind, where the kind says where it may go."""
    kinds = action.kinds if action.kinds is not None else tuple(range(f.facts.kinds))
    is_by_kind = any(isinstance(p, model.Choose) and p.slot == action.to for p in action.parts)
    if len(kinds) == 1 or is_by_kind:
        for kind in kinds:
            g = f.inner()
            g.scope.kinds[action.piece] = kind
            _each_mover(g, action, (kind,) if len(kinds) > 1 else action.kinds, movers, use)
    else:
        _each_mover(f, action, action.kinds, movers, use)


def _each_mover(
    f: Function, action: model.Action, kinds: tuple[int, ...] | None, movers: Movers, use: Leaf
) -> None:
    with movers(f, kinds) as (piece, site):
        f.bind(action.piece, PIECE, piece, "piece")
        f.bind(action.origin, SITE, site, "from")
        use(f)


def each_way(f: Function, action: model.Action, parts: Sequence[PartPlan], leaf: Leaf, left: Left) -> None:
    """Every way to meet some parts of an action. `left`: what is left of choices that were judged early."""
    if not parts:
        leaf(f)
        return
    b, part, rest = f.b, parts[0], parts[1:]
    match part:
        case Test(condition):
            with b.if_(f.truth(condition)):
                each_way(f, action, rest, leaf, left)
        case EachLeft(early):
            with b.each_bit(early.part.name, Get(left[early.part.slot])) as x:
                f.bind(early.part.slot, early.type, x, early.part.name)
                each_way(f, action, rest, leaf, left)
        case EachElement(choice, in_order):
            with questions.each(f, choice.source, choice.name, in_order) as x:
                f.bind(choice.slot, chosen_type(choice), x, choice.name)
                each_way(f, action, rest, leaf, left)
        case EachSet(choice_of_set):
            with each_chosen_set(f, action, choice_of_set):
                each_way(f, action, rest, leaf, left)
        case EachEnd(along):
            start = b.materialize(f.pieces.place_of(f, f.local(action.piece)))
            with f.ways(along.path, start) as (g, to):
                if not any(s.name == "to" for s in along.path.steps):
                    g.bind(along.to, SITE, to, "to")
                each_way(g, action, rest, leaf, left)


# ---- choices of several elements at once


@contextmanager
def each_chosen_set(f: Function, action: model.Action, part: model.ChooseSet) -> Iterator[None]:
    """Binds the name of a choice to every set that it may be, but for those that cannot pass what is said of them."""
    b, chosen, bounds = f.b, _Elements.of(f, action, part), set_bounds(action, part, f.scope.game)
    number = chosen.gather(f)
    least = _furthest(f, op.max_, op.number(part.least), bounds.least)
    most = _furthest(f, op.min_, op.min_(op.number(part.most), number), bounds.most)
    with b.for_range("size", least, op.add(most, op.ONE)) as size:
        taken = b.variable("taken", op.ZERO)
        with b.loop():
            goes_on: Expr = op.TRUE
            if bounds.first is not None:
                chosen.bind(f, Get(taken))
                goes_on = b.materialize(f.truth(bounds.first))
            with b.if_(op.and_(goes_on, op.eq(Get(taken), size))):
                if bounds.first is None:
                    chosen.bind(f, size)
                yield
            chosen.advance(f, taken, op.and_(goes_on, op.lt(Get(taken), size)), size, number)
            with b.if_(op.eq(Get(taken), op.ZERO)):
                b.break_loop()


def _furthest(
    f: Function, further: Callable[[Expr, Expr], Expr], begin: Expr, others: Sequence[model.Expr]
) -> Expr:
    """A size, or one of these numbers if it lies further. What may be a fraction is left to the condition."""
    for e in others:
        value = f.value(e)
        if not isinstance(value, Rational):
            begin = further(begin, value)
    return f.b.materialize(begin)


@dataclass(frozen=True, slots=True)
class _Elements:
    """The elements to choose from. `block` has them in order with their ranks, and the places of those that are taken."""

    part: model.ChooseSet
    choice: model.Choice
    domain: SetDomain
    block: Expr

    @staticmethod
    def of(f: Function, action: model.Action, part: model.ChooseSet) -> "_Elements":
        index = next(i for i, c in enumerate(action.choices) if c.slot == part.slot)
        domain = f.facts.numbers.domains[action.index][index]
        assert isinstance(domain, SetDomain)
        room = f.facts.domains.set_type(element_of(part.source)).size
        cells = [
            ir.Cell("element", room, 64),
            ir.Cell("rank", room, 64),
            ir.Cell("at", max(1, min(part.most, room)), 64),
        ]
        block = f.b.allocate("chosen", f.program.layout("chosen", cells))
        return _Elements(part, action.choices[index], domain, block)

    def load(self, cell: str, index: Expr) -> Expr:
        return ir.Load(self.block, cell, index, INT)

    def gather(self, f: Function) -> Expr:
        """Puts the elements into the block, ordered; returns how many there are."""
        b, number = f.b, f.b.variable("number", op.ZERO)
        element = element_of(self.part.source).or_none
        with questions.each(f, self.part.source, self.part.name, True) as x, b.if_(f.exists(x, element)):
            self._insert(f, b.materialize(as_number(x)), number)
        return b.materialize(Get(number))

    def _insert(self, f: Function, x: Expr, number: Var) -> None:
        b = f.b
        rank = b.materialize(element_rank(f, self.domain, self.choice, x))
        at = b.variable("at", Get(number))
        with b.loop():
            with b.if_(op.le(Get(at), op.ZERO)):
                b.break_loop()
            before = b.materialize(op.sub(Get(at), op.ONE))
            with b.if_(op.le(self.load("rank", before), rank)):
                b.break_loop()
            for cell in ("element", "rank"):
                b.store(self.block, cell, self.load(cell, before), Get(at))
            b.assign(at, before)
        b.store(self.block, "element", x, Get(at))
        b.store(self.block, "rank", rank, Get(at))
        b.assign(number, op.add(Get(number), op.ONE))

    def bind(self, f: Function, size: Expr) -> None:
        """Gives the name the elements that are taken."""
        b, part = f.b, self.part
        var = f.declare(part.slot, set_of(element_of(part.source)), part.name)
        assert isinstance(var, Var)
        if var.type.name == "list":
            b.clear(var)
        else:
            b.assign(var, op.empty_set(var.type.size))
        with b.for_range("i", op.ZERO, size) as i:
            x = b.materialize(self.load("element", b.materialize(self.load("at", i))))
            if var.type.name == "list":
                b.push(var, x)
            else:
                b.assign(var, op.union(Get(var), op.singleton(x, var.type.size)))

    def advance(self, f: Function, taken: Var, is_open: Expr, size: Expr, number: Expr) -> None:
        """Takes one more element if there are to be more, else another one in place of the last; of those before it others, too,
        where too few are left. `taken` is 0 in the end."""
        b = f.b
        with b.if_else(is_open) as branch:
            following = b.variable("following", op.ZERO)
            with b.if_(op.lt(op.ZERO, Get(taken))):
                b.assign(following, op.add(self.load("at", op.sub(Get(taken), op.ONE)), op.ONE))
            b.store(self.block, "at", Get(following), Get(taken))
            b.assign(taken, op.add(Get(taken), op.ONE))
            branch.otherwise()
            self._replace_last(f, taken, number)
        with b.loop():
            with b.if_(op.eq(Get(taken), op.ZERO)):
                b.break_loop()
            last = self.load("at", op.sub(Get(taken), op.ONE))
            with b.if_(op.lt(op.add(last, op.sub(size, Get(taken))), number)):
                b.break_loop()
            b.assign(taken, op.sub(Get(taken), op.ONE))
            self._replace_last(f, taken, number)

    def _replace_last(self, f: Function, taken: Var, number: Expr) -> None:
        with f.b.if_(op.lt(op.ZERO, Get(taken))):
            last = f.b.materialize(op.sub(Get(taken), op.ONE))
            f.b.store(self.block, "at", self._next(f, last, number), last)

    def _next(self, f: Function, p: Expr, number: Expr) -> Expr:
        """The element that may take the place of one that is taken: the next one that is not like it."""
        b = f.b
        j = b.variable("j", op.add(self.load("at", p), op.ONE))
        if self.domain.may_repeat:
            with b.loop():
                with b.if_(op.le(number, Get(j))):
                    b.break_loop()
                with b.if_(op.ne(self.load("rank", Get(j)), self.load("rank", op.sub(Get(j), op.ONE)))):
                    b.break_loop()
                b.assign(j, op.add(Get(j), op.ONE))
        return b.materialize(Get(j))
