"""What a condition, a set or a path reads, and whether somebody does not see it: followed through definitions, with known facts.

Behind `owner(p) = mover and` the piece p is the mover's own. A read is told of if the piece is in a pool that the watcher does
not see, or if a `hide` may hide it from them and no known fact contradicts its condition. The number of pieces in a pool and
a piece's site are public, and so is its owner unless a `hide` names it. Hidden sites, and pieces given to a choice as arguments, are not judged.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from gdl.checker.analyses.terms import (
    MOVER,
    Equal,
    Fact,
    Facts,
    Ledger,
    Term,
    Terms,
    Where,
    are_different_players,
    bind,
    facts_of,
    facts_of_element,
    is_contradicted,
    is_same_player,
    place,
    term_of,
    terms_inside,
)
from gdl.core import model
from gdl.core.types import BOOL, PIECE, PLAYER
from gdl.core.visit import alike, children, nodes, substituted
from gdl.platform.dataclass import dataclass
from gdl.source import NOWHERE, Span

Phases = Mapping[str, set[str]]  # in which each action may be chosen
OWNER = "owner"  # what is read of a piece, in place of the name of a field
Mark = tuple[
    str, tuple[Term, ...], Facts
]  # a definition that was followed: its arguments, and what was known there


class Tell(Protocol):
    """Receives a read of something hidden: the clause that reads, the place, why it is hidden, and where that is declared."""

    def __call__(self, clause: str, span: Span, label: str, other: Span) -> None: ...


@dataclass(frozen=True, slots=True)
class Watch:
    """What is needed to follow conditions and tell which of their reads are hidden from the ledger's watcher.

    `clause` is the clause being followed, and `hides` are those that may hide a piece, or a field of a player or of the game,
    while it is asked. `known` are the values that the mover knows, if they are the watcher, whatever these read.
    """

    ledger: Ledger
    phases: Phases
    tell: Tell
    followed: set[Mark]
    clause: str
    hides: tuple[model.Hide, ...]
    known: tuple[model.Expr, ...]


def watch_of(game: model.Game, watcher: Term, phases: Phases, tell: Tell) -> Watch:
    hides = tuple(h for h in game.hides if h.holder != "site")
    known = [_of_mover(k) for k in game.knowns] if watcher == MOVER else []
    return Watch(Ledger(game, watcher), phases, tell, set(), "", hides, tuple(known))


def _of_mover(known: model.Known) -> model.Expr:
    return substituted(known.value, {known.viewer: model.Role(known.span, PLAYER, "mover")})


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


# ---- what may be hidden


def hides_place(hide: model.Hide) -> bool:
    """Whether a clause hides sites, or where pieces are."""
    return hide.holder == "site" or "site" in hide.aspects


def can_apply(hide: model.Hide, phases: Iterable[str], ledger: Ledger) -> bool:
    """Whether something may be hidden in one of these phases."""
    words = ledger.game.phase_order
    asked = term_of(model.Builtin(hide.span, BOOL, "phase", ()), {}, ledger)
    needed = [*facts_of(hide.condition, True, {}, ledger)]

    def holds(phase: str) -> bool:
        known: Facts = frozenset(((Equal.of(asked, ("const", words.index(phase))), True),))
        return not any(is_contradicted(n, known) for n in needed)

    return any(map(holds, phases))


def has_hidden_sites(action: model.Action, watch: Watch) -> bool:
    phases, ledger = watch.phases[action.name], watch.ledger
    return any(hides_place(h) and can_apply(h, phases, ledger) for h in ledger.game.hides)


# ---- clauses


def follow_clauses(game: model.Game, watch: Watch) -> None:
    """The conditions of turns, and the constraints on all actions."""
    in_turn = replace(watch, clause="a turn")
    for turn in game.turns.values():
        for condition in (*(o.condition for o in turn.offers), *(f.condition for f in turn.fallbacks)):
            if condition is not None:
                follow(condition, in_turn, {}, frozenset())
    for require in game.requires:
        follow(require.condition, replace(watch, clause="`require`"), {}, frozenset())
    for prefer in game.prefers:
        follow(prefer.value, replace(watch, clause="`prefer`"), {}, frozenset())


def in_phases(phases: set[str], clause: str, watch: Watch) -> Watch:
    """The same for a clause that is asked in these phases only."""
    ledger = watch.ledger
    hides = tuple(h for h in ledger.game.hides if h.holder != "site" and can_apply(h, phases, ledger))
    return replace(watch, clause=clause, hides=hides)


@dataclass(frozen=True, slots=True)
class Point:
    """A part of an action, or (None) what follows the last one, with what is known there."""

    part: model.Part | None
    watch: Watch
    terms: Terms
    facts: Facts


def points(action: model.Action, watch: Watch) -> Iterator[Point]:
    """The choices and conditions of an action, each with the facts that those before it establish; then its effects."""
    watch = in_phases(watch.phases[action.name], f"`{action.name}`", watch)
    ledger = watch.ledger
    facts: Facts = frozenset()
    terms: dict[int, Term] = {}
    for _, slot, kind in action.parameters:
        terms[slot] = ("given", slot)
        if kind.base == "piece":  # who gave it knew it; others may not
            ledger.places[terms[slot]] = Where(None if ledger.watcher == MOVER else "")
    if action.form == "move":
        terms[action.piece] = ("own", action.name)
        ledger.places[terms[action.piece]] = Where("")
        facts |= frozenset(facts_of(_is_movers(action), True, terms, ledger))
    for part in action.parts:
        yield Point(part, watch, terms, facts)
        match part:
            case model.Choose():
                facts |= bind(part.slot, part.source, terms, ledger)
            case model.ChooseSet():
                facts |= bind(part.slot, part.source, terms, ledger)
                if part.condition is not None:
                    facts |= frozenset(facts_of(part.condition, True, terms, ledger))
            case model.Condition():
                facts |= frozenset(facts_of(part.condition, True, terms, ledger))
            case model.Along():
                pass
    yield Point(None, watch, terms, facts)


def follow_action(action: model.Action, watch: Watch) -> None:
    """What the choices and conditions of an action read."""
    for point in points(action, watch):
        follow_part(point)


def follow_notation(action: model.Action, watch: Watch) -> None:
    """What the notation of an action reads, when all of it is chosen."""
    if action.notation is not None:
        watch.followed.clear()  # what choices read is told of them
        *_, at = points(action, watch)
        follow(action.notation, at.watch, at.terms, at.facts)


def follow_part(at: Point) -> None:
    match at.part:
        case model.Choose():
            follow(at.part.source, at.watch, at.terms, at.facts)
        case model.ChooseSet() as part:
            _follow_set(part, at)
        case model.Condition():
            follow(at.part.condition, at.watch, at.terms, at.facts)
        case model.Along():
            follow_path(at.part.path, at.watch, at.terms, at.facts)


def _follow_set(part: model.ChooseSet, at: Point) -> None:
    """What is read for the sets that may be chosen: of pieces off the board their kinds."""
    follow(part.source, at.watch, at.terms, at.facts)
    terms = dict(at.terms)
    facts = at.facts | bind(part.slot, part.source, terms, at.watch.ledger)
    if part.is_by_kind:
        element = model.Local(part.source.span, PIECE, part.slot, part.name)
        read("", element, part.source.span, at.watch, terms, facts)
    if part.condition is not None:
        follow(part.condition, at.watch, terms, facts)


def _is_movers(action: model.Action) -> model.Expr:
    """The condition that the piece of a move is the mover's."""
    piece = model.Local(action.span, PIECE, action.piece, "piece")
    return model.Compare(action.span, BOOL, "=", _owner_of(piece), model.Role(action.span, PLAYER, "mover"))


