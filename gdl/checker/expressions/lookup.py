"""Names without brackets: the first of `_MEANINGS` that knows a name decides what it means; unknown names are reported.

Names with brackets are in `calls`.
"""

from collections.abc import Callable

from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.attributes import apply
from gdl.checker.expressions.known import drawn_elsewhere, explain
from gdl.checker.expressions.pieces import check_kind
from gdl.checker.suggestions import names as suggestions
from gdl.checker.suggestions.by_type import there_is
from gdl.core import model
from gdl.core.builtins import BY_NAME, RELATIVE_WORDS
from gdl.core.types import BOOL, DIRECTION, KIND, NONE, NUMBER, PIECE, PLAYER, SITE, TEXT, Type, set_of
from gdl.diagnostics.values import Suggestion
from gdl.source import NOWHERE, Span
from gdl.tree import syntax


def look_up(
    node: syntax.Name, context: Context, expected: Type | None = None, subject: Type | None = None
) -> model.Expr:
    """The meaning of a name: a local one, a word that the place expects, or the first of `_MEANINGS`. `subject`: what is asked
    whether it is that, of a test."""
    found = _local(node, context) or _expected_symbol(node, expected, context)
    if found is not None:
        return found
    if f"{node.name}=" in context.names.broken:
        return forms.wrong(node.span)  # it is declared in a line that could not be read
    for meaning in _MEANINGS:
        found = meaning(node, context)
        if found is not None:
            return found
    report_unknown(node, context, expected, subject)
    return forms.wrong(node.span)


def _local(node: syntax.Name, context: Context) -> model.Expr | None:
    local = context.find(node.name)
    return model.Local(node.span, local.type, local.slot, node.name) if local is not None else None


def _expected_symbol(node: syntax.Name, expected: Type | None, context: Context) -> model.Expr | None:
    if expected is None or expected.base != "symbol" or node.name not in expected.symbols:
        return None
    context.usage.used.add(node.name)
    return forms.const(node.span, expected.required, expected.symbols.index(node.name))


def _option(node: syntax.Name, context: Context) -> model.Expr | None:
    names = context.names
    if node.name not in names.options or node.name == "players":
        return None
    option = names.options[node.name]
    context.usage.used.add(node.name)
    kind = BOOL if isinstance(option.value, bool) else NUMBER
    if option.symbols and isinstance(option.value, int):
        players = [p.name for p in names.players]
        if set(option.symbols) <= set(players):
            return forms.const(node.span, PLAYER, players.index(option.symbols[option.value]), True)
    if option.symbols:
        kind = Type("symbol", symbols=option.symbols)
    elif option.value is None:
        kind = NONE
    return forms.const(node.span, kind, option.value, True)


def _definition(node: syntax.Name, context: Context) -> model.Expr | None:
    if node.name not in context.names.definitions:
        return None
    return apply(node.span, node.name, (), (), context)


def _game_field(node: syntax.Name, context: Context) -> model.Expr | None:
    field = context.names.field_of_game(node.name)
    if field is None:
        return None
    context.usage.read.add(node.name)
    return model.GetField(node.span, field.type, node.name, None)


def _game_pool(node: syntax.Name, context: Context) -> model.Expr | None:
    pool = context.names.pools.get(node.name)
    if pool is None or pool.holder != "game":
        return None
    return model.PoolOf(node.span, set_of(PIECE), node.name, None)


def _player(node: syntax.Name, context: Context) -> model.Expr | None:
    players = [p.name for p in context.names.players]
    return forms.const(node.span, PLAYER, players.index(node.name)) if node.name in players else None


def _kind(node: syntax.Name, context: Context) -> model.Expr | None:
    if node.name not in context.names.kinds:
        return None
    context.usage.used.add(node.name)
    return forms.const(node.span, KIND, context.names.kind_index(node.name))


def _type(node: syntax.Name, context: Context) -> model.Expr | None:
    """The set of all words of a type."""
    kind = context.names.types.get(node.name)
    return forms.const(node.span, set_of(kind), tuple(range(len(kind.symbols)))) if kind is not None else None


def _direction(node: syntax.Name, context: Context) -> model.Expr | None:
    board = context.names.board
    if node.name in RELATIVE_WORDS:
        return relative(node.span, node.name, forms.viewpoint(node.span), context)
    if board is None:
        return None
    index = board.direction(node.name)
    if index is not None:
        return forms.const(node.span, DIRECTION, index)
    if node.name in board.groups:
        return forms.const(node.span, set_of(DIRECTION), board.groups[node.name])
    return None


def relative(span: Span, word: str, player: model.Expr, context: Context) -> model.Expr:
    """The directions that a word such as `forward` means for a player."""
    check_facing(span, context)
    return model.Builtin(span, set_of(DIRECTION), "relative", (forms.const(span, TEXT, word), player))


