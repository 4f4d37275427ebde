"""Colours: from words such as `red` or `water` to what a terminal and a picture can show.

`COLOURS` has the words for colours, `TERRAIN` those for ground; `tint`, `is_light` and `edge` compute with RGB values,
`#rrggbb` throughout. No word here is part of any game's rules, and unknown words get colours, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour: on a terminal (a rich style), as a dark ground there, and in a picture."""

    terminal: str
    ground: str
    rgb: str


@dataclass(frozen=True, slots=True)
class Ground:
    """A kind of ground: on a terminal, in a picture, and the sign drawn on it, if any."""

    terminal: str
    rgb: str
    motif: str = ""


COLOURS = {
    "red": Colour("bright_red", "on #5f0000", "#c9372c"),
    "blue": Colour("bright_blue", "on #00005f", "#2a6bb5"),
    "green": Colour("bright_green", "on #005f00", "#3b8a4a"),
    "yellow": Colour("bright_yellow", "on #5f5f00", "#f0bf2f"),
    "white": Colour("bright_white", "on grey50", "#fbf8f0"),
    "black": Colour("bright_black", "on grey19", "#2e2c2f"),
    "orange": Colour("dark_orange", "on #5f2f00", "#e57c22"),
    "purple": Colour("medium_purple", "on #3f005f", "#7a4ba6"),
    "violet": Colour("medium_purple", "on #3f005f", "#7a4ba6"),
    "pink": Colour("hot_pink", "on #5f2f3f", "#e68ab0"),
    "magenta": Colour("bright_magenta", "on #5f005f", "#b23a8c"),
    "cyan": Colour("bright_cyan", "on #005f5f", "#2f9fb3"),
    "brown": Colour("orange4", "on #3f1f00", "#7b4f2e"),
    "grey": Colour("grey62", "on grey30", "#8b8a88"),
    "gray": Colour("grey62", "on grey30", "#8b8a88"),
    "gold": Colour("gold1", "on #5f4f00", "#d6a521"),
    "silver": Colour("grey74", "on grey35", "#b4bac1"),
    "sand": Colour("light_goldenrod2", "on #5f4f1f", "#ddc48c"),
    "turquoise": Colour("turquoise2", "on #00504f", "#2fada1"),
    "ivory": Colour("cornsilk1", "on #4f4a3f", "#f6edd3"),
}
_CALLED = {
    "red": "ruby garnet crimson scarlet", "green": "emerald jade", "blue": "sapphire azure", "white": "diamond pearl", "black": "onyx obsidian jet",
    "purple": "amethyst", "yellow": "topaz citrine", "orange": "amber copper", "turquoise": "opal teal",
    "brown": "bronze", "silver": "iron steel",
}  # fmt: skip
COLOURS |= {stuff: COLOURS[name] for name, several in _CALLED.items() for stuff in several.split()}
PALETTE = ("red", "blue", "green", "yellow", "magenta", "cyan", "orange", "white")

TERRAIN = {
    "water": Ground("on blue", "#9cc9e3", "waves"),
    "sea": Ground("on blue", "#86bbdc", "waves"),
    "ocean": Ground("on blue", "#7fb2d6", "waves"),
    "river": Ground("on blue", "#9cc9e3", "waves"),
    "lake": Ground("on blue", "#9cc9e3", "waves"),
    "mountain": Ground("on grey39", "#b3a797", "peaks"),
    "rock": Ground("on grey39", "#b9b2a8", "peaks"),
    "hill": Ground("on orange4", "#cdb488", "peaks"),
    "forest": Ground("on dark_green", "#9dc28c", "trees"),
    "wood": Ground("on dark_green", "#9dc28c", "trees"),
    "jungle": Ground("on dark_green", "#86b578", "trees"),
    "grass": Ground("on green4", "#c9dda2"),
    "plain": Ground("", "#dde2b0"),
    "field": Ground("on green4", "#d8d896"),
    "swamp": Ground("on dark_olive_green3", "#b0b586", "reeds"),
    "desert": Ground("on gold3", "#ecd69a", "dunes"),
    "sand": Ground("on gold3", "#ecd69a", "dunes"),
    "road": Ground("on grey50", "#d3cabb"),
    "city": Ground("on grey30", "#d0b6ad", "houses"),
    "town": Ground("on grey30", "#d0b6ad", "houses"),
    "village": Ground("on grey30", "#d9c4b4", "houses"),
    "wall": Ground("on grey50", "#a39a92", "bricks"),
    "ice": Ground("on light_cyan3", "#e2f1f6"),
    "snow": Ground("on light_cyan3", "#f1f6f8"),
    "lava": Ground("on red3", "#e79a72", "waves"),
}
TRUTHS = ("#7a4ba6", "#2f8f5b", "#c9372c", "#2a6bb5")  # of fields that are true at a site or of a piece
PASTELS = ("#b9dcc6", "#d6c6e8", "#f3c7b5", "#c2d6ee", "#f1dc9e", "#e9c3d6", "#bfe0e2", "#d5d9a5")

