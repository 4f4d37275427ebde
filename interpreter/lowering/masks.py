"""Conditions as sets: all sites (players, kinds, ...) for which a condition holds, by set algebra.

`sites where s is empty` is a complement, `own pieces` a cell of the state, what depends only on the board a constant.
A condition that cannot be said so gives None, and is judged element by element.
"""

from dataclasses import replace

from gdl import model
from gdl.types import BOOL, SITE, set_of
from interpreter import ir
from interpreter.ir import Const, Expr, op
from interpreter.lowering.ends import all_of, conjuncts
from interpreter.lowering.reading import needs_loops, reads
from interpreter.lowering.tabulation import Tabulation


class Masks(Tabulation):
    """Sets from conditions."""

    def filtered_cheaply(self, e: model.Comprehension) -> bool:
        """Whether a comprehension is set algebra alone."""
        if e.value is not None or self.domain(e.source) is None:
            return False
        return e.condition is None or self.is_mask(e.condition, frozenset({e.slot}))

    def filtered(self, e: model.Comprehension) -> Expr | None:
        if not self.filtered_cheaply(e):
            return None
        source = self.b.materialize(self.sites_asked(e.source, e.condition, e.slot))
        if e.condition is None:
            return source
        size = self.domain(e.source)
        assert size is not None
        return op.intersection(source, self.mask(e.condition, frozenset({e.slot}), size))

    def sites_asked(self, source: model.Expr, condition: model.Expr | None, slot: int) -> Expr:
        """A comprehension's source as bits; of a growing board only where something stands, if that is asked for."""
        is_all = isinstance(source, model.Builtin) and source.name == "sites" and self.board.is_growing
        if is_all and condition is not None and any(self.is_standing(c, slot) for c in conjuncts(condition)):
            return self.load("occupied")
        return self.as_bits(source)

    def is_standing(self, e: model.Expr, slot: int) -> bool:
        """Whether a condition holds of a site only if something stands there."""
        match e:
            case model.Builtin(name="occupied", arguments=(model.Local(slot=of),)):
                return of == slot
        return False

    # ---- what can be a mask

    def is_mask(self, e: model.Expr, slots: frozenset[int]) -> bool:
        """Whether the set for which a condition on the names `slots` holds is set algebra."""
        if not reads(e, slots, self.game):
            return not needs_loops(e)
        match e:
            case model.And() | model.Or():
                return self.is_mask(e.left, slots) and self.is_mask(e.right, slots)
            case model.Not():
                return self.is_mask(e.operand, slots)
            case model.Builtin(name="empty" | "occupied", arguments=(site,)):
                return self.placed(site, slots) is not None
            case model.SomePath():
                return self.can_start(e.path, slots) or self.ends_at(e, slots) is not None
            case model.Compare(operator="="):
                return self.is_equality(e, slots)
            case model.In(element=model.Local(slot=slot)) if slot in slots:
                return not reads(e.set, slots, self.game) and self.domain(e.set) is not None
            case model.In() if self.kinds_named(e, slots) is not None:
                return True
            case model.In(set=model.MakeSet()):
                return self.is_mask(self.one_of(e), slots)
            case model.GetField() if e.type == BOOL:
                return self.field_of(e, slots) is not None
            case model.Apply():
                return self.is_mask_of_definition(e, slots)
        return self.tabulated(e, slots) is not None

    def ends_at(self, e: model.SomePath, slots: frozenset[int]) -> model.PathEnds | None:
        """The ends of a path of which a name has to be one: `some line any from a: empty*, [it = s]`."""
        key = ("ends at", id(e), slots)
        if key not in self.unit.statics:
            self.unit.statics[key] = made = self._ends_at(e, slots)
            self.unit.alive.append(made)
        return self.unit.statics[key]  # type: ignore[return-value]

    def _ends_at(self, e: model.SomePath, slots: frozenset[int]) -> model.PathEnds | None:
        path = e.path
        last = path.steps[-1]
        if path.start is None or last.condition is None or last.least != 1 or last.most != 1:
            return None
        said = [c for c in conjuncts(last.condition) if _says(c, last.it, slots)]
        rest = [c for c in conjuncts(last.condition) if c not in said]
        if len(said) != 1:
            return None
        ends = replace(path, steps=(*path.steps[:-1], replace(last, condition=all_of(rest, e.span))))
        return None if reads(ends, slots, self.game) else model.PathEnds(e.span, set_of(SITE), ends)

    def path_ends(self, e: model.PathEnds) -> Expr:
        raise NotImplementedError  # by Paths

    def placed(self, site: model.Expr, slots: frozenset[int]) -> "tuple[int, ...] | None":
        """A site by a name: () for the name itself, (d, e) for a step in direction d and one in direction e from there."""
        match site:
            case model.Local(slot=slot) if slot in slots and site.type.base == "site":
                return ()
            case model.Local(slot=slot) if slot in slots and self.plan.by_site:
                return ()
            case model.Builtin(name="step", arguments=(start, d)):
                way, known = self.placed(start, slots), self.known(d)
                if way is None or known is None or not isinstance(known[0], int):
                    return None
                return (*way, known[0])
        return None

    def pulled(self, mask: Expr, way: "tuple[int, ...]") -> Expr:
        """The sites from which a way leads into a set."""
        for d in reversed(way):
            mask = self.shifted_back(self.b.materialize(mask), d)
        return mask

    def shifted_back(self, sites: Expr, d: int) -> Expr:
        raise NotImplementedError

    def can_start(self, path: model.Path, slots: frozenset[int]) -> bool:
        """Whether the sites from which a path can be followed are set algebra."""
        raise NotImplementedError

    def starts(self, path: model.Path) -> Expr:
        raise NotImplementedError

    def is_equality(self, e: model.Compare, slots: frozenset[int]) -> bool:
        for x, y in ((e.left, e.right), (e.right, e.left)):
            if reads(y, slots, self.game) or needs_loops(y):
                continue
            if isinstance(x, model.Local) and x.slot in slots:
                return True
            if self.is_placed_at(x, y, slots):
                return True
            for name in ("owner", "kind"):
                way = self.about(x, name, slots)
                if way is not None and self.has_cell("own") and self.is_known_value(y, way):
                    return True
            if self.is_top(x, slots) == () and y.type.base == "none":
                return True
            if isinstance(x, model.GetField) and self.is_sought(x, y) and self.field_of(x, slots) is not None:
                return True
        if e.left.type == e.right.type == BOOL and self.tabulated(e, slots) is None:
            return self.is_mask(e.left, slots) and self.is_mask(e.right, slots)
        return self.tabulated(e, slots) is not None

    def is_placed_at(self, x: model.Expr, y: model.Expr, slots: frozenset[int]) -> bool:
        """Whether two sites are compared, of which one is some steps from that of a name, the other sure to be there."""
        return y.type.base == "site" and not self.may_be_none(y) and self.placed(x, slots) is not None

    def one_of(self, e: model.In) -> model.Expr:
        """`x in {a, b}` as `x = a or x = b`."""
        assert isinstance(e.set, model.MakeSet)
        return self.is_one_of(e, e.set.items)

    def field_of(self, x: model.GetField, slots: frozenset[int]) -> "tuple[int, ...] | None":
        """A field of a site by a name: where the site is, as `placed` says."""
        field = self.game.fields[x.field]
        if x.holder is None or field.holder != "site" or self.plan.has_many_sites:
            return None
        return self.placed(x.holder, slots) if x.holder.type.base == "site" else None

    def is_sought(self, x: model.GetField, y: model.Expr) -> bool:
        """Whether a value can be looked for among those of a field: one that the cells hold as it is."""
        base = self.game.fields[x.field].type.base
        return base in ("symbol", "player", "kind", "direction") and self.known(y) is not None

    def field_mask(self, x: model.GetField, value: model.Value, slots: frozenset[int]) -> Expr:
        """The sites by whose name a field has a value; off the board it has its default."""
        field, way = self.game.fields[x.field], self.field_of(x, slots)
        kind, size = ir.bits(self.plan.sites), self.plan.sites
        code = self.plain(self.coded(value, field.type))
        there = self.pulled(ir.CompareAll(self.state, f"site.{field.name}", code, kind), way or ())
        if not way or field.default != value:
            return there
        on_board = self.pulled(op.members(list(range(size)), size), way)
        return op.union(there, op.complement(on_board))

    def is_top(self, x: model.Expr, slots: frozenset[int]) -> "tuple[int, ...] | None":
        """`piece(s)`: where s is, as `placed` says."""
        if isinstance(x, model.Builtin) and x.name == "piece":
            return self.placed(x.arguments[0], slots)
        return None

    def about(self, x: model.Expr, name: str, slots: frozenset[int]) -> "tuple[int, ...] | None":
        """`owner(piece(s))` and the like: where s is."""
        if not isinstance(x, model.Builtin) or x.name != name:
            return None
        (p,) = x.arguments
        if isinstance(p, model.Local) and p.slot in slots and p.type.base == "piece" and self.plan.by_site:
            return ()
        return self.is_top(p, slots)

    def kinds_named(
        self, e: model.In, slots: frozenset[int]
    ) -> "tuple[tuple[int, ...], tuple[int, ...]] | None":
        """Of `kind(piece(s)) in {...}`: where s is, and the kinds."""
        way, known = self.about(e.element, "kind", slots), self.known(e.set)
        if way is None or known is None or not isinstance(known[0], tuple) or not self.has_cell("are"):
            return None
        return (way, known[0]) if all(isinstance(k, int) for k in known[0]) else None

    def is_known_value(self, y: model.Expr, way: "tuple[int, ...]") -> bool:
        """Whether a value is never none, where a way may lead off the board."""
        return not way or not (y.type.base == "none" or self.may_be_none(y))

    def is_mask_of_definition(self, e: model.Apply, slots: frozenset[int]) -> bool:
        definition = self.game.definitions[e.definition]
        inner = set()
        for (_, slot, kind), a in zip(definition.parameters, e.arguments, strict=True):
            if isinstance(a, model.Local) and a.slot in slots and (kind.base == a.type.base):
                inner.add(slot)
            elif reads(a, slots, self.game) or needs_loops(a) or kind.base == "set":
                return False
        return bool(inner) and self.is_mask(definition.body, frozenset(inner))

    # ---- making them

    def mask(self, e: model.Expr, slots: frozenset[int], size: int) -> Expr:
        everything = Const((1 << size) - 1, ir.bits(size))
        if not reads(e, slots, self.game):
            return op.select(self.truth(e), everything, Const(0, ir.bits(size)))
        match e:
            case model.And():
                left = self.mask(e.left, slots, size)
                return op.intersection(left, self.mask(e.right, slots, size))
            case model.Or():
                left = self.mask(e.left, slots, size)
                return op.union(left, self.mask(e.right, slots, size))
            case model.Not():
                return op.complement(self.mask(e.operand, slots, size))
            case model.Builtin(name="empty", arguments=(site,)):
                return self.pulled(op.complement(self.load("occupied")), self.placed(site, slots) or ())
            case model.Builtin(name="occupied", arguments=(site,)):
                return self.pulled(self.load("occupied"), self.placed(site, slots) or ())
            case model.SomePath():
                ends = self.ends_at(e, slots)
                return self.starts(e.path) if ends is None else self.path_ends(ends)
            case model.Compare(operator="=") if (found := self.equality(e, slots, size)) is not None:
                return found
            case model.In(element=model.Local(slot=slot)) if slot in slots:
                return self.as_bits(e.set)
            case model.In(set=model.MakeSet()) if self.kinds_named(e, slots) is None:
                return self.mask(self.one_of(e), slots, size)
            case model.GetField() if self.field_of(e, slots) is not None:
                return self.field_mask(e, True, slots)
            case model.In() if (kinds := self.kinds_named(e, slots)) is not None:
                held: Expr = Const(0, ir.bits(size))
                for k in kinds[1]:
                    held = op.union(held, self.load("are", op.number(k)))
                return self.pulled(held, kinds[0])
            case model.Apply():
                definition = self.game.definitions[e.definition]
                inner = set()
                with self.inner():
                    for (_, slot, kind), a in zip(definition.parameters, e.arguments, strict=True):
                        if isinstance(a, model.Local) and a.slot in slots:
                            inner.add(slot)
                        else:
                            bound = self.variables(kind, f"x{slot}", slot=slot)
                            self.assign(bound, kind, a)
                            self.env[slot], self.types[slot] = bound, kind
                    return self.mask(definition.body, frozenset(inner), size)
        table = self.tabulated(e, slots)
        assert table is not None
        return self.table_mask(e, slots, size, table)

    def equality(self, e: model.Compare, slots: frozenset[int], size: int) -> Expr | None:
        none = Const(0, ir.bits(size))
        for x, y in ((e.left, e.right), (e.right, e.left)):
            if reads(y, slots, self.game):
                continue
            if isinstance(x, model.Local) and x.slot in slots:
                return op.singleton(self.plain(self.scalar(y)), size) if y.type.base != "none" else none
            if self.is_placed_at(x, y, slots):
                return self.pulled(op.singleton(self.plain(self.scalar(y)), size), self.placed(x, slots) or ())
            if self.is_top(x, slots) == () and y.type.base == "none":
                return op.complement(self.load("occupied"))
            if isinstance(x, model.GetField) and self.is_sought(x, y) and self.field_of(x, slots) is not None:
                return self.field_mask(x, self.known(y)[0], slots)  # type: ignore[index, arg-type]
            for name, of in (("owner", self.owned_by), ("kind", self.of_kind)):
                way = self.about(x, name, slots)
                if way is not None and self.has_cell("own") and self.is_known_value(y, way):
                    return self.pulled(of(y, size), way)
        if e.left.type == e.right.type == BOOL and self.tabulated(e, slots) is None:
            left = self.b.materialize(self.mask(e.left, slots, size))
            return op.complement(op.symmetric_difference(left, self.mask(e.right, slots, size)))
        return None

    def owned_by(self, y: model.Expr, size: int) -> Expr:
        """The sites whose piece is a player's; of none, the sites without a piece of any player."""
        if y.type.base == "none":
            return op.complement(self.anybody())
        player = self.b.materialize(self.scalar(y))
        own = self.load("own", op.max_(player, op.number(0)) if self.may_be_none(y) else player)
        if not self.may_be_none(y):
            return own
        return op.select(op.lt(player, op.number(0)), op.complement(self.anybody()), own)

    def of_kind(self, y: model.Expr, size: int) -> Expr:
        if y.type.base == "none":
            return op.complement(self.load("occupied"))
        kind = self.b.materialize(self.scalar(y))
        if self.plan.kinds == 1:
            return op.select(op.eq(kind, op.number(0)),
                self.load("occupied"),
                op.complement(self.load("occupied")),
            )
        found = self.load("are", op.max_(kind, op.number(0)) if self.may_be_none(y) else kind)
        if not self.may_be_none(y):
            return found
        return op.select(op.lt(kind, op.number(0)), op.complement(self.load("occupied")), found)


def _says(e: model.Expr, it: int, slots: frozenset[int]) -> bool:
    """Whether a condition on the site met says that it is a name."""
    match e:
        case model.Compare(operator="=", left=model.Local(slot=a), right=model.Local(slot=b)):
            return (a == it and b in slots) or (b == it and a in slots)
    return False
