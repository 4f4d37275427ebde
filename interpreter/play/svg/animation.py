"""A game as one picture that moves: its positions one after the other, again and again, as SVG or as a GIF.

In SVG each position is a drawing of its own that is visible in its turn (SMIL, which browsers play in an `img`, too), without a
script. A GIF is drawn by resvg and put together by Pillow (the extra `gif`): several positions are drawn on one sheet, as most of
the time goes into finding the fonts, which is done once for each drawing.
"""

import re
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from io import BytesIO

_LAST = 3  # how many times longer the last position stays than the others
_BOX = re.compile(r'viewBox="0 0 (\d+(?:\.\d+)?) (\d+(?:\.\d+)?)"')


def animate(frames: Sequence[str], seconds: float = 0.8) -> str:
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


FRAMES = 120
"""Positions of a game at most; of a longer game the end is shown."""

_WIDTH = 480  # pixels
_ON_SHEET = 12  # positions that are drawn together
_SECONDS = 0.8  # how long a position of a GIF stays
_PAPER = "#fcf9f2"


def can_draw() -> bool:
    """Whether what draws is installed."""
    return find_spec("resvg_py") is not None and find_spec("PIL") is not None


def gif(frames: Sequence[str]) -> bytes:
    """The bytes of a GIF that shows SVG documents in turn, again and again. Raises ValueError where there is none."""
    from PIL import Image  # of the extra

    if not frames:
        raise ValueError("there is nothing to show")
    shown = frames[-FRAMES:]
    sizes = [size_of(frame) for frame in shown]
    width, height = max(w for w, _ in sizes), max(h for _, h in sizes)
    high = round(_WIDTH * height / width)
    pictures = []
    for sheet in _parted(shown, _ON_SHEET):
        with Image.open(BytesIO(_drawn(sheet, width, height))) as whole:
            for i in range(len(sheet)):
                cut = whole.crop((0, i * high, _WIDTH, (i + 1) * high))
                pictures.append(cut.convert("RGB").quantize(128))
    made = BytesIO()
    durations = [round(1000 * _SECONDS)] * (len(pictures) - 1) + [round(1000 * _SECONDS * _LAST)]
    pictures[0].save(
        made, "GIF", save_all=True, append_images=pictures[1:], duration=durations, loop=0, disposal=1
    )
    return made.getvalue()


def _drawn(frames: Sequence[str], width: float, height: float) -> bytes:
    """Documents below each other as one PNG."""
    import resvg_py

    high = round(_WIDTH * height / width)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{high * len(frames)}">']
    parts.append(f'<rect width="100%" height="100%" fill="{_PAPER}"/>')
    for i, frame in enumerate(frames):
        wide, tall = size_of(frame)  # around the document, which may have a width and a height of its own
        box = f'y="{i * high}" width="{_WIDTH}" height="{high}" viewBox="0 0 {wide:g} {tall:g}"'
        parts.append(f"<svg {box}>{frame}</svg>")
    return bytes(resvg_py.svg_to_bytes(svg_string="\n".join([*parts, "</svg>"])))


def _parted(frames: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(frames), size):
        yield frames[start : start + size]
