"""For which sites, and for which pairs of sites or pieces, a definition holds.

Not all are tried. What a definition says of a name often leaves few values for it: `b in spans(a)` those of a set,
`a = step(b, north)` one. These are found first, and the definition is judged for them alone.

A relation that asks of a position only what the fields of its two sites hold is found anew only where fields have changed: a
picture asks for the relations that a game draws after each move, and most moves change few sites. The pairs that can be
related at all are those that the rest of the relation, which asks about the board alone, leaves.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from gdl.core import model
from gdl.core.builtins import PURE
from gdl.core.evaluate import elements, sites, value
from gdl.core.visit import nodes, reads
from gdl.diagnostics.values import GameError
from interpreter.engines.reference.view import View

Values = set[int] | None  # what a name may stand for; None: anything


def holding(definition: model.Definition, view: View) -> list[int]:
    """The sites for which a definition of one site holds."""
    slot = definition.parameters[0][1]
    few, found = narrowed(definition.body, slot, view), []
    for site in sites(view):
        if few is None or site in few:
            view.names[slot] = site
            if view.value(definition.body):
                found.append(site)
    return found


def pairs(definition: model.Definition, view: View) -> Iterator[tuple[int, int]]:
    """The pairs of sites for which a relation holds, be it one of pieces on them."""
    cells = view.data.cells
    (_, first, one), (_, second, other) = definition.parameters
    every = [
        [(s, s) for s in range(len(cells))]
        if kind.base == "site"
        else [(s, p) for s in range(len(cells)) for p in cells[s]]
        for kind in (one, other)
    ]
    are_sites = one.base == other.base == "site"
    if are_sites and (known := _told(definition, view)) is not None:
        yield from known
        return
    few = _likely(definition, view) if are_sites else None
    tried = (((a, a), (b, b)) for a, b in sorted(few)) if few is not None else None
    for (a, x), (b, y) in tried or ((x, y) for x in every[0] for y in every[1]):
        view.names[first], view.names[second] = x, y
        view.viewpoint = view.mover
        if (a, x) != (b, y) and view.value(definition.body):
            yield a, b


def _told(definition: model.Definition, view: View) -> Iterator[tuple[int, int]] | None:
    """The pairs of a relation that says itself in which set the second site is for the first one, or the first for the second:
    the set is found once for each site, and only the rest of the relation is judged. None for other relations."""
    (_, first, _), (_, second, _) = definition.parameters
    said, *rest = _conjuncts(definition.body)  # what comes first depends on nothing that is judged before it
    for known, sought in ((first, second), (second, first)):
        match said:
            case model.In(element=model.Local(slot=slot), set=among) if slot == sought:
                if not reads(among, {sought}):
                    return _pairs_of(known, sought, among, rest, view)
    return None


def _pairs_of(
    known: int, sought: int, among: model.Expr, rest: list[model.Expr], view: View
) -> Iterator[tuple[int, int]]:
    """The pairs of a site and one of a set that it gives, for which the rest holds; the site in the lower slot is the first."""
    is_onward = known < sought
    for site in range(len(view.data.cells)):
        view.names[known] = site
        view.viewpoint = view.mover
        for other in sorted(v for v in elements(among, view) if v is not None and v != site):
            view.names[known], view.names[sought] = site, other
            view.viewpoint = view.mover
            if all(view.value(p) for p in rest):
                yield (site, other) if is_onward else (other, site)


def _conjuncts(e: model.Expr) -> list[model.Expr]:
    return [*_conjuncts(e.left), *_conjuncts(e.right)] if isinstance(e, model.And) else [e]


def _likely(definition: model.Definition, view: View) -> set[tuple[int, int]] | None:
    """The pairs of sites that the parts of a relation joined by `or` leave, each of them for one end given the other."""
    (_, first, _), (_, second, _) = definition.parameters
    found: set[tuple[int, int]] = set()
    for part in _disjuncts(definition.body):
        onward = _given(part, first, second, view)
        back = _given(part, second, first, view) if onward is None else None
        if onward is not None:
            found |= onward
        elif back is not None:
            found |= {(a, b) for b, a in back}
        else:
            return None
    return found


def _given(e: model.Expr, known: int, sought: int, view: View) -> set[tuple[int, int]] | None:
    """The pairs that a condition leaves: for each site in a name what another one may be."""
    found: set[tuple[int, int]] = set()
    for site in range(len(view.data.cells)):
        view.names[known] = site
        view.viewpoint = view.mover
        few = narrowed(e, sought, view)
        if few is None:
            return None
        found |= {(site, other) for other in few}
    return found


def _disjuncts(e: model.Expr) -> list[model.Expr]:
    return [*_disjuncts(e.left), *_disjuncts(e.right)] if isinstance(e, model.Or) else [e]


# ---- what a condition leaves of a name


def narrowed(e: model.Expr, slot: int, view: View) -> Values:
    """The values that a name has wherever a condition holds, and maybe more; the other names stand for something."""
    match e:
        case model.And():
            left, right = narrowed(e.left, slot, view), narrowed(e.right, slot, view)
            return left & right if left is not None and right is not None else right if left is None else left
        case model.Or():
            return _either(narrowed(e.left, slot, view), narrowed(e.right, slot, view))
        case model.If():
            return _either(narrowed(e.then, slot, view), narrowed(e.otherwise, slot, view))
        case model.In(element=model.Local(slot=of), set=among) if of == slot:
            return _values(among, slot, view)
        case model.Compare(operator="=", left=model.Local(slot=of), right=other) if of == slot:
            return _values(other, slot, view)
        case model.Compare(operator="=", left=other, right=model.Local(slot=of)) if of == slot:
            return _values(other, slot, view)
        case model.Apply():
            return _of_definition(e, slot, view)
    return None


def _either(left: Values, right: Values) -> Values:
    return left | right if left is not None and right is not None else None


def _values(e: model.Expr, slot: int, view: View) -> Values:
    """The values of a set, or one, that does not depend on the name."""
    if reads(e, {slot}):
        return None
    try:
        return {v for v in elements(e, view) if v is not None}
    except GameError:  # what goes wrong here may stand behind a condition that does not hold
        return None


def _of_definition(e: model.Apply, slot: int, view: View) -> Values:
    """What the body of a definition leaves of the one parameter that the name is given for."""
    definition = view.definition(e.definition)
    given = [isinstance(a, model.Local) and a.slot == slot for a in e.arguments]
    others = [a for a, is_name in zip(e.arguments, given, strict=True) if not is_name]
    if sum(given) != 1 or any(reads(a, {slot}) for a in others):
        return None
    try:
        values = [None if is_name else value(a, view) for a, is_name in zip(e.arguments, given, strict=True)]
    except GameError:
        return None
    for (_, parameter, _), found, is_name in zip(definition.parameters, values, given, strict=True):
        if not is_name:
            view.names[parameter] = found
    return narrowed(definition.body, definition.parameters[given.index(True)][1], view)


# ---- pairs that are kept


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
    conjuncts = _conjuncts(definition.body)
    among = conjuncts[0]
    match among:
        case model.In(element=model.Local(slot=sought), set=source) if sought == sites[1]:
            is_fixed = _asks_only(source, frozenset(sites[:1]), game, may_read=False)
        case _:
            return None
    if not is_fixed or not _asks_only(definition.body, frozenset(sites), game, may_read=True):
        return None
    return LocalPairs(sites, source, conjuncts[1:])


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
