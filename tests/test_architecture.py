"""Arrows point one way, and the rules need nothing but the standard library."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from testkit import ROOT
from testkit.layers import LAYERS, SOURCE

APART = ({"samurai", "dragon"},)  # packages of one layer that know nothing of each other


def layer(package: str) -> int:
    return next(n for n, names in enumerate(LAYERS) if package in names)


def package_of(path: Path) -> str:
    return path.relative_to(SOURCE).with_suffix("").parts[0]


def imports(path: Path) -> set[str]:
    """The packages of niten that a module imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        found |= {[*name.split("."), "__init__"][1] for name in names if name.split(".")[0] == "niten"}
    return {name if (SOURCE / name).is_dir() or (SOURCE / f"{name}.py").exists() else "__init__" for name in found}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_arrows_point_one_way(path: Path) -> None:
    mine = package_of(path)
    for other in imports(path) - {mine, "__init__"}:
        assert layer(other) <= layer(mine), f"{mine} imports {other}"
        assert not any({mine, other} <= apart for apart in APART), f"{mine} imports {other}"


_CHECK = """
import sys
before = set(sys.modules)
import niten, niten.core, niten.samurai, niten.dragon, niten.booklet, niten.games, niten.texts
from niten.booklet import certificates, duels
duels(), certificates()
found = {name.split(".")[0] for name in set(sys.modules) - before} - {"niten"}
print(sorted(found - set(sys.stdlib_module_names)))
"""


def test_the_rules_use_the_standard_library_only() -> None:
    run = subprocess.run([sys.executable, "-c", _CHECK], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


RULES = ("texts", "core", "samurai", "dragon", "booklet", "games", "folders")


def test_no_module_of_the_rules_imports_anything_else() -> None:
    """Nor one that is loaded only when it is needed, nor a function when it is called."""
    for path in (path for path in SOURCE.rglob("*.py") if package_of(path) in RULES):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names = [node.module]
            others = {name.split(".")[0] for name in names} - sys.stdlib_module_names - {"niten"}
            assert not others, f"{path.relative_to(SOURCE)} imports {others}"


def test_no_module_draws_from_the_global_generator() -> None:
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert all(alias.name != "random" for alias in node.names), path
            if isinstance(node, ast.ImportFrom):
                assert node.module != "random", path


TESTED = re.compile(r"tests\.(?!oracles)")


@pytest.mark.parametrize("folder", ["tests", "testkit", "bench", "docs", "tools"])
def test_what_tests_share_lives_in_testkit(folder: str) -> None:
    """Nobody imports from a test, but the table of rules, which reads what is marked on them."""
    for path in (ROOT / folder).rglob("*.py"):
        if path.name == "test_rule_tables.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            modules += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            assert not any(map(TESTED.match, modules)), f"{path.relative_to(ROOT)} imports {modules}"
