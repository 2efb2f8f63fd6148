"""Sound: off until somebody wants it, and nothing of it is there before."""

from playwright.sync_api import Page, expect

from testkit.browser import OpenPage, check_access, click
from testkit.duel_page import begin, place_all

COUNT = """
window.made = window.heard = 0;
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor() { super(); window.made++; } };
for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
    const start = kind.prototype.start;
    kind.prototype.start = function (...when) { window.heard++; return start.apply(this, when); };
}
"""


def counted(open_page: OpenPage) -> Page:
    page = open_page(fresh=True)
    page.context.add_init_script(COUNT)
    page.reload()
    expect(page.locator(".door").first).to_be_visible()
    return page


def a_round(page: Page) -> None:
    click(page.locator(".hand .moves button").first)
    expect(page.locator(".columns")).to_be_visible()
    place_all(page, click)
    expect(page.get_by_role("button", name="Ready: he rolls")).to_be_visible()


def test_silent_unless_wanted(open_page: OpenPage) -> None:
    page = counted(open_page)
    switch = page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    begin(page, click)
    a_round(page)
    assert page.evaluate("window.made") == 0
    loaded: list[str] = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    assert loaded
    assert not [name for name in loaded if "noises" in name], "what makes it is not even loaded"


def test_switched_on_and_off(open_page: OpenPage) -> None:
    page = counted(open_page)
    switch = page.get_by_role("button", name="Sound")
    click(switch)
    expect(switch).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.made === 1 && window.heard > 0")
    begin(page, click)
    before = page.evaluate("window.heard")
    a_round(page)
    page.wait_for_function("before => window.heard > before", arg=before)
    check_access(page)

    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")  # remembered
    expect(page.get_by_role("button", name="Ready: he rolls")).to_be_visible()
    assert page.evaluate("window.made") == 0, "it does not begin by itself"
    click(page.get_by_role("button", name="Ready: he rolls"))
    page.wait_for_function("() => window.made === 1 && window.heard > 0")

    click(switch)
    expect(switch).to_have_attribute("aria-pressed", "false")
    page.reload()
    expect(page.locator(".hand .moves button, .result").first).to_be_visible()
    expect(switch).to_have_attribute("aria-pressed", "false")
