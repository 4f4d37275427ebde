"""Positions as mappings: their parts, what in them is hidden, and what to say where something stands in the wrong part.

expect: {a1: Red grain}            -- `expect: {pieces: {a1: Red grain}}` was meant
"""

import re
from collections.abc import Mapping
from typing import Any

from gdl.core.arithmetic import plain_value
from gdl.core.model import COUNTERS, Game, Pool
from gdl.diagnostics.similar_names import possible

Position = dict[str, Any]
HIDDEN = "hidden"  # in an observation: something that the player may not see
POSITION_PARTS = ("to_move", "pieces", "sites", "pools", "fields")

_MEANT = {"mover": "to_move", "player": "to_move", "board": "pieces", "hands": "pools"}


def contains_hidden(position: Any) -> bool:
    """Whether any part of a position, or of a value in it, is hidden."""
    match position:
        case Mapping():
            return any(contains_hidden(v) for v in position.values())
        case list() | tuple():
            return any(contains_hidden(v) for v in position)
        case str():
            return HIDDEN in position.split() or f"={HIDDEN}" in position
        case _:
            return False


def stacks(position: Mapping[str, Any]) -> dict[str, list[str]]:
    """The pieces on each site that holds any, the bottom one first."""
    held = position.get("pieces") or {}
    return {site: [texts] if isinstance(texts, str) else [*texts] for site, texts in held.items()}


def no_part(game: Game, name: str, value: Any) -> str:
    """What to say of a name that is no part of a position."""
    what = f"a position has no part `{name}`"
    near = f"did you mean `{_MEANT[name]}`?" if name in _MEANT else possible(name, POSITION_PARTS)
    if near.startswith("did"):
        return f"{what}: {near}"
    players = [p.name for p in game.players]
    if name == "turn" and value in players:
        return f"`turn` is a number; who acts next is said with `to_move`: write `to_move: {value}`"
    if name in game.fields or name in COUNTERS:
        return _no_part_but_field(game, name, value, what)
    shown = in_braces(value)
    if name in game.pools:
        return f"{what}: it is a pool, write `pools: {{{name}: {shown}}}`"
    of_sites, of_players = (_fields_of(game, holder) for holder in ("site", "player"))
    if game.board.site(name) is not None:
        is_piece = isinstance(value, str | list | None) or not of_sites
        way = f"pieces: {{{name}: {shown}}}" if is_piece else f"sites: {{{of_sites[0]}: {{{name}: {shown}}}}}"
        return f"{what}: it is a site, write `{way}`"
    if name in players and of_players:
        return f"{what}: {name} is a player, write `fields: {{{of_players[0]}: {{{name}: {shown}}}}}`"
    return f"{what}: {near}"


def _no_part_but_field(game: Game, name: str, value: Any, what: str) -> str:
    holder = game.fields[name].holder if name in game.fields else "game"
    shown = in_braces(value)
    if holder == "site":
        return f"{what}: it is a field of sites, write `sites: {{{name}: {shown}}}`"
    if holder == "player" and not isinstance(value, dict):
        shown = f"{{{game.players[0].name}: {shown}, ...}}"
    return f"`{name}` is one of the `fields`: write `fields: {{{name}: {shown}}}`"


def _fields_of(game: Game, holder: str) -> list[str]:
    return [f.name for f in game.fields.values() if f.holder == holder]


def example(game: Game, part: str) -> str:
    """How a part of a position is written, as behind its name; "" where the game has nothing of the sort."""
    if part == "pieces" and game.board.sites and game.kinds:
        return f" such as `{{{game.board.sites[0].name}: {game.players[0].name} {game.kinds[0].name}}}`"
    if part == "pools" and game.pools and game.kinds:
        pool = next(iter(game.pools.values()))
        held = f"[{game.kinds[0].name}]"
        holder = example_holder(game, pool)
        return f" such as `{{{pool.name}: {f'{{{holder}: {held}}}' if holder else held}}}`"
    return ""


def example_holder(game: Game, pool: Pool) -> str:
    """One of those who have a pool of a name each; "" for a pool of the game."""
    if pool.key is not None:
        return pool.key.words[0]
    return game.players[0].name if pool.holder == "player" else ""


def swapped(game: Game, part: str, name: str, value: Any) -> str:
    """The way round that is read, where a piece stands before its site, or whoever has a field before its name; else ""."""
    if part == "pieces":
        return _swapped_piece(game, name, value)
    of_sites = _fields_of(game, "site")
    if part == "sites" and game.board.site(name) is not None and not isinstance(value, dict) and of_sites:
        return f"`{name}` is a site, and its field stands before it: write `sites: {{{of_sites[0]}: {{{name}: {in_braces(value)}}}}}`"
    return _swapped_field(game, part, name, value) if part in ("fields", "sites") else ""


def _swapped_piece(game: Game, name: str, value: Any) -> str:
    words, sites = name.split(), value if isinstance(value, list) else [value]
    is_piece = bool(words) and words[-1] in [k.name for k in game.kinds] and game.board.site(name) is None
    if is_piece and all(isinstance(s, str) and game.board.site(s) is not None for s in sites):
        return f"the site stands before its piece: write `{', '.join(f'{s}: {name}' for s in sites)}`"
    return ""


def _swapped_field(game: Game, part: str, name: str, value: Any) -> str:
    called = re.fullmatch(r"(\w+)\((\w+)\)", name)
    if part == "fields" and called and called[1] in game.fields:
        return f"what has a value stands below its field: write `{called[1]}: {{{called[2]}: {in_braces(value)}}}`"
    if not isinstance(value, dict) or len(value) != 1:
        return ""
    inner, item = next(iter(value.items()))
    holder = "player" if part == "fields" else "site"
    field = game.fields.get(str(inner))
    holders = [p.name for p in game.players] if part == "fields" else game.board.site_index
    if field is None or field.holder != holder or name not in holders:
        return ""
    return f"the field stands before the {holder}: write `{part}: {{{inner}: {{{name}: {in_braces(item)}}}}}`"


def in_braces(value: Any) -> str:
    """A value as it is written in braces."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {in_braces(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(in_braces, value)) + "]"
    return plain_value(value)
