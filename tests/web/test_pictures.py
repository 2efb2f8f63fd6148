"""What people see, compared with what is kept: looks do not rot unseen."""

from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, Route, expect

from testkit import page_pictures as pictures
from testkit.browser import QUIET, OpenPage, click
from testkit.page_pictures import look_same
from testkit.page_tables import DUEL, ROUNDS, table
from testkit.pictures import difference
from testkit.servers import Server

PHONE = (360, 740)
RACE: dict[str, Any] = {
    "game": "dragon",
    "setup": {"players": ["black", "red", "blue"], "starts": 0, "stones": [["fire", 4], ["fire", 5], ["wood", 2]]},
    "seats": ["me", "me", "me"],
}
TURNS = """roll water water water earth dragon, move water, roll fire fire fire metal wood, move fire,
    roll water wood wood wood dragon, move wood, roll metal metal earth earth earth, move earth,
    roll water earth earth metal dragon, move earth, roll metal metal metal dragon dragon, move metal,
    roll fire metal metal earth wood"""


def fixed_day(page: Page) -> None:
    def answer(route: Route) -> None:
        found = route.fetch().json()
        route.fulfill(json=found | {"date": "2026-05-05", "played": 5, "yours": None})

    page.route("**/daily/*", answer)
    page.reload()


def test_the_front_page(open_page: OpenPage) -> None:
    page = open_page()
    fixed_day(page)
    expect(page.get_by_role("button", name="Race of the day")).to_be_visible()
    look_same(page, "front")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    look_same(page, "front-dark")


def test_a_duel_in_its_third_round(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    table(page, pages_server, DUEL, ROUNDS)
    expect(page.locator(".gain").first).to_be_visible()
    look_same(page, "duel")
    click(page.get_by_role("button", name="Dice", exact=True))
    expect(page.locator("dialog[open] td").first).to_be_visible()
    look_same(page, "dice")


def test_a_duel_in_its_third_round_on_a_phone(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, language="de", size=PHONE, touch=True)
    table(page, pages_server, DUEL, ROUNDS)
    expect(page.locator(".moves button").first).to_be_visible()
    expect(page.locator(".gain").first).to_be_visible()
    look_same(page, "duel-phone")
    page.locator(".strip .him").tap()
    expect(page.locator("#opponent")).to_be_in_viewport()
    look_same(page, "duel-phone-page")


def test_a_duel_that_is_over(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    table(page, pages_server, DUEL, "")
    expect(page.locator(".result")).to_be_visible()
    look_same(page, "duel-over")


def test_a_race_of_three_with_stones(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    table(page, pages_server, RACE, TURNS)
    expect(page.locator(".target").first).to_be_visible()
    expect(page.locator(".dot.here")).to_have_count(3)
    look_same(page, "race")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    look_same(page, "race-dark")


def test_a_race_on_a_phone(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, language="de", size=PHONE, touch=True)
    table(page, pages_server, RACE, TURNS)
    expect(page.locator(".target").first).to_be_visible()
    look_same(page, "race-phone")


def test_a_race_of_ones_own(open_page: OpenPage) -> None:
    page = open_page("/race")
    expect(page.locator("option[value=master]").first).to_be_attached()
    look_same(page, "new-race")


def test_the_designer(open_page: OpenPage) -> None:
    page = open_page("/design#from=sasaki-kojiro")
    expect(page.locator("[data-field=name]")).to_have_value("Sasaki Kojirō")
    page.locator("[data-field='resistance[1][0]']").fill("3")
    expect(page.locator(".told:visible")).to_be_visible()
    look_same(page, "design")


def test_the_rules(open_page: OpenPage) -> None:
    page = open_page("/rules/samurai", language="fr")
    expect(page.locator(".rule").first).to_be_visible()
    look_same(page, "rules")


def test_what_is_kept_is_compared_and_small() -> None:
    kept = {one.stem: one.stat().st_size for one in pictures.KEPT.glob("*.png")}
    assert set(kept) == pictures.NAMES
    assert sum(kept.values()) < 2_000_000


@pytest.mark.parametrize(("change", "share"), [(10, 0.0), (100, 0.02)])
def test_a_difference_is_found(change: int, share: float) -> None:
    one = Image.new("RGB", (100, 100), (200, 200, 200))
    other = one.copy()
    other.paste((200, 200 - change, 200), (10, 10, 20, 30))
    assert difference(one, other)[0] == pytest.approx(share)
