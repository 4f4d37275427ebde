"""The part of a board that is drawn, the lines of a graph board, and the edges that players must join.

The edges follow from the ends of the game: of `PLAYER wins when ...`, the sets of sites along an edge that the condition gives to a
definition, or looks for something in. A set lies along an edge if a step in the same direction leads off the board from
all of its sites.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from gdl.boards.board import Board
from gdl.boards.building import cropped
from gdl.core import model
from gdl.core import nodes as core
from gdl.core.static import known
from gdl.core.visit import nodes, rewritten


@dataclass(frozen=True, slots=True)
class Link:
    """A line of a graph board between two sites, by index. `one_way`: no step leads back. `network`: to which it belongs, or "".

    `place`, of `count`: which of the lines that lie beside each other between the two.
    """

    a: int
    b: int
    one_way: bool
    network: str = ""
    place: int = 0
    count: int = 1


def shown_board(game: model.Game, position: Mapping[str, Any]) -> Board:
    """The board to draw; of a growing one the part around its pieces."""
    if not game.board.is_growing:
        return game.board
    return cropped(game.board, [str(n) for n in position.get("pieces") or ()])


def round_text(board: Board) -> str:
    """Which files and ranks of a board that goes round lie beside each other; empty for other boards."""
    cells = board.cells
    west, east = (min(cells, key=lambda s: s.x), max(cells, key=lambda s: s.x)) if cells else (None, None)
    said = []
    if "files" in board.round and west and east:
        said.append(f"file {east.names[0]} lies beside file {west.names[0]}")
    if "ranks" in board.round:
        ranks = [s.rank for s in cells]
        said.append(f"rank {max(ranks)} lies beside rank {min(ranks)}")
    return "the board goes round: " + " and ".join(said) if said else ""


def goings(board: Board) -> list[tuple[int, int]]:
    """The cells from which a step along adjacency leads round the board, each with the direction."""
    return [
        (s.index, d)
        for d in (board.adjacent if board.round else ())
        for s in board.cells
        if (t := board.steps[d][s.index]) >= 0
        and (board.sites[t].ax - s.ax, board.sites[t].ay - s.ay)
        != (board.directions[d].dx, board.directions[d].dy)
    ]


def links(board: Board) -> list[Link]:
    """The lines of a graph board, each once, in the order of their sites; of each network by itself, in the order of networks."""
    order = networks(board)
    ways = {
        (s, t, order.index(d.network))
        for d, row in zip(board.directions, board.steps, strict=True)
        for s, t in enumerate(row)
        if t >= 0 and t != s
    }
    found: dict[tuple[int, int], list[Link]] = {}  # by their ends, the lower first
    for s, t, n in sorted(ways):
        back = (t, s, n) in ways
        if not back or s < t:
            found.setdefault((min(s, t), max(s, t)), []).append(Link(s, t, not back, order[n]))
    return [
        replace(link, place=i, count=len(beside))
        for beside in found.values()
        for i, link in enumerate(beside)
    ]


def networks(board: Board) -> list[str]:
    """The networks of a graph in the order of its directions, and before them "" for links of none, if there are some."""
    return list(dict.fromkeys(d.network for d in board.directions))


_IN_A_ROW = 5  # sites that make a row
_MOST = 0.8  # of the sites, in the two rows


def facing_rows(board: Board) -> tuple[list[int], list[int]] | None:
    """The sites of the top row and of the bottom row of a race, each from the left; None for any other board.

    The trait of such a board: a graph whose sites hold several pieces, most of which lie in these two rows.
    """
    if board.tiling.has_outlines or not board.is_stacking:
        return None
    rows: dict[Fraction, list[int]] = {}
    for site in sorted(board.sites, key=lambda s: s.x):
        rows.setdefault(site.y, []).append(site.index)
    long = [rows[y] for y in sorted(rows, reverse=True) if len(rows[y]) >= _IN_A_ROW]
    if len(long) != 2 or sum(map(len, long)) < _MOST * len(board.sites):
        return None
    return long[0], long[1]


@dataclass(frozen=True, slots=True)
class Goal:
    """A player's number, the sites of an edge, and the directions that leave the board there."""

    player: int
    sites: tuple[int, ...]
    directions: tuple[int, ...]


def goals(game: model.Game) -> list[Goal]:
    """The edges that players must join: those of an end that speaks of two at least."""
    found: dict[tuple[int, tuple[int, ...]], Goal] = {}
    for end in game.ends:
        for player in _winners(game, end.result):
            sets = _sets(_for(game, end.condition, player))
            edges = [g for e in sets if (g := _goal(game.board, player, e)) is not None]
            if len({g.sites for g in edges}) > 1:
                found |= {(g.player, g.sites): g for g in edges}
    return list(found.values())


def _winners(game: model.Game, result: core.Result) -> Iterable[int]:
    """The players whom an end may name as winners: one that it names itself, or each as the mover."""
    who = result.who.items[0] if isinstance(result.who, core.MakeSet) and result.who.items else result.who
    match result.form, who:
        case "wins", core.Const(value=int() as player):
            return (player,)
        case "wins", core.Role(name="mover"):
            return range(len(game.players))
        case _:
            return ()


def _for(game: model.Game, condition: core.Expr, player: int) -> core.Expr:
    """A condition in which a player stands in place of the mover, and sets of sites in place of their home rank and last rank."""
    facing, board = game.players[player].facing, game.board

    def change(node: object) -> object:
        match node:
            case core.Role(name="mover"):
                return core.Const(node.span, node.type, player)
            case core.Builtin(name="home_rank" | "last_rank" as name, arguments=(core.Role(name="mover"),)):
                if facing is None:
                    return node
                word = "forward" if name == "last_rank" else "backward"
                ahead = (*board.relative(word, facing), *board.relative(f"{word}_diagonal", facing))
                return core.Const(node.span, node.type, board.leaving(*ahead)) if ahead else node
        return rewritten(node, change)

    made = change(condition)
    return made if isinstance(made, type(condition)) else condition


def _sets(condition: core.Expr) -> Iterator[core.Expr]:
    """The sets of sites that a condition gives to definitions, or looks for something in."""
    for node in nodes(condition):
        if isinstance(node, core.Apply):
            yield from node.arguments
        elif isinstance(node, core.Quantified):
            yield node.source


def _goal(board: Board, player: int, sites: core.Expr) -> Goal | None:
    """The edge along which a set of sites lies; None for any other set."""
    element = sites.type.element
    if element is None or element.base != "site":
        return None
    found = known(sites, board)
    if found is None or not isinstance(found[0], tuple) or len(found[0]) < 2:
        return None
    members = tuple(s for s in found[0] if isinstance(s, int))
    ways = [d for d in board.adjacent if all(board.steps[d][s] < 0 for s in members)]
    return Goal(player, members, tuple(ways)) if ways else None
