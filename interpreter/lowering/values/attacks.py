"""Which pieces reach a site: paths that end at a known site are followed back from it, by tables and sets.

`some a in PIECES: s in reach(a)` and `some a in PIECES: some line D from a: empty*, [it = s]` ask whether a piece could
come to s. Of all pieces only those can that stand, on an empty board, on a way to s; a table says for each s which sites
these are. What is left to test is whether the sites between are empty. So nothing is followed site by site.
"""

from dataclasses import replace

from gdl.core import model
from gdl.core.types import PIECE, SITE, set_of
from gdl.core.visit import reads
from gdl.platform.dataclass import dataclass
from interpreter.ir import Expr, Get, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Function, Scope
from interpreter.lowering.game.expression_analysis import conjuncts, equal_value, kinds_said, paths_by_kind
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.refusals import Refused, accepted
from interpreter.lowering.values.paths.board_tables import Sweep, blockers, is_turned, sweep_of, ways_table
from interpreter.lowering.values.pieces_by_sets import PiecesBySets, plan_pieces, sites_of_kinds
from interpreter.lowering.values.truths import conjunction


@dataclass(frozen=True, slots=True)
class Approach:
    """How pieces of some kinds (None: of all) come to the site `target`, by a path over empty sites or a single step.

    `rest` are further conditions on the piece. Where tables alone do not judge the path, `sweep` is None, and `test`
    says whether it can be followed from the piece to the site.
    """

    kinds: frozenset[int] | None
    target: model.Expr
    path: model.Line | model.Leap
    sweep: Sweep | None
    test: model.Expr | None = None
    rest: tuple[model.Expr, ...] = ()

    @property
    def is_immediate(self) -> bool:
        """Whether a piece that would reach the site on an empty board does so now."""
        sweep = self.sweep
        return sweep is not None and not sweep.is_swept and sweep.last is None and not self.rest


@dataclass(frozen=True, slots=True)
class Attack:
    """Whether some of these pieces reach a site by one of the approaches. `slot` is the name of the piece."""

    slot: int
    pieces: PiecesBySets
    approaches: tuple[Approach, ...]

    @property
    def is_by_tables(self) -> bool:
        """Whether tables alone judge it."""
        return all(a.test is None for a in self.approaches)


# ---- planning


def attack_of(e: model.Quantified, scope: Scope) -> Attack | Refused | None:
    """What `some piece reaches a site` consists of."""
    if e.is_all or element_of(e.source).base != "piece":
        return None
    if not scope.facts.suits_pair_tables:
        return _refused(
            e, "the board is too large, grows, or holds stacks, so it has no tables of pairs of sites"
        )
    found = _approaches(inlined(e.body, scope.game), e.slot, scope)
    if found is None:
        return _refused(
            e.body, "it does not ask whether a path of the piece leads to a site that is known before"
        )
    pieces = plan_pieces(inlined(e.source, scope.game), scope)
    if pieces is None:
        return _refused(e.source, "these pieces are not chosen by owner and kind alone")
    need_owners = any(is_turned(a.path, scope.game) or _asks_at_end(a) for a in found)
    if need_owners and not pieces.are_owned:
        return _refused(e.source, "the paths depend on whose a piece is, and some of these may have no owner")
    return Attack(e.slot, pieces, tuple(found))


def _refused(e: model.Expr, why: str) -> Refused:
    return Refused("attack tables", why, e.span)


def _asks_at_end(approach: Approach) -> bool:
    return approach.sweep is not None and approach.sweep.last is not None


def _approaches(body: model.Expr, slot: int, scope: Scope) -> list[Approach] | None:
    """A condition on the piece of a name as alternatives of how it comes to a site; definitions are written out."""
    if isinstance(body, model.Or):
        left, right = _approaches(body.left, slot, scope), _approaches(body.right, slot, scope)
        return [*left, *right] if left is not None and right is not None else None
    kinds: frozenset[int] | None = None
    found: list[Approach] | None = None
    rest: list[model.Expr] = []
    for e in conjuncts(body):
        said = kinds_said(e, slot)
        if said is not None:
            kinds = said if kinds is None else kinds & said
        elif found is None and (ways := _ways_in(e, slot, scope)) is not None:
            found = ways
        else:
            rest.append(e)
    if found is None:
        return None
    made = []
    for way in found:
        both = way.kinds if kinds is None else kinds if way.kinds is None else kinds & way.kinds
        if both is None or both:
            made.append(replace(way, kinds=both, rest=(*way.rest, *rest)))
    return made


# kinds, path, target, last condition
_Way = tuple[frozenset[int] | None, model.Path, model.Expr, model.Expr | None]


