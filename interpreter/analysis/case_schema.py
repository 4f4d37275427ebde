"""The form of a game's test cases: their parts, the types of these, and whether the game can answer at all.

A case that asks nothing, or something that can never be so, is a mistake of its author and not passed. A setting,
such as an easier or a harder one, is the same task with other parts: a position is overlaid, as `expect` reads it, `none` takes
away, and what else a setting names stands for what the case says.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

from gdl.boards.site_names import no_site
from gdl.core.model import COUNTERS, Game
from gdl.diagnostics.similar_names import near, possible
from interpreter.analysis.expected import overlaid
from interpreter.engines.base import Engine
from interpreter.engines.errors import PositionError
from interpreter.engines.position_parts import POSITION_PARTS, no_part, swapped
from interpreter.positions.documents import Document

Case = Mapping[str, Any]
At = tuple[str | int, ...]  # where a case, or a setting of one, stands in its document

_DENOMINATOR = 1_000_000  # of probabilities
_SETTING = (
    "name", "means", "position", "start", "options", "variant", "slow", "allowed", "hints", "settings",
)  # fmt: skip
"""Parts that ask nothing."""
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
    "odds",
    "means",
    "offered",
    "allowed",
    "hints",
    "settings",
)
QUESTIONS = tuple(k for k in KEYS if k not in _SETTING)  # a case has one of these at least

_LISTS_OF_MOVES = ("legal", "illegal", "legal_exactly", "after")
_SHAPES: dict[str, tuple[type, ...]] = {
    "name": (str, int, float, type(None)), "variant": (str, type(None)), "options": (dict,), "perft": (dict,), "expect": (dict,), "returns": (list,), "count": (int,), "wins_in": (int,),
    "solve_in": (int,), "slow": (bool,), "offered": (bool,), "hints": (bool,), "allowed": (int,), "settings": (dict,), "legal": (list, str), "illegal": (list, str), "legal_exactly": (list, str),
    "after": (list, str), "goal": (str,), "holds": (str,), "odds": (dict,), "means": (str,), "position": (dict, str), "winner": (str, list, type(None)),
}  # fmt: skip
_WORDS = {dict: "a mapping", list: "a list", str: "a text", int: "a whole number", bool: "true or false"}


# ---- the form of a case


def check_case(case: Case, at: At, document: Document) -> None:
    """Raises PositionError with its place for a case whose parts have the wrong form: it cannot even fail."""
    _check_keys(case, at, document)
    check_parts(case, at, document)
    if not any(_asks(key, case[key]) for key in QUESTIONS if key in case):
        raise document.error(
            "this case asks nothing; what can be asked is " + ", ".join(q for q in QUESTIONS if q != "goal"),
            at,
        )


def check_parts(case: Case, at: At, document: Document) -> None:
    """Raises PositionError with its place for parts of the wrong form."""
    _check_shapes(case, at, document)
    _check_moves(case, at, document)
    _check_numbers(case, at, document)
    _check_position(case, at, document)
    _check_allowed(case, at, document)


_MEANT = {
    "moves": "after",
    "play": "after",
    "actions": "after",
    "then": "expect",
    "result": "winner",
    "wins": "winner",
    "win": "winner",
    "start": "position",
    "setup": "position",
    "board": "position",
    "moves_exactly": "legal_exactly",
}


def _check_keys(case: Case, at: At, document: Document) -> None:
    for key in case:
        if key not in KEYS:
            meant = _MEANT.get(str(key))
            if meant is None and key in POSITION_PARTS:
                shown = f"{{{key}: {case[key]}}}" if isinstance(case[key], str | int) else f"{{{key}: ...}}"
                message = f"`{key}` is a part of a position: write `position: {shown}`, or `expect: {shown}`"
                raise document.error(message, (*at, key))
            hint = (
                f"did you mean `{meant}`?"
                if meant
                else near(str(key), KEYS) or "its parts are " + ", ".join(KEYS)
            )
            raise document.error(f"a case has no part `{key}`: {hint}", (*at, key))


def _check_shapes(case: Case, at: At, document: Document) -> None:
    for key, shapes in _SHAPES.items():
        if key in case and not _has_shape(case[key], shapes):
            wanted = " or ".join(_WORDS[s] for s in shapes if s in _WORDS)
            raise document.error(
                f"`{key}` is {wanted}, not {case[key]!r}{_written(key, case[key])}", (*at, key)
            )


def _written(key: str, value: Any) -> str:
    """How a part is written whose form is wrong, where its value shows what is meant."""
    match key, value:
        case "perft", int():
            return f": write `perft: {{1: {value}}}`, with the depth before the count"
        case "returns", dict():
            return f": write `returns: [{', '.join(map(str, value.values()))}]`, in the order of the players"
        case "legal" | "illegal" | "legal_exactly" | "after", dict():
            return f": write `{key}: [{', '.join(map(str, value))}]`"
        case (("holds" | "goal"), [str() as one]):
            return f": write `{key}: {one}`"
        case "count", [int() as one]:
            return f": write `count: {one}`"
    return ""


def _has_shape(value: Any, shapes: tuple[type, ...]) -> bool:
    """Whether a value has one of these types; a bool is no number here."""
    return isinstance(value, shapes) and (bool in shapes or not isinstance(value, bool))


def _check_moves(case: Case, at: At, document: Document) -> None:
    for key in _LISTS_OF_MOVES:
        items = case.get(key, [])
        if isinstance(items, list) and any(not isinstance(i, str | int) for i in items):
            raise document.error(f"`{key}` is a list of moves in notation", (*at, key))


def _check_numbers(case: Case, at: At, document: Document) -> None:
    for depth, count in (case.get("perft") or {}).items():
        if not re.fullmatch(r"[1-9]\d?", str(depth)) or not re.fullmatch(r"\d+( slow)?", str(count)):
            raise document.error(
                "`perft` gives a count for each depth from 1 to 99, such as `3: 504` or `9: 127872 slow`",
                (*at, "perft"),
            )
    for condition, wanted in (case.get("odds") or {}).items():
        if probability(wanted) is None:
            raise document.error(
                f"`odds` gives the probability of each condition, such as `1/6` or 0.25, not {wanted!r}",
                (*at, "odds", condition),
            )
    if any(isinstance(r, bool) or not isinstance(r, int | float) for r in case.get("returns", [])):
        raise document.error("`returns` is a list of numbers, one for each player", (*at, "returns"))


def probability(wanted: object) -> Fraction | None:
    """A probability as it is written, such as `1/6` or 0.25; None if it is none."""
    if isinstance(wanted, bool) or not isinstance(wanted, str | int | float):
        return None
    try:
        found = Fraction(str(wanted).strip())
    except (ValueError, ZeroDivisionError):
        return None
    return as_fraction(found) if 0 <= found <= 1 else None


def as_fraction(found: float | Fraction) -> Fraction:
    """A probability that was added up, as the fraction that it is."""
    return Fraction(found).limit_denominator(_DENOMINATOR)


def _check_position(case: Case, at: At, document: Document) -> None:
    if ("goal" in case) != ("solve_in" in case):
        raise document.error(
            f"`solve_in` and `goal` go together: `{'solve_in: 2' if 'goal' in case else 'goal: CONDITION'}` is missing",
            (*at, "goal" if "goal" in case else "solve_in"),
        )
    if case.get("odds") and not case.get("after") and case.get("position", "start") != "start":
        raise document.error(
            "`odds` is about what comes of the last move of `after`, or, without a `position`, about the set-up",
            (*at, "odds"),
        )
    for key, value in (case.get("expect") or {}).items():
        if key in KEYS and key not in POSITION_PARTS:
            raise document.error(
                f"a position has no part `{key}`: it is a part of the case, and stands beside `expect`: `{key}: {value}`",
                (*at, "expect", key),
            )
    if isinstance(case.get("position"), str) and case["position"] != "start":
        raise document.error("`position` is a mapping, or `start`", (*at, "position"))


def _asks(key: str, value: Any) -> bool:
    """Whether a part asks something: an empty list does only if it lists all moves or winners."""
    return key in ("legal_exactly", "winner") or value not in (None, "", [], {})


def _check_allowed(case: Case, at: At, document: Document) -> None:
    """How many moves a learner has is at least what is needed."""
    needed = next((key for key in ("solve_in", "wins_in") if key in case), None)
    if "hints" in case and needed is None and "legal_exactly" not in case:
        raise document.error(
            "`hints` belongs to a case with a task: `solve_in`, `wins_in` or `legal_exactly`", (*at, "hints")
        )
    if "allowed" not in case:
        return
    if needed is None:
        raise document.error("`allowed` belongs to a case with `solve_in` or `wins_in`", (*at, "allowed"))
    if case["allowed"] < case[needed]:
        raise document.error(
            f"`allowed: {case['allowed']}` leaves a learner fewer moves than the {case[needed]} of `{needed}`",
            (*at, "allowed"),
        )


# ---- what a game can answer


def check_answers(case: Case, engine: Engine, at: At, document: Document) -> None:
    """What is expected must be possible in this game. Raises PositionError with its place in the case."""
    game = engine.game
    players = [p.name for p in game.players]
    wanted = case.get("winner")
    for item in wanted if isinstance(wanted, list) else [wanted]:
        if item not in (*players, None, "none", "draw"):
            meant = near(str(item), (*players, "draw"))
            several = [part.strip() for part in re.split(r",| and ", str(item))]
            if len(several) > 1 and set(several) <= set(players):
                meant = f"several are a list, `winner: [{', '.join(several)}]`"
            raise document.error(
                f"no player is named `{item}`: "
                + (meant or "`winner` is " + ", ".join((*players, "draw")) + " or none"),
                (*at, "winner"),
            )
    if "returns" in case and len(case["returns"]) != len(players):
        raise document.error(
            f"`returns` gives one number for each of {', '.join(players)}, not {len(case['returns'])}",
            (*at, "returns"),
        )
    try:
        engine.state(_position(game, case.get("expect") or {}))
    except PositionError as error:
        raise document.error(str(error), (*at, "expect", *error.place)) from error


_DEPENDENT = ("pending", "result", "history", "next")  # fields that only a whole position can have
_ABSENT = (None, "none")


def _position(game: Game, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What is expected, as a position that can be read. What must be absent is left out, if it could be there."""
    made: dict[str, Any] = {}
    for part, value in wanted.items():
        if part not in POSITION_PARTS:
            raise PositionError(no_part(game, str(part), value), (str(part),))
        if value in _ABSENT:
            continue
        made[part] = _section(game, str(part), value) if isinstance(value, Mapping) else value
    return made


