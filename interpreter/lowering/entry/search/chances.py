"""Other chance to come, for a state that is searched: what is seen in a search must not be what will come."""

from interpreter.lowering.entry.search.asked import Rules
from interpreter.shared.hashing import GAMMA

SEEDS = 1 << 32
FACTOR = GAMMA - (1 << 64)  # as a signed number


def renew(rules: Rules, at: int) -> None:
    """Gives a state other chance to come."""
    rules.reseed(at, rules.below(SEEDS) * FACTOR)
