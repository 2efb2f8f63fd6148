"""The documentation site, built and opened in a browser: whole, readable, and asking nobody else for anything."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from filelock import FileLock
from playwright.sync_api import Browser

from testkit.browser import check_access

DOCS = Path(__file__).parents[2] / "docs"
LOADING = dict.fromkeys(("script", "img", "iframe", "source", "video", "audio"), "src") | {"link": "href"}
SHOWN = ("index", "first-duel", "rules-samurai", "rulings", "architecture", "commands", "api/core")
BUILT = DOCS / "_build/html"
NOT_WRITTEN = {"genindex", "py-modindex", "search"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """What `make docs` has built, if that is how it is today; else all pages, but the notebooks are not run."""
    if is_of_today():
        return BUILT
    own = tmp_path_factory.getbasetemp()
    out = (own if worker_id == "master" else own.parent) / "site"
    with FileLock(out.with_suffix(".lock")):  # one for all processes
        if not (out / "done").exists():
            command = ["sphinx", "--quiet", "--fail-on-warning", "-D", "nb_execution_mode=off", str(DOCS), str(out)]
            run = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, check=False)
            assert run.returncode == 0, run.stderr
            (out / "done").touch()
    return out


def is_of_today() -> bool:
    """Whether the site is younger than all it is made of, and has no page that is no more."""
    index = BUILT / "searchindex.js"  # the last that is written
    if not index.exists():
        return False
    made_of = [file for folder in (DOCS, DOCS.parent / "src/niten") for file in folder.rglob("*") if file.is_file()]
    parts = [file for file in made_of if not {"_build", "__pycache__", "pages"} & set(file.parts)]
    if index.stat().st_mtime < max(file.stat().st_mtime for file in parts):
        return False
    said = index.read_text(encoding="utf-8").removeprefix("Search.setIndex(").removesuffix(")")
    shown = {file.relative_to(BUILT).with_suffix("").as_posix() for file in BUILT.rglob("*.html")}
    return shown - NOT_WRITTEN == set(json.loads(said)["docnames"])


class Page(HTMLParser):
    """What a page loads, where it leads, and the places in it that can be led to."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.places: set[str] = set()
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.places |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.leads.append(found["href"])
        elif LOADING.get(tag, "") in found and found.get("rel") != "canonical":
            self.loads.append(found[LOADING[tag]])


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    return {file: Page(file) for file in site.rglob("*.html")}


def test_there_are_four_parts(site: Path) -> None:
    front = (site / "index.html").read_text(encoding="utf-8")
    captions = re.findall(r'class="caption-text">([^<]+)<', front)
    assert list(dict.fromkeys(captions)) == ["Tutorial", "How-to", "Reference", "Explanations"]


def test_nothing_is_loaded_from_elsewhere(site: Path, pages: dict[Path, Page]) -> None:
    assert len(pages) > 40
    for file, page in pages.items():
        assert page.loads, file
        assert not [one for one in page.loads if urlsplit(one).scheme not in ("", "data") or one.startswith("//")], file
    for sheet in site.rglob("*.css"):
        foreign = re.findall(r"(?:url\(|@import)\s*['\"]?(?:https?:)?//[^)'\"]*", sheet.read_text(encoding="utf-8"))
        assert not foreign, sheet


def test_links_lead_to_places_that_are_there(site: Path, pages: dict[Path, Page]) -> None:
    lost: list[str] = []
    for file, page in pages.items():
        for link in page.leads:
            parts = urlsplit(link)
            if parts.scheme or not (parts.path or parts.fragment):
                continue
            target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
            place = unquote(parts.fragment)
            is_there = target.exists() and (not place or target not in pages or place in pages[target].places)
            if not is_there:
                lost.append(f"{file.relative_to(site)}: {link}")
    assert not lost


def test_the_program_has_written_its_pages(pages: dict[Path, Page], site: Path) -> None:
    for page, numbers in (("samurai", [f"s{n}" for n in range(1, 24)]), ("dragon", [f"d{n}" for n in range(1, 18)])):
        assert pages[site / f"rules-{page}.html"].places >= set(numbers)
    assert {"niten-duels-campaign", "niten-admin-restore"} <= pages[site / "commands.html"].places
    assert {"niten.core.Match", "niten.core.Match.roll"} <= pages[site / "api/core.html"].places
    assert "rules-samurai.html#s14" in pages[site / "solver.html"].leads
    said = (site / "first-duel.html").read_text(encoding="utf-8")
    assert "You roll 1 4 5." in said


@pytest.mark.parametrize("name", SHOWN)
def test_a_page_is_readable_by_day_and_by_night_at_a_desk_and_on_a_phone(
    browser: Browser, site: Path, name: str
) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto((site / f"{name}.html").as_uri())
    check_access(page)
    page.set_viewport_size({"width": 360, "height": 740})
    width = page.evaluate("document.documentElement.scrollWidth")
    context.close()
    assert width <= 360
    assert asked
    assert all(url.startswith(("file:", "data:")) for url in asked), asked
    assert not wrong
