"""Which test is about which rule: `@rule("S5")` on a test, and `covered(module)` for the table."""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest


def rule(*numbers: str) -> pytest.MarkDecorator:
    """Mark a test with the rules it is about."""
    return pytest.mark.rule(*numbers)


def covered(*modules: ModuleType) -> dict[str, list[str]]:
    """Rule number → names of the tests marked with it."""
    table: dict[str, list[str]] = {}
    for module in modules:
        tests: list[Callable[..., Any]] = [value for name, value in vars(module).items() if name.startswith("test_")]
        for test in tests:
            marks: list[pytest.Mark] = getattr(test, "pytestmark", [])
            for mark in marks:
                if mark.name == "rule":
                    for number in mark.args:
                        table.setdefault(number, []).append(test.__name__)
    return table
