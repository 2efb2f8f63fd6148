"""The audit of what we install: what is known to be harmful fails it, and one that did not take place says so."""

import json
import sys
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

HARM = {
    "id": "PYSEC-2099-1",
    "summary": "harmful",
    "details": "harmful",
    "modified": "2099-01-01T00:00:00Z",
    "affected": [{"package": {"name": "alabaster", "ecosystem": "PyPI"}, "versions": ["1.0.0"]}],
}


class Advisories(BaseHTTPRequestHandler):
    """Knows of harm in one package only."""

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        harmful = asked["package"]["name"] == "alabaster"
        answer = json.dumps({"vulns": [HARM]} if harmful else {}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def advisories() -> Generator[str]:
    with HTTPServer(("127.0.0.1", 0), Advisories) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
        server.shutdown()


@pytest.fixture(scope="module")
def audit() -> Any:
    file = Path(__file__).parents[1] / "tools" / "audit.py"
    spec = spec_from_file_location("audit", file)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def pinned(folder: Path, *packages: str) -> Path:
    file = folder / "constraints.txt"
    file.write_text("".join(f"{package}\n" for package in packages), encoding="utf-8")
    return file


def test_harm_is_found_and_named(audit: Any, advisories: str, tmp_path: Path) -> None:
    file = pinned(tmp_path, "alabaster==1.0.0", "attrs==25.1.0")
    looked = audit.python_packages(file, ["osv"], ["--osv-url", advisories])
    assert (looked.known, looked.of) == (2, 2)
    assert [line.startswith("alabaster 1.0.0: PYSEC-2099-1") for line in looked.found] == [True]
    assert "2 of 2 looked up, 1 vulnerabilities" in looked.text("all")


def test_no_harm_is_none(audit: Any, advisories: str, tmp_path: Path) -> None:
    looked = audit.python_packages(pinned(tmp_path, "attrs==25.1.0"), ["osv"], ["--osv-url", advisories])
    assert (looked.found, looked.known, looked.reasons) == ([], 1, [])


def test_an_audit_that_did_not_take_place_says_so(audit: Any, tmp_path: Path) -> None:
    nowhere = ["--osv-url", "http://127.0.0.1:9/v1/query"]
    looked = audit.python_packages(pinned(tmp_path, "attrs==25.1.0"), ["osv"], nowhere)
    assert looked.known == 0
    assert "NOT DONE" in looked.text("all")


@pytest.mark.parametrize(
    ("answer", "known", "found"),
    [
        ({"vulnerabilities": {}, "metadata": {"dependencies": {"total": 7}}}, 7, []),
        (
            {
                "vulnerabilities": {"vite": {"severity": "high", "range": "<9"}},
                "metadata": {"dependencies": {"total": 7}},
            },
            7,
            ["vite: high, <9"],
        ),
        ({"message": "405 Method Not Allowed"}, 0, []),
    ],
)
def test_the_packages_of_the_app(audit: Any, answer: object, known: int, found: list[str]) -> None:
    looked = audit.web_packages([sys.executable, "-c", f"print({json.dumps(answer)!r})"])
    assert (looked.known, looked.found) == (known, found)
    assert ("NOT DONE" in looked.text("the app")) == (known == 0)
