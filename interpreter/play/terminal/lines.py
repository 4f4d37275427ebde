"""The view line by line: the loop behind `gdl play --lines`.

It serves pipes, and terminals that cannot be drawn on or on which somebody wants lines. The end of the input ends the game
without fuss.
"""

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from getpass import getpass
from textwrap import fill

from gdl.core.arithmetic import plain_value
from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from interpreter.engines.position_parts import Position, contains_hidden
from interpreter.play.moves import Move, is_forced, numbered_moves
from interpreter.play.scene.observer import Relation
from interpreter.play.session import Session
from interpreter.play.sheet.reasons import end_of
from interpreter.play.tables.table import Table
from interpreter.play.terminal import model
from interpreter.play.terminal.commands import COMMANDS
from interpreter.play.terminal.texts import counted, result, unfinished
from interpreter.play.text.drawing import Layout, draw, layout_of

SHOWN = 60  # legal moves that are listed unasked
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # the screen and what can be scrolled back to
_PLAIN_WIDTH = 100
_AROUND = 7  # rows of the screen that a board should leave: for moves, the prompt and empty lines
_FEWEST_ROWS = 3  # for moves, however large the board is


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


def run(session: Session, open_record: model.Opener, colour: bool) -> int:
    """Plays until the end, `quit` or the end of the input. The exit code: 0, or 1 when the rules go wrong."""
    return Lines(session, open_console(colour), open_record).play()


