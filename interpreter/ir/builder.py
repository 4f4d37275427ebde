"""Builds functions of the IR: statements go into the innermost open block.

b = Builder("legal", (Var("state", block("state")),), INT)
n = b.variable("n", op.ZERO)
with b.each_bit("s", some_set) as s:
    with b.if_(op.lt(s, Get(n))):
        ...
function = b.function()
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

from interpreter.ir import nodes as ir
from interpreter.ir import op
from interpreter.ir.nodes import INT, Const, Expr, Type


class Builder:
    """One function while it is built."""

    def __init__(
        self,
        name: str,
        parameters: tuple[ir.Var, ...],
        result: Type,
        is_public: bool = False,
        is_inline: bool = False,
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.result = result
        self.is_public = is_public
        self.is_inline = is_inline
        self.blocks: list[list[ir.Stmt]] = [[]]
        self.loops = 0  # how many loops are open
        self._numbers = count()

    def function(self) -> ir.Function:
        assert len(self.blocks) == 1
        return ir.Function(
            self.name,
            self.parameters,
            self.result,
            tuple(self.blocks[0]),
            self.is_public,
            self.is_inline,
        )

    # ---- variables

    def fresh(self, name: str, kind: Type) -> ir.Var:
        return ir.Var(f"{name}.{next(self._numbers)}", kind)

    def variable(self, name: str, value: Expr) -> ir.Var:
        """A new variable that starts with a value."""
        var = self.fresh(name, value.type)
        self.assign(var, value)
        return var

    def materialize(self, value: Expr, name: str = "t") -> Expr:
        """The value, evaluated now and only once."""
        return value if isinstance(value, Const) else ir.Get(self.variable(name, value))

    def allocate(self, name: str, layout: str) -> ir.Get:
        """A block of the function's own."""
        var = self.fresh(name, ir.block(layout))
        self.emit(ir.Allocate(var))
        return ir.Get(var)

    def new_list(self, name: str, size: int) -> ir.Var:
        """An empty list."""
        var = self.fresh(name, ir.list_(size))
        self.emit(ir.SetLength(var, op.ZERO))
        return var

    # ---- statements

    def emit(self, statement: ir.Stmt) -> None:
        self.blocks[-1].append(statement)

    def assign(self, var: ir.Var, value: Expr) -> None:
        self.emit(ir.Assign(var, value))

    def store(self, block: Expr, cell: str, value: Expr, index: Expr = op.ZERO) -> None:
        self.emit(ir.Store(block, cell, index, value))

    def push(self, var: ir.Var, value: Expr) -> None:
        self.emit(ir.Push(var, value))

    def clear(self, var: ir.Var) -> None:
        """Empties a list."""
        self.emit(ir.SetLength(var, op.ZERO))

    def copy(self, to: Expr, source: Expr, has_tails: bool = True) -> None:
        self.emit(ir.Copy(to, source, has_tails))

    def invoke(self, function: str, *arguments: Expr) -> None:
        """A call for its effects."""
        self.emit(ir.Invoke(ir.Call(function, arguments, ir.VOID)))

    def ret(self, value: Expr | None = None) -> None:
        self.emit(ir.Return(value))

    # ---- control

    @contextmanager
    def if_(self, condition: Expr) -> Iterator[None]:
        with self._block() as body:
            yield
        if isinstance(condition, Const):
            if condition.value:
                self.blocks[-1].extend(body)
        elif body:
            self.emit(ir.If(condition, tuple(body)))

    @contextmanager
    def if_else(self, condition: Expr) -> "Iterator[Branches]":
        """Two branches: `with b.if_else(c) as branch: ...; branch.otherwise(); ...`"""
        branches = Branches(self)
        self.blocks.append(branches.then)
        yield branches
        self.blocks.pop()
        then, otherwise = branches.then, branches.otherwise_
        if isinstance(condition, Const):
            self.blocks[-1].extend(then if condition.value else otherwise)
        elif then or otherwise:
            self.emit(ir.If(condition, tuple(then), tuple(otherwise)))

    @contextmanager
    def each_bit(self, name: str, source: Expr) -> Iterator[ir.Get]:
        var = self.fresh(name, INT)
        with self._loop() as body:
            yield ir.Get(var)
        if body and source != Const(0, source.type):
            self.emit(ir.ForEachBit(var, source, tuple(body)))

    @contextmanager
    def for_range(self, name: str, low: Expr, high: Expr) -> Iterator[ir.Get]:
        var = self.fresh(name, INT)
        with self._loop() as body:
            yield ir.Get(var)
        if body:
            self.emit(ir.ForRange(var, low, high, tuple(body)))

    @contextmanager
    def loop(self) -> Iterator[None]:
        with self._loop() as body:
            yield
        self.emit(ir.Loop(tuple(body)))

    @contextmanager
    def recorded(self) -> Iterator[list[ir.Stmt]]:
        """Statements that are written apart, for the caller to put where they belong."""
        with self._block() as body:
            yield body

    def break_(self, loops: int) -> None:
        """Out of all loops opened since `loops` of them were open."""
        if self.loops > loops:
            self.emit(ir.Break(self.loops - loops))

    def break_loop(self) -> None:
        """Out of the innermost loop."""
        self.emit(ir.Break(1))

    def continue_(self, loops: int) -> None:
        """To the next round of the loop opened when `loops` of them were open."""
        self.emit(ir.Continue(self.loops - loops))

    @contextmanager
    def _block(self) -> Iterator[list[ir.Stmt]]:
        body: list[ir.Stmt] = []
        self.blocks.append(body)
        yield body
        self.blocks.pop()

    @contextmanager
    def _loop(self) -> Iterator[list[ir.Stmt]]:
        self.loops += 1
        with self._block() as body:
            yield body
        self.loops -= 1


class Branches:
    """The two branches of an `if_else`."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.then: list[ir.Stmt] = []
        self.otherwise_: list[ir.Stmt] = []

    def otherwise(self) -> None:
        """What comes now belongs to the other branch."""
        self.builder.blocks[-1] = self.otherwise_
