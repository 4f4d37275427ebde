"""KIF, the files of Japanese programs: a head of `NAME：VALUE`, and a move on each line, `   1 ７六歩(77)`.

The format is as programs write it today: UTF-8 or Shift JIS, clocks, comments and variations behind the game. The
heading `kif` of the rules names each kind with its signs, of which the first is written: `king 玉 王, pawn 歩`. A move has the site where it
ends, the kind, `成` for one that becomes another kind, and the site where it begins, or `打` for a piece from the hand.
"""

import re
from collections.abc import Iterable, Mapping

from interpreter.engines.base import Engine, State
from interpreter.play.files import kif_positions
from interpreter.play.files.kif_positions import EVEN, HANDICAP, HANDICAPS
from interpreter.play.protocols.moves import USI, Spoken, signs_of
from interpreter.play.styles.pgn import BrokenError, Sheet

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
        begin = _TO.match(word)
        if begin is None and not (word.startswith(_SAME) and last):
            raise BrokenError(f"line {number}: `{word[:20]}` is no move")
        last = begin[0] if begin is not None else last
        moves.append(last + word.removeprefix(begin[0] if begin is not None else _SAME).strip(" 　"))
    if not moves and not tags and not board:
        raise BrokenError("it holds neither a head nor moves")
    if board:
        tags["FEN"] = "\n".join(board)
    return Sheet(tags, tuple(moves), _before(tags, board), result or "*")


def _before(tags: Mapping[str, str], board: Iterable[str]) -> int:
    """How many turns there were before the first one."""
    return int(kif_positions.is_of_second("\n".join(board) or tags.get("FEN", "")))


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


# ---- where games begin, and moves


def read_start(engine: Engine, text: str) -> State:
    """Raises PositionError."""
    return kif_positions.read_start(engine, text, signs_of(engine.game, HEADING))


def write_start(state: State) -> str:
    """Raises PositionError."""
    return kif_positions.write_start(state, signs_of(state.engine.game, HEADING))


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
