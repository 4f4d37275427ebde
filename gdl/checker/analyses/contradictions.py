"""Two conditions that never hold together: one place is to be empty and to hold something, one value to be two.

where step(site(r), d) is stone
where step(site(r), d) is none or step(site(r), d) is empty     -- `step(site(r), d, 2)` was meant

Both are compared as terms (`terms`), so that definitions count with what they say. What an option decides is not judged.
"""

from collections.abc import Iterable, Iterator
from math import inf

from gdl.checker import forms
from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.checker.analyses.terms import (
    MOVER,
    NOBODY,
    Equal,
    Fact,
    Ledger,
    Term,
    TooManyError,
    facts_of,
    facts_of_element,
    is_contradicted,
)
from gdl.core import model
from gdl.core.visit import nodes
from gdl.limits import MAX_FOLLOWED
from gdl.platform.dataclass import dataclass
from gdl.source import Span

_DEEP = 12  # definitions that are followed from one condition; a text may have long chains of them
_MOST = 16  # conditions with which others are compared; a text may have thousands
_APART = {frozenset(("empty", "held")), frozenset(("none", "held")), frozenset(("none", "empty"))}


@dataclass(frozen=True, slots=True)
class _Held:
    """A condition that holds where others are asked, and the facts that follow from it."""

    span: Span
    facts: tuple[Fact, ...]


def find(facts: GameFacts) -> Iterator[Finding]:
    """Conditions that another one before them rules out."""
    game = facts.game
    judge = _Judge(Ledger(game, MOVER), _varying(game))
    joined = set[int]()  # conditions that are looked at with those around them
    for action in game.actions:
        held: list[_Held] = []
        for part in action.parts:
            if isinstance(part, model.Condition):
                yield from judge.go_through(forms.conjuncts(part.condition), held)
            elif isinstance(part, model.Choose):
                held += judge.of_element(part.slot, part.source)
    for node in facts.parts:
        match node:
            case model.And() if id(node) not in joined:
                joined.update(id(inner) for inner in _spine(node))
                yield from judge.go_through(forms.conjuncts(node), [])
            case model.Comprehension() if node.condition is not None:
                held = judge.of_element(node.slot, node.source)
                yield from judge.go_through(forms.conjuncts(node.condition), held)
            case model.Quantified(is_all=False):
                held = judge.of_element(node.slot, node.source)
                yield from judge.go_through(forms.conjuncts(node.body), held)


