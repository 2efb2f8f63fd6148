"""A finished game looked at again in the browser, and the coach in a running duel."""

import re

import pytest
from playwright.sync_api import Page, expect

from testkit.browser import QUIET, OpenPage, check_access, fits, of_the_page
from testkit.duels import quick_duel
from testkit.review_page import SOLVED, a_duel, a_race
from testkit.servers import Server


def figures(page: Page) -> dict[str, float]:
    """What stands in the account, in percent and points."""
    found = {one.get_attribute("data-figure") or "": one.inner_text() for one in page.locator("[data-figure]").all()}
    return {name: float(re.sub(r"[^\d.\-]", "", text.replace("−", "-"))) for name, text in found.items()}


def told(page: Page) -> str:
    return page.get_by_test_id("told").inner_text()


def adds_up(page: Page) -> None:
    found = figures(page)
    start, end = found.pop("start"), found.pop("end")
    assert sum(found.values()) == pytest.approx(end - start, abs=1e-6), found


def steady(page: Page) -> None:
    """From the first step to the last, what is said about them has the same room, and so has all that is shown."""
    highs = """() => [".controls", ".step", "html"].map(part => document.querySelector(part).scrollHeight)"""
    expected = page.evaluate(highs)
    controls = page.locator(".controls button")
    controls.first.click()
    assert controls.nth(2).get_attribute("aria-disabled") == "false", "there is something to step through"
    while controls.nth(2).get_attribute("aria-disabled") == "false":
        page.keyboard.press("ArrowRight")
        assert page.evaluate(highs) == expected, told(page)


def test_a_duel_is_looked_at_again(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    table = a_duel(page, pages_server)
    steps = page.locator("polyline").first.get_attribute("points") or ""
    last = len(steps.split()) - 1
    assert told(page).startswith(f"Step {last} of {last}.")
    adds_up(page)
    check_access(page)

    before = page.locator(".step").bounding_box()
    said: set[str] = set()
    page.keyboard.press("Home")
    expect(page.get_by_test_id("told")).to_have_text(re.compile("Before the first step"))
    for number in range(1, 8):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_test_id("told")).to_have_text(re.compile(rf"^Step {number} of {last}\."))
        said.add(told(page))
        assert page.locator(".step").bounding_box() == before, "stepping moves nothing"
    assert len(said) == 7
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("told")).to_have_text(re.compile(r"^Step 6 "))
    page.keyboard.press("End")
    expect(page.get_by_test_id("told")).to_have_text(re.compile(rf"^Step {last} "))

    room = page.locator("figure .room").bounding_box()
    assert room
    page.mouse.click(room["x"] + room["width"] / 2, room["y"] + room["height"] / 2)
    expect(page.get_by_test_id("told")).not_to_have_text(re.compile(rf"^Step {last} "))

    page.goto(f"{pages_server.url}/t/{table}")
    page.locator(".result").get_by_role("link", name="Review").click()
    expect(page.locator("polyline").first).to_be_visible(timeout=SOLVED)


