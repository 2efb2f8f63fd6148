"""One server for all processes of tests, one browser for each; an emptied window for each test."""

from collections.abc import Generator
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, sync_playwright

from testkit.browser import FAR, OpenPage, chromium
from testkit.one_server import one_server
from testkit.servers import Server
from testkit.windows import Kind, Windows, new_window

# Letters are drawn alike on all machines.
SAME = ["--font-render-hinting=none", "--disable-lcd-text"]
_FAR = f"--host-resolver-rules=MAP {FAR} 127.0.0.1"
_BLOCKED = "Service Worker registration blocked by Playwright"


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", _FAR, *SAME])
        yield running
        running.close()


@pytest.fixture(scope="session")
def pages_server(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Generator[Server]:
    own = tmp_path_factory.getbasetemp()
    with one_server((own if worker_id == "master" else own.parent) / "pages") as running:
        yield running


@pytest.fixture(scope="session")
def windows(browser: Browser, pages_server: Server) -> Windows:
    return Windows(browser, pages_server.url)


@pytest.fixture
def open_page(browser: Browser, pages_server: Server, windows: Windows) -> Generator[OpenPage]:
    """Somebody opens the app. Whatever the page complains of, or asks of somebody else, fails the test."""
    wrong: list[str] = []
    opened: list[Watched] = []

    def make(
        path: str = "/",
        *,
        language: str = "en",
        size: tuple[int, int] = (1280, 900),
        touch: bool = False,
        expected: str | tuple[str, ...] = "net::ERR_INTERNET_DISCONNECTED",
        server: Server = pages_server,
        worker: bool = False,
        host: str = "127.0.0.1",
        fresh: bool = False,
    ) -> Page:
        kind = Kind(language, touch)
        is_own = fresh or worker or server is not pages_server or host != "127.0.0.1"
        page = new_window(browser, kind, size, worker=worker) if is_own else windows.take(kind, size)
        address = server.url.replace("127.0.0.1", host)
        known = (expected,) if isinstance(expected, str) else expected
        opened.append(Watched(page, None if is_own else kind, address, known, wrong))
        page.goto(address + path)
        return page

    yield make
    for one in opened:
        one.leave(windows)
    assert not wrong, wrong


class Watched:
    """A window somebody uses; what is wrong in it is written down."""

    def __init__(
        self, page: Page, kind: Kind | None, address: str, expected: tuple[str, ...], wrong: list[str]
    ) -> None:
        self._page, self._kind, self._address, self._expected, self._wrong = page, kind, address, expected, wrong
        page.on("console", self._complained)
        page.on("pageerror", self._failed)
        page.on("request", self._asked)

    def leave(self, windows: Windows) -> None:
        page = self._page
        if not self._kind or page.is_closed():
            page.context.close()
            return
        with suppress(Error):  # on its way to another page
            page.evaluate("() => null")  # whatever it has complained of is heard by then
        page.remove_listener("console", self._complained)
        page.remove_listener("pageerror", self._failed)
        page.remove_listener("request", self._asked)
        windows.give_back(self._kind, page)

    def _complained(self, message: ConsoleMessage) -> None:
        said = message.text
        is_known = said == _BLOCKED or any(one in said for one in self._expected)
        if message.type in ("error", "warning") and not is_known:
            self._wrong.append(f"{message.type}: {said}")

    def _failed(self, error: Error) -> None:
        self._wrong.append(str(error))

    def _asked(self, request: Request) -> None:
        if not request.url.startswith(self._address):
            self._wrong.append(f"asked {request.url}")
