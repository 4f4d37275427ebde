"""Rules that go wrong in play on one side alone: a field that overflows, a settling that cycles. That is a difference as well.

first_failures(judge, seed, positions) -> differences, one for each side at most, each the earliest that was met
"""

from gdl.diagnostics.values import GameError
from gdl.limits import MAX_PLIES
from interpreter.analysis.lockstep.judging import FAILURE, Divergence, Judge, Line, Unlike
from interpreter.analysis.lockstep.vocabulary import NONE
from interpreter.engines.base import State
from interpreter.shared.hashing import Random


def first_failures(judge: Judge, seed: int, positions: int) -> tuple[list[Divergence], int]:
    """Plays one game after the other on both sides; gives also how many positions were met."""
    random, met, found = Random(seed), 0, dict[str, Divergence]()
    while met < positions:
        start, longest = random.below(1 << 32), max((len(d.line.actions) for d in found.values()), default=0)
        most = min(MAX_PLIES, positions - met, longest if len(found) > 1 else MAX_PLIES)
        failed, played = _played(judge, start, most, random)
        met += 1 + played
        if failed is None:
            continue
        side = failed.unlike.text[0]
        if side not in found or len(failed.line.actions) < len(found[side].line.actions):
            found[side] = failed
    return list(found.values()), met


def _played(judge: Judge, start: int, most: int, random: Random) -> tuple[Divergence | None, int]:
    """What goes wrong on one side in a game, and how many actions were played before."""
    actions: list[int] = []
    try:
        states = (judge.engines[0].initial_state(start), judge.engines[1].initial_state(start))
        while len(actions) < most and not any(s.is_terminal for s in states):
            mine = random.pick(states[0].legal_actions())
            other = judge.vocabulary.among(mine, states[1].legal_actions())
            if other == NONE:
                break
            after = [_after(states[0], mine), _after(states[1], other)]
            match after:
                case [GameError(), GameError()]:
                    break
                case [GameError() as error, _]:
                    return _failure(start, actions, "A", states, mine, error), len(actions)
                case [_, GameError() as error]:
                    return _failure(start, actions, "B", states, mine, error), len(actions)
                case [State() as one, State() as two]:
                    states = (one, two)
            actions.append(mine)
    except GameError:  # of what is legal: nobody can say then what the other side would have done
        pass
    return None, len(actions)


def _after(state: State, action: int) -> State | GameError:
    try:
        return state.apply(action)
    except GameError as error:
        return error


def _failure(
    start: int, actions: list[int], side: str, states: tuple[State, State], action: int, error: GameError
) -> Divergence:
    first = error.diagnostics[0]
    text = f"{side} goes wrong at {states[0].action_to_string(action)}: {first.message} ({first.span})"
    return Divergence(Line(start, tuple(actions)), Unlike(FAILURE, text=text, place=first.span), states)
