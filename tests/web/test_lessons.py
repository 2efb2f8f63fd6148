"""The lessons: a first duel and a first race, which teach by playing."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from niten.booklet import find_duel
from niten.core import NOBODY, Match
from niten.dragon import Dragon
from niten.samurai import Samurai
from testkit.browser import OpenPage, check_access, click
from testkit.servers import Server

SCRIPTS = Path(__file__).parents[2] / "web/src/learn"


def played(name: str, game: Samurai | Dragon) -> Match[Any, Any]:
    """A lesson as the rules see it: a step that they do not allow is refused."""
    match: Match[Any, Any] = Match(game)
    for step in re.findall(r'step: "([^"]+)"', (SCRIPTS / f"{name}.ts").read_text()):
        match.play(game.read_step(step))
    return match


def test_the_first_duel_is_a_duel() -> None:
    state = played("first-duel", Samurai(find_duel("oda-nobunaga"))).state
    assert (state.health, state.ki, state.concentration, state.opponent) == (8, 7, 4, 8)


def test_the_first_race_is_a_race() -> None:
    path = {"plain": 3, "values": [1, 2, 3, 4, 5]}
    board = {"name": "first-race", "paths": dict.fromkeys(("water", "fire", "metal", "earth", "wood"), path)}
    match = played("first-race", Dragon.from_setup({"players": ["red", "blue"], "board": board, "starts": 0}))
    assert match.actor == NOBODY
    points = [sum(max(0, spaces[seat] - 3) for spaces in match.state.spaces) for seat in (0, 1)]
    assert points == [11, 2], "as the last text says"


def test_the_first_duel_teaches_by_playing(open_page: OpenPage) -> None:
    page = open_page("/learn", language="de", size=(360, 740))
    hand = page.locator("section.hand")

    def put(*places: tuple[int, str]) -> None:
        for die, column in places:
            click(page.locator(".grip").nth(die))
            click(page.locator(f"[data-column={column}] .target"))

    def done() -> None:
        click(page.locator(".done .main"))

    def main() -> None:
        click(hand.locator("button.main:enabled"))

    main()
    expect(page.locator(".grip")).to_have_count(3)
    put((0, "attack"), (1, "concentration"), (2, "defense"))
    expect(page.locator(".done .main")).to_be_disabled()  # not what the lesson is about
    put((1, "attack"))
    done()
    main()
    expect(page.locator(".says")).to_contain_text("Reihe 6")
    check_access(page)
    main()
    main()
    click(page.locator(".again:enabled"))
    expect(page.get_by_role("button", name="Würfel mit 4")).to_be_visible()
    put((0, "concentration"), (1, "attack"))
    done()
    main()
    main()
    for column, points in (("attack", 3), ("defense", 2)):
        for _ in range(points):
            click(page.locator(f"[data-column={column}] .target"))
    done()
    click(hand.get_by_role("button", name="+1 Angriff"))
    main()
    click(hand.get_by_role("button", name="er würfelt neu"))
    main()
    expect(page.locator(".says h2")).to_have_text("Du kennst das Duell")
    expect(page.get_by_role("img", name="8 Gesundheit")).to_have_count(2)


def says(page: Page, text: str) -> None:
    expect(page.locator(".says")).to_contain_text(text)


def roll_again(page: Page, *faces: str) -> None:
    """Mark one die of each face, and roll them."""
    for face in faces:
        die = page.get_by_role("button", name=re.compile(rf"^Die \d: {face}, stays"))
        click(die.first)
    click(page.locator(".roll .go:enabled"))


def test_the_first_race_teaches_by_playing(open_page: OpenPage) -> None:
    page = open_page()
    click(page.get_by_role("link", name="New to the race?"))
    move = page.locator(".actions .moves button:enabled")
    says(page, "First race: 1 of 13")
    roll_again(page, "fire", "wood", "dragon")
    says(page, "A third water")
    expect(page.locator(".roll .go")).to_be_disabled()
    click(page.locator("ul.dice .die").first)  # a water: not what the lesson is about
    expect(page.locator(".roll .go")).to_be_disabled()
    click(page.locator("ul.dice .die").first)
    roll_again(page, "metal", "earth")
    says(page, "That was the last roll")
    expect(move).to_have_count(1)
    click(page.locator(".board .target"))  # on the board itself
    says(page, "a space holds one animal")
    click(move)
    says(page, "number 1, worth 1 point")
    roll_again(page, "earth")
    says(page, "Balance!")
    check_access(page)
    click(move)
    roll_again(page, "fire")
    says(page, "Perfection!")
    click(move)
    says(page, "After Perfection")
    click(move)
    says(page, "Great Dragon")
    great = page.locator(".great")
    click(great.get_by_role("button", name=re.compile("Red")))
    click(great.get_by_role("button", name=re.compile("Blue")))
    says(page, "1, 2 and 4 so far")
    click(move)
    says(page, "you would have to pass")
    roll_again(page, "metal", "dragon")
    says(page, "the race ends at once")
    click(move)
    expect(page.locator(".says h2")).to_have_text("You know the race")
    expect(page.locator(".dock")).to_contain_text("Red wins")
    expect(page.locator(".dock .total")).to_have_text(["11", "2"])
    expect(page.get_by_role("button", name="Play again")).to_have_count(0)
    check_access(page)
    click(page.get_by_role("link", name="To a real race"))
    expect(page.locator(".door").first).to_be_visible()


def test_a_lesson_goes_on_where_it_was_left(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page("/learn/dragon", language="fr")
    says(page, "1 sur 13")
    click(page.get_by_role("button", name=re.compile("^Dé 3 : feu")))
    click(page.get_by_role("button", name=re.compile("^Dé 4 : bois")))
    click(page.get_by_role("button", name=re.compile("^Dé 5 : dragon")))
    click(page.locator(".roll .go:enabled"))
    says(page, "Une troisième eau")
    page.reload()
    says(page, "Une troisième eau")
    page.goto(pages_server.url)
    expect(page.get_by_role("button", name="Course du jour")).to_be_visible()
    expect(page.locator(".unfinished")).to_have_count(0)  # it is no game


@pytest.mark.parametrize("language", ["de", "en", "es", "fr"])
def test_both_lessons_begin_in_every_language(open_page: OpenPage, pages_server: Server, language: str) -> None:
    page = open_page("/learn", language=language, size=(360, 740))
    for address in ("/learn", "/learn/dragon", "/learn/samurai"):
        if address == "/learn/samurai" and language != "en":
            break  # the same as /learn
        if address != "/learn":
            page.goto(pages_server.url + address)
        expect(page.locator(".says h2")).to_have_text(re.compile(r": 1 \w+ 1\d$"))
        expect(page.locator(".says p")).not_to_have_text(re.compile(r"…$|web\."))
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
