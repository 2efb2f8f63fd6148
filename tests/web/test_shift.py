"""What lies on the page stays where it is, as far as it does: how much moves while one plays."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.running import Server
from tests.web import test_duel_page as duels
from tests.web import test_race_page as races
from tests.web.browsing import click
from tests.web.conftest import OpenPage

MOST = 0.01  # of the screen, times the way: what nobody sees
MOST_OF_A_GAME = 0.1  # all that a whole game moves: 0.026 was seen once in a race on a phone, and is not mended
SIZES = [(1280, 900), (360, 740)]

# Shifts right after a click count too: in a game nearly everything comes right after a click.
_WATCH = """() => {
    window.shifts = [];
    const named = node => node?.className?.baseVal ?? node?.className ?? node?.nodeName ?? "";
    const name = node => named(node).replace(/ ?svelte-\\w+/g, "");
    // The newest sentence stands at the top of the story and moves the older ones on: that is how one sees it is new.
    const told = ({node}) => (node?.closest ? node : node?.parentElement)?.closest(".story ol");
    const box = ({x, y, width, height}) => [x, y, width, height].map(Math.round);
    const say = ({node, previousRect: a, currentRect: b}) =>
        `${name(node)} in ${name(node?.parentElement)}: ${box(a)} -> ${box(b)}`;
    new PerformanceObserver(list => {
        for (const found of list.getEntries()) {
            const sources = found.sources.filter(source => !told(source));
            // The Great Dragon and the end of a race need room of their own.
            const rare = document.querySelector(".great, .dock table");
            if (sources.length && !rare) window.shifts.push([found.value, sources.map(say)]);
        }
    }).observe({type: "layout-shift"});
}"""


def shifts(page: Page) -> list[tuple[float, list[str]]]:
    """What has moved so far, and what it was."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    return page.evaluate("window.shifts")


def still(page: Page, most: float) -> None:
    found = shifts(page)
    assert sum(value for value, _ in found) < most, found


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_in_a_duel(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page(language="de", size=size)
    duels.begin(page, click)
    page.evaluate(_WATCH)
    duels.play(page, click)
    still(page, MOST_OF_A_GAME)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_in_a_race(open_page: OpenPage, pages_server: Server, size: tuple[int, int]) -> None:
    page = open_page(language="de", size=size)
    setup: dict[str, Any] = {"players": ["red", "blue", "white"], "board": "standard", "starts": 0}
    races.new_race(page, pages_server, seats=["me", "random", "random"], setup=setup)
    expect(races.moves(page).first).to_be_visible()
    page.evaluate(_WATCH)
    races.play(page, click, most=40)
    still(page, MOST_OF_A_GAME)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_jumps_while_the_front_page_comes(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/rules/dragon", size=size)
    expect(page.locator(".rule").first).to_be_visible()
    page.add_init_script(f"({_WATCH})()")
    page.goto(page.url.removesuffix("rules/dragon"))
    expect(page.locator(".door").first).to_be_visible()
    expect(page.get_by_role("button", name="Duel of the day")).to_be_visible()
    still(page, MOST)
