"""Which actions a requirement need not be judged for: those that do not touch what could break it.

Of a requirement such as "no enemy piece reaches my king" it is derived, once for each position, from which sites a piece
of the mover may not leave unseen: where his king stands, and whatever stands alone between it and a piece that would
reach it. A move from another site leaves the requirement as it was: it is legal without being tried. Where a
requirement does not hold already, or is of another form, every action is tried.
"""

from collections.abc import Iterator
from typing import get_args

from gdl import model
from gdl.visit import nodes
from interpreter import ir
from interpreter.ir import Const, Expr, Get, Var, op
from interpreter.ir.builder import Builder
from interpreter.lowering.candidates import Candidates
from interpreter.lowering.ends import Reach, conjuncts, kinds_said
from interpreter.lowering.reading import written_out
from interpreter.lowering.scope import CONTEXT, MOVER, STATE

MINE, OTHERS = "mine", "others"
_QUIET = (model.SetField, model.ForEach, model.ForPath, model.Branch, model.Bind)


class _Unguarded(Exception):  # noqa: N818 - an answer, not an error
    """A requirement of a form from which nothing is derived."""


class Guards(Candidates):
    """Finds the sites that a requirement depends on."""

    # ---- what is guarded

    def is_guarded(self, action: model.Action) -> bool:
        """Whether an action may be legal without being tried."""
        key = ("guarded", action.name)
        if key not in self.unit.statics:
            self.unit.statics[key] = self._is_guarded(action)
        return bool(self.unit.statics[key])

    def _is_guarded(self, action: model.Action) -> bool:
        if action.again is not None or action.form != "move" or self.is_preferred(action):
            return False
        applying = [r for r in self.game.requires if not r.after or action.name in r.after]
        if not applying or any(r.after for r in applying) or self.guarded_kinds() is None:
            return False
        settling = tuple(c.body for c in self.game.settles if not c.after or action.name in c.after)
        effects = (action.effects, action.finals, settling)
        return all(self._is_quiet(e, action) for e in nodes(effects) if type(e).__name__ in _EFFECTS)

    def _is_quiet(self, e: object, action: model.Action) -> bool:
        """Whether an effect changes nothing that a guarded requirement asks about."""
        if not isinstance(e, _QUIET):
            return False
        if not isinstance(e, model.SetField):
            return True
        if e.field == "owner":
            return False
        if e.field != "kind":
            return True  # guarded requirements read no fields
        kinds = self.guarded_kinds()
        given = self._values(e.value, action)
        return kinds is not None and given is not None and not given & kinds

    def _values(self, e: model.Expr, action: model.Action) -> frozenset[int] | None:
        """The kinds that an expression may give."""
        known = self.known(e)
        if known is None and isinstance(e, model.Local):
            sources = [p.source for p in action.parts if isinstance(p, model.Choose) and p.slot == e.slot]
            known = self.known(sources[0]) if sources else None
        if known is None:
            return None
        values = known[0] if isinstance(known[0], tuple) else (known[0],)
        return frozenset(v for v in values if isinstance(v, int))

    def guarded_kinds(self) -> frozenset[int] | None:
        """The kinds of the mover's pieces that requirements ask about; None if they are of another form."""
        key = ("guarded kinds",)
        if key not in self.unit.statics:
            self.unit.statics[key] = self._guarded_kinds()
        return self.unit.statics[key]  # type: ignore[return-value]

    def _guarded_kinds(self) -> frozenset[int] | None:
        if not self.has_reaches:
            return None
        found: set[int] = set()
        try:
            for e in self.requirements():
                for inner in self._asked(e, False):
                    if self.side(inner) == MINE:
                        found |= self._kinds_of(inner)
        except _Unguarded:
            return None
        return frozenset(found)

    def requirements(self) -> list[model.Expr]:
        """What every action must leave true, with definitions written out."""
        key = ("requirements",)
        if key not in self.unit.statics:
            made = [written_out(r.condition, self.game) for r in self.game.requires if not r.after]
            self.unit.alive.append(made)
            self.unit.statics[key] = made
        return self.unit.statics[key]  # type: ignore[return-value]

    def _asked(self, e: model.Expr, grows: bool) -> Iterator[model.Quantified]:
        """The questions about pieces in a requirement. `grows`: it is broken when this becomes true.

        Raises _Unguarded for what is of another form.
        """
        match e:
            case model.Const():
                if bool(e.value) == grows:  # what is broken from the start is not broken by some actions only
                    raise _Unguarded
            case model.Not():
                yield from self._asked(e.operand, not grows)
            case model.And() | model.Or():
                yield from self._asked(e.left, grows)
                yield from self._asked(e.right, grows)
            case model.Quantified(is_all=False) if grows and self.element(e.source).base == "piece":
                side = self.side(e)
                yield e
                if self.askable(e) is None:
                    yield from self._asked(e.body, grows)
                elif side == MINE or any(r.last is not None or r.rest for r in self._reaches_of(e)):
                    raise _Unguarded
            case _:
                raise _Unguarded

    def _reaches_of(self, e: model.Quantified) -> list[Reach]:
        found = self.askable(e)
        return found[0] if found is not None else []

    def side(self, e: model.Quantified) -> str:
        """Whose pieces a question is about: the mover's, or others'."""
        source = e.source
        while isinstance(source, model.Comprehension) and source.value is None:
            for condition in conjuncts(source.condition) if source.condition is not None else ():
                match condition:
                    case model.Compare(
                        operator="=",
                        left=model.Builtin(name="owner", arguments=(model.Local(slot=slot),)),
                        right=who,
                    ) if slot == source.slot:
                        if isinstance(who, model.Role):
                            return MINE
                        if isinstance(who, model.Builtin) and who.name in ("rival", "after"):
                            (of,) = who.arguments
                            if isinstance(of, model.Role) and self.plan.players > 1:
                                return OTHERS
            source = source.source
        raise _Unguarded

    def _kinds_of(self, e: model.Quantified) -> frozenset[int]:
        kinds = frozenset(range(self.plan.kinds))
        source = e.source
        while isinstance(source, model.Comprehension):
            for condition in conjuncts(source.condition) if source.condition is not None else ():
                said = kinds_said(condition, source.slot)
                kinds = kinds if said is None else kinds & said
            source = source.source
        return kinds

    # ---- the sites

    def guard(self) -> str:
        """`guard(state, context, mover) -> sites` that no piece of the mover may leave without being tried."""
        name = "guard"
        if name not in self.unit.functions and name not in self.unit.begun:
            self.unit.begun.add(name)
            kind = ir.bits(self.plan.sites)
            builder = Builder(name, (STATE, CONTEXT, MOVER), kind)
            s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
            sites = builder.variable("sites", Const(0, kind))
            for e in s.requirements():
                s.watch(e, sites)
            builder.ret(Get(sites))
            self.unit.functions[name] = builder.function()
        return name

    def watch(self, e: model.Expr, sites: Var) -> None:
        b = self.b
        match e:
            case model.Not():
                self.watch(e.operand, sites)
            case model.And() | model.Or():
                self.watch(e.left, sites)
                self.watch(e.right, sites)
            case model.Quantified():
                pieces = self.piece_sites(e.source)
                assert pieces is not None
                if self.side(e) == MINE:
                    b.assign(sites, op.union(Get(sites), pieces[0]))
                asked = self.askable(e)
                if asked is not None:
                    for reach in asked[0]:
                        self.watch_reach(reach, pieces[0], sites)
                    return
                with b.each_bit("a", pieces[0]) as at, self.inner():
                    piece = at if self.plan.by_site else b.materialize(self.load("first", at))
                    self.bind(e.slot, self.element(e.source), piece, "a")
                    self.watch(e.body, sites)

    def watch_reach(self, reach: Reach, pieces: Expr, sites: Var) -> None:
        """Whatever stands alone between a piece and the site that it would reach; all, if one reaches it already."""
        b = self.b
        target = b.materialize(self.scalar(reach.target))
        everything = Const((1 << self.plan.sites) - 1, ir.bits(self.plan.sites))
        with b.if_(op.le(op.ZERO, target)):
            starts = self.starts_of(reach, pieces, target)
            if not reach.is_swept:
                with b.if_(op.nonempty(starts)):
                    b.assign(sites, everything)
                return
            with b.each_bit("a", starts) as at:
                between = b.materialize(self.blockers(at, target))
                count = b.materialize(op.count(between))
                with b.if_(op.eq(count, op.ONE)):
                    b.assign(sites, op.union(Get(sites), between))
                with b.if_(op.eq(count, op.ZERO)):
                    b.assign(sites, everything)

    # ---- where it is used

    def begin_guard(self, names: "tuple[str, ...]") -> None:
        """Looks up once what the actions of a decision are guarded by."""
        self.guarding: Expr | None = None
        if any(self.is_guarded(self.game.action(n)) for n in names):
            self.guard()
            kind = ir.bits(self.plan.sites)
            self.guarding = self.b.materialize(ir.Call("guard", (self.state, self.context, self.mover), kind))

    def guards(self, action: model.Action) -> list[Expr]:
        """What is given to `enum.A` beside the rest."""
        if not self.is_guarded(action):
            return []
        assert self.guarding is not None
        return [self.guarding]

    def is_safe(self, action: model.Action) -> Expr:
        """Whether a candidate is legal without being tried."""
        return op.not_(op.contains(Get(self.guard_variable), self.local(action.origin)))

    @property
    def guard_variable(self) -> Var:
        return Var("guard", ir.bits(self.plan.sites))


_EFFECTS = frozenset(t.__name__ for t in get_args(model.Effect))
