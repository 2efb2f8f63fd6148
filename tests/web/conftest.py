"""One server and one browser for each process of tests; a page of its own for each test."""

from collections.abc import Callable, Generator

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

from tests.server.running import Server, serving
from tests.web.browsing import chromium

OpenPage = Callable[..., Page]
# Letters are drawn alike on all machines.
SAME = ["--font-render-hinting=none", "--disable-lcd-text"]
# Another machine's name for this one: what comes from there unencrypted, the browser trusts less.
FAR = "home.test"
_FAR = f"--host-resolver-rules=MAP {FAR} 127.0.0.1"
_BLOCKED = "Service Worker registration blocked by Playwright"


@pytest.fixture(scope="session")
def browser() -> Generator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", _FAR, *SAME])
        yield running
        running.close()


@pytest.fixture(scope="session")
def pages_server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    folder = tmp_path_factory.mktemp("pages")
    with serving(f"sqlite:///{folder}/niten.db", folder) as running:
        yield running


@pytest.fixture
def open_page(browser: Browser, pages_server: Server) -> Generator[OpenPage]:
    """Somebody opens the app. Whatever the page complains of, or asks of somebody else, fails the test."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def make(
        path: str = "/",
        *,
        language: str = "en",
        size: tuple[int, int] = (1280, 900),
        touch: bool = False,
        expected: str = "net::ERR_INTERNET_DISCONNECTED",
        server: Server = pages_server,
        worker: bool = False,
        host: str = "127.0.0.1",
    ) -> Page:
        address = server.url.replace("127.0.0.1", host)

        def stay_here(asked: Request) -> None:
            if not asked.url.startswith(address):
                wrong.append(f"asked {asked.url}")

        def complain(message: ConsoleMessage) -> None:
            said = message.text
            if message.type in ("error", "warning") and expected not in said and said != _BLOCKED:
                wrong.append(f"{message.type}: {message.text}")

        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            has_touch=touch,
            is_mobile=touch,
            reduced_motion="reduce",
            service_workers="allow" if worker else "block",  # what goes through it is not seen by the test
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", complain)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("request", stay_here)
        page.goto(address + path)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not wrong, wrong
