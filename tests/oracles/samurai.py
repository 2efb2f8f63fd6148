"""A second, independent reading of the rules of Way of the Samurai, to test the engine against.

Plain and slow on purpose, written from the rules (S1–S23) and the notation alone, without knowledge of the engine.
All dice are enumerated over 6^n, all placements over 3^n.
"""

import copy
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

# S4, S9, S19 and the demo duel


def _line(total: int, defense: int, counter: int | None = None, effect: str = "") -> dict[str, Any]:
    if counter is None:
        return {"sum": total, "defense": defense}
    return {"sum": total, "defense": defense, "counter": counter, "effect": effect}


STANDARD_PLAYER: dict[str, Any] = {
    "health": 10,
    "ki": 10,
    "dice": [3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2],
    "concentration": [
        {"price": 8, "reward": "ki", "amount": 1},
        {"price": 12, "reward": "opponent", "amount": 1},
        {"price": 18, "reward": "attack", "amount": 4},
        {"price": 23, "reward": "opponent", "amount": 2},
        {"price": 28, "reward": "defense", "amount": 4},
        {"price": 34, "reward": "opponent", "amount": 3},
        {"price": 40, "reward": "strike"},
    ],
    "injuries": [
        {"zone": 2, "cost": "ki 1"},
        {"zone": 3, "cost": "health 2"},
        {"zone": 4, "cost": "health 2"},
        {"zone": 5, "cost": "ki 2"},
        {"zone": 6, "cost": "health 1"},
        {"zone": 7, "cost": "health 3"},
        {"zone": 8, "cost": "ki 3"},
        {"zone": 9, "cost": "deep wound"},
        {"zone": 10, "cost": "deep wound"},
        {"zone": 11, "cost": "health 4"},
    ],
}

ODA: dict[str, Any] = {
    "id": "oda-nobunaga",
    "name": "Oda Nobunaga",
    "stars": 1,
    "health": 10,
    "resistance": [[4, 1], [6, 2], [8, 3], [10, 4]],
    "lines": [
        _line(1, 4, 7, "level 2"),
        _line(2, 3, 6, "level 2"),
        _line(3, 3, 6, "health 4"),
        _line(4, 1, 5, "health 3"),
        _line(5, 3, 4, "level 1"),
        _line(6, 2, 3, "health 4"),
        _line(7, 3, 5, "level 1"),
        _line(8, 2, 4, "health 2"),
        _line(9, 2, 4, "health 2"),
        _line(10, 0, 3, "level 2"),
        _line(11, 1, 4, "level 1"),
        _line(12, 2, 1, "health 1"),
        _line(13, 0, 2, "health 2"),
        _line(14, 0, 2, "level 1"),
        _line(15, 0, 3, "level 1"),
        _line(16, 0, 2, "health 1"),
        _line(17, 0, 1, "health 1"),
        _line(18, 0),
    ],
    "player": STANDARD_PLAYER,
}


# What can be waited for. Decisions of the player:
BEFORE_ROLLING = "before rolling"
DICE_IN_HAND = "dice in hand"
AFTER_PLACING = "after placing"
AFTER_HIS_ROLL = "after his roll"
# Random events:
ROLL = "roll"
ROLL_AGAIN = "roll one die again"
STRIKE = "strike"
HIS_ROLL = "his roll"
HIS_ONE_DIE_AGAIN = "his one die again"
INJURY_1 = "level 1 injury"
INJURY_2 = "level 2 injury"
WOUND = "deep wound"
TOLL_KI = "deep wound 5"
TOLL_HEALTH = "deep wound 6"
# And:
OVER = "over"

DECISIONS = (BEFORE_ROLLING, DICE_IN_HAND, AFTER_PLACING, AFTER_HIS_ROLL)


def _write(verb: str, dice: list[int]) -> str:
    return " ".join([verb] + [str(face) for face in sorted(dice)])


SWITCHES = {
    "purchases": ("any", "one"),
    "reroll": ("all", "one", "either"),
    "repeated": ("kind", "health"),
    "bookkeeping": ("total", "per round"),
}


