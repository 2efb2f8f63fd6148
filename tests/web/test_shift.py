"""What lies on the page stays where it is: whole games are played, and nothing moves but what is moved.

The story is left out: its newest sentence stands at the top and moves the older ones on. Nothing comes below it.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from niten.booklet import find_duel
from niten.samurai import duel_data
from testkit import duel_page as duels
from testkit import race_page as races
from testkit.browser import QUIET, OpenPage, click, fits, of_the_page
from testkit.page_tables import make
from testkit.race_page import FIVE, own_race
from testkit.servers import Server

MOST = 0.01  # of the screen, times the way, all entries of a whole game together: what nobody sees
SIZES = [(1280, 900), (360, 740)]
PAGES = [".hand", ".table", ".rewards", ".limb", ".wounds", ".resistance"]
PLACES = [".board", ".afloat", ".actions", ".players", ".signs"]

# Shifts right after a click count too: in a game nearly everything comes right after a click.
_WATCH = """() => {
    window.shifts = [];
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(".story { display: none }");
    document.adoptedStyleSheets = [sheet];
    const named = node => node?.className?.baseVal || node?.className || node?.nodeName || "";
    const name = node => named(node).replace(/ ?svelte-\\w+/g, "");
    const box = ({x, y, width, height}) => [x, y, width, height].map(Math.round);
    const say = ({node, previousRect: a, currentRect: b}) =>
        `${name(node)} in ${name(node?.parentElement)}: ${box(a)} -> ${box(b)}`;
    new PerformanceObserver(list => {
        for (const {value, sources} of list.getEntries()) window.shifts.push([value, sources.map(say)]);
    }).observe({type: "layout-shift"});
}"""

# Where everything is on the page, however far it is scrolled: dice that float have only a height.
_WHERE = """places => Object.fromEntries(places.flatMap(place => {
    const found = document.querySelector(place);
    if (!found) return [];
    const {top, height} = found.getBoundingClientRect();
    const isFloating = getComputedStyle(found).position === "sticky";
    return [[place, [isFloating ? 0 : Math.round(top + scrollY), Math.round(height)]]];
}))"""


_PAINTED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


def still(page: Page) -> None:
    """Nothing has moved since the page is watched; else the worst of it is told."""
    page.evaluate(_PAINTED)
    found: list[tuple[float, list[str]]] = page.evaluate("window.shifts")
    worst = sorted(found, reverse=True)[:5]
    assert sum(value for value, _ in found) < MOST, worst


def unmoved(page: Page, before: dict[str, list[int]], places: list[str] = PLACES) -> None:
    """Whatever of it is still there is where it was."""
    now = page.evaluate(_WHERE, places)
    assert now.keys() >= ({".board", ".players", ".signs"} if places is PLACES else {".table", ".resistance"})
    assert now == {place: before[place] for place in now}


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_in_a_duel(open_page: OpenPage, pages_server: Server, size: tuple[int, int]) -> None:
    page = open_page(QUIET, language="de", size=size)
    duels.short(page, pages_server, duels.two_rounds())
    page.evaluate(_WATCH)
    duels.play(page, click)
    expect(page.locator(".result")).to_be_visible()
    still(page)


@pytest.mark.parametrize("language", ["de", "es", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_when_the_page_fills_up(
    open_page: OpenPage, pages_server: Server, size: tuple[int, int], language: str
) -> None:
    """The widest numbers, every Deep Wound and a lost limb: all that can be written down has its room before."""
    page = open_page(QUIET, language=language, size=size)
    oda = duel_data(find_duel("oda-nobunaga"))
    lines = [{"sum": number, "defense": 3, "counter": 9, "effect": "level 2"} for number in range(1, 19)]
    player = oda["player"] | {"health": 90, "ki": 0}
    setup = {"duel": oda | {"health": 90, "lines": lines, "player": player}, "rules": "en"}
    with of_the_page(page, pages_server) as client:
        table = client.table(dice="own", setup=setup)["table"]["id"]
        page.goto(f"{pages_server.url}/t/{table}")
        expect(page.locator(".hand .moves button").first).to_be_visible()
        page.evaluate(_WATCH)
        before = page.evaluate(_WHERE, PAGES)

        def hurt(*steps: str) -> None:
            for step in steps:  # each is painted before the next: what lies there for a moment only may move something
                with page.expect_response(f"**/tables/{table}"):  # it is shown, and the page asks what is possible now
                    make(client, table, [step])
                page.evaluate(_PAINTED)
            round_now = client.look(table)["state"]["round"]
            expect(page.locator("tr.now th")).to_have_text(str(round_now))
            unmoved(page, before, PAGES)

        hurt("dice 3", "roll 6 6 6", "place 18 0 0", "opponent 6", "injury 4 5", "wound 1")
        expect(page.locator(".suffered")).to_have_count(1)
        hurt("dice 2", "roll 6 6", "place 0 12 0", "opponent 6 6")
        hurt("roll 6", "place 6 0 0", "opponent 6 6 6", "injury 4 5", "wound 2")
        expect(page.locator(".limb")).to_be_visible()
        expect(page.locator(".suffered")).to_have_count(2)
        fits(page)
    still(page)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_in_a_race_against_bots(open_page: OpenPage, pages_server: Server, size: tuple[int, int]) -> None:
    page = open_page(QUIET, language="de", size=size)
    setup: dict[str, Any] = {"players": FIVE[:3], "powers": "any", "max_turns": 9}
    races.new_race(page, pages_server, seats=["me", "random", "random"], setup=setup)
    expect(races.moves(page).first).to_be_visible()
    page.evaluate(_WATCH)
    before: dict[str, list[int]] = page.evaluate(_WHERE, PLACES)
    races.play(page, click)
    expect(races.over(page)).to_be_visible()
    unmoved(page, before)
    still(page)


@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_for_what_is_rare(
    open_page: OpenPage, pages_server: Server, size: tuple[int, int], language: str
) -> None:
    """Dice that fall as they are told to: every state of a race comes, the Great Dragon, every power and the end."""
    page = open_page(QUIET, language=language, size=size)
    client, table = own_race(page, pages_server, FIVE, powers="any", max_turns=7)
    expect(page.locator(".dot.here")).to_have_count(5)
    page.evaluate(_WATCH)
    before = page.evaluate(_WHERE, PLACES)

    def after(*steps: str, seen: str) -> None:
        make(client, table, steps)
        expect(page.locator(seen).first).to_be_visible()
        unmoved(page, before)
        if page.locator(".actions").is_visible():  # as somebody who scrolls there: what is in sight is what counts
            page.locator(".actions").scroll_into_view_if_needed()

    with client:
        after("roll water water fire fire wood", seen=".target")
        click(page.locator(".die").last)
        after("reroll wood", seen=".die.rolling")
        after("roll earth", seen=".target")
        click(page.locator("button.counter"))
        after(seen=".powers")
        after("move water", "end", "roll water fire fire metal earth", seen=".target")
        after("fear", "roll metal metal metal metal metal", seen=".target")
        after("move metal", seen=".news p")
        after("end", "roll dragon dragon dragon dragon dragon", seen="button.counter")
        click(page.locator("button.counter"))
        after(seen=".powers")
        after("become water", "roll dragon dragon dragon dragon dragon", seen=".great .choices button")
        click(page.locator(".great .choices button").first)
        after(seen=".great .main")
        click(page.locator(".great .main").first)
        after(seen=".news p")
        after("end", "roll water fire metal earth wood", seen=".moves .main")
        after("balance", seen=".news p")
        after("rebirth", "roll water fire metal earth wood", seen=".moves .main")
        while (view := client.look(table))["stage"] != "over":
            make(client, table, view["legal"][-1:])
        after(seen=".over table")
    still(page)


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves_while_the_front_page_comes(open_page: OpenPage, size: tuple[int, int]) -> None:
    page = open_page("/rules/dragon", size=size, fresh=True)
    expect(page.locator(".rule").first).to_be_visible()
    page.add_init_script(f"({_WATCH})()")
    page.goto(page.url.removesuffix("rules/dragon"))
    expect(page.locator(".door").first).to_be_visible()
    expect(page.get_by_role("button", name="Duel of the day")).to_be_visible()
    still(page)
