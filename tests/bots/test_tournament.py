"""Tournaments: who plays whom with which dice, over how many processes, and what is kept of it."""

import json
import os
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest

from niten.bots import DRAGON_BOTS, DragonBot, GreedyBot, RandomBot, registry
from niten.bots.kept import BadTournament, KeptDeals, kept_seed
from niten.bots.standings import Standing, standings
from niten.bots.tournament import MAX_TURNS, Deal, Tournament, line_ups
from niten.bots.workers import WorkerDied, spread
from niten.core import BadSetup, Dice, SeededDice, Step
from niten.core.errors import problem
from niten.dragon import Colour, Dragon, Face, Phase, Powers, Reroll, Setup, State, shipped_board

SHORT = shipped_board("short")


def tournament(*bots: str, players: int = 2, seed: int = 7, **options: Any) -> Tournament:
    agreed: dict[str, Any] = {"board": SHORT, "max_turns": MAX_TURNS, **options}
    return Tournament(bots or ("random", "greedy"), Setup(tuple(Colour)[:players], **agreed), seed)


@pytest.fixture
def enrol(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let bots of the test's own take part."""

    def call(**bots: DragonBot) -> None:
        monkeypatch.setattr(registry.DRAGON, "bots", {**DRAGON_BOTS, **bots})

    return call


# --- who plays whom ---


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 7])
def test_every_bot_is_treated_alike(players: int, count: int) -> None:
    bots = tuple("abcdefg"[:count])
    tables = line_ups(bots, players)
    assert len(set(tables)) == len(tables)
    assert {len(table) for table in tables} == {players}
    assert len({sum(table.count(name) for table in tables) for name in bots}) == 1, "as many seats"
    assert len({sum(table.count(name) == 1 for table in tables) for name in bots}) == 1, "as often alone"
    assert all(1 in Counter(table).values() for table in tables), "somebody sits alone at every table"
    pairs = Counter(frozenset((a, b)) for table in tables for a in set(table) for b in set(table) if a < b)
    assert len(pairs) == count * (count - 1) // 2, "everybody meets everybody"
    assert len(set(pairs.values())) == 1, "as often"


def test_the_line_ups() -> None:
    assert line_ups(("a", "b"), 2) == (("a", "b"),)
    assert line_ups(("a", "b"), 3) == (("a", "b", "b"), ("a", "a", "b"))
    assert [Counter(table) for table in line_ups(("a", "b", "c"), 4)] == [
        {"a": 1, "b": 2, "c": 1},
        {"a": 1, "b": 1, "c": 2},
        {"a": 2, "b": 1, "c": 1},
    ]
    assert line_ups(("a", "b", "c"), 5)[0] == ("a", "b", "b", "c", "c")
    assert len(line_ups(tuple("abcdefg"), 4)) == 35


@pytest.mark.parametrize(("bots", "players"), [("ab", 2), ("ab", 4), ("abc", 3), ("abcde", 3)])
def test_everybody_sits_everywhere(bots: str, players: int) -> None:
    games = [game for deal in range(5) for game in tournament(*bots, players=players).games(deal)]
    seats = Counter((name, seat) for _, seating in games for seat, name in enumerate(seating))
    assert len(seats) == len(bots) * players
    assert len(set(seats.values())) == 1


def test_neighbours_change_from_deal_to_deal() -> None:
    """In a fixed circle somebody would always follow the same bot."""
    held = tournament("a", "b", "c", "d", players=4)
    followers = Counter(pair for deal in range(60) for _, seating in held.games(deal) for pair in pairwise(seating))
    assert len(followers) == 12
    assert min(followers.values()) > 30


# --- the dice ---


class Watcher:
    """Notes what is on the table when it is asked, and what its stream would give."""

    def __init__(self) -> None:
        self.seen: list[tuple[State, int]] = []

    def choose(self, game: Dragon, state: State, dice: Dice) -> Step:
        assert len(game.legal_moves(state)) > 1, "nobody is asked about a forced move"
        assert isinstance(dice, SeededDice), "nothing but a stream of its own"
        self.seen.append((state, dice.seed))
        return GreedyBot().choose(game, state, dice)

    def first_rolls(self) -> list[tuple[object, ...]]:
        return [(state.seat, *state.dice) for state, _ in self.seen if state.phase == Phase.MOVE and state.rolls == 1]


def test_the_same_dice_in_every_rotation(enrol: Callable[..., None]) -> None:
    """Whoever sits there: the first rolls of the turns are the same, as long as both games last."""
    one, other = Watcher(), Watcher()
    enrol(one=one, other=other)
    held = tournament("one", "random")
    held.play(3)
    held = tournament("other", "greedy")
    held.play(3)

    def by_seat(rolls: list[tuple[object, ...]], seat: int) -> list[tuple[object, ...]]:
        return [roll for roll in rolls if roll[0] == seat]

    for seat in (0, 1):
        mine, theirs = by_seat(one.first_rolls(), seat), by_seat(other.first_rolls(), seat)
        same = sum(a == b for a, b in zip(mine, theirs, strict=False))
        assert same >= 0.8 * min(len(mine), len(theirs)), "but for extra turns"
        assert len(mine) > 10


