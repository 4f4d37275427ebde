"""Choices among the pieces of a player that take buried ones, too, where sites hold several pieces.

A piece in a stack belongs to its player wherever it lies, so `own pieces` has buried ones. Nothing is said where a condition
asks where the piece lies in its stack, nor of a choice in a stack or in a set with a name of its own.
"""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model
from gdl.core.types import PIECE
from gdl.core.visit import followed, nodes


def find(facts: GameFacts) -> Iterator[Finding]:
    """Each choice of an action among all pieces on a stacking board."""
    for action in facts.game.actions if facts.game.board.is_stacking else ():
        for part in action.parts:
            if not isinstance(part, model.Choose | model.ChooseSet) or not _is_of_a_player(part.source):
                continue
            if not _asks_where_it_lies(part, action, facts.game):
                name = part.name
                yield Finding(
                    part.span,
                    f"`{name}` may lie under other pieces: a piece belongs to its player wherever in the stack it is",
                    "buried pieces are among these",
                    help=f"take the sites instead, whose topmost piece is asked: `choose {name} in sites where {name} is own`; "
                    f"if it may be buried, choose `{name}` in `stack(s)`",
                )


def _is_of_a_player(source: model.Expr) -> bool:
    """Whether a set is made of all pieces on the board by asking whose they are."""
    owners = [
        other
        for node in nodes(source)
        if isinstance(node, model.Compare)
        for one, other in ((node.left, node.right), (node.right, node.left))
        if isinstance(one, model.Builtin) and one.name == "owner"
    ]
    while isinstance(source, model.Comprehension) and source.value is None:
        source = source.source
    is_of_all = isinstance(source, model.Builtin) and source.name == "pieces"
    return is_of_all and any(not isinstance(o, model.Const) or o.value is not None for o in owners)


def _asks_where_it_lies(part: model.Choose | model.ChooseSet, action: model.Action, game: model.Game) -> bool:
    """Whether a condition compares a piece with those of a stack."""
    conditions = (part.source, tuple(p for p in action.parts if isinstance(p, model.Condition)))
    for node in followed(conditions, game.definitions):
        match node:
            case model.Compare(left=one, right=other) | model.In(element=one, set=other):
                if _is_piece_and_stack(one, other) or _is_piece_and_stack(other, one):
                    return True
    return False


def _is_piece_and_stack(one: model.Expr, other: model.Expr) -> bool:
    return (
        isinstance(one, model.Local)
        and one.type.base == PIECE.base
        and any(isinstance(n, model.Builtin) and n.name in ("piece", "stack") for n in nodes(other))
    )
