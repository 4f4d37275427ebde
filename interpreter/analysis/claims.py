"""What authors claim about their games, checked: proved, refuted by moves, or held in so many positions.

Claims about all positions are searched for (`interpreter.search.claim_search`). Claims about the value are solved. What was found
is kept on disk, by everything in the game that is played and the claim itself; what has only held is looked for again where
more time is given.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import TypeAlias

from gdl.core import model
from gdl.core.traits import has_luck
from gdl.core.types import BOOL, NUMBER
from interpreter import engine as make_engine
from interpreter.analysis.verdicts import Status, Verdict, keep, read
from interpreter.engines.base import Engine
from interpreter.engines.reference.engine import ReferenceEngine
from interpreter.engines.reference.results import outcome
from interpreter.engines.searching import Workbench, workbench
from interpreter.search import claim_search
from interpreter.search.claim_search import Answer, Asked, investigate
from interpreter.search.distances import until_broken
from interpreter.search.running import SearchError, Watch
from interpreter.search.solving import Limits, solve, written
from interpreter.shared.search_measures import chosen, number, with_measures

Settings: TypeAlias = tuple[tuple[str, model.Value], ...]

_MEGABYTES = 512  # for solving
_LONG = 10.0  # seconds that are worth careful compiling, which takes some
_CAREFUL = 2
_FORMS = {
    "wins": claim_search.WINNERS,
    "loses": claim_search.WINNERS,
    "draw": claim_search.WINNERS,
    "highest": claim_search.HIGHEST,
    "lowest": claim_search.LOWEST,
    "payoff": claim_search.PAYOFF,
}


@dataclass(frozen=True)
class Checked:
    """A claim, what is known of it, and the game that it is about: under its options."""

    claim: model.Claim
    verdict: Verdict
    game: model.Game


def check_claims(
    game: model.Game, with_settings: Callable[[Settings], model.Game], seconds: float, again: bool = False
) -> Iterator[Checked]:
    """What is known of each claim of a game. `with_settings` gives the game under other options.

    Each claim may take `seconds`. `again`: what was found earlier does not count.
    """
    verdicts = {} if again else _known(game, seconds)
    waiting = [i for i, c in enumerate(game.claims) if i not in verdicts and c.form != "value"]
    if waiting:
        found = about_positions(game, [game.claims[i] for i in waiting], seconds)
        verdicts |= dict(zip(waiting, found, strict=True))
    for i, claim in enumerate(game.claims):
        subject = with_settings(claim.settings) if claim.settings else game
        verdict = verdicts[i] if i in verdicts else _about_value(subject, claim, seconds)
        keep(game, claim, verdict)
        yield Checked(claim, verdict, subject)


def _known(game: model.Game, seconds: float) -> dict[int, Verdict]:
    """What was found earlier, with no less time."""
    kept = {i: read(game, claim) for i, claim in enumerate(game.claims)}
    return {i: v for i, v in kept.items() if v is not None and (v.status != "held" or v.seconds >= seconds)}


# ---- claims about all positions


def about_positions(game: model.Game, claims: Sequence[model.Claim], seconds: float) -> list[Verdict]:
    """Verdicts on claims with `always` and `never`."""
    effort = 0 if seconds * len(claims) < _LONG else _CAREFUL
    asked, measures = _measured(game, claims, is_graded=True)
    bench, engine = _bench(game, measures, effort)
    if bench is None:  # what grades a condition may have no machine code where the condition has
        asked, measures = _measured(game, claims, is_graded=False)
        bench, engine = _bench(game, measures, effort)
    if bench is None:
        note = "there is no machine code to look at positions with"
        return [Verdict(c.text, "held", note=note, seconds=seconds) for c in claims]
    has_chance = has_luck(game)
    answers = investigate(bench, engine, asked, seconds * len(claims), has_chance)
    return [_verdict(engine, c, a, seconds) for c, a in zip(claims, answers, strict=True)]


def _bench(game: model.Game, measures: Sequence[model.Expr], effort: int) -> tuple[Workbench | None, Engine]:
    engine = make_engine(with_measures(game, measures, game.slots), effort=effort)
    return workbench(engine), engine


def _measured(
    game: model.Game, claims: Sequence[model.Claim], is_graded: bool
) -> tuple[list[Asked], list[model.Expr]]:
    """What is asked of positions, and the measures that this takes."""
    asked, measures = list[Asked](), list[model.Expr]()
    for claim in claims:
        first = len(measures)
        if claim.condition is not None:
            condition = claim.condition
            if claim.form == "never":
                condition = model.Not(claim.span, BOOL, condition)
            measures.append(until_broken(condition, game, is_graded))
            asked.append(Asked(claim_search.CONDITION, first))
        else:
            assert claim.result is not None
            measures += _results(game, claim.result)
            form = "wins" if claim.result.ties is not None else claim.result.form
            asked.append(Asked(_FORMS[form], first))
    return asked, measures


def _results(game: model.Game, result: model.Result) -> list[model.Expr]:
    """For each player whether they win by a result, or their score."""
    found: list[model.Expr] = []
    for p in range(len(game.players)):
        at = model.Const(result.span, NUMBER, 0)
        if result.form == "draw":
            found.append(at)
            continue
        if result.ties is not None:
            others = (q for q in range(len(game.players)) if q != p)
            nobody: model.Expr = model.Const(result.span, BOOL, False)
            better = (_is_better(game, result, q, p) for q in others)
            beaten = reduce(partial(model.Or, result.span, BOOL), better, nobody)
            found.append(chosen(beaten, number(0, at), number(1, at)))
            continue
        if result.who is None:
            found.append(_score(game, result, p))
            continue
        element = result.who.type.element
        assert element is not None
        is_in = model.In(result.span, BOOL, model.Const(result.span, element, p), result.who)
        one, none = number(1, at), number(0, at)
        found.append(chosen(is_in, one, none) if result.form == "wins" else chosen(is_in, none, one))
    return found


def _score(game: model.Game, rank: model.Result, player: int) -> model.Expr:
    score = game.definitions[rank.score]
    at = model.Const(rank.span, score.parameters[0][2], player)
    return model.Apply(rank.span, score.body.type, score.name, (at,))


def _is_better(game: model.Game, rank: model.Result, p: int, q: int) -> model.Expr:
    """Whether a player is before another one in a rank, or equal and before them in those that follow."""
    mine, other = _score(game, rank, p), _score(game, rank, q)
    lower, higher = (other, mine) if rank.form == "highest" else (mine, other)
    before = model.Compare(rank.span, BOOL, "<", lower, higher)
    if rank.ties is None:
        return before
    level = model.And(
        rank.span, BOOL, model.Compare(rank.span, BOOL, "=", mine, other), _is_better(game, rank.ties, p, q)
    )
    return model.Or(rank.span, BOOL, before, level)


def _verdict(engine: Engine, claim: model.Claim, answer: Answer, seconds: float) -> Verdict:
    if answer.actions is not None:
        moves = tuple(written(engine.initial_state(answer.seed), answer.actions))
        return Verdict(
            claim.text, "refuted", moves, answer.positions, "", answer.seed, answer.actions, seconds
        )
    status: Status = "proved" if answer.is_complete else "held"
    return Verdict(claim.text, status, (), answer.positions, seconds=seconds)


# ---- claims about the value


def _about_value(game: model.Game, claim: model.Claim, seconds: float) -> Verdict:
    """The verdict on a claim about what best play leads to."""
    assert claim.result is not None
    state = make_engine(game).initial_state()
    looked_at = 0

    def note(nodes: int) -> None:
        nonlocal looked_at
        looked_at = nodes

    try:
        found = solve(state, Limits(Watch(seconds, note), _MEGABYTES))
    except SearchError as error:
        return Verdict(claim.text, "held", (), looked_at, str(error), seconds=seconds)
    view = ReferenceEngine(game).initial_state().rules().view
    wanted = outcome(claim.result, "", view).returns
    if found.returns == wanted:
        return Verdict(claim.text, "proved", (), found.positions, seconds=seconds)
    moves = tuple(written(state, found.line))
    return Verdict(claim.text, "refuted", moves, found.positions, "", 0, found.line, seconds)
