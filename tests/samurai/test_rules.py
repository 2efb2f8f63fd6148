"""Every rule S1–S23 by number."""

from typing import Any

import pytest

from niten.core import CHANCE, NOBODY, IllegalStep, Step
from niten.samurai import EDITIONS, Effect, Ending, Harm, Phase, PlayerPage, Samurai, State
from niten.samurai.sheet import rows
from niten.samurai.story import exchange
from niten.samurai.switches import Bookkeeping
from testkit.duels import ODA, game, lines
from testkit.rule_table import rule

HARMLESS: dict[str, Any] = {"defense": 0}
DEADLY: dict[str, Any] = {"defense": 9, "counter": 99, "effect": "level 2"}
LEVEL_1: dict[str, Any] = {"defense": 9, "counter": 99, "effect": "level 1"}


def after(game: Samurai, *steps: str, state: State | None = None) -> State:
    """The state after these steps, each of them checked."""
    state = state or game.start()
    for step in steps:
        state = game.apply(state, game.read_step(step))
    return state


def moves(game: Samurai, state: State) -> list[str]:
    return list(map(str, game.legal_moves(state)))


def with_(game: Samurai, **fields: Any) -> State:
    """A round's beginning with some numbers changed."""
    return game.start()._replace(**fields)


# --- A duel ---


@rule("S1")
def test_a_duel_ends_after_its_last_round() -> None:
    duel = game(player={"dice": [1, 1]}, lines=lines(HARMLESS))
    quiet = ("roll 1", "place 0 0 1", "ready", "opponent 1 1 1", "stand")
    state = after(duel, *quiet)
    assert state.round == 2
    assert duel.actor(after(duel, *quiet, state=state)) == NOBODY
    assert PlayerPage().rounds == 20


@rule("S1")
@pytest.mark.parametrize("mine", [1, 2, 3])
def test_four_dice_are_shared(mine: int) -> None:
    duel = game()
    state = after(duel, f"dice {mine}", "roll " + "3 " * mine, f"place {3 * mine} 0 0", "ready")
    assert duel.chance(state).dice == 4 - mine


@rule("S2")
def test_the_line_prints_how_many_dice_may_be_rolled() -> None:
    assert moves(game(player={"dice": [3]}), game(player={"dice": [3]}).start()) == ["dice 1", "dice 2", "dice 3"]
    assert moves(game(player={"dice": [2]}), game(player={"dice": [2]}).start()) == ["dice 1", "dice 2"]
    one = game(player={"dice": [1]})
    assert one.start().phase is Phase.ROLL, "with one die and nothing to buy there is nothing to decide"
    assert moves(one, with_(one, phase=Phase.ANNOUNCE, rolled=0, concentration=8)) == ["dice 1", "buy 8"]


@rule("S3")
def test_both_pages_are_data() -> None:
    duel = game(
        player={
            "health": 4,
            "ki": 2,
            "dice": [2, 3],
            "concentration": [{"price": 3, "reward": "ki", "amount": 2}],
            "injuries": [{"zone": zone, "cost": "ki 1"} for zone in range(2, 12)],
        }
    )
    state = duel.start()
    assert (state.health, state.ki, duel.most_dice(state), duel.duel.player.rounds) == (4, 2, 2, 2)
    assert after(duel, "buy 3", state=state._replace(concentration=3)).ki == 4


@rule("S4")
def test_the_standard_player_page() -> None:
    page = PlayerPage()
    assert (page.health, page.ki) == (10, 10)
    assert page.dice == (3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2)


# --- Player phase ---


@rule("S5")
def test_several_dice_go_whole_and_add_up() -> None:
    duel = game()
    state = after(duel, "dice 2", "roll 2 3")
    placements = {move for move in moves(duel, state) if move.startswith("place")}
    assert placements == {
        *("place 5 0 0", "place 0 5 0", "place 0 0 5"),
        *("place 3 2 0", "place 2 3 0", "place 3 0 2", "place 2 0 3", "place 0 3 2", "place 0 2 3"),
    }
    state = after(duel, "place 0 2 3", state=state)
    assert (state.attack, state.defense, state.concentration) == (0, 2, 3)


