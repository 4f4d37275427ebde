"""Makes the outlines of signs that many systems have no font for: `python docs/pictures/outlines.py FONT...`.

The signs are those of chess-like games and tiles of East Asia, and the icons of `icons.json`. The outlines come from Noto Sans CJK JP
Bold, Noto Emoji Bold and Noto Sans Symbols 2 (all SIL Open Font License 1.1); needs fontTools. Each is a path in a square of 100
units with its middle at 0, 0, which icons fill. A sign that no FONT has keeps its outline, and so do those that are drawn for this
program: pieces that go like two others, and what has no sign in Unicode.
"""

import json
import sys
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection, TTFont

FOLDER = Path(__file__).parents[2] / "interpreter" / "play" / "svg"
TARGET, ICONS = FOLDER / "outlines.json", FOLDER / "icons.json"
SIGNS = (
    "玉王飛角金銀桂香歩竜龍馬全圭杏と成獅麒象虎鶏犬豚兎猫ひにき"
    "帥將将帅仕士相象傌马馬俥車车炮砲兵卒漢楚包"
    "一二三四五六七八九十東南西北中發白萬筒索"
)
DRAWN = "🩓🩒🩑🨨\uf000\uf001"
EM = 1000


def outline(font: TTFont, sign: str, is_icon: bool) -> str:
    """The path of a sign; icons fill their square."""
    glyphs = font.getGlyphSet()
    glyph, bounds = glyphs[font.getBestCmap()[ord(sign)]], BoundsPen(glyphs)
    glyph.draw(bounds)
    left, low, right, high = bounds.bounds
    scale = 100 / max(right - left, high - low) if is_icon else 100 / EM
    middle = Transform(scale, 0, 0, -scale, -scale * (left + right) / 2, scale * (low + high) / 2)
    pen = SVGPathPen(glyphs, ntos=lambda number: f"{round(number, 0 if is_icon else 1) + 0.0:g}")
    glyph.draw(TransformPen(pen, middle))
    return str(pen.getCommands())


def main() -> None:
    fonts = [TTCollection(n).fonts[0] if n.endswith(".ttc") else TTFont(n) for n in sys.argv[1:]]
    found = json.loads(TARGET.read_text("utf-8"))
    icons = json.loads(ICONS.read_text("utf-8"))
    for sign in dict.fromkeys([*SIGNS, *icons]):
        font = next((f for f in fonts if ord(sign) in f.getBestCmap()), None)
        if font is not None and sign not in DRAWN:
            found[sign] = outline(font, sign, sign in icons)
    names = {k: json.dumps(k, ensure_ascii=not k.isprintable()) for k in found}
    lines = ",\n".join(f"{names[k]}: {json.dumps(v)}" for k, v in found.items())
    TARGET.write_text("{\n" + lines + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
