"""Finished games, and their review in the browser."""

from playwright.sync_api import Page, expect

from testkit.browser import of_the_page
from testkit.duels import quick_duel
from testkit.page_tables import make
from testkit.page_tables import table as own_dice
from testkit.servers import Client, Server

SOLVED = 900_000  # milliseconds: the machine may be busy, and what solves is compiled first
ELEMENTS = ("water", "fire", "metal", "earth", "wood")
BADLY = """dice 1, roll 3, place 3 0 0, ready, opponent 1 5 6, stand,
    roll 2, place 2 0 0, ready, opponent 1 3 3, stand, injury 2"""


def review(page: Page, server: Server, table: str) -> None:
    page.goto(f"{server.url}/r/{table}")
    expect(page.locator("polyline").first).to_be_visible(timeout=SOLVED)


def played_badly(page: Page, server: Server) -> str:
    """A small duel of real dice, with mistakes, that is over."""
    return own_dice(page, server, {"game": "samurai", "setup": quick_duel(), "seats": ["me"]}, BADLY)


def a_duel(page: Page, server: Server) -> str:
    """A duel and its review."""
    table = played_badly(page, server)
    review(page, server, table)
    return table


def a_race(page: Page, server: Server) -> str:
    """A whole race of three on a small board, and its review."""
    with of_the_page(page, server) as client:
        table = raced(client)
    review(page, server, table)
    return table


def raced(client: Client) -> str:
    """Real dice show three of a kind, each time of the next element; whoever may decide does what is offered first."""
    board = {"name": "small", "paths": {one: {"plain": 1, "values": [1, 2, 3, 4, 5]} for one in ELEMENTS}}
    setup = {"players": ["black", "red", "blue"], "board": board, "starts": 0, "powers": "any"}
    table = str(client.table("dragon", setup=setup, seats=["me"] * 3, dice="own", begin=True)["table"]["id"])
    thrown = 0
    while (view := client.look(table))["stage"] != "over":
        step = next((step for step in view["legal"] if "reroll" not in step), view["legal"][0])
        if step.startswith("roll ") and len(step.split()) == 6:
            one, two, three = (ELEMENTS[(thrown + at) % 5] for at in range(3))
            step = next(step for step in view["legal"] if sorted(step.split()[1:]) == sorted([one] * 3 + [two, three]))
            thrown += 1
        make(client, table, [step])
    return table
