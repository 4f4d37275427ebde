"""Values that a set would leave out where they are none, and that never are in random games: nothing is wrong with them.

let middle(s: site) = site_at(3 * column_of(s) + 2, 5)      -- may be none, as any `site_at` may
let tiles(s: site) = count({middle(t) for t in area(s)})    -- and never is

Whether a site, a piece or a first element is there depends on numbers and positions that no type tells. So the warnings of
`dropped-none` are looked at in positions of a few random games, and those are taken back whose value was computed often and was there
each time.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from gdl import model
from gdl.diagnostics import Diagnostic, GameError
from gdl.evaluate import observed
from gdl.rules import stated
from gdl.source import Span
from gdl.visit import followed, nodes
from interpreter import engine as make_engine
from interpreter.analysis import aside
from interpreter.analysis.processor_time import TimeUp, timed
from interpreter.engines.reference.engine import ReferenceState

CODE = "dropped-none"
SECONDS = 2.0  # of processor time, with making machine code
GAMES = 20
ACTIONS = 1_000  # in one of them
FEW = 6  # actions that are tried in one position
ENOUGH = 50  # times that a value must have been there


def without_false_alarms(game: model.Game, said: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is said of a game, without values that are never none."""
    kept = list(said)
    spans = {d.span for d in kept if d.code == CODE}
    if not spans:
        return kept
    order = sorted(spans, key=lambda span: (span.source.name, span.start, span.end))
    left = aside.result_of(partial(_doubtful, game, order), SECONDS) if aside.can_be_aside() else None
    there = {span for i, span in enumerate(order) if left is not None and i not in left}
    return [d for d in kept if d.code != CODE or d.span not in there]


def _doubtful(game: model.Game, spans: Sequence[Span]) -> set[int]:
    """Which of the sets have a value that was none, or that was not computed often enough to tell."""
    found = _ever_none(game, set(spans))
    return {i for i, span in enumerate(spans) if span in found}


def decides_ends(game: model.Game, said: Iterable[Diagnostic]) -> bool:
    """Whether an end asks for a set from which something may be missing, so that it may hold too early."""
    spans = {d.span for d in said if d.code == CODE}
    asked = (n for end in game.ends for n in followed(end.condition, game.definitions))
    return bool(spans) and any(isinstance(n, model.Expr) and n.span in spans for n in asked)


def _ever_none(game: model.Game, spans: set[Span]) -> set[Span]:
    """The sets, by where they stand, with a value that was none, or that was not computed often enough to tell."""
    sets = (e for e in nodes(stated(game)) if isinstance(e, model.Expr) and e.span in spans)
    values = {id(v): e.span for e in sets for v in _values(e)}
    times = dict.fromkeys(values, 0)
    gone: set[Span] = set()

    def note(e: model.Expr, value: object) -> None:
        if id(e) in values:
            times[id(e)] += 1
            if value is None:
                gone.add(values[id(e)])

    with suppress(TimeUp, GameError), timed(SECONDS), observed(note):
        for state in _positions(game):
            for action in state.legal_actions()[:FEW]:
                state.apply(action).legal_actions()
    return gone | {values[v] for v, seen in times.items() if seen < ENOUGH}


def _values(e: model.Expr) -> tuple[model.Expr, ...]:
    match e:
        case model.Comprehension(value=model.Node() as value):
            return (value,)
        case model.MakeSet():
            return e.items
    return ()


def _positions(game: model.Game) -> Iterator[ReferenceState]:
    """Positions of random games in machine code, those before the last action first, on the reference engine."""
    quick, slow = make_engine(game, effort=0, keep=False), make_engine(game, "reference")
    for seed in range(GAMES):
        first = quick.initial_state(seed)
        plies = quick.playout(first, seed, ACTIONS).plies
        for at in (plies - 1, plies // 2, plies // 4):
            own = slow.from_bytes(bytes(quick.playout(first, seed, max(0, at)).state))
            assert isinstance(own, ReferenceState)
            if not own.is_terminal:
                yield own
