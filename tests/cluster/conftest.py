"""One cluster for all tests here: whatever one of them kills is replaced before the next."""

from collections.abc import Generator

import pytest

from testkit.machines import Machines, start_machines


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Generator[Machines]:
    with start_machines(tmp_path_factory.mktemp("machines")) as machines:
        yield machines


@pytest.fixture
def machines(started: Machines) -> Machines:
    started.mend()
    return started
