"""Tables of real dice with a game under way, opened in the browser."""

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

from testkit.browser import cookie, known
from testkit.servers import Client, Server

DUEL: dict[str, Any] = {"game": "samurai", "setup": {"duel": "oda-nobunaga"}, "seats": ["me"]}


# Two rounds of the first duel, and the third until his dice lie.
ROUNDS = """dice 3, roll 3 4 5, place 7 5 0, ready, opponent 6, stand, dice 2, roll 1 5, reroll 1, roll 4, place 5 0 4,
    ready, opponent 2 5, stand, injury 3, roll 5, place 3 2 0, raise attack, ready, opponent 2 3 5"""


def table(page: Page, server: Server, asked: dict[str, Any], steps: str) -> str:
    """A table of real dice at which this was played, or a whole game; the page goes there."""
    known(page)
    with Client(server.url, cookie=cookie(page)) as client:
        opened = client.table(**asked, dice="own", begin=True)["table"]["id"]
        written = [" ".join(step.split()) for step in steps.split(",") if step.strip()]
        make(client, opened, written)
        while not written and (view := client.look(opened))["stage"] != "over":
            make(client, opened, [lucky(view["legal"])])
    page.goto(f"{server.url}/t/{opened}")
    return str(opened)


def make(client: Client, table: str, steps: Sequence[str]) -> None:
    """Steps through the interface, one after the other; a page follows."""
    number = client.look(table)["number"]
    for step in steps:
        answer = client.step(table, step, number)
        assert answer.status_code == 200, (step, answer.text)
        number = answer.json()["number"]


def lucky(legal: list[str]) -> str:
    """The highest dice, all to Attack; where dice hurt, the lowest."""
    if legal[0].startswith(("injury", "wound", "toll", "ready", "stand")):
        return legal[0]
    return max(legal, key=lambda step: [int(value) for value in step.split()[1:] if value.isdigit()])