def _builtin(node: syntax.Name, context: Context) -> model.Expr | None:
    row = next((r for r in BY_NAME.get(node.name, ()) if not r.parameters), None)
    if row is None:
        return None
    if lacks_places(node.span, node.name, context):
        return forms.wrong(node.span)
    match node.name:
        case "mover":
            return model.Role(node.span, PLAYER, "mover")
        case "players":
            everyone = tuple(range(len(context.names.players)))
            return forms.const(node.span, row.result, everyone, context.names.players_vary)
        case "directions":
            board = context.names.board
            every = tuple(range(len(board.directions))) if board is not None else ()
            return forms.const(node.span, row.result, every)
        case "kinds":
            return forms.const(node.span, row.result, tuple(range(len(context.names.kinds))))
        case _:
            return model.Builtin(node.span, row.result, node.name, ())


def _phase(node: syntax.Name, context: Context) -> model.Expr | None:
    if node.name != "phase" or len(context.names.phases) < 2:
        return None
    return model.Builtin(node.span, Type("symbol", symbols=context.names.phases), "phase", ())


def _symbol(node: syntax.Name, context: Context) -> model.Expr | None:
    if node.name not in context.names.symbols:
        return None
    kind = context.names.symbols[node.name][0]
    return forms.const(node.span, kind, kind.symbols.index(node.name))


def _sort(node: syntax.Name, context: Context) -> model.Expr | None:
    """The cells of one form, of a board whose tiling has several."""
    board = context.names.board
    sites = board.sorts.get(node.name) if board is not None else None
    return forms.const(node.span, set_of(SITE), sites) if sites is not None else None


def _site(node: syntax.Name, context: Context) -> model.Expr | None:
    board = context.names.board
    site = board.site(node.name) if board is not None else None
    return forms.const(node.span, SITE, site) if site is not None else None


# What a name may mean, in order of precedence.
_MEANINGS: tuple[Callable[[syntax.Name, Context], model.Expr | None], ...] = (
    _option,
    _definition,
    _game_field,
    _game_pool,
    _player,
    _kind,
    _type,
    _direction,
    _builtin,
    _phase,
    _symbol,
    _sort,
    _site,
)


def check_facing(span: Span, context: Context) -> None:
    """Reports players who face nowhere; every use of what facings decide is a place of the one mistake."""
    nowhere = [p.name for p in context.names.players if p.facing is None]
    if not nowhere:
        return
    who = nowhere[0] if len(nowhere) == 1 else "all players" if len(nowhere) > 2 else " and ".join(nowhere)
    ways = zip(context.names.players, _facings(context), strict=False)
    facings = ", ".join(f"{p.name} facing {way}" for p, way in ways)
    context.reporter.report(
        "no-facing",
        span,
        f"{who} {'faces' if len(nowhere) == 1 else 'face'} nowhere, so `forward` and the like have no direction",
        "which way is this?",
        others=[(context.names.declared.get(nowhere[0], NOWHERE), "no facing is given here")],
        help=f"say it with the players: `players {facings}`",
    )


def _facings(context: Context) -> tuple[str, str]:
    """Two directions in which the first two players may face: those that are given stay."""
    players, board = context.names.players, context.names.board
    if board is None or len(players) != 2:
        return "north", "south"
    ways: dict[int | None, tuple[str, str]] = {
        d.angle: (d.name, board.directions[board.opposite[d.index]].name) for d in board.directions
    }
    first, second = (ways.get(p.facing) for p in players)
    return (first[0], first[1]) if first else (second[1], second[0]) if second else ("north", "south")


def report_unknown(
    node: syntax.Name, context: Context, expected: Type | None = None, subject: Type | None = None
) -> None:
    """Reports a name that means nothing without brackets, unless its declaration has been reported."""
    names, span, name = context.names, node.span, node.name
    if names.is_excused(name) or (not names.kinds and "kinds" in names.broken) or explain(node, context):
        return
    if subject is None:
        unknown = suggestions.of_value(name, span, expected, context)
    else:
        unknown = suggestions.of_test(name, span, subject, context)
    way = suggestions.meant(unknown)
    if not way and expected is not None and expected.base == "kind":
        check_kind(syntax.Ident(span, name), context)  # so that it is one mistake, wherever a kind is wanted
        return
    elsewhere = () if way else drawn_elsewhere(node, context)
    way = way or Suggestion(
        suggestions.said_elsewhere(unknown)
        or ("what another action needs of it is kept in a field" if elsewhere else "")
        or there_is(expected if subject is None else None, context)
    )
    context.reporter.report(
        "unknown-name",
        span,
        f"nothing is named `{name}`",
        "not known here",
        others=[(place, "drawn here, and known in this action alone") for place in elsewhere],
        suggestion=way,
    )


_LACKING = {"borders": "borders", "nodes": "nodes", "cells": "borders"}


def lacks_places(span: Span, name: str, context: Context) -> bool:
    """Reports what asks for borders or nodes on a board that has none. Of a guessed board nothing is said."""
    board, lacking = context.names.board, _LACKING.get(name, "")
    if board is None or not lacking or (board.borders if lacking == "borders" else board.nodes):
        return False
    if name == "cells" and board.nodes:
        return False
    if not context.names.is_board_guessed:
        context.reporter.report(
            "unknown-name",
            span,
            f"this board has no {lacking}",
            f"needs {lacking}",
            others=[(context.names.board_span, "the board")],
            help=f"write `with {lacking}` behind the size of the board: `board square 5 x 5 with {lacking}`",
        )
    return True
