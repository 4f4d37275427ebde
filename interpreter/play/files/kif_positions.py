"""Where games of KIF begin: a handicap by its name, `手合割：香落ち`, or a board that is drawn (BOD), with what is in hand beside it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.engines.position_parts import Position
from interpreter.positions.fen_board import pool_of

HANDICAP = "手合割"
EVEN = ("平手", "")
# the squares of the second player's set-up that stay empty; that player begins
_LANCES, _KNIGHTS, _SILVERS, _GOLDS = ("11", "91"), ("21", "81"), ("31", "71"), ("41", "61")
HANDICAPS: dict[str, tuple[str, ...]] = {
    "香落ち": ("11",),
    "右香落ち": ("91",),
    "角落ち": ("22",),
    "飛車落ち": ("82",),
    "飛香落ち": ("82", "11"),
    "二枚落ち": ("82", "22"),
    "三枚落ち": ("82", "22", "91"),
    "四枚落ち": ("82", "22", *_LANCES),
    "五枚落ち": ("82", "22", *_LANCES, "81"),
    "左五枚落ち": ("82", "22", *_LANCES, "21"),
    "六枚落ち": ("82", "22", *_LANCES, *_KNIGHTS),
    "右七枚落ち": ("82", "22", *_LANCES, *_KNIGHTS, "71"),
    "左七枚落ち": ("82", "22", *_LANCES, *_KNIGHTS, "31"),
    "八枚落ち": ("82", "22", *_LANCES, *_KNIGHTS, *_SILVERS),
    "十枚落ち": ("82", "22", *_LANCES, *_KNIGHTS, *_SILVERS, *_GOLDS),
}
_SECOND = re.compile(r"^[後上]手番", re.MULTILINE)
_HAND = re.compile(r"^([先下後上])手の?持駒[：:](.*)$", re.MULTILINE)
_ROW = re.compile(r"^\|(.*)\|", re.MULTILINE)
_NUMERALS = ["", *"一二三四五六七八九", "十", *(f"十{one}" for one in "一二三四五六七八九")]
_EMPTY, _OF_SECOND, _NOTHING = "・", "v", "なし"

Signs = Mapping[str, Sequence[str]]


def is_of_second(text: str) -> bool:
    """Whether the second player begins."""
    return text.startswith(HANDICAP) or _SECOND.search(text) is not None


def read_start(engine: Engine, text: str, signs: Signs) -> State:
    """The state that a handicap or a drawn board means. Raises PositionError."""
    game, second = engine.game, is_of_second(text)
    found: Position = {"to_move": game.players[int(second)].name, "fields": {"turn": 1 + second}}
    if text.startswith(HANDICAP):
        begun, gone = engine.initial_state(0).position(), HANDICAPS[text.partition("：")[2]]
        names = {_site(game, int(square[0]), int(square[1])) for square in gone}
        pieces = begun["pieces"]
        if not names <= pieces.keys():
            raise PositionError(f"this handicap is not of {game.title}")
        found |= {"pieces": {s: p for s, p in pieces.items() if s not in names}, "pools": begun["pools"]}
    else:
        kinds = {sign: kind for kind, names in signs.items() for sign in names}
        found |= {"pieces": dict(_pieces(game, text, kinds)), "pools": _in_hand(game, text, kinds)}
    return engine.judge(engine.state(found))


def _pieces(game: Game, text: str, kinds: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    rows, board = _ROW.findall(text), game.board
    first, second = (p.name for p in game.players)
    if len(rows) != board.ranks or any(len(row) != 2 * board.files for row in rows):
        raise PositionError(f"the board that is drawn has not {board.ranks} rows of {board.files} squares")
    for rank, row in enumerate(rows, 1):
        for file in range(board.files, 0, -1):
            side, sign = row[2 * (board.files - file) : 2 * (board.files - file) + 2]
            if sign in kinds:
                yield _site(game, file, rank), f"{second if side == _OF_SECOND else first} {kinds[sign]}"
            elif sign not in (_EMPTY, " "):
                raise PositionError(f"there is no piece `{sign}`")


def _in_hand(game: Game, text: str, kinds: Mapping[str, str]) -> dict[str, dict[str, list[str]]]:
    pool = _pool(game)
    held: dict[str, list[str]] = {p.name: [] for p in game.players}
    for side, said in _HAND.findall(text):
        owner = game.players[int(side in "後上")].name
        for sign, count in re.findall(
            r"([^\s一二三四五六七八九十])([一二三四五六七八九十]*)", said.replace(_NOTHING, "")
        ):
            if sign not in kinds or not pool or count not in _NUMERALS:
                raise PositionError(f"`{sign}{count}` cannot be in hand")
            held[owner] += [kinds[sign]] * (_NUMERALS.index(count) or 1)
    return {pool: held} if pool else {}


def _pool(game: Game) -> str:
    """The pool of what is in hand; "" where the rules have none."""
    return pool_of(game, (game.style.fen if game.style else None) or ()) or ""


def write_start(state: State, signs: Signs) -> str:
    """A board that is drawn."""
    game, position = state.engine.game, state.position()
    board, second, pieces = game.board, game.players[1].name, position["pieces"]
    rows = []
    for rank in range(1, board.ranks + 1):
        cells = []
        for file in range(board.files, 0, -1):
            owner, kind = (*str(pieces.get(_site(game, file, rank), " ")).split(), "", "")[:2]
            sign = next((s for s in signs.get(kind, ()) if len(s) == 1), _EMPTY)
            cells.append((_OF_SECOND if owner == second else " ") + sign)
        rows.append(f"|{''.join(cells)}|{_NUMERALS[rank]}")
    edge = f"+{'-' * 3 * board.files}+"
    hands = [_hand(position["pools"].get(_pool(game), {}).get(p.name, ()), signs) for p in game.players]
    files = " ".join("０１２３４５６７８９"[file] for file in range(board.files, 0, -1))
    lines = [f"後手の持駒：{hands[1]}", f"  {files}", edge, *rows, edge, f"先手の持駒：{hands[0]}"]
    return "\n".join([*lines, *(["後手番"] if state.current_player else [])])


def _hand(held: Sequence[str], signs: Signs) -> str:
    counts = Counter(piece.split()[-1] for piece in held)
    texts = (signs[kind][0] + (_NUMERALS[count] if count > 1 else "") for kind, count in counts.items())
    return "　".join(texts) or _NOTHING


def _site(game: Game, file: int, rank: int) -> str:
    """The name of a square by its numbers: the file from the right, the row from the top."""
    board = game.board
    wanted = (board.files + 1 - file, board.ranks + 1 - rank)
    return next((s.name for s in board.sites if (s.file, s.rank) == wanted), "")
