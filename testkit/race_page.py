"""A race in the browser, played as people do."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from testkit.browser import Press, cookie, known
from testkit.page_tables import make
from testkit.servers import API, Client, Server

QUICK: dict[str, Any] = {"game": "dragon", "pace": 0, "begin": True}


def new_race(page: Page, server: Server, **asked: Any) -> dict[str, Any]:
    """A race opened by the one who looks at the page, which goes there."""
    known(page)
    setup = {"players": ["red", "blue"], "board": "short", "starts": 0} | asked.pop("setup", {})
    answer = page.request.post(f"{server.url}{API}/tables", data=QUICK | {"setup": setup} | asked)
    assert answer.status == 201, answer.text()
    opened = answer.json()
    page.goto(f"{server.url}/t/{opened['table']['id']}")
    return opened


def moves(page: Page) -> Locator:
    return page.locator(".actions .moves button:enabled")


def over(page: Page) -> Locator:
    return page.locator(".dock table")


def play(page: Page, by: Press, *, most: int = 600) -> None:
    """Whatever is offered last, which is furthest on the way round the elements; until it is over."""
    for _ in range(most):
        expect(over(page).or_(moves(page).first)).to_be_visible()
        if over(page).is_visible():
            return
        number = page.locator(".story li").count()
        by(moves(page).last)
        page.wait_for_function("n => document.querySelectorAll('.story li').length > n", arg=number)


def throw(page: Page, server: Server, table: str, faces: str = "water water fire fire wood") -> None:
    """Real dice, thrown by whoever looks at the page; as a rule so that nothing rare follows from them."""
    with Client(server.url, cookie=cookie(page)) as client:
        make(client, table, [f"roll {faces}"])


FIVE = ["red", "blue", "black", "white", "yellow"]


def own_race(page: Page, server: Server, players: Sequence[str], **setup: Any) -> tuple[Client, str]:
    """A race at one screen with real dice, which fall as a test wants."""
    opened = new_race(page, server, seats=["me"] * len(players), dice="own", setup={"players": players} | setup)
    page.wait_for_selector("[data-race]")
    return Client(server.url, cookie=cookie(page)), opened["table"]["id"]


def story(page: Page) -> Locator:
    return page.get_by_role("list", name="What happened").get_by_role("listitem")
