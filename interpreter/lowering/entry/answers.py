"""What functions of a program answer beside a number of actions."""

OVER = -1  # the game is over
NOT_FOUND = -2  # there is no such action
WRONG = -3  # machine code gives up: a rule goes wrong, or there is not room enough
