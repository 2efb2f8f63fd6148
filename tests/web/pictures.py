"""Pages as pictures, compared with the ones that are kept in tests/data/pages.

`NITEN_UPDATE_PICTURES=1 .venv/bin/python -m pytest tests/web/test_pictures.py` keeps new ones. Look at them before you
commit.
"""

import io
import os
import tempfile
from pathlib import Path

from PIL import Image, ImageChops
from playwright.sync_api import Page

KEPT = Path(__file__).parents[1] / "data" / "pages"
SEEN = Path(tempfile.gettempdir()) / "niten-pictures"
UPDATE = "NITEN_UPDATE_PICTURES"
_DUELS = ["duel", "duel-phone", "duel-phone-page", "duel-over", "dice"]
_RACES = ["race", "race-dark", "race-phone", "new-race"]
NAMES = {"front", "front-dark", "rules", *_DUELS, *_RACES}

# Pictures are kept at half size, so that a letter drawn a little differently counts little, and with few shades. A
# pixel differs if one of its three colours is further away than FAR (of 255); so much of a picture may.
FAR = 40
MOST = 0.004
SHADE = 15

# The text is set in a font that comes with the browser the tests install; headings have the font of the app.
_SET = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`:root { --text: "DejaVu Sans", sans-serif; --serif: "Shippori Mincho", "DejaVu Sans", serif; }
        * { caret-color: transparent !important; animation: none !important; transition: none !important;
            -webkit-tap-highlight-color: transparent; }
        html { scrollbar-width: none; scrollbar-gutter: auto; }`);
    document.adoptedStyleSheets = [sheet];
    const frame = () => new Promise(done => requestAnimationFrame(done));
    return document.fonts.ready.then(frame).then(frame).then(() => null);
}"""


def look_same(page: Page, name: str) -> None:
    """What the window shows is what is kept under this name."""
    assert name in NAMES
    page.evaluate(_SET)
    page.mouse.move(0, 0)
    seen = _half(page.screenshot(animations="disabled", caret="hide", scale="css"))
    kept = KEPT / f"{name}.png"
    if os.environ.get(UPDATE):
        KEPT.mkdir(parents=True, exist_ok=True)
        seen.point([round(value / SHADE) * SHADE for value in range(256)] * 3).save(kept, optimize=True)
        return
    assert kept.exists(), f"there is no {kept}: {UPDATE}=1 keeps one"
    with Image.open(kept) as opened:
        expected = opened.convert("RGB")
    share, marked = difference(seen, expected)
    if share > MOST:
        SEEN.mkdir(exist_ok=True)
        ours, theirs = SEEN / f"{name}.png", SEEN / f"{name}-difference.png"
        seen.save(ours)
        marked.save(theirs)
        raise AssertionError(f"{name}: {share:.2%} of the picture differ. Seen: {ours}, marked: {theirs}, kept: {kept}")


def difference(seen: Image.Image, expected: Image.Image) -> tuple[float, Image.Image]:
    """How much of a picture differs, and the picture with that in red."""
    if seen.size != expected.size:
        return 1.0, seen
    apart = ImageChops.difference(seen, expected)
    far = apart.point([255 * (value > FAR) for value in range(256)] * 3)
    red, green, blue = far.split()
    mask = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    marked = Image.blend(seen, Image.new("RGB", seen.size, "white"), 0.7)
    marked.paste((255, 0, 0), mask=mask)
    return mask.histogram()[255] / (seen.width * seen.height), marked


def _half(screenshot: bytes) -> Image.Image:
    with Image.open(io.BytesIO(screenshot)) as picture:
        return picture.convert("RGB").reduce(2)
