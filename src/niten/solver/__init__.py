"""The duel solved."""

from niten.solver.goals import SURVIVE, WIN, Goal
from niten.solver.plain import PlainSolver

__all__ = ["SURVIVE", "WIN", "Goal", "PlainSolver"]
