"""The workflows, forms and other files that GitHub reads: well formed, safe, and in step with the rest."""

import os
import re
import shutil
import subprocess
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

import pytest

from testkit import ROOT
from testkit.reading import check_schema, read_yaml

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted({*(GITHUB / "ISSUE_TEMPLATE").glob("*.yml")} - {GITHUB / "ISSUE_TEMPLATE/config.yml"})
PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40}")

GOOD = """
name: good
on: [push]
permissions: {}
concurrency: {group: good, cancel-in-progress: true}
jobs:
  good:
    name: good
    runs-on: ubuntu-latest
    timeout-minutes: 5
    steps:
      - run: make quick
"""
BAD = {
    "a job that runs nowhere": ("    runs-on: ubuntu-latest\n", ""),
    "a word that is none": ("timeout-minutes: 5", "timeout-minute: 5"),
    "a step that does two things": ("- run: make quick", "- {run: make quick, uses: ./here}"),
    "what is no YAML": ("    steps:", "   steps:"),
}
UNSAFE = {
    "words of strangers in a command": ("make quick", "echo ${{ github.event.pull_request.title }}"),
    "an action that may change": ("- run: make quick", "- uses: somebody/something@v1"),
    "more rights than needed": ("permissions: {}", "permissions: write-all"),
}


def audit(*files: Path) -> subprocess.CompletedProcess[str]:
    """What zizmor finds, without asking anybody. A file that it cannot read is a finding too."""
    program = shutil.which("zizmor", path=sysconfig.get_path("scripts"))
    assert program
    command = [program, "--offline", "--quiet", "--no-progress", "--strict-collection", "--persona", "pedantic"]
    return subprocess.run([*command, *map(str, files)], capture_output=True, text=True, check=False, encoding="utf-8")


def steps(file: Path) -> list[dict[str, Any]]:
    return [step for job in read_yaml(file)["jobs"].values() for step in job.get("steps", [])]


def changed(folder: Path, change: tuple[str, str]) -> Path:
    assert change[0] in GOOD
    file = folder / ".github" / "workflows" / "changed.yml"
    file.parent.mkdir(parents=True)
    file.write_text(GOOD.replace(*change), encoding="utf-8")
    return file


def test_what_github_reads_is_well_formed() -> None:
    assert WORKFLOWS
    assert FORMS
    for name, files in {
        "github-workflows": WORKFLOWS,
        "github-issue-forms": FORMS,
        "github-issue-config": [GITHUB / "ISSUE_TEMPLATE/config.yml"],
        "dependabot": [GITHUB / "dependabot.yml"],
    }.items():
        done = check_schema(name, *files)
        assert done.returncode == 0, done.stdout


def test_the_workflows_are_safe() -> None:
    done = audit(*WORKFLOWS, GITHUB / "dependabot.yml")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_good_workflow_is_let_through(tmp_path: Path) -> None:
    file = changed(tmp_path, ("make quick", "make test"))
    assert (check_schema("github-workflows", file).returncode, audit(file).returncode) == (0, 0)


@pytest.mark.parametrize("change", BAD.values(), ids=BAD)
def test_a_broken_workflow_is_found(tmp_path: Path, change: tuple[str, str]) -> None:
    assert check_schema("github-workflows", changed(tmp_path, change)).returncode != 0


@pytest.mark.parametrize("change", UNSAFE.values(), ids=UNSAFE)
def test_an_unsafe_workflow_is_found(tmp_path: Path, change: tuple[str, str]) -> None:
    file = changed(tmp_path, change)
    assert check_schema("github-workflows", file).returncode == 0
    assert audit(file).returncode != 0


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_jobs_end_have_few_rights_and_leave_no_key_behind(file: Path) -> None:
    workflow = read_yaml(file)
    assert workflow["permissions"] == {}
    for job in workflow["jobs"].values():
        assert "permissions" in job
        assert "timeout-minutes" in job or "uses" in job, "what it uses has one"
    for step in steps(file):
        assert "${{" not in step.get("run", ""), "commands take what they need from the environment"
        assert "uses" not in step or PINNED.fullmatch(step["uses"])
        assert "checkout" not in step.get("uses", "") or step["with"]["persist-credentials"] is False


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make")
def test_what_the_workflows_make_can_be_made() -> None:
    # All rules as make understands them; what is only a file is marked.
    told = subprocess.run(["make", "-pqrR"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    rules = set(re.findall(r"(?<!^# Not a target:\n)^([\w./-]+):(?!=)", told, re.MULTILINE))
    words = [word for file in WORKFLOWS for step in steps(file) for word in _made(step.get("run", ""))]
    assert {"quick", "test", "docs", "soak"} <= set(words)
    assert set(words) - rules == set()


def _made(script: str) -> list[str]:
    lines = re.findall(r"^make (.*)$", script, re.MULTILINE)
    return [word for line in lines for word in line.partition("#")[0].split() if "=" not in word]


def test_the_pythons_are_those_that_are_promised() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    tried = read_yaml(GITHUB / "workflows/quick.yml")["jobs"]["quick"]["strategy"]["matrix"]["python"]
    promised = [line.rpartition(" ")[2] for line in project["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert tried == promised
    assert project["requires-python"] == f">={tried[0]}"


def test_tools_that_the_workflows_call_are_there() -> None:
    scripts = [step.get("run", "") for file in WORKFLOWS for step in steps(file)]
    called = {ROOT / name for script in scripts for name in re.findall(r"tools/[\w.]+", script)}
    assert ROOT / "tools/release" in called
    assert all(tool.is_file() for tool in called)
    assert os.name == "nt" or all(os.access(tool, os.X_OK) for tool in called if not tool.suffix)
