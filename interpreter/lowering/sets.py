"""Sets: looped over, tested, counted, and kept as bits or as a list, whichever fits.

A set of sites, players, kinds, directions or words is a set of bits where the board is not very large; a set of
numbers, and of pieces that have numbers, is a list. Most sets are never kept at all: a loop over them is a loop over
what they are made of.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl import model, static
from gdl.types import Type
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, make, members, number, one, truth
from interpreter.lowering.ir import BOOL, Const, Expr, Get
from interpreter.lowering.layout import ARGUMENT_ITEMS, NO_NUMBER, nodes
from interpreter.lowering.order import canonical
from interpreter.lowering.scope import Base, NotLowered, Rational, Value

LOOPED = frozenset(["sites", "pieces", "stack", "neighbours", "difference"])  # looped over as they are


class Sets(Base):
    """What can be done with sets."""

    def value(self, e: model.Expr) -> Value:
        raise NotImplementedError

    def scalar(self, e: model.Expr) -> Expr:
        """The value of an expression that is a whole number, an index or a truth."""
        value = self.value(e)
        if isinstance(value, Rational):
            return make("div", value.top, value.bottom)
        return value

    def truth(self, e: model.Expr) -> Expr:
        raise NotImplementedError

    def filtered(self, e: model.Comprehension) -> Expr | None:
        """A comprehension by set algebra alone, if it can be."""
        raise NotImplementedError

    @contextmanager
    def inlined(self, e: model.Apply) -> Iterator[model.Expr]:
        raise NotImplementedError
        yield

    # ---- what elements are

    def element(self, e: model.Expr) -> Type:
        return e.type.element or e.type if e.type.base == "set" else e.type

    def domain(self, e: model.Expr) -> int | None:
        """How many values its elements may have, if the set can be bits; one with `none` in it cannot."""
        known = self.known(e)
        if known is not None and isinstance(known[0], tuple) and None in known[0]:
            return None
        if any(isinstance(x, model.MakeSet) and any(map(static.is_none, x.items)) for x in nodes(e)):
            return None
        return self.plan.domain(self.element(e))

    def exists(self, x: Expr, kind: Type) -> Expr:
        """Whether an element is not none."""
        if not kind.is_optional and not (self.is_changing and kind.base == "piece"):
            return TRUE
        if x.type == BOOL:
            return TRUE
        return make("ne", x, number(NO_NUMBER)) if kind.base == "number" else make("le", ZERO, x)

    # ---- loops

    @contextmanager
    def each(self, e: model.Expr, name: str = "e", ordered: bool = True) -> Iterator[Expr]:
        """For every element; in the language's order where that matters. Leave it by `b.leave`."""
        b, known = self.b, self.known(e)
        if known is not None:
            with self._each_known(known[0], self.element(e), name, ordered) as x:
                yield x
            return
        if e.type.base != "set":
            x = b.keep(self.scalar(e))
            kind = e.type if e.type.base != "piece" else e.type.or_none
            with b.range("i", ZERO, make("number", self.exists(x, kind))):
                yield x
            return
        match e:
            case model.Local():
                with self._each_kept(self.env[e.slot], name) as x:
                    yield x
            case model.Comprehension():
                with self._each_chosen(e, name, ordered) as x:
                    yield x
            case model.Apply():
                with self.inlined(e) as body, self.each(body, name, ordered) as x:
                    yield x
            case model.MakeSet(items=(item,)) | model.Builtin(name="single", arguments=(item,)) if (
                not static.is_none(item)
            ):
                x = b.keep(self.scalar(item))
                with b.range("i", ZERO, make("number", self.exists(x, item.type.or_none))):
                    yield x
            case model.Builtin(name="difference", arguments=(left, right)) if (
                self.domain(e) is None or ordered
            ):
                with self.each(left, name, ordered) as x:
                    x = b.keep(x)
                    with b.when(make("not", self.has(right, x))):
                        yield x
            case model.Builtin(name="sites") if self.board.is_growing:
                b.call("live", self.state, self.context)
                words = self.unit.layouts["context"].cells["live"].count
                with b.range("w", ZERO, number(words)) as w, b.each(name, self.seek("live", w)) as bit:
                    yield b.keep(make("add", make("mul", w, number(64)), bit))
            case model.Builtin(name="pieces") if not self.plan.by_site:
                with self._each_piece(name) as x:
                    yield x
            case model.Builtin(name="stack", arguments=(site,)) if self.board.is_stacking:
                s = b.keep(self.scalar(site))
                with self._chain(
                    self.or_else(s, self.may_be_none(site), NOBODY, lambda i: self.load("first", i)), name
                ) as x:
                    yield x
            case model.Builtin(name="stack", arguments=(site,)):
                x = b.keep(self.piece_on(b.keep(self.scalar(site)), self.may_be_none(site)))
                with b.range("i", ZERO, make("number", make("le", ZERO, x))):
                    yield x
            case model.PoolOf():
                place = b.keep(self.pool_place(e))
                is_optional = e.holder is not None and self.may_be_none(e.holder)
                with self._chain(
                    self.or_else(place, is_optional, NOBODY, lambda i: self.load("first", i)), name
                ) as x:
                    yield x
            case model.Builtin(name="neighbours", arguments=(site,)) if self.plan.has_many_sites:
                with self._each_next(site, name) as x:
                    yield x
            case model.Arithmetic(operator=".."):
                low, high = b.keep(self.least_whole(e.left)), b.keep(self.most_whole(e.right))
                with b.range(name, low, make("add", high, ONE)) as x:
                    yield x
            case _ if self.domain(e) is not None and (not ordered or self.is_canonical(e)):
                with b.each(name, self.as_bits(e)) as x:
                    yield x
            case _:
                with self._each_kept(self.as_list(e), name) as x:
                    yield x

    @contextmanager
    def _each_known(self, value: object, kind: Type, name: str, ordered: bool) -> Iterator[Expr]:
        values = value if isinstance(value, tuple) else () if value is None else (value,)
        codes = [self.coded(v, kind) for v in values]
        numbers = [c.value for c in codes if isinstance(c, Const)]
        size = self.plan.domain(kind)
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True:
            low = numbers[0] if numbers else 0
            with self.b.range(name, number(low), number(low + len(numbers))) as x:
                yield x
        elif size is not None and min(numbers) >= 0 and (not ordered or numbers == sorted(numbers)):
            with self.b.each(name, members(numbers, size)) as x:
                yield x
        else:
            table = self.unit.constant("listed", tuple(numbers))
            with self.b.range("i", ZERO, number(len(numbers))) as i:
                yield self.b.keep(self.lookup(table, i))

    @contextmanager
    def _each_kept(self, bound: object, name: str) -> Iterator[Expr]:
        assert isinstance(bound, ir.Var)
        if bound.type.name == "list":
            with self.b.range("i", ZERO, make("length", Get(bound))) as i:
                yield self.b.keep(make("item", Get(bound), i), name)
        else:
            with self.b.each(name, Get(bound)) as x:
                yield x

    @contextmanager
    def _each_chosen(self, e: model.Comprehension, name: str, ordered: bool) -> Iterator[Expr]:
        b = self.b
        mask = self.filtered(e) if not ordered or self.is_canonical(e.source) else None
        if mask is not None:
            with b.each(name, mask) as x:
                yield x
            return
        kind = self.element(e)
        is_distinct = e.value is None or e.is_bag
        seen: ir.Var | None = None
        if not is_distinct:
            seen = self._nothing(kind)
        with self.inner(), self.each(e.source, name, ordered) as item:
            self.bind(e.slot, self.element(e.source), item, name)
            with b.when(self.truth(e.condition) if e.condition is not None else TRUE):
                if e.value is None:
                    yield self.local(e.slot)
                    return
                value = self.value(e.value)
                if isinstance(value, Rational):
                    raise NotLowered("a set of fractions")
                x = b.keep(value)
                if seen is None:
                    yield x
                else:
                    fresh = make("both", self.exists(x, e.value.type), make("not", self._among(seen, x)))
                    with b.when(fresh):
                        self._join(seen, x)
                        yield x

    @contextmanager
    def _chain(self, first: Expr, name: str) -> Iterator[Expr]:
        b = self.b
        at = b.variable("at", first)
        with b.loop():
            with b.when(make("lt", Get(at), ZERO)):
                b.leave(b.loops - 1)
            x = b.keep(Get(at), name)
            b.set(at, self.load("next", x))
            yield x

    @contextmanager
    def _each_piece(self, name: str) -> Iterator[Expr]:
        b = self.b
        if self.plan.has_many_sites:
            words = self.unit.layouts["state"].cells["occupied"].count
            with b.range("w", ZERO, number(words)) as w, b.each("s", self.load("occupied", w)) as bit:
                s = b.keep(make("add", make("mul", w, number(64)), bit))
                with self._chain(self.load("first", s), name) as x:
                    yield x
        elif not self.plan.sites:
            with b.range("i", ZERO, ZERO) as x:
                yield x
        else:
            with b.each("s", self.load("occupied")) as s:
                if self.board.is_stacking:
                    with self._chain(self.load("first", s), name) as x:
                        yield x
                else:
                    yield b.keep(self.load("first", s), name)

    @contextmanager
    def _each_next(self, site: model.Expr, name: str) -> Iterator[Expr]:
        """The neighbours of a site on a very large board."""
        b, table = self.b, self._next_sites()
        width = len(self.board.adjacent)
        s = b.keep(self.scalar(site))
        with b.range("i", ZERO, self.or_else(s, True, ZERO, lambda _: number(width))) as i:
            x = b.keep(self.lookup(table, make("add", make("mul", s, number(width)), i)), name)
            with b.when(make("le", ZERO, x)):
                yield x

    def _next_sites(self) -> str:
        def values() -> list[int]:
            made = []
            for s in range(self.plan.sites):
                near = sorted({self.board.steps[d][s] for d in self.board.adjacent} - {-1})
                made.extend([*near, *([-1] * (len(self.board.adjacent) - len(near)))])
            return made

        return self.unit.table("next_sites", values)

    # ---- sets that are being gathered

    def _nothing(self, kind: Type, name: str = "seen") -> ir.Var:
        kept = self.plan.set_type(kind)
        if kept.name == "list":
            return self.b.new_list(name, kept.size)
        return self.b.variable(name, Const(0, kept))

    def _among(self, var: ir.Var, x: Expr) -> Expr:
        if var.type.name == "bits":
            return make("has", Get(var), self.plain(x))
        found = self.b.variable("found", FALSE)
        with (
            self.b.range("i", ZERO, make("length", Get(var))) as i,
            self.b.when(make("eq", make("item", Get(var), i), self.plain(x))),
        ):
            self.b.set(found, TRUE)
            self.b.leave(self.b.loops - 1)
        return Get(found)

    def _join(self, var: ir.Var, x: Expr) -> None:
        if var.type.name == "bits":
            self.b.set(var, make("union", Get(var), one(self.plain(x), var.type.size)))
        else:
            self.b.emit(ir.Push(var, self.plain(x)))

    def plain(self, x: Expr) -> Expr:
        """A truth as a number, as sets hold it."""
        return make("number", x) if x.type == BOOL else x

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
            return members([int(v) for v in values], size)  # type: ignore[call-overload]
        if e.type.base != "set":
            return one(self.plain(self.scalar(e)), size)
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
            case model.Apply():
                with self.inlined(e) as body:
                    return self.as_bits(body)
            case model.MakeSet():
                made: Expr = Const(0, kind)
                for item in e.items:
                    made = make("union", made, one(self.plain(self.scalar(item)), size))
                return made
            case model.If():
                condition = self.b.keep(self.truth(e.condition))
                var = self.b.fresh("set", kind)
                with self.b.choice(condition) as branch:
                    self.b.set(var, self.as_bits(e.then))
                    branch.otherwise()
                    self.b.set(var, self.as_bits(e.otherwise))
                return Get(var)
            case model.Attribute():
                return self.column_set(e, size)
            case model.Builtin():
                simple = self.builtin_bits(e, size)
                if simple is not None:
                    return simple
        gathered = self.b.variable("set", Const(0, kind))
        with self.each_plainly(e) as x:
            self.b.set(gathered, make("union", Get(gathered), one(self.plain(x), size)))
        return Get(gathered)

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
        if e.index is not None:
            raise NotLowered("a column of sets with an index")
        sets = []
        for kind in range(self.plan.kinds):
            values = self.column(e, kind, None)
            sets.append(sum(1 << int(v) for v in values) if isinstance(values, tuple) else 0)  # type: ignore[arg-type]
        table = self.unit.constant(f"column.{e.name}", tuple(sets), size)
        return self.or_else(
            self.scalar(e.kind), True, Const(0, ir.bits(size)), lambda k: self.lookup(table, k)
        )

    def builtin_bits(self, e: model.Builtin, size: int) -> Expr | None:
        """Builtins that give sets."""
        b, none = self.b, Const(0, ir.bits(size))
        match e.name, e.arguments:
            case "sites", () if self.board.is_growing:
                return self._live(size)
            case "stack", (site,):
                return one(self.piece_on(b.keep(self.scalar(site)), self.may_be_none(site)), size)
            case "sites", ():
                return Const((1 << size) - 1, ir.bits(size))
            case "pieces", ():
                return self.load("occupied")
            case "captured", ():
                return self.load("captured")
            case "single", (item,):
                return one(self.plain(self.scalar(item)), size)
            case "union" | "difference", (left, right):
                first = b.keep(self.as_bits(left))
                second = self.as_bits(right)
                return make("union" if e.name == "union" else "minus", first, second)
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
                at = make("min", make("max", b.keep(self.exact(n)), number(least)), number(most))
                return self.lookup(table, make("sub", at, number(least)))
            case "side", (direction,):
                sets = tuple(_bits({s for s, to in enumerate(steps) if to < 0}) for steps in self.board.steps)
                table = self.unit.constant("side", sets, size)
                return self.or_else(self.scalar(direction), True, none, lambda d: self.lookup(table, d))
        return None

    def _live(self, size: int) -> Expr:
        """The sites in play on a growing board."""
        self.b.call("live", self.state, self.context)
        words = self.cast_words(size)
        scratch = self.b.new("live", words)
        for w in range((size + 63) // 64):
            self.b.store(scratch, "part", self.seek("live", number(w)), number(w))
        return self.b.keep(ir.Load(scratch, "set", ZERO, ir.bits(size)))

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

    def piece_on(self, site: Expr, is_optional: bool) -> Expr:
        raise NotImplementedError

    def _next_in(self, site: model.Expr, directions: model.Expr, size: int) -> Expr:
        b = self.b
        known = self.known(directions)
        s = b.keep(self.scalar(site))
        if known is not None:
            chosen = known[0] if isinstance(known[0], tuple) else ()
            sets = tuple(_bits({self.board.steps[d][t] for d in chosen}) for t in range(self.plan.sites))
            table = self.unit.constant("next_in", sets, size)
            return self.or_else(
                s, self.may_be_none(site), Const(0, ir.bits(size)), lambda i: self.lookup(table, i)
            )
        found = b.variable("set", Const(0, ir.bits(size)))
        with b.when(make("le", ZERO, s)), self.each(directions, "d", False) as d:
            b.set(found, make("union", Get(found), one(self.step(s, d), size)))
        return Get(found)

    def step(self, site: Expr, direction: Expr) -> Expr:
        """The next site, both known not to be none; -1 off the board."""
        n = self.plan.sites
        table = self.unit.table("steps", lambda: [t for steps in self.board.steps for t in steps])
        return self.lookup(table, make("add", make("mul", direction, number(n)), site))

    def _between(self, a: model.Expr, c: model.Expr, size: int) -> Expr:
        b = self.b
        found = b.variable("set", Const(0, ir.bits(size)))
        start, goal = b.keep(self.scalar(a)), b.keep(self.scalar(c))
        loops = b.loops
        with b.when(make("both", make("le", ZERO, start), make("le", ZERO, goal))):
            with b.range("d", ZERO, number(len(self.board.directions))) as d:
                met = b.variable("met", Const(0, ir.bits(size)))
                at = b.variable("at", self.step(start, d))
                with b.loop():
                    with b.when(make("lt", Get(at), ZERO)):
                        b.leave(b.loops - 1)
                    with b.when(make("either", make("eq", Get(at), start), make("has", Get(met), Get(at)))):
                        b.leave(b.loops - 1)  # a track that closes to a ring
                    with b.when(make("eq", Get(at), goal)):
                        b.set(found, Get(met))
                        b.leave(loops)
                    b.set(met, make("union", Get(met), one(Get(at), size)))
                    b.set(at, self.step(Get(at), d))
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
        self.b.emit(ir.Resize(made, ZERO))
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
                        self.b.emit(ir.Push(made, number(self.plan.none_of(self.element(e)))))
                    else:
                        self._append_new(item, made)
            case model.If():
                with self.b.choice(self.truth(e.condition)) as branch:
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
            case model.Builtin(name="neighbours", arguments=(site, directions)):
                self._append_next(site, directions, made)
            case model.Builtin():
                raise NotLowered(f"`{e.name}` on a very large board")
            case model.Reached() | model.Attribute():
                raise NotLowered("a set on a very large board")
            case _:
                with self.each(e) as x:
                    self.b.emit(ir.Push(made, self.plain(x)))

    def _append_column(self, e: model.Attribute, made: ir.Var) -> None:
        """A column of the table of kinds that holds sets of numbers."""
        if e.index is not None:
            raise NotLowered("a column of sets with an index")
        starts, values = [0], []
        for kind in range(self.plan.kinds):
            held = self.column(e, kind, None)
            values.extend([int(v) for v in held] if isinstance(held, tuple) else [])  # type: ignore[arg-type]
            starts.append(len(values))
        begins, table = (
            self.unit.constant("starts", tuple(starts)),
            self.unit.constant("values", (*values, 0)),
        )
        kind_of = self.b.keep(self.scalar(e.kind))
        with self.b.when(make("le", ZERO, kind_of)):
            first = self.b.keep(self.lookup(begins, kind_of))
            with self.b.range("i", first, self.lookup(begins, make("add", kind_of, ONE))) as i:
                self.b.emit(ir.Push(made, self.lookup(table, i)))

    def _append_between(self, start: model.Expr, goal: model.Expr, made: ir.Var) -> None:
        """The sites between two others, in the order in which they are met."""
        b = self.b
        origin = b.keep(self.scalar(start))
        met = b.keep(self._between(start, goal, self.plan.sites))
        end = b.keep(self.scalar(goal))
        with b.when(make("some", met)):
            pure = model.Builtin(start.span, Type("direction"), "towards", (start, goal))
            self.unit.alive.append(pure)
            at = b.variable("at", origin)
            d = b.keep(self.scalar(pure))
            with b.loop():
                b.set(at, self.step(Get(at), d))
                with b.when(make("either", make("lt", Get(at), ZERO), make("eq", Get(at), end))):
                    b.leave(b.loops - 1)
                b.emit(ir.Push(made, Get(at)))

    def _append_relative(self, e: model.Builtin, made: ir.Var) -> None:
        """Directions of a player in an order of their own."""
        word, player = e.arguments
        assert isinstance(word, model.Const)
        p = self.b.keep(self.scalar(player))
        for i, one_of in enumerate(self.game.players):
            chosen = self.board.relative(str(word.value), one_of.facing) if one_of.facing is not None else ()
            with self.b.when(make("eq", p, number(i))):
                for d in chosen:
                    self.b.emit(ir.Push(made, number(d)))

    def _append_bits(self, bits: Expr, made: ir.Var) -> None:
        with self.b.each("e", bits) as x:
            self.b.emit(ir.Push(made, x))

    def least_whole(self, e: model.Expr) -> Expr:
        """The bound of a range from below; none is 0."""
        value = self.count_of(e)
        if isinstance(value, Rational):
            return make("sub", ZERO, make("div", make("sub", ZERO, value.top), value.bottom))
        return value

    def most_whole(self, e: model.Expr) -> Expr:
        value = self.count_of(e)
        return make("div", value.top, value.bottom) if isinstance(value, Rational) else value

    def count_of(self, e: model.Expr) -> Value:
        raise NotImplementedError

    def exact(self, e: model.Expr) -> Expr:
        raise NotImplementedError

    def item(self, e: model.MakeSet, item: model.Expr) -> Expr:
        """What is written in a set; `none` as sets of such elements hold it."""
        if static.is_none(item):
            return number(self.plan.none_of(self.element(e)))
        return self.plain(self.scalar(item))

    def _append_new(self, e: model.Expr, made: ir.Var) -> None:
        if e.type.base == "set":
            with self.each(e) as x:
                x = self.b.keep(self.plain(x))
                with self.b.when(make("not", self._among(made, x))):
                    self.b.emit(ir.Push(made, x))
        else:
            x = self.b.keep(self.plain(self.scalar(e)))
            with self.b.when(make("both", self.exists(x, e.type.or_none), make("not", self._among(made, x)))):
                self.b.emit(ir.Push(made, x))

    # ---- questions

    def has(self, e: model.Expr, x: Expr) -> Expr:
        """Whether a value is an element."""
        b, known = self.b, self.known(e)
        x = self.plain(x)
        if known is not None:
            values = known[0] if isinstance(known[0], tuple) else () if known[0] is None else (known[0],)
            kind = self.element(e)
            codes = [c.value for v in values if isinstance(c := self.coded(v, kind), Const)]
            size = self.plan.domain(kind)
            if size is not None and None not in values:
                return make("has", members(codes, size), x)
            if codes and codes == list(range(codes[0], codes[-1] + 1)):
                return make("both", make("le", number(codes[0]), x), make("le", x, number(codes[-1])))
            found: Expr = FALSE
            for c in codes:
                found = make("either", found, make("eq", x, number(c)))
            return found
        if e.type.base != "set":
            y = self.plain(self.scalar(e))
            return make("both", make("eq", x, y), self.exists(y, e.type.or_none))
        match e:
            case model.PoolOf() if not self.plan.by_site:
                place = b.keep(self.pool_place(e))
                at = self.or_else(x, True, NOBODY, lambda p: self.load("place", p))
                return make("both", make("eq", at, place), make("le", ZERO, place))
            case model.Builtin(name="stack", arguments=(site,)) if not self.plan.by_site:
                place = b.keep(self.scalar(site))
                at = self.or_else(x, True, NOBODY, lambda p: self.load("place", p))
                return make("both", make("eq", at, place), make("le", ZERO, place))
            case model.Builtin(name="sites") if not self.board.is_growing:
                return make("le", ZERO, x)
            case model.Builtin(name="union", arguments=(left, right)):
                y = b.keep(x)
                return make("either", self.has(left, y), self.has(right, y))
            case model.Builtin(name="difference", arguments=(left, right)):
                y = b.keep(x)
                return make("both", self.has(left, y), make("not", self.has(right, y)))
            case model.MakeSet():
                y, found = b.keep(x), FALSE
                for item in e.items:
                    is_it = make("eq", y, self.item(e, item))
                    if self.may_be_none(item) and not static.is_none(item):
                        is_it = make("both", is_it, self.exists(y, self.element(e).or_none))
                    found = make("either", found, is_it)
                return found
            case model.Arithmetic(operator=".."):
                y = b.keep(x)
                low = make("le", self.least_whole(e.left), y)
                return make("both", low, make("le", y, self.most_whole(e.right)))
            case model.Apply():
                y = b.keep(x)
                with self.inlined(e) as body:
                    return self.has(body, y)
        if self.domain(e) is not None:
            return make("has", self.as_bits(e), x)
        y = b.keep(x)
        hit = b.variable("found", FALSE)
        loops = b.loops
        with self.each(e, ordered=False) as item, b.when(make("eq", self.plain(item), y)):
            b.set(hit, TRUE)
            b.leave(loops)
        return Get(hit)

    def is_by_bits(self, e: model.Expr) -> bool:
        """Whether a set is best looked at as bits."""
        if self.domain(e) is None or e.type.base != "set":
            return False
        match e:
            case model.Comprehension():
                return e.value is not None or self.filtered_cheaply(e)
            case model.Arithmetic() | model.PoolOf():
                return False
        return True

    def filtered_cheaply(self, e: model.Comprehension) -> bool:
        raise NotImplementedError

    def count(self, e: model.Expr) -> Expr:
        known = self.known(e)
        if known is not None:
            return number(len(known[0]) if isinstance(known[0], tuple) else int(known[0] is not None))
        if self.is_by_bits(e):
            return make("count", self.as_bits(e))
        if isinstance(e, model.Local):
            bound = self.env[e.slot]
            if isinstance(bound, ir.Var) and bound.type.name == "list":
                return make("length", Get(bound))
        counted = self.b.variable("n", ZERO)
        with self.each(e, ordered=False):
            self.b.set(counted, make("add", Get(counted), ONE))
        return Get(counted)

    def some(self, e: model.Expr) -> Expr:
        known = self.known(e)
        if known is not None:
            return truth(known[0] not in ((), None))
        if self.is_by_bits(e):
            return make("some", self.as_bits(e))
        match e:
            case model.PoolOf():
                place = self.pool_place(e)
                return make("le", ZERO, self.or_else(place, True, NOBODY, lambda i: self.load("first", i)))
        found = self.b.variable("some", FALSE)
        loops = self.b.loops
        with self.each(e, ordered=False):
            self.b.set(found, TRUE)
            self.b.leave(loops)
        return Get(found)

    def first(self, e: model.Expr) -> Expr:
        if self.is_by_bits(e) and self.is_canonical(e):
            return make("low", self.as_bits(e))
        found = self.b.variable("first", NOBODY)
        loops = self.b.loops
        with self.each(e) as x:
            self.b.set(found, x)
            self.b.leave(loops)
        return Get(found)

    def last(self, e: model.Expr) -> Expr:
        if self.is_by_bits(e) and self.is_canonical(e):
            return make("high", self.as_bits(e))
        found = self.b.variable("last", NOBODY)
        with self.each(e) as x:
            self.b.set(found, x)
        return Get(found)

    def is_canonical(self, e: model.Expr) -> bool:
        """Whether the language's order of a set is that of its members' numbers."""
        known = self.known(e)
        if known is not None:
            e = model.Const(e.span, e.type, known[0])  # type: ignore[arg-type]
        return canonical(e, self.game, self.plan.ordered)

    # ---- pools

    def pool_place(self, e: model.PoolOf) -> Expr:
        """The number of a pool among the places; -1 of nobody's."""
        start = self.plan.sites + self.game.pools[e.name].slot
        if e.holder is None:
            return number(start)
        holder = self.scalar(e.holder)
        return self.or_else(
            holder, self.may_be_none(e.holder), NOBODY, lambda p: make("add", p, number(start))
        )


def _bits(values: "set[int]") -> int:
    return sum(1 << v for v in values if v >= 0)


def argument_items() -> int:
    return ARGUMENT_ITEMS
