"""Small mistakes, each of which a test has to find: `python tools/mutants.py`, with the Python of the environment.

A mutant is a plausible slip in one place. For each of them the tree is copied, the slip is made in the copy, and the
tests that are said to find it are run there: those of `make test`, and, where `make quick` is said to find it too, the
same with its commands and its effort. First all of them are run without any slip, for a test that fails anyway finds
nothing. The exit code is 1 if a mutant survives, or if its text is no longer there.

Whoever makes a test cheaper runs this before and after.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, NamedTuple

HOME: Final = Path(__file__).parents[1]
PAGES: Final = "src/niten/server/pages"
PACKAGES: Final = "web/node_modules"
NOT_WRITTEN: Final = {
    ".git",
    ".venv",
    ".hypothesis",
    ".pytest_cache",
    ".ruff_cache",
    ".soak",
    "__pycache__",
    "_build",
    "dist",
}
"""What is left out of a tree of which nobody can say what belongs to it."""
COMPILED: Final = ("src/niten/solver/", "src/niten/simulate/", "src/niten/bots/race/")
LONGEST: Final = 1800  # seconds that one command may take


class Catch(NamedTuple):
    """What finds a mutant: a part of `make test`, and as little of it as does."""

    by: Literal["tests", "types", "pages-tests"]
    paths: tuple[str, ...] = ()
    words: str = ""


def among(*paths: str, words: str = "") -> Catch:
    """Tests of these files, or those of them whose names have these words (`pytest -k`)."""
    return Catch("tests", paths, words)


def types(path: str) -> Catch:
    """Pyright, asked about one file."""
    return Catch("types", (path,))


PAGES_TESTS: Final = Catch("pages-tests")
"""The pages' own types and tests. Their command takes no part of them."""


class Mutant(NamedTuple):
    """A slip. `text` occurs exactly once in its file."""

    name: str
    layer: str
    file: str
    text: str
    becomes: str
    catch: Catch
    quick: bool = False
    """`make quick` finds it as well."""

    @property
    def is_built(self) -> bool:
        """What the browser shows is built from the sources."""
        return self.file.startswith("web/src/") and self.catch.by == "tests"