class SamuraiOracle:
    def __init__(self, duel: dict[str, Any], rules: dict[str, str]) -> None:
        for switch, values in SWITCHES.items():
            if rules[switch] not in values:
                raise ValueError(f"no such value of {switch}: {rules[switch]}")
        self.duel = duel
        self.rules = rules
        self.page: dict[str, Any] = duel["player"]

        # for the whole duel
        self.health: int = self.page["health"]
        self.ki: int = self.page["ki"]
        self.concentration = 0
        self.opponent: int = duel["health"]
        self.struck: list[int] = []
        self.wounds: list[int] = []
        self.limb_lost = False
        self.result: tuple[str, str] | None = None

        # for one round
        self.round = 0
        self.ki_spent = 0
        self.purchases = 0
        self.announced = 0
        self.rolled = 0
        self.dice: list[int] = []
        self.attack = 0
        self.defense = 0
        self.his: list[int] = []

        self.waiting = OVER
        self.strike_bought_in = ""
        self._next_round()

    # ------------------------------------------------------------------ questions

    def actor(self) -> str:
        if self.waiting == OVER:
            return "nobody"
        if self.waiting in DECISIONS:
            return "player"
        return "chance"

    def outcome(self) -> tuple[str, str] | None:
        return self.result

    def copy(self) -> "SamuraiOracle":
        twin = copy.copy(self)
        twin.struck = list(self.struck)
        twin.wounds = list(self.wounds)
        twin.dice = list(self.dice)
        twin.his = list(self.his)
        return twin

    def view(self) -> dict[str, object]:
        return {
            "round": self.round,
            "health": self.health,
            "ki": self.ki,
            "concentration": self.concentration,
            "opponent": self.opponent,
            "struck": sorted(self.struck),
            "wounds": sorted(self.wounds),
            "limb_lost": self.limb_lost,
            "ki_spent": self.ki_spent,
            "dice": sorted(self.dice),
            "rolled": self.rolled,
            "attack": self.attack,
            "defense": self.defense,
            "his": sorted(self.his),
        }

    def legal(self) -> set[str]:
        if self.waiting == BEFORE_ROLLING:
            return self._announcements() | self._buys()
        if self.waiting == DICE_IN_HAND:
            return self._placements() | self._rerolls() | self._buys()
        if self.waiting == AFTER_PLACING:
            return {"ready"} | self._raises() | self._buys()
        if self.waiting == AFTER_HIS_ROLL:
            return {"stand"} | self._agains()
        return set()

    def chances(self) -> dict[str, Fraction]:
        if self.waiting == ROLL:
            return self._throws("roll", self.announced)
        if self.waiting == ROLL_AGAIN:
            return self._throws("roll", 1)
        if self.waiting == STRIKE:
            return self._throws("strike", 1)
        if self.waiting == HIS_ROLL:
            return self._throws("opponent", 4 - self.rolled)
        if self.waiting == HIS_ONE_DIE_AGAIN:
            return self._throws("opponent", 1)
        if self.waiting == INJURY_1:
            return self._throws("injury", 1)
        if self.waiting == INJURY_2:
            return self._throws("injury", 2)
        if self.waiting == WOUND:
            # S20: a repeat is re-rolled, so all those not suffered yet are equally probable
            possible = [face for face in range(1, 7) if face not in self.wounds]
            return {_write("wound", [face]): Fraction(1, len(possible)) for face in possible}
        if self.waiting in (TOLL_KI, TOLL_HEALTH):
            return self._throws("toll", 1)
        return {}

    def _throws(self, verb: str, number: int) -> dict[str, Fraction]:
        counted: dict[str, int] = {}
        for faces in product(range(1, 7), repeat=number):
            line = _write(verb, list(faces))
            counted[line] = counted.get(line, 0) + 1
        return {line: Fraction(count, 6**number) for line, count in counted.items()}

    def _announcements(self) -> set[str]:
        # S2, S18
        most: int = 1 if self.limb_lost else self.page["dice"][self.round - 1]
        return {f"dice {number}" for number in range(1, most + 1)}

    def _buys(self) -> set[str]:
        # S9, S10
        if self.rules["purchases"] == "one" and self.purchases >= 1:
            return set()
        return {f"buy {row['price']}" for row in self.page["concentration"] if row["price"] <= self.concentration}

    def _ki_can_be_spent(self) -> bool:
        # S7
        return self.ki >= 1 and self.ki_spent < 3

    def _rerolls(self) -> set[str]:
        if not self._ki_can_be_spent():
            return set()
        return {f"reroll {face}" for face in self.dice}

    def _raises(self) -> set[str]:
        if not self._ki_can_be_spent():
            return set()
        return {"raise attack", "raise defense"}

    def _agains(self) -> set[str]:
        # S13
        if not self._ki_can_be_spent():
            return set()
        singly = {f"again {face}" for face in self.his}
        if self.rules["reroll"] == "one":
            return singly
        if self.rules["reroll"] == "either" and len(self.his) > 1:  # of a single die, one is all
            return {"again"} | singly
        return {"again"}

    def _placements(self) -> set[str]:
        # S5
        found: set[str] = set()
        if self.rolled == 1:
            points = sum(self.dice)
            for split in product(range(points + 1), repeat=3):
                if sum(split) == points:
                    found.add(f"place {split[0]} {split[1]} {split[2]}")
        else:
            for columns in product(range(3), repeat=len(self.dice)):
                totals = [0, 0, 0]
                for face, column in zip(self.dice, columns, strict=True):
                    totals[column] += face
                found.add(f"place {totals[0]} {totals[1]} {totals[2]}")
        return found

    # ------------------------------------------------------------------ steps

    def apply(self, line: str) -> None:
        words = line.split()
        if not words:
            raise ValueError("an empty line")
        if self.actor() == "nobody":
            raise ValueError(f"the duel is over: {line}")

        if self.actor() == "chance":
            # dice are read in any order
            ordered = " ".join([words[0]] + sorted(words[1:]))
            if ordered not in self.chances():
                raise ValueError(f"not possible here ({self.waiting}): {line}")
            self._event([int(word) for word in words[1:]])
        else:
            if " ".join(words) not in self.legal():
                raise ValueError(f"not possible here ({self.waiting}): {line}")
            self._move(words[0], words[1:])

        self._skip_what_is_no_decision()

    def _move(self, verb: str, values: list[str]) -> None:
        if verb == "dice":
            self.announced = int(values[0])
            self.waiting = ROLL
        elif verb == "buy":
            self._buy(int(values[0]))
        elif verb == "reroll":
            self._spend_ki()
            self.dice.remove(int(values[0]))
            self.waiting = ROLL_AGAIN
        elif verb == "place":
            self.attack += int(values[0])
            self.defense += int(values[1])
            self.concentration += int(values[2])
            self.dice = []
            self.waiting = AFTER_PLACING
        elif verb == "raise":
            self._spend_ki()
            if values[0] == "attack":
                self.attack += 1
            else:
                self.defense += 1
        elif verb == "ready":
            self.waiting = HIS_ROLL
        elif verb == "again":
            self._spend_ki()
            if values:
                self.his.remove(int(values[0]))
                self.waiting = HIS_ONE_DIE_AGAIN
            else:
                self.his = []
                self.waiting = HIS_ROLL
        elif verb == "stand":
            self._carry_out_his_line()
        else:
            raise AssertionError(verb)

    def _event(self, faces: list[int]) -> None:
        what = self.waiting
        if what == ROLL:
            self.rolled = len(faces)
            self.dice = list(faces)
            self._discard()
            self.waiting = DICE_IN_HAND
        elif what == ROLL_AGAIN:
            self.dice.append(faces[0])
            self._discard()
            self.waiting = DICE_IN_HAND
        elif what == STRIKE:
            self.waiting = self.strike_bought_in
            self._opponent_loses(faces[0])
            if faces[0] == 6:
                self._end("victory", "beheaded")
            elif self.opponent == 0:
                self._end("victory", "bought")
        elif what == HIS_ROLL:
            self.his = list(faces)
            self.waiting = AFTER_HIS_ROLL
        elif what == HIS_ONE_DIE_AGAIN:
            self.his.append(faces[0])
            self.waiting = AFTER_HIS_ROLL
        elif what in (INJURY_1, INJURY_2):
            self._injury(sum(faces))
        elif what == WOUND:
            self._deep_wound(faces[0])
        elif what == TOLL_KI:
            self._lose_ki(faces[0])
            self._end_of_round()
        elif what == TOLL_HEALTH:
            self._lose_health(faces[0], "killed")
            self._end_of_round()
        else:
            raise AssertionError(what)

    def _skip_what_is_no_decision(self) -> None:
        """Where nothing can be decided, nothing is asked."""
        while True:
            if self.waiting == BEFORE_ROLLING and self.legal() == {"dice 1"}:
                self.announced = 1
                self.waiting = ROLL
            elif self.waiting == DICE_IN_HAND and self.dice == []:
                self.waiting = AFTER_PLACING
            elif self.waiting == AFTER_PLACING and self.legal() == {"ready"}:
                self.waiting = HIS_ROLL
            elif self.waiting == AFTER_HIS_ROLL and self.legal() == {"stand"}:
                self._carry_out_his_line()
            else:
                return

    # ------------------------------------------------------------------ the rules

    def _next_round(self) -> None:
        self.round += 1
        self.ki_spent = 0
        self.purchases = 0
        self.announced = 0
        self.rolled = 0
        self.dice = []
        self.attack = 0
        self.defense = 0
        self.his = []
        self.waiting = BEFORE_ROLLING
        if 3 in self.wounds:
            self._lose_health(1, "bled")
        self._skip_what_is_no_decision()

    def _end(self, result: str, how: str) -> None:
        if self.result is None:
            self.result = (result, how)
            self.waiting = OVER

    def _spend_ki(self) -> None:
        self.ki -= 1
        self.ki_spent += 1

    def _discard(self) -> None:
        # S20: Deep Wounds 1 and 2
        for face in (1, 2):
            if face in self.wounds:
                self.dice = [die for die in self.dice if die != face]

    def _buy(self, price: int) -> None:
        row = next(row for row in self.page["concentration"] if row["price"] == price)
        self.concentration -= price
        self.purchases += 1
        if row["reward"] == "ki":
            self.ki += row["amount"]
        elif row["reward"] == "attack":
            self.attack += row["amount"]
        elif row["reward"] == "defense":
            self.defense += row["amount"]
        elif row["reward"] == "opponent":
            self._opponent_loses(row["amount"])
            if self.opponent == 0:
                self._end("victory", "bought")
        elif row["reward"] == "strike":
            self.strike_bought_in = self.waiting
            self.waiting = STRIKE
        else:
            raise AssertionError(row)

    def _opponent_loses(self, points: int) -> None:
        self.opponent = max(0, self.opponent - points)

    def _lose_health(self, points: int, how: str) -> None:
        self.health = max(0, self.health - points)
        if self.health == 0:
            self._end("defeat", how)

    def _lose_ki(self, points: int) -> None:
        # S17: the Ki goes first and the rest is health
        for _ in range(points):
            if self.result is not None:
                return
            if self.ki > 0:
                self.ki -= 1
            else:
                self._lose_health(1, "killed")

    def _carry_out_his_line(self) -> None:
        line = next(line for line in self.duel["lines"] if line["sum"] == sum(self.his))

        # S14: damage to him
        final_attack = max(0, self.attack - line["defense"])
        damage = 0
        highest_reached = -1
        for threshold, loss in self.duel["resistance"]:
            if final_attack >= threshold > highest_reached:
                highest_reached = threshold
                damage = loss
        self._opponent_loses(damage)
        if self.opponent == 0:
            self._end("victory", "killed")
            return

        # S15: counterattack
        if "counter" not in line or self.defense >= line["counter"]:
            self._end_of_round()
            return
        kind, value = line["effect"].split()
        if kind == "health":
            self._lose_health(int(value), "killed")
            self._end_of_round()
        elif value == "1":
            self.waiting = INJURY_1
        elif value == "2":
            self.waiting = INJURY_2
        else:
            raise AssertionError(line)

    def _injury(self, zone: int) -> None:
        # S16–S19, in the order of S23: cost, strike, limb; Deep Wound roll
        if zone == 1:
            self._end_of_round()
            return
        if zone == 12:
            self._end("defeat", "beheaded")
            return

        cost: str = next(row["cost"] for row in self.page["injuries"] if row["zone"] == zone)
        if zone in self.struck and self.rules["repeated"] == "health":  # S18: whatever the zone says
            cost = cost.replace("ki ", "health ")
        if cost.startswith("health "):
            self._lose_health(int(cost.split()[1]), "killed")
        elif cost.startswith("ki "):
            self._lose_ki(int(cost.split()[1]))
        if self.result is not None:
            return

        if zone in self.struck:
            self.limb_lost = True
        else:
            self.struck.append(zone)

        if cost == "deep wound" and len(self.wounds) < 6:
            self.waiting = WOUND
        else:
            self._end_of_round()

    def _deep_wound(self, number: int) -> None:
        # S20
        self.wounds.append(number)
        if number == 5:
            self.waiting = TOLL_KI
            return
        if number == 6:
            self.waiting = TOLL_HEALTH
            return
        if number == 4:
            self.concentration = 0
        self._end_of_round()

    def _end_of_round(self) -> None:
        if self.result is not None:
            return
        if self.round < len(self.page["dice"]):
            self._next_round()
        elif self.health > self.opponent:
            self._end("failure", "opponent-withdrew")
        elif self.health < self.opponent:
            self._end("failure", "player-withdrew")
        else:
            self._end("failure", "stand-off")


