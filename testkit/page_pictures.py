"""Pages as pictures, compared with the ones that are kept in tests/data/pages.

`NITEN_UPDATE_PICTURES=1 .venv/bin/python -m pytest tests/web/test_pictures.py` keeps new ones. Look at them before you
commit.
"""

import io

from PIL import Image
from playwright.sync_api import Page

from testkit import DATA
from testkit.pictures import compare

KEPT = DATA / "pages"
_DUELS = ["duel", "duel-phone", "duel-phone-page", "duel-over", "dice"]
_RACES = ["race", "race-dark", "race-phone", "new-race"]
NAMES = {"front", "front-dark", "rules", "design", *_DUELS, *_RACES}

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
    compare(_half(page.screenshot(animations="disabled", caret="hide", scale="css")), KEPT / f"{name}.png")


def _half(screenshot: bytes) -> Image.Image:
    with Image.open(io.BytesIO(screenshot)) as picture:
        return picture.convert("RGB").reduce(2)