MUTANTS: Final[tuple[Mutant, ...]] = (
    # --- the rules ---
    Mutant(
        "fourth-ki",
        "duel",
        "src/niten/samurai/rules.py",
        "return state.ki > 0 and state.spent < KI_PER_ROUND",
        "return state.ki > 0 and state.spent <= KI_PER_ROUND",
        among("tests/samurai/test_rules.py"),
        quick=True,
    ),
    Mutant(
        "health-before-limb",
        "duel",
        "src/niten/samurai/rules.py",
        "        if not state.health:\n"
        "            return _over(state, Ending.KILLED)\n"
        "        if zone in state.struck:",
        "        if zone in state.struck:",
        among("tests/samurai/test_rules.py"),
        quick=True,
    ),
    Mutant(
        "tie-by-last-plain-space",
        "race",
        "src/niten/dragon/scores.py",
        "Score(sum(values), sum(space > plain for",
        "Score(sum(values), sum(space >= plain for",
        among("tests/dragon/test_rules.py"),
        quick=True,
    ),
    Mutant(
        "eye-after-two-rolls",
        "race",
        "src/niten/dragon/rules.py",
        "        elif Power.EYE in powers:\n            steps += dice.eyes  # D15",
        "        if Power.EYE in powers:\n            steps += dice.eyes  # D15",
        among("tests/dragon/test_powers.py"),
        quick=True,
    ),
    Mutant(
        "half-sealed-record",
        "core",
        "src/niten/core/record.py",
        "if (seen is not None) != sealed or (sealed and seen != seal):",
        "if sealed and seen is not None and seen != seal:",
        among("tests/core/test_record.py"),
        quick=True,
    ),
    Mutant(
        "unfair-die",
        "core",
        "src/niten/core/dice.py",
        "            if value < fair:",
        "            if value <= fair:",
        among("tests/core/test_fair.py", "tests/core/test_dice.py"),
        quick=True,
    ),
    Mutant(
        "path-by-path",
        "spaces",
        "src/niten/spaces/race.py",
        "[spaces[other] for other in order for spaces in state.spaces]",
        "[spaces[other] for spaces in state.spaces for other in order]",
        among("tests/spaces/test_spaces.py"),
        quick=True,
    ),
    Mutant(
        "retyped-line",
        "booklet",
        "src/niten/booklet/duels/akiyama.toml",
        "{ sum = 12, defense = 1, counter = 3,",
        "{ sum = 12, defense = 1, counter = 4,",
        among("tests/booklet/test_booklet.py"),
        quick=True,
    ),
    Mutant(
        "renamed-placeholder",
        "texts",
        "src/niten/texts/fr.toml",
        'no-such-step = "La partie compte {count} étapes."',
        'no-such-step = "La partie compte {number} étapes."',
        among("tests/test_texts.py"),
        quick=True,
    ),
    Mutant(
        "numpy-in-the-rules",
        "architecture",
        "src/niten/samurai/outlook.py",
        "from fractions import Fraction\n",
        "from fractions import Fraction\n\nimport numpy as np  # noqa: F401\n",
        among("tests/test_architecture.py"),
        quick=True,
    ),
    Mutant(
        "race-knows-the-duel",
        "architecture",
        "src/niten/dragon/rules.py",
        "from niten.core.game import JsonObject\n",
        "from niten.core.game import JsonObject\nfrom niten.samurai.duel import ROUND_DICE  # noqa: F401\n",
        among("tests/test_architecture.py"),
        quick=True,
    ),
    Mutant(
        "cores-of-linux",
        "portable",
        "src/niten/simulate/batch.py",
        'return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1',
        "return len(os.sched_getaffinity(0))",
        among("tests/test_portable.py", words="asked_for_first"),
    ),
    Mutant(
        "set-for-flag",
        "types",
        "src/niten/server/hall.py",
        "return profile in self.rights or bool(self.table.seats_of(profile))",
        "return profile in self.rights or self.table.seats_of(profile)",
        types("src/niten/server/hall.py"),
        quick=True,
    ),
    # --- what computes ---
    Mutant(
        "thrown-again-and-lost",
        "simulator",
        "src/niten/simulate/duel_rules.py",
        "if face > 2 or not row[WOUNDS] >> face & 1:",
        "if not row[WOUNDS] >> face & 1:",
        among("tests/simulate/test_against_engine.py", words="injuries"),
    ),
    Mutant(
        "strike-of-four",
        "solver",
        "src/niten/solver/kernels.py",
        "five = tables[ring, b, max(0, health - 5), s, at]",
        "five = tables[ring, b, max(0, health - 4), s, at]",
        among("tests/solver/test_exact.py", words="equals_plain and strikes"),
    ),
    Mutant(
        "bound-for-the-wounded",
        "solver",
        "src/niten/solver/classes.py",
        "if one.is_fresh(deep) and not (body.is_fresh(deep) and hit not in deep):",
        "if one.is_fresh(deep) and not body.is_fresh(deep):",
        among("tests/solver/test_bounds.py", words="classes_hold"),
    ),
    Mutant(
        "loss-counted-twice",
        "review",
        "src/niten/review/analysis.py",
        "drift = found.middle - (known.middle - loss)",
        "drift = found.middle - known.middle",
        among("tests/review/test_analysis.py", words="every_game"),
    ),
    Mutant(
        "greedy-on-a-stone",
        "bots",
        "src/niten/bots/dragon_greedy.py",
        "if count and here + count not in row and here + count not in stones:",
        "if count and here + count not in row:",
        among("tests/bots/race/test_greedy.py", "tests/simulate/test_players.py", words="greedy"),
    ),
    Mutant(
        "fear-without-need",
        "bots",
        "src/niten/bots/race/induction.py",
        "elif mandatory and kinds & FEAR and gains[1, STAY, perfect] > most:",
        "elif mandatory and kinds & FEAR and gains[spent, STAY, perfect] > most:",
        among("tests/bots/race/test_turn.py"),
    ),
    # --- the server ---
    Mutant(
        "answer-before-commit",
        "server",
        "src/niten/server/hall.py",
        "await self.store.write(follow, log.rows(live.table, added, at, key))",
        "asyncio.ensure_future(self.store.write(follow, log.rows(live.table, added, at, key)))",
        among("tests/server/test_order.py"),
    ),
    Mutant(
        "acknowledged-and-lost",  # the same slip: those who kill the server have to notice it too
        "server",
        "src/niten/server/hall.py",
        "await self.store.write(follow, log.rows(live.table, added, at, key))",
        "asyncio.ensure_future(self.store.write(follow, log.rows(live.table, added, at, key)))",
        among("tests/server/test_kills.py", words="when_the_server_is_killed"),
    ),
    Mutant(
        "told-before-commit",
        "server",
        "src/niten/server/hall.py",
        "        await self.store.write(follow, log.rows(live.table, added, at, key))\n"
        "        live.in_doubt = False\n"
        "        live.tell(told)\n",
        "        live.tell(told)\n"
        "        await self.store.write(follow, log.rows(live.table, added, at, key))\n"
        "        live.in_doubt = False\n",
        among("tests/server/test_order.py"),
    ),
    Mutant(
        "not-on-disk",
        "server",
        "src/niten/server/store/database.py",
        '"synchronous=FULL"',
        '"synchronous=NORMAL"',
        among("tests/server/test_store.py", words="on_disk"),
    ),
    Mutant(
        "watcher-takes-a-seat",
        "access",
        "src/niten/server/hall.py",
        "return self.rights.get(profile, False) or bool(self.table.seats_of(profile))",
        "return profile in self.rights or bool(self.table.seats_of(profile))",
        among("tests/server/test_security.py", words="watches"),
    ),
    Mutant(
        "address-in-the-log",
        "access",
        "src/niten/server/api/guard.py",
        'about = {"method": scope["method"], "route": route,',
        'about = {"from": scope["client"][0], "method": scope["method"], "route": route,',
        among("tests/server/test_security.py", words="secret_is_logged"),
    ),
    Mutant(
        "one-table-too-many",
        "limits",
        "src/niten/server/log.py",
        "if connection.execute(under_way).scalar_one() >= most:",
        "if connection.execute(under_way).scalar_one() > most:",
        among("tests/server/test_security.py", words="so_many_tables"),
    ),
    Mutant(
        "one-sheet-too-many",
        "limits",
        "src/niten/server/press.py",
        "if self._waiting >= _WAITING:",
        "if self._waiting > _WAITING:",
        among("tests/server/test_press.py"),
    ),
    # --- the pages ---
    Mutant(
        "gap-in-the-log",
        "pages",
        "web/src/table/table.svelte.ts",
        "if (entry.number !== this.#last() + 1) return;",
        "if (entry.number <= this.#last()) return;",
        PAGES_TESTS,
        quick=True,
    ),
    Mutant(
        "key-of-yesterday",
        "pages",
        "web/src/duel/Strip.svelte",
        '{t("web.duel.strip-story")}',
        '{t("web.duel.strip-log")}',
        PAGES_TESTS,
        quick=True,
    ),
    Mutant(
        "hand-without-room",
        "layout",
        "web/src/duel/Hand.svelte",
        "      min-height: 13.250rem;\n",
        "",
        among("tests/web/test_shift.py", words="fills_up"),
    ),
    Mutant(
        "hand-on-a-phone",
        "layout",
        "web/src/duel/Hand.svelte",
        '"do do" minmax(8.250rem, auto)',
        '"do do" auto',
        among("tests/web/test_shift.py", words="in_a_duel"),
    ),
    Mutant(
        "focus-under-the-strip",
        "layout",
        "web/src/duel/Strip.svelte",
        "scroll-padding-top: 4rem;",
        "scroll-padding-top: 0;",
        among("tests/web/test_strip.py", words="focus"),
    ),
    Mutant(
        "pale-ink",
        "accessibility",
        "web/src/style/base.css",
        "--ink-soft: #5b5347;",
        "--ink-soft: #8f8676;",
        among("tests/web/test_access.py", words="pages"),
    ),
    # --- around it ---
    Mutant(
        "sheet-of-today",
        "printing",
        "src/niten/printing/press.py",
        "        timestamp=_WHEN,\n",
        "",
        among("tests/printing/test_sheets.py", words="same_bytes"),
    ),
    Mutant(
        "long-name",
        "printing",
        "src/niten/printing/duels.py",
        '"name": breakable(duel.name),',
        '"name": duel.name,',
        among("tests/printing/test_sheets.py", words="everything_of_a_duel"),
    ),
    Mutant(
        "oldest-game-resumed",
        "terminal",
        "src/niten/terminal/saves.py",
        "for _, path in sorted(dated, reverse=True):",
        "for _, path in sorted(dated):",
        among("tests/terminal/test_dragon_commands.py", words="played_last"),
    ),
    Mutant(
        "reward-of-another-seat",
        "research",
        "src/niten/research/gymnasium.py",
        "return observation, episode.share(self.seat), episode.is_over, False, info",
        "return observation, episode.share(0), episode.is_over, False, info",
        among("tests/research/test_gymnasium.py", words="bots_moves"),
    ),
)

