"""The native engine: rules as machine code."""

from interpreter.engines.native.engine import NativeEngine

__all__ = ["NativeEngine"]
