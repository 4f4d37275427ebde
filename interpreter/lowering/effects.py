"""Effects, one after the other, loops over sets and paths, and what a result gives to every player."""

from collections.abc import Callable

from gdl import model
from gdl.types import SITE, Type
from interpreter import ir
from interpreter.ir import INT, Const, Expr, Get, Var, op
from interpreter.lowering.layout import placed
from interpreter.lowering.scope import Rational
from interpreter.lowering.singles import Singles

MAX_WAYS = 2048  # ways of a path, or combinations, that one effect goes through


class Effects(Singles):
    """What rules do."""

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
                of_kind, owner, settings = self.new(e)
                with self.inner(), self.each(e.sites) as site:
                    self.settle_down(e, of_kind, owner, b.materialize(site), settings)
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
                with b.if_else(self.truth(e.condition)) as branch:
                    self.do(e.body)
                    branch.otherwise()
                    self.do(e.otherwise)
            case model.Simultaneously():
                self.simultaneously(e)
            case model.Swap():
                self.swap(e)
            case model.SetPhase():
                self.store("phase", op.number(self.phase_number(e.phase)))
            case model.NextTurn():
                self.store("follows", self.scalar(e.player))
            case model.Demand():
                self.sure = set()
                self.demand(e)
                self.sure = None
            case model.Finish():
                self.store("over", op.ONE)
                self.result(e.result)

    def phase_number(self, phase: str) -> int:
        return self.game.phase_order.index(phase)

    def assigned(self, kind: Type, e: model.Expr, slot: int) -> "Expr | Var":
        """A set for a name, evaluated."""
        if self.plan.kept_type(kind, slot).name == "bits":
            return self.b.materialize(self.as_bits(e))
        return self.as_list(e)

    def assign_from(self, bound: object, source: "Expr | Var") -> None:
        assert isinstance(bound, Var)
        if isinstance(source, Var):
            self.b.clear(bound)
            with self._each_kept(source, "e") as x:
                self.b.emit(ir.Push(bound, x))
        else:
            self.b.assign(bound, source)

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
                chosen = b.materialize(self.as_bits(whole))
                with self.inner(), b.each_bit("e", chosen) as x:
                    self.bind(slot, kind, self._still(x, kind))
                    body()
            else:
                listed = self.as_list(whole)
                with self.inner(), b.for_range("i", op.ZERO, op.length(Get(listed))) as i:
                    self.bind(slot, kind, self._as(b.materialize(op.item(Get(listed), i)), kind))
                    body()
            return
        lists = [b.new_list("column", MAX_WAYS) for _ in generators]

        def gather(index: int) -> None:
            if index == len(generators):
                with b.if_(self.truth(condition) if condition is not None else op.TRUE):
                    with b.if_(op.le(op.number(MAX_WAYS), op.length(Get(lists[0])))):
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
        with self.inner(), b.for_range("i", op.ZERO, op.length(Get(lists[0]))) as i:
            for (slot, source), column in zip(generators, lists, strict=True):
                kind = self.element(source)
                self.bind(slot, kind, self._as(b.materialize(op.item(Get(column), i)), kind))
            body()

    def _as(self, x: Expr, kind: Type) -> Expr:
        """An element of a list as a value of its type."""
        return op.lt(op.ZERO, x) if kind.base == "bool" and not kind.is_optional else x

    def _still(self, x: Expr, kind: Type) -> Expr:
        """A piece of a set that was judged before: it may be gone by now."""
        if kind.base == "piece" and self.plan.by_site:
            return op.select(op.contains(self.load("occupied"), x), x, op.NONE)
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
        kept = b.allocate("ways", layout)
        b.store(kept, "number", op.ZERO)
        at = ir.Load(kept, "number", op.ZERO, INT)
        with self.inner(), self.ways(path):
            with b.if_(op.le(op.number(MAX_WAYS), at)):
                self.fail("capacity", None)
                b.store(kept, "number", op.ZERO)
            for step in bound:
                assert step.slot is not None
                if step.slot in lists:
                    held = self.env[step.slot]
                    assert isinstance(held, Var)
                    b.store(kept, f"n{step.slot}", op.length(Get(held)), at)
                    with b.for_range("k", op.ZERO, op.length(Get(held))) as k:
                        place = op.add(op.mul(at, op.number(longest)), k)
                        b.store(kept, f"x{step.slot}", op.item(Get(held), k), place)
                else:
                    b.store(kept, f"x{step.slot}", self.local(step.slot), at)
            b.store(kept, "number", op.add(at, op.ONE))
        with self.inner(), b.for_range("i", op.ZERO, at) as i:
            for step in bound:
                assert step.slot is not None
                kind = Type("set", SITE) if step.collects else SITE
                if step.slot in lists:
                    held = self.declare(step.slot, kind, step.name)
                    assert isinstance(held, Var)
                    b.clear(held)
                    with b.for_range("k", op.ZERO, ir.Load(kept, f"n{step.slot}", i, INT)) as k:
                        place = op.add(op.mul(i, op.number(longest)), k)
                        b.emit(ir.Push(held, ir.Load(kept, f"x{step.slot}", place, INT)))
                    continue
                loaded = ir.Load(kept, f"x{step.slot}", i, ir.bits(self.plan.sites) if step.collects else INT)
                self.bind(step.slot, kind, loaded, step.name)
            body()

    # ---- results

    def result(self, result: model.Result) -> None:
        """Writes down what every player gets."""
        b, count = self.b, self.plan.players
        match result.form:
            case "wins" | "loses":
                assert result.who is not None
                winners = b.materialize(self.as_bits(result.who))
                if result.form == "loses":
                    winners = b.materialize(op.complement(winners))
                self.ranked(winners)
            case "highest" | "lowest":
                scores = [self.rational(self.kept(s)) for s in self.scores(result.score)]
                best = scores[0]
                for s in scores[1:]:
                    better = b.materialize(
                        self.less("<", best, s) if result.form == "highest" else self.less("<", s, best)
                    )
                    best = Rational(
                        b.materialize(op.select(better, s.top, best.top)),
                        b.materialize(op.select(better, s.bottom, best.bottom)),
                    )
                best_ones: Expr = Const(0, ir.bits(count))
                for p, s in enumerate(scores):
                    is_best = op.and_(op.eq(s.top, best.top), op.eq(s.bottom, best.bottom))
                    mine = Const(1 << p, ir.bits(count))
                    none = Const(0, ir.bits(count))
                    best_ones = op.union(best_ones, op.select(is_best, mine, none))
                self.ranked(b.materialize(best_ones))
            case "payoff":
                for p, score in enumerate(self.scores(result.score)):
                    pair = self.rational(score)
                    self.store("result", pair.top, op.number(p))
                    self.store("parts", pair.bottom, op.number(p))
            case _:
                self.ranked(Const(0, ir.bits(count)), is_draw=True)

    def scores(self, name: str) -> "list[Expr | Rational]":
        definition = self.game.definitions[name]
        _, slot, kind = definition.parameters[0]
        made = []
        for player in range(self.plan.players):
            with self.inner():
                self.env.pop(slot, None)
                self.bind(slot, kind, op.number(player))
                made.append(self.kept(self.count_of(definition.body)))
        return made

    def ranked(self, winners: Expr, is_draw: bool = False) -> None:
        count = self.plan.players
        if count > 1 or is_draw:
            all_or_none = op.or_(op.not_(op.nonempty(winners)),
                op.same_set(winners, Const((1 << count) - 1, ir.bits(count))),
            )
        else:
            all_or_none = op.FALSE
        for p in range(count):
            won = op.select(op.contains(winners, op.number(p)), op.ONE, op.NONE)
            self.store("result", op.select(all_or_none, op.ZERO, won), op.number(p))
            if self.plan.has_payoffs:
                self.store("parts", op.ONE, op.number(p))

    # ---- what later classes of the chain give

    def simultaneously(self, e: model.Simultaneously) -> None:
        raise NotImplementedError
