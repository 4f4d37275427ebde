"""A game as a GIF: its positions one after the other, drawn by resvg and put together by Pillow (the extra `gif`).

Several positions are drawn on one sheet, as most of the time goes into finding the fonts, which is done once for each drawing.
"""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from io import BytesIO

from interpreter.play.svg.animation import size_of

FRAMES = 120
"""Positions of a game at most; of a longer game the end is shown."""

_WIDTH = 480  # pixels
_ON_SHEET = 12  # positions that are drawn together
_SECONDS, _LAST = 0.8, 3  # how long a position stays, and how many times longer the last one
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
        parts.append(frame.replace("<svg ", f'<svg y="{i * high}" width="{_WIDTH}" height="{high}" ', 1))
    return bytes(resvg_py.svg_to_bytes(svg_string="\n".join([*parts, "</svg>"])))


def _parted(frames: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(frames), size):
        yield frames[start : start + size]
