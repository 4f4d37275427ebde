"""Information flow: players know which actions are legal, so conditions must not read what is hidden from them.

The conditions of actions are followed through definitions, together with the facts that hold at each place: behind
`owner(p) = mover and` the piece p is the mover's own. Reading a piece causes a warning if it is in a pool that the mover does
not see, or if a `hide` may hide it from them and no known fact contradicts its condition. The number of pieces in a pool,
and a piece's owner and site, are public. Hidden sites, and pieces given to a choice as arguments, are not judged.

`private` uses the same reading to find the actions whose legality is hidden from other players: a `then may` of these never
lapses, since that would reveal it. There, whatever is in doubt counts as hidden.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from gdl import model
from gdl.checker.analyses.terms import (
    MOVER,
    OTHER,
    Equal,
    Facts,
    Ledger,
    Term,
    Terms,
    TooManyError,
    Where,
    bind,
    facts_of,
    facts_of_element,
    is_contradicted,
    place,
    term_of,
    terms_inside,
)
from gdl.diagnostics import Reporter
from gdl.source import Span
from gdl.traits import musts
from gdl.types import BOOL, PIECE, PLAYER
from gdl.visit import children, nodes

Phases = Mapping[str, set[str]]  # in which each action may be chosen
Mark = tuple[
    str, tuple[Term, ...], Facts
]  # a definition that was followed: its arguments, and what was known there


class _Tell(Protocol):
    """Receives a read of something hidden: the clause that reads, the place, why it is hidden, and where that is declared."""

    def __call__(self, clause: str, span: Span, label: str, other: Span) -> None: ...


@dataclass(frozen=True, slots=True)
class _Watch:
    """What is needed to follow conditions and tell which of their reads are hidden from the ledger's watcher.

    `clause` is the clause being followed, and `hides` are those that may hide a piece while it is asked.
    """

    ledger: Ledger
    phases: Phases
    tell: _Tell
    followed: set[Mark]
    clause: str
    hides: tuple[model.Hide, ...]


def _watch(game: model.Game, watcher: Term, phases: Phases, tell: _Tell) -> _Watch:
    hides = tuple(h for h in game.hides if _is_of(h, "piece"))
    return _Watch(Ledger(game, watcher), phases, tell, set(), "", hides)


def warn(game: model.Game, reporter: Reporter) -> None:
    """Reports conditions that reveal to the mover what is hidden from them."""
    reported: set[Span] = set()

    def tell(clause: str, span: Span, label: str, other: Span) -> None:
        if span in reported:
            return
        reported.add(span)
        reporter.report(
            "secret-told",
            span,
            f"{clause} tells the mover what is hidden from him: what is legal depends on this",
            label,
            others=[(other, "hidden here")],
            help="ask only for what he sees, and let the effects do the rest; or show him the piece",
        )

    if not game.is_hidden:
        return
    watch = _watch(game, MOVER, _phases_of(game), tell)
    try:
        for action in game.actions:
            _follow_action(action, watch)
        _follow_clauses(game, watch)
    except TooManyError:
        return  # warnings are worth no long wait


def private(game: model.Game) -> set[str]:
    """The actions whose legality is hidden from some other player."""
    if not game.is_hidden:
        return set()
    phases = _phases_of(game)
    return {a.name for a in game.actions if a.form not in ("pass", "done") and _is_private(a, game, phases)}


def _is_private(action: model.Action, game: model.Game, phases: Phases) -> bool:
    """Whether an action, or one that it demands, reads what is hidden from a player other than the mover."""
    found: list[Span] = []
    watch = _watch(game, OTHER, phases, lambda clause, span, label, other: found.append(span))
    try:
        waiting, done = [action], {action.name}
        while waiting:
            now = waiting.pop()
            if _has_hidden_sites(now, watch):
                return True
            _follow_action(now, watch)
            for demand in musts(now.effects):
                names = {c.action for c in demand.choices} - done
                done |= names
                waiting += [a for a in game.actions if a.name in names]
        requires = [r for r in game.requires if not r.after or done & {*r.after}]
        if requires:
            watch = _in_phases(set().union(*(phases[name] for name in done)), "`require`", watch)
        for require in requires:
            _follow(require.condition, watch, {}, frozenset())
    except TooManyError:
        return True
    return bool(found)


def _phases_of(game: model.Game) -> dict[str, set[str]]:
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


def _is_of(hide: model.Hide, what: str) -> bool:
    """Whether a clause hides pieces, or whether it hides sites."""
    element = hide.source.type.element
    return element is not None and element.base == what


def _can_apply(hide: model.Hide, phases: Iterable[str], ledger: Ledger) -> bool:
    """Whether something may be hidden in one of these phases."""
    words = ledger.game.phase_order
    asked = term_of(model.Builtin(hide.span, BOOL, "phase", ()), {}, ledger)
    needed = [*facts_of(hide.condition, True, {}, ledger)]

    def holds(phase: str) -> bool:
        known: Facts = frozenset(((Equal.of(asked, ("const", words.index(phase))), True),))
        return not any(is_contradicted(n, known) for n in needed)

    return any(map(holds, phases))


def _has_hidden_sites(action: model.Action, watch: _Watch) -> bool:
    phases, ledger = watch.phases[action.name], watch.ledger
    return any(_is_of(h, "site") and _can_apply(h, phases, ledger) for h in ledger.game.hides)


# ---- clauses


def _follow_clauses(game: model.Game, watch: _Watch) -> None:
    """The conditions of turns, and the constraints on all actions."""
    in_turn = replace(watch, clause="a turn")
    for turn in game.turns.values():
        for condition in (*(o.condition for o in turn.offers), *(f.condition for f in turn.fallbacks)):
            if condition is not None:
                _follow(condition, in_turn, {}, frozenset())
    for require in game.requires:
        _follow(require.condition, replace(watch, clause="`require`"), {}, frozenset())
    for prefer in game.prefers:
        _follow(prefer.value, replace(watch, clause="`prefer`"), {}, frozenset())


def _in_phases(phases: set[str], clause: str, watch: _Watch) -> _Watch:
    """The same for a clause that is asked in these phases only."""
    ledger = watch.ledger
    hides = tuple(h for h in ledger.game.hides if _is_of(h, "piece") and _can_apply(h, phases, ledger))
    return replace(watch, clause=clause, hides=hides)


def _follow_action(action: model.Action, watch: _Watch) -> None:
    """The choices and conditions of an action, each with the facts that those before it establish."""
    watch = _in_phases(watch.phases[action.name], f"`{action.name}`", watch)
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
        match part:
            case model.Choose() | model.ChooseSet():
                _follow(part.source, watch, terms, facts)
                facts |= bind(part.slot, part.source, terms, ledger)
            case model.Condition():
                _follow(part.condition, watch, terms, facts)
                facts |= frozenset(facts_of(part.condition, True, terms, ledger))
            case model.Along():
                _follow_path(part.path, watch, terms, facts)


def _is_movers(action: model.Action) -> model.Expr:
    """The condition that the piece of a move is the mover's."""
    piece = model.Local(action.span, PIECE, action.piece, "piece")
    owner = model.Builtin(action.span, PLAYER.or_none, "owner", (piece,))
    return model.Compare(action.span, BOOL, "=", owner, model.Role(action.span, PLAYER, "mover"))


