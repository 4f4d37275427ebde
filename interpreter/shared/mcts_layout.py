"""How a Monte Carlo tree lies in memory: `lowering/entry/search/mcts_tree.py` writes it, whoever runs the search reads it."""

DEEPEST = 4000  # nodes on the way down
LEVEL = 4  # words of a node on the way down
NODE, BLOCK, SEEN, LEFT = range(LEVEL)
EDGE = 4  # words of a node
MEAN, COUNTED, SUMS, LINK = range(EDGE)
VISITS = 20  # `COUNTED` is the number of visits, and in so many bits 1 / sqrt(visits), or 0 if the result is certain
DRAWN = (1 << VISITS) - 1
HEAD = 4  # words of a block before its nodes
COUNT, TRIED, MOVER, DECISION = range(HEAD)
LINE = 8  # words of a line of the processor's cache; blocks begin with one
OUTCOMES, PLACES = 22, 42  # bits of `LINK` before the outcome, and before the place
BLOCKS, OUTCOME = (1 << OUTCOMES) - 1, (1 << PLACES - OUTCOMES) - 1