# ---------------------------------------------------------------------- the walkthrough

WALKTHROUGH_UNTIL_HIS_THIRD_ROLL = [
    "dice 3",
    "roll 3 5 4",
    "place 7 5 0",
    "ready",
    "opponent 6",
    "stand",
    "dice 2",
    "roll 5 1",
    "reroll 1",
    "roll 4",
    "place 5 0 4",
    "ready",
    "opponent 5 2",
    "stand",
    "injury 3",
    # round 3: one die and nothing to buy, so it is rolled at once
    "roll 5",
    "place 3 2 0",
    "raise attack",
    "ready",
    "opponent 2 5 3",
]


def _refused(attempt: Callable[[], None]) -> bool:
    try:
        attempt()
    except ValueError:
        return True
    return False


def check_walkthrough() -> None:
    """Replay the walkthrough of the rules; an AssertionError says that it went differently."""
    for purchases, reroll in product(SWITCHES["purchases"], SWITCHES["reroll"]):
        game = SamuraiOracle(
            ODA, {"purchases": purchases, "reroll": reroll, "repeated": "kind", "bookkeeping": "total"}
        )
        for line in WALKTHROUGH_UNTIL_HIS_THIRD_ROLL:
            game.apply(line)
            view = game.view()
            if line == "opponent 6":
                assert view["attack"] == 7 and view["defense"] == 5 and view["his"] == [6], view
            if line == "dice 2":
                assert view["opponent"] == 9 and view["health"] == 10 and view["round"] == 2, view
            if line == "roll 4":
                assert view["dice"] == [4, 5] and view["ki"] == 9, view
            if line == "injury 3":
                assert view["opponent"] == 9 and view["health"] == 8 and view["struck"] == [3], view
        view = game.view()
        assert view["attack"] == 4 and view["defense"] == 2 and view["his"] == [2, 3, 5], view
        assert view["ki"] == 8 and view["ki_spent"] == 1, view

        if reroll == "one":
            assert game.legal() == {"stand", "again 2", "again 3", "again 5"}, game.legal()
            assert _refused(lambda game=game: game.apply("again"))
            continue

        singly = {"again 2", "again 3", "again 5"} if reroll == "either" else set[str]()
        assert game.legal() == {"stand", "again"} | singly, game.legal()
        for line in ("again", "opponent 4 3 6", "stand"):
            game.apply(line)
        assert game.view() == {
            "round": 4,
            "health": 8,
            "ki": 7,
            "concentration": 4,
            "opponent": 8,
            "struck": [3],
            "wounds": [],
            "limb_lost": False,
            "ki_spent": 0,
            "dice": [],
            "rolled": 0,
            "attack": 0,
            "defense": 0,
            "his": [],
        }, game.view()
        assert game.actor() == "player" and game.outcome() is None


def main() -> None:
    check_walkthrough()
    print("walkthrough: en, fr, es replayed; de refuses the re-roll of all his dice")


if __name__ == "__main__":
    main()
