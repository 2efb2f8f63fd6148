"""A real browser for tests: the machine's Chromium, or one that is installed first; and people who play with it."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from filelock import FileLock
from playwright.sync_api import Locator, Page, expect

from tests.server.running import PATIENCE

AXE = (Path(__file__).parents[2] / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
_RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
_LIGHT = "chromium-headless-shell"  # the same browser without its windows: a third of the work for each page
expect.set_options(timeout=PATIENCE * 1000)


def chromium() -> str:
    """Where the browser is; installed by the first process of tests that needs it."""
    with FileLock(Path(tempfile.gettempdir()) / "niten-chromium.lock"):
        if _installed() is None:
            assert os.geteuid() == 0, "the tests need a browser: sudo apt-get install chromium"
            environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
            for command in (["update", "-qq"], ["install", "-y", "-qq", _LIGHT, "fonts-dejavu-core"]):
                subprocess.run(["apt-get", *command], check=True, env=environment, stdout=subprocess.DEVNULL)
        found = _installed()
    assert found
    return found


def _installed() -> str | None:
    return next(filter(None, map(shutil.which, (_LIGHT, "chromium", "chromium-browser", "google-chrome"))), None)


def check_access(page: Page) -> None:
    """Nothing that axe knows to be wrong, in light and in dark."""
    page.evaluate(AXE)
    schemes: list[Literal["light", "dark"]] = ["light", "dark"]
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        asked = "rules => axe.run({runOnly: rules, resultTypes: ['violations']})"
        found = page.evaluate(asked, _RULES)["violations"]
        told = [(one["id"], [node["html"][:200] for node in one["nodes"]]) for one in found]
        assert not told, f"{page.url} {scheme}: {told}"
    page.emulate_media(color_scheme=None, reduced_motion="reduce")


def cookie(page: Page) -> str:
    """Who the page is, for somebody who speaks for it."""
    return next(one.get("value", "") for one in page.context.cookies() if one.get("name") == "niten")


_READY = """() => new MutationObserver((_, observer) => {
    if (!document.querySelector(".door:enabled")) return;
    window.ready = performance.now();
    observer.disconnect();
}).observe(document, {childList: true, subtree: true})"""


def interactive(page: Page, url: str) -> float:
    """Milliseconds from the navigation to the first door that can be opened."""
    page.add_init_script(f"({_READY})()")
    page.goto(url)
    return float(page.wait_for_function("() => window.ready").json_value())


Press = Callable[[Locator], None]


def click(button: Locator) -> None:
    """By mouse."""
    button.click()


def tap(button: Locator) -> None:
    """By finger."""
    button.tap()


def press(button: Locator) -> None:
    """By keyboard alone: to the button with Tab, then Enter."""
    page = button.page
    for _ in range(150):
        if button.evaluate("node => node === document.activeElement"):
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{button} cannot be reached by keyboard")
