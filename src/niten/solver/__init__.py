"""The duel solved."""

from niten.solver.goals import SURVIVE, WIN, Goal
from niten.solver.plain import ComesBack, PlainSolver, SeveralSeats

__all__ = ["SURVIVE", "WIN", "ComesBack", "Goal", "PlainSolver", "SeveralSeats"]
