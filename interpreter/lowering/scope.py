"""Where expressions are lowered: a function being written, the state it looks at, who moves, and what local names hold.

A `Unit` is the program being written: its tables and functions, and how the game's states lie in memory.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from gdl import model, static
from gdl.types import Type
from interpreter import ir
from interpreter.ir import BOOL, INT, Const, Expr, Get, op
from interpreter.ir.builder import Builder
from interpreter.lowering.plan import Plan, may_be_none
from interpreter.numbering import NO_NUMBER, ActionNumbers

STATE = ir.Var("state", ir.block("state"))
CONTEXT = ir.Var("context", ir.block("context"))
MOVER = ir.Var("mover", INT)
VIEWPOINT = ir.Var("viewpoint", INT)


class NotLowered(Exception):  # noqa: N818 - an answer, not an error
    """A construct that has no machine code yet; the reference engine runs it."""


@dataclass(frozen=True, slots=True)
class Rational:
    """A number that may not be whole: numerator and denominator, which is above 0."""

    top: Expr
    bottom: Expr


Value: TypeAlias = Expr | Rational
Bound: TypeAlias = ir.Var | tuple[ir.Var, ir.Var]


_MISSING: dict[str, model.Value] = {"number": 0, "bool": False, "set": (), "text": ""}


@dataclass
class Unit:
    """The program as far as it is written. `errors` are the clauses that can go wrong in play, by number from 1."""

    plan: Plan
    numbering: ActionNumbers
    tables: dict[str, ir.Table] = field(default_factory=dict)
    functions: dict[str, ir.Function] = field(default_factory=dict)
    layouts: dict[str, ir.Layout] = field(default_factory=dict)
    errors: list[tuple[str, object]] = field(default_factory=list)
    texts: dict[str, int] = field(default_factory=dict)
    statics: dict[object, object] = field(default_factory=dict)
    alive: list[object] = field(
        default_factory=list
    )  # nodes made here, kept since they are known by identity
    begun: set[str] = field(default_factory=set)  # functions that are being written
    row: int = 1  # the words of one action in a list
    number: int = 0

    @property
    def game(self) -> model.Game:
        return self.plan.game

    def table(self, name: str, make_values: Callable[[], list[int]], size: int = 0) -> str:
        """The name of a constant table, made when it is first asked for."""
        if name not in self.tables:
            self.tables[name] = ir.Table(name, tuple(make_values()), size)
        return name

    def constant(self, prefix: str, values: tuple[int, ...], size: int = 0) -> str:
        """A table of these values, shared with equal ones."""
        key = (prefix, values, size)
        if key not in self.statics:
            self.number += 1
            self.statics[key] = f"{prefix}.{self.number}"
            self.tables[f"{prefix}.{self.number}"] = ir.Table(f"{prefix}.{self.number}", values, size)
        return str(self.statics[key])

    def text(self, value: str) -> int:
        return self.texts.setdefault(value, len(self.texts))

    def error(self, code: str, span: object) -> int:
        self.errors.append((code, span))
        return len(self.errors)


class Base:
    """A function being written. Later classes of the chain add what it can say."""

    def __init__(
        self, unit: Unit, builder: Builder, state: Expr, mover: Expr, viewpoint: Expr | None = None
    ) -> None:
        self.unit = unit
        self.plan = unit.plan
        self.game = unit.plan.game
        self.board = unit.plan.game.board
        self.b = builder
        self.state = state
        self.context: Expr = Get(CONTEXT)
        self.mover = mover
        self.viewpoint = mover if viewpoint is None else viewpoint
        self.env: dict[int, Bound] = {}
        self.types: dict[int, Type] = {}
        self.kinds_known: dict[int, int] = {}  # names of pieces whose kind is known where they are read
        self.actor: ir.Var | None = None
        self.narrowed: Expr | None = None  # the only sites from which moves are made
        self.is_changing = False  # effects are at work: a piece may be gone
        self.sure: set[str] | None = (
            None  # where no effect comes between: variables of pieces that were looked up there
        )
        self.ahead: dict[str, Expr] = {}  # cells as they will be, where a later state is asked about
        self.is_drawing = False  # one candidate is looked at, and not all

    # ---- local names

    def variables(self, kind: Type, name: str, is_whole: bool = True, slot: int | None = None) -> Bound:
        """Variables for a value of a type."""
        if kind.base == "set":
            made = self.b.fresh(name, self.plan.kept_type(kind, slot))
            if made.type.name == "list":
                self.b.clear(made)
            return made
        if kind.base == "number" and not is_whole:
            return self.b.fresh(name, INT), self.b.fresh(f"{name}.parts", INT)
        return self.b.fresh(name, BOOL if kind.base == "bool" and not kind.is_optional else INT)

    def declare(self, slot: int, kind: Type, name: str = "", is_whole: bool = True) -> Bound:
        """The variables of a slot, new ones if it has none that fit."""
        bound = self.env.get(slot)
        wants_pair = kind.base == "number" and not is_whole
        if bound is None or isinstance(bound, tuple) != wants_pair or self.types[slot] != kind:
            bound = self.env[slot] = self.variables(kind, name or f"x{slot}", is_whole, slot)
            self.types[slot] = kind
        return bound

    def bind(self, slot: int, kind: Type, value: Value, name: str = "") -> None:
        """Gives a slot a value that is no list."""
        bound = self.declare(slot, kind, name, not isinstance(value, Rational))
        if isinstance(bound, tuple):
            assert isinstance(value, Rational)
            self.b.assign(bound[0], value.top)
            self.b.assign(bound[1], value.bottom)
        else:
            assert not isinstance(value, Rational)
            if bound.type == BOOL and value.type == INT:
                value = op.lt(op.ZERO, value)
            elif bound.type == INT and value.type == BOOL:
                value = op.zext(value)
            self.b.assign(bound, value)

    def point(self, slot: int, kind: Type, var: ir.Var) -> None:
        """Lets a slot be a variable."""
        self.env[slot] = var
        self.types[slot] = kind

    def may_be_none(self, e: model.Expr) -> bool:
        """Whether a value may be none, whatever its type says."""
        return may_be_none(e, self.plan.may_be_none, self.game) or (
            isinstance(e, model.Local) and e.slot in self.types and self.types[e.slot].is_optional
        )

    @contextmanager
    def inner(self) -> Iterator[None]:
        """Names bound inside are forgotten."""
        env, types, kinds = self.env.copy(), self.types.copy(), self.kinds_known.copy()
        yield
        self.env, self.types, self.kinds_known = env, types, kinds

    def local(self, slot: int) -> Expr:
        bound = self.env[slot]
        assert isinstance(bound, ir.Var)
        return Get(bound)

    # ---- cells

    def load(self, cell: str, index: Expr = op.ZERO, of: Expr | None = None) -> Expr:
        if of is None and cell in self.ahead:
            return self.ahead[cell]
        kind = self.unit.layouts["state"].cells[cell].type
        return ir.Load(self.state if of is None else of, cell, index, kind)

    def store(self, cell: str, value: Expr, index: Expr = op.ZERO) -> None:
        self.b.store(self.state, cell, value, index)

    def has_cell(self, cell: str) -> bool:
        return cell in self.unit.layouts["state"].cells

    def load_context(self, cell: str, index: Expr = op.ZERO) -> Expr:
        """A cell of the search's context."""
        return ir.Load(self.context, cell, index, self.unit.layouts["context"].cells[cell].type)

    def store_context(self, cell: str, value: Expr, index: Expr = op.ZERO) -> None:
        self.b.store(self.context, cell, value, index)

    def fail(self, code: str, span: object) -> None:
        """Something goes wrong in play: the engine outside explains it."""
        with self.b.if_(op.eq(self.load_context("error"), op.ZERO)):
            self.store_context("error", op.number(self.unit.error(code, span)))

    def lookup(self, table: str, index: Expr) -> Expr:
        return ir.Lookup(table, index, self.unit.tables[table].type)

    def or_else(self, index: Expr, is_optional: bool, default: Expr, found: Callable[[Expr], Expr]) -> Expr:
        """`found` of an index, or the default if the index is negative."""
        if isinstance(index, Const):
            return default if index.value < 0 else found(index)
        if not is_optional:
            return found(index)
        index = self.b.materialize(index)
        return op.select(op.lt(index, op.ZERO), default, found(op.max_(index, op.ZERO)))

    # ---- what is known already

    def known(self, e: model.Expr) -> tuple[object] | None:
        """The value of a static expression, in a tuple; None when it depends on the state."""
        if isinstance(e, model.Const):
            return (e.value,)
        key = ("known", id(e))
        if key not in self.unit.statics:
            try:
                self.unit.statics[key] = (static.value(e, self.board, None, self.column),)
            except (static.NotStatic, TypeError, ZeroDivisionError):
                self.unit.statics[key] = None
        return self.unit.statics[key]  # type: ignore[return-value]

    def column(self, e: model.Attribute, kind: model.Value, index: model.Value) -> model.Value:
        """A cell of the table of kinds."""
        missing = _MISSING.get(e.type.base)
        if kind is None:
            return missing
        assert isinstance(kind, int)
        value = self.game.kinds[kind].attributes[e.name]
        if e.index is None:
            return value
        column = self.game.columns[e.name]
        if index not in column.index or not isinstance(value, tuple):
            return missing
        assert isinstance(index, int)
        return value[column.index.index(index)]

    def coded(self, value: object, kind: Type) -> Expr:
        """A known value that is no set."""
        if value is None:
            return op.number(NO_NUMBER) if kind.base == "number" else op.FALSE if kind == Type("bool") else op.NONE
        if isinstance(value, bool):
            return Const(int(value), BOOL if not kind.is_optional else INT)
        if isinstance(value, str):
            return op.number(self.unit.text(value))
        if isinstance(value, Fraction):
            raise NotLowered("a fraction")
        assert isinstance(value, int)
        return op.number(value)
