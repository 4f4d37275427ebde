"""What a condition that holds has found on the board: the sites of a line, or a way through a flood.

Of the end of a game this is what people want to see: the five in a row, the chain that joins two sides. Each find is a row of
sites in order. What is found everywhere, or by counting, or by finding nothing, gives no row.

So it is with what a rule forbids a player to leave so, such as a check: the pieces between which it is. A requirement that denies
something of the mover (`require not in_check(mover)`) is judged behind their action. Before it, the same may hold: then they must
put an end to it. Only what is found among pieces is a threat.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from gdl.core import model
from gdl.core.evaluate import elements
from gdl.core.visit import nodes
from interpreter.engines.reference.paths import followed
from interpreter.engines.reference.view import View

Row = tuple[int, ...]


def rows_of_end(game: model.Game, end: object, views: Callable[[int], View]) -> list[Row]:
    """What the condition of an end has found, given the place of its result; for the first player for whom it holds.

    `views` gives the view of the position in which a player is the mover.
    """
    ending = next((e for e in game.ends if e.result.span == end), None)
    if ending is None:
        return []
    for player in range(len(game.players)):
        view = views(player)
        if view.value(ending.condition):
            rows = [row for row in dict.fromkeys(found_by(ending.condition, view)) if row]
            return [r for r in rows if not any(set(r) < set(other) for other in rows)]
    return []


def found_by(e: model.Expr, view: View, of_pieces: bool = False) -> Iterator[Row]:
    """The rows of sites that a condition has found; it holds. `of_pieces`: where pieces that it has found stand, too. Names and
    viewpoint are then as they were."""
    names, viewpoint = view.names[:], view.viewpoint
    rows = list(_found(e, view, of_pieces))
    view.names[:], view.viewpoint = names, viewpoint
    yield from rows


def _found(e: model.Expr, view: View, of_pieces: bool) -> Iterator[Row]:
    match e:
        case model.And():
            yield from found_by(e.left, view, of_pieces)
            yield from found_by(e.right, view, of_pieces)
        case model.Or():
            yield from found_by(e.left if view.value(e.left) else e.right, view, of_pieces)
        case model.If():
            yield from found_by(e.then if view.value(e.condition) else e.otherwise, view, of_pieces)
        case model.Apply():
            yield from found_by(view.entered(e), view, of_pieces)
        case model.SomePath():
            yield followed(e.path, view)
        case model.Quantified(is_all=False):
            yield from _of_some(e, view, of_pieces)
        case model.In():
            site = view.value(e.element)
            if isinstance(site, int) and _base(e.element) == "site":
                yield _way(e.set, site, view)


def _of_some(e: model.Quantified, view: View, of_pieces: bool) -> Iterator[Row]:
    """The first element that passes: the way to it through the set that it is from, and what is found of it."""
    for value in elements(e.source, view):
        view.names[e.slot] = value
        if view.value(e.body):
            if isinstance(value, int) and _base(e.source) == "site":
                yield _way(e.source, value, view)
            elif of_pieces and isinstance(value, int) and _base(e.source) == "piece":
                site = view.site(value)
                if site is not None:
                    yield (site,)
            yield from found_by(e.body, view, of_pieces)
            return


def _base(e: model.Expr) -> str:
    return (e.type.element or e.type).base


def _way(e: model.Expr, to: int, view: View) -> Row:
    """A shortest way through a flood to a site; the site alone in any other set."""
    names = view.names[:]
    while isinstance(e, model.Apply):
        e = view.entered(e)
    way = _through(e, to, view) if isinstance(e, model.Reached) else (to,)
    view.names[:] = names
    return way


def _through(e: model.Reached, to: int, view: View) -> Row:
    """The way by which a breadth-first flood comes to a site."""
    start = view.value(e.start)
    waiting = [s for s in (start if isinstance(start, Sequence) else (start,)) if s is not None]
    ways = [view.board.steps[d] for d in elements(e.directions, view) if d is not None]
    before: dict[int, int] = {}
    asked: set[int] = set()
    for site in waiting:  # which grows while it is read
        if site in asked:
            continue
        asked.add(site)
        view.names[e.slot] = site
        if not view.value(e.condition):
            continue
        if site == to:
            return _back(site, before)
        further = elements(e.steps, view) if e.steps is not None else [w[site] for w in ways if w[site] >= 0]
        for other in further:
            if other is not None and other not in asked and other not in before:
                before[other] = site
                waiting.append(other)
    return (to,)


def _back(site: int, before: dict[int, int]) -> Row:
    row = [site]
    while site in before:
        site = before[site]
        row.append(site)
    return tuple(reversed(row))


# ---- threats


Threat: TypeAlias = tuple[str, tuple[Row, ...]]
"""The name of a definition that holds of the player to move, and between which sites: from a piece of others to one of theirs."""


def forbidden(game: model.Game) -> Sequence[model.Apply]:
    """What requirements deny of the mover."""
    found = (
        node.operand
        for require in game.requires
        for node in nodes(require.condition)
        if isinstance(node, model.Not) and isinstance(node.operand, model.Apply)
    )
    return [e for e in found if any(_is_mover(a) for a in e.arguments)]


def threats(game: model.Game, view: View) -> list[Threat]:
    """What holds of the player who is to move in a view."""
    found = {e.definition: tuple(_pairs(e, view)) for e in forbidden(game) if view.value(e)}
    return [(name, rows) for name, rows in found.items() if rows]


def _is_mover(e: model.Expr) -> bool:
    return isinstance(e, model.Role) and e.name == "mover"


def _pairs(e: model.Apply, view: View) -> Iterator[Row]:
    """Which pieces it is about: each of others with the first one of the player's own; where there are no others, their own."""
    sites = [s for row in dict.fromkeys(found_by(e, view, of_pieces=True)) for s in row]
    owners = {s: _owner(s, view) for s in dict.fromkeys(sites)}
    own = [s for s, owner in owners.items() if owner == view.mover]
    others = [s for s, owner in owners.items() if owner not in (view.mover, None)]
    if not own:
        return
    yield from ((s, own[0]) for s in others)
    if not others:
        yield (own[0],)


def _owner(site: int, view: View) -> int | None:
    stack = view.cells[site]
    return view.owner(stack[-1]) if stack else None
