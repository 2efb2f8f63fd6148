"""A cluster for each test: some of its workers do not live to its end."""

from collections.abc import Generator
from pathlib import Path

import pytest

from tests.cluster.machines import Machines, start_machines


@pytest.fixture
def machines(tmp_path: Path) -> Generator[Machines]:
    with start_machines(tmp_path) as started:
        yield started
