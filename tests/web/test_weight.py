"""The first minute is light: what is loaded until the first dice lie, and how soon one can begin."""

from typing import Any

from playwright.sync_api import Browser, expect

from testkit.browser import OpenPage, click, interactive
from testkit.duel_page import begin
from testkit.servers import Server
from testkit.waiting import PATIENCE

MOST = 150_000  # bytes of scripts and styles, packed

_WEIGHED = """() => Object.fromEntries(performance.getEntriesByType("resource")
    .filter(found => /[.](js|css)$/.test(found.name)).map(found => [found.name, found.encodedBodySize]))"""


def test_a_first_visit_loads_little(open_page: OpenPage) -> None:
    page = open_page(fresh=True)
    expect(page.locator(".door").first).to_be_visible()
    begin(page, click)
    weights: dict[str, int] = page.evaluate(_WEIGHED)
    assert len(weights) > 5
    assert all(weights.values()), weights
    assert sum(weights.values()) < MOST, weights


def test_one_can_begin_within_a_second(browser: Browser, pages_server: Server) -> None:
    """A browser that has seen nothing; the best of some starts counts, since the machine may be busy with others.

    The work of the page itself is counted in time of the processor, which others change little.
    """
    taken: list[tuple[float, float]] = []
    while len(taken) < 30 and not any(ready < 1000 and worked < 0.5 for ready, worked in taken):
        context = browser.new_context(service_workers="block")
        context.set_default_timeout(PATIENCE * 1000)
        page = context.new_page()
        counted: Any = context.new_cdp_session(page)
        counted.send("Performance.enable", {"timeDomain": "threadTicks"})
        ready = interactive(page, pages_server.url)
        found = {one["name"]: one["value"] for one in counted.send("Performance.getMetrics")["metrics"]}
        context.close()
        assert found["TaskDuration"] > 0
        taken.append((ready, found["TaskDuration"]))
    assert any(ready < 1000 and worked < 0.5 for ready, worked in taken), taken
