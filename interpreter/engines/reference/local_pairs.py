"""Relations that ask of a position only what the fields of their two sites hold: found anew only where fields have changed.

A picture asks for the relations that a game draws after each move, and most moves change few sites. The pairs that can be
related at all are those that the rest of the relation, which asks about the board alone, leaves.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from gdl.core import model
from gdl.core.builtins import PURE
from gdl.core.evaluate import elements
from gdl.core.visit import nodes
from interpreter.engines.reference.view import View

Pair = tuple[int, int]
_Fields = list[tuple[Any, ...]]

_PLAIN = (
    model.Const, model.Local, model.And, model.Or, model.Not, model.Compare, model.Arithmetic, model.If, model.In,
    model.MakeSet, model.PathEnds, model.Leap, model.Step,
)  # fmt: skip


def local_pairs(definition: model.Definition, game: model.Game) -> "LocalPairs | None":
    """The pairs of a relation of sites, kept from position to position; None for a relation that asks for more than that."""
    sites = tuple(slot for _, slot, kind in definition.parameters if kind.base == "site")
    if game.board.is_growing or len(sites) != len(definition.parameters):
        return None
    conjuncts = list(_conjuncts(definition.body))
    among = conjuncts[0]
    match among:
        case model.In(element=model.Local(slot=sought), set=source) if sought == sites[1]:
            is_fixed = _asks_only(source, frozenset(sites[:1]), game, may_read=False)
        case _:
            return None
    if not is_fixed or not _asks_only(definition.body, frozenset(sites), game, may_read=True):
        return None
    return LocalPairs(sites, source, conjuncts[1:])


def _conjuncts(e: model.Expr) -> Iterator[model.Expr]:
    if isinstance(e, model.And):
        yield from _conjuncts(e.left)
        yield from _conjuncts(e.right)
    else:
        yield e


def _asks_only(part: object, sites: frozenset[int], game: model.Game, may_read: bool) -> bool:
    """Whether an expression asks about the board alone, and if it may, about fields of the sites in these names."""
    for node in nodes(part):
        match node:
            case model.GetField(field=name, holder=model.Local(slot=slot)):
                if not may_read or slot not in sites or game.fields[name].holder != "site":
                    return False
            case model.Apply():
                definition = game.definitions[node.definition]
                given = zip(definition.parameters, node.arguments, strict=True)
                inner = frozenset(
                    slot for (_, slot, _), a in given if isinstance(a, model.Local) and a.slot in sites
                )
                if not _asks_only(definition.body, inner, game, may_read):
                    return False
            case model.Builtin():
                if node.name not in PURE:
                    return False
            case _ if not isinstance(node, _PLAIN):
                return False
    return True


class LocalPairs:
    """The pairs of one relation. What was found last is kept with the fields that it was found for."""

    def __init__(self, slots: tuple[int, ...], among: model.Expr, rest: list[model.Expr]) -> None:
        self._slots, self._among, self._rest = slots, among, rest
        self._possible: Mapping[int, tuple[Pair, ...]] | None = None  # by each of the two sites
        self._last: tuple[_Fields, frozenset[Pair]] = ([], frozenset())

    def pairs(self, view: View) -> frozenset[Pair]:
        """The pairs of sites for which the relation holds."""
        possible = self._possible = self._possible or self._found(view)
        columns = list(view.data.site_fields.values())
        fields = list(zip(*columns, strict=True)) if columns else [()] * len(view.data.cells)
        before, known = self._last  # one value, so that no other thread sees half of it
        changed = [s for s, now in enumerate(fields) if s >= len(before) or before[s] != now]
        again = {pair for s in changed for pair in possible.get(s, ())}
        found = (known - again) | {pair for pair in again if self._holds(pair, view)}
        self._last = fields, found
        return found

    def _holds(self, pair: Pair, view: View) -> bool:
        for slot, site in zip(self._slots, pair, strict=True):
            view.names[slot] = site
        return all(view.value(part) for part in self._rest)

    def _found(self, view: View) -> Mapping[int, tuple[Pair, ...]]:
        """The pairs that the board leaves, by each of their sites."""
        made: dict[int, list[Pair]] = {}
        for site in range(len(view.data.cells)):
            view.names[self._slots[0]] = site
            for other in elements(self._among, view):
                if isinstance(other, int) and other != site:
                    made.setdefault(site, []).append((site, other))
                    made.setdefault(other, []).append((site, other))
        return {site: tuple(pairs) for site, pairs in made.items()}
