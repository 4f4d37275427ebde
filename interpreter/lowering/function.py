"""The context in which code is written: a function of the program, where in the rules we are, and what is known there.

A `Function` is passed along to whatever writes code. It is immutable: what holds for a while (another viewpoint, effects
that may have removed pieces, a later state) is a child context made by one of its methods. Only its `Scope` grows, as
names are bound; `inner()` gives a child whose names are forgotten outside.

Expressions, sets, conditions and paths nest in each other. `Forms` is how one of them calls the others without knowing
their modules; `lowering/forms.py` wires it in one place.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import field, replace
from fractions import Fraction
from typing import Protocol

from gdl.boards.board import Board
from gdl.core import model
from gdl.core.types import Type
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter import ir
from interpreter.ir import BOOL, INT, VOID, Const, Expr, Get, op
from interpreter.ir.builder import Builder
from interpreter.lowering.facts.domains import none_of
from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.facts.value_ranges import is_whole, may_be_none
from interpreter.lowering.memory import PieceStore
from interpreter.lowering.program import Decision, ProgramBuilder
from interpreter.lowering.refusals import NotLowered, Refused, accepted
from interpreter.lowering.terms import Enough, Rational, Value, Variable
from interpreter.shared.numbering import NO_NUMBER

STATE = ir.Var("state", ir.block("state"))
CONTEXT = ir.Var("context", ir.block("context"))
OUT = ir.Var("out", ir.block("state"))
MOVER = ir.Var("mover", INT)
_ERROR = ir.Var("number", INT)
VIEWPOINT = ir.Var("viewpoint", INT)


# ---- plans ------------------------------------------------------------------------------------------


class SetPlan(Protocol):
    """The form in which a set is looked at. What a form does not say itself follows from its bits, or from its loop."""

    @property
    def e(self) -> model.Expr: ...

    def bits(self, f: "Function") -> Expr:
        """The set as bits. Its elements' type has a known number of values."""

    def bits_until(self, f: "Function", enough: Enough) -> Expr:
        """The set as bits; a part of it may do, if that is enough."""

    def grows(self, f: "Function") -> bool:
        """Whether the set is found bit by bit, so that a part of it may be enough."""

    def loop(self, f: "Function", name: str, ordered: bool) -> AbstractContextManager[Expr]:
        """A loop over the elements; in the language's order where `ordered`. Leave it by `b.break_`."""

    def contains(self, f: "Function", x: Expr) -> Expr:
        """Whether a value is an element."""

    def append_to(self, f: "Function", made: ir.Var) -> None:
        """Adds the elements to a list, in the language's order."""

    def is_by_bits(self, f: "Function") -> bool:
        """Whether the set is best looked at as bits."""

    def nonempty(self, f: "Function") -> Expr: ...

    def kept_count(self, f: "Function") -> Expr | None:
        """How many elements there are, where that is kept."""

    def nth_of_kept(self, f: "Function", number: Expr) -> Expr:
        """The element with a number from 0, of a set whose count is kept and higher."""


class ConditionPlan(Protocol):
    """A condition on a name as the set of all values for which it holds."""

    def members(self, f: "Function", size: int) -> Expr: ...


class Forms(Protocol):
    """How the forms of expressions are lowered: each may call the others by this."""

    def value(self, f: "Function", e: model.Expr) -> Value: ...

    def plan_set(self, e: model.Expr, scope: "Scope") -> SetPlan: ...

    def plan_condition(
        self, e: model.Expr, slots: frozenset[int], scope: "Scope"
    ) -> ConditionPlan | Refused: ...

    def ways(
        self, f: "Function", path: model.Path, start: Expr | None = None
    ) -> "AbstractContextManager[tuple[Function, Expr]]": ...

    def simultaneously(self, f: "Function", e: model.Simultaneously) -> None: ...

    def enumeration(self, f: "Function", action: model.Action) -> str:
        """The function that goes through an action's candidates."""

    def decision(self, f: "Function") -> str:
        """The function that says which decision is at hand."""

    def can_make(self, f: "Function", actions: tuple[str, ...]) -> str:
        """The function that says whether a player could make one of these actions."""

    def can_move(self, f: "Function") -> str:
        """The function that says whether a player could make any action."""

    def choices(self, f: "Function") -> str:
        """The function that says how many actions a player could make."""


