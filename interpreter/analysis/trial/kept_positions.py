"""What only the reference engine tells of a game, in positions of a few random games.

* Whether what is legal tells a player what stands on sites that are hidden from them: that is warned of.
* Whether values of which the checker warns, as they may be none, ever are: if not, the warning is taken back.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress

from gdl.core import model
from gdl.core.rules import stated
from gdl.core.visit import nodes
from gdl.diagnostics.values import Diagnostic, GameError, Label
from gdl.source import Span
from interpreter import engine as make_engine
from interpreter.analysis.trial.work import Spent, at_most
from interpreter.engines.reference.engine import ReferenceState
from interpreter.shared import hashing

TRIES = 2  # exchanges for each position
FEW = 6  # actions that are tried in one position
ENOUGH = 50  # times that a value must have been there
DROPPED, COMPUTED = "dropped-none", "none-in-arithmetic"


# ---- hidden sites
#
# The checker follows what conditions read of hidden pieces (`gdl.checker.analyses.secret_told`). Which sites are hidden is
# decided by the position, so what paths and tests read of them is tried: what is hidden from the player to act is exchanged,
# and the legal actions must stay as they are.


def reveals_hidden_sites(game: model.Game, looks: Sequence[bytes], expressions: int) -> Diagnostic | None:
    """A warning, if in some of these positions what is legal depends on what is hidden; None where nothing is, or nothing was found."""
    if not any(map(_of_sites, game.hides)):
        return None
    engine, draw = make_engine(game, "reference"), hashing.Random(1)
    with suppress(Spent, GameError), at_most(expressions):
        for look in (bytes(engine.initial_state()), *looks):
            state = engine.from_bytes(look)
            assert isinstance(state, ReferenceState)
            if (found := _revealed(state, draw)) is not None:
                return found
    return None


def _of_sites(hide: model.Hide) -> bool:
    """Whether players do not see what stands on sites, or where pieces are."""
    return hide.hides_sites or "site" in hide.aspects


def _revealed(state: ReferenceState, draw: hashing.Random) -> Diagnostic | None:
    """A warning, if a position that looks the same to the player to act has other legal actions than this one."""
    player = state.current_player
    if state.is_terminal or player < 0:
        return None
    seen, written = state.observation(player), {state.action_to_string(a): a for a in state.legal_actions()}
    for _ in range(TRIES):
        other = state.exchanged(player, draw, lambda o: o.observation(player) == seen)
        if other is None:
            continue
        others = {other.action_to_string(a): a for a in other.legal_actions()}
        differing = sorted(written.keys() ^ others.keys())
        if differing:
            return _warning(state, differing[0], (written | others)[differing[0]])
    return None


def _warning(state: ReferenceState, text: str, number: int) -> Diagnostic:
    game = state.engine.game
    move = state.engine.numbers.decode(number)
    assert move is not None
    hide = next(filter(_of_sites, game.hides))
    who = game.players[state.current_player].name
    return Diagnostic(
        "secret-told",
        f"what is legal tells the mover what is hidden from them: in a position that looks the same to {who}, `{text}` is "
        "legal or not",
        move.action.span,
        "depends on what is hidden",
        others=(Label(hide.span, "hidden here"),),
        help="ask only for what they see, and let the effects do the rest; or show them the sites that it asks for",
        notes=("found by playing random games",),
    )


# ---- values that a set would leave out, or that would count as 0, where they are none
#
# let middle(s: site) = site_at(3 * column_of(s) + 2, 5)      -- may be none, as any `site_at` may
# let tiles(s: site) = count({middle(t) for t in area(s)})    -- and never is
#
# Whether a site, a piece or a first element is there depends on numbers and positions that no type tells. So warnings are taken
# back whose values were computed often and were there each time.


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
