"""Windows of a browser that are used again: one that has shown the app before has a third of the work of a new one."""

from typing import NamedTuple

from playwright.sync_api import Browser, Error, Page

from testkit.browser import QUIET
from testkit.waiting import PATIENCE

_KEPT = 6  # more of them only take memory

# Whatever somebody left behind: settings, games that were looked at.
_EMPTY = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const name of await caches.keys()) await caches.delete(name);
}"""


class Kind(NamedTuple):
    """What cannot be changed once a window is there."""

    language: str
    touch: bool


class Windows:
    """Windows of one server's app. Who takes one finds it as if nobody had been there, but for the files of the app.

    What a window cannot be rid of (scripts that run in every page, a service worker) belongs into one of its own.
    """

    def __init__(self, browser: Browser, home: str) -> None:
        self._browser, self._home = browser, home
        self._free: list[tuple[Kind, Page]] = []

    def take(self, kind: Kind, size: tuple[int, int]) -> Page:
        for at, (found, page) in enumerate(self._free):
            if found == kind:
                del self._free[at]
                page.set_viewport_size({"width": size[0], "height": size[1]})
                return page
        return new_window(self._browser, kind, size)

    def give_back(self, kind: Kind, page: Page) -> None:
        """Emptied at once, so that nothing in it goes on."""
        try:
            self._empty(page)
        except Error:  # whatever was done to it, the next one is new
            page.context.close()
            return
        self._free.append((kind, page))
        if len(self._free) > _KEPT:
            self._free.pop(0)[1].context.close()

    def _empty(self, page: Page) -> None:
        context = page.context
        for other in context.pages:
            if other is not page:
                other.close()
        context.set_offline(False)
        page.unroute_all(behavior="ignoreErrors")
        page.goto(self._home + QUIET)  # of the app: the browser keeps the process
        page.evaluate(_EMPTY)
        context.clear_cookies()
        context.clear_permissions()
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.mouse.move(0, 0)  # it would hover over what comes


def new_window(browser: Browser, kind: Kind, size: tuple[int, int], *, worker: bool = False) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        locale=kind.language,
        has_touch=kind.touch,
        is_mobile=kind.touch,
        reduced_motion="reduce",
        service_workers="allow" if worker else "block",  # what goes through it is not seen by the test
    )
    context.set_default_timeout(PATIENCE * 1000)
    return context.new_page()
