"""A finished game tried again from the step that is looked at."""

import re
from contextlib import closing
from typing import Any

from playwright.sync_api import Page, expect

from testkit.browser import QUIET, OpenPage, check_access, fits, of_the_page
from testkit.review_page import played_badly
from testkit.servers import Client, Server
from testkit.tables import play_out

TRY = "Try again from here"
RACE: dict[str, Any] = {
    "setup": {"players": ["black", "red"], "board": "short", "starts": 0, "max_turns": 8},
    "seats": ["me", "random"],
    "begin": True,
}


def steps_of(client: Client, table: str) -> list[dict[str, Any]]:
    entries = client.get(f"/tables/{table}/entries").json()["entries"]
    return [entry for entry in entries if entry["kind"] == "step"]


def look_at(page: Page, step: int) -> None:
    """By keys, from the beginning."""
    expect(page.get_by_role("button", name=TRY)).to_be_visible()
    page.keyboard.press("Home")
    for _ in range(step):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".controls b").first).to_have_text(re.compile(rf"^{step} /"))


def try_again(page: Page) -> str:
    page.get_by_role("button", name=TRY).click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text("Practice", exact=True)).to_be_visible()
    return page.url.rpartition("/")[2]


def test_a_duel_from_a_decision(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    with of_the_page(page, pages_server) as client:
        table = played_badly(page, pages_server)
        steps = steps_of(client, table)
        page.goto(f"{pages_server.url}/r/{table}")
        at = next(at for at, step in enumerate(steps, 1) if at > 6 and step["step"].startswith("place"))
        look_at(page, at)
        expect(page.get_by_text("begins before this decision")).to_be_visible()
        check_access(page)
        new = client.look(try_again(page))
        position: dict[str, Any] = {}
        for step in steps[: at - 1]:
            position |= step["changed"]
        assert new["start"].items() >= position.items()
        assert new["practice"]
        assert new["legal"], "it begins with that decision"
        expect(page.locator(".hand .columns")).to_be_visible()
        expect(page.locator("tr.now th")).to_have_text(str(new["start"]["round"]))
        check_access(page)
        page.goto(f"{pages_server.url}/me")
        expect(page.get_by_role("link", name="Duel · Practice")).to_be_visible()


def test_from_the_end_and_on_a_phone(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, size=(360, 740), touch=True)
    with of_the_page(page, pages_server) as client:
        table = played_badly(page, pages_server)
        last = len(steps_of(client, table))
        page.goto(f"{pages_server.url}/r/{table}")
        expect(page.locator(".again p:visible")).to_contain_text(re.compile("before (the last|this) decision"))
        for language in ("de", "es", "fr", "en"):
            page.locator("header select").last.select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            fits(page)
        high = page.locator(".again").bounding_box()
        assert high
        page.get_by_role("button", name="One step back").tap()
        expect(page.locator(".controls b").first).to_have_text(f"{last - 1} / {last}")
        assert (page.locator(".again").bounding_box() or {})["height"] == high["height"], "stepping moves nothing"
        page.get_by_role("button", name="To the end").tap()
        new = client.look(try_again(page))
        assert new["legal"], "nothing but the last decision is left"
        fits(page)


def test_a_race_with_the_dice_on_the_table(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    with of_the_page(page, pages_server) as client:
        table = client.table("dragon", **RACE)["table"]["id"]
        play_out(client, table)
        steps = steps_of(client, table)
        at = next(
            at
            for at, step in enumerate(steps, 1)
            if at > 9 and step["step"].startswith("roll ") and steps[at]["seat"] == 0
        )
        page.goto(f"{pages_server.url}/r/{table}")
        look_at(page, at)
        expect(page.get_by_text("begins in this position")).to_be_visible()
        new = client.look(try_again(page))
        faces = page.locator(".dock [aria-pressed]")
        expect(faces).to_have_count(5)
        assert new["to_move"] == 0
        assert [seat["bot"] for seat in new["seats"]] == [None, "random"]
        check_access(page)


def test_somebody_who_looks_on_tries_it_too(open_page: OpenPage, pages_server: Server) -> None:
    with closing(Client(pages_server.url)) as ada:
        opened = ada.table("dragon", **RACE)
        table = opened["table"]["id"]
        play_out(ada, table)
    page = open_page(f"/r/{table}#watch={opened['links']['watch']}")
    look_at(page, 3)
    with_seat = try_again(page)
    expect(page.locator(".players li").first).to_contain_text("you")
    assert with_seat != table