@rule("S5")
def test_equal_totals_appear_once() -> None:
    duel = game()
    state = after(duel, "dice 3", "roll 1 1 2")
    placements = [move for move in moves(duel, state) if move.startswith("place")]
    assert len(placements) == len(set(placements)) < 27


@rule("S5")
def test_a_single_die_may_be_split() -> None:
    duel = game()
    state = after(duel, "dice 1", "roll 6")
    assert sum(move.startswith("place") for move in moves(duel, state)) == 28
    assert after(duel, "place 2 3 1", state=state).defense == 3
    with pytest.raises(IllegalStep):
        after(duel, "place 2 3 0", state=state)  # every point is placed


@rule("S5", "S20")
def test_one_die_counts_what_was_rolled_before_discards() -> None:
    duel = game()
    state = after(duel, "dice 2", "roll 1 5", state=with_(duel, wounds=(1,)))
    assert state.dice == (5,)
    with pytest.raises(IllegalStep):
        after(duel, "place 3 2 0", state=state)


@rule("S6")
def test_attack_and_defense_last_a_round_and_concentration_stays() -> None:
    duel = game(lines=lines(HARMLESS), health=99)
    state = after(duel, "dice 3", "roll 2 3 4", "place 2 3 4", "ready", "opponent 1", "stand")
    assert (state.round, state.attack, state.defense, state.concentration) == (2, 0, 0, 4)


@rule("S7")
def test_ki_buys_rerolls_and_points_at_most_three_a_round() -> None:
    duel = game()
    state = after(duel, "dice 2", "roll 1 2", "reroll 1", "roll 3", "reroll 2", "roll 2", "reroll 2", "roll 6")
    assert (state.ki, state.spent, state.dice) == (7, 3, (3, 6))
    assert not any(move.startswith("reroll") for move in moves(duel, state))
    state = after(duel, "place 9 0 0", state=state)
    assert state.phase is Phase.OPPONENT, "three are spent: nothing to raise"
    assert after(duel, "opponent 4 4", state=state).round == 2, "and no re-roll of his dice either"


@rule("S7")
def test_ki_is_counted_over_both_phases() -> None:
    duel = game()
    state = after(duel, "dice 3", "roll 1 2 3", "place 6 0 0", "raise attack", "raise defense", "ready", "opponent 2")
    assert (state.attack, state.defense, state.spent) == (7, 1, 2)
    state = after(duel, "again", state=state)
    assert (state.spent, state.ki) == (3, 7)


@rule("S7")
def test_without_ki_the_duel_goes_on() -> None:
    duel = game(lines=lines(HARMLESS), player={"ki": 0})
    state = after(duel, "dice 3", "roll 1 2 3", "place 6 0 0", "opponent 1")
    assert (state.round, state.ki, duel.outcome(state)) == (2, 0, None)


@rule("S7")
def test_ki_lost_to_injuries_is_not_spent() -> None:
    duel = game(lines=lines(LEVEL_1))
    state = after(duel, "dice 2", "roll 1 2", "place 3 0 0", "raise attack", "raise attack", "raise attack")
    state = after(duel, "opponent 1 1", "injury 5", state=state)
    assert (state.ki, state.spent) == (10 - 3 - 2, 0)


@rule("S8")
def test_raising_comes_after_placing_and_rerolls_before() -> None:
    duel = game()
    state = after(duel, "dice 2", "roll 1 2")
    assert not any(move.startswith("raise") for move in moves(duel, state))
    state = after(duel, "place 3 0 0", state=state)
    assert moves(duel, state) == ["ready", "raise attack", "raise defense"]


@rule("S8")
def test_a_die_may_be_rerolled_again() -> None:
    duel = game()
    state = after(duel, "dice 1", "roll 1", "reroll 1", "roll 1", "reroll 1", "roll 4")
    assert (state.dice, state.ki) == ((4,), 8)


