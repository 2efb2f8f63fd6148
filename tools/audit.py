"""Whether anything we install has a known vulnerability: `python tools/audit.py`, a part of `make check`.

Fails if one is found. Where the advisories cannot be reached that is said, and nothing fails: an audit that did not
take place must not stop work without a network, nor pass for one that did.
"""

import json
import subprocess
import sys
from pathlib import Path

PINNED = Path(__file__).parents[1] / "constraints.txt"


def main() -> int:
    options = ["--no-deps", "--disable-pip", "--progress-spinner", "off", "--format", "json"]
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(PINNED), *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        packages = json.loads(done.stdout)["dependencies"]
    except ValueError:
        print(f"Audit: not done. {(done.stderr.strip().splitlines() or ['no answer'])[-1]}")
        return 0
    known = [package for package in packages if "vulns" in package]
    for package in known:
        for found in package["vulns"]:
            better = ", ".join(found["fix_versions"]) or "none yet"
            print(f"{package['name']} {package['version']}: {found['id']}, mended in: {better}")
    print(f"Audit: {len(known)} of {len(packages)} packages looked up.")
    return int(any(package["vulns"] for package in known))


if __name__ == "__main__":
    sys.exit(main())
