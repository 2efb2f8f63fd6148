"""How hard a duel is, and how it goes: the solver's answer and the duels of four players, as a certificate."""

from niten.measuring.measure import GAMES, SEED, measure

__all__ = ["GAMES", "SEED", "measure"]
