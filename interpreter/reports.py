"""The numbers by which searches in machine code report to whoever runs them."""

ONE = 1 << 16
"""A payoff of 1: payoffs are whole multiples of 1 / ONE."""

RUNNING, DONE, FULL, CYCLIC, WRONG, STOPPED = range(6)
"""Why a search has come back: it may go on, it is done, its memory is full, a position has come again, a rule goes wrong in
play, or it was told to stop."""

NEVER = (1 << 31) - 1
"""A proof number that is never reached: of what is disproved, or a disproof number of what is proved."""
