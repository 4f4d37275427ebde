"""What stands beside the board: the choices, the moves so far, the rules, what was said, and help. And the curtain between people
who may not see the same.
"""

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import ContentSwitcher, OptionList, Static
from textual.widgets.option_list import Option

from gdl.diagnostics.characters import visible
from interpreter.play.terminal.texts import COMMANDS
from interpreter.play.tui.board import Painting
from interpreter.play.tui.choices import Entry


class Curtain(ModalScreen[None]):
    """Covers everything until Enter is pressed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "lift", "Look")]
    CSS = """
    Curtain { background: $background; align: center middle; }
    Curtain Static { width: auto; max-width: 90%; text-align: center; padding: 1 2; }
    """

    def __init__(self, said: str) -> None:
        super().__init__()
        self.said = said

    def compose(self) -> ComposeResult:
        with Middle(), Center():
            yield Static(self.said, markup=False, id="curtain")

    def action_lift(self) -> None:
        self.dismiss()

    def on_click(self) -> None:
        self.dismiss()


_MOST_SAID = 400  # lines that are kept
_SIGN = 12  # letters of what stands on a site
_KEYS = (
    ("up, down, Enter", "go through the choices and take one"),
    ("letters", "show the choices that fit; a whole move, typed, is played"),
    ("Tab", "to the board: arrows go from place to place, Enter takes one; Tab again: back"),
    ("click", "takes a place or a choice"),
    ("Esc", "take back a choice; while a bot thinks: it moves at once"),
    ("F1 to F5", "help, choices, moves, rules, what was said"),
    ("in the moves", "up and down look at earlier positions; Esc goes back"),
    ("Ctrl-Z, Ctrl-Y", "take back a move, and make it again"),
    ("Ctrl-C", "stop; the game is kept"),
)
WORDS = {
    "shuffle": "lay out the rest of a secret set-up at random",
    "clear": "take a secret set-up back",
    "mirror": "lay a secret set-up out as in a mirror",
    "resign": "give up",
    "draw": "end the game as a draw, as the players at this screen agree",
}


class Side(ContentSwitcher):
    """One of the five panes at a time."""

    def __init__(self) -> None:
        super().__init__(id="side", initial="choices")
        self.choices = OptionList(id="choices", markup=False, compact=True)
        self.moves = OptionList(id="moves", markup=False, compact=True)
        self.rules = Static(markup=False)
        self.said = Static(markup=False)
        self.entries: list[Entry] = []
        self._lines: list[Text] = []

    def compose(self) -> ComposeResult:
        yield self.choices
        yield self.moves
        yield VerticalScroll(self.rules, id="rules")
        yield VerticalScroll(self.said, id="said")
        yield VerticalScroll(Static(help_text(), markup=False), id="help")

    # ---- choices

    def offer(self, entries: Sequence[Entry], painting: Painting | None, typed: str) -> None:
        """The choices whose words begin with what is typed; all where none does."""
        words = typed.lower().split()
        fitting = [e for e in entries if _fits(e, words)]
        self.entries = fitting or list(entries)
        self.choices.clear_options()
        self.choices.add_options([Option(_line(e, painting)) for e in self.entries])
        if self.entries:
            self.choices.highlighted = 0

    @property
    def highlighted(self) -> Entry | None:
        at = self.choices.highlighted
        return self.entries[at] if at is not None and at < len(self.entries) else None

    # ---- moves and texts

    def list_moves(self, lines: Sequence[str], at: int) -> None:
        """The moves so far; the one numbered `at` is marked."""
        self.moves.clear_options()
        self.moves.add_options([Option(Text(visible(line))) for line in ("Beginning", *lines)])
        self.moves.highlighted = at

    def say(self, text: Text) -> None:
        self._lines = [*self._lines, *text.split("\n")][-_MOST_SAID:]
        self.said.update(Text("\n").join(self._lines))
        pane = self.said.parent
        if isinstance(pane, VerticalScroll):
            pane.scroll_end(animate=False)

    def forget(self) -> None:
        """Empties what may hold secrets of the person who was in front of the screen."""
        self._lines, self.entries = [], []
        self.said.update("")
        self.choices.clear_options()
        self.moves.clear_options()


def help_text() -> Text:
    """Keys and words, each with its meaning."""
    made = Text()
    rows = [*_KEYS, *COMMANDS.items(), *WORDS.items()]
    for name, meaning in rows:
        made.append(name, "bold").append(f"  {meaning}\n")
    return made


def _fits(entry: Entry, words: Sequence[str]) -> bool:
    """Whether each typed word begins a word of the entry, or the entry begins with all of them."""
    text = entry.text.lower()
    own = text.split()
    return text.startswith(" ".join(words)) or all(any(o.startswith(w) for o in own) for w in words)


def _line(entry: Entry, painting: Painting | None) -> Text:
    """A choice with what stands on its site, and how many moves are behind it."""
    made = Text(visible(entry.text))
    sign = painting.signs.get(entry.site) if painting is not None and entry.site is not None else None
    if sign is not None:
        made.append(" ").append(sign[:_SIGN])
    if entry.sign:
        made.append(f"  {entry.sign}")
    return made.append(f"  {entry.count}", "dim") if entry.count > 1 else made
