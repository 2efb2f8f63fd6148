"""Settings for all tests."""

import os

import pytest
from hypothesis import settings

# Machines are noisy: no deadlines. In CI the examples are the same every time, elsewhere new ones are tried.
settings.register_profile("niten", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
settings.load_profile("niten")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Half as many again as there are cores: those who wait for a server, a page or a terminal leave theirs free."""
    return (os.cpu_count() or 2) * 3 // 2
