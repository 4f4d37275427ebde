"""The reference engine: `engine` the contract, `rules` the order of evaluation, `effects`, `paths` and `expressions`
the core of the language, `data` the position, `codec` positions in and out, `why` the reasons."""

from interpreter.engines.reference.engine import ReferenceEngine, ReferenceState

__all__ = ["ReferenceEngine", "ReferenceState"]
