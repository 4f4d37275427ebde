"""What an action binds and chooses: its names, how functions of the program are given them, and its choices as a number.

The choices of a step are the digits of one number, from which they can be read again."""

import math
from collections.abc import Iterable

from gdl.core import model
from gdl.core.types import PIECE, SITE, Type, set_of
from gdl.core.visit import nodes
from gdl.limits import LARGEST
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import BOOL, INT, Expr, Get, Var, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.facts.value_ranges import holds_none
from interpreter.lowering.function import Function
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.store import fields
from interpreter.lowering.terms import as_number
from interpreter.lowering.values.paths.lines import named, slot_of
from interpreter.lowering.values.sets.questions import over_variable
from interpreter.shared.numbering import NO_NUMBER, WORD, Domain, ListDomain, PieceDomain, SetDomain


@dataclass(frozen=True, slots=True)
class Name:
    """A name that an action binds; functions of the action are given its value."""

    slot: int
    type: Type
    text: str


def parameter_names(action: model.Action) -> tuple[Name, ...]:
    return tuple(Name(slot, kind, text) for text, slot, kind in action.parameters)


def bound_names(action: model.Action) -> tuple[Name, ...]:
    """The parameters, and what the action's parts bind, each name once."""
    found = {name.slot: name for name in parameter_names(action)}

    def add(slot: int, kind: Type, text: str) -> None:
        found.setdefault(slot, Name(slot, kind, text))

    if action.form == "move":
        add(action.piece, PIECE, "piece")
        add(action.origin, SITE, "from")
    for part in action.parts:
        match part:
            case model.Choose():
                found[part.slot] = Name(part.slot, chosen_type(part), part.name)
            case model.ChooseSet():
                found[part.slot] = Name(part.slot, set_of(element_of(part.source)), part.name)
            case model.Along():
                add(part.to, SITE, "to")
                for step in (s for each in part.path.steps for s in named(each)):
                    add(slot_of(step), set_of(SITE) if step.collects else SITE, step.name)
    return tuple(found.values())


def chosen_type(part: model.Choose) -> Type:
    """The type of a choice: a piece may be gone later, and a set may have none in it."""
    kind = element_of(part.source)
    return kind.or_none if holds_none(part.source) or kind.base == "piece" else kind


def names_before(action: model.Action, index: int) -> frozenset[int]:
    """The names that an action binds, apart from those of its paths from the part `index` on."""
    slots = {action.piece, action.origin, action.to} | {c.slot for c in action.choices}
    for part in action.parts[:index]:
        slots |= {
            e.slot
            for e in nodes(part)
            if isinstance(e, model.Choose | model.ChooseSet | model.Step) and e.slot is not None
        }
    return frozenset(slots)


# ---- as parameters


def parameters_of(f: Function, names: Iterable[Name]) -> tuple[Var, ...]:
    return tuple(Var(f"n{n.slot}.{n.text}", _type_of(f, n)) for n in names)


def _type_of(f: Function, n: Name) -> ir.Type:
    if n.type.base == "set":
        return f.facts.domains.type_in_name(n.type, n.slot)
    return BOOL if n.type.base == "bool" and not n.type.is_optional else INT


def take(f: Function, names: Iterable[Name], variables: Iterable[Var]) -> None:
    """Names hold what the function was given."""
    for n, var in zip(names, variables, strict=True):
        if var.type.name == "list":
            f.point(n.slot, n.type, var)
        else:
            f.bind(n.slot, n.type, Get(var), n.text)


def handed(f: Function, names: Iterable[Name]) -> list[Expr]:
    """What names hold, to be given to a function; -1 for a name that holds nothing yet."""
    made: list[Expr] = []
    for n in names:
        bound = f.scope.variables.get(n.slot)
        if bound is None:
            made.append(op.NONE)
            continue
        if isinstance(bound, tuple):
            raise NotLowered("a fraction that is chosen")
        if n.type.base == "set" and bound.type != _type_of(f, n):
            raise NotLowered("a set that is handed on in another form")
        made.append(Get(bound))
    return made


# ---- numbers


LARGEST_TABLE = 1 << 16  # entries of a table by which choices are numbered


def code(f: Function, action: model.Action, is_further: bool = False) -> Expr:
    """The choices of a step as one number."""
    numbers = f.facts.numbers
    domains = numbers.repeated[action.index] if is_further else numbers.domains[action.index]
    choices = action.repeated if is_further else action.choices
    made: Expr = op.ZERO
    for domain, choice in zip(domains, choices, strict=True):
        made = op.add(op.mul(made, op.number(domain.size)), _digit(f, domain, choice))
    return made


def number(f: Function, action: model.Action, code: Expr) -> Expr:
    """The number of an action that does not repeat, by the number of its choices."""
    return op.add(first_number(f, action), code)


def first_number(f: Function, action: model.Action) -> Expr:
    numbers = f.facts.numbers
    first, last = numbers.span(action)
    if numbers.codes[action.index] + last - first > WORD:
        raise NotLowered(f"the numbers of `{action.name}`")
    return op.number(numbers.codes[action.index])


def _digit(f: Function, domain: Domain, choice: model.Choice) -> Expr:
    if isinstance(domain, SetDomain):
        return _of_set(f, domain, choice)
    value = f.local(choice.slot)
    if isinstance(domain, PieceDomain):
        return _described(f, domain, value)
    if choice.type.base == "piece":
        value = f.pieces.site_of(f, value, True)
    return _rank(f, domain, as_number(value), choice.type.base == "number")


