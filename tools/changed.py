"""The tests of what was changed: `make changed`, or `python tools/changed.py [--since REV] [--list] [for pytest …]`.

A test file is run if it was changed itself, if it imports a changed module (by way of testkit too), or if it tests the
package a changed file lies in. What a module far away breaks, `make test` finds.
"""

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

HOME = Path(__file__).parents[1]
# What is not imported: which tests look at it.
LOOKED_AT = {
    "web": ["tests/web"],
    "docs": ["tests/test_docs.py", "tests/test_examples.py", "tests/test_readme.py"],
    "src/niten/texts": ["tests/test_texts.py", "tests/web/test_app.py"],
    "src/niten/booklet": ["tests/booklet"],
    "src/niten/printing/templates": ["tests/printing"],
    "src/niten/server/store": ["tests/server/test_store.py", "tests/server/test_admin.py"],
    ".github": ["tests/test_workflows.py"],
    "tests/data/pages": ["tests/web/test_pictures.py"],
    "tests/data/sheets": ["tests/printing/test_looks.py"],
    "tests/data/screens": ["tests/terminal"],
    "constraints.txt": ["tests/test_installing.py"],
    "pyproject.toml": ["tests/test_installing.py", "tests/test_wheel.py"],
    "CHANGELOG.md": ["tests/test_release.py"],
}


def changed(since: str) -> list[str]:
    """Files that differ from that revision, and those git does not know yet."""
    asked = (["diff", "--name-only", since], ["ls-files", "--others", "--exclude-standard"])
    told = (
        subprocess.run(["git", *words], cwd=HOME, check=True, capture_output=True, text=True).stdout for words in asked
    )
    return sorted({name for text in told for name in text.splitlines()})


def module_of(file: str) -> str:
    parts = Path(file).with_suffix("").parts
    return ".".join(parts[1:] if parts[0] == "src" else parts).removesuffix(".__init__")


@cache
def imported(file: Path) -> frozenset[str]:
    """Every module a file imports, and every name it takes from one: either may be a module."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


def with_testkit(file: Path) -> set[str]:
    """What a test imports, and what the helpers it uses import."""
    found, open_ends = set[str](), [file]
    while open_ends:
        for name in imported(open_ends.pop()) - found:
            found.add(name)
            helper = HOME / (name.replace(".", "/") + ".py")
            if name.startswith("testkit") and helper.exists():
                open_ends.append(helper)
    return found


def tests_of(files: Iterable[str]) -> list[str]:
    """The test files and folders to run."""
    files = list(files)
    wanted: set[str] = set()
    for name in files:
        for prefix, tests in LOOKED_AT.items():
            if name.startswith(prefix):
                wanted |= set(tests)
        parts = Path(name).parts
        if parts[:2] == ("src", "niten") and len(parts) > 3 and (HOME / "tests" / parts[2]).is_dir():
            wanted.add(f"tests/{parts[2]}")
    modules = {module_of(name) for name in files if name.endswith(".py")}
    for test in (HOME / "tests").rglob("test_*.py"):
        own = test.relative_to(HOME).as_posix()
        if own in files or (modules and modules & with_testkit(test)):
            wanted.add(own)
    there = {name for name in wanted if (HOME / name).exists()}
    return sorted(name for name in there if not any(name.startswith(f"{other}/") for other in there))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--since", default="HEAD", help="compare with this revision")
    parser.add_argument("--list", action="store_true", help="only say which")
    asked, more = parser.parse_known_args()
    tests = tests_of(changed(asked.since))
    if asked.list or not tests:
        print("\n".join(tests) or "Nothing that a test looks at was changed.")
        return 0
    print(f"Testing {' '.join(tests)}", flush=True)
    command = [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadfile", "--quiet", *tests, *more]
    return subprocess.run(command, cwd=HOME, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
