"""Positions as FEN, for games whose rules say so (`fen` below `notation`): written from a state, and read as a position.

A line has the ranks of the board from the top, the player to act, the fields that the rules name, and the number of the move
of both (Portable Game Notation Specification, 16.1, 1994; files in place of letters as in Shredder-FEN). The first player has capital
letters and is `w`. Which fields there are, and their letters, the rules say: nothing here knows a game.
"""

import re
from typing import Any

from gdl.core.model import FenField, Field, Game
from interpreter.engines.base import State
from interpreter.engines.errors import PositionError
from interpreter.engines.position_parts import Position

SIDES = ("w", "b")
_LINE = re.compile(r"\S+/\S+(?:\s+\S+)+")
_FORGOTTEN = (
    "history",
    "moves",
    "passes",
    "seed",
    "turn",
)  # what FEN leaves out of `fields`, and what it counts by itself


def is_written_so(game: Game) -> bool:
    """Whether the rules say that positions are written as FEN, which shows all to everybody."""
    return game.style is not None and game.style.fen is not None and not game.is_hidden


def is_fen(text: str) -> bool:
    """Whether a text is one line that looks like FEN, and no YAML."""
    return _LINE.fullmatch(text.strip()) is not None


def fen_of(state: State) -> str:
    """The FEN of a state. Raises PositionError where something of the position has no place in it."""
    game, position = state.engine.game, state.position()
    named = _named(game)
    found = [
        _placement(game, position),
        SIDES[[p.name for p in game.players].index(position["to_move"])],
        *(_field_text(game, position, n) for n in named),
        str((position["fields"].get("turn", 1) + 1) // 2),
    ]
    text = " ".join(found)
    lost = _lost(position, state.engine.state(position_of(state.engine.initial_state(), text)).position())
    if lost:
        raise PositionError(f"FEN has no place for {lost} of this position; YAML has")
    return text


def position_of(start: State, text: str) -> Position:
    """The position that a FEN means; `start` is one with which the game begins. Raises PositionError."""
    game = start.engine.game
    named = _named(game)
    parts = text.split()
    wanted = ["the pieces", "the player", *(f"`{n.name}`" for n in named), "the number of the move"]
    if len(parts) != len(wanted):
        raise PositionError(
            f"this FEN has {len(parts)} parts, and {game.title} needs {len(wanted)}: {', '.join(wanted)}"
        )
    pieces = _pieces(game, parts[0])
    if parts[1] not in SIDES:
        raise PositionError(f"the player to act is `w` or `b`, not `{parts[1]}`")
    side = SIDES.index(parts[1])
    position: Position = {"to_move": game.players[side].name, "pieces": pieces, "sites": {}, "fields": {}}
    for field, part in zip(named, parts[2:-1], strict=True):
        _read_field(start, position, field, part)
    number = _whole(parts[-1], "the number of the move")
    if number < 1:
        raise PositionError("the number of the move is 1 at least")
    position["fields"]["turn"] = 2 * number - 1 + side
    return position


def _named(game: Game) -> tuple[FenField, ...]:
    """The fields that are written. Raises PositionError for a game of which FEN says nothing."""
    if game.is_hidden:
        raise PositionError(f"{game.title} hides something, and FEN would show it")
    if game.style is None or game.style.fen is None:
        raise PositionError(f"{game.title} has no FEN: its rules do not say `fen` below `notation`")
    return game.style.fen


# ---- pieces


def _letters(game: Game) -> dict[str, str]:
    """What each letter stands for: the player and the kind."""
    assert game.style is not None
    style, found = game.style, dict[str, str]()
    for number, kind in enumerate(game.kinds):
        letter = style.fen_letter(number, kind)
        first, second = (p.name for p in game.players)
        found |= {letter: f"{first} {kind.name}", letter.lower(): f"{second} {kind.name}"}
    return found


def _placement(game: Game, position: Position) -> str:
    written = {sort: letter for letter, sort in _letters(game).items()}
    ranks = []
    for row in _rows(game):
        cells = [position["pieces"].get(site) if site else None for site in row]
        texts = [written.get(" ".join(str(c).split()[:2]), "?") if c is not None else " " for c in cells]
        ranks.append(re.sub(r" +", lambda m: str(len(m[0])), "".join(texts)))
    if any("?" in rank for rank in ranks):
        raise PositionError("FEN has no letter for a piece without an owner")
    return "/".join(ranks)


def _pieces(game: Game, text: str) -> dict[str, str]:
    rows, ranks = _rows(game), text.split("/")
    if len(ranks) != len(rows):
        raise PositionError(f"this FEN has {len(ranks)} ranks, and the board {len(rows)}")
    letters, found = _letters(game), dict[str, str]()
    for row, rank in zip(rows, ranks, strict=True):
        at = 0
        for number, letter in re.findall(r"(\d+)|(.)", rank):
            if number:
                at += int(number)
                continue
            if letter not in letters:
                raise PositionError(f"no piece has the letter `{letter}`: there are {', '.join(letters)}")
            if at < len(row) and (site := row[at]):
                found[site] = letters[letter]
            at += 1
        if at != len(row):
            raise PositionError(f"the rank `{rank}` has {at} squares, and the board {len(row)}")
    return found


def _rows(game: Game) -> list[list[str]]:
    """The names of the sites, rank by rank from the top; "" where a board has none."""
    board = game.board
    named = {(site.file, site.rank): site.name for site in board.sites}
    return [[named.get((f, r), "") for f in range(1, board.files + 1)] for r in range(board.ranks, 0, -1)]


# ---- fields


def _field_text(game: Game, position: Position, named: FenField) -> str:
    field = game.fields[named.name]
    if field.holder == "game":
        value = position["fields"].get(field.name, field.default)
        if field.type.base == "site" and isinstance(value, int):
            value = game.board.sites[value].name
        return "-" if value is None else str(value).lower()
    marks = [_mark(game, position, named, site) for site in _true_sites(game, position, field)]
    order = list(named.letters.values())
    return "".join(sorted(marks, key=lambda m: order.index(m) if order else (m.islower(), m))) or "-"


def _true_sites(game: Game, position: Position, field: Field) -> list[str]:
    """The sites where a truth holds, of the site itself or of the piece on it."""
    if field.holder == "piece":
        said = f"{field.name}=true"
        return [site for site, piece in position["pieces"].items() if said in str(piece).split()]
    marked = position["sites"].get(field.name, {})
    return [s.name for s in game.board.sites if marked.get(s.name, field.default)]


def _mark(game: Game, position: Position, named: FenField, site: str) -> str:
    number = game.board.site(site)
    assert number is not None
    if named.letters:
        if number not in named.letters:
            raise PositionError(f"FEN has no letter for `{named.name}` on {site}")
        return named.letters[number]
    file = game.board.sites[number].names[0]
    owner = str(position["pieces"].get(site, "")).split()[:1]
    return file.lower() if owner == [game.players[1].name] else file.upper()


def _read_field(start: State, position: Position, named: FenField, part: str) -> None:
    game = start.engine.game
    field = game.fields[named.name]
    if field.holder == "game":
        value = _value(field, part)
        if value is not None:
            position["fields"][field.name] = value
        return
    for mark in part if part != "-" else "":
        site = _marked(start, position, named, mark)
        if field.holder == "site":
            position["sites"].setdefault(field.name, {})[site] = True
        elif site in position["pieces"]:
            position["pieces"][site] += f" {field.name}=true"
        else:
            raise PositionError(f"`{mark}` in `{part}` means {site}, where no piece stands")


def _value(field: Field, part: str) -> Any:
    if part == "-":
        return None
    if field.type.base == "bool":
        if part not in ("true", "false"):
            raise PositionError(f"`{field.name}` is true or false, not `{part}`")
        return part == "true"
    return _whole(part, f"`{field.name}`") if field.type.base == "number" else part


def _marked(start: State, position: Position, named: FenField, mark: str) -> str:
    """The site that a letter means. Raises PositionError."""
    game = start.engine.game
    if named.letters:
        found = [game.board.sites[s].name for s, letter in named.letters.items() if letter == mark]
        known = ", ".join(named.letters.values())
    else:
        owner = game.players[mark.islower()].name
        begun = start.position()
        kinds = {begun["pieces"][s].split()[1] for s in _true_sites(game, begun, game.fields[named.name])}
        found = [
            site
            for site, piece in position["pieces"].items()
            if piece.split()[0] == owner and piece.split()[1] in kinds and _file(game, site) == mark.lower()
        ]
        known = "the files of pieces that may have it"
    if len(found) == 1:
        return found[0]
    raise PositionError(
        f"`{mark}` says nothing of `{named.name}`: there are {known}"
        if not found
        else f"`{mark}` means {' or '.join(found)}"
    )


def _file(game: Game, site: str) -> str:
    number = game.board.site(site)
    assert number is not None
    return game.board.sites[number].names[0].lower()


def _whole(text: str, what: str) -> int:
    if not text.isascii() or not text.isdigit():
        raise PositionError(f"{what} is a whole number, not `{text}`")
    return int(text)


def _lost(one: Position, other: Position) -> str:
    """What of a position another one does not have: the parts and the fields."""
    parts = [p for p in ("pieces", "sites", "pools") if one[p] != other[p]]
    fields = {*one["fields"], *other["fields"]} - {*_FORGOTTEN}
    return ", ".join(
        [*parts, *(f"`{f}`" for f in sorted(fields) if one["fields"].get(f) != other["fields"].get(f))]
    )
