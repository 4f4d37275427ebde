"""Positions as FEN, for games whose rules say so (`fen` below `notation`): written from a state, and read as one.

A line has the ranks of the board from the top, the player to act, the fields that the rules name, and the number of the move
of both (Portable Game Notation Specification, 16.1, 1994). The first player has capital letters and is `w`. Which fields there are,
and their letters, the rules say: nothing here knows a game. `fen_board` has the pieces, `fen_fields` the fields.

Lines of EPD are read, too: numbers at the end may be missing, and operations such as `bm e4;` are passed over. So are lines of SFEN,
which the protocol USI writes (Romstad, 2007), for games whose FEN tells nothing but the pieces and a pool: what is in hand stands behind
the player, `b` begins, and moves of each player are counted. `.../... b 2P3p 5` is `.../...[PPppp] w 3`.
"""

import re
from collections.abc import Sequence

from gdl.core.model import FenField, Game
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.engines.position_parts import Position
from interpreter.positions.fen_board import pool_of, read_board, write_board
from interpreter.positions.fen_fields import is_count, is_tally, part_text, read_part, read_tally, whole

SIDES = ("w", "b")
_LINE = re.compile(r"(?:sfen\s+)?\S+/\S+(?:[^\S\n]+\S+)+")
_NOTHING = ["-", "-", "0"]  # what stands for fields where a game has none
# what FEN leaves out of `fields`, and what it counts by itself
_FORGOTTEN = ("history", "moves", "passes", "seed", "turn")


def is_written_so(game: Game) -> bool:
    """Whether the rules say that positions are written as FEN, which shows all to everybody."""
    return game.style is not None and game.style.fen is not None and not game.is_hidden


def is_fen(text: str) -> bool:
    """Whether each line of a text looks like FEN, and it is no YAML."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return bool(lines) and all(_LINE.fullmatch(line) for line in lines)


def fen_of(state: State) -> str:
    """The FEN of a state. Raises PositionError where something of the position has no place in it."""
    game, position = state.engine.game, state.position()
    named = _named(game)
    found = [
        write_board(game, position, named),
        SIDES[[p.name for p in game.players].index(position["to_move"])],
        *([part_text(game, position, fields) for fields in _in_parts(game, named)] or _NOTHING),
        str((position["fields"].get("turn", 1) + 1) // 2),
    ]
    text = " ".join(found)
    engine = state.engine
    read = engine.judge(engine.state(_position(engine.initial_state(), text)))
    lost = _lost(position, read.position())
    if lost:
        raise PositionError(f"FEN has no place for {lost} of this position; YAML has")
    return text


def line_of(state: State) -> str:
    """The position on a line as programs of its game write it: SFEN where they speak USI, else FEN. Raises PositionError."""
    return sfen_from(fen_of(state)) if "usi" in state.engine.game.headings else fen_of(state)


def read_fen(engine: Engine, text: str) -> State:
    """The state that a FEN means, over where an end holds in it. Raises PositionError, also for a position that no game comes
    to, as it contradicts what the rules claim of all positions."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1:
        raise PositionError(f"these are {len(lines)} positions, one on a line, and one is read")
    state = engine.state(_position(engine.initial_state(), text))
    for claim in engine.game.claims:
        if claim.condition is None or claim.settings or claim.form not in ("always", "never"):
            continue
        if engine.evaluate(state, claim.condition.span.text) != (claim.form == "always"):
            raise PositionError(f"no game comes to this position: “{claim.text}” does not hold")
    return engine.judge(state)


def _position(start: State, text: str) -> Position:
    """The position that a FEN means; `start` is one with which the game begins. Raises PositionError."""
    game = start.engine.game
    named = _named(game)
    has_fields = bool(_in_parts(game, named))
    text = text if has_fields or pool_of(game, named) is None else fen_from(text) or text
    placed, side, *rest = [*text.split(), ""] if len(text.split()) == 1 else text.split()
    position: Position = {"fields": {}, **read_board(game, placed, named, start.position())}
    first = game.players[0].name[:1].lower()  # as some write it
    sides = (*SIDES, *([first] if first not in SIDES else []))
    if side not in sides:
        raise PositionError(f"the player to act is `w` or `b`, not `{side}`")
    number_of_player = sides.index(side) % 2
    position["to_move"] = game.players[number_of_player].name
    while not has_fields and rest and (rest[0] == "-" or "".join(rest[1:2]).isdigit()):
        rest.pop(0)
    parts = _Parts(game, named, rest)
    for fields in parts.named:
        parts.read(start, position, fields)
    number = max(1, parts.number("the number of the move"))  # some programs begin with 0
    position["fields"]["turn"] = 2 * number - 1 + number_of_player
    parts.finish(position)
    return position


