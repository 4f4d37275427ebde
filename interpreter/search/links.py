"""Sides that are nearly joined: where an end asks for a way from some sites to others over sites of which a condition holds, how many
empty sites are missing to it. Of one chain that must touch several sides it is what is missing between each two of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from gdl.core import builtins, model
from gdl.core.types import BOOL, NUMBER, PLAYER, SITE, set_of
from gdl.core.visit import free_names, names_bound, names_read, nodes, same, substituted
from interpreter.search.lines import written_out

_KNOWN = {"players", "extent", "mover"}  # what sides may depend on beside the board


@dataclass(frozen=True)
class Side:
    """A flood, and the sites of which it must reach one."""

    flood: model.Reached
    goal: model.Expr


@dataclass(frozen=True)
class Link:
    """From some sites to others a way is asked for."""

    flood: model.Reached
    start: model.Expr
    goal: model.Expr

    def gap(self, slot: int) -> model.Expr:
        """How many empty sites are missing to it, as many as there are sites if there is no way."""
        flood, span = self.flood, self.flood.span
        site = model.Local(span, SITE, slot, "s")
        holds = _closed(flood, site)
        empty = model.Builtin(span, BOOL, "empty", (site,))
        every = model.Builtin(span, set_of(SITE), "sites", ())
        held, free = (
            model.Comprehension(span, set_of(SITE), slot, every, condition, None)
            for condition in (holds, empty)
        )
        return model.Builtin(span, NUMBER, "gap", (held, free, self.start, self.goal, flood.directions))


def links_of(condition: model.Expr, game: model.Game) -> list[Link]:
    """The ways that a condition asks for, each once."""
    found: list[Link] = []
    sides = [side for node in nodes(written_out(condition, game)) for side in _side(node)]
    for side in sides:
        if _is_known(side.flood.start):
            found.append(Link(side.flood, side.flood.start, side.goal))
    for a, b in combinations(sides, 2):
        if not _is_known(a.flood.start) and same(a.flood, b.flood):
            found.append(Link(a.flood, a.goal, b.goal))
    return found


def _side(node: object) -> Iterator[Side]:
    """`some s in FLOOD: s in SIDE`, or `some s in SIDE: s in FLOOD`, where the condition is about sites and players alone."""
    match node:
        case model.Quantified(
            is_all=False, slot=slot, source=source, body=model.In(element=model.Local() as s, set=of)
        ) if s.slot == slot:
            for flood, goal in ((source, of), (of, source)):
                if isinstance(flood, model.Reached) and _is_known(goal) and _is_plain(flood):
                    yield Side(flood, goal)


def _is_plain(flood: model.Reached) -> bool:
    names = names_read(flood.condition)
    is_closed = all(slot == flood.slot or kind == PLAYER for slot, kind in names.items())
    is_known = flood.steps is None and isinstance(flood.directions, model.Const)
    return is_known and is_closed and not names_bound(flood.condition)


def _is_known(sites: model.Expr) -> bool:
    """Whether sites follow from the board, and from whose they are."""
    parts = [n for n in nodes(sites) if isinstance(n, model.Node)]
    return not free_names(sites) and all(
        builtins.facts(n.name).reads <= _KNOWN
        if isinstance(n, model.Builtin)
        else not isinstance(
            n, model.GetField | model.PoolOf | model.SomePath | model.PathEnds | model.Reached | model.CanMake
        )
        for n in parts
    )


def _closed(flood: model.Reached, site: model.Expr) -> model.Expr:
    """The condition of a flood on another site, any player it names being the mover."""
    names = names_read(flood.condition)
    whoever = {slot: model.Role(flood.span, PLAYER, "mover") for slot in names if slot != flood.slot}
    return substituted(substituted(flood.condition, whoever), {flood.slot: site})
