"""What a name means where it is written: the first in `_MEANINGS` that knows it. What means nothing is reported.

Names that are followed by brackets are in `calls`; `unknown` says of a name alone why it means nothing.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from gdl import model
from gdl.board import FACINGS
from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.definitions import apply
from gdl.diagnostics import near
from gdl.source import Span
from gdl.types import BOOL, DIRECTION, KIND, NONE, NUMBER, PIECE, PLAYER, SITE, TEXT, Type, set_of

_COMPASS = ("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest")
_GROUPS = ("orthogonal", "diagonal")


@dataclass(frozen=True, slots=True)
class _Word:
    """A name in an expression, and the type that is wanted there."""

    span: Span
    name: str
    expected: Type | None


def look_up(span: Span, name: str, context: Context, expected: Type | None = None) -> model.Expr:
    """The value of a name."""
    word = _Word(span, name, expected)
    for meaning in _MEANINGS:
        found = meaning(word, context)
        if found is not None:
            return found
    unknown(span, name, context)
    return forms.wrong(span)


def _local(word: _Word, context: Context) -> model.Expr | None:
    local = context.find(word.name)
    return model.Local(word.span, local.type, local.slot, word.name) if local is not None else None


def _expected_symbol(word: _Word, context: Context) -> model.Expr | None:
    if word.expected is None or word.expected.base != "symbol" or word.name not in word.expected.symbols:
        return None
    context.usage.used.add(word.name)
    return forms.const(word.span, word.expected.required, word.expected.symbols.index(word.name))


def _option(word: _Word, context: Context) -> model.Expr | None:
    names = context.names
    if word.name not in names.options or word.name == "players":
        return None
    option = names.options[word.name]
    context.usage.used.add(word.name)
    kind = BOOL if isinstance(option.value, bool) else NUMBER
    if option.symbols and isinstance(option.value, int):
        players = [p.name for p in names.players]
        if set(option.symbols) <= set(players):
            return forms.const(word.span, PLAYER, players.index(option.symbols[option.value]), True)
    if option.symbols:
        kind = Type("symbol", symbols=option.symbols)
    elif option.value is None:
        kind = NONE
    return forms.const(word.span, kind, option.value, True)


def _definition(word: _Word, context: Context) -> model.Expr | None:
    if word.name not in context.names.definitions:
        return None
    return apply(word.span, word.name, (), (), context)


def _game_field(word: _Word, context: Context) -> model.Expr | None:
    field = context.names.field_of_game(word.name)
    if field is None:
        return None
    context.usage.read.add(word.name)
    return model.GetField(word.span, field.type, word.name, None)


def _game_pool(word: _Word, context: Context) -> model.Expr | None:
    pool = context.names.pools.get(word.name)
    if pool is None or pool.holder != "game":
        return None
    return model.PoolOf(word.span, set_of(PIECE), word.name, None)


def _player(word: _Word, context: Context) -> model.Expr | None:
    players = [p.name for p in context.names.players]
    return forms.const(word.span, PLAYER, players.index(word.name)) if word.name in players else None


def _kind(word: _Word, context: Context) -> model.Expr | None:
    if word.name not in context.names.kinds:
        return None
    context.usage.used.add(word.name)
    return forms.const(word.span, KIND, context.names.kind_index(word.name))


def _direction(word: _Word, context: Context) -> model.Expr | None:
    board = context.names.board
    if word.name in RELATIVE_WORDS:
        return relative(word.span, word.name, forms.viewpoint(word.span), context)
    if board is None:
        return None
    index = board.direction(word.name)
    if index is not None:
        return forms.const(word.span, DIRECTION, index)
    if word.name in board.groups:
        return forms.const(word.span, set_of(DIRECTION), board.groups[word.name])
    return None


def relative(span: Span, word: str, player: model.Expr, context: Context) -> model.Expr:
    """The directions that a word such as `forward` means for a player."""
    if any(p.facing is None for p in context.names.players):
        context.reporter.report(
            "no-facing",
            span,
            f"`{word}` needs players who face somewhere",
            "no direction is known",
            help="say it with the players: `players White facing north, Black facing south`",
        )
    return model.Builtin(span, set_of(DIRECTION), "relative", (forms.const(span, TEXT, word), player))


def _builtin(word: _Word, context: Context) -> model.Expr | None:
    row = next((r for r in BY_NAME.get(word.name, ()) if not r.parameters), None)
    if row is None:
        return None
    match word.name:
        case "mover":
            return model.Role(word.span, PLAYER, "mover")
        case "players":
            everyone = tuple(range(len(context.names.players)))
            return forms.const(word.span, row.result, everyone, context.names.players_vary)
        case "kinds":
            return forms.const(word.span, row.result, tuple(range(len(context.names.kinds))))
        case _:
            return model.Builtin(word.span, row.result, word.name, ())


def _phase(word: _Word, context: Context) -> model.Expr | None:
    if word.name != "phase" or len(context.names.phases) < 2:
        return None
    return model.Builtin(word.span, Type("symbol", symbols=context.names.phases), "phase", ())


def _symbol(word: _Word, context: Context) -> model.Expr | None:
    if word.name not in context.names.symbols:
        return None
    kind = context.names.symbols[word.name][0]
    return forms.const(word.span, kind, kind.symbols.index(word.name))


def _site(word: _Word, context: Context) -> model.Expr | None:
    board = context.names.board
    site = board.site(word.name) if board is not None else None
    return forms.const(word.span, SITE, site) if site is not None else None


# What a name may mean, the nearest meaning first.
_MEANINGS: tuple[Callable[[_Word, Context], model.Expr | None], ...] = (
    _local,
    _expected_symbol,
    _option,
    _definition,
    _game_field,
    _game_pool,
    _player,
    _kind,
    _direction,
    _builtin,
    _phase,
    _symbol,
    _site,
)

# ---- names that mean nothing


def unknown(span: Span, name: str, context: Context) -> None:
    """Reports a name that means nothing alone, unless its declaration was reported."""
    if context.names.is_excused(name):
        return
    if any(explains(span, name, context) for explains in _EXPLANATIONS):
        return
    candidates = context.everything() | set(BY_NAME) | RELATIVE_WORDS
    help = near(name, candidates)
    nearest = help.removeprefix("did you mean `").removesuffix("`?")
    declared = context.names.declared
    context.reporter.report(
        "unknown-name",
        span,
        f"nothing is named `{name}`",
        "not known here",
        others=[(declared[nearest], "this one is declared here")] if nearest in declared else (),
        help=help,
    )


def _is_a_players_pool(span: Span, name: str, context: Context) -> bool:
    if name not in context.names.pools:
        return False
    context.reporter.report(
        "unknown-name",
        span,
        f"each player has a pool `{name}`: say whose",
        "whose?",
        help=f"write `{name}(p)` for a player p, such as `{name}(mover)`",
    )
    return True


def _is_said_of_something(span: Span, name: str, context: Context) -> bool:
    if name not in context.names.fields and name not in context.names.columns:
        return False
    what = f"`{name}` is said of something: write `{name} of x`"
    context.reporter.report("unknown-name", span, what, "of what?")
    return True


def _takes_arguments(span: Span, name: str, context: Context) -> bool:
    if name not in BY_NAME:
        return False
    context.reporter.report(
        "wrong-arguments",
        span,
        f"`{name}` needs something to work on",
        f"write `{name}(...)`",
        help=f"all of them together are `{name}s`" if f"{name}s" in BY_NAME else "",
    )
    return True


def _is_of_a_guessed_board(span: Span, name: str, context: Context) -> bool:
    """Of a board that is a guess nobody can say which sites and directions it has: nothing is reported."""
    is_of_board = _is_like_a_site(name) or name in FACINGS or name in _GROUPS
    return context.names.is_board_guessed and is_of_board


def _is_no_site(span: Span, name: str, context: Context) -> bool:
    names = context.names
    sites = names.board.sites if names.board is not None else ()
    if not _is_like_a_site(name) or not sites or near(name, context.everything()):
        return False
    context.reporter.report(
        "unknown-name",
        span,
        f"the board has no site `{name}`",
        "not a site",
        others=[(names.board_span, "the board")],
        help=f"its sites are {sites[0].name} to {sites[-1].name}",
    )
    return True


def _is_like_a_site(name: str) -> bool:
    return re.fullmatch(r"[a-z]{1,2}[0-9]{1,2}", name) is not None


def _is_no_direction(span: Span, name: str, context: Context) -> bool:
    names = context.names
    if name not in (*_COMPASS, *_GROUPS, "any"):
        return False
    known = [d.name for d in names.board.directions] + sorted(names.board.groups) if names.board else []
    context.reporter.report(
        "unknown-direction",
        span,
        f"this board has no direction `{name}`",
        "not a direction of the board",
        others=[(names.board_span, "the board")],
        help="its directions are " + ", ".join(known),
    )
    return True


# Why a name may mean nothing; each reports it and answers whether it does.
_EXPLANATIONS: tuple[Callable[[Span, str, Context], bool], ...] = (
    _is_a_players_pool,
    _is_said_of_something,
    _takes_arguments,
    _is_of_a_guessed_board,
    _is_no_site,
    _is_no_direction,
)
