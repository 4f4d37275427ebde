"""What the player to move can capture: found by making every move, so that it holds for any game."""

from interpreter.engines.base import State
from interpreter.engines.position_parts import Position, stacks


def capturable(state: State, player: str) -> dict[str, list[str]]:
    """The sites whose piece of another player can be captured, each with the moves that do it, in notation."""
    before = _foes(state.position(), player)
    found: dict[str, list[str]] = {}
    for action in state.legal_actions():
        after = _foes(state.apply(action).position(), player)
        if sum(map(len, after.values())) >= sum(map(len, before.values())):
            continue
        for site, pieces in before.items():
            if len(after.get(site, [])) < len(pieces):
                found.setdefault(site, []).append(state.action_to_string(action))
    return found


def _foes(position: Position, player: str) -> dict[str, list[str]]:
    """The pieces of others on each site."""
    found: dict[str, list[str]] = {}
    for site, texts in stacks(position).items():
        foes = [t for t in texts if len(t.split()) > 1 and t.split()[0] != player and "=" not in t.split()[1]]
        if foes:
            found[site] = foes
    return found
