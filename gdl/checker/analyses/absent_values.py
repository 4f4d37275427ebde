"""Values that may be none where something is computed or compared by size: none counts as 0 there, or has no place in the order;
and `all` of sets that lack an element wherever its value is none.

index(a, stops) - index(b, stops) = 1      -- also true of the first of `stops` and any b that is not among them

Every clause is followed with what is known at each place (`presence`), definitions with what they are given. What makes one
number of a set (`sum`, `min`, `max`) leaves none out and is not told. In play, values that are there each time are taken back.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import field, replace

from gdl.checker import forms
from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.checker.analyses.presence import Here, Presence
from gdl.checker.analyses.terms import Facts, Term, TooManyError
from gdl.core import model, static
from gdl.core.rules import judging, showing
from gdl.core.types import ANY, NONE, NUMBER
from gdl.core.visit import children, nodes, same
from gdl.diagnostics.values import MAX_PLACES
from gdl.platform.dataclass import dataclass
from gdl.source import NOWHERE, Span

_SHORT = 24  # letters of a value that is written again in a help
Mark = tuple[str, tuple[Term, ...], Facts, frozenset[int]]  # a definition that was followed, and with what


def find_in_arithmetic(facts: GameFacts) -> Iterator[Finding]:
    if not any(isinstance(n, model.Node) and n.type == NUMBER.or_none for n in facts.parts):
        return
    walk = _Walk(facts.game, Presence.of(facts.game))
    walk.follow_game()
    yield from (_told(found) for found in walk.found.values())


@dataclass(frozen=True, slots=True)
class _Found:
    """Numbers that may be none for one reason: what comes of the first, where it gets its value if it is a name, and where they are."""

    what: str
    given: Span | None
    places: list[Span]


def _told(found: _Found) -> Finding:
    first, *others = dict.fromkeys(found.places)
    text = first.in_one_line
    labels = [(found.given, "may be none")] if found.given is not None else []
    labels += [(span, "and here") for span in others[: MAX_PLACES - 1]]
    otherwise = (
        f"; or write what counts then, `({text} if {text} != none else 0)`" if len(text) <= _SHORT else ""
    )
    return Finding(
        first,
        f"`{text}` may be none here, and {found.what} then",
        "may be none",
        others=tuple(labels),
        help=f"ask before whether it is there, as in `{text} != none`{otherwise}",
    )


@dataclass(frozen=True, slots=True)
class _Walk:
    """Follows the rules of a game. `found`: by why a value may be none."""

    game: model.Game
    presence: Presence
    found: dict[object, _Found] = field(default_factory=dict)
    followed: set[Mark] = field(default_factory=set)

    def follow_game(self) -> None:
        game = self.game
        begin = model.Settle(NOWHERE, (), False, game.setup)
        for clause in (begin, *game.actions, *game.settles, *judging(game), *showing(game)):
            self.presence.ledger.steps = 0
            with suppress(TooManyError):  # what is not followed to its end is not judged
                self._follow_clause(clause)

    def _follow_clause(self, clause: object) -> None:
        match clause:
            case model.Action():
                self._follow_action(clause)
            case model.Settle():
                self._effects(clause.body, Here())
            case _:
                self._inside(clause, Here())

    def _follow_action(self, action: model.Action) -> None:
        here, ledger = Here(), self.presence.ledger
        for part in action.parts:
            match part:
                case model.Condition(condition=condition):
                    self._follow(condition, here)
                    here = here.holding(condition, True, ledger)
                case model.Choose() | model.ChooseSet():
                    self._follow(part.source, here)
                    inner = here.with_element(part.slot, part.source, ledger)
                    if isinstance(part, model.Choose):
                        here = inner
                    elif part.condition is not None:
                        self._follow(part.condition, inner)
                case _:
                    self._inside(part, here)
        after = self._effects(action.effects, here)
        self._inside(action.again, after)
        self._effects(action.finals, after)

    # ---- effects

    def _effects(self, effects: Iterable[model.Effect], here: Here) -> Here:
        """Follows effects in a row; returns what is known behind them."""
        for effect in effects:
            here = self._effect(effect, here)
        return here

    def _effect(self, effect: model.Effect, here: Here) -> Here:
        presence, ledger = self.presence, self.presence.ledger
        match effect:
            case model.Bind():
                self._follow(effect.value, here)
                is_absent = presence.may_be_none(effect.value, here)
                return here.with_value(effect.slot, effect.value.span if is_absent else None)
            case model.Chance():
                self._follow(effect.source, here)
                drawn = model.Builtin(effect.span, ANY.or_none, "first", (effect.source,))
                if presence.may_be_none(drawn, here):
                    return here.with_value(effect.slot, effect.source.span)
                return here.with_element(effect.slot, effect.source, ledger)
            case model.SetField():
                self._inside(effect, here)
                after = here.after_writing({effect.field})
                if effect.holder is not None or presence.may_be_none(effect.value, here):
                    return after
                held = model.GetField(effect.span, effect.value.type, effect.field, None)
                return after.holding(
                    forms.equal(effect.span, held, forms.const(effect.span, NONE, None)), False, ledger
                )
            case model.Branch():
                self._follow(effect.condition, here)
                known = static.known(effect.condition, self.game.board)
                ways = [
                    self._effects(body, here.holding(effect.condition, truth, ledger))
                    for body, truth in ((effect.body, True), (effect.otherwise, False))
                    if known is None or bool(known[0]) == truth
                ]
                facts = frozenset.intersection(*(way.facts for way in ways))
                absent = {s: at for way in ways for s, at in way.absent.items()}
                return replace(here, facts=facts, absent=absent)
            case model.ForEach():
                inner = here = here.after_writing(_written(effect))
                for slot, source in effect.generators:
                    self._follow(source, inner)
                    inner = inner.with_element(slot, source, ledger)
                if effect.condition is not None:
                    self._follow(effect.condition, inner)
                    inner = inner.holding(effect.condition, True, ledger)
                return replace(here, absent={**here.absent, **self._effects(effect.body, inner).absent})
            case model.ForPath():
                here = here.after_writing(_written(effect))
                self._inside(effect.path, here)
                return replace(here, absent={**here.absent, **self._effects(effect.body, here).absent})
            case model.Acting() | model.Simultaneously():
                if isinstance(effect, model.Acting):
                    self._follow(effect.player, here)
                return self._effects(effect.body, here)
        self._inside(effect, here)
        return here

    # ---- expressions

    def _inside(self, part: object, here: Here) -> None:
        """The expressions inside a part that is none."""
        if isinstance(part, model.Result) and part.score in self.game.definitions:
            self._follow(self.game.definitions[part.score].body, here)
        for inner in children(part):
            if isinstance(inner, model.Node):
                self._follow(inner, here)
            else:
                self._inside(inner, here)

    def _follow(self, e: model.Node, here: Here) -> None:
        ledger = self.presence.ledger
        match e:
            case model.And() | model.Or():
                self._follow(e.left, here)
                truth, known = isinstance(e, model.And), static.known(e.left, self.game.board)
                if known is None or bool(known[0]) == truth:
                    self._follow(e.right, here.holding(e.left, truth, ledger))
            case model.If():
                self._follow(e.condition, here)
                known = static.known(e.condition, self.game.board)
                for side, truth in ((e.then, True), (e.otherwise, False)):
                    if known is None or bool(known[0]) == truth:
                        self._follow(side, here.holding(e.condition, truth, ledger))
            case model.Quantified() | model.Comprehension():
                self._follow(e.source, here)
                inner = here.with_element(e.slot, e.source, ledger)
                if isinstance(e, model.Quantified):
                    self._follow(e.body, inner)
                    return
                if e.condition is not None:
                    self._follow(e.condition, inner)
                    inner = inner.holding(e.condition, True, ledger)
                if e.value is not None:
                    self._follow(e.value, inner)
            case model.Apply():
                self._definition(e, here)
            case _:
                self._judge(e, here)
                self._inside(e, here)

    def _definition(self, e: model.Apply, here: Here) -> None:
        """The arguments, and the body unless it was followed with the same arguments and knowledge."""
        self._inside(e, here)
        definition = self.game.definitions[e.definition]
        inner = self.presence.inside(e, here)
        given = tuple(inner.terms[slot] for _, slot, _ in definition.parameters)
        mark: Mark = (e.definition, given, inner.facts, frozenset(inner.absent))
        if mark not in self.followed:
            self.followed.add(mark)
            self._follow(definition.body, inner)

    def _judge(self, e: model.Node, here: Here) -> None:
        """Whether numbers that may be none are computed with, or compared by size."""
        operands: tuple[model.Expr, ...]
        match e:
            case model.Arithmetic():
                operands, what = (e.left, e.right), "counts as 0"
            case model.Builtin(name="abs"):
                operands, what = e.arguments, "counts as 0"
            case model.Compare(operator="<" | "<="):
                operands, what = (e.left, e.right), "this does not hold"
            case model.Builtin(name="even" | "odd"):
                operands, what = e.arguments, "this does not hold"
            case _:
                return
        lacking = [o for o in operands if o.type.base == "number" and self.presence.may_be_none(o, here)]
        if not lacking:
            return
        first = lacking[0]
        given = here.absent.get(first.slot) if isinstance(first, model.Local) else None
        found = self.found.setdefault(_reason(first), _Found(what, given, []))
        found.places.extend(o.span for o in lacking)


def _reason(e: model.Expr) -> object:
    """What is equal for values that may be none for one reason: the definition or the name from which they come."""
    match e:
        case model.Apply():
            return e.definition
        case model.Local():
            return e.slot
        case model.Builtin():
            return e.span
    return e.span.in_one_line


def _written(effect: model.Effect) -> set[str]:
    """The fields that an effect gives values."""
    return {n.field for n in nodes(effect) if isinstance(n, model.SetField)}


# ---- dropped out of sets


def find_dropped(facts: GameFacts) -> Iterator[Finding]:
    """`all` of sets out of which a value drops: what is said of all of them is said of too few.

    `{step(s, east, i) for i in 0..2}` has three elements in the middle of the board and fewer at its rim, so that
    `all t in ...: t is empty` holds beyond the rim. What counts the elements, or asks for one of them, sees that some are lacking.
    """
    for e in facts.parts:
        if not isinstance(e, model.Quantified) or not e.is_all:
            continue
        for made, value in _dropping(e.source, facts.game):
            is_here = e.span.contains(made.span)
            text = value.span.in_one_line
            yield Finding(
                made.span,
                f"where `{text}` is none it is no element of this set, so `all` passes over it in silence",
                "may be none, and is then left out",
                others=() if is_here else ((e.span, "asked here"),),
                help=f"ask for it as well, `{text} != none`; or leave it out in words, with `where`",
            )


def _dropping(e: model.Expr, game: model.Game) -> Iterator[tuple[model.Expr, model.Expr]]:
    """The sets inside an expression out of which a value drops that may be none, each with that value."""
    match e:
        case model.Comprehension(value=None):
            yield from _dropping(e.source, game)
        case model.Comprehension(value=model.Comprehension() as inner) if (
            e.joins_sets and e.span == inner.span
        ):
            yield from _dropping(inner, game)
        case model.Comprehension(value=model.Node() as value) if not e.joins_sets:
            if value.type.is_optional and not _is_excluded(value, e.condition) and not _is_numbered(value):
                yield e, value
        case model.MakeSet() if len(e.items) > 1:
            yield from ((e, item) for item in e.items if item.type.is_optional)
        case model.Apply():
            yield from _dropping(game.definitions[e.definition].body, game)
        case model.If():
            yield from _dropping(e.then, game)
            yield from _dropping(e.otherwise, game)
        case model.Builtin(name="union", arguments=(left, right)):
            yield from _dropping(left, game)
            yield from _dropping(right, game)
        case model.Builtin(name="difference", arguments=(left, _)):
            yield from _dropping(left, game)


def _is_excluded(value: model.Expr, condition: model.Expr | None) -> bool:
    """Whether a condition asks about the value, so that the author has thought of none."""
    return condition is not None and any(same(value, e) for e in nodes(condition))


def _is_numbered(value: model.Expr) -> bool:
    """Whether a value is the number of a kind or player among all, which is never none where there is one."""
    match value:
        case model.Builtin(name="index", arguments=(one, model.Const() as among)):
            asked = one.arguments[0] if isinstance(one, model.Builtin) and one.name == "kind" else one
            is_there = isinstance(asked, model.Local) and not asked.type.is_optional
            return is_there and among.span.text in ("kinds", "players")
    return False
