"""What is told of a duel, and how the round table is filled in."""

from niten.core import Match, Step
from niten.samurai import Phase, Samurai, State
from niten.samurai.sheet import rows
from niten.samurai.story import tell
from testkit.duels import game, lines


def kinds(duel: Samurai, before: State, line: str) -> list[str]:
    step = duel.read_step(line)
    return [event.kind for event in tell(duel, before, step, duel.apply(before, step))]


def test_it_is_told_when_health_pays_for_ki() -> None:
    duel = game()
    hurt = duel.start()._replace(phase=Phase.INJURY_1, ki=1)
    assert kinds(duel, hurt, "injury 5") == ["injury-roll", "lost-ki", "ki-short", "lost-health", "round"]
    assert "ki-short" not in kinds(duel, hurt._replace(ki=2), "injury 5")
    assert "ki-short" not in kinds(duel, hurt, "injury 3")
    toll = hurt._replace(phase=Phase.KI_TOLL, wounds=(5,))
    assert kinds(duel, toll, "toll 4") == ["toll-ki", "lost-ki", "ki-short", "lost-health", "round"]


def test_with_a_lost_limb_the_row_of_the_round_shows_one_die() -> None:
    duel = game(lines=lines({"defense": 0, "counter": 9, "effect": "level 1"}), player={"dice": [3, 3, 3], "ki": 0})
    match: Match[State, Step] = Match(duel, duel.start()._replace(struck=(6,)))
    for line in ("dice 3", "roll 1 1 1", "place 0 0 3", "opponent 1", "injury 6"):
        match.play(duel.read_step(line))
    assert match.state.limb_lost
    assert [row.dice for row in rows(duel, match.states, match.steps)] == [3, 1]
