"""WXF, files and moves with letters or Chinese signs of pieces: `C2.5`, `H8+7`, `炮二平五`, and moves by
coordinates, `h2e2`.

The heading `wxf` of the rules names each kind with its signs, the letter first: `cannon C 炮 砲`. A move has the piece, its file
from its player's right, and `+` ahead, `-` back or `.` aside; then how many rows it goes, or, where it leaves its file, the file where it
ends. Of two alike on a file, `+` or 前 stands for the first one in place of the number, `-` or 后 for the last; of more, their numbers.
"""

import re

from gdl.core.model import Game
from interpreter.engines.base import State
from interpreter.play.protocols.moves import UCCI, Spoken, signs_of
from interpreter.play.styles.pgn import BrokenError, Sheet

HEADING = "wxf"
_SIGNS = str.maketrans(
    "１２３４５６７８９一二三四五六七八九平进進退前后後中=＋－．·",
    "123456789123456789.++-+--0.+-..",
)
_PLAIN = re.compile(r"[a-z]\d-?[a-z]\d", re.IGNORECASE)
_TAGS = {"RED": "White", "BLACK": "Black", "DATE": "Date", "FEN": "FEN", "EVENT": "Event", "RESULT": "Result"}
_HEAD = re.compile(r"([A-Z]+)\s+(\S.*)")
_NUMBER = re.compile(r"^\d+\.+\s*")
_COMMENT = re.compile(r"\{[^}]*\}|\(=?[^)]*\)")
_RESULTS = {"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "=": "1/2-1/2", "1:0": "1-0", "0:1": "0-1"}


# ---- files


def read(text: str) -> Sheet:
    """The game of a text. Raises BrokenError."""
    head, brace, moves = text.partition("START{")
    tags: dict[str, str] = {}
    for line in head.splitlines():
        found = _HEAD.match(line.strip())
        if found is not None and found[1] in _TAGS:
            tags[_TAGS[found[1]]] = found[2].split(";")[0].strip()
    if not brace:
        raise BrokenError("it holds no moves: they stand behind `START{`")
    words = [_NUMBER.sub("", word) for word in moves.partition("}")[0].split()]
    tags["Result"] = _RESULTS.get(tags.get("Result", ""), "*")
    before = int(" b " in tags.get("FEN", ""))
    return Sheet(tags, tuple(w for w in words if w and w != "..."), before)


def write(sheet: Sheet) -> str:
    """The text of a file."""
    names = {value: name for name, value in _TAGS.items()}
    head = [f"{names[t]:<8}{value}" for t, value in sheet.tags.items() if t in names and value.strip("?.*")]
    cells = ["..."] * (sheet.before % 2) + list(sheet.moves)
    pairs = [" ".join(cells[i : i + 2]) for i in range(0, len(cells), 2)]
    rows = [f"{number:3}. {pair}" for number, pair in enumerate(pairs, sheet.before // 2 + 1)]
    return "\n".join(["FORMAT  WXF", *head, "", "START{", *rows, "}END"]) + "\n"


# ---- moves


def meant(state: State, text: str) -> list[int]:
    """The legal actions that a move means."""
    if _PLAIN.fullmatch(text):
        action = Spoken(state, UCCI).action(text.replace("-", "").lower())
        return [] if action is None else [action]
    wanted = _canonical(text, state.engine.game)
    return [action for action, texts in _Board(state).texts().items() if wanted in texts]


def text_of(state: State, action: int) -> str:
    """A legal action as it is written. Raises BrokenError for one that the format does not have."""
    found = _Board(state).texts().get(action)
    if found is None:
        raise BrokenError(f"`{state.action_to_string(action)}` is no move in this format")
    return found[0]


def _canonical(text: str, game: Game) -> str:
    """A move with the letters of its kinds and digits, whatever signs it is written with; the place of a piece behind the piece."""
    said = text.strip().rstrip("!?#").translate(_SIGNS)
    letters = {sign: signs[0] for signs in signs_of(game, HEADING).values() for sign in signs}
    said = "".join(letters.get(sign.upper(), sign) for sign in said)
    return said[1] + said[0] + said[2:] if re.match(r"[-+0-9][A-Z]", said) else said


class _Board:
    """What the legal moves of one state are called."""

    def __init__(self, state: State) -> None:
        self.state, self.game = state, state.engine.game
        self._said = Spoken(state, UCCI)
        self._letters = {kind: signs[0] for kind, signs in signs_of(self.game, HEADING).items()}
        self._is_first = state.current_player == 0
        mover = self.game.players[state.current_player].name
        # of each kind the places of those of the mover, the foremost first
        self._own: dict[str, list[tuple[int, int]]] = {}
        for name, piece in state.position()["pieces"].items():
            owner, kind = str(piece).split()[:2]
            site = self.game.board.site(name)
            if owner == mover and site is not None:
                self._own.setdefault(kind, []).append(self._place(site))
        for places in self._own.values():
            places.sort(key=lambda place: -place[1])

    def texts(self) -> dict[int, list[str]]:
        """The legal moves, each with all that it may be called; the first one is written."""
        found: dict[int, list[str]] = {}
        for action in self.state.legal_actions():
            sites = self.state.action_sites(action)
            if len(sites) == 2:
                found[action] = self._of(self._place(sites[0]), self._place(sites[1]))
        return found

    def _place(self, number: int) -> tuple[int, int]:
        """A site as its mover counts: the file from the right, the row from their own."""
        site, board = self.game.board.sites[number], self.game.board
        if self._is_first:
            return board.files + 1 - site.file, site.rank
        return site.file, board.ranks + 1 - site.rank

    def _of(self, start: tuple[int, int], to: tuple[int, int]) -> list[str]:
        kind = next(k for k, places in self._own.items() if start in places)
        rows = to[1] - start[1]
        way = "." if rows == 0 else "+" if rows > 0 else "-"
        goal = f"{way}{abs(rows) if to[0] == start[0] else to[0]}"
        alike = [place for place in self._own[kind] if place[0] == start[0]]
        by_file, letter = str(start[0]), self._letters[kind]
        if len(alike) == 1:
            return [letter + by_file + goal]
        at = alike.index(start)
        order = {0: "+", len(alike) - 1: "-"}.get(at, "0" if len(alike) == 3 else str(at + 1))
        names = [order, by_file, *([str(at + 1)] if len(alike) > 2 else [])]
        return [letter + name + goal for name in dict.fromkeys(names)]
