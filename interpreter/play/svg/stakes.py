"""What players have at places without a piece there: small discs in their colours along the lower edge of a site."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from interpreter.play.scene import colours
from interpreter.play.scene.fields import Stake
from interpreter.play.scene.looks import Looks
from interpreter.play.scene.names import words
from interpreter.play.scene.scene import Scene
from interpreter.play.svg.discs import plain_disc
from interpreter.play.svg.elements import Element
from interpreter.play.svg.geometry import Geometry
from interpreter.play.svg.shapes import Point, group, text

_LONE, _SMALL = 0.24, 0.11  # radii in units: of a player who is on an empty site, and of anything else


def stake_marks(scene: Scene, looks: Looks, geometry: Geometry) -> Iterator[Element]:
    """The marks of all sites."""
    order = {s.name: s.index for s in scene.board.sites}
    held = sorted((s for s in scene.stakes if s.site in order), key=lambda s: order[s.site])
    for site, stakes in groupby(held, key=lambda s: s.site):
        yield from _marks(scene, looks, geometry, order[site], list(stakes))


def _marks(
    scene: Scene, looks: Looks, geometry: Geometry, index: int, stakes: Sequence[Stake]
) -> Iterator[Element]:
    unit, at = geometry.unit, geometry.centres[index]
    is_free = not scene.stacks.get(stakes[0].site) and geometry.board.sort(index) == "cell"
    lone = [s for s in stakes if is_free and s.is_place]
    for row, radius, drop in (
        (lone, _LONE * unit, 0.0),
        ([s for s in stakes if s not in lone], _SMALL * unit, 0.36 * unit),
    ):
        for i, stake in enumerate(row):
            place = at[0] + (i - (len(row) - 1) / 2) * 2.2 * radius, at[1] + drop
            yield group(_mark(scene, looks, stake, place, radius), _told(stake), stake=stake.field)


def _mark(scene: Scene, looks: Looks, stake: Stake, at: Point, radius: float) -> list[Element]:
    colour = looks.player_colours[stake.player].rgb
    made = plain_disc(at, "", radius, colour, False, scene.players.index(stake.player))
    if stake.text:
        made.append(text(at, stake.text, 1.5 * radius, colours.writing(colour), bold=True))
    return made


def _told(stake: Stake) -> str:
    return f"{stake.site}: {words(stake.field)} {stake.text}".rstrip() + f" ({stake.player})"
