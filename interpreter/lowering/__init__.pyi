"""What this package offers, for type checkers: at run time each name is loaded when it is first asked for."""

from interpreter.lowering.facts.facts import Facts
from interpreter.lowering.lower import Lowered
from interpreter.lowering.prepared import Prepared

__all__ = ["Facts", "Lowered", "Prepared"]
