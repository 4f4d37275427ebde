"""How a state shows itself as a picture: what draws it is registered by name, and loaded when a picture is first asked for.

Pictures build on engines, so engines know nothing of them; `interpreter` registers what draws.
"""

from collections.abc import Callable
from importlib import import_module

_homes: list[tuple[str, str]] = []


def draw_by(module: str, function: str) -> None:
    """Registers a function that takes a state and gives SVG, by the names of its module and its own."""
    _homes[:] = [(module, function)]


def picture_of(state: object) -> str:
    """The SVG of a state. Raises LookupError where nothing is registered that draws."""
    if not _homes:
        raise LookupError("nothing is registered that draws states")
    module, function = _homes[0]
    draw: Callable[[object], str] = getattr(import_module(module), function)
    return draw(state)
