"""What is inside a part of a game: the one visitor of the checked game, and of the tree that it is made from.

A *node* is a value of a class of `_MODULES`: an expression, a path, an effect, a clause. A *part* is a node or a tuple of
parts. Which fields of a class may hold nodes follows from their types and is found once for each class, so a new class
needs nothing here. What a game keeps in mappings, such as its definitions, is not inside it.

    children     the nodes directly inside a part
    nodes        all nodes inside a part, and the part itself
    followed     the same, and those inside the definitions that are used
    rewritten    a part with what is directly inside it changed
    substituted  a part with expressions in place of names
    same         whether two parts say the same, wherever they are written
    alike        the same, where names that are bound inside may have other slots
    steps        the steps of a pattern, those inside groups included
    repeats      whether a pattern may repeat a step, so that a leap continues
    names_read, reads, names_bound, free_names    the names of an expression or an effect
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from operator import attrgetter
from types import UnionType
from typing import TypeVar, Union, cast, get_args, get_origin, get_type_hints

from gdl.core import declared, model
from gdl.core import nodes as core
from gdl.core.types import Type

T = TypeVar("T")

# Where the classes of nodes are. Those of the tree are named only, as a game that is played needs none of them.
_MODULES = (
    core.__name__,
    declared.__name__,
    model.__name__,
    "gdl.tree.phrases",
    "gdl.tree.statements",
    "gdl.tree.declarations",
    "gdl.tree.syntax",
)
_SPREAD = (tuple, Union, UnionType)  # types whose arguments say what a value may hold
_KNOWN: dict[type, tuple[str, ...] | None] = {}  # of each class seen so far, its fields that may hold nodes

_HELD: dict[type, Callable[[object], Iterable[object]] | None] = {}  # what gives the values of these
_SAID: dict[type, tuple[str, ...]] = {}  # of each class seen so far, its fields that say something


def is_node(value: object) -> bool:
    return _holders(type(value)) is not None


def children(part: object) -> Iterator[object]:
    """The nodes directly inside a node, or those in a tuple, in the order in which they are declared."""
    names = _holders(type(part))
    yield from _nodes_of([getattr(part, name) for name in names] if names is not None else (part,))


_IN_SEQUENCE = ("effects", "finals", "body", "otherwise")


def effect_lists(node: object) -> dict[str, tuple[core.Effect, ...]]:
    """The effects that a node has done in sequence, by the names of its fields."""
    found = ((name, getattr(node, name, None)) for name in _IN_SEQUENCE)
    return {name: held for name, held in found if isinstance(held, tuple)}


def nodes(part: object) -> Iterator[object]:
    """Everything inside a part, and the part itself; each node before what is inside it, in the order of fields."""
    waiting = [part]
    take, add = waiting.pop, waiting.extend
    while waiting:
        item = take()
        kind = type(item)
        held = _HELD[kind] if kind in _HELD else _held_by(kind)
        if held is not None:
            yield item
            add(held(item))
        elif isinstance(item, tuple):
            add(item[::-1])


def followed(rules: object, definitions: Mapping[str, object]) -> Iterator[object]:
    """Everything in rules, and then in the definitions that they use."""
    waiting: list[object] = [rules]
    done: set[str] = set()
    while waiting:
        for node in nodes(waiting.pop()):
            yield node
            match node:
                case model.Apply():
                    name = node.definition
                case model.Result():
                    name = node.score
                case _:
                    continue
            if name in definitions and name not in done:
                done.add(name)
                waiting.append(definitions[name])


def rewritten(part: T, change: Callable[[object], object]) -> T:
    """A part with each node directly inside it given to `change`; the part itself where all of them stay the same."""
    if isinstance(part, tuple):
        return cast(T, _changed(part, change))
    made: dict[str, object] = {}
    for name in _holders(type(part)) or ():
        old = getattr(part, name)
        new = _changed(old, change)
        if new is not old:
            made[name] = new
    if not made:
        return part
    node: object = part
    assert is_dataclass(node) and not isinstance(node, type)
    return cast(T, replace(node, **made))


def substituted(part: T, given: Mapping[int, core.Expr]) -> T:
    """A part in which expressions stand in place of names, by their slots."""

    def change(node: object) -> object:
        if isinstance(node, core.Local):
            return given.get(node.slot, node)
        return rewritten(node, change)

    return cast(T, _changed(part, change))


def same(a: object, b: object) -> bool:
    """Whether two parts say the same: their spans, and the types of expressions, are not compared."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    if type(a) is type(b) and is_node(a):
        return all(same(getattr(a, name), getattr(b, name)) for name in said(type(a)))
    return a == b


