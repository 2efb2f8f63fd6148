"""Every sign explains itself: on hover, on focus, on a long press; and goes with Escape. The editions are explained."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from niten.samurai import EDITIONS
from testkit.browser import QUIET, OpenPage, check_access
from testkit.duel_page import first_duel
from testkit.race_page import new_race
from testkit.servers import Server


def note(page: Page) -> Locator:
    return page.locator("#explanation")


def is_told(page: Page, text: str) -> None:
    expect(note(page)).to_be_visible()
    expect(note(page)).to_contain_text(text)


class Finger:
    """One finger on the screen."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def down(self, sign: Locator) -> None:
        sign.evaluate("sign => sign.scrollIntoView({block: 'center'})")  # not under the dice
        box = sign.bounding_box()
        assert box
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self._session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})  # pyright: ignore[reportUnknownMemberType]

    def up(self) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})  # pyright: ignore[reportUnknownMemberType]


def test_on_hover(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    first_duel(page, pages_server)
    page.get_by_role("button", name="Resistance").hover()
    is_told(page, "what it costs him")
    check_access(page)
    note(page).hover()  # it can be pointed at, and stays
    is_told(page, "what it costs him")
    page.keyboard.press("Escape")
    expect(note(page)).to_be_hidden()
    page.get_by_role("img", name="10 Ki").hover()
    is_told(page, "At most three")
    page.locator("h1").hover()
    expect(note(page)).to_be_hidden()
    page.locator("tbody td[data-explain=counter]").first.hover()  # a cell as well as its heading
    is_told(page, "strikes back")


def test_on_focus(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    first_duel(page, pages_server)
    counter = page.get_by_role("button", name="Counter")
    counter.focus()
    is_told(page, "strikes back")
    expect(counter).to_have_accessible_description(re.compile("strikes back.*Rule S15"))
    check_access(page)
    page.keyboard.press("Escape")
    expect(note(page)).to_be_hidden()
    expect(counter).to_be_focused()
    page.keyboard.press("Enter")  # once more
    is_told(page, "strikes back")
    page.keyboard.press("Enter")  # and on
    link = note(page).get_by_role("link", name="Rule S15")
    expect(link).to_be_focused()
    page.keyboard.press("Escape")
    expect(note(page)).to_be_hidden()
    expect(counter).to_be_focused()
    page.keyboard.press("Tab")
    is_told(page, "What his blow does")  # the next heading
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#S15")).to_be_in_viewport()
    expect(page.locator(".rule.wanted").first).to_contain_text("Counterattack")
    expect(note(page)).to_be_hidden()


def test_on_a_long_press(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, language="de", size=(360, 740), touch=True)
    new_race(page, pages_server, seats=["me", "me"], setup={"stones": [["water", 2]]})
    die = page.locator("ul.dice .die").first
    expect(die).to_have_attribute("aria-disabled", "false")
    finger = Finger(page)
    finger.down(die)
    is_told(page, "Element")
    finger.up()
    is_told(page, "Element")
    expect(die).to_have_attribute("aria-pressed", "false")  # a long press is no tap
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    page.locator("h1").tap()
    expect(note(page)).to_be_hidden()
    die.tap()
    expect(die).to_have_attribute("aria-pressed", "true")
    expect(note(page)).to_be_hidden()
    stone = page.locator(".stone[data-explain]").first
    finger.down(stone)
    is_told(page, "toter Stein")
    finger.up()


@pytest.mark.parametrize("language", ["de", "en", "es", "fr"])
def test_everything_has_its_words(open_page: OpenPage, pages_server: Server, language: str) -> None:
    page = open_page(QUIET, language=language)
    setup = {"stones": [["water", 2]], "powers": "own"}
    new_race(page, pages_server, seats=["me", "me"], setup=setup)
    expect(page.locator(".signs .term")).to_have_count(9)
    seen = stops(page.locator(".signs .term"))
    first_duel(page, pages_server)
    seen |= stops(page.locator(".page .term, .page .marks"))
    assert len(seen) == 9 + 17
    assert not [text for text in seen if not text or re.search(r"web\.|\{", text)], seen


_STOPS = """async signs => {
    const told = [];
    for (const sign of signs) {
        sign.focus();
        await new Promise(requestAnimationFrame);
        const note = document.querySelector("#explanation");
        const isTold = note.matches(":popover-open") && sign.getAttribute("aria-describedby") === note.id;
        told.push(isTold ? note.innerText : null);
    }
    return told;
}"""


def stops(signs: Locator) -> set[str | None]:
    """What is told where the keyboard stops; nothing, if it is not."""
    return set(signs.evaluate_all(_STOPS))


def test_the_editions_are_explained(open_page: OpenPage) -> None:
    page = open_page("/rules/samurai", size=(360, 740))
    cells = page.locator("#editions td")
    expect(cells).to_have_count(16)
    shown = {cell.get_attribute("data-value") for cell in cells.all()}
    assert shown == {
        f"{name} {value}"
        for name, edition in EDITIONS.items()
        for value in (
            f"purchases {edition.purchases}",
            f"bookkeeping {edition.bookkeeping.replace(' ', '-')}",
            f"reroll {edition.reroll}",
            f"repeated {edition.repeated}",
        )
    }
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    check_access(page)
    page.locator("#editions").get_by_role("link", name="S13").click()
    expect(page.locator("#S13")).to_be_in_viewport()
    page.goto(page.url.replace("samurai#S13", "dragon"))
    expect(page.locator(".rule").first).to_be_visible()
    expect(page.locator("#editions")).to_have_count(0)
