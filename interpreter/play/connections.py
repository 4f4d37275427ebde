"""What a new piece does to chains, in a game that is won by them: it joins two groups, takes the place where a rival would join theirs, or
brings a group to a side.

The trait of such a game: an end follows what is reached from somewhere over one's own pieces in fixed directions.
"""

from collections.abc import Collection, Iterator, Mapping

from gdl.core import nodes as core
from gdl.core import static
from gdl.core.model import Game
from gdl.core.visit import followed, nodes
from interpreter.play.memo import by_game
from interpreter.play.scene.names import words
from interpreter.play.sheet.english import English
from interpreter.play.sheet.wording import joined, side

Owners = Mapping[int, str]
"""Whose piece is on top of each occupied site, by the names of players."""

_SIDES = {"side", "rank", "file", "north_side", "south_side", "east_side", "west_side"}


@by_game
def ways_of_chains(game: Game) -> tuple[int, ...]:
    """The directions in which the chains that win a game go on; none where it is not won so."""
    for end in game.ends:
        for node in followed((end.condition,), game.definitions):
            if isinstance(node, core.Reached) and node.steps is None and side(node.condition) == "own":
                directions = node.directions
                if isinstance(directions, core.Const) and isinstance(directions.value, tuple):
                    return tuple(d for d in directions.value if isinstance(d, int))
    return ()


def connections(game: Game, owners: Owners, mover: str, site: int) -> Iterator[str]:
    """What a piece of the mover does on a site that was empty. `owners`: of the position before."""
    ways = ways_of_chains(game)
    names, near = game.board.sites, _near(game, ways, site)
    own = _groups(game, ways, owners, near, mover)
    if len(own) > 1:
        yield f"joins {joined([names[s].name for s in own], 'and')}"
    elif own and (edge := _edge(game, ways, owners, own, mover, site)):
        ((stone, _),) = own.items()
        yield f"connects {names[stone].name} to {edge}"
    for rival in (p.name for p in game.players if p.name != mover):
        if len(theirs := _groups(game, ways, owners, near, rival)) > 1:
            yield f"takes the place where {rival} would join {joined([names[s].name for s in theirs], 'and')}"


def _near(game: Game, ways: Collection[int], site: int) -> list[int]:
    return sorted(to for d in ways if (to := game.board.steps[d][site]) >= 0)


def _groups(
    game: Game, ways: Collection[int], owners: Owners, near: Collection[int], player: str
) -> dict[int, frozenset[int]]:
    """The groups of a player that a site is next to, each by the first of its stones there."""
    found: dict[int, frozenset[int]] = {}
    for stone in near:
        if owners.get(stone) == player and not any(stone in group for group in found.values()):
            group, waiting = {stone}, [stone]
            while waiting:
                further = (s for s in _near(game, ways, waiting.pop()) if owners.get(s) == player)
                new = {*further} - group
                group |= new
                waiting += new
            found[stone] = frozenset(group)
    return found


def _edge(
    game: Game,
    ways: Collection[int],
    owners: Owners,
    own: Mapping[int, frozenset[int]],
    mover: str,
    site: int,
) -> str:
    """A side of the board that counts for the mover, to which a site brings the one group beside it; "" for none."""
    ((_, group),) = own.items()
    found = (name for name, sites in _sides(game, mover) if site in sites and not sites & group)
    return next(found, "")


def _sides(game: Game, mover: str) -> Iterator[tuple[str, frozenset[int]]]:
    """The sides of the board of which the ends speak that the mover may bring about, as people call them."""
    english, me = English(game), [p.name for p in game.players].index(mover)
    for end in game.ends:
        asked = [
            n for n in nodes(end.condition) if isinstance(n, core.Compare) and isinstance(n.left, core.Role)
        ]
        if any(isinstance(c.right, core.Const) and c.right.value != me for c in asked):
            continue
        for node in nodes(end.condition):
            if isinstance(node, core.Builtin) and node.name in _SIDES and (sites := _sites(node, game)):
                yield words(english.say(node)), sites


def _sites(e: core.Expr, game: Game) -> frozenset[int]:
    """The sites of a set that is known before the play; none of another."""
    match static.known(e, game.board):
        case (tuple() as found, _):
            return frozenset(s for s in found if isinstance(s, int))
    return frozenset()
