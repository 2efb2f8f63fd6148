"""Where something was measured: figures mean nothing without it."""

import os
import platform
from pathlib import Path
from typing import Any

import niten
from niten.speed.packages import installed

_PACKAGES = ("numba", "numpy", "open_spiel", "stormpy", "gymnasium", "pettingzoo", "fastapi", "uvicorn", "uvloop")


def machine() -> dict[str, Any]:
    """Python, system, processor, the cores that may be used, and the versions of what takes part."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": platform.platform(),
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1,
        "versions": {"niten": niten.__version__} | {name: installed(name) for name in _PACKAGES},
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()
