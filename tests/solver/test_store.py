"""Solved duels on disk: what is read is what was written, or nothing."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from niten.folders import cache_folder
from niten.samurai import EDITIONS, Samurai, duel_data, parse_duel
from niten.solver import store as store_module
from niten.solver.certify import certify_level, solution_of, solve
from niten.solver.coach import Coach
from niten.solver.store import Entry, Store, key_of
from niten.solver.tables import Kept
from testkit.duels import duel_table
from testkit.small_duels import short_demo, small_game

SMALL = "injuries and wounds"  # several bodies and two rounds


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "cache")


@pytest.fixture
def game() -> Samurai:
    return small_game(SMALL)


@pytest.fixture
def file(store: Store, game: Samurai) -> Path:
    """The duel solved and kept."""
    assert not solve(game, store=store).cached
    path = store.path(game, "win")
    assert [path] == list(store.folder.iterdir())
    return path


def tables(entry: Entry) -> Iterator[tuple[object, Kept]]:
    for side, rounds in (("lower", entry.lower), ("upper", entry.upper), ("exact", entry.exact)):
        for number, row in enumerate(rounds):
            for body, table in row.items():
                yield (side, number, body), table


def assert_same(found: Entry | None, entry: Entry) -> None:
    assert found
    assert found[:4] == entry[:4]
    kept, made = dict(tables(found)), dict(tables(entry))
    assert kept.keys() == made.keys()
    for name, table in made.items():
        assert kept[name].dtype == table.dtype
        assert kept[name].shape == table.shape
        assert kept[name].tobytes() == table.tobytes(), name


def assert_made_anew(store: Store, game: Samurai) -> None:
    """What is there is refused; the duel is solved again, and then it is there."""
    assert store.load(game, "win") is None
    assert not solve(game, store=store).cached
    assert solve(game, store=store).cached
    assert not list(store.folder.glob("*.part"))


# --- there and back ---


def test_a_solution_survives(store: Store, game: Samurai) -> None:
    first = solve(game, store=store)
    again = solve(game, store=store)
    assert (first.cached, again.cached) == (False, True)
    assert (again.start, again.states, again.is_exact) == (first.start, first.states, True)
    without = solve(game)
    assert not without.cached
    assert without.start == again.start
    start = game.start()
    assert Coach(again).moves(start) == Coach(first).moves(start) == Coach(without).moves(start)


def test_the_same_bits_exact_and_by_bounds(store: Store, game: Samurai) -> None:
    bounds = certify_level(game, "win", 0, np.float32)
    assert any(body.struck and body.wounds for body in bounds.upper[1]), "classes with something to write down"
    kept = store.keep(game, "win", bounds)
    assert_same(kept, bounds)
    assert_same(store.load(game, "win"), bounds)
    values = [Coach(solution_of(game, "win", entry, 0.0, cached=True)).value(game.start()) for entry in (bounds, kept)]
    assert values[0] == values[1]
    store.path(game, "win").unlink()
    solve(game, store=store)
    exact = store.load(game, "win")
    assert exact
    assert len(exact.exact) == 2
    assert len(exact.exact[1]) > 10
    assert_same(store.keep(game, "survive", exact), exact)


def test_tables_are_mapped_not_loaded(store: Store, game: Samurai, file: Path) -> None:
    entry = store.load(game, "win")
    assert entry
    for _, table in tables(entry):
        assert not table.flags.owndata
        assert not table.flags.writeable
        base: Any = table
        while isinstance(base, np.ndarray):
            base = base.base
        assert "mmap" in type(base.obj if isinstance(base, memoryview) else base).__name__
    assert str(file) in Path("/proc/self/maps").read_text()
    kept = store.keep(game, "survive", entry)  # and what was just kept is used from the file, too
    assert all(not table.flags.owndata for _, table in tables(kept))


def test_another_file_may_be_put_in_place_while_one_is_in_use(store: Store, game: Samurai, file: Path) -> None:
    first = store.load(game, "win")
    assert first
    before = {name: table.copy() for name, table in tables(first)}
    used = file.stat().st_ino
    store.keep(game, "win", first._replace(states=1))
    assert file.stat().st_ino != used, "a new file, never the one that is mapped"
    found = store.load(game, "win")
    assert found
    assert found.states == 1
    file.unlink()
    assert all((table == before[name]).all() for name, table in tables(first))


# --- what is not used ---


def test_a_changed_byte_anywhere(store: Store, game: Samurai, file: Path) -> None:
    content = file.read_bytes()
    head = content.index(b'{"key"')
    assert head == 64
    first_table = head + int(content[:head].split()[-2])
    places = [*range(head), head, head + 9, first_table - 1, first_table, first_table + 777, len(content) - 1]
    places += list(range(head, len(content), len(content) // 200))
    for at in places:
        for change in (1, 0x80):
            damaged = bytearray(content)
            damaged[at] ^= change
            file.write_bytes(damaged)
            assert store.load(game, "win") is None, at
    file.write_bytes(content)
    assert store.load(game, "win")


@pytest.mark.parametrize("part", ["first line", "head", "table"])
def test_a_damaged_file_is_made_anew(part: str, store: Store, game: Samurai, file: Path) -> None:
    content = bytearray(file.read_bytes())
    at = {"first line": 15, "head": 200, "table": len(content) - 100}[part]
    content[at] ^= 1
    file.write_bytes(content)
    assert_made_anew(store, game)


@pytest.mark.parametrize("keep", [0, 1, 40, 63, 64, 65, 1000, -64, -1])
def test_a_truncated_file(keep: int, store: Store, game: Samurai, file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:keep])
    assert_made_anew(store, game)
    assert file.read_bytes() == content


def test_a_longer_file(store: Store, game: Samurai, file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"\0")
    assert_made_anew(store, game)


@pytest.mark.parametrize("content", [b"\n", b"niten solution 1 x y\n", b"\0" * 5000, b"{}" * 100, "é\n".encode() * 99])
def test_something_else_entirely(content: bytes, store: Store, game: Samurai, file: Path) -> None:
    file.write_bytes(content)
    assert_made_anew(store, game)


def test_a_folder_in_its_place(store: Store, game: Samurai) -> None:
    store.path(game, "win").mkdir(parents=True)
    assert store.load(game, "win") is None
    solution = solve(game, store=store)
    assert not solution.cached
    assert solution.start == solve(game).start
    assert not list(store.folder.glob("*.part"))


def test_the_file_of_another_duel(store: Store, game: Samurai, file: Path) -> None:
    other = small_game("purchases without limit")
    solve(other, store=store)
    store.path(other, "win").replace(file)
    assert_made_anew(store, game)


@pytest.mark.parametrize("name", ["SOLVER", "FORMAT"])
def test_another_version(name: str, store: Store, game: Samurai, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_module, name, getattr(store_module, name) + 1)
    assert_made_anew(store, game)
    content = file.read_bytes()
    store.path(game, "win").write_bytes(content)  # not even under the new name
    assert_made_anew(store, game)


# --- what a file stands for ---


def variant(edition: str = "en", **changes: Any) -> Samurai:
    table = duel_table(health=2, player={"dice": [2], "ki": 1, "health": 2})
    player = table["player"] | changes.pop("player", {})
    return Samurai(parse_duel(table | changes | {"player": player}, "test"), EDITIONS[edition])


@pytest.mark.parametrize(
    "changes",
    [{"name": "Somebody"}, {"id": "somebody"}, {"stars": 4}, {"text": {"en": "Another text."}}, {"edition": "fr"}],
    ids=str,
)
def test_what_does_not_matter_has_the_same_file(changes: dict[str, Any], store: Store) -> None:
    game, other = variant(), variant(**changes)
    assert (duel_data(other.duel), other.switches) != (duel_data(game.duel), game.switches)
    solve(game, store=store)
    found = solve(other, store=store)
    assert found.cached
    assert found.game is other
    assert len(list(store.folder.iterdir())) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"health": 3},
        {"edition": "es"},
        {"edition": "de"},
        {"resistance": [[4, 1], [6, 2], [8, 3], [11, 4]]},
        {"player": {"health": 3}},
        {"player": {"ki": 0}},
        {"player": {"dice": [1]}},
        {"player": {"concentration": [{"price": 9, "reward": "strike"}]}},
        {"player": {"injuries": [{"zone": zone, "cost": "health 1"} for zone in range(2, 12)]}},
    ],
    ids=str,
)
def test_what_matters_has_another_file(changes: dict[str, Any], store: Store) -> None:
    game, other = variant(), variant(**changes)
    solve(game, store=store)
    assert not solve(other, store=store).cached
    assert len({store.path(one, "win") for one in (game, other)}) == 2
    assert solve(game, store=store).cached
    assert solve(other, store=store).cached


def test_one_line_of_his_matters() -> None:
    table = duel_table()
    lines = [dict(line) for line in table["lines"]]
    lines[17]["defense"] += 1
    keys = {key_of(Samurai(parse_duel(table | {"lines": each}, "test")), "win") for each in (table["lines"], lines)}
    assert len(keys) == 2


def test_the_goal_matters(store: Store) -> None:
    game = variant()
    win = solve(game, store=store)
    survive = solve(game, goal="survive", store=store)
    assert not survive.cached
    assert survive.start.lower > win.start.lower
    assert solve(game, goal="survive", store=store).start == survive.start
    assert len(list(store.folder.iterdir())) == 2


def test_an_answer_that_is_not_close_enough_is_improved(store: Store, game: Samurai) -> None:
    """A finer answer replaces a rough one, and serves who wants less."""
    rough = certify_level(game, "win", 0, np.float32)
    assert not rough.finest
    assert rough.start.gap > 1e-6
    store.keep(game, "win", rough)
    assert solve(game, gap=2 * rough.start.gap, store=store).cached
    better = solve(game, gap=rough.start.gap / 2, store=store)
    assert not better.cached
    assert rough.start.lower <= better.start.lower <= better.start.upper <= rough.start.upper
    assert solve(game, gap=1e-12, store=store).cached, "nothing closer is to be had"


# --- where it is kept ---


def test_where_it_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NITEN_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert Store().folder == cache_folder() == tmp_path / "home" / "cache"
    monkeypatch.setenv("NITEN_HOME", "")
    assert cache_folder() == tmp_path / "xdg" / "niten"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache_folder() == tmp_path / ".cache" / "niten"


def test_a_file_where_the_folder_should_be(tmp_path: Path, game: Samurai) -> None:
    (tmp_path / "cache").write_text("not a folder")
    for folder in (tmp_path / "cache", tmp_path / "cache" / "below"):
        solution = solve(game, store=Store(folder))
        assert not solution.cached
        assert solution.start == solve(game).start
        assert Coach(solution).value(game.start()) == solution.start
    assert (tmp_path / "cache").read_text() == "not a folder"


@contextmanager
def files_no_larger_than(size: int) -> Generator[None]:
    """As on a full disk: writing more than this fails."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk(store: Store, game: Samurai) -> None:
    entry = solve_entry(store, game)
    with files_no_larger_than(3000):
        kept = store.keep(game, "survive", entry)
    assert kept is entry
    assert not list(store.folder.glob("*.part")), "nothing half done is left"
    assert not store.path(game, "survive").exists()
    assert store.keep(game, "survive", entry) is not entry, "there is room again"


