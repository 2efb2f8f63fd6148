"""The wheel carries everything the source tree has, and does the same in a clean environment."""

import ctypes
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

import pytest

from niten.terminal.app import run

ROOT = Path(__file__).parents[1]
FIRST_USE = 20
"""Seconds of processor time, compiling included."""
_DROP_CAPABILITY, _OVERRIDE_PERMISSIONS = 24, 1  # linux/prctl.h, linux/capability.h


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_is_complete_and_the_rules_in_it_need_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
        metadata = archive.read(next(name for name in packed if name.endswith("METADATA"))).decode()
    source = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert source <= packed
    required = [line for line in metadata.splitlines() if line.startswith("Requires-Dist")]
    assert required
    assert all("extra ==" in line for line in required), "the bare install needs only the standard library"

    # Imported from the wheel itself, without site-packages, the rules play.
    code = (
        f"import sys; sys.path[:0] = [{str(wheel)!r}]; "
        "from niten.booklet import find_duel; from niten.samurai import Samurai; from niten.texts import rules; "
        "import niten; assert '.whl' in niten.__file__; "
        "print(len(Samurai(find_duel('oda-nobunaga')).legal_moves(Samurai(find_duel('oda-nobunaga')).start())), "
        "len(rules('dragon', 'fr')))"
    )
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["3", "7"]


class Clean(NamedTuple):
    """An environment that has the wheel and nothing of the source tree."""

    folder: Path
    command: Path
    compiled: Path  # where compiled functions are kept, if that may be


@pytest.fixture(scope="module")
def clean(wheel: Path) -> Generator[Clean]:
    """Installed as anybody would."""
    with tempfile.TemporaryDirectory(prefix="niten-wheel-") as name:  # gone at once, unlike folders of pytest
        folder = Path(name)
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        python, pins = folder / "venv" / "bin" / "python", ROOT / "constraints.txt"
        pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "-c", pins]
        usual = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        subprocess.run([*pip, f"{wheel}[solver,terminal]"], cwd=folder, env=usual, check=True)
        (package,) = folder.glob("venv/lib/python*/site-packages/niten")
        yield Clean(folder, python.with_name("niten"), package / "simulate" / "__pycache__")


class Ran(NamedTuple):
    output: str
    seconds: float  # of processor time


class User:
    """Somebody with an empty home; a stranger may not write where the wheel is installed."""

    def __init__(self, clean: Clean, name: str, *, stranger: bool) -> None:
        self.clean, self.home, self.stranger = clean, clean.folder / name, stranger
        self.home.mkdir()
        clean.compiled.chmod(0o555 if stranger else 0o755)

    def run(self, arguments: list[str]) -> Ran:
        """The installed command, away from the source tree."""
        environment = {"HOME": str(self.home), "PATH": os.defpath, "LANG": "C.UTF-8"}
        command = [self.clean.command, *arguments]
        limits = _without_privilege if self.stranger else None
        with subprocess.Popen(
            command,
            cwd=self.home,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=limits,  # noqa: PLW1509 — one system call
        ) as process:
            assert process.stdout
            output = process.stdout.read()
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return Ran(output, used.ru_utime + used.ru_stime)

    def compare(self, game: str, capsys: pytest.CaptureFixture[str]) -> None:
        """The first use compiles within the limit, the second one has it ready; both say what the source tree says."""
        asked = ["simulate", game, "--games", "20000", "--seed", "1", "--json"]
        first, second = self.run(asked), self.run(asked)
        assert run(asked) == 0
        here = capsys.readouterr().out
        assert first.output == second.output == here
        print(f"{game}: the first use took {first.seconds:.1f} s of processor time, the second {second.seconds:.1f} s")
        assert first.seconds < FIRST_USE
        assert second.seconds < first.seconds / 2, "compiled once"


def _without_privilege() -> None:
    """Permissions count, for root too (Linux: CAP_DAC_OVERRIDE is dropped before the command begins)."""
    if os.geteuid() == 0:
        assert ctypes.CDLL(None).prctl(_DROP_CAPABILITY, _OVERRIDE_PERMISSIONS, 0, 0, 0) == 0


def test_duels_of_the_installed_wheel(clean: Clean, capsys: pytest.CaptureFixture[str]) -> None:
    user = User(clean, "owner", stranger=False)
    user.compare("samurai", capsys)
    assert list(clean.compiled.glob("*.nbc")), "kept beside the package"
    assert not list(user.home.rglob("*.nbc"))


def test_races_of_a_wheel_that_somebody_else_installed(clean: Clean, capsys: pytest.CaptureFixture[str]) -> None:
    before = set(clean.compiled.glob("*"))
    user = User(clean, "stranger", stranger=True)
    user.compare("dragon", capsys)
    assert list((user.home / ".cache" / "numba").rglob("*.nbc")), "kept in the user's own cache"
    assert set(clean.compiled.glob("*")) == before
