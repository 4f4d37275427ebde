"""Whether what is legal tells a player what stands on sites that are hidden from them, found by playing.

The checker follows what conditions read of hidden pieces (`gdl.checker.analyses.secret_told`). Which sites are hidden is
decided by the position, so what paths and tests read of them is tried: what is hidden from the player to act is exchanged, and
the legal actions must stay as they are.
"""

from collections.abc import Sequence
from contextlib import suppress

from gdl.core import model
from gdl.diagnostics.values import Diagnostic, GameError, Label
from interpreter import engine as make_engine
from interpreter.analysis.trial.work import Spent, at_most
from interpreter.engines.reference.engine import ReferenceState
from interpreter.shared import hashing

TRIES = 2  # exchanges for each position


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