def solve_entry(store: Store, game: Samurai) -> Entry:
    solve(game, store=store)
    entry = store.load(game, "win")
    assert entry
    return entry


def test_a_full_disk_leaves_the_old_file(store: Store, game: Samurai, file: Path) -> None:
    entry, content = solve_entry(store, game), file.read_bytes()
    with files_no_larger_than(3000):
        store.keep(game, "win", entry._replace(states=1))
    assert file.read_bytes() == content


# --- more than one process ---

_SLOW = """
import os, sys, time
from pathlib import Path
from niten.solver.certify import solve
from niten.solver.store import Store
from testkit.small_duels import small_game

real = os.fsync
def slow(descriptor):
    print("writing", flush=True)
    time.sleep(600)
    real(descriptor)
os.fsync = slow
solve(small_game(sys.argv[2]), store=Store(Path(sys.argv[1])))
"""

_READY = """
import sys
from pathlib import Path
from niten.solver.certify import solve
from niten.solver.store import Store
from testkit.small_duels import small_game

game, store = small_game(sys.argv[2]), Store(Path(sys.argv[1]))
solve(game)  # compiled
print("ready", flush=True)
sys.stdin.readline()
for _ in range(20):
    solution = solve(game, store=store)
    store.path(game, "win").unlink(missing_ok=True)
print(solution.start.lower, flush=True)
sys.stdin.readline()
print(solve(game, store=store).start.lower, flush=True)
"""


