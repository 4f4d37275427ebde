"""Pieces on the board said as sites: where a site holds at most one piece, a piece there is the same as its site.

`t in Tower where beside(t, a)` is about pieces; `t in sites where t is Tower and beside(t, a)` says the same of their
sites, and that is set algebra even where pieces have numbers. Of pieces that are named by their sites, `beside(site(c), s)`
is about two sites, which the board decides.
"""

from collections.abc import Container
from dataclasses import field
from typing import TypeVar, cast

from gdl.core import model
from gdl.core.types import BOOL, NONE, PIECE, SITE, set_of
from gdl.core.visit import names_bound, reads, rewritten, same, substituted
from gdl.platform.dataclass import dataclass
from interpreter.lowering.game.expression_analysis import all_of, negated

GIVEN = 1 << 20  # slots from here on stand for the sites of pieces


@dataclass(slots=True)
class SitesGiven:
    """Names for the sites of pieces that are known where a condition is judged, and what each of them is.

    `inside`: names that the condition itself binds.
    """

    found: dict[int, model.Expr] = field(default_factory=dict)
    inside: set[int] = field(default_factory=set)

    def name(self, e: model.Expr) -> model.Expr:
        """The name of a site; the site itself where names inside decide which one it is."""
        if reads(e, self.inside):
            return e
        slot = next((slot for slot, known in self.found.items() if same(known, e)), GIVEN + len(self.found))
        self.found.setdefault(slot, e)
        return model.Local(e.span, SITE.or_none, slot, "site")


def on_site(e: model.Expr, slots: frozenset[int], sites: int, given: SitesGiven) -> model.Expr:
    """A condition on pieces on the board as one on their sites, which have the same names `slots`.

    `sites`: how many the board has.
    """

    given.inside |= names_bound(e)

    def change(part: object) -> object:
        match part:
            case model.In(element=model.Local() as x, set=model.Comprehension(value=None) as of) if (
                x.type.base == "piece"
            ):
                return change(_is_among(x, of))
            case model.Builtin(name="site", arguments=(x,)) if x.type.base == "piece":
                if isinstance(x, model.Local) and x.slot in slots:
                    return model.Local(part.span, SITE, x.slot, x.name)
                if not reads(x, slots):
                    return given.name(part)
            case model.Local(slot=of) if of in slots and part.type.base == "piece":
                site = model.Local(part.span, SITE, of, part.name)
                return model.Builtin(part.span, PIECE.or_none, "piece", (site,))
            case model.Comprehension() if (there := over_sites(part, sites, given, slots)) is not None:
                return rewritten(there, change)
        return rewritten(part, change) if isinstance(part, model.Node) else part

    return cast(model.Expr, change(e))


def _is_among(x: model.Local, of: model.Expr) -> model.Expr:
    """That a piece is an element of a set that conditions describe."""
    span = of.span
    match of:
        case model.Comprehension(value=None):
            source = _is_among(x, of.source)
            if of.condition is None:
                return source
            return all_of([source, substituted(of.condition, {of.slot: x})], span)
        case model.Builtin(name="pieces"):
            site = model.Builtin(span, SITE.or_none, "site", (x,))
            return negated(model.Compare(span, BOOL, "=", site, model.Const(span, NONE, None)))
    return model.In(span, BOOL, x, of)


def over_sites(
    of: model.Comprehension, sites: int, given: SitesGiven, around: frozenset[int] = frozenset()
) -> model.Comprehension | None:
    """Pieces on the board that conditions describe, as the sites where they stand; None of any other set.

    `around`: names of pieces outside that are said as sites, too.
    """
    if of.source.type.element != PIECE or of.joins_sets:
        return None
    conditions: list[model.Expr] = []
    source: model.Expr = of
    while isinstance(source, model.Comprehension) and (source is of or source.value is None):
        if source.condition is not None:
            it = model.Local(source.span, PIECE, of.slot, "it")
            conditions.insert(0, substituted(source.condition, {source.slot: it}))
        source = source.source
    if not isinstance(source, model.Builtin) or source.name != "pieces":
        return None
    here = model.Local(of.span, SITE, of.slot, "it")
    everywhere = model.Const(of.span, set_of(SITE), tuple(range(sites)))
    slots = around | {of.slot}
    said = [on_site(c, slots, sites, given) for c in conditions]
    whole = all_of([model.Builtin(of.span, BOOL, "occupied", (here,)), *said], of.span)
    value = None if of.value is None else on_site(of.value, slots, sites, given)
    kind = set_of(SITE) if value is None else of.type
    return model.Comprehension(of.span, kind, of.slot, everywhere, whole, value, of.is_bag)


# ---- pieces that are named by their sites

T = TypeVar("T")


def with_pieces_as_sites(e: T, slots: Container[int]) -> T:
    """The same where some names stand for the sites of pieces instead of the pieces."""

    def change(part: object) -> object:
        match part:
            case model.Builtin(name="site", arguments=(model.Local() as of,)) if of.slot in slots:
                return model.Local(part.span, SITE, of.slot, of.name)
        return rewritten(part, change) if isinstance(part, model.Node) else part

    return cast(T, change(e))
