"""An independent, slow and literal referee for Way of the Dragon, written from the rules (D1-D17) alone.

It shares no code and no ideas with the engine: the board is a dict of occupied spaces, dice are words, and chances are
counted by throwing every die in every way.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

ELEMENTS = ["water", "fire", "metal", "earth", "wood"]
FACES = [*ELEMENTS, "dragon"]
COLOURS = ["black", "red", "white", "yellow", "blue"]
HOME = dict(zip(COLOURS, ELEMENTS, strict=True))
POWERS = {"black": "fear", "red": "rebirth", "white": "eye", "yellow": "anxiety", "blue": "dragon"}
STONE = "stone"
NUMBERED = 5

Board = dict[tuple[str, int], str]


def in_order(dice: Sequence[str]) -> list[str]:
    return sorted(dice, key=FACES.index)


@cache
def throws(count: int) -> dict[str, Fraction]:
    """Every result of throwing this many dice, with its probability."""
    result: dict[str, Fraction] = {}
    for faces in itertools.product(FACES, repeat=count):
        line = " ".join(["roll", *in_order(faces)])
        result[line] = result.get(line, Fraction(0)) + Fraction(1, 6**count)
    return result


def choices(verb: str, dice: list[str]) -> set[str]:
    """Every choice of one or more of the dice, equal faces not told apart."""
    lines: set[str] = set()
    for chosen in itertools.product([False, True], repeat=len(dice)):
        faces = [face for face, taken in zip(dice, chosen, strict=True) if taken]
        if faces:
            lines.add(" ".join([verb, *in_order(faces)]))
    return lines


def tidy(line: str) -> str:
    """The line as this module writes it: dice in the order of the elements, swapped colours in the order of colours."""
    words = line.split()
    if not words:
        raise ValueError("empty line")
    verb, values = words[0], words[1:]
    if verb in ("roll", "reroll", "eye"):
        if any(value not in FACES for value in values):
            raise ValueError(f"unknown face: {line}")
        values = in_order(values)
    if verb == "swap":
        if len(values) != 3 or any(value not in COLOURS for value in values[1:]):
            raise ValueError(f"unknown swap: {line}")
        values = [values[0], *sorted(values[1:], key=COLOURS.index)]
    return " ".join([verb, *values])


class DragonOracle:
    def __init__(self, setup: dict[str, Any]) -> None:
        self.setup = setup
        self.players: list[str] = list(setup["players"])
        self.plain: dict[str, int] = {path: int(setup["board"]["paths"][path]["plain"]) for path in ELEMENTS}
        self.values: dict[str, list[int]] = {path: list(setup["board"]["paths"][path]["values"]) for path in ELEMENTS}
        self.powers: str = setup["powers"]
        self.immunity: bool = setup["immunity"]
        self.max_turns: int | None = setup["max_turns"]
        # The one store of who stands where: a colour word, or STONE.
        self.board: Board = {}
        for path, space in setup["stones"]:
            self.board[(path, int(space))] = STONE
        self.counters: list[bool] = [self.powers != "none" for _ in self.players]
        self.stones_to_draw: int = setup["random_stones"]
        starts: int | None = setup["starts"]
        self.seat: int = 0 if starts is None else starts
        self.turns_done = 0
        self.dice: list[str] = []
        self.rolls = 0
        # The roll-off: who still throws in this round, and what was thrown.
        self.contenders: list[int] = list(range(len(self.players))) if starts is None else []
        self.dragons: list[int] = []
        # stage: "stones", "rolloff", "roll", "act" (after a roll), "close" (end of turn), "finished" or "unfinished"
        self.stage = "stones"
        self._leave_stones_if_done()

    @classmethod
    def at(
        cls,
        setup: dict[str, Any],
        *,
        pieces: Sequence[Sequence[int]],
        seat: int,
        dice: Sequence[str],
        rolls: int,
        counters: Sequence[bool],
        stones: Sequence[Sequence[Any]],
    ) -> DragonOracle:
        made = cls(setup)
        made.board = {}
        for path, space in stones:
            made.board[(str(path), int(space))] = STONE
        for colour, spaces in zip(made.players, pieces, strict=True):
            for path, space in zip(ELEMENTS, spaces, strict=True):
                if space > 0:
                    if (path, space) in made.board:
                        raise ValueError(f"two on {path} {space}")
                    made.board[(path, space)] = colour
        made.stones_to_draw = 0
        made.contenders = []
        made.dragons = []
        made.seat = seat
        made.turns_done = 0
        made.dice = in_order(dice)
        made.rolls = rolls
        made.counters = [bool(counter) and made.powers != "none" for counter in counters]
        made.stage = "act"
        return made

    def copy(self) -> DragonOracle:
        twin = DragonOracle(self.setup)
        twin.board = dict(self.board)
        twin.counters = list(self.counters)
        twin.stones_to_draw = self.stones_to_draw
        twin.seat = self.seat
        twin.turns_done = self.turns_done
        twin.dice = list(self.dice)
        twin.rolls = self.rolls
        twin.contenders = list(self.contenders)
        twin.dragons = list(self.dragons)
        twin.stage = self.stage
        return twin

    # ---- what can be asked ----

    def actor(self) -> int | str:
        if self.stage in ("stones", "rolloff", "roll"):
            return "chance"
        if self.stage in ("act", "close"):
            return self.seat
        return "nobody"

    def legal(self) -> set[str]:
        if self.stage == "act":
            return self._legal_after_roll()
        if self.stage == "close":
            return self._legal_at_close()
        return set()

    def chances(self) -> dict[str, Fraction]:
        if self.stage == "stones":
            places = self._stone_places()
            return {f"stone {path} {space}": Fraction(1, len(places)) for path, space in places}
        if self.stage == "rolloff":
            return dict(throws(5))
        if self.stage == "roll":
            return dict(throws(5 - len(self.dice)))
        return {}

    def view(self) -> dict[str, object]:
        stones = sorted([path, space] for (path, space), who in self.board.items() if who == STONE)
        return {
            "pieces": [[self._where(colour, path) for path in ELEMENTS] for colour in self.players],
            "seat": self.seat,
            "dice": in_order(self.dice),
            "rolls": self.rolls,
            "counters": list(self.counters),
            "stones": stones,
        }

    def scores(self) -> list[int]:
        totals: list[int] = []
        for colour in self.players:
            total = 0
            for path in ELEMENTS:
                space = self._where(colour, path)
                if space > self.plain[path]:
                    total += self.values[path][space - self.plain[path] - 1]
            totals.append(total)
        return totals

    def outcome(self) -> tuple[str, list[Fraction]] | None:
        if self.stage == "unfinished":
            return "unfinished", [Fraction(0) for _ in self.players]
        if self.stage != "finished":
            return None
        # D14: the score, then the pieces on numbered spaces, then a shared win.
        ranks = [(score, self._on_numbers(colour)) for score, colour in zip(self.scores(), self.players, strict=True)]
        best = max(ranks)
        winners = ranks.count(best)
        return "finished", [Fraction(1, winners) if rank == best else Fraction(0) for rank in ranks]

    # ---- what can happen ----

    def apply(self, line: str) -> None:
        line = tidy(line)
        if self.actor() == "chance":
            if line not in self.chances():
                raise ValueError(f"cannot come up now: {line}")
            self._happen(line)
        else:
            if line not in self.legal():
                raise ValueError(f"not possible now: {line}")
            self._decide(line)

    def _happen(self, line: str) -> None:
        values = line.split()[1:]
        if self.stage == "stones":
            self.board[(values[0], int(values[1]))] = STONE
            self.stones_to_draw -= 1
            self._leave_stones_if_done()
        elif self.stage == "rolloff":
            self.dragons.append(values.count("dragon"))
            if len(self.dragons) < len(self.contenders):
                self.seat = self.contenders[len(self.dragons)]
                return
            most = max(self.dragons)
            self.contenders = [
                seat for seat, dragons in zip(self.contenders, self.dragons, strict=True) if dragons == most
            ]
            self.dragons = []
            self.seat = self.contenders[0]
            if len(self.contenders) == 1:
                self.contenders = []
                self._begin_turn()
        else:
            self.dice = in_order(self.dice + values)
            self.rolls += 1
            self.stage = "act"

    def _decide(self, line: str) -> None:
        verb, *values = line.split()
        colour = self.players[self.seat]
        if verb in ("reroll", "eye"):
            for face in values:
                self.dice.remove(face)
            self.stage = "roll"
            if verb == "eye":
                self.counters[self.seat] = False
            return
        if verb == "again":
            self._begin_roll_and_move()
            return
        if verb == "rebirth":
            self.counters[self.seat] = False
            self._complete_turn(next_seat=self.seat)
            return
        if verb == "end":
            self._complete_turn(next_seat=self._following_seat())
            return
        # The rest are the ways to use the dice.
        if verb == "move":
            self._put(colour, values[0], self._target(values[0], self.dice.count(values[0])))
        elif verb == "leap":
            self._put(colour, values[0], self._beyond(values[0], self._target(values[0], self.dice.count(values[0]))))
        elif verb == "become":
            steps = self.dice.count(values[0]) + self.dice.count("dragon")
            self._put(colour, values[0], self._target(values[0], steps))
        elif verb == "balance":
            for path in self._balance_steps():
                self._put(colour, path, self._target(path, 1))
        elif verb == "leap-balance":
            steps_only, leaps = self._balance_steps(), self._balance_leaps()
            for path in steps_only:
                self._put(colour, path, self._target(path, 1))
            for path in leaps:
                self._put(colour, path, self._beyond(path, self._target(path, 1)))
        elif verb == "swap":
            path, one, other = values
            here, there = self._where(one, path), self._where(other, path)
            self.board[(path, here)] = other
            self.board[(path, there)] = one
        if verb in ("leap", "become", "leap-balance", "fear"):
            self.counters[self.seat] = False
        # D14: at once, for any player.
        if any(self._on_numbers(each) == 5 for each in self.players):
            self.stage = "finished"
        elif self._legal_at_close() == {"end"}:
            self._complete_turn(next_seat=self._following_seat())
        else:
            self.stage = "close"

    # ---- turns ----

    def _leave_stones_if_done(self) -> None:
        if self.stones_to_draw > 0 and self._stone_places():
            return
        if self.contenders:
            self.stage = "rolloff"
        else:
            self._begin_turn()

    def _following_seat(self) -> int:
        return (self.seat + 1) % len(self.players)

    def _begin_turn(self) -> None:
        if self.max_turns is not None and self.turns_done >= self.max_turns:
            self.stage = "unfinished"
        else:
            self._begin_roll_and_move()

    def _begin_roll_and_move(self) -> None:
        self.dice = []
        self.rolls = 0
        self.stage = "roll"

    def _complete_turn(self, next_seat: int) -> None:
        self.turns_done += 1
        if self.max_turns is not None and self.turns_done >= self.max_turns:
            self.stage = "unfinished"
        else:
            self.seat = next_seat
            self._begin_turn()

    # ---- decisions ----

    def _has(self, power: str) -> bool:
        if self.powers == "none" or not self.counters[self.seat]:
            return False
        return self.powers == "any" or POWERS[self.players[self.seat]] == power

    def _legal_at_close(self) -> set[str]:
        lines = {"end"}
        if self._is_perfection():
            lines.add("again")
        if self._has("rebirth"):
            lines.add("rebirth")
        return lines

    def _legal_after_roll(self) -> set[str]:
        lines: set[str] = set()
        mandatory: set[str] = set()

        # D8, D9, D13: what must be done if it can be.
        if self._is_balance():
            if self._balance_steps():
                mandatory.add("balance")
        else:
            for path in ELEMENTS:
                target = self._target(path, self.dice.count(path))
                if path in self.dice and self._may_advance(path) and self._is_free(path, target):
                    mandatory.add(f"move {path}")
        lines |= mandatory
        if not mandatory:
            lines.add("pass")

        # D7 and Eye of the Tiger.
        if self.rolls < 3:
            lines |= choices("reroll", self.dice)
        if self.rolls == 3 and self._has("eye"):
            lines |= choices("eye", self.dice)

        # Fear.
        if mandatory and self._has("fear"):
            lines.add("fear")

        # Anxiety.
        if self._has("anxiety"):
            if self._is_balance():
                if self._balance_leaps():
                    lines.add("leap-balance")
            else:
                for path in ELEMENTS:
                    if path in self.dice and self._may_advance(path):
                        target = self._target(path, self.dice.count(path))
                        if not self._is_free(path, target) and self._beyond(path, target) > 0:
                            lines.add(f"leap {path}")

        # The Dragon.
        if "dragon" in self.dice and self._has("dragon"):
            for path in ELEMENTS:
                steps = self.dice.count(path) + self.dice.count("dragon")
                if self._may_advance(path) and self._is_free(path, self._target(path, steps)):
                    lines.add(f"become {path}")

        # D11: the Great Dragon.
        paths: list[str] = []
        if self.dice.count("dragon") == 4:
            paths = [face for face in self.dice if face != "dragon"]
        if self.dice.count("dragon") == 5:
            paths = ELEMENTS
        for path in paths:
            swappable = [colour for colour in COLOURS if self._is_swappable(colour, path)]
            for one, other in itertools.combinations(swappable, 2):
                lines.add(f"swap {path} {one} {other}")
        return lines

    # ---- the dice ----

    def _is_perfection(self) -> bool:
        return any(self.dice == [element] * 5 for element in ELEMENTS)

    def _is_balance(self) -> bool:
        return all(element in self.dice for element in ELEMENTS)

    # ---- the board ----

    def _where(self, colour: str, path: str) -> int:
        """The space of this colour's piece on the path, 0 outside."""
        for (on_path, space), who in self.board.items():
            if on_path == path and who == colour:
                return space
        return 0

    def _on_numbers(self, colour: str) -> int:
        return len([path for path in ELEMENTS if self._where(colour, path) > self.plain[path]])

    def _is_free(self, path: str, space: int) -> bool:
        return (path, space) not in self.board

    def _may_advance(self, path: str) -> bool:
        """D9: outside or on a plain space."""
        return self._where(self.players[self.seat], path) <= self.plain[path]

    def _target(self, path: str, steps: int) -> int:
        return self._where(self.players[self.seat], path) + steps

    def _beyond(self, path: str, target: int) -> int:
        """The next free space after a taken one, 0 if there is none."""
        for space in range(target + 1, self.plain[path] + NUMBERED + 1):
            if self._is_free(path, space):
                return space
        return 0

    def _put(self, colour: str, path: str, space: int) -> None:
        self.board = {key: who for key, who in self.board.items() if not (key[0] == path and who == colour)}
        self.board[(path, space)] = colour

    def _is_swappable(self, colour: str, path: str) -> bool:
        if colour not in self.players or self._where(colour, path) == 0:
            return False
        return not (self.immunity and HOME[colour] == path)

    def _balance_steps(self) -> list[str]:
        """The paths where one step is possible without a power."""
        return [path for path in ELEMENTS if self._may_advance(path) and self._is_free(path, self._target(path, 1))]

    def _balance_leaps(self) -> list[str]:
        """The paths where the step is blocked and a jump is possible."""
        found: list[str] = []
        for path in ELEMENTS:
            if self._may_advance(path):
                target = self._target(path, 1)
                if not self._is_free(path, target) and self._beyond(path, target) > 0:
                    found.append(path)
        return found

    # ---- dead stones ----

    def _stone_places(self) -> list[tuple[str, int]]:
        stones = {key for key, who in self.board.items() if who == STONE}
        found: list[tuple[str, int]] = []
        for path in ELEMENTS:
            for space in range(1, self.plain[path] + 1):
                if (path, space) not in stones and not self._refused(stones | {(path, space)}):
                    found.append((path, space))
        return found

    def _refused(self, stones: set[tuple[str, int]]) -> bool:
        """D5."""
        players = len(self.players)
        if len(stones) > 5 * (5 - players):
            return True
        for path in ELEMENTS:
            last = self.plain[path]
            for first in range(1, last - 4 + 1):
                if all((path, first + step) in stones for step in range(5)):
                    return True
            for length in range(5 - players + 1, last + 1):
                if all((path, last - step) in stones for step in range(length)):
                    return True
        return False


