"""What happened, turn by turn: a line for each, with the dice that counted and what was done with them.

The rolls before the last one and the dice rolled again are left out; the log has them.
"""

from collections.abc import Hashable, Iterator
from itertools import groupby

from niten.core import Match, Step
from niten.dragon import Eye, Phase, Reroll, Roll, State, Stone
from niten.terminal.dragon_words import Words

_ELSEWHERE = frozenset({"turn", "score"})  # the question says whose turn it is, the last page who has how much


def account(words: Words, match: Match[State, Step], first: int, last: int) -> list[str]:
    """The steps from number `first` up to `last`, as lines."""
    told = [sentence for index in range(first, last) for sentence in _sentences(words, match, first, index)]
    return [" ".join(sentence for _, sentence in line) for _, line in groupby(told, key=lambda pair: pair[0])]


def _sentences(words: Words, match: Match[State, Step], first: int, index: int) -> Iterator[tuple[Hashable, str]]:
    """What a step did, each sentence with what it is about: those about the same make a line."""
    before, step, after = match.states[index], match.steps[index], match.states[index + 1]
    if isinstance(step, Reroll) or (isinstance(step, Roll) and before.phase == Phase.ROLL):
        return
    if isinstance(step, Stone):
        if after.phase != Phase.STONES:
            stones = (stone for stone in match.steps[: index + 1] if isinstance(stone, Stone))
            yield before.phase, words.say("event.stones", stones=words.spots((s.path, s.space) for s in stones))
            if after.phase == Phase.ROLL:
                yield before.phase, words.say("event.starts", colour=words.seat(after.seat))
        return
    about: Hashable = before.phase if before.phase in (Phase.STONES, Phase.ROLL_OFF) else before.seat
    # The dice are told with what was done with them, unless the player has seen them lie on the table.
    if before.phase == Phase.MOVE and not isinstance(step, Eye) and (index > first or not index):
        yield about, words.say("event.has", colour=words.seat(before.seat), dice=words.dice(before.dice))
    for event in words.events(before, step, after):
        if event.kind not in _ELSEWHERE:
            yield "over" if event.kind == "over" else about, words.sentence(event)
