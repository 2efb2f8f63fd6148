"""Whether anything we install has a known vulnerability: `python tools/audit.py`, a part of `make check`.

Fails if one is found. Where no advisories can be reached that is said plainly and nothing fails: an audit that did not
take place must not stop work without a network, nor pass for one that did.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

HOME = Path(__file__).parents[1]
PINNED = HOME / "constraints.txt"
SERVICES = ("pypi", "osv")
"""Asked in this order: the second for what the first does not know."""


class Looked(NamedTuple):
    """What came of an audit: what was found, how many packages were looked up, and why others were not."""

    found: list[str]
    known: int
    of: int
    reasons: list[str]

    def text(self, what: str) -> str:
        why = f" ({'; '.join(self.reasons)})" if self.reasons else ""
        if not self.known:
            return f"Audit of {what}: NOT DONE, no advisories can be reached from here{why}."
        return f"Audit of {what}: {self.known} of {self.of} looked up, {len(self.found)} vulnerabilities{why}."


def python_packages(pinned: Path, services: Sequence[str] = SERVICES, more: Sequence[str] = ()) -> Looked:
    """All that is pinned. `more` are options for pip-audit."""
    names = [line for line in pinned.read_text(encoding="utf-8").splitlines() if "==" in line]
    found: list[str] = []
    known: set[str] = set()
    reasons: list[str] = []
    for service in services:
        if len(known) == len(names):
            break
        options = ["--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json", *more]
        done = _run(sys.executable, "-m", "pip_audit", "--vulnerability-service", service, "-r", str(pinned), *options)
        try:
            packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
        except ValueError:
            reasons.append(f"{service} does not answer: {_last(done.stderr)}")
            continue
        answered = [package for package in packages if "vulns" in package and package["name"] not in known]
        if missing := [package["name"] for package in packages if "vulns" not in package]:
            reasons.append(f"{service} does not know {_few(missing)}")
        found += [_told(package, one) for package in answered for one in package["vulns"]]
        known |= {package["name"] for package in answered}
    return Looked(found, len(known), len(names), reasons if len(known) < len(names) else [])


def web_packages(command: Sequence[str]) -> Looked:
    """What the browser app is built with; `command` is one that answers as `npm audit --json` does."""
    told: dict[str, Any] = {}
    try:
        told = json.loads(_run(*command).stdout)
        found = [f"{name}: {one['severity']}, {one['range']}" for name, one in told["vulnerabilities"].items()]
        total = int(told["metadata"]["dependencies"]["total"])
    except (ValueError, LookupError):
        return Looked([], 0, 0, [f"npm: {str(told.get('message', 'no answer'))[:80]}"])
    return Looked(found, total, total, [])


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=HOME, capture_output=True, text=True, check=False)


def _told(package: dict[str, Any], one: dict[str, Any]) -> str:
    better = ", ".join(one["fix_versions"]) or "none yet"
    return f"{package['name']} {package['version']}: {one['id']}, mended in: {better}"


def _few(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 5 else f"{len(names)} packages"


def _last(text: str) -> str:
    """What went wrong, in short."""
    return (text.strip().splitlines() or ["nothing"])[-1].partition(":")[0][:80]


def main() -> int:
    looked = {
        "the Python packages": python_packages(PINNED),
        "the packages of the browser app": web_packages(["sh", "tools/web", str(Path(sys.prefix)), "audit"]),
    }
    for what, one in looked.items():
        for line in one.found:
            print(line)
        print(one.text(what))
    return int(any(one.found for one in looked.values()))


if __name__ == "__main__":
    sys.exit(main())
