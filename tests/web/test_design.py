"""The duel designer in a browser: a printed duel typed in, checked at the field, kept, shared, measured, played."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from niten.booklet import duels
from niten.samurai import Duel, duel_data, loads_duel, parse_duel
from niten.samurai.duel import PlayerPage
from niten.samurai.duelwriting import write_duel
from testkit.browser import OpenPage, check_access, fits, press
from testkit.servers import API, Server, serving

ODA = duel_data(duels()["oda-nobunaga"])
KOJIRO = duel_data(duels()["sasaki-kojiro"])
SMALL = ODA | {"id": "small", "name": "Small", "health": 3, "player": ODA["player"] | {"dice": [3, 2], "ki": 2}}
MEASURED = 900_000  # milliseconds: the machine may be busy, and the kernels are compiled first


def field(page: Page, at: str) -> Locator:
    """The field of a place in a duel file."""
    return page.locator(f'[data-field="{at}"]')


def fine(page: Page) -> None:
    expect(page.get_by_test_id("standing")).to_have_text(re.compile("In order"))


def designer(open_page: OpenPage, path: str = "/design", **wished: Any) -> Page:
    page = open_page(path, **wished)
    expect(page.get_by_test_id("standing")).not_to_be_empty()
    return page


def put(page: Page, duel: dict[str, Any]) -> None:
    """A duel on the desk, as a file."""
    text = write_duel(parse_duel(duel, "test"))
    page.locator("input[type=file]").set_input_files({"name": "duel.toml", "mimeType": "", "buffer": text.encode()})
    fine(page)


def saved(page: Page) -> Duel:
    """What stands on the desk, as the file that is downloaded."""
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as a file").click()
    return loads_duel(Path(waiting.value.path()).read_bytes())


def short(effect: str) -> str:
    """An effect as somebody types it."""
    if effect == "deep wound":
        return "dw"
    harm, amount = effect.split()
    return {"health": "", "ki": "k", "level": "l"}[harm] + amount


def typed(duel: dict[str, Any]) -> list[str]:
    """The rows of both printed pages, from top to bottom: blanks between fields, Enter at the end."""
    rows = [duel["name"], f"{duel['stars']} {duel['health']}"]
    rows += [f"{reached} {damage}" for reached, damage in duel["resistance"]] + [""]
    for line in duel["lines"]:
        strikes = [f"<{line['counter']}", short(line["effect"])] if "effect" in line else []
        rows.append(" ".join([str(line["defense"]), *strikes]))
    page = duel["player"]
    rows += [f"{page['health']} {page['ki']}", "".join(map(str, page["dice"]))]
    gains = {"ki": "k", "opponent": "h", "attack": "a", "defense": "d", "strike": "s"}
    rows += [f"{row['price']} {gains[row['reward']]}{row.get('amount', '')}" for row in page["concentration"]]
    return rows


def test_a_printed_duel_by_keyboard_alone(open_page: OpenPage) -> None:
    """Kojirō has a player page of his own: every table is typed."""
    page = designer(open_page)
    name = field(page, "name")
    for _ in range(40):
        if name.evaluate("node => node === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(name).to_be_focused()
    for row in typed(KOJIRO):
        page.keyboard.type(row)
        page.keyboard.press("Enter")
    while not field(page, "player.injuries[0].cost").evaluate("node => node === document.activeElement"):
        page.keyboard.press("Enter")  # rows of the standard page that are left
    for row in KOJIRO["player"]["injuries"]:
        page.keyboard.type(short(row["cost"]))
        page.keyboard.press("ArrowDown")
    fine(page)
    found = duel_data(saved(page))
    assert found == {key: value for key, value in KOJIRO.items() if key != "text"}


def test_the_standard_page_is_the_one_of_the_rules(open_page: OpenPage) -> None:
    kept = json.loads((Path(__file__).parents[2] / "web/src/design/standard.json").read_text(encoding="utf-8"))
    assert kept == duel_data(Duel("x", "x", 1, 1, (), {}, PlayerPage()))["player"]
    page = designer(open_page)
    expect(page.get_by_test_id("standing")).to_have_text(re.compile("22 fields still empty"))
    expect(field(page, "player.concentration[6].reward")).to_have_value("s")


def test_what_is_wrong_is_said_at_the_field(open_page: OpenPage) -> None:
    page = designer(open_page)
    put(page, ODA)
    wrong = {
        "lines 7.defense": ("100", "a whole number from 0 to 99"),
        "lines 8.effect": ("L3", '"level 2"'),
        "resistance[1][0]": ("3", "more than the entry before"),
        "player.dice": ("3214", "a whole number from 1 to 3"),
        "player.concentration[1].price": ("8", "more than the entry before"),
        "player.injuries[2].cost": ("L1", '"deep wound"'),
        "name": ("x" * 5000, "1 to 60 characters"),
        "stars": ("many", "a whole number from 1 to 4"),
    }
    for at, (value, _) in wrong.items():
        field(page, at).fill(value)
    expect(page.get_by_test_id("standing")).to_have_text(re.compile(f"{len(wrong)} mistakes"))
    for at, (_, expected) in wrong.items():
        expect(field(page, at)).to_have_attribute("aria-invalid", "true")
        expect(field(page, at)).to_have_accessible_description(re.compile(re.escape(expected)))
        field(page, at).focus()
        expect(page.locator(".told:visible")).to_have_text(re.compile(re.escape(expected)))
    expect(page.locator(".round.wrong")).to_have_text("44")
    check_access(page)
    for name in ("Play it", "Measure", "Print", "Save as a file"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_disabled()
    page.get_by_role("button", name="To the first").click()
    expect(field(page, "name")).to_be_focused()
    while page.get_by_role("button", name="Take back").is_enabled():
        page.get_by_role("button", name="Take back").click()
    expect(field(page, "name")).to_have_value("")


# Letter by letter, and no time passes: on a busy machine it would, between two keys.
_QUICKLY = """(field, text) => {
    for (const letter of text) {
        field.value += letter;
        field.dispatchEvent(new InputEvent("input", {bubbles: true, data: letter, inputType: "insertText"}));
    }
}"""


def test_the_server_is_asked_when_nobody_types_for_a_moment(open_page: OpenPage) -> None:
    page = designer(open_page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/check") else None)
    field(page, "name").evaluate(_QUICKLY, "He whose name is long, and typed quickly")
    expect(page.get_by_test_id("standing")).to_have_text(re.compile("21 fields still empty"))
    assert len(asked) <= 2, "not for each letter; once when the page came"
    page.locator("header select").last.select_option("de")
    expect(page.get_by_test_id("standing")).to_have_text(re.compile("21 Felder noch leer"))
    expect(field(page, "health")).to_have_accessible_description(re.compile("Erwartet: eine ganze Zahl"))


def test_a_reload_keeps_everything(open_page: OpenPage) -> None:
    page = designer(open_page)
    put(page, SMALL)
    field(page, "lines 3.effect").fill("nonsense")
    page.reload()
    expect(field(page, "lines 3.effect")).to_have_value("nonsense")
    expect(field(page, "lines 3.effect")).to_have_attribute("aria-invalid", "true")
    field(page, "lines 3.effect").press("Control+z")  # nothing of this visit: nothing happens
    page.get_by_role("button", name="Start anew").click()
    check_access(page)
    page.get_by_role("button", name="Stay here").click()
    expect(field(page, "name")).to_have_value("Small")
    page.get_by_role("button", name="Start anew").click()
    page.get_by_role("dialog").get_by_role("button", name="Start anew").click()
    expect(field(page, "name")).to_have_value("")
    page.reload()
    page.get_by_role("button", name="Take back").click()
    expect(field(page, "name")).to_have_value("Small")


def test_typing_is_undone_as_everywhere(open_page: OpenPage) -> None:
    page = designer(open_page)
    field(page, "health").focus()
    page.keyboard.type("12")
    page.keyboard.press("Control+z")
    expect(field(page, "health")).not_to_have_value("12")


def link_of(page: Page) -> str:
    """The link, where the browser does not copy it."""
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()) }")
    page.evaluate("() => { document.execCommand = () => false }")
    page.get_by_role("button", name="Copy the link").click()
    shown = page.get_by_role("textbox", name="Copy the link")
    expect(shown).to_be_visible()
    return shown.input_value()


def test_a_link_opens_the_same_duel_elsewhere(open_page: OpenPage, pages_server: Server) -> None:
    page = designer(open_page)
    put(page, KOJIRO)
    link = link_of(page)
    assert link.startswith(f"{pages_server.url}/design#duel=")
    other = open_page()
    other.goto(link)
    fine(other)
    assert duel_data(saved(other)) == KOJIRO
    assert "#" not in other.url
    other.get_by_role("button", name="Take back").click()
    expect(field(other, "name")).to_have_value("")


@pytest.mark.parametrize("broken", ["", "AAAA", "%00", "A" * 30_000, "<script>alert(1)</script>"])
def test_a_broken_link_says_so(open_page: OpenPage, broken: str) -> None:
    page = designer(open_page, f"/design#duel={broken}")
    expect(page.get_by_role("alert")).to_have_text(re.compile("link is broken"))
    expect(field(page, "player.health")).to_have_value("10")


def test_a_hostile_link_is_only_text(open_page: OpenPage, pages_server: Server) -> None:
    page = designer(open_page)
    name = "<img src=x onerror=alert(1)>"
    put(page, SMALL | {"name": name, "id": "hostile"})
    link = link_of(page)
    other = open_page()
    other.goto(link)
    expect(field(other, "name")).to_have_value(name)
    fine(other)
    assert other.locator("img").count() == 0
    field(other, "name").fill("\u202eagan")
    expect(field(other, "name")).to_have_attribute("aria-invalid", "true")
    field(other, "name").fill("שמשון")
    expect(field(other, "name")).not_to_have_attribute("aria-invalid", "true")
    fine(other)


def test_files_that_are_none_are_refused_with_a_sentence(open_page: OpenPage) -> None:
    page = designer(open_page, expected="status of 413")
    alert = page.get_by_role("alert")
    many = "lines = [" + "{sum=1,defense=0}," * 10_000 + "]"
    for content, said in (
        ("id = ", "duel.toml is no duel file"),
        (many, "and 88 more problems"),
        ("x" * 300_000, "too much to send"),
        ('id = "x"', "a list of the lines 1 to 18"),
    ):
        file: Any = {"name": "duel.toml", "mimeType": "", "buffer": content.encode()}
        page.locator("input[type=file]").set_input_files(file)
        expect(alert).to_have_text(re.compile(said))
    check_access(page)
    expect(field(page, "player.health")).to_have_value("10")


def test_a_duel_of_the_booklet_is_opened_changed_and_compared(open_page: OpenPage) -> None:
    page = open_page("/duel")
    page.get_by_label("Oda Nobunaga").check()
    page.get_by_role("link", name="Change the chosen duel").click()
    fine(page)
    assert duel_data(saved(page)) == ODA
    page.get_by_role("combobox", name="From the booklet").select_option("sasaki-kojiro")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(field(page, "name")).to_have_value("Sasaki Kojirō")
    fine(page)
    page.get_by_label("Beside").select_option("oda-nobunaga")
    expect(page.locator("rect.other")).to_have_count(9)
    check_access(page)


def test_a_small_duel_is_measured_played_and_printed(open_page: OpenPage) -> None:
    page = designer(open_page)
    put(page, SMALL)
    page.get_by_role("button", name="Measure", exact=True).click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.wait_for_function("() => localStorage.getItem('niten.design.job')")
    page.reload()  # it goes on, and is found again
    expect(page.locator("[data-player]")).to_have_count(4, timeout=MEASURED)
    expect(page.locator(".proven")).to_have_text(re.compile(r"[\d.]+% (to [\d.]+% \(proven\)|\(exact\))"))
    check_access(page)
    stars = page.locator(".found [role=img]").get_attribute("aria-label") or ""
    if stars[0] != "1":
        page.get_by_role("button", name="Take these stars").click()
        expect(field(page, "stars")).to_have_value(stars[0])
        fine(page)
    assert not page.locator(".outdated").count()
    field(page, "health").fill("4")
    expect(page.locator(".outdated")).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("header select").last.select_option("de")  # the longest words
    expect(page.locator(".outdated")).to_have_text(re.compile("vorsichtig"))
    fits(page)
    for part in page.locator(".found table, .found ul").all():
        box, within = part.bounding_box(), page.locator(".found").bounding_box()
        assert box
        assert within
        assert box["x"] + box["width"] <= within["x"] + within["width"] + 1
    page.evaluate("scrollTo(0, 0)")
    check_access(page)
    page.locator("header select").last.select_option("en")
    page.set_viewport_size({"width": 1280, "height": 900})
    field(page, "health").fill("3")
    expect(page.locator(".outdated")).to_be_hidden()
    fine(page)
    page.get_by_label("Paper").select_option("letter")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Print", exact=True).click()
    assert waiting.value.suggested_filename == "small.pdf"
    assert Path(waiting.value.path()).read_bytes().startswith(b"%PDF-")
    press(page.get_by_role("button", name="Play it"))
    expect(page.get_by_role("heading", name="Small", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Roll 3 dice")).to_be_visible()


def test_measuring_is_called_off_and_refused_with_a_sentence(open_page: OpenPage, tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path}/niten.db", tmp_path, jobs_each=1) as server:
        page = designer(open_page, expected="status of 429", server=server)
        put(page, ODA | {"id": "other", "health": 37})
        page.get_by_role("button", name="Measure", exact=True).click()
        page.wait_for_function("() => localStorage.getItem('niten.design.job')")
        with page.expect_response(lambda answer: answer.request.method == "DELETE"):
            page.get_by_role("button", name="Cancel").click()
        expect(page.locator(".room [role=status]")).to_have_text("Called off.")
        asked = page.request.post(f"{server.url}{API}/duels/measure", data={"duel": ODA | {"health": 38}})
        assert asked.status == 202, asked.text()
        page.get_by_role("button", name="Measure", exact=True).click()
        expect(page.locator(".room [role=status]")).to_have_text(re.compile("You have 1 jobs under way"))


def test_what_is_too_large_to_solve_is_said(open_page: OpenPage) -> None:
    page = designer(open_page)
    player = ODA["player"] | {"health": 99, "ki": 99, "dice": [3] * 60}
    put(page, ODA | {"health": 99, "player": player})
    page.get_by_role("button", name="Measure", exact=True).click()
    expect(page.locator(".room [role=status]")).to_have_text(re.compile("too large to solve"), timeout=MEASURED)


def test_booklet_and_board_on_paper(open_page: OpenPage) -> None:
    for path, name, file in (
        ("/duel", "Print the booklet", "niten-booklet.pdf"),
        ("/race", "Print the board", "niten-race.pdf"),
    ):
        page = open_page(path)
        if path == "/duel":
            page.get_by_text("On paper").click()
        with page.expect_download(timeout=MEASURED) as waiting:
            page.get_by_role("button", name=name).click()
        assert waiting.value.suggested_filename == file
        assert Path(waiting.value.path()).read_bytes().startswith(b"%PDF-")


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_on_a_phone_in_other_languages(open_page: OpenPage, language: str) -> None:
    page = designer(open_page, "/design#from=sasaki-kojiro", language=language, size=(360, 740), touch=True)
    expect(field(page, "name")).to_have_value("Sasaki Kojirō")
    expect(page.locator(".tick")).to_be_visible()
    fits(page)
    field(page, "lines 3.effect").fill("?")
    expect(field(page, "lines 3.effect")).to_have_attribute("aria-invalid", "true")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    told = page.locator(".told:visible")
    expect(told).to_be_in_viewport(ratio=1)
    fits(page)
    page.evaluate("scrollTo(0, 0)")  # where the bar covers no field by half
    if language == "de":  # the longest words
        check_access(page)
    assert told.inner_text().split(":")[0].strip() in {"Erwartet", "Se espera", "Attendu"}


def test_nothing_moves_while_it_is_checked(open_page: OpenPage) -> None:
    page = designer(open_page)
    where = (
        "() => [...document.querySelectorAll('table [data-field]')].map(one => one.getBoundingClientRect().y + scrollY)"
    )
    put(page, ODA)
    before = page.evaluate(where)
    for at, value in (("lines 7.defense", "x"), ("lines 9.counter", ""), ("health", ""), ("lines 18.effect", "L1")):
        field(page, at).fill(value)
    expect(page.get_by_test_id("standing")).to_have_text(re.compile("1 mistake"))
    assert page.evaluate(where) == before