def _ways_in(e: model.Expr, slot: int, scope: Scope) -> list[Approach] | None:
    given: list[_Way] = []
    match e:
        case model.Or():
            return _approaches(e, slot, scope)
        case model.In() if e.element.type.base == "site" and not reads(e.element, {slot}):
            ways = paths_by_kind(e.set, slot, frozenset(range(scope.facts.kinds)))
            if ways is None:
                return None
            given = [(k, p.path, e.element, p.path.steps[-1].condition) for k, p in ways]
        case model.SomePath() if (goal := _goal(e.path)) is not None:
            if reads(goal[0], {slot}):
                return None
            given = [(None, e.path, *goal)]
        case _:
            return None
    made = []
    for kinds, path, target, last in given:
        start = path.start
        if isinstance(path, model.Walk) or not (isinstance(start, model.Local) and start.slot == slot):
            return None
        made.append(_approach(e, slot, (kinds, path, target, last), scope))
    return made


def _approach(e: model.Expr, slot: int, way: _Way, scope: Scope) -> Approach:
    kinds, path, target, last = way
    assert not isinstance(path, model.Walk)
    if isinstance(last, model.Const) and last.value is True:
        last = None
    sweep = accepted(sweep_of(path, scope))
    if sweep is not None and not (last is not None and reads(last, {slot})):
        return Approach(kinds, target, path, replace(sweep, last=last))
    ends = model.PathEnds(e.span, set_of(SITE), path)
    test = e if isinstance(e, model.SomePath) else model.In(e.span, e.type, target, ends)
    return Approach(kinds, target, path, None, test)


def _goal(path: model.Path) -> tuple[model.Expr, model.Expr | None] | None:
    """The site at which a path must end, if its last step says so, and what else that asks."""
    last = path.steps[-1]
    if last.condition is None:
        return None
    target, others = None, []
    for e in conjuncts(last.condition):
        found = equal_value(e, last.it) if target is None else None
        if found is not None and found.type.base == "site":
            target = found
        else:
            others.append(e)
    if target is None or reads(target, {last.it}) or len(others) > 1:
        return None
    return target, others[0] if others else None


# ---- asking


def is_attacked(f: Function, attack: Attack) -> Expr:
    b = f.b
    found = b.variable("reached", op.FALSE)
    pieces = attack.pieces.sites(f)
    immediate = [a for a in attack.approaches if a.is_immediate]
    others = [a for a in attack.approaches if not a.is_immediate]
    with b.for_range("once", op.ZERO, op.ONE):
        loops = b.loops - 1
        for approach in (*immediate, *others):
            target = f.materialized(approach.target)
            with b.if_(op.is_some(target)):
                starts = starts_of(f, approach, pieces, target)
                if approach.is_immediate:
                    with b.if_(op.nonempty(starts)):
                        b.assign(found, op.TRUE)
                        b.break_(loops)
                    continue
                with b.each_bit("a", starts) as at:
                    g = f.inner()
                    with b.if_(_arrives(g, approach, attack.slot, at, target)):
                        b.assign(found, op.TRUE)
                        b.break_(loops)
    return Get(found)


def starts_of(f: Function, approach: Approach, pieces: Expr, target: Expr) -> Expr:
    """The pieces that would reach a site on an empty board."""
    found = op.intersection(pieces, sites_of_kinds(f, approach.kinds))
    path = approach.path
    if not is_turned(path, f.game):
        return op.intersection(found, f.lookup(ways_table(f, path, 0, True), target))
    ways: Expr = op.empty_set(f.facts.sites)
    for p in range(f.facts.players):
        back = f.lookup(ways_table(f, path, p, True), target)
        ways = op.union(ways, op.intersection(f.load("own", op.number(p)), back))
    return op.intersection(found, ways)


def _arrives(f: Function, approach: Approach, slot: int, at: Expr, target: Expr) -> Expr:
    """Whether the piece on a site reaches another, to which it has a way."""
    b, sweep = f.b, approach.sweep
    piece = f.pieces.seen_at(f, at)
    f.bind(slot, PIECE, piece, "a")
    if approach.kinds is not None and len(approach.kinds) == 1:
        (f.scope.kinds[slot],) = approach.kinds
    holds: Expr = op.TRUE
    if sweep is not None and sweep.is_swept:
        holds = op.is_empty(blockers(f, at, target))
    if sweep is not None and sweep.last is not None:
        g = _seen_by(f, piece)
        g.bind(sweep.it, SITE, target, "it")
        holds = conjunction(g, b.materialize(holds), sweep.last)
    for e in (*approach.rest, *((approach.test,) if approach.test is not None else ())):
        holds = conjunction(f, b.materialize(holds), e)
    return holds


def _seen_by(f: Function, piece: Expr) -> Function:
    """The viewpoint of the owner of a piece that has one."""
    return f.seen_by(f.b.materialize(f.pieces.owner_of(f, piece, False)))