class Lines:
    """The loop: shows the board, asks for lines, and lets bots move.

    `is_current`: whether the board that was shown last is that of the present state.
    """

    def __init__(self, session: Session, console: Console, open_record: model.Opener) -> None:
        page = model.Page(console.width, console.colour, console.is_terminal)
        self.model = model.Model(Table.at_one_screen(session), open_record, page)
        self.session, self.console, self.tell = session, console, console.tell
        self.is_current = self._has_told_end = False
        self._rows = 0  # of the board that was shown last

    def play(self) -> int:
        self.tell(fill(self._title(), self.console.width - 1))
        try:
            return self._until_end()
        except KeyboardInterrupt:
            self.tell(f"\n{unfinished(self.session)}")
            raise

    def _until_end(self) -> int:
        session = self.session
        while True:
            try:
                if session.bot is not None:
                    self._take(self.model.follow(self.model.decide()))
                elif (session.is_over and not self._tell_end()) or not self.ask():
                    return 0
            except EOFError:
                if not session.is_over:
                    self.tell(f"\nThe input has ended; t{unfinished(session)[1:]}")
                return 0
            except GameError as error:
                self.tell(render(error.diagnostics, self.console.colour))
                if session.bot is not None or not session.has_people:
                    return 1

    def _title(self) -> str:
        session = self.session
        seats = zip(session.game.players, session.seats, strict=True)
        who = ", ".join(
            f"{p.name} {bot.name if bot else session.names.get(p.name, 'human')}" for p, bot in seats
        )
        options = ", ".join(f"{n}={plain_value(v)}" for n, v in session.record().options.items())
        more = f" ({options})" if options else ""
        hint = " Type `help` for what can be typed." if session.has_people else ""
        seed = "" if session.game.is_hidden else f", seed {session.seed}"  # from it secrets follow
        return f"{session.game.title}{more}. {who}{seed}.{hint}"

    def _take(self, steps: Iterator[model.Step]) -> None:
        """Shows what comes of a line, or of what a bot does."""
        for step in steps:
            match step:
                case model.Text(text):
                    self.tell(text)
                case model.Board():
                    self.show()
                case model.Moves(moves):
                    self._list(moves)
                case model.Played(text):
                    if text:
                        self.tell(text)
                    if not self.session.has_people:
                        self.show()
                    self.is_current = False
                case model.Elsewhere():
                    self.is_current = self._has_told_end = False
                case _:
                    self.tell(self.model.advice(len(self.session.moves)))

    # ---- turns

    def ask(self) -> bool:
        """Asks the person to move for a line and obeys. False: stop."""
        session, is_over = self.session, self.session.is_over
        moves = [] if is_over else numbered_moves(session.state)
        if not is_over and not self.is_current:
            self._show_turn(moves)
        text = self.console.ask("over> " if is_over else f"{session.player()}> ").strip()
        if text.partition(" ")[0].lower() in model.QUIT:
            if not is_over:
                self.tell(unfinished(session))
            return False
        if text:
            self._take(self.model.obey(text, COMMANDS))
        elif is_forced(moves):
            self._take(self.model.play(moves[0].action))
        return True

    def _show_turn(self, moves: list[Move]) -> None:
        """The board and the legal moves, for the person to move."""
        self.hand_over()
        self.show()
        if is_forced(moves):
            self.tell(
                f"{self.session.player()} has no other move: press Enter or type `{self.model.shown(moves[0].text)}`."
            )
        else:
            self._list(moves, SHOWN)

    def hand_over(self) -> None:
        """Empties the screen until the next person has taken the seat, if that is another one and something is hidden."""
        before = self.model.viewer
        following = self.model.hand_over()
        if following is not None:
            self._lift_curtain(following)
        if self.session.has_secrets and self.model.viewer != before:
            is_told = (
                following is not None or self.session.game.together is not None
            )  # what others chose unseen
            for text in self.model.news() if is_told else ():
                self.tell(text)

    def _lift_curtain(self, following: model.HandOver) -> None:
        """Another person takes the seat. Who is still in front of the screen sees first what their last move has uncovered."""
        if following.before is not None:
            self.show()
            name = self.session.game.players[following.before].name
            self.console.wait(f"{name}, this is what you see now. Press Enter to hand over. ")
        if self.console.is_terminal:
            self.console.clear()
            self.console.wait(f"Only {following.name} may look now. Press Enter. ")
            self.console.clear()
        else:
            self.tell(f"\nOnly {following.name} may look now.")
        self.model.viewer = following.viewer

    def _tell_end(self) -> bool:
        """Says who has won, once. False: there is nobody to ask for a line."""
        session, is_terminal = self.session, self.console.is_terminal
        if self._has_told_end:
            return True
        self._has_told_end = True
        if session.has_people:
            self.show()
        if session.agreed:
            self.tell(f"{session.verdict} ({counted(len(session.moves))})")
            return session.has_people
        ended = session.state.ended
        why = end_of(session.state) if is_terminal else ended.text if ended is not None else ""
        seed = f"\nThe seed was {session.seed}." if session.game.is_hidden else ""
        self.tell(f"{result(session)} ({counted(len(session.moves))})" + (f"\n{why}" if why else "") + seed)
        if session.has_people and is_terminal:
            self.tell("`save FILE`, `undo` or `quit`?")
        return session.has_people

    # ---- the board and lists of moves

    def show(self) -> None:
        """The board as a person may see it, also at the end; everything when only bots play."""
        self._show_stages()
        position = self.model.position()
        if self.model.relation and contains_hidden(position):
            self.tell(f"`{self.model.relation}` is not shown while something is hidden from you.")
        related, height = self.model.related(position), self.console.height
        drawn = self._drawn(position, related, is_tight=False)
        if height is not None and drawn.count("\n") + _AROUND > height:
            drawn = self._drawn(position, related, is_tight=True)
        self.tell(f"\n{drawn}\n")
        self.is_current = True
        self._rows = drawn.count("\n") + 3  # with the empty lines around it

    def _show_stages(self) -> None:
        """The boards on the way, where what was chosen together took effect in stages."""
        for found in self.model.new_stages():
            for number, (stage, seen) in enumerate(found, 1):
                layout = Layout(colour=self.console.colour, width=self.console.width - 1, is_tight=True)
                drawn = draw(self.session.game, seen, layout_of(stage, seen, layout))
                self.tell(f"\nStep {number} of {len(found) + 1}:\n{drawn}")

    def _drawn(self, position: Position, related: Relation | None, is_tight: bool) -> str:
        layout = Layout(
            colour=self.console.colour,
            marks=self.model.marks(position),
            relation=related,
            width=self.console.width - 1,
            is_tight=is_tight,
        )
        return draw(self.session.game, position, layout_of(self.session.state, position, layout))

    def _list(self, moves: Sequence[Move], most: int | None = None) -> None:
        """A list of moves; one that nobody asked for (`most`) leaves the board on the screen."""
        rows = None
        if most is not None and self.console.height is not None:
            rows = max(_FEWEST_ROWS, self.console.height - self._rows - 1)
        self.tell(self.model.listing(moves, most, rows))