def _spine(node: model.Expr) -> Iterator[model.Expr]:
    """A conjunction, and those that are joined with it."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, model.And):
            yield part
            waiting += (part.left, part.right)


def _varying(game: model.Game) -> frozenset[str]:
    """The definitions over which an option decides, also through others that they use."""
    inside = {name: [*nodes(d)] for name, d in game.definitions.items()}
    found = {name for name, parts in inside.items() if any(map(_is_of_an_option, parts))}
    used_by: dict[str, list[str]] = {}
    for name, parts in inside.items():
        for used in filter(None, map(_used, parts)):
            used_by.setdefault(used, []).append(name)
    waiting = [*found]
    while waiting:
        for name in used_by.get(waiting.pop(), ()):
            if name not in found:
                found.add(name)
                waiting.append(name)
    return frozenset(found)


def _is_of_an_option(node: object) -> bool:
    return isinstance(node, model.Const) and node.varies


def _used(node: object) -> str | None:
    match node:
        case model.Apply(definition=name) | model.Result(score=str(name)):
            return name
    return None


@dataclass(frozen=True, slots=True)
class _Judge:
    ledger: Ledger
    varying: frozenset[str]

    def of_element(self, slot: int, source: model.Expr) -> list[_Held]:
        """What is known of an element of a set that has a name."""
        if self._varies(source):
            return []
        self.ledger.steps = MAX_FOLLOWED - _DEEP
        try:
            facts = tuple(facts_of_element(("local", slot), source, {}, self.ledger))
        except TooManyError:
            return []
        return [_Held(source.span, facts)]

    def go_through(self, conditions: Iterable[model.Expr], held: list[_Held]) -> Iterator[Finding]:
        """Judges conditions of which all are to hold, and adds them to those that do."""
        for condition in conditions:
            if self._varies(condition):
                continue
            self.ledger.steps = MAX_FOLLOWED - _DEEP
            try:
                ways = [tuple(facts_of(way, True, {}, self.ledger)) for way in _ways(condition)]
            except TooManyError:
                continue
            reasons = [self._reason(way, held) for way in ways]
            if all(r is not None for r in reasons) and reasons[0] is not None:
                reason = reasons[0].span
                yield Finding(
                    condition.span,
                    f"this never holds, as `{reason.in_one_line}` is asked, too",
                    "never true with it",
                    others=((reason, "asked as well"),),
                    help="ask about another place or value in one of them, or for one of them only, with `or`",
                )
                return
            if len(ways) == 1 and len(held) < _MOST:
                held.append(_Held(condition.span, ways[0]))

    def _reason(self, facts: tuple[Fact, ...], held: list[_Held]) -> _Held | None:
        """What holds and rules some facts out."""
        for before in held:
            known = frozenset(before.facts)
            if any(is_contradicted(f, known) or any(_are_apart(f, k) for k in known) for f in facts):
                return before
        return None

    def _varies(self, e: model.Expr) -> bool:
        return any(_is_of_an_option(n) or _used(n) in self.varying for n in nodes(e))


def _ways(condition: model.Expr) -> Iterator[model.Expr]:
    """The conditions that are joined by `or`."""
    if isinstance(condition, model.Or):
        yield from _ways(condition.left)
        yield from _ways(condition.right)
    else:
        yield condition


# ---- facts that exclude each other


def _are_apart(a: Fact, b: Fact) -> bool:
    """Whether two facts never hold together: what a place is asked to be, or the numbers that a value may be."""
    place, other = _place(a), _place(b)
    if place is not None and other is not None and place[0] == other[0]:
        return frozenset((place[1], other[1])) in _APART
    numbers, more = _numbers(a), _numbers(b)
    if numbers is None or more is None or numbers[0] != more[0]:
        return False
    return numbers[2] < more[1] or more[2] < numbers[1]


def _place(fact: Fact) -> tuple[Term, str] | None:
    """A place, and what a fact asks it to be: `empty`, `held` by some piece, or `none`, which is no place at all."""
    claim, truth = fact
    if isinstance(claim, Equal):
        for term, value in claim.ways:
            place = _asked_piece(term)
            if place is not None and (value == NOBODY) != truth:
                return (place, "held") if value in (NOBODY, MOVER) or value[0] == "const" else None
            if truth and value == NOBODY and place is None:
                return term, "none"
        return None
    match claim:
        case ("Builtin", ("is", "empty"), ("all", tuple(place))) if truth:
            return place, "empty"
        case ("Builtin", ("is", "occupied"), ("all", tuple(place))) if truth:
            return place, "held"
    return None


def _asked_piece(term: Term) -> Term | None:
    """The place of whose piece the kind or the owner is asked."""
    match term:
        case (
            "Builtin",
            ("is", "kind" | "owner"),
            ("all", ("Builtin", ("is", "piece"), ("all", tuple(place)))),
        ):
            return place
    return None


def _numbers(fact: Fact) -> tuple[Term, float, float] | None:
    """A value, and the least and the greatest number that a fact lets it be."""
    claim, truth = fact
    if not truth:
        return None
    if isinstance(claim, Equal):
        for term, value in claim.ways:
            if (number := _number(value)) is not None:
                return term, number, number
        return None
    match claim:
        case ("Compare", ("is", "<" | "<=" as sign), tuple(left), tuple(right)):
            gap = sign == "<"
            if (number := _number(right)) is not None:
                return left, -inf, number - gap
            if (number := _number(left)) is not None:
                return right, number + gap, inf
    return None


def _number(term: Term) -> int | None:
    match term:
        case ("const", int(number)) if not isinstance(number, bool):
            return number
    return None
