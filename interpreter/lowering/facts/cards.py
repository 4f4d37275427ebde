"""Whether each kind has at most one piece at a time, and all pieces lie in pools: the cards of a deck.

Then a piece is named by its kind, and a pool is a set of kinds. That each kind has one piece is not proved: a deck may be
made again, once the cards have been removed, and whether they have been is known in play. So the rules must look as if it
were so, a piece that comes twice is refused in play, and the reference engine goes on from there.
"""

from collections.abc import Iterator

from gdl.core import model
from gdl.core.rules import with_effects
from gdl.core.traits import doing, has
from gdl.core.visit import nodes

MOST_KINDS = 128  # two words of a set


def are_cards(game: model.Game) -> bool:
    """Whether pieces may be named by their kinds."""
    if game.board.sites or not game.pools or not 1 < len(game.kinds) <= MOST_KINDS:
        return False
    if any(pool.is_ordered for pool in game.pools.values()):
        return False
    if any(field.holder == "piece" for field in game.fields.values()):
        return False
    if any(map(_changes_pieces, nodes(with_effects(game)))):
        return False
    return all(_makes_each_once(unit, is_setup) for unit, is_setup in _units(game))


def has_owners(game: model.Game) -> bool:
    """Whether rules give pieces owners."""
    effects = list(nodes(with_effects(game)))
    return any(
        (isinstance(e, model.Stock) and e.owner is not None)
        or (isinstance(e, model.SetField) and e.field == "owner" and e.field not in game.fields)
        for e in effects
    )


def _units(game: model.Game) -> Iterator[tuple[object, bool]]:
    """The rules that are done as one, and whether they are the set-up."""
    yield game.setup, True
    for action in game.actions:
        yield (action.effects, action.finals), False
        if action.again is not None and has(action.effects, "makes"):
            yield (action.effects, action.effects), False  # twice, which is too often
    for settling in game.settles:
        yield settling.body, False


def _changes_pieces(e: object) -> bool:
    """Whether an effect gives a piece another kind, or is done on several pieces at once."""
    match e:
        case model.SetField(field="kind") | model.Simultaneously():
            return True
    return False


def _makes_each_once(unit: object, is_setup: bool) -> bool:
    """Whether a rule makes no pieces; or one of each kind, after others were removed if it is not the set-up."""
    makes = list(doing(unit, "makes"))
    if not makes:
        return True
    loops = [e for e in nodes(unit) if isinstance(e, model.ForEach | model.ForPath) and has(e.body, "makes")]
    if len(makes) != 1 or len(loops) != 1 or not (is_setup or has(unit, "removes")):
        return False
    return isinstance(loop := loops[0], model.ForEach) and _is_of_each_kind(loop)


def _is_of_each_kind(loop: model.ForEach) -> bool:
    match loop:
        case model.ForEach(
            generators=((slot, model.Const(value=tuple(kinds))),),
            body=(model.Stock(kind=model.Local(slot=made), times=model.Const(value=1)),),
        ):
            return made == slot and len(set(kinds)) == len(kinds)
    return False
