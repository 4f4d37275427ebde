"""What is wrong with a set-up: two pieces on one site, or players who begin at the edge toward which they face, so that nothing is
ahead of them.
"""

from collections.abc import Iterator

from gdl.boards.board import Board
from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.core import model
from gdl.core.visit import nodes


def find_conflict(facts: GameFacts) -> Iterator[Finding]:
    conflict = facts.placements.conflict
    if conflict is None:
        return
    first = conflict.first
    name = facts.game.board.sites[conflict.site].name
    there = f"a {facts.game.kinds[first.kind].name}" if isinstance(first.kind, int) else "a piece"
    yield Finding(
        conflict.effect.span,
        f"the set-up puts two pieces on {name}",
        f"{name} is taken already",
        others=((first.effect.span, f"{there} is placed there"),)
        if first.effect is not conflict.effect
        else (),
        help="place them on different sites",
    )


_LEAST = 2  # pieces of each player
_RELATIVE = ("relative", "last_rank", "home_rank")  # what facings decide


def find_exchanged_facings(facts: GameFacts) -> Iterator[Finding]:
    """Two players of whom each piece stands nearer to the edge ahead than to that behind."""
    game, board = facts.game, facts.game.board
    if len(game.players) != 2 or not board.sites or not board.tiling.has_lattice or board.is_growing:
        return
    if not _asks_for_facings(game):
        return
    for seat, player in enumerate(game.players):
        ahead = next((d.index for d in board.directions if d.angle == player.facing), None)
        sites = [site for site, piece in facts.placements.by_site.items() if piece.owner == seat]
        if ahead is None or len(sites) < _LEAST or not all(_is_ahead(s, ahead, board) for s in sites):
            return
    first, second = game.players
    names = {d.angle: d.name for d in board.directions}
    place = facts.names.declared.get(first.name)
    if place is None or first.facing is None or second.facing is None:
        return
    yield Finding(
        place,
        "all pieces begin on the side toward which their players face, so nothing is ahead of them",
        f"faces {names[first.facing]}, and begins there",
        help=f"a player faces the other side: `players {first.name} facing {names[second.facing]}, "
        f"{second.name} facing {names[first.facing]}`",
    )


def _asks_for_facings(game: model.Game) -> bool:
    called = (n.name for n in nodes((game.actions, game.ends)) if isinstance(n, model.Builtin))
    return any(name in _RELATIVE for name in called)


def _is_ahead(site: int, ahead: int, board: Board) -> bool:
    """Whether fewer sites are before a site than behind it."""
    return len(board.line(site, ahead)) < len(board.line(site, board.opposite[ahead]))
