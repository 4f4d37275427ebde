"""What may be chosen now, step by step.

The choices are the walk of a table's state and a path into it. An entry of their list is an option of the walk, or a whole move
where a typed text may mean several.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from interpreter.engines.errors import IllegalAction
from interpreter.play.choosing.walk import Node, Option
from interpreter.play.choosing.words import label, wants_a_look, with_leaving
from interpreter.play.moves import Move, action_text, natural, why
from interpreter.play.scene.cards import Cards, with_signs
from interpreter.play.scene.looks import Looks
from interpreter.play.sheet.questions import question
from interpreter.play.sheet.reasons import reason_with_rule
from interpreter.play.tables import secret_setup
from interpreter.play.tables.table import Table


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
            walk, table = self.table.walk(), self.table
            node = walk.at(self.path)
            if table.mover is not None:
                node = with_leaving(walk, node, table.state, table.mover)
            self._known[self.path] = node
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
            said = action_text(self.table.state, node.action)
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
            return f"Your move: {action_text(self.table.state, node.action)}. Enter plays it."
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
        self.meant = tuple(Entry(with_signs(self.table.game, m.text), move=m.action) for m in moves)

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
