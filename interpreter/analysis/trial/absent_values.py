"""Values that a set would leave out, or that would count as 0, where they are none, and that never are in random games: nothing is
wrong with them.

let middle(s: site) = site_at(3 * column_of(s) + 2, 5)      -- may be none, as any `site_at` may
let tiles(s: site) = count({middle(t) for t in area(s)})    -- and never is

Whether a site, a piece or a first element is there depends on numbers and positions that no type tells. So the warnings of
`dropped-none` and `none-in-arithmetic` are looked at in positions of a few random games, and those are taken back whose values were
computed often and were there each time.
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

DROPPED, COMPUTED = "dropped-none", "none-in-arithmetic"
FEW = 6  # actions that are tried in one position
ENOUGH = 50  # times that a value must have been there


def without_false_alarms(
    game: model.Game, said: Iterable[Diagnostic], looks: Sequence[bytes], expressions: int
) -> list[Diagnostic]:
    """What is said of a game, without values that are never none in these positions and behind them."""
    kept = list(said)
    places = {d: _places(d) for d in kept if d.code in (DROPPED, COMPUTED)}
    if not places:
        return kept
    spans = {
        code: {s for d, at in places.items() if d.code == code for s in at} for code in (DROPPED, COMPUTED)
    }
    doubtful = _ever_none(game, spans[DROPPED], spans[COMPUTED], looks, expressions)
    return [d for d in kept if d not in places or not doubtful.isdisjoint(places[d])]


def _places(d: Diagnostic) -> tuple[Span, ...]:
    """Where the sets, or the numbers, stand of which a warning speaks."""
    return (d.span, *(other.span for other in d.others)) if d.code == COMPUTED else (d.span,)


def _ever_none(
    game: model.Game, sets: set[Span], numbers: set[Span], looks: Sequence[bytes], expressions: int
) -> set[Span]:
    """Where a value was none, or was not computed often enough to tell: that of a number, or one that a set would have."""
    parts = [e for e in nodes(stated(game)) if isinstance(e, model.Expr)]
    values = {id(v): e.span for e in parts if e.span in sets for v in _values(e)}
    values |= {id(e): e.span for e in parts if e.span in numbers and e.type.base == "number"}
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
            actions = state.legal_actions()
            for action in actions[:: max(1, len(actions) // FEW)]:
                state.apply(action).legal_actions()
    return gone | {values[v] for v, seen in times.items() if seen < ENOUGH}


def _values(e: model.Expr) -> tuple[model.Expr, ...]:
    match e:
        case model.Comprehension(value=model.Node() as value):
            return (value,)
        case model.MakeSet():
            return e.items
    return ()
