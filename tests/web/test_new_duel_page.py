"""A duel of one's own choosing, and real dice told by keyboard."""

import re

import pytest
from playwright.sync_api import Page, expect

from niten.booklet import duels
from testkit.browser import QUIET, OpenPage, check_access, fits, of_the_page, press
from testkit.servers import Server


def choose(page: Page, duel: str) -> None:
    """One of the booklet."""
    page.locator("label", has=page.locator(f"[value={duel}]")).click()


def test_from_the_front_page(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page()
    with of_the_page(page, pages_server) as client:
        page.get_by_role("link", name="Another duel").click()
        expect(page.get_by_role("heading", name="A duel of your own")).to_be_visible()
        expect(page.locator("input[name=rules][value=en]")).to_be_checked()
        check_access(page)
        page.get_by_label("Spanish").check()
        choose(page, "oda-nobunaga")
        page.get_by_role("button", name="Face Oda Nobunaga").click()
        expect(page.locator(".hand .moves button").first).to_be_visible()
        view = client.look(page.url.rpartition("/")[2])
        assert (view["setup"]["rules"]["purchases"], view["setup"]["duel"]["id"]) == ("one", "oda-nobunaga")
        assert (view["dice"], view["practice"]) == ("fair", False)


def test_house_rules_are_chosen_one_by_one_and_said_at_the_table(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page("/duel")
    choose(page, "oda-nobunaga")
    page.get_by_label("German").check()
    page.get_by_text("House rules", exact=True).click()
    expect(page.locator("select[name=reroll]")).to_have_value("either")
    page.locator("select[name=purchases]").select_option("one")
    expect(page.locator(".line")).to_contain_text("one purchase a round")
    check_access(page)
    with of_the_page(page, pages_server) as client:
        page.get_by_role("button", name="Face Oda Nobunaga").click()
        said = "one purchase a round · 1 Ki re-rolls one of his dice or all of them · a zone hit again costs health"
        expect(page.locator("p.rules")).to_contain_text(said)
        rules = client.look(page.url.rpartition("/")[2])["setup"]["rules"]
        assert rules == {"purchases": "one", "reroll": "either", "repeated": "health", "bookkeeping": "total"}


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_the_booklet_on_a_phone(open_page: OpenPage, language: str) -> None:
    page = open_page("/duel", language=language, size=(360, 740), touch=True)
    expect(page.locator("input[name=duel]")).to_have_count(39)
    expect(page.locator("input[name=rules][value=en]")).to_be_checked()
    expect(page.locator(".start button")).to_be_in_viewport()
    *_, last = duels().values()
    page.locator("label", has=page.locator(f"[value={last.id}]")).tap()
    expect(page.locator(".start button")).to_have_text(re.compile(last.name))
    expect(page.locator(".start button")).to_be_in_viewport()
    fits(page)
    if language == "de":  # the longest words
        check_access(page)


def type_dice(page: Page, keys: str) -> None:
    """What real dice show, once they are asked for."""
    expect(page.locator(".own")).to_be_visible()
    page.keyboard.type(keys)


def test_own_dice_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/duel")
    choose(page, "oda-nobunaga")
    expect(page.get_by_role("button", name="Face Oda Nobunaga")).to_be_enabled()
    page.get_by_label("Your own dice").press("Space")
    press(page.get_by_role("button", name="Face Oda Nobunaga"))
    roll = page.get_by_role("button", name="Roll 3 dice")
    expect(roll).to_be_visible()
    press(roll)
    expect(page.locator(".own")).to_be_focused()
    check_access(page)
    page.keyboard.type("78x61")
    expect(page.locator(".own li svg")).to_have_count(2)
    page.keyboard.press("Backspace")
    expect(page.locator(".own li svg")).to_have_count(1)
    page.keyboard.type("25")
    expect(page.locator(".grip svg")).to_have_count(3)
    faces = sorted(one.get_attribute("aria-label") or "" for one in page.locator(".grip svg").all())
    assert faces == ["2", "5", "6"]
    page.keyboard.type("aaa")
    press(page.locator(".done .main:enabled"))
    ready = page.get_by_role("button", name="Ready: he rolls")
    expect(ready).to_be_visible()
    press(ready)
    type_dice(page, "6")
    expect(page.get_by_test_id("told")).to_contain_text("6")


def test_own_dice_of_a_race_by_keyboard(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    with of_the_page(page, pages_server) as client:
        setup = {"players": ["black", "red"], "starts": 0}
        table = client.table("dragon", setup=setup, seats=["me", "me"], dice="own", begin=True)["table"]["id"]
        page.goto(f"{pages_server.url}/t/{table}")
        expect(page.locator(".dock")).to_be_focused()
        page.keyboard.type("112")
        expect(page.locator(".dock .die svg")).to_have_count(3)
        page.keyboard.press("Backspace")
        expect(page.locator(".dock .die svg")).to_have_count(2)
        check_access(page)
        page.keyboard.type("366")
        expect(page.locator(".dock .word").first).not_to_be_empty()
        assert client.look(table)["state"]["dice"] == ["water", "water", "metal", "dragon", "dragon"]