# ---- the examples at the end of the rules ----


def example_setup(players: list[str], starts: int | None = 0) -> dict[str, Any]:
    return {
        "board": {
            "name": "standard",
            "paths": {element: {"plain": 8, "values": [1, 2, 3, 4, 5]} for element in ELEMENTS},
        },
        "players": players,
        "powers": "none",
        "immunity": False,
        "stones": [],
        "random_stones": 0,
        "starts": starts,
        "max_turns": None,
    }


def check_examples() -> None:
    # Four waters by three rolls: red enters on the fourth plain water space.
    game = DragonOracle(example_setup(["black", "red"], starts=1))
    for line in [
        "roll dragon water water metal earth",
        "reroll dragon metal earth",
        "roll water fire fire",
        "reroll fire fire",
        "roll water dragon",
    ]:
        game.apply(line)
    assert game.view()["dice"] == ["water", "water", "water", "water", "dragon"]
    assert game.view()["rolls"] == 3
    assert game.legal() == {"move water"}
    game.apply("move water")
    assert game.view()["pieces"] == [[0, 0, 0, 0, 0], [4, 0, 0, 0, 0]]
    assert game.view()["seat"] == 0

    # Four dragons and a water: any two animals on the water path.
    game = DragonOracle.at(
        example_setup(["black", "red", "white", "yellow"]),
        pieces=[[3, 1, 0, 0, 0], [12, 2, 0, 0, 0], [5, 3, 0, 0, 0], [0, 4, 0, 0, 0]],
        seat=0,
        dice=["dragon", "dragon", "water", "dragon", "dragon"],
        rolls=3,
        counters=[False] * 4,
        stones=[],
    )
    assert game.legal() == {"move water", "swap water black red", "swap water black white", "swap water red white"}
    game.apply("swap water white red")
    assert game.view()["pieces"] == [[3, 1, 0, 0, 0], [5, 2, 0, 0, 0], [12, 3, 0, 0, 0], [0, 4, 0, 0, 0]]

    # Final scoring: yellow puts its fifth piece on a number, blue wins.
    game = DragonOracle.at(
        example_setup(["black", "red", "white", "yellow", "blue"]),
        pieces=[[11, 11, 13, 7, 9], [12, 9, 0, 10, 11], [10, 2, 9, 12, 12], [9, 12, 11, 9, 8], [13, 13, 10, 11, 5]],
        seat=3,
        dice=["wood", "wood", "dragon", "dragon", "dragon"],
        rolls=3,
        counters=[False] * 5,
        stones=[],
    )
    assert game.outcome() is None
    assert game.legal() == {"move wood"}
    game.apply("move wood")
    assert game.scores() == [12, 10, 11, 11, 15]
    assert game.actor() == "nobody"
    assert game.outcome() == ("finished", [Fraction(0)] * 4 + [Fraction(1)])
