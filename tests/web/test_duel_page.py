"""Duels played through the page, as people do."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from testkit.browser import QUIET, OpenPage, click, fits, press, tap
from testkit.duel_page import begin, first_duel, place_all, play, settled, short, two_rounds
from testkit.page_tables import DUEL, ROUNDS, table
from testkit.servers import Server

ENDINGS = {
    "de": "Sieg|Niederlage|letzte Runde",
    "en": "Victory|Defeat|last round",
    "es": "Victoria|Derrota|última ronda",
    "fr": "Victoire|Défaite|dernier round",
}


@pytest.mark.parametrize("language", ["de", "en", "es", "fr"])
def test_a_whole_duel_in_every_language(open_page: OpenPage, pages_server: Server, language: str) -> None:
    page = open_page(QUIET, language=language)
    short(page, pages_server)
    expect(page.locator("html")).to_have_attribute("lang", language)
    play(page, click)
    expect(page.locator(".result h2")).to_have_text(re.compile(ENDINGS[language]))
    told = page.get_by_test_id("told").inner_text()
    assert re.search(ENDINGS[language], told), "who listens is told how it ended"
    written_out(page)
    table(page, pages_server, DUEL, ROUNDS)  # an injury, Ki, a bought point: not in every duel
    expect(page.locator(".gain").first).to_be_visible()
    written_out(page)


def written_out(page: Page) -> None:
    said = page.locator("body").inner_text()
    assert "{" not in said, "every detail is filled in"
    assert not re.search(r"\b(web|samurai)\.[a-z]", said), "every text is there"


def test_a_whole_duel_by_keyboard_alone(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page()
    begin(page, press)
    play(page, press, most=4)
    short(page, pages_server)
    play(page, press)
    expect(page.locator(".result")).to_be_visible()


def test_a_whole_duel_by_touch_on_a_phone(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(language="de", size=(360, 740), touch=True)
    begin(page, tap)
    play(page, tap, most=4, seen=fits)
    short(page, pages_server)
    play(page, tap, seen=fits)
    expect(page.locator(".result")).to_be_visible()
    fits(page)


def test_letters_and_dragging_place_dice_too(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    table(page, pages_server, DUEL, "dice 3, roll 3 4 5")
    expect(page.locator(".grip")).to_have_count(3)
    page.keyboard.press("d")
    expect(page.locator("[data-column=defense] .dice svg")).to_have_count(1)
    page.locator(".grip").nth(1).drag_to(page.locator("[data-column=concentration] .target"))
    expect(page.locator("[data-column=concentration] .dice svg")).to_have_count(1)
    page.keyboard.press("a")
    expect(page.locator("[data-column=attack] .dice svg")).to_have_count(1)
    expect(page.locator(".prospect .threat, .prospect .gain").first).to_be_visible()
    page.keyboard.press("Backspace")
    expect(page.locator(".done .main")).to_be_disabled()


def test_a_reload_in_the_middle_loses_nothing(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    short(page, pages_server, two_rounds())
    play(page, click, most=3)
    before = page.locator(".story li").all_inner_texts()
    page.reload()
    settled(page)
    assert page.locator(".story li").all_inner_texts() == before
    page.goto(page.url.split("/t/")[0])
    page.locator(".unfinished a").first.click()
    settled(page)
    assert page.locator(".story li").all_inner_texts() == before, "the front page offers to go on"


def test_the_network_is_away_for_a_while(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    first_duel(page, pages_server)
    click(page.locator(".hand .moves button").first)
    expect(page.locator(".grip")).to_have_count(3)
    page.context.set_offline(True)
    place_all(page, click)
    expect(page.locator(".away")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".away")).to_be_hidden()
    play(page, click, most=3)
    told = page.locator(".story li").all_inner_texts()
    assert sum(one.startswith("Attack ") for one in told) >= 1, "what was sent while it was away has arrived, once"


def test_the_page_decides_nothing(open_page: OpenPage, pages_server: Server) -> None:
    """With what the server calls legal taken away, there is nothing to press."""
    page = open_page(QUIET)

    def nothing_legal(route: Route) -> None:
        view = route.fetch().json()
        route.fulfill(json=view | {"legal": []})

    first_duel(page, pages_server)
    page.route(re.compile(r"/tables/[\w-]+$"), nothing_legal)
    page.reload()
    expect(page.locator("section.hand")).to_be_visible()
    expect(page.locator("section.hand button:enabled")).to_have_count(0)
    expect(page.locator(".rewards button:enabled")).to_have_count(0)


def test_what_a_hostile_page_sends_is_refused_with_a_sentence(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(expected="422")
    first_duel(page, pages_server)

    def other(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        route.continue_(post_data=json.dumps(body | {"step": "place 18 18 18"}))

    page.route(re.compile(r"/steps$"), other)
    click(page.locator(".hand .moves button").first)
    expect(page.get_by_role("alert")).to_contain_text("not possible here")
    page.unroute(re.compile(r"/steps$"))
    click(page.locator(".hand .moves button").first)
    expect(page.locator(".grip")).to_have_count(3)


def test_two_windows_of_one_duel(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    first_duel(page, pages_server)
    other = page.context.new_page()
    other.goto(page.url)
    settled(other)
    click(page.locator(".hand .moves button").first)
    expect(other.locator(".grip")).to_have_count(3)
    place_all(other, click)
    settled(page)
    expect(page.locator(".columns")).to_be_hidden()


def test_the_language_is_switched_at_once(open_page: OpenPage) -> None:
    page = open_page(language="de")
    expect(page.locator(".door strong").first).to_have_text("Ein Duell austragen")
    page.locator("header select").last.select_option("fr")
    expect(page.locator(".door strong").first).to_have_text("Jouer un duel")
    page.reload()
    expect(page.locator(".door strong").first).to_have_text("Jouer un duel")
