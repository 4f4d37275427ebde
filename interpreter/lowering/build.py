"""Writing functions of the intermediate representation: statements go into the innermost open block.

    b = Builder("legal", (Var("state", block("state")),), INT)
    n = b.variable("n", ZERO)
    with b.each("s", some_set) as s:
        with b.when(op.lt(s, n.get)):
            ...
    function = b.function()

`op` makes operations and folds what is known.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count

from interpreter.lowering import ir
from interpreter.lowering.ir import BOOL, INT, Const, Expr, Type

ZERO = Const(0)
ONE = Const(1)
NOBODY = Const(ir.NONE)
TRUE = Const(1, BOOL)
FALSE = Const(0, BOOL)


def number(value: int) -> Const:
    return Const(int(value))


def truth(value: bool) -> Const:
    return TRUE if value else FALSE


def members(values: "Iterator[int] | tuple[int, ...] | list[int]", size: int) -> Const:
    """A known set."""
    word = 0
    for v in values:
        word |= 1 << v
    return Const(word, ir.bits(size))


def make(name: str, *operands: Expr) -> Expr:
    """An operation, folded where that is plain."""
    signature, result = ir.OPERATIONS[name]
    folded = _fold(name, operands)
    if folded is not None:
        return folded
    kind = {"i": INT, "b": BOOL}.get(result)
    if kind is None:
        kind = operands[signature.index(result)].type if result in signature else ir.bits(64)
    return ir.Op(name, operands, kind)


def one(index: Expr, size: int) -> Expr:
    """The set of one number."""
    if isinstance(index, Const):
        return Const(1 << index.value if index.value >= 0 else 0, ir.bits(size))
    return ir.Op("one", (index,), ir.bits(size))


def _fold(name: str, operands: tuple[Expr, ...]) -> Expr | None:
    known = [o.value for o in operands if isinstance(o, Const)]
    if len(known) == len(operands) and name in _KNOWN:
        value = _KNOWN[name](*known)
        return Const(int(value), BOOL if ir.OPERATIONS[name][1] == "b" else INT)
    match name, operands:
        case ("both", (Const(0), _)) | ("both", (_, Const(0))):
            return FALSE
        case ("both", (Const(1), x)) | ("both", (x, Const(1))):
            return x
        case ("either", (Const(1), _)) | ("either", (_, Const(1))):
            return TRUE
        case ("either", (Const(0), x)) | ("either", (x, Const(0))):
            return x
        case "not", (ir.Op("not", (x,)),):
            return x
        case "select", (Const(c), x, y):
            return x if c else y
        case "select", (_, x, y) if x == y:
            return x
        case ("add", (x, Const(0))) | ("add", (Const(0), x)) | ("sub", (x, Const(0))):
            return x
        case ("mul", (x, Const(1))) | ("mul", (Const(1), x)):
            return x
        case ("union", (x, Const(0))) | ("union", (Const(0), x)) | ("minus", (x, Const(0))):
            return x
        case ("meet", (_, Const(0) as none)) | ("meet", (Const(0) as none, _)):
            return none
        case ("meet", (x, Const(v) as c)) | ("meet", (Const(v) as c, x)) if v == (1 << c.type.size) - 1:
            return x
        case "others", (Const(v) as c,):
            return Const(((1 << c.type.size) - 1) & ~v, c.type)
        case "some", (Const(v),):
            return truth(v != 0)
        case "count", (Const(v),):
            return number(v.bit_count())
        case "has", (Const(v), Const(i)):
            return truth(i >= 0 and v >> i & 1 == 1)
        case (("union" | "meet" | "minus" | "differ"), (Const(v) as c, Const(w))):
            value = {"union": v | w, "meet": v & w, "minus": v & ~w, "differ": v ^ w}[name]
            return Const(value, c.type)
        case "eq", (x, y) if x == y and not isinstance(x, ir.Call):
            return TRUE
    return None


_KNOWN: dict[str, Callable[..., int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a // b if b else 0,
    "mod": lambda a, b: a % b if b else 0,
    "neg": lambda a: -a,
    "abs": lambda a: abs(a),
    "min": min,
    "max": max,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "same": lambda a, b: a == b,
    "both": lambda a, b: a and b,
    "either": lambda a, b: a or b,
    "not": lambda a: not a,
    "number": lambda a: a,
}


def is_simple(e: Expr) -> bool:
    """Whether writing an expression twice costs nothing."""
    return isinstance(e, Const | ir.Get)


class Builder:
    """One function being written."""

    def __init__(
        self, name: str, parameters: tuple[ir.Var, ...], result: Type, is_public: bool = False
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.result = result
        self.is_public = is_public
        self.is_inline = False
        self.comment = ""
        self.blocks: list[list[ir.Stmt]] = [[]]
        self.loops = 0  # how many loops are open
        self.numbers = count()

    def function(self) -> ir.Function:
        assert len(self.blocks) == 1
        return ir.Function(
            self.name,
            self.parameters,
            self.result,
            tuple(self.blocks[0]),
            self.is_public,
            self.is_inline,
            comment=self.comment,
        )

    # ---- variables

    def fresh(self, name: str, kind: Type) -> ir.Var:
        return ir.Var(f"{name}.{next(self.numbers)}", kind)

    def variable(self, name: str, value: Expr) -> ir.Var:
        var = self.fresh(name, value.type)
        self.set(var, value)
        return var

    def keep(self, value: Expr, name: str = "t") -> Expr:
        """The value, evaluated now, and only once."""
        return value if is_simple(value) and not _is_variable(value) else ir.Get(self.variable(name, value))

    def new(self, name: str, layout: str) -> ir.Get:
        var = self.fresh(name, ir.block(layout))
        self.emit(ir.New(var))
        return ir.Get(var)

    def new_list(self, name: str, size: int) -> ir.Var:
        """An empty list."""
        var = self.fresh(name, ir.list_(size))
        self.emit(ir.Resize(var, ZERO))
        return var

    # ---- statements

    def emit(self, statement: ir.Stmt) -> None:
        self.blocks[-1].append(statement)

    def set(self, var: ir.Var, value: Expr) -> None:
        self.emit(ir.Set(var, value))

    def store(self, block: Expr, cell: str, value: Expr, index: Expr = ZERO) -> None:
        self.emit(ir.Store(block, cell, index, value))

    def call(self, function: str, *arguments: Expr) -> None:
        self.emit(ir.Do(ir.Call(function, arguments, ir.VOID)))

    def give(self, value: Expr | None = None) -> None:
        self.emit(ir.Return(value))

    # ---- control

    @contextmanager
    def when(self, condition: Expr) -> Iterator[None]:
        self.blocks.append([])
        yield
        body = tuple(self.blocks.pop())
        if isinstance(condition, Const):
            if condition.value:
                self.blocks[-1].extend(body)
        elif body:
            self.emit(ir.If(condition, body))

    @contextmanager
    def choice(self, condition: Expr) -> "Iterator[_Choice]":
        """Two branches: `with b.choice(c) as c: ... c.otherwise() ...`"""
        self.blocks.append([])
        branch = _Choice(self)
        yield branch
        body = tuple(self.blocks.pop())
        then, otherwise = (branch.then, body) if branch.is_turned else (body, ())
        if isinstance(condition, Const):
            self.blocks[-1].extend(then if condition.value else otherwise)
        elif then or otherwise:
            self.emit(ir.If(condition, then, otherwise))

    @contextmanager
    def _loop(self) -> Iterator[list[ir.Stmt]]:
        self.blocks.append([])
        self.loops += 1
        yield self.blocks[-1]
        self.loops -= 1
        self.blocks.pop()

    @contextmanager
    def each(self, name: str, source: Expr) -> Iterator[ir.Get]:
        var = self.fresh(name, INT)
        with self._loop() as body:
            yield ir.Get(var)
        if body and source != Const(0, source.type):
            self.emit(ir.Each(var, source, tuple(body)))

    @contextmanager
    def range(self, name: str, low: Expr, high: Expr) -> Iterator[ir.Get]:
        var = self.fresh(name, INT)
        with self._loop() as body:
            yield ir.Get(var)
        if body:
            self.emit(ir.For(var, low, high, tuple(body)))

    @contextmanager
    def loop(self) -> Iterator[None]:
        with self._loop() as body:
            yield
        self.emit(ir.Loop(tuple(body)))

    def leave(self, loops: int) -> None:
        """Out of all loops opened since `loops` of them were open."""
        if self.loops > loops:
            self.emit(ir.Break(self.loops - loops))

    def go_on(self, loops: int) -> None:
        """To the next round of the loop opened when `loops` of them were open."""
        self.emit(ir.Continue(self.loops - loops))


class _Choice:
    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.is_turned = False
        self.then: tuple[ir.Stmt, ...] = ()

    def otherwise(self) -> None:
        self.then = tuple(self.builder.blocks[-1])
        self.builder.blocks[-1] = []
        self.is_turned = True


def _is_variable(value: Expr) -> bool:
    return isinstance(value, ir.Get)
