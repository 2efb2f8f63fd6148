"""A race of several browsers: what each may do is what the server says, and nobody loses anything."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from testkit.browser import QUIET, OpenPage, check_access, click, cookie
from testkit.race_page import moves, new_race, story
from testkit.servers import Client, Server, serving

BUTTONS = "[data-race] button:enabled:not(.term)"
VIEW = re.compile(r"/tables/[\w-]+$")
STEPS = re.compile(r"/steps$")


def joined(open_page: OpenPage, server: Server, **more: Any) -> tuple[Page, Page, dict[str, Any]]:
    """Ann has opened a race, Bo has come by link; it has begun, and Ann is to move."""
    ann = open_page(QUIET, server=server, **more)
    opened = new_race(ann, server, seats=["me", "open"], begin=False)
    bo = open_page(f"/t/{opened['table']['id']}#join={opened['links']['join']}", server=server, **more)
    click(bo.get_by_role("button", name="Sit down here"))
    begin = ann.get_by_role("button", name="Begin", exact=True)
    expect(begin).to_be_enabled()
    click(begin)
    expect(moves(ann).first).to_be_visible()
    return ann, bo, opened


def move(page: Page) -> None:
    """The first move; then it is somebody else's turn."""
    expect(moves(page).first).to_be_visible()
    click(moves(page).first)
    handed_on(page)


def handed_on(page: Page) -> None:
    waits, end = page.get_by_text("Waiting for").first, page.get_by_role("button", name="End the turn")
    expect(waits.or_(end).first).to_be_visible()
    if end.is_visible():  # Perfection
        click(end)
    expect(waits).to_be_visible()


def test_with_nothing_legal_nothing_can_be_sent(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page()
    sent: list[str] = []
    page.on("request", lambda asked: sent.append(asked.url) if asked.method == "POST" else None)
    for dice in ("fair", "own"):
        new_race(page, pages_server, seats=["me", "me"], dice=dice, setup={"powers": "any"})
        expect(page.locator(BUTTONS).first).to_be_visible()
        page.route(VIEW, lambda route: route.fulfill(json=route.fetch().json() | {"legal": []}))
        page.reload()
        expect(page.get_by_role("heading", name="Players")).to_be_attached()
        sent.clear()
        for button in page.locator(BUTTONS).all():
            button.dispatch_event("click")  # also where the page says that it is good for nothing
        for key in ("1", "2", "r", "Enter", "a"):
            page.keyboard.press(key)
        page.unroute_all()
        assert not sent


def test_a_hostile_page_is_refused_with_a_sentence(open_page: OpenPage, pages_server: Server) -> None:
    ann, bo, opened = joined(open_page, pages_server, expected="Failed to load resource")
    table = opened["table"]["id"]

    def sends(page: Page, **other: Any) -> None:
        """Whatever is pressed, something else is sent."""

        def changed(route: Route) -> None:
            route.continue_(post_data=json.dumps(json.loads(route.request.post_data or "{}") | other))

        page.route(STEPS, changed, times=1)

    sends(ann, step="move dragon")
    click(moves(ann).first)
    expect(ann.get_by_role("alert")).to_contain_text("“move dragon”")
    sends(ann, step="balance leap")
    click(moves(ann).first)
    expect(ann.get_by_role("alert")).to_contain_text("“balance leap”")
    sends(ann, based_on=2)
    click(moves(ann).first)
    expect(ann.get_by_role("alert")).to_contain_text(re.compile("moved on|meanwhile", re.IGNORECASE))
    expect(story(ann)).to_have_count(1)

    # Bo's page believes that it is his turn, and that he may do what Ann may do.
    with Client(pages_server.url, cookie=cookie(ann)) as client:
        legal = client.look(table)["legal"]
    bo.route(VIEW, lambda route: route.fulfill(json=route.fetch().json() | {"legal": legal}))
    bo.reload()
    click(moves(bo).first)
    expect(bo.get_by_role("alert")).to_contain_text("That is for somebody else to decide.")
    check_access(bo)
    expect(story(bo)).to_have_count(1)
    bo.unroute(VIEW)

    click(moves(ann).first)  # as if nothing had been
    expect(ann.get_by_role("alert")).to_be_hidden()
    expect(story(ann).nth(1)).to_be_visible()


def test_reload_lost_network_and_dead_server_in_the_middle_of_a_race(open_page: OpenPage, tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/niten.db", tmp_path) as server:
        ann, bo, opened = joined(open_page, server, expected="net::ERR_")
        watch = f"/t/{opened['table']['id']}#watch={opened['links']['watch']}"
        eve = open_page(watch, server=server, expected="net::ERR_")
        expect(story(eve)).to_have_count(1)
        assert "#" not in eve.url, "the secret does not stay in the address"

        move(ann)
        expect(moves(bo).first).to_be_visible()
        bo.reload()
        move(bo)

        # Ann's line is lost while she moves: it is sent when she is back, once.
        expect(moves(ann).first).to_be_visible()
        number = story(ann).count()
        ann.context.set_offline(True)
        click(moves(ann).first)
        expect(ann.locator(".away")).to_be_visible()
        expect(moves(ann)).to_have_count(0)
        expect(story(bo)).to_have_count(number)
        ann.context.set_offline(False)
        expect(ann.locator(".away")).to_be_hidden()
        handed_on(ann)
        expect(story(bo)).to_have_text(story(ann).all_inner_texts())

        # The server dies; all say so, nobody can do anything, and all come back by themselves.
        server.kill()
        for page in (ann, bo, eve):
            expect(page.locator(".away")).to_be_visible()
            expect(moves(page)).to_have_count(0)
        server.start()
        move(bo)
        move(ann)

        expect(story(ann).nth(number + 5)).to_be_visible()
        same = story(ann).all_inner_texts()  # as she is told it, she who moved last
        ann.reload()
        for page in (ann, bo, eve):
            expect(story(page)).to_have_text(same)

        # Who looks on by link sees it all, and can do nothing.
        expect(eve.locator(".away")).to_be_hidden()
        check_access(eve)
        expect(eve.locator(f'{BUTTONS}:not([aria-disabled="true"])')).to_have_count(0)
        expect(eve.get_by_role("button", name="Take back")).to_have_count(0)
        places = [page.get_by_role("list", name="Board").get_by_role("listitem") for page in (ann, bo, eve)]
        for shown in places:
            expect(shown).to_have_text(places[0].all_inner_texts())
