"""Whether a value is there where it is asked for, or may be none: what types, conditions in force and the values of names prove.

A value is there if a condition that holds says so, if it is looked for where it is an element, or if it is there whatever the
values are that fields and names may have (each of them is tried, where they are few).
"""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from itertools import product
from math import prod
from typing import TypeGuard, cast

from gdl.checker.analyses.terms import (
    EVERYBODY,
    MOVER,
    NOBODY,
    Equal,
    Facts,
    Ledger,
    Term,
    Terms,
    bind,
    facts_of,
    term_of,
    terms_inside,
)
from gdl.core import evaluate, model, static
from gdl.core.domains import field_values, type_values
from gdl.core.types import PLAYER
from gdl.core.visit import alike, names_bound, nodes, reads, rewritten, same, substituted
from gdl.platform.dataclass import dataclass
from gdl.source import Span

_MOST = 1024  # combinations of values that are tried
_FIRSTS = ("first", "last", "nth")
_PARTS = ("first_of", "last_of", "difference")


@dataclass(frozen=True, slots=True)
class Here:
    """What is known at a place: what names are bound to, the facts, the names that may be none with where these get their values,
    and the sets of whose elements others are one."""

    terms: Terms = field(default_factory=dict)
    facts: Facts = frozenset()
    absent: Mapping[int, Span] = field(default_factory=dict)
    sources: Mapping[int, model.Expr] = field(default_factory=dict)

    def holding(self, condition: model.Expr, truth: bool, ledger: Ledger) -> "Here":
        """The same where a condition holds, or does not."""
        return replace(self, facts=self.facts | frozenset(facts_of(condition, truth, self.terms, ledger)))

    def with_element(self, slot: int, source: model.Expr, ledger: Ledger) -> "Here":
        """The same with a name for an element of a set."""
        terms = dict(self.terms)
        facts = self.facts | bind(slot, source, terms, ledger)
        return replace(self, terms=terms, facts=facts, sources={**self.sources, slot: source})

    def with_value(self, slot: int, place: Span | None) -> "Here":
        """The same with a name for a value, which may be none if a place gives that."""
        terms = {s: t for s, t in self.terms.items() if s != slot}
        sources = {s: e for s, e in self.sources.items() if s != slot}
        facts = frozenset(f for f in self.facts if not _is_about(f[0], ("local", slot)))
        absent = {s: at for s, at in self.absent.items() if s != slot}
        return Here(terms, facts, absent if place is None else {**absent, slot: place}, sources)

    def after_writing(self, fields: set[str]) -> "Here":
        """The same once effects have given some fields other values."""
        kept = (f for f in self.facts if not any(_is_about(f[0], ("is", name)) for name in fields))
        return replace(self, facts=frozenset(kept))


def _is_about(claim: object, part: Term) -> bool:
    """Whether a term stands inside a claim."""
    waiting: list[object] = [claim]
    while waiting:
        match waiting.pop():
            case Equal(terms=terms):
                waiting += terms
            case tuple() as term:
                if term == part:
                    return True
                waiting += term
    return False


