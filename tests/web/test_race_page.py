"""Races played through the page: against bots, at one screen, with somebody at another."""

import re

import pytest
from playwright.sync_api import expect

from testkit.browser import QUIET, OpenPage, check_access, click, fits, play_rest, press, tap
from testkit.race_page import moves, new_race, over, play, throw
from testkit.servers import Server

WINS = {"de": "gewinnt|Sieg", "en": "wins|win", "es": "gana|victoria", "fr": "gagne|victoire"}


@pytest.mark.parametrize("language", ["de", "en", "es", "fr"])
def test_a_whole_race_in_every_language(open_page: OpenPage, pages_server: Server, language: str) -> None:
    page = open_page(QUIET, language=language)
    new_race(page, pages_server, seats=["me", "random"])
    play(page, click, most=3)
    play_rest(page)
    expect(over(page)).to_be_visible()
    expect(page.locator(".dock")).to_contain_text(re.compile(WINS[language], re.IGNORECASE))
    text = page.locator("body").inner_text()
    assert "{" not in text
    assert not re.search(r"\b(web|dragon)\.[a-z]", text)


def test_a_whole_race_by_keyboard_alone(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    new_race(page, pages_server, seats=["me", "random"], setup={"max_turns": 6})
    play(page, press)
    expect(over(page)).to_be_visible()


def test_a_whole_race_by_touch_on_a_phone(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, language="de", size=(360, 740), touch=True)
    new_race(page, pages_server, seats=["me", "me"], setup={"max_turns": 6})
    fits(page)
    play(page, tap)
    expect(over(page)).to_be_visible()
    fits(page)


def test_one_tap_to_the_first_roll(open_page: OpenPage) -> None:
    page = open_page()
    click(page.locator(".door").nth(1))
    expect(page.locator("ul.dice .die")).to_have_count(5)
    expect(page.get_by_test_id("told")).to_contain_text("Red rolls")
    check_access(page)


def test_dice_are_marked_and_rolled_again(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    table = new_race(page, pages_server, seats=["me", "me"], dice="own")["table"]["id"]
    throw(page, pages_server, table)
    roll = page.locator(".roll .go")
    expect(roll).to_be_disabled()
    click(page.locator("ul.dice .die").nth(0))
    page.locator("ul.dice .die").nth(1).focus()
    page.keyboard.press("2")
    expect(roll).to_be_enabled()
    page.keyboard.press("r")
    expect(page.locator(".faces")).to_be_visible()
    throw(page, pages_server, table, "fire earth")
    expect(page.get_by_test_id("told")).to_contain_text("1 roll left")


def test_two_browsers_in_one_race(open_page: OpenPage, pages_server: Server) -> None:
    ann = open_page(QUIET)
    opened = new_race(ann, pages_server, seats=["me", "open"], dice="own", begin=False)
    table, links = opened["table"]["id"], opened["links"]
    bo = open_page(f"/t/{table}#join={links['join']}", language="fr")
    expect(bo.locator("li.card").first).to_be_visible()
    assert "#" not in bo.url, "the secret does not stay in the address"
    click(bo.get_by_role("button", name=re.compile("^S’asseoir")))
    begin = ann.get_by_role("button", name="Begin", exact=True)
    expect(begin).to_be_enabled()
    click(begin)
    for mover, other in ((ann, bo), (bo, ann), (ann, bo)):
        expect(mover.locator(".faces")).to_be_visible()
        throw(mover, pages_server, table)
        expect(moves(mover).first).to_be_visible()
        expect(moves(other)).to_have_count(0)
        click(moves(mover).first)
    expect(bo.locator(".faces")).to_be_visible()
    throw(bo, pages_server, table)
    bo.reload()
    expect(moves(bo).first).to_be_visible()

    eve = open_page(f"/t/{table}#watch={links['watch']}")
    expect(eve.locator(".board")).to_be_visible()
    expect(moves(eve)).to_have_count(0)
    click(moves(bo).first)
    expect(ann.locator(".faces")).to_be_visible()
    throw(ann, pages_server, table)
    expect(eve.get_by_test_id("told")).to_have_text(re.compile("Red rolls"))


def test_a_race_of_ones_own(open_page: OpenPage) -> None:
    page = open_page("/race")
    click(page.get_by_role("button", name="3", exact=True))
    check_access(page)
    page.get_by_text("Short", exact=True).click()
    page.get_by_text("Any", exact=True).click()
    click(page.get_by_role("button", name="To the start"))
    expect(page.locator(".players li, .players .card").nth(2)).to_be_visible()
    check_access(page)
