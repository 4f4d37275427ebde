"""A game as one picture that moves: its positions one after the other, again and again, without a script.

Each position is a drawing of its own that is visible in its turn (SMIL, which browsers play in an `img`, too).
"""

import re
from collections.abc import Sequence

_LAST = 3  # how many times longer the last position stays than the others
_BOX = re.compile(r'viewBox="0 0 (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"')


def animated(frames: Sequence[str], seconds: float = 0.8) -> str:
    """An SVG document that shows SVG documents in turn, each for some seconds. Raises ValueError where there is none."""
    if not frames:
        raise ValueError("there is nothing to show")
    sizes = [size_of(frame) for frame in frames]
    width, height = max(w for w, _ in sizes), max(h for _, h in sizes)
    beats = len(frames) - 1 + _LAST
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}">',
        f'<rect width="{width:g}" height="{height:g}" fill="#fcf9f2"/>',
    ]
    for i, frame in enumerate(frames):
        end = beats if i == len(frames) - 1 else i + 1
        parts.append(
            f'<g visibility="{"visible" if i == 0 else "hidden"}">{frame}{_turn(i, end, beats, seconds)}</g>'
        )
    return "\n".join([*parts, "</svg>"])


def size_of(frame: str) -> tuple[float, float]:
    """The width and height of an SVG document. Raises ValueError where it does not say them."""
    found = _BOX.search(frame)
    if found is None:
        raise ValueError("the picture has no size")
    return float(found[1]), float(found[2])


def _turn(start: int, end: int, beats: int, seconds: float) -> str:
    """When a frame is visible: from one beat to another, of a round of so many."""
    if end - start == beats:
        return ""  # the only frame is always there
    times, values = [0.0], ["visible" if start == 0 else "hidden"]
    for beat, value in ((start, "visible"), (end, "hidden")):
        if 0 < beat < beats:
            times.append(beat / beats)
            values.append(value)
    return (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{beats * seconds:g}s" repeatCount="indefinite" '
        f'keyTimes="{";".join(f"{t:.5f}" for t in times)}" values="{";".join(values)}"/>'
    )
