"""The types of the pages are the server's: strict, and made anew from its own description."""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
_AROUND = re.compile(r"@ts-(ignore|nocheck|expect-error)|(:|\bas|<) ?any\b")


def test_the_pages_were_built_for_what_the_server_says_today() -> None:
    now = subprocess.run([sys.executable, ROOT / "tools/openapi.py"], check=True, capture_output=True, text=True)
    built = json.loads((WEB / "build/openapi.json").read_text(encoding="utf-8"))
    assert json.loads(now.stdout) == built, "make web"


def test_types_are_made_before_they_are_checked() -> None:
    """Nobody keeps them by hand, and no check goes by without making them."""
    steps = (ROOT / "tools/web").read_text(encoding="utf-8")
    assert steps.index("npm run --silent types") < steps.index("case $2 in") < steps.index("npm run --silent check")
    assert "web/src/api/schema.d.ts" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    assert "--fail-on-warnings" in json.loads((WEB / "package.json").read_text(encoding="utf-8"))["scripts"]["check"]


def test_strict_means_strict() -> None:
    options = json.loads((WEB / "tsconfig.json").read_text(encoding="utf-8"))["compilerOptions"]
    for flag in ("strict", "noUncheckedIndexedAccess", "exactOptionalPropertyTypes", "noImplicitOverride"):
        assert options[flag] is True
    written = [*WEB.glob("src/**/*.ts"), *WEB.glob("src/**/*.svelte"), *WEB.glob("build-tools/*.ts")]
    assert len(written) > 100
    for file in written:
        if file.name != "schema.d.ts":
            text = file.read_text(encoding="utf-8")
            assert not _AROUND.search(text), file
            assert len(text.splitlines()) <= 320, f"{file} is long"
