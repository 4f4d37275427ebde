"""Positions that come again: their numbers, and the list of those that were there.

The numbers are those of `interpreter/engines/reference/remembering.py`, which says what they are made of.
"""

from collections.abc import Callable, Iterator

from gdl import model
from interpreter.hashing import PLACE_MULTIPLIER as PLACE
from interpreter.hashing import is_additive as is_summed
from interpreter.lowering import ir
from interpreter.lowering.build import NOBODY, ONE, ZERO, make, number
from interpreter.lowering.demands import Demands
from interpreter.lowering.ir import INT, Expr, Get
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
            fresh = b.keep(self.numbered(history, b.keep(self.load("mover"))))
            at = b.variable("at", self.load(count))
            with b.choice(make("lt", Get(at), number(history.most))) as branch:
                self.store(count, make("add", Get(at), ONE))
                branch.otherwise()
                with b.range("i", ONE, number(history.most)) as i:
                    self.store(cell, self.load(cell, i), make("sub", i, ONE))
                b.set(at, number(history.most - 1))
            self.store(cell, fresh, Get(at))
        self.store("remembered", ONE)

    # ---- what is asked

    def present(self, history: model.History) -> str:
        """`present.H(state, context) -> number` of the present position, whose mover is who acts next."""
        name = f"present.{history.name}"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, NOBODY)
            s.mover = s.viewpoint = b.keep(s.load("mover"))
            player = b.variable("player", s.mover)
            with b.when(make("eq", s.load("remembered"), ZERO)):
                following = b.keep(s.load("follows"))
                with b.choice(make("lt", following, ZERO)) as branch:
                    b.set(player, s.next_in_order())
                    branch.otherwise()
                    b.set(player, following)
            b.give(s.numbered(history, b.keep(Get(player))))
            s.done(b)
        return name

    def numbered(self, history: model.History, player: Expr) -> Expr:
        """The number of the present position with a player to move; kept for when it is asked for again."""
        b, made = self.b, ir.Call(self.identity(history), (self.state, self.context, player), INT)
        present, fresh = f"present.{history.name}", f"fresh.{history.name}"
        if not self.has_cell(fresh):
            return made
        mark = b.keep(make("add", player, ONE))
        with b.when(make("ne", self.load(fresh), mark)):
            self.store(present, made)
            self.store(fresh, mark)
        return self.load(present)

    def repeated(self, history: model.History) -> str:
        """`repeated.H(state, context) -> n`: how often the present position has been there, this time included."""
        name = f"repeated.{history.name}"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, NOBODY)
            present = b.keep(ir.Call(s.present(history), (s.state, s.context), INT))
            found = b.variable("found", make("sub", ONE, s.load("remembered")))
            recorded = b.keep(s.load(f"recorded.{history.name}"))
            if history.most <= AT_ONCE:
                same = ir.Where(s.state, f"history.{history.name}", present, ir.bits(history.most))
                sizes = tuple((1 << n) - 1 for n in range(history.most + 1))
                those = s.lookup(s.unit.constant("recorded", sizes, history.most), recorded)
                b.give(make("add", Get(found), make("count", make("meet", same, those))))
                s.done(b)
                return name
            with b.range("i", ZERO, recorded) as i:
                is_same = make("eq", s.load(f"history.{history.name}", i), present)
                b.set(found, make("add", Get(found), make("number", is_same)))
            b.give(Get(found))
            s.done(b)
        return name

    def cycle(self, history: model.History) -> str:
        """`cycle.H(state, context) -> n`: how many turns ago the present position was there last; 0 if never."""
        name = f"cycle.{history.name}"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, NOBODY)
            present = b.keep(ir.Call(s.present(history), (s.state, s.context), INT))
            earlier = b.keep(make("sub", s.load(f"recorded.{history.name}"), s.load("remembered")))
            with b.range("k", ONE, make("add", earlier, ONE)) as k:
                there = s.load(f"history.{history.name}", make("sub", earlier, k))
                with b.when(make("eq", there, present)):
                    b.give(k)
            b.give(ZERO)
            s.done(b)
        return name

    # ---- numbers

    def whole(self) -> Expr:
        """The number of the whole state."""
        b, mover = self.b, self.b.keep(self.load("mover"))
        mixed = b.variable(
            "mixed", ir.Call(self.identity(self.game.whole), (self.state, self.context, mover), INT)
        )
        others = [mover, *map(self.load, ("turn", "moves", "passes", "phase"))]
        others.append(self.load("waiting") if self.has_cell("waiting") else ZERO)
        for word in (*others, *(self.load(f"recorded.{name}") for name in self.game.histories)):
            b.set(mixed, ir.Call("mix", (make("xor", Get(mixed), word),), INT))
        return Get(mixed)

    def identity(self, history: model.History) -> str:
        """`identity.H(state, context, mover) -> number` of a position."""
        name = f"identity.{history.name}"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, MOVER), INT, Get(MOVER))
            mixed, place = b.variable("mixed", ZERO), b.variable("place", ZERO)

            def add(word: Expr) -> None:
                fresh = ir.Call("mix", (make("add", word, Get(place)),), INT)
                b.set(mixed, make("add", Get(mixed), fresh))
                b.set(place, make("add", Get(place), number(PLACE)))

            for feature in history.features:
                s.add_feature(feature, add)
            b.give(Get(mixed))
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
                    add(self.sum_of(self.pool_codes(number(plan.sites + pool.slot + seat))))
            case "field":
                self.add_field(game.fields[feature.name], add)
            case _:
                assert feature.value is not None
                with self.inner():
                    self.add_value(feature.value, add)

    def sum_of(self, codes: Iterator[tuple[Expr, Expr]]) -> Expr:
        """The sum of mixed codes, each with what is added to it."""
        b = self.b
        total = b.variable("sum", ZERO)
        for code, extra in codes:
            mixed = make("add", ir.Call("mix", (code,), INT), extra)
            b.set(total, make("add", Get(total), mixed))
        return Get(total)

    def pool_codes(self, place: Expr) -> Iterator[tuple[Expr, Expr]]:
        with self._chain(self.load("first", place), "p") as p:
            owner = make("add", self.load("owner", p), ONE)
            yield make("add", make("mul", self.load("kind", p), number(16)), owner), ZERO

    def add_board(self, add: Callable[[Expr], None]) -> None:
        """The pieces as a sum, which may be at hand; or sets of sites, word by word."""
        b, n = self.b, self.plan.sites
        if is_summed(self.game):
            add(self.load("standing") if self.has_cell("standing") else self.sum_of(self.board_codes()))
            return
        if not n:
            return
        members = [self.load("occupied")]
        members += [self.load("own", number(p)) for p in range(self.plan.players)]
        if self.plan.kinds > 1:
            members += [self.load("are", number(k)) for k in range(self.plan.kinds)]
        words = self.cast_words(n)
        scratch = b.new("words", words)
        for each in members:
            b.store(scratch, "set", each)
            for w in range((n + 63) // 64):
                add(ir.Load(scratch, "word", number(w), INT))

    def standing(self, field: model.Field | None = None) -> Iterator[tuple[Expr, Expr]]:
        """The pieces on the board, each with a number for where it stands; it may be without those with a field's default."""
        b = self.b
        if self.plan.by_site:
            pieces: Expr = self.load("occupied")
            if field is not None:
                default = number(stored_default(self.plan, self.unit.layouts["state"], field))
                unset = ir.Where(self.state, f"piece.{field.name}", default, ir.bits(self.plan.sites))
                pieces = make("minus", pieces, unset)
            with b.each("p", pieces) as p:
                yield p, make("mul", p, number(1024))
            return
        if not self.board.is_stacking:
            with self._each_piece("p") as p:
                yield p, make("mul", self.load("place", p), number(1024))
            return
        before, height = b.variable("before", NOBODY), b.variable("height", ZERO)
        with self._each_piece("p") as p:
            site = b.keep(self.load("place", p))
            higher = make("add", Get(height), ONE)
            b.set(height, make("select", make("eq", site, Get(before)), higher, ZERO))
            b.set(before, site)
            yield p, b.keep(make("add", make("mul", site, number(1024)), Get(height)))

    def board_codes(self) -> Iterator[tuple[Expr, Expr]]:
        for p, spot in self.standing():
            owner = make("add", self.owner_of(p, False), ONE)
            code = make("add", make("mul", spot, number(64)), owner)
            yield make("add", make("mul", code, number(65536)), self.kind_of(p, False)), ZERO

    def add_field(self, field: model.Field, add: Callable[[Expr], None]) -> None:
        b = self.b
        if field.holder != "piece":
            count = {"game": 1, "player": self.plan.players, "site": self.plan.sites}[field.holder]
            if count == 1:
                add(self.field_code(field, ZERO))
                return
            with b.range("i", ZERO, number(count)) as i:
                add(self.field_code(field, i))
            return
        total = b.variable("sum", ZERO)
        default = self.coded(field.default, field.type)
        if default.type == ir.BOOL:
            default = make("number", default)
        for p, spot in self.standing(field):
            value = b.keep(self.field_code(field, p))
            is_set = make("le", ZERO, value) if field.type.base == "piece" else make("ne", value, default)
            with b.when(is_set):
                mixed = make("add", ir.Call("mix", (spot,), INT), value)
                b.set(total, make("add", Get(total), ir.Call("mix", (mixed,), INT)))
        add(Get(total))

    def field_code(self, field: model.Field, index: Expr) -> Expr:
        value = self.read_field(field, index)
        if value.type == ir.BOOL:
            return make("number", value)
        if field.type.base == "piece":
            return self.or_else(self.b.keep(value), True, NOBODY, lambda p: self.load("place", p))
        return value

    def add_value(self, value: model.Expr, add: Callable[[Expr], None]) -> None:
        b = self.b
        if value.type.base == "set":
            total = b.variable("sum", ZERO)
            with self.each(value, ordered=False) as x:
                code = make("number", x) if x.type == ir.BOOL else x
                b.set(total, make("add", Get(total), ir.Call("mix", (code,), INT)))
            add(Get(total))
        elif value.type.base == "number":
            found = self.count_of(value)
            if isinstance(found, Rational):
                top, bottom = b.keep(found.top), b.keep(found.bottom)
                add(top)
                with b.when(make("ne", bottom, ONE)):
                    add(bottom)
            else:
                add(found)
        elif value.type.base == "piece" and not self.plan.by_site:
            piece = b.keep(self.scalar(value))
            add(self.or_else(piece, True, NOBODY, lambda p: self.load("place", p)))
        else:
            found = self.scalar(value)
            add(make("number", found) if found.type == ir.BOOL else found)
