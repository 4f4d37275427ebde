"""What this package offers, for type checkers: at run time each name is loaded when it is first asked for."""

from interpreter.engines.native.convert import Converter
from interpreter.engines.native.engine import NativeEngine

__all__ = ["Converter", "NativeEngine"]
