"""Effects, one after the other; `simultaneously` writes down all changes before it makes the first."""

from collections.abc import Callable

from gdl import model
from gdl.types import PIECE as PIECE_TYPE
from gdl.types import SITE, Type
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, make, number, one
from interpreter.lowering.changes import Changes
from interpreter.lowering.ir import INT, Const, Expr, Get, Var
from interpreter.lowering.layout import ARGUMENT_ITEMS, MAX_PENDING, placed
from interpreter.lowering.masks import parts
from interpreter.lowering.scope import NotLowered, Rational

MAX_WAYS = 2048  # ways of a path, or combinations, that one effect goes through
MAX_IN_POOL = 10_000
WORDS = ("", "may", "must")

Settings = list[tuple[model.Field, Expr, bool]]  # fields, their values, and whether these may be none


class Effects(Changes):
    """What actions, settlings and the set-up do."""

    def do(self, effects: tuple[model.Effect, ...]) -> None:
        for e in effects:
            self.effect(e)

    def effect(self, e: model.Effect) -> None:
        b = self.b
        match e:
            case model.Shift():
                self.shift(e)
            case model.SetField():
                self.set_field(e)
            case model.Remove():
                self.remove(e)
            case model.Place():
                kind, owner, settings = self.new(e)
                with self.inner(), self.each(e.sites) as site:
                    self.settle_down(e, kind, owner, b.keep(site), settings)
            case model.Stock():
                self.stock(e)
            case model.Bind():
                if e.value.type.base == "set" or (e.slot in self.types and self.types[e.slot].base == "set"):
                    kind = self.types.get(e.slot, e.value.type)
                    source = self.assigned(kind, e.value, e.slot)
                    self.assign_from(self.declare(e.slot, kind), source)
                else:
                    kind = self.types.get(e.slot, e.value.type)
                    if kind.base == "none" or (
                        kind.base != e.value.type.base and e.value.type.base != "none"
                    ):
                        kind = e.value.type
                    if kind.base == "piece" and not kind.is_optional:
                        kind = kind.or_none
                    self.bind(e.slot, kind, self.typed(e.value, kind))
            case model.Chance():
                self.chance(e)
            case model.ForEach():
                self.for_each(e.generators, e.condition, lambda: self.do(e.body))
            case model.ForPath():
                self.for_path(e.path, lambda: self.do(e.body))
            case model.Branch():
                with b.choice(self.truth(e.condition)) as branch:
                    self.do(e.body)
                    branch.otherwise()
                    self.do(e.otherwise)
            case model.Simultaneously():
                self.simultaneously(e)
            case model.Swap():
                self.swap(e)
            case model.SetPhase():
                self.store("phase", number(self.phase_number(e.phase)))
            case model.NextTurn():
                self.store("follows", self.scalar(e.player))
            case model.Demand():
                self.demand(e)
            case model.Finish():
                self.store("over", ONE)
                self.result(e.result)

    def phase_number(self, phase: str) -> int:
        return ("main", *(p for p in self.game.phases if p != "main")).index(phase)

    def assigned(self, kind: Type, e: model.Expr, slot: int) -> "Expr | Var":
        """A set for a name, evaluated."""
        if self.plan.kept_type(kind, slot).name == "bits":
            return self.b.keep(self.as_bits(e))
        return self.as_list(e)

    def assign_from(self, bound: object, source: "Expr | Var") -> None:
        assert isinstance(bound, Var)
        if isinstance(source, Var):
            self.b.emit(ir.Resize(bound, ZERO))
            with self._each_kept(source, "e") as x:
                self.b.emit(ir.Push(bound, x))
        else:
            self.b.set(bound, source)

    # ---- loops

    def for_each(
        self,
        generators: "tuple[tuple[int, model.Expr], ...]",
        condition: model.Expr | None,
        body: Callable[[], None],
    ) -> None:
        """Everything is judged before the first round."""
        b = self.b
        if len(generators) == 1:
            (slot, source), kind = generators[0], self.element(generators[0][1])
            whole = model.Comprehension(
                source.span,
                source.type if source.type.base == "set" else Type("set", source.type),
                slot,
                source,
                condition,
                None,
            )
            self.unit.alive.append(whole)
            if self.domain(whole) is not None and self.is_canonical(whole):
                chosen = b.keep(self.as_bits(whole))
                with self.inner(), b.each("e", chosen) as x:
                    self.bind(slot, kind, self._still(x, kind))
                    body()
            else:
                listed = self.as_list(whole)
                with self.inner(), b.range("i", ZERO, make("length", Get(listed))) as i:
                    self.bind(slot, kind, self._as(b.keep(make("item", Get(listed), i)), kind))
                    body()
            return
        lists = [b.new_list("column", MAX_WAYS) for _ in generators]

        def gather(index: int) -> None:
            if index == len(generators):
                with b.when(self.truth(condition) if condition is not None else TRUE):
                    with b.when(make("le", number(MAX_WAYS), make("length", Get(lists[0])))):
                        self.fail("capacity", None)
                    for (slot, _), column in zip(generators, lists, strict=True):
                        b.emit(ir.Push(column, self.plain(self.local(slot))))
                return
            slot, source = generators[index]
            with self.each(source) as x:
                self.bind(slot, self.element(source), x)
                gather(index + 1)

        with self.inner():
            gather(0)
        with self.inner(), b.range("i", ZERO, make("length", Get(lists[0]))) as i:
            for (slot, source), column in zip(generators, lists, strict=True):
                kind = self.element(source)
                self.bind(slot, kind, self._as(b.keep(make("item", Get(column), i)), kind))
            body()

    def _as(self, x: Expr, kind: Type) -> Expr:
        """An element of a list as a value of its type."""
        return make("lt", ZERO, x) if kind.base == "bool" and not kind.is_optional else x

    def _still(self, x: Expr, kind: Type) -> Expr:
        """A piece of a set that was judged before: it may be gone by now."""
        if kind.base == "piece" and self.plan.by_site:
            return make("select", make("has", self.load("occupied"), x), x, NOBODY)
        return self._as(x, kind)

    def for_path(self, path: model.Path, body: Callable[[], None]) -> None:
        """All ways are found before the first round; what each binds is kept in a block of its own."""
        b = self.b
        bound = [s for step in path.steps for s in self._named(step)]
        cells = [ir.Cell("number", 1, 64)]
        lists = {
            s.slot
            for s in bound
            if s.collects and self.plan.kept_type(Type("set", SITE), s.slot).name == "list"
        }
        longest = self._longest()
        for step in bound:
            if step.slot in lists:
                cells.append(ir.Cell(f"n{step.slot}", MAX_WAYS, 16))
                cells.append(ir.Cell(f"x{step.slot}", MAX_WAYS * longest, 16))
            else:
                cells.append(ir.Cell(f"x{step.slot}", MAX_WAYS, 64, self.plan.sites if step.collects else 0))
        self.unit.number += 1
        layout = f"ways{self.unit.number}"
        self.unit.layouts[layout] = placed(layout, cells)
        kept = b.new("ways", layout)
        b.store(kept, "number", ZERO)
        at = ir.Load(kept, "number", ZERO, INT)
        with self.inner(), self.ways(path):
            with b.when(make("le", number(MAX_WAYS), at)):
                self.fail("capacity", None)
                b.store(kept, "number", ZERO)
            for step in bound:
                assert step.slot is not None
                if step.slot in lists:
                    held = self.env[step.slot]
                    assert isinstance(held, Var)
                    b.store(kept, f"n{step.slot}", make("length", Get(held)), at)
                    with b.range("k", ZERO, make("length", Get(held))) as k:
                        place = make("add", make("mul", at, number(longest)), k)
                        b.store(kept, f"x{step.slot}", make("item", Get(held), k), place)
                else:
                    b.store(kept, f"x{step.slot}", self.local(step.slot), at)
            b.store(kept, "number", make("add", at, ONE))
        with self.inner(), b.range("i", ZERO, at) as i:
            for step in bound:
                assert step.slot is not None
                kind = Type("set", SITE) if step.collects else SITE
                if step.slot in lists:
                    held = self.declare(step.slot, kind, step.name)
                    assert isinstance(held, Var)
                    b.emit(ir.Resize(held, ZERO))
                    with b.range("k", ZERO, ir.Load(kept, f"n{step.slot}", i, INT)) as k:
                        place = make("add", make("mul", i, number(longest)), k)
                        b.emit(ir.Push(held, ir.Load(kept, f"x{step.slot}", place, INT)))
                    continue
                loaded = ir.Load(kept, f"x{step.slot}", i, ir.bits(self.plan.sites) if step.collects else INT)
                self.bind(step.slot, kind, loaded, step.name)
            body()

    # ---- single changes

    def goal(self, to: model.Expr) -> tuple[Expr, bool]:
        """The place that a destination means, and whether it may be none."""
        if isinstance(to, model.PoolOf):
            return self.b.keep(self.pool_place(to)), to.holder is not None and self.may_be_none(to.holder)
        return self.b.keep(self.scalar(to)), True

    def given(self, settings: "tuple[tuple[str, model.Expr], ...]") -> Settings:
        made = []
        for name, e in settings:
            field = self.game.fields[name]
            value = self.typed(e, field.type)
            if isinstance(value, Rational):
                value = self.whole_only(value, e.span)
            made.append((field, self.b.keep(value), self.may_be_none(e)))
        return made

    def new(self, e: "model.Place | model.Stock") -> tuple[Expr, Expr, Settings]:
        kind = self.b.keep(self.scalar(e.kind))
        owner = self.b.keep(self.scalar(e.owner)) if e.owner is not None else NOBODY
        return kind, owner, self.given(e.settings)

    def settle_down(
        self, e: "model.Place | model.Stock", kind: Expr, owner: Expr, place: Expr, settings: Settings
    ) -> None:
        """A new piece comes to a place."""
        b = self.b
        with b.when(make("le", ZERO, kind)), b.choice(self.is_taken(place)) as branch:
            self.fail("occupied-site", e.span)
            branch.otherwise()
            if self.plan.by_site:
                self.run(self.put_at(), kind, owner, place)
                for field, value, may_be_none in settings:
                    self.write_field(field, place, value, e.span, may_be_none)
            else:
                made = b.keep(ir.Call(self.newcomer(), (self.state, self.context), INT))
                with b.when(make("le", ZERO, made)):
                    self.store("kind", kind, made)
                    self.store("owner", owner, made)
                    set_here = {f.name for f, _, _ in settings}
                    for field in self.plan.piece_fields:
                        if field.name not in set_here:
                            self.reset_field(field, made)
                    for field, value, may_be_none in settings:
                        self.write_field(field, made, value, e.span, may_be_none)
                    self.run(self.link(), made, place)
            self.check_window(place, e.span)

    def stock(self, e: model.Stock) -> None:
        b = self.b
        kind, owner, settings = self.new(e)
        place, is_optional = self.goal(e.pool)
        times = b.keep(make("max", ZERO, self.scalar(e.times)))
        with b.when(make("le", ZERO, place) if is_optional else TRUE):
            with b.choice(make("lt", number(MAX_IN_POOL), times)) as branch:
                self.fail("pool-overflow", e.span)
                branch.otherwise()
                with b.range("i", ZERO, times):
                    self.settle_down(e, kind, owner, place, settings)

    def shift(self, e: model.Shift) -> None:
        b = self.b
        piece = b.keep(self.scalar(e.piece))
        to, _ = self.goal(e.to)
        settings = self.given(e.settings)
        with b.when(make("both", self.is_there(piece), make("le", ZERO, to))):
            here = piece if self.plan.by_site else b.keep(self.load("place", piece))
            is_elsewhere = make("ne", here, to)
            with b.choice(make("both", is_elsewhere, self.is_taken(to))) as branch:
                self.fail("occupied-site", e.span)
                branch.otherwise()
                if self.plan.by_site:
                    with b.when(is_elsewhere):
                        self.carry(piece, to)
                    for field, value, may_be_none in settings:
                        self.write_field(field, to, value, e.span, may_be_none)
                else:
                    with b.choice(is_elsewhere) as moving:
                        self.run(self.unlink(), piece)
                        for field, value, may_be_none in settings:
                            self.write_field(field, piece, value, e.span, may_be_none)
                        self.run(self.link(), piece, to)
                        moving.otherwise()
                        for field, value, may_be_none in settings:
                            self.write_field(field, piece, value, e.span, may_be_none)
                        if settings:
                            self.resort(piece, to)
                    self.check_window(to, e.span)

    def remove(self, e: model.Remove) -> None:
        if self.element(e.pieces).base != "piece" and self.known(e.pieces) is not None:
            return
        if e.pieces.type.base != "set":
            self.take_away(self.b.keep(self.scalar(e.pieces)), e.is_capture)
            return
        if self.plan.by_site:
            chosen = self.b.keep(self.as_bits(e.pieces))
            with self.b.each("p", chosen) as p:
                self.take_away(p, e.is_capture)
        else:
            listed = self.as_list(e.pieces)
            with self._each_kept(listed, "p") as p:
                self.take_away(p, e.is_capture)

    def set_field(self, e: model.SetField) -> None:
        holder = self.b.keep(self.scalar(e.holder)) if e.holder is not None else ZERO
        self.write(e, holder, self.new_value(e))

    def new_value(self, e: model.SetField) -> Expr:
        kind = self.game.fields[e.field].type if e.field in self.game.fields else e.value.type
        value = self.typed(e.value, kind)
        if isinstance(value, Rational):
            value = self.whole_only(value, e.span)
        return self.b.keep(value)

    def write(self, e: model.SetField, holder: Expr, value: Expr) -> None:
        b = self.b
        if e.field in ("owner", "kind") and e.field not in self.game.fields:
            with b.when(self.is_there(holder)):
                if e.field == "kind" and self.may_be_none(e.value):
                    with b.when(make("lt", value, ZERO)):
                        self.fail("no-value", e.span)
                (self.give_owner if e.field == "owner" else self.give_kind)(holder, value)
            return
        field = self.game.fields[e.field]
        may_be_none = self.may_be_none(e.value) or e.value.type.base == "piece"
        if e.holder is None:
            self.write_field(field, ZERO, value, e.span, may_be_none)
            return
        exists = self.is_there(holder) if field.holder == "piece" else make("le", ZERO, holder)
        with b.when(exists):
            self.write_field(field, holder, value, e.span, may_be_none)
            if field.holder == "piece" and not self.plan.by_site:
                self.resort(holder, b.keep(self.load("place", holder)))

    def swap(self, e: model.Swap) -> None:
        b = self.b
        first, second = b.keep(self.scalar(e.first)), b.keep(self.scalar(e.second))
        with b.when(make("both", self.is_there(first), self.is_there(second))):
            if self.plan.by_site:
                with b.when(make("ne", first, second)):
                    self._swap_at(first, second)
                return
            here, there = b.keep(self.load("place", first)), b.keep(self.load("place", second))
            with b.when(make("ne", here, there)):
                self.run(self.unlink(), first)
                self.run(self.unlink(), second)
                self.run(self.link(), first, there)
                self.run(self.link(), second, here)

    def _swap_at(self, first: Expr, second: Expr) -> None:
        b = self.b
        kept = []
        for s in (first, second):
            fields = [(f, b.keep(self.load(f"piece.{f.name}", s))) for f in self.plan.piece_fields]
            kept.append((b.keep(self.kind_of(s, False)), b.keep(self.owner_of(s, False)), fields))
            self.run(self.clear_at(), s)
        for s, (kind, owner, fields) in zip((second, first), kept, strict=True):
            self.run(self.put_at(), kind, owner, s)
            for field, value in fields:
                self.store(f"piece.{field.name}", value, s)
        for slot, bound in self.env.items():
            if self.types[slot].base == "piece" and isinstance(bound, Var):
                was = b.keep(Get(bound))
                other = make("select", make("eq", was, second), first, was)
                b.set(bound, make("select", make("eq", was, first), second, other))

    def chance(self, e: model.Chance) -> None:
        """The state's seed moves on and decides."""
        b, kind = self.b, self.element(e.source)
        known = self.known(e.source)
        values = known[0] if known is not None and isinstance(known[0], tuple) else None
        codes = [self.coded(v, kind) for v in values] if values is not None else []
        low = codes[0].value if codes and isinstance(codes[0], Const) else 0
        is_run = values is not None and all(
            isinstance(c, Const) and c.value == low + i for i, c in enumerate(codes)
        )
        bits: Expr | None = None
        listed: Var | None = None
        if is_run:
            size: Expr = number(len(codes))
        elif self.plan.domain(kind) is not None and self.is_canonical(e.source):
            bits = b.keep(self.as_bits(e.source))
            size = b.keep(make("count", bits))
        else:
            listed = self.as_list(e.source)
            size = b.keep(make("length", Get(listed)))
        result = self.declare(e.slot, kind.or_none)
        assert isinstance(result, Var)
        b.set(result, number(self.plan.none_of(kind)))
        with b.when(make("lt", ZERO, size)):
            seed = b.keep(ir.Call("mix", (self.load("seed"),), INT))
            self.store("seed", seed)
            index = b.keep(make("shr", make("mul", make("shr", seed, number(32)), size), number(32)))
            if is_run:
                b.set(result, make("add", index, number(low)))
            elif bits is not None:
                b.set(result, make("nth", bits, index))
            else:
                assert listed is not None
                b.set(result, make("item", Get(listed), index))

    # ---- demands

    def demand(self, e: model.Demand) -> None:
        b, plan = self.b, self.plan
        waiting = b.keep(self.load("waiting"))
        with b.choice(make("le", number(MAX_PENDING), waiting)) as branch:
            self.fail("pending-overflow", e.span)
            branch.otherwise()
            row = b.keep(make("mul", waiting, number(plan.demand_words)))
            self.store("demands", self.mover, row)
            self.store("demands", number(WORDS.index(e.word)), make("add", row, ONE))
            self.store("demands", number(len(e.choices)), make("add", row, number(2)))
            for k, choice in enumerate(e.choices):
                at = 3 + k * plan.alternative_words
                for slot, value in choice.binds:
                    if value.type.base == "set":
                        self.assign_from(
                            self.declare(slot, value.type), self.assigned(value.type, value, slot)
                        )
                    else:
                        self.bind(slot, value.type, self.value(value))
                action = self.game.action(choice.action)
                self.store("demands", number(action.index), make("add", row, number(at)))
                at += 1
                for (_, slot, kind), argument in zip(action.parameters, choice.arguments, strict=True):
                    self.store_argument(kind, argument, row, at, slot)
                    at += plan.words(kind, slot)
            self.store("waiting", make("add", waiting, ONE))

    def store_argument(self, kind: Type, e: model.Expr, row: Expr, at: int, slot: int) -> None:
        b, plan = self.b, self.plan
        if kind.base != "set":
            value = self.typed(e, kind)
            if isinstance(value, Rational):
                raise NotLowered("a fraction given to a demanded choice")
            self.store("demands", self.plain(value), make("add", row, number(at)))
            return
        source = self.assigned(kind, e, slot)
        if isinstance(source, Var):
            length = make("length", Get(source))
            with b.when(make("lt", number(ARGUMENT_ITEMS), length)):
                self.fail("capacity", None)
            self.store("demands", make("min", length, number(ARGUMENT_ITEMS)), make("add", row, number(at)))
            with b.range("i", ZERO, make("min", length, number(ARGUMENT_ITEMS))) as i:
                self.store(
                    "demands", make("item", Get(source), i), make("add", make("add", row, number(at + 1)), i)
                )
        else:
            words = self.cast_words(source.type.size)
            scratch = b.new("cast", words)
            b.store(scratch, "set", source)
            for w in range(plan.words(kind, slot)):
                self.store(
                    "demands", ir.Load(scratch, "word", number(w), INT), make("add", row, number(at + w))
                )

    def load_argument(self, kind: Type, base: Expr, at: int, slot: int) -> "Expr | Var":
        """An argument of a demand, from its first word on."""
        b, plan = self.b, self.plan
        if kind.base != "set":
            value = self.load("demands", make("add", base, number(at)))
            return make("lt", ZERO, value) if kind.base == "bool" and not kind.is_optional else value
        kept = plan.kept_type(kind, slot)
        if kept.name == "bits":
            scratch = b.new("cast", self.cast_words(kept.size))
            for w in range(plan.words(kind, slot)):
                b.store(scratch, "word", self.load("demands", make("add", base, number(at + w))), number(w))
            return ir.Load(scratch, "set", ZERO, kept)
        made = b.new_list("given", kept.size)
        with b.range("i", ZERO, self.load("demands", make("add", base, number(at)))) as i:
            b.emit(ir.Push(made, self.load("demands", make("add", make("add", base, number(at + 1)), i))))
        return made

    # ---- simultaneously

    def simultaneously(self, e: model.Simultaneously) -> None:
        b = self.b
        leaves: list[model.Effect] = []
        frames: list[list[tuple[int, Type]]] = []
        self.unit.number += 1
        layout = f"changes{self.unit.number}"
        ints, sets = 10, 3
        cells = [ir.Cell("number", 1, 64), ir.Cell("code", MAX_WAYS, 64)]
        cells += [ir.Cell(f"v{i}", MAX_WAYS, 64) for i in range(ints)]
        cells += [
            ir.Cell(f"s{i}", MAX_WAYS, size=self.plan.sites)
            for i in range(sets)
            if self.plan.sites and not self.plan.has_many_sites
        ]
        self.unit.layouts[layout] = placed(layout, cells)
        kept = b.new("changes", layout)
        b.store(kept, "number", ZERO)

        def at() -> Expr:
            return ir.Load(kept, "number", ZERO, INT)

        def loaded(column: str, index: Expr) -> Expr:
            return ir.Load(kept, column, index, INT)

        def record(code: int, values: list[Expr], bits: "list[Expr] | None" = None) -> None:
            with b.when(make("le", number(MAX_WAYS), at())):
                self.fail("capacity", None)
                b.store(kept, "number", ZERO)
            b.store(kept, "code", number(code), at())
            for i, v in enumerate(values):
                b.store(kept, f"v{i}", self.plain(v), at())
            for i, v in enumerate(bits or []):
                b.store(kept, f"s{i}", v, at())
            b.store(kept, "number", make("add", at(), ONE))

        def conflict(same: list[int], key: Expr, values: list[Expr], span: object) -> None:
            """An earlier change of the same thing to something else."""
            with b.range("j", ZERO, at()) as j:
                code = loaded("code", j)
                is_same: Expr = FALSE
                for c in same:
                    is_same = make("either", is_same, make("eq", code, number(c)))
                is_same = make("both", is_same, make("eq", loaded("v0", j), key))
                differs: Expr = FALSE
                for i, v in enumerate(values):
                    differs = make("either", differs, make("ne", loaded(f"v{i + 1}", j), self.plain(v)))
                with b.when(make("both", is_same, differs)):
                    self.fail("conflicting-writes", span)

        def judge(effect: model.Effect) -> None:
            code = len(leaves)
            match effect:
                case model.SetField():
                    leaves.append(effect)
                    frames.append([])
                    holder = b.keep(self.scalar(effect.holder)) if effect.holder is not None else ZERO
                    value = self.new_value(effect)
                    same = [
                        i
                        for i, x in enumerate(leaves)
                        if isinstance(x, model.SetField) and x.field == effect.field
                    ]
                    conflict(same, holder, [value], effect.span)
                    record(code, [holder, value])
                case model.Remove():
                    leaves.append(effect)
                    frames.append([])
                    with self.inner(), self.each(effect.pieces) as p:
                        record(code, [p])
                case model.Place():
                    leaves.append(effect)
                    frames.append([])
                    kind, owner, settings = self.new(effect)
                    same = [i for i, x in enumerate(leaves) if isinstance(x, model.Place)]
                    with self.inner(), self.each(effect.sites) as s:
                        site = b.keep(s)
                        conflict(same, site, [kind, owner], effect.span)
                        record(code, [site, kind, owner, *(v for _, v, _ in settings)])
                case model.Branch():
                    with b.choice(self.truth(effect.condition)) as branch:
                        for inner in effect.body:
                            judge(inner)
                        branch.otherwise()
                        for inner in effect.otherwise:
                            judge(inner)
                case model.ForEach():

                    def body(effect: model.ForEach = effect) -> None:
                        for inner in effect.body:
                            judge(inner)

                    self.for_each(effect.generators, effect.condition, body)
                case model.ForPath():

                    def along(effect: model.ForPath = effect) -> None:
                        for inner in effect.body:
                            judge(inner)

                    self.for_path(effect.path, along)
                case model.Bind() | model.Chance():
                    self.effect(effect)
                case _:
                    leaves.append(effect)
                    slots = [s for s in names_in(effect) if s in self.env]
                    scalars = [s for s in slots if self.types[s].base != "set"]
                    of_sets = [s for s in slots if self.types[s].base == "set"]
                    if (
                        len(scalars) > ints
                        or len(of_sets) > sets
                        or any(isinstance(self.env[s], tuple) for s in slots)
                        or any(self.plan.kept_type(self.types[s], s).name == "list" for s in of_sets)
                    ):
                        raise NotLowered("an effect with many names inside `simultaneously`")
                    frames.append([(s, self.types[s]) for s in (*scalars, *of_sets)])
                    record(code, [self.local(s) for s in scalars], [self.local(s) for s in of_sets])

        env, types = self.env.copy(), self.types.copy()
        for effect in e.body:
            judge(effect)
        self.env, self.types = env, types
        for is_placing in (False, True):
            with b.range("i", ZERO, at()) as i:
                code = b.keep(loaded("code", i))
                for number_of, effect in enumerate(leaves):
                    if isinstance(effect, model.Place) == is_placing:
                        with b.when(make("eq", code, number(number_of))), self.inner():
                            self._apply(effect, frames[number_of], kept, i)

    def _apply(self, effect: model.Effect, frame: list[tuple[int, Type]], kept: Expr, i: Expr) -> None:
        """Makes a change that was written down."""
        b = self.b

        def value(column: int) -> Expr:
            return b.keep(ir.Load(kept, f"v{column}", i, INT))

        match effect:
            case model.SetField():
                self.write(effect, value(0), value(1))
            case model.Remove():
                self.take_away(value(0), effect.is_capture)
            case model.Place():
                settings = [
                    (self.game.fields[name], value(3 + k), self.may_be_none(e))
                    for k, (name, e) in enumerate(effect.settings)
                ]
                self.settle_down(effect, value(1), value(2), value(0), settings)
            case _:
                ints = sets = 0
                for slot, of in frame:
                    if of.base == "set":
                        kind = self.plan.kept_type(of, slot)
                        if kind.name == "list" or kind.size != self.plan.sites:
                            raise NotLowered("a set inside `simultaneously`")
                        self.bind(slot, of, ir.Load(kept, f"s{sets}", i, kind))
                        sets += 1
                    else:
                        self.bind(slot, of, self._as(value(ints), of))
                        ints += 1
                self.effect(effect)

    # ---- results

    def result(self, result: model.Result) -> None:
        """Writes down what every player gets."""
        b, count = self.b, self.plan.players
        match result.form:
            case "wins" | "loses":
                assert result.who is not None
                winners = b.keep(self.as_bits(result.who))
                if result.form == "loses":
                    winners = b.keep(make("others", winners))
                self.ranked(winners)
            case "highest" | "lowest":
                scores = [self.rational(self.kept(s)) for s in self.scores(result.score)]
                best = scores[0]
                for s in scores[1:]:
                    better = b.keep(
                        self.less("<", best, s) if result.form == "highest" else self.less("<", s, best)
                    )
                    best = Rational(
                        b.keep(make("select", better, s.top, best.top)),
                        b.keep(make("select", better, s.bottom, best.bottom)),
                    )
                winners = Const(0, ir.bits(count))
                for p, s in enumerate(scores):
                    is_best = make("both", make("eq", s.top, best.top), make("eq", s.bottom, best.bottom))
                    mine = Const(1 << p, ir.bits(count))
                    winners = make("union", winners, make("select", is_best, mine, Const(0, ir.bits(count))))
                self.ranked(b.keep(winners))
            case "payoff":
                for p, s in enumerate(self.scores(result.score)):
                    pair = self.rational(s)
                    self.store("result", pair.top, number(p))
                    self.store("parts", pair.bottom, number(p))
            case _:
                self.ranked(Const(0, ir.bits(count)), is_draw=True)

    def scores(self, name: str) -> "list[Expr | Rational]":
        definition = self.game.definitions[name]
        _, slot, kind = definition.parameters[0]
        made = []
        for player in range(self.plan.players):
            with self.inner():
                self.env.pop(slot, None)
                self.bind(slot, kind, number(player))
                made.append(self.kept(self.count_of(definition.body)))
        return made

    def ranked(self, winners: Expr, is_draw: bool = False) -> None:
        count = self.plan.players
        if count > 1 or is_draw:
            all_or_none = make(
                "either",
                make("not", make("some", winners)),
                make("equal", winners, Const((1 << count) - 1, ir.bits(count))),
            )
        else:
            all_or_none = FALSE
        for p in range(count):
            won = make("select", make("has", winners, number(p)), ONE, NOBODY)
            self.store("result", make("select", all_or_none, ZERO, won), number(p))
            if self.plan.has_payoffs:
                self.store("parts", ONE, number(p))


def names_in(e: object) -> list[int]:
    """The slots of all names that an effect reads."""
    found: list[int] = []
    waiting = [e]
    while waiting:
        x = waiting.pop()
        if isinstance(x, model.Local):
            found.append(x.slot)
        if isinstance(x, tuple):
            waiting.extend(x)
        elif hasattr(x, "__slots__") and not isinstance(x, str | int | Type):
            waiting.extend(getattr(x, n) for n in x.__slots__ if n not in ("span", "type"))
    return list(dict.fromkeys(found))


_ = (one, parts, PIECE_TYPE)
