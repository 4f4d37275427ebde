"""Does an answer depend on what a player does not see? A copy of a position that raises `Peek` when something hidden is read.

What is evaluated on such a copy without a `Peek` is the same in all positions that the player cannot tell apart.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from gdl.core import model
from gdl.core.world import NotStatic
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.hidden import Hidden


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
        kept = {i for i in range(len(row)) if hidden.is_waiting(name, i, game)}
        new.player_fields[name] = GuardedList(row, secret(name, enumerate(row)) | kept)
    told = {n: secret(n, ((n, v),)) for n, v in new.game_fields.items()}
    new.game_fields = _Guarded(new.game_fields, frozenset().union(*told.values()))
    return new
