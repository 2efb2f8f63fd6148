"""Both commands of the README on a bare Debian 12: `make bare`, or `python3 tools/bare.py [play] [test] [quick]`.

A minimal Debian (debootstrap's minbase: its own Python, make, nothing else) is built in a folder; the files that git
tracks are copied into it; `make play` runs there until the page answers, then `make test`. Nothing of this machine is
seen there but its settings for package sources. Wants root and a Debian-like machine, half an hour and 5 GB.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

HOME = Path(__file__).parents[1]
RELEASE = "bookworm"
INSIDE = "/root/niten"
# Where to get packages from, and whom to trust, is a matter of the machine.
SETTINGS = (
    *("/etc/apt/sources.list", "/etc/apt/sources.list.d", "/etc/apt/apt.conf.d", "/etc/apt/trusted.gpg.d"),
    *("/etc/apt/keyrings", "/usr/share/keyrings", "/etc/pip.conf", "/root/.config/pip", "/root/.npmrc", "/etc/npmrc"),
    *("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs", "/usr/local/share/ca-certificates"),
)
VARIABLES = re.compile(r"(?i)(pip_|npm_config_|ssl_cert|node_extra_ca|requests_ca|curl_ca|.*_proxy$)")
ADDRESS = re.compile(r"http://[\d.]+:\d+")
PATIENCE = 600  # seconds until the page answers


def run(command: Sequence[str], **more: object) -> None:
    subprocess.run(command, check=True, **more)  # pyright: ignore[reportCallIssue, reportArgumentType]


def mirror() -> str:
    """Where this machine gets the packages of that release from."""
    command = ["apt-get", "indextargets", "--format", "$(RELEASE) $(REPO_URI)"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    for line in told.splitlines():
        release, _, address = line.partition(" ")
        if release == RELEASE:
            return address
    sys.exit(f"No source of packages here has Debian {RELEASE}.")


def build(folder: Path) -> None:
    """A bare machine."""
    if not shutil.which("debootstrap"):
        run(["apt-get", "install", "-y", "-qq", "debootstrap"], stdout=subprocess.DEVNULL)
    print(f"Building a bare Debian in {folder} …", flush=True)
    include = "python3,make,ca-certificates"
    command = ["debootstrap", "--variant=minbase", f"--include={include}", RELEASE, str(folder), mirror()]
    run(command, stdout=subprocess.DEVNULL)
    for name in SETTINGS:
        source, target = Path(name), folder / name.lstrip("/")
        if source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.rmtree(target) if target.is_dir() else target.unlink(missing_ok=True)
            run(["cp", "--recursive", "--dereference", str(source), str(target)])


def copy_sources(folder: Path) -> None:
    """What a clone has: tracked files, as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, check=True, capture_output=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        source, target = HOME / name, folder / INSIDE.lstrip("/") / name
        if source.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)


def inside(folder: Path, command: str) -> list[str]:
    """A command there, with processes and mounts of its own: whatever it starts ends with it."""
    mounts = " && ".join(
        [
            f"mount -t proc proc {folder}/proc",
            f"mount --rbind /dev {folder}/dev",
            f"mount -t tmpfs tmpfs {folder}/tmp",
            f"mount -t tmpfs tmpfs {folder}/dev/shm",
        ]
    )
    kept = [f"{name}={value}" for name, value in os.environ.items() if VARIABLES.match(name)]
    path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    entered = ["chroot", str(folder), "/usr/bin/env", "-i", "HOME=/root", path, *kept]
    shell = [*entered, "/bin/sh", "-c", f"cd {INSIDE} && exec {command}"]
    quoted = " ".join(f"'{word}'" for word in shell)
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "/bin/sh", "-c", f"{mounts} && exec {quoted}"]


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return b"<html" in answer.read().lower()
    except (urllib.error.URLError, OSError):
        return False


def play(folder: Path) -> bool:
    """`make play`, until the page answers."""
    begun = time.monotonic()
    process = subprocess.Popen(
        inside(folder, "make play"), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    assert process.stdout
    is_there = False
    for line in process.stdout:
        print(f"  {line}", end="", flush=True)
        if found := ADDRESS.search(line):
            while not (is_there := answers(found[0])) and time.monotonic() < begun + PATIENCE:
                time.sleep(0.2)
            break
    seconds = time.monotonic() - begun
    process.send_signal(signal.SIGKILL)
    process.wait()
    print(f"make play: {'the page answers' if is_there else 'FAILED'} after {seconds:.0f} s", flush=True)
    return is_there


def make(folder: Path, target: str) -> bool:
    begun = time.monotonic()
    done = subprocess.run(inside(folder, f"make {target}"), check=False)
    size = sum(file.lstat().st_size for file in (folder / INSIDE.lstrip("/") / ".venv").rglob("*")) / 1e9
    result = "passed" if done.returncode == 0 else f"FAILED ({done.returncode})"
    print(f"make {target}: {result} after {time.monotonic() - begun:.0f} s; .venv has {size:.2f} GB", flush=True)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commands", nargs="*", default=["play", "test"], help="play, quick or test")
    parser.add_argument("--folder", type=Path, help="build it here, and leave it")
    asked = parser.parse_args()
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        sys.exit("make bare builds a Debian: it needs root, and a machine with apt-get.")
    folder = asked.folder or Path(tempfile.mkdtemp(prefix="niten-bare-"))
    try:
        if not (folder / "usr").exists():
            build(folder)
        copy_sources(folder)
        python = subprocess.run(["chroot", folder, "python3", "--version"], check=True, capture_output=True, text=True)
        print(f"A bare Debian {RELEASE}, {python.stdout.strip()}", flush=True)
        passed = [play(folder) if command == "play" else make(folder, command) for command in asked.commands]
    finally:
        if not asked.folder:
            shutil.rmtree(folder, ignore_errors=True)
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
