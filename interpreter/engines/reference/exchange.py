"""Another position that looks the same: what a player does not see is exchanged at random.

Whether the player would notice is for the caller to ask.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from gdl.core import model
from gdl.core.piece_flows import BOARD, drawn, exchanges, sorts
from gdl.core.traits import has_luck
from gdl.core.visit import followed, nodes
from gdl.platform.dataclass import dataclass
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.hidden import Hidden
from interpreter.engines.reference.hidden_values import HiddenValues
from interpreter.shared.hashing import Random

ANYBODY = -2  # in place of an owner, where the player does not see whose a piece is
NOBODY = -1

Item = TypeVar("Item")
Card = tuple[Any, ...]  # what is exchanged of a piece: its kind, its owner, its fields


@dataclass(frozen=True, slots=True)
class Place:
    """Where a hidden piece is. `group`: hidden pieces may be exchanged within it; `owner`: whose it is, if that is seen.

    `seen`: what of its kind and its fields is seen though something of the kind is hidden, by names; else None.
    `kinds`: those that the set-up may have put there, where it tells; else None.
    """

    group: tuple[Any, ...]
    owner: int
    piece: int
    seen: tuple[tuple[str, Any], ...] | None = None
    kinds: frozenset[int] | None = None

    @property
    def is_choosy(self) -> bool:
        """Whether not every piece of the group may be the one."""
        return self.seen is not None or self.kinds is not None


class Exchange:
    """What of a game may be exchanged: found once for a game."""

    def __init__(self, game: model.Game) -> None:
        self.game = game
        self.group = exchanges(game)
        self.names = [BOARD] * len(game.board.sites) + [BOARD] * game.pool_slots
        self.is_owned = [False] * len(self.names)
        for pool in game.pools.values():
            for slot in game.slots_of(pool):
                at = len(game.board.sites) + slot
                self.names[at], self.is_owned[at] = pool.name, pool.is_owned
        self.drawn = drawn(game)
        self.has_luck = has_luck(game)
        self.sorts = sorts(game)
        self.told = told = self._read_by_hides()
        self.chosen = chosen_fields(game)
        self.values = HiddenValues(game)
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
        self.values.draw(new, hidden, random)
        self._fields(new, hidden, random)
        self._scatter(new, hidden, random)
        places = self.ordered(new, hidden, care)
        for group in dict.fromkeys(p.group for p in places):
            self._pieces(new, [p for p in places if p.group == group], random)
        for place in places:
            self._throw(new, place, random)
        return new

    def nudged(self, data: Data, hidden: Hidden, random: Random, wrong: Iterable[int]) -> Data:
        """A position with one exchange more: of two hidden sites' contents, or of what two hidden pieces are.

        `wrong`: sites at which the player would notice; mostly one of them takes part.
        """
        new = data.copy()
        sites = sorted(hidden.sites)
        full = [s for s in sites if data.cells[s]]
        if full and len(sites) > 1 and random.below(4):
            suspects = sorted(hidden.sites.intersection(wrong))
            first = random.pick(suspects) if suspects and random.below(4) else random.pick(full)
            others = [s for s in (sites if data.cells[first] else full) if s != first]
            if others:
                self._swap(new, first, random.pick(others), hidden.is_whole(data))
            return new
        places = self.ordered(new, hidden, 0)
        if places:
            one = random.pick(places)
            alike = [p for p in places if p.group == one.group and p is not one]
            if alike:
                self._pieces(new, [one, random.pick(alike)], random)
        return new

    def _swap(self, data: Data, one: int, other: int, with_fields: bool) -> None:
        """The contents of two sites change places: their stacks, and their fields where these are hidden, too."""
        cells = data.cells
        cells[one], cells[other] = cells[other], cells[one]
        for site in (one, other):
            data.place.update(dict.fromkeys(cells[site], site))
        for held in data.site_fields.values() if with_fields else ():
            held[one], held[other] = held[other], held[one]

    def _fields(self, data: Data, hidden: Hidden, random: Random) -> None:
        """Values of fields that are hidden by themselves change places: those of sites, and those of pieces."""
        # of these the fields have gone with the stacks
        whole = hidden.sites if hidden.is_whole(data) else set()
        for name in sorted(hidden.fields.keys() & data.site_fields.keys()):
            row, at = data.site_fields[name], sorted(hidden.fields[name] - whole)
            mixed = shuffled(sorted((row[s] for s in at), key=repr), random)
            for site, value in zip(at, mixed, strict=True):
                row[site] = value
        masked = self.unshaded(data, hidden, "owner")
        owners = sorted((data.owner[p] for p in masked), key=repr)
        data.owner.update(zip(masked, shuffled(owners, random), strict=True))
        for name in self.free:
            pieces = self.unshaded(data, hidden, name)
            default = self.game.fields[name].default
            values = data.piece_fields[name]
            held = sorted((values.get(p, default) for p in pieces), key=repr)
            for piece, value in zip(pieces, shuffled(held, random), strict=True):
                self._set(data, name, piece, random.pick(self._choices(data, piece, name) or (value,)))

    def unshaded(self, data: Data, hidden: Hidden, aspect: str) -> list[int]:
        """The pieces of which an aspect is hidden, and nothing of the kind, in an order that all positions have that look
        the same."""
        return sorted(
            (
                p
                for p, found in hidden.aspects.items()
                if aspect in found and not hidden.is_shaded(p, self.game)
            ),
            key=lambda p: (*self._kept(data, p), repr(data.kind[p])),
        )

    def _choices(self, data: Data, piece: int, name: str) -> tuple[Any, ...]:
        """What chance or a free choice alone may have given to a piece; none where rules decide it."""
        return self.drawn_at(data, piece).get(name, ())

    def _set(self, data: Data, name: str, piece: int, value: Any) -> None:
        if value == self.game.fields[name].default:
            data.piece_fields[name].pop(piece, None)
        else:
            data.piece_fields[name][piece] = value

    def _scatter(self, data: Data, hidden: Hidden, random: Random) -> None:
        """Pieces of which it is hidden where they are go to any sites that the player cannot tell from theirs."""
        lost = sorted(hidden.lost, key=lambda p: (repr(data.description(p)), data.place[p]))
        sites = sorted(hidden.dark(data, self.game.board.is_stacking))
        for piece in lost:
            data.lift(piece)
        free = shuffled((s for s in sites if s not in hidden.sites), random)
        for piece, site in zip(lost, free, strict=False):
            data.put(piece, site)

    def _sites(self, data: Data, hidden: Hidden, random: Random) -> None:
        """The hidden sites' contents change places: stacks by their height and what is kept of them, and fields.

        Where the fields of some of them are seen, the stacks go alone.
        """
        sites = sorted(hidden.sites)
        fields = list(data.site_fields.values()) if hidden.is_whole(data) else []
        contents = [(data.cells[s], tuple(v[s] for v in fields)) for s in sites]
        contents.sort(key=lambda c: (len(c[0]), [self._kept(data, p)[1:] for p in c[0]], repr(c[1])))
        for site, (stack, values) in zip(sites, shuffled(contents, random), strict=True):
            data.cells[site] = stack
            data.place.update(dict.fromkeys(stack, site))
            for held, value in zip(fields, values, strict=True):
                held[site] = value

    def ordered(self, data: Data, hidden: Hidden, care: int) -> list[Place]:
        """The places of hidden pieces in an order that is the same for all positions that look the same."""
        return sorted(
            self._places(data, hidden, care),
            key=lambda p: (
                p.group,
                p.owner,
                repr(p.seen or ""),
                sorted(p.kinds) if p.kinds else [],
                self._kept(data, p.piece),
            ),
        )

    def _places(self, data: Data, hidden: Hidden, care: int) -> Iterator[Place]:
        count = len(data.cells)
        shaded = sorted(p for p in hidden.aspects if hidden.is_shaded(p, self.game))
        for piece in (*hidden.pieces, *(p for p in shaded if p not in hidden.pieces)):
            at = data.place[piece]
            in_secret = at in hidden.sites or at - count in hidden.pools
            owner = data.owner[piece]
            known = NOBODY if owner is None else owner
            group: tuple[Any, ...] = (self.group[self.names[at]],)
            if care >= 1:
                group = (*group, in_secret)
            if care >= 2:
                group = (*group, self.names[at])
            if (in_secret or hidden.is_masked(piece)) and not self.is_owned[at]:
                known = ANYBODY
            seen = None if piece in hidden.pieces else self._seen(data, piece, hidden)
            yield Place(group, known, piece, seen, self._kinds(data, piece) if self.sorts else None)

    def _kinds(self, data: Data, piece: int) -> frozenset[int] | None:
        """The kinds that a piece may be of as the set-up drew it; None where that is not known, or the position is another one."""
        sets = self.sorts.get(self.names[data.place[piece]])
        if sets is None:
            return None
        held, place = data.held(data.place[piece])
        drawn = [next((s for s in sets if data.kind[p] in s), None) for p in held[place]]
        is_so = len(drawn) == len(sets) and all(drawn.count(s) == sets.count(s) for s in sets)
        return next(s for s in sets if data.kind[piece] in s) if is_so else None

    def _seen(self, data: Data, piece: int, hidden: Hidden) -> tuple[tuple[str, Any], ...]:
        """What is seen of a piece of which something of the kind is hidden."""
        columns = [c for c in self.game.columns if not hidden.is_veiled(piece, c)]
        fields = [f for f in self.free if f not in hidden.aspects[piece]]
        held = self.game.kinds[data.kind[piece]].attributes
        seen = [(c, held[c]) for c in columns] + [(f, data.piece_fields[f].get(piece)) for f in fields]
        return tuple(seen)

    def fits(self, card: Card, place: Place) -> bool:
        """Whether a card shows what is seen of the piece in a place."""
        if place.kinds is not None and card[0] not in place.kinds:
            return False
        held = {**self.game.kinds[card[0]].attributes, **dict(zip(self.free, card[2], strict=True))}
        return all(held[name] == value for name, value in place.seen or ())

    def _kept(self, data: Data, piece: int) -> tuple[Any, ...]:
        """What tells places apart for the draw to be the same for all positions that look the same."""
        at = data.place[piece]
        held, place = data.held(at)
        height = held[place].index(piece) if at < len(data.cells) or data.is_ordered(at) else 0
        return at, height, repr([data.piece_fields[f].get(piece) for f in self.fixed])

    def _pieces(self, data: Data, places: list[Place], random: Random) -> None:
        """Deals what the pieces of a group are out to their places, each way equally often."""
        fields = [data.piece_fields[f] for f in self.free]
        taken: list[tuple[Place, Card]] = []
        cards = [
            (data.kind[p.piece], data.owner[p.piece], tuple(f.get(p.piece) for f in fields)) for p in places
        ]
        cards.sort(key=repr)
        for place in (p for p in places if p.is_choosy):
            whose = {data.owner[place.piece]} if place.owner != ANYBODY else {c[1] for c in cards}
            fitting = [c for c in cards if c[1] in whose and self.fits(c, place)]
            if not fitting:
                return  # another one has taken the last one that fits: nothing is exchanged
            taken.append((place, random.pick(fitting)))
            cards.remove(taken[-1][1])
        for place, card in taken:
            self._give(data, place.piece, card)
        self._deal(data, cards, [p for p in places if not p.is_choosy], random)

    def _deal(self, data: Data, cards: list[Card], places: list[Place], random: Random) -> None:
        """Gives cards to places: to those of a known owner the owner's, and to the others what is left."""
        left: list[Card] = []
        for owner in dict.fromkeys(NOBODY if c[1] is None else c[1] for c in cards):
            own = shuffled([c for c in cards if (NOBODY if c[1] is None else c[1]) == owner], random)
            for place in (p for p in places if p.owner == owner):
                self._give(data, place.piece, own.pop())
            left += own
        anywhere = (p for p in places if p.owner == ANYBODY)
        for place, card in zip(anywhere, shuffled(left, random), strict=True):
            self._give(data, place.piece, card)

    def _throw(self, data: Data, place: Place, random: Random) -> None:
        """What chance or a free choice alone has made of a piece may be anything that it can be, whatever the others are."""
        seen = dict(place.seen or ())
        for name, values in self.drawn_at(data, place.piece).items():
            if name == "kind":
                data.kind[place.piece] = random.pick(self.kinds_fitting(values, place))
            elif name in self.free and name not in seen:
                self._set(data, name, place.piece, random.pick(values))

    def kinds_fitting(self, kinds: Iterable[int], place: Place) -> list[int]:
        """Those that show what is seen of the piece in a place."""
        fields = [dict(place.seen or ()).get(f) for f in self.free]
        return [k for k in kinds if self.fits((k, None, fields), place)]

    def drawn_at(self, data: Data, piece: int) -> Mapping[str, tuple[Any, ...]]:
        """What chance or a free choice alone has made of a piece where it is: its kind or fields, and the values."""
        return self.drawn[self.names[data.place[piece]]]

    def _give(self, data: Data, piece: int, card: Card) -> None:
        data.kind[piece], data.owner[piece], values = card
        for name, value in zip(self.free, values, strict=True):
            if value is None:
                data.piece_fields[name].pop(piece, None)
            else:
                data.piece_fields[name][piece] = value