# ---- names ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Scope:
    """What is known of the names where an expression stands. `variables` are theirs, once code is written.

    `kinds`: names of pieces whose kind is known. `is_changing`: effects are at work, so a piece may be gone. `certain`:
    variables of pieces that were looked up where no effect comes between; None where that is not known.
    """

    facts: Facts
    forms: Forms
    types: dict[int, Type] = field(default_factory=dict)
    variables: dict[int, Variable] = field(default_factory=dict)
    kinds: dict[int, int] = field(default_factory=dict)
    is_changing: bool = False
    certain: set[str] | None = None

    def inner(self) -> "Scope":
        """A child: names bound in it are unknown here."""
        return replace(
            self, types=self.types.copy(), variables=self.variables.copy(), kinds=self.kinds.copy()
        )

    @property
    def game(self) -> model.Game:
        return self.facts.game

    @property
    def fractions(self) -> frozenset[int]:
        """The names of numbers that may not be whole."""
        return frozenset(slot for slot, var in self.variables.items() if isinstance(var, tuple))

    def may_be_none(self, e: model.Expr) -> bool:
        """Whether a value may be none, whatever its type says."""
        if may_be_none(e, self.facts.optional, self.facts.game):
            return True
        return isinstance(e, model.Local) and e.slot in self.types and self.types[e.slot].is_optional

    def is_whole(self, e: model.Expr) -> bool:
        """Whether a number is always whole."""
        return is_whole(e, self.facts.game, self.fractions)

    def condition(self, e: model.Expr, *slots: int) -> ConditionPlan | None:
        """A condition on names as a set of their values; None if it is no set algebra."""
        return accepted(self.algebra(e, *slots))

    def algebra(self, e: model.Expr, *slots: int) -> ConditionPlan | Refused:
        """The same, or why it is no set algebra."""
        return self.forms.plan_condition(e, frozenset(slots), self)

    def set(self, e: model.Expr) -> SetPlan:
        return self.forms.plan_set(e, self)


