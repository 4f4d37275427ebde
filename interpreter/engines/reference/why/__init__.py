"""Why a move is not legal.

explanation     the actions that a text may mean, step by step where they continue, and the reasons of the one that comes furthest
readings        what a text says of an action's choices
action_clauses  one action's clauses, judged with its choices, and what follows from it
failed_demands  why what an action demands is impossible
because         what makes a condition hold or not, down to the definitions behind it
"""

from interpreter.engines.reference.why.explanation import explain
from interpreter.engines.reference.why.readings import Question

__all__ = ["Question", "explain"]
