"""What people typed, or what stands in their files, as messages quote it."""

from gdl.characters import visible

_QUOTED = 60  # letters that a message repeats


def shortened(text: str) -> str:
    """A text without commands to a terminal, and not longer than a message can quote."""
    text = visible(text)
    return text if len(text) <= _QUOTED else text[: _QUOTED - 1] + "…"
