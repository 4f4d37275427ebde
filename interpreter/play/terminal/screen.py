"""What the person in front of a table reads: the console, the board on it, lists of moves, results, and what can be typed; and handing
over to the next person.

Legal moves are listed all where there is room, else folded by what they begin with.
"""

import re
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from getpass import getpass
from itertools import groupby
from typing import Any

from gdl.core.model import Column, Game
from interpreter.engines.errors import IllegalAction
from interpreter.engines.notation import word
from interpreter.engines.position_parts import Position, contains_hidden
from interpreter.play.moves import Move
from interpreter.play.scene.observer import Relation, decided, relation, threats_to
from interpreter.play.session import Session
from interpreter.play.text.drawing import TARGET, Layout, draw, layout_of

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what can be scrolled back to
_PLAIN_WIDTH = 100


@dataclass(frozen=True, slots=True)
class Console:
    """`ask` gives the next line and raises EOFError after the last; `height` is the rows of the screen, None where there
    is no screen to overflow."""

    ask: Callable[[str], str]
    tell: Callable[[str], None]
    colour: bool = False
    is_terminal: bool = False
    width: int = 80
    height: int | None = None

    def clear(self) -> None:
        if self.is_terminal:
            self.tell(_CLEAR)

    def wait(self, text: str) -> None:
        """Waits until Enter is pressed, on a terminal: nothing that is typed meanwhile is shown."""
        if self.is_terminal:
            getpass(text)


