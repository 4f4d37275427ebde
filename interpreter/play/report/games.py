"""Games that are recorded for a report, as work for an executor: what was done, how much choice there was, who was ahead."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from gdl.limits import MAX_PLIES
from interpreter.analysis.samples import points, seed_of
from interpreter.engines.base import Engine, State
from interpreter.engines.results import judge
from interpreter.hashing import Random
from interpreter.numbering import ActionNumbers
from interpreter.play.bots import Bot, Seat
from interpreter.play.self_play import GamesOfBot


@dataclass(frozen=True)
class RecordedGames:
    """Games of a bot against itself. Of each position of two players, `rollouts` random games say who is ahead (0: none)."""

    engine: Engine
    bot: str
    seed: int
    rollouts: int = 0

    def __call__(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        return [self._recorded(key) for key in keys]

    def _recorded(self, key: int) -> dict[str, Any]:
        seed = seed_of(self.seed, key)
        seeds, numbers = Random(seed), ActionNumbers(self.engine.game)
        bots: list[Bot] = [
            GamesOfBot(self.engine, self.bot, self.seed).made(seeds.below(1 << 32))
            for _ in self.engine.game.players
        ]
        state = self.engine.initial_state(seed)
        actions, counts, values = list[str](), list[int](), list[float]()
        names, kinds, filled, seen = Counter[str](), Counter[str](), Counter[str](), set[int]()
        repeated = 0
        while not state.is_terminal and len(actions) < MAX_PLIES:
            position = state.position()
            filled.update(position["pieces"].keys())
            repeated += hash(state) in seen
            seen.add(hash(state))
            legal = state.legal_actions()
            counts.append(len(legal))
            if self.rollouts:
                values.append(self._value(state, seeds))
            action = bots[state.current_player].choose(Seat.of(state)) if len(legal) > 1 else legal[0]
            move = numbers.decode(action)
            if move is not None:
                names[move.action.name] += 1
                kinds.update(_kind(position, state, action))
            actions.append(state.action_to_string(action))
            state = state.apply(action)
        over = state.is_terminal
        return {
            "key": key, "seed": seed, "points": points(state.returns) if over else None,
            "is_draw": not any(judge(state.returns)) if over else None, "plies": len(actions),
            "branching": fmean(counts) if counts else None, "counts": counts, "actions": actions,
            "values": values, "names": names, "kinds": kinds, "filled": filled,
            "repeated": repeated / len(actions) if actions else 0.0,
            "end": state.ended.text if over and state.ended is not None else "cut off",
        }  # fmt: skip

    def _value(self, state: State, seeds: Random) -> float:
        """The first player's share of the points in random games from a position."""
        found = [self.engine.outcome(state, seeds.below(1 << 32)) for _ in range(self.rollouts)]
        known = [points(f)[0] for f in found if f is not None]
        return fmean(known) if known else 0.5


def _kind(position: dict[str, Any], state: State, action: int) -> list[str]:
    """The kind of the piece on the first site of an action, before it."""
    sites = state.action_sites(action)
    held = position["pieces"].get(state.engine.game.board.sites[sites[0]].name) if sites else None
    top = held[-1] if isinstance(held, list) and held else held
    words = top.split() if isinstance(top, str) else []
    kinds = {k.name for k in state.engine.game.kinds}
    return [w for w in words[:2] if w in kinds][:1]
