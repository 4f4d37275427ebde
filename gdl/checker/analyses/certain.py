"""Warnings about what stands behind `else` and is never on offer, since something before it is always possible.

turn: roll else step           -- whoever may roll may always roll
"""

from gdl import model, static
from gdl.diagnostics import Reporter
from gdl.traits import has


def warn(game: model.Game, reporter: Reporter) -> None:
    for turn in game.turns.values():
        for number, offer in enumerate(turn.offers[:-1]):
            sure = next((n for n in offer.names if _is_certain(game.action(n), game)), None)
            if sure is None or offer.condition is not None:
                continue
            behind = turn.offers[number + 1].names
            waiting = " and ".join(f"`{n}`" for n in behind)
            together = f"{' or '.join(offer.names)} or {' or '.join(behind)}"
            last = "" if sure != "pass" else f", or `else pass` last: `turn: {behind[0]} else pass`"
            reporter.report(
                "unreachable-clause",
                turn.span,
                f"`{sure}` is always possible, so {waiting} behind `else` never is",
                f"`else {behind[0]}` is never reached",
                others=[(game.action(sure).span, "asks for nothing")] if sure != "pass" else [],
                help=f"to offer them together write `{together}`{last}; or say when `{sure}` is on offer: `{sure} if CONDITION else {behind[0]}`",
            )
            break


def _is_certain(action: model.Action, game: model.Game) -> bool:
    """Whether an action is legal whatever the position is."""
    if action.form == "pass":
        return not game.requires
    if action.form != "action" or game.requires or game.prefers or action.again is not None:
        return False
    for part in action.parts:
        found = static.known(part.source, game.board) if isinstance(part, model.Choose) else None
        if found is None or found[1] or not found[0]:
            return False
    return not has((action.effects, action.finals), "demands")
