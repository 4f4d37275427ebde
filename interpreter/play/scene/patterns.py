"""Kinds that say how other pieces go, such as cards with a pattern: where they lead, as offsets on the board.

The trait: a kind has a value in a column of paths, all of it leaps; it is never placed on the board, and no look is given
to it. It lies in pools, and there its pattern is drawn.
"""

from functools import lru_cache

from gdl.core import model
from gdl.core import nodes as core
from gdl.core.visit import nodes
from interpreter.play.memo import Key

Offsets = tuple[tuple[int, int], ...]


def pattern(game: model.Game, kind: str, player: int) -> Offsets:
    """Where a kind leads for a player, in files and ranks of the board; empty for a kind that says nothing."""
    found = _patterns(Key(game)).get(kind, ())
    return tuple(dict.fromkeys(o for leap in found for o in leap.offsets_for(player)))


@lru_cache(maxsize=64)
def _patterns(key: Key) -> dict[str, tuple[core.Leap, ...]]:
    game = key.game
    if not game.board.tiling.is_rectangular:
        return {}
    placed = _placed(game)
    looks = {row.kind for row in game.looks if row.kind is not None}
    found: dict[str, tuple[core.Leap, ...]] = {}
    for index, branch in _branches(game):
        leaps = tuple(n for n in nodes(branch) if isinstance(n, core.Line | core.Walk | core.Leap))
        if index in placed or index in looks or not all(isinstance(leap, core.Leap) for leap in leaps):
            continue
        only = tuple(leap for leap in leaps if isinstance(leap, core.Leap))
        if only:
            found.setdefault(game.kinds[index].name, only)
    return found


def by_kind(game: model.Game, definition: str, kind: int) -> core.Expr | None:
    """What a column of paths says of a kind, by its index; None where a definition is no such column."""
    return dict(reversed(_cases(game.definitions[definition]))).get(kind)


def _placed(game: model.Game) -> set[int]:
    """The kinds that are placed on the board; all of them where the rules compute which."""
    found: set[int] = set()
    for node in nodes((game.setup, game.actions, game.settles)):
        if isinstance(node, core.Place):
            if not isinstance(node.kind, core.Const) or not isinstance(node.kind.value, int):
                return {*range(len(game.kinds))}
            found.add(node.kind.value)
    return found


def _branches(game: model.Game) -> list[tuple[int, core.Expr]]:
    """The values of columns of paths: the kind, and what it says. Such a column is a definition with a case for each kind."""
    return [case for definition in game.definitions.values() for case in _cases(definition)]


def _cases(definition: model.Definition) -> list[tuple[int, core.Expr]]:
    """The cases of a definition that asks for the kind of a piece, each with the index of the kind."""
    found: list[tuple[int, core.Expr]] = []
    part: core.Expr = definition.body
    while isinstance(part, core.If):
        test = part.condition
        if (
            isinstance(test, core.Compare)
            and isinstance(test.left, core.Builtin)
            and test.left.name == "kind"
            and isinstance(test.right, core.Const)
            and isinstance(test.right.value, int)
        ):
            found.append((test.right.value, part.then))
        part = part.otherwise
    return found
