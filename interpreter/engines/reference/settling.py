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
    seen = [effects.data.board_key()]
    while True:
        effects.do(clause.body)
        key = effects.data.board_key()
        if key == seen[-1]:
            return
        if key in seen or len(seen) > MAX_SETTLINGS:
            length = len(seen) - seen.index(key) if key in seen else len(seen)
            raise trouble(
                "settle-cycle",
                clause.span,
                f"this settling never comes to rest: the position after {len(seen)} rounds returns every {length}",
                "goes round in a circle",
                "make each round only remove, or only raise, something",
            )
        seen.append(key)