def alike(a: object, b: object, paired: dict[int, int] | None = None) -> bool:
    """Whether two parts say the same but for the slots of the names that they bind themselves.

    `paired`: the slots of such names in `a`, with those in `b`.
    """
    known: dict[int, int] = {} if paired is None else paired
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(alike(x, y, known) for x, y in zip(a, b, strict=True))
    if type(a) is not type(b) or not is_node(a):
        return a == b
    if isinstance(a, core.Local) and isinstance(b, core.Local):
        return known.get(a.slot, a.slot) == b.slot
    mine, others = (_bound_here(n) for n in (a, b))
    if len(mine) != len(others) or (isinstance(a, core.Demanded) and a != b):
        return False
    known.update(zip(mine, others, strict=True))
    bound = frozenset(_BOUND) if mine else frozenset[str]()
    if isinstance(a, core.ForEach) and isinstance(b, core.ForEach):
        return alike(_inside_loop(a), _inside_loop(b), known)
    return all(alike(getattr(a, n), getattr(b, n), known) for n in said(type(a)) if n not in bound)


def _inside_loop(loop: core.ForEach) -> tuple[object, ...]:
    """What a loop says beside the names that it binds."""
    return tuple(source for _, source in loop.generators), loop.condition, loop.body


_BOUND = ("slot", "it")  # what holds the slot of a name that a node binds


def _bound_here(node: object) -> tuple[int, ...]:
    """The slots of the names that a node itself binds, in order."""
    match node:
        case core.Comprehension() | core.Ordered() | core.Quantified() | core.Reached():
            return (node.slot,)
        case core.Bind() | core.Chance():
            return (node.slot,)
        case core.Step():
            return (node.it,) if node.slot is None else (node.it, node.slot)
        case core.ForEach():
            return tuple(slot for slot, _ in node.generators)
    return ()


def steps(pattern: Iterable[core.Step]) -> Iterator[core.Step]:
    """The steps of a pattern, those inside groups included, each group before what is inside it."""
    for step in pattern:
        yield step
        yield from steps(step.group or ())


def repeats(pattern: Iterable[core.Step]) -> bool:
    """Whether a step or group of a pattern may be met otherwise than once: such a leap continues by the same offset."""
    return any(not step.is_once for step in steps(pattern))


# ---- names ---------------------------------------------------------------------------------------


def names_read(part: object) -> dict[int, Type]:
    """The slots of all names that a part reads, and their types, in the order in which they are written."""
    return {node.slot: node.type for node in nodes(part) if isinstance(node, core.Local)}


def reads(part: object, slots: Container[int]) -> bool:
    """Whether a part reads one of these names."""
    return any(isinstance(node, core.Local) and node.slot in slots for node in nodes(part))


def names_bound(part: object) -> set[int]:
    """The slots of all names that stand for something inside a part: elements of sets, sites of a path, values."""
    found = list(nodes(part))
    demanded = (slot for node in found if isinstance(node, core.Demanded) for slot, _ in node.binds)
    return {*(slot for node in found for slot in _bound_here(node)), *demanded}


def free_names(part: object) -> dict[int, Type]:
    """The names that an expression or a path reads and that something outside it gives a value, with their types."""
    bound = names_bound(part)
    return {slot: kind for slot, kind in names_read(part).items() if slot not in bound}


# ---- classes -------------------------------------------------------------------------------------


def said(kind: type) -> tuple[str, ...]:
    """The fields of a class of nodes that say something: all but the span and, of an expression, the type."""
    if kind not in _SAID:
        assert is_dataclass(kind)
        apart = ("span", "type") if issubclass(kind, core.Node) else ("span",)
        _SAID[kind] = tuple(f.name for f in fields(kind) if f.compare and f.name not in apart)
    return _SAID[kind]


def _holders(kind: type) -> tuple[str, ...] | None:
    """The fields of a class that may hold nodes, in the order of their declaration; None of what is no node."""
    if kind not in _KNOWN:
        is_of_nodes = kind.__module__ in _MODULES and is_dataclass(kind)
        _KNOWN[kind] = tuple(_found(kind)) if is_of_nodes else None
    return _KNOWN[kind]


def _held_by(kind: type) -> Callable[[object], Iterable[object]] | None:
    """What gives the values of these fields, the last one first; None of what is no node."""
    if kind not in _HELD:
        names = _holders(kind)
        _HELD[kind] = None if names is None else _getter(names[::-1])
    return _HELD[kind]


def _getter(names: tuple[str, ...]) -> Callable[[object], Iterable[object]]:
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda node: (getattr(node, names[0]),)) if names else lambda node: ()


def _found(kind: type) -> Iterator[str]:
    for name, hint in get_type_hints(kind).items():
        if _may_hold(hint):
            yield name


def _may_hold(hint: object) -> bool:
    """Whether a value of an annotated type may be a node, or a tuple that holds one."""
    if isinstance(hint, type) and get_origin(hint) is None:
        return hint.__module__ in _MODULES and is_dataclass(hint)
    return get_origin(hint) in _SPREAD and any(map(_may_hold, get_args(hint)))


def _nodes_of(values: Iterable[object]) -> Iterator[object]:
    for value in values:
        if isinstance(value, tuple):
            yield from _nodes_of(value)
        elif is_node(value):
            yield value


def _changed(value: object, change: Callable[[object], object]) -> object:
    if isinstance(value, tuple):
        made = tuple(_changed(item, change) for item in value)
        return value if all(new is old for new, old in zip(made, value, strict=True)) else made
    return change(value) if is_node(value) else value
