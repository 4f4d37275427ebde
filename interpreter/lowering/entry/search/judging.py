"""What a position promises each player, by the measures of the game and weights that were learnt.

Random games that end after a few actions and are judged there say more about long games than random games to the end
(Lorentz, "Early Playout Termination in MCTS", 2015).
"""

from interpreter.ir.python import Words
from interpreter.lowering.entry.search.asked import Rules
from interpreter.shared.search_status import HALF, STEP

SCALE = 256  # units of a weight in one of an evaluation


def promised(
    rules: Rules, memory: Words, values: int, weights: Words, first: int, count: int, tempo: int, table: Words
) -> int:
    """What a player may expect, in units of 1 / ONE, where `count` measures were written from `values` on. Their weights begin
    with number `first`; `tempo` is added; `table` is the payoff that odds come to, for each `STEP` of an evaluation."""
    total = 0
    for i in range(count):
        total += weights[first + i] * memory[values + i]
    at = (total // SCALE + tempo) // STEP + HALF
    return table[min(max(at, 0), HALF * 2)]
