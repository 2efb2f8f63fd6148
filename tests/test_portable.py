"""Niten needs nothing that only this kind of machine has, as far as can be seen from here."""

import ast
import errno
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from niten.booklet import find_duel
from niten.folders import cache_folder, data_folder
from niten.samurai import duel_data, parse_duel
from niten.samurai.duelwriting import write_duel
from niten.terminal.app import run
from niten.terminal.saves import resume_command
from testkit import ROOT
from testkit.elsewhere import MODULES, is_missing, sources


def elsewhere(*arguments: str, beside: Path = ROOT) -> str:
    """What a program of ours prints that runs in `beside`; modules there can be imported."""
    paths = [str(beside), *filter(None, sys.path)]
    finished = subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths), "PYTHONUTF8": "1", "NITEN_HOME": str(beside)},
        cwd=beside,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


# --- with what is missing elsewhere taken away ---


def test_everything_is_imported_and_the_commands_run(tmp_path: Path) -> None:
    data = duel_data(find_duel("oda-nobunaga"))
    small: dict[str, Any] = data | {"health": 2, "player": data["player"] | {"dice": [2, 1], "health": 4, "ki": 2}}
    (tmp_path / "small.toml").write_text(write_duel(parse_duel(small, "small")), encoding="utf-8")
    failed, _, said = elsewhere(
        *("-m", "testkit.elsewhere", "niten"),
        "rules dragon --lang de",
        "duels show small.toml",
        "play samurai --seed 7 --save duel.niten < 3 aad q",
        "play --resume --save duel.niten < q",
        "replay duel.niten",
        "play dragon --players human,greedy --seed 7 < q",
        "tournament --bots random,greedy --games 2 --workers 1",
        "solve small.toml",
        "solve small.toml",
        "simulate samurai --duel small.toml --policy careful --games 10",
        beside=tmp_path,
    ).partition("\n")
    assert json.loads(failed) == {}
    assert "Würfelrennen" in said
    assert "You roll 1 4 5." in said
    assert list((tmp_path / "cache").glob("*.solved"))


def test_all_modules_are_imported() -> None:
    known = set(sources("niten").values())
    left = {file.parent.name for file in (ROOT / "src/niten").rglob("*.py") if file not in known}
    assert left == {"migrations", "versions"}, "which are run by alembic"


MADE_UP = {
    "import resource": "ModuleNotFoundError",
    "from fcntl import flock": "ModuleNotFoundError",
    "from importlib import import_module\nimport_module('termios')": "ModuleNotFoundError",
    "from signal import SIGALRM": "ImportError",
    "import signal\nBEFORE = signal.SIGHUP": "AttributeError",
    "import os\nPOLICY = os.SCHED_IDLE": "AttributeError",
    "import os\nCORES = len(os.sched_getaffinity(0))": "AttributeError",
    "import os\n\n\ndef me(user: int = os.getuid()) -> int:\n    return user": "AttributeError",
    "import os, signal\nCORES = os.cpu_count()\nEND = signal.SIGTERM": "",
    "try:\n    import resource\nexcept ImportError:\n    resource = None": "",
    "import os\nCORES = os.sched_getaffinity(0) if hasattr(os, 'sched_getaffinity') else 1": "",
    "import subprocess, asyncio, tempfile, pathlib, multiprocessing.connection": "",
}
"""Modules, and why they cannot be imported elsewhere."""


def test_a_module_that_cannot_be_imported_is_found(tmp_path: Path) -> None:
    package = tmp_path / "made_up" / "inner"
    package.mkdir(parents=True)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()
    for number, code in enumerate(MADE_UP):
        (package / f"module_{number}.py").write_text(code + "\n", encoding="utf-8")
    failed: dict[str, str] = json.loads(elsewhere("-m", "testkit.elsewhere", "made_up", beside=tmp_path))
    expected = {f"made_up.inner.module_{n}": reason for n, reason in enumerate(MADE_UP.values()) if reason}
    assert {name: error.partition(":")[0] for name, error in failed.items()} == expected


# --- what the sources say ---


SOURCE = ("src/niten", "src/niten/**")
RULES = tuple(f"tests{below}" for below in ("", "/core", "/samurai", "/dragon", "/spaces", "/booklet", "/oracles"))
"""The tests of the rules, which should run wherever the rules do."""