def _owner_of(piece: model.Expr) -> model.Expr:
    return model.Builtin(piece.span, PLAYER.or_none, "owner", (piece,))


# ---- reading


def follow(e: model.Node, watch: Watch, terms: Terms, facts: Facts) -> None:
    """Finds what is read when an expression is evaluated."""
    ledger = watch.ledger
    if any(alike(e, known) for known in watch.known):
        return
    match e:
        case model.And() | model.Or():
            follow(e.left, watch, terms, facts)
            left = facts_of(e.left, isinstance(e, model.And), terms, ledger)
            follow(e.right, watch, terms, facts | frozenset(left))
        case model.If():
            follow(e.condition, watch, terms, facts)
            holds = frozenset(facts_of(e.condition, True, terms, ledger))
            follow(e.then, watch, terms, facts | holds)
            fails = frozenset(facts_of(e.condition, False, terms, ledger))
            follow(e.otherwise, watch, terms, facts | fails)
        case model.Compare(operator="=") if _asks_for_own(e, watch, terms, facts):
            for side in (e.left, e.right):
                _follow_inside(side, watch, terms, facts)
        case model.Comprehension() | model.Quantified():
            _follow_elements(e, watch, dict(terms), facts)
        case model.Apply():
            _follow_definition(e, watch, terms, facts)
        case model.SomePath() | model.PathEnds():
            follow_path(e.path, watch, terms, facts)
        case model.Attribute(kind=model.Builtin(name="kind", arguments=(piece,)), index=index):
            read(e.name, piece, e.span, watch, terms, facts)
            follow(piece, watch, terms, facts)
            if index is not None:
                follow(index, watch, terms, facts)
        case model.Builtin(name="kind", arguments=(piece,)):
            read("", piece, e.span, watch, terms, facts)
            follow(piece, watch, terms, facts)
        case model.Builtin(name="owner", arguments=(piece,)):
            where = place(piece, term_of(piece, terms, ledger), terms, ledger)
            if where.pool and where.is_secret and not ledger.game.pools[where.pool].is_owned:
                read("", piece, e.span, watch, terms, facts)
            elif any(OWNER in hide.aspects for hide in watch.hides):
                read(OWNER, piece, e.span, watch, terms, facts)
            follow(piece, watch, terms, facts)
        case model.GetField(holder=None):
            read_value(e.field, None, e.span, watch, terms, facts)
        case model.GetField(holder=model.Node() as holder):
            if ledger.game.fields[e.field].holder == "piece":
                read(e.field, holder, e.span, watch, terms, facts)
            else:
                read_value(e.field, holder, e.span, watch, terms, facts)
            follow(holder, watch, terms, facts)
        case _:
            _follow_inside(e, watch, terms, facts)


