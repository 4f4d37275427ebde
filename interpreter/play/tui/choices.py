"""What may be chosen now, and what a typed line does: a move, a choice, a command, or a word of the table such as `resign`.

The choices are the walk of a table's state and a path into it. An entry of their list is an option of the walk, or a whole move
where a typed text may mean several.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gdl.core.model import Game
from interpreter.engines.errors import IllegalAction
from interpreter.play.bots import RandomBot
from interpreter.play.choosing.walk import Node, Option
from interpreter.play.choosing.words import label, wants_a_look
from interpreter.play.moves import Move, exact, natural, numbered_moves, read_move, why
from interpreter.play.scene.cards import Cards
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import spoken
from interpreter.play.session import seed_of_bot
from interpreter.play.sheet.questions import question
from interpreter.play.sheet.reasons import reason_with_rule, refusal
from interpreter.play.tables import secret_setup
from interpreter.play.tables.table import Refused, Table
from interpreter.play.terminal.commands import Commands, Opener, names_action
from interpreter.play.terminal.screen import Console, Screen, sentence
from interpreter.play.terminal.table import parted


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the list. `path` leads to the choice; `move` is the action where it is a whole move. `site` is where it can
    be pointed at, `count` how many actions remain behind it, `sign` what a card shows."""

    text: str
    path: tuple[str, ...] = ()
    move: int | None = None
    site: str | None = None
    count: int = 1
    sign: str = ""


@dataclass
class Choices:
    """The choices of the player to move. `path`: what they have chosen; `meant`: the entries to which they were narrowed by
    pointing or typing, none where all are offered."""

    table: Table
    path: tuple[str, ...] = ()
    meant: tuple[Entry, ...] = ()
    _known: dict[tuple[str, ...], Node] = field(default_factory=dict)

    @cached_property
    def cards(self) -> Cards:
        game = self.table.game
        return Cards(game, Looks(game, colour=True))

    def clear(self) -> None:
        """Forgets what was chosen, as the state has changed."""
        self.path, self.meant = (), ()
        self._known.clear()

    @property
    def node(self) -> Node:
        if self.path not in self._known:
            self._known[self.path] = self.table.walk().at(self.path)
        return self._known[self.path]

    @property
    def hands_over(self) -> bool:
        """Whether what is chosen would end a set-up in secret."""
        node = self.node
        if node.action is None or all(m.is_forced for m in node.path):
            return False
        return secret_setup.hands_over(self.table.state, node.action)

    @property
    def is_ready(self) -> bool:
        """Whether what is chosen is a move that can be made without another look."""
        node = self.node
        return node.action is not None and not wants_a_look(node) and not self.hands_over

    def entries(self) -> list[Entry]:
        """The list: what can be chosen, or the whole move that is to be confirmed."""
        node = self.node
        if self.meant:
            return list(self.meant)
        if node.action is not None:
            said = self.table.state.action_to_string(node.action)
            return [Entry("Done, hand over" if self.hands_over else f"Play {said}", move=node.action)]
        made = [self._entry(option) for option in node.options]
        return sorted(made, key=lambda e: (e.site is None, natural(e.text))) if _has_sites(made) else made

    def _entry(self, option: Option) -> Entry:
        token, board = option.token, self.table.game.board
        site = None if token.site is None else board.sites[token.site].name
        path = (*(m.token.text for m in self.node.path), token.text)
        kind = (
            self.table.game.kinds[token.value].name
            if token.sort == "kind" and isinstance(token.value, int)
            else ""
        )
        face = self.cards.face(kind) if kind else None
        text = label(self.table.game, option, self.node)
        sign = face.text if face is not None and face.text.lower() != text.lower() else ""
        return Entry(text, path, site=site, count=option.count, sign=sign)

    def question(self) -> str:
        """What is asked now, in a sentence."""
        node = self.node
        if self.meant:
            return "Several things can be chosen there. Which one?"
        if self.hands_over:
            return "Done, hand over?"
        if node.action is not None and not all(m.is_forced for m in node.path):
            return f"Your move: {spoken(self.table.state.action_to_string(node.action))}. Enter plays it."
        return question(self.table.state, node)

    @property
    def targets(self) -> set[str]:
        """The sites that can be chosen now."""
        return {e.site for e in self.entries() if e.site is not None}

    @property
    def chosen(self) -> list[str]:
        """The sites that have been chosen."""
        sites = self.table.game.board.sites
        return [sites[m.token.site].name for m in self.node.path if m.token.site is not None]

    # ---- choosing

    def choose(self, entry: Entry) -> None:
        """Goes on with an entry that is no whole move."""
        self.path, self.meant = entry.path, ()

    def narrow(self, entries: Iterable[Entry]) -> None:
        self.meant = tuple(entries)

    def mean(self, moves: Sequence[Move]) -> None:
        """Offers the moves that a text may mean."""
        self.meant = tuple(Entry(m.text, move=m.action) for m in moves)

    def back(self) -> bool:
        """Takes the last own choice back. False: there is none."""
        if self.meant:
            self.meant = ()
            return True
        own = [i for i, made in enumerate(self.node.path) if not made.is_forced]
        if not own:
            return False
        self.path = tuple(m.token.text for m in self.node.path[: own[-1]])
        return True

    def point(self, site: str) -> str:
        """A site has been pointed at: chooses it, or takes it back. Gives the reason where neither can be."""
        found = [e for e in self.entries() if e.site == site]
        if len(found) > 1:
            self.narrow(found)
        elif found:
            self.choose(found[0])
        elif self.chosen[-1:] == [site]:
            self.back()
        else:
            return self._elsewhere(site)
        return ""

    def _elsewhere(self, site: str) -> str:
        """A site that cannot be chosen next: a new beginning if it can be chosen first, else the reason against it."""
        before = self.chosen
        self.path, self.meant, kept = (), (), self.path
        first = [e for e in self.entries() if e.site == site]
        if kept and len(first) == 1:
            self.choose(first[0])
            return ""
        self.path = kept
        return reason(self.table, " ".join([*before, site]))


def reason(table: Table, text: str) -> str:
    """Why a text is no move, in a sentence with the rule quoted below it, as far as the player to move may know."""
    try:
        found = why(table.state, text)
    except IllegalAction as error:
        return str(error)
    return f"{text} is not legal: {reason_with_rule(table.game, found[0])}" if found else ""


def _has_sites(entries: Sequence[Entry]) -> bool:
    return any(e.site is not None for e in entries)


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
            self.choices.mean(found or numbered_moves(self.table.state))


def _unasked(prompt: str) -> str:
    raise EOFError
