"""The checker: from resolved clauses to the checked `Game`. It is the gate: later stages never find fault with text."""

from gdl.checker.clauses import check, condition

__all__ = ["check", "condition"]
