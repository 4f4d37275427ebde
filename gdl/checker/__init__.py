"""The checker: from resolved clauses to the checked `Game`. It is the gate: later stages never find fault with text.

check         the passes in one visible list: declarations, clauses, analyses
context       what every function gets: the symbol table (`names`), the reporter, the names in scope
declarations  players, board, kinds, fields, pools, definitions: they fill the symbol table
expressions   names, calls, operators, sets, predicates, paths: from the tree to the typed core
effects       effects, demands and results
clauses       actions, turns, settling, ends; what is hidden, remembered, claimed and drawn
analyses      legality: circles, chance, misplaced questions; information flow; warnings

A function `check_X` takes a node of the tree and a context, reports mistakes, and returns what the node means.
"""

from gdl.checker.check import check, condition, measured

__all__ = ["check", "condition", "measured"]
