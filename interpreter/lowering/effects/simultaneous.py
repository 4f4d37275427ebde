"""`simultaneously`: all changes are written down before the first is made, and then made stage by stage.

First all that takes pieces away or gives values, in the order of the block; then all pieces that are moved leave their
places; then they arrive, in the order of the block; then new pieces come.
"""

from collections.abc import Callable, Mapping
from dataclasses import field

from gdl.core import model
from gdl.core.types import Type
from gdl.core.visit import names_read, nodes
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter import ir
from interpreter.ir import INT, Expr, op
from interpreter.lowering.effects import changes
from interpreter.lowering.effects.dispatch import MAX_WAYS, effect, for_each, for_path
from interpreter.lowering.function import Function
from interpreter.lowering.memory import Settings
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.store.numbered import numbered
from interpreter.lowering.terms import as_number, as_typed
from interpreter.lowering.values.sets import questions

INTS, SETS = 10, 3  # names of each sort that one effect may read
# columns of a piece that is moved; the last: the first of its fields
_PIECE, _TO, _UNDER, _GOES, _GIVEN = range(5)
_MADE = 3  # the column of the first field of a new piece


@dataclass(slots=True)
class _Leaf:
    """An effect that makes one change, with the names that it reads."""

    effect: model.Effect
    names: list[tuple[int, Type]] = field(default_factory=list)

    @property
    def moves(self) -> bool:
        return isinstance(self.effect, model.MoveTo)

    @property
    def makes(self) -> bool:
        return isinstance(self.effect, model.Place | model.Stock)


class _Changes:
    """The changes that are written down: a block of the function's own, a row for each."""

    def __init__(self, f: Function, e: model.Simultaneously) -> None:
        known = [n for n in nodes(e.body) if isinstance(n, _JUDGED)]
        self.leaves = [_Leaf(n) for n in known]
        self._codes = {id(n): code for code, n in enumerate(known)}
        columns = max([INTS, *(_GIVEN + len(n.settings) for n in known if isinstance(n, _WITH_FIELDS))])
        cells = [ir.Cell("number", 1, 64), ir.Cell("code", MAX_WAYS, 64)]
        cells += [ir.Cell(f"v{i}", MAX_WAYS, 64) for i in range(columns)]
        if f.facts.sites and not f.facts.pieces.is_huge:
            cells += [ir.Cell(f"s{i}", MAX_WAYS, size=f.facts.sites) for i in range(SETS)]
        self.block = f.b.allocate("changes", f.program.layout("changes", cells))
        f.b.store(self.block, "number", op.ZERO)

    @property
    def count(self) -> Expr:
        return ir.Load(self.block, "number", op.ZERO, INT)

    def cell(self, name: str, row: Expr) -> Expr:
        return ir.Load(self.block, name, row, INT)

    def leaf(self, e: model.Effect) -> int:
        """The number of an effect that is done later with the names as they are now."""
        self.leaves.append(_Leaf(e))
        return len(self.leaves) - 1

    def code(self, e: model.Effect) -> int:
        """The number of an effect that is judged."""
        return self._codes[id(e)]

    def record(self, f: Function, code: int, values: list[Expr], sets: "list[Expr] | None" = None) -> None:
        b = f.b
        with b.if_(op.le(op.number(MAX_WAYS), self.count)):
            f.fail("capacity", None)
            b.store(self.block, "number", op.ZERO)
        b.store(self.block, "code", op.number(code), self.count)
        for i, v in enumerate(values):
            b.store(self.block, f"v{i}", as_number(v), self.count)
        for i, v in enumerate(sets or []):
            b.store(self.block, f"s{i}", v, self.count)
        b.store(self.block, "number", op.add(self.count, op.ONE))

    def giving(self, name: str) -> dict[int, int]:
        """The effects that give this field a value, each with the column in which that stands."""
        found: dict[int, int] = {}
        for code, leaf in enumerate(self.leaves):
            match leaf.effect:
                case model.SetField(field=given) if given == name:
                    found[code] = 1
                case model.MoveTo(settings=settings) if name in (names := [given for given, _ in settings]):
                    found[code] = _GIVEN + names.index(name)
        return found

    def refuse_conflict(
        self, f: Function, columns: Mapping[int, int], key: Expr, value: Expr, span: Span
    ) -> None:
        """An earlier change of the same thing to something else goes wrong. `columns`: where each effect has its value."""
        with f.b.for_range("j", op.ZERO, self.count) as j:
            code = self.cell("code", j)
            for column in sorted(set(columns.values())):
                is_same: Expr = op.FALSE
                for c in (c for c, at in columns.items() if at == column):
                    is_same = op.or_(is_same, op.eq(code, op.number(c)))
                is_same = op.and_(is_same, op.eq(self.cell("v0", j), key))
                differs = op.ne(self.cell(f"v{column}", j), as_number(value))
                with f.b.if_(op.and_(is_same, differs)):
                    f.fail("conflicting-writes", span)