class Roller:
    """Rolls so many dice the second time and all of them the third time; notes what they show in the first turn."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.seen: list[tuple[Face, ...]] = []

    def choose(self, game: Dragon, state: State, dice: Dice) -> Step:
        if state.rolls == 3 and not any(map(any, state.spaces)):
            self.seen.append(state.dice)
        wanted = {1: self.count, 2: 5}.get(state.rolls, 0)
        rerolls = [step for step in game.legal_moves(state) if isinstance(step, Reroll) and len(step.faces) == wanted]
        return rerolls[0] if rerolls else RandomBot().choose(game, state, dice)


def test_later_rolls_do_not_depend_on_what_was_kept(enrol: Callable[..., None]) -> None:
    one, many = Roller(1), Roller(4)
    enrol(one=one, many=many)
    list(tournament("one", "many").play_all(range(10)))
    assert one.seen == many.seen
    assert len(set(one.seen)) > 5


@pytest.mark.parametrize("players", [2, 3])
def test_equal_players_share_every_deal(players: int, enrol: Callable[..., None]) -> None:
    """One bot under two names: the luck of the seats cancels out completely."""
    enrol(twin=GreedyBot())
    held = tournament("greedy", "twin", players=players, powers=Powers.ANY)
    found = standings(held, held.play_all(range(20)))
    assert [bot.win_share for bot in found.bots] == pytest.approx([1 / players] * 2)
    assert found.pairing == pytest.approx(0)


def test_the_same_dice_lower_the_variance(enrol: Callable[..., None]) -> None:
    class Careless:
        def choose(self, game: Dragon, state: State, dice: Dice) -> Step:
            return (RandomBot() if dice.below(20) == 0 else GreedyBot()).choose(game, state, dice)

    enrol(careless=Careless())
    held = tournament("greedy", "careless")
    found = standings(held, held.play_all(range(150)))
    assert found.pairing is not None
    assert 0.1 < found.pairing < 0.9


def test_bots_have_streams_of_their_own(enrol: Callable[..., None]) -> None:
    bot = Watcher()
    enrol(bot=bot)
    tournament("bot", "random", seed=7).play(0)
    seeds = {seed for _, seed in bot.seen}
    assert len(seeds) == 1
    assert 7 not in seeds, "the seed of the table would tell the dice to come"


def test_a_game_that_does_not_end_counts_for_nobody() -> None:
    held = tournament(max_turns=4)
    found = standings(held, held.play_all(range(3)))
    assert found.unfinished == found.games == 6
    assert [bot.win_share for bot in found.bots] == [0, 0]
    assert all(abs(bot.rating.value - 1000) < 1e-6 for bot in found.bots)


def test_stones_are_dealt_once() -> None:
    held = tournament(players=3, random_stones=6, immunity=True)
    assert held.play(0) == held.play(0)
    assert held.play(0).winners != held.play(1).winners


# --- the standings ---


def result(name: str, held: Tournament, deals: list[Deal]) -> Standing:
    return next(bot for bot in standings(held, deals).bots if bot.name == name)


def test_shares_of_the_wins() -> None:
    held = tournament("a", "b", "greedy", players=3)
    assert held.deal_size == 3
    seat_of_a = [seating.index("a") for _, seating in held.games(0)]
    deals = [Deal(0, tuple((seat,) for seat in seat_of_a)), Deal(1, ((0, 1, 2),) * 3)]
    assert result("a", held, deals).win_share == pytest.approx((1 + 1 / 3) / 2)
    assert result("b", held, deals).win_share == pytest.approx(1 / 6)
    assert result("greedy", held, deals).rating.value == 1000
    assert {bot.games for bot in standings(held, deals).bots} == {6}


def test_copies_only_fill_the_table() -> None:
    """Somebody who always wins has all of the wins, though his copies cannot win each against the other."""
    held = tournament("a", "b", players=4)
    deals = [
        Deal(number, tuple((seating.index("a"),) for _, seating in held.games(number)))
        for number in range(10)
    ]  # fmt: skip
    assert [(bot.name, bot.games, bot.win_share) for bot in standings(held, deals).bots] == [
        ("a", 40, 1.0),
        ("b", 40, 0.0),
    ]


def test_the_order_of_the_deals_does_not_matter() -> None:
    held = tournament("random", "greedy", players=3)
    deals = list(held.play_all(range(12)))
    assert standings(held, deals) == standings(held, reversed(deals))


# --- processes ---


def test_the_same_whatever_the_number_of_workers() -> None:
    held = tournament("random", "greedy", players=3, powers=Powers.ANY)
    assert list(held.play_all(range(8), 1)) == sorted(held.play_all(range(8), 2))


def double(number: int) -> int:
    return 2 * number


def die(number: int) -> int:
    if number == 5:
        os._exit(3)
    return number


def fail(number: int) -> int:
    raise RuntimeError(number)


def test_work_is_spread() -> None:
    assert sorted(spread(double, range(20), 3)) == list(range(0, 40, 2))
    assert list(spread(double, [], 3)) == []


def test_a_dead_worker_is_told() -> None:
    with pytest.raises(WorkerDied, match=r"exit code 3.*--workers 1"):
        list(spread(die, range(20), 2))


def test_a_worker_with_an_error_is_told(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(WorkerDied, match="exit code 1"):
        list(spread(fail, range(20), 2))
    assert "RuntimeError" in capfd.readouterr().err


def refuse(number: int) -> int:
    raise BadSetup("here", [problem("there", number, "starts", high=3)])


@pytest.mark.parametrize("workers", [1, 2])
def test_a_named_error_stays_what_it_is(workers: int, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadSetup, match="here: 1 problem\n  there = 5: expected a seat from 0 to 3"):
        list(spread(refuse, [5, 5], workers))
    assert capfd.readouterr().err == ""


def test_nobody_is_left_behind() -> None:
    working = spread(double, range(1000), 2)
    next(working)
    assert len(active_children()) == 2
    working.close()
    assert not active_children()


# --- the file ---


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A tournament of three deals."""
    file = tmp_path / "kept.jsonl"
    held = tournament()
    with KeptDeals(file, held) as kept:
        for deal in held.play_all([2, 0, 1]):
            kept.add(deal)
    return file


