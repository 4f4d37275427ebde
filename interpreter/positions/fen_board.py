"""The pieces of a position written as FEN: ranks from the top, signs behind letters, and what is in hand in brackets behind all.

Capitals are pieces of the first player, and a `+` before a letter makes it that of another kind. A tenth or ninth rank too many holds what is in hand as well, as older programs write it.
"""

import re
from collections.abc import Sequence

from gdl.core.model import FenField, Game
from interpreter.engines.errors import PositionError
from interpreter.engines.position_parts import Position

_BOARD = re.compile(r"([^\[\]]+)(?:\[([^\[\]]*)\])?")


def write_board(game: Game, position: Position, named: Sequence[FenField]) -> str:
    """Raises PositionError for a piece without a letter."""
    letters = {sort: letter for letter, sort in _letters(game).items()}
    signs = {n.sign: position["sites"].get(n.name, {}) for n in named if n.sign}
    ranks = []
    for row in _rows(game):
        cells = [position["pieces"].get(site) if site else None for site in row]
        texts = [letters.get(" ".join(str(c).split()[:2]), "?") if c is not None else " " for c in cells]
        marks = ["".join(sign for sign, sites in signs.items() if sites.get(site)) for site in row]
        rank = "".join(t + m if t != " " else t for t, m in zip(texts, marks, strict=True))
        ranks.append(re.sub(r" +", lambda m: str(len(m[0])), rank))
    if any("?" in rank for rank in ranks):
        raise PositionError("FEN has no letter for a piece without an owner")
    pool = pool_of(game, named)
    return "/".join(ranks) + ("" if pool is None else f"[{_in_hand(game, position, pool)}]")


def read_board(game: Game, text: str, named: Sequence[FenField], begun: Position) -> Position:
    """The pieces, the sites and the pools of a position; `begun` is one with which the game begins. Raises PositionError."""
    parts = _BOARD.fullmatch(text)
    if parts is None:
        raise PositionError(f"`{text}`: brackets stand once, behind the ranks")
    rows, ranks, hand = _rows(game), parts[1].split("/"), parts[2]
    if hand is None and len(ranks) == len(rows) + 1:
        hand = ranks.pop()
    if len(ranks) != len(rows):
        raise PositionError(f"this FEN has {len(ranks)} ranks, and the board {len(rows)}")
    made: Position = {"pieces": {}, "sites": {}, "pools": {}}
    signs = {n.sign: n.name for n in named if n.sign}
    for row, rank in zip(rows, ranks, strict=True):
        _read_rank(game, row, rank, signs, made)
    pool = pool_of(game, named)
    if hand is None and pool is not None and _bare(made) == _bare(begun):  # as many write the set-up
        made["pools"] = {pool: begun["pools"].get(pool, {})}
    else:
        _read_hand(game, hand, pool, made)
    return made


def _bare(position: Position) -> dict[str, list[str]]:
    """What stands where, without what fields say of it."""
    return {site: str(piece).split()[:2] for site, piece in position["pieces"].items()}


def pool_of(game: Game, named: Sequence[FenField]) -> str | None:
    """The pool that is written in brackets."""
    return next((n.name for n in named if n.name in game.pools), None)


def _letters(game: Game) -> dict[str, str]:
    """What each letter stands for: the player and the kind."""
    assert game.style is not None
    style, found = game.style, dict[str, str]()
    for number, kind in enumerate(game.kinds):
        letter = style.fen_letter(number, kind)
        first, second = (p.name for p in game.players)
        found |= {letter: f"{first} {kind.name}", letter.lower(): f"{second} {kind.name}"}
    return found


def _rows(game: Game) -> list[list[str]]:
    """The names of the sites, rank by rank from the top; "" where a board has none."""
    board = game.board
    named = {(site.file, site.rank): site.name for site in board.sites}
    return [[named.get((f, r), "") for f in range(1, board.files + 1)] for r in range(board.ranks, 0, -1)]


def _read_rank(game: Game, row: Sequence[str], rank: str, signs: dict[str, str], made: Position) -> None:
    letters, at = _letters(game), 0
    behind = f"((?:{'|'.join(map(re.escape, signs))})*)" if signs else "()"
    for number, letter, marks in re.findall(rf"(\d+)|(\+?[A-Za-z]|.){behind}", rank):
        if number:
            at += int(number)
            continue
        if letter not in letters:
            raise PositionError(f"no piece has the letter `{letter}`: there are {', '.join(letters)}")
        if at < len(row) and (site := row[at]):
            made["pieces"][site] = letters[letter]
            for mark in marks:
                made["sites"].setdefault(signs[mark], {})[site] = True
        at += 1
    if at != len(row):
        raise PositionError(f"the rank `{rank}` has {at} squares, and the board {len(row)}")


def _in_hand(game: Game, position: Position, pool: str) -> str:
    """The letters of what both have in hand, in the order of the kinds."""
    letters = {sort: letter for letter, sort in _letters(game).items()}
    order = list(letters)
    held = [
        " ".join(([] if piece.startswith(f"{player} ") else [player]) + [piece])
        for player, pieces in position["pools"].get(pool, {}).items()
        for piece in pieces
    ]
    return "".join(letters[sort] for sort in sorted(held, key=order.index))


def _read_hand(game: Game, hand: str | None, pool: str | None, made: Position) -> None:
    if pool is None:
        if hand and hand != "-":
            raise PositionError(f"`[{hand}]` is in hand in this FEN, and nothing is in {game.title}")
        return
    if hand is None:
        raise PositionError(
            f"this FEN does not say what is in hand: write it in brackets behind the board, `[]` for nothing (`{pool}`)"
        )
    letters = _letters(game)
    held: dict[str, list[str]] = {p.name: [] for p in game.players}
    for letter in hand.strip("-"):
        if letter not in letters:
            raise PositionError(f"no piece in hand has the letter `{letter}`: there are {', '.join(letters)}")
        player, kind = letters[letter].split()
        held[player].append(kind)
    made["pools"] = {pool: held}
