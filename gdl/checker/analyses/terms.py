"""What is known where something is read: expressions as terms, the facts that conditions establish, and where pieces are.

A term is an expression in a canonical form: local names are replaced by what they are bound to, and definitions by their
bodies, so that two expressions that mean the same are equal terms.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TypeAlias

from gdl.core import model
from gdl.core.types import PLAYER, set_of
from gdl.core.visit import said
from gdl.limits import MAX_FOLLOWED
from gdl.platform.dataclass import dataclass

Term: TypeAlias = tuple[object, ...]
Terms = Mapping[int, Term]  # what local names are bound to, by their slots
MOVER: Term = ("mover",)
OTHER: Term = ("other",)  # any player but the mover
NOBODY: Term = ("const", None)
_PARTS = (model.Node, model.Line, model.Walk, model.Leap, model.Step, tuple)


@dataclass(frozen=True, slots=True)
class Equal:
    """The claim that two terms are equal; their order does not matter."""

    terms: frozenset[Term]

    @staticmethod
    def of(a: Term, b: Term) -> "Equal":
        return Equal(frozenset((a, b)))

    @property
    def ways(self) -> tuple[tuple[Term, Term], ...]:
        """The two terms, in both orders."""
        left, *others = self.terms
        right = others[0] if others else left
        return (left, right), (right, left)


Fact = tuple[Term | Equal, bool]  # a condition, and whether it holds
Facts = frozenset[Fact]


@dataclass(frozen=True, slots=True)
class Where:
    """Where a piece is: in a pool (of a `holder`, if it is a player's), on the board (""), or unknown (None)."""

    pool: str | None
    is_secret: bool = False
    holder: Term | None = None


class TooManyError(Exception):
    """Definitions are nested more deeply than they are followed."""


@dataclass(slots=True)
class Ledger:
    """What is kept for one `watcher`, the mover or another player: where the pieces are that terms mean."""

    game: model.Game
    watcher: Term
    places: dict[Term, Where] = field(default_factory=dict)
    steps: int = 0


def term_of(value: object, terms: Terms, ledger: Ledger) -> Term:
    """A part of the core as a term. Raises TooManyError."""
    if not isinstance(value, _PARTS):  # a name, a number or a truth, as most are
        return ("is", value)
    match value:
        case model.Local():
            return terms.get(value.slot, ("local", value.slot))
        case model.Role():
            return MOVER
        case model.Const():
            return ("const", value.value)
        case model.Apply():
            return term_of(_body(value, ledger), terms_inside(value, terms, ledger), ledger)
        case tuple():
            return ("all", *[term_of(v, terms, ledger) for v in value])
        case _:
            own = [getattr(value, name) for name in said(type(value))]
            return (type(value).__name__, *[term_of(v, terms, ledger) for v in own])


EVERYBODY: Term = ("everybody",)  # a fact about this holds of each player


def _body(call: model.Apply, ledger: Ledger) -> model.Expr:
    return ledger.game.definitions[call.definition].body


def terms_inside(call: model.Apply, terms: Terms, ledger: Ledger) -> Terms:
    """What local names are bound to inside a definition."""
    ledger.steps += 1
    if ledger.steps > MAX_FOLLOWED:
        raise TooManyError
    made = dict(terms)
    parameters = ledger.game.definitions[call.definition].parameters
    for (_, slot, kind), argument in zip(parameters, call.arguments, strict=True):
        made[slot] = term_of(argument, terms, ledger)
        if kind.base == "piece":
            place(argument, made[slot], terms, ledger)
    return made


# ---- facts


def facts_of(e: model.Expr, truth: bool, terms: Terms, ledger: Ledger) -> Iterator[Fact]:
    """The facts that follow from a condition, or from its contrary."""
    match e:
        case model.And() if truth:
            yield from facts_of(e.left, True, terms, ledger)
            yield from facts_of(e.right, True, terms, ledger)
        case model.Or() if not truth:
            yield from facts_of(e.left, False, terms, ledger)
            yield from facts_of(e.right, False, terms, ledger)
        case model.Not():
            yield from facts_of(e.operand, not truth, terms, ledger)
        case model.Apply():
            yield from facts_of(_body(e, ledger), truth, terms_inside(e, terms, ledger), ledger)
        case model.Compare(operator="="):
            left, right = term_of(e.left, terms, ledger), term_of(e.right, terms, ledger)
            yield Equal.of(left, right), truth
        case model.Quantified(is_all=is_all) if is_all == truth and _are_all_players(e.source, ledger.game):
            yield term_of(e, terms, ledger), truth
            yield from facts_of(e.body, truth, {**terms, e.slot: EVERYBODY}, ledger)
        case _:
            yield term_of(e, terms, ledger), truth


def _are_all_players(source: model.Expr, game: model.Game) -> bool:
    all_of_them = tuple(range(len(game.players)))
    return isinstance(source, model.Const) and source.type == set_of(PLAYER) and source.value == all_of_them


def facts_of_element(element: Term, source: model.Expr, terms: Terms, ledger: Ledger) -> Iterator[Fact]:
    """The facts about a set's elements that follow from how the set is made."""
    match source:
        case model.Comprehension(value=None):
            if source.condition is not None:
                yield from facts_of(source.condition, True, {**terms, source.slot: element}, ledger)
            yield from facts_of_element(element, source.source, terms, ledger)
        case model.Apply():
            yield from facts_of_element(
                element, _body(source, ledger), terms_inside(source, terms, ledger), ledger
            )
        case model.Builtin(name="first" | "last" | "nth" | "first_of" | "last_of" | "difference" | "single"):
            yield from facts_of_element(element, source.arguments[0], terms, ledger)


def bind(slot: int, source: model.Expr, terms: dict[int, Term], ledger: Ledger) -> Facts:
    """Binds a name to the elements of a set; returns the facts about them."""
    terms[slot] = ("element", slot, term_of(source, terms, ledger))
    ledger.places[terms[slot]] = place_of(source, terms, ledger)
    return frozenset(facts_of_element(terms[slot], source, terms, ledger))


def is_contradicted(needed: Fact, facts: Facts) -> bool:
    """Whether others exclude a fact: its contrary is among them, or a different value of the same term."""
    claim, truth = needed
    if (claim, not truth) in facts or (not truth and isinstance(claim, Equal) and _is_same(*claim.ways[0])):
        return True
    if not truth or not isinstance(claim, Equal):
        return False
    known = [other for other, holds in facts if holds and isinstance(other, Equal)]
    return any(a == c and _differ(b, d) for other in known for a, b in claim.ways for c, d in other.ways)


def _is_same(a: Term, b: Term) -> bool:
    """Whether two terms are always equal, as they stand: one term, or the teams of a player and of the partner."""
    match a, b:
        case ("Builtin", ("is", "team"), ("all", one)), ("Builtin", ("is", "team"), ("all", other)):
            partners = [("Builtin", ("is", "partner"), ("all", player)) for player in (one, other)]
            return one == other or one == partners[1] or other == partners[0]
    return a == b


def _differ(a: Term, b: Term) -> bool:
    """Whether two terms are never equal: different constants, a player and nobody, the mover and another player."""
    if a[0] == b[0] == "const":
        return a != b
    return {a, b} in ({MOVER, NOBODY}, {OTHER, NOBODY}, {MOVER, OTHER})


# ---- players


def _seat(player: Term, ledger: Ledger) -> tuple[Term, int]:
    """A player as one from whom somebody sits so many seats on; in a game of two everybody is one of both."""
    match player:
        case ("Builtin", ("is", "after"), ("all", tuple(before))):
            base, seats = _seat(before, ledger)
            return base, seats + 1
        case ("Builtin", ("is", "rival"), ("all", tuple(other))):
            base, seats = _seat(other, ledger)
            return base, seats + 1  # of two players
        case ("other",) if len(ledger.game.players) == 2:
            return MOVER, 1
        case ("const", int(number)):
            return ("const", 0), number
    return player, 0


def is_same_player(a: Term, b: Term, ledger: Ledger) -> bool:
    """Whether two terms always mean the same player."""
    (base, seats), (other, more) = _seat(a, ledger), _seat(b, ledger)
    return base == other and (seats - more) % len(ledger.game.players) == 0


def are_different_players(a: Term, b: Term, ledger: Ledger) -> bool:
    """Whether two terms never mean the same player."""
    (base, seats), (other, more) = _seat(a, ledger), _seat(b, ledger)
    return {a, b} == {MOVER, OTHER} or (base == other and (seats - more) % len(ledger.game.players) != 0)


# ---- where a piece is


def place(e: model.Expr, term: Term, terms: Terms, ledger: Ledger) -> Where:
    """Where the piece is that an expression with this term means."""
    if term not in ledger.places:
        ledger.places[term] = place_of(e, terms, ledger)
    return ledger.places[term]


def place_of(e: model.Expr, terms: Terms, ledger: Ledger) -> Where:
    """Where a piece is, or the elements of a set are."""
    match e:
        case model.PoolOf():
            pool = ledger.game.pools[e.name]
            holder = term_of(e.holder, terms, ledger) if e.holder is not None else None
            is_own = holder is not None and is_same_player(holder, ledger.watcher, ledger)
            is_seen = pool.viewers == "all" or (pool.viewers == "owner" and is_own)
            return Where(e.name, not is_seen, holder)
        case model.Local():
            return ledger.places.get(term_of(e, terms, ledger), Where(""))
        case model.Apply():
            return place_of(_body(e, ledger), terms_inside(e, terms, ledger), ledger)
        case model.Comprehension():
            return place_of(e.source if e.value is None else e.value, terms, ledger)
        case model.Builtin(name="union"):
            both = [place_of(a, terms, ledger) for a in e.arguments]
            return max(both, key=lambda w: w.is_secret)
        case model.Builtin(name="first" | "last" | "nth" | "first_of" | "last_of" | "difference" | "single"):
            return place_of(e.arguments[0], terms, ledger)
        case model.GetField():  # whoever puts a piece into a field knows it
            return Where(None if ledger.watcher == MOVER else "")
        case _:
            return Where("")
