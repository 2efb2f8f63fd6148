"""A game of OpenSpiel as a graph, for its algorithms in Python that walk every path, such as value iteration.

Positions are reached on many paths: the same dice are kept of many throws. In a folded game equal positions are one
state, and each state asks the game for its successors only once. States cannot be changed; `child` leads on.
"""

from typing import Any


class FoldedState:
    """A position, however it came about. What is asked again and again is known from the beginning."""

    def __init__(self, game: "Folded", state: Any, text: str) -> None:
        self._game, self._state, self._text = game, state, text
        self._player: int = state.current_player()
        self._is_over: bool = state.is_terminal()
        self._is_chance: bool = state.is_chance_node()
        self._outcomes: list[tuple[int, float]] = state.chance_outcomes() if self._is_chance else []
        self._actions: list[int] = [outcome for outcome, _ in self._outcomes] or state.legal_actions()
        self._children: dict[int, FoldedState] = {}

    def __str__(self) -> str:
        return self._text

    def __getattr__(self, name: str) -> Any:
        if name.startswith("apply"):
            raise AttributeError("states of a folded game cannot be changed: use child")
        return getattr(self._state, name)

    def child(self, action: int) -> "FoldedState":
        """What follows."""
        known = self._children.get(action)
        if known is None:
            known = self._children[action] = self._game.fold(self._state.child(action))
        return known

    def clone(self) -> "FoldedState":
        """Nobody can change it."""
        return self

    def current_player(self) -> int:
        return self._player

    def is_terminal(self) -> bool:
        return self._is_over

    def is_chance_node(self) -> bool:
        return self._is_chance

    def legal_actions(self) -> list[int]:
        return self._actions

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._outcomes


class Folded:
    """A game whose equal positions are one state; their texts must tell them apart, as those of Niten do.

    >>> import pyspiel
    >>> import niten.research.open_spiel
    >>> from open_spiel.python.algorithms.get_all_states import get_all_states
    >>> position = "players=black,red max-turns=1 turn=black rolls=3 dice=fire,fire,fire,fire,wood"
    >>> last_move = pyspiel.load_game("niten_dragon", {"position": position})
    >>> len(get_all_states(Folded(last_move), to_string=str))
    3
    """

    def __init__(self, game: Any) -> None:
        self._game = game
        self._known: dict[str, FoldedState] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def new_initial_state(self) -> FoldedState:
        """The root."""
        return self.fold(self._game.new_initial_state())

    def new_initial_states(self) -> list[FoldedState]:
        """The only root."""
        return [self.new_initial_state()]

    def fold(self, state: Any) -> FoldedState:
        """The one state of a position."""
        text = str(state)
        if text not in self._known:
            self._known[text] = FoldedState(self, state, text)
        return self._known[text]