def _section(game: Game, part: str, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """One part of a position: its pieces, sites, pools or fields."""
    made: dict[str, Any] = {}
    for name, item in wanted.items():
        here = (part, str(name))
        if way := swapped(game, part, str(name), item):
            raise PositionError(way, here)
        _known(game, here)
        field = game.fields.get(str(name))
        if name in _DEPENDENT or item in _ABSENT or (field and field.type.base == "piece"):
            continue
        if not isinstance(item, Mapping) or part == "pieces":
            made[name] = item
            continue
        for inner in item:
            _known(game, (*here, str(inner)))
        made[name] = {k: v for k, v in item.items() if v not in _ABSENT}
    return made


def _known(game: Game, place: tuple[str, ...]) -> None:
    """Raises PositionError where a place names something that is not in the game at all."""
    match place:
        case ("pieces", name) | ("sites", _, name):
            if name not in game.board.site_index:
                raise PositionError(no_site(game.board, name), place)
        case ("sites", name):
            _check_name("sites have no field", name, _fields(game, "site"), place)
        case ("pools", name):
            _check_name("this game has no pool", name, game.pools, place)
        case ("fields", name):
            _check_name(
                "the game has no field", name, (*_fields(game, "game", "player", "table"), *COUNTERS), place
            )
        case ("pools", pool, name) if game.pools[pool].holder == "player":
            _check_name("no player is named", name, [p.name for p in game.players], place)
        case ("fields", field, name) if field in _fields(game, "player"):
            _check_name("no player is named", name, [p.name for p in game.players], place)


def _fields(game: Game, *holders: str) -> list[str]:
    return [f.name for f in game.fields.values() if f.holder in holders]


def _check_name(what: str, name: str, known: Collection[str], place: tuple[str, ...]) -> None:
    if name not in known:
        raise PositionError(f"{what} `{name}`: {possible(name, known)}", place)


TASKS = ("solve_in", "wins_in", "legal_exactly")
_ALSO = ("means", "position", "options", "variant", "after", "goal", "allowed", "hints", "slow")
MAX_NAME = 40
"""Letters of a setting's name: it stands on a button."""


def settings_of(case: Case) -> Iterator[tuple[str, Case]]:
    """The settings of a case by name, each as a case that sets its task and asks nothing else."""
    kept = {k: v for k, v in case.items() if k in (*TASKS, *_ALSO)}
    for name, given in (case.get("settings") or {}).items():
        made = {**kept, **given}
        for part in ("position", "options"):
            if isinstance(given.get(part), Mapping) and isinstance(case.get(part), Mapping):
                made[part] = overlaid(case[part], given[part])
        yield str(name), made


def check_settings(case: Case, at: At, document: Document) -> None:
    """Raises PositionError with its place for settings of the wrong form."""
    given = case.get("settings") or {}
    task = next((t for t in TASKS if t in case), None)
    if given and task is None:
        raise document.error(
            "`settings` belong to a case with a task: `solve_in`, `wins_in` or `legal_exactly`",
            (*at, "settings"),
        )
    parts = [*_ALSO, *(t for t in TASKS if t in case)]
    for name, setting in given.items():
        here = (*at, "settings", name)
        if not 0 < len(str(name)) <= MAX_NAME:
            raise document.error(f"the name of a setting has 1 to {MAX_NAME} letters", here)
        if not isinstance(setting, Mapping) or not setting:
            raise document.error(
                f"a setting is a mapping of what differs, such as `{name}: {{allowed: 6}}`", here
            )
        for key in setting:
            if key not in parts:
                hint = near(str(key), parts) or "what may differ is " + ", ".join(parts)
                raise document.error(f"a setting has no part `{key}`: {hint}", (*here, key))
    for name, made in settings_of(case):
        check_parts(made, (*at, "settings", name), document)
