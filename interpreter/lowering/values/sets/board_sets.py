"""Sets of sites that the board decides: neighbours, what is between, ranks and sides, directions of a player."""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.core import model
from gdl.core.builtins import PURE, TOUCHING
from gdl.core.types import DIRECTION
from gdl.platform.dataclass import dataclass
from interpreter import ir
from interpreter.ir import Const, Expr, Get, Var, op
from interpreter.lowering.facts.geometry import all_lines, bits_of
from interpreter.lowering.function import Function, Scope, SetPlan
from interpreter.lowering.game.partial_evaluation import rank_of_player
from interpreter.lowering.refusals import NotLowered
from interpreter.lowering.terms import Words
from interpreter.lowering.values import board_functions, numbers
from interpreter.lowering.values.sets import questions
from interpreter.lowering.values.sets.questions import SetForm, append_bits, over_bits, size_of


def on_board(e: model.Expr, scope: Scope) -> SetPlan | None:
    """Forms of the builtins that ask about the board."""
    if not isinstance(e, model.Builtin):
        return None
    match e.name, e.arguments:
        case "sites", ():
            return LiveSites(e)
        case "neighbours", (site,):
            return Near(e, site)
        case name, (site,) if name in TOUCHING:
            return Near(e, site)
        case "neighbours", (site, directions):
            return Nearest(e, site, directions)
        case "between", (start, goal):
            return Between(e, start, goal)
        case (("relative" | "last_rank" | "home_rank" | "team"), (*_, player)):
            return OfPlayer(e, player)
        case (("file_of" | "rank_of"), (number,)):
            return FileOrRank(e, number)
        case "side", (direction,):
            return Side(e, direction)
    return None


