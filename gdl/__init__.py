"""The language: from the text of a `.gdl` file to a checked `Game`.

game = gdl.load("zola", options={"size": 4})

What this package offers is loaded when it is first asked for, so that its modules may import each other without all the
rest. `__init__.pyi` says the same to type checkers.
"""

from importlib import import_module

__version__ = "0.1.0"
__all__ = ["Diagnostic", "Game", "GameError", "InternalError", "bundled_games", "examine", "load"]

_HOMES = {
    "Diagnostic": "gdl.diagnostics",
    "Game": "gdl.model",
    "GameError": "gdl.diagnostics",
    "InternalError": "gdl.diagnostics",
    "bundled_games": "gdl.loader",
    "examine": "gdl.loader",
    "load": "gdl.loader",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(_HOMES[name]), name)
    globals()[name] = found  # so that it is looked up once
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