@cache
def trees(*folders: str) -> dict[str, ast.Module]:
    """The modules in some folders."""
    found = {file for folder in folders for file in ROOT.glob(f"{folder}/*.py")}
    return {file.relative_to(ROOT).as_posix(): ast.parse(file.read_text(encoding="utf-8")) for file in sorted(found)}


@cache
def calls(*folders: str) -> list[tuple[str, ast.Call]]:
    """What is called in them, each with where it is."""
    each = ((name, node) for name, tree in trees(*folders).items() for node in ast.walk(tree))
    return [(f"{name}:{node.lineno}", node) for name, node in each if isinstance(node, ast.Call)]


def test_what_other_systems_lack_is_asked_for_first() -> None:
    assert [f"{name}:{line}" for name, tree in trees(*SOURCE).items() for line in taken_for_granted(tree)] == []


_FOLDERS = re.compile(r"/(dev|etc|home|proc|run|sys|tmp|usr|var)(/|$)")


def taken_for_granted(tree: ast.AST, asked: frozenset[str] = frozenset()) -> Iterator[str]:
    """Lines with what is not everywhere, in functions that neither ask whether it is there nor try."""
    for node in ast.iter_child_nodes(tree):
        name = _not_everywhere(node)
        if name and not {_family(name), _ALL} & asked:
            yield f"{getattr(node, 'lineno', 0)}: {ast.unparse(node)}"
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        inside = {each for below in ast.walk(node) for each in _asked(below)} if is_function else set[str]()
        yield from taken_for_granted(node, asked | inside)


_ALL = "all"


def _asked(node: ast.AST) -> Iterator[str]:
    """What is sure to be there, or not to be missed, once this has been asked."""
    match node:
        case ast.Try() | ast.Attribute(value=ast.Name(id="sys"), attr="platform"):
            yield _ALL
        case ast.Call(func=ast.Name(id="hasattr"), args=[_, ast.Constant(value=str(name))]):
            yield _family(name)
        case _:
            pass


def _family(name: str) -> str:
    """Names of the same kind come together: whoever has SCHED_IDLE has sched_setscheduler."""
    return name.lower().partition("_")[0]


def _not_everywhere(node: ast.AST) -> str:
    """The name in a node that other systems may not have."""
    match node:
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return name if is_missing(module, name) else ""
        case ast.ImportFrom(module=str(module), names=names):
            return module if module in MODULES or any(is_missing(module, alias.name) for alias in names) else ""
        case ast.Import(names=names):
            return next((alias.name for alias in names if alias.name in MODULES), "")
        case ast.Constant(value=str(text)):
            return text if _FOLDERS.match(text) else ""
        case _:
            return ""


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("def f():\n    os.nice(10)", 1),
        ("def f():\n    if hasattr(os, 'nice'):\n        os.nice(10)", 0),
        ("def f():\n    if hasattr(os, 'SCHED_IDLE'):\n        os.sched_setscheduler(0, os.SCHED_IDLE, p)", 0),
        ("def f():\n    if hasattr(os, 'SCHED_IDLE'):\n        os.sched_yield()\n    os.nice(10)", 1),
        ("def f():\n    import resource", 1),
        ("def f():\n    try:\n        import resource\n    except ImportError:\n        pass", 0),
        ("LOG = Path('/tmp/log')", 1),
        ("LOG = Path(f'/proc/{process}/stat')", 1),
        ("def f():\n    signal.signal(signal.SIGTERM, g)\n    signal.signal(signal.SIGHUP, g)", 1),
        ("PAGES = '/design', '/tmpl', '/t/{table}'", 0),
    ],
)
def test_what_is_taken_for_granted_is_found(code: str, count: int) -> None:
    assert len(list(taken_for_granted(ast.parse(code)))) == count


def test_text_files_are_opened_with_their_encoding() -> None:
    """Otherwise Windows takes one in which most of our names cannot be written."""
    assert [place for place, call in calls(*SOURCE) + calls(*RULES) if _lacks_encoding(call)] == []


_MODE = re.compile(r"[rwxa][t+]*")


