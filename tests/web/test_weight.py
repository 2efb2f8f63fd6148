"""The first minute is light: what is loaded until the first dice lie."""

from playwright.sync_api import expect

from tests.web.browsing import click
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
