"""The first minute is light: what is loaded until the first dice lie, and how soon one can begin."""

from typing import Any

from playwright.sync_api import Browser, expect

from tests.server.running import Server
from tests.web.browsing import click, interactive
from tests.web.conftest import OpenPage
from tests.web.test_duel_page import begin

MOST = 150_000  # bytes of scripts and styles, packed

_WEIGHED = """() => Object.fromEntries(performance.getEntriesByType("resource")
    .filter(found => /[.](js|css)$/.test(found.name)).map(found => [found.name, found.encodedBodySize]))"""


def test_a_first_visit_loads_little(open_page: OpenPage) -> None:
    page = open_page()
    expect(page.locator(".door").first).to_be_visible()
    begin(page, click)
    weights: dict[str, int] = page.evaluate(_WEIGHED)
    assert len(weights) > 5
    assert all(weights.values()), weights
    assert sum(weights.values()) < MOST, weights


def test_one_can_begin_within_a_second(browser: Browser, pages_server: Server) -> None:
    """A browser that has seen nothing; the quickest of some starts counts, since the machine may be busy with others.

    The work of the page itself is counted in time of the processor, which others do not change.
    """
    taken: list[float] = []
    while len(taken) < 10 and min(taken, default=1000.0) >= 1000:
        context = browser.new_context(service_workers="block")
        page = context.new_page()
        counted: Any = context.new_cdp_session(page)
        counted.send("Performance.enable", {"timeDomain": "threadTicks"})
        taken.append(interactive(page, pages_server.url))
        found = {one["name"]: one["value"] for one in counted.send("Performance.getMetrics")["metrics"]}
        context.close()
        assert 0 < found["TaskDuration"] < 0.5, found
    assert min(taken) < 1000, taken
