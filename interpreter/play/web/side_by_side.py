"""Two settings of a game side by side: the same moves on both boards, as long as they are legal there, and where they differ.

Nothing is kept: the moves come with each request, as they are written in the first game. Moves are matched by their names and
choices, not by their notation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.analysis.lockstep.vocabulary import NONE, Vocabulary
from interpreter.engines.base import Engine
from interpreter.engines.errors import IllegalAction
from interpreter.play.session import Session
from interpreter.play.sheet.reasons import end_of
from interpreter.play.tables.disclosure import own_sites
from interpreter.play.tables.table import Json, Refused, Table
from interpreter.play.web import limits
from interpreter.play.web.new_table import wish_of
from interpreter.play.web.protocol import Data, read_request
from interpreter.play.web.views import Views

MOST_MOVES = 300
_NAMED = 12  # moves that only one of the games has


@dataclass
class Side:
    """One of the two games, as far as it has been played. `trouble`: why it stands still since a move."""

    table: Table
    views: Views
    trouble: str = ""

    @classmethod
    def of(cls, engine: Engine) -> "Side":
        """Raises Refused for games whose boards may not be shown to everybody."""
        if engine.game.is_hidden:
            raise Refused("games with secrets are not shown side by side")
        players = len(engine.game.players)
        session = Session(engine, engine.game.name, 0, [None] * players)
        table = Table.at_one_screen(session)
        return cls(table, Views(table))

    @property
    def picture(self) -> str:
        return self.views.boards.picture(len(self.table.session.moves), None)

    @property
    def ended(self) -> str:
        return end_of(self.table.state)


Settings: TypeAlias = "tuple[dict[str, str], str | None]"  # options, and a variant


def read_comparison(body: bytes) -> tuple[str, Settings, Settings, list[str], tuple[str, ...]]:
    """A game, two settings of it, moves, and a path of choices. Raises Refused."""
    found, made = read_request(body), []
    for side in (found.get("a"), found.get("b")):
        wish = wish_of({**(side if isinstance(side, dict) else {}), "game": found.get("game")})
        made.append((dict(wish.options), wish.variant))
    moves, path = found.get("moves") or [], found.get("path") or []
    for texts in (moves, path):
        if not isinstance(texts, list) or not all(
            isinstance(t, str) and len(t) <= limits.TEXT_LETTERS for t in texts
        ):
            raise Refused("`moves` and `path` are lists of texts")
    return found["game"], made[0], made[1], moves, tuple(path[: limits.PATH])


def compare(a: Engine, b: Engine, moves: Sequence[str], path: tuple[str, ...]) -> Data:
    """Both boards after some moves, what may be chosen behind a path in the first game, and in what they differ. Raises Refused,
    NoSuchChoice, GameError."""
    if len(moves) > MOST_MOVES:
        raise Refused(f"at most {MOST_MOVES} moves are compared")
    first, second = Side.of(a), Side.of(b)
    onward, back = Vocabulary(a.game, b.game), Vocabulary(b.game, a.game)
    for number, move in enumerate(moves, 1):
        try:
            action = first.table.state.action_from_string(move)
        except IllegalAction as error:
            raise Refused(f"move {number}: {error}") from error
        if not second.trouble:
            _follow(second, onward.one(action), number, move)
        first.table.play(action)
    return _comparison(first, second, onward, back, path)


def _follow(side: Side, action: int, number: int, move: str) -> None:
    """Plays a move on the second board, or says why it is not legal there."""
    state = side.table.state
    if state.is_terminal:
        side.trouble = f"The game is over here before move {number}, {move}."
    elif action == NONE:
        side.trouble = f"Move {number}, {move}, does not exist here."
    elif action not in state.legal_actions():
        reasons = state.why(move)
        side.trouble = f"Move {number}, {move}, is not legal here" + (
            f": {reasons[0].text}" if reasons else "."
        )
    else:
        side.table.play(action)


def _comparison(
    first: Side, second: Side, onward: Vocabulary, back: Vocabulary, path: tuple[str, ...]
) -> Data:
    data: Data = {
        "a": {"svg": first.picture, "ended": first.ended},
        "b": {"svg": second.picture, "ended": second.ended, "trouble": second.trouble},
        "moves": [*first.table.session.moves],
    }
    if not second.trouble:
        data["onlyA"], data["onlyB"] = _surplus(first, second, onward), _surplus(second, first, back)
    state, mover = first.table.state, first.table.mover
    if mover is not None:
        data["next"] = first.views.choices.next(path, state, mover)
    return data


def _surplus(side: Side, other: Side, vocabulary: Vocabulary) -> Json:
    """The legal moves of a side that the other one lacks: how many, and some of them with their sites."""
    state, there = side.table.state, set(other.table.state.legal_actions())
    lacking = [a for a in state.legal_actions() if vocabulary.one(a) not in there]
    named: list[Json] = [
        {"text": state.action_to_string(a), "sites": [*own_sites(state, a)]} for a in lacking[:_NAMED]
    ]
    return {"count": len(lacking), "moves": named}
