"""A real browser for tests: the machine's Chromium, or one that is installed first; and people who play with it."""

import shutil
from collections.abc import Callable
from typing import Literal

from playwright.sync_api import Locator, Page, expect

from testkit import ROOT
from testkit.servers import API, Client, Server
from testkit.waiting import PATIENCE

AXE = (ROOT / "web/node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
_RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
_LIGHT = "chromium-headless-shell"  # the same browser without its windows: a third of the work for each page
QUIET = "/icon.svg"
"""A page of the app in which nothing runs."""
expect.set_options(timeout=PATIENCE * 1000)


def chromium() -> str:
    """Where the browser is; tools/system brings one where there is none."""
    found = next(filter(None, map(shutil.which, (_LIGHT, "chromium", "chromium-browser", "google-chrome"))), None)
    assert found, "the tests need a browser: sudo tools/system"
    return found


_FOUND = """async rules => {
    const {violations} = await axe.run({runOnly: rules, resultTypes: ["violations"], selectors: false});
    return violations.map(({id, nodes}) => [id, nodes.map(node => node.html.slice(0, 200))]);
}"""


def check_access(page: Page) -> None:
    """Nothing that axe knows to be wrong, in light and in dark."""
    if not page.evaluate("() => 'axe' in window"):  # half of the work is to read it
        page.evaluate(AXE)
    schemes: list[Literal["light", "dark"]] = ["light", "dark"]
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        told = page.evaluate(_FOUND, _RULES)
        assert not told, f"{page.url} {scheme}: {told}"
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


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


OpenPage = Callable[..., Page]
"""Somebody opens the app: the fixture `open_page` of tests/web."""
FAR = "home.test"
"""Another machine's name for this one: what comes from there unencrypted, the browser trusts less."""
Press = Callable[[Locator], None]


def click(button: Locator) -> None:
    """By mouse."""
    button.click()


def tap(button: Locator) -> None:
    """By finger."""
    button.tap()


# How often Tab leads from where the focus is to a button; less than nothing is back. Once, if that cannot be told.
_AWAY = """button => {
    if (button === document.activeElement) return 0;
    const can = "a[href], button, input, select, textarea, summary, [tabindex]";
    const isStop = one => one.tabIndex >= 0 && !one.disabled && !one.closest("[inert]") &&
        (one.type !== "radio" || one.checked) && one.checkVisibility({visibilityProperty: true});
    const stops = [...document.querySelectorAll(can)].filter(isStop);
    const here = stops.indexOf(document.activeElement), there = stops.indexOf(button);
    return here < 0 || there < 0 ? 1 : there - here;
}"""


def press(button: Locator) -> None:
    """By keyboard alone: to the button with Tab, then Enter."""
    page = button.page
    for turn in range(150):
        away: int = button.evaluate(_AWAY)
        if not away:
            page.keyboard.press("Enter")
            return
        for _ in range(abs(away) if turn < 3 else 1):  # where the count was wrong, one after the other
            page.keyboard.press("Tab" if away > 0 or turn >= 3 else "Shift+Tab")
    raise AssertionError(f"{button} cannot be reached by keyboard")


_INTRODUCED = """async api => {
    if (localStorage.getItem("niten.known")) return;
    if (!(await fetch(`${api}/profile`, {method: "POST"})).ok) throw new Error("no profile");
    localStorage.setItem("niten.known", "yes");
}"""


def known(page: Page) -> None:
    """Until the page has made its profile; where nothing runs, what the app does there is done for it."""
    if page.url.endswith(QUIET):
        page.evaluate(_INTRODUCED, API)
    else:
        page.wait_for_function("() => localStorage.getItem('niten.known')")


def of_the_page(page: Page, server: Server) -> Client:
    """Somebody who plays through the interface, as the person the browser is."""
    known(page)
    return Client(server.url, cookie=cookie(page))


# By the page's own leave, but not with its buttons: the first step that is legal, and no roll twice.
_REST = """async at => {
    for (;;) {
        const {stage, legal, number} = await (await fetch(at)).json();
        if (stage === "over") return;
        const step = legal.find(one => !one.includes("reroll")) ?? legal[0];
        const headers = {"content-type": "application/json"};
        const body = JSON.stringify({step, based_on: number});
        if (step) await fetch(`${at}/steps`, {method: "POST", headers, body});
        else await new Promise(done => setTimeout(done, 20));  // a bot thinks
    }
}"""


def play_rest(page: Page) -> None:
    """What is left of a game, without its buttons; the page is elsewhere meanwhile, and comes back when it is over."""
    table = page.url
    home, _, opened = table.partition("/t/")
    page.goto(home + QUIET)
    page.evaluate(_REST, f"{API}/tables/{opened}")
    page.goto(table)


def fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "nothing to scroll sideways"
