"""The container: what Containerfile and compose.yaml name is there, and nothing in it runs as root.

No engine is needed. `.github/workflows/build.yml` builds and starts it for real.
"""

import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Generator
from pathlib import Path, PurePosixPath
from typing import Any, cast

import pytest
from dockerfile_parse import DockerfileParser
from fastapi.routing import APIRoute

from niten.server.api.ops import probes
from niten.server.settings import Settings
from niten.terminal.app import build_app
from testkit import ROOT
from testkit.reading import check_schema, read_yaml
from testkit.servers import serving

TEXT = (ROOT / "Containerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = read_yaml(ROOT / "compose.yaml")
OTHER_VARIABLES = {"NITEN_HOME"}  # of niten.folders
"""Read from the environment, but no setting of the server."""


def stages() -> list[list[tuple[str, str]]]:
    """What each stage does, in order."""
    found: list[list[tuple[str, str]]] = []
    for one in DockerfileParser(fileobj=io.BytesIO(TEXT.encode())).structure:
        if one["instruction"] == "FROM":
            found.append([])
        if found and one["instruction"] != "COMMENT":
            found[-1].append((one["instruction"], one["value"]))
    return found


def values(stage: list[tuple[str, str]], instruction: str) -> list[str]:
    return [value for name, value in stage if name == instruction]


def variables() -> dict[str, str]:
    """What the image has in its environment."""
    parts = [part for value in values(stages()[-1], "ENV") for part in shlex.split(value)]
    return dict(part.split("=", 1) for part in parts)


def health_check() -> list[str]:
    (check,) = values(stages()[-1], "HEALTHCHECK")
    return json.loads(check[check.index("[") :])


def is_known(variable: str) -> bool:
    return variable in OTHER_VARIABLES or variable.removeprefix("NITEN_").lower() in Settings.model_fields


@pytest.mark.skipif(sys.platform == "win32", reason="hadolint is not to be had")
def test_the_container_file_is_well_made(tmp_path: Path) -> None:
    program = shutil.which("hadolint", path=sysconfig.get_path("scripts"))
    assert program

    def looked_at(text: str) -> str:
        file = tmp_path / "Containerfile"
        file.write_text(text, encoding="utf-8")
        done = subprocess.run([program, "--no-color", str(file)], capture_output=True, text=True, check=False)
        return done.stdout + done.stderr

    assert not looked_at(TEXT)
    assert "DL3002" in looked_at(TEXT.replace("USER 10001:10001", "USER root"))


def test_compose_is_well_formed(tmp_path: Path) -> None:
    assert check_schema("compose-spec", ROOT / "compose.yaml").returncode == 0
    wrong = tmp_path / "compose.yaml"
    wrong.write_text(
        (ROOT / "compose.yaml").read_text(encoding="utf-8").replace("read_only:", "read_onyl:"), encoding="utf-8"
    )
    assert check_schema("compose-spec", wrong).returncode != 0


def test_it_runs_as_nobody_in_particular() -> None:
    final = stages()[-1]
    (user,) = values(final, "USER")
    number, group = user.split(":")
    assert int(number) >= 1000
    assert int(group) >= 1000
    assert f"--uid {number} --gid {group}" in TEXT
    names = [name for name, _ in final]
    assert names.index("USER") < names.index("ENTRYPOINT")
    assert "RUN" not in names[names.index("USER") :]


def test_variables_are_settings() -> None:
    compose = {name: text for service in COMPOSE["services"].values() for name, text in service["environment"].items()}
    page = (ROOT / "docs/self-hosting.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"NITEN_[A-Z_]+(?==)", page)) - {"NITEN_PUBLISH"}  # that one is of compose.yaml
    named = {name for name in [*variables(), *compose, *documented] if name.startswith("NITEN_")}
    assert {"NITEN_HOME", "NITEN_PORT", "NITEN_DATABASE", "NITEN_TRUSTED_PROXIES"} <= named
    assert [name for name in named if not is_known(name)] == []
    assert not is_known("NITEN_PROT")


def test_compose_says_what_settings_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing else is said."""
    for name, text in COMPOSE["services"]["niten"]["environment"].items():
        monkeypatch.setenv(name, re.sub(r"\$\{\w+:-(.*)\}", r"\1", text))
    settings = Settings.read()
    assert settings.database == "sqlite:////data/niten.db"
    assert (settings.public_url, settings.trusted_proxies) == ("", [])


def test_what_is_copied_is_there() -> None:
    build, final = stages()
    assert values(build, "COPY") == [". ."]
    kept = [line for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line[:1] == "!"]
    assert all((ROOT / line[1:]).exists() for line in kept)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    needed = ["Makefile", "pyproject.toml", "constraints.txt", "src", "web", "tools", project["project"]["readme"]]
    assert {f"!{name}" for name in [*needed, *project["project"]["license-files"]]} == set(kept)
    made = " ".join(value for _, value in build)
    for copy in values(final, "COPY"):
        *options, source, target = copy.split()
        assert "--from=build" in options
        assert source == target, "environments and what numba compiled know where they are"
        assert source in made


def test_extras_and_commands_are_there() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    (wanted,) = re.findall(r"\.whl\)\[([a-z,]+)\]", TEXT)
    assert set(wanted.split(",")) <= set(extras)
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f".[{wanted}]" in makefile, "as make play has them"
    app = build_app("en")
    commands = set(re.findall(r"/bin/niten (\w+)", TEXT)) | {json.loads(values(stages()[-1], "CMD")[0])[0]}
    assert commands >= {"serve", "solve"}
    assert all(command in app for command in commands)


def test_what_is_written_is_where_it_may_be() -> None:
    final, niten = stages()[-1], COMPOSE["services"]["niten"]
    mounted = {place.split(":")[1] for place in niten["volumes"]}
    assert niten["read_only"] is True
    assert {variables()["NITEN_HOME"], variables()["NUMBA_CACHE_DIR"]} == mounted
    assert values(final, "VOLUME") == [variables()["NITEN_HOME"]]
    assert PurePosixPath("/tmp") in map(PurePosixPath, niten["tmpfs"])
    assert {place.split(":")[0] for one in COMPOSE["services"].values() for place in one["volumes"]} == set(
        COMPOSE["volumes"]
    )


def test_ports_agree() -> None:
    port = variables()["NITEN_PORT"]
    assert values(stages()[-1], "EXPOSE") == [port]
    assert [place.rpartition(":")[2] for place in COMPOSE["services"]["niten"]["ports"]] == [port]


def test_it_is_asked_whether_it_is_ready() -> None:
    paths = {cast("APIRoute", route).path for route in probes.routes}
    (asked,) = re.findall(r"\}(/\w+)'", health_check()[-1])
    assert asked in paths


@pytest.fixture
def port(tmp_path: Path) -> Generator[str]:
    with serving(f"sqlite:///{tmp_path / 'niten.db'}", tmp_path) as server:
        yield server.url.rpartition(":")[2]


def test_the_health_check_tells_a_server_from_none(port: str) -> None:
    program, *arguments = health_check()
    assert program == "python"

    def code(where: str) -> int:
        command = [sys.executable, *arguments]
        return subprocess.run(
            command, env=os.environ | {"NITEN_PORT": where}, capture_output=True, check=False
        ).returncode

    assert code(port) == 0
    assert code("9") == 1
