"""The board as a widget: a drawing that scrolls where it does not fit, on which places are pointed at with mouse or arrows."""

from collections.abc import Collection
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.geometry import Region
from textual.message import Message
from textual.widgets import Static

from interpreter.play.tui.painting import Painting, Spot

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