def read(file: Path, held: Tournament | None = None) -> dict[int, Deal]:
    with KeptDeals(file, held or tournament()) as kept:
        return kept.deals


def test_what_is_kept(file: Path) -> None:
    held = tournament()
    assert read(file) == {deal.number: deal for deal in held.play_all(range(3))}
    assert kept_seed(file) == 7
    head, *lines = map(json.loads, file.read_text().splitlines())
    assert head["bots"] == ["random", "greedy"]
    assert Setup.from_data(head["setup"]) == held.setup
    assert [line["deal"] for line in lines] == [2, 0, 1]


def test_a_half_written_line_is_dropped(file: Path) -> None:
    content = file.read_bytes()
    for cut in range(1, len(content.splitlines()[-1]) + 1):
        file.write_bytes(content[:-cut])
        assert set(read(file)) == {2, 0}
        with KeptDeals(file, tournament()) as kept:
            kept.add(tournament().play(1))
        assert file.read_bytes() == content


def test_no_file_yet_and_an_empty_one(tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    assert kept_seed(file) is None
    file.touch()
    assert kept_seed(file) is None
    assert read(file) == {}
    assert kept_seed(file) == 7


@pytest.mark.parametrize(
    ("held", "keys"),
    [
        (tournament(seed=8), "seed"),
        (tournament("greedy", "random"), "bots"),
        (tournament(players=3), "players"),
        (tournament(powers=Powers.OWN, immunity=True), "powers, immunity"),
        (tournament(board=shipped_board("long"), max_turns=50), "board, max_turns"),
        (tournament(random_stones=1), "random_stones"),
    ],
)
def test_another_tournament_is_refused(held: Tournament, keys: str, file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(BadTournament, match=f"another tournament, which differs in: {keys}\\."):
        read(file, held)
    assert file.read_bytes() == before


def test_every_changed_byte_is_found(file: Path) -> None:
    content = file.read_bytes()
    lines = content.split(b"\n", 1)[0]
    for place in range(len(lines) + 1, len(content) - 1):
        changed = bytearray(content)
        changed[place] ^= 1
        file.write_bytes(changed)
        with pytest.raises(BadTournament, match="is damaged at line"):
            read(file)
        assert file.read_bytes() == changed, "and left as it is"


@pytest.mark.parametrize(
    "text",
    ["hello", "hello\n", "{}\n", "[1, 2]\n", '{"niten tournament": 1', "\n", "\xff\n", "[" * 100_000 + "\n", "NaN\n"],
)
def test_other_files_are_left_alone(text: str, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(text.encode("latin-1"))
    for attempt in (read, kept_seed):
        with pytest.raises(BadTournament, match="is not the file of a tournament"):
            attempt(file)
    assert file.read_bytes() == text.encode("latin-1")


@pytest.mark.parametrize(
    "line",
    ["{}", "[]", "3", '{"deal": Infinity, "winners": []}', '{"deal": 3, "winners": 4}', '{"deal": -1}', "[" * 9999],
)
def test_lines_that_are_no_deals(line: str, file: Path) -> None:
    with file.open("a") as output:
        output.write(line + "\n")
    with pytest.raises(BadTournament, match="damaged at line 5"):
        read(file)


def test_deals_of_another_tournament_do_not_fit(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    with KeptDeals(other, tournament(seed=8)) as kept:
        kept.add(tournament(seed=8).play(3))
    with file.open("a") as output:
        output.write(other.read_text().splitlines()[1] + "\n")
    with pytest.raises(BadTournament, match="damaged at line 5"):
        read(file)


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        read(tmp_path / "nowhere" / "kept.jsonl")
