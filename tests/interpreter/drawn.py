"""What the tests of drawings share: made-up games, graph boards, and reading a picture back."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import bundled

from gdl import boards
from gdl.boards.board import Board
from gdl.boards.graphs import Graph
from gdl.core import model, types
from gdl.source import NOWHERE
from interpreter.play.svg.picture import picture

ZOLA = bundled.load("zola", {"size": 4})
SVG = "{http://www.w3.org/2000/svg}"
TERRAIN = types.Type("symbol", symbols=("open", "water", "shrine", "mountain"))


def field(name: str, holder: str, type: types.Type, default: Any = None, **more: Any) -> model.Field:
    return replace(model.Field(name, NOWHERE, holder, type, None, default, ""), **more)


def game(made: Board, *kinds: str, players: tuple[str, ...] = ("Red", "Blue"), **more: Any) -> model.Game:
    """A game without actions on a board."""
    return replace(
        ZOLA,
        board=made,
        kinds=tuple(model.Kind(n, NOWHERE, {}) for n in kinds or ("castle", "knight", "king")),
        players=tuple(model.Player(n, None) for n in players),
        **{"fields": {}, "definitions": {}, "actions": (), **more},
    )


def graph(
    places: Mapping[str, tuple[float, float]],
    *links: tuple[str, str],
    one_way: tuple[tuple[str, str], ...] = (),
) -> Board:
    """A graph board: sites with their places, and the links between them."""
    base = boards.square(1, 1)
    sites = tuple(
        replace(base.sites[0], index=i, name=n, file=i + 1, x=Fraction(x), y=Fraction(y), ax=i)
        for i, (n, (x, y)) in enumerate(places.items())
    )
    index = {s.name: s.index for s in sites}
    ways = [*links, *((b, a) for a, b in links), *one_way]
    steps = []
    for a, b in ways:
        row = [-1] * len(sites)
        row[index[a]] = index[b]
        steps.append(tuple(row))
    directions = tuple(replace(base.directions[0], index=i, name=f"d{i}") for i in range(len(steps)))
    return replace(
        base, tiling=Graph(), sites=sites, directions=directions, steps=tuple(steps), files=len(sites),
        opposite=tuple(range(len(steps))), adjacent=tuple(range(len(steps))),
    )  # fmt: skip


class Picture:
    """A picture read back: parsing it says that it is well-formed."""

    def __init__(self, made: model.Game, position: Mapping[str, Any], **more: Any) -> None:
        self.text = picture(made, position, **more)
        self.root = ElementTree.fromstring(self.text)

    def marked(self, what: str) -> Counter[str]:
        """The values of `data-WHAT`, which name sites, pieces and arrows, with how often each is there."""
        return Counter(e.attrib[f"data-{what}"] for e in self.root.iter() if f"data-{what}" in e.attrib)

    def shapes(self, what: str, value: str) -> list[ElementTree.Element]:
        """What is drawn for one of them."""
        return [s for e in self.root.iter() if e.get(f"data-{what}") == value for s in e.iter()]

    @property
    def words(self) -> list[str]:
        """All that is written."""
        return [e.text or "" for e in self.root.iter(f"{SVG}text")]