@rule("S9")
def test_each_reward() -> None:
    duel = game()
    rich = with_(duel, concentration=200)
    assert after(duel, "buy 8", state=rich).ki == 11, "more than the printed number"
    assert after(duel, "buy 12", state=rich).opponent == 9
    assert after(duel, "buy 18", state=rich).attack == 4
    assert after(duel, "buy 23", state=rich).opponent == 8
    assert after(duel, "buy 28", state=rich).defense == 4
    assert after(duel, "buy 34", state=rich).opponent == 7
    struck = after(duel, "buy 40", "strike 5", state=rich)
    assert (struck.opponent, struck.concentration, struck.phase) == (5, 160, Phase.ANNOUNCE)
    assert after(duel, "buy 40", "strike 6", state=rich).ending is Ending.BEHEADED_HIM


@rule("S9")
def test_the_price_comes_from_the_running_total() -> None:
    duel = game()
    assert after(duel, "buy 12", state=with_(duel, concentration=17)).concentration == 5
    assert moves(duel, with_(duel, concentration=17))[3:] == ["buy 8", "buy 12"]


@rule("S9")
def test_bonuses_last_this_round() -> None:
    duel = game(lines=lines(HARMLESS), player={"dice": [3, 3]}, health=99)
    state = after(duel, "buy 18", "buy 28", "dice 3", "roll 1 1 1", state=with_(duel, concentration=46))
    state = after(duel, "place 3 0 0", state=state)
    assert (state.attack, state.defense) == (7, 4)
    state = after(duel, "ready", "opponent 1", "stand", state=state)
    assert (state.attack, state.defense) == (0, 0)


@rule("S10")
@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_purchases_a_round(edition: str) -> None:
    duel = game(edition, lines=lines(HARMLESS), player={"dice": [3, 3]})
    bought = after(duel, "buy 12", state=with_(duel, concentration=100))
    assert ("buy 12" in moves(duel, bought)) == (edition != "es"), "the same reward again"
    state = after(duel, "dice 3", "roll 1 1 1", "place 3 0 0", "ready", "opponent 1", "stand", state=bought)
    assert "buy 12" in moves(duel, state), "anew in the next round"


@rule("S11")
def test_a_purchase_may_be_made_at_any_moment_of_the_player_phase() -> None:
    duel = game(player={"dice": [3]})
    state = with_(duel, concentration=7)
    assert not any(move.startswith("buy") for move in moves(duel, state))
    state = after(duel, "dice 3", "roll 2 3 4", state=state._replace(concentration=8))
    assert "buy 8" in moves(duel, state), "with dice in hand"
    state = after(duel, "reroll 2", "roll 5", state=state)
    assert "buy 8" in moves(duel, state), "between re-rolls"
    state = after(duel, "place 0 0 12", state=state)
    assert "buy 18" in moves(duel, state), "points placed this round count"
    state = after(duel, "buy 8", "buy 12", "ready", "opponent 3", state=state)
    assert not any(move.startswith("buy") for move in moves(duel, state)), "not in the Opponent phase"


@rule("S11")
def test_bought_ki_may_be_used_at_once() -> None:
    duel = game(player={"ki": 0})
    state = after(duel, "dice 1", "roll 2", state=with_(duel, concentration=8))
    assert "reroll 2" not in moves(duel, state)
    assert "reroll 2" in moves(duel, after(duel, "buy 8", state=state))


@rule("S11", "S21")
def test_a_purchase_that_kills_wins_at_once() -> None:
    duel = game()
    state = after(duel, "buy 12", state=with_(duel, concentration=12, opponent=1))
    assert state.ending is Ending.BOUGHT
    assert after(duel, "buy 40", "strike 3", state=with_(duel, concentration=40, opponent=3)).ending is Ending.BOUGHT