@dataclass(frozen=True, slots=True)
class Presence:
    """Decides for a game whether values are there."""

    game: model.Game
    ledger: Ledger

    @classmethod
    def of(cls, game: model.Game) -> "Presence":
        return cls(game, Ledger(game, MOVER))

    def inside(self, call: model.Apply, here: Here) -> Here:
        """What is known inside a definition. Raises TooManyError."""
        slots = [slot for _, slot, _ in self.game.definitions[call.definition].parameters]
        given = dict(zip(slots, call.arguments, strict=True))
        absent = {slot: e.span for slot, e in given.items() if self.may_be_none(e, here)}
        sources = {
            slot: here.sources[e.slot]
            for slot, e in given.items()
            if isinstance(e, model.Local) and e.slot in here.sources
        }
        return Here(
            terms_inside(call, here.terms, self.ledger),
            here.facts,
            {**{s: at for s, at in here.absent.items() if s not in given}, **absent},
            {**here.sources, **sources},
        )

    def may_be_none(self, e: model.Expr, here: Here) -> bool:
        """Whether nothing proves that a value is there. Raises TooManyError."""
        match e:
            case model.Const():
                return e.value is None
            case model.Local():
                return e.slot in here.absent and not self._is_said(e, here)
            case model.If():
                known = static.known(e.condition, self.game.board)
                sides = ((e.then, True), (e.otherwise, False))
                return any(
                    self.may_be_none(side, here.holding(e.condition, truth, self.ledger))
                    for side, truth in sides
                    if known is None or bool(known[0]) == truth
                )
            case model.Builtin(name="kind", arguments=(model.Local() as piece,)):
                return self.may_be_none(piece, here)
        if not e.type.is_optional or self._is_said(e, here) or _is_on_board(e, here):
            return False
        match e:
            case model.Apply():
                inner = self.inside(e, here)
                is_found = not self.may_be_none(self.game.definitions[e.definition].body, inner)
            case model.Builtin(name="index", arguments=(element, among)):
                is_found = self._is_element(element, among, here)
            case model.Builtin(name="first" | "last", arguments=(among,)):
                is_found = self._has_elements(among, here)
            case model.GetField():
                return True
            case _:
                is_found = False
        return not is_found and not self._is_there_always(e, here)

    # ---- by what is known

    def _is_said(self, e: model.Expr, here: Here) -> bool:
        """Whether a fact says that a value is there: it is not none, it is another value, or it has a place in an order."""
        term = term_of(e, here.terms, self.ledger)
        terms = [term]
        if isinstance(e, model.GetField) and e.holder is not None:
            holder = term_of(e.holder, here.terms, self.ledger)
            terms.append(tuple(EVERYBODY if part == holder else part for part in term))
        for claim, truth in here.facts:
            if isinstance(claim, Equal):
                if any(one in terms and _is_there(other, truth) for one, other in claim.ways):
                    return True
            elif truth and claim[0] in ("Compare", "In") and term in claim[1:]:
                return True
        return False

    def _is_element(self, e: model.Expr, among: model.Expr, here: Here) -> bool:
        """Whether a value is an element of a set, as that is where it comes from, or as a condition says so."""
        if (("In", *(term_of(x, here.terms, self.ledger) for x in (e, among))), True) in here.facts:
            return True
        match e:
            case model.Local():
                source = here.sources.get(e.slot)
            case model.Builtin(name=name, arguments=(source, *_)) if name in _FIRSTS:
                if self.may_be_none(e, here):
                    return False
            case _:
                return False
        wanted = term_of(among, here.terms, self.ledger)
        return any(term_of(part, here.terms, self.ledger) == wanted for part in _wider(source))

    def _has_elements(self, among: model.Expr, here: Here) -> bool:
        """Whether a set has an element."""
        known = static.known(among, self.game.board)
        if known is not None:
            return known[0] != ()
        term = term_of(among, here.terms, self.ledger)
        if any(t[0] == "element" and t[2:] == (term,) for t in here.terms.values()):
            return True
        counted = ("Builtin", ("is", "count"), ("all", term))
        zero = ("const", 0)
        for claim, truth in here.facts:
            match claim:
                case Equal() if not truth and claim == Equal.of(counted, zero):
                    return True
                case ("Compare", _, low, high) if truth and (low, high) == (zero, counted):
                    return True
                case ("Quantified", ("is", False), *_, source, _) if truth and source == term:
                    return True
                case ("In", _, source) if truth and source == term:
                    return True
        return any(self._gives(source, slot, among) for slot, source in here.sources.items())

    def _gives(self, source: model.Expr, slot: int, among: model.Expr) -> bool:
        """Whether a name k of `choose k in {E(x) for x in S}` shows that some x in S has E(x) = k."""
        match source, among:
            case (
                model.Comprehension(value=model.Node() as value, condition=None),
                model.Comprehension(value=None, condition=model.Compare(operator="=") as asked),
            ):
                pairs = ((asked.left, asked.right), (asked.right, asked.left))
                return same(source.source, among.source) and any(
                    isinstance(k, model.Local)
                    and k.slot == slot
                    and alike(value, e, {source.slot: among.slot})
                    for k, e in pairs
                )
        return False

    # ---- by trying all values

    def _is_there_always(self, e: model.Expr, here: Here) -> bool:
        """Whether a value is there whatever the values are of the fields and names in it, as far as these are few."""
        try:
            whole, domains = self._opened(e, here)
        except static.NotStatic:
            return False
        if prod(map(len, domains.values())) > _MOST:
            return False
        world = static.Static(self.game.board, {}, static.table_of(self.game), self.game)
        try:
            for given in product(*domains.values()):
                world.names.again(dict(zip(domains, given, strict=True)))
                if evaluate.value(whole, world) is None:
                    return False
        except (static.NotStatic, KeyError):
            return False
        return True

    def _opened(self, e: model.Expr, here: Here) -> tuple[model.Expr, dict[int, tuple[model.Value, ...]]]:
        """An expression with definitions written out and names for what it reads, and what each name may be. Raises NotStatic."""
        whole = self._written_out(e)
        bound = names_bound(whole)
        read: list[model.Expr] = []

        def change(part: object) -> object:
            if isinstance(part, model.Role) or (_is_unknown(part) and not reads(part, bound)):
                number = next((i for i, known in enumerate(read) if same(known, part)), len(read))
                if number == len(read):
                    read.append(part)
                return model.Local(part.span, part.type, -1 - number, "")
            return rewritten(part, change)

        opened = cast(model.Expr, change(whole))
        domains: dict[int, tuple[model.Value, ...]] = {}
        for number, part in enumerate(read):
            values = self._values_of(part)
            is_sure = _is_on_board(part, here) or not (
                isinstance(part, model.Builtin) or self.may_be_none(part, here)
            )
            domains[-1 - number] = tuple(v for v in values if v is not None) if is_sure else values
        for node in nodes(opened):
            if isinstance(node, model.Local) and node.slot >= 0 and node.slot not in bound | domains.keys():
                values = self._elements(here.sources.get(node.slot)) or type_values(node.type, self.game)
                domains[node.slot] = (*values, None) if node.slot in here.absent else values
        if not all(domains.values()):
            raise static.NotStatic
        return opened, domains

    def _written_out(self, e: model.Expr) -> model.Expr:
        def change(part: object) -> object:
            part = rewritten(part, change)
            if isinstance(part, model.Apply):
                definition = self.game.definitions[part.definition]
                slots = [slot for _, slot, _ in definition.parameters]
                return change(substituted(definition.body, dict(zip(slots, part.arguments, strict=True))))
            return part

        return cast(model.Expr, change(e))

    def _values_of(self, part: model.Expr) -> tuple[model.Value, ...]:
        match part:
            case model.GetField():
                return field_values(self.game.fields[part.field], self.game)
            case model.Builtin():
                return (*type_values(part.type, self.game), None)
        return type_values(PLAYER, self.game)

    def _elements(self, source: model.Expr | None) -> tuple[model.Value, ...]:
        known = static.known(source, self.game.board) if source is not None else None
        return known[0] if known is not None and isinstance(known[0], tuple) else ()


def _is_unknown(part: object) -> TypeGuard[model.GetField | model.Builtin]:
    """Whether the values of a part are known, and not which of them it has: fields, and where pieces stand."""
    return isinstance(part, model.GetField) or (isinstance(part, model.Builtin) and part.name == "site")


def _is_on_board(e: model.Expr, here: Here) -> bool:
    """Whether this is the site of a piece that comes from those on the board."""
    match e:
        case model.Builtin(name="site", arguments=(model.Local(slot=slot),)):
            return any(
                isinstance(s, model.Builtin) and s.name == "pieces" for s in _wider(here.sources.get(slot))
            )
    return False


def _is_there(other: Term, truth: bool) -> bool:
    """Whether what equals a term (or, without `truth`, differs from it) is there."""
    return other[0] == "const" and (other == NOBODY) != truth


def _wider(source: model.Expr | None) -> Iterator[model.Expr]:
    """A set, and those of which it is a part."""
    while source is not None:
        yield source
        match source:
            case model.Comprehension(value=None):
                source = source.source
            case model.Builtin(name=name, arguments=(of, *_)) if name in _PARTS:
                source = of
            case _:
                return
