"""Rows of the list of actions: an action's number or its steps' digits, what `prefer` says of it, and which rows stay.

write_row(context, word, depth, code, outcome) -> at    -1 if the row is there already
add_row(context, word, depth, code, outcome) -> at      the same where no row can be there already
"""

from gdl import model
from interpreter import ir
from interpreter.ir import INT, Expr, Get, Var, op
from interpreter.ir.builder import Builder
from interpreter.lowering.candidates import CODE, DEPTH
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
            words = [op.add(op.number(self.numbers.offsets[action.index]), Get(CODE)), op.NONE, op.ZERO]
        else:
            words = [op.number(-1 - action.index), Get(DEPTH) if depth is None else depth, Get(CODE)]
        given = (self.context, *words, self.outcome(action))
        if not self.is_preferred(action):
            b.materialize(ir.Call(self.row_writer(action), given, INT))
            return
        self.viewpoint = self.mover
        asked = values or tuple(p.value for p in self.game.prefers)
        worths = [self.rational(self.worth(p, e)) for p, e in zip(self.game.prefers, asked, strict=True)]
        is_wanted: Expr = op.TRUE
        if self.keeps_best(action):
            is_wanted = self.is_as_good([worth.top for worth in worths])
        with b.if_(is_wanted):
            at = b.materialize(ir.Call(self.row_writer(action), given, INT))
            with b.if_(op.le(op.ZERO, at)):
                for k, (prefer, worth) in enumerate(zip(self.game.prefers, worths, strict=True)):
                    place = op.add(op.mul(at, op.number(len(self.game.prefers))), op.number(k))
                    self.store_context("worth", worth.top, place)
                    if not self.is_whole_worth(prefer):
                        self.store_context("parts", worth.bottom, place)
                    elif worth.bottom != op.ONE:
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
        worths = [b.materialize(worth) for worth in worths]
        found = b.variable("as_good", op.TRUE)
        with b.if_(op.lt(op.ZERO, self.load_context("count"))):
            is_better: Expr = op.FALSE
            is_worse: Expr = op.FALSE
            base = b.materialize(op.mul(self.load_context("base"), op.number(count)))
            for k in reversed(range(count)):
                best = b.materialize(self.load_context("worth", op.add(base, op.number(k))))
                low, high = (worths[k], best) if clauses[k].word == "least" else (best, worths[k])
                is_same = b.materialize(op.eq(low, high))
                less, more = op.lt(high, low), op.lt(low, high)
                is_worse = b.materialize(op.or_(less, op.and_(is_same, is_worse)))
                is_better = b.materialize(op.or_(more, op.and_(is_same, is_better)))
            b.assign(found, op.not_(is_worse))
            with b.if_(is_better):
                self.store_context("count", op.ZERO)
        return Get(found)

    def comes_once(self, action: model.Action) -> bool:
        """Whether no action is found twice."""
        is_once = action.again is not None and action.again.is_once
        return not is_once and not self.may_meet_again(action)

    def outcome(self, action: model.Action) -> Expr:
        """A number for what an action leads to, where it is done once per outcome; else 0."""
        if action.again is None or not action.again.is_once:
            return op.ZERO
        start: Expr = op.ZERO
        if action.form == "move":
            others = 1
            for domain in self.numbers.domains[action.index][1:]:
                others *= domain.size
            start = op.div(Get(CODE), op.number(others))
        after: Expr = ir.Call(self.identity(self.game.whole), (self.state, self.context, self.mover), INT)
        if self.game.pools and self.plan.piece_fields:
            after = op.add(after, ir.Call(self.off_board(), (self.state, self.context), INT))
        mark = self.b.materialize(self.mixed(op.add(after, start)))
        return op.select(op.eq(mark, op.ZERO), op.ONE, mark)

    def off_board(self) -> str:
        """`off_board(state, context) -> number` of what `identity` leaves out: the fields of pieces in pools, and what pieces
        are that are known by a field."""
        name = "off_board"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, op.NONE)
            total = b.variable("sum", op.ZERO)
            knows = any(f.type.base == "piece" for f in s.plan.piece_fields)
            places = b.for_range("place", op.ZERO if knows else op.number(s.plan.sites), op.number(s.plan.places))
            with places as place, s._chain(s.load("first", place), "p") as p:
                b.assign(total, op.add(Get(total), s.told_of(p)))
            for field in s.game.fields.values():
                if field.holder != "piece" and field.type.base == "piece":
                    cell = f"{field.holder}.{field.name}"
                    with b.for_range("i", op.ZERO, op.number(s.unit.layouts["state"].cells[cell].count)) as i:
                        known = op.add(s.known_by(s.load(cell, i)), i)
                        b.assign(total, op.add(Get(total), s.mixed(known)))
            b.ret(Get(total))
            s.done(b)
        return name

    def told_of(self, piece: Expr) -> Expr:
        """A number for where a piece is, and what, with all its fields."""
        made = self._what(piece)
        for field in self.plan.piece_fields:
            if field.type.base == "piece":
                made = self.b.materialize(
                    self.mixed(op.add(made, self.known_by(self.load(f"piece.{field.name}", piece))))
                )
        return made

    def known_by(self, piece: Expr) -> Expr:
        """A number for a piece that a field holds, without its identity; -1 if it is no more."""
        b = self.b
        piece, found = b.materialize(piece), b.variable("known", op.NONE)
        with b.if_(op.le(op.ZERO, piece)), b.if_(op.le(op.ZERO, self.load("place", piece))):
            b.assign(found, self._what(piece))
        return Get(found)

    def _what(self, piece: Expr) -> Expr:
        """A number for where a piece is, and what, but for what its fields say of other pieces."""
        fields = [f"piece.{f.name}" for f in self.plan.piece_fields if f.type.base != "piece"]
        made: Expr = op.ZERO
        for cell in ("place", "owner", "kind", *fields):
            made = self.b.materialize(self.mixed(op.add(made, self.load(cell, piece))))
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
        s = type(self)(self.unit, builder, op.NONE, op.NONE)
        b, width = builder, self.unit.row
        at = b.materialize(op.add(s.load_context("base"), s.load_context("count")))
        base = b.materialize(op.mul(at, op.number(width)))
        with b.if_(op.lt(op.number(RECORDS // width - 1), at)):
            s.fail("too-many-ways", None)
            b.ret(op.NONE)
        s.store_context("records", Get(word), base)
        length = b.variable("length", op.ONE)
        if width > 1:
            with b.if_(op.le(op.ZERO, Get(DEPTH))):
                s.store_context("records", Get(DEPTH), op.add(base, op.ONE))
                s.store_context("records", Get(CODE), op.add(base, op.number(2)))
                with b.for_range("i", op.ZERO, Get(DEPTH)) as i:
                    at_step = op.add(i, op.number(3))
                    s.store_context("records", s.load_context("row", at_step), op.add(base, at_step))
                b.assign(length, op.add(Get(DEPTH), op.number(3)))
        if s.plan.is_once and not comes_once:
            s.store_context("records", Get(OUTCOME), op.add(base, op.number(width - 1)))
            s.same_outcome(base, at)
        if not comes_once:
            s.same_row(base, at, Get(length))
        s.store_context("count", op.add(s.load_context("count"), op.ONE))
        b.ret(at)
        return s.done(b)

    def same_row(self, base: Expr, at: Expr, length: Expr) -> None:
        """Leaves if an earlier row is the same."""
        b, width = self.b, self.unit.row
        with b.for_range("k", self.load_context("base"), at) as k:
            is_same = b.variable("same", op.TRUE)
            loops = b.loops
            with b.for_range("i", op.ZERO, length) as i:
                mine = self.load_context("records", op.add(base, i))
                with b.if_(
                    op.ne(mine, self.load_context("records", op.add(op.mul(k, op.number(width)), i)))
                ):
                    b.assign(is_same, op.FALSE)
                    b.break_(loops)
            with b.if_(Get(is_same)):
                b.ret(op.NONE)

    def same_outcome(self, base: Expr, at: Expr) -> None:
        """Leaves if an earlier row has this outcome; the lesser one of the two is kept in its place."""
        b, width = self.b, self.unit.row
        with b.if_(op.ne(Get(OUTCOME), op.ZERO)), b.for_range("k", self.load_context("base"), at) as k:
            other = b.materialize(op.mul(k, op.number(width)))

            def mine(i: Expr) -> Expr:
                return self.load_context("records", op.add(base, i))

            def theirs(i: Expr) -> Expr:
                return self.load_context("records", op.add(other, i))

            is_same = op.eq(mine(op.ZERO), theirs(op.ZERO))
            last = op.number(width - 1)
            with b.if_(op.and_(is_same, op.eq(mine(last), theirs(last)))):
                is_less = b.variable("less", op.lt(mine(op.ONE), theirs(op.ONE)))
                loops = b.loops
                with b.for_range("i", op.ZERO, op.add(op.ONE, op.min_(mine(op.ONE), theirs(op.ONE)))) as i:
                    digit = b.materialize(op.add(i, op.number(2)))
                    with b.if_(op.ne(mine(digit), theirs(digit))):
                        b.assign(is_less, op.lt(mine(digit), theirs(digit)))
                        b.break_(loops)
                with b.if_(Get(is_less)), b.for_range("i", op.ZERO, op.number(width)) as i:
                    self.store_context("records", mine(i), op.add(other, i))
                b.ret(op.NONE)

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
            code = op.add(op.number(self.numbers.offsets[action.index]), Get(CODE))
            with b.if_(op.ne(code, self.load_context("wanted"))):
                b.ret()
        else:  # its steps were compared when they were found
            with b.if_(op.ne(Get(DEPTH), self.load_context("wanted", op.ONE))):
                b.ret()

    # ---- what later classes of the chain give

    def may_meet_again(self, action: model.Action) -> bool:
        raise NotImplementedError  # by Turns
