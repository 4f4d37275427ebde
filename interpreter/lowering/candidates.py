"""Actions: their candidates are enumerated in nested loops, and what is done with each depends on the mode.

    enum.A(state, context, out, mover, arguments)      every candidate of the action A
    go.A(was, state, context, out, mover, ...)         does it on `state`, with what follows; `was`: demands that waited
    count.A(state, context, mover) -> n                how many candidates, where they are members of sets
    pick.A(state, context, mover, k)                   does the k-th of these, on the state itself

An action that goes on (`again`) calls `go` for every further step. Candidates that are only legal if what follows is
(`require`, `then must`, `prefer`) are tried on a copy. A list of actions has a row of words for each: its number, or
for an action that goes on the digits that its number is made of.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gdl import model
from gdl.types import PIECE, SITE, Type
from gdl.visit import nodes
from interpreter import ir
from interpreter.ir import BOOL, INT, VOID, Const, Expr, Get, Var, op
from interpreter.ir.builder import Builder
from interpreter.lowering.early import Early
from interpreter.lowering.reading import reads
from interpreter.lowering.scope import CONTEXT, MOVER, STATE, NotLowered
from interpreter.numbering import NO_NUMBER, ActionNumbers, ListDomain, PieceDomain

COUNT, ANY, LIST, PICK, MATCH, EXPAND = range(6)
WAS = Var("was", INT)  # how many demands waited before the action
OUT = Var("out", ir.block("state"))
DEPTH = Var("depth", INT)
CODE = Var("code", INT)
SUM = Var("sum", INT)
SEEN = 1 << 15  # places in the table of beginnings
MAX_TRIES = 30_000


@dataclass(frozen=True, slots=True)
class Name:
    """A name that an action binds: it is handed on to what the action does."""

    slot: int
    type: Type
    text: str


class Candidates(Early):
    """Every candidate of an action, and its number."""

    numbers: ActionNumbers  # given by the unit's maker
    era: Expr = op.ZERO  # told apart by it are the beginnings of one enumeration from those of another

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)
        self.numbers = self.unit.numbering

    # ---- what an action binds

    def bound_names(self, action: model.Action) -> list[Name]:
        found = [Name(slot, kind, text) for text, slot, kind in action.parameters]
        if action.form == "move":
            found += [Name(action.piece, PIECE, "piece"), Name(action.origin, SITE, "from")]
        for part in action.parts:
            match part:
                case model.Choose():
                    found.append(Name(part.slot, self.chosen_type(part), part.name))
                case model.Along():
                    if part.to not in [n.slot for n in found]:
                        found.append(Name(part.to, SITE, "to"))
                    for step in part.path.steps:
                        for s in self._named(step):
                            assert s.slot is not None
                            if s.slot not in [n.slot for n in found]:
                                kind = Type("set", SITE) if s.collects else SITE
                                found.append(Name(s.slot, kind, s.name))
        return found

    def chosen_type(self, part: model.Choose) -> Type:
        """The type of a choice: a piece may be gone later, and a set may have none in it."""
        kind = self.element(part.source)
        with_none = any(isinstance(x, model.Const) and x.value is None for x in nodes(part.source)) or any(
            isinstance(x, model.Const) and isinstance(x.value, tuple) and None in x.value
            for x in nodes(part.source)
        )
        return kind.or_none if with_none or kind.base == "piece" else kind

    def as_parameters(self, names: list[Name]) -> list[Var]:
        made = []
        for n in names:
            if n.type.base == "set":
                kind = self.plan.kept_type(n.type, n.slot)
            else:
                kind = BOOL if n.type.base == "bool" and not n.type.is_optional else INT
            made.append(Var(f"n{n.slot}.{n.text}", kind))
        return made

    def take_names(self, names: list[Name], variables: list[Var]) -> None:
        """Makes names hold what a function was given."""
        for n, var in zip(names, variables, strict=True):
            if var.type.name == "list":
                self.point(n.slot, n.type, var)
            else:
                self.bind(n.slot, n.type, Get(var), n.text)

    def handed(self, names: list[Name]) -> list[Expr]:
        """What names hold, to be given to a function."""
        made: list[Expr] = []
        for n in names:
            bound = self.env.get(n.slot)
            if bound is None:
                made.append(op.NONE)
                continue
            if isinstance(bound, tuple):
                raise NotLowered("a fraction that is chosen")
            if n.type.base == "set" and bound.type != self.plan.kept_type(n.type, n.slot):
                raise NotLowered("a set that is handed on in another form")
            made.append(Get(bound))
        return made

    # ---- what is legal only if what follows is

    def must_apply(self, action: model.Action) -> bool:
        demands = any(isinstance(e, model.Demand) and e.word == "must" for e in nodes(action.effects))
        requires = any(not r.after or action.name in r.after for r in self.game.requires)
        return demands or requires or self.is_preferred(action)

    def is_preferred(self, action: model.Action) -> bool:
        return bool(self.game.prefers) and any(action.name in t.names for t in self.game.turns.values())

    def is_tried(self, action: model.Action) -> bool:
        return action.again is not None or self.must_apply(action)

    # ---- numbers

    def digit(self, domain: ListDomain | PieceDomain, e: model.Choice) -> Expr:
        """The digit of a choice in an action's number."""
        value = self.local(e.slot)
        if isinstance(domain, PieceDomain):
            return self.described(domain, value)
        if e.type.base == "piece":
            value = self.site_of(value, True)
        return self.listed(domain, self.plain(value), e.type.base == "number")

    def listed(self, domain: ListDomain, value: Expr, is_number: bool) -> Expr:
        none = NO_NUMBER if is_number else ir.NONE
        codes = [none if v is None else int(v) for v in domain.values]
        if not codes:
            return op.ZERO
        if codes == list(range(codes[0], codes[0] + len(codes))):
            return op.sub(value, op.number(codes[0]))
        plain = [c for c in codes if c != none]
        low, high = min(plain, default=0), max(plain, default=0)
        ranks = [0] * (high - low + 2)
        for rank, code in enumerate(codes):
            ranks[0 if code == none else code - low + 1] = rank
        table = self.unit.constant("rank", tuple(ranks))
        value = self.b.materialize(value)
        at = op.add(op.sub(value, op.number(low)), op.ONE)
        is_none = op.eq(value, op.number(none)) if none in codes else op.FALSE
        at = op.select(is_none, op.ZERO, at)
        return self.lookup(table, op.max_(op.ZERO, op.min_(at, op.number(len(ranks) - 1))))

    def described(self, domain: PieceDomain, piece: Expr) -> Expr:
        piece = self.b.materialize(piece)
        code: Expr = op.ZERO
        fields = [f for f in self.plan.piece_fields if f.type.base != "piece"]
        values: list[tuple[Expr, bool]] = [
            (self.site_of(piece, False), False),
            (self.load("owner", piece), False),
            (self.load("kind", piece), False),
            *((self.plain(self.read_field(f, piece)), f.type.base == "number") for f in fields),
        ]
        for digit, (value, is_number) in zip(domain.digits, values, strict=True):
            code = op.add(op.mul(code, op.number(digit.size)), self.listed(digit, value, is_number))
        return code

    def code(self, action: model.Action, is_further: bool = False) -> Expr:
        """The choices of a step as one number."""
        domains = self.numbers.repeated[action.index] if is_further else self.numbers.domains[action.index]
        choices = action.repeated if is_further else action.choices
        made: Expr = op.ZERO
        for domain, choice in zip(domains, choices, strict=True):
            made = op.add(op.mul(made, op.number(domain.size)), self.digit(domain, choice))
        return made

    # ---- candidates

    def parts(self, action: model.Action, index: int, leaf: Callable[[], None]) -> None:
        """The nested loops over an action's parts from `index` on."""
        b = self.b
        if index == len(action.parts):
            leaf()
            return
        match action.parts[index]:
            case model.Choose() as part if (fitting := self.early.get(id(part))) is not None:
                with b.each_bit(part.name, Get(fitting)) as x:
                    self.bind(part.slot, self.chosen_type(part), x, part.name)
                    self.parts(action, index + 1 + len(self.own_conditions(action, index)), leaf)
            case model.Condition() as part:
                with b.if_(self.truth(part.condition)):
                    self.parts(action, index + 1, leaf)
            case model.Choose() as part if (said := self._said(action, index)) is not None:
                value = b.materialize(self.plain(self.scalar(said)))
                with b.if_(op.le(op.ZERO, value)), b.if_(self.has(part.source, value)):
                    self.bind(part.slot, self.chosen_type(part), value, part.name)
                    self.parts(action, index + 2, leaf)
            case model.Choose() as part:
                kind = self.chosen_type(part)
                in_order = action.again is not None and action.again.is_any_order
                with self.each(part.source, part.name, in_order) as x:
                    self.bind(part.slot, kind, x, part.name)
                    self.parts(action, index + 1, leaf)
            case model.Along() as part:
                piece = self.local(action.piece)
                start = piece if self.plan.by_site else self.load("place", piece)
                with self.ways(part.path, b.materialize(start)) as to:
                    if not any(s.name == "to" for s in part.path.steps):
                        self.bind(part.to, SITE, to, "to")
                    self.parts(action, index + 1, leaf)

    def _said(self, action: model.Action, index: int) -> model.Expr | None:
        """The site that a choice must be, where the next condition says which."""
        choice, following = action.parts[index], action.parts[index + 1 : index + 2]
        assert isinstance(choice, model.Choose)
        if (
            not following
            or not isinstance(following[0], model.Condition)
            or self.element(choice.source) != SITE
        ):
            return None
        e = following[0].condition
        if not isinstance(e, model.Compare) or e.operator != "=":
            return None
        for x, y in ((e.left, e.right), (e.right, e.left)):
            if isinstance(x, model.Local) and x.slot == choice.slot and y.type.base == "site":
                return None if reads(y, frozenset({choice.slot}), self.game) else y
        return None

    def candidates(self, action: model.Action, leaf: Callable[[], None]) -> None:
        """Every candidate, its names bound."""
        with self.judged_early(action):
            if action.form == "move":
                self.each_mover(action, lambda: self.parts(action, 0, leaf))
            else:
                self.parts(action, 0, leaf)

    def each_mover(self, action: model.Action, use: Callable[[], None]) -> None:
        """Every piece that may make a move."""
        kinds = action.kinds if action.kinds is not None else tuple(range(self.plan.kinds))
        if len(kinds) > 1 and any(isinstance(p, model.Choose) and p.slot == action.to for p in action.parts):
            for kind in kinds:  # where it may go follows from its kind
                with self.inner():
                    self.kinds_known[action.piece] = kind
                    self._each_mover(action, (kind,), use)
            return
        self._each_mover(action, action.kinds, use)

    def _each_mover(
        self, action: model.Action, kinds: tuple[int, ...] | None, use: Callable[[], None]
    ) -> None:
        with self._movers(kinds) as (piece, site):
            self.bind(action.piece, PIECE, piece, "piece")
            self.bind(action.origin, SITE, site, "from")
            use()

    @contextmanager
    def _movers(self, kinds: tuple[int, ...] | None) -> "Iterator[tuple[Expr, Expr]]":
        """The mover's pieces that can make a move, topmost ones of the right kinds, and their sites."""
        b = self.b
        if self.has_cell("own"):
            mine: Expr = self.load("own", self.mover)
            if kinds is not None and len(kinds) < self.plan.kinds:
                of_kind: Expr = Const(0, mine.type)
                for k in kinds:
                    of_kind = op.union(of_kind, self.load("are", op.number(k)))
                mine = op.intersection(mine, of_kind)
            if self.narrowed is not None:
                mine = op.intersection(mine, self.narrowed)
            with b.each_bit("from", mine) as at:
                yield at if self.plan.by_site else b.materialize(self.piece_on(at, False)), at
            return
        words = self.unit.layouts["state"].cells["occupied"]
        with b.for_range("w", op.ZERO, op.number(words.count)) as w, b.each_bit("bit", self.load("occupied", w)) as bit:
            site = b.materialize(op.add(op.mul(w, op.number(64)), bit))
            piece = b.materialize(self.piece_on(site, False))
            fits = op.eq(self.load("owner", piece), self.mover)
            if kinds is not None:
                is_kind: Expr = op.FALSE
                for k in kinds:
                    is_kind = op.or_(is_kind, op.eq(self.load("kind", piece), op.number(k)))
                fits = op.and_(fits, is_kind)
            with b.if_(fits):
                yield piece, site

    def enumeration(self, action: model.Action) -> str:
        """`enum.A`, and with it `go.A`."""
        name = f"enum.{action.name}"
        if name in self.unit.functions or name in self.unit.begun:
            return name
        self.unit.begun.add(name)
        given = [Name(slot, kind, text) for text, slot, kind in action.parameters]
        variables = self.as_parameters(given)
        guard = (self.guard_variable,) if self.is_guarded(action) else ()
        builder = Builder(name, (STATE, CONTEXT, OUT, MOVER, *guard, *variables), VOID)
        s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
        s.take_names(given, variables)
        s.go(action)

        if s.is_replayed(action):
            s.replay(action)
        if s.is_counted(action):
            s.enumerate_members(action, variables)
        elif action.again is not None and action.again.is_any_order:
            s.store_context("era", op.add(s.load_context("era"), op.ONE))
            s.era = builder.materialize(ir.Call("mix", (s.load_context("era"),), INT))
            before = builder.materialize(s.load_context("used"))
            s.candidates(action, lambda: s.at_candidate(action))
            s.pop_beginnings(before)
        else:
            if s.is_guarded(action):
                s.count_guarded(action, lambda: s.at_candidate(action))
            s.candidates(action, lambda: s.at_candidate(action))
        self.unit.functions[name] = builder.function()
        return name

    def pop_beginnings(self, before: Expr) -> None:
        """Takes out of the table of beginnings what has come in since, the last first."""
        b = self.b
        with b.loop():
            with b.if_(op.le(self.load_context("used"), before)):
                b.break_loop()
            self.store_context("used", op.sub(self.load_context("used"), op.ONE))
            self.store_context("seen", op.ZERO, b.materialize(self.load_context("slots", self.load_context("used"))))

    def clean(self, before: Expr = op.ZERO) -> None:
        """Empties the table of beginnings: an enumeration that stopped when it had found something leaves it as it is."""
        if self.has_beginnings:
            self.pop_beginnings(before)

    @property
    def has_beginnings(self) -> bool:
        """Whether steps of some action may be made in any order."""
        return any(a.again is not None and a.again.is_any_order for a in self.game.actions)

    # ---- what later classes of the chain give

    def is_replayed(self, action: model.Action) -> bool:
        raise NotImplementedError

    def replay(self, action: model.Action) -> None:
        raise NotImplementedError

    @property
    def guard_variable(self) -> Var:
        raise NotImplementedError

    def is_guarded(self, action: model.Action) -> bool:
        raise NotImplementedError

    def count_guarded(self, action: model.Action, each: Callable[[], None]) -> None:
        raise NotImplementedError

    def may_repeat(self, action: model.Action) -> bool:
        raise NotImplementedError

    def go(self, action: model.Action) -> str:
        raise NotImplementedError

    def is_counted(self, action: model.Action) -> bool:
        raise NotImplementedError

    def enumerate_members(self, action: model.Action, given: list[Var]) -> None:
        raise NotImplementedError

    def at_candidate(self, action: model.Action) -> None:
        raise NotImplementedError
