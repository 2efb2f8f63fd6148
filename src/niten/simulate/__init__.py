"""Both games by the thousand: compiled rules that equal the plain engine, game by game (docs/simulator.md)."""

from niten.simulate.batch import Batch, DiceRanOut
from niten.simulate.kernels import DuelKernel, Kernel, RaceKernel, kernel_of
from niten.simulate.policies import draw
from niten.simulate.result import Interval, Result, wilson
from niten.simulate.running import simulate

__all__ = [
    "Batch",
    "DiceRanOut",
    "DuelKernel",
    "Interval",
    "Kernel",
    "RaceKernel",
    "Result",
    "draw",
    "kernel_of",
    "simulate",
    "wilson",
]
