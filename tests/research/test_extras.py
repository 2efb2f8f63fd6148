"""Without the extra, an interface says what it needs; the numbers themselves need only NumPy."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    ("module", "package"), [("gymnasium", "gymnasium"), ("pettingzoo", "pettingzoo"), ("open_spiel", "pyspiel")]
)
def test_a_missing_package_is_named_with_its_extra(module: str, package: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import niten.research.{module}"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, env={"NITEN_LANG": "en"}
    )
    assert run.returncode == 1
    assert f'{package} is missing. Install what the research interfaces need with: pip install "niten[research]"' in (
        run.stderr
    )


def test_the_numbers_need_no_interface() -> None:
    code = (
        "import sys; import niten.spaces, niten.research.episode; "
        "print({'gymnasium', 'pettingzoo', 'numba', 'pyspiel', 'rich'} & set(sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
