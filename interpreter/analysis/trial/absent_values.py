"""Values that a set would leave out where they are none, and that never are in random games: nothing is wrong with them.

let middle(s: site) = site_at(3 * column_of(s) + 2, 5)      -- may be none, as any `site_at` may
let tiles(s: site) = count({middle(t) for t in area(s)})    -- and never is

Whether a site, a piece or a first element is there depends on numbers and positions that no type tells. So the warnings of
`dropped-none` are looked at in positions of a few random games, and those are taken back whose value was computed often and was there
each time.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from gdl.core import model
from gdl.core.rules import stated
from gdl.core.visit import nodes
from gdl.diagnostics.values import Diagnostic, GameError
from gdl.source import Span
from interpreter import engine as make_engine
from interpreter.analysis.trial.work import Spent, at_most

CODE = "dropped-none"
FEW = 6  # actions that are tried in one position
ENOUGH = 50  # times that a value must have been there


def without_false_alarms(
    game: model.Game, said: Iterable[Diagnostic], looks: Sequence[bytes], expressions: int
) -> list[Diagnostic]:
    """What is said of a game, without values that are never none in these positions and behind them."""
    kept = list(said)
    spans = {d.span for d in kept if d.code == CODE}
    if not spans:
        return kept
    doubtful = _ever_none(game, spans, looks, expressions)
    return [d for d in kept if d.code != CODE or d.span in doubtful]


def _ever_none(game: model.Game, spans: set[Span], looks: Sequence[bytes], expressions: int) -> set[Span]:
    """The sets, by where they stand, with a value that was none, or that was not computed often enough to tell."""
    sets = (e for e in nodes(stated(game)) if isinstance(e, model.Expr) and e.span in spans)
    values = {id(v): e.span for e in sets for v in _values(e)}
    times = dict.fromkeys(values, 0)
    gone: set[Span] = set()

    def note(e: object, value: object) -> None:
        if id(e) in values:
            times[id(e)] += 1
            if value is None:
                gone.add(values[id(e)])

    engine = make_engine(game, "reference")
    with suppress(Spent, GameError), at_most(expressions, note):
        for look in reversed(looks):  # the last positions of games first
            state = engine.from_bytes(look)
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
