"""What a typed line does: a move, a choice, a command, or a word of the table such as `resign`."""

import re
from collections.abc import Callable

from gdl.core.model import Game
from interpreter.engines.errors import IllegalAction
from interpreter.play.bots import RandomBot
from interpreter.play.moves import exact, listed, read_move
from interpreter.play.session import seed_of_bot
from interpreter.play.sheet.reasons import refusal
from interpreter.play.terminal.commands import Commands, Opener, names_action
from interpreter.play.terminal.console import Console
from interpreter.play.terminal.screen import Screen
from interpreter.play.terminal.table import parted
from interpreter.play.terminal.texts import sentence
from interpreter.play.tui.choices import Choices
from interpreter.play.web import secret_setup
from interpreter.play.web.table import Refused, Table

Tell = Callable[[str], None]


class Talk:
    """Obeys lines. `play` makes an action; `tell` shows a text; `on_change` is called when the game went to another state than
    by a move; `think` looks for a hint."""

    def __init__(
        self,
        table: Table,
        choices: Choices,
        open_record: Opener,
        tell: Tell,
        play: Callable[[int], None],
        on_change: Callable[[], None],
        think: Callable[[], None],
    ) -> None:
        self.table, self.choices = table, choices
        self.tell, self.play, self.on_change, self.think = tell, play, on_change, think
        self._open = open_record
        self.screen = Screen(table.session, self._console(40, False))

    def _console(self, width: int, colour: bool) -> Console:
        return Console(_unasked, self.tell, colour, is_terminal=False, width=width)

    @property
    def game(self) -> Game:
        return self.table.game

    def commands(self, width: int, colour: bool) -> Commands:
        """The commands of the line mode, with answers as wide as there is room for them."""
        self.screen.console = self._console(width, colour)
        return Commands(
            self.table.session, self.screen.console, self.screen, self._open, self._changed, has_reader=True
        )

    def _changed(self) -> None:
        table = self.table
        table.take_over(table.session)
        if table.clock is not None and table.clock.running is not None and table.mover is not None:
            table.clock.turn(table.clock.running, table.mover, table.now())
        self.on_change()

    def say(self, line: str, width: int, colour: bool) -> bool:
        """Obeys a line. Whether its answer is a text that wants room."""
        text = line.strip()
        word, _, rest = text.partition(" ")
        try:
            if not self.table.is_over and exact(self.table.state, text) is not None:
                self._try(text)
                return False
            if self._is_own(word.lower(), rest.strip()) and self._own(word.lower()):
                return False
            if self.commands(width, colour).obey(word.lower(), rest.strip()):
                return word.lower() in ("moves", "kinds", "rules", "why", "help", "?", "show", "history")
            self._moves(text)
        except Refused as error:
            self.tell(sentence(str(error)[:1].upper() + str(error)[1:]))
        return False

    def _is_own(self, word: str, rest: str) -> bool:
        """Whether a word may be meant for this table: `draw 2` is none, nor `draw` where the rules have such an action."""
        return word not in ("resign", "draw") or (not rest and not names_action(self.game, word))

    def _own(self, word: str) -> bool:
        """The words that only this table has."""
        table = self.table
        player = table.state.current_player
        match word:
            case "hint":
                self._check_goes_on()
                self.think()
            case "shuffle":
                last = secret_setup.shuffle(table, player)
                self.on_change()
                self.choices.path = last
            case "clear":
                secret_setup.clear(table, player)
                self.on_change()
            case "mirror":
                secret_setup.mirror(table, player)
                self.on_change()
            case "resign":
                table.resign(player, lambda: RandomBot(seed_of_bot(table.session.seed, player)))
                self.on_change()
            case "draw":
                table.wish(player, "draw")
                self.on_change()
            case _:
                return False
        return True

    def _check_goes_on(self) -> None:
        if self.table.is_over:
            raise Refused("the game is over")

    # ---- moves

    def _moves(self, text: str) -> None:
        """A move, a choice, or several moves with commas between them, as far as they are the person's own."""
        self._check_goes_on()
        texts = parted(self.game, text)
        player = self.table.state.current_player
        for i, one in enumerate(texts):
            before = len(self.table.session.moves)
            if i and (self.table.is_over or self.table.state.current_player != player):
                self.tell(f"Not played, since it is the others' turn: {', '.join(texts[i:])}.")
                return
            self._try(one)
            if len(self.table.session.moves) == before:
                return

    def _try(self, text: str) -> None:
        site = self.game.board.site(text.lower())
        if site is not None and exact(self.table.state, text) is None:
            said = self.choices.point(self.game.board.sites[site].name)
            if said:
                self.tell(sentence(said))
            elif self.choices.is_ready and self.choices.node.action is not None:
                self.play(self.choices.node.action)
            return
        named = [e for e in self.choices.entries() if e.text.lower() == text.lower()]
        if len(named) == 1 and named[0].move is None:
            self.choices.choose(named[0])
            return
        if re.fullmatch(r"#?\d+", text) and exact(self.table.state, text) is None:
            self.tell(f"No choice is called {text}.")  # the list shows no numbers that could be meant
            return
        try:
            found = read_move(self.table.state, text)
        except IllegalAction as error:
            self.tell(sentence(refusal(self.table.state, text, error)))
            return
        if len(found) == 1:
            self.play(found[0].action)
        else:
            self.choices.mean(found or listed(self.table.state))


def _unasked(prompt: str) -> str:
    raise EOFError
