"""Moves as protocols say them: `e2e4`, `e7e8q`, `N@f3`, in USI `7g7f+` and `P*5e`, in GTP `D4`. Which games a protocol fits.

What a move is called follows from what it does: from where a piece of the mover comes and where it stands then. Nothing here knows a
game. A move of which a protocol cannot say what it does has no text.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from gdl.boards.tiling import Site
from gdl.core.model import Game
from gdl.platform.dataclass import dataclass
from interpreter.engines.base import State
from interpreter.engines.notation import option_text
from interpreter.engines.position_parts import stacks
from interpreter.play.scene.names import Piece, read_piece
from interpreter.positions.fen import is_written_so
from interpreter.shared.numbering import ActionNumbers, Move

_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_WIDEST = len(_ALPHABET)
_NO_MOVE = "0000"
STANDARD, NORMAL = "standard", "normal"
"""How the heading of a protocol, and CECP itself, call the game that its programs play unasked."""

NameSite: TypeAlias = Callable[[Site, Game], str]


class Unfit(ValueError):  # noqa: N818 - an answer, not an error
    """A protocol does not fit a game, or cannot say something of it; the message is meant for people."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a protocol writes moves. `styles`: those of `notation` whose moves it can say; `heading`: that of the rules which has the
    names of the game among its programs.

    `places`: a move is the site where something is put, or a pass. `drop` stands between a piece and the site where it is put. `raises`: a piece that changes its kind has a `+` behind its move,
    in place of the letter of the new kind. `pairs_by_starts`: of two pieces that move at once, the text has where both start, or, if
    `pairs_in_words`, it is that of the rules.
    """

    title: str
    heading: str
    name_site: NameSite
    styles: tuple[str, ...] = ("san", "coordinates")
    places: bool = False
    drop: str = "@"
    raises: bool = False
    pairs_by_starts: bool = False
    pairs_in_words: bool = False


def _by_letter_and_rank(site: Site, game: Game) -> str:
    return f"{_ALPHABET[site.file - 1]}{site.rank}"


def _from_the_right(site: Site, game: Game) -> str:
    return f"{game.board.files + 1 - site.file}{_ALPHABET[game.board.ranks - site.rank]}"


def _from_zero(site: Site, game: Game) -> str:
    return f"{_ALPHABET[site.file - 1]}{site.rank - 1}"


def _by_one_digit(site: Site, game: Game) -> str:
    return (_by_letter_and_rank if game.board.ranks < 10 else _from_zero)(site, game)


def _without_i(site: Site, game: Game) -> str:
    return f"{_ALPHABET.replace('i', '')[site.file - 1].upper()}{site.rank}"


UCI = Dialect("UCI", "uci", _by_letter_and_rank)
USI = Dialect("USI", "usi", _from_the_right, drop="*", raises=True)
UCCI = Dialect("UCCI", "ucci", _from_zero)
CECP = Dialect("CECP", "uci", _by_one_digit, pairs_in_words=True)
GTP = Dialect("GTP", "gtp", _without_i, ("sgf",), places=True)


def names_of(game: Game, dialect: Dialect) -> list[str]:
    """What programs call the game in this protocol, as its rules say."""
    found = [name.strip() for name in game.headings.get(dialect.heading, "").split(",") if name.strip()]
    return [NORMAL if name == STANDARD and dialect.title == CECP.title else name for name in found]


def writes_pairs_by_file(game: Game) -> bool:
    """Whether positions name by its file which of a player's pieces may move with another: then where the first one goes does not
    tell which other one moves with it."""
    fields = (game.style.fen if game.style else None) or ()
    named = [(game.fields[f.name], f.letters) for f in fields if f.name in game.fields]
    return any(field.holder == "piece" and not letters for field, letters in named)


def check_fit(state: State, dialect: Dialect) -> None:
    """Raises Unfit where the protocol does not fit the game that begins with this state, with the reason."""
    game = state.engine.game
    if why := _misfit(game, dialect) or _unsaid(state, dialect):
        raise Unfit(f"{game.title} cannot be played by {dialect.title}: {why}")


def _misfit(game: Game, dialect: Dialect) -> str:
    """What of the rules does not fit; "" where all does."""
    if len(game.players) != 2:
        return f"that is for two players, and there are {len(game.players)}"
    if game.is_hidden or game.has_chance or game.together is not None:
        return "that is for games in which both see all, act in turn, and nothing is chance"
    if (game.style is None or game.style.name not in dialect.styles) and not names_of(game, dialect):
        return _no_style(dialect)
    board = game.board
    is_plain = all(s.file and s.rank for s in board.sites) and max(board.files, board.ranks) < _WIDEST
    if dialect.places and board.files != board.ranks:
        return "that is for boards with as many files as ranks"
    if board.is_growing or board.is_stacking or not is_plain:
        return f"that is for boards of files and ranks, at most {_WIDEST}, with one piece on a site"
    if any(a.again is not None for a in game.actions):
        return "a move may have several steps there"
    return ""


def _no_style(dialect: Dialect) -> str:
    """That the rules do not say that moves are of the sort that a protocol can say."""
    styles = " or ".join(f"`notation {s}`" for s in dialect.styles)
    if dialect.places:
        return f"its rules do not say that a move is a place where a piece is put, by {styles}"
    return (
        f"its rules do not say that moves go from one site to another, by {styles}, nor what programs call it, by the "
        f"heading `{dialect.heading}`"
    )


def _unsaid(state: State, dialect: Dialect) -> str:
    """What the protocol cannot say of the moves that may be made here."""
    if state.is_terminal:
        return ""
    said = Spoken(state, dialect)
    for action in state.legal_actions():
        after = state.apply(action)
        if not after.is_terminal and after.current_player == state.current_player:
            return f"a turn may have several moves, such as `{state.action_to_string(action)}`"
        if said.text(action) is None:
            return f"it has no words for `{state.action_to_string(action)}`"
    return ""


class Spoken:
    """What the legal moves of one state are called."""

    def __init__(self, state: State, dialect: Dialect) -> None:
        self.state, self.dialect = state, dialect
        self.game = state.engine.game
        self._numbers = ActionNumbers(self.game)
        self._players = [p.name for p in self.game.players]
        self._kinds = {k.name: i for i, k in enumerate(self.game.kinds)}
        self._mover = self._players[state.current_player]
        self._before = self._pieces(state)

    def text(self, action: int) -> str | None:
        """What a legal action is called; None where there are no words for it."""
        move = self._numbers.decode(action)
        if move is None or move.hops:
            return None
        if move.action.form == "pass":
            return "pass" if self.dialect.places else _NO_MOVE
        if self.dialect.places:
            sites = self.state.action_sites(action)
            return self._site(sites[0]) if len(sites) == 1 else None
        if move.action.form == "move":
            return self._of_move(action, move)
        after = self._pieces(self.state.apply(action))
        pair = self._pair(move)
        if pair and self.dialect.pairs_by_starts and self.dialect.pairs_in_words:
            return self.state.action_to_string(action)
        return self._of_pair(pair, after) if pair else self._of_drop(after)

    def action(self, text: str) -> int | None:
        """The legal action that a text means, if it is exactly one."""
        wanted = text.strip().rstrip("=")  # as some write that a piece does not change its kind
        if self.dialect.places:
            wanted = wanted.lower() if wanted.lower() == "pass" else wanted.upper()
        elif len(wanted) > 1 and wanted[1] in "@*":
            wanted = wanted[0].upper() + wanted[1:]
        legal = [a for a in self.state.legal_actions() if self._may_mean(a, wanted)]
        named = {a for a in legal if self._names(a, wanted)}  # to see what an action does takes long
        found = [a for a in legal if a in named and self.text(a) == wanted]
        found = found or [a for a in legal if a not in named and self.text(a) == wanted]
        found = found or [a for a in legal if wanted in (self._pair_text(a), self._words(a))]
        return found[0] if len(found) == 1 else None

    def texts(self) -> dict[int, str]:
        """The texts of all legal actions that have one of their own."""
        found = {a: t for a in self.state.legal_actions() if (t := self.text(a)) is not None}
        often = Counter(found.values())
        return {a: t for a, t in found.items() if often[t] == 1}

    def kind_on(self, text: str) -> str:
        """The kind of what stands on a site, which is given as the protocol names it; "" where nothing stands there."""
        return next((p.kind for s, p in self._before.items() if self._site(s) == text), "")

    def _may_mean(self, action: int, text: str) -> bool:
        """Whether it is worth while to look what an action does: not where a move begins elsewhere."""
        move = self._numbers.decode(action)
        if move is None or move.action.form != "move":
            return True
        return text.startswith(self._site(move.values[0]))

    def _names(self, action: int, text: str) -> bool:
        """Whether a site at which an action is made is the one that a text ends with."""
        return any(text.rstrip("+").endswith(self._site(s)) for s in self.state.action_sites(action))

    def _of_move(self, action: int, move: Move) -> str:
        names = [c.name for c in move.action.choices]
        start, to = move.values[0], move.values[names.index("to")]
        kind = next(
            (v for c, v in zip(move.action.choices, move.values, strict=True) if c.type.base == "kind"), None
        )
        before = self._kinds[self._before[start].kind]
        if kind is None:
            now = self._pieces(self.state.apply(action)).get(to)
            after = before if now is None or now.owner != self._mover else self._kinds[now.kind]
            kind = after if after != before else None
        is_raised = kind is not None and (
            self.dialect.raises or any(c.type.base == "bool" for c in move.action.choices)
        )
        more = "" if kind is None else "+" if is_raised else self.letter(kind).lower()
        return self._site(start) + self._site(to) + more

    def _pair_text(self, action: int) -> str | None:
        """Of two pieces that move at once, where both start: so they are written by many, whatever the dialect."""
        move = self._numbers.decode(action)
        pair = None if move is None or move.action.form == "move" else self._pair(move)
        return None if pair is None else self._site(pair[0]) + self._site(pair[1])

    def _words(self, action: int) -> str | None:
        return self.state.action_to_string(action) if self.dialect.pairs_in_words else None

    def _pair(self, move: Move) -> tuple[int, int] | None:
        """The starts of the mover's two pieces that an action chooses."""
        sites = [
            v
            for c, v in zip(move.action.choices, move.values, strict=True)
            if c.type.base in ("site", "piece") and isinstance(v, int)
        ]
        own = [s for s in sites if s in self._before and self._before[s].owner == self._mover]
        return (own[0], own[1]) if len(own) == 2 and len(move.values) == 2 else None

    def _of_pair(self, pair: tuple[int, int], after: Mapping[int, Piece]) -> str | None:
        """Of two pieces that move at once: the first one's start, and where it goes, or where the other one starts."""
        first, other = pair
        if self.dialect.pairs_by_starts:
            return self._site(first) + self._site(other)  # as of two pieces that have changed places
        kind = self._before[first].kind
        own = {s for s, p in after.items() if p.owner == self._mover and p.kind == kind}
        were = {s for s, p in self._before.items() if p.owner == self._mover and p.kind == kind}
        goals = own - were or own & {first}
        return self._site(first) + self._site(goals.pop()) if len(goals) == 1 else None

    def _of_drop(self, after: Mapping[int, Piece]) -> str | None:
        """Of a piece that comes to a site that was empty."""
        own = {s: p for s, p in after.items() if p.owner == self._mover}
        new = [s for s in own if s not in self._before]
        if len(new) != 1 or any(s not in own for s, p in self._before.items() if p.owner == self._mover):
            return None
        return self.letter(self._kinds[own[new[0]].kind]) + self.dialect.drop + self._site(new[0])

    def letter(self, kind: int) -> str:
        """What stands for a kind that is put or that a piece becomes, a capital."""
        style, kinds = self.game.style, self.game.kinds
        return (
            _letters(tuple(k.name for k in kinds))[kind]
            if style is None
            else style.fen_letter(kind, kinds[kind])
        )

    def _site(self, number: int) -> str:
        return self.dialect.name_site(self.game.board.sites[number], self.game)

    def _pieces(self, state: State) -> dict[int, Piece]:
        """What stands on each site."""
        found: dict[int, Piece] = {}
        for name, texts in stacks(state.position()).items():
            site = self.game.board.site(name)
            assert site is not None
            found[site] = read_piece(texts[-1], self._players)
        return found


