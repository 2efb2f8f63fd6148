"""The first minute is light: what is loaded until the first dice lie."""

from playwright.sync_api import Response, expect

from tests.web.browsing import click
from tests.web.conftest import OpenPage
from tests.web.test_duel_page import begin

MOST = 150_000  # bytes of scripts and styles, packed


def test_a_first_visit_loads_little(open_page: OpenPage) -> None:
    page = open_page()
    weights: dict[str, int] = {}

    def weigh(response: Response) -> None:
        if response.url.endswith((".js", ".css")):
            weights[response.url] = response.request.sizes()["responseBodySize"]

    page.on("requestfinished", lambda request: weigh(request.response()) if request.response() else None)  # type: ignore[arg-type]
    page.reload()
    expect(page.locator(".door").first).to_be_visible()
    begin(page, click)
    page.wait_for_load_state("networkidle")
    assert len(weights) > 5
    assert sum(weights.values()) < MOST, weights
