"""Which actions a requirement need not be judged for: those that do not touch what could break it.

For a requirement such as "no enemy piece reaches my king" it follows, once for each position, from which sites a piece of
the mover may not leave unseen: where the king stands, and whatever stands alone between it and a piece that would reach
it. A move from another site leaves the requirement as it was: it is legal without being tried. Where a requirement does
not hold already, or has another form, every action is tried.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from gdl.core import model
from gdl.core.types import Type
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from interpreter.ir import Expr, Get, Var, op
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import ConditionPlan, Function, Scope
from interpreter.lowering.game.expression_analysis import conjuncts, kinds_said
from interpreter.lowering.game.partial_evaluation import inlined
from interpreter.lowering.refusals import Refused, accepted
from interpreter.lowering.values.attacks import Approach, Attack, attack_of, starts_of
from interpreter.lowering.values.paths.board_tables import Sweep, blockers, is_turned, sweep_of, ways_table
from interpreter.lowering.values.pieces_by_sets import PiecesBySets, plan_pieces

Whose = Literal["mine", "others"]


class _Unguarded(Exception):  # noqa: N818 - an answer, not an error
    """A requirement of a form from which nothing is derived."""

    def __init__(self, why: str, span: Span) -> None:
        self.refused = Refused("guard", why, span)


@dataclass(frozen=True, slots=True)
class Way:
    """A path from one of the mover's pieces to a rival's, which `last` describes."""

    sweep: Sweep
    last: ConditionPlan


@dataclass(frozen=True, slots=True)
class Watch:
    """A question about pieces in a requirement: the sites of the mover's own pieces are watched, and what attacks meet.

    `inside` are the questions asked of each of the pieces, where the question is no attack. `slot` is the name of
    one, `piece` its type.
    """

    slot: int
    piece: Type
    whose: Whose
    pieces: PiecesBySets
    attack: Attack | None
    inside: "tuple[Watch | Way, ...]"


@dataclass(frozen=True, slots=True)
class Guard:
    """What the requirements of all actions watch. `kinds`: of the mover's pieces that they ask about."""

    watches: tuple[Watch | Way, ...]
    kinds: frozenset[int]


def guard_of(scope: Scope) -> Guard | Refused | None:
    """None where no requirement is one of all actions."""
    game = scope.game
    general = [r for r in game.requires if not r.after]
    if not general:
        return None
    if not scope.facts.suits_pair_tables:
        why = (
            "the board is too large, grows, is a graph or holds stacks, so it has no tables of pairs of sites"
        )
        return Refused("guard", why, general[0].span)
    planner = _Planner(scope)
    try:
        watches = [watch for r in general for watch in planner.watches(inlined(r.condition, game), False)]
    except _Unguarded as unguarded:
        return unguarded.refused
    return Guard(tuple(watches), frozenset(planner.kinds))


class _Planner:
    """Takes requirements apart. `kinds` gathers those of the mover's pieces that they ask about."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.kinds: set[int] = set()
        self.mine: set[int] = set()  # the names of the mover's pieces

    def watches(self, e: model.Expr, grows: bool) -> Iterator[Watch | Way]:
        """The questions about pieces in a requirement. `grows`: it is broken when this becomes true.

        Raises _Unguarded for what is of another form.
        """
        match e:
            case model.Const():
                if bool(e.value) == grows:  # what is broken from the start is not broken by some actions only
                    raise _Unguarded("it is broken from the start", e.span)
            case model.Not():
                yield from self.watches(e.operand, not grows)
            case model.And() | model.Or():
                yield from self.watches(e.left, grows)
                yield from self.watches(e.right, grows)
            case model.Quantified(is_all=False) if grows and element_of(e.source).base == "piece":
                yield self._watch(e, grows)
            case model.SomePath(path=path) if grows:
                yield self._way(path)
            case _:
                why = "a guard is derived from `no` and `some` over pieces, joined by `and`, `or` and `not`"
                raise _Unguarded(why, e.span)

    def _watch(self, e: model.Quantified, grows: bool) -> Watch:
        whose = self._whose(e)
        if whose == "mine":
            self.kinds |= self._kinds_of(e)
            self.mine.add(e.slot)
        attack = accepted(attack_of(e, self.scope))
        if attack is not None and not attack.is_by_tables:
            attack = None
        inside: tuple[Watch | Way, ...] = ()
        if attack is None:
            inside = tuple(self.watches(e.body, grows))
        elif whose == "mine" or any(_asks_more(a) for a in attack.approaches):
            raise _Unguarded(
                "it asks for paths of the mover's own pieces, or more than whether a way is free", e.span
            )
        pieces = plan_pieces(e.source, self.scope)
        if pieces is None:
            raise _Unguarded("these pieces are not chosen by owner and kind alone", e.source.span)
        return Watch(e.slot, element_of(e.source), whose, pieces, attack, inside)

    def _way(self, path: model.Path) -> Way:
        """A path that is broken into only where something leaves it: it leads from the mover's piece to a rival's."""
        start, sweep = path.start, accepted(sweep_of(path, self.scope))
        if not (isinstance(start, model.Local) and start.slot in self.mine):
            raise _Unguarded("the path does not begin at one of the mover's pieces", path.span)
        if sweep is None:
            raise _Unguarded("it is neither a single step nor a way over empty sites to one more", path.span)
        last = sweep.last
        if last is None or not self._is_of_others(last, sweep.it):
            raise _Unguarded(
                "it does not end at a rival's piece, of which owner and kind are said", path.span
            )
        plan = accepted(self.scope.algebra(last, sweep.it))
        if plan is None:
            raise _Unguarded("what stands at its end is not said by sets", last.span)
        return Way(sweep, plan)

    def _is_of_others(self, e: model.Expr, it: int) -> bool:
        """Whether a condition on a site demands a piece that is not the mover's, and asks for owners and kinds alone."""
        if isinstance(e, model.Or):
            return self._is_of_others(e.left, it) and self._is_of_others(e.right, it)
        if not all(_is_of_piece(part, it) for part in nodes(e)):
            return False
        not_owners = {_not_owner(part) for part in conjuncts(e)}
        return {"mover", "none"} <= not_owners

    def _whose(self, e: model.Quantified) -> Whose:
        """Whose pieces a question is about: the mover's, or others'."""
        source = e.source
        while isinstance(source, model.Comprehension) and source.value is None:
            for condition in conjuncts(source.condition) if source.condition is not None else ():
                found = self._said_owner(condition, source.slot)
                if found is not None:
                    return found
            source = source.source
        raise _Unguarded("it does not say whether these are the mover's pieces or a rival's", e.source.span)

    def _said_owner(self, e: model.Expr, slot: int) -> Whose | None:
        match e:
            case model.Compare(
                operator="=",
                left=model.Builtin(name="owner", arguments=(model.Local(slot=of),)),
                right=who,
            ) if of == slot:
                match who:
                    case model.Role():
                        return "mine"
                    case model.Builtin(name="rival" | "after", arguments=(model.Role(),)):
                        return "others" if self.scope.facts.players > 1 else None
        return None

    def _kinds_of(self, e: model.Quantified) -> frozenset[int]:
        kinds = frozenset(range(self.scope.facts.kinds))
        source = e.source
        while isinstance(source, model.Comprehension):
            for condition in conjuncts(source.condition) if source.condition is not None else ():
                said = kinds_said(condition, source.slot)
                kinds = kinds if said is None else kinds & said
            source = source.source
        return kinds


