"""In company: gestures between two browsers, and leaving a race to a bot."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from testkit.browser import QUIET, OpenPage, check_access, click, fits, press
from testkit.race_page import moves, new_race, throw
from testkit.servers import Server

Links = dict[str, str]


def two_in_a_race(open_page: OpenPage, server: Server, **more: Any) -> tuple[Page, Page, str, Links]:
    """Ann in English, black, who begins; Bo in German, red, on a phone."""
    ann = open_page(QUIET)
    opened = new_race(
        ann, server, setup={"players": ["black", "red"], "starts": 0}, seats=["me", "open"], begin=False, **more
    )
    table, links = opened["table"]["id"], opened["links"]
    bo = open_page(f"/t/{table}#join={links['join']}", language="de", size=(360, 740))
    click(bo.locator("li.card button").first)
    begin = ann.get_by_role("button", name="Begin", exact=True)
    expect(begin).to_be_enabled()
    click(begin)
    expect(bo.locator(".players")).to_be_visible()
    return ann, bo, table, links


# What is said is seen for five seconds; here until the test lets them pass, however busy the machine is.
_HOLD = """() => {
    const later = window.setTimeout, held = [];
    window.setTimeout = (what, time, ...more) => time === 5000 ? held.push(what) : later(what, time, ...more);
    window.pass = () => held.splice(0).forEach(what => what());
}"""


def hold(*pages: Page) -> None:
    for page in pages:
        page.evaluate(_HOLD)


def five_seconds_pass(*pages: Page) -> None:
    for page in pages:
        page.evaluate("() => window.pass()")


def test_gestures_between_two_browsers(open_page: OpenPage, pages_server: Server) -> None:
    ann, bo, table, links = two_in_a_race(open_page, pages_server, dice="own")
    throw(ann, pages_server, table)
    eve = open_page(f"/t/{table}#watch={links['watch']}")
    expect(eve.locator(".players")).to_be_visible()
    expect(eve.get_by_role("button", name="Well played")).to_have_count(0)
    expect(bo.locator(".players section > p").first).to_be_visible()  # that somebody looks on
    before = bo.evaluate("document.fonts.ready.then(() => document.documentElement.scrollHeight)")
    hold(ann, bo, eve)
    press(ann.get_by_role("button", name="Well played"))
    for page, text in ((ann, "Black: Well played"), (bo, "Schwarz: Gut gespielt"), (eve, "Black: Well played")):
        expect(page.get_by_test_id("notice")).to_have_text(text)
        expect(page.locator(".asides p")).to_contain_text(text)
    assert bo.evaluate("document.documentElement.scrollHeight") == before, "nothing moves"
    fits(bo)
    check_access(ann)
    check_access(bo)
    five_seconds_pass(ann, bo, eve)
    expect(bo.locator(".asides p")).to_have_count(0)
    expect(bo.get_by_test_id("notice")).to_have_text("Schwarz: Gut gespielt")  # what is gone is not said again

    click(moves(ann).first)
    expect(bo.get_by_test_id("notice")).to_have_count(0)
    bo.get_by_label("Gesten zeigen").uncheck()
    bo.reload()
    expect(bo.get_by_label("Gesten zeigen")).not_to_be_checked()
    throw(bo, pages_server, table)
    expect(moves(bo).first).to_be_visible()
    click(ann.get_by_role("button", name="A bow"))
    expect(ann.locator(".asides p")).to_be_visible()
    click(moves(bo).first)  # its answer comes by the same stream, after the gesture
    expect(ann.get_by_test_id("told")).to_have_text(re.compile("Black"))
    expect(bo.get_by_test_id("told")).to_have_text(re.compile("Schwarz"))
    expect(bo.locator(".asides p")).to_have_count(0)


def test_too_many_gestures_are_refused_in_words(open_page: OpenPage, pages_server: Server) -> None:
    ann = open_page(QUIET, expected="429")
    opened = new_race(ann, pages_server, seats=["me", "open"], begin=False)
    bo = open_page(f"/t/{opened['table']['id']}#join={opened['links']['join']}")
    click(bo.get_by_role("button", name=re.compile("^Sit")).first)
    click(ann.get_by_role("button", name="Begin", exact=True))
    laugh = ann.get_by_role("button", name="Laughter")
    refused = ann.get_by_role("alert")
    laugh.evaluate("button => { for (let at = 0; at < 6; at++) button.click() }")  # faster than a busy machine clicks
    expect(refused).to_be_visible()


def test_nobody_to_greet_among_bots(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    new_race(page, pages_server, seats=["me", "random"])
    expect(page.locator(".players li").first).to_be_visible()
    expect(page.get_by_role("button", name="A bow")).to_have_count(0)
    expect(page.get_by_role("button", name="Leave the race")).to_have_count(0)


def test_leaving_to_a_bot(open_page: OpenPage, pages_server: Server) -> None:
    ann, bo, _, _ = two_in_a_race(open_page, pages_server, stand_in="greedy", pace=0)
    leave = bo.get_by_role("button", name="Rennen verlassen")
    click(leave)
    dialog = bo.get_by_role("dialog")
    expect(dialog).to_contain_text("Ein Bot spielt für dich weiter")
    check_access(bo)
    click(dialog.get_by_role("button", name="Bleiben"))
    expect(dialog).to_be_hidden()
    expect(ann.locator(".players li").nth(1)).not_to_contain_text("bot")
    hold(ann)
    press(leave)
    click(dialog.get_by_role("button", name="Rennen verlassen"))
    expect(ann.get_by_test_id("notice")).to_have_text("Red has left; a bot plays on.")
    expect(ann.locator(".asides p")).to_contain_text("a bot plays on")
    expect(ann.locator(".players li").nth(1)).to_contain_text("bot: greedy")
    expect(leave).to_have_count(0)
    expect(moves(bo)).to_have_count(0)
    click(moves(ann).first)
    expect(moves(ann).first).to_be_visible()  # the bot has played


def test_leaving_where_no_bot_was_agreed_on(open_page: OpenPage, pages_server: Server) -> None:
    ann, bo, _, _ = two_in_a_race(open_page, pages_server)
    click(bo.get_by_role("button", name="Rennen verlassen"))
    dialog = bo.get_by_role("dialog")
    expect(dialog).to_contain_text("Dein Platz wird frei")
    click(dialog.get_by_role("button", name="Rennen verlassen"))
    expect(ann.get_by_test_id("notice")).to_have_text("Red has left.")
    click(ann.get_by_role("button", name="Give the seat to a bot"))
    expect(ann.locator(".players li").nth(1)).to_contain_text("bot: beginner")