def _asks_for_own(e: model.Compare, watch: Watch, terms: Terms, facts: Facts) -> bool:
    """Whether a piece is asked to be the watcher's, and no `hide` hides that it is: then they know the answer."""
    ledger = watch.ledger
    if not any(OWNER in hide.aspects for hide in watch.hides):
        return False
    for asked, player in ((e.left, e.right), (e.right, e.left)):
        if isinstance(asked, model.Builtin) and asked.name == "owner":
            [piece] = asked.arguments
            term = term_of(piece, terms, ledger)
            where = place(piece, term, terms, ledger)
            is_theirs = term_of(player, terms, ledger) == ledger.watcher
            if is_theirs and where.pool is not None and not where.is_secret:
                known = facts | owned_by(term, ledger.watcher, ledger)
                return hiding(OWNER, term, where, watch, known) is None
    return False


def _follow_inside(part: object, watch: Watch, terms: Terms, facts: Facts) -> None:
    """The expressions directly inside a part."""
    for inside in children(part):
        if isinstance(inside, model.Node):
            follow(inside, watch, terms, facts)


def _follow_definition(e: model.Apply, watch: Watch, terms: Terms, facts: Facts) -> None:
    """The arguments, and the body unless it was followed with the same arguments and knowledge."""
    _follow_inside(e.arguments, watch, terms, facts)
    definition = watch.ledger.game.definitions[e.definition]
    inner = terms_inside(e, terms, watch.ledger)
    mark: Mark = (e.definition, tuple(inner[p[1]] for p in definition.parameters), facts)
    if mark not in watch.followed:
        watch.followed.add(mark)
        follow(definition.body, watch, inner, facts)