@lru_cache(maxsize=8)
def _letters(names: tuple[str, ...]) -> list[str]:
    """A letter for each kind, where the rules give none: the first one of its name that no kind before it has."""
    found: list[str] = []
    for name in names:
        letters = [letter for letter in name.upper() if letter.isalpha()]
        found.append(next((letter for letter in letters if letter not in found), letters[0]))
    return found


def signs_of(game: Game, heading: str) -> dict[str, list[str]]:
    """The signs of each kind in files of other programs, by its name, as a heading has them: `king 玉 王, pawn 歩`; nothing where the
    rules do not have those of all kinds."""
    parts = [part.split() for part in game.headings.get(heading, "").split(",")]
    found = {words[0]: words[1:] for words in parts if len(words) > 1}
    return found if found.keys() == {k.name for k in game.kinds} else {}


def has_positions(game: Game) -> bool:
    """Whether a position can be said by FEN; else by the moves since the start alone."""
    return is_written_so(game)


def played(start: State, moves: Sequence[str], dialect: Dialect) -> State:
    """The state after moves. Raises Unfit with the first that is not legal."""
    state = start
    for number, move in enumerate(moves, 1):
        action = None if state.is_terminal else Spoken(state, dialect).action(move)
        if action is None:
            raise Unfit(f"move {number}, `{move[:20]}`, is not legal")
        state = state.apply(action)
    return state


