"""Ends that come too early or never: a game that nobody wins, one pass that ends it, and counts that settlings see one too low.

An action is counted when its settlings are done. `if passes = 4` in a settling therefore holds after the fifth pass. Nothing is
said of `passes + 1 = 4`, which says that the action at hand is one more.
"""

from collections.abc import Iterator
from dataclasses import replace

from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core import model, static
from gdl.core.rules import with_effects
from gdl.core.traits import has
from gdl.core.visit import followed


def find_no_end(facts: GameFacts) -> Iterator[Finding]:
    """A game that only its limit, or a player without a move, ends, and that nobody wins."""
    game = facts.game
    if game.ends or game.limit_result.form != "draw" or has(with_effects(game), "ends"):
        return
    if any(t.can_end("lose", "win", "draw") for t in game.turns.values()):
        return
    yield Finding(
        game.turns["main"].span if "main" in game.turns else facts.names.board_span,
        f"nobody can win this game: only a player without a move, or its limit of {game.limit} moves, ends it",
        "always a draw",
        help="add an `end` clause, or `else lose` to the turn",
    )


_COUNTED = {"moves": "action", "passes": "pass"}


def find_not_yet_counted(facts: GameFacts) -> Iterator[Finding]:
    """The first such comparison of each settling."""
    for settle in facts.game.settles:
        for node in followed(settle.body, facts.game.definitions):
            if isinstance(node, model.Compare) and (name := counter(node)):
                yield _told(node, name, settle)
                break


def counter(node: model.Compare) -> str:
    """The name of a counter that is compared with a number which is known; else nothing."""
    for one, other in ((node.left, node.right), (node.right, node.left)):
        match one, other:
            case model.Builtin(name=name, arguments=()), model.Const() if name in _COUNTED:
                return name
    return ""


def _told(node: model.Compare, name: str, settle: model.Settle) -> Finding:
    within = settle.span.contains(node.span)
    return Finding(
        node.span,
        f"a settling comes before its action is counted: `{name}` lacks the {_COUNTED[name]} that it follows",
        f"one less than after this {_COUNTED[name]}",
        others=() if within else ((settle.span, "settled here"),),
        help=f"to count it, too, write `{name} + 1` here; an `end` sees it counted",
    )


def find_one_pass(facts: GameFacts) -> Iterator[Finding]:
    """An end by score or a draw that a single pass brings about, where others have just begun: mostly all in turn were to pass."""
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