@dataclass(frozen=True, slots=True)
class LiveSites(SetForm):
    """The sites in play on a growing board: those that hold something and those next to them."""

    e: model.Builtin

    def bits(self, f: Function) -> Expr:
        size = size_of(f, self.e)
        f.b.invoke("live", *f.arguments)
        scratch = f.b.allocate("live", f.program.words_layout(size))
        for w in range((size + 63) // 64):
            f.b.store(scratch, "part", f.load_context("live", op.number(w)), op.number(w))
        return f.b.materialize(board_functions.cast_to_set(scratch, size))

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        f.b.invoke("live", *f.arguments)
        with Words(f.context, "live", f.facts.context.cells["live"].count).each(f.b) as site:
            yield site


@dataclass(frozen=True, slots=True)
class Near(SetForm):
    """The adjacent sites, or the sites of a sort that touch a site."""

    e: model.Builtin
    site: model.Expr

    def bits(self, f: Function) -> Expr:
        size = size_of(f, self.e)
        table = f.program.table(self.e.name, lambda: list(map(bits_of, self._near(f))), size)
        site, is_optional = f.scalar(self.site), f.may_be_none(self.site)
        return f.or_else(site, is_optional, op.empty_set(size), lambda s: f.lookup(table, s))

    @contextmanager
    def loop(self, f: Function, name: str, ordered: bool) -> Iterator[Expr]:
        if not f.facts.pieces.is_huge:
            with over_bits(f, self, name) as x:
                yield x
            return
        b, near = f.b, self._near(f)
        width = max(map(len, near), default=0)
        table = f.program.table(
            f"each.{self.e.name}",
            lambda: [t for sites in near for t in (*sites, *([ir.NONE] * (width - len(sites))))],
        )
        site = f.materialized(self.site)
        with b.for_range("i", op.ZERO, f.or_else(site, True, op.ZERO, lambda _: op.number(width))) as i:
            x = b.materialize(f.lookup(table, op.add(op.mul(site, op.number(width)), i)), name)
            with b.if_(op.is_some(x)):
                yield x

    def _near(self, f: Function) -> list[tuple[int, ...]]:
        """What is near each site, in order."""
        near = PURE[self.e.name]
        return f.program.once(("near", self.e.name), lambda: [near(f.board, s) for s in range(f.facts.sites)])


@dataclass(frozen=True, slots=True)
class Nearest(SetForm):
    """The next sites in some directions."""

    e: model.Builtin
    site: model.Expr
    directions: model.Expr

    def bits(self, f: Function) -> Expr:
        b, size = f.b, size_of(f, self.e)
        site = f.materialized(self.site)
        match self.directions:
            case model.Const(value=value):
                chosen = [d for d in value if isinstance(d, int)] if isinstance(value, tuple) else []
                sets = tuple(bits_of(f.board.steps[d][t] for d in chosen) for t in range(f.facts.sites))
                return f.or_else(
                    site,
                    f.may_be_none(self.site),
                    op.empty_set(size),
                    lambda i: f.table("next_in", sets, i, size),
                )
        found = b.variable("set", op.empty_set(size))
        with b.if_(op.is_some(site)), questions.each_there(f, self.directions, "d", False) as d:
            b.assign(found, op.union(Get(found), op.singleton(board_functions.step(f, site, d), size)))
        return Get(found)


@dataclass(frozen=True, slots=True)
class Between(SetForm):
    """The sites strictly between two sites of a line, in the order in which they are met."""

    e: model.Builtin
    start: model.Expr
    goal: model.Expr

    def bits(self, f: Function) -> Expr:
        size = size_of(f, self.e)
        if not f.facts.suits_pair_tables:
            return self._walked(f, size)
        b = f.b
        start, goal = f.materialized(self.start), f.materialized(self.goal)
        found = between(f, op.max_(start, op.ZERO), op.max_(goal, op.ZERO))
        if not f.may_be_none(self.start) and not f.may_be_none(self.goal):
            return found
        is_there = op.and_(op.is_some(start), op.is_some(goal))
        return op.select(is_there, b.materialize(found), op.empty_set(size))

    def _walked(self, f: Function, size: int) -> Expr:
        """Along every direction, until the goal is met; of several ways to it the shortest."""
        b = f.b
        found = b.variable("set", op.empty_set(size))
        least = b.variable("least", op.number(f.facts.sites))
        start, goal = f.materialized(self.start), f.materialized(self.goal)
        loops = b.loops
        with (
            b.if_(op.and_(op.is_some(start), op.is_some(goal))),
            b.for_range("d", op.ZERO, op.number(len(f.board.directions))) as d,
        ):
            met = b.variable("met", op.empty_set(size))
            steps = b.variable("steps", op.ZERO)
            at = b.variable("at", board_functions.step(f, start, d))
            inner = b.loops
            with b.loop():
                with b.if_(op.is_none(Get(at))):
                    b.break_loop()
                with b.if_(op.or_(op.eq(Get(at), start), op.contains(Get(met), Get(at)))):
                    b.break_loop()  # a line that goes round
                with b.if_(op.eq(Get(at), goal)):
                    with b.if_(op.lt(Get(steps), Get(least))):
                        b.assign(found, Get(met))
                        b.assign(least, Get(steps))
                    b.break_(inner if f.board.has_circles else loops)
                b.assign(met, op.union(Get(met), op.singleton(Get(at), size)))
                b.assign(steps, op.add(Get(steps), op.ONE))
                b.assign(at, board_functions.step(f, Get(at), d))
        return Get(found)

    def append_to(self, f: Function, made: Var) -> None:
        b = f.b
        if f.facts.size_of_set(self.e) is None:
            raise NotLowered("a set of sites on a very large board")
        origin = f.materialized(self.start)
        met = b.materialize(self.bits(f))
        end = f.materialized(self.goal)
        with b.if_(op.nonempty(met)):
            towards = model.Builtin(self.start.span, DIRECTION, "towards", (self.start, self.goal))
            at = b.variable("at", origin)
            d = f.materialized(towards)
            with b.loop():
                b.assign(at, board_functions.step(f, Get(at), d))
                with b.if_(op.or_(op.is_none(Get(at)), op.eq(Get(at), end))):
                    b.break_loop()
                b.push(made, Get(at))


def between(f: Function, start: Expr, goal: Expr) -> Expr:
    """The sites between two sites, by a table over all pairs."""
    n = f.facts.sites

    def values() -> list[int]:
        sets = [0] * (n * n)
        for _, s, line in sorted(all_lines(f.board), key=lambda found: found[1]):
            passed = 0
            for t in line:
                sets[s * n + t] = passed
                passed |= 1 << t
        return sets

    at = op.add(op.mul(start, op.number(n)), goal)
    return f.lookup(f.program.table("between.sites", values, n), at)


@dataclass(frozen=True, slots=True)
class OfPlayer(SetForm):
    """What a word means to each player: directions, ranks or a team, by a table."""

    e: model.Builtin
    player: model.Expr

    def bits(self, f: Function) -> Expr:
        size = size_of(f, self.e)
        sets = tuple(bits_of(self._meant(f, p)) for p in range(f.facts.players))
        player = f.scalar(self.player)
        if isinstance(player, Const) and player.value >= 0:
            return Const(sets[player.value], op.empty_set(size).type)
        is_optional = f.may_be_none(self.player)
        return f.or_else(
            player, is_optional, op.empty_set(size), lambda p: f.table(self.e.name, sets, p, size)
        )

    def _meant(self, f: Function, player: int) -> tuple[int, ...]:
        if self.e.name == "team":
            return f.game.team_of(player)
        if self.e.name != "relative":
            return rank_of_player(self.e.name == "last_rank", player, f.game)
        word, facing = self.e.arguments[0], f.game.players[player].facing
        assert isinstance(word, model.Const)
        return f.board.relative(str(word.value), facing) if facing is not None else ()

    def append_to(self, f: Function, made: Var) -> None:
        if self.e.name != "relative" or f.facts.is_canonical(self.e):
            append_bits(f, self.bits(f), made)
            return
        player = f.materialized(self.player)  # directions in an order of their own
        for p in range(f.facts.players):
            with f.b.if_(op.eq(player, op.number(p))):
                for d in self._meant(f, p):
                    f.b.push(made, op.number(d))


@dataclass(frozen=True, slots=True)
class FileOrRank(SetForm):
    """The sites of a column or a row."""

    e: model.Builtin
    number: model.Expr

    def bits(self, f: Function) -> Expr:
        size = size_of(f, self.e)
        of_site = [s.file if self.e.name == "file_of" else s.rank for s in f.board.cells]
        least, most = min(of_site, default=0) - 1, max(of_site, default=0) + 1
        sets = tuple(bits_of(s for s, v in enumerate(of_site) if v == k) for k in range(least, most + 1))
        wanted = f.b.materialize(numbers.exact(f, self.number))
        at = op.min_(op.max_(wanted, op.number(least)), op.number(most))
        return f.table(self.e.name, sets, op.sub(at, op.number(least)), size)


@dataclass(frozen=True, slots=True)
class Side(SetForm):
    """The sites at which a direction leaves the board."""

    e: model.Builtin
    direction: model.Expr

    def bits(self, f: Function) -> Expr:
        size = size_of(f, self.e)
        sets = tuple(bits_of(f.board.leaving(d)) for d in range(len(f.board.directions)))
        return f.or_else(
            f.scalar(self.direction), True, op.empty_set(size), lambda d: f.table("side", sets, d, size)
        )
