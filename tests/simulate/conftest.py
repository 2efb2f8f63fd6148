"""Solved duels are kept below a folder of the test's own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NITEN_HOME", str(tmp_path))
    return tmp_path
