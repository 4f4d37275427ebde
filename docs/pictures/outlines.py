"""Makes the outlines of signs that many systems have no font for: `python docs/pictures/outlines.py FONT.ttc`.

The signs are those of chess-like games and tiles of East Asia. The outlines come from Noto Sans CJK JP, Bold (SIL Open Font
License 1.1); needs fontTools. Each is a path in a square of 100 units with its middle at 0, 0.
"""

import json
import sys
from pathlib import Path

from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

TARGET = Path(__file__).parents[2] / "interpreter" / "play" / "svg" / "outlines.json"
SIGNS = (
    "玉王飛角金銀桂香歩竜龍馬全圭杏と成獅麒象虎鶏犬豚兎猫ひにき"
    "帥將将帅仕士相象傌馬马俥車车炮砲兵卒漢楚包"
    "一二三四五六七八九十東南西北中發白萬筒索"
)
EM = 1000


def main() -> None:
    font = TTCollection(sys.argv[1]).fonts[0]
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found = {}
    for sign in dict.fromkeys(SIGNS):
        glyph, bounds = glyphs[names[ord(sign)]], BoundsPen(glyphs)
        glyph.draw(bounds)
        left, low, right, high = bounds.bounds
        scale = 100 / EM
        middle = Transform(scale, 0, 0, -scale, -scale * (left + right) / 2, scale * (low + high) / 2)
        pen = SVGPathPen(glyphs, ntos=lambda number: f"{number:.1f}".removesuffix(".0"))
        glyph.draw(TransformPen(pen, middle))
        found[sign] = pen.getCommands()
    lines = ",\n".join(f"{json.dumps(k, ensure_ascii=False)}: {json.dumps(v)}" for k, v in found.items())
    TARGET.write_text("{\n" + lines + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
