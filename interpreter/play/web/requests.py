"""What the bodies of requests say, read into what the server works with; what is no such thing is refused in words."""

import json
from typing import TypeAlias

from starlette.requests import Request

from interpreter.play.web import limits
from interpreter.play.web.new_table import Wish
from interpreter.play.web.position_editor import Change
from interpreter.play.web.table import Refused


async def body_of(request: Request) -> bytes:
    """What a request brings. Raises Refused where it is too long."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > limits.MESSAGE_BYTES:
            raise Refused("the request is too long")
    return body


Settings: TypeAlias = "tuple[dict[str, str], str | None]"  # options, and a variant


def read_comparison(body: bytes) -> tuple[str, Settings, Settings, list[str], tuple[str, ...]]:
    """A game, two settings of it, moves, and a path of choices. Raises Refused."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused("the request is no JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("game"), str):
        raise Refused("the request must name a `game`")
    made = []
    for side in (found.get("a"), found.get("b")):
        wish = read_wish(
            json.dumps({**(side if isinstance(side, dict) else {}), "game": found["game"]}).encode()
        )
        made.append((dict(wish.options), wish.variant))
    moves, path = found.get("moves") or [], found.get("path") or []
    for texts in (moves, path):
        if not isinstance(texts, list) or not all(
            isinstance(t, str) and len(t) <= limits.TEXT_LETTERS for t in texts
        ):
            raise Refused("`moves` and `path` are lists of texts")
    return found["game"], made[0], made[1], moves, tuple(path[: limits.PATH])


def read_change(body: bytes) -> Change | None:
    """The change of a position that a request asks for. Raises Refused."""
    found = json.loads(body).get("change")
    if found is None:
        return None
    names = {"site": "site", "piece": "piece", "field": "field", "value": "value", "toMove": "to_move"}
    if not isinstance(found, dict) or not all(
        k in names and isinstance(v, str) and len(v) <= limits.TEXT_LETTERS for k, v in found.items()
    ):
        raise Refused("a `change` has a `site` and a `piece`, a `field` and a `value`, or `toMove`, as texts")
    return Change(**{names[k]: v for k, v in found.items()})


def read_wish(body: bytes) -> Wish:
    """The table that a request asks for. Raises Refused."""
    try:
        found = json.loads(body)
        json.dumps(found, ensure_ascii=False).encode()  # what it says may be quoted: it must be text
    except (ValueError, RecursionError):
        raise Refused("the request is no JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("game"), str):
        raise Refused("the request must name a `game`")
    options, seats, clock = found.get("options") or {}, found.get("seats") or [], found.get("clock")
    if not isinstance(options, dict) or not all(isinstance(v, str) for v in options.values()):
        raise Refused("`options` gives each option a value, as a text")
    if not isinstance(seats, list) or not all(isinstance(v, str) for v in seats) or len(seats) > 64:
        raise Refused("`seats` is a list: open, human, or who takes the seat")
    variant, seed = found.get("variant") or None, found.get("seed")
    lesson, position, start = found.get("lesson"), found.get("position") or "", found.get("start") or ""
    if lesson is not None and (isinstance(lesson, bool) or not isinstance(lesson, int)):
        raise Refused("`lesson` is the number of a lesson")
    setting = found.get("setting") or ""
    if not isinstance(setting, str) or (setting and lesson is None):
        raise Refused("`setting` is the name of a setting of a `lesson`")
    if not isinstance(position, str) or not isinstance(start, str) or (position and start):
        raise Refused("`position` is a text, and `start` the name of a position; only one of them is given")
    if variant is not None and not isinstance(variant, str):
        raise Refused("`variant` is a name")
    if seed is not None and not isinstance(seed, int):
        raise Refused("`seed` is a whole number")
    minutes, increment = None, 0.0
    if clock is not None:
        times = [clock.get("minutes"), clock.get("increment") or 0] if isinstance(clock, dict) else [None]
        if not all(isinstance(t, int | float) and abs(t) < limits.MINUTES * 60 for t in times):
            raise Refused("`clock` has `minutes`, and perhaps `increment` in seconds")
        minutes, increment = (float(t or 0) for t in times)
    return Wish(
        found["game"], options, variant, seats, minutes, increment, seed, lesson, setting, position, start
    )