def chosen_fields(game: model.Game) -> tuple[str, ...]:
    """The fields of pieces that some clause hides by themselves and some action writes."""
    hidden = {name for hide in game.hides if hide.hides_pieces for name in hide.aspects}
    written = {n.field for n in nodes(deciding_actions(game)) if isinstance(n, model.SetField)}
    return tuple(n for n, f in game.fields.items() if f.holder == "piece" and n in hidden & written)


def deciding_actions(game: model.Game) -> tuple[model.Action, ...]:
    """The actions with what they do in the end, also where they wait for others."""
    together = game.together.actions if game.together is not None else ()
    return (*game.actions, *together)


def noticed(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> list[Any]:
    """In what two observations differ: names of sites and the like, as deep as the observations go."""
    found: list[Any] = []
    for key in dict.fromkeys([*one, *other]):
        mine, theirs = one.get(key), other.get(key)
        if mine == theirs:
            continue
        deeper = all(v is None or isinstance(v, Mapping) for v in (mine, theirs))
        found += noticed(mine or {}, theirs or {}) if deeper else [key]
    return found


def shuffled(items: Iterable[Item], random: Random) -> list[Item]:
    """The items in another order, each equally likely (Fisher and Yates)."""
    made = list(items)
    for i in range(len(made) - 1, 0, -1):
        j = random.below(i + 1)
        made[i], made[j] = made[j], made[i]
    return made
