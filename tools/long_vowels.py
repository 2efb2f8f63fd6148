# /// script
# dependencies = ["fonttools==4.68.0", "brotli==1.2.1"]
# ///
# pyright: basic, reportMissingImports=false
"""Ō, ō, Ū and ū for the heading font, which has none: `python tools/long_vowels.py` after `make web`.

Each is the letter of the font with the font's own macron above it. Writes web/src/style/long-vowels.woff2, which is
kept with the sources, under the font's licence (SIL Open Font License 1.1): it changes only if the font does. Needs
fontTools, which nothing else here does.
"""

from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

WEB = Path(__file__).parents[1] / "web"
SOURCE = WEB / "node_modules/@fontsource/shippori-mincho/files/shippori-mincho-latin-600-normal.woff2"
TARGET = WEB / "src/style/long-vowels.woff2"
LONG = {"O": 0x14C, "o": 0x14D, "U": 0x16A, "u": 0x16B}
MACRON = 0xAF
GAP = 0.07  # of an em, between letter and macron


def bounds(font: TTFont, name: str) -> tuple[float, float, float, float]:
    """Left, bottom, right, top of a glyph."""
    pen = BoundsPen(font.getGlyphSet())
    font.getGlyphSet()[name].draw(pen)
    assert pen.bounds
    return pen.bounds


def main() -> None:
    font = TTFont(SOURCE)
    names, glyphs = font.getBestCmap(), font.getGlyphSet()
    macron = names[MACRON]
    left, bottom, right, _ = bounds(font, macron)
    outlines = {}
    for letter in LONG:
        base = names[ord(letter)]
        x0, _, x1, top = bounds(font, base)
        pen = TTGlyphPen(glyphs)
        glyphs[base].draw(pen)
        up = top + GAP * font["head"].unitsPerEm - bottom
        glyphs[macron].draw(TransformPen(pen, (1, 0, 0, 1, (x0 + x1 - left - right) / 2, up)))
        outlines[base] = pen.glyph()
    for base, outline in outlines.items():  # the long vowel takes the place of the short one
        font["glyf"][base] = outline
    font["cmap"].tables = [table for table in font["cmap"].tables if table.isUnicode()]
    for table in font["cmap"].tables:
        table.cmap = {code: names[ord(letter)] for letter, code in LONG.items()}
    subsetter = Subsetter(Options(layout_features=[], hinting=False, name_IDs=[0, 13, 14]))
    subsetter.populate(unicodes=LONG.values())
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