class _Parts:
    """The parts of a line behind the player to act, read one after the other."""

    def __init__(self, game: Game, named: Sequence[FenField], parts: list[str]) -> None:
        self.game, self.parts, self.at = game, parts, 0
        self.named = _in_parts(game, named)

    @property
    def rest(self) -> list[str]:
        return self.parts[self.at :]

    @property
    def is_done(self) -> bool:
        """Whether only operations follow, if anything: each ends with a semicolon, or is a comment behind one."""
        return not self.rest or (not self.rest[0].isdigit() and ";" in " ".join(self.rest))

    def read(self, start: State, position: Position, fields: Sequence[FenField]) -> None:
        """Raises PositionError."""
        field = fields[0]
        if is_tally(self.game, field):
            self.at += bool(self.rest) and read_tally(self.game, position, field, self.rest[0])
        elif not (is_count(self.game, field) and self.is_done):
            if not self.rest:
                raise self._wrong_number()
            read_part(start, position, fields, self.rest[0])
            self.at += 1

    def number(self, what: str) -> int:
        """Raises PositionError."""
        if self.is_done:
            return 1
        self.at += 1
        return whole(self.parts[self.at - 1], what)

    def finish(self, position: Position) -> None:
        """Reads what older programs write behind the number of the move. Raises PositionError for what nobody writes."""
        for field, *_ in self.named:
            if self.rest and is_tally(self.game, field):
                self.at += read_tally(self.game, position, field, self.rest[0])
        if not self.is_done:
            raise self._wrong_number()

    def _wrong_number(self) -> PositionError:
        wanted = [
            "the pieces",
            "the player",
            *(" and ".join(f"`{n.name}`" for n in fields) for fields in self.named),
            "the number of the move",
        ]
        return PositionError(
            f"this FEN has {len(self.parts) + 2} parts, and {self.game.title} needs {len(wanted)}: {', '.join(wanted)}"
        )


def _named(game: Game) -> tuple[FenField, ...]:
    """The fields that are written. Raises PositionError for a game of which FEN says nothing."""
    if game.is_hidden:
        raise PositionError(f"{game.title} hides something, and FEN would show it")
    if game.style is None or game.style.fen is None:
        raise PositionError(f"{game.title} has no FEN: its rules do not say `fen` below `notation`")
    return game.style.fen


def _in_parts(game: Game, named: Sequence[FenField]) -> list[list[FenField]]:
    """Those that stand behind the player to act, and not with the pieces; those of one part together."""
    parts: list[list[FenField]] = []
    for field in (n for n in named if not n.sign and n.name != pool_of(game, named)):
        shared = next((part for part in parts if field.shares_letters(part[0])), None)
        if shared is not None:
            shared.append(field)
        else:
            parts.append([field])
    return parts


def _lost(one: Position, other: Position) -> str:
    """What of a position another one does not have: the parts and the fields."""
    parts = [p for p in ("pieces", "sites", "pools") if one[p] != other[p]]
    fields = {*one["fields"], *other["fields"]} - {*_FORGOTTEN}
    return ", ".join(
        [*parts, *(f"`{f}`" for f in sorted(fields) if one["fields"].get(f) != other["fields"].get(f))]
    )


_SFEN = re.compile(r"(?:sfen\s+)?([^\s\[\]]+)\s+([bw])\s+(-|(?:\d{0,2}[A-Za-z])+)(?:\s+(\d{1,6}))?\s*")
_HELD = re.compile(r"(\d*)([A-Za-z])")
_FEN = re.compile(r"(\S+)\[(\S*)\] ([wb]) .*?(\d+)")


def fen_from(text: str) -> str | None:
    """The FEN of a text that is SFEN; None for another text."""
    found = _SFEN.fullmatch(text.strip())
    if found is None:
        return None
    board, side, hand, number = found.groups()
    held = "".join(letter * int(count or 1) for count, letter in _HELD.findall(hand))
    return f"{board}[{held}] {'w' if side == 'b' else 'b'} {(int(number or 1) + 1) // 2}"


def sfen_from(fen: str) -> str:
    """The SFEN of a FEN of pieces and a pool. Raises PositionError for one that tells something else."""
    found = _FEN.fullmatch(fen)
    if found is None:
        raise PositionError("SFEN tells what stands on the board and is in hand, and nothing else")
    board, hand, side, number = found.groups()
    held = "".join(
        f"{n}{p}" if (n := hand.count(p)) > 1 else p for p in sorted(dict.fromkeys(hand), key=str.islower)
    )
    begins = side == "w"
    return f"{board} {'b' if begins else 'w'} {held or '-'} {2 * int(number) - begins}"
