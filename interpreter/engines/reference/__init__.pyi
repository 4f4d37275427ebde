"""What this package offers, for type checkers: at run time each name is loaded when it is first asked for."""

from interpreter.engines.reference.data import Data
from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState

__all__ = ["Data", "ReferenceEngine", "ReferenceState"]
