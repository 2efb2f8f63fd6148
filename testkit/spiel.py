"""OpenSpiel's own algorithms, to be held against ours.

Its value iteration imports cvxpy, with 250 MB of solvers, for games in which all move at once. Ours are not among
them: a name stands in for the package, and whoever should call it after all gets an error.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

if not find_spec("cvxpy"):
    sys.modules["cvxpy"] = ModuleType("cvxpy")
    sys.modules["cvxpy"].__dict__["ECOS"] = "none"


def _algorithm(name: str) -> Any:
    return import_module(f"open_spiel.python.algorithms.{name}")


expected_game_score = _algorithm("expected_game_score")
generate_playthrough = _algorithm("generate_playthrough")
mcts = _algorithm("mcts")
value_iteration = _algorithm("value_iteration")
TabularPolicy: Any = import_module("open_spiel.python.policy").TabularPolicy