@rule("S12")
def test_bookkeeping_is_only_a_matter_of_display() -> None:
    shown = {name: edition.bookkeeping for name, edition in EDITIONS.items()}
    total, per_round = Bookkeeping.TOTAL, Bookkeeping.PER_ROUND
    assert shown == {"de": total, "en": total, "es": per_round, "fr": per_round}
    duel = game(lines=lines(HARMLESS), health=99)
    states = [with_(duel, concentration=20)]
    steps: list[Step] = []
    for line in ("buy 12", "dice 3", "roll 1 2 3", "place 1 0 5", "ready", "opponent 1", "stand"):
        steps.append(duel.read_step(line))
        states.append(duel.apply(states[-1], steps[-1]))
    row = rows(duel, states, steps)[0]
    assert (row.gained, row.spent, row.total) == (5, [12], 13)


# --- Opponent phase ---


@rule("S13")
def test_the_sum_of_his_dice_picks_the_line() -> None:
    duel = game()
    state = after(duel, "dice 1", "roll 4", "place 0 4 0", "ready", "opponent 2 5 3")
    clash = exchange(duel, state, duel.read_step("stand"))
    assert clash is not None
    assert (clash.number, clash.line) == (10, ODA.lines[10])


@rule("S13")
@pytest.mark.parametrize("edition", ["en", "es", "fr"])
def test_one_ki_rerolls_all_his_dice(edition: str) -> None:
    duel = game(edition)
    state = after(duel, "dice 1", "roll 4", "place 0 4 0", "ready", "opponent 2 5 3")
    assert moves(duel, state) == ["stand", "again"]
    state = after(duel, "again", "opponent 1 1 1", "again", state=state)
    assert duel.chance(state).dice == 3
    assert (state.ki, state.spent) == (8, 2)


@rule("S13")
def test_one_ki_rerolls_one_of_his_dice() -> None:
    duel = game("reroll=one")
    state = after(duel, "dice 1", "roll 4", "place 0 4 0", "ready", "opponent 2 5 2")
    assert moves(duel, state) == ["stand", "again 2", "again 5"]
    state = after(duel, "again 2", "opponent 6", state=state)
    assert state.his == (2, 5, 6)
    state = after(duel, "again 6", "opponent 1", state=state)
    assert (state.his, state.ki) == ((1, 2, 5), 8), "the same die again"


@rule("S13")
def test_german_one_ki_rerolls_one_of_his_dice_or_all() -> None:
    duel = game("de")
    state = after(duel, "dice 1", "roll 4", "place 0 4 0", "ready", "opponent 2 5 2")
    assert moves(duel, state) == ["stand", "again", "again 2", "again 5"]
    assert after(duel, "again 5", "opponent 6", state=state).his == (2, 2, 6)
    assert after(duel, "again", "opponent 1 1 6", state=state).his == (1, 1, 6)
    alone = after(duel, "dice 3", "roll 4 4 4", "place 0 4 8", "ready", "opponent 2")
    assert moves(duel, alone) == ["stand", "again"], "of a single die, one is all"


@rule("S14")
@pytest.mark.parametrize(
    ("attack", "his", "damage"),
    [(6, 3, 0), (7, 3, 1), (8, 3, 1), (9, 3, 2), (3, 0, 0), (4, 0, 1), (15, 0, 4), (1, 3, 0)],
)
def test_the_highest_threshold_reached_counts(attack: int, his: int, damage: int) -> None:
    duel = game(lines=lines({"defense": his}))
    state = with_(duel, phase=Phase.ANSWER, rolled=3, attack=attack, his=(1,))
    assert duel.final_attack(state) == max(0, attack - his)
    assert 10 - after(duel, "stand", state=state).opponent == damage


@rule("S14")
def test_a_killed_opponent_strikes_no_more() -> None:
    duel = game(lines=lines({"defense": 0, "counter": 99, "effect": "health 9"}))
    state = with_(duel, phase=Phase.ANSWER, rolled=3, attack=4, his=(1,), opponent=1, health=1)
    assert after(duel, "stand", state=state).ending is Ending.KILLED_HIM


@rule("S15")
@pytest.mark.parametrize(("defense", "lost"), [(0, 4), (2, 4), (3, 0), (5, 0)])
def test_the_counterattack_needs_a_defense_strictly_below(defense: int, lost: int) -> None:
    duel = game(lines=lines({"defense": 0, "counter": 3, "effect": "health 4"}))
    state = with_(duel, phase=Phase.ANSWER, rolled=3, defense=defense, his=(6,))
    assert 10 - after(duel, "stand", state=state).health == lost


