"""Single effects: one piece moved, removed or made, one field set, one lot drawn, one decision demanded."""

from gdl import model
from gdl.types import Type
from gdl.words import DEMAND_WORDS
from interpreter import ir
from interpreter.ir import INT, Const, Expr, Get, Var, op
from interpreter.lowering.changes import Changes
from interpreter.lowering.layout import MAX_PENDING
from interpreter.lowering.plan import ARGUMENT_ITEMS
from interpreter.lowering.scope import NotLowered, Rational

MAX_IN_POOL = 10_000
WORDS = DEMAND_WORDS

Settings = list[tuple[model.Field, Expr, bool]]  # fields, their values, and whether these may be none


class Singles(Changes):
    """Effects that change one thing."""

    # ---- single changes

    def goal(self, to: model.Expr) -> tuple[Expr, bool]:
        """The place that a destination means, and whether it may be none."""
        if isinstance(to, model.PoolOf):
            return self.b.materialize(self.pool_place(to)), to.holder is not None and self.may_be_none(to.holder)
        return self.b.materialize(self.scalar(to)), True

    def given(self, settings: "tuple[tuple[str, model.Expr], ...]") -> Settings:
        made = []
        for name, e in settings:
            field = self.game.fields[name]
            value = self.typed(e, field.type)
            if isinstance(value, Rational):
                value = self.whole_only(value, e.span)
            made.append((field, self.b.materialize(value), self.may_be_none(e)))
        return made

    def new(self, e: "model.Place | model.Stock") -> tuple[Expr, Expr, Settings]:
        kind = self.b.materialize(self.scalar(e.kind))
        owner = self.b.materialize(self.scalar(e.owner)) if e.owner is not None else op.NONE
        return kind, owner, self.given(e.settings)

    def settle_down(
        self, e: "model.Place | model.Stock", kind: Expr, owner: Expr, place: Expr, settings: Settings
    ) -> None:
        """A new piece comes to a place."""
        b = self.b
        with b.if_(op.le(op.ZERO, kind)), b.if_else(self.is_taken(place)) as branch:
            self.fail("occupied-site", e.span)
            branch.otherwise()
            if self.plan.by_site:
                self.run(self.put_at(), kind, owner, place)
                for field, value, may_be_none in settings:
                    self.write_field(field, place, value, e.span, may_be_none)
            else:
                made = b.materialize(ir.Call(self.newcomer(), (self.state, self.context), INT))
                with b.if_(op.le(op.ZERO, made)):
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
        times = b.materialize(op.max_(op.ZERO, self.scalar(e.times)))
        with (
            b.if_(op.le(op.ZERO, place) if is_optional else op.TRUE),
            b.if_else(op.lt(op.number(MAX_IN_POOL), times)) as branch,
        ):
            self.fail("pool-overflow", e.span)
            branch.otherwise()
            with b.for_range("i", op.ZERO, times):
                self.settle_down(e, kind, owner, place, settings)

    def shift(self, e: model.Shift) -> None:
        b = self.b
        piece = b.materialize(self.scalar(e.piece))
        to, _ = self.goal(e.to)
        settings = self.given(e.settings)
        with b.if_(op.and_(self.is_there(piece), op.le(op.ZERO, to))):
            here = piece if self.plan.by_site else b.materialize(self.load("place", piece))
            is_elsewhere = op.ne(here, to)
            with b.if_else(op.and_(is_elsewhere, self.is_taken(to))) as branch:
                self.fail("occupied-site", e.span)
                branch.otherwise()
                if self.plan.by_site:
                    with b.if_(is_elsewhere):
                        self.carry(piece, to)
                        self.check_window(to, e.span)
                    for field, value, may_be_none in settings:
                        self.write_field(field, to, value, e.span, may_be_none)
                else:
                    with b.if_else(is_elsewhere) as moving:
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
            self.take_away(self.b.materialize(self.scalar(e.pieces)), e.is_capture)
            return
        if self.plan.by_site:
            chosen = self.b.materialize(self.as_bits(e.pieces))
            with self.b.each_bit("p", chosen) as p:
                self.take_away(p, e.is_capture)
        else:
            listed = self.as_list(e.pieces)
            with self._each_kept(listed, "p") as p:
                self.take_away(p, e.is_capture)

    def set_field(self, e: model.SetField) -> None:
        holder = self.b.materialize(self.scalar(e.holder)) if e.holder is not None else op.ZERO
        self.write(e, holder, self.new_value(e))

    def new_value(self, e: model.SetField) -> Expr:
        kind = self.game.fields[e.field].type if e.field in self.game.fields else e.value.type
        value = self.typed(e.value, kind)
        if isinstance(value, Rational):
            value = self.whole_only(value, e.span)
        return self.b.materialize(value)

    def write(self, e: model.SetField, holder: Expr, value: Expr) -> None:
        b = self.b
        if e.field in ("owner", "kind") and e.field not in self.game.fields:
            with b.if_(self.is_there(holder)):
                if e.field == "kind" and self.may_be_none(e.value):
                    with b.if_(op.lt(value, op.ZERO)):
                        self.fail("no-value", e.span)
                (self.give_owner if e.field == "owner" else self.give_kind)(holder, value)
            return
        field = self.game.fields[e.field]
        may_be_none = self.may_be_none(e.value) or e.value.type.base == "piece"
        if e.holder is None:
            self.write_field(field, op.ZERO, value, e.span, may_be_none)
            return
        exists = self.is_there(holder) if field.holder == "piece" else op.le(op.ZERO, holder)
        with b.if_(exists):
            self.write_field(field, holder, value, e.span, may_be_none)
            if field.holder == "piece" and not self.plan.by_site:
                self.resort(holder, b.materialize(self.load("place", holder)))

    def swap(self, e: model.Swap) -> None:
        b = self.b
        first, second = b.materialize(self.scalar(e.first)), b.materialize(self.scalar(e.second))
        with b.if_(op.and_(self.is_there(first), self.is_there(second))):
            if self.plan.by_site:
                with b.if_(op.ne(first, second)):
                    self._swap_at(first, second)
                return
            here, there = b.materialize(self.load("place", first)), b.materialize(self.load("place", second))
            with b.if_(op.ne(here, there)):
                self.run(self.unlink(), first)
                self.run(self.unlink(), second)
                self.run(self.link(), first, there)
                self.run(self.link(), second, here)

    def _swap_at(self, first: Expr, second: Expr) -> None:
        b = self.b
        kept = []
        for s in (first, second):
            fields = [(f, b.materialize(self.load(f"piece.{f.name}", s))) for f in self.plan.piece_fields]
            kept.append((b.materialize(self.kind_of(s, False)), b.materialize(self.owner_of(s, False)), fields))
            self.run(self.clear_at(), s)
        for s, (kind, owner, fields) in zip((second, first), kept, strict=True):
            self.run(self.put_at(), kind, owner, s)
            for field, value in fields:
                self.store(f"piece.{field.name}", value, s)
        for slot, bound in self.env.items():
            if self.types[slot].base == "piece" and isinstance(bound, Var):
                was = b.materialize(Get(bound))
                other = op.select(op.eq(was, second), first, was)
                b.assign(bound, op.select(op.eq(was, first), second, other))

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
            size: Expr = op.number(len(codes))
        elif self.plan.domain(kind) is not None and self.is_canonical(e.source):
            bits = b.materialize(self.as_bits(e.source))
            size = b.materialize(op.count(bits))
        else:
            listed = self.as_list(e.source)
            size = b.materialize(op.length(Get(listed)))
        result = self.declare(e.slot, kind.or_none)
        assert isinstance(result, Var)
        b.assign(result, op.number(self.plan.none_of(kind)))
        with b.if_(op.lt(op.ZERO, size)):
            seed = b.materialize(ir.Call("mix", (self.load("seed"),), INT))
            self.store("seed", seed)
            index = b.materialize(op.shr(op.mul(op.shr(seed, op.number(32)), size), op.number(32)))
            if is_run:
                b.assign(result, op.add(index, op.number(low)))
            elif bits is not None:
                b.assign(result, op.nth(bits, index))
            else:
                assert listed is not None
                b.assign(result, op.item(Get(listed), index))

    # ---- demands

    def demand(self, e: model.Demand) -> None:
        b, plan = self.b, self.plan
        waiting = b.materialize(self.load("waiting"))
        with b.if_else(op.le(op.number(MAX_PENDING), waiting)) as branch:
            self.fail("pending-overflow", e.span)
            branch.otherwise()
            row = b.materialize(op.mul(waiting, op.number(plan.demand_words)))
            self.store("demands", self.mover, row)
            self.store("demands", op.number(WORDS.index(e.word)), op.add(row, op.ONE))
            self.store("demands", op.number(len(e.choices)), op.add(row, op.number(2)))
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
                self.store("demands", op.number(action.index), op.add(row, op.number(at)))
                at += 1
                for (_, slot, kind), argument in zip(action.parameters, choice.arguments, strict=True):
                    self.store_argument(kind, argument, row, at, slot)
                    at += plan.words(kind, slot)
            self.store("waiting", op.add(waiting, op.ONE))

    def store_argument(self, kind: Type, e: model.Expr, row: Expr, at: int, slot: int) -> None:
        b, plan = self.b, self.plan
        if kind.base != "set":
            value = self.typed(e, kind)
            if isinstance(value, Rational):
                raise NotLowered("a fraction given to a demanded choice")
            self.store("demands", self.plain(value), op.add(row, op.number(at)))
            return
        source = self.assigned(kind, e, slot)
        if isinstance(source, Var):
            length = op.length(Get(source))
            with b.if_(op.lt(op.number(ARGUMENT_ITEMS), length)):
                self.fail("capacity", None)
            self.store("demands", op.min_(length, op.number(ARGUMENT_ITEMS)), op.add(row, op.number(at)))
            with b.for_range("i", op.ZERO, op.min_(length, op.number(ARGUMENT_ITEMS))) as i:
                self.store(
                    "demands", op.item(Get(source), i), op.add(op.add(row, op.number(at + 1)), i)
                )
        else:
            words = self.cast_words(source.type.size)
            scratch = b.allocate("cast", words)
            b.store(scratch, "set", source)
            for w in range(plan.words(kind, slot)):
                self.store(
                    "demands", ir.Load(scratch, "word", op.number(w), INT), op.add(row, op.number(at + w))
                )

    def load_argument(self, kind: Type, base: Expr, at: int, slot: int) -> "Expr | Var":
        """An argument of a demand, from its first word on."""
        b, plan = self.b, self.plan
        if kind.base != "set":
            value = self.load("demands", op.add(base, op.number(at)))
            return op.lt(op.ZERO, value) if kind.base == "bool" and not kind.is_optional else value
        kept = plan.kept_type(kind, slot)
        if kept.name == "bits":
            scratch = b.allocate("cast", self.cast_words(kept.size))
            for w in range(plan.words(kind, slot)):
                b.store(scratch, "word", self.load("demands", op.add(base, op.number(at + w))), op.number(w))
            return ir.Load(scratch, "set", op.ZERO, kept)
        made = b.new_list("given", kept.size)
        with b.for_range("i", op.ZERO, self.load("demands", op.add(base, op.number(at)))) as i:
            b.emit(ir.Push(made, self.load("demands", op.add(op.add(base, op.number(at + 1)), i))))
        return made

    # ---- what later classes of the chain give

    def assign_from(self, bound: object, source: "Expr | Var") -> None:
        raise NotImplementedError

    def assigned(self, kind: Type, e: model.Expr, slot: int) -> "Expr | Var":
        raise NotImplementedError
