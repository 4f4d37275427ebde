"""A drawn position as styled text, and what stands where on it.

What can be chosen has a ground of its own, what has been chosen another one. Texts from game files hold no commands to the
terminal: what would be one is replaced.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from gdl.characters import visible
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
