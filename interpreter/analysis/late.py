"""Ends that come too late: what is asked of the winner held before their last action, so an action of another player brought it about.

end mover wins when fallen(mover) >= 2        -- `fallen(rival(mover))` was meant
"""

import re

from gdl import model
from gdl.diagnostics import Diagnostic, GameError, Label
from gdl.visit import nodes
from interpreter.engines.reference.engine import ReferenceState

ENOUGH = 10  # games that are looked at for an end


def candidates(game: model.Game) -> frozenset[int]:
    """The ends by which the mover wins, and that ask about the mover."""
    return frozenset(
        index
        for index, end in enumerate(game.ends)
        if end.result.form == "wins" and _asks_mover(end.result.who) and _asks_mover(end.condition)
    )


def held_before(end: model.Ending, before: ReferenceState) -> bool:
    """Whether an end held of a player before their action."""
    try:
        return bool(before.rules().view.value(end.condition))
    except GameError:
        return False


def warning(end: model.Ending) -> Diagnostic:
    """That a player wins by what an action of another one has brought about."""
    return Diagnostic(
        "wrong-winner",
        "the winner does nothing for this: it held before their last action in each random game that was looked at",
        end.condition.span,
        "held before",
        (Label(end.result.span, "who acts next wins"),),
        help=f"if whoever brings it about is to win, ask about the other player: `{_of_the_other(end)}`",
    )


def _of_the_other(end: model.Ending) -> str:
    """The condition of an end with the players exchanged of whom it asks."""
    text = end.condition.span.in_one_line
    exchanged = {"own": "enemy", "enemy": "own", "mover": "rival(mover)", "rival(mover)": "mover"}
    return re.sub(r"\brival\(mover\)|\b(?:own|enemy|mover)\b", lambda found: exchanged[found[0]], text)


def _asks_mover(part: object) -> bool:
    return any(isinstance(node, model.Role) for node in nodes(part))
