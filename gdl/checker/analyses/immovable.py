"""Warnings about kinds on the board that never move, although others do, and of which no rule speaks.

A rule speaks of a kind by its name, by that of another one (`kind(s) != picker` means all others), or by what a column says of
it. What has no owner is an obstacle or a prize, which no move takes along: nothing is forgotten there.
"""

import re
from collections.abc import Iterable

from gdl import model
from gdl.checker.context import Context
from gdl.rules import stated
from gdl.visit import nodes


def warn(game: model.Game, context: Context) -> None:
    """Reports kinds of which pieces stand on the board, and stay there."""
    if len(game.kinds) < 2:
        return
    moves = [a for a in game.actions if a.form == "move"]
    movers = {k for a in moves for k in (a.kinds if a.kinds is not None else range(len(game.kinds)))}
    if not movers or _is_of_others(game):
        return
    placed = [n for n in nodes((game.setup, game.actions, game.settles)) if isinstance(n, model.Place)]
    owned = _kinds(n for n in placed if n.owner is not None)
    first = _kinds(n for n in nodes(game.setup) if isinstance(n, model.Place))
    silent = (_kinds(placed) - owned) | _laid(game)
    for index, kind in enumerate(game.kinds):
        if game.pools and index not in first:
            continue  # it may never come to the board
        if index in movers | silent or _is_asked_for(index, game) or _is_told_apart(index, game, moves):
            continue
        context.reporter.report(
            "immovable-kind",
            kind.span,
            f"a `{kind.name}` never moves, and no rule names it",
            "no move is by this kind",
            help=f"name it in a move: `{_header(game)}{kind.name}`",
        )


def _kinds(placed: Iterable[model.Place]) -> set[model.Value]:
    """The kinds of which effects place new pieces on the board."""
    return {n.kind.value for n in placed if isinstance(n.kind, model.Const)}


def _laid(game: model.Game) -> set[model.Value]:
    """The kinds that come to the board while the game is played."""
    effects = list(nodes((game.actions, game.settles)))
    changed = (n.value for n in effects if isinstance(n, model.SetField) and n.field == "kind")
    return _kinds(n for n in effects if isinstance(n, model.Place)) | {
        value.value for value in changed if isinstance(value, model.Const)
    }


def _header(game: model.Game) -> str:
    """The header of the move that most kinds make, up to where one more is named."""
    headers = [a.span.text.split("\n")[0].strip() for a in game.actions if a.kinds]
    whole = [h for h in headers if re.fullmatch(r"move \w+ by [\w, ]+", h)]
    return f"{max(whole, key=len)}, " if whole else "move ... by "


def _is_asked_for(kind: int, game: model.Game) -> bool:
    """Whether a condition or a set, anywhere in the rules, asks for a kind. What the language makes of a row of the table does
    not count."""
    return any(
        isinstance(inner, model.Const)
        and (inner.type.base, inner.value) == ("kind", kind)
        and inner.span != game.kinds[kind].span
        for node in nodes(stated(game))
        if isinstance(node, model.Compare | model.In | model.Comprehension)
        for inner in nodes(node)
    )


def _is_of_others(game: model.Game) -> bool:
    """Whether a condition asks for pieces that are not of some kind: for those of all others."""
    denied = (n.operand for n in nodes(stated(game)) if isinstance(n, model.Not))
    asked = (n for n in denied if isinstance(n, model.Compare | model.In))
    return any(isinstance(c, model.Const) and c.type.base == "kind" for n in asked for c in nodes(n))


def _is_told_apart(kind: int, game: model.Game, moves: Iterable[model.Action]) -> bool:
    """Whether rules beside the moves ask for a column that tells this kind from another one. Columns of moves say how a kind
    goes, and say nothing of one that was forgotten there."""
    of_moves = {n.name for n in nodes(tuple(moves)) if isinstance(n, model.Attribute)}
    asked = {n.name for n in nodes(stated(game)) if isinstance(n, model.Attribute)} - of_moves
    own = game.kinds[kind].attributes
    return any(
        name in own and any(k.attributes.get(name) != own[name] for k in game.kinds) for name in sorted(asked)
    )
