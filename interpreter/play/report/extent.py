"""How large a game is: the words of its rules, and how many positions there may be at most (the state space of Allis, Searching for
Solutions in Games and Artificial Intelligence, 1994)."""

import re
from math import comb, log10, prod

from gdl.core.domains import type_values
from gdl.core.model import Chance, Game, Place, SetField, Stock
from gdl.core.nodes import Node
from gdl.core.rules import with_effects
from gdl.core.types import Type
from gdl.core.visit import nodes
from gdl.text.layout import blank_comments
from interpreter.engines.base import State

_WORDS = re.compile(r'"[^"]*"|\w+|[^\w\s]')


def rule_size(game: Game) -> int:
    """The words, numbers, signs and texts of the files in which the rules stand, comments left out."""
    rules = (
        game.setup,
        game.actions,
        tuple(game.turns.values()),
        game.ends,
        tuple(game.definitions.values()),
    )
    sources = {n.span.source for n in nodes(rules) if isinstance(n, Node)}
    return sum(len(_WORDS.findall(blank_comments(source.text))) for source in sources)


def positions_at_most(first: State) -> float | None:
    """A bound of the decimal logarithm of how many positions there may be between turns; None where sites hold several pieces, where
    pieces lie off the board, and where a board or a field has no bounds.

    Each site may hold whatever piece there may be, and each field any of its values. What counts turns and remembers earlier positions
    is left aside. `first`: a first position, which has all pieces that there will be, where no rule makes more.
    """
    game, board = first.engine.game, first.engine.game.board
    fields = [(f, _values(f.type, f.bounds, game)) for f in game.fields.values()]
    if board.is_stacking or board.is_growing or game.pools or not all(values for _, values in fields):
        return None
    holders = {"game": 1, "player": len(game.players), "site": len(board.sites), "piece": 0}
    of_fields = sum(log10(n or 1) * max(1, f.entries) * holders.get(f.holder, 1) for f, n in fields)
    sorts = max(1, len(game.kinds)) * _owners(game) * prod(n or 1 for f, n in fields if f.holder == "piece")
    makes = any(isinstance(n, Place | Stock) for n in nodes(with_effects(game)))
    makes = makes or any(
        isinstance(n, Chance) for n in nodes(game.setup)
    )  # another set-up may have more pieces
    most = len(board.sites) if makes else len(first.position()["pieces"])
    of_pieces = log10(sum(comb(len(board.sites), k) * sorts**k for k in range(most + 1)))
    return of_pieces + of_fields + log10(len(game.players) * len(game.phases))


def _values(kind: Type, bounds: tuple[int, int] | None, game: Game) -> int | None:
    """How many values a field may have, `none` included; None for pieces and texts."""
    if kind.base == "set" and kind.element is not None:
        elements = len(type_values(kind.element, game))
        return 2**elements if elements else None
    values = bounds[1] - bounds[0] + 1 if bounds is not None else len(type_values(kind, game))
    return values + kind.is_optional if values else None


def _owners(game: Game) -> int:
    """How many players a piece may belong to, nobody included where the rules may make such."""
    made = [n for n in nodes((game.setup, with_effects(game))) if isinstance(n, Place | Stock | SetField)]
    nobody = any(
        n.owner is None if isinstance(n, Place | Stock) else n.field == "owner" and n.value.type.is_optional
        for n in made
    )
    return len(game.players) + nobody
