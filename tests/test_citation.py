"""CITATION.cff is what programs that cite can read, and names the version there is."""

from pathlib import Path

import niten
from testkit import ROOT
from testkit.reading import check_schema, read_yaml

FILE = ROOT / "CITATION.cff"


def is_valid(file: Path) -> bool:
    """By the schema of the Citation File Format."""
    return check_schema("citation-file-format", file).returncode == 0


def test_it_is_valid(tmp_path: Path) -> None:
    assert is_valid(FILE)
    wrong = tmp_path / "CITATION.cff"
    wrong.write_text(FILE.read_text(encoding="utf-8").replace("authors:", "writers:"), encoding="utf-8")
    assert not is_valid(wrong)


def test_it_names_this_version_and_its_licence() -> None:
    citation = read_yaml(FILE)
    assert citation["version"] == niten.__version__
    assert citation["license"] == "MIT"
