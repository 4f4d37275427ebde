"""Settling: the effects that follow an action by rule, once or until nothing changes."""

from collections.abc import Hashable
from functools import cached_property

from gdl.core import model
from gdl.diagnostics.values import GameError
from gdl.limits import MAX_SETTLINGS
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.effects import Effects
from interpreter.engines.reference.view import trouble


def settle(action: model.Action, effects: Effects) -> None:
    """The settling that follows an action, clause by clause."""
    view, data = effects.view, effects.data
    for clause in effects.game.settles_after(action.name):
        view.viewpoint = view.mover
        if clause.piece >= 0:
            piece = view.names[action.piece]
            view.names[clause.piece] = piece if piece in data.place else None
            view.names[clause.origin] = view.names[action.origin]
            view.names[clause.to] = view.names[action.to]
        if clause.until_stable:
            _until_stable(clause, effects)
        else:
            effects.do(clause.body)
        effects.end_stage()


class _Mark:
    """A position that is compared with others. Its key is long, so it is found when a glance does not tell."""

    def __init__(self, data: Data) -> None:
        self.data = data.copy()

    @cached_property
    def key(self) -> Hashable:
        return self.data.board_key()

    def is_same(self, other: "_Mark") -> bool:
        return self.data.may_be_same_board(other.data) and self.key == other.key


def _until_stable(clause: model.Settle, effects: Effects) -> None:
    """Repeats until nothing changes. A position that comes back is found by one that is kept at powers of two.

    The method is Brent's (1980), as thousands of positions with thousands of pieces would fill the memory.
    """
    now = kept = _Mark(effects.data)
    rounds = kept_at = 0
    while True:
        before = now
        effects.do(clause.body)
        now = _Mark(effects.data)
        if now.is_same(before):
            return
        effects.end_stage()
        rounds += 1
        is_back = now.is_same(kept)
        if is_back or rounds > MAX_SETTLINGS:
            raise _trouble(clause, rounds, rounds - kept_at if is_back else 0)
        if rounds == max(1, 2 * kept_at):
            kept, kept_at = now, rounds


def _trouble(clause: model.Settle, rounds: int, period: int) -> GameError:
    """`period`: after how many rounds the position is back; 0 if it has not been seen to be."""
    what = (
        f"the position after {rounds} rounds returns every {period}"
        if period
        else f"{MAX_SETTLINGS} rounds are the most"
    )
    return trouble(
        "settle-cycle",
        clause.span,
        f"this settling never comes to rest: {what}",
        "goes round in a circle" if period else "goes on and on",
        "make each round only remove, or only raise, something",
    )
