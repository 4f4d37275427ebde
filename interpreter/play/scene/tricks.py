"""Pools that are drawn as the middle of a table, each player's card toward its player, as tricks lie.

The trait: a pool of players that all see, into which cards come one by one, and which the rules empty for all players together.
Where players choose at once, cards of all would come and go in one step.
"""

from functools import lru_cache

from gdl import model
from gdl.flows import secret_pools
from gdl.rules import with_effects
from gdl.visit import nodes
from interpreter.play.scene.cards import has_cards
from interpreter.play.scene.keys import Key


def tricks(game: model.Game) -> tuple[str, ...]:
    """The names of such pools, in the order of their declaration. None where there is a board."""
    return _tricks(Key(game))


@lru_cache(maxsize=64)
def _tricks(key: Key) -> tuple[str, ...]:
    game = key.game
    is_at_once = any(turn.is_together for turn in game.turns.values())
    if is_at_once or game.board.sites or not has_cards(game):
        return ()
    several: set[str] = set()  # into which more than one card may come at once
    taken: set[str] = set()
    parts = [*nodes(with_effects(game))]
    each = {slot: source for n in parts if isinstance(n, model.ForEach) for slot, source in n.generators}
    each |= {n.slot: n.source for n in parts if isinstance(n, model.ChooseSet)}
    for node in parts:
        match node:
            case model.Stock(pool=model.PoolOf(name=name)):
                several.add(name)
            case model.MoveTo(piece=piece, to=to):
                source = each.get(piece.slot) if isinstance(piece, model.Local) else None
                if source is not None and isinstance(to, model.PoolOf):
                    several.add(to.name)
                if isinstance(source, model.PoolOf) and _is_of_each(source, each):
                    taken.add(source.name)
            case model.Remove(pieces=model.PoolOf() as pool) if _is_of_each(pool, each):
                taken.add(pool.name)
    open_to_all = {p.name for p in game.pools.values() if p.viewers == "all"} - secret_pools(game)
    return tuple(name for name in game.pools if name in (taken & open_to_all) - several)


def _is_of_each(pool: model.PoolOf, each: dict[int, model.Expr]) -> bool:
    """Whether a pool is that of one player after the other."""
    return isinstance(pool.holder, model.Local) and pool.holder.slot in each
