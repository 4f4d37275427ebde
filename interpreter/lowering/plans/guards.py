"""Which actions a requirement need not be judged for: those that do not touch what could break it.

For a requirement such as "no enemy piece reaches my king" it follows, once for each position, from which sites a piece of
the mover may not leave unseen: where the king stands, and whatever stands alone between it and a piece that would reach
it. A move from another site leaves the requirement as it was: it is legal without being tried. Where a requirement does
not hold already, or has another form, every action is tried.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from gdl import model
from gdl.source import Span
from gdl.traits import traits
from gdl.types import Type
from gdl.visit import nodes
from gdl.words import Trait
from interpreter.lowering.facts.domains import element_of
from interpreter.lowering.function import Scope
from interpreter.lowering.game.inlining import inlined
from interpreter.lowering.game.kinds import kinds_said
from interpreter.lowering.game.logic import conjuncts
from interpreter.lowering.game.surety import is_sure, names_of
from interpreter.lowering.refusals import Refused, accepted
from interpreter.lowering.values.attacks import Approach, Attack, attack_of
from interpreter.lowering.values.sets.pieces_by_sets import PiecesBySets, planned

_QUIET: frozenset[Trait] = frozenset(("changes", "writes", "fails"))

Whose = Literal["mine", "others"]


class _Unguarded(Exception):  # noqa: N818 - an answer, not an error
    """A requirement of a form from which nothing is derived."""

    def __init__(self, why: str, span: Span) -> None:
        self.refused = Refused("guard", why, span)


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
    inside: "tuple[Watch, ...]"


@dataclass(frozen=True, slots=True)
class Guard:
    """What the requirements of all actions watch. `kinds`: of the mover's pieces that they ask about."""

    watches: tuple[Watch, ...]
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


def unguarded(action: model.Action, guard: Guard, scope: Scope) -> Refused | None:
    """Why each candidate of an action must be tried; None where a guard says which of them need not be."""
    if action.again is not None or action.form != "move":
        return Refused(
            "guard", "only a `move` without `again` leaves most of the position as it was", action.span
        )
    applying = [r for r in scope.game.requires if not r.after or action.name in r.after]
    of_some = [r for r in applying if r.after]
    if not applying or of_some:
        return Refused(
            "guard",
            "it is not under requirements of all actions alone",
            (of_some[0].span if of_some else action.span),
        )
    settling = tuple(c.body for c in scope.game.settles if not c.after or action.name in c.after)
    names = names_of(action)
    for effect in (*action.effects, *action.finals, *(e for body in settling for e in body)):
        if not is_sure(effect, names, scope.game):
            why = "this effect may go wrong, which is found out when the action is tried"
            return Refused("guard", why, effect.span)
    for e in nodes((action.effects, action.finals, settling)):
        if isinstance(e, model.Effect) and not _is_quiet(e, action, guard):
            return Refused("guard", "this effect may change what a requirement asks about", e.span)
    return None


def _is_quiet(e: model.Effect, action: model.Action, guard: Guard) -> bool:
    """Whether an effect changes nothing that a guarded requirement asks about: pieces' places, owners and kinds."""
    if not traits(e) <= _QUIET:
        return False
    if not isinstance(e, model.SetField):
        return True
    if e.field == "owner":
        return False
    if e.field != "kind":
        return True  # guarded requirements read no fields
    given = _values(e.value, action)
    return given is not None and not given & guard.kinds


def _values(e: model.Expr, action: model.Action) -> frozenset[int] | None:
    """The kinds that an expression may give."""
    if isinstance(e, model.Local):
        sources = [p.source for p in action.parts if isinstance(p, model.Choose) and p.slot == e.slot]
        return _values(sources[0], action) if sources and isinstance(sources[0], model.Const) else None
    if not isinstance(e, model.Const):
        return None
    values = e.value if isinstance(e.value, tuple) else (e.value,)
    return frozenset(v for v in values if isinstance(v, int))


class _Planner:
    """Takes requirements apart. `kinds` gathers those of the mover's pieces that they ask about."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.kinds: set[int] = set()

    def watches(self, e: model.Expr, grows: bool) -> Iterator[Watch]:
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
            case _:
                why = "a guard is derived from `no` and `some` over pieces, joined by `and`, `or` and `not`"
                raise _Unguarded(why, e.span)

    def _watch(self, e: model.Quantified, grows: bool) -> Watch:
        whose = self._whose(e)
        if whose == "mine":
            self.kinds |= self._kinds_of(e)
        attack = accepted(attack_of(e, self.scope))
        if attack is not None and not attack.is_by_tables:
            attack = None
        inside: tuple[Watch, ...] = ()
        if attack is None:
            inside = tuple(self.watches(e.body, grows))
        elif whose == "mine" or any(_asks_more(a) for a in attack.approaches):
            raise _Unguarded(
                "it asks for paths of the mover's own pieces, or more than whether a way is free", e.span
            )
        pieces = planned(e.source, self.scope)
        if pieces is None:
            raise _Unguarded("these pieces are not chosen by owner and kind alone", e.source.span)
        return Watch(e.slot, element_of(e.source), whose, pieces, attack, inside)

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