@rule("S15")
def test_what_the_defense_box_gets() -> None:
    def tick(line: dict[str, Any], **fields: Any) -> bool | None:
        duel = game(lines=lines(line))
        state = with_(duel, phase=Phase.ANSWER, rolled=3, his=(6,), **fields)
        clash = exchange(duel, state, duel.read_step("stand"))
        assert clash is not None
        return clash.tick

    assert tick({"defense": 0}) is True, "--- is a tick"
    assert tick({"defense": 0, "counter": 3, "effect": "health 1"}, defense=3) is True
    assert tick({"defense": 0, "counter": 3, "effect": "health 1"}, defense=2) is False
    assert tick({"defense": 0, "counter": 3, "effect": "level 1"}) is False, "a cross, even if zone 1 is dodged later"
    assert tick({"defense": 0, "counter": 3, "effect": "health 1"}, attack=4, opponent=1) is None


# --- Injuries ---


def injured(roll: str, *, rules: str = "en", **fields: Any) -> tuple[Samurai, State]:
    """The demo duel's player after an injury roll in round 1."""
    duel = game(
        rules, lines=lines({"defense": 0, "counter": 9, "effect": "level 2" if len(roll.split()) == 2 else "level 1"})
    )
    phase = Phase.INJURY_2 if len(roll.split()) == 2 else Phase.INJURY_1
    return duel, after(duel, f"injury {roll}", state=with_(duel, phase=phase, **fields))


@rule("S16")
def test_level_1_is_one_die_and_level_2_is_two() -> None:
    for effect, dice in (("level 1", 1), ("level 2", 2)):
        duel = game(lines=lines({"defense": 0, "counter": 9, "effect": effect}))
        state = after(duel, "stand", state=with_(duel, phase=Phase.ANSWER, rolled=3, his=(6,)))
        assert (duel.actor(state), duel.chance(state).dice) == (CHANCE, dice)


@rule("S16")
def test_zone_1_is_dodged_and_zone_12_beheads() -> None:
    _, state = injured("1")
    assert (state.health, state.ki, state.struck, state.round) == (10, 10, (), 2)
    _, state = injured("6 6")
    assert state.ending is Ending.BEHEADED


@rule("S16")
def test_both_levels_strike_one_table() -> None:
    _, state = injured("1 2", struck=(3,))
    assert state.limb_lost


@rule("S17")
@pytest.mark.parametrize(("ki", "left", "health"), [(10, 8, 10), (2, 0, 10), (1, 0, 9), (0, 0, 8)])
def test_ki_that_is_missing_is_paid_in_health(ki: int, left: int, health: int) -> None:
    _, state = injured("5", ki=ki)
    assert (state.ki, state.health) == (left, health)


@rule("S17")
def test_deep_wound_5_too_is_paid_in_health() -> None:
    duel, state = injured("4 5", ki=2)
    state = after(duel, "wound 5", "toll 6", state=state)
    assert (state.ki, state.health) == (0, 6)


@rule("S18")
def test_a_second_hit_costs_again_and_takes_the_limb() -> None:
    duel, state = injured("3", struck=(3,))
    assert (state.health, state.limb_lost, state.struck, state.round) == (8, True, (3,), 2)
    assert (state.phase, state.rolled) == (Phase.ROLL, 1), "exactly one die, whatever the line prints"
    state = after(duel, "roll 5", "place 2 3 0", "ready", state=state)
    assert duel.chance(state).dice == 3


@rule("S18")
def test_a_lost_limb_counts_from_the_next_round() -> None:
    duel = game("de", lines=lines(LEVEL_1))
    state = after(
        duel, "dice 2", "roll 1 2", "place 3 0 0", "ready", "opponent 1 1", "stand", state=with_(duel, struck=(3,))
    )
    assert duel.chance(state).dice == 1
    assert state.round == 1