# --- the copy ---


def files_of(tree: Path) -> list[str]:
    """What belongs to a tree: what git knows or would take, or, where there is no git, all that is not made from it."""
    try:
        listed = subprocess.run(
            ["git", "-C", tree, "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            capture_output=True,
            check=True,
        )
        names = set(os.fsdecode(listed.stdout).split("\0")) - {""}
    except (OSError, subprocess.CalledProcessError):
        names = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}
        names = {name for name in names if not NOT_WRITTEN & set(name.split("/"))}
    apart = (f"{PAGES}/", f"{PACKAGES}/", "web/build/")
    return sorted(name for name in names if not name.startswith(apart) and (tree / name).is_file())


def copy(tree: Path, to: Path) -> None:
    """A tree, with what was installed and built for it."""
    for name in files_of(tree):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(tree / name, to / name)
    (to / ".venv").symlink_to(sys.prefix)  # the Makefile and pyright look for it there
    if (tree / PAGES).is_dir():
        shutil.copytree(tree / PAGES, to / PAGES)
    if (tree / PACKAGES).is_dir():
        # A folder of its own with links in it: whatever is cached there stays in the copy.
        (to / PACKAGES).mkdir(parents=True)
        for one in (tree / PACKAGES).resolve().iterdir():
            if not one.name.startswith(".") or one.name == ".bin":
                (to / PACKAGES / one.name).symlink_to(one)
        (to / PACKAGES / ".package-lock.json").touch()  # newer than the list of packages: nothing is installed anew


