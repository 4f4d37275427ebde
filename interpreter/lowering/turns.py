"""Turns: which actions are on offer, by phase and condition; passing, declining, and questions about a turn."""

from collections.abc import Callable

from gdl import model
from interpreter import ir
from interpreter.ir import BOOL, INT, VOID, Expr, Get, Var, op
from interpreter.lowering.candidates import ANY, COUNT, EXPAND, LIST, MATCH, OUT, PICK
from interpreter.lowering.committing import Committing
from interpreter.lowering.scope import CONTEXT, STATE, Rational
from interpreter.lowering.singles import WORDS

PLAYER_VAR = Var("player", INT)
DEMAND, PASS, NOTHING = 1000, 1001, 1002  # what `which` may say beside a group's number


class Turns(Committing):
    """The functions of turns."""

    # ---- what is on offer

    def which(self) -> str:
        """`which(state, context) -> int`: the decision at hand; `count` says how many actions are legal."""
        name = "which"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), INT, op.NONE)
            s.store_context("count", op.ZERO)
            s.store_context("found", op.ZERO)
            s.store_context("listed", op.ZERO)
            s.store_context("mode", op.number(COUNT))
            with b.if_(op.ne(s.load("over"), op.ZERO)):
                b.ret(op.number(NOTHING))
            if s.plan.has_demands:
                with b.if_(op.lt(op.ZERO, s.load("waiting"))):
                    b.invoke(s.group_of_demand(), s.state, s.context, s.state)
                    b.ret(op.number(DEMAND))
            s.mover = s.viewpoint = b.materialize(s.load("mover"))
            for phase, turn in s.turns_by_phase():
                with b.if_(op.eq(s.load("phase"), op.number(phase))):
                    for k, offer in enumerate(turn.offers):
                        with s.inner():
                            holds = s.truth(offer.condition) if offer.condition is not None else op.TRUE
                        with b.if_(holds):
                            b.invoke(s.group(offer), s.state, s.context, s.state)
                            with b.if_(op.lt(op.ZERO, s.load_context("count"))):
                                b.ret(op.number(phase * 32 + k))
                    b.ret(s._what_else(turn))
            b.ret(op.number(NOTHING))
            s.done(b)
        return name

    def _what_else(self, turn: model.Turn) -> Expr:
        """PASS if that is what is left; NOTHING is left otherwise."""
        b = self.b
        result = b.variable("else", op.number(NOTHING))
        with b.for_range("once", op.ZERO, op.ONE):
            inner = b.loops - 1
            for fallback in turn.fallbacks:
                with self.inner():
                    holds = self.truth(fallback.condition) if fallback.condition is not None else op.TRUE
                with b.if_(holds):
                    if fallback.word == "pass":
                        b.assign(result, op.number(PASS))
                        self.store_context("count", op.ONE)
                    b.break_(inner)
        return Get(result)

    def is_listed(self, names: "tuple[str, ...]") -> bool:
        """Whether a group's actions must be listed to know how many they are."""
        for name in names:
            action = self.game.action(name)
            if self.is_preferred(action) or self.may_repeat(action):
                return True
        return False

    def may_repeat(self, action: model.Action) -> bool:
        """Whether two candidates of an action may have the same choices; one that goes on is listed in any case."""
        return action.again is not None or self.may_meet_again(action)

    def may_meet_again(self, action: model.Action) -> bool:
        """Whether two candidates of a step may have the same choices."""
        chosen = {c.slot for c in action.choices}
        for part in action.parts:
            match part:
                case model.Choose() if part.slot not in chosen:
                    return self.known(part.source) is None
                case model.Choose() if (
                    part.source.type.base == "set"
                    and self.element(part.source).base == "piece"
                    and self.board.is_stacking
                ):
                    return True
                case model.Along():
                    if self.board.shape == "graph" and not self._is_plain(part.path):
                        return True
                    if isinstance(part.path, model.Line) and not _is_single(part.path.steps):
                        return True
        return False

    def _is_plain(self, path: model.Path) -> bool:
        """Whether no site is met twice on the rays from a site of a graph."""
        if not isinstance(path, model.Line) or (path.most is not None and self.known(path.most) is None):
            return False
        longest = None if path.most is None else int(str(self.known(path.most)[0]))  # type: ignore[index]
        directions = self.known_directions(path)
        rays = (
            [t for d in directions for t in self.board.line(s, d)[:longest]] for s in range(self.plan.sites)
        )
        return bool(directions) and all(len(set(met)) == len(met) for met in rays)

    def group(self, offer: model.Offer) -> str:
        """`group.N(state, context, out)`: all actions of an offer, by the mode."""
        key = "group." + ".".join(offer.names)
        if self.is_new(key):
            for n in offer.names:
                self.enumeration(self.game.action(n))
            b, s = self.function(key, (STATE, CONTEXT, OUT), VOID, op.NONE)
            s.mover = s.viewpoint = b.materialize(s.load("mover"))
            s.begin_guard(offer.names)
            actions = map(s.game.action, offer.names)
            in_doubt = bool(s.game.prefers) and not all(map(s.keeps_best, actions))
            s.all_of(lambda: s._enumerate(offer.names), s.is_listed(offer.names), key, in_doubt)
            s.done(b)
        return key

    def group_of_demand(self) -> str:
        name = "group_of_demand"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, OUT), VOID, op.NONE)
            b.invoke(s.demand_actions(), s.state, s.context, Get(OUT))
            with b.if_(op.ne(s.load_context("found"), op.ZERO)):
                b.ret()
            may = op.eq(s.load("demands", op.ONE), op.number(WORDS.index("may")))
            with b.if_(may):
                s.decline()
            s.done(b)
        return name

    def demand_actions(self) -> str:
        """The actions of the demand at hand, without `done`."""
        name = "demand_actions"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, OUT), VOID, op.NONE)

            def actions() -> None:
                b.invoke(s.demanded(), s.state, s.context, Get(OUT), op.ZERO)

            s.all_of(actions, s.is_listed(tuple(a.name for a in s.demanded_actions())), name, False)
            s.done(b)
        return name

    def _enumerate(self, names: "tuple[str, ...]") -> None:
        b = self.b
        for n in names:
            b.invoke(
                f"enum.{n}", self.state, self.context, Get(OUT), self.mover, *self.guards(self.game.action(n))
            )
            with b.if_(op.ne(self.load_context("found"), op.ZERO)):
                b.ret()

    def all_of(self, actions: Callable[[], None], listed: bool, name: str, preferred: bool) -> None:
        """Goes through actions: as they come, or listed first, so that each is there once and the preferred remain.

        `name`: of the function that this is written into; `preferred`: whether the list has others than those preferred.
        The list that `which` makes to count them is used by what comes next.
        """
        b, mode = self.b, self.load_context("mode")
        if not listed:
            actions()
            return
        with b.if_(op.eq(mode, op.number(ANY))):
            actions()
            b.ret()
        was = b.materialize(mode)
        with b.if_(op.ne(was, op.number(MATCH))):
            begun = b.materialize(self.load_context("count"))
            n = b.variable("n", self.load_context("listed"))
            with b.if_(op.or_(op.eq(was, op.number(COUNT)), op.eq(Get(n), op.ZERO))):
                self.store_context("mode", op.number(LIST))
                self.store_context("count", op.ZERO)
                actions()
                if preferred:
                    self.keep_preferred()
                b.assign(n, self.load_context("count"))
            self.store_context("listed", op.ZERO)
            self.store_context("mode", was)
            with b.if_(op.eq(was, op.number(COUNT))):
                self.store_context("listed", Get(n))
                self.store_context("count", op.add(begun, Get(n)))
                b.ret()
            with b.if_(op.eq(was, op.number(LIST))):
                self.store_context("count", Get(n))
                b.ret()
            with b.if_(op.eq(was, op.number(PICK))):
                with b.if_(op.le(Get(n), self.load_context("skip"))):
                    self.store_context("skip", op.sub(self.load_context("skip"), Get(n)))
                    b.ret()
                self.want(self.load_context("skip"))
                self.store_context("mode", op.number(MATCH))
            with b.if_(op.eq(was, op.number(EXPAND))):
                self.explore_rows(b.materialize(Get(n)), name)
                b.ret()
        actions()

    def want(self, k: Expr) -> None:
        """Makes the k-th listed action the wanted one."""
        b, width = self.b, self.unit.row
        base = b.materialize(op.mul(op.add(self.load_context("base"), k), op.number(width)))
        with b.for_range("i", op.ZERO, op.number(width)) as i:
            self.store_context("wanted", self.load_context("records", op.add(base, i)), i)
        self.store_context("sure", op.ONE)

    def explore_rows(self, n: Expr, name: str) -> None:
        """Counts what follows each listed action; `name` is the function that does the wanted one."""
        b = self.b
        base = b.materialize(self.load_context("base"))
        depth = b.materialize(self.load_context("depth"))
        total = b.variable("total", self.load_context("total"))
        made = b.allocate("next", "state")
        with b.for_range("k", op.ZERO, n) as k:
            self.store_context("base", base)
            self.want(k)
            self.store_context("base", op.add(base, n))
            self.store_context("mode", op.number(MATCH))
            for cell in ("count", "found", "tries"):
                self.store_context(cell, op.ZERO)
            b.invoke(name, self.state, self.context, made)
            below = b.materialize(ir.Call("perft", (made, self.context, op.sub(depth, op.ONE)), INT))
            b.assign(total, op.add(Get(total), below))
        self.store_context("base", base)
        self.store_context("found", op.ZERO)
        self.store_context("mode", op.number(EXPAND))
        self.store_context("depth", depth)
        self.store_context("total", Get(total))

    def keep_preferred(self) -> None:
        """Of the listed actions only those that `prefer` wants remain, clause after clause."""
        b, clauses = self.b, len(self.game.prefers)
        base = b.materialize(self.load_context("base"))

        def entry(row: Expr, k: int) -> Expr:
            return op.add(op.mul(op.add(base, row), op.number(clauses)), op.number(k))

        for k, prefer in enumerate(self.game.prefers):
            n = b.materialize(self.load_context("count"))
            is_whole = self.is_whole_worth(prefer)
            top, bottom = b.variable("best", op.ONE), op.ONE if is_whole else b.variable("parts", op.ONE)

            def worth(i: Expr, k: int = k, is_whole: bool = is_whole) -> Rational:
                parts = op.ONE if is_whole else b.materialize(self.load_context("parts", entry(i, k)))
                return Rational(b.materialize(self.load_context("worth", entry(i, k))), parts)

            def best(top: Var = top, bottom: Expr | Var = bottom) -> Rational:
                return Rational(Get(top), Get(bottom) if isinstance(bottom, Var) else bottom)

            if prefer.word:
                with b.for_range("i", op.ZERO, n) as i:
                    x, so_far = worth(i), best()
                    better = self.less("<", so_far, x) if prefer.word == "most" else self.less("<", x, so_far)
                    with b.if_(op.or_(op.eq(i, op.ZERO), better)):
                        b.assign(top, x.top)
                        if isinstance(bottom, Var):
                            b.assign(bottom, x.bottom)
            kept = b.variable("kept", op.ZERO)
            with b.for_range("i", op.ZERO, n) as i:
                x, so_far = worth(i), best()
                is_best = op.and_(op.eq(x.top, so_far.top), op.eq(x.bottom, so_far.bottom))
                with b.if_(is_best):
                    with b.if_(op.lt(Get(kept), i)):
                        self.move_row(b.materialize(op.add(base, i)), b.materialize(op.add(base, Get(kept))))
                        for c in range(k + 1, clauses):
                            self.store_context("worth", self.load_context("worth", entry(i, c)), entry(Get(kept), c))
                            if not self.is_whole_worth(self.game.prefers[c]):
                                self.store_context("parts", self.load_context("parts", entry(i, c)), entry(Get(kept), c))
                    b.assign(kept, op.add(Get(kept), op.ONE))
            with b.if_(op.lt(op.ZERO, Get(kept))):
                self.store_context("count", Get(kept))

    def move_row(self, row: Expr, to: Expr) -> None:
        """Writes a row of the list in another's place."""
        b, width = self.b, op.number(self.unit.row)
        with b.for_range("j", op.ZERO, width) as j:
            word = self.load_context("records", op.add(op.mul(row, width), j))
            self.store_context("records", word, op.add(op.mul(to, width), j))

    # ---- passing and declining

    def decline(self) -> None:
        """`done`, which a demand with `may` allows."""
        b, mode = self.b, self.load_context("mode")
        action = next(a for a in self.game.actions if a.form == "done")
        code = op.number(self.numbers.offsets[action.index])
        with b.if_(op.or_(op.eq(mode, op.number(COUNT)), op.eq(mode, op.number(LIST)))):
            with b.if_else(op.eq(mode, op.number(LIST))) as branch:
                self.write_row([code])
                branch.otherwise()
                self.store_context("count", op.add(self.load_context("count"), op.ONE))
            b.ret()
        chosen = op.and_(op.eq(mode, op.number(PICK)), op.eq(self.load_context("skip"), op.ZERO))
        matched = op.and_(op.eq(mode, op.number(MATCH)), op.eq(self.load_context("wanted"), code))
        with b.if_(op.or_(chosen, matched)):
            b.emit(ir.Copy(Get(OUT), self.state))
            b.invoke(self.declined(), Get(OUT), self.context)
            self.store_context("found", op.ONE)
            b.ret()
        with b.if_(op.eq(mode, op.number(EXPAND))):
            made = b.allocate("next", "state")
            b.emit(ir.Copy(made, self.state))
            b.invoke(self.declined(), made, self.context)
            below = b.materialize(ir.Call("perft", (made, self.context, op.sub(self.load_context("depth"), op.ONE)), INT))
            self.store_context("total", op.add(self.load_context("total"), below))

    def declined(self) -> str:
        name = "declined"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), VOID, op.NONE)
            s.mover = s.viewpoint = b.materialize(s.to_act())
            s.drop()
            s.begin()
            s.store("moves", op.add(s.load("moves"), op.ONE))
            s.store("passes", op.ZERO)
            b.invoke(s.conclude(), s.state, s.context, s.mover)
            s.done(b)
        return name

    # ---- questions

    def can_move(self) -> str:
        """`can_move(state, context, player) -> bool`: he would have an action if it were his turn, passing aside."""
        name = "can_move"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, PLAYER_VAR), BOOL, Get(PLAYER_VAR))
            saved = s.ask(ANY)
            for phase, turn in s.turns_by_phase():
                with b.if_(op.eq(s.load("phase"), op.number(phase))):
                    for offer in turn.offers:
                        with s.inner():
                            holds = s.truth(offer.condition) if offer.condition is not None else op.TRUE
                        with b.if_(holds):
                            s.begin_guard(offer.names)
                            for n in offer.names:
                                if n != "pass":
                                    s.enumeration(s.game.action(n))
                                    with b.if_(op.eq(s.load_context("found"), op.ZERO)):
                                        b.invoke(
                                            f"enum.{n}",
                                            s.state,
                                            s.context,
                                            s.state,
                                            Get(PLAYER_VAR),
                                            *s.guards(s.game.action(n)),
                                        )
            found = b.materialize(s.load_context("found"))
            s.forget_question(saved)
            b.ret(op.ne(found, op.ZERO))
            s.done(b)
        return name

    def can_make(self, actions: tuple[str, ...]) -> str:
        """`can.A.B(state, context, player) -> bool`: he could make one of these actions, were it his turn."""
        name = "can." + ".".join(actions)
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, PLAYER_VAR), BOOL, Get(PLAYER_VAR))
            saved = s.ask(ANY)
            s.begin_guard(actions)
            for n in actions:
                s.enumeration(s.game.action(n))
                with b.if_(op.eq(s.load_context("found"), op.ZERO)):
                    b.invoke(
                        f"enum.{n}", s.state, s.context, s.state, Get(PLAYER_VAR), *s.guards(s.game.action(n))
                    )
            found = b.materialize(s.load_context("found"))
            s.forget_question(saved)
            b.ret(op.ne(found, op.ZERO))
            s.done(b)
        return name


def _is_single(steps: "tuple[model.Step, ...]") -> bool:
    """Whether a pattern meets each site of a line in one way at most: no choice of how often to repeat."""
    return all(s.group is None for s in steps) and sum(s.least != s.most for s in steps) <= 1
