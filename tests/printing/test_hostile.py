"""Texts that mean harm, or just are odd, print as what they are; what is too much is refused before it is printed."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from niten.core import BadSetup
from niten.printing import NoPress, booklet, duel_sheet
from niten.printing.glyphs import MISSING, SHOWN, breakable, shown
from niten.printing.press import press
from niten.samurai.duelfile import duel_data, parse_duel
from niten.terminal.app import run
from testkit.effort import examples
from testkit.sheets import ODA, opened, stands_well, within_margins, words

MARKUP = [
    '#import "/etc/passwd": *',
    '#read("/etc/passwd") #sys.inputs',
    "$ sum_(i=0)^n x $ *fett* _kursiv_",
    r"\ \u{41} \" ] ) } // /* <label> @ref",
    "= Heading\t- list + enum / term: x",
    "{name} %s ${HOME} `rm -rf /` <script>",
    "</svg><image href='file:///etc/passwd'/>",
]


@pytest.mark.parametrize("text", MARKUP)
def test_markup_is_only_text(text: str) -> None:
    name = text[:60]
    pdf = duel_sheet(replace(ODA, name=name, texts={"en": text * 3}), "en")
    stands_well(pdf, "a4")
    printed = "".join(
        words(pdf).replace("\ufffe", "").replace("\xad", "").replace("\u200b", "").replace("-", "").split()
    )
    told = "".join(shown(text * 3).replace("-", "").split())
    assert told in printed
    with opened(pdf) as document:
        assert str(document.docinfo["/Title"]) == f"Musashi against {shown(name)}"


@settings(max_examples=examples(40), deadline=None)
@given(name=st.text(min_size=1, max_size=60), text=st.text(min_size=1, max_size=600))
def test_any_text_prints(name: str, text: str) -> None:
    within_margins(duel_sheet(replace(ODA, name=name, texts={"en": text}), "en", "letter"), "letter")


@pytest.mark.parametrize(
    "text",
    [
        "😀👩‍👩‍👧",
        "宮本武蔵",
        "שלום ab",
        "مرحبا",
        "क्षत्रिय",
        "e\u0301\u0323\u0334",
        "\u202eevil\u202c",
        "\x00\x1b[31m",
        "\ud800",
    ],
)
def test_what_has_no_letter_is_a_box(text: str) -> None:
    assert set(shown(text)) <= SHOWN
    assert duel_sheet(replace(ODA, name=text, texts={"en": text}), "en").startswith(b"%PDF-1.7")


def test_names_keep_their_macrons() -> None:
    assert shown("Musō Gonnosuke, Yagyū Jūbei, Hōzōin In’ei") == "Musō Gonnosuke, Yagyū Jūbei, Hōzōin In’ei"
    assert shown("o\u0304") == "ō"
    assert MISSING not in words(duel_sheet(replace(ODA, name="Yagyū Jūbei"), "en"))


def test_every_letter_that_is_said_to_have_a_shape_has_one() -> None:
    """In every weight and slant that the sheets use: PDF/UA refuses a letter without."""
    many = "".join(sorted(SHOWN))
    for at in range(0, len(many), 55):
        text = " ".join(many[at : at + 55]).strip() or "-"
        duel_sheet(replace(ODA, name=text[:60], texts={"de": text}), "de")
        duel_sheet(replace(ODA, name=text[55:] or "-"), "de")


def test_long_words_can_be_broken_and_short_ones_are_left_alone() -> None:
    assert breakable("Oda Nobunaga") == "Oda Nobunaga"
    assert max(map(len, breakable("W" * 600).split("\xad"))) <= 18
    assert max(map(len, breakable("!" * 600).split("\u200b"))) <= 18


@pytest.mark.parametrize("letter", "W!.;)(\xa0-—$♥")
def test_a_text_of_one_sign_breaks_somewhere(letter: str) -> None:
    within_margins(duel_sheet(replace(ODA, name=letter * 60, texts={"en": letter * 600}), "en", "letter"), "letter")


TOO_MUCH: list[dict[str, Any]] = [
    {"name": "W" * 5000},
    {"name": "W" * 61},
    {"name": ""},
    {"name": "right to left \u202e"},
    {"name": "line\nbreak"},
    {"lines": [{"sum": number, "defense": 1} for number in range(10_000)]},
    {"resistance": [[number, number] for number in range(1, 100)]},
    {"health": 100},
    {"text": {"en": "x" * 601}},
    {"player": {"dice": [3] * 61}},
    {"player": {"health": 100}},
    {"player": {"ki": 100}},
    {"player": {"concentration": [{"price": n, "reward": "ki", "amount": 1} for n in range(1, 32)]}},
]


@pytest.mark.parametrize("change", TOO_MUCH, ids=lambda change: str(change)[:40])
def test_more_than_fits_is_refused_by_the_duel_file(change: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        parse_duel(duel_data(ODA) | change, "mine.toml")


def test_templates_read_nothing_outside_their_folder(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    inside = tmp_path / "templates"
    inside.mkdir()
    (inside / "a.typ").write_text('#set document(title: "a")\n#read("../secret.txt")')
    monkeypatch.setattr("niten.printing.press._TEMPLATES", inside)
    with pytest.raises(RuntimeError, match=r"escape|outside|access"):
        press("a.typ", {})


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with pytest.raises(NoPress, match=r'pip install "niten\[print\]"'):
        booklet("en")
    assert run(["print", "oda-nobunaga", "--out", "/nowhere/x.pdf", "--lang", "de"]) == 2
    assert 'pip install "niten[print]"' in capsys.readouterr().err
