"""Records: they replay exactly, and whatever was done to them is found where it was done."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from niten.core import CHANCE, BadRecord, Match, NitenError, Record, Step
from niten.core.record import UNFINISHED, read, read_file, replay, save
from niten.games import find_game
from niten.samurai import Samurai, State
from niten.texts import LANGUAGES
from testkit.duels import ODA
from testkit.effort import examples
from testkit.matches import random_match


def played(steps: int = 10_000) -> Match[State, Step]:
    return random_match(Samurai(ODA), 7, steps=steps)


MATCH = played()
TEXT = str(Record.of(MATCH, seed=7))
OWN = str(Record.of(MATCH))
LINES = TEXT.splitlines()
RESULT = str(MATCH.game.outcome(MATCH.state))
FIRST = next(n for n, line in enumerate(LINES) if line.startswith("1. "))


def replayed(text: str | bytes) -> Match[State, Step]:
    record = read(text)
    return replay(record, find_game(record.game)).match


def refusal(text: str | bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        replayed(text)
    for language in LANGUAGES:
        assert caught.value.text(language)
    return caught.value


def changed(line: int, change: Callable[[str], str]) -> str:
    return "\n".join([*LINES[:line], change(LINES[line]), *LINES[line + 1 :]]) + "\n"


def unsealed(text: str) -> str:
    """The record as somebody would type it."""
    lines = [line.split(" | ")[0] for line in text.splitlines()]
    return "\n".join("---" if line.startswith("---") and n < FIRST else line for n, line in enumerate(lines))


@pytest.mark.parametrize(
    "text", [TEXT, OWN, unsealed(TEXT), unsealed(OWN), TEXT.replace("\n", "\r\n"), "\ufeff" + TEXT]
)
def test_a_record_replays(text: str) -> None:
    record = read(text.encode())
    match, dice = replay(record, find_game(record.game))
    assert match.states == MATCH.states
    assert (dice is None) == (record.seed is None)


def test_a_record_carries_everything() -> None:
    record = read(TEXT)
    assert (record.game, record.rules, record.seed, record.dice) == ("samurai", 1, 7, "seeded")
    assert record.setup["rules"]["reroll"] == "all"
    assert record.setup["duel"]["name"] == "Oda Nobunaga", "embedded whole: it replays after the booklet changes"
    assert record.result == str(MATCH.game.outcome(MATCH.state))
    assert str(record) == TEXT


def test_an_unfinished_record_goes_on_with_the_same_dice() -> None:
    half = played(steps=20)
    record = read(str(Record.of(half, seed=7)))
    assert record.result == UNFINISHED
    match, dice = replay(record, Samurai)
    assert dice is not None
    while match.actor == CHANCE:
        match.play(match.game.chance(match.state).draw(dice))
    assert match.steps == MATCH.steps[: len(match.steps)]
    assert len(match.steps) >= 20


@pytest.mark.parametrize("step", [1, 2, 5, len(MATCH.steps)])
def test_a_changed_step_is_found_where_it_stands(step: int) -> None:
    line = FIRST + step - 1
    error = refusal(changed(line, lambda text: text.replace(". ", ". x", 1)))
    assert (error.reason, error.step) == ("changed", step)
    assert f"step {step}" in str(error)


def test_a_possible_but_other_placement_is_found_too() -> None:
    place = next(n for n, line in enumerate(LINES) if " place " in line)
    numbers = LINES[place].split(" | ")[0].split()[2:]
    other = " ".join(reversed(numbers)) if numbers != numbers[::-1] else " ".join(numbers[1:] + numbers[:1])
    error = refusal(changed(place, lambda text: text.replace(" ".join(numbers), other)))
    assert (error.reason, error.step) == ("changed", place - FIRST + 1)


def test_an_impossible_step_in_an_unsealed_record() -> None:
    text = unsealed(OWN).replace("1. dice", "1. place 9 9", 1)
    error = refusal(text)
    assert (error.reason, error.step) == ("bad-step", 1)


def test_an_unreadable_step() -> None:
    error = refusal(unsealed(OWN).replace("1. dice", "1. dances", 1))
    assert (error.reason, error.step) == ("bad-step", 1)


def test_rolls_that_the_seed_does_not_give() -> None:
    text = unsealed(TEXT).replace("seed: 7", "seed: 8")
    error = refusal(text)
    assert (error.reason, error.step) == ("not-the-seed", 2)


def test_a_wrong_result() -> None:
    record = unsealed(TEXT)
    result = record.splitlines()[-1]
    error = refusal(record.replace(result, "--- victory killed"))
    assert error.reason == "other-result"


@pytest.mark.parametrize("kept", [0, 1, 2, FIRST - 1, FIRST, FIRST + 1, FIRST + 10, len(LINES) - 1])
def test_a_truncated_record_is_refused(kept: int) -> None:
    error = refusal("\n".join(LINES[:kept]))
    if kept >= FIRST:
        assert (error.reason, error.step) == ("truncated", kept - FIRST + 1)


def test_every_shorter_file_is_refused() -> None:
    data = TEXT.rstrip().encode()
    for size in range(0, len(data), 7):
        refusal(data[:size])


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("niten record 1", "niten record 2", "newer-format"),
        ("niten record 1", "hello", "not-a-record"),
        ("rules: 1", "rules: 2", "other-rules"),
        ("game: samurai", "game: chess", "unknown-game"),
        ("rules: 1\n", "", "field-missing"),
        ("rules: 1\n", "rules: 1\nrules: 1\n", "field-doubled"),
        ("rules: 1\n", "rules: one\n", "field-wrong"),
        ("rules: 1\n", "rules: 1\ncolour: red\n", "line-unreadable"),
        ("seed: 7", "seed: -7", "field-wrong"),
        ("seed: 7\n", "", "field-wrong"),
        ("setup: {", "setup: [", "field-wrong"),
        ('"reroll": "all"', '"reroll": "some"', "bad-setup"),
        ('"reroll": "all"', '"reroll": "all", "reroll": "all"', "field-wrong"),
        ('"health": 10', '"health": NaN', "field-wrong"),
        ('"health": 10', '"health": -1', "bad-setup"),
        ('"health": 10', '"health": ' + "9" * 5000, "field-wrong"),
        ("\n2. ", "\n3. ", "misnumbered"),
        ("\n2. ", "\n2) ", "line-unreadable"),
        (f"--- {RESULT}", f"--- {RESULT}\n58. dice 3", "after-end"),
    ],
)
def test_refused_with_a_reason(old: str, new: str, reason: str) -> None:
    text = unsealed(TEXT)
    assert old in text
    assert refusal(text.replace(old, new, 1)).reason == reason


def test_seals_are_all_there_or_none() -> None:
    assert refusal(changed(FIRST + 3, lambda line: line.split(" | ")[0])).step == 4


def test_a_changed_head_is_found() -> None:
    assert refusal(TEXT.replace("seed: 7", "seed: 9")).reason == "changed-head"


def test_not_even_text() -> None:
    assert refusal(b"\xff\xfe niten").reason == "not-text"
    assert refusal(b"x" * (16 * 2**20 + 1)).reason == "too-large"
    assert refusal(unsealed(TEXT).replace("setup: {", "setup: " + '{"a":' * 50_000)).reason == "field-wrong"


@given(st.binary(max_size=300))
@example(b"")
@example(b"niten record 1")
def test_any_bytes_are_refused_or_round_trip(data: bytes) -> None:
    try:
        record = read(data)
    except BadRecord:
        return
    assert read(str(record)) == record


@given(st.integers(0, len(OWN) - 1), st.integers(0, 40), st.text(max_size=8))
@settings(max_examples=examples(300))
def test_any_edit_of_a_record_is_refused_or_harmless(at: int, cut: int, put: str) -> None:
    """Without seals too, nothing but our error comes out, and what is accepted replays to a real game."""
    text = unsealed(OWN)
    edited = text[:at] + put + text[at + cut :]
    try:
        record = read(edited)
        match, _ = replay(record, find_game(record.game))
    except NitenError:
        return
    assert read(str(record)) == record
    again, _ = replay(read(str(Record.of(match))), find_game(record.game))
    assert again.states == match.states


def test_saving_is_atomic(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games" / "one.niten"
    save(path, read(TEXT))
    assert read_file(path) == read(TEXT)

    def no_space(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", no_space)
    with pytest.raises(OSError, match="No space"):
        save(path, read(OWN))
    assert path.read_text(encoding="utf-8") == TEXT, "the old file is whole"
    assert [file.name for file in path.parent.iterdir()] == ["one.niten"], "nothing is left lying about"


def test_the_setup_is_plain_json() -> None:
    setup = MATCH.game.setup()
    assert json.loads(json.dumps(setup)) == setup
    assert Samurai.from_setup(setup).duel == ODA
