"""The editor of positions: a text that is the position, its picture, and changes made by clicks on the board.

The editor keeps nothing and knows no table. A position is what somebody has written, so it holds no secret of a game.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.play.scene.names import Piece
from interpreter.play.sheet.reasons import end_of
from interpreter.play.svg.picture import Icons, icon, picture_of
from interpreter.play.svg.position import Framing
from interpreter.play.tables.table import Json, Refused
from interpreter.play.web import limits
from interpreter.play.web.protocol import Data, read_request
from interpreter.positions.documents import Document, read_state, written
from interpreter.positions.fen import is_fen, is_written_so

_COUNTERS = ("seed", "history", "result", "moves")  # what a position to begin with does without
_SHOWN = 12  # legal moves that are named


@dataclass(frozen=True, slots=True)
class Change:
    """What a click does: puts a piece (`piece`, as it is written; "" takes the topmost away) on a site, gives a site field a
    value, or says who is to move."""

    site: str = ""
    piece: str = ""
    field: str = ""
    value: str = ""
    to_move: str = ""


def read_change(body: bytes) -> Change | None:
    """The change of a position that a request asks for. Raises Refused."""
    found = read_request(body).get("change")
    if found is None:
        return None
    names = {"site": "site", "piece": "piece", "field": "field", "value": "value", "toMove": "to_move"}
    if not isinstance(found, dict) or not all(
        k in names and isinstance(v, str) and len(v) <= limits.TEXT_LETTERS for k, v in found.items()
    ):
        raise Refused("a `change` has a `site` and a `piece`, a `field` and a `value`, or `toMove`, as texts")
    return Change(**{names[k]: v for k, v in found.items()})


def edit(engine: Engine, text: str, change: Change | None) -> Data:
    """What the editor shows for a position and a change of it; without a text, that of the set-up."""
    game = engine.game
    shown = text
    try:
        if not text.strip():
            shown = beginning(engine)
        elif is_written_so(game) and is_fen(text):
            shown = plain(read_state(engine, text).position())
        if change is not None:
            shown = written(apply_change(game, Document(shown, "position").value, change))
        state = read_state(engine, shown)
    except PositionError as error:
        return {"text": shown, "error": str(error)}
    return {"text": shown, "error": "", **_drawn(state)}


def beginning(engine: Engine) -> str:
    """The set-up of a game as a position."""
    return plain(engine.initial_state().position())


def plain(position: Mapping[str, Any]) -> str:
    """A position as a text to begin with: without what only tells how it came about."""
    kept = dict(position)
    kept["fields"] = {k: v for k, v in (position.get("fields") or {}).items() if k not in _COUNTERS}
    return written({k: v for k, v in kept.items() if v or k == "to_move"})


def apply_change(game: Game, position: object, change: Change) -> dict[str, Any]:
    """A position after a change. Raises PositionError where it is none."""
    if not isinstance(position, Mapping):
        raise PositionError("a position is a mapping, such as `to_move: ...`, `pieces: ...`")
    made = dict(position)
    if change.to_move:
        made["to_move"] = change.to_move
    elif change.field:
        made["sites"] = _with_field(made.get("sites"), change)
    else:
        made["pieces"] = _with_piece(game, made.get("pieces"), change)
    return {k: v for k, v in made.items() if v not in ({}, None)}


def _with_piece(game: Game, pieces: object, change: Change) -> dict[str, Any]:
    made = dict(pieces) if isinstance(pieces, Mapping) else {}
    there = made.get(change.site, [])
    stack = list(there) if isinstance(there, list) else [there]
    if change.piece:
        stack = [*stack, change.piece] if game.board.is_stacking else [change.piece]
    else:
        stack = stack[:-1]
    made.pop(change.site, None)
    if stack:
        made[change.site] = stack if len(stack) > 1 else stack[0]
    return made


def _with_field(sites: object, change: Change) -> dict[str, Any]:
    made = dict(sites) if isinstance(sites, Mapping) else {}
    values = dict(found) if isinstance(found := made.get(change.field), Mapping) else {}
    values.pop(change.site, None)
    if change.value:
        values[change.site] = change.value
    made[change.field] = values
    return {k: v for k, v in made.items() if v != {}}


def _drawn(state: State) -> Data:
    """The picture of a state, and what can be said of it."""
    ended = end_of(state)
    shown = picture_of(state, ended=ended, framing=Framing(is_page=False, has_targets=True))
    moves = [] if state.is_terminal else [state.action_to_string(a) for a in state.legal_actions()]
    if state.is_terminal:
        said = f"The game is over here. {ended}".strip()
    elif not moves:
        said = "No move is legal here."
    else:
        names = ", ".join(moves[:_SHOWN]) + (", …" if len(moves) > _SHOWN else "")
        said = f"{len(moves)} legal move{'s' * (len(moves) != 1)}: {names}"
    return {
        "svg": shown,
        "said": said,
        "over": state.is_terminal,
        "toMove": state.position().get("to_move", ""),
    }


def palette(game: Game) -> Data:
    """What can be put on the board: pieces of each player and of nobody, and values of sites."""
    icons = Icons(game)
    owned = [Piece(p.name, k.name, ()) for p in game.players for k in game.kinds]
    pieces: list[Json] = [{"text": f"{p.owner} {p.kind}", "icon": icon(icons, p)} for p in owned]
    free: list[Json] = [{"text": k.name, "icon": icon(icons, Piece("", k.name, ()))} for k in game.kinds]
    fields: list[Json] = [
        {"name": f.name, "values": [v for i, v in enumerate(f.type.symbols) if i != f.default]}
        for f in game.fields.values()
        if f.holder == "site" and f.type.symbols
    ]
    return {"pieces": pieces, "free": free, "fields": fields, "players": [p.name for p in game.players]}
