"""What is legal is known to the player who moves; so a condition must not read what is hidden from him.

The conditions of actions are followed through their definitions, with what is known where something is read: behind
`owner(p) = mover and` p is the mover's own. A read warns when the piece is in a pool that the mover does not see, or when
a `hide` may hide it from him and nothing that is known there speaks against its condition. How many pieces a pool holds,
whose a piece is and where it stands are no secrets. Not judged are hidden sites, and pieces that a choice is given.

In the same way `private` finds the actions whose being possible is hidden from somebody else: a `then may` of these never
lapses, since that would tell him. Here what is in doubt counts as hidden.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gdl import model
from gdl.checker.names import Names
from gdl.source import Span
from gdl.types import BOOL, PIECE, PLAYER
from gdl.visit import children, nodes, said

Term = tuple[Any, ...]  # an expression without its place, with the names in it replaced
Fact = tuple[Term, bool]  # a condition, and whether it holds
Terms = Mapping[int, Term]
MOVER: Term = ("mover",)
OTHER: Term = ("other",)  # any player but the mover
MAX_STEPS = 20_000  # definitions within definitions are followed so far


@dataclass(frozen=True, slots=True)
class Where:
    """Where a piece is: in a pool, on the board (""), or nothing is known of it (None)."""

    pool: str | None
    is_secret: bool = False


def warn(game: model.Game, names: Names) -> None:
    """Reports conditions that tell the mover what is hidden from him."""
    reported: set[Span] = set()

    def report(clause: str, span: Span, label: str, other: Span) -> None:
        if span in reported:
            return
        reported.add(span)
        names.reporter.report(
            "secret-told",
            span,
            f"{clause} tells the mover what is hidden from him: what is legal depends on this",
            label,
            others=[(other, "hidden here")],
            help="ask only for what he sees, and let the effects do the rest; or show him the piece",
        )

    if not game.is_hidden:
        return
    reader = _Reader(game, MOVER, report, phases_of(game))
    try:
        for action in game.actions:
            reader.action(action)
        reader.clauses()
    except _TooManyError:
        return  # warnings are worth no long wait


def private(game: model.Game) -> set[str]:
    """The actions of which not every player may see whether they are possible."""
    if not game.is_hidden:
        return set()
    phases = phases_of(game)
    return {a.name for a in game.actions if a.form not in ("pass", "done") and _is_private(game, a, phases)}


def _is_private(game: model.Game, action: model.Action, phases: Mapping[str, set[str]]) -> bool:
    found: list[Span] = []
    reader = _Reader(game, OTHER, lambda clause, span, label, other: found.append(span), phases)
    try:
        waiting, done = [action], {action.name}
        while waiting:
            now = waiting.pop()
            if reader.has_hidden_sites(now):
                return True
            reader.action(now)
            for demand in (n for n in nodes(now.effects) if isinstance(n, model.Demand) and n.word == "must"):
                names = {c.action for c in demand.choices} - done
                done |= names
                waiting += [a for a in game.actions if a.name in names]
        for require in game.requires:
            if not require.after or done & {*require.after}:
                reader.follow(require.condition, {}, frozenset())
    except _TooManyError:
        return True
    return bool(found)


def phases_of(game: model.Game) -> dict[str, set[str]]:
    """The phases in which each action may be chosen, as a turn offers it or another action demands it."""
    found: dict[str, set[str]] = {a.name: set() for a in game.actions}
    inside = {a.name: [*nodes((a.effects, a.finals, game.settles))] for a in game.actions}
    waiting = [(name, phase) for phase in game.phases for name in game.turn_of(phase).names]
    while waiting:
        name, phase = waiting.pop()
        if phase in found[name]:
            continue
        found[name].add(phase)
        parts = inside[name]
        phases = {phase, *(n.phase for n in parts if isinstance(n, model.SetPhase))}
        demands = [c.action for n in parts if isinstance(n, model.Demand) for c in n.choices]
        waiting += [(demanded, p) for demanded in demands for p in phases]
    return found


class _TooManyError(Exception):
    """Definitions use definitions beyond what is followed."""


class _Reader:
    """Follows conditions, and reports what they read that is hidden from the `watcher`: the mover, or another one."""

    def __init__(
        self,
        game: model.Game,
        watcher: Term,
        report: Callable[[str, Span, str, Span], Any],
        phases: Mapping[str, set[str]],
    ) -> None:
        self.game, self.watcher, self.tell = game, watcher, report
        self.where: dict[Term, Where] = {}
        self.done: set[Any] = set()
        self.steps = 0
        self.clause = ""
        self.phases = phases
        self.hides = [h for h in game.hides if self.hides_a(h, "piece")]

    def hides_a(self, hide: model.Hide, what: str) -> bool:
        element = hide.source.type.element
        return element is not None and element.base == what

    def can_apply(self, hide: model.Hide, phases: Iterable[str]) -> bool:
        """Whether something may be hidden in one of these phases."""
        words = self.game.phase_order
        asked = self.term(model.Builtin(hide.span, BOOL, "phase", ()), {})
        needed = [*self.facts(hide.condition, True, {})]

        def holds(phase: str) -> bool:
            fact = ("=", *sorted((asked, ("const", words.index(phase))), key=repr)), True
            return not any(contradicted(n, frozenset((fact,))) for n in needed)

        return any(map(holds, phases))

    def has_hidden_sites(self, action: model.Action) -> bool:
        phases = self.phases[action.name]
        return any(self.hides_a(h, "site") and self.can_apply(h, phases) for h in self.game.hides)

    def clauses(self) -> None:
        """Conditions of turns, and what is asked of all actions."""
        self.hides = [h for h in self.game.hides if self.hides_a(h, "piece")]
        self.clause = "a turn"
        for turn in self.game.turns.values():
            for condition in (*(o.condition for o in turn.offers), *(f.condition for f in turn.fallbacks)):
                if condition is not None:
                    self.follow(condition, {}, frozenset())
        self.clause = "`require`"
        for require in self.game.requires:
            self.follow(require.condition, {}, frozenset())
        self.clause = "`prefer`"
        for prefer in self.game.prefers:
            self.follow(prefer.value, {}, frozenset())

    def action(self, action: model.Action) -> None:
        self.clause = f"`{action.name}`"
        phases = self.phases[action.name]
        self.hides = [h for h in self.game.hides if self.hides_a(h, "piece") and self.can_apply(h, phases)]
        facts: frozenset[Fact] = frozenset()
        terms: dict[int, Term] = {}
        for _, slot, kind in action.parameters:
            terms[slot] = ("given", slot)
            if kind.base == "piece":  # who gave it knew it; others may not
                self.where[terms[slot]] = Where(None if self.watcher == MOVER else "")
        if action.form == "move":
            terms[action.piece] = ("own", action.name)
            self.where[terms[action.piece]] = Where("")
            piece = model.Local(action.span, PIECE, action.piece, "piece")
            owner = model.Builtin(action.span, PLAYER.or_none, "owner", (piece,))
            mover = model.Role(action.span, PLAYER, "mover")
            is_own = model.Compare(action.span, BOOL, "=", owner, mover)
            facts |= frozenset(self.facts(is_own, True, terms))
        for part in action.parts:
            match part:
                case model.Choose():
                    self.follow(part.source, terms, facts)
                    facts |= self.bind(part.slot, part.source, terms)
                case model.Condition():
                    self.follow(part.condition, terms, facts)
                    facts |= frozenset(self.facts(part.condition, True, terms))
                case model.Along():
                    self.path(part.path, terms, facts)

    # ---- terms, and what is known

    def term(self, value: Any, terms: Terms) -> Term:
        """An expression by what it says, so that the same thing said twice is the same term."""
        match value:
            case model.Local():
                return terms.get(value.slot, ("local", value.slot))
            case model.Role():
                return MOVER
            case model.Const():
                return ("const", value.value)
            case model.Apply():
                return self.term(self.game.definitions[value.definition].body, self.given(value, terms))
            case model.Node() | model.Path() | model.Step():
                own = (getattr(value, name) for name in said(type(value)))
                return (type(value).__name__, *(self.term(v, terms) for v in own))
            case tuple():
                return ("all", *(self.term(v, terms) for v in value))
            case _:
                return ("is", value)

    def given(self, call: model.Apply, terms: Terms) -> Terms:
        """The terms inside a definition."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise _TooManyError
        parameters = self.game.definitions[call.definition].parameters
        made = dict(terms)
        for (_, slot, kind), argument in zip(parameters, call.arguments, strict=True):
            made[slot] = self.term(argument, terms)
            if kind.base == "piece":
                self.place(argument, made[slot], terms)
        return made

    def facts(self, e: model.Expr, truth: bool, terms: Terms) -> Iterator[Fact]:
        """What follows when a condition holds, or does not."""
        match e:
            case model.And() if truth:
                yield from self.facts(e.left, True, terms)
                yield from self.facts(e.right, True, terms)
            case model.Or() if not truth:
                yield from self.facts(e.left, False, terms)
                yield from self.facts(e.right, False, terms)
            case model.Not():
                yield from self.facts(e.operand, not truth, terms)
            case model.Apply():
                body = self.game.definitions[e.definition].body
                yield from self.facts(body, truth, self.given(e, terms))
            case model.Compare(operator="="):
                left, right = self.term(e.left, terms), self.term(e.right, terms)
                yield ("=", *sorted((left, right), key=repr)), truth
            case _:
                yield self.term(e, terms), truth

    def bind(self, slot: int, source: model.Expr, terms: dict[int, Term]) -> frozenset[Fact]:
        """Makes a name stand for an element of a set; what is known of the elements."""
        terms[slot] = ("element", slot, self.term(source, terms))
        self.where[terms[slot]] = self.place_of(source, terms)
        return frozenset(self.known(terms[slot], source, terms))

    def known(self, element: Term, source: model.Expr, terms: Terms) -> Iterator[Fact]:
        """What is known of the elements of a set by how it is made."""
        match source:
            case model.Comprehension(value=None):
                if source.condition is not None:
                    yield from self.facts(source.condition, True, {**terms, source.slot: element})
                yield from self.known(element, source.source, terms)
            case model.Apply():
                body = self.game.definitions[source.definition].body
                yield from self.known(element, body, self.given(source, terms))
            case model.Builtin(name="first" | "last" | "difference" | "single"):
                yield from self.known(element, source.arguments[0], terms)

    # ---- where a piece is

    def place(self, e: model.Expr, term: Term, terms: Terms) -> Where:
        if term not in self.where:
            self.where[term] = self.place_of(e, terms)
        return self.where[term]

    def place_of(self, e: model.Expr, terms: Terms) -> Where:
        """Where a piece, or the elements of a set, are."""
        match e:
            case model.PoolOf():
                pool = self.game.pools[e.name]
                is_his = e.holder is not None and self.term(e.holder, terms) == MOVER
                is_seen = pool.viewers == "all" or (
                    pool.viewers == "owner" and is_his and self.watcher == MOVER
                )
                return Where(e.name, not is_seen)
            case model.Local():
                return self.where.get(self.term(e, terms), Where(""))
            case model.Apply():
                return self.place_of(self.game.definitions[e.definition].body, self.given(e, terms))
            case model.Comprehension():
                return self.place_of(e.source if e.value is None else e.value, terms)
            case model.Builtin(name="union"):
                both = [self.place_of(a, terms) for a in e.arguments]
                return max(both, key=lambda w: w.is_secret)
            case model.Builtin(name="first" | "last" | "difference" | "single"):
                return self.place_of(e.arguments[0], terms)
            case model.GetField():
                return Where(None if self.watcher == MOVER else "")  # what is put into a field is known by it
            case _:
                return Where("")

    # ---- reading

    def follow(self, e: model.Expr, terms: Terms, facts: frozenset[Fact]) -> None:
        """Looks for what is read while an expression is evaluated."""
        match e:
            case model.And() | model.Or():
                self.follow(e.left, terms, facts)
                left = self.facts(e.left, isinstance(e, model.And), terms)
                self.follow(e.right, terms, facts | frozenset(left))
            case model.If():
                self.follow(e.condition, terms, facts)
                self.follow(e.then, terms, facts | frozenset(self.facts(e.condition, True, terms)))
                self.follow(e.otherwise, terms, facts | frozenset(self.facts(e.condition, False, terms)))
            case model.Comprehension() | model.Quantified():
                self.elements(e, dict(terms), facts)
            case model.Apply():
                self.all_of(e.arguments, terms, facts)
                inner = self.given(e, terms)
                parameters = self.game.definitions[e.definition].parameters
                mark = (e.definition, tuple(inner[p[1]] for p in parameters), facts)
                if mark not in self.done:
                    self.done.add(mark)
                    self.follow(self.game.definitions[e.definition].body, inner, facts)
            case model.SomePath() | model.PathEnds():
                self.path(e.path, terms, facts)
            case model.Builtin(name="kind", arguments=(piece,)):
                self.read("", piece, e.span, terms, facts)
                self.follow(piece, terms, facts)
            case model.Builtin(name="owner", arguments=(piece,)):
                where = self.place(piece, self.term(piece, terms), terms)
                if where.pool and where.is_secret and not self.game.pools[where.pool].is_owned:
                    self.read("", piece, e.span, terms, facts)
                self.follow(piece, terms, facts)
            case model.GetField(holder=holder) if holder is not None:
                if self.game.fields[e.field].holder == "piece":
                    self.read(e.field, holder, e.span, terms, facts)
                self.follow(holder, terms, facts)
            case _:
                self.all_of(e, terms, facts)

    def all_of(self, part: object, terms: Terms, facts: frozenset[Fact]) -> None:
        """Follows the expressions directly inside a part."""
        for inside in children(part):
            if isinstance(inside, model.Expr):
                self.follow(inside, terms, facts)

    def elements(
        self, e: model.Comprehension | model.Quantified, terms: dict[int, Term], facts: frozenset[Fact]
    ) -> None:
        self.follow(e.source, terms, facts)
        facts |= self.bind(e.slot, e.source, terms)
        if isinstance(e, model.Quantified):
            self.follow(e.body, terms, facts)
            return
        if e.condition is not None:
            self.follow(e.condition, terms, facts)
            facts |= frozenset(self.facts(e.condition, True, terms))
        if e.value is not None:
            self.follow(e.value, terms, facts)

    def path(self, path: model.Path, terms: Terms, facts: frozenset[Fact]) -> None:
        for step in (n for n in nodes(path.steps) if isinstance(n, model.Step)):
            if step.condition is not None:
                self.follow(step.condition, terms, facts)
        for part in (path.directions, path.least, path.most, path.start, path.stopping):
            if part is not None:
                self.follow(part, terms, facts)

    def read(self, field: str, piece: model.Expr, span: Span, terms: Terms, facts: frozenset[Fact]) -> None:
        """Judges that the kind of a piece (or a field of it) is read."""
        term = self.term(piece, terms)
        where = self.place(piece, term, terms)
        if where.pool is None:
            return
        if where.is_secret:
            self.report(span, f"the pool `{where.pool}` is hidden from him", self.game.pools[where.pool].span)
            return
        facts |= frozenset(self.known(term, piece, terms))
        for hide in self.hides:
            pools = {n.name for n in nodes((hide.source,)) if isinstance(n, model.PoolOf)}
            hidden = {hide.slot: term, hide.viewer: self.watcher}
            if where.pool not in (pools or {""}) or self.decides(field, hide):
                continue
            needed = self.facts(hide.condition, True, hidden)
            if not any(contradicted(n, facts) for n in needed):
                self.report(span, "it may be hidden from him", hide.span)
                return

    def decides(self, field: str, hide: model.Hide) -> bool:
        """Whether a piece is hidden because of what is read, so that he knows it."""
        return any(
            n.field == field if isinstance(n, model.GetField) else not field and n.name == "kind"
            for n in nodes((hide.condition,))
            if isinstance(n, model.GetField | model.Builtin)
        )

    def report(self, span: Span, label: str, other: Span) -> None:
        self.tell(self.clause, span, label, other)


def contradicted(needed: Fact, facts: frozenset[Fact]) -> bool:
    """Whether a fact cannot be, beside others: its opposite is one of them, or another value of the same thing."""
    term, truth = needed
    if (term, not truth) in facts:
        return True
    if not truth or term[0] != "=":
        return False
    known = [other for other, holds in facts if holds and other[0] == "="]
    return any(
        a == c and _differ(b, d)
        for other in known
        for a, b in ((term[1], term[2]), (term[2], term[1]))
        for c, d in ((other[1], other[2]), (other[2], other[1]))
    )


def _differ(a: Term, b: Term) -> bool:
    """Whether two terms are never equal: two constants, or the mover and nobody."""
    if a[0] == b[0] == "const":
        return a != b
    return {a, b} in ({MOVER, ("const", None)}, {OTHER, ("const", None)}, {MOVER, OTHER})