# ---- what GTP says of a game beside its moves


COLOURS = ("black", "white")  # of the first player, and of the second
SIZE, KOMI = "size", "komi"  # the options of rules that `boardsize` and `komi` set


def colour_of(text: str) -> int | None:
    """The player whose colour a text is: `black`, `b`, `white` or `w`."""
    return next((i for i, colour in enumerate(COLOURS) if text.lower() in (colour, colour[0])), None)


def komi_of(game: Game) -> str | None:
    """What the second player gets, as a decimal number; None where the rules have no such option."""
    option = next((o for o in game.options if o.name == KOMI), None)
    return None if option is None else decimal(option_text(option, option.value))


def decimal(text: str) -> str:
    """A number of the language such as `15/2` as `7.5`."""
    above, _, below = text.partition("/")
    return (
        f"{int(above) / int(below or 1):g}"
        if above.lstrip("-").isdecimal() and (below or "1").isdecimal()
        else text
    )


def pieces_by_colour(state: State) -> Iterator[tuple[str, str]]:
    """What stands on the board, each with its colour and its place."""
    game, players = state.engine.game, [p.name for p in state.engine.game.players]
    for name, piece in state.position()["pieces"].items():
        site = game.board.site(name)
        assert site is not None
        owner = read_piece(str(piece), players).owner
        yield COLOURS[players.index(owner)], GTP.name_site(game.board.sites[site], game)
