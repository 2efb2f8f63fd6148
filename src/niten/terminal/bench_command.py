"""`niten bench`: how fast everything here is, part by part, beside what others make."""

import json as jsonlib
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from niten.speed import PARTS, Asked, Failed, Figure, Found, Missing, machine, measure
from niten.terminal.bench_page import BenchPage
from niten.terminal.commands import Language
from niten.terminal.console import Terminal
from niten.terminal.usage import WrongUse
from niten.terminal.working import working
from niten.texts import LANGUAGES, language_from

Part = Literal["engine", "simulator", "solver", "coach", "bots", "environments", "server"]
COMMAND = "niten bench"
FINE, NO = 0, 1
FORMAT = 1
"""Raised whenever the shape of `--json` changes."""

_SECONDS, _QUICK = 2.0, 0.25
_OLD_WORD = ("engine", "solver", "coach")  # what --solver has always measured


def bench(
    *parts: Part,
    seconds: float | None = None,
    quick: bool = False,
    solver: bool = False,
    seed: int = 1,
    json: bool = False,
    lang: Language | None = None,
    plain: bool = False,
) -> int:
    """Measure the parts, all if none is named."""
    if not 0 <= seed < 2**64:
        raise WrongUse("value", COMMAND, "seed", word="--seed", value=seed)
    seconds = (_QUICK if quick else _SECONDS) if seconds is None else seconds
    if not 0 < seconds < float("inf"):
        raise WrongUse("value", COMMAND, "positive", word="--seconds", value=seconds)
    named = {*parts, *(_OLD_WORD if solver else ())}
    terminal = Terminal(lang if lang in LANGUAGES else language_from(), plain=plain or json)
    page = None if json else BenchPage(terminal)
    if page:
        page.head(machine(), seconds, seed)
    found, is_fine = list[Found](), True
    with tempfile.TemporaryDirectory(
        prefix="niten-bench-", ignore_cleanup_errors=True
    ) as folder:  # a file may be mapped
        asked = Asked(seconds, seed, Path(folder), quick)
        for part in (part for part in PARTS if part in (named or PARTS)):
            measured = _measure(terminal, part, asked)
            is_whole = measured is not None and not any(isinstance(one, Missing) and one.is_whole for one in measured)
            is_fine &= is_whole or (measured is not None and not named)
            found += measured or ()
            if page and measured:
                page.part(part, measured)
    if page:
        page.foot(found)
    else:
        _print_json({"seed": seed, "seconds": seconds, "quick": quick}, found)
    return FINE if is_fine else NO


def _measure(terminal: Terminal, part: str, asked: Asked) -> list[Found] | None:
    """What was found. None where it could not be measured: why not is told, and the rest goes on."""
    text = terminal.say("bench.working", part=terminal.say(f"bench.part.{part}"))
    try:
        with working(terminal, text) as progress:
            return measure(part, asked._replace(progress=progress))
    except Failed as error:
        sys.stderr.write(error.text(terminal.language) + "\n")
        return None


def _print_json(asked: dict[str, Any], found: Sequence[Found]) -> None:
    figures = [one.as_json() for one in found if isinstance(one, Figure)]
    missing = [one.as_json() for one in found if isinstance(one, Missing)]
    data = {"format": FORMAT, **asked, "machine": machine(), "figures": figures, "missing": missing}
    sys.stdout.write(jsonlib.dumps(data, ensure_ascii=False, indent=2) + "\n")
