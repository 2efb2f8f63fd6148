"""Measures the booklet anew: `make certificates`, or `python tools/certificates.py [--force] [ID …]`.

A certificate whose duel and solver are still the same is left alone, so it can be stopped and started again. Prints
the stars that each duel has by measure; exits with 1 where the file prints others.
"""

import argparse
import json
import sys
import time
from functools import partial
from pathlib import Path

from niten.booklet import Certificate, certificates, content_key, duels, measured_stars
from niten.booklet.certificate import read_certificate
from niten.bots.workers import spread
from niten.measuring import measure
from niten.samurai import Duel, Samurai
from niten.solver.store import SOLVER

FOLDER = Path(__file__).parents[1] / "src/niten/booklet/certificates"
_BAR = 30


def is_current(duel: Duel) -> bool:
    """Whether what was measured is still true."""
    found = certificates().get(duel.id)
    return found is not None and (found.key, found.solver) == (content_key(duel, Samurai(duel).switches), SOLVER)


def show(name: str, share: float) -> None:
    """A bar, where somebody looks."""
    if sys.stderr.isatty():
        done = round(_BAR * share)
        sys.stderr.write(f"\r{name:<26} {'█' * done}{'░' * (_BAR - done)} {share:4.0%}")
        sys.stderr.flush()


def measured(shown: bool, name: str) -> tuple[str, str, float]:
    """A duel's certificate as its file has it, and how long that took; on a cluster nobody looks at a bar."""
    begun, duel = time.perf_counter(), duels()[name]
    threads = None if shown else 1
    found = measure(Samurai(duel), threads=threads, progress=lambda share: show(duel.name, share) if shown else None)
    if shown and sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    return name, json.dumps(found.as_json(), indent=1) + "\n", time.perf_counter() - begun


def tell(duel: Duel, certificate: Certificate, when: str) -> None:
    """A line about a duel."""
    stars = measured_stars(certificate)
    note = "" if stars == duel.stars else f"  PRINTED {duel.stars}"
    bounds = f"{certificate.lower:.4f} … {certificate.upper:.4f}  {certificate.best_simple:.3f}"
    print(f"{duel.id:<26} {stars} stars  {bounds}  {when}{note}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="some duels only")
    parser.add_argument("--cluster", metavar="ADDRESS", help="of a Dask scheduler whose workers do it")
    parser.add_argument("--force", action="store_true", help="those too that are measured already")
    asked = parser.parse_args()
    wanted = [duel for duel in duels().values() if not asked.ids or duel.id in asked.ids]
    if unknown := set(asked.ids) - set(duels()):
        parser.error(f"not in the booklet: {', '.join(sorted(unknown))}")
    FOLDER.mkdir(exist_ok=True)
    for one in {*FOLDER.glob("*.json")} - {FOLDER / f"{name}.json" for name in duels()}:
        one.unlink()  # of a duel that is gone
    stale = [duel for duel in wanted if asked.force or not is_current(duel)]
    task = partial(measured, asked.cluster is None)
    for name, text, seconds in spread(task, [duel.id for duel in stale], asked.cluster or 1):
        part = FOLDER / f"{name}.part"
        part.write_text(text)
        part.replace(FOLDER / f"{name}.json")
        tell(duels()[name], read_certificate(json.loads(text)), f"{seconds:.0f} s")
    for duel in wanted:
        if duel not in stale:
            tell(duel, certificates()[duel.id], "as before")
    now = {duel.id: read_certificate(json.loads((FOLDER / f"{duel.id}.json").read_bytes())) for duel in wanted}
    agreed = all(measured_stars(now[duel.id]) == duel.stars for duel in wanted)
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