# The page of a picture: its own ground, so that it looks the same on dark pages and on light ones.
PAPER, FRAME, INK, FAINT = "#fcf9f2", "#e3dac8", "#2d2a26", "#716859"


_INK = 0.6  # how light ink on paper may look


def terrain(word: str) -> Ground | None:
    """The ground that a word such as `water`, `mountains` or `deep_water` names, or None."""
    for part in reversed(word.lower().split("_")):
        for form in (part, part.removesuffix("s"), part.removesuffix("es"), part.removesuffix("land")):
            if form in TERRAIN:
                return TERRAIN[form]
    return None


def terrain_of_sign(definition: str) -> Ground | None:
    """The ground that a definition with a sign names as a whole, such as `lake` or `is_lake`: `safe_field` is none."""
    name = definition.removeprefix("is_")
    return None if "_" in name else terrain(name)


def terrains(words: Sequence[str], named: dict[str, str], default: str) -> dict[str, Ground | None]:
    """A ground for each value of a field. `named` are colours that the author chose; None is the bare board.

    Words that name no terrain get a pastel each, except the default, which most sites have.
    """
    found: dict[str, Ground | None] = {}
    free = PASTELS
    for word in words:
        colour = COLOURS.get(named.get(word, "").lower())
        known = terrain(word)
        if colour is not None:
            motif = known.motif if known else ""
            found[word] = Ground(colour.ground, tint(colour.rgb, "#ffffff", 0.45), motif)
        elif known is not None or word == default:
            found[word] = known
        else:
            found[word] = Ground("", free[0])
            free = (*free[1:], free[0])
    return found


def _parts(rgb: str) -> tuple[int, int, int]:
    return int(rgb[1:3], 16), int(rgb[3:5], 16), int(rgb[5:7], 16)


@lru_cache(maxsize=1024)  # for a few colours, each in hundreds of shapes of a picture
def tint(rgb: str, other: str, share: float) -> str:
    """A colour with a share (0 to 1) of another one mixed in."""
    mixed = [round(a + (b - a) * share) for a, b in zip(_parts(rgb), _parts(other), strict=True)]
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def lightness(rgb: str) -> float:
    """How light a colour looks, 0 to 1."""
    r, g, b = _parts(rgb)
    return (0.299 * r + 0.587 * g + 0.114 * b) / 255


def is_light(rgb: str) -> bool:
    """Whether dark writing is easier to read on it than light writing."""
    return lightness(rgb) > 0.58


def writing(rgb: str) -> str:
    """The colour for writing on a colour."""
    return INK if is_light(rgb) else "#fffdf6"


def ink_of(rgb: str) -> str:
    """A colour as ink on paper: darker where it is too light to be read."""
    shares = (0.15, 0.25, 0.35, 0.45)
    inks = (tint(rgb, INK, share) for share in shares)
    return next((ink for ink in inks if lightness(ink) < _INK), tint(rgb, INK, shares[-1]))


def edge(rgb: str) -> str:
    """The colour for the outline of a shape of this colour: always darker, so that light shapes have one, too."""
    return tint(rgb, "#1d1712", 0.75 if lightness(rgb) > 0.8 else 0.5)
