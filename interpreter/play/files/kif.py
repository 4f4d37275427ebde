"""KIF, the files of Japanese programs: a head of `NAME：VALUE`, and a move on each line, `   1 ７六歩(77)`.

The format is as programs write it today: UTF-8 or Shift JIS, clocks, comments and variations behind the game. The
heading `kif` of the rules names each kind with its signs, of which the first is written: `king 玉 王, pawn 歩`. A move has the site where it
ends, the kind, `成` for one that becomes another kind, and the site where it begins, or `打` for a piece from the hand.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.engines.position_parts import Position
from interpreter.play.protocols.moves import USI, Spoken, signs_of
from interpreter.play.styles.pgn import BrokenError, Sheet
from interpreter.positions.fen_board import pool_of

HEADING = "kif"
_WIDE, _RANKS, _ROWS = "１２３４５６７８９", "一二三四五六七八九", "abcdefghi"
_TO_USI = str.maketrans(_WIDE + _RANKS, "123456789" + _ROWS)
_SAME, _RAISED, _KEPT, _PUT = "同", "成", "不成", "打"
_HEAD = re.compile(r"([^：:]+)[：:](.*)")
_TAGS = {"先手": "White", "後手": "Black", "開始日時": "Date", "下手": "White", "上手": "Black"}
_MOVE = re.compile(r"([0-9]+)[ 　]+(\S.*)")
_CLOCK = re.compile(r"[ 　]*\([ 　]*\d+:[\d:/ 　]*\).*$")
_TO = re.compile(f"([1-9{_WIDE}])([{_RANKS}])")
_FROM = re.compile(r"\(([1-9])([1-9])\)$")
_MOVER_LOSES = ("投了", "詰み", "切れ負け", "反則負け", "時間切れ")
_MOVER_WINS = ("反則勝ち", "入玉勝ち")
_DRAWN = ("千日手", "持将棋")
_OPEN = ("中断", "封じ手", "不詰")
_FOR_ONE = {True: "1-0", False: "0-1"}
_OTHER = "その他"  # instead of a handicap: the board is drawn
_BOARD = re.compile(r"^[|+][ 　v・\-^]|^[先後上下]手(?:の?持駒|番)")

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


# ---- files


def read(text: str) -> Sheet:
    """The main line of a game. Raises BrokenError, with the number of the line."""
    tags: dict[str, str] = {}
    moves: list[str] = []
    board: list[str] = []
    result, last = "", ""
    for number, line in enumerate(text.splitlines(), 1):
        said = line.strip(" 　\t\ufeff")
        move = _MOVE.match(said)
        if said.startswith("変化"):
            break
        if not said or said[0] in "*#&" or said.startswith(("手数-", "まで")):
            continue
        if move is None:
            if not moves and _BOARD.search(said):
                board.append(said)
            else:
                _read_head(said, number, tags, bool(moves))
            continue
        if int(move[1][:6]) != len(moves) + 1:
            raise BrokenError(
                f"line {number}: this is move {move[1][:6]}, and number {len(moves) + 1} is missing"
            )
        word = _CLOCK.sub("", move[2]).strip(" 　+")
        ended = _ended(word, (len(moves) + _before(tags, board)) % 2 == 0)
        if ended is not None:
            result = ended
            break
        last, rest = _parted(word, last, number)
        moves.append(last + rest)
    if not moves and not tags and not board:
        raise BrokenError("it holds neither a head nor moves")
    if board:
        tags["FEN"] = "\n".join(board)
    return Sheet(tags, tuple(moves), _before(tags, board), result or "*")


def _parted(word: str, last: str, number: int) -> tuple[str, str]:
    """Where a move ends, perhaps on the site of the last one, and the rest of its word. Raises BrokenError."""
    begin = _TO.match(word)
    if begin is not None:
        return begin[0], word.removeprefix(begin[0]).strip(" 　")
    if not (word.startswith(_SAME) and last):
        raise BrokenError(f"line {number}: `{word[:20]}` is no move")
    return last, word.removeprefix(_SAME).strip(" 　")


def _before(tags: Mapping[str, str], board: Iterable[str]) -> int:
    """How many turns there were before the first one."""
    return int(_is_of_second("\n".join(board) or tags.get("FEN", "")))


def _read_head(said: str, number: int, tags: dict[str, str], has_moves: bool) -> None:
    """Raises BrokenError for an unknown handicap, and for a line that is none of the head."""
    found = _HEAD.fullmatch(said)
    if found is None:
        if has_moves or _TO.search(said):  # a move without its number, as other formats have them
            raise BrokenError(f"line {number}: `{said[:20]}` is no move")
        return
    name, value = found[1].strip(" 　"), found[2].strip(" 　")
    if name == HANDICAP and value in HANDICAPS:
        tags["FEN"] = f"{name}：{value}"
    elif name == HANDICAP and value not in (*EVEN, _OTHER):
        raise BrokenError(f"line {number}: there is no handicap `{value[:20]}`")
    if name in _TAGS:
        tags[_TAGS[name]] = value.replace("/", ".") if name == "開始日時" else value


def _ended(word: str, is_first: bool) -> str | None:
    """The result that a word says in place of a move, `is_first`: which player would move; None for a move."""
    if word in _MOVER_LOSES:
        return _FOR_ONE[not is_first]
    if word in _MOVER_WINS:
        return _FOR_ONE[is_first]
    return "1/2-1/2" if word in _DRAWN else "*" if word in _OPEN else None


def write(sheet: Sheet) -> str:
    """The text of a file."""
    tags = sheet.tags
    names = {value: name for name, value in reversed(_TAGS.items())}
    head = [
        f"{names[t]}：{tags[t].replace('.', '/')}"
        for t in ("Date", "White", "Black")
        if tags.get(t, "?")[0] != "?"
    ]
    moves = [f"{i:4} {move}" for i, move in enumerate(sheet.moves, 1)]
    is_first, result = (len(moves) + sheet.before) % 2 == 0, tags.get("Result", "*")
    if not sheet.is_over and result in ("1-0", "0-1"):
        won = result == _FOR_ONE[not is_first]
        moves.append(f"{len(moves) + 1:4} {_MOVER_LOSES[0] if won else _MOVER_WINS[0]}")
    begin = tags.get("FEN") or f"{HANDICAP}：{EVEN[0]}"
    return "\n".join([begin, *head, "手数----指手---------消費時間--", *moves]) + "\n"


# ---- moves


def meant(state: State, text: str) -> list[int]:
    """The legal actions that a move means: it begins and ends there, and what moves is of that kind."""
    game, kinds = state.engine.game, signs_of(state.engine.game, HEADING)
    to, start = _TO.match(text), _FROM.search(text)
    if to is None:
        return []
    rest = text[to.end() : start.start() if start is not None else None]
    signs = sorted(((s, k) for k, found in kinds.items() for s in found), key=lambda pair: -len(pair[0]))
    sign, kind = next(((s, k) for s, k in signs if rest.startswith(s)), ("", ""))
    how = rest.removeprefix(sign)
    goal, said = to[0].translate(_TO_USI), Spoken(state, USI)
    if not kind or how not in ("", _RAISED, _KEPT, _PUT) or (start is None) != (how == _PUT):
        return []
    if start is None:
        number = next(i for i, k in enumerate(game.kinds) if k.name == kind)
        wanted = said.letter(number) + USI.drop + goal
    else:
        begin = start[1] + _ROWS[int(start[2]) - 1]
        wanted = begin + goal + ("+" if how == _RAISED else "")
        if said.kind_on(begin) != kind:
            return []
    action = said.action(wanted)
    return [] if action is None else [action]


def text_of(state: State, action: int) -> str:
    """A legal action as it is written. Raises BrokenError for one that the format does not have."""
    said, kinds = Spoken(state, USI), signs_of(state.engine.game, HEADING)
    text = said.text(action) or ""
    found = re.fullmatch(r"(?:([1-9][a-i])|.\*)([1-9])([a-i])(\+?)", text)
    if found is None:
        raise BrokenError(f"`{state.action_to_string(action)}` is no move in this format")
    goal = _WIDE[int(found[2]) - 1] + _RANKS[_ROWS.index(found[3])]
    if found[1] is None:
        kind = next(k.name for i, k in enumerate(state.engine.game.kinds) if said.letter(i) == text[0])
        return goal + kinds[kind][0] + _PUT
    begin = f"({found[1][0]}{_ROWS.index(found[1][1]) + 1})"
    return goal + kinds[said.kind_on(found[1])][0] + (_RAISED if found[4] else "") + begin


# ---- where games begin: a handicap by its name, `手合割：香落ち`, or a board that is drawn (BOD), with what is in hand beside it


def _is_of_second(text: str) -> bool:
    """Whether the second player begins."""
    return text.startswith(HANDICAP) or _SECOND.search(text) is not None


def read_start(engine: Engine, text: str) -> State:
    """The state that a handicap or a drawn board means. Raises PositionError."""
    game, second = engine.game, _is_of_second(text)
    found: Position = {"to_move": game.players[int(second)].name, "fields": {"turn": 1 + second}}
    if text.startswith(HANDICAP):
        begun, gone = engine.initial_state(0).position(), HANDICAPS[text.partition("：")[2]]
        names = {_site(game, int(square[0]), int(square[1])) for square in gone}
        pieces = begun["pieces"]
        if not names <= pieces.keys():
            raise PositionError(f"this handicap is not of {game.title}")
        found |= {"pieces": {s: p for s, p in pieces.items() if s not in names}, "pools": begun["pools"]}
    else:
        kinds = {sign: kind for kind, names in signs_of(game, HEADING).items() for sign in names}
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


def write_start(state: State) -> str:
    """A board that is drawn. Raises PositionError."""
    game, position, signs = state.engine.game, state.position(), signs_of(state.engine.game, HEADING)
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


def _hand(held: Sequence[str], signs: Mapping[str, Sequence[str]]) -> str:
    counts = Counter(piece.split()[-1] for piece in held)
    texts = (signs[kind][0] + (_NUMERALS[count] if count > 1 else "") for kind, count in counts.items())
    return "　".join(texts) or _NOTHING


def _site(game: Game, file: int, rank: int) -> str:
    """The name of a square by its numbers: the file from the right, the row from the top."""
    board = game.board
    wanted = (board.files + 1 - file, board.ranks + 1 - rank)
    return next((s.name for s in board.sites if (s.file, s.rank) == wanted), "")
