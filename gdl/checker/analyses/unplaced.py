"""Warnings about kinds of which no piece ever comes into play: nothing places them, on the board or in a pool.

The way out speaks of what the game has: its board, or the pool from which the rules take pieces and into which nothing comes.
"""

from collections.abc import Sequence

from gdl import model
from gdl.checker.context import Context
from gdl.flows import emptied, filled
from gdl.resolver import Resolved
from gdl.rules import with_effects
from gdl.source import Span
from gdl.visit import nodes

_NAMED = 3  # kinds that a message names
_FEW = 2  # numbers up to that may be those of ways, and not of pieces


def warn(game: model.Game, resolved: Resolved, context: Context) -> None:
    """Reports kinds that no effect places or makes of another one, those of one declaration together. If an effect computes the kind,
    all kinds may be placed."""
    effects = [*nodes(with_effects(game))]
    made = [n.kind for n in effects if isinstance(n, model.Place | model.Stock)]
    changed = [n.value for n in effects if isinstance(n, model.SetField) and n.field == "kind"]
    placed = {kind.value for kind in (*made, *changed) if isinstance(kind, model.Const)}
    is_whole = all(k.span.source.name == resolved.source.name for k in game.kinds)
    again = {  # names of kinds of which there have been pieces already
        slot
        for n in effects
        if isinstance(n, model.ForEach)
        for slot, source in n.generators
        if isinstance(source, model.Builtin) and source.name == "captured"
    }
    computed = [
        k
        for k in (*made, *changed)
        if not isinstance(k, model.Const) and not (isinstance(k, model.Local) and k.slot in again)
    ]
    if computed or (changed and not is_whole):
        return  # where a file is extended, what made a kind may be left out
    lacking: dict[Span, list[str]] = {}
    for index, kind in enumerate(game.kinds):
        if index not in placed:
            lacking.setdefault(kind.span, []).append(kind.name)
    empty = _empty_pool(game, effects) or (_lacking_pool(game) if not placed else None)
    if lacking and (
        not placed or empty is not None
    ):  # one thing lacks, and not one for each row of their table
        lacking = {next(iter(lacking)): [kind for kinds in lacking.values() for kind in kinds]}
    for span, kinds in lacking.items():
        where = "be on the board" if game.board.sites and not game.pools else "come into play"
        one = f"a `{kinds[0]}` can never {where}"
        several = f"no {_named(kinds)} can ever {where}"
        is_of_it = (len(kinds) > 1 or not placed) and empty is not None
        context.reporter.report(
            "unplaced-kind",
            span,
            (one if len(kinds) == 1 else several)
            + (f", as nothing ever fills `{empty.name}`" if is_of_it and empty is not None else ""),
            "never placed",
            others=[(empty.span, "nothing comes into it")] if is_of_it and empty is not None else (),
            help=_way_out(
                kinds,
                not placed and len(kinds) == len(game.kinds),
                empty or _pool_to_fill(game),
                _times(game, context),
                game,
            ),
        )


def _named(kinds: Sequence[str]) -> str:
    shown = [f"`{kind}`" for kind in kinds[:_NAMED]]
    return ", ".join(shown) + (", ..." if len(kinds) > _NAMED else "")


def _times(game: model.Game, context: Context) -> str:
    """How many of them: the option that is a number and that nothing uses, if there is one."""
    unused = {d.span for d in context.reporter.found if d.code == "unused-option"}
    numbers = [o.name for o in game.options if o.span in unused and _counts(o)]
    return f" times {numbers[0]}" if len(numbers) == 1 else ""


def _counts(option: model.Option) -> bool:
    """Whether an option may say how many there are of something."""
    numbers = [v for v in option.values if type(v) is int]
    return bool(numbers) and min(numbers) >= 0 and max(numbers) > _FEW


def _way_out(
    kinds: Sequence[str], is_all: bool, pool: model.Pool | None, times: str, game: model.Game
) -> str:
    """Effects that place them: in the pool that nothing fills, else on the board, if there is one."""
    is_each = len(kinds) > 1
    each = f"for k in {'kinds' if is_all else '{' + ', '.join(kinds) + '}'}"
    name = "k" if is_each else kinds[0]
    ways = []
    if pool is not None and pool.holder == "player":
        goes = f"{each}, p in players" if is_each else "for p in players"
        ways.append(f"{goes} do place {name} of p in {pool.name}(p){times}")
    elif pool is not None:
        ways.append(
            f"{each} do place {name} in {pool.name}{times}"
            if is_each
            else f"place {name} in {pool.name}{times}"
        )
    if game.board.sites and not (pool is not None and is_each):
        ways.append(f"place {kinds[0]} of mover on s")
    said = ", or ".join(f"`{way}`" for way in ways)
    if game.board.sites:
        return (
            f"place it in the `setup` or by an action: {said}" if len(kinds) == 1 else f"place them: {said}"
        )
    what = "it" if len(kinds) == 1 else "them"
    first = ", before what is taken from there" if pool is not None else ""
    return f"put {what} into a pool in the `setup`{first}: {said}" if said else ""


def _lacking_pool(game: model.Game) -> model.Pool | None:
    """Where nothing is ever placed, the first pool from which rules take pieces, although others may come into it."""
    return next((pool for pool in game.pools.values() if pool.name in emptied(game)), None)


def _empty_pool(game: model.Game, effects: Sequence[object]) -> model.Pool | None:
    """The pool into which nothing comes, that of the game first."""
    comes = filled(tuple(effects), game)
    empty = (pool for pool in game.pools.values() if pool.name not in comes)
    return min(empty, key=lambda pool: pool.holder == "player", default=None)


def _pool_to_fill(game: model.Game) -> model.Pool | None:
    """Without a board, the first pool where all of them are filled."""
    first = () if game.board.sites else game.pools.values()
    return min(first, key=lambda pool: pool.holder == "player", default=None)
