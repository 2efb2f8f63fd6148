"""The bots: each plays itself, and what counts is the time it thinks."""

from collections.abc import Callable, Iterator
from typing import Any

from niten.booklet import find_duel
from niten.bots import DRAGON_BOTS, SAMURAI_BOTS, Bot
from niten.bots.dragon_levels import Level, MissingPackages
from niten.core import CHANCE, NOBODY, Game, SeededDice
from niten.dragon import Colour, Dragon, Setup
from niten.samurai import Samurai
from niten.speed.figures import Asked, Figure, Found, Missing
from niten.speed.packages import EXTRAS
from niten.speed.timing import Did, Runner, Stopwatch, in_turns


def measure(asked: Asked) -> Iterator[Found]:
    """Milliseconds for a decision, on average over turns of a race of two, or over rounds of the demo duel."""
    race, duel = Dragon(Setup(tuple(Colour)[:2])), Samurai(find_duel("oda-nobunaga"))
    runners: dict[str, Runner] = {}
    lacking: MissingPackages | None = None
    for name, bot in DRAGON_BOTS.items():
        try:
            _prepare(bot, race)
        except MissingPackages as error:
            lacking = error
        else:
            runners[f"race-{name}"] = _thinking(bot, race, lambda state: state.seat, asked.seed)
    for name, bot in SAMURAI_BOTS.items():
        if name != "optimal":  # he asks the coach, who is measured as such
            runners[f"duel-{name}"] = _thinking(bot, duel, lambda state: state.round, asked.seed)
    for name, pace in in_turns(runners, asked.seconds, asked.progress).items():
        total = pace.total
        yield Figure("bots", name, 1000 * total.seconds / total.steps, "ms", *total)
    if lacking:
        yield Missing("bots", str(lacking.details["reason"]), EXTRAS["bots"])


def _prepare(bot: Bot[Dragon, Any], race: Dragon) -> None:
    if isinstance(bot, Level):
        bot.check()
        bot.prepare(race)


def _thinking(bot: Bot[Any, Any], game: Game[Any, Any], turn_of: Callable[[Any], int], seed: int) -> Runner:
    """A turn after the other, of one game after the other; where only one move is legal nobody has to think."""
    watch, dice, own = Stopwatch(), SeededDice(seed), SeededDice(seed, "bot")
    state = game.start()

    def turn() -> Did:
        nonlocal state
        begun, steps = turn_of(state), 0
        while game.actor(state) != NOBODY and (turn_of(state) == begun or not steps):
            if game.actor(state) == CHANCE:
                state = game.advance(state, game.chance(state).draw(dice))
            elif len(moves := game.legal_moves(state)) == 1:
                state = game.advance(state, moves[0])
            else:
                with watch.held():
                    step = bot.choose(game, state, own)
                state = game.advance(state, step)
                steps += 1
        if game.actor(state) != NOBODY:
            return Did(0, steps)
        state = game.start()
        return Did(1, steps)

    return Runner(turn, watch)