def test_list_figures_and_curve_agree(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    a_duel(page, pages_server)
    marks = page.locator(".mistakes li button")
    assert marks.count() == page.locator("figure .room path").count() > 0
    costs = [float(one.replace("−", "-")) for one in page.locator(".mistakes .cost").all_inner_texts()]
    assert sum(costs) >= figures(page)["skill"] - 0.05 * len(costs), "nothing costs more than everything"
    marks.first.click()
    expect(marks.first).to_have_attribute("aria-current", "step")
    expect(page.locator(".step .head:visible")).to_contain_text("it cost")
    assert "Better: " in told(page)
    page.locator("summary").click()
    rows = page.locator("details tbody tr")
    expect(rows).to_have_count(len((page.locator("polyline").first.get_attribute("points") or "").split()) - 1)
    page.get_by_role("button", name="To step 3", exact=True).click()
    expect(page.get_by_test_id("told")).to_have_text(re.compile("^Step 3 "))
    check_access(page)


def test_mistakes_are_tried_again(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    a_duel(page, pages_server)
    count = page.locator(".mistakes li").count()
    page.get_by_role("button", name="Retry the mistakes").click()
    for number in range(1, count + 1):
        expect(page.get_by_role("heading", name=f"Mistake {number} of {count}")).to_be_visible()
        expect(page.get_by_text("Better: ")).to_have_count(0)
        expect(page.locator("polyline, [data-figure]")).to_have_count(0)
        page.get_by_role("button", name="Show the answer").click()
        expect(page.get_by_text("Played: ")).to_be_visible()
        expect(page.get_by_text("Better: ")).to_be_visible()
        if number == 1:
            check_access(page)
        page.locator(".moves .main").click()
    expect(page.locator("polyline").first).to_be_visible()


def test_on_a_phone_in_every_language(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, size=(360, 740), touch=True)
    a_duel(page, pages_server)
    for language in ("de", "es", "fr", "en"):
        page.locator("header select").last.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        steady(page)
        page.locator(".mistakes li button").first.tap()
        fits(page)
        said = page.locator("body").inner_text()
        assert "{" not in said
        assert not re.search(r"\b(web|samurai)\.[a-z]", said)
    check_access(page)
    high = page.evaluate("document.documentElement.scrollHeight")
    page.get_by_role("button", name="One step on").tap()
    assert page.evaluate("document.documentElement.scrollHeight") == high


def test_a_race_is_looked_at_again(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    a_race(page, pages_server)
    expect(page.locator("polyline")).to_have_count(3)
    dashes = page.locator("polyline").evaluate_all("lines => lines.map(line => getComputedStyle(line).strokeDasharray)")
    assert len(set(dashes)) == 3, "lines differ in more than their colour"
    expect(page.locator(".curve")).to_contain_text("estimate")
    for colour in ("Black", "Red", "Blue"):
        page.get_by_label(colour, exact=True).check()
        adds_up(page)
    page.locator("h1").click()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("told")).to_have_text(re.compile("^Step 1 of "))
    check_access(page)
    page.set_viewport_size({"width": 360, "height": 740})
    fits(page)
    steady(page)


def test_a_review_is_passed_on(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    table = a_race(page, pages_server)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied")).to_be_visible()
    link = str(page.evaluate("navigator.clipboard.readText()"))
    friend = open_page(link.removeprefix(pages_server.url))
    expect(friend.locator("polyline").first).to_be_visible(timeout=SOLVED)
    assert friend.url == f"{pages_server.url}/r/{table}", "the secret does not stay in the address"
    with friend.expect_download() as file:
        friend.get_by_role("link", name="Record").click()
    assert file.value.path().read_text().startswith("niten record")


def test_a_game_that_is_not_over(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    with of_the_page(page, pages_server) as client:
        table = client.table()["table"]["id"]
    page.goto(f"{pages_server.url}/r/{table}")
    expect(page.get_by_role("heading", name="This game is not over yet")).to_be_visible()
    check_access(page)
    page.get_by_role("link", name="To the table").click()
    expect(page.locator("section.hand")).to_be_visible()


def test_the_coach_says_what_each_choice_is_worth(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    with of_the_page(page, pages_server) as client:
        view = client.table(setup=quick_duel())["table"]
    page.goto(f"{pages_server.url}/t/{view['id']}")
    asks = page.get_by_role("button", name="What is each choice worth?")
    rows = page.locator(".coach li")
    expect(rows).to_have_count(0)
    asks.click()
    expect(rows).to_have_count(min(8, len(view["legal"])), timeout=SOLVED)
    shares = [float(text.rstrip("%")) for text in page.locator(".coach .share").all_inner_texts()]
    assert shares == sorted(shares, reverse=True)
    expect(page.locator(".coach .price").first).to_have_text("")
    check_access(page)
    page.locator(".hand .moves button").first.click()
    expect(page.locator(".columns")).to_be_visible()
    expect(rows).to_have_count(0)
    asks.click()
    expect(rows.first).to_contain_text(re.compile("Attack|again"), timeout=SOLVED)
    page.set_viewport_size({"width": 360, "height": 740})
    fits(page)
    page.locator(".coach").get_by_role("button", name="Close").click()
    expect(rows).to_have_count(0)


def test_the_coach_is_silent_about_the_game_of_the_day(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, expected="409")
    with of_the_page(page, pages_server) as client:
        table = client.post("/daily/samurai").json()["id"]
    page.goto(f"{pages_server.url}/t/{table}")
    page.get_by_role("button", name="What is each choice worth?").click()
    expect(page.get_by_role("alert")).to_have_text("There are no hints here.")
