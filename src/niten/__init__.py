"""Niten: Way of the Samurai and Way of the Dragon, two dice games as one engine.

What one needs to play by program is here; the packages below have the rest (docs/model.md).

>>> from niten import Match, Samurai, SeededDice
>>> match, dice = Match(Samurai("oda-nobunaga")), SeededDice(7)
>>> match.roll(dice)
>>> while not match.is_over:
...     state = match.play(match.legal_moves[0])
...     match.roll(dice)
>>> print(match.outcome)
defeat killed
"""

from niten.booklet import duels, find_duel
from niten.core import CHANCE, NOBODY, Match, NitenError, Record, SeededDice, Step
from niten.core.record import read as read_record
from niten.core.record import replay
from niten.dragon import Colour, Dragon, Setup, shipped_board
from niten.games import find_game
from niten.samurai import EDITIONS, Samurai, load_duel

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "EDITIONS",
    "NOBODY",
    "Colour",
    "Dragon",
    "Match",
    "NitenError",
    "Record",
    "Samurai",
    "SeededDice",
    "Setup",
    "Step",
    "__version__",
    "duels",
    "find_duel",
    "find_game",
    "load_duel",
    "read_record",
    "replay",
    "shipped_board",
]
