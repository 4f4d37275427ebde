"""Random programs of the intermediate representation: the same for the same seed, right by construction, and they end."""

import random

from interpreter.ir import nodes as ir

EDGES = (0, 1, -1, 2, -2, 7, 63, 64, 127, -128, 255, 1 << 31, -(1 << 31), (1 << 63) - 1, -(1 << 63))


def op(name: str, *operands: ir.Expr, size: int = 0) -> ir.Op:
    """An operation; its type follows from the table, the size of a set from an operand or `size`."""
    takes, gives = ir.OPERATIONS[name]
    if gives == "t":
        return ir.Op(name, operands, operands[1].type)
    if gives == "s":
        found = next((o.type.size for k, o in zip(takes, operands, strict=True) if k == "s"), size)
        return ir.Op(name, operands, ir.bits(found))
    return ir.Op(name, operands, ir.INT if gives == "i" else ir.BOOL)


def layout(name: str, *cells: ir.Cell) -> ir.Layout:
    """The cells one behind another."""
    at, placed = 0, {}
    for cell in cells:
        at = (at + 7) // 8 * 8
        placed[cell.name] = ir.Cell(cell.name, cell.count, cell.width, cell.size, at)
        at += cell.count * cell.bytes_each
    return ir.Layout(name, placed, (at + 7) // 8 * 8)


def number(rng: random.Random) -> int:
    return rng.choice((rng.choice(EDGES), rng.randrange(-10, 10), rng.randrange(-(1 << 63), 1 << 63)))


def members(rng: random.Random, size: int) -> int:
    full = (1 << size) - 1
    value = rng.choice((0, full, 1, 1 << size - 1, rng.getrandbits(size), rng.getrandbits(size)))
    value = rng.choice((value, value, value & rng.getrandbits(size), 1 << rng.randrange(size)))
    return value & full


class Drawer:
    """Draws the body of a function over sets of one size."""

    def __init__(self, rng: random.Random, size: int, callees: tuple[ir.Function, ...] = ()) -> None:
        self.rng = rng
        self.size = size
        self.set = ir.bits(size)
        self.state = ir.Var("state", ir.block("state"))
        self.other = ir.Var("other", ir.block("state"))
        self.ints = [ir.Var(f"i{k}", ir.INT) for k in range(4)]
        self.bools = [ir.Var(f"b{k}", ir.BOOL) for k in range(2)]
        self.sets = [ir.Var(f"s{k}", self.set) for k in range(3)]
        self.items = ir.Var("items", ir.list_(5))
        self.callees = callees
        self.counters: list[ir.Var] = []  # of loops around: read, never set
        self.loops = 0
        self.names = 0

    def index(self, depth: int, count: int) -> ir.Expr:
        return op("mod", self.int(depth), ir.Const(count))

    def int(self, depth: int) -> ir.Expr:
        rng = self.rng
        if depth <= 0:
            return rng.choice((ir.Get(rng.choice(self.ints + self.counters)), ir.Const(number(rng))))
        match rng.randrange(9):
            case 0:
                cell = rng.choice(("a8", "a16", "a32", "a64"))
                return ir.Load(
                    ir.Get(rng.choice((self.state, self.other))), cell, self.index(depth - 1, 3), ir.INT
                )
            case 1:
                return ir.Lookup("t" + rng.choice("1234"), self.index(depth - 1, 4), ir.INT)
            case 2:
                return op(rng.choice(("count", "lowest", "highest")), self.bits(depth - 1))
            case 3:
                some = op(
                    "union",
                    self.bits(depth - 1),
                    op("singleton", self.index(depth - 2, self.size), size=self.size),
                )
                return op("nth", some, op("mod", self.int(depth - 2), op("count", some)))
            case 4:
                items = ir.Get(self.items)
                return rng.choice(
                    (
                        op("length", items),
                        op("item", items, op("mod", self.int(depth - 1), op("length", items))),
                    )
                )
            case 5 if self.callees:
                function = rng.choice(self.callees)
                given = (ir.Get(self.state), ir.Get(self.other), self.int(depth - 2), self.int(depth - 2))
                return ir.Call(function.name, given, ir.INT)
            case 6:
                shift = op(rng.choice(("shl", "shr")), self.int(depth - 1), self.index(depth - 2, 64))
                return rng.choice((shift, op("zext", self.bool(depth - 1))))
            case 7:
                return op("select", self.bool(depth - 1), self.int(depth - 1), self.int(depth - 2))
        names = (
            "add",
            "sub",
            "mul",
            "div",
            "mod",
            "min",
            "max",
            "bit_and",
            "bit_or",
            "bit_xor",
            "abs",
        )
        name = rng.choice(names)
        return op(name, *[self.int(depth - 1) for _ in ir.OPERATIONS[name][0]])

    def bool(self, depth: int) -> ir.Expr:
        rng = self.rng
        if depth <= 0:
            return rng.choice((ir.Get(rng.choice(self.bools)), ir.Const(rng.randrange(2), ir.BOOL)))
        name = rng.choice(
            (
                "eq",
                "ne",
                "lt",
                "le",
                "mul_overflows",
                "and",
                "or",
                "not",
                "iff",
                "contains",
                "nonempty",
                "same_set",
                "select",
            )
        )
        if name == "contains":
            member = op("sub", self.index(depth - 1, self.size + 1), ir.Const(1))
            return op("contains", self.bits(depth - 1), member)
        draw = {"i": self.int, "b": self.bool, "s": self.bits, "t": self.bool}
        return op(name, *[draw[k](depth - 1) for k in ir.OPERATIONS[name][0]])

    def bits(self, depth: int) -> ir.Expr:
        rng = self.rng
        if depth <= 0:
            return rng.choice((ir.Get(rng.choice(self.sets)), ir.Const(members(rng, self.size), self.set)))
        match rng.randrange(7):
            case 0:
                return ir.Load(
                    ir.Get(rng.choice((self.state, self.other))), "sets", self.index(depth - 1, 2), self.set
                )
            case 1:
                return ir.Lookup("ts", self.index(depth - 1, 3), self.set)
            case 2:
                return op(
                    "singleton", op("sub", self.index(depth - 1, self.size + 1), ir.Const(1)), size=self.size
                )
            case 3:
                by = rng.choice(
                    (0, 1, -1, 19, -19, 64, -64, 65, 128, self.size - 1, -self.size, self.size // 2)
                )
                return op("shift", self.bits(depth - 1), ir.Const(by))
            case 4:
                return op("select", self.bool(depth - 1), self.bits(depth - 1), self.bits(depth - 2))
            case 5:
                return op("complement", self.bits(depth - 1))
        return op(
            rng.choice(("union", "intersection", "symmetric_difference", "difference")),
            self.bits(depth - 1),
            self.bits(depth - 1),
        )

    def block(self, depth: int, length: int = 3) -> tuple[ir.Stmt, ...]:
        return tuple(s for _ in range(self.rng.randrange(1, length + 1)) for s in self.statements(depth))

    def statements(self, depth: int) -> tuple[ir.Stmt, ...]:
        rng = self.rng
        deep = 2 if depth > 1 else 1
        choice = rng.randrange(15 if depth > 0 else 9)
        block = ir.Get(rng.choice((self.state, self.other)))
        match choice:
            case 0 | 1:
                return (ir.Assign(rng.choice(self.ints), self.int(3)),)
            case 2:
                return (ir.Assign(rng.choice(self.bools), self.bool(3)),)
            case 3:
                return (ir.Assign(rng.choice(self.sets), self.bits(3)),)
            case 4:
                changed, var = rng.choice(("union", "difference")), rng.choice(self.sets)
                single = op("singleton", op("sub", self.index(1, self.size + 1), ir.Const(1)), size=self.size)
                if rng.randrange(2):
                    return (ir.Assign(var, op(changed, ir.Get(var), single)),)
                at = ir.Const(rng.randrange(2))
                old = ir.Load(block, "sets", at, self.set)
                return (ir.Store(block, "sets", at, op(changed, old, single)),)
            case 5:
                return (
                    ir.Store(block, rng.choice(("a8", "a16", "a32", "a64")), self.index(1, 3), self.int(2)),
                )
            case 6:
                return (ir.Store(block, "sets", self.index(1, 2), self.bits(2)),)
            case 7:
                return (ir.Push(self.items, self.int(2)),)
            case 8:
                length = op("length", ir.Get(self.items))
                if rng.randrange(3) == 0:
                    return (ir.SetLength(self.items, op("add", op("mod", self.int(1), length), ir.Const(1))),)
                if self.loops and rng.randrange(2):
                    levels = rng.randrange(1, self.loops + 1)
                    leave = rng.choice((ir.Break(levels), ir.Continue(levels)))
                    return (ir.If(self.bool(2), (leave,)),)
                return (ir.Copy(ir.Get(self.other), ir.Get(self.state)),)
            case 9 | 10:
                otherwise = self.block(depth - 1, deep) if rng.randrange(2) else ()
                return (ir.If(self.bool(2), self.block(depth - 1, deep), otherwise),)
        self.names += 1
        var = ir.Var(f"n{self.names}", ir.INT)
        self.loops += 1
        self.counters.append(var)
        body = self.block(depth - 1, deep)
        self.counters.remove(var)
        self.loops -= 1
        if choice == 11:
            count = ir.Get(var)
            leave = ir.If(op("lt", ir.Const(3), count), (ir.Break(),))
            return (
                ir.Assign(var, ir.Const(0)),
                ir.Loop((ir.Assign(var, op("add", count, ir.Const(1))), leave, *body)),
            )
        if choice == 12:
            low = op("mod", self.int(1), ir.Const(4))
            return (ir.ForRange(var, low, op("add", self.index(1, 4), ir.Const(2)), body),)
        few = op("shift", self.bits(2), ir.Const(self.size // 2)) if self.size > 200 else self.bits(2)
        if self.size > 8:
            wide = op("singleton", op("sub", self.index(1, self.size + 1), ir.Const(1)), size=self.size)
            few = op(
                "union",
                op("union", wide, op("singleton", self.index(1, self.size), size=self.size)),
                ir.Const(1, self.set),
            )
            few = op("difference", few, self.bits(1))
        return (ir.ForEachBit(var, few, body),)

    def function(self, name: str, is_public: bool = True) -> ir.Function:
        rng = self.rng
        parameters = (self.state, self.other, self.ints[0], self.ints[1])
        start: list[ir.Stmt] = [ir.Assign(var, ir.Const(number(rng))) for var in self.ints[2:]]
        start += [ir.Assign(var, ir.Const(rng.randrange(2), ir.BOOL)) for var in self.bools]
        start += [ir.Assign(var, ir.Const(members(rng, self.size), self.set)) for var in self.sets]
        start += [ir.SetLength(self.items, ir.Const(0)), ir.Push(self.items, ir.Get(self.ints[0]))]
        body = self.block(3, 6)
        end: list[ir.Stmt] = [
            ir.Store(ir.Get(self.state), "sets", ir.Const(1), ir.Get(self.sets[0])),
            ir.Return(op("bit_xor", ir.Get(self.ints[2]), op("add", ir.Get(self.ints[0]), self.int(2)))),
        ]
        return ir.Function(name, parameters, ir.INT, (*start, *body, *end), is_public, bool(rng.randrange(2)))


def program(seed: int, size: int, functions: int = 3) -> ir.Program:
    rng = random.Random(seed)
    state = layout(
        "state",
        ir.Cell("a8", 3, 8),
        ir.Cell("a16", 3, 16),
        ir.Cell("a32", 3, 32),
        ir.Cell("a64", 3, 64),
        ir.Cell("sets", 2, size=size),
    )
    ranges = (1 << 7, 1 << 15, 1 << 31, 1 << 63)
    tables = {
        f"t{k}": ir.Table(f"t{k}", (-bound, bound - 1, *(rng.randrange(-bound, bound) for _ in range(2))))
        for k, bound in enumerate(ranges, 1)
    }
    tables["ts"] = ir.Table("ts", tuple(members(rng, size) for _ in range(3)), size)
    made: list[ir.Function] = []
    for number_ in range(functions):
        made.append(Drawer(rng, size, tuple(made)).function(f"f{number_}", number_ == functions - 1))
    return ir.Program("drawn", {"state": state}, tables, {f.name: f for f in made})