def open_console(colour: bool) -> Console:
    """The console of this process."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    size = shutil.get_terminal_size()
    width, height = (size.columns, size.lines) if is_terminal else (_PLAIN_WIDTH, None)
    return Console(_line, print, colour, is_terminal, width, height)


def _line(prompt: str) -> str:
    """A line of the input; one through a pipe is echoed after its prompt, so that the output reads as a conversation."""
    print(prompt, end="", flush=True)
    text = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(text.rstrip("\n"))
    if not text:
        raise EOFError
    return text


COMMANDS = {
    "help": "what can be typed",
    "moves [WORD]": "all legal moves, or those with this word",
    "kinds": "the table of the pieces",
    "rules [NAME]": "the rules of the game, or what they say of a kind, an action or a word",
    "show": "the board again",
    "undo [N]": "back to your last decision, or N decisions",
    "redo [N]": "forward again",
    "hint": "the moves that a search finds best",
    "history": "the moves so far",
    "resign": "give up; with more than two sides a bot takes the seat",
    "draw": "all players at this screen agree on a draw; `undo` goes on after both",
    "relation [NAME]": "show a relation between pieces, and what can be captured; again: hide it",
    "why MOVE": "why a move is not legal",
    "save FILE": "write the game down; in a .pgn, .sgf, .pdn or .kif file for other programs",
    "seal FILE": "the same; what is hidden cannot be read by chance until the game is over",
    "load FILE": "continue a saved game",
    "quit": "stop",
}

_MOVES = (
    "  a move: its number (`#5` where moves are numbers themselves), its notation, its sites (`b4 a5`) or its\n"
    "  action's name and choices; a site alone lists its moves; several moves with commas between them"
)


def help_text() -> str:
    """Moves, then each command with its meaning."""
    return "\n".join([_MOVES, *(f"  {name:<10} {meaning}" for name, meaning in COMMANDS.items())])


def columns_of_kinds(game: Game) -> str:
    """The table of the pieces: each kind with the values of its columns."""
    names = list(game.columns)
    rows = [["kind", *names]]
    for kind in game.kinds:
        values: list[tuple[Column, Any]] = [
            (game.columns[n], kind.attributes[n] if game.columns[n].by else (kind.attributes[n],))
            for n in names
        ]
        rows.append([kind.name, *(" ".join(word(game, v, c.type) for v in vs) for c, vs in values)])
    widths = [max(len(r[i]) for r in rows) for i in range(len(rows[0]))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(r, widths, strict=True)).rstrip() for r in rows)


def columns(cells: Sequence[str], width: int) -> str:
    """Cells in columns, read downwards, as many columns as fit."""
    if not cells:
        return ""
    widest = max(map(len, cells)) + 2
    count = max(1, (width + 2) // widest)
    rows = -(-len(cells) // count)
    lines = ["".join(cell.ljust(widest) for cell in cells[row::rows]).rstrip() for row in range(rows)]
    return "\n".join(lines)


def result(session: Session) -> str:
    """A sentence about who has won."""
    names = [p.name for p in session.game.players]
    returns = session.state.returns
    if any(r not in (-1, 0, 1) for r in returns):
        return (
            "The game is over: " + ", ".join(f"{n} {r:g}" for n, r in zip(names, returns, strict=True)) + "."
        )
    winners = [n for n, r in zip(names, returns, strict=True) if r > 0]
    losers = [n for n, r in zip(names, returns, strict=True) if r < 0]
    if winners:
        return f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}."
    if losers:
        return f"{' and '.join(losers)} {'loses' if len(losers) == 1 else 'lose'}."
    return "The game is a draw."


def counted(count: int) -> str:
    return "1 move" if count == 1 else f"{count} moves"


def unfinished(session: Session) -> str:
    """That a game is not over, and how it continues later; "" where it is over."""
    if session.is_over:
        return ""
    text = f"The game is unfinished after {counted(len(session.moves))}."
    if session.keeper is None or not session.moves:
        return text
    if session.keeper.trouble:
        return f"{text} It could not be kept: {session.keeper.trouble}"
    return f"{text} `gdl play {session.name} --resume` continues it."


def sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else text + "."


_WORD = re.compile(r"-?\d+,-?\d+|\w+|\S")  # a site of a growing board, a word or a site, or a sign
_DEEPEST = 4  # words of a common beginning, less one
_ROWS = 12  # of a folded list, where nothing limits it

Entry = tuple[str, Sequence[Move]]  # a text, and the moves that it covers


def parts(text: str) -> list[str]:
    """The words and sites of a move, without the signs between them."""
    found = re.findall(r"(?<!\d)-?\d+,-?\d+|\w+", re.sub(r"(?<=\d)x(?=\w)", " ", text.lower()))
    return [part for part in found if part]


def listing(moves: Sequence[Move], width: int, most: int | None = None, rows: int | None = None) -> str:
    """The moves with their numbers, in columns: at most so many, in at most so many rows.

    What does not fit is folded: moves that begin alike become one entry, with their numbers and their beginning.
    """
    digits = len(moves[-1].label) if moves else 1
    cells = [f"{m.label:>{digits}} {m.text}" for m in moves]
    whole = columns(cells, width)
    if (most is None or len(moves) <= most) and (rows is None or _rows(whole) <= rows):
        return whole
    return _folded_listing(moves, width, max(2, (rows or _ROWS) - 1))


def _folded_listing(moves: Sequence[Move], width: int, rows: int) -> str:
    """Moves folded as little as fits, and a line about how to see the others."""
    entries = _entries(moves, width, rows)
    cells = [text for text, _ in entries]
    while len(cells) > 1 and _rows(columns(cells, width)) > rows:
        cells.pop()
    left = len(moves) - sum(len(group) for _, group in entries[: len(cells)])
    more = f"... and {left} more: " if left else ""
    beginning = _beginning(next((group for _, group in entries if len(group) > 1), moves))
    hint = f"`moves` lists all {len(moves)}, `moves {beginning}` those with {beginning}"
    return f"{columns(cells, width)}\n{more}{hint}"


def _entries(moves: Sequence[Move], width: int, rows: int) -> list[Entry]:
    """The entries of a folded list: moves with the longest common beginnings that fit, one word at least."""
    found = _folded(moves, 1)
    for depth in range(2, _DEEPEST):
        deeper = _folded(moves, depth)
        if _rows(columns([text for text, _ in deeper], width)) > rows:
            break
        found = deeper
    return found


def _folded(moves: Sequence[Move], depth: int) -> list[Entry]:
    """Moves that begin with the same words as one entry each."""
    found: list[Entry] = []
    for words, group in groupby(moves, key=lambda m: tuple(_WORD.findall(m.text)[:depth])):
        alike = list(group)
        if len(alike) == 1:
            found.append((f"{alike[0].label} {alike[0].text}", alike))
        else:
            beginning = _start(alike[0].text, len(words))
            found.append((f"{alike[0].label}..{alike[-1].label} {beginning} …", alike))
    return found


def _start(text: str, count: int) -> str:
    """A text up to the end of so many of its words."""
    ends = [m.end() for m in _WORD.finditer(text)]
    return text[: ends[min(count, len(ends)) - 1]] if ends else text


def _beginning(moves: Sequence[Move]) -> str:
    found = parts(moves[0].text)
    return found[0] if found else moves[0].text


def _rows(text: str) -> int:
    return text.count("\n") + 1


_AROUND = 7  # rows of the screen that a board should leave: for moves, the prompt and empty lines
_FEWEST_ROWS = 3  # for moves, however large the board is


def decided_marks(session: Session, shown: Position) -> dict[str, str]:
    """A mark at the sites that have decided a finished game, and at pieces of the player to move that must not stay attacked."""
    rows = decided(session.engine, session.state, shown)
    attacked = threats_to(session.engine, session.state, shown).rows
    return {row[-1]: TARGET for row in attacked} | {site: "*" for row in rows for site in row}


class Screen:
    """Shows a session on a console.

    `is_current`: whether the board that was shown last is that of the present state. `viewer`: the person who has looked
    last. `relation`: the name of the relation that is shown with the board, or "".
    """

    def __init__(self, session: Session, console: Console) -> None:
        self.session, self.console = session, console
        self.is_current = False
        self.viewer: int | None = None
        self.relation = ""
        self._rows = 0  # of the board that was shown last
        self._staged = len(session.moves)  # moves whose stages have been shown

    def show(self, viewer: int | None = None) -> None:
        """The board as a person may see it, also at the end; everything when only bots play."""
        session = self.session
        state = session.state
        if viewer is None:
            viewer = session.viewer
            if state.is_terminal and session.has_secrets and self.viewer is not None:
                viewer = self.viewer  # nobody else has been asked to look
        self._show_stages(viewer)
        position = state.position() if viewer is None else state.observation(viewer)
        related = self._related(position)
        drawn = self._drawn(position, related, is_tight=False)
        height = self.console.height
        if height is not None and drawn.count("\n") + _AROUND > height:
            drawn = self._drawn(position, related, is_tight=True)
        self.console.tell(f"\n{drawn}\n")
        self.is_current = True
        self._rows = drawn.count("\n") + 3  # with the empty lines around it

    def _show_stages(self, viewer: int | None) -> None:
        """The boards on the way, where what was chosen together took effect in stages."""
        session, since = self.session, self._staged
        self._staged = len(session.moves)
        for ply in range(since, len(session.moves)):
            found = session.stages(ply, viewer)
            for number, (stage, seen) in enumerate(found, 1):
                layout = Layout(colour=self.console.colour, width=self.console.width - 1, is_tight=True)
                drawn = draw(session.game, seen, layout_of(stage, seen, layout))
                self.console.tell(f"\nStep {number} of {len(found) + 1}:\n{drawn}")

    def show_moves(self, moves: Sequence[Move], most: int | None = None) -> None:
        """A list of moves; one that nobody asked for (`most`) leaves the board on the screen."""
        rows = None
        if most is not None and self.console.height is not None:
            rows = max(_FEWEST_ROWS, self.console.height - self._rows - 1)
        self.console.tell(listing(moves, self.console.width, most, rows))

    def _drawn(self, position: Position, related: Relation | None, is_tight: bool) -> str:
        session = self.session
        layout = Layout(
            colour=self.console.colour,
            marks=self._last_marks() | decided_marks(session, position),
            relation=related,
            width=self.console.width - 1,
            is_tight=is_tight,
        )
        return draw(session.game, position, layout_of(session.state, position, layout))

    def _related(self, position: Position) -> Relation | None:
        """The relation to be shown, if the person who looks may know it."""
        if not self.relation:
            return None
        if contains_hidden(position):
            self.console.tell(f"`{self.relation}` is not shown while something is hidden from you.")
            return None
        return relation(self.session.engine, self.session.state, self.relation)

    def _last_marks(self) -> dict[str, str]:
        """A mark at the sites of the last move."""
        session = self.session
        if len(session.states) < 2:
            return {}
        before, text = session.states[-2], session.moves[-1]
        viewer = session.viewer
        try:
            sites = before.action_sites(before.action_from_string(text), viewer)
        except IllegalAction:
            return {}
        return {session.game.board.sites[s].name: ">" for s in sites}


def hand_over(session: Session, console: Console, screen: Screen) -> None:
    """Empties the screen until the next person has taken the seat, if that is another one and something is hidden."""
    viewer = session.viewer
    if viewer is None or not session.has_secrets or viewer == screen.viewer:
        return
    if not session.must_hand_over(screen.viewer):
        screen.viewer = viewer
        if session.game.together is not None:
            _tell_moves(session, console, viewer)  # what others chose unseen
        return
    if screen.viewer is not None:
        _last_look(session, console, screen, screen.viewer)
    name = session.game.players[viewer].name
    if console.is_terminal:
        console.clear()
        console.wait(f"Only {name} may look now. Press Enter. ")
        console.clear()
    else:
        console.tell(f"\nOnly {name} may look now.")
    screen.viewer = viewer
    _tell_moves(session, console, viewer)


def _last_look(session: Session, console: Console, screen: Screen, viewer: int) -> None:
    """Shows the person who is still in front of the screen what their last move has uncovered, such as a drawn card."""
    if session.has_uncovered(viewer):
        screen.show(viewer)
        name = session.game.players[viewer].name
        console.wait(f"{name}, this is what you see now. Press Enter to hand over. ")


def _first_untold(session: Session, last: int) -> int:
    """The first move of which a person has learnt something since their last one: where they chose together with others, the
    first of these."""
    first = last + 1
    if last >= 0 and session.all_chose(last):
        while first > 0 and session.states[first - 1].choices_wait:
            first -= 1
        if first <= last:
            first -= 1
    return max(first, 0)


def _tell_moves(session: Session, console: Console, viewer: int) -> None:
    """The moves of the others since this person last decided, as far as they may know them; equal ones in a row at once."""
    mine = (i for i in range(len(session.moves) - 1, -1, -1) if session.states[i].current_player == viewer)

    def said(i: int) -> str:
        by = session.states[i]
        return "" if by.current_player == viewer else f"{session.player(by)}: {session.seen(i, viewer)}"

    news = range(_first_untold(session, next(mine, -1)), len(session.moves))
    for text, alike in groupby(news, said):
        first, *others = (i + 1 for i in alike)
        if text and others:
            console.tell(f"{first}..{others[-1]}. {text} ({len(others) + 1} times)")
        elif text:
            console.tell(f"{first}. {text}")
