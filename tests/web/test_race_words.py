"""The recorded sentences that the pages are held to are what the terminal says today."""

import json
from pathlib import Path

import pytest

from niten.core.story import Event
from niten.dragon import Dragon
from niten.terminal.dragon_words import Words
from niten.texts import LANGUAGES

RECORDED = json.loads((Path(__file__).parents[2] / "web/tests/race-words.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_recorded_sentences(language: str) -> None:
    for race in RECORDED:
        words = Words(language, Dragon.from_setup(race["setup"]))
        for entry in race["entries"]:
            said = list[str]()
            for details in entry["events"]:
                kind = details["kind"]
                if kind == "leapt" and entry["step"] == "leap-balance":
                    kind = "jumped"
                if kind != "numbered":
                    said.append(
                        words.sentence(Event(kind, {name: details[name] for name in details if name != "kind"}))
                    )
            assert said == entry["said"][language], entry["step"]
