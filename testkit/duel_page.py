"""A duel in the browser, played as people do."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from testkit.browser import Press, known
from testkit.duels import duel_table, quick_duel
from testkit.servers import API, Server

Look = Callable[[Page], None]


def begin(page: Page, by: Press) -> None:
    """From the front page to the first dice: one tap, and no form."""
    by(page.locator(".door").first)
    expect(page.locator(".hand .moves button").first).to_be_visible()


# What can be done now; nothing yet while the page waits.
_ASKED = """() => {
    if (document.querySelector(".result")) return "over";
    if (!document.querySelector("section.hand button:enabled")) return null;
    return document.querySelector("section.hand .done") ? "place" : "main";
}"""


def play(page: Page, by: Press, *, most: int = 400, seen: Look = lambda _: None) -> None:
    """Everything to Attack, until it is over or so many decisions are made."""
    for _ in range(most):
        asked = page.wait_for_function(_ASKED).json_value()
        if asked == "over":
            return
        seen(page)
        if asked == "place":
            place_all(page, by)
        else:
            by(page.locator("section.hand button.main:enabled"))
    settled(page)


def short(page: Page, server: Server, setup: dict[str, Any] | None = None) -> str:
    """A duel that is over after two rounds, opened by the one who looks at the page, which goes there."""
    known(page)
    asked = {"game": "samurai", "setup": setup or quick_duel(), "pace": 0, "begin": True}
    answer = page.request.post(f"{server.url}{API}/tables", data=asked)
    assert answer.status == 201, answer.text()
    table = str(answer.json()["table"]["id"])
    page.goto(f"{server.url}/t/{table}")
    expect(page.locator(".hand .moves button").first).to_be_visible()
    return table


def first_duel(page: Page, server: Server) -> None:
    """The duel of the front page, without the way through it."""
    short(page, server, {"duel": "oda-nobunaga"})


def two_rounds() -> dict[str, Any]:
    """The set-up of a duel that is never over before its second round: three dice, then one."""
    return {"duel": duel_table(id="two", health=90, player={"dice": [3, 1], "health": 90}), "rules": "en"}


def place_all(page: Page, by: Press) -> None:
    dice = page.locator(".grip")
    if dice.count():
        for at in range(dice.count()):
            by(dice.nth(at))
            by(page.locator("[data-column=attack] .target"))
    else:
        by(page.locator("[data-column=attack] .small button").last)
    by(page.locator(".done .main"))


def settled(page: Page) -> None:
    """Until something can be done again, or it is over."""
    expect(page.locator(".result, .hand button:enabled").first).to_be_visible()
