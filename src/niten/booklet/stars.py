"""Stars by measure: half what perfect play loses, half what the best of the simple players loses."""

from niten.booklet.certificate import Certificate

LIMITS = (0.12, 0.25, 0.50)
"""Up to the first: one star; up to the second: two; up to the third: three; beyond: four."""
EASIEST, HARDEST = 0.997, 0.20
"""Chances of winning with perfect play between which a duel is one for the booklet."""


def difficulty(certificate: Certificate) -> float:
    """From 0, nobody ever loses, to 1, nobody can win."""
    return 1 - (certificate.optimal + certificate.best_simple) / 2


def measured_stars(certificate: Certificate) -> int:
    """1 to 4."""
    return 1 + sum(difficulty(certificate) > limit for limit in LIMITS)