def _lacks_encoding(call: ast.Call) -> bool:
    name = _called(call)
    if any(keyword.arg == "encoding" for keyword in call.keywords):
        return False
    if name in ("read_text", "write_text"):
        return True
    modes = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    named = any(isinstance(mode, ast.Constant) and _MODE.fullmatch(str(mode.value)) for mode in modes)
    is_plain = name == "open" and isinstance(call.func, ast.Name) and len(modes) == 1
    return is_plain or (name in ("open", "fdopen") and named)


@pytest.mark.parametrize(
    ("code", "lacks"),
    [
        ("path.read_text()", True),
        ("path.read_text(encoding='utf-8')", False),
        ("path.write_text(text, newline='')", True),
        ("path.open('w')", True),
        ("path.open('rb')", False),
        ("open(path)", True),
        ("open(path, 'a+')", True),
        ("os.fdopen(handle, 'w', encoding='utf-8')", False),
        ("hall.open(table)", False),
    ],
)
def test_a_missing_encoding_is_found(code: str, lacks: bool) -> None:
    (call,) = (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Call))
    assert _lacks_encoding(call) == lacks


def test_paths_are_not_glued() -> None:
    """By a slash between parts of a text; the linter sees to `os.path`."""
    glued = [
        f"{place}: {ast.unparse(call)}"
        for place, call in calls(*SOURCE)
        if isinstance(call.func, ast.Name) and call.func.id in ("Path", "open")
        if any(isinstance(part, ast.JoinedStr | ast.BinOp) and "/" in ast.unparse(part) for part in call.args)
    ]
    assert [path for path in glued if "Path(f'/proc/" not in path] == []


def test_processes_begin_everywhere_as_they_do_on_windows() -> None:
    """So that what cannot be sent to a new process is found here too."""
    begun = ("fork", "get_context", "Process", "ProcessPoolExecutor", "set_start_method")
    found = {place: ast.unparse(call) for place, call in calls(*SOURCE) if _called(call) in begun}
    assert len(found) == 4
    assert all("get_context('spawn')" in code or "context.Process(" in code for code in found.values()), found


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def test_names_of_files_are_good_everywhere() -> None:
    listed = [path.relative_to(ROOT) for folder in ("src", "tests", "docs") for path in (ROOT / folder).rglob("*")]
    paths = [path for path in listed if not {"_build", "__pycache__"} & set(path.parts)]
    bad = re.compile(r'[<>:"\\|?*\x00-\x1f]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)', re.IGNORECASE)
    assert [path for path in paths if bad.search(path.name)] == []
    assert len({str(path).lower() for path in paths}) == len(paths), "two names that differ in capitals only"


# --- what differs between systems ---


@pytest.mark.parametrize(
    ("system", "data", "cache"),
    [
        ("linux", ".local/share/niten", ".cache/niten"),
        ("darwin", "Library/Application Support/niten", "Library/Caches/niten"),
        ("win32", "AppData/Local/niten", "AppData/Local/niten/cache"),
    ],
)
def test_where_things_are_kept(
    system: str, data: str, cache: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NITEN_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", system)
    assert (data_folder(), cache_folder()) == (tmp_path / data, tmp_path / cache)
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert (data_folder() == tmp_path / "local" / "niten") == (system == "win32")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder() == tmp_path / "xdg" / "niten", "whoever says so"
    monkeypatch.setenv("NITEN_HOME", str(tmp_path / "home"))
    assert (data_folder(), cache_folder()) == (tmp_path / "home", tmp_path / "home" / "cache")


def test_a_file_is_named_as_it_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert resume_command(Path("my duel.niten")).endswith("--save 'my duel.niten'")
    monkeypatch.setattr(sys, "platform", "win32")
    assert resume_command(Path("my duel.niten")).endswith('--save "my duel.niten"')


@pytest.mark.parametrize(("system", "encoding"), [("linux", "cp1252"), ("win32", "utf-8")])
def test_a_file_on_windows_gets_every_letter(system: str, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="cp1252"))
    assert run(["duels", "list", "--json"]) == 0
    sys.stdout.flush()
    assert ("Kojirō" in written.getvalue().decode(encoding)) == (encoding == "utf-8")


@pytest.mark.parametrize(("system", "code"), [("linux", 2), ("win32", 0)])
def test_a_reader_who_leaves_is_no_error(system: str, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class Left(io.StringIO):
        def write(self, _: str) -> int:
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(sys, "stdout", Left())
    assert run(["duels", "list", "--json"]) == code
    sys.stdout.close()
