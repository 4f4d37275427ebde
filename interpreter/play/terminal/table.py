"""Playing line by line: the loop behind `gdl play --lines`.

It serves pipes, and terminals that cannot be drawn on or on which somebody wants lines. The end of the input ends the game
without fuss.
"""

import re
from textwrap import fill

from gdl.core.model import Game
from gdl.diagnostics.render import render
from gdl.diagnostics.values import GameError
from interpreter.engines.errors import IllegalAction, ProgramError, ResignedError
from interpreter.engines.notation import plain_value
from interpreter.play.moves import Move, exact, is_forced, numbered_moves, read_move
from interpreter.play.session import Session, resignation, returns_without
from interpreter.play.sheet.reasons import end_of, refusal
from interpreter.play.terminal.commands import Commands, Opener
from interpreter.play.terminal.screen import (
    Console,
    Screen,
    counted,
    hand_over,
    open_console,
    result,
    sentence,
    unfinished,
)

SHOWN = 60  # legal moves that are listed unasked
_QUIT = ("quit", "exit", "q")


def run(session: Session, open_record: Opener, colour: bool) -> int:
    """Plays until the end, `quit` or the end of the input. The exit code: 0, or 1 when the rules go wrong."""
    return Table(session, open_console(colour), open_record).play()


def parted(game: Game, text: str) -> list[str]:
    """The moves of a line, with commas between them."""
    comma = r",(?![-\d])|(?<!\d)," if game.board.is_growing else ","  # `0,1` is a site there
    return [t.strip() for t in re.split(comma, text) if t.strip()]


