"""The app on a home screen: what it shows without the server, and how a new version comes."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from niten.server.pages import FOLDER
from testkit.browser import OpenPage, check_access, click
from testkit.duel_page import begin, place_all, play, settled
from testkit.race_page import moves, new_race, story, throw
from testkit.servers import Server

AWAY = "The server does not answer."


def ready_for_offline(page: Page) -> None:
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


# A moment after it is shown: who is gone by then has it without the last step.
_KEPT = """async steps => {
    const log = await caches.match(`/api/v1/tables/${location.pathname.split("/t/")[1]}/entries`);
    return log && (await log.json()).entries.filter(entry => entry.kind === "step").length >= steps;
}"""


def kept(page: Page, *, steps: int) -> None:
    """Until so much of the game is there without the server."""
    page.wait_for_function(_KEPT, arg=steps)


def faces(page: Page) -> list[str]:
    """The dice of a race as they lie: Die 1: water …"""
    dice = page.get_by_role("button", name=re.compile("^Die ")).all()
    return [(die.get_attribute("aria-label") or "").partition(",")[0] for die in dice]


def test_it_can_be_installed(open_page: OpenPage) -> None:
    page = open_page(worker=True)
    ready_for_offline(page)
    browser: Any = page.context.new_cdp_session(page)
    found = browser.send("Page.getAppManifest")
    assert not found["errors"]
    assert browser.send("Page.getInstallabilityErrors")["installabilityErrors"] in (
        [],
        [{"errorId": "in-incognito", "errorArguments": []}],  # as every page of a test is
    )
    icons = json.loads(found["data"])["icons"]
    assert {"any", "maskable"} == {icon["purpose"] for icon in icons}
    sizes = """async icons => Promise.all(icons.map(async icon => {
        const image = new Image();
        image.src = icon.src;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
    }))"""
    drawn = [icon for icon in icons if icon["sizes"] != "any"]
    assert page.evaluate(sizes, drawn) == [icon["sizes"] for icon in drawn] == ["192x192", "512x512"]


def test_without_the_server_there_are_the_rules_and_the_last_games(open_page: OpenPage, pages_server: Server) -> None:
    page = open_page(expected="net::ERR_", worker=True)
    ready_for_offline(page)
    table = new_race(page, pages_server, seats=["me", "me"], dice="own")["table"]["id"]
    throw(page, pages_server, table)
    click(moves(page).first)
    expect(story(page).nth(1)).to_be_visible()
    throw(page, pages_server, table)
    expect(story(page).nth(2)).to_be_visible()
    kept(page, steps=3)
    raced = story(page).all_inner_texts()
    lying = faces(page)
    assert len(lying) == 5
    page.goto(pages_server.url + "/")
    begin(page, click)
    click(page.locator(".hand .moves button").first)
    expect(page.locator(".grip")).to_have_count(3)
    place_all(page, click)
    settled(page)
    duelled = story(page).all_inner_texts()
    kept(page, steps=3)
    page.goto(pages_server.url + "/")
    unfinished = page.get_by_role("listitem").get_by_role("link")
    expect(unfinished).to_have_count(2)

    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("The games of the day need the server")).to_be_visible()
    click(page.get_by_role("button", name="Play a duel"))
    expect(page.get_by_role("alert")).to_contain_text(AWAY)
    check_access(page)
    click(unfinished.first)  # as it lay there last: every step that was made
    expect(page.get_by_text(AWAY)).to_be_visible()
    expect(story(page)).to_have_text(duelled)
    expect(page.locator("section.hand button:enabled")).to_have_count(0)
    page.go_back()
    click(unfinished.last)
    expect(page.get_by_text(AWAY)).to_be_visible()
    expect(story(page)).to_have_text(raced)
    assert faces(page) == lying
    expect(moves(page)).to_have_count(0)
    for game in ("dragon", "samurai"):
        page.goto(f"{pages_server.url}/rules/{game}")
        expect(page.locator(".rule").first).to_be_visible()
    for needs_the_server in ("/me", "/learn"):
        page.goto(pages_server.url + needs_the_server)
        expect(page.get_by_text(AWAY).first).to_be_visible()

    page.goto(pages_server.url + "/")
    click(unfinished.first)
    page.context.set_offline(False)
    settled(page)
    play(page, click, most=1)
    expect(story(page).nth(len(duelled))).to_be_visible()


class Copied(Server):
    """A server of a copy of the app, of which a new version can be made."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"sqlite:///{folder}/niten.db", folder)
        self.app = Path(shutil.copytree(FOLDER, folder / "app"))
        there = f"from pathlib import Path; from niten.server import pages; pages.FOLDER = Path({str(self.app)!r})"
        self._program = ["-c", f"{there}; from niten.__main__ import main; main()"]

    def renew(self) -> None:
        """Another build: another page, and the part with the rules has another name."""
        worker, page = self.app / "sw.js", self.app / "index.html"
        part = next(self.app.glob("assets/Rules-*.js"))
        part.unlink()
        files = worker.read_text().replace(f'"assets/{part.name}",', "")
        worker.write_text(re.sub('VERSION = "[^"]+"', 'VERSION = "another"', files))
        page.write_text(page.read_text().replace("<head>", '<head><meta name="version" content="another">'))
        self.kill()
        self.start()


def test_a_new_version_is_offered_and_never_taken_in_a_game(open_page: OpenPage, tmp_path: Path) -> None:
    server = Copied(tmp_path)
    try:
        server.start()
        page = open_page(server=server, expected="net::ERR_", worker=True)
        ready_for_offline(page)
        begin(page, click)
        new, offer = page.locator("meta[name=version]"), page.get_by_text("A new version of Niten is there.")
        server.renew()
        page.reload()
        settled(page)
        page.wait_for_function("() => navigator.serviceWorker.getRegistration().then(found => found.waiting !== null)")
        expect(new).to_have_count(0)
        expect(offer).to_have_count(0)  # nobody is asked at a table
        click(page.locator(".hand .moves button").first)
        expect(page.locator(".grip")).to_have_count(3)

        other = page.context.new_page()
        other.goto(server.url)
        elsewhere = other.get_by_text("A new version of Niten is there.")
        expect(elsewhere).to_be_visible()
        check_access(other)
        click(other.get_by_role("button", name="Later"))
        expect(elsewhere).to_be_hidden()
        other.reload()
        expect(other.locator("meta[name=version]")).to_have_count(0)
        click(other.get_by_role("button", name="Load it"))
        expect(other.locator("meta[name=version]")).to_have_count(1)

        # The game in the first window goes on in the old version, whose parts are still there.
        expect(new).to_have_count(0)
        place_all(page, click)
        settled(page)
        click(page.get_by_role("link", name="Rules of the duel"))
        expect(page.locator(".rule").first).to_be_visible()
        page.reload()
        expect(new).to_have_count(1)
    finally:
        server.kill()
