"""Turns: which actions are on offer, by phase and condition; passing, declining, and questions about a turn."""

from collections.abc import Callable

from gdl import model
from interpreter.lowering import ir
from interpreter.lowering.build import NOBODY, ONE, TRUE, ZERO, make, number
from interpreter.lowering.candidates import ANY, COUNT, EXPAND, LIST, MATCH, OUT, PICK
from interpreter.lowering.committing import Committing
from interpreter.lowering.ir import BOOL, INT, VOID, Expr, Get, Var
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
            b, s = self.function(name, (STATE, CONTEXT), INT, NOBODY)
            s.note("count", ZERO)
            s.note("found", ZERO)
            s.note("listed", ZERO)
            s.note("mode", number(COUNT))
            with b.when(make("ne", s.load("over"), ZERO)):
                b.give(number(NOTHING))
            if s.plan.has_demands:
                with b.when(make("lt", ZERO, s.load("waiting"))):
                    b.call(s.group_of_demand(), s.state, s.context, s.state)
                    b.give(number(DEMAND))
            s.mover = s.viewpoint = b.keep(s.load("mover"))
            for phase, turn in s.turns_by_phase():
                with b.when(make("eq", s.load("phase"), number(phase))):
                    for k, offer in enumerate(turn.offers):
                        with s.inner():
                            holds = s.truth(offer.condition) if offer.condition is not None else TRUE
                        with b.when(holds):
                            b.call(s.group(offer), s.state, s.context, s.state)
                            with b.when(make("lt", ZERO, s.seek("count"))):
                                b.give(number(phase * 32 + k))
                    b.give(s._what_else(turn))
            b.give(number(NOTHING))
            s.done(b)
        return name

    def _what_else(self, turn: model.Turn) -> Expr:
        """PASS if that is what is left; NOTHING is left otherwise."""
        b = self.b
        result = b.variable("else", number(NOTHING))
        with b.range("once", ZERO, ONE):
            inner = b.loops - 1
            for fallback in turn.fallbacks:
                with self.inner():
                    holds = self.truth(fallback.condition) if fallback.condition is not None else TRUE
                with b.when(holds):
                    if fallback.word == "pass":
                        b.set(result, number(PASS))
                        self.note("count", ONE)
                    b.leave(inner)
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
            b, s = self.function(key, (STATE, CONTEXT, OUT), VOID, NOBODY)
            s.mover = s.viewpoint = b.keep(s.load("mover"))
            s.begin_guard(offer.names)
            actions = map(s.game.action, offer.names)
            in_doubt = bool(s.game.prefers) and not all(map(s.keeps_best, actions))
            s.all_of(lambda: s._enumerate(offer.names), s.is_listed(offer.names), key, in_doubt)
            s.done(b)
        return key

    def group_of_demand(self) -> str:
        name = "group_of_demand"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, OUT), VOID, NOBODY)
            b.call(s.demand_actions(), s.state, s.context, Get(OUT))
            with b.when(make("ne", s.seek("found"), ZERO)):
                b.give()
            may = make("eq", s.load("demands", ONE), number(WORDS.index("may")))
            with b.when(may):
                s.decline()
            s.done(b)
        return name

    def demand_actions(self) -> str:
        """The actions of the demand at hand, without `done`."""
        name = "demand_actions"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT, OUT), VOID, NOBODY)

            def actions() -> None:
                b.call(s.demanded(), s.state, s.context, Get(OUT), ZERO)

            s.all_of(actions, s.is_listed(tuple(a.name for a in s.demanded_actions())), name, False)
            s.done(b)
        return name

    def _enumerate(self, names: "tuple[str, ...]") -> None:
        b = self.b
        for n in names:
            b.call(
                f"enum.{n}", self.state, self.context, Get(OUT), self.mover, *self.guards(self.game.action(n))
            )
            with b.when(make("ne", self.seek("found"), ZERO)):
                b.give()

    def all_of(self, actions: Callable[[], None], listed: bool, name: str, preferred: bool) -> None:
        """Goes through actions: as they come, or listed first, so that each is there once and the preferred remain.

        `name`: of the function that this is written into; `preferred`: whether the list has others than those preferred.
        The list that `which` makes to count them is used by what comes next.
        """
        b, mode = self.b, self.seek("mode")
        if not listed:
            actions()
            return
        with b.when(make("eq", mode, number(ANY))):
            actions()
            b.give()
        was = b.keep(mode)
        with b.when(make("ne", was, number(MATCH))):
            begun = b.keep(self.seek("count"))
            n = b.variable("n", self.seek("listed"))
            with b.when(make("either", make("eq", was, number(COUNT)), make("eq", Get(n), ZERO))):
                self.note("mode", number(LIST))
                self.note("count", ZERO)
                actions()
                if preferred:
                    self.keep_preferred()
                b.set(n, self.seek("count"))
            self.note("listed", ZERO)
            self.note("mode", was)
            with b.when(make("eq", was, number(COUNT))):
                self.note("listed", Get(n))
                self.note("count", make("add", begun, Get(n)))
                b.give()
            with b.when(make("eq", was, number(LIST))):
                self.note("count", Get(n))
                b.give()
            with b.when(make("eq", was, number(PICK))):
                with b.when(make("le", Get(n), self.seek("skip"))):
                    self.note("skip", make("sub", self.seek("skip"), Get(n)))
                    b.give()
                self.want(self.seek("skip"))
                self.note("mode", number(MATCH))
            with b.when(make("eq", was, number(EXPAND))):
                self.explore_rows(b.keep(Get(n)), name)
                b.give()
        actions()

    def want(self, k: Expr) -> None:
        """Makes the k-th listed action the wanted one."""
        b, width = self.b, self.unit.row
        base = b.keep(make("mul", make("add", self.seek("base"), k), number(width)))
        with b.range("i", ZERO, number(width)) as i:
            self.note("wanted", self.seek("records", make("add", base, i)), i)
        self.note("sure", ONE)

    def explore_rows(self, n: Expr, name: str) -> None:
        """Counts what follows each listed action; `name` is the function that does the wanted one."""
        b = self.b
        base = b.keep(self.seek("base"))
        depth = b.keep(self.seek("depth"))
        total = b.variable("total", self.seek("total"))
        made = b.new("next", "state")
        with b.range("k", ZERO, n) as k:
            self.note("base", base)
            self.want(k)
            self.note("base", make("add", base, n))
            self.note("mode", number(MATCH))
            for cell in ("count", "found", "tries"):
                self.note(cell, ZERO)
            b.call(name, self.state, self.context, made)
            below = b.keep(ir.Call("perft", (made, self.context, make("sub", depth, ONE)), INT))
            b.set(total, make("add", Get(total), below))
        self.note("base", base)
        self.note("found", ZERO)
        self.note("mode", number(EXPAND))
        self.note("depth", depth)
        self.note("total", Get(total))

    def keep_preferred(self) -> None:
        """Of the listed actions only those that `prefer` wants remain, clause after clause."""
        b, clauses = self.b, len(self.game.prefers)
        base = b.keep(self.seek("base"))

        def entry(row: Expr, k: int) -> Expr:
            return make("add", make("mul", make("add", base, row), number(clauses)), number(k))

        for k, prefer in enumerate(self.game.prefers):
            n = b.keep(self.seek("count"))
            is_whole = self.is_whole_worth(prefer)
            top, bottom = b.variable("best", ONE), ONE if is_whole else b.variable("parts", ONE)

            def worth(i: Expr, k: int = k, is_whole: bool = is_whole) -> Rational:
                parts = ONE if is_whole else b.keep(self.seek("parts", entry(i, k)))
                return Rational(b.keep(self.seek("worth", entry(i, k))), parts)

            def best(top: Var = top, bottom: Expr | Var = bottom) -> Rational:
                return Rational(Get(top), Get(bottom) if isinstance(bottom, Var) else bottom)

            if prefer.word:
                with b.range("i", ZERO, n) as i:
                    x, so_far = worth(i), best()
                    better = self.less("<", so_far, x) if prefer.word == "most" else self.less("<", x, so_far)
                    with b.when(make("either", make("eq", i, ZERO), better)):
                        b.set(top, x.top)
                        if isinstance(bottom, Var):
                            b.set(bottom, x.bottom)
            kept = b.variable("kept", ZERO)
            with b.range("i", ZERO, n) as i:
                x, so_far = worth(i), best()
                is_best = make("both", make("eq", x.top, so_far.top), make("eq", x.bottom, so_far.bottom))
                with b.when(is_best):
                    with b.when(make("lt", Get(kept), i)):
                        self.move_row(b.keep(make("add", base, i)), b.keep(make("add", base, Get(kept))))
                        for c in range(k + 1, clauses):
                            self.note("worth", self.seek("worth", entry(i, c)), entry(Get(kept), c))
                            if not self.is_whole_worth(self.game.prefers[c]):
                                self.note("parts", self.seek("parts", entry(i, c)), entry(Get(kept), c))
                    b.set(kept, make("add", Get(kept), ONE))
            with b.when(make("lt", ZERO, Get(kept))):
                self.note("count", Get(kept))

    def move_row(self, row: Expr, to: Expr) -> None:
        """Writes a row of the list in another's place."""
        b, width = self.b, number(self.unit.row)
        with b.range("j", ZERO, width) as j:
            word = self.seek("records", make("add", make("mul", row, width), j))
            self.note("records", word, make("add", make("mul", to, width), j))

    # ---- passing and declining

    def decline(self) -> None:
        """`done`, which a demand with `may` allows."""
        b, mode = self.b, self.seek("mode")
        action = next(a for a in self.game.actions if a.form == "done")
        code = number(self.numbers.offsets[action.index])
        with b.when(make("either", make("eq", mode, number(COUNT)), make("eq", mode, number(LIST)))):
            with b.choice(make("eq", mode, number(LIST))) as branch:
                self.write_row([code])
                branch.otherwise()
                self.note("count", make("add", self.seek("count"), ONE))
            b.give()
        chosen = make("both", make("eq", mode, number(PICK)), make("eq", self.seek("skip"), ZERO))
        matched = make("both", make("eq", mode, number(MATCH)), make("eq", self.seek("wanted"), code))
        with b.when(make("either", chosen, matched)):
            b.emit(ir.Copy(Get(OUT), self.state))
            b.call(self.declined(), Get(OUT), self.context)
            self.note("found", ONE)
            b.give()
        with b.when(make("eq", mode, number(EXPAND))):
            made = b.new("next", "state")
            b.emit(ir.Copy(made, self.state))
            b.call(self.declined(), made, self.context)
            below = b.keep(ir.Call("perft", (made, self.context, make("sub", self.seek("depth"), ONE)), INT))
            self.note("total", make("add", self.seek("total"), below))

    def declined(self) -> str:
        name = "declined"
        if self.is_new(name):
            b, s = self.function(name, (STATE, CONTEXT), VOID, NOBODY)
            s.mover = s.viewpoint = b.keep(s.to_act())
            s.drop()
            s.begin()
            s.store("moves", make("add", s.load("moves"), ONE))
            s.store("passes", ZERO)
            b.call(s.conclude(), s.state, s.context, s.mover)
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
                with b.when(make("eq", s.load("phase"), number(phase))):
                    for offer in turn.offers:
                        with s.inner():
                            holds = s.truth(offer.condition) if offer.condition is not None else TRUE
                        with b.when(holds):
                            s.begin_guard(offer.names)
                            for n in offer.names:
                                if n != "pass":
                                    s.enumeration(s.game.action(n))
                                    with b.when(make("eq", s.seek("found"), ZERO)):
                                        b.call(
                                            f"enum.{n}",
                                            s.state,
                                            s.context,
                                            s.state,
                                            Get(PLAYER_VAR),
                                            *s.guards(s.game.action(n)),
                                        )
            found = b.keep(s.seek("found"))
            s.forget_question(saved)
            b.give(make("ne", found, ZERO))
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
                with b.when(make("eq", s.seek("found"), ZERO)):
                    b.call(
                        f"enum.{n}", s.state, s.context, s.state, Get(PLAYER_VAR), *s.guards(s.game.action(n))
                    )
            found = b.keep(s.seek("found"))
            s.forget_question(saved)
            b.give(make("ne", found, ZERO))
            s.done(b)
        return name


def _is_single(steps: "tuple[model.Step, ...]") -> bool:
    """Whether a pattern meets each site of a line in one way at most: no choice of how often to repeat."""
    return all(s.group is None for s in steps) and sum(s.least != s.most for s in steps) <= 1
