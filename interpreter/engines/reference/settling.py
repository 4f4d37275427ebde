"""Settling: the effects that follow an action by rule, once or until nothing changes."""

from gdl import model
from gdl.limits import MAX_SETTLINGS
from interpreter.engines.reference.effects import Effects
from interpreter.engines.reference.view import trouble


def settle(action: model.Action, effects: Effects) -> None:
    """The settling that follows an action, clause by clause."""
    view, data = effects.view, effects.data
    for clause in effects.game.settles:
        if clause.after and action.name not in clause.after:
            continue
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


def _until_stable(clause: model.Settle, effects: Effects) -> None:
    """Earlier rounds are known by hashes alone: thousands of positions with thousands of pieces would fill the memory."""
    key = effects.data.board_key()
    rounds = {hash(key): 0}  # when a position was there
    while True:
        before = key
        effects.do(clause.body)
        key = effects.data.board_key()
        if key == before:
            return
        count, met = len(rounds), hash(key)
        if met in rounds or count > MAX_SETTLINGS:
            raise trouble(
                "settle-cycle",
                clause.span,
                f"this settling never comes to rest: the position after {count} rounds "
                f"returns every {count - rounds.get(met, 0)}",
                "goes round in a circle",
                "make each round only remove, or only raise, something",
            )
        rounds[met] = count
