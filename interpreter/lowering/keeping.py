"""Sets that are kept: as bits where the number of possible elements is known, else as a list in order."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gdl import model, static
from gdl.types import Type
from interpreter import ir
from interpreter.ir import Const, Expr, Get, op
from interpreter.lowering.loops import Loops
from interpreter.lowering.scope import NotLowered, Rational, Value

LOOPED = frozenset(["sites", "pieces", "stack", "neighbours", "difference"])  # looped over as they are


class Keeping(Loops):
    """Writing sets down."""

    # ---- as bits, as a list

    def as_bits(self, e: model.Expr) -> Expr:
        size = self.domain(e)
        known = self.known(e)
        if e.type.base == "set" and size is None and known is not None and known[0] == ():
            return Const(0, ir.bits(1))
        assert size is not None
        kind = ir.bits(size)
        if known is not None:
            values = known[0] if isinstance(known[0], tuple) else () if known[0] is None else (known[0],)
            return op.members([int(v) for v in values], size)
        if e.type.base != "set":
            return op.singleton(self.plain(self.scalar(e)), size)
        match e:
            case model.Local():
                bound = self.env[e.slot]
                assert isinstance(bound, ir.Var)
                if bound.type.name == "bits":
                    return Get(bound)
            case model.Comprehension():
                mask = self.filtered(e)
                if mask is not None:
                    return mask
                if e.joins_sets:
                    return self.joined(e, size)
            case model.Apply():
                with self.inlined(e) as body:
                    return self.as_bits(body)
            case model.MakeSet():
                made: Expr = Const(0, kind)
                for item in e.items:
                    made = op.union(made, op.singleton(self.plain(self.scalar(item)), size))
                return made
            case model.If():
                condition = self.truth(e.condition)
                if isinstance(condition, Const):
                    return self.branch_bits(e.then if condition.value else e.otherwise, size)
                condition = self.b.materialize(condition)
                var = self.b.fresh("set", kind)
                with self.b.if_else(condition) as branch:
                    self.b.assign(var, self.branch_bits(e.then, size))
                    branch.otherwise()
                    self.b.assign(var, self.branch_bits(e.otherwise, size))
                return Get(var)
            case model.Attribute():
                return self.column_set(e, size)
            case model.Builtin():
                simple = self.builtin_bits(e, size)
                if simple is not None:
                    return simple
        gathered = self.b.variable("set", Const(0, kind))
        with self.each_plainly(e) as x:
            self.b.assign(gathered, op.union(Get(gathered), op.singleton(self.plain(x), size)))
        return Get(gathered)

    def is_growing(self, e: model.Expr) -> bool:
        """Whether a set is found bit by bit."""
        return False

    def grown(self, e: model.Expr, is_known: Callable[[Expr], Expr]) -> Expr:
        """A set as bits; a part of it may do, if `is_known` holds of that."""
        return self.as_bits(e)

    def joined(self, e: model.Comprehension, size: int) -> Expr:
        """The union of sets, one for each element."""
        assert e.value is not None
        union = self.b.variable("union", Const(0, ir.bits(size)))
        with self.inner(), self.each(e.source, "e", ordered=False) as item:
            self.bind(e.slot, self.element(e.source), item, "e")
            with self.b.if_(self.truth(e.condition) if e.condition is not None else op.TRUE):
                self.b.assign(union, op.union(Get(union), self.branch_bits(e.value, size)))
        return Get(union)

    def branch_bits(self, e: model.Expr, size: int) -> Expr:
        """A set as bits of a given size; that of nothing has no type of its own."""
        return Const(0, ir.bits(size)) if self.known(e) == ((),) else self.as_bits(e)

    @contextmanager
    def each_plainly(self, e: model.Expr) -> Iterator[Expr]:
        """A loop that does not gather bits first."""
        match e:
            case model.Comprehension() | model.Local() | model.PoolOf() | model.Arithmetic():
                with self.each(e, ordered=False) as x:
                    yield x
            case _:
                with self._each_kept(self.as_list(e), "e") as x:
                    yield x

    def column_set(self, e: model.Attribute, size: int) -> Expr:
        """A column of the table of kinds that holds sets."""
        sets = [sum(1 << int(v) for v in values) for values in self.column_values(e)]
        table = self.unit.constant(f"column.{e.name}", tuple(sets), size)
        return self.or_else(
            self.column_row(e), True, Const(0, ir.bits(size)), lambda row: self.lookup(table, row)
        )

    def column_values(self, e: model.Attribute) -> list[tuple[int, ...]]:
        """The sets of a column, by kinds and, for each, by its index."""
        index = self.game.columns[e.name].index if e.index is not None else (None,)
        held = [self.column(e, kind, at) for kind in range(self.plan.kinds) for at in index]
        return [values if isinstance(values, tuple) else () for values in held]  # type: ignore[misc]

    def column_row(self, e: model.Attribute) -> Expr:
        """Where in such a list an entry is; -1 if there is none."""
        kind = self.b.materialize(self.scalar(e.kind))
        if e.index is None:
            return kind
        index = self.game.columns[e.name].index
        rank = self.column_rank(e, index)
        is_there = op.and_(op.le(op.ZERO, kind), op.le(op.ZERO, rank))
        return self.b.materialize(
            op.select(is_there, op.add(op.mul(kind, op.number(len(index))), rank), op.NONE)
        )

    def column_rank(self, e: model.Attribute, index: tuple[int, ...]) -> Expr:
        """The place of a column's index; -1 if it has none."""
        assert e.index is not None
        ranks = [ir.NONE] * (max(index) + 1)
        for place, i in enumerate(index):
            ranks[i] = place
        at = self.b.materialize(self.exact(e.index))
        inside = op.and_(op.le(op.ZERO, at), op.lt(at, op.number(len(ranks))))
        found = self.lookup(self.unit.constant("index", tuple(ranks)), op.select(inside, at, op.ZERO))
        return self.b.materialize(op.select(inside, found, op.NONE))

    def builtin_bits(self, e: model.Builtin, size: int) -> Expr | None:
        """Builtins that give sets."""
        b, none = self.b, Const(0, ir.bits(size))
        match e.name, e.arguments:
            case "sites", () if self.board.is_growing:
                return self._live(size)
            case "stack", (site,):
                return op.singleton(self.piece_on(b.materialize(self.scalar(site)), self.may_be_none(site)), size)
            case "sites", ():
                return Const((1 << size) - 1, ir.bits(size))
            case "pieces", ():
                return self.load("occupied")
            case "captured", ():
                return self.load("captured")
            case "single", (item,):
                return op.singleton(self.plain(self.scalar(item)), size)
            case "union" | "difference", (left, right):
                first = b.materialize(self.as_bits(left))
                second = self.as_bits(right)
                return (op.union if e.name == "union" else op.difference)(first, second)
            case "neighbours", (site,):
                table = self.unit.table(
                    "neighbours",
                    lambda: [
                        _bits({self.board.steps[d][s] for d in self.board.adjacent})
                        for s in range(self.plan.sites)
                    ],
                    size,
                )
                return self.or_else(
                    self.scalar(site), self.may_be_none(site), none, lambda s: self.lookup(table, s)
                )
            case "neighbours", (site, directions):
                return self._next_in(site, directions, size)
            case "between", (a, c):
                return self._between(a, c, size)
            case "relative" | "last_rank" | "home_rank", (*_, player):
                return self._of_player(e, player, size)
            case "file_of" | "rank_of", (n,):
                of_site = [s.file if e.name == "file_of" else s.rank for s in self.board.sites]
                least, most = min(of_site, default=0) - 1, max(of_site, default=0) + 1
                sets = tuple(
                    _bits({s for s, v in enumerate(of_site) if v == k}) for k in range(least, most + 1)
                )
                table = self.unit.constant(e.name, sets, size)
                at = op.min_(op.max_(b.materialize(self.exact(n)), op.number(least)), op.number(most))
                return self.lookup(table, op.sub(at, op.number(least)))
            case "side", (direction,):
                sets = tuple(_bits({s for s, to in enumerate(steps) if to < 0}) for steps in self.board.steps)
                table = self.unit.constant("side", sets, size)
                return self.or_else(self.scalar(direction), True, none, lambda d: self.lookup(table, d))
        return None

    def _live(self, size: int) -> Expr:
        """The sites in play on a growing board."""
        self.b.invoke("live", self.state, self.context)
        words = self.cast_words(size)
        scratch = self.b.allocate("live", words)
        for w in range((size + 63) // 64):
            self.b.store(scratch, "part", self.load_context("live", op.number(w)), op.number(w))
        return self.b.materialize(ir.Load(scratch, "set", op.ZERO, ir.bits(size)))

    def cast_words(self, size: int) -> str:
        """A block that holds the same memory as a set and as words."""
        name = f"cast{size}"
        words = (size + 63) // 64
        cells = {
            "set": ir.Cell("set", 1, size=size),
            "word": ir.Cell("word", words, 64),
            "part": ir.Cell("part", words, size=64),
        }
        self.unit.layouts.setdefault(name, ir.Layout(name, cells, words * 8))
        return name

    def _next_in(self, site: model.Expr, directions: model.Expr, size: int) -> Expr:
        b = self.b
        known = self.known(directions)
        s = b.materialize(self.scalar(site))
        if known is not None:
            chosen = known[0] if isinstance(known[0], tuple) else ()
            sets = tuple(_bits({self.board.steps[d][t] for d in chosen}) for t in range(self.plan.sites))
            table = self.unit.constant("next_in", sets, size)
            return self.or_else(
                s, self.may_be_none(site), Const(0, ir.bits(size)), lambda i: self.lookup(table, i)
            )
        found = b.variable("set", Const(0, ir.bits(size)))
        with b.if_(op.le(op.ZERO, s)), self.each(directions, "d", False) as d:
            b.assign(found, op.union(Get(found), op.singleton(self.step(s, d), size)))
        return Get(found)

    def step(self, site: Expr, direction: Expr) -> Expr:
        """The next site, both known not to be none; -1 off the board."""
        n = self.plan.sites
        table = self.unit.table("steps", lambda: [t for steps in self.board.steps for t in steps])
        return self.lookup(table, op.add(op.mul(direction, op.number(n)), site))

    def _between(self, a: model.Expr, c: model.Expr, size: int) -> Expr:
        b = self.b
        found = b.variable("set", Const(0, ir.bits(size)))
        start, goal = b.materialize(self.scalar(a)), b.materialize(self.scalar(c))
        loops = b.loops
        with (
            b.if_(op.and_(op.le(op.ZERO, start), op.le(op.ZERO, goal))),
            b.for_range("d", op.ZERO, op.number(len(self.board.directions))) as d,
        ):
            met = b.variable("met", Const(0, ir.bits(size)))
            at = b.variable("at", self.step(start, d))
            with b.loop():
                with b.if_(op.lt(Get(at), op.ZERO)):
                    b.break_loop()
                with b.if_(op.or_(op.eq(Get(at), start), op.contains(Get(met), Get(at)))):
                    b.break_loop()  # a track that closes to a ring
                with b.if_(op.eq(Get(at), goal)):
                    b.assign(found, Get(met))
                    b.break_(loops)
                b.assign(met, op.union(Get(met), op.singleton(Get(at), size)))
                b.assign(at, self.step(Get(at), d))
        return Get(found)

    def _of_player(self, e: model.Builtin, player: model.Expr, size: int) -> Expr:
        """What a word means to each player, from a table."""
        sets = []
        for p in self.game.players:
            if e.name == "relative":
                word = e.arguments[0]
                assert isinstance(word, model.Const)
                chosen = self.board.relative(str(word.value), p.facing) if p.facing is not None else ()
            else:
                word_of = "forward" if e.name == "last_rank" else "backward"
                ahead: tuple[int, ...] = ()
                if p.facing is not None:
                    ahead = (
                        *self.board.relative(word_of, p.facing),
                        *self.board.relative(f"{word_of}_diagonal", p.facing),
                    )
                chosen = tuple(
                    s
                    for s in range(self.plan.sites)
                    if ahead and all(self.board.steps[d][s] < 0 for d in ahead)
                )
            sets.append(_bits(set(chosen)))
        p_at = self.scalar(player)
        if isinstance(p_at, Const) and p_at.value >= 0:
            return Const(sets[p_at.value], ir.bits(size))
        table = self.unit.constant(e.name, tuple(sets), size)
        is_optional = self.may_be_none(player)
        return self.or_else(p_at, is_optional, Const(0, ir.bits(size)), lambda i: self.lookup(table, i))

    def as_list(self, e: model.Expr) -> ir.Var:
        """The elements in a list, in the language's order."""
        kind = self.element(e)
        size = self.plan.domain(kind)
        kept = ir.list_(size + 1) if size is not None else self.plan.set_type(kind)
        made = self.b.fresh("listed", kept)
        self.b.clear(made)
        self._append(e, made)
        return made

    def _append(self, e: model.Expr, made: ir.Var) -> None:
        match e:
            case model.Builtin(name="union", arguments=(left, right)):
                self._append(left, made)
                self._append_new(right, made)
            case model.MakeSet(items=items) | model.Builtin(name="single", arguments=items):
                for item in items:
                    if static.is_none(item):
                        self.b.emit(ir.Push(made, op.number(self.plan.none_of(self.element(e)))))
                    else:
                        self._append_new(item, made)
            case model.If():
                with self.b.if_else(self.truth(e.condition)) as branch:
                    self._append(e.then, made)
                    branch.otherwise()
                    self._append(e.otherwise, made)
            case model.Attribute() if self.domain(e) is None:
                self._append_column(e, made)
            case model.Builtin(name="between", arguments=(start, goal)) if self.domain(e) is not None:
                self._append_between(start, goal, made)
            case model.Builtin(name="relative") if not self.is_canonical(e):
                self._append_relative(e, made)
            case model.Builtin(name="difference"):
                with self.each(e) as x:
                    self.b.emit(ir.Push(made, self.plain(x)))
            case model.Builtin() | model.Attribute() | model.Reached() if self.domain(e) is not None:
                self._append_bits(self.as_bits(e), made)
            case model.Builtin(name=name) if name in LOOPED:
                with self.each(e) as x:
                    self.b.emit(ir.Push(made, self.plain(x)))
            case model.Builtin():
                raise NotLowered(f"`{e.name}` on a very large board")
            case model.Reached() | model.Attribute() | model.PathEnds():
                raise NotLowered("a set on a very large board")
            case _:
                with self.each(e) as x:
                    self.b.emit(ir.Push(made, self.plain(x)))

    def _append_column(self, e: model.Attribute, made: ir.Var) -> None:
        """A column of the table of kinds that holds sets of numbers."""
        starts, values = [0], list[int]()
        for held in self.column_values(e):
            values.extend(map(int, held))
            starts.append(len(values))
        begins, table = (
            self.unit.constant("starts", tuple(starts)),
            self.unit.constant("values", (*values, 0)),
        )
        row = self.b.materialize(self.column_row(e))
        with self.b.if_(op.le(op.ZERO, row)):
            first = self.b.materialize(self.lookup(begins, row))
            with self.b.for_range("i", first, self.lookup(begins, op.add(row, op.ONE))) as i:
                self.b.emit(ir.Push(made, self.lookup(table, i)))

    def _append_between(self, start: model.Expr, goal: model.Expr, made: ir.Var) -> None:
        """The sites between two others, in the order in which they are met."""
        b = self.b
        origin = b.materialize(self.scalar(start))
        met = b.materialize(self._between(start, goal, self.plan.sites))
        end = b.materialize(self.scalar(goal))
        with b.if_(op.nonempty(met)):
            pure = model.Builtin(start.span, Type("direction"), "towards", (start, goal))
            self.unit.alive.append(pure)
            at = b.variable("at", origin)
            d = b.materialize(self.scalar(pure))
            with b.loop():
                b.assign(at, self.step(Get(at), d))
                with b.if_(op.or_(op.lt(Get(at), op.ZERO), op.eq(Get(at), end))):
                    b.break_loop()
                b.emit(ir.Push(made, Get(at)))

    def _append_relative(self, e: model.Builtin, made: ir.Var) -> None:
        """Directions of a player in an order of their own."""
        word, player = e.arguments
        assert isinstance(word, model.Const)
        p = self.b.materialize(self.scalar(player))
        for i, one_of in enumerate(self.game.players):
            chosen = self.board.relative(str(word.value), one_of.facing) if one_of.facing is not None else ()
            with self.b.if_(op.eq(p, op.number(i))):
                for d in chosen:
                    self.b.emit(ir.Push(made, op.number(d)))

    def _append_bits(self, bits: Expr, made: ir.Var) -> None:
        with self.b.each_bit("e", bits) as x:
            self.b.emit(ir.Push(made, x))

    def least_whole(self, e: model.Expr) -> Expr:
        """The bound of a range from below; none is 0."""
        value = self.count_of(e)
        if isinstance(value, Rational):
            return op.sub(op.ZERO, op.div(op.sub(op.ZERO, value.top), value.bottom))
        return value

    def most_whole(self, e: model.Expr) -> Expr:
        value = self.count_of(e)
        return op.div(value.top, value.bottom) if isinstance(value, Rational) else value

    def count_of(self, e: model.Expr) -> Value:
        raise NotImplementedError

    def exact(self, e: model.Expr) -> Expr:
        raise NotImplementedError

    def item(self, e: model.MakeSet, item: model.Expr) -> Expr:
        """What is written in a set; `none` as sets of such elements hold it."""
        if static.is_none(item):
            return op.number(self.plan.none_of(self.element(e)))
        return self.plain(self.scalar(item))

    def _append_new(self, e: model.Expr, made: ir.Var) -> None:
        if e.type.base == "set":
            with self.each(e) as x:
                x = self.b.materialize(self.plain(x))
                with self.b.if_(op.not_(self._among(made, x))):
                    self.b.emit(ir.Push(made, x))
        else:
            x = self.b.materialize(self.plain(self.scalar(e)))
            with self.b.if_(op.and_(self.exists(x, e.type.or_none), op.not_(self._among(made, x)))):
                self.b.emit(ir.Push(made, x))


def _bits(values: "set[int]") -> int:
    return sum(1 << v for v in values if v >= 0)
