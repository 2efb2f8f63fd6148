"""What belongs to no game: the day's games, the player, the dice panel, rules, lessons."""

import re
import sqlite3
from pathlib import Path

from playwright.sync_api import Route, expect

from testkit.browser import QUIET, OpenPage, check_access, click, play_rest
from testkit.duel_page import begin, first_duel, play, settled, short
from testkit.servers import Server, serving


def test_the_duel_of_the_day(open_page: OpenPage) -> None:
    """Each day another one, and some are long: it is begun by hand."""
    page = open_page()
    click(page.get_by_role("button", name="Duel of the day"))
    settled(page)
    play(page, click, most=2)
    play_rest(page)
    line = page.locator(".line")
    expect(line).to_have_text(re.compile(r"^Niten, duel of \d{4}-\d\d-\d\d: "))
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)
    page.goto(page.url.split("/t/")[0])
    click(page.get_by_role("button", name="Duel of the day"))
    expect(line).to_be_visible()  # it is played once


def test_every_roll_can_be_checked_in_the_page(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    short(page, pages_server)
    click(page.get_by_role("button", name="Dice", exact=True))
    panel = page.locator("dialog[open]")
    expect(panel).to_contain_text("It is told when the game is over")
    check_access(page)
    click(panel.get_by_role("button", name="Close"))
    play_rest(page)
    click(page.get_by_role("button", name="Dice", exact=True))
    click(panel.get_by_role("button", name="Check every roll here"))
    expect(panel.get_by_role("status")).to_have_text(re.compile(r"As promised: the commitment, and all \d+ rolls"))


def test_a_game_goes_on_at_another_device(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    first_duel(page, pages_server)
    table = page.url
    page.goto(table.split("/t/")[0] + "/me")
    page.get_by_role("textbox", name="Your name").fill("Ann")
    click(page.get_by_role("button", name="Keep"))
    expect(page.get_by_role("status")).to_have_text("Your name is kept.")
    click(page.get_by_role("button", name="Make a code"))
    link = page.get_by_role("textbox", name="The same as a link").input_value()

    other = open_page("/me#" + link.partition("#")[2])
    click(other.get_by_role("button", name="Go on here"))
    expect(other.get_by_role("textbox", name="Your name")).to_have_value("Ann")
    click(other.locator("li a").first)
    settled(other)
    assert other.url == table


def test_a_name_typed_early_is_not_overwritten_by_what_comes_late(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET)
    held: list[Route] = []
    page.route("**/profile/tables", lambda route: held.append(route))  # noqa: PLW0108 — it marks the function
    with page.expect_request("**/profile/tables"):
        page.goto(pages_server.url + "/me")
    name = page.get_by_role("textbox", name="Your name")
    name.fill("Ann")
    with page.expect_response("**/profile/tables"):
        held[0].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(name).to_have_value("Ann")


def test_rules_are_found(open_page: OpenPage) -> None:
    page = open_page("/rules/samurai", language="fr")
    expect(page.locator(".rule").first).to_be_visible()
    page.get_by_role("searchbox").fill("decapite")
    expect(page.locator(".rule").first).to_contain_text("décapit")
    expect(page.locator(".rule").nth(8)).to_be_hidden()


def test_nothing_there(open_page: OpenPage) -> None:
    page = open_page("/nowhere", expected="404")
    expect(page.get_by_role("heading")).to_have_text("There is nothing at this address")
    page = open_page("/t/AAAAAAAAAAAAAAAAAAAAAA", expected="404")
    expect(page.get_by_role("alert")).to_contain_text("There is no such table, or you need its link.")
    check_access(page)


def test_a_server_that_lives_under_a_path(open_page: OpenPage, tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/niten.db", tmp_path, root_path="/games") as server:
        page = open_page("/games/", server=server)
        begin(page, click)
        assert page.url.startswith(f"{server.url}/games/t/")
        page.reload()
        settled(page)
        page.goto(f"{server.url}/games/rules/dragon")
        expect(page.locator(".rule").first).to_be_visible()


def test_two_first_windows_are_one_player(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page("/rules/dragon")  # where nothing is asked of the server
    windows = [page.context.new_page() for _ in range(4)]
    for window in windows:
        window.evaluate("address => { location.href = address }", pages_server.url)
    players = {
        window.evaluate("() => fetch('api/v1/profile').then(answer => answer.json()).then(found => found.id)")
        for window in windows
        if expect(window.locator(".door").first).to_be_visible() is None
        and window.wait_for_function("() => localStorage.getItem('niten.known')")
    }
    assert len(players) == 1
    with sqlite3.connect(pages_server.database.removeprefix("sqlite:///")) as database:
        made = database.execute("SELECT count(*) FROM devices WHERE profile = ?", (players.pop(),)).fetchone()
    assert made == (1,)
