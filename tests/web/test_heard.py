"""What the browser hands to a screen reader: names, headings, landmarks, and one voice that tells what happens."""

from collections import Counter
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, expect

from testkit.browser import QUIET, OpenPage, click, of_the_page
from testkit.page_tables import DUEL, ROUNDS, make, table
from testkit.race_page import FIVE, own_race
from testkit.review_page import a_race
from testkit.servers import Server

CONTROLS = {"button", "link", "checkbox", "radio", "combobox", "textbox", "slider", "spinbutton", "switch"}
_VOICES = """() => [...document.querySelectorAll("[aria-live], [role=alert], [role=log]")]
    .filter(voice => voice.textContent.trim()).map(voice => voice.ariaLive ?? voice.role)"""


def tree(page: Page) -> list[tuple[str, str, int]]:
    """Role, name and level of everything that can be heard, in the order it is read."""
    session: Any = page.context.new_cdp_session(page)
    nodes: list[dict[str, Any]] = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    return [
        (
            node["role"]["value"],
            node.get("name", {}).get("value", "").strip(),
            next((one["value"]["value"] for one in node.get("properties", []) if one["name"] == "level"), 0),
        )
        for node in nodes
        if not node["ignored"]
    ]


def heard(page: Page, *, voices: int) -> None:
    found = tree(page)
    nameless = [role for role, name, _ in found if role in CONTROLS and not name]
    assert not nameless, f"{page.url}: controls without a name: {nameless}"
    roles = Counter(role for role, _, _ in found)
    assert (roles["main"], roles["banner"], roles["navigation"]) == (1, 1, 1), roles
    levels = [level for role, name, level in found if role == "heading" and name]
    assert levels[0] == 1, levels
    assert levels.count(1) == 1, levels
    assert all(after <= before + 1 for before, after in pairwise(levels)), levels
    regions = [name for role, name, _ in found if role == "region"]
    assert all(regions), "a part of the page is named, or is none"
    assert len(set(regions)) == len(regions), regions
    assert page.evaluate(_VOICES) == ["polite"] * voices, "one voice, and it waits until it is its turn"


def test_the_front_page(open_page: OpenPage) -> None:
    page = open_page()
    expect(page.get_by_role("button", name="Duel of the day")).to_be_visible()
    heard(page, voices=0)


def test_a_duel(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    table(page, pages_server, DUEL, ROUNDS)
    expect(page.locator(".gain").first).to_be_visible()
    heard(page, voices=1)
    expect(page.locator("section.hand")).to_match_aria_snapshot("""
        - region "Your hand":
          - heading "Your hand" [level=2]
          - group "His dice":
            - img "2"
            - img "3"
            - img "5"
          - button "Attack 4" [disabled]
          - button "Defense 2" [disabled]
          - button "Concentration 0" [disabled]
          - button "Let it stand"
          - button "he rolls again (1 Ki)"
    """)


def test_a_race(open_page: OpenPage, pages_server: Server) -> None:
    """How it stands, what lies there, what can be done, who plays: in this order."""
    page = open_page(QUIET)
    client, opened = own_race(page, pages_server, FIVE[:3], powers="any")
    with client:
        make(client, opened, ["roll water water fire fire wood"])
    expect(page.locator(".target").first).to_be_visible()
    heard(page, voices=1)
    expect(page.locator("main")).to_match_aria_snapshot("""
        - main:
          - heading "Way of the Dragon" [level=1]
          - 'paragraph': "Your turn. Red: move, or roll again?"
          - group "Board":
            - 'button "water: to space 2"'
            - 'button "fire: to space 2"'
            - 'button "wood: to space 1"'
          - list "Board":
            - listitem: "water: Red outside, Blue outside, Black outside"
          - 'region "Your turn. Red: move, or roll again?"':
            - list:
              - listitem:
                - 'button "Die 1: water, stays"'
            - button "Tap dice to roll them again" [disabled]
          - region "What you can do":
            - 'button "water: outside → 2"'
            - 'button "fire: outside → 2"'
            - 'button "wood: outside → 1"'
            - button "Hand in your counter"
          - heading "Players" [level=2]
          - heading "Signs explained" [level=2]
          - heading "What happened" [level=2]
    """)
    counter = page.get_by_role("button", name="Hand in your counter", expanded=False)
    click(counter)
    expect(page.get_by_role("button", name="Hand in your counter", expanded=True)).to_be_visible()
    heard(page, voices=1)


def test_a_review(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    a_race(page, pages_server)
    heard(page, voices=1)


def test_who_is_away_is_said_once(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, expected="net::ERR_")
    with of_the_page(page, pages_server) as client:
        page.goto(f"{pages_server.url}/t/{client.table()['table']['id']}")
    expect(page.locator(".hand .moves button").first).to_be_visible()
    page.context.set_offline(True)
    click(page.locator(".hand .moves button").first)
    expect(page.get_by_role("status").get_by_text("The server does not answer")).to_have_count(1)