class Found(NamedTuple):
    """What came of a command: who complained first, if anybody did."""

    passed: bool
    first: str
    seconds: float
    told: str


class Copy:
    """A copy of the tree in which commands are run."""

    def __init__(self, folder: Path, tree: Path) -> None:
        self.root, self._folder = folder / "tree", folder
        copy(tree, self.root)
        self._environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(map(str, (self.root / "src", self.root))),
            "NUMBA_CACHE_DIR": str(folder / "compiled"),
        }
        # Whatever is installed in the environment, the copy is what is tested.
        where = self._run([".venv/bin/python", "-c", "import niten, testkit; print(niten.__file__, testkit.__file__)"])
        if where.stdout.count(str(self.root)) != 2:
            raise SystemExit(f"not the copy would be tested: {where.stdout}{where.stderr}")
        self._parts = {part: self._recipe(part) for part in ("types", "pages-tests", "quick-tests")}

    def _recipe(self, target: str) -> list[str]:
        """The command of a target, as the Makefile has it."""
        said = self._run(["make", "--no-print-directory", "--dry-run", "VENV=.venv", target])
        (line,) = said.stdout.strip().splitlines() or [""]
        if not line:
            raise SystemExit(f"make {target}: {said.stderr}")
        return shlex.split(line)

    @property
    def quick_paths(self) -> list[str]:
        """What `make quick` tests."""
        recipe = self._parts["quick-tests"]
        return [word for word in recipe[recipe.index("pytest") + 1 :] if not word.startswith("-")]

    def command(self, catch: Catch, *, quick: bool) -> list[str]:
        """What to run."""
        if catch.by == "pages-tests":
            return self._parts["pages-tests"]
        if catch.by == "types":
            return [*self._parts["types"], *catch.paths]
        recipe = self._parts["quick-tests"]
        if quick:
            beyond = [path for path in catch.paths if not any(is_within(path, part) for part in self.quick_paths)]
            if beyond:
                raise SystemExit(f"make quick does not run {', '.join(beyond)}")
            begin = [word for word in recipe if word not in self.quick_paths]
        else:
            begin = ["NITEN_EFFORT=test", *(word for word in recipe[: recipe.index("pytest") + 1] if "=" not in word)]
        words = ["-k", catch.words] if catch.words else []
        return [*begin, "--exitfirst", "--quiet", "-p", "no:cacheprovider", *catch.paths, *words]

    def run(self, catch: Catch, *, quick: bool) -> Found:
        """Run what finds a mutant."""
        begun = time.perf_counter()
        done = self._run(self.command(catch, quick=quick))
        told = f"{done.stdout}\n{done.stderr}"
        first = "" if done.returncode == 0 else first_of(told)
        # A command that fails without anybody's complaint (no such test, killed) has found nothing.
        return Found(done.returncode == 0, first, time.perf_counter() - begun, told)

    def build(self) -> None:
        """The pages, from what stands in the copy."""
        done = self._run(["sh", "tools/web", ".venv", "build"])
        if done.returncode:
            raise SystemExit(f"the pages cannot be built: {done.stdout[-2000:]}{done.stderr[-2000:]}")

    def keep_pages(self) -> None:
        """The pages as they are now are those of the tree without a slip."""
        shutil.copytree(self.root / PAGES, self._folder / "pages")

    @contextmanager
    def mutated(self, mutant: Mutant) -> Generator[None]:
        """The copy with a slip in it; afterwards it is as it was."""
        file = self.root / mutant.file
        before, when = file.read_bytes(), file.stat().st_mtime_ns
        environment = self._environment
        if mutant.file.startswith(COMPILED):
            # Numba knows whether a file has changed, but not whether what it calls has: nothing compiled is used.
            self._environment = environment | {"NUMBA_CACHE_DIR": str(self._folder / f"compiled-{mutant.name}")}
        try:
            file.write_text(mutated(mutant, self.root), encoding="utf-8", newline="")
            os.utime(file, ns=(when, when + 10**10))  # another time, so that what Python has compiled is not used
            if mutant.is_built:
                self.build()
            yield
        finally:
            file.write_bytes(before)
            os.utime(file, ns=(when, when))
            self._environment = environment
            if mutant.is_built:
                shutil.rmtree(self.root / PAGES)
                shutil.copytree(self._folder / "pages", self.root / PAGES)

    def _run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        given = dict(word.split("=", 1) for word in command if re.match(r"[A-Z_]+=", word) and command[0] != "make")
        words = command if command[0] == "make" else [word for word in command if word.split("=")[0] not in given]
        with subprocess.Popen(
            words,
            cwd=self.root,
            env=self._environment | given,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                output, errors = process.communicate(timeout=LONGEST)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)  # and whatever it has started
                output, errors = process.communicate()
            except BaseException:
                os.killpg(process.pid, signal.SIGKILL)
                raise
        return subprocess.CompletedProcess(words, process.returncode, output, errors)


