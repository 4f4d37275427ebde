"""The numbers by which machine code reports to whoever runs it: a position that is changed in place, and searches."""

OVER, NOT_FOUND, GAVE_UP = -1, -2, -3
"""Instead of a number of actions: the game is over, there is no such action, or a rule goes wrong or there is not room enough."""

ONE = 1 << 16
"""A payoff of 1: payoffs are whole multiples of 1 / ONE."""

RUNNING, DONE, FULL, CYCLIC, WRONG, STOPPED, UNEVEN, BETWEEN, UNFIT = range(9)
"""Why a search has come back: it may go on, it is done, its memory is full, a position has come again, a rule goes wrong in
play, it was told to stop, payoffs do not add up to 0, there is one between the greatest and the least, or something is not as it was
taken to be."""

STEP, HALF = 8, 1024
"""The table of what an evaluation promises has HALF numbers below 0 and above it, one for each STEP units of an evaluation."""

OPEN, DRAWN, WIN = range(3)
"""Marks of positions, as the player sees it who acts there: nothing is known, or it is a draw, or WIN more than how many actions it
takes to win; the opposite of that where all is lost."""

MOST_LAYERS = 32_000
"""Actions that it takes to win, at most."""

CONTENTS, WHOLE, OWNER = -1, -2, -3
"""What two things exchange, if it is not a field: what stands on two sites, that and all fields of the sites, or whose two pieces are."""

SAME, CHANGED, RENAMED = range(3)
"""What an exchange did: nothing, or something; or the names of both pieces have gone along."""