# ---- reading


def _follow(e: model.Node, watch: _Watch, terms: Terms, facts: Facts) -> None:
    """Finds what is read when an expression is evaluated."""
    ledger = watch.ledger
    match e:
        case model.And() | model.Or():
            _follow(e.left, watch, terms, facts)
            left = facts_of(e.left, isinstance(e, model.And), terms, ledger)
            _follow(e.right, watch, terms, facts | frozenset(left))
        case model.If():
            _follow(e.condition, watch, terms, facts)
            holds = frozenset(facts_of(e.condition, True, terms, ledger))
            _follow(e.then, watch, terms, facts | holds)
            fails = frozenset(facts_of(e.condition, False, terms, ledger))
            _follow(e.otherwise, watch, terms, facts | fails)
        case model.Comprehension() | model.Quantified():
            _follow_elements(e, watch, dict(terms), facts)
        case model.Apply():
            _follow_definition(e, watch, terms, facts)
        case model.SomePath() | model.PathEnds():
            _follow_path(e.path, watch, terms, facts)
        case model.Builtin(name="kind", arguments=(piece,)):
            _read("", piece, e.span, watch, terms, facts)
            _follow(piece, watch, terms, facts)
        case model.Builtin(name="owner", arguments=(piece,)):
            where = place(piece, term_of(piece, terms, ledger), terms, ledger)
            if where.pool and where.is_secret and not ledger.game.pools[where.pool].is_owned:
                _read("", piece, e.span, watch, terms, facts)
            _follow(piece, watch, terms, facts)
        case model.GetField(holder=holder) if holder is not None:
            if ledger.game.fields[e.field].holder == "piece":
                _read(e.field, holder, e.span, watch, terms, facts)
            _follow(holder, watch, terms, facts)
        case _:
            _follow_inside(e, watch, terms, facts)


