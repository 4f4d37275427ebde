"""`simultaneously`: all changes are written down before the first is made."""

from gdl import model
from gdl.types import Type
from interpreter import ir
from interpreter.ir import INT, Expr, op
from interpreter.lowering.effects import MAX_WAYS, Effects
from interpreter.lowering.layout import placed
from interpreter.lowering.scope import NotLowered


class Simultaneous(Effects):
    """Effects that happen at once."""

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
        kept = b.allocate("changes", layout)
        b.store(kept, "number", op.ZERO)

        def at() -> Expr:
            return ir.Load(kept, "number", op.ZERO, INT)

        def loaded(column: str, index: Expr) -> Expr:
            return ir.Load(kept, column, index, INT)

        def record(code: int, values: list[Expr], bits: "list[Expr] | None" = None) -> None:
            with b.if_(op.le(op.number(MAX_WAYS), at())):
                self.fail("capacity", None)
                b.store(kept, "number", op.ZERO)
            b.store(kept, "code", op.number(code), at())
            for i, v in enumerate(values):
                b.store(kept, f"v{i}", self.plain(v), at())
            for i, v in enumerate(bits or []):
                b.store(kept, f"s{i}", v, at())
            b.store(kept, "number", op.add(at(), op.ONE))

        def conflict(same: list[int], key: Expr, values: list[Expr], span: object) -> None:
            """An earlier change of the same thing to something else."""
            with b.for_range("j", op.ZERO, at()) as j:
                code = loaded("code", j)
                is_same: Expr = op.FALSE
                for c in same:
                    is_same = op.or_(is_same, op.eq(code, op.number(c)))
                is_same = op.and_(is_same, op.eq(loaded("v0", j), key))
                differs: Expr = op.FALSE
                for i, v in enumerate(values):
                    differs = op.or_(differs, op.ne(loaded(f"v{i + 1}", j), self.plain(v)))
                with b.if_(op.and_(is_same, differs)):
                    self.fail("conflicting-writes", span)

        def judge(effect: model.Effect) -> None:
            code = len(leaves)
            match effect:
                case model.SetField():
                    leaves.append(effect)
                    frames.append([])
                    holder = b.materialize(self.scalar(effect.holder)) if effect.holder is not None else op.ZERO
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
                        site = b.materialize(s)
                        conflict(same, site, [kind, owner], effect.span)
                        record(code, [site, kind, owner, *(v for _, v, _ in settings)])
                case model.Branch():
                    with b.if_else(self.truth(effect.condition)) as branch:
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
            with b.for_range("i", op.ZERO, at()) as i:
                code = b.materialize(loaded("code", i))
                for number_of, effect in enumerate(leaves):
                    if isinstance(effect, model.Place) == is_placing:
                        with b.if_(op.eq(code, op.number(number_of))), self.inner():
                            self._apply(effect, frames[number_of], kept, i)

    def _apply(self, effect: model.Effect, frame: list[tuple[int, Type]], kept: Expr, i: Expr) -> None:
        """Makes a change that was written down."""
        b = self.b

        def value(column: int) -> Expr:
            return b.materialize(ir.Load(kept, f"v{column}", i, INT))

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
