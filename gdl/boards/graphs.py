"""Graphs: sites of the author's own names and places, joined by tracks, and runs of names in tracks.

A run `p24..p1` is p24, p23 and so on to p1, `a1..f1` is a1, b1 and so on to f1. The sites of a run are drawn at equal distances:
`p1..p6 at 1..6, 2`.
"""

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import ClassVar

from gdl.boards.board import Board
from gdl.boards.squares import COMPASS
from gdl.boards.tiling import BoardError, Direction, Plan, Site, Tiling, check_size
from gdl.limits import MAX_SITES
from gdl.platform.dataclass import dataclass
from gdl.tree.words import Extent

_COMPASS = {angle: name for name, angle, _, _ in COMPASS}


@dataclass(frozen=True)
class Graph(Tiling):
    """Points that lines join. A direction is that of a track, or the compass direction of its links."""

    name = "graph"
    cells = "sites"
    compass = ()
    forms: ClassVar[Mapping[Extent, str]] = {"graph": "graph a-b-c, ..."}
    has_lattice = has_outlines = False

    def plan(self, form: Extent, sizes: Sequence[int]) -> Plan:
        raise BoardError("a graph has tracks in place of a size")

    def groups(self, directions: Sequence[Direction]) -> dict[str, tuple[int, ...]]:
        straight = tuple(d.index for d in directions if d.angle >= 0 and d.angle % 90 == 0)
        slanted = tuple(d.index for d in directions if d.angle >= 0 and d.angle % 90)
        networks: dict[str, tuple[int, ...]] = {}
        for d in directions:
            if d.network:
                networks[d.network] = (*networks.get(d.network, ()), d.index)
        every = tuple(d.index for d in directions)
        return {"orthogonal": straight, "diagonal": slanted, "any": every, **networks}


@dataclass(frozen=True, slots=True)
class Track:
    """Names of sites, each joined to the next. `network`: the sort of its links, empty where they are of none."""

    sites: Sequence[str]
    is_one_way: bool = False
    network: str = ""


@dataclass(frozen=True, slots=True)
class _Way:
    """A direction, whose steps are added track by track. `again`: how many of its name came before it."""

    angle: int
    network: str
    again: int
    steps: dict[int, int]


def graph(
    tracks: Sequence[Track],
    spots: Mapping[str, tuple[Fraction, Fraction]] = MappingProxyType({}),
) -> Board:
    """A board of sites joined by tracks.

    A site stands where `spots` says, else where a name such as `d3` says, else all stand on a circle. The links of
    a straight track have the compass direction nearest to them; a track that bends has two directions of its own, so
    that a line continues along it. Each network has its own directions, whose names begin with its name.
    """
    names = list(dict.fromkeys(n for track in tracks for n in track.sites))
    unknown = next((n for n in spots if n not in names), None)
    if unknown is not None:
        raise BoardError(f"`{unknown}` is on no track of this board")
    check_size("a graph", len(names), len(names))
    places = _places(names, spots)
    names.sort(key=lambda n: (places[n][1], places[n][0]))
    files = sorted({places[n][0] for n in names})
    ranks = sorted({places[n][1] for n in names})
    sites = tuple(
        Site(i, n, files.index(places[n][0]) + 1, ranks.index(places[n][1]) + 1, *places[n], *places[n])
        for i, n in enumerate(names)
    )
    ways, back = _ways(tracks, sites)
    networks = list(dict.fromkeys(["", *(t.network for t in tracks)]))
    order = sorted(ways, key=lambda n: (networks.index(ways[n].network), _clockwise(ways[n]), ways[n].again))
    return Board(
        tiling=Graph(),
        sites=sites,
        directions=tuple(Direction(i, n, ways[n].angle, 0, 0, ways[n].network) for i, n in enumerate(order)),
        steps=tuple(tuple(ways[n].steps.get(s, -1) for s in range(len(sites))) for n in order),
        opposite=tuple(order.index(back[n]) for n in order),
        files=len(files),
        ranks=len(ranks),
        adjacent=tuple(range(len(order))),
    )


