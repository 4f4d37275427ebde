"""The checker: from resolved clauses to the checked `Game`. It is the gate: later stages never find fault with text.

check         the way through, as a list: declarations, clauses, analyses
context       what every function is given: the symbol table (`names`), the reporter, the local names of a place
declarations  players, board, kinds, fields, pools, definitions: they fill the symbol table
expressions   words, calls, operators, sets, tests, paths: from the tree to the typed core
effects       effects, demands and results
clauses       actions, turns, settling, ends, what is hidden, remembered, claimed and drawn
analyses      circles, chance, what may not be asked; warnings

Each function `check_X` takes a node of the tree and a context, reports mistakes, and gives what the node means.
"""

from gdl.checker.check import check, condition

__all__ = ["check", "condition"]
