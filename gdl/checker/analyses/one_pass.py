"""An end by score or a draw that a single pass brings about, where others have just begun: mostly all players in turn were to pass."""

from collections.abc import Iterator
from dataclasses import replace

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.checker.analyses.not_yet_counted import counter
from gdl.core import model, static


def find(facts: GameFacts) -> Iterator[Finding]:
    game = facts.game
    offering = next((t for t in game.turns.values() if _is_optional(t)), None)
    if offering is None or len(game.players) < 2:
        return
    for end in game.ends:
        e = end.condition
        if isinstance(e, model.Compare) and counter(e) == "passes" and _is_shared(end) and _holds_of_one(e):
            yield Finding(
                e.span,
                "the first player who passes ends the game at once, though they could have gone on, and nobody else is asked",
                "holds after one pass",
                others=((offering.span, "offers `pass` beside other actions"),),
                help="where all players must pass in turn, write `passes = count(players)`",
            )
            return


def _is_optional(turn: model.Turn) -> bool:
    """Whether somebody may pass who could do something else."""
    return any("pass" in offer.names and len(offer.names) > 1 for offer in turn.offers)


def _is_shared(end: model.Ending) -> bool:
    """Whether a result is not about who has passed: who resigns by it loses."""
    return end.result.form == "draw" or bool(end.result.score)


def _holds_of_one(e: model.Compare) -> bool:
    """Whether a comparison of `passes` with a number holds after the first pass, and not before."""
    return [_value(e, passes) for passes in (0, 1)] == [False, True]


def _value(e: model.Compare, passes: int) -> model.Value:
    number = e.left if isinstance(e.left, model.Const) else e.right
    assert isinstance(number, model.Const)
    said = replace(number, value=passes)
    return static.value(replace(e, left=said) if number is e.right else replace(e, right=said), None)
