"""The way through the booklet: what was won is marked, honours are told, and the next opponent is at hand."""

import pytest
from playwright.sync_api import expect

from niten.booklet import duels
from niten.texts import say
from testkit.browser import OpenPage, check_access, cookie, fits
from testkit.servers import Client, Server
from testkit.tables import won_with_own_dice

FIRST, SECOND = list(duels().values())[:2]


@pytest.mark.parametrize(("language", "size"), [("en", (1280, 900)), ("de", (360, 740))])
def test_progress_and_honours(open_page: OpenPage, pages_server: Server, language: str, size: tuple[int, int]) -> None:
    page = open_page("/duel", language=language, size=size)
    expect(page.get_by_text(say(language, "samurai.campaign.won", won=0, count=39))).to_be_visible()
    expect(page.get_by_text(say(language, "samurai.campaign.never"))).to_be_visible()
    expect(page.locator(f"input[name=duel][value={FIRST.id}]")).to_be_checked()
    with Client(pages_server.url, cookie=cookie(page)) as client:
        won_with_own_dice(client, client.table(dice="own", setup={"duel": "oda-nobunaga"})["table"]["id"])
    page.reload()
    expect(page.get_by_text(say(language, "samurai.campaign.won", won=1, count=39))).to_be_visible()
    expect(page.get_by_text(say(language, "samurai.campaign.honours", earned=4, count=39 * 7))).to_be_visible()
    beaten = page.locator("label", has=page.locator("[value=oda-nobunaga]"))
    expect(beaten.get_by_role("img", name=say(language, "samurai.campaign.beaten"))).to_be_visible()
    beaten.click()
    expect(page.get_by_text(say(language, "samurai.campaign.best", rounds=5, health=10))).to_be_visible()
    expect(page.locator("li.earned strong")).to_have_text(
        [say(language, f"samurai.honour.{name}") for name in ("unhurt", "calm", "swift", "blade")]
    )
    fits(page)
    check_access(page)
    if FIRST.id == "oda-nobunaga":
        page.reload()
        expect(page.locator(f"input[name=duel][value={SECOND.id}]")).to_be_checked()