# ---- the context ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SharedSets:
    """Sets that are made once while the state stays as it is, each with whether it is made; seen by these players."""

    mover: Expr
    viewpoint: Expr
    sets: dict[str, tuple[ir.Var, ir.Var]]


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the program, and where in it we are.

    `pieces`: how pieces lie in memory. `actor`: the variable of the piece that moves. `predicted`: cells as a later state
    has them, where such a state is asked about.
    """

    program: ProgramBuilder
    scope: Scope
    pieces: "PieceStore[Function]"
    b: Builder
    state: Expr
    mover: Expr
    viewpoint: Expr
    actor: ir.Var | None = None
    predicted: Mapping[str, Expr] = field(default_factory=dict)
    shared: SharedSets | None = None

    # ---- what is known

    @property
    def facts(self) -> Facts:
        return self.scope.facts

    @property
    def game(self) -> model.Game:
        return self.scope.facts.game

    @property
    def board(self) -> Board:
        return self.scope.facts.game.board

    @property
    def context(self) -> Expr:
        return Get(CONTEXT)

    @property
    def arguments(self) -> tuple[Expr, Expr]:
        """What most functions are given: the state and the context."""
        return self.state, self.context

    # ---- child contexts

    def inner(self) -> "Function":
        """Names bound inside are forgotten outside."""
        return replace(self, scope=self.scope.inner())

    def seen_by(self, viewpoint: Expr) -> "Function":
        return replace(self, viewpoint=viewpoint)

    def seen_by_mover(self) -> "Function":
        return replace(self, viewpoint=self.mover)

    def moved_by(self, player: Expr) -> "Function":
        """Another player moves, who is the viewpoint, too."""
        return replace(self, mover=player, viewpoint=player)

    def at(self, state: Expr) -> "Function":
        return replace(self, state=state)

    def at_word(self, at: Expr) -> "Function":
        """Another state, which begins at a word of memory."""
        return self.at(self.b.materialize(ir.BlockOf(op.mul(at, op.number(8)), ir.block("state")), "state"))

    def changing(self, is_changing: bool = True) -> "Function":
        """Effects are at work, or no longer; the names are the same."""
        return replace(self, scope=replace(self.scope, is_changing=is_changing))

    def looking_up(self) -> "Function":
        """No effect comes from here on: what is looked up stays as it is."""
        return replace(self, scope=replace(self.scope, certain=set()))

    def moving(self, actor: ir.Var | None) -> "Function":
        return replace(self, actor=actor)

    def predicting(self, cells: Mapping[str, Expr]) -> "Function":
        """Cells have other values, those of a later state."""
        return replace(self, predicted={**self.predicted, **cells})

    # ---- other forms

    def value(self, e: model.Expr) -> Value:
        return self.scope.forms.value(self, e)

    def scalar(self, e: model.Expr) -> Expr:
        """The value of an expression that is a whole number, an index or a truth."""
        value = self.value(e)
        if isinstance(value, Rational):
            raise NotLowered("a fraction where a whole number is kept")
        return value

    def truth(self, e: model.Expr) -> Expr:
        """A condition; `none` is false."""
        value = self.scalar(e)
        return value if value.type == BOOL else op.lt(op.ZERO, value)

    def holds(self, condition: model.Expr | None) -> Expr:
        """Whether a condition holds, if there is one."""
        return self.truth(condition) if condition is not None else op.TRUE

    def materialized(self, e: model.Expr) -> Expr:
        """The same as `scalar`, evaluated now and only once."""
        return self.b.materialize(self.scalar(e))

    def set(self, e: model.Expr) -> SetPlan:
        plan = self.scope.set(e)
        self.decide(e.span, "set", plan)
        return plan

    def ways(
        self, path: model.Path, start: Expr | None = None
    ) -> "AbstractContextManager[tuple[Function, Expr]]":
        return self.scope.forms.ways(self, path, start)

    def decide(self, span: Span, subject: str, plan: object) -> None:
        """Notes a plan, for whoever wants to know how a rule is run."""
        self.program.decisions.append(Decision(self.b.name, span, subject, plan))

    # ---- names

    def variable_for(self, kind: Type, name: str, is_whole: bool = True, slot: int | None = None) -> Variable:
        """A new variable for a value of a type; a list is empty."""
        b = self.b
        if kind.base == "set":
            kept = self.facts.domains.type_in_name(kind, slot)
            return b.new_list(name, kept.size) if kept.name == "list" else b.fresh(name, kept)
        if kind.base == "number" and not is_whole:
            return b.fresh(name, INT), b.fresh(f"{name}.parts", INT)
        return b.fresh(name, BOOL if kind.base == "bool" and not kind.is_optional else INT)

    def declare(self, slot: int, kind: Type, name: str = "", is_whole: bool = True) -> Variable:
        """The variable of a slot, a new one if it has none that fits."""
        scope = self.scope
        bound = scope.variables.get(slot)
        wants_pair = kind.base == "number" and not is_whole
        if bound is None or isinstance(bound, tuple) != wants_pair or scope.types[slot] != kind:
            bound = scope.variables[slot] = self.variable_for(kind, name or f"x{slot}", is_whole, slot)
            scope.types[slot] = kind
        return bound

    def bind(self, slot: int, kind: Type, value: Value, name: str = "") -> None:
        """Gives a slot a value that is no list."""
        bound = self.declare(slot, kind, name, not isinstance(value, Rational))
        if isinstance(bound, tuple):
            assert isinstance(value, Rational)
            self.b.assign(bound[0], value.top)
            self.b.assign(bound[1], value.bottom)
            return
        assert not isinstance(value, Rational)
        if bound.type == BOOL and value.type == INT:
            value = op.lt(op.ZERO, value)
        elif bound.type == INT and value.type == BOOL:
            value = op.zext(value)
        self.b.assign(bound, value)

    def point(self, slot: int, kind: Type, variable: Variable) -> None:
        """Lets a slot be a variable."""
        self.scope.variables[slot] = variable
        self.scope.types[slot] = kind

    def forget(self, slot: int) -> None:
        """A name gets a variable of its own when it is bound again."""
        self.scope.variables.pop(slot, None)

    def variable(self, slot: int) -> ir.Var:
        bound = self.scope.variables[slot]
        assert isinstance(bound, ir.Var)
        return bound

    def local(self, slot: int) -> Expr:
        return Get(self.variable(slot))

    def may_be_none(self, e: model.Expr) -> bool:
        return self.scope.may_be_none(e)

    # ---- cells

    def has_cell(self, cell: str) -> bool:
        return cell in self.facts.state.cells

    def load(self, cell: str, index: Expr = op.ZERO, of: Expr | None = None) -> Expr:
        """A cell of the state, or of another one."""
        if of is None and cell in self.predicted:
            return self.predicted[cell]
        kind = ir.cell_type(self.facts.state.cells[cell])
        return ir.Load(self.state if of is None else of, cell, index, kind)

    def occupied(self) -> Expr:
        """The sites that hold something: none where cards lie on no board."""
        return self.load("occupied") if self.facts.sites else op.empty_set(0)

    def store(self, cell: str, value: Expr, index: Expr = op.ZERO) -> None:
        self.b.store(self.state, cell, value, index)

    def load_context(self, cell: str, index: Expr = op.ZERO) -> Expr:
        """A cell of the search's context."""
        return ir.Load(self.context, cell, index, ir.cell_type(self.facts.context.cells[cell]))

    def store_context(self, cell: str, value: Expr, index: Expr = op.ZERO) -> None:
        self.b.store(self.context, cell, value, index)

    def count_up(self, cell: str, by: Expr = op.ONE) -> None:
        """Adds to a cell of the context."""
        self.store_context(cell, op.add(self.load_context(cell), by))

    def fail(self, code: str, span: Span | None) -> None:
        """Something goes wrong in play: the engine outside explains it. What went wrong first counts."""

        def write(g: Function) -> None:
            with g.b.if_(op.eq(g.load_context("error"), op.ZERO)):
                g.store_context("error", Get(_ERROR))

        name = self.define("wrong", (CONTEXT, _ERROR), VOID, write)
        self.b.invoke(name, self.context, op.number(self.program.error(code, span)))

    # ---- tables and constants

    def table(self, prefix: str, values: tuple[int, ...], index: Expr, size: int | None = None) -> Expr:
        """An element of a constant table of these values: numbers, or sets of so many elements, which may be none."""
        return self.lookup(self.program.constant(prefix, values, 0 if size is None else max(1, size)), index)

    def lookup(self, table: str, index: Expr) -> Expr:
        return ir.Lookup(table, index, self.program.tables[table].type)

    def or_else(self, index: Expr, is_optional: bool, default: Expr, found: Callable[[Expr], Expr]) -> Expr:
        """`found` of an index, or the default if the index is negative."""
        if isinstance(index, Const):
            return default if index.value < 0 else found(index)
        if not is_optional:
            return found(index)
        index = self.b.materialize(index)
        return op.select(op.is_none(index), default, found(op.max_(index, op.ZERO)))

    def constant(self, value: object, kind: Type) -> Expr:
        """A known value that is no set, as machine code has it."""
        if value is None:
            return op.FALSE if kind == Type("bool") else op.number(none_of(kind))
        if isinstance(value, bool):
            return Const(int(value), BOOL if not kind.is_optional else INT)
        if isinstance(value, str):
            return op.number(self.program.text(value))
        if isinstance(value, Fraction):
            raise NotLowered("a fraction")
        assert isinstance(value, int)
        return op.number(value)

    def exists(self, x: Expr, kind: Type) -> Expr:
        """Whether an element is not none."""
        if not kind.is_optional and not (self.scope.is_changing and kind.base == "piece"):
            return op.TRUE
        if x.type == BOOL:
            return op.TRUE
        return op.ne(x, op.number(NO_NUMBER)) if kind.base == "number" else op.is_some(x)

    # ---- functions

    def define(
        self,
        name: str,
        parameters: tuple[ir.Var, ...],
        result: ir.Type,
        write: "Callable[[Function], None]",
        mover: Expr = op.NONE,
        is_public: bool = False,
        is_inline: bool = False,
    ) -> str:
        """A function of the program, written when it is first needed; its name."""
        if self.program.begin(name):
            root = self.root(Builder(name, parameters, result, is_public, is_inline), mover)
            write(root)
            self.program.finish(root.b.function())
        return name

    def root(self, b: Builder, mover: Expr) -> "Function":
        """The context at the beginning of a new function, which knows no names."""
        scope = Scope(self.scope.facts, self.scope.forms)
        state = Get(STATE) if STATE in b.parameters else op.NONE
        return Function(self.program, scope, self.pieces, b, state, mover, mover)