@rule("S18")
def test_the_cost_is_in_kind_and_repeats_only_cost() -> None:
    _, state = injured("2", struck=(2,))
    assert (state.ki, state.health, state.limb_lost) == (9, 10, True)
    _, state = injured("4 5", struck=(9,), wounds=(1,))
    assert (state.phase, state.limb_lost) == (Phase.WOUND, True), "a Deep Wound zone gives another Deep Wound"
    _, state = injured("3", struck=(3,), limb_lost=True)
    assert (state.health, state.limb_lost) == (8, True)


@rule("S18")
def test_german_a_second_hit_costs_health_whatever_the_zone_says() -> None:
    _, state = injured("2", rules="de")
    assert (state.ki, state.health) == (9, 10), "the first one costs what it says"
    for limb_lost in (False, True):
        _, state = injured("2", rules="de", struck=(2, 5), limb_lost=limb_lost)
        assert (state.ki, state.health, state.limb_lost) == (10, 9, True)
    _, state = injured("4 5", rules="de", struck=(9,), wounds=(1,))
    assert (state.phase, state.limb_lost) == (Phase.WOUND, True), "a Deep Wound zone gives another Deep Wound"


@rule("S18", "S23")
def test_a_cost_that_kills_ends_the_duel_before_the_zone_is_struck() -> None:
    _, state = injured("3", health=2)
    assert (state.ending, state.health, state.struck) == (Ending.KILLED, 0, ())


@rule("S19")
def test_the_standard_zones() -> None:
    health, ki, deep = Harm.HEALTH, Harm.KI, Effect(Harm.DEEP_WOUND)
    assert PlayerPage().injuries == {
        2: Effect(ki, 1),
        3: Effect(health, 2),
        4: Effect(health, 2),
        5: Effect(ki, 2),
        6: Effect(health, 1),
        7: Effect(health, 3),
        8: Effect(ki, 3),
        9: deep,
        10: deep,
        11: Effect(health, 4),
    }


@rule("S20")
def test_each_deep_wound_once() -> None:
    duel, state = injured("4 5", wounds=(2, 4))
    assert [str(step) for step in duel.chance(state).outcomes] == ["wound 1", "wound 3", "wound 5", "wound 6"]
    assert duel.chance(state).total == 4
    _, state = injured("4 5", wounds=(1, 2, 3, 4, 5, 6))
    assert state.round == 2, "all suffered: nothing more happens"


@rule("S20")
@pytest.mark.parametrize("face", [1, 2])
def test_deep_wounds_1_and_2_discard_dice(face: int) -> None:
    duel = game()
    state = after(duel, "dice 3", f"roll {face} {face} 5", state=with_(duel, wounds=(face,)))
    assert (state.dice, state.rolled) == ((5,), 3)
    state = after(duel, "reroll 5", f"roll {face}", state=state)
    assert (state.dice, state.phase) == ((), Phase.RAISE), "a re-roll landing there loses the die"
    assert "raise attack" in moves(duel, state)
    state = after(duel, "raise defense", "ready", state=state)
    assert duel.chance(state).dice == 1, "he gets none of them"


@rule("S20")
def test_discards_touch_only_the_players_dice() -> None:
    duel = game("de")
    state = after(duel, "dice 1", "roll 5", "place 0 0 5", "ready", "opponent 1 2 1", state=with_(duel, wounds=(1, 2)))
    assert state.his == (1, 1, 2)
    rich = with_(duel, wounds=(1, 2), concentration=40)
    assert after(duel, "buy 40", "strike 1", state=rich).opponent == 9


@rule("S20")
def test_no_die_left_may_still_buy() -> None:
    duel = game(player={"ki": 0})
    state = after(duel, "dice 1", "roll 1", state=with_(duel, wounds=(1,), concentration=12))
    assert moves(duel, state) == ["ready", "buy 8", "buy 12"]
    poor = after(duel, "dice 1", "roll 1", state=with_(duel, wounds=(1,)))
    assert poor.phase is Phase.OPPONENT


