"""How smoothly dice fall in the browser, and how soon one can play: `python -m bench.web_frames [--rolls 20] [--json]`.

Frames are those the browser draws while dice fall, at full speed, from its own trace. What the page itself is
responsible for stands beside it: scripts, style, layout and painting in its main thread, in the same time. On a machine
without a graphics card the drawing itself is done by the processor, and is not the page's. The start is measured from
the navigation to the first door that can be opened, each time in a browser that has seen nothing.
"""

import argparse
import json
import shutil
import tempfile
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, expect, sync_playwright

from testkit.browser import interactive
from testkit.race_page import moves, new_race
from testkit.servers import Server, serving

FRAME = 1000 / 60  # milliseconds
_LONGEST = 1000  # milliseconds: a die that fell longer was taken off the page before it lay, and tells nobody
_CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline.frame", "blink.user_timing", "v8"]
_WORK = {
    "scripts": {"FunctionCall", "EvaluateScript", "EventDispatch", "TimerFire", "FireAnimationFrame", "RunMicrotasks"},
    "style and layout": {"UpdateLayoutTree", "Layout"},
    "painting": {"PrePaint", "Paint", "Layerize", "Commit", "UpdateLayer"},
}
# Marks in the trace while a die falls; one that tumbles until it is known how it falls does so without end.
_MARKING = """() => ["start", "end", "cancel"].forEach(when => document.addEventListener(`animation${when}`, event => {
    const isFalling = getComputedStyle(event.target).animationIterationCount !== "infinite";
    if (!isFalling || !event.target.closest(".die, .dice")) return;
    performance.mark(when === "start" ? "dice-start" : "dice-end");
}, true))"""

Span = tuple[float, float]


class Falls(NamedTuple):
    """What was measured while dice fell, in milliseconds."""

    windows: list[Span]
    drawn: list[list[float]]
    work: dict[str, list[Span]]


def _browser() -> str:
    """The whole browser: the one without windows, which tests like better, tells nothing of the frames it draws."""
    found = shutil.which("chromium") or shutil.which("google-chrome")
    assert found, "frames are measured with a whole browser: apt-get install chromium"
    return found


def overlap(one: Span, other: Span) -> float:
    return max(0.0, min(one[1], other[1]) - max(one[0], other[0]))


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans as those that do not touch: what is called inside of something else counts once."""
    whole: list[Span] = []
    for begin, end in sorted(spans):
        if whole and begin <= whole[-1][1]:
            whole[-1] = (whole[-1][0], max(end, whole[-1][1]))
        else:
            whole.append((begin, end))
    return whole


def falls(trace: list[dict[str, Any]]) -> Falls:
    """The times during which dice fall, the frames drawn then, and what the page did."""
    marks = sorted((one["ts"] / 1000, one["name"]) for one in trace if one["name"] in ("dice-start", "dice-end"))
    threads = {(one["pid"], one["tid"]) for one in trace if one["name"].startswith("dice-")}
    processes = {pid for pid, _ in threads}
    windows: list[Span] = []
    open_since, falling, before = 0.0, 0, 0.0
    for at, name in marks:
        falling = falling if at - before < _LONGEST else 0
        before = at
        if name == "dice-start":
            open_since = open_since if falling else at
            falling += 1
        elif falling:
            falling -= 1
            if not falling:
                windows.append((open_since, at))
    drawn = sorted(one["ts"] / 1000 for one in trace if one["name"] == "DrawFrame" and one["pid"] in processes)
    done = [one for one in trace if one.get("ph") == "X" and (one["pid"], one["tid"]) in threads]
    work = {
        kind: merged((one["ts"] / 1000, (one["ts"] + one["dur"]) / 1000) for one in done if one["name"] in names)
        for kind, names in _WORK.items()
    }
    return Falls(windows, [[at for at in drawn if begin <= at <= end] for begin, end in windows], work)


def told(found: Falls) -> dict[str, Any]:
    """The figures."""
    lasted = sum(end - begin for begin, end in found.windows)
    gaps = [later - at for drawn in found.drawn for at, later in pairwise(drawn)]
    rates = [1000 * (len(at) - 1) / (at[-1] - at[0]) for at in found.drawn if len(at) > 2]
    whole = merged(span for spans in found.work.values() for span in spans)

    def per_frame(spans: list[Span]) -> float:
        worked = sum(overlap(window, span) for window in found.windows for span in spans)
        return worked / max(lasted, 1) * FRAME

    return {
        "rolls": len(found.windows),
        "frames": len(gaps),
        "frames a second, median of the rolls": round(median(rates), 1),
        "frames longer than 16.7 ms, %": round(100 * sum(gap > FRAME + 0.05 for gap in gaps) / len(gaps), 1),
        "frames longer than 20 ms, %": round(100 * sum(gap > 20 for gap in gaps) / len(gaps), 1),
        "longest frame, ms": round(max(gaps), 1),
        "the page's own work for a frame of 16.7 ms, ms": round(per_frame(whole), 2),
        **{f"… {kind}, ms": round(per_frame(spans), 2) for kind, spans in found.work.items()},
    }


def roll(browser: Browser, server: Server, rolls: int) -> dict[str, Any]:
    """Somebody moves for both sides of a race, and the dice fall after each move."""
    page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="no-preference")
    page.goto(server.url)
    expect(page.locator(".door").first).to_be_visible()
    page.evaluate("() => localStorage.setItem('niten.pace', 'full')")
    page.add_init_script(f"({_MARKING})()")
    new_race(page, server, seats=["me", "me"], setup={"board": "long"})
    expect(moves(page).first).to_be_visible()
    browser.start_tracing(page=page, categories=_CATEGORIES)
    for _ in range(rolls):
        expect(moves(page).first).to_be_visible()
        moves(page).first.click()
        expect(moves(page)).to_have_count(0)
    expect(moves(page).first).to_be_visible()
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    page.close()
    return told(falls(trace))


def start(browser: Browser, server: Server, times: int) -> dict[str, Any]:
    """From the navigation to the first door that can be opened."""
    taken: list[float] = []
    for _ in range(times):
        context = browser.new_context(service_workers="block")
        taken.append(interactive(context.new_page(), server.url))
        context.close()
    return {"runs": times, "median, ms": round(median(taken)), "worst, ms": round(max(taken))}


def main() -> None:
    """Measure, and tell."""
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--rolls", type=int, default=20)
    ask.add_argument("--starts", type=int, default=10)
    ask.add_argument("--json", action="store_true")
    asked = ask.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        with serving(f"sqlite:///{folder}/niten.db", folder) as server:
            browser = playwright.chromium.launch(executable_path=_browser(), args=["--no-sandbox"])
            figures = {"start": start(browser, server, asked.starts), "dice": roll(browser, server, asked.rolls)}
            browser.close()
    if asked.json:
        print(json.dumps(figures))
        return
    for part, lines in figures.items():
        print(part)
        for what, figure in lines.items():
            print(f"  {what:<52}{figure:>8}")


if __name__ == "__main__":
    main()
