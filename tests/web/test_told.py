"""Who listens is told everything: each roll, each move, each result, one sentence after the other, and each once."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from niten.core import Match
from niten.samurai import Samurai
from niten.terminal import dragon_words, samurai_words
from testkit.browser import QUIET, OpenPage, click, of_the_page
from testkit.duel_page import place_all, play, settled
from testkit.duels import quick_duel
from testkit.servers import Client, Server
from testkit.tables import follow, play_out

LISTENING = """() => {
    // What a screen reader would say: whatever is added to, or changed in, a live region that was there before.
    window.heard = [];
    const regions = "[aria-live], [role=status], [role=alert]";
    const live = node => (node.nodeType === 1 ? node : node.parentElement)?.closest(regions);
    new MutationObserver(changes => {
        const added = changes.flatMap(change => live(change.target) ? [...change.addedNodes] : []);
        const changed = changes.filter(one => one.type === "characterData" && live(one.target)).map(one => one.target);
        const isNew = node => added.some(one => one !== node && one.contains(node));
        const said = [...added, ...changed].filter(node => !isNew(node)).map(node => node.textContent.trim());
        heard.push(...said.filter(Boolean));
    }).observe(document, {childList: true, characterData: true, subtree: true});
}"""


def listen(page: Page) -> None:
    page.add_init_script(f"({LISTENING})()")


def sentences(client: Client, table: str, language: str = "en") -> list[str]:
    """What the steps of the log say, also those taken back, in the words of the terminal."""
    game = follow(client.look(table))
    words: Any = samurai_words if isinstance(game, Samurai) else dragon_words
    words, match, told = words.Words(language, game), Match[Any, Any](game), list[str]()
    for entry in client.get(f"/tables/{table}/entries").json()["entries"]:
        if entry["kind"] == "undone":
            match.undo(range(game.seats))
        elif entry["kind"] == "step":
            before, step = match.state, game.read_step(entry["step"])
            match.play(step)
            told.append(" ".join(words.sentences(before, step, match.state)))
    return [one for one in told if one]


def heard(page: Page, among: list[str]) -> list[str]:
    """Of what was said, that which is about steps; what else is said (a question, a hint) is not asked for here."""
    return [one for one in page.evaluate("heard") if one in set(among)]


@pytest.mark.parametrize(("game", "language"), [("samurai", "de"), ("dragon", "en")])
def test_a_whole_game_is_told(open_page: OpenPage, pages_server: Server, game: str, language: str) -> None:
    """Played as fast as it goes, by somebody at another window and a bot."""
    page = open_page(
        QUIET, language=language, expected="409", fresh=True
    )  # it asks for the odds of what is past by then
    listen(page)
    setups: dict[str, Any] = {
        "samurai": {"duel": "oda-nobunaga"},
        "dragon": {"players": ["red", "blue"], "board": "short", "starts": 0, "powers": "any"},
    }
    with of_the_page(page, pages_server) as client:
        seats = ["me", "random"][: 1 if game == "samurai" else 2]
        table = client.table(game, setup=setups[game], seats=seats, begin=True)["table"]["id"]
        page.goto(f"{pages_server.url}/t/{table}")
        expect(page.get_by_test_id("telling")).to_be_attached()
        play_out(client, table)
        wanted = sentences(client, table, language)
    expect(page.get_by_test_id("told")).to_have_text(wanted[-1])
    assert heard(page, wanted) == wanted


def test_ones_own_steps_are_told_and_an_undo_repeats_nothing(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(QUIET, fresh=True)
    listen(page)
    with of_the_page(page, pages_server) as client:
        table = client.table(setup=quick_duel())["table"]["id"]
        page.goto(f"{pages_server.url}/t/{table}")
        settled(page)
        click(page.locator("section.hand button.main:enabled"))
        settled(page)
        place_all(page, click)
        settled(page)
        page.wait_for_function("() => heard.length > 2")
        said = page.evaluate("heard")
        assert len(said) == 3, said
        click(page.get_by_role("button", name="Take back"))
        expect(page.locator(".grip").first).to_be_visible()
        page.wait_for_function("count => heard.length > count", arg=len(said))
        assert page.evaluate("heard") == [*said, "Taken back."]
        place_all(page, click)
        settled(page)
        play(page, click)
        wanted = sentences(client, table)
    assert heard(page, wanted) == wanted
