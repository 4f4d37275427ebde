"""Where the paths of moves end, from wherever a piece may stand, and conditions that are true of none of these sites.

A pawn that goes forward never arrives on its own first rank: `where to in home_rank(mover)` never holds.
"""

from collections.abc import Collection, Iterable, Iterator

from gdl.checker.forms import conjuncts
from gdl.core import evaluate, model, static
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from gdl.source import Span

LABEL = "ends elsewhere, from wherever it begins"


@dataclass(frozen=True, slots=True)
class NeverMet:
    """A condition that is true of no site where a path ends."""

    span: Span
    path: Span
    help: str


def never_met(action: model.Action, conditions: Iterable[model.Expr], game: model.Game) -> Iterator[NeverMet]:
    """The conditions about the end of a move, or parts of them joined by `and`, that never hold, whoever moves."""
    along = next((part for part in action.parts if isinstance(part, model.Along)), None)
    if along is None:
        return
    asked = [c for each in conditions for c in conjuncts(each) if _is_about(along.to, c)]
    if not asked:
        return
    try:
        ends = [_ends(along.path, game, seat) for seat in range(len(game.players))]
    except static.NotStatic:
        return
    for condition in asked:
        try:
            ever = any(_holds(condition, along.to, sites, game, seat) for seat, sites in enumerate(ends))
        except static.NotStatic:
            continue
        if not ever:
            yield NeverMet(condition.span, along.path.span, _help(condition))


def _is_about(to: int, condition: model.Expr) -> bool:
    is_named = any(isinstance(n, model.Local) and n.slot == to for n in nodes(condition))
    return is_named and not static.varies(condition)


def _ends(path: model.Path, game: model.Game, seat: int) -> Collection[int]:
    """All sites at which the last step of a path may arrive. Raises NotStatic."""
    board = game.board
    if not isinstance(path, model.Line | model.Walk) or not sum(s.least for s in path.steps):
        raise static.NotStatic
    if board.is_growing or static.varies(path.directions):
        raise static.NotStatic
    directions = evaluate.value(path.directions, static.Static(board, {}, static.table_of(game), game, seat))
    assert isinstance(directions, tuple)
    return {site for d in directions for site in board.steps[d] if site >= 0}


def _holds(condition: model.Expr, to: int, sites: Collection[int], game: model.Game, seat: int) -> bool:
    """Whether a condition holds of some site. Raises NotStatic."""
    table = static.table_of(game)
    return any(
        evaluate.value(condition, static.Static(game.board, {to: site}, table, game, seat)) for site in sites
    )


def _help(condition: model.Expr) -> str:
    if any(isinstance(n, model.Builtin) and n.name == "home_rank" for n in nodes(condition)):
        return "the rank at which a piece that goes forward arrives is `last_rank(mover)`"
    return ""
