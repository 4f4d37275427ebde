"""From a checked game to machine code: `lower(game) -> Program`, then `generate(program)` writes LLVM's language.

What this package offers is loaded when it is first asked for: where machine code is kept on disk, nothing is lowered.
`__init__.pyi` says the same to type checkers.
"""

from gdl.platform.on_demand import offered

__all__ = ["Facts", "Lowered", "Prepared"]

_HOMES = {
    "Facts": "interpreter.lowering.facts.facts",
    "Lowered": "interpreter.lowering.lower",
    "Prepared": "interpreter.lowering.prepared",
}

__getattr__, __dir__ = offered(__name__, _HOMES)
