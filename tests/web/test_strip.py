"""On a phone: how it stands is always in sight, everything else is one tap away, and the focus is never hidden."""

from playwright.sync_api import expect

from testkit.browser import QUIET, OpenPage, check_access, click, tap
from testkit.duel_page import first_duel
from testkit.page_tables import DUEL, ROUNDS, table
from testkit.servers import Server

# What has the focus, if it lies under the strip; nothing, once it is in the strip.
_HIDDEN = """() => {
    const under = document.querySelector(".strip").getBoundingClientRect();
    const focused = document.activeElement;
    const at = focused.getBoundingClientRect();
    if (focused.closest(".strip")) return null;
    return focused !== document.body && at.top < under.bottom && at.bottom > under.top ? focused.outerHTML : "";
}"""


def test_a_strip_says_how_it_stands_and_leads_there(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, size=(360, 740), touch=True)
    table(page, pages_server, DUEL, ROUNDS)
    strip = page.get_by_role("navigation", name="At a glance")
    for name, heading in (("Oda", "#opponent"), ("Musashi", "#player"), ("Story", "#story"), ("Round", "#hand")):
        tap(strip.get_by_role("button", name=name))
        expect(page.locator(heading)).to_be_focused()
        expect(page.locator("section").filter(has=page.locator(heading)).last).to_be_in_viewport()
        expect(strip).to_be_in_viewport(ratio=1)
    health = page.get_by_role("img", name="health").first.get_attribute("aria-label")
    expect(strip.get_by_role("button", name="Musashi")).to_contain_text(f"Musashi: {health}")
    check_access(page)


def test_what_has_the_focus_is_not_under_the_strip(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, size=(360, 740))
    first_duel(page, pages_server)
    click(page.locator(".hand .moves button").first)
    expect(page.locator(".grip").first).to_be_visible()
    page.locator("main").locator("a, button, summary").locator("visible=true").last.focus()
    assert page.evaluate("scrollY") > 0
    passed = 0
    while (hidden := page.evaluate(_HIDDEN)) is not None:
        assert not hidden
        page.keyboard.press("Shift+Tab")
        passed += 1
        assert passed < 200, "never came to the strip"
    assert passed > 20


def test_there_is_no_strip_where_both_pages_are_in_sight(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    first_duel(page, pages_server)
    expect(page.locator(".strip")).to_be_hidden()
