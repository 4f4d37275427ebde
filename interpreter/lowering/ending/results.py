"""Results: what a finished game gives to every player."""

from gdl.core import model
from interpreter.ir import Const, Expr, op
from interpreter.lowering.function import Function
from interpreter.lowering.terms import Rational
from interpreter.lowering.values import numbers
from interpreter.lowering.values.sets import questions

MOST_NAMED = 100  # ends that are told apart


def finish(f: Function, result: model.Result, end: int | None = None) -> None:
    """The game is over with a result. `end`: the index of the end that gives it."""
    is_named = f.program.names_ends and end is not None and end < MOST_NAMED
    f.store("over", op.number(named(end)) if is_named and end is not None else op.ONE)
    write(f, result)


def named(end: int) -> int:
    """What `over` holds after an end, where a program names ends; after anything else it is 1."""
    return end + 2


def write(f: Function, result: model.Result) -> None:
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
            draw(f)


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


def draw(f: Function) -> None:
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
    """The players with the highest score, or the lowest."""
    b, count = f.b, f.facts.players
    scores = [numbers.rational(numbers.materialize(f, s)) for s in _scores(f, result.score)]
    best = scores[0]
    for s in scores[1:]:
        is_better = b.materialize(
            numbers.less(f, best, s) if result.form == "highest" else numbers.less(f, s, best)
        )
        best = Rational(
            b.materialize(op.select(is_better, s.top, best.top)),
            b.materialize(op.select(is_better, s.bottom, best.bottom)),
        )
    found: Expr = op.empty_set(count)
    for p, s in enumerate(scores):
        mine = Const(1 << p, found.type)
        found = op.union(found, op.select(numbers.same(s, best), mine, op.empty_set(count)))
    return b.materialize(found)


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
