"""For which sites, and for which pairs of sites or pieces, a definition holds.

Not all are tried. What a definition says of a name often leaves few values for it: `b in spans(a)` those of a set,
`a = step(b, north)` one. These are found first, and the definition is judged for them alone.
"""

from collections.abc import Iterator

from gdl.core import model
from gdl.core.evaluate import elements, sites, value
from gdl.core.visit import reads
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
