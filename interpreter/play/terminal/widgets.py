"""The widgets of the screen: the board, the panes beside it (choices, moves, rules, what was said, help), and the curtain between
people who may not see the same.

The board is a drawing that scrolls where it does not fit, on which places are pointed at with mouse or arrows: styled text that
knows what stands where on it. What can be chosen has a ground of its own, what has been chosen another one. Texts from game files
hold no commands to the terminal: what would be one is replaced.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Middle, ScrollableContainer, VerticalScroll
from textual.geometry import Region
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import ContentSwitcher, OptionList, Static
from textual.widgets.option_list import Option

from gdl.diagnostics.characters import visible
from interpreter.play.terminal.choices import Entry
from interpreter.play.terminal.commands import HELP
from interpreter.play.text.cells import EMPTY
from interpreter.play.text.styled import Parts, style_of

_CAN = Style(bgcolor="dark_green", bold=True, dim=False)
_CHOSEN = Style(bgcolor="dark_orange3", color="white", bold=True)
_HERE = Style(reverse=True, bold=True)
_BLACK = Style(color="#a8977a")  # what belongs to Black, on the dark ground of the screen
_NEAR = 3  # columns beside what stands on a site that still mean it


@dataclass(frozen=True, slots=True)
class Spot:
    """Where something of a site is drawn: a row from the top, and columns from `start` to before `end`."""

    site: str
    row: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Painting:
    """A position as text, with the spots of its sites, and what stands on each; `width` in columns."""

    text: Text
    spots: tuple[Spot, ...]
    signs: Mapping[str, Text]
    width: int
    height: int

    def site_at(self, row: int, column: int) -> str | None:
        """The site at a place of the drawing, or close beside it."""
        beside = [(_gap(s, column), s.site) for s in self.spots if s.row == row]
        gap, site = min(beside, default=(_NEAR + 1, ""))
        return site if gap <= _NEAR else None

    def spot(self, site: str) -> Spot | None:
        return next((s for s in self.spots if s.site == site), None)


def painted(
    rows: Sequence[Parts], can: Collection[str] = (), chosen: Collection[str] = (), here: str | None = None
) -> Painting:
    """Rows of `rows_of` with links. `can`: sites that can be chosen now; `chosen`: those that have been; `here`: where the
    cursor is."""
    text, spots, widest = Text(no_wrap=True), list[Spot](), 0
    signs: dict[str, Text] = {}
    for row, parts in enumerate(rows):
        at = 0
        if row:
            text.append("\n")
        for written, name in parts:
            style, site = _parted(name)
            shown = visible(written)
            if site:
                spots.append(Spot(site, row, at, at + cell_len(shown)))
                if (sign := shown.strip()) not in ("", EMPTY, site):
                    signs.setdefault(site, Text()).append(sign, style)
                if shown.strip():
                    style += _HERE if site == here else Style.null()
                    style += _CHOSEN if site in chosen else _CAN if site in can else Style.null()
            text.append(shown, style)
            at += cell_len(shown)
        widest = max(widest, at)
    return Painting(text, tuple(_joined(spots)), signs, widest, len(rows))


def _parted(name: str) -> tuple[Style, str]:
    """A style and the site that it names."""
    words, _, site = name.partition("link ")
    style = style_of(words.strip())
    is_dark = style.color is not None and style.color.name == "bright_black"
    return style + _BLACK if is_dark else style, site.split(" ")[0]


def _joined(spots: Sequence[Spot]) -> list[Spot]:
    """Spots of one site beside each other as one."""
    made: list[Spot] = []
    for spot in spots:
        if made and (made[-1].site, made[-1].row, made[-1].end) == (spot.site, spot.row, spot.start):
            made[-1] = Spot(spot.site, spot.row, made[-1].start, spot.end)
        else:
            made.append(spot)
    return made


def _gap(spot: Spot, column: int) -> int:
    return max(spot.start - column, column - spot.end + 1, 0)


_ASPECT = 2  # columns that are as wide as a row is high
_RIM = 2  # columns beside a painting
_ASIDE = 2.0  # how much a step aside counts beside one ahead, for the arrow keys
_WAYS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class BoardPane(ScrollableContainer):
    """Shows a painting. `Pointed` is sent for a site that was clicked, or that the cursor is on when Enter is pressed; `Moved`
    when the cursor goes elsewhere."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"go('{way}')", show=False) for way in _WAYS),
        Binding("enter,space", "point", show=False),
    ]

    class Pointed(Message):
        def __init__(self, site: str) -> None:
            self.site = site
            super().__init__()

    class Moved(Message):
        def __init__(self, site: str) -> None:
            self.site = site
            super().__init__()

    def __init__(self) -> None:
        super().__init__(id="board")
        self.drawing = Static(id="drawing", markup=False)
        self.painting: Painting | None = None
        self.here: str | None = None
        self.can: Collection[str] = ()
        self._last: Collection[str] = ()
        self._widest: tuple[object, int] = (None, 0)

    def compose(self) -> ComposeResult:
        yield self.drawing

    def show(
        self, painting: Painting, here: str | None, can: Collection[str], last: Collection[str] = ()
    ) -> None:
        """A painting with the cursor at `here`; `can` are the sites that can be chosen now. Scrolls to the cursor, and once to the
        sites of the last move."""
        self.painting, self.here, self.can = painting, here, can
        self.drawing.styles.width, self.drawing.styles.height = painting.width, painting.height
        self.drawing.update(painting.text)
        news = [] if last == self._last else [*last]
        self._last = last
        for site in [here] if here is not None else news:
            spot = painting.spot(site)
            if spot is not None:
                self.scroll_to_region(Region(spot.start, spot.row, spot.end - spot.start, 1), animate=False)

    def keep_width(self, of: object, least: int, most: int) -> None:
        """As wide as the painting, and never narrower than before for the same game on the same screen (`of`), so that nothing
        moves aside when a text gets shorter; between `least` and `most` columns."""
        shown = self.painting.width if self.painting is not None else 0
        before = self._widest[1] if self._widest[0] == of else 0
        self._widest = (of, max(shown, before, least))
        self.styles.width = min(self._widest[1] + _RIM, most)

    def blank(self) -> None:
        """Shows nothing, while the screen is handed over."""
        self.painting = None
        self.drawing.update("")

    def on_click(self, event: events.Click) -> None:
        if self.painting is None or event.widget is not self.drawing:
            return
        site = self.painting.site_at(event.y, event.x)
        if site is not None:
            self.post_message(self.Pointed(site))

    def action_point(self) -> None:
        if self.here is not None:
            self.post_message(self.Pointed(self.here))

    def action_go(self, way: str) -> None:
        """To the next place in a direction: one that can be chosen if there are any, else any."""
        if self.painting is None or not self.painting.spots:
            return
        spots = [s for s in self.painting.spots if not self.can or s.site in self.can]
        at = self.painting.spot(self.here) if self.here is not None else None
        found = spots[0] if at is None else _next(at, spots, _WAYS[way])
        if found is not None:
            self.post_message(self.Moved(found.site))


def _next(at: Spot, spots: list[Spot], way: tuple[int, int]) -> Spot | None:
    """The spot that is closest in a direction: straight ahead rather than aside."""

    def far(spot: Spot) -> float | None:
        down = spot.row - at.row
        right = (_middle(spot) - _middle(at)) / _ASPECT
        ahead, aside = (down, right) if way[0] else (right, down)
        ahead *= way[0] + way[1]
        return ahead + _ASIDE * abs(aside) if ahead > 0 else None

    reached = [(d, s) for s in spots if s.site != at.site and (d := far(s)) is not None]
    return min(reached, key=lambda r: r[0])[1] if reached else None


def _middle(spot: Spot) -> float:
    return (spot.start + spot.end) / 2


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
    rows = [*_KEYS, *HELP]
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