def _ways(tracks: Sequence[Track], sites: Sequence[Site]) -> tuple[dict[str, _Way], dict[str, str]]:
    """The directions of all tracks by their names, and the name of the way back of each. Raises BoardError."""
    index = {s.name: s.index for s in sites}
    ways: dict[str, _Way] = {}
    back: dict[str, str] = {}
    numbers = Counter[str]()
    for track in tracks:
        numbers[track.network] += 1
        links = [(index[a], index[b]) for a, b in pairwise(track.sites)]
        if any(a == b for a, b in links):
            raise BoardError(f"`{track.sites[0]}` cannot be joined to itself")
        backs = [] if track.is_one_way else [(b, a) for a, b in links]
        if (at := fork(track.sites, track.is_one_way)) is not None:
            raise BoardError(
                f"a track passes `{track.sites[at]}` more than once, and goes on to different sites"
            )
        angles = {_compass(sites[a], sites[b]) for a, b in links}
        angle = angles.pop() if len(angles) == 1 else -1
        turned = (angle + 180) % 360 if angle >= 0 else -1
        number = numbers[track.network]
        before = f"{track.network}_" if track.network else ""
        name = before + (_COMPASS[angle] if angle >= 0 else f"way{number}")
        other = before + (_COMPASS[turned] if angle >= 0 else f"back{number}")
        again = 0
        while _clashes(ways, name, links) or _clashes(ways, other, backs):
            name, other, again = name + "_", other + "_", again + 1
        ways.setdefault(name, _Way(angle, track.network, again, {})).steps.update(links)
        ways.setdefault(other, _Way(turned, track.network, again, {})).steps.update(backs)
        back[name], back[other] = other, name
    return ways, back


def _clockwise(way: _Way) -> int:
    """Where a direction comes in the order of the compass from north; those of bent tracks come last."""
    return (90 - way.angle) % 360 if way.angle >= 0 else 360


def _clashes(ways: Mapping[str, _Way], name: str, links: list[tuple[int, int]]) -> bool:
    """Whether a link leads elsewhere than the direction of this name already does."""
    steps = ways[name].steps if name in ways else {}
    return any(steps.get(a, b) != b for a, b in links)


def fork(names: Sequence[str], is_one_way: bool) -> int | None:
    """Where a track comes again to a site from which it goes on to another one than before: at which of its names; None if nowhere."""
    steps: dict[tuple[str, bool], str] = {}
    for i, (a, b) in enumerate(pairwise(names)):
        if steps.setdefault((a, True), b) != b:
            return i
        if not is_one_way and steps.setdefault((b, False), a) != a:
            return i + 1
    return None


def _places(
    names: Sequence[str], spots: Mapping[str, tuple[Fraction, Fraction]]
) -> dict[str, tuple[Fraction, Fraction]]:
    made: dict[str, tuple[Fraction, Fraction]] = {}
    for i, name in enumerate(names):
        place = spots.get(name) or place_of(name)
        if place is not None:
            made[name] = place
        else:
            angle = math.pi / 2 - 2 * math.pi * i / len(names)
            radius = max(1.0, len(names) / 6)
            made[name] = (
                Fraction(round(100 * radius * (1 + math.cos(angle))), 100) + 1,
                Fraction(round(100 * radius * (1 + math.sin(angle))), 100) + 1,
            )
    return made


def place_of(name: str) -> tuple[Fraction, Fraction] | None:
    """Where a site of a graph stands whose name says so: `d3` in the fourth column and the third row."""
    match = re.fullmatch(r"([a-z])([0-9]{1,2})", name)
    return None if match is None else (Fraction(ord(match[1]) - ord("a") + 1), Fraction(int(match[2])))


def _compass(a: Site, b: Site) -> int:
    """The compass angle nearest to the way from one site to another, in degrees counterclockwise from east."""
    return round(math.degrees(math.atan2(b.y - a.y, b.x - a.x)) / 45) * 45 % 360


# ---- runs


def run_names(first: str, last: str) -> tuple[str, ...] | None:
    """The names from one to another, both included: the number counts, or the one letter before it; None for no run."""
    a, b = (re.fullmatch(r"([A-Za-z_]*?)(\d{1,4})", name) for name in (first, last))
    if a is None or b is None or not a[1] or not b[1]:
        return None
    if a[1] == b[1]:
        numbers = _between(int(a[2]), int(b[2]))
        return (
            tuple(f"{a[1]}{n}" for n in numbers)
            if _fits(numbers) and _is_plain(a[2]) and _is_plain(b[2])
            else None
        )
    if a[2] == b[2] and len(a[1]) == len(b[1]) == 1 and a[1].islower() == b[1].islower():
        return tuple(f"{chr(c)}{a[2]}" for c in _between(ord(a[1]), ord(b[1])))
    return None


def run_places(first: int | Fraction, last: int | Fraction, count: int) -> tuple[int | Fraction, ...]:
    """So many numbers at equal distances, from one to another."""
    return tuple(first + Fraction(i * (last - first)) / max(count - 1, 1) for i in range(count))


def _between(a: int, b: int) -> range:
    return range(a, b + 1) if a <= b else range(a, b - 1, -1)


def _is_plain(digits: str) -> bool:
    return str(int(digits)) == digits


def _fits(numbers: range) -> bool:
    return len(numbers) <= MAX_SITES
