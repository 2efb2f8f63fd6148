"""At home, without encryption: somebody opens the app from another device, where the browser has fewer of its tools."""

import pytest
from playwright.sync_api import Page, expect

from testkit.browser import FAR, OpenPage, play_rest, tap
from testkit.duel_page import begin, play
from testkit.race_page import moves

_SAID = "Cross-Origin-Opener-Policy header has been ignored"  # of every page that comes without encryption


@pytest.fixture
def far(open_page: OpenPage) -> Page:
    page = open_page(host=FAR, size=(360, 740), touch=True, expected=_SAID)
    assert not page.evaluate("isSecureContext"), "otherwise nothing is tried here"
    return page


def pasted(page: Page) -> str:
    """What was copied."""
    page.evaluate("() => document.body.append(Object.assign(document.createElement('textarea'), {id: 'pasted'}))")
    page.locator("#pasted").focus()
    page.keyboard.press("Control+v")
    return page.locator("#pasted").input_value()


def test_a_whole_duel_and_its_dice(far: Page) -> None:
    begin(far, tap)
    play(far, tap, most=6)
    play_rest(far)
    expect(far.locator(".result")).to_be_visible()
    tap(far.get_by_role("button", name="Dice", exact=True))
    tap(far.get_by_role("button", name="Check every roll here"))
    expect(far.get_by_role("alert")).to_contain_text("niten verify")


def test_a_race_and_its_link(far: Page) -> None:
    tap(far.locator(".door").nth(1))
    for _ in range(4):
        expect(moves(far).first).to_be_visible()
        tap(moves(far).first)
    tap(far.get_by_role("button", name="Share", exact=True))
    shared = far.get_by_role("dialog", name="Share")
    tap(shared.get_by_role("button", name="Copy the link").first)
    copied = shared.get_by_role("button", name="Copied")
    expect(copied).to_be_focused()
    link = shared.get_by_role("textbox").first.input_value()
    tap(shared.get_by_role("button", name="Close"))
    assert FAR in link
    assert pasted(far) == link


def test_a_duel_of_ones_own_is_passed_on(open_page: OpenPage) -> None:
    page = open_page("/design", host=FAR, expected=_SAID)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    assert pasted(page).startswith(f"http://{FAR}")
