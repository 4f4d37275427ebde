"""Where play can come to: the phases that some effect enters on the way, and the actions that are ever on offer.

Conditions are not asked: what is said to be reached may be so, and what is not reached never is.
"""

from collections.abc import Iterable

from gdl.core import model
from gdl.core.visit import nodes
from gdl.platform.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Course:
    """What play may come to: `starts` are the phases in which it can begin."""

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
