"""Positions that come again: their numbers, and the list of those that were there.

The numbers are those of `interpreter/engines/reference/remembering.py`, which says what they are made of.
"""

from collections.abc import Callable, Iterator

from gdl import model
from interpreter import ir
from interpreter.hashing import PLACE_MULTIPLIER, is_additive
from interpreter.ir import INT, Expr, Get, op
from interpreter.lowering.demands import Demands
from interpreter.lowering.layout import stored_default
from interpreter.lowering.scope import CONTEXT, MOVER, STATE, Rational

AT_ONCE = 256  # numbers that are compared side by side


class Remembering(Demands):
    """The functions of `position` clauses."""

    def next_in_order(self) -> Expr:
        raise NotImplementedError  # by Committing

    def recall(self) -> None:
        """Writes the functions that conditions call."""
        for history in self.game.histories.values():
            self.identity(history)
            self.repeated(history)
            self.cycle(history)

    def remember(self) -> None:
        """At the beginning of a turn."""
        if not self.game.histories:
            return
        b = self.b
        for history in self.game.histories.values():
            cell, count = f"history.{history.name}", f"recorded.{history.name}"
            fresh = b.materialize(self.numbered(history, b.materialize(self.load("mover"))))
            at = b.variable("at", self.load(count))
            with b.if_else(op.lt(Get(at), op.number(history.most))) as branch:
                self.store(count, op.add(Get(at), op.ONE))
                branch.otherwise()
                with b.for_range("i", op.ONE, op.number(history.most)) as i:
                    self.store(cell, self.load(cell, i), op.sub(i, op.ONE))
                b.assign(at, op.number(history.most - 1))
            self.store(cell, fresh, Get(at))
        self.store("remembered", op.ONE)

    # ---- what is asked

    def present(self, history: model.History) -> str:
        """`present.H(state, context) -> number` of the present position, whose mover is who acts next."""
        name = f"present.{history.name}"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, op.NONE)
            s.mover = s.viewpoint = b.materialize(s.load("mover"))
            player = b.variable("player", s.mover)
            with b.if_(op.eq(s.load("remembered"), op.ZERO)):
                following = b.materialize(s.load("follows"))
                with b.if_else(op.lt(following, op.ZERO)) as branch:
                    b.assign(player, s.next_in_order())
                    branch.otherwise()
                    b.assign(player, following)
            b.ret(s.numbered(history, b.materialize(Get(player))))
            s.done(b)
        return name

    def numbered(self, history: model.History, player: Expr) -> Expr:
        """The number of the present position with a player to move; kept for when it is asked for again."""
        b, made = self.b, ir.Call(self.identity(history), (self.state, self.context, player), INT)
        present, fresh = f"present.{history.name}", f"fresh.{history.name}"
        if not self.has_cell(fresh):
            return made
        mark = b.materialize(op.add(player, op.ONE))
        with b.if_(op.ne(self.load(fresh), mark)):
            self.store(present, made)
            self.store(fresh, mark)
        return self.load(present)

    def repeated(self, history: model.History) -> str:
        """`repeated.H(state, context) -> n`: how often the present position has been there, this time included."""
        name = f"repeated.{history.name}"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, op.NONE)
            present = b.materialize(ir.Call(s.present(history), (s.state, s.context), INT))
            found = b.variable("found", op.sub(op.ONE, s.load("remembered")))
            recorded = b.materialize(s.load(f"recorded.{history.name}"))
            if history.most <= AT_ONCE:
                same = ir.CompareAll(s.state, f"history.{history.name}", present, ir.bits(history.most))
                sizes = tuple((1 << n) - 1 for n in range(history.most + 1))
                those = s.lookup(s.unit.constant("recorded", sizes, history.most), recorded)
                b.ret(op.add(Get(found), op.count(op.intersection(same, those))))
                s.done(b)
                return name
            with b.for_range("i", op.ZERO, recorded) as i:
                is_same = op.eq(s.load(f"history.{history.name}", i), present)
                b.assign(found, op.add(Get(found), op.zext(is_same)))
            b.ret(Get(found))
            s.done(b)
        return name

    def cycle(self, history: model.History) -> str:
        """`cycle.H(state, context) -> n`: how many turns ago the present position was there last; 0 if never."""
        name = f"cycle.{history.name}"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, op.NONE)
            present = b.materialize(ir.Call(s.present(history), (s.state, s.context), INT))
            earlier = b.materialize(op.sub(s.load(f"recorded.{history.name}"), s.load("remembered")))
            with b.for_range("k", op.ONE, op.add(earlier, op.ONE)) as k:
                there = s.load(f"history.{history.name}", op.sub(earlier, k))
                with b.if_(op.eq(there, present)):
                    b.ret(k)
            b.ret(op.ZERO)
            s.done(b)
        return name

    # ---- numbers

    def whole(self) -> Expr:
        """The number of the whole state."""
        b, mover = self.b, self.b.materialize(self.load("mover"))
        mixed = b.variable(
            "mixed", ir.Call(self.identity(self.game.whole), (self.state, self.context, mover), INT)
        )
        others = [mover, *map(self.load, ("turn", "moves", "passes", "phase"))]
        others.append(self.load("waiting") if self.has_cell("waiting") else op.ZERO)
        for word in (*others, *(self.load(f"recorded.{name}") for name in self.game.histories)):
            b.assign(mixed, ir.Call("mix", (op.bit_xor(Get(mixed), word),), INT))
        return Get(mixed)

    def identity(self, history: model.History) -> str:
        """`identity.H(state, context, mover) -> number` of a position."""
        name = f"identity.{history.name}"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, MOVER), INT, Get(MOVER))
            mixed, place = b.variable("mixed", op.ZERO), b.variable("place", op.ZERO)

            def add(word: Expr) -> None:
                fresh = ir.Call("mix", (op.add(word, Get(place)),), INT)
                b.assign(mixed, op.add(Get(mixed), fresh))
                b.assign(place, op.add(Get(place), op.number(PLACE_MULTIPLIER)))

            for feature in history.features:
                s.add_feature(feature, add)
            b.ret(Get(mixed))
            s.done(b)
        return name

    def add_feature(self, feature: model.Feature, add: Callable[[Expr], None]) -> None:
        game, plan = self.game, self.plan
        match feature.form:
            case "pieces":
                self.add_board(add)
            case "pool":
                pool = game.pools[feature.name]
                for seat in range(plan.players if pool.holder == "player" else 1):
                    add(self.sum_of(self.pool_codes(op.number(plan.sites + pool.slot + seat))))
            case "field":
                self.add_field(game.fields[feature.name], add)
            case _:
                assert feature.value is not None
                with self.inner():
                    self.add_value(feature.value, add)

    def sum_of(self, codes: Iterator[tuple[Expr, Expr]]) -> Expr:
        """The sum of mixed codes, each with what is added to it."""
        b = self.b
        total = b.variable("sum", op.ZERO)
        for code, extra in codes:
            mixed = op.add(ir.Call("mix", (code,), INT), extra)
            b.assign(total, op.add(Get(total), mixed))
        return Get(total)

    def pool_codes(self, place: Expr) -> Iterator[tuple[Expr, Expr]]:
        with self._chain(self.load("first", place), "p") as p:
            owner = op.add(self.load("owner", p), op.ONE)
            yield op.add(op.mul(self.load("kind", p), op.number(16)), owner), op.ZERO

    def add_board(self, add: Callable[[Expr], None]) -> None:
        """The pieces as a sum, which may be at hand; or sets of sites, word by word."""
        b, n = self.b, self.plan.sites
        if is_additive(self.game):
            add(self.load("standing") if self.has_cell("standing") else self.sum_of(self.board_codes()))
            return
        if not n:
            return
        members = [self.load("occupied")]
        members += [self.load("own", op.number(p)) for p in range(self.plan.players)]
        if self.plan.kinds > 1:
            members += [self.load("are", op.number(k)) for k in range(self.plan.kinds)]
        words = self.cast_words(n)
        scratch = b.allocate("words", words)
        for each in members:
            b.store(scratch, "set", each)
            for w in range((n + 63) // 64):
                add(ir.Load(scratch, "word", op.number(w), INT))

    def standing(self, field: model.Field | None = None) -> Iterator[tuple[Expr, Expr]]:
        """The pieces on the board, each with a number for where it stands; it may be without those with a field's default."""
        b = self.b
        if self.plan.by_site:
            pieces: Expr = self.load("occupied")
            if field is not None:
                default = op.number(stored_default(self.plan, self.unit.layouts["state"], field))
                unset = ir.CompareAll(self.state, f"piece.{field.name}", default, ir.bits(self.plan.sites))
                pieces = op.difference(pieces, unset)
            with b.each_bit("p", pieces) as p:
                yield p, op.mul(p, op.number(1024))
            return
        if not self.board.is_stacking:
            with self._each_piece("p") as p:
                yield p, op.mul(self.load("place", p), op.number(1024))
            return
        before, height = b.variable("before", op.NONE), b.variable("height", op.ZERO)
        with self._each_piece("p") as p:
            site = b.materialize(self.load("place", p))
            higher = op.add(Get(height), op.ONE)
            b.assign(height, op.select(op.eq(site, Get(before)), higher, op.ZERO))
            b.assign(before, site)
            yield p, b.materialize(op.add(op.mul(site, op.number(1024)), Get(height)))

    def board_codes(self) -> Iterator[tuple[Expr, Expr]]:
        for p, spot in self.standing():
            owner = op.add(self.owner_of(p, False), op.ONE)
            code = op.add(op.mul(spot, op.number(64)), owner)
            yield op.add(op.mul(code, op.number(65536)), self.kind_of(p, False)), op.ZERO

    def add_field(self, field: model.Field, add: Callable[[Expr], None]) -> None:
        b = self.b
        if field.holder != "piece":
            count = {"game": 1, "player": self.plan.players, "site": self.plan.sites}[field.holder]
            if count == 1:
                add(self.field_code(field, op.ZERO))
                return
            with b.for_range("i", op.ZERO, op.number(count)) as i:
                add(self.field_code(field, i))
            return
        total = b.variable("sum", op.ZERO)
        default = self.coded(field.default, field.type)
        if default.type == ir.BOOL:
            default = op.zext(default)
        for p, spot in self.standing(field):
            value = b.materialize(self.field_code(field, p))
            is_set = op.le(op.ZERO, value) if field.type.base == "piece" else op.ne(value, default)
            with b.if_(is_set):
                mixed = op.add(ir.Call("mix", (spot,), INT), value)
                b.assign(total, op.add(Get(total), ir.Call("mix", (mixed,), INT)))
        add(Get(total))

    def field_code(self, field: model.Field, index: Expr) -> Expr:
        value = self.read_field(field, index)
        if value.type == ir.BOOL:
            return op.zext(value)
        if field.type.base == "piece":
            return self.or_else(self.b.materialize(value), True, op.NONE, lambda p: self.load("place", p))
        return value

    def add_value(self, value: model.Expr, add: Callable[[Expr], None]) -> None:
        b = self.b
        if value.type.base == "set":
            total = b.variable("sum", op.ZERO)
            with self.each(value, ordered=False) as x:
                code = op.zext(x) if x.type == ir.BOOL else x
                b.assign(total, op.add(Get(total), ir.Call("mix", (code,), INT)))
            add(Get(total))
        elif value.type.base == "number":
            found = self.count_of(value)
            if isinstance(found, Rational):
                top, bottom = b.materialize(found.top), b.materialize(found.bottom)
                add(top)
                with b.if_(op.ne(bottom, op.ONE)):
                    add(bottom)
            else:
                add(found)
        elif value.type.base == "piece" and not self.plan.by_site:
            piece = b.materialize(self.scalar(value))
            add(self.or_else(piece, True, op.NONE, lambda p: self.load("place", p)))
        else:
            found = self.scalar(value)
            add(op.zext(found) if found.type == ir.BOOL else found)
