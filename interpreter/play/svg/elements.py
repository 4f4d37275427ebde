"""SVG as text: an element is written as soon as it is made, from the elements in it.

So a picture is drawn in about the time that it takes to join its texts, and nothing needs to be loaded for it.
"""

from collections.abc import Iterable
from typing import NewType

Element = NewType("Element", str)
"""An element with all that is in it. Text and attributes that come from a game are escaped before."""


def element(tag: str, inner: Iterable[str] = (), **attributes: str | float | None) -> Element:
    """An element around others, or around a text. Attributes: `stroke_width` is `stroke-width`, `class_` is `class`; None: none."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{value}"'
        for name, value in attributes.items()
        if value is not None
    )
    text = "".join(inner)
    return Element(f"<{tag}{written}>{text}</{tag}>" if text else f"<{tag}{written}/>")


def drawing(inner: Iterable[str], wide: int, high: int, **attributes: str | float | None) -> str:
    """An SVG document, or a part of a page, whose corners are at 0, 0 and at its width and height."""
    name = "http://www.w3.org/2000/svg"
    return element("svg", inner, xmlns=name, viewBox=f"0 0 {wide} {high}", **attributes)
