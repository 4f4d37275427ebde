"""What is certain of what follows an action, for its player: what chance decides, or what is hidden from them, has no part in it.

An action and what it demands takes effect in order. Up to the first effect that chance or something hidden may decide, all follows from
what the player sees. A number that nothing behind it can change is known beforehand, even where a card is drawn then.
"""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import TypeAlias

from gdl.core import nodes as core
from gdl.core.model import Action, Game
from gdl.core.traits import dependencies, has, sources, written
from gdl.core.visit import followed, free_names, nodes
from interpreter.engines.answers import scored
from interpreter.engines.base import State
from interpreter.engines.single_states import followed as state_after
from interpreter.shared.numbering import ActionNumbers

Parts: TypeAlias = tuple[object, ...]  # of the rules, which take effect

_ASKING = core.Builtin | core.CanMake | core.Template | core.Role  # about the play, beside names of pieces
_OF_PIECES = ("kind", "owner")  # of a piece, wherever it is


def foreseen(state: State, viewer: int, action: int) -> State | None:
    """A state after an action in which the player to move sees just what they will see; None where that is not certain."""
    game = state.engine.game
    if not game.is_hidden and not game.has_chance:
        return state.apply(action)
    parts = _parted(state, action)
    if parts is None or parts[1]:
        return None
    return _imagined(state, viewer, action)


def _imagined(state: State, viewer: int, action: int) -> State | None:
    """A state behind an action that may follow for all its player knows; none that ends the game, as that may turn up what was hidden."""
    world = state.imagine(viewer, 0)
    after = state_after(world, action) if world is not None else None
    return None if after is None or after.is_terminal else after


def sure_fields(state: State, action: int) -> frozenset[str]:
    """The fields of which it is certain what an action makes of them, where not all is."""
    parts = _parted(state, action)
    return frozenset() if parts is None else _written(parts[0]) - _written(parts[1])


def surely_scored(state: State, viewer: int, action: int) -> State | None:
    """A state after an action in which each player has the score that they will have, where that is certain: it comes of fields, and of
    pools that all see."""
    game = state.engine.game
    parts, name = _parted(state, action), scored(game)
    if parts is None or not name:
        return None
    rest, asked = parts[1], game.definitions[name]
    read, touched = [*followed(asked, game.definitions)], [*followed(rest, game.definitions)]
    asking = (n for n in read if isinstance(n, _ASKING))
    asks = {
        s for n in asking if not isinstance(n, core.Builtin) or n.name not in _OF_PIECES for s in sources(n)
    }
    if asks - {"players", "pools", "fields"} or not _is_seen(game, asked):
        return None
    fields = {n.field for n in read if isinstance(n, core.GetField)}
    pools, others = ({n.name for n in part if isinstance(n, core.PoolOf)} for part in (read, touched))
    goes = any(kind.base in ("piece", "any") for kind in free_names(rest).values())  # from where, is not said
    is_touched = fields & _written(rest) or pools & others or goes
    return None if is_touched else _imagined(state, viewer, action)


def _parted(state: State, number: int) -> tuple[Parts, Parts] | None:
    """What an action does first, which follows from what its player sees, and the rest, which may not; None where nothing is certain."""
    game = state.engine.game
    move = ActionNumbers(game).decode(number)
    if move is None or game.hides or game.together is not None:
        return None
    action = move.action
    first = tuple(takewhile(lambda effect: _is_seen(game, effect), action.effects))
    waiting = state.observation(state.current_player)["fields"].get("pending") or ()
    named = [choice["action"] for demand in waiting[1:] for choice in demand.get("choices", [demand])]
    after = (action.finals, game.settles_after(action.name), *_demanded(game, action, named))
    if action.again and len(first) < len(action.effects):
        return None
    if len(first) == len(action.effects) and all(_is_seen(game, part) for part in after):
        return (first, *after), ()
    return first, (action.effects[len(first) :], *after)


def _demanded(game: Game, action: Action, waiting: list[str]) -> Iterator[object]:
    """What the choices do that an action demands, and those that these demand, and what waits already: without anything to choose,
    they are made at once."""
    found: dict[str, None] = dict.fromkeys(
        [*waiting, *_names((action.effects, action.finals, game.settles_after(action.name)))]
    )
    done = set[str]()
    while names := [name for name in found if name not in done]:
        for name in names:
            one = game.action(name)
            parts = (one.effects, one.finals, game.settles_after(name))
            yield parts
            found |= dict.fromkeys(_names(parts))
        done |= {*names}


def _names(part: object) -> Iterator[str]:
    return (n.action for n in nodes(part) if isinstance(n, core.Demanded))


def _is_seen(game: Game, part: object) -> bool:
    """Whether what a part of the rules does or says follows from what the player to move sees."""
    if has(part, "draws") or dependencies(part, game.definitions) & {"legal", "history"}:
        return False
    return all(_is_open(game, node) for node in followed(part, game.definitions))


def _is_open(game: Game, node: object) -> bool:
    match node:
        case core.GetField():
            return node.field not in game.fields or game.fields[node.field].viewers == "all"
        case core.PoolOf():
            is_own = isinstance(node.holder, core.Role) and node.holder.name == "mover"
            viewers = game.pools[node.name].viewers
            return viewers == "all" or (viewers == "owner" and is_own)
    return True


def _written(parts: Iterable[object]) -> frozenset[str]:
    effects = (n for n in nodes(tuple(parts)) if isinstance(n, core.Effect))
    return frozenset(name for effect in effects for name in written(effect))
