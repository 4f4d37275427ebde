"""Rows of the list of actions: an action's number or its steps' digits, what `prefer` says of it, and which rows stay.

write_row(context, word, depth, code, outcome) -> at    -1 if the row is there already
add_row(context, word, depth, code, outcome) -> at      the same where no row can be there already
"""

from gdl import model
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, Builder, make, number
from interpreter.lowering.candidates import CODE, DEPTH
from interpreter.lowering.ir import INT, Expr, Get, Var
from interpreter.lowering.layout import RECORDS
from interpreter.lowering.remembering import Remembering
from interpreter.lowering.scope import CONTEXT, STATE, NotLowered, Rational

OUTCOME = Var("outcome", INT)


class Rows(Remembering):
    """Writes the list of actions."""

    def list_row(
        self, action: model.Action, depth: Expr | None = None, values: tuple[model.Expr, ...] = ()
    ) -> None:
        """Writes an action into the list, once, with what `prefer` says of it: by these `values`, if they are given."""
        b = self.b
        if action.again is None:
            words = [make("add", number(self.numbers.offsets[action.index]), Get(CODE)), NOBODY, ZERO]
        else:
            words = [number(-1 - action.index), Get(DEPTH) if depth is None else depth, Get(CODE)]
        given = (self.context, *words, self.outcome(action))
        if not self.is_preferred(action):
            b.keep(ir.Call(self.row_writer(action), given, INT))
            return
        self.viewpoint = self.mover
        asked = values or tuple(p.value for p in self.game.prefers)
        worths = [self.rational(self.worth(p, e)) for p, e in zip(self.game.prefers, asked, strict=True)]
        is_wanted: Expr = TRUE
        if self.keeps_best(action):
            is_wanted = self.is_as_good([worth.top for worth in worths])
        with b.when(is_wanted):
            at = b.keep(ir.Call(self.row_writer(action), given, INT))
            with b.when(make("le", ZERO, at)):
                for k, (prefer, worth) in enumerate(zip(self.game.prefers, worths, strict=True)):
                    place = make("add", make("mul", at, number(len(self.game.prefers))), number(k))
                    self.note("worth", worth.top, place)
                    if not self.is_whole_worth(prefer):
                        self.note("parts", worth.bottom, place)
                    elif worth.bottom != ONE:
                        raise NotLowered("a preference that may be a fraction after all")

    def keeps_best(self, action: model.Action) -> bool:
        """Whether an action's list holds at any time only the best ones so far, as `prefer` says.

        Not where a row may come twice: what is preferred then is the first of them, and that may be a lesser one.
        """
        if not all(map(self.is_whole_worth, self.game.prefers)):
            return False
        offers = [o.names for t in self.game.turns.values() for o in t.offers if action.name in o.names]
        together = {name for names in offers for name in names}
        demanded = {a.name for a in self.demanded_actions()}
        return not together & demanded and all(self.comes_once(self.game.action(n)) for n in together)

    def is_as_good(self, worths: list[Expr]) -> Expr:
        """Whether no listed action is better. If this one is better than they, the list begins anew."""
        b, count, clauses = self.b, len(worths), self.game.prefers
        worths = [b.keep(worth) for worth in worths]
        found = b.variable("as_good", TRUE)
        with b.when(make("lt", ZERO, self.seek("count"))):
            is_better: Expr = FALSE
            is_worse: Expr = FALSE
            base = b.keep(make("mul", self.seek("base"), number(count)))
            for k in reversed(range(count)):
                best = b.keep(self.seek("worth", make("add", base, number(k))))
                low, high = (worths[k], best) if clauses[k].word == "least" else (best, worths[k])
                is_same = b.keep(make("eq", low, high))
                less, more = make("lt", high, low), make("lt", low, high)
                is_worse = b.keep(make("either", less, make("both", is_same, is_worse)))
                is_better = b.keep(make("either", more, make("both", is_same, is_better)))
            b.set(found, make("not", is_worse))
            with b.when(is_better):
                self.note("count", ZERO)
        return Get(found)

    def comes_once(self, action: model.Action) -> bool:
        """Whether no action is found twice."""
        is_once = action.again is not None and action.again.is_once
        return not is_once and not self.may_meet_again(action)

    def outcome(self, action: model.Action) -> Expr:
        """A number for what an action leads to, where it is done once per outcome; else 0."""
        if action.again is None or not action.again.is_once:
            return ZERO
        start: Expr = ZERO
        if action.form == "move":
            others = 1
            for domain in self.numbers.domains[action.index][1:]:
                others *= domain.size
            start = make("div", Get(CODE), number(others))
        after: Expr = ir.Call(self.identity(self.game.whole), (self.state, self.context, self.mover), INT)
        if self.game.pools and self.plan.piece_fields:
            after = make("add", after, ir.Call(self.off_board(), (self.state, self.context), INT))
        mark = self.b.keep(self.mixed(make("add", after, start)))
        return make("select", make("eq", mark, ZERO), ONE, mark)

    def off_board(self) -> str:
        """`off_board(state, context) -> number` of what `identity` leaves out: the fields of pieces in pools, and what pieces
        are that are known by a field."""
        name = "off_board"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, NOBODY)
            total = b.variable("sum", ZERO)
            knows = any(f.type.base == "piece" for f in s.plan.piece_fields)
            places = b.range("place", ZERO if knows else number(s.plan.sites), number(s.plan.places))
            with places as place, s._chain(s.load("first", place), "p") as p:
                b.set(total, make("add", Get(total), s.told_of(p)))
            for field in s.game.fields.values():
                if field.holder != "piece" and field.type.base == "piece":
                    cell = f"{field.holder}.{field.name}"
                    with b.range("i", ZERO, number(s.unit.layouts["state"].cells[cell].count)) as i:
                        known = make("add", s.known_by(s.load(cell, i)), i)
                        b.set(total, make("add", Get(total), s.mixed(known)))
            b.give(Get(total))
            s.done(b)
        return name

    def told_of(self, piece: Expr) -> Expr:
        """A number for where a piece is, and what, with all its fields."""
        made = self._what(piece)
        for field in self.plan.piece_fields:
            if field.type.base == "piece":
                made = self.b.keep(
                    self.mixed(make("add", made, self.known_by(self.load(f"piece.{field.name}", piece))))
                )
        return made

    def known_by(self, piece: Expr) -> Expr:
        """A number for a piece that a field holds, without its identity; -1 if it is no more."""
        b = self.b
        piece, found = b.keep(piece), b.variable("known", NOBODY)
        with b.when(make("le", ZERO, piece)), b.when(make("le", ZERO, self.load("place", piece))):
            b.set(found, self._what(piece))
        return Get(found)

    def _what(self, piece: Expr) -> Expr:
        """A number for where a piece is, and what, but for what its fields say of other pieces."""
        fields = [f"piece.{f.name}" for f in self.plan.piece_fields if f.type.base != "piece"]
        made: Expr = ZERO
        for cell in ("place", "owner", "kind", *fields):
            made = self.b.keep(self.mixed(make("add", made, self.load(cell, piece))))
        return made

    def row_writer(self, action: model.Action) -> str:
        """`write_row(context, word, depth, code, outcome) -> at`: a row of the list; -1 if it is there already.

        `depth` is -1 for an action that does not go on; else the steps' codes follow in `row`. Of rows with the same
        outcome the one with the least number stays; the outcome is the last word of a row. `add_row` is the same where no
        row can be there already.
        """
        comes_once = self.comes_once(action)
        name = "add_row" if comes_once else "write_row"
        if not self.is_new(name):
            return name
        word = Var("word", INT)
        builder = Builder(name, (CONTEXT, word, DEPTH, CODE, OUTCOME), INT)
        s = type(self)(self.unit, builder, NOBODY, NOBODY)
        b, width = builder, self.unit.row
        at = b.keep(make("add", s.seek("base"), s.seek("count")))
        base = b.keep(make("mul", at, number(width)))
        with b.when(make("lt", number(RECORDS // width - 1), at)):
            s.fail("too-many-ways", None)
            b.give(NOBODY)
        s.note("records", Get(word), base)
        length = b.variable("length", ONE)
        if width > 1:
            with b.when(make("le", ZERO, Get(DEPTH))):
                s.note("records", Get(DEPTH), make("add", base, ONE))
                s.note("records", Get(CODE), make("add", base, number(2)))
                with b.range("i", ZERO, Get(DEPTH)) as i:
                    at_step = make("add", i, number(3))
                    s.note("records", s.seek("row", at_step), make("add", base, at_step))
                b.set(length, make("add", Get(DEPTH), number(3)))
        if s.plan.is_once and not comes_once:
            s.note("records", Get(OUTCOME), make("add", base, number(width - 1)))
            s.same_outcome(base, at)
        if not comes_once:
            s.same_row(base, at, Get(length))
        s.note("count", make("add", s.seek("count"), ONE))
        b.give(at)
        return s.done(b)

    def same_row(self, base: Expr, at: Expr, length: Expr) -> None:
        """Leaves if an earlier row is the same."""
        b, width = self.b, self.unit.row
        with b.range("k", self.seek("base"), at) as k:
            is_same = b.variable("same", TRUE)
            loops = b.loops
            with b.range("i", ZERO, length) as i:
                mine = self.seek("records", make("add", base, i))
                with b.when(
                    make("ne", mine, self.seek("records", make("add", make("mul", k, number(width)), i)))
                ):
                    b.set(is_same, FALSE)
                    b.leave(loops)
            with b.when(Get(is_same)):
                b.give(NOBODY)

    def same_outcome(self, base: Expr, at: Expr) -> None:
        """Leaves if an earlier row has this outcome; the lesser one of the two is kept in its place."""
        b, width = self.b, self.unit.row
        with b.when(make("ne", Get(OUTCOME), ZERO)), b.range("k", self.seek("base"), at) as k:
            other = b.keep(make("mul", k, number(width)))

            def mine(i: Expr) -> Expr:
                return self.seek("records", make("add", base, i))

            def theirs(i: Expr) -> Expr:
                return self.seek("records", make("add", other, i))

            is_same = make("eq", mine(ZERO), theirs(ZERO))
            last = number(width - 1)
            with b.when(make("both", is_same, make("eq", mine(last), theirs(last)))):
                is_less = b.variable("less", make("lt", mine(ONE), theirs(ONE)))
                loops = b.loops
                with b.range("i", ZERO, make("add", ONE, make("min", mine(ONE), theirs(ONE)))) as i:
                    digit = b.keep(make("add", i, number(2)))
                    with b.when(make("ne", mine(digit), theirs(digit))):
                        b.set(is_less, make("lt", mine(digit), theirs(digit)))
                        b.leave(loops)
                with b.when(Get(is_less)), b.range("i", ZERO, number(width)) as i:
                    self.note("records", mine(i), make("add", other, i))
                b.give(NOBODY)

    def worth(self, prefer: model.Prefer, asked: model.Expr) -> "Expr | Rational":
        with self.inner():
            value = self.count_of(asked) if prefer.word else self.truth(asked)
        return value if isinstance(value, Rational) else self.plain(value)

    def is_whole_worth(self, prefer: model.Prefer) -> bool:
        """Whether what a preference compares is never a fraction."""
        return not prefer.word or self.is_whole(prefer.value)

    def when_other(self, action: model.Action) -> None:
        """Leaves an action that is not the wanted one."""
        b = self.b
        if action.again is None:
            code = make("add", number(self.numbers.offsets[action.index]), Get(CODE))
            with b.when(make("ne", code, self.seek("wanted"))):
                b.give()
        else:  # its steps were compared when they were found
            with b.when(make("ne", Get(DEPTH), self.seek("wanted", ONE))):
                b.give()

    # ---- what later classes of the chain give

    def may_meet_again(self, action: model.Action) -> bool:
        raise NotImplementedError  # by Turns
