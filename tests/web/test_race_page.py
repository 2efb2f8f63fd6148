"""Races played through the page: against bots, at one screen, with somebody at another."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.running import API, PATIENCE, Server
from tests.web.browsing import Press, check_access, click, press, tap
from tests.web.conftest import OpenPage

WINS = {"de": "gewinnt|Sieg", "en": "wins|win", "es": "gana|victoria", "fr": "gagne|victoire"}
QUICK: dict[str, Any] = {"game": "dragon", "pace": 0, "begin": True}


def new_race(page: Page, server: Server, **asked: Any) -> dict[str, Any]:
    """A race opened by the one who looks at the page, which goes there."""
    page.wait_for_function("() => localStorage.getItem('niten.known')")  # the page has made its profile
    setup = {"players": ["red", "blue"], "board": "short", "starts": 0} | asked.pop("setup", {})
    answer = page.request.post(f"{server.url}{API}/tables", data=QUICK | {"setup": setup} | asked)
    assert answer.status == 201, answer.text()
    opened = answer.json()
    page.goto(f"{server.url}/t/{opened['table']['id']}")
    return opened


def moves(page: Page) -> Locator:
    return page.locator(".actions .moves button:enabled")


def over(page: Page) -> Locator:
    return page.locator(".dock table")


def play(page: Page, by: Press, *, most: int = 600) -> None:
    """Whatever is offered last, which is furthest on the way round the elements; until it is over."""
    for _ in range(most):
        expect(over(page).or_(moves(page).first)).to_be_visible()
        if over(page).is_visible():
            return
        number = page.locator(".story li").count()
        by(moves(page).last)
        page.wait_for_function("n => document.querySelectorAll('.story li').length > n", arg=number)


@pytest.mark.parametrize("language", ["de", "en", "es", "fr"])
def test_a_whole_race_in_every_language(open_page: OpenPage, pages_server: Server, language: str) -> None:
    page = open_page(language=language)
    new_race(page, pages_server, seats=["me", "random"])
    play(page, click)
    expect(page.locator(".dock")).to_contain_text(re.compile(WINS[language], re.IGNORECASE))
    text = page.locator("body").inner_text()
    assert "{" not in text
    assert not re.search(r"\b(web|dragon)\.[a-z]", text)


def test_a_whole_race_by_keyboard_alone(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page()
    new_race(page, pages_server, seats=["me", "random"])
    play(page, press)


def test_a_whole_race_by_touch_on_a_phone(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(language="de", size=(360, 740), touch=True)
    new_race(page, pages_server, seats=["me", "me"])
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    play(page, tap)


def test_one_tap_to_the_first_roll(open_page: OpenPage) -> None:
    page = open_page()
    click(page.locator(".door").nth(1))
    expect(page.locator("ul.dice .die")).to_have_count(5)
    expect(page.get_by_test_id("told")).to_contain_text("Red rolls")
    check_access(page)


def test_dice_are_marked_and_rolled_again(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page()
    new_race(page, pages_server, seats=["me", "me"])
    roll = page.locator(".roll .go")
    expect(roll).to_be_disabled()
    click(page.locator("ul.dice .die").nth(0))
    page.locator("ul.dice .die").nth(1).focus()
    page.keyboard.press("2")
    expect(roll).to_be_enabled()
    page.keyboard.press("r")
    expect(page.get_by_test_id("told")).to_contain_text("1 roll left")


def test_two_browsers_in_one_race(open_page: OpenPage, pages_server: Server) -> None:
    ann = open_page()
    opened = new_race(ann, pages_server, seats=["me", "open"], begin=False)
    bo = open_page(f"/t/{opened['table']['id']}#join={opened['links']['join']}", language="fr")
    expect(bo.locator("li.card").first).to_be_visible()
    assert "#" not in bo.url, "the secret does not stay in the address"
    click(bo.get_by_role("button", name=re.compile("^S’asseoir")))
    begin = ann.get_by_role("button", name="Begin", exact=True)
    expect(begin).to_be_enabled()
    click(begin)
    for mover, other in ((ann, bo), (bo, ann), (ann, bo)):
        expect(moves(mover).first).to_be_visible()
        expect(moves(other)).to_have_count(0)
        click(moves(mover).first)
    bo.reload()
    expect(moves(bo).first).to_be_visible()

    eve = open_page(f"/t/{opened['table']['id']}#watch={opened['links']['watch']}")
    expect(eve.locator(".board")).to_be_visible()
    expect(moves(eve)).to_have_count(0)
    click(moves(bo).first)
    expect(eve.get_by_test_id("told")).to_have_text(re.compile("Red rolls"), timeout=PATIENCE * 1000)


def test_a_race_of_ones_own(open_page: OpenPage) -> None:
    page = open_page("/race")
    click(page.get_by_role("button", name="3", exact=True))
    check_access(page)
    page.get_by_text("Short", exact=True).click()
    page.get_by_text("Any", exact=True).click()
    click(page.get_by_role("button", name="To the start"))
    expect(page.locator(".players li, .players .card").nth(2)).to_be_visible()
    check_access(page)