def start(code: str, folder: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder), SMALL],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_killed_while_writing(store: Store, game: Samurai) -> None:
    with start(_SLOW, store.folder) as process:
        try:
            assert told(process) == "writing\n"
            (part,) = store.folder.iterdir()
            assert part.stat().st_size > 1000, "in the middle of it"
        finally:
            process.kill()
    assert process.returncode == -signal.SIGKILL
    assert list(store.folder.iterdir()) == [part]
    assert part.suffix == ".part"
    assert store.load(game, "win") is None
    assert not solve(game, store=store).cached
    assert solve(game, store=store).cached
    assert part.exists(), "it might still be written"
    age(part, hours=25)
    solve(game, goal="survive", store=store)
    assert not part.exists()
    assert len(list(store.folder.glob("*.solved"))) == 2


def age(file: Path, hours: float) -> None:
    then = time.time() - 3600 * hours
    os.utime(file, (then, then))


def test_only_old_leavings_are_taken_away(store: Store, game: Samurai, file: Path) -> None:
    entry = solve_entry(store, game)
    old, young, other = (store.folder / name for name in ("old.part", "young.part", "notes.txt"))
    for left in (old, young, other):
        left.write_bytes(b"half")
    age(old, hours=24.1)
    age(young, hours=23.9)
    age(other, hours=1000)
    age(file, hours=1000)
    store.keep(game, "survive", entry)
    assert {path.name for path in store.folder.iterdir()} == {
        "young.part",
        "notes.txt",
        file.name,
        store.path(game, "survive").name,
    }


def test_two_processes_at_once(store: Store, game: Samurai) -> None:
    value = solve(game).start.lower
    with start(_READY, store.folder) as one, start(_READY, store.folder) as other:
        both = (one, other)
        for expected in ("ready", value):
            assert [told(process) for process in both] == [f"{expected}\n"] * 2
            for process in both:
                go_on(process)
        assert [told(process) for process in both] == [f"{value}\n"] * 2
    assert [process.returncode for process in both] == [0, 0]
    assert [path.suffix for path in store.folder.iterdir()] == [".solved"]
    assert solve(game, store=store).cached


def told(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    return process.stdout.readline()


def go_on(process: "subprocess.Popen[str]") -> None:
    assert process.stdin
    process.stdin.write("\n")
    process.stdin.flush()


def test_the_demo_is_found_by_its_numbers() -> None:
    """Rounds matter, the name of the file does not."""
    assert key_of(short_demo(3), "win") == key_of(short_demo(3, "fr"), "win") != key_of(short_demo(2), "win")
