"""What a player does not see, and exchanging it at random.

`resampled` makes another position out of one; whether the player would notice is for the caller to ask.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from gdl import model
from gdl.flows import BOARD, drawn, exchanges
from gdl.types import Type
from gdl.visit import followed
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.view import View
from interpreter.hashing import Random

ANYBODY = -2  # in place of an owner, where the player does not see whose a piece is
NOBODY = -1

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Hidden:
    """The sites, pieces and places off the board that a player may not see. Pieces on hidden sites are hidden."""

    sites: frozenset[int] = frozenset()
    pieces: frozenset[int] = frozenset()
    pools: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.sites or self.pieces or self.pools)

    def names_secret(self, value: Any, kind: Type, data: Data) -> bool:
        """Whether a value of a type names something that is hidden."""
        if kind.base == "piece":
            return value in self.pieces or data.site(value) in self.sites
        return kind.base == "site" and value in self.sites


def hidden_from(viewer: int, view: View) -> Hidden:
    """What a player may not see in the position of a view."""
    data, game = view.data, view.game
    hidden: dict[str, set[int]] = {"site": set(), "piece": set()}
    for hide in game.hides:
        view.names[hide.viewer] = viewer
        source = hide.source.type.element
        for item in view.elements(hide.source):
            view.viewpoint = viewer
            view.names[hide.slot] = item
            if view.value(hide.condition):
                hidden["piece" if source is not None and source.base == "piece" else "site"].add(item)
    pools = set()
    for pool in game.pools.values():
        for seat in range(len(game.players) if pool.holder == "player" else 1):
            if pool.viewers == "nobody" or (pool.viewers == "owner" and seat != viewer):
                pools.add(pool.slot + seat)
                hidden["piece"].update(data.pools[pool.slot + seat])
    for site in hidden["site"]:
        hidden["piece"].update(data.cells[site])
    return Hidden(frozenset(hidden["site"]), frozenset(hidden["piece"]), frozenset(pools))


# ---- another position that looks the same


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hidden piece is. `group`: hidden pieces may be exchanged within it; `owner`: whose it is, if that is seen."""

    group: tuple[Any, ...]
    owner: int
    piece: int


class Exchange:
    """What of a game may be exchanged: found once for a game."""

    def __init__(self, game: model.Game) -> None:
        self.game = game
        self.group = exchanges(game)
        self.names = [BOARD] * len(game.board.sites) + [BOARD] * game.pool_slots
        self.is_owned = [False] * len(self.names)
        for pool in game.pools.values():
            for seat in range(len(game.players) if pool.holder == "player" else 1):
                at = len(game.board.sites) + pool.slot + seat
                self.names[at], self.is_owned[at] = pool.name, pool.is_owned
        self.drawn = drawn(game)
        told = self._read_by_hides()
        fields = [f for f in game.fields.values() if f.holder == "piece"]
        # a field that decides whether a piece is hidden is known by that; one that names a piece belongs to its place
        self.free = [f.name for f in fields if f.name not in told and f.type.base != "piece"]
        self.fixed = [f.name for f in fields if f.name in told and f.type.base != "piece"]

    def _read_by_hides(self) -> set[str]:
        found = followed(self.game.hides, self.game.definitions)
        return {node.field for node in found if isinstance(node, model.GetField)}

    def resampled(self, data: Data, hidden: Hidden, random: Random, care: int) -> Data:
        """A position in which what is hidden is exchanged. The more `care`, the fewer places exchange with each other:

        0: all that pieces go between; 1: those hidden in the same manner; 2: each kind of place by itself.
        """
        new = data.copy()
        self._sites(new, hidden, random)
        places = sorted(
            self._places(new, hidden, care), key=lambda p: (p.group, p.owner, self._kept(new, p.piece))
        )
        for group in dict.fromkeys(p.group for p in places):
            self._pieces(new, [p for p in places if p.group == group], random)
        for place in places:
            self._throw(new, place.piece, random)
        return new

    def _sites(self, data: Data, hidden: Hidden, random: Random) -> None:
        """The hidden sites' contents change places: stacks by their height and what is kept of them, and fields."""
        sites = sorted(hidden.sites)
        contents = [(data.cells[s], tuple(v[s] for v in data.site_fields.values())) for s in sites]
        contents.sort(key=lambda c: (len(c[0]), [self._kept(data, p)[1:] for p in c[0]], repr(c[1])))
        for site, (stack, values) in zip(sites, shuffled(contents, random), strict=True):
            data.cells[site] = stack
            data.place.update(dict.fromkeys(stack, site))
            for held, value in zip(data.site_fields.values(), values, strict=True):
                held[site] = value

    def _places(self, data: Data, hidden: Hidden, care: int) -> Iterator[Place]:
        count = len(data.cells)
        for piece in hidden.pieces:
            at = data.place[piece]
            in_secret = at in hidden.sites or at - count in hidden.pools
            owner = data.owner[piece]
            known = NOBODY if owner is None else owner
            group: tuple[Any, ...] = (self.group[self.names[at]],)
            if care >= 1:
                group = (*group, in_secret)
            if care >= 2:
                group = (*group, self.names[at])
            if in_secret and not self.is_owned[at]:
                known = ANYBODY
            yield Place(group, known, piece)

    def _kept(self, data: Data, piece: int) -> tuple[Any, ...]:
        """What tells places apart for the draw to be the same for all positions that look the same."""
        at = data.place[piece]
        height = data.cells[at].index(piece) if at < len(data.cells) else 0
        return at, height, repr([data.piece_fields[f].get(piece) for f in self.fixed])

    def _pieces(self, data: Data, places: list[Place], random: Random) -> None:
        """Deals what the pieces of a group are out to their places, each way equally often."""
        fields = [data.piece_fields[f] for f in self.free]
        cards = [
            (data.kind[p.piece], data.owner[p.piece], tuple(f.get(p.piece) for f in fields)) for p in places
        ]
        cards.sort(key=repr)
        left = []
        for owner in dict.fromkeys(NOBODY if c[1] is None else c[1] for c in cards):
            own = shuffled([c for c in cards if (NOBODY if c[1] is None else c[1]) == owner], random)
            for place in (p for p in places if p.owner == owner):
                self._give(data, place.piece, own.pop())
            left += own
        for place, card in zip(
            (p for p in places if p.owner == ANYBODY), shuffled(left, random), strict=True
        ):
            self._give(data, place.piece, card)

    def _throw(self, data: Data, piece: int, random: Random) -> None:
        """What chance or a free choice alone has made of a piece may be anything that it can be, whatever the others are."""
        for name, values in self.drawn[self.names[data.place[piece]]].items():
            if name == "kind":
                data.kind[piece] = random.pick(values)
            elif name in self.free:
                field = self.game.fields[name]
                value = random.pick(values)
                if value == field.default:
                    data.piece_fields[name].pop(piece, None)
                else:
                    data.piece_fields[name][piece] = value

    def _give(self, data: Data, piece: int, card: tuple[Any, ...]) -> None:
        data.kind[piece], data.owner[piece], values = card
        for name, value in zip(self.free, values, strict=True):
            if value is None:
                data.piece_fields[name].pop(piece, None)
            else:
                data.piece_fields[name][piece] = value


def shuffled(items: Iterable[Item], random: Random) -> list[Item]:
    """The items in another order, each equally likely (Fisher and Yates)."""
    made = list(items)
    for i in range(len(made) - 1, 0, -1):
        j = random.below(i + 1)
        made[i], made[j] = made[j], made[i]
    return made