class Table:
    """The loop: shows the board, asks for lines, and lets bots move."""

    def __init__(self, session: Session, console: Console, open_record: Opener) -> None:
        self.session = session
        self.console = console
        self.tell = console.tell
        self.screen = Screen(session, console)
        self.commands = Commands(session, console, self.screen, open_record, self._changed)
        self._has_told_end = False

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
                    self._bot_moves()
                elif (session.is_over and not self._tell_end()) or not self.ask():
                    return 0
            except EOFError:
                if not session.is_over:
                    self.tell(f"\nThe input has ended; t{unfinished(self.session)[1:]}")
                return 0
            except ProgramError as error:
                self.tell(f"{sentence(str(error))} {session.vacate()} is yours now.")
            except GameError as error:
                self.tell(render(error.diagnostics, self.console.colour))
                if session.bot is not None or not session.has_people:
                    return 1

    def _title(self) -> str:
        seats = zip(self.session.game.players, self.session.seats, strict=True)
        who = ", ".join(
            f"{p.name} {bot.name if bot else self.session.names.get(p.name, 'human')}" for p, bot in seats
        )
        options = ", ".join(f"{n}={plain_value(v)}" for n, v in self.session.record().options.items())
        more = f" ({options})" if options else ""
        hint = " Type `help` for what can be typed." if self.session.has_people else ""
        seed = "" if self.session.game.is_hidden else f", seed {self.session.seed}"  # from it secrets follow
        return f"{self.session.game.title}{more}. {who}{seed}.{hint}"

    def _changed(self) -> None:
        self.screen.is_current = self._has_told_end = False

    # ---- turns

    def _bot_moves(self) -> None:
        session, screen = self.session, self.screen
        who = session.player()
        try:
            session.play(session.chosen())
        except ResignedError:
            player = session.state.current_player
            session.end(returns_without(session.game, player), resignation(session.game, player))
            self._changed()
            return
        if session.has_secrets and screen.viewer is None and not session.state.is_terminal:
            return  # the first person to look will see it in the list of moves
        number, viewer = len(session.moves), session.viewer
        if session.has_secrets and screen.viewer is not None:
            # still in front of the screen; the next person will see it in the list of moves
            viewer = screen.viewer
        seen = session.moves[-1] if viewer is None else session.seen(number - 1, viewer)
        self.tell(f"{number}. {who}: {seen}")
        if not session.has_people:
            screen.show()
        screen.is_current = False

    def ask(self) -> bool:
        """Asks the person to move for a line and obeys. False: stop."""
        session = self.session
        is_over = session.is_over
        moves = [] if is_over else numbered_moves(session.state)
        if not is_over and not self.screen.is_current:
            self._show(moves)
        text = self.console.ask("over> " if is_over else f"{session.player()}> ").strip()
        word, _, rest = text.partition(" ")
        if word.lower() in _QUIT:
            if not is_over:
                self.tell(unfinished(self.session))
            return False
        is_move = any(m.text.lower() == text.lower() for m in moves)
        if not text:
            if is_forced(moves):
                self._play(moves[0])
        elif is_move or not self.commands.obey(word.lower(), rest.strip()):
            if is_over:
                self.tell("The game is over: `undo`, `save FILE`, `load FILE` or `quit`.")
            else:
                self._try(text)
        return True

    def _show(self, moves: list[Move]) -> None:
        """The board and the legal moves, for the person to move."""
        hand_over(self.session, self.console, self.screen)
        self.screen.show()
        if is_forced(moves):
            self.tell(f"{self.session.player()} has no other move: press Enter or type `{moves[0].text}`.")
        else:
            self.screen.show_moves(moves, SHOWN)

    def _try(self, text: str) -> None:
        """Plays a move, or several with commas between them, as far as they are legal and the person's own."""
        session = self.session
        texts = parted(session.game, text)
        player = session.state.current_player
        if len(texts) < 2 or any(m.text.lower() == text.lower() for m in numbered_moves(session.state)):
            self._try_one(text)
            return
        for i, one in enumerate(texts):
            before = len(session.moves)
            if session.state.is_terminal or session.state.current_player != player:
                self.tell(
                    f"Not played, since it is not {session.game.players[player].name}'s turn: {', '.join(texts[i:])}."
                )
                return
            self._try_one(one)
            if len(session.moves) == before:
                if texts[i + 1 :]:
                    self.tell(f"Not played: {', '.join(texts[i + 1 :])}.")
                return

    def _try_one(self, text: str) -> None:
        try:
            found = read_move(self.session.state, text)
        except IllegalAction as error:
            said = refusal(self.session.state, text, error) if self.console.is_terminal else str(error)
            self.tell(sentence(said))
            return
        if len(found) == 1 and not self._is_only_a_site(text):
            self._play(found[0])
        else:
            self.screen.show_moves(found)

    def _is_only_a_site(self, text: str) -> bool:
        """A site alone asks for its moves, unless it is the notation of one."""
        is_site = self.session.game.board.site(text.lower()) is not None
        if not is_site or any(m.text.lower() == text.lower() for m in numbered_moves(self.session.state)):
            return False
        return exact(self.session.state, text) is None

    def _play(self, move: Move) -> None:
        who = self.session.player()
        try:
            text = self.session.play(move.action)
        except IllegalAction as error:
            self.tell(sentence(str(error)))
            return
        self.tell(f"{len(self.session.moves)}. {who}: {text}")
        self.screen.is_current = False

    def _tell_end(self) -> bool:
        """Says who has won, once. False: there is nobody to ask for a line."""
        session = self.session
        if self._has_told_end:
            return True
        self._has_told_end = True
        if session.has_people:
            self.screen.show()
        if session.agreed:
            self.tell(f"{session.verdict} ({counted(len(session.moves))})")
            return session.has_people
        ended = session.state.ended
        why = end_of(session.state) if self.console.is_terminal else ended.text if ended is not None else ""
        seed = f"\nThe seed was {session.seed}." if session.game.is_hidden else ""
        self.tell(f"{result(session)} ({counted(len(session.moves))})" + (f"\n{why}" if why else "") + seed)
        if not session.has_people:
            return False
        if self.console.is_terminal:
            self.tell("`save FILE`, `undo` or `quit`?")
        return True
