"""A game in which players choose together, as its rules are written, for whoever tells people of them.

Engines run other clauses: actions that only keep what is chosen, a settling that does it, and all else waiting for that (see
`gdl.checker.clauses.together`). Nothing is computed anew here: what was put around the clauses is taken off.
"""

from dataclasses import replace

from gdl.core import model


def as_written(game: model.Game) -> model.Game:
    """The game with its actions, settlings and ends as they are written; no engine can run it."""
    if game.together is None:
        return game
    written = {a.name: a for a in game.together.actions}
    return replace(
        game,
        actions=tuple(written.get(a.name, a) for a in game.actions),
        settles=tuple(_unguarded(s) for s in game.settles if s.span not in _offers(game)),
        ends=tuple(
            replace(e, condition=e.condition.right) if isinstance(e.condition, model.And) else e
            for e in game.ends
        ),
    )


def _offers(game: model.Game) -> set[object]:
    """Where the turns stand in which players choose together: the settling that does what they chose has that place."""
    return {t.span for t in game.turns.values() if t.is_together}


def _unguarded(settle: model.Settle) -> model.Settle:
    """A settling without its waiting for those who have not chosen."""
    outer = settle.body[0] if len(settle.body) == 1 else None
    return replace(settle, body=outer.body) if isinstance(outer, model.Branch) else settle