def _follow_elements(
    e: model.Comprehension | model.Quantified, watch: Watch, terms: dict[int, Term], facts: Facts
) -> None:
    """What is asked of the elements of a set, with the facts known of them."""
    follow(e.source, watch, terms, facts)
    facts |= bind(e.slot, e.source, terms, watch.ledger)
    if isinstance(e, model.Quantified):
        follow(e.body, watch, terms, facts)
        return
    if e.condition is not None:
        follow(e.condition, watch, terms, facts)
        facts |= frozenset(facts_of(e.condition, True, terms, watch.ledger))
    if e.value is not None:
        follow(e.value, watch, terms, facts)


def follow_path(path: model.Path, watch: Watch, terms: Terms, facts: Facts) -> None:
    for step in (n for n in nodes(path.steps) if isinstance(n, model.Step)):
        if step.condition is not None:
            follow(step.condition, watch, terms, facts)
    _follow_inside(path, watch, terms, facts)


def read(field: str, piece: model.Expr, span: Span, watch: Watch, terms: Terms, facts: Facts) -> None:
    """Judges a read of a piece's field, or of its kind ("")."""
    ledger = watch.ledger
    term = term_of(piece, terms, ledger)
    where = place(piece, term, terms, ledger)
    if where.pool is None:
        return
    if where.is_secret and not _is_known_own(where, watch, facts):
        pool = ledger.game.pools[where.pool]
        watch.tell(watch.clause, span, f"the pool `{where.pool}` is hidden from them", pool.span)
        return
    facts |= frozenset(facts_of_element(term, piece, terms, ledger))
    hide = hiding(field, term, where, watch, facts)
    if hide is not None:
        watch.tell(watch.clause, span, "it may be hidden from them", hide.span)


def read_value(
    field: str, holder: model.Expr | None, span: Span, watch: Watch, terms: Terms, facts: Facts
) -> None:
    """Judges a read of a player's field, or of the game's."""
    ledger = watch.ledger
    for hide in watch.hides:
        if not hide.hides_values or field not in hide.aspects:
            continue
        asked = {hide.viewer: ledger.watcher}
        needed: list[Fact] = []
        if holder is not None:
            asked[hide.slot] = term = term_of(holder, terms, ledger)
            if is_same_player(term, ledger.watcher, ledger):
                asked[hide.slot] = ledger.watcher
            needed += facts_of_element(term, hide.source, asked, ledger)
        needed += facts_of(hide.condition, True, asked, ledger)
        if not any(is_contradicted(n, facts) for n in needed):
            watch.tell(watch.clause, span, "it may be hidden from them", hide.span)
            return


def _is_known_own(where: Where, watch: Watch, facts: Facts) -> bool:
    """Whether a pool is the watcher's own, as a condition has established: `p = mover and some c in hand(p): ...`."""
    pool = watch.ledger.game.pools[where.pool or ""]
    holder = where.holder
    return (
        pool.viewers == "owner"
        and holder is not None
        and (Equal.of(holder, watch.ledger.watcher), True) in facts
    )