def _follow_inside(part: object, watch: _Watch, terms: Terms, facts: Facts) -> None:
    """The expressions directly inside a part."""
    for inside in children(part):
        if isinstance(inside, model.Node):
            _follow(inside, watch, terms, facts)


def _follow_definition(e: model.Apply, watch: _Watch, terms: Terms, facts: Facts) -> None:
    """The arguments, and the body unless it was followed with the same arguments and knowledge."""
    _follow_inside(e.arguments, watch, terms, facts)
    definition = watch.ledger.game.definitions[e.definition]
    inner = terms_inside(e, terms, watch.ledger)
    mark: Mark = (e.definition, tuple(inner[p[1]] for p in definition.parameters), facts)
    if mark not in watch.followed:
        watch.followed.add(mark)
        _follow(definition.body, watch, inner, facts)


def _follow_elements(
    e: model.Comprehension | model.Quantified, watch: _Watch, terms: dict[int, Term], facts: Facts
) -> None:
    """What is asked of the elements of a set, with the facts known of them."""
    _follow(e.source, watch, terms, facts)
    facts |= bind(e.slot, e.source, terms, watch.ledger)
    if isinstance(e, model.Quantified):
        _follow(e.body, watch, terms, facts)
        return
    if e.condition is not None:
        _follow(e.condition, watch, terms, facts)
        facts |= frozenset(facts_of(e.condition, True, terms, watch.ledger))
    if e.value is not None:
        _follow(e.value, watch, terms, facts)


def _follow_path(path: model.Path, watch: _Watch, terms: Terms, facts: Facts) -> None:
    for step in (n for n in nodes(path.steps) if isinstance(n, model.Step)):
        if step.condition is not None:
            _follow(step.condition, watch, terms, facts)
    _follow_inside(path, watch, terms, facts)


def _read(field: str, piece: model.Expr, span: Span, watch: _Watch, terms: Terms, facts: Facts) -> None:
    """Judges a read of a piece's field, or of its kind ("")."""
    ledger = watch.ledger
    term = term_of(piece, terms, ledger)
    where = place(piece, term, terms, ledger)
    if where.pool is None:
        return
    if where.is_secret:
        pool = ledger.game.pools[where.pool]
        watch.tell(watch.clause, span, f"the pool `{where.pool}` is hidden from him", pool.span)
        return
    facts |= frozenset(facts_of_element(term, piece, terms, ledger))
    for hide in watch.hides:
        pools = {n.name for n in nodes((hide.source,)) if isinstance(n, model.PoolOf)}
        if where.pool not in (pools or {""}) or _decides(field, hide):
            continue
        needed = facts_of(hide.condition, True, {hide.slot: term, hide.viewer: ledger.watcher}, ledger)
        if not any(is_contradicted(n, facts) for n in needed):
            watch.tell(watch.clause, span, "it may be hidden from him", hide.span)
            return


def _decides(field: str, hide: model.Hide) -> bool:
    """Whether what is read decides that the piece is hidden: then the player knows it."""
    return any(
        n.field == field if isinstance(n, model.GetField) else not field and n.name == "kind"
        for n in nodes((hide.condition,))
        if isinstance(n, model.GetField | model.Builtin)
    )
