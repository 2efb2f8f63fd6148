"""What sheets hold: everything in its place, nothing on top of another; tags, fonts, the same bytes every time."""

import hashlib
import os
import re
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pikepdf
import pytest

from niten.booklet import duels
from niten.dragon.board import MOST_PLAIN, Board, Path, shipped_board
from niten.printing import Paper, booklet, duel_sheet, race_sheets
from niten.texts import LANGUAGES, rules, say
from testkit.sheets import (
    DUELS,
    LARGE,
    LARGEST,
    ODA,
    POINTS,
    SHORTEST,
    SIZES,
    Box,
    boxes,
    opened,
    stands_well,
    tags,
    within_margins,
    words,
)

PAPERS: tuple[Paper, ...] = ("a4", "letter")
ODD = Board("odd", (Path(MOST_PLAIN), Path(1, (0, 99, 10, 20, 30)), Path(8), Path(3), Path(12)))

PAGES = {("largest", "a4"): 2, ("largest", "letter"): 2, ("large", "a4"): 2}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", DUELS)
def test_everything_of_a_duel_has_its_place(name: str, language: str, paper: Paper) -> None:
    pdf = duel_sheet(DUELS[name], language, paper)
    stands_well(pdf, paper)
    with opened(pdf) as document:
        assert len(document.pages) == PAGES.get((name, paper), 1)
        for page in document.pages:
            assert [float(side) / POINTS for side in page.mediabox[2:]] == pytest.approx(SIZES[paper], abs=0.01)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_race_and_the_rules_have_their_place(language: str, paper: Paper) -> None:
    stands_well(race_sheets(language, paper), paper)
    stands_well(booklet(language, paper, [ODA, LARGEST]), paper)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_board_of_any_length_has_its_place(paper: Paper) -> None:
    stands_well(race_sheets("de", paper, ODD), paper)


def test_what_stands_badly_is_found() -> None:
    with pytest.raises(AssertionError):
        within_margins(duel_sheet(ODA, "de", "a4"), "letter")
    assert Box(0, 0, 10, 4, "a").overlaps(Box(8, 3, 20, 7, "b")) == 1
    assert Box(0, 0, 10, 4, "a").overlaps(Box(11, 0, 20, 4, "b")) < 0


def test_a_duel_says_all_that_it_says() -> None:
    pdf = words(duel_sheet(ODA, "en"))
    assert ODA.name in pdf
    assert ODA.texts["en"] in " ".join(pdf.split())
    for number, line in ODA.lines.items():
        effect = {"level 1": "Lv 1", "level 2": "Lv 2", None: "–"}.get(line.effect and str(line.effect))
        effect = effect or f"−{line.effect and line.effect.amount} ♥"
        assert f"{number} {line.defense} {'–' if line.counter is None else f'< {line.counter}'} {effect}" in pdf
    for zone, cost in ODA.player.injuries.items():
        shown = {"deep wound": "Deep Wound"}.get(str(cost)) or f"−{cost.amount} {'Ki' if 'ki' in str(cost) else '♥'}"
        assert f"{zone} {say('en', f'samurai.zone.{zone}')} {shown}" in pdf
    for threshold, damage in ODA.resistance:
        assert f"{threshold} → −{damage} ♥" in pdf
    assert all(say("en", f"samurai.wound.{wound}") in pdf for wound in range(1, 7))
    rounds = re.findall(r"^(\d+) ([123])$", pdf.replace("\r", ""), re.MULTILINE)
    assert [(int(number), int(dice)) for number, dice in rounds] == list(enumerate(ODA.player.dice, 1))


def test_rounds_that_find_no_room_go_on_the_next_page() -> None:
    pdf = words(duel_sheet(LARGEST, "en"))
    rounds = [int(number) for number in re.findall(r"^(\d+) 3$", pdf.replace("\r", ""), re.MULTILINE)]
    assert sorted(rounds) == list(range(1, 61))


@pytest.mark.parametrize("language", LANGUAGES)
def test_sheets_are_tagged(language: str) -> None:
    for pdf in (duel_sheet(ODA, language), race_sheets(language), booklet(language, chosen=[ODA, SHORTEST])):
        with opened(pdf) as document:
            root: Any = document.Root
            assert str(root.Lang) == language
            assert bool(root.MarkInfo.Marked)
            assert bool(root.ViewerPreferences.DisplayDocTitle)
            with document.open_metadata() as told:
                assert told["pdfuaid:part"] == "1"
                assert told["dc:title"] == str(document.docinfo["/Title"])
            fonts = [
                one
                for one in document.objects
                if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor"
            ]
            assert fonts
            assert all("/FontFile3" in font or "/FontFile2" in font for font in fonts)
        found = tags(pdf)
        assert all(alt for tag, alt in found if tag == "Figure")
        levels = [int(tag[1]) for tag, _ in found if re.fullmatch(r"H\d", tag)]
        assert levels[0] == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))