def hiding(field: str, term: Term, where: Where, watch: Watch, facts: Facts) -> model.Hide | None:
    """The clause that may hide a piece's field, or its kind (""), where it is."""
    ledger = watch.ledger
    if where.holder is not None and ledger.game.pools[where.pool or ""].is_owned:
        facts |= owned_by(term, where.holder, ledger)
    for hide in watch.hides:
        if _decides(field, hide, ledger.game) or not _covers(hide, field, ledger.game):
            continue
        terms = {hide.slot: term, hide.viewer: ledger.watcher}
        for found in hidden_places(hide.source, term, where, terms, ledger):
            if found.name != where.pool or are_apart(found.holder, where.holder, ledger):
                continue
            known = facts
            if found.holder is not None and where.holder is not None:
                is_one = (Equal.of(found.holder, where.holder), True)
                if is_contradicted(is_one, facts):
                    continue  # a pool of another player than of whom it hides pieces
                known |= {is_one}
            needed = (*found.needed, *facts_of(hide.condition, True, terms, ledger))
            if not any(is_contradicted(n, known) for n in needed):
                return hide
    return None


def are_apart(a: Term | None, b: Term | None, ledger: Ledger) -> bool:
    return a is not None and b is not None and are_different_players(a, b, ledger)


def owned_by(piece: Term, player: Term, ledger: Ledger) -> Facts:
    """The fact that a piece is a player's."""
    local = model.Local(NOWHERE, PIECE, 0, "")
    return frozenset(((Equal.of(term_of(_owner_of(local), {0: piece}, ledger), player), True),))


@dataclass(frozen=True, slots=True)
class HiddenPlace:
    """A place of which a clause hides pieces: a pool and its holder, or the board (""), and on what conditions."""

    name: str
    holder: Term | None
    needed: tuple[Fact, ...]


def hidden_places(
    source: model.Expr, piece: Term, where: Where, terms: Terms, ledger: Ledger
) -> Iterator[HiddenPlace]:
    """The places in the set of a `hide`, for a piece that is somewhere."""

    def within(inner: model.Expr, bound: Terms, needed: Iterable[Fact] = ()) -> Iterator[HiddenPlace]:
        more = tuple(needed)
        for found in hidden_places(inner, piece, where, bound, ledger):
            yield replace(found, needed=(*found.needed, *more))

    match source:
        case model.PoolOf():
            holder = term_of(source.holder, terms, ledger) if source.holder is not None else None
            yield HiddenPlace(source.name, holder, ())
        case model.Apply():
            body = ledger.game.definitions[source.definition].body
            yield from within(body, terms_inside(source, terms, ledger))
        case model.Comprehension():
            is_filter = source.value is None
            # the players of `{hand(p) for p in players}`: of them, the one who holds the piece
            element = piece if is_filter else where.holder or ("element", source.slot)
            inner = {**terms, source.slot: element}
            needed = facts_of(source.condition, True, inner, ledger) if source.condition is not None else ()
            part = source.source if source.value is None else source.value
            yield from within(part, inner, needed)
        case model.Builtin(name="union"):
            for argument in source.arguments:
                yield from within(argument, terms)
        case model.Builtin(name="first" | "last" | "difference" | "single"):
            yield from within(source.arguments[0], terms)
        case _:
            yield HiddenPlace("", None, ())


def _covers(hide: model.Hide, field: str, game: model.Game) -> bool:
    """Whether a clause hides this field or column, the owner, or the kind ("") or a column of it."""
    if field in hide.aspects or (not hide.aspects and field != OWNER):
        return True
    if field in game.columns:
        return "kind" in hide.aspects
    return field == "" and any(a == "kind" or a in game.columns for a in hide.aspects)


def _decides(field: str, hide: model.Hide, game: model.Game) -> bool:
    """Whether what is read decides that the piece is hidden: then the player knows it."""
    if field == OWNER:
        return False  # that a piece is hidden only says whose it is not
    is_of_kind = not field or field in game.columns
    return any(
        n.field == field if isinstance(n, model.GetField) else is_of_kind and n.name == "kind"
        for n in nodes((hide.condition,))
        if isinstance(n, model.GetField | model.Builtin)
    )