def _asks_more(approach: Approach) -> bool:
    """Whether more is asked of an approach than that its way is free."""
    return bool(approach.rest) or (approach.sweep is not None and approach.sweep.last is not None)


def _is_of_piece(e: object, it: int) -> bool:
    """Whether a part of a condition is about the owner or the kind of the piece on a site."""
    match e:
        case model.Local():
            return e.slot == it
        case model.Builtin():
            return e.name in ("owner", "kind", "piece")
    return isinstance(
        e, model.And | model.Or | model.Not | model.Compare | model.In | model.Const | model.Role
    )


def _not_owner(e: model.Expr) -> str:
    """Who is said not to own a piece."""
    match e:
        case model.Not(
            operand=model.Compare(operator="=", left=model.Builtin(name="owner"), right=model.Role())
        ):
            return "mover"
        case model.Not(
            operand=model.Compare(
                operator="=", left=model.Builtin(name="owner"), right=model.Const(value=None)
            )
        ):
            return "none"
    return ""


# ---- finding the sites


def watch_all(f: Function, watches: Sequence[Watch | Way], sites: Var, at: Expr = op.NONE) -> None:
    """`at`: where the piece stands of which this is asked."""
    for watch in watches:
        if isinstance(watch, Way):
            _watch_way(f, watch, at, sites)
        else:
            _watch(f, watch, sites)


def _watch(f: Function, watch: Watch, sites: Var) -> None:
    b = f.b
    pieces = watch.pieces.sites(f)
    if watch.whose == "mine":
        b.assign(sites, op.union(Get(sites), pieces))
    if watch.attack is not None:
        for approach in watch.attack.approaches:
            _watch_approach(f, approach, pieces, sites)
        return
    with b.each_bit("a", pieces) as at:
        g = f.inner()
        g.bind(watch.slot, watch.piece, g.pieces.seen_at(g, at), "a")
        watch_all(g, watch.inside, sites, at)


def _watch_way(f: Function, way: Way, at: Expr, sites: Var) -> None:
    """Whatever stands alone between one of the mover's pieces and one to which a path leads from it."""
    b, path, n = f.b, way.sweep.path, f.facts.sites
    ends: Expr = op.empty_set(n)
    for p in range(f.facts.players) if is_turned(path, f.game) else (0,):
        seen = b.materialize(f.lookup(ways_table(f, path, p, False), at))
        ends = seen if p == 0 else b.materialize(op.select(op.eq(f.mover, op.number(p)), seen, ends))
    g = f.seen_by(f.mover)
    _watch_between(f, way.sweep, b.materialize(op.intersection(ends, way.last.members(g, n))), at, sites)


def _watch_approach(f: Function, approach: Approach, pieces: Expr, sites: Var) -> None:
    """Whatever stands alone between a piece and the site that it would reach; all, if one reaches it already."""
    b = f.b
    target = f.materialized(approach.target)
    assert approach.sweep is not None
    with b.if_(op.is_some(target)):
        _watch_between(f, approach.sweep, starts_of(f, approach, pieces, target), target, sites)


def _watch_between(f: Function, sweep: Sweep, others: Expr, target: Expr, sites: Var) -> None:
    """What stands alone between a site and others on lines with it; all, if nothing does."""
    b, everything = f.b, op.full_set(f.facts.sites)
    if not sweep.is_swept:
        with b.if_(op.nonempty(others)):
            b.assign(sites, everything)
        return
    with b.each_bit("a", others) as at:
        between = b.materialize(blockers(f, at, target))
        count = b.materialize(op.count(between))
        with b.if_(op.eq(count, op.ONE)):
            b.assign(sites, op.union(Get(sites), between))
        with b.if_(op.eq(count, op.ZERO)):
            b.assign(sites, everything)