@rule("S20")
def test_deep_wound_3_bleeds_at_the_start_of_every_later_round() -> None:
    duel, state = injured("4 5")
    state = after(duel, "wound 3", state=state)
    assert (state.round, state.health) == (2, 9)
    duel = game(lines=lines(HARMLESS), player={"dice": [3]})
    last = with_(duel, phase=Phase.ANSWER, rolled=3, his=(6,), wounds=(3,), health=1, opponent=1)
    assert after(duel, "stand", state=last).ending is Ending.STAND_OFF, "never after the last"


@rule("S20")
def test_deep_wounds_4_5_and_6() -> None:
    duel, state = injured("4 5", concentration=30)
    assert after(duel, "wound 4", state=state).concentration == 0
    assert after(duel, "wound 5", "toll 4", state=state).ki == 6
    assert after(duel, "wound 6", "toll 4", state=state).health == 6
    assert after(duel, "wound 6", "toll 6", state=state._replace(health=6)).ending is Ending.KILLED


# --- The end ---


@rule("S21")
def test_victory_and_defeat_name_their_reason() -> None:
    duel = game(lines=lines({"defense": 0, "counter": 9, "effect": "health 4"}))
    fight = with_(duel, phase=Phase.ANSWER, rolled=3, his=(6,))
    won = after(duel, "stand", state=fight._replace(attack=4, opponent=1))
    assert (won.ending, duel.outcome(won)) == (Ending.KILLED_HIM, Ending.KILLED_HIM.outcome)
    lost = after(duel, "stand", state=fight._replace(health=4))
    assert (lost.ending, lost.health) == (Ending.KILLED, 0)
    assert [str(ending.outcome.shares[0]) for ending in (Ending.KILLED_HIM, Ending.KILLED)] == ["1", "0"]


@rule("S21", "S20")
def test_bleeding_to_death() -> None:
    duel = game(lines=lines(HARMLESS))
    state = with_(duel, phase=Phase.ANSWER, rolled=3, his=(6,), wounds=(3,), health=1)
    assert after(duel, "stand", state=state).ending is Ending.BLED


@rule("S22")
@pytest.mark.parametrize(
    ("health", "opponent", "ending"),
    [(5, 4, Ending.OPPONENT_WITHDREW), (4, 5, Ending.PLAYER_WITHDREW), (4, 4, Ending.STAND_OFF)],
)
def test_after_the_last_round_somebody_withdraws(health: int, opponent: int, ending: Ending) -> None:
    duel = game(lines=lines(HARMLESS))
    state = with_(duel, phase=Phase.ANSWER, round=20, rolled=3, his=(6,), health=health, opponent=opponent)
    state = after(duel, "stand", state=state)
    assert state.ending is ending
    assert ending.outcome.result == "failure"
    assert ending.outcome.shares == (0,), "only killing him counts as a win"


@rule("S23")
def test_bleeding_comes_before_any_purchase() -> None:
    duel = game(lines=lines(HARMLESS))
    state = with_(duel, phase=Phase.ANSWER, rolled=3, his=(6,), wounds=(3,), health=1, concentration=200)
    assert after(duel, "stand", state=state).ending is Ending.BLED


@rule("S23")
def test_the_order_of_a_round() -> None:
    duel = game(lines=lines({"defense": 0, "counter": 9, "effect": "level 2"}), player={"dice": [3, 3]})
    state = with_(duel, concentration=8)
    phases = [state.phase]
    for line in (
        *("buy 8", "dice 3", "roll 1 1 2", "reroll 1", "roll 6", "place 0 0 9", "raise attack", "ready"),
        *("opponent 4", "again", "opponent 5", "injury 4 5", "wound 6", "toll 2"),
    ):
        state = duel.apply(state, duel.read_step(line))
        phases.append(state.phase)
    announce, roll, place, his = Phase.ANNOUNCE, Phase.ROLL, Phase.PLACE, Phase.OPPONENT
    assert phases == [
        *(announce, announce, roll, place, Phase.REROLL, place, Phase.RAISE, Phase.RAISE, his),
        *(Phase.ANSWER, his, Phase.INJURY_2, Phase.WOUND, Phase.HEALTH_TOLL, announce),
    ]
    assert (state.round, state.health) == (2, 8)
