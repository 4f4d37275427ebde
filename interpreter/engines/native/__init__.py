"""The native engine: rules as machine code.

What this package offers is loaded when it is first asked for. `__init__.pyi` says the same to type checkers.
"""

from gdl.platform.on_demand import offered

__all__ = ["Converter", "NativeEngine"]

_HOMES = {
    "Converter": "interpreter.engines.native.convert",
    "NativeEngine": "interpreter.engines.native.engine",
}

__getattr__, __dir__ = offered(__name__, _HOMES)
