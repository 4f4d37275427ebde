"""What a case of a game's tests may ask: its parts, their forms, and whether the game can answer at all.

A case that asks nothing, or something that can never be so, is a mistake of its author and not passed.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from gdl.diagnostics import near, possible
from gdl.model import COUNTERS, Game
from interpreter.engines.base import POSITION_PARTS, Engine, PositionError
from interpreter.positions import Document

KEYS = (
    "name",
    "position",
    "options",
    "variant",
    "legal",
    "illegal",
    "legal_exactly",
    "count",
    "after",
    "expect",
    "perft",
    "winner",
    "wins_in",
    "solve_in",
    "goal",
    "slow",
    "returns",
    "holds",
)
QUESTIONS = tuple(
    k for k in KEYS if k not in ("name", "position", "options", "variant", "slow")
)  # a case has one of these at least


_SHAPES: dict[str, tuple[type, ...]] = {
    "options": (dict,), "perft": (dict,), "expect": (dict,), "returns": (list,), "count": (int,), "wins_in": (int,),
    "solve_in": (int,), "slow": (bool,), "legal": (list, str), "illegal": (list, str), "legal_exactly": (list, str),
    "after": (list, str), "goal": (str,), "holds": (str,), "position": (dict, str), "winner": (str, list, type(None)),
}  # fmt: skip
_WORDS = {dict: "a mapping", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}


def check_case(case: Mapping[str, Any], index: int, document: Document) -> None:
    """A case whose parts have the wrong form is an error, not a failure."""
    for key in case:
        if key not in KEYS:
            hint = near(str(key), KEYS) or "its parts are " + ", ".join(KEYS)
            raise document.error(f"a case has no part `{key}`: {hint}", (index, key))
    for key, shapes in _SHAPES.items():
        if key in case and (
            not isinstance(case[key], shapes) or (isinstance(case[key], bool) and bool not in shapes)
        ):
            wanted = " or ".join(_WORDS[s] for s in shapes if s in _WORDS)
            raise document.error(f"`{key}` is {wanted}, not {case[key]!r}", (index, key))
    for key in ("legal", "illegal", "legal_exactly", "after"):
        items = case.get(key, [])
        if isinstance(items, list) and any(not isinstance(i, str | int) for i in items):
            raise document.error(f"`{key}` is a list of moves in notation", (index, key))
    for depth, count in (case.get("perft") or {}).items():
        if not str(depth).isdigit() or int(depth) < 1 or not re.fullmatch(r"\d+( slow)?", str(count)):
            raise document.error(
                "perft gives depths from 1 their counts, such as `3: 504` or `9: 127872 slow`",
                (index, "perft"),
            )
    if any(isinstance(r, bool) or not isinstance(r, int | float) for r in case.get("returns", [])):
        raise document.error("`returns` is a list of numbers, one for each player", (index, "returns"))
    if ("goal" in case) != ("solve_in" in case):
        raise document.error(
            "`solve_in` and `goal` go together", (index, "goal" if "goal" in case else "solve_in")
        )
    for key in case.get("expect") or {}:
        if key not in POSITION_PARTS:
            raise document.error(
                f"a position has no part `{key}`: {possible(str(key), POSITION_PARTS)}",
                (index, "expect", key),
            )
    if isinstance(case.get("position"), str) and case["position"] != "start":
        raise document.error("`position` is a mapping, or `start`", (index, "position"))
    if not any(_asks(key, case[key]) for key in QUESTIONS if key in case):
        raise document.error(
            "this case asks nothing; what can be asked is " + ", ".join(q for q in QUESTIONS if q != "goal"),
            (index,),
        )


def _asks(key: str, value: Any) -> bool:
    """Whether a part asks something: an empty list does, if it is the list of all moves."""
    return key in ("legal_exactly", "winner") or value not in (None, "", [], {})


def check_answers(case: Mapping[str, Any], engine: Engine, index: int, document: Document) -> None:
    """What is expected must be possible in this game. Raises PositionError with its place in the case."""
    game = engine.game
    players = [p.name for p in game.players]
    wanted = case.get("winner")
    for item in wanted if isinstance(wanted, list) else [wanted]:
        if item not in (*players, None, "none", "draw"):
            raise document.error(
                f"no player is named `{item}`: `winner` is " + ", ".join((*players, "draw")) + " or none",
                (index, "winner"),
            )
    if "returns" in case and len(case["returns"]) != len(players):
        raise document.error(
            f"`returns` gives one number for each of {', '.join(players)}, not {len(case['returns'])}",
            (index, "returns"),
        )
    try:
        engine.state(_position(game, case.get("expect") or {}))
    except PositionError as error:
        raise document.error(str(error), (index, "expect", *error.place)) from error


_DEPENDENT = ("pending", "result", "history", "next")  # what only a whole position can say


def _position(game: Game, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What is expected, as a position that can be read. What must be absent is left out, if it could be there."""
    made: dict[str, Any] = {}
    for part, value in wanted.items():
        path = (str(part),)
        if value in (None, "none"):
            continue
        if not isinstance(value, Mapping):
            made[part] = value
            continue
        made[part] = {}
        for name, item in value.items():
            here = (*path, str(name))
            _known(game, here)
            field = game.fields.get(str(name))
            if name in _DEPENDENT or item in (None, "none") or (field and field.type.base == "piece"):
                continue
            if not isinstance(item, Mapping) or part == "pieces":
                made[part][name] = item
                continue
            for inner in item:
                _known(game, (*here, str(inner)))
            made[part][name] = {k: v for k, v in item.items() if v not in (None, "none")}
    return made


def _known(game: Game, place: tuple[str, ...]) -> None:
    """Raises PositionError where what a place speaks of is not in the game at all."""
    players = [p.name for p in game.players]
    holders = {"sites": ("site",), "fields": ("game", "player")}
    fields = {f.name: f for f in game.fields.values() if f.holder in holders.get(place[0], ())}
    match place:
        case ("pieces", name) | ("sites", _, name):
            if game.board.site(name) is None:
                raise PositionError(_unknown("the board has no site", name, game.board.site_index), place)
        case ("sites", name):
            if name not in fields:
                raise PositionError(_unknown("sites have no field", name, fields), place)
        case ("pools", name):
            if name not in game.pools:
                raise PositionError(_unknown("this game has no pool", name, game.pools), place)
        case ("pools", pool, name):
            if game.pools[pool].holder == "player" and name not in players:
                raise PositionError(_unknown("no player is named", name, players), place)
        case ("fields", name):
            if name not in fields and name not in COUNTERS:
                raise PositionError(_unknown("the game has no field", name, (*fields, *COUNTERS)), place)
        case ("fields", field, name):
            if field in fields and fields[field].holder == "player" and name not in players:
                raise PositionError(_unknown("no player is named", name, players), place)


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    return f"{what} `{name}`: {possible(name, known)}"
