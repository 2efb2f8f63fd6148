"""The booklet: 39 duels, each measured, with the stars it has by measure, and no two alike."""

from collections import Counter
from itertools import pairwise

import pytest

from niten.booklet import certificates, content_key, difficulty, duels, find_duel, id_of, measured_stars
from niten.booklet.certificate import OPTIMAL, SIMPLE, read_certificate
from niten.booklet.character import character, distances, profile
from niten.booklet.stars import EASIEST, HARDEST, LIMITS
from niten.samurai import EDITIONS, Duel, Ending, Samurai
from niten.solver.certify import DEFAULT_GAP
from niten.solver.store import SOLVER
from niten.texts import LANGUAGES
from tools.booklet import PAGE, written

NEAREST = 0.4
"""The smallest distance between two duels that still feel different (docs/booklet.md)."""

each = pytest.mark.parametrize("duel", duels().values(), ids=duels())


def test_there_are_39_with_at_least_eight_of_each_star() -> None:
    assert len(duels()) == 39
    stars = Counter(duel.stars for duel in duels().values())
    assert sorted(stars) == [1, 2, 3, 4]
    assert min(stars.values()) >= 8


@each
def test_ids_are_the_names_in_plain_letters(duel: Duel) -> None:
    assert duel.id == id_of(duel.name)
    assert find_duel(duel.name) is find_duel(duel.name.upper()) is find_duel(duel.id) is duel


def test_names_and_numbers_are_all_different() -> None:
    assert len({duel.name for duel in duels().values()}) == len(duels())
    assert len({content_key(duel, EDITIONS["en"]) for duel in duels().values()}) == len(duels())


def test_the_order_goes_from_easy_to_hard() -> None:
    order = [(duel.stars, difficulty(certificates()[duel.id])) for duel in duels().values()]
    assert order == sorted(order)
    assert [hard for _, hard in order] == sorted(hard for _, hard in order)


@each
def test_every_duel_has_a_text_in_every_language(duel: Duel) -> None:
    assert list(duel.texts) == sorted(LANGUAGES)
    assert all(30 <= len(text) <= 200 for text in duel.texts.values())


@each
def test_certificates_are_of_these_numbers_and_this_solver(duel: Duel) -> None:
    """Fails when a duel, the rules or the solver changed: then `make certificates`."""
    certificate = certificates()[duel.id]
    assert certificate.key == content_key(duel, Samurai(duel).switches)
    assert certificate.solver == SOLVER


def test_no_certificate_is_left_over() -> None:
    assert set(certificates()) == set(duels())


@each
def test_stars_are_those_of_the_measure(duel: Duel) -> None:
    certificate = certificates()[duel.id]
    assert duel.stars == measured_stars(certificate)
    assert HARDEST <= certificate.lower <= certificate.upper <= EASIEST
    assert certificate.upper - certificate.lower <= DEFAULT_GAP


@each
def test_figures_agree_with_each_other(duel: Duel) -> None:
    certificate = certificates()[duel.id]
    assert set(certificate.players) == {OPTIMAL, *SIMPLE}
    for play in certificate.players.values():
        assert sum(play.endings.values()) == play.games
        assert set(play.endings) <= set(Ending)
        assert 1 <= play.rounds <= duel.player.rounds
        assert sum(play.habits[1:4]) == pytest.approx(1, abs=0.002)
        assert play.rate <= certificate.upper + 4 * 0.5 / play.games**0.5, "nobody beats perfect play"
    played = certificates()[duel.id].players[OPTIMAL]
    error = (certificate.optimal * (1 - certificate.optimal) / played.games) ** 0.5
    assert certificate.lower - 4 * error <= played.rate <= certificate.upper + 4 * error
    assert read_certificate(certificate.as_json()) == certificate


def test_no_two_duels_feel_alike() -> None:
    found = distances({name: character(duel, certificates()[name]) for name, duel in duels().items()})
    nearest = {name: min(row.items(), key=lambda one: one[1]) for name, row in found.items()}
    closest = min(nearest, key=lambda name: nearest[name][1])
    assert nearest[closest][1] >= NEAREST, (closest, nearest[closest])


def test_the_distance_is_what_it_says() -> None:
    found = distances({"a": (0.0, 5.0), "b": (2.0, 5.0), "c": (4.0, 5.0)})
    scale = (8 / 3) ** 0.5  # of 0, 2, 4; the second number is always the same and tells nothing
    assert found["a"]["b"] == pytest.approx(2 / scale / 2**0.5)
    assert found["a"]["c"] == pytest.approx(2 * found["a"]["b"])


def test_a_profile_by_hand() -> None:
    """Oda against three dice: his one die picks one of the lines 1 to 6."""
    *_, three = profile(duels()["oda-nobunaga"])
    assert three.defense == pytest.approx((4 + 3 + 3 + 1 + 3 + 2) / 6)
    assert three.guard == pytest.approx((7 + 6 + 6 + 5 + 4 + 3) / 6)
    level_1 = (0 + 1 + 2 + 2 + 2 + 1) / 6
    zones = (1, 2, 2, 2, 1, 3, 3, 3.0, 3.0, 4, 10)  # 2 to 12: Deep Wounds count 3, a lost head all health
    level_2 = sum((6 - abs(7 - zone)) * cost for zone, cost in enumerate(zones, 2)) / 36
    assert three.harm == pytest.approx((2 * level_2 + 4 + 3 + level_1 + 4) / 6)


def test_limits_rise() -> None:
    assert all(one < other for one, other in pairwise((0.0, *LIMITS, 1.0)))


def test_the_documentation_has_these_figures() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page, "python tools/booklet.py"
