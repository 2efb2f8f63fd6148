"""Files that are kept for other programs, read as those read them."""

import subprocess
import sys
from pathlib import Path
from typing import Any, cast

from ruamel.yaml import YAML


def read_yaml(file: Path) -> Any:
    """YAML 1.2: `on` is a word and no truth."""
    return cast("Any", YAML(typ="safe", pure=True)).load(file.read_text(encoding="utf-8"))


def check_schema(name: str, *files: Path) -> subprocess.CompletedProcess[str]:
    """Whether files are as a schema wants them, by the copy of it that check-jsonschema brings."""
    options = ["--force-filetype", "yaml", "--builtin-schema", f"vendor.{name}"]
    command = [sys.executable, "-m", "check_jsonschema", *options, *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)