_WITH_FIELDS = (model.MoveTo, model.Place)
_JUDGED = (model.SetField, model.Remove, *_WITH_FIELDS)


def simultaneously(f: Function, e: model.Simultaneously) -> None:
    found, g = _Changes(f, e), f.inner()
    for inner in e.body:
        _judge(g, inner, found)
    moving = [c for c, leaf in enumerate(found.leaves) if leaf.moves]
    making = [c for c, leaf in enumerate(found.leaves) if leaf.makes]
    _stage(f, found, [c for c in range(len(found.leaves)) if c not in {*moving, *making}], _make)
    for do in (_weigh, _leave, _arrive):
        _stage(f, found, moving, do)
    _stage(f, found, making, _make)


def _stage(
    f: Function,
    found: _Changes,
    codes: list[int],
    do: "Callable[[Function, _Leaf, _Changes, Expr], None]",
) -> None:
    """Goes through the changes that some effects make."""
    if not codes:
        return
    with f.b.for_range("i", op.ZERO, found.count) as i:
        code = f.b.materialize(found.cell("code", i))
        for number in codes:
            with f.b.if_(op.eq(code, op.number(number))):
                do(f.inner(), found.leaves[number], found, i)


# ---- writing down


def _judge(f: Function, e: model.Effect, found: _Changes) -> None:
    match e:
        case model.SetField():
            _judge_field(f, e, found)
        case model.Remove():
            g = f.inner()
            with questions.each(g, e.pieces) as p:
                found.record(g, found.code(e), [p])
        case model.MoveTo():
            _judge_move(f, e, found)
        case model.Place():
            kind, owner, settings = changes.new_piece(f, e)
            g = f.inner()
            with questions.each(g, e.sites) as s:
                given = [kind, owner, *(v for _, v, _ in settings)]
                found.record(g, found.code(e), [f.b.materialize(s), *given])
        case model.Branch():
            with f.b.if_else(f.truth(e.condition)) as branch:
                _judge_all(f, e.body, found)
                branch.otherwise()
                _judge_all(f, e.otherwise, found)
        case model.ForEach():
            for_each(f, e.generators, e.condition, lambda g: _judge_all(g, e.body, found))
        case model.ForPath():
            for_path(f, e.path, lambda g: _judge_all(g, e.body, found))
        case model.Bind() | model.Chance() | model.Finish():
            effect(f, e)
        case _:
            _judge_other(f, e, found)


def _judge_all(f: Function, body: tuple[model.Effect, ...], found: _Changes) -> None:
    for e in body:
        _judge(f, e, found)


def _judge_field(f: Function, e: model.SetField, found: _Changes) -> None:
    holder = f.materialized(e.holder) if e.holder is not None else op.ZERO
    value = changes.new_value(f, e)
    with f.b.if_(op.is_some(holder) if e.holder is not None else op.TRUE):
        found.refuse_conflict(f, found.giving(e.field), holder, value, e.span)
        found.record(f, found.code(e), [holder, value])


def _judge_move(f: Function, e: model.MoveTo, found: _Changes) -> None:
    piece = f.materialized(e.piece)
    to, _ = changes.place_meant(f, e.to)
    settings = changes.settings_of(f, e.settings)
    with f.b.if_(op.and_(f.pieces.is_there(f, piece), op.is_some(to))):
        _refuse_two_places(f, found, piece, to, op.number(int(e.is_under)), e.span)
        for name, value, _ in settings:
            found.refuse_conflict(f, found.giving(name.name), piece, value, e.span)
        given = [v for _, v, _ in settings]
        found.record(f, found.code(e), [piece, to, op.number(int(e.is_under)), op.NONE, *given])


def _refuse_two_places(f: Function, found: _Changes, piece: Expr, to: Expr, under: Expr, span: Span) -> None:
    moving = [c for c, leaf in enumerate(found.leaves) if leaf.moves]
    found.refuse_conflict(f, dict.fromkeys(moving, _TO), piece, to, span)
    if any(isinstance(x.effect, model.MoveTo) and x.effect.is_under for x in found.leaves):
        found.refuse_conflict(f, dict.fromkeys(moving, _UNDER), piece, under, span)


def _judge_other(f: Function, e: model.Effect, found: _Changes) -> None:
    """An effect that is done later with the names as they are now."""
    scope, domains, code = f.scope, f.facts.domains, found.leaf(e)
    slots = [s for s in names_read(e) if s in scope.variables]
    scalars = [s for s in slots if scope.types[s].base != "set"]
    of_sets = [s for s in slots if scope.types[s].base == "set"]
    if (
        len(scalars) > INTS
        or len(of_sets) > SETS
        or any(isinstance(scope.variables[s], tuple) for s in slots)
        or any(domains.type_in_name(scope.types[s], s).name == "list" for s in of_sets)
    ):
        raise NotLowered("an effect with many names inside `simultaneously`")
    found.leaves[code].names = [(s, scope.types[s]) for s in (*scalars, *of_sets)]
    found.record(f, code, [f.local(s) for s in scalars], [f.local(s) for s in of_sets])


