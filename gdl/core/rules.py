"""The rules of a game as a whole: its clauses by what they hold, how it may end, what play can come to, and the rules as written.

The clauses by what they hold are the one list that analyses of the rules go through.

A clause that the language gains is added here, and every analysis looks at it. Claims are no rules: what they say may be
meant never to hold.

    with_effects   clauses that hold effects
    judging        clauses that only ask: what is legal, whose turn it is, who wins, which positions are alike
    showing        clauses that say what players see and know
    played         everything that decides how a game goes, with its definitions: what machine code is made from
    stated         all of these

`ways_to_end` lists in which ways a game may end, for whoever counts them. `course` says which phases and actions play can come
to, `as_written` undoes what the checker puts around clauses where players choose together.
"""

from collections.abc import Iterable
from dataclasses import replace

from gdl.core import model
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass
from gdl.source import Span

Rules = tuple[object, ...]  # parts in the sense of `gdl.core.visit`


def with_effects(game: model.Game) -> Rules:
    """The clauses that hold effects."""
    return game.setup, game.actions, game.settles


def judging(game: model.Game) -> Rules:
    """The clauses that ask and change nothing."""
    return (
        game.requires,
        game.prefers,
        game.ends,
        game.limit_result,
        game.skips,
        tuple(game.turns.values()),
        tuple(game.histories.values()),
    )


def showing(game: model.Game) -> Rules:
    """The clauses that say what players see and know."""
    return game.hides, game.knowns


def played(game: model.Game) -> Rules:
    """Everything that decides how a game goes. Definitions are in it, whether something uses them or not."""
    return *with_effects(game), *judging(game), tuple(game.definitions.values())


def stated(game: model.Game) -> Rules:
    """Everything that the rules state."""
    return *played(game), *showing(game)


def has_payoffs(game: model.Game) -> bool:
    """Whether results are payoffs of any size, and not just wins, draws and losses."""
    return any(isinstance(n, model.Result) and n.form == "payoff" for n in nodes(played(game)))


# ---- ends


@dataclass(frozen=True, slots=True)
class WayToEnd:
    """One way in which a game ends: the place that its end gives, the name of the end, and what it is called without one."""

    span: Span
    name: str
    otherwise: str

    @property
    def label(self) -> str:
        return self.name or self.otherwise


def ways_to_end(game: model.Game) -> list[WayToEnd]:
    """All ways: first the ends, in their order, then what turns say where nothing is legal, the limit, and effects."""
    found = [_way(e.result, e.condition.span.in_one_line) for e in game.ends]
    for turn in dict.fromkeys(game.turns.values()):
        for fallback in turn.fallbacks:
            stuck = "no legal move"
            found.append(
                _way(fallback.result, stuck)
                if fallback.result is not None
                else WayToEnd(turn.span, fallback.name, stuck)
            )
    found.append(_way(game.limit_result, f"the limit of {game.limit} moves"))
    finishes = (n for n in nodes(with_effects(game)) if isinstance(n, model.Finish))
    return [*found, *dict.fromkeys(_way(n.result, n.result.span.in_one_line) for n in finishes)]


def _way(result: model.Result, otherwise: str) -> WayToEnd:
    return WayToEnd(result.span, result.name, otherwise)


# ---- what play can come to


@dataclass(frozen=True, slots=True)
class Course:
    """What play may come to: `starts` are the phases in which it can begin.

    Conditions are not asked: what is said to be reached may be so, and what is not reached never is.
    """

    starts: frozenset[str]
    phases: frozenset[str]
    actions: frozenset[str]


def course(game: model.Game) -> Course:
    """The phases and actions of a game that play may come to: every settling counts, and whatever a set-up enters."""
    starts = _starts(game)
    phases = set(starts)
    always = {a.name for a in game.actions if a.form in ("pass", "done")}
    actions = always | _demanded((game.setup, game.settles))
    entered = _entered(game.settles)
    while True:
        phases |= entered
        actions |= {name for phase in phases for name in game.turn_of(phase).names}
        effects = tuple(a for a in game.actions if a.name in actions)
        more = _entered(effects) - phases, _demanded(effects) - actions
        if not any(more):
            return Course(starts, frozenset(phases), frozenset(actions))
        entered, actions = more[0], actions | more[1]


def _starts(game: model.Game) -> frozenset[str]:
    """The phases in which a game can begin: the first one, unless the set-up enters another in any case."""
    entered = _entered(game.setup)
    is_certain = any(isinstance(effect, model.SetPhase) for effect in game.setup)
    return frozenset(entered if is_certain else entered | {game.phases[0]})


def _entered(parts: object) -> set[str]:
    return {n.phase for n in nodes(parts) if isinstance(n, model.SetPhase)}


def _demanded(parts: Iterable[object]) -> set[str]:
    return {n.action for n in nodes(parts) if isinstance(n, model.Demanded)}


# ---- players who choose together


def as_written(game: model.Game) -> model.Game:
    """The game with its actions, settlings and ends as they are written, for whoever tells people of them; no engine can run it.

    Engines run other clauses: actions that only keep what is chosen, a settling that does it, and all else waiting for that (see
    `gdl.checker.clauses.together`). Nothing is computed anew here: what was put around the clauses is taken off.
    """
    if game.together is None:
        return game
    written = {a.name: a for a in game.together.actions}
    return replace(
        game,
        actions=tuple(written.get(a.name, a) for a in game.actions),
        settles=tuple(_unguarded(s) for s in game.settles if s.span not in _offers(game)),
        ends=tuple(
            replace(e, condition=e.condition.right) if isinstance(e.condition, model.And) else e
            for e in game.ends
        ),
    )


def _offers(game: model.Game) -> set[object]:
    """Where the turns stand in which players choose together: the settling that does what they chose has that place."""
    return {t.span for t in game.turns.values() if t.is_together}


def _unguarded(settle: model.Settle) -> model.Settle:
    """A settling without its waiting for those who have not chosen."""
    outer = settle.body[0] if len(settle.body) == 1 else None
    return replace(settle, body=outer.body) if isinstance(outer, model.Branch) else settle
