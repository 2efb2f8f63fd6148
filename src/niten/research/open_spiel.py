"""OpenSpiel: importing this module registers `niten_samurai` and `niten_dragon`.

Dice are a player there too: every throw is a chance node with its exact probabilities. Actions have the numbers of the
other interfaces, outcomes their place in the engine's list; names are the notation. Both games are of perfect
information: what a player knows is the position, so that equal positions are one, however they came about.

>>> import pyspiel
>>> import niten.research.open_spiel
>>> state = pyspiel.load_game("niten_samurai(duel=oda-nobunaga,rules=de)").new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['dice 1', 'dice 2', 'dice 3']
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Self

import numpy as np

from niten.core import CHANCE, NOBODY, Step
from niten.dragon import Dragon, read_position
from niten.dragon.setup import MOST_TURNS
from niten.research.needs import missing
from niten.research.setups import duel_game, race_game
from niten.spaces import DuelSpace, RaceSpace, Space

try:
    import pyspiel
except ImportError as error:
    raise missing(error) from error

AnyState = Any
Params = Mapping[str, Any]

_HANDS = 252  # throws of five dice
_MOST_STONES = 300  # places for a stone, on the longest board
_THROWS = 56  # throws of three dice
_DECISIONS_A_ROUND, _EVENTS_A_ROUND = 8, 8
_DECISIONS_A_TURN, _EVENTS_A_TURN = 8, 8
_KEPT = 2**16
_CHAIN = 1000  # for what has no end by the rules: tied roll-offs, Perfection upon Perfection


def _game_type(name: str, title: str, players: tuple[int, int], defaults: Params) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name=title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if players[1] > 1 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        min_num_players=players[0],
        max_num_players=players[1],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(defaults),
    )


_DUEL: Params = {"duel": "oda-nobunaga", "rules": "en", "position": ""}
_RACE: Params = {
    "players": 2,
    "board": "standard",
    "powers": "none",
    "immunity": False,
    "stones": 0,
    "starts": -1,
    "max_turns": 1000,
    "position": "",
}
SAMURAI = _game_type("niten_samurai", "Way of the Samurai", (1, 1), _DUEL)
DRAGON = _game_type("niten_dragon", "Way of the Dragon", (2, 5), _RACE)


class Rules:
    """The engine and its numbers. Searches come to equal positions again and again: their texts are kept."""

    def __init__(self, space: Space[AnyState]) -> None:
        self.space = space
        self.engine = space.game
        self.text = lru_cache(_KEPT)(self.engine.position)
        self.legal = lru_cache(_KEPT)(space.legal)

    def __reduce__(self) -> tuple[type[Self], tuple[Space[AnyState]]]:
        return type(self), (self.space,)  # without what is kept


class Node:
    """An immutable state of the engine, which copies of an OpenSpiel state share."""

    __slots__ = ("actor", "rules", "state")

    def __init__(self, rules: Rules, state: AnyState) -> None:
        self.rules = rules
        self.state = state
        self.actor = rules.engine.actor(state)

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def step(self, action: int) -> Step:
        """The move or the outcome with a number."""
        if self.actor == CHANCE:
            return self.rules.engine.chance(self.state).outcomes[action]
        return self.rules.legal(self.state)[action]


def utilities(shares: tuple[float, ...]) -> list[float]:
    """What shares of the win are worth; among several players the sum is 0.

    >>> utilities((1.0,)), utilities((1.0, 0.0)), utilities((0.0, 0.5, 0.5)), utilities((0.0, 0.0))
    ([1.0], [1.0, -1.0], [-0.5, 0.25, 0.25], [0.0, 0.0])
    """
    seats = len(shares)
    if seats == 1 or not any(shares):
        return list(shares)
    return [(seats * share - 1) / (seats - 1) for share in shares]


class NitenGame(pyspiel.Game):
    """A game of the engine."""

    def __init__(self, kind: Any, info: Any, params: Params, space: Space[AnyState], start: AnyState) -> None:
        super().__init__(kind, info, dict(params))
        self.space = space
        self.first = Node(Rules(space), start)

    def new_initial_state(self) -> "NitenState":
        return NitenState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Params | None = None) -> "Observer":  # noqa: ARG002
        """Everything is public, and the position holds all that matters: one observer serves all."""
        if params:
            raise ValueError(f"observers take no parameters, found {dict(params)}")
        return Observer(self.space)


class SamuraiGame(NitenGame):
    """A duel: 1 for a victory, 0 otherwise."""

    def __init__(self, params: Params | None = None) -> None:
        given = {**_DUEL, **(params or {})}
        game = duel_game(given["duel"], given["rules"])
        page = game.duel.player
        purchases = 6 * sum(page.dice) // min((row.price for row in page.rewards), default=999)
        info = pyspiel.GameInfo(
            num_distinct_actions=DuelSpace(game).actions,
            max_chance_outcomes=_THROWS,
            num_players=1,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=_DECISIONS_A_ROUND * page.rounds + purchases,
        )
        text = from_word(given["position"])
        super().__init__(
            SAMURAI, info, params or {}, DuelSpace(game), game.read_position(text) if text else game.start()
        )
        self._most_events = _EVENTS_A_ROUND * page.rounds + purchases

    def max_chance_nodes_in_history(self) -> int:
        return self._most_events


class DragonGame(NitenGame):
    """A race: 1 for a win, the others share the loss; nothing for anybody where it ends without a winner.

    OpenSpiel asks how long a game can last. A race without a limit has no such number; it is told one never reached.
    """

    def __init__(self, params: Params | None = None) -> None:
        given = {**_RACE, **(params or {})}
        game, start = _race(given)
        turns = game.options.max_turns or MOST_TURNS
        info = pyspiel.GameInfo(
            num_distinct_actions=RaceSpace(game).actions,
            max_chance_outcomes=max(_HANDS, _MOST_STONES if game.options.random_stones else 0),
            num_players=game.seats,
            min_utility=-1.0 / (game.seats - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_DECISIONS_A_TURN * turns + _CHAIN,
        )
        super().__init__(DRAGON, info, params or {}, RaceSpace(game), start)
        self._most_events = _EVENTS_A_TURN * turns + _CHAIN

    def max_chance_nodes_in_history(self) -> int:
        return self._most_events


def _race(given: Params) -> tuple[Dragon, AnyState]:
    """The race of some parameters; a position tells its whole set-up."""
    if not given["position"]:
        game = race_game(
            given["players"],
            board=given["board"],
            powers=given["powers"],
            immunity=given["immunity"],
            stones=given["stones"],
            starts=None if given["starts"] < 0 else given["starts"],
            max_turns=given["max_turns"] or None,
        )
        return game, game.start()
    others = sorted(key for key in _RACE if key != "position" and given[key] != _RACE[key])
    if others:
        raise ValueError(f"a position tells the whole set-up: leave out {', '.join(others)}")
    setup, start = read_position(from_word(given["position"]))
    return Dragon(setup), start


_LETTERS = str.maketrans(" =,", "+~;")
_BACK = str.maketrans("+~;", " =,")


def as_word(position: str) -> str:
    """A position as it can stand in the name of a game, where blanks, commas and equals signs mean something else.

    >>> as_word("phase=roll round=1")
    'phase~roll+round~1'
    """
    return position.translate(_LETTERS)


def from_word(word: str) -> str:
    """The position again; one in its own form is left as it is."""
    return word if "=" in word else word.translate(_BACK)


class NitenState(pyspiel.State):
    """A state of a game of the engine."""

    def __init__(self, game: NitenGame) -> None:
        super().__init__(game)
        self.node = game.first

    def current_player(self) -> int:
        actor = self.node.actor
        if actor >= 0:
            return actor
        return pyspiel.PlayerId.CHANCE if actor == CHANCE else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        return self.node.actor == NOBODY

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return sorted(self.node.rules.legal(self.node.state))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        event = self.node.rules.engine.chance(self.node.state)
        return [(number, weight / event.total) for number, weight in enumerate(event.weights)]

    def _apply_action(self, action: int) -> None:
        node = self.node
        self.node = Node(node.rules, node.rules.engine.advance(node.state, node.step(action)))

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return str(self.node.step(action))

    def returns(self) -> list[float]:
        engine = self.node.rules.engine
        outcome = engine.outcome(self.node.state)
        return utilities(tuple(map(float, outcome.shares))) if outcome else [0.0] * engine.seats

    def __str__(self) -> str:
        return self.node.rules.text(self.node.state)


class Observer:
    """What a player sees: the fields of the observation, and the position as text."""

    def __init__(self, space: Space[AnyState]) -> None:
        self._space = space
        self.tensor = np.zeros(space.size, np.float32)
        self.dict: dict[str, Any] = {}
        at = 0
        for field in space.fields:
            self.dict[field.name] = self.tensor[at : at + field.size]
            at += field.size

    def set_from(self, state: NitenState, player: int) -> None:
        self.tensor[:] = self._space.observe(state.node.state, player)

    def string_from(self, state: NitenState, player: int) -> str:  # noqa: ARG002
        return str(state)


def register() -> None:
    """Make both known to `pyspiel.load_game`."""
    known = pyspiel.registered_names()
    for kind, game in ((SAMURAI, SamuraiGame), (DRAGON, DragonGame)):
        if kind.short_name not in known:
            pyspiel.register_game(kind, game)


register()
