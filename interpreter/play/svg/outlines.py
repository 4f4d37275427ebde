"""Signs as outlines, where many systems have no font for them: those of board games and tiles of East Asia.

`outlines.json` has a path for each, in a square of 100 units with its middle at 0, 0. They are taken from Noto Sans CJK (SIL Open
Font License 1.1) by `docs/pictures/outlines.py`.
"""

import json
from functools import cache
from importlib.resources import files

_UNITS = 100


@cache
def _outlines() -> dict[str, str]:
    found: dict[str, str] = json.loads(files(__package__).joinpath("outlines.json").read_text("utf-8"))
    return found


def is_outlined(words: str) -> bool:
    """Whether all of a text can be drawn as outlines."""
    return not words.isascii() and all(c in _outlines() for c in words)


def outline(sign: str) -> str:
    """The path of a sign."""
    return _outlines()[sign]


def scale(size: float) -> float:
    """What makes a sign as high as a letter of that size."""
    return size / _UNITS
