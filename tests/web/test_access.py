"""Every page and every state of a game is looked at by axe, in light and in dark."""

import re

from playwright.sync_api import Page, expect

from testkit.browser import QUIET, OpenPage, check_access, click, of_the_page
from testkit.duels import quick_duel
from testkit.page_tables import make
from testkit.race_page import FIVE, new_race, own_race
from testkit.servers import Server


def button(page: Page, name: str) -> None:
    """A button whose name begins so is pressed."""
    click(page.get_by_role("button", name=re.compile(f"^{name}", re.IGNORECASE)).first)


def thrown(page: Page, faces: str) -> None:
    """Real dice are entered, one after the other."""
    for face in faces.split():
        click(page.locator(".faces").get_by_role("button", name=face))


def gather(page: Page, die: int) -> None:
    """A die for Concentration."""
    click(page.locator(".grip").nth(die))
    click(page.locator("[data-column=concentration] .target"))


def test_pages(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(expected="404")
    expect(page.get_by_role("button", name="Duel of the day")).to_be_visible()
    check_access(page)  # a first visit: nothing unfinished
    with of_the_page(page, pages_server) as client:
        client.table()
    page.reload()
    expect(page.get_by_role("heading", name="Go on with")).to_be_visible()
    check_access(page)
    for path, seen in (
        ("/rules/samurai", ".rule"),
        ("/rules/dragon", ".rule"),
        ("/race", "main button.main"),
        ("/learn", "section.hand button:enabled"),
        ("/nowhere", "h1"),
    ):
        page.goto(pages_server.url + path)
        expect(page.locator(seen).first).to_be_visible()
        check_access(page)
    page.goto(pages_server.url + "/me")
    expect(page.locator("li a").first).to_be_visible()
    button(page, "Make a code")
    expect(page.get_by_role("textbox", name="The same as a link")).to_be_visible()
    check_access(page)
    button(page, "Delete")
    expect(page.get_by_role("dialog")).to_be_visible()
    check_access(page)


def test_a_duel_with_real_dice_and_its_dialogs(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, expected=("net::ERR_", "409"))  # it asks for the odds of what is past by then
    with of_the_page(page, pages_server) as client:
        table = client.table(dice="own", setup=quick_duel())["table"]["id"]
        page.goto(f"{pages_server.url}/t/{table}")
        expect(page.get_by_role("button", name="Roll 2 dice")).to_be_visible()
        check_access(page)  # how many dice?
        button(page, "Roll 2 dice")
        expect(page.get_by_role("group", name=re.compile("dice"))).to_be_visible()
        check_access(page)  # dice to be entered
        for name in ("Dice", "Share"):
            click(page.get_by_role("button", name=name, exact=True))
            expect(page.get_by_role("dialog")).to_be_visible()
            check_access(page)
            click(page.get_by_role("dialog").get_by_role("button", name="Close"))
        page.context.set_offline(True)
        for _ in range(2):
            click(page.get_by_role("button", name="5", exact=True))
        expect(page.locator(".away")).to_be_visible()
        check_access(page)
        page.context.set_offline(False)
        expect(page.locator(".away")).to_be_hidden()
        gather(page, 0)
        check_access(page)  # one die placed, one in hand
        gather(page, 1)
        click(page.locator(".done .main"))
        expect(page.locator(".rewards button:enabled").first).to_be_visible()
        check_access(page)  # something can be bought
        make(client, table, ["ready", "opponent 2 5"])
        expect(page.get_by_role("button", name="Let it stand")).to_be_visible()
        check_access(page)  # his dice lie
        make(client, table, ["stand"])
        expect(page.locator(".own")).to_be_visible()
        check_access(page)  # where it hurts
        while client.look(table)["stage"] != "over":
            make(client, table, client.look(table)["legal"][-1:])
    expect(page.get_by_role("heading", name=re.compile("Victory|Defeat|last round"))).to_be_visible()
    check_access(page)


def test_a_race_of_five_with_powers(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, size=(1280, 1200))
    client, table = own_race(page, pages_server, FIVE, powers="any")
    with client:
        expect(page.locator(".faces")).to_be_visible()
        check_access(page)  # dice to be entered
        thrown(page, "Water Water Fire")
        check_access(page)
        thrown(page, "Fire Wood")
        button(page, "Die 3")
        expect(page.get_by_role("button", name="Roll again (1 die)")).to_be_enabled()
        check_access(page)  # dice to keep, a move
        button(page, "Hand in your counter")
        expect(page.get_by_role("button", name="Decline the move")).to_be_visible()
        check_access(page)  # a power
        button(page, "Water")
        button(page, "End the turn")
        expect(page.locator(".faces")).to_be_visible()
        make(client, table, ["roll water fire fire metal earth", "move water", "end"])
        make(client, table, ["roll dragon dragon dragon dragon dragon"])
        expect(page.get_by_role("heading", name="The Great Dragon")).to_be_visible()
        expect(page.get_by_text("Hand in your counter")).to_be_visible()
        check_access(page)  # a swap: its first animal, then its second
        button(page, "Red 2|Red space 2")
        expect(page.get_by_text("Red changes places with")).to_be_visible()
        check_access(page)
        button(page, "Blue")
        button(page, "End the turn")
        expect(page.locator(".faces")).to_be_visible()
        make(client, table, ["roll water fire metal earth wood"])
        expect(page.get_by_role("button", name="Balance: every animal 1 on")).to_be_visible()
        check_access(page)
        make(client, table, ["balance", "end", "roll wood wood wood wood wood", "move wood"])
        expect(page.get_by_role("button", name="Roll and move once more")).to_be_visible()
        check_access(page)  # Perfection, and Rebirth
        page.set_viewport_size({"width": 360, "height": 740})
        check_access(page)


def test_a_race_before_and_after(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    client, table = own_race(page, pages_server, FIVE[:3], starts=None, random_stones=1)
    with client:
        expect(page.get_by_text("Which path?")).to_be_visible()
        button(page, "Fire")
        check_access(page)  # a dead stone is drawn
        make(client, table, ["stone fire 3"])
        expect(page.locator(".faces")).to_be_visible()
        check_access(page)  # the throw for the start
    new_race(page, pages_server, seats=["me", "open", "open"], begin=False, setup={"players": FIVE[:3]})
    expect(page.get_by_role("button", name="Begin", exact=True)).to_be_disabled()
    check_access(page)  # a seat is free
    new_race(page, pages_server, seats=["random", "random"], pace=10_000)
    expect(page.get_by_text("is thinking").first).to_be_visible()
    check_access(page)
    new_race(page, pages_server, seats=["random", "random"], setup={"max_turns": 1})
    expect(page.get_by_role("table")).to_be_visible()
    check_access(page)  # it is over
