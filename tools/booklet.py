"""The tables of docs/booklet.md, from the certificates: `python tools/booklet.py`, a part of `make certificates`."""

import re
from collections.abc import Iterator
from pathlib import Path

from niten.booklet import certificates, difficulty, duels
from niten.booklet.certificate import SIMPLE
from niten.booklet.character import character, distances, profile

PAGE = Path(__file__).parents[1] / "docs/booklet.md"
MARKED = re.compile(r"(<!-- (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
"""What stands between these is written here."""


def figures() -> Iterator[list[str]]:
    """How often each duel is won, and by whom."""
    yield ["", "duel", "stars", "perfect play", *SIMPLE, "difficulty"]
    for number, (name, duel) in enumerate(duels().items(), start=1):
        found = certificates()[name]
        bounds = f"{found.lower:.4f}" if found.lower == found.upper else f"{found.lower:.4f} … {found.upper:.4f}"
        rates = [f"{found.players[player].rate:.3f}" for player in SIMPLE]
        yield [str(number), duel.name, "★" * duel.stars, bounds, *rates, f"{difficulty(found):.3f}"]


def courses() -> Iterator[list[str]]:
    """How each duel goes with perfect play."""
    yield ["duel", "rounds", "blade", "bought", "beheaded him", "killed", "beheaded", "bled", "not decided"]
    for name, duel in duels().items():
        seen = certificates()[name].players[certificates()[name].shown]
        wins = [f"{seen.share_of_wins(f'victory {way}'):.0%}" for way in ("killed", "bought", "beheaded")]
        ends = [f"{seen.share(way):.1%}" for way in ("defeat killed", "defeat beheaded", "defeat bled", "failure")]
        yield [duel.name, f"{seen.rounds:.1f} of {duel.player.rounds}", *wins, *ends]


def characters() -> Iterator[list[str]]:
    """What each opponent is like, how he is best fought, and who is most like him."""
    yield ["duel", "Defense 1·2·3", "guard 1·2·3", "harm 1·2·3", "dice", "A·D·C", "Ki", "nearest", "distance"]
    found = distances({name: character(duel, certificates()[name]) for name, duel in duels().items()})
    for name, duel in duels().items():
        seen = certificates()[name].players[certificates()[name].shown].habits
        lines = [
            " · ".join(f"{number:.1f}" for number in column) for column in list(zip(*profile(duel), strict=True))[1:]
        ]
        shares = " · ".join(f"{round(100 * share)}" for share in seen[1:4])
        other, distance = min(found[name].items(), key=lambda one: one[1])
        nearest = [duels()[other].name, f"{distance:.2f}"]
        yield [duel.name, *lines, f"{seen.dice:.2f}", shares, f"{seen.ki:.2f}", *nearest]


TABLES = {"figures": figures, "courses": courses, "characters": characters}


def written(page: str) -> str:
    """The page with its tables as they should be."""

    def table(name: str) -> str:
        head, *rows = TABLES[name]()
        return "".join(f"| {' | '.join(row)} |\n" for row in (head, ["---"] * len(head), *rows))

    return MARKED.sub(lambda found: f"{found[1]}{table(found[2])}{found[3]}", page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