def _of_set(f: Function, domain: SetDomain, choice: model.Choice) -> Expr:
    """The place of a chosen set, whose elements are in increasing order, among the sets that may be chosen."""
    b, width = f.b, domain.most + 1
    highest = domain.count + domain.most * domain.may_repeat
    if highest * width > LARGEST_TABLE:
        raise NotLowered("a set out of very many elements")
    below = [min(math.comb(r, i), LARGEST) for r in range(highest) for i in range(width)]
    total, size = b.variable("rank", op.ZERO), b.variable("size", op.ZERO)
    with over_variable(f, f.variable(choice.slot)) as x:
        rank = element_rank(f, domain, choice, x)
        b.assign(size, op.add(Get(size), op.ONE))
        if domain.may_repeat:
            rank = op.add(rank, op.sub(Get(size), op.ONE))
        at = op.add(op.mul(rank, op.number(width)), Get(size))
        b.assign(total, op.add(Get(total), f.table("below", tuple(below), b.materialize(at))))
    starts = tuple(domain.starts.get(n, 0) for n in range(width))
    return op.add(f.table("starts", starts, Get(size)), Get(total))


def element_rank(f: Function, domain: SetDomain, choice: model.Choice, x: Expr) -> Expr:
    """The place of an element of a chosen set among those that there may be."""
    element = domain.element
    if isinstance(element, PieceDomain):
        return _described(f, element, x)
    if choice.is_by_kind:
        x = f.pieces.kind_of(f, x, False)
    kind = choice.type.element
    assert kind is not None
    if kind.base == "piece":
        x = f.pieces.site_of(f, x, True)
    return _rank(f, element, as_number(x), kind.base == "number")


def _rank(f: Function, domain: ListDomain, value: Expr, is_number: bool) -> Expr:
    """The place of a value in its domain."""
    none, codes = NO_NUMBER if is_number else ir.NONE, _codes(f, domain, is_number)
    if not codes:
        return op.ZERO
    if _is_run(codes):
        return op.sub(value, op.number(codes[0]))
    plain = [c for c in codes if c != none]
    low, high = min(plain, default=0), max(plain, default=0)
    if high - low > LARGEST_TABLE:
        return _rank_of_few(f, codes, value)
    ranks = [0] * (high - low + 2)
    for rank, c in enumerate(codes):
        ranks[0 if c == none else c - low + 1] = rank
    table = f.program.constant("rank", tuple(ranks))
    value = f.b.materialize(value)
    at = op.add(op.sub(value, op.number(low)), op.ONE)
    is_none = op.eq(value, op.number(none)) if none in codes else op.FALSE
    at = op.select(is_none, op.ZERO, at)
    return f.lookup(table, op.max_(op.ZERO, op.min_(at, op.number(len(ranks) - 1))))


def _rank_of_few(f: Function, codes: tuple[int, ...], value: Expr) -> Expr:
    """The place of a value among some that lie far apart: each is compared with it."""
    b, found = f.b, f.b.variable("rank", op.ZERO)
    value, table = b.materialize(value), f.program.constant("values", codes)
    with b.for_range("i", op.ZERO, op.number(len(codes))) as i, b.if_(op.eq(f.lookup(table, i), value)):
        b.assign(found, i)
        b.break_loop()
    return Get(found)


def _codes(f: Function, domain: ListDomain, is_number: bool) -> tuple[int, ...]:
    none = NO_NUMBER if is_number else ir.NONE
    made = f.program.once(
        (id(domain), none), lambda: (domain, tuple([none if v is None else int(v) for v in domain.values]))
    )
    return made[1]  # the domain is kept with them, so that no other one gets its identity


def _is_run(codes: tuple[int, ...]) -> bool:
    return codes == tuple(range(codes[0], codes[0] + len(codes)))


def _described(f: Function, domain: PieceDomain, piece: Expr) -> Expr:
    """A piece that is known by what it is: its site, owner, kind and fields as digits."""
    piece = f.b.materialize(piece)
    plain = [x for x in f.facts.piece_fields if x.type.base != "piece"]
    values: list[tuple[Expr, bool]] = [
        (f.pieces.site_of(f, piece, False), False),
        (f.pieces.owner_of(f, piece, False), False),
        (f.pieces.kind_of(f, piece, False), False),
        *((as_number(fields.read(f, x, piece)), x.type.base == "number") for x in plain),
    ]
    made: Expr = op.ZERO
    for digit, (value, is_number) in zip(domain.digits, values, strict=True):
        made = op.add(op.mul(made, op.number(digit.size)), _rank(f, digit, value, is_number))
    return made


def bind_choices(f: Function, action: model.Action, code: Expr) -> None:
    """Binds a step's choices to what its number says. The action's parts are choices from lists, and conditions."""
    b = f.b
    parts = [part for part in action.parts if isinstance(part, model.Choose)]
    domains = f.facts.numbers.domains[action.index]
    values: list[Expr] = []
    for domain, choice in zip(reversed(domains), reversed(action.choices), strict=True):
        assert isinstance(domain, ListDomain)
        rank = b.materialize(op.mod(code, op.number(domain.size)))
        values.append(b.materialize(value_of(f, domain, rank, choice.type.base == "number")))
        code = b.materialize(op.div(code, op.number(domain.size)))
    values.reverse()
    if action.form == "move":
        origin = values.pop(0)
        f.bind(action.piece, PIECE, f.pieces.seen_at(f, origin), "piece")
        f.bind(action.origin, SITE, origin, "from")
    for part, value in zip(parts, values, strict=True):
        kind = chosen_type(part)
        if kind.base == "piece":
            value = f.pieces.seen_at(f, value)
        f.bind(part.slot, kind, value, part.name)


def value_of(f: Function, domain: ListDomain, rank: Expr, is_number: bool) -> Expr:
    """The value with a place in its domain."""
    codes = _codes(f, domain, is_number)
    if _is_run(codes):
        return op.add(rank, op.number(codes[0]))
    return f.table("value", codes, rank)