# ---- moving


def _weigh(f: Function, leaf: _Leaf, found: _Changes, i: Expr) -> None:
    """Notes whether a piece goes elsewhere. What is gone does not."""
    b, e = f.b, leaf.effect
    piece, to = (b.materialize(found.cell(f"v{column}", i)) for column in (_PIECE, _TO))
    goes = f.pieces.is_there(f, piece)
    if not _is_to_ordered(f, e):
        goes = op.and_(goes, op.ne(f.pieces.place_of(f, piece), to))
    b.store(found.block, f"v{_GOES}", op.zext(goes), i)
    for k, (given, value, _) in enumerate(_settings(f, leaf, found, i, _GIVEN)):
        if given.type.base == "piece":
            b.store(found.block, f"v{_GIVEN + k}", f.pieces.alive(f, value), i)


def _is_to_ordered(f: Function, e: model.Effect) -> bool:
    return (
        isinstance(e, model.MoveTo) and isinstance(e.to, model.PoolOf) and f.game.pools[e.to.name].is_ordered
    )


def _leave(f: Function, leaf: _Leaf, found: _Changes, i: Expr) -> None:
    piece = f.b.materialize(found.cell(f"v{_PIECE}", i))
    goes = op.lt(op.ZERO, found.cell(f"v{_GOES}", i))
    with f.b.if_(op.and_(goes, f.pieces.is_there(f, piece))):
        numbered(f).lift(f, piece)


def _arrive(f: Function, leaf: _Leaf, found: _Changes, i: Expr) -> None:
    """A piece that has left its place comes to another one; one that is there already may get fields."""
    b, e = f.b, leaf.effect
    piece, to = (b.materialize(found.cell(f"v{column}", i)) for column in (_PIECE, _TO))
    settings = _settings(f, leaf, found, i, _GIVEN)
    is_under = isinstance(e, model.MoveTo) and e.is_under
    with b.if_else(f.pieces.is_there(f, piece)) as branch:
        if settings:
            f.pieces.move_to(f, piece, to, settings, e.span)
        branch.otherwise()
        with (
            b.if_(op.lt(op.ZERO, found.cell(f"v{_GOES}", i))),
            b.if_else(f.pieces.is_taken(f, to)) as other,
        ):
            f.fail("occupied-site", e.span)
            other.otherwise()
            numbered(f).land(f, piece, to, settings, e.span, is_under)


# ---- making


def _settings(f: Function, leaf: _Leaf, found: _Changes, i: Expr, first: int) -> Settings:
    """The fields that a piece gets, as they were written down from a column on."""
    e = leaf.effect
    return [
        (f.facts.field(name), f.b.materialize(found.cell(f"v{first + k}", i)), f.may_be_none(given))
        for k, (name, given) in enumerate(e.settings if isinstance(e, _WITH_FIELDS) else ())
    ]


def _make(f: Function, leaf: _Leaf, found: _Changes, i: Expr) -> None:
    """Makes a change that was written down."""
    e = leaf.effect

    def value(column: int) -> Expr:
        return f.b.materialize(found.cell(f"v{column}", i))

    match e:
        case model.SetField():
            given = value(1)
            if e.value.type.base == "piece":
                given = f.b.materialize(f.pieces.alive(f, given))
            changes.write(f, e, value(0), given)
        case model.Remove():
            changes.take_away(f, value(0), e.is_capture)
        case model.Place():
            settings = [
                (to, f.b.materialize(f.pieces.alive(f, x)) if to.type.base == "piece" else x, is_optional)
                for to, x, is_optional in _settings(f, leaf, found, i, _MADE)
            ]
            changes.settle_down(f, e.span, value(1), value(2), value(0), settings)
        case _:
            _bind_names(f, leaf, found, i)
            effect(f, e)


def _bind_names(f: Function, leaf: _Leaf, found: _Changes, i: Expr) -> None:
    ints = sets = 0
    for slot, of in leaf.names:
        if of.base == "set":
            kind = f.facts.domains.type_in_name(of, slot)
            if kind.name == "list" or kind.size != f.facts.sites:
                raise NotLowered("a set inside `simultaneously`")
            f.bind(slot, of, ir.Load(found.block, f"s{sets}", i, kind))
            sets += 1
        else:
            held = f.b.materialize(found.cell(f"v{ints}", i))
            f.bind(slot, of, as_typed(held, of))
            ints += 1
