"""Measures the booklet anew: `make certificates`, or `python tools/certificates.py [--force] [ID …]`.

A certificate whose duel and solver are still the same is left alone, so it can be stopped and started again. Prints
the stars that each duel has by measure; exits with 1 where the file prints others.
"""

import argparse
import json
import sys
import time
from pathlib import Path

from niten.booklet import certificates, content_key, duels, measured_stars
from niten.measuring import measure
from niten.samurai import Duel, Samurai
from niten.solver.store import SOLVER

FOLDER = Path(__file__).parents[1] / "src/niten/booklet/certificates"
_BAR = 30


def is_current(duel: Duel) -> bool:
    """Whether what was measured is still true."""
    found = certificates().get(duel.id)
    return found is not None and (found.key, found.solver) == (content_key(duel, Samurai(duel).edition), SOLVER)


def show(name: str, share: float) -> None:
    """A bar, where somebody looks."""
    if sys.stderr.isatty():
        done = round(_BAR * share)
        sys.stderr.write(f"\r{name:<26} {'█' * done}{'░' * (_BAR - done)} {share:4.0%}")
        sys.stderr.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="some duels only")
    parser.add_argument("--force", action="store_true", help="those too that are measured already")
    asked = parser.parse_args()
    wanted = [duel for duel in duels().values() if not asked.ids or duel.id in asked.ids]
    if unknown := set(asked.ids) - set(duels()):
        parser.error(f"not in the booklet: {', '.join(sorted(unknown))}")
    FOLDER.mkdir(exist_ok=True)
    for one in {*FOLDER.glob("*.json")} - {FOLDER / f"{name}.json" for name in duels()}:
        one.unlink()  # of a duel that is gone
    agreed = True
    for number, duel in enumerate(wanted, start=1):
        file = FOLDER / f"{duel.id}.json"
        begun = time.perf_counter()
        if is_current(duel) and not asked.force:
            certificate = certificates()[duel.id]
        else:
            head = f"{number}/{len(wanted)} {duel.name}"
            certificate = measure(Samurai(duel), progress=lambda share, head=head: show(head, share))
            text = json.dumps(certificate.as_json(), indent=1)
            part = file.with_suffix(".part")
            part.write_text(text + "\n")
            part.replace(file)
            show(head, 1.0)
            if sys.stderr.isatty():
                sys.stderr.write("\r\033[K")
        stars = measured_stars(certificate)
        seconds = round(time.perf_counter() - begun)
        note = "" if stars == duel.stars else f"  PRINTED {duel.stars}"
        agreed = agreed and stars == duel.stars
        print(
            f"{duel.id:<26} {stars} stars  {certificate.lower:.4f} … {certificate.upper:.4f}  "
            f"{certificate.best_simple:.3f}  {seconds:4} s{note}",
            flush=True,
        )
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
