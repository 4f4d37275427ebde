"""Who comes next, when the game is over, and what that gives to every player.

ends(state, context, mover)         the first end that holds, for the player who has just acted
nothing(state, context)             the result when the player to act has no action
loses(state, context) -> int        whether a player without an action has lost by `else lose`
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gdl.core import model
from gdl.core.rules import ways_to_end
from gdl.core.types import PLAYER
from gdl.source import Span
from interpreter import ir
from interpreter.ir import INT, VOID, Const, Expr, Get, op
from interpreter.lowering.function import CONTEXT, MOVER, STATE, Function
from interpreter.lowering.terms import Rational
from interpreter.lowering.values import numbers
from interpreter.lowering.values.names import sharing
from interpreter.lowering.values.sets import questions

# ---- players in turn


def to_act(f: Function) -> Expr:
    """The player who acts: the one of the demand at hand, else the mover."""
    if not f.facts.features.has_demands:
        return f.load("mover")
    is_demanded = op.lt(op.ZERO, f.load("waiting"))
    return op.select(is_demanded, f.load("demands", op.ZERO), f.load("mover"))


def next_in_order(f: Function) -> Expr:
    """The player after the mover who is not skipped; the next one in order if all are."""
    b, count = f.b, f.facts.players
    player = b.materialize(f.load("mover"))
    following = b.variable("next", op.mod(op.add(player, op.ONE), op.number(count)))
    if not f.game.skips:
        return Get(following)
    with b.for_range("k", op.ONE, op.number(count + 1)) as k:
        p = b.materialize(op.mod(op.add(player, k), op.number(count)))
        skipped = b.variable("skipped", op.FALSE)
        for skip in f.game.skips:
            g = f.seen_by_mover().inner()
            with b.if_(op.not_(Get(skipped))):
                g.bind(skip.slot, PLAYER, p)
                b.assign(skipped, g.truth(skip.condition))
        with b.if_(op.not_(Get(skipped))):
            b.assign(following, p)
            b.break_loop()
    return Get(following)


# ---- ends


def judge_ends(f: Function) -> None:
    """The game is over if an end holds, or the limit of actions is reached."""

    def write(g: Function) -> None:
        with sharing(g) as h:
            for ending in g.game.ends:
                with h.b.if_(h.inner().truth(ending.condition)):
                    finish(h.inner(), ending.result)
                    h.b.ret()
        with g.b.if_(op.le(op.number(g.game.limit), g.load("moves"))):
            finish(g.inner(), g.game.limit_result)

    f.b.invoke(f.define("ends", (STATE, CONTEXT, MOVER), VOID, write, Get(MOVER)), *f.arguments, f.mover)


# ---- phases


def turns_by_phase(f: Function) -> list[tuple[int, model.Turn]]:
    return [(i, f.game.turn_of(p)) for i, p in enumerate(f.game.phase_order)]


@contextmanager
def in_phase(f: Function, phase: int) -> Iterator[None]:
    with f.b.if_(op.eq(f.load("phase"), op.number(phase))):
        yield


# ---- nothing to do


def judge_nothing(f: Function, state: Expr) -> None:
    """Writes the result of a state whose player to act has no action."""

    def write(g: Function) -> None:
        g = g.moved_by(g.b.materialize(to_act(g)))
        for phase, turn in turns_by_phase(g):
            with in_phase(g, phase):
                for fallback in turn.fallbacks:
                    with g.b.if_(g.inner().holds(fallback.condition)):
                        span = turn.span if fallback.result is None else fallback.result.span
                        _name_end(g, span, fallback.name)
                        _fall_back(g.inner(), fallback)
                        g.b.ret()
                _name_end(g, turn.span, "")
                write_draw(g)
                g.b.ret()

    f.b.invoke(f.define("nothing", (STATE, CONTEXT), VOID, write), state, f.context)


def _fall_back(f: Function, fallback: model.Fallback) -> None:
    own = f.b.materialize(with_partners(f, op.singleton(f.mover, f.facts.players)))
    if fallback.result is not None:
        write_result(f, fallback.result)
    elif fallback.word == "lose":
        give_to(f, f.b.materialize(op.complement(own)))
    elif fallback.word == "win":
        give_to(f, f.b.materialize(own))
    else:
        write_draw(f)


def has_losses(f: Function) -> bool:
    """Whether a player without an action may lose by `else lose`."""
    return any(x.word == "lose" for turn in f.game.turns.values() for x in turn.fallbacks)


def loses(f: Function) -> Expr:
    def write(g: Function) -> None:
        g = g.moved_by(g.b.materialize(g.load("mover")))
        for phase, turn in turns_by_phase(g):
            with in_phase(g, phase):
                for fallback in turn.fallbacks:
                    with g.b.if_(g.inner().holds(fallback.condition)):
                        g.b.ret(op.ONE if fallback.word == "lose" else op.ZERO)
                g.b.ret(op.ZERO)
        g.b.ret(op.ZERO)

    name = f.define("loses", (STATE, CONTEXT), INT, write)
    return f.b.materialize(ir.Call(name, f.arguments, INT))


# ---- results


MOST_NAMED = 100  # ends that are told apart


def finish(f: Function, result: model.Result) -> None:
    """The game is over with a result."""
    f.store("over", op.ONE)
    _name_end(f, result.span, result.name)
    write_result(f, result)


def _name_end(f: Function, span: Span, name: str) -> None:
    """Says by which of the ways to end (`rules.ways_to_end`) the game is over, where a program names ends."""
    if f.program.names_ends:
        ways = [(way.span, way.name) for way in ways_to_end(f.game)[:MOST_NAMED]]
        known = (span, name) in ways
        f.store("over", op.number(number_of_end(ways.index((span, name)))) if known else op.ONE)


def number_of_end(end: int) -> int:
    """What `over` holds after a way to end, where a program names ends; after anything else it is 1."""
    return end + 2


def write_result(f: Function, result: model.Result) -> None:
    """Writes down what every player gets."""
    match result.form:
        case "wins" | "loses":
            assert result.who is not None
            winners = f.b.materialize(with_partners(f, questions.bits(f, result.who)))
            if result.form == "loses":
                winners = f.b.materialize(op.complement(winners))
            give_to(f, winners)
        case "highest" | "lowest":
            give_to(f, f.b.materialize(with_partners(f, _best(f, result))))
        case "payoff":
            for p, score in enumerate(_scores(f, result.score)):
                f.store("result", score.top, op.number(p))
                f.store("denominator", score.bottom, op.number(p))
        case "draw":
            write_draw(f)


def with_partners(f: Function, players: Expr) -> Expr:
    """These players, and all others of their teams."""
    teams = [sum(1 << p for p in team) for team in f.game.teams if len(team) > 1]
    if not teams:
        return players
    players = f.b.materialize(players)
    found, none = players, op.empty_set(f.facts.players)
    for team in teams:
        mask = Const(team, players.type)
        found = op.union(found, op.select(op.nonempty(op.intersection(players, mask)), mask, none))
    return found


def write_draw(f: Function) -> None:
    give_to(f, op.empty_set(f.facts.players), is_draw=True)


def give_to(f: Function, winners: Expr, is_draw: bool = False) -> None:
    """Winners get 1 and the others -1; all get 0 if all win or none does."""
    count = f.facts.players
    all_or_none: Expr = op.FALSE
    if count > 1 or is_draw:
        all_or_none = op.or_(op.is_empty(winners), op.same_set(winners, op.full_set(count)))
    for p in range(count):
        won = op.select(op.contains(winners, op.number(p)), op.ONE, op.NONE)
        f.store("result", op.select(all_or_none, op.ZERO, won), op.number(p))
        if f.facts.features.has_payoffs:
            f.store("denominator", op.ONE, op.number(p))


def _best(f: Function, result: model.Result) -> Expr:
    """The players with the highest score, or the lowest; where several have, those of them who are best in the next rank."""
    found: Expr | None = None
    for rank in result.ranks:
        found = _best_of(f, rank, found)
    assert found is not None
    return found


def _best_of(f: Function, rank: model.Result, among: Expr | None) -> Expr:
    """The players who are best in one rank, of all or of some."""
    b, count = f.b, f.facts.players
    scores = [numbers.rational(numbers.materialize(f, s)) for s in _scores(f, rank.score)]
    is_asked = [
        b.materialize(op.contains(among, op.number(p))) if among is not None else None for p in range(count)
    ]
    best, has_best = scores[0], is_asked[0]
    for s, asked in zip(scores[1:], is_asked[1:], strict=True):
        is_better = numbers.less(f, best, s) if rank.form == "highest" else numbers.less(f, s, best)
        if asked is not None and has_best is not None:
            is_better = op.and_(asked, op.or_(op.not_(has_best), is_better))
            has_best = b.materialize(op.or_(has_best, asked))
        is_better = b.materialize(is_better)
        best = Rational(
            b.materialize(op.select(is_better, s.top, best.top)),
            b.materialize(op.select(is_better, s.bottom, best.bottom)),
        )
    found: Expr = op.empty_set(count)
    for p, s in enumerate(scores):
        mine = Const(1 << p, found.type)
        found = op.union(found, op.select(numbers.same(s, best), mine, op.empty_set(count)))
    return b.materialize(found if among is None else op.intersection(found, among))


def _scores(f: Function, name: str) -> list[Rational]:
    """What a definition says of each player."""
    definition = f.game.definitions[name]
    _, slot, kind = definition.parameters[0]
    made = []
    for player in range(f.facts.players):
        g = f.inner()
        g.forget(slot)
        g.bind(slot, kind, op.number(player))
        made.append(numbers.rational(numbers.materialize(g, numbers.operand(g, definition.body))))
    return made
