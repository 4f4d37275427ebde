"""What a player does not see of a position: sites, pieces and pools, or some aspects of them.

Does an answer depend on it? A guarded copy of a position raises `Peek` when something hidden is read. What is evaluated on such a
copy without a `Peek` is the same in all positions that the player cannot tell apart.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import field
from typing import Any

from gdl.core import model
from gdl.core.types import Type
from gdl.core.world import NotStatic
from gdl.platform.dataclass import dataclass
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.view import View


@dataclass(frozen=True, slots=True)
class Hidden:
    """The sites, pieces and places off the board that a player may not see. Pieces on hidden sites are hidden.

    `sites`: where what stands is hidden; whether the fields there are, too, `fields` says.
    `aspects`: what of other pieces is hidden: `kind`, `owner`, `site`, columns and fields; of a hidden piece, `owner` and
    `site` may be, too.
    `fields`: the fields that are hidden of some sites or players, by these, or (0) of the game. `waiting`: the players whose choices wait unseen, `unnamed`
    those of them of whom not even the action is seen.
    """

    sites: frozenset[int] = frozenset()
    pieces: frozenset[int] = frozenset()
    pools: frozenset[int] = frozenset()
    aspects: Mapping[int, frozenset[str]] = field(default_factory=dict)
    fields: Mapping[str, frozenset[int]] = field(default_factory=dict)
    waiting: frozenset[int] = frozenset()
    unnamed: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.sites or self.pieces or self.pools or self.aspects or self.fields or self.waiting)

    def is_waiting(self, name: str, player: int, game: model.Game) -> bool:
        """Whether a field of a player keeps a choice, or the action, that is hidden."""
        if game.together is None or player not in self.waiting:
            return False
        return name in game.together.fields or (name == game.together.marker and player in self.unnamed)

    def is_unseen(self, name: str, player: int, game: model.Game) -> bool:
        """Whether even that a field of a player has a value is hidden: a choice would tell the action."""
        return game.together is not None and name in game.together.fields and player in self.unnamed

    def hides(self, name: str, holder: int = 0) -> bool:
        """Whether a field of a site, of a player or of the game is hidden by itself."""
        return holder in self.fields.get(name, ())

    def names_secret(self, value: Any, kind: Type, data: Data) -> bool:
        """Whether a value of a type names something that is hidden."""
        if kind.base == "piece":
            return value in self.pieces or data.site(value) in self.sites or self.is_lost(value)
        return kind.base == "site" and value in self.sites

    def is_lost(self, piece: int) -> bool:
        """Whether it is hidden where a piece is."""
        return "site" in self.aspects.get(piece, ())

    @property
    def lost(self) -> frozenset[int]:
        """The pieces of which it is hidden where they are."""
        return frozenset(filter(self.is_lost, self.aspects))

    def is_masked(self, piece: int) -> bool:
        """Whether it is hidden whose a piece is, beside those on hidden sites and in hidden pools."""
        return "owner" in self.aspects.get(piece, ())

    def is_whole(self, data: Data) -> bool:
        """Whether of all hidden sites all fields are hidden, too."""
        return all(self.sites <= self.fields.get(name, frozenset()) for name in data.site_fields)

    @property
    def masked(self) -> frozenset[int]:
        """The pieces of which it is hidden whose they are, beside those on hidden sites and in hidden pools."""
        return frozenset(filter(self.is_masked, self.aspects))

    def is_veiled(self, piece: int, column: str = "kind") -> bool:
        """Whether the kind of a piece, or a column of it, is hidden."""
        return piece in self.pieces or not {"kind", column}.isdisjoint(self.aspects.get(piece, ()))

    def is_shaded(self, piece: int, game: model.Game) -> bool:
        """Whether anything of the kind of a piece is hidden."""
        aspects = self.aspects.get(piece, frozenset())
        return piece in self.pieces or "kind" in aspects or not aspects.isdisjoint(game.columns)

    def dark(self, data: Data, is_stacking: bool) -> frozenset[int]:
        """The sites of which the player does not know what stands there: where some piece may be anywhere, the empty ones."""
        lost = self.lost
        if not lost:
            return self.sites
        return self.sites | {s for s, cell in enumerate(data.cells) if is_stacking or lost.issuperset(cell)}


def hidden_from(viewer: int, view: View) -> Hidden:
    """What a player may not see in the position of a view."""
    data, game = view.data, view.game
    sites: set[int] = set()
    pieces: set[int] = set()
    aspects: dict[int, frozenset[str]] = {}
    fields: dict[str, frozenset[int]] = {}
    for hide in game.hides:
        view.names[hide.viewer] = viewer
        for item in view.elements(hide.source):
            view.viewpoint = viewer
            view.names[hide.slot] = item
            if not view.value(hide.condition):
                continue
            if not hide.hides_pieces:
                sites |= {item} if hide.hides_sites else set()
                fields |= {f: fields.get(f, frozenset()) | {item} for f in fields_of(hide, data)}
            elif not hide.aspects:
                pieces.add(item)
            else:
                aspects[item] = aspects.get(item, frozenset()) | aspects_of(hide, item, data, game)
    pools = set()
    for pool in game.pools.values():
        for seat, slot in enumerate(game.slots_of(pool)):
            if pool.viewers == "nobody" or (pool.viewers == "owner" and seat != viewer):
                pools.add(slot)
                pieces.update(data.pools[slot])
    for site in sites:
        pieces.update(data.cells[site])
    return Hidden(
        frozenset(sites),
        frozenset(pieces),
        frozenset(pools),
        partial(aspects, pieces),
        fields,
        *_waiting(viewer, data, game),
    )


def _waiting(viewer: int, data: Data, game: model.Game) -> tuple[frozenset[int], frozenset[int]]:
    """The other players who have chosen while choices wait, and those of them whose action is not seen."""
    if game.together is None:
        return frozenset(), frozenset()
    marker = game.together.marker
    names = game.fields[marker].type.symbols
    found = {s: names[a] for s, a in enumerate(data.player_fields[marker]) if a is not None and s != viewer}
    unnamed = frozenset(seat for seat, action in found.items() if action in game.together.unnamed)
    return frozenset(found), unnamed


def known_to(viewer: int, view: View) -> tuple[Any, ...]:
    """The values that a player knows beside what they see, those of sets in any order."""
    found = []
    for known in view.game.knowns:
        view.viewpoint = viewer
        view.names[known.viewer] = viewer
        value = view.value(known.value)
        found.append(frozenset(value) if isinstance(value, tuple) else value)
    return tuple(found)


def fields_of(hide: model.Hide, data: Data) -> tuple[str, ...]:
    """The fields of sites, of players or of the game that a clause hides: where it names no aspect, all of sites."""
    if hide.hides_values:
        return hide.aspects
    return tuple(f for f in data.site_fields if not hide.aspects or f in hide.aspects)


def aspects_of(hide: model.Hide, piece: int, data: Data, game: model.Game) -> frozenset[str]:
    """What a clause hides of a piece where it is: off the board all know that it is there, and in a pool of which all belongs
    to its player, whose it is."""
    if data.site(piece) is not None:
        return frozenset(hide.aspects)
    slot = data.place[piece] - len(data.cells)
    is_owned = any(p.is_owned and p.slot <= slot < p.slot + len(game.players) for p in game.pools.values())
    return frozenset(hide.aspects) - {"site"} - ({"owner"} if is_owned else set())


def partial(aspects: Mapping[int, frozenset[str]], pieces: Set[int]) -> dict[int, frozenset[str]]:
    """What is hidden of pieces that are not hidden themselves; and of those, where they are and whose."""
    kept = {p: found & {"owner", "site"} if p in pieces else found for p, found in aspects.items()}
    return {p: found for p, found in kept.items() if found}


# ---- guarded copies


class Peek(NotStatic):
    """Something hidden has been read."""


class _Guarded(dict[Any, Any]):
    """A mapping of which some keys must not be read."""

    def __init__(self, items: dict[Any, Any], secret: frozenset[Any]) -> None:
        super().__init__(items)
        self.secret = secret

    def __getitem__(self, key: Any) -> Any:
        if key in self.secret:
            raise Peek
        return super().__getitem__(key)

    def get(self, key: Any, default: Any = None) -> Any:
        if key in self.secret:
            raise Peek
        return super().get(key, default)

    def copy(self) -> "_Guarded":
        return _Guarded(self, self.secret)


class GuardedList(list[Any]):
    """A list of which some elements must not be read."""

    def __init__(self, items: Iterable[Any], secret: frozenset[int]) -> None:
        super().__init__(items)
        self.secret = secret

    def __getitem__(self, index: Any) -> Any:
        if index in self.secret:
            raise Peek
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[Any]:
        if self.secret:
            raise Peek
        return super().__iter__()

    def copy(self) -> "GuardedList":
        return GuardedList(list.__iter__(self), self.secret)


class Veiled:
    """A kind of which the player sees only some columns."""

    __slots__ = ("columns", "kind")

    def __init__(self, kind: int, columns: frozenset[str]) -> None:
        self.kind = kind
        self.columns = columns  # that are hidden

    def seen(self, column: str) -> int:
        """The kind, to be asked for this column."""
        if column in self.columns:
            raise Peek
        return self.kind

    def __eq__(self, other: object) -> bool:
        raise Peek

    def __hash__(self) -> int:
        raise Peek

    def __index__(self) -> int:
        raise Peek


class GuardedData(Data):
    """A position that raises `Peek` when something hidden in it is read. How many pieces a pool holds is no secret."""

    __slots__ = ("hidden",)

    hidden: Hidden

    def copy(self) -> "GuardedData":
        new = super().copy()
        assert isinstance(new, GuardedData)
        new.hidden = self.hidden
        return new

    def in_pool(self, place: int) -> tuple[int, ...]:
        """Those that are seen by what they are; nothing can be told from the order of the others."""
        pieces = self.pools[place]
        if place in self.ordered:
            return pieces
        secret = self.hidden.pieces | self.hidden.aspects.keys()
        seen = (p for p in pieces if p not in secret)
        return (*sorted(seen, key=self.rank), *(p for p in pieces if p in secret))

    def occupied(self) -> list[int]:
        if self.hidden.sites or self.hidden.lost:
            raise Peek
        return super().occupied()


def guarded(game: model.Game, data: Data, hidden: Hidden) -> GuardedData:
    """A copy of a position that raises `Peek` when something hidden in it is read."""

    def secret(field: str, held: Iterable[tuple[Any, Any]]) -> frozenset[Any]:
        """The keys whose values name something that is hidden."""
        kind = game.fields[field].type
        return frozenset(key for key, value in held if hidden.names_secret(value, kind, data))

    new, copy = GuardedData(game), data.copy()
    for name in Data.__slots__:
        setattr(new, name, getattr(copy, name))
    new.hidden = hidden
    on_sites = frozenset(p for s in hidden.sites for p in data.cells[s])
    in_pools = frozenset(p for place in hidden.pools for p in data.pools[place])
    columns = frozenset(game.columns)
    kinds = {
        p: Veiled(k, hidden.aspects[p]) if p in hidden.aspects and hidden.aspects[p] & columns else k
        for p, k in new.kind.items()
    }
    new.kind = _Guarded(kinds, frozenset(filter(hidden.is_veiled, new.kind)))
    new.owner = _Guarded(new.owner, on_sites | in_pools | hidden.masked)
    new.place = _Guarded(new.place, on_sites | hidden.lost)
    new.cells = GuardedList(new.cells, hidden.dark(data, game.board.is_stacking))
    for name, values in new.piece_fields.items():
        new.piece_fields[name] = _Guarded(
            values,
            hidden.pieces
            | {p for p, a in hidden.aspects.items() if name in a}
            | secret(name, values.items()),
        )
    for name, row in new.site_fields.items():
        new.site_fields[name] = GuardedList(
            row, hidden.fields.get(name, frozenset()) | secret(name, enumerate(row))
        )
    for name, row in new.player_fields.items():
        kept = {i for i in range(len(row)) if hidden.is_waiting(name, i, game) or hidden.hides(name, i)}
        new.player_fields[name] = GuardedList(row, secret(name, enumerate(row)) | kept)
    told = {n: secret(n, ((n, v),)) for n, v in new.game_fields.items()}
    own = frozenset(n for n in new.game_fields if hidden.hides(n))
    new.game_fields = _Guarded(new.game_fields, own.union(*told.values()))
    return new
