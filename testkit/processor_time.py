"""Where the minutes go: `pytest --processor-time` ends with the processor time of every file, most first.

Processes that a test starts and waits for count for it. What is started once for many tests (servers, browsers) counts
when it ends, for no file: it stands in a line of its own.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Generator
from typing import Any

import pytest

_STARTED = pytest.StashKey[float]()
_NAME = "processor_time"


def _spent() -> float:
    """Seconds of this process and of its children that have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


class ProcessorTime:
    """Collects what the workers tell."""

    def __init__(self) -> None:
        self._by_file: defaultdict[str, float] = defaultdict(float)
        self._tests: Counter[str] = Counter()
        self._whole = 0.0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        file = report.nodeid.partition("::")[0]
        for name, seconds in report.user_properties:
            if name == _NAME and isinstance(seconds, float):
                self._by_file[file] += seconds
                self._tests[file] += 1

    def pytest_testnodedown(self, node: Any) -> None:
        self._whole += node.workeroutput.get(_NAME, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        whole, known = self._whole or _spent(), sum(self._by_file.values())
        terminalreporter.section("processor time")
        for file, seconds in sorted(self._by_file.items(), key=lambda one: -one[1]):
            terminalreporter.write_line(f"{seconds:8.1f} s {self._tests[file]:5} tests  {file}")
        terminalreporter.write_line(f"{whole - known:8.1f} s              shared by files: servers, browsers, imports")
        terminalreporter.write_line(f"{whole:8.1f} s {sum(self._tests.values()):5} tests  in all")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    item.stash[_STARTED] = _spent()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if call.when == "teardown" and _STARTED in item.stash:
        report.user_properties.append((_NAME, _spent() - item.stash[_STARTED]))
    return report


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--processor-time", action="store_true", help="tell the processor time of every file at the end")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--processor-time") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(ProcessorTime(), "processor time")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if output := getattr(session.config, "workeroutput", None):
        output[_NAME] = _spent()