def is_within(path: str, part: str) -> bool:
    """Whether a path is a part of another one."""
    return path == part or path.startswith(f"{part}/")


def mutated(mutant: Mutant, tree: Path) -> str:
    """The file with the slip in it."""
    text = (tree / mutant.file).read_text(encoding="utf-8")
    if text.count(mutant.text) != 1:
        raise SystemExit(f"{mutant.name} is stale: its text occurs {text.count(mutant.text)} times in {mutant.file}")
    return text.replace(mutant.text, mutant.becomes)


COMPLAINTS: Final = (
    re.compile(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", re.MULTILINE),  # pytest
    re.compile(r"^\s*\S*?((?:src|tests|testkit)/\S+:\d+):\d+ - error", re.MULTILINE),  # pyright
    re.compile(r"FAIL\s+(tests/\S+ > .+)$", re.MULTILINE),  # the pages' tests
    re.compile(r"^\S*?(src/\S+:\d+):\d+\s*\n?.*Error", re.MULTILINE),  # the pages' types
)


def first_of(told: str) -> str:
    """Who complained first."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", told)
    found = next(filter(None, (complaint.search(plain) for complaint in COMPLAINTS)), None)
    return found[1].strip() if found else ""


# --- the whole ---


@dataclass
class Verdict:
    """What became of a mutant; `quick` is none where nothing was promised."""

    name: str
    layer: str
    file: str
    quick: bool | None
    test: bool
    first: str
    seconds: float


def say(text: str) -> None:
    """Progress."""
    print(text, file=sys.stderr, flush=True)


def judge(here: Copy, mutant: Mutant) -> Verdict:
    """Make a slip, and see who notices."""
    with here.mutated(mutant):
        test = here.run(mutant.catch, quick=False)
        quick = test if mutant.catch.by != "tests" else None
        if mutant.quick and quick is None:
            quick = here.run(mutant.catch, quick=True)
    seconds = test.seconds + (quick.seconds if quick and quick is not test else 0)
    by_quick = bool(quick and quick.first) if mutant.quick else None
    return Verdict(mutant.name, mutant.layer, mutant.file, by_quick, bool(test.first), test.first, round(seconds, 1))


def without_a_slip(here: Copy, chosen: Sequence[Mutant]) -> list[str]:
    """Run everything once as it is; names what does not pass."""
    wrong: list[str] = []
    if any(mutant.is_built for mutant in chosen):
        say("The pages are built …")
        here.build()
        here.keep_pages()
    asked = {(mutant.catch, quick) for mutant in chosen for quick in {False, mutant.quick}}
    whole: dict[bool, set[str]] = {False: set(), True: set()}  # files without words: all of them in one run
    runs: set[tuple[Catch, bool]] = set()
    for catch, quick in asked:
        if catch.by == "tests" and not catch.words:
            whole[quick].update(catch.paths)
        else:
            runs.add((catch, quick and catch.by == "tests"))
    runs |= {(among(*sorted(paths)), quick) for quick, paths in whole.items() if paths}
    for number, (catch, quick) in enumerate(sorted(runs), 1):
        name = " ".join((catch.by, *catch.paths, *([f"({catch.words})"] if catch.words else [])))
        found = here.run(catch, quick=quick)
        passes = "passes" if found.passed else "FAILS"
        say(f"{number:3}/{len(runs)} without a slip: {passes} {found.seconds:6.1f} s  {'quick ' * quick}{name}")
        if not found.passed:
            wrong.append(name)
            say(found.told[-3000:])
    return wrong


def table(verdicts: Sequence[Verdict]) -> str:
    """What came of it, to read."""
    words = {True: "yes", False: "SURVIVED", None: "–"}
    rows = [("mutant", "layer", "quick", "test", "s", "found by")]
    rows += [(v.name, v.layer, words[v.quick], words[v.test], f"{v.seconds:.0f}", v.first) for v in verdicts]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", help="this mutant; may be given several times")
    parser.add_argument("--list", action="store_true", help="tell what there is, and run nothing")
    parser.add_argument("--json", action="store_true", help="for machines")
    parser.add_argument("--tree", type=Path, default=HOME, help="another tree of Niten; it need not be one of git")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was started ends, and the copy goes
    if unknown := set(asked.only or ()) - {mutant.name for mutant in MUTANTS}:
        parser.error(f"no such mutant: {', '.join(sorted(unknown))}")
    chosen = [mutant for mutant in MUTANTS if not asked.only or mutant.name in asked.only]
    if asked.list:
        print("\n".join(f"{m.name:<24} {m.layer:<14} {m.file}{'  (quick)' if m.quick else ''}" for m in chosen))
        return 0
    for mutant in chosen:
        mutated(mutant, asked.tree)
    begun = time.perf_counter()
    verdicts: list[Verdict] = []
    with tempfile.TemporaryDirectory(prefix="niten-mutants-") as folder:
        here = Copy(Path(folder).resolve(), asked.tree.resolve())
        wrong = without_a_slip(here, chosen)
        for number, mutant in enumerate(chosen, 1):
            verdicts.append(judge(here, mutant))
            found = verdicts[-1]
            caught = found.test and found.quick is not False
            say(
                f"{number:3}/{len(chosen)} {mutant.name}: {found.first if caught else 'SURVIVED'} {found.seconds:.1f} s"
            )
    survived = [found.name for found in verdicts if not found.test or found.quick is False]
    seconds = round(time.perf_counter() - begun)
    if asked.json:
        told = {"mutants": list(map(asdict, verdicts)), "survived": survived, "wrong": wrong, "seconds": seconds}
        print(json.dumps(told, indent=1))
    else:
        print(table(verdicts))
        print(f"{len(verdicts) - len(survived)} of {len(verdicts)} found, in {seconds} s.")
        if survived:
            print(f"SURVIVED: {', '.join(survived)}")
        if wrong:
            print(f"Fails without a slip, so it proves nothing: {'; '.join(wrong)}")
    return 1 if survived or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
