"""Which pools hold what stands on borders: such pieces are drawn as strokes, in a pool as on the board."""

from functools import lru_cache

from gdl import core, model
from gdl.visit import nodes
from interpreter.play.scene.keys import Key


def pools_of_strokes(game: model.Game) -> frozenset[str]:
    """The pools whose pieces the actions move to borders, and to no other sites."""
    return _found(Key(game))


@lru_cache(maxsize=64)
def _found(key: Key) -> frozenset[str]:
    game = key.game
    found: dict[str, set[bool]] = {}  # by a pool, whether places to which something of it goes are borders
    for action in game.actions if game.board.borders else ():
        slots = {
            n.slot for n in nodes(action) if isinstance(n, model.Choose) and _is_of_borders(game, n.source)
        }
        for move in nodes(action):
            if not isinstance(move, core.MoveTo) or isinstance(move.to, core.PoolOf):
                continue
            is_border = isinstance(move.to, core.Local) and move.to.slot in slots
            for pool in nodes(move.piece):
                if isinstance(pool, core.PoolOf):
                    found.setdefault(pool.name, set()).add(is_border)
    return frozenset(name for name, kinds in found.items() if kinds == {True})


def _is_of_borders(game: model.Game, source: core.Expr) -> bool:
    """Whether a set has nothing but borders, as far as its form shows."""
    match source:
        case core.Comprehension(source=within, value=None):
            return _is_of_borders(game, within)
        case core.Builtin(name="borders" | "borders_of"):
            return True
        case core.Const(value=tuple() as values):
            return bool(values) and set(values) <= set(game.board.borders)
    return False
