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
from interpreter.engines.numbers import Described, Listed, Numbers
from interpreter.lowering import ir
from interpreter.lowering.build import FALSE, NOBODY, ONE, TRUE, ZERO, Builder, make, number
from interpreter.lowering.bulk import Bulk, Family
from interpreter.lowering.ir import BOOL, INT, VOID, Const, Expr, Get, Var
from interpreter.lowering.layout import NO_NUMBER, RECORDS, nodes
from interpreter.lowering.scope import CONTEXT, MOVER, STATE, NotLowered

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


class Actions(Bulk):
    """The functions of actions."""

    numbers: Numbers  # given by the unit's maker

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)  # type: ignore[arg-type]
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
                kind = BOOL if n.type.base == "bool" and not self.may_be_none(n) else INT
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
                made.append(NOBODY)
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

    def row_width(self) -> int:
        return max((3 + a.again.most if a.again is not None else 1 for a in self.game.actions), default=1)

    # ---- numbers

    def digit(self, domain: "Listed | Described", e: model.Choice) -> Expr:
        """The digit of a choice in an action's number."""
        value = self.local(e.slot)
        if isinstance(domain, Described):
            return self.described(domain, value)
        if e.type.base == "piece":
            value = self.site_of(value, True)
        return self.listed(domain, self.plain(value), e.type.base == "number")

    def listed(self, domain: Listed, value: Expr, is_number: bool) -> Expr:
        none = NO_NUMBER if is_number else ir.NONE
        codes = [none if v is None else int(v) for v in domain.values]
        if not codes:
            return ZERO
        if codes == list(range(codes[0], codes[0] + len(codes))):
            return make("sub", value, number(codes[0]))
        plain = [c for c in codes if c != none]
        low, high = min(plain, default=0), max(plain, default=0)
        ranks = [0] * (high - low + 2)
        for rank, code in enumerate(codes):
            ranks[0 if code == none else code - low + 1] = rank
        table = self.unit.constant("rank", tuple(ranks))
        value = self.b.keep(value)
        at = make("add", make("sub", value, number(low)), ONE)
        is_none = make("eq", value, number(none)) if none in codes else FALSE
        at = make("select", is_none, ZERO, at)
        return self.lookup(table, make("max", ZERO, make("min", at, number(len(ranks) - 1))))

    def described(self, domain: Described, piece: Expr) -> Expr:
        piece = self.b.keep(piece)
        code: Expr = ZERO
        fields = [f for f in self.plan.piece_fields if f.type.base != "piece"]
        values: list[tuple[Expr, bool]] = [
            (self.site_of(piece, False), False),
            (self.load("owner", piece), False),
            (self.load("kind", piece), False),
            *((self.plain(self.read_field(f, piece)), f.type.base == "number") for f in fields),
        ]
        for digit, (value, is_number) in zip(domain.digits, values, strict=True):
            code = make("add", make("mul", code, number(digit.size)), self.listed(digit, value, is_number))
        return code

    def code(self, action: model.Action, is_further: bool = False) -> Expr:
        """The choices of a step as one number."""
        domains = self.numbers.repeated[action.index] if is_further else self.numbers.domains[action.index]
        choices = action.repeated if is_further else action.choices
        made: Expr = ZERO
        for domain, choice in zip(domains, choices, strict=True):
            made = make("add", make("mul", made, number(domain.size)), self.digit(domain, choice))
        return made

    # ---- candidates

    def parts(self, action: model.Action, index: int, leaf: Callable[[], None]) -> None:
        """The nested loops over an action's parts from `index` on."""
        b = self.b
        if index == len(action.parts):
            leaf()
            return
        match action.parts[index]:
            case model.Condition() as part:
                with b.when(self.truth(part.condition)):
                    self.parts(action, index + 1, leaf)
            case model.Choose() as part:
                kind = self.chosen_type(part)
                in_order = action.again is not None and action.again.is_any_order
                with self.each(part.source, part.name, in_order) as x:
                    self.bind(part.slot, kind, x, part.name)
                    self.parts(action, index + 1, leaf)
            case model.Along() as part:
                piece = self.local(action.piece)
                start = piece if self.plan.by_site else self.load("place", piece)
                with self.ways(part.path, b.keep(start)) as to:
                    if not any(s.name == "to" for s in part.path.steps):
                        self.bind(part.to, SITE, to, "to")
                    self.parts(action, index + 1, leaf)

    def candidates(self, action: model.Action, leaf: Callable[[], None]) -> None:
        """Every candidate, its names bound."""
        if action.form != "move":
            self.parts(action, 0, leaf)
            return
        with self._movers(action) as (piece, site):
            self.bind(action.piece, PIECE, piece, "piece")
            self.bind(action.origin, SITE, site, "from")
            self.parts(action, 0, leaf)

    @contextmanager
    def _movers(self, action: model.Action) -> "Iterator[tuple[Expr, Expr]]":
        """The mover's pieces that can make a move, topmost ones of the right kinds, and their sites."""
        b = self.b
        if self.has_cell("own"):
            mine = self.load("own", self.mover)
            if action.kinds is not None and len(action.kinds) < self.plan.kinds:
                of_kind: Expr = Const(0, mine.type)
                for k in action.kinds:
                    of_kind = make("union", of_kind, self.load("are", number(k)))
                mine = make("meet", mine, of_kind)
            with b.each("from", mine) as site:
                yield site if self.plan.by_site else b.keep(self.load("first", site)), site
            return
        words = self.unit.layouts["state"].cells["occupied"]
        with b.range("w", ZERO, number(words.count)) as w, b.each("bit", self.load("occupied", w)) as bit:
            site = b.keep(make("add", make("mul", w, number(64)), bit))
            piece = b.keep(self.piece_on(site, False))
            fits = make("eq", self.load("owner", piece), self.mover)
            if action.kinds is not None:
                is_kind: Expr = FALSE
                for k in action.kinds:
                    is_kind = make("either", is_kind, make("eq", self.load("kind", piece), number(k)))
                fits = make("both", fits, is_kind)
            with b.when(fits):
                yield piece, site

    def enumeration(self, action: model.Action) -> str:
        """`enum.A`, and with it `go.A`."""
        name = f"enum.{action.name}"
        if name in self.unit.functions or name in self.unit.begun:
            return name
        self.unit.begun.add(name)
        given = [Name(slot, kind, text) for text, slot, kind in action.parameters]
        variables = self.as_parameters(given)
        builder = Builder(name, (STATE, CONTEXT, OUT, MOVER, *variables), VOID)
        s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
        s.take_names(given, variables)
        s.go(action)

        if action.again is not None and action.again.is_any_order:
            with builder.range("i", ZERO, number(SEEN)) as i:
                s.note("seen", ZERO, i)

        if s.is_counted(action):
            s.enumerate_members(action, variables)
        else:
            s.candidates(action, lambda: s.at_candidate(action))
        self.unit.functions[name] = builder.function()
        return name

    # ---- by sets

    def may_repeat(self, action: model.Action) -> bool:
        raise NotImplementedError

    def waiting(self) -> Expr:
        raise NotImplementedError

    def is_counted(self, action: model.Action) -> bool:
        """Whether candidates are counted by sets, and legal as they are."""
        return self.is_bulk(action) and not self.is_tried(action) and not self.may_repeat(action)

    def enumerate_members(self, action: model.Action, given: list[Var]) -> None:
        """`enum.A` where candidates are members of sets."""
        b, mode = self.b, self.seek("mode")
        arguments = [Get(v) for v in given]
        with b.when(make("le", mode, number(PICK))), b.when(make("ne", mode, number(LIST))):
            n = b.keep(
                ir.Call(self.counting(action), (self.state, self.context, self.mover, *arguments), INT)
            )
            with b.when(make("eq", mode, number(PICK))):
                with b.when(make("lt", self.seek("skip"), n)):
                    b.emit(ir.Copy(Get(OUT), self.state))
                    b.call(
                        self.picking(action),
                        Get(OUT),
                        self.context,
                        self.mover,
                        self.seek("skip"),
                        *arguments,
                    )
                    self.note("found", ONE)
                    b.give()
                self.note("skip", make("sub", self.seek("skip"), n))
                b.give()
            self.note("count", make("add", self.seek("count"), n))
            self.note(
                "found", make("number", make("both", make("eq", mode, number(ANY)), make("lt", ZERO, n)))
            )
            b.give()

        def use(family: Family) -> None:
            with b.each("x", family.members) as x, self.inner():
                family.bind(x)
                self.act_on(action, self.handed(self.bound_names(action)))

        self.each_family(action, use)

    def counting(self, action: model.Action) -> str:
        """`count.A`."""
        name = f"count.{action.name}"
        if name not in self.unit.functions:
            b, s, _ = self._by_sets(name, action, (), INT)
            total = b.variable("n", ZERO)
            s.each_family(action, lambda f: b.set(total, make("add", Get(total), make("count", f.members))))
            b.give(Get(total))
            self.unit.functions[name] = b.function()
        return name

    def picking(self, action: model.Action) -> str:
        """`pick.A`."""
        name = f"pick.{action.name}"
        if name not in self.unit.functions:
            k = Var("k", INT)
            b, s, _ = self._by_sets(name, action, (k,), VOID)
            self.go(action)
            left = b.variable("left", Get(k))
            names = s.bound_names(action)
            for n in names:
                s.declare(n.slot, n.type, n.text)

            def use(family: Family) -> None:
                size = b.keep(make("count", family.members))
                with b.when(make("lt", Get(left), size)):
                    family.bind(b.keep(make("nth", family.members, Get(left))))
                    b.leave(0)
                b.set(left, make("sub", Get(left), size))

            with b.range("once", ZERO, ONE):
                s.each_family(action, use)
            b.call(
                f"go.{action.name}",
                s.waiting(),
                s.state,
                s.context,
                s.state,
                s.mover,
                ZERO,
                ZERO,
                ZERO,
                *s.handed(names),
            )
            self.unit.functions[name] = b.function()
        return name

    def _by_sets(
        self, name: str, action: model.Action, more: tuple[Var, ...], result: ir.Type
    ) -> "tuple[Builder, Actions, list[Var]]":
        given = [Name(slot, kind, text) for text, slot, kind in action.parameters]
        variables = self.as_parameters(given)
        builder = Builder(name, (STATE, CONTEXT, MOVER, *more, *variables), result)
        builder.is_inline = True
        s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
        s.take_names(given, variables)
        return builder, s, variables

    def at_candidate(self, action: model.Action) -> None:
        """What is done with a candidate, by mode."""
        b = self.b
        names = self.bound_names(action)
        handed = self.handed(names)
        mode = self.seek("mode")
        if self.is_tried(action):
            code = b.keep(self.code(action))
            going: Expr = TRUE
            if action.again is not None:
                is_match = make("eq", mode, number(MATCH))
                wanted = make("eq", self.seek("wanted", number(2)), code)
                wanted = make("both", wanted, make("eq", self.seek("wanted"), number(-1 - action.index)))
                going = make("either", make("not", is_match), wanted)
            with b.when(going):
                self.count_try(action)
                tried = b.new("tried", "state")
                b.emit(ir.Copy(tried, self.state))
                total = self.mixed(code) if action.again is not None and action.again.is_any_order else ZERO
                b.call(
                    f"go.{action.name}",
                    self.waiting(),
                    tried,
                    self.context,
                    Get(OUT),
                    self.mover,
                    ZERO,
                    code,
                    total,
                    *handed,
                )
                with b.when(make("ne", self.seek("found"), ZERO)):
                    b.give()
            return
        with b.when(make("le", mode, number(ANY))):
            self.note("count", make("add", self.seek("count"), ONE))
            with b.when(make("eq", mode, number(ANY))):
                self.note("found", ONE)
                b.give()
        with b.when(make("lt", number(ANY), mode)):
            self.act_on(action, handed)

    def act_on(self, action: model.Action, handed: list[Expr]) -> None:
        """Lists, plays or explores a candidate that is legal as it stands."""
        b, mode = self.b, self.seek("mode")
        with b.when(make("eq", mode, number(PICK))):
            with b.when(make("eq", self.seek("skip"), ZERO)):
                b.emit(ir.Copy(Get(OUT), self.state))
                b.call(
                    f"go.{action.name}",
                    self.waiting(),
                    Get(OUT),
                    self.context,
                    Get(OUT),
                    self.mover,
                    ZERO,
                    ZERO,
                    ZERO,
                    *handed,
                )
                self.note("found", ONE)
                b.give()
            self.note("skip", make("sub", self.seek("skip"), ONE))
        with b.when(make("eq", mode, number(EXPAND)) if not self.game.has_chance else FALSE):
            made = b.new("next", "state")
            b.emit(ir.Copy(made, self.state))
            b.call(
                f"go.{action.name}",
                self.waiting(),
                made,
                self.context,
                made,
                self.mover,
                ZERO,
                ZERO,
                ZERO,
                *handed,
            )
        listing = make("either", make("eq", mode, number(LIST)), make("eq", mode, number(MATCH)))
        with b.when(listing):
            number_of = b.keep(make("add", number(self.numbers.offsets[action.index]), self.code(action)))
            with b.choice(make("eq", mode, number(LIST))) as branch:
                if self.may_repeat(action):  # equal choices are one action
                    b.keep(ir.Call(self.row_writer(action), (self.context, number_of, NOBODY, ZERO), INT))
                else:
                    self.write_row([number_of])
                branch.otherwise()
                with b.when(make("eq", number_of, self.seek("wanted"))):
                    b.emit(ir.Copy(Get(OUT), self.state))
                    b.call(
                        f"go.{action.name}",
                        self.waiting(),
                        Get(OUT),
                        self.context,
                        Get(OUT),
                        self.mover,
                        ZERO,
                        ZERO,
                        ZERO,
                        *handed,
                    )
                    self.note("found", ONE)
                    b.give()

    def write_row(self, words: list[Expr]) -> None:
        """Appends to the list of actions."""
        b, width = self.b, self.unit.row
        at = b.keep(make("add", self.seek("base"), self.seek("count")))
        with b.choice(make("lt", number(RECORDS // width - 1), at)) as branch:
            self.fail("too-many-ways", None)
            branch.otherwise()
            base = b.keep(make("mul", at, number(width)))
            for i, w in enumerate(words):
                self.note("records", w, make("add", base, number(i)))
            self.note("count", make("add", self.seek("count"), ONE))

    def count_try(self, action: model.Action) -> None:
        """Keeps what branches without end from hanging."""
        self.note("tries", make("add", self.seek("tries"), ONE))
        with self.b.when(make("lt", number(MAX_TRIES), self.seek("tries"))):
            self.fail("too-many-ways", action.span)
            self.note("found", ONE)
            self.b.give()

    # ---- doing it

    def go(self, action: model.Action) -> str:
        """`go.A`: does a step of an action on its own copy of the state, and what follows."""
        name = f"go.{action.name}"
        if name in self.unit.functions or name in self.unit.begun:
            return name
        self.unit.begun.add(name)
        names = self.bound_names(action)
        variables = self.as_parameters(names)
        builder = Builder(name, (WAS, STATE, CONTEXT, OUT, MOVER, DEPTH, CODE, SUM, *variables), VOID)
        s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
        s.is_changing = True
        s.take_names(names, variables)
        s._go(action, names)
        self.unit.functions[name] = builder.function()
        return name

    def _go(self, action: model.Action, names: list[Name]) -> None:
        b, again = self.b, action.again
        if again is None:
            self.begin()
        else:
            with b.when(make("eq", Get(DEPTH), ZERO)):
                self.begin()
        if self.has_cell("steps"):
            self.store("steps", make("add", self.load("steps"), ONE))
        self.carry_out(action)
        if again is not None:
            self.further(action, again, names)
        self.viewpoint = self.mover
        self.do(action.finals)
        self.actor = None
        self.settle(action)
        self.finish_action(action)

    def begin(self) -> None:
        """What an action starts with."""
        if self.has_cell("captures"):
            self.store("captures", ZERO)
            self.store("captured", Const(0, ir.bits(self.plan.kinds)))
        if self.has_cell("steps"):
            self.store("steps", ZERO)
        self.reset("action")

    def reset(self, until: str) -> None:
        for field in self.game.fields.values():
            if field.until == until:
                cell = self.unit.layouts["state"].cells[f"{field.holder}.{field.name}"]
                if cell.count == 1:
                    self.reset_field(field, ZERO)
                else:
                    with self.b.range("i", ZERO, number(cell.count)) as i:
                        self.reset_field(field, i)

    def carry_out(self, action: model.Action) -> None:
        """A move takes its piece to its destination, capturing what stands there; then the effects."""
        b = self.b
        if action.form == "move":
            bound = self.env[action.piece]
            assert isinstance(bound, Var)
            self.actor = bound
            to = self.local(action.to)
            here = Get(bound) if self.plan.by_site else b.keep(self.load("place", Get(bound)))
            with b.when(make("ne", here, to)):
                if not self.board.is_stacking:
                    if self.plan.by_site:
                        with b.when(make("has", self.load("occupied"), to)):
                            self.take_away(b.keep(to), True)
                    else:
                        there = b.keep(self.load("first", to))
                        with b.when(make("le", ZERO, there)):
                            self.take_away(there, True)
                self.carry(b.keep(Get(bound)), to)
                self.check_window(to, action.span)
        self.do(action.effects)

    def further(self, action: model.Action, again: model.Again, names: list[Name]) -> None:
        """Goes on where the rule says so."""
        b = self.b
        goes_on = b.variable("goes_on", FALSE)
        depth = make("add", Get(DEPTH), ONE)
        mode = self.seek("mode")
        may: Expr = make("lt", depth, number(again.most))
        if action.form == "move":
            bound = self.env[action.piece]
            assert isinstance(bound, Var)
            here = (
                b.keep(self.site_of(self.alive(Get(bound), PIECE.or_none), True))
                if not self.plan.by_site
                else Get(bound)
            )
            may = make("both", may, make("le", ZERO, here))
        self.viewpoint = self.mover
        with (
            b.when(may),
            self.inner(),
            b.when(self.truth(again.condition) if again.condition is not None else TRUE),
        ):
            if action.form == "move":
                self.bind(action.origin, SITE, here, "from")
            is_changing, self.is_changing = self.is_changing, False

            def leaf() -> None:
                b.set(goes_on, TRUE)
                code = b.keep(self.code(action, True))
                at = make("add", number(3), Get(DEPTH))
                is_match = make("eq", mode, number(MATCH))
                wanted = make(
                    "both",
                    make("lt", Get(DEPTH), self.seek("wanted", ONE)),
                    make("eq", self.seek("wanted", at), code),
                )
                with b.when(make("either", make("not", is_match), wanted)):
                    fresh: Expr = TRUE
                    total = b.keep(make("add", Get(SUM), self.mixed(code))) if again.is_any_order else ZERO
                    if again.is_any_order:
                        fresh = self.is_new_beginning(total)
                    with b.when(fresh):
                        self.count_try(action)
                        with b.when(make("lt", number(ANY), mode)):
                            self.note("row", code, at)
                        tried = b.new("tried", "state")
                        b.emit(ir.Copy(tried, self.state))
                        b.call(
                            f"go.{action.name}",
                            Get(WAS),
                            tried,
                            self.context,
                            Get(OUT),
                            self.mover,
                            depth,
                            Get(CODE),
                            total,
                            *self.handed(names),
                        )
                        with b.when(make("ne", self.seek("found"), ZERO)):
                            b.give()

            self.parts(action, 0, leaf)
            self.is_changing = is_changing
        if again.must:
            with b.when(Get(goes_on)):
                b.give()

    def is_new_beginning(self, total: Expr) -> Expr:
        """Of beginnings that are the same steps in different orders only the first goes on.

        A beginning is known by a sum over its steps, in a table with open addressing.
        """
        b = self.b
        fresh = b.variable("fresh", TRUE)
        with b.when(make("ne", self.seek("mode"), number(MATCH))):
            key = b.keep(make("select", make("eq", total, ZERO), ONE, total))
            at = b.variable("at", make("and", key, number(SEEN - 1)))
            with b.loop():
                held = b.keep(self.seek("seen", Get(at)))
                with b.when(make("eq", held, key)):
                    b.set(fresh, FALSE)
                    b.leave(b.loops - 1)
                with b.when(make("eq", held, ZERO)):
                    self.note("seen", key, Get(at))
                    b.leave(b.loops - 1)
                b.set(at, make("and", make("add", Get(at), ONE), number(SEEN - 1)))
        return Get(fresh)

    def mixed(self, code: Expr) -> Expr:
        return ir.Call("mix", (code,), INT)

    def settle(self, action: model.Action) -> None:
        for index, clause in enumerate(self.game.settles):
            if not clause.after or action.name in clause.after:
                self.b.call(self.settling(index, clause), self.state, self.context, self.mover)

    def settling(self, index: int, clause: model.Settle) -> str:
        name = f"settle.{index + 1}"
        if name not in self.unit.functions:
            builder = Builder(name, (STATE, CONTEXT, MOVER), VOID)
            s = type(self)(self.unit, builder, Get(STATE), Get(MOVER))
            s.is_changing = True
            if clause.until_stable:
                s.until_stable(clause)
            else:
                s.do(clause.body)
            self.unit.functions[name] = builder.function()
        return name

    def until_stable(self, clause: model.Settle) -> None:
        """Repeats until nothing changes. A position that comes back is found by one kept at powers of two (Brent)."""
        b = self.b
        last, mark = b.new("last", "state"), b.new("mark", "state")
        b.emit(ir.Copy(mark, self.state))
        rounds, power = b.variable("rounds", ZERO), b.variable("power", ONE)
        with b.loop():
            b.emit(ir.Copy(last, self.state))
            with self.inner():
                self.do(clause.body)
            with b.when(ir.Call(self.same_board(), (self.state, last), BOOL)):
                b.leave(b.loops - 1)
            b.set(rounds, make("add", Get(rounds), ONE))
            is_back = ir.Call(self.same_board(), (self.state, mark), BOOL)
            with b.when(make("either", is_back, make("lt", number(10_000), Get(rounds)))):
                self.fail("settle-cycle", clause.span)
                b.leave(b.loops - 1)
            with b.when(make("eq", Get(rounds), Get(power))):
                b.set(power, make("mul", Get(power), number(2)))
                b.emit(ir.Copy(mark, self.state))

    def same_board(self) -> str:
        """Whether two states are equal in all that a settling may change."""
        name = "same_board"
        if name not in self.unit.functions:
            other = Var("other", ir.block("state"))
            builder = Builder(name, (STATE, other), BOOL)
            s = type(self)(self.unit, builder, Get(STATE), NOBODY)
            s.compare_boards(Get(other))
            builder.give(TRUE)
            self.unit.functions[name] = builder.function()
        return name

    def compare_boards(self, other: Expr) -> None:
        b = self.b
        cells = self.unit.layouts["state"].cells

        of_pieces = {f"{f.holder}.{f.name}" for f in self.game.fields.values() if f.type.base == "piece"}

        def differ(cell: str, index: Expr, there: Expr | None = None) -> None:
            mine = self.load(cell, index)
            theirs = self.load(cell, index if there is None else there, other)
            if cell in of_pieces:  # a piece is where it is
                mine = self.or_else(mine, True, NOBODY, lambda p: self.load("place", p))
                theirs = self.or_else(theirs, True, NOBODY, lambda p: self.load("place", p, other))
            is_same = make("equal", mine, theirs) if cells[cell].size else make("eq", mine, theirs)
            with b.when(make("not", is_same)):
                b.give(FALSE)

        def all_of(cell: str) -> None:
            if cells[cell].count == 1:
                differ(cell, ZERO)
            else:
                with b.range("i", ZERO, number(cells[cell].count)) as i:
                    differ(cell, i)

        for f in self.game.fields.values():
            if f.holder != "piece":
                all_of(f"{f.holder}.{f.name}")
        if self.plan.by_site:
            for cell in ("occupied", "own", "are", *(f"piece.{f.name}" for f in self.plan.piece_fields)):
                if cell in cells:
                    all_of(cell)
            return
        if "occupied" in cells:
            all_of("occupied")
        described = ["kind", "owner", *(f"piece.{f.name}" for f in self.plan.piece_fields)]
        with b.range("place", ZERO, number(self.plan.places)) as place:
            p = b.variable("p", self.load("first", place))
            q = b.variable("q", self.load("first", place, other))
            with b.loop():
                ended = make("either", make("lt", Get(p), ZERO), make("lt", Get(q), ZERO))
                with b.when(ended):
                    with b.when(
                        make("not", make("same", make("lt", Get(p), ZERO), make("lt", Get(q), ZERO)))
                    ):
                        b.give(FALSE)
                    b.leave(b.loops - 1)
                for cell in described:
                    differ(cell, Get(p), Get(q))
                if "next" not in cells:
                    b.leave(b.loops - 1)
                else:
                    b.set(p, self.load("next", Get(p)))
                    b.set(q, self.load("next", Get(q), other))

    def finish_action(self, action: model.Action) -> None:
        """What happens with the state that an action has led to. Given by the rules of turns."""
        raise NotImplementedError