def test_a_duel_in_the_order_in_which_it_is_read() -> None:
    found = tags(duel_sheet(ODA, "en"))
    assert [tag for tag, _ in found if tag.startswith("H")] == ["H1", "H2", "H2", "H2", "H3", "H3", "H3", "H3"]
    assert [alt for tag, alt in found if tag == "Figure"][:4] == ["1 star of 4", "10 health", "10 health", "10 Ki"]
    assert [tag for tag, _ in found].count("Table") == 2  # the lines and the rounds, both with a head
    assert [tag for tag, _ in found].count("TH") == 4 + 7


def test_the_contents_lead_to_the_duels() -> None:
    chosen = [ODA, LARGE, SHORTEST]
    with opened(booklet("de", chosen=chosen)) as document:
        pages = list(document.pages)
        with document.open_outline() as outline:
            marked = [(str(item.title), item.destination) for item in outline.root]
        links = [note for note in pages[1].obj.Annots if note.Subtype == "/Link"]
        numbers = {page.obj.objgen: number for number, page in enumerate(pages)}
        named: Any = document.Root.Names.Dests
        known = dict(pikepdf.NameTree(named).items())
        places: list[Any] = [known.get(str(link.Dest), link.Dest) for link in links]
        targets = [numbers[place[0].objgen] for place in places]
    assert [title for title, _ in marked][-3:] == [duel.name for duel in chosen]
    first = len(pages) - 4  # the one in the middle has two pages
    assert targets == [2, first, first + 1, first + 3]
    printed = re.findall(r"\.\s*(\d+)\s*$", words(booklet("de", chosen=chosen)), re.MULTILINE)
    assert [int(number) - 1 for number in printed][:4] == targets


def test_the_booklet_has_all_duels_and_all_rules() -> None:
    text = " ".join(words(booklet("en")).split())
    assert all(duel.name in text for duel in duels().values())
    for section in rules("samurai", "en"):
        assert section["title"] in text
        assert all(rule["text"][:24] in text for rule in section["rule"])


@pytest.mark.parametrize("board", ["standard", "short", "long", "odd"])
@pytest.mark.parametrize("paper", PAPERS)
def test_the_spaces_of_the_board_are_large_enough(board: str, paper: Paper) -> None:
    laid = ODD if board == "odd" else shipped_board(board)
    pdf = race_sheets("en", paper, laid)
    rows: dict[tuple[int, int], list[tuple[float, str]]] = {}
    for page, runs in boxes(pdf):
        for run in runs:
            if run.text.strip().isdigit() and run.top - run.bottom > 5:
                rows.setdefault((page, round(run.bottom)), []).append(((run.left + run.right) / 2, run.text.strip()))
    shown = [text for row in sorted(rows) for _, text in rows[row]]
    assert sorted(shown) == sorted(str(value) for path in laid.paths for value in path.values)
    for row in rows.values():
        assert all(other[0] - one[0] >= 25 for one, other in pairwise(sorted(row)))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_race_takes_six_sheets(language: str, paper: Paper) -> None:
    """Two for the standard board, one for the pieces, one for the dice, two for the rules."""
    with opened(race_sheets(language, paper)) as document:
        assert len(document.pages) == 6


def test_the_race_has_animals_counters_and_dice() -> None:
    alts = [alt for tag, alt in tags(race_sheets("en")) if tag == "Figure"]
    for colour in ("black", "red", "white", "yellow", "blue"):
        assert alts.count(f"{say('en', f'dragon.animal.{colour}')}, to cut out") == 5
    assert sum("A die to fold" in alt for alt in alts) == 5
    assert words(race_sheets("en")).count("Counter\r\n") == 5


_HASHES = """
import hashlib
from niten.booklet import find_duel
from niten.printing import booklet, duel_sheet, race_sheets
oda = find_duel("oda-nobunaga")
for pdf in (duel_sheet(oda, "de"), booklet("fr", "letter"), race_sheets("es")):
    print(hashlib.sha256(pdf).hexdigest())
"""


def test_the_same_bytes_in_two_processes() -> None:
    """Whatever the hash seed, the time zone, the place and the fonts of the machine."""
    other = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "HOME": "/", "XDG_DATA_HOME": "/", "LANG": "fr_FR"}
    run = subprocess.run(
        [sys.executable, "-c", _HASHES], cwd="/", env=other, capture_output=True, text=True, check=True
    )
    ours = (duel_sheet(ODA, "de"), booklet("fr", "letter"), race_sheets("es"))
    assert run.stdout.split() == [hashlib.sha256(pdf).hexdigest() for pdf in ours]
