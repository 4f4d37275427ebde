"""What a page may say: messages as values, checked on the way in. What a server says: data for JSON, answers, refusals in words.

`read` gives a message or raises `BadMessage`, whose text is meant for the page's author. Nothing else of what a client
sends is looked at.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from interpreter.play.scene.names import capital
from interpreter.play.svg.shapes import piece_sets
from interpreter.play.tables.table import CHAT_LETTERS, Json, Refused
from interpreter.play.web import limits

Data: TypeAlias = dict[str, Json]
Viewer: TypeAlias = "int | None"


@dataclass(frozen=True, slots=True)
class Answer:
    """The messages for who has asked; whether the table has changed, and whether an action was played; what the others are told;
    whether something is to be kept that nobody else learns."""

    messages: tuple[Data, ...] = ()
    has_changed: bool = False
    has_played: bool = False
    told: tuple[Data, ...] = ()
    is_private: bool = False


def spoken(path: Sequence[str]) -> str:
    """A path as people would type it: sites joined as a way, other choices as words."""
    words = [text.partition(" ") for text in path]
    values = [value or sort for sort, _, value in words]
    return ("-" if all(sort in ("site", "piece") for sort, _, _ in words) else " ").join(values)


def refusal(text: str) -> Data:
    is_code = re.match(r"\S*\d", text) is not None  # such as a place: a sentence may begin with it
    return {"type": "refused", "text": text if is_code else capital(text)}


def gone_wrong(error: GameError) -> Data:
    """What is told where a rule goes wrong in play."""
    return refusal("the rules go wrong here: " + render(error.diagnostics, False))


def read_request(body: bytes) -> dict[str, Any]:
    """What a page asks for, an object of JSON; what is none asks for nothing. Raises Refused."""
    try:
        found = json.loads(body)
        json.dumps(found, ensure_ascii=False).encode()  # what it says may be quoted: it must be text
    except (ValueError, RecursionError):
        raise Refused("the request is no JSON") from None
    return found if isinstance(found, dict) else {}


TYPES = (
    "hello", "pick", "do", "why", "relation", "undo", "redo", "resign", "draw", "consent", "step", "branch",
    "hint", "stop", "chat", "name", "verdict", "try", "again", "analyse", "review",
    "judge", "plan", "unplan", "reach", "shuffle", "clear", "lay", "mirror", "preview", "rematch",
)  # fmt: skip
_NEED = {
    "pick": ("path",),
    "preview": ("path",),
    "do": ("rev", "path"),
    "step": ("ply",),
    "analyse": ("ply",),
    "branch": ("ply", "paths"),
    "plan": ("ply", "paths"),
    "unplan": ("ply",),
    "judge": ("ply",),
    "chat": ("text",),
    "lay": ("moves",),
    "name": ("text",),
    "reach": ("text",),
    "consent": ("of", "yes"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """How a page wants its pictures. `wide`: it has more room beside the board than below it; `turned`: whether the board is seen
    from its other side; None: as whoever looks sits; `pieces`: the name of their set, or "letters"; "":
    the usual set."""

    wide: bool = False
    turned: bool | None = None
    pieces: str = ""


PLAIN = Look()


class BadMessage(ValueError):  # noqa: N818 - what it is called in the protocol
    """A message that cannot be read."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a page. Fields that its type has no use for have their defaults.

    `rev` is the revision of the table that the page has shown; `path` a walk of choices, `paths` several; `text` what
    somebody has typed; `keep`: choices that are to stay in the walk, wherever they stand in it; `look`: how the page wants its
    pictures.
    """

    type: str
    rev: int = -1
    ply: int = -1
    path: tuple[str, ...] = ()
    paths: tuple[tuple[str, ...], ...] = ()
    text: str = ""
    of: str = ""
    yes: bool = False
    moves: tuple[str, ...] = ()
    look: Look = PLAIN
    keep: tuple[str, ...] = ()


def read(data: str | bytes) -> Message:
    """A message. Raises BadMessage: too long, no JSON, an unknown type, a field of the wrong sort."""
    if len(data) > limits.MESSAGE_BYTES:
        raise BadMessage(f"a message has at most {limits.MESSAGE_BYTES} bytes")
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise BadMessage("a message is JSON") from None
    if not isinstance(found, dict):
        raise BadMessage("a message is an object with a `type`")
    kind = found.get("type")
    if kind not in TYPES:
        raise BadMessage(f"there is no message `{str(kind)[:40]}`; there are: {', '.join(TYPES)}")
    for name in _NEED.get(kind, ()):
        if name not in found:
            raise BadMessage(f"`{kind}` needs `{name}`")
    return Message(
        kind,
        _whole(found, "rev"),
        _whole(found, "ply"),
        _path(found.get("path", [])),
        _paths(found.get("paths", [])),
        _text(found, "text"),
        _text(found, "of"),
        found.get("yes") is True,
        _moves(found.get("moves", [])),
        _look(found),
        _texts(found.get("keep", []), "keep", "choice", limits.PATH),
    )


def _look(found: Mapping[str, object]) -> Look:
    turned = found.get("turned")
    return Look(
        found.get("wide") is True,
        turned if isinstance(turned, bool) else None,
        pieces_named(found.get("pieces")),
    )


def pieces_named(found: object) -> str:
    """The name of a set of pieces, or "letters"; "" for anything else."""
    return next((name for name in ("letters", *piece_sets()) if name == found), "")


def _whole(found: Mapping[str, object], name: str) -> int:
    value = found.get(name, -1)
    if isinstance(value, bool) or not isinstance(value, int) or not -1 <= value < 1 << 53:
        raise BadMessage(f"`{name}` is a whole number from 0")
    return value


def _text(found: Mapping[str, object], name: str) -> str:
    value = found.get(name, "")
    if not isinstance(value, str) or len(value) > max(limits.TEXT_LETTERS, CHAT_LETTERS):
        raise BadMessage(f"`{name}` is a text of at most {limits.TEXT_LETTERS} letters")
    return "".join(c for c in value if c.isprintable())


def _path(value: object) -> tuple[str, ...]:
    return _texts(value, "path", "choice", limits.PATH)


def _moves(value: object) -> tuple[str, ...]:
    return _texts(value, "moves", "move", limits.SET_UP)


def _texts(value: object, name: str, each: str, most: int) -> tuple[str, ...]:
    """A list of at most so many texts; `each` is what one of them is."""
    if not isinstance(value, list) or len(value) > most:
        raise BadMessage(f"`{name}` is a list of at most {most} {each}s")
    if not all(isinstance(v, str) and len(v) <= limits.TEXT_LETTERS for v in value):
        raise BadMessage(f"a {each} of `{name}` is a text")
    return tuple(value)


def _paths(value: object) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list) or len(value) > limits.PATH:
        raise BadMessage(f"`paths` is a list of at most {limits.PATH} paths")
    return tuple(_path(v) for v in value)
