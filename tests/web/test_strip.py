"""On a phone: how it stands is always in sight, everything else is one tap away, and the focus is never hidden."""

from playwright.sync_api import expect

from tests.web.browsing import check_access, click, tap
from tests.web.conftest import OpenPage
from tests.web.test_duel_page import begin, play

_HIDDEN = """() => {
    const under = document.querySelector(".strip").getBoundingClientRect();
    const focused = document.activeElement;
    const at = focused.getBoundingClientRect();
    if (focused === document.body || focused.closest(".strip")) return null;
    return at.top < under.bottom && at.bottom > under.top ? focused.outerHTML : null;
}"""


def test_a_strip_says_how_it_stands_and_leads_there(open_page: OpenPage) -> None:
    page = open_page(size=(360, 740), touch=True)
    begin(page, tap)
    play(page, tap, most=6)
    strip = page.get_by_role("navigation", name="At a glance")
    for name, heading in (("Oda", "#opponent"), ("Musashi", "#player"), ("Story", "#story"), ("Round", "#hand")):
        tap(strip.get_by_role("button", name=name))
        expect(page.locator(heading)).to_be_focused()
        expect(page.locator("section").filter(has=page.locator(heading)).last).to_be_in_viewport()
        expect(strip).to_be_in_viewport(ratio=1)
    health = page.get_by_role("img", name="health").first.get_attribute("aria-label")
    expect(strip.get_by_role("button", name="Musashi")).to_contain_text(f"Musashi: {health}")
    check_access(page)


def test_what_has_the_focus_is_not_under_the_strip(open_page: OpenPage) -> None:
    page = open_page(size=(360, 740))
    begin(page, click)
    click(page.locator(".hand .moves button").first)
    expect(page.locator(".grip").first).to_be_visible()
    page.locator("main").locator("a, button, summary").locator("visible=true").last.focus()
    assert page.evaluate("scrollY") > 0
    passed = 0
    while not page.evaluate("document.activeElement.closest('.strip') !== null"):
        assert page.evaluate(_HIDDEN) is None
        page.keyboard.press("Shift+Tab")
        passed += 1
        assert passed < 200, "never came to the strip"
    assert passed > 20


def test_there_is_no_strip_where_both_pages_are_in_sight(open_page: OpenPage) -> None:
    page = open_page()
    begin(page, click)
    expect(page.locator(".strip")).to_be_hidden()
