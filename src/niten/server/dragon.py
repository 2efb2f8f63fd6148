"""A race in the server's workers. The judge is loaded when it is first asked: it is heavy, and an extra."""

# ruff: noqa: PLC0415

from typing import ClassVar

from niten.core.game import JsonObject
from niten.core.record import AnyMatch
from niten.dragon import Dragon
from niten.server.part import Progress, ServerPart


class RaceServer(ServerPart):
    """Way of the Dragon: judged by the bots' evaluation."""

    gives_reviews: ClassVar[bool] = True

    def review(self, match: AnyMatch, progress: Progress) -> JsonObject:
        from niten.review.race import review_race
        from niten.review.race_judge import RaceJudge

        game = match.game
        assert isinstance(game, Dragon)
        looked = review_race(RaceJudge(game), match.states[0], match.steps, progress)
        players = [str(colour) for colour in game.options.players]
        return {"players": players, "result": str(game.outcome(match.state))} | looked.as_json(tuple(range(game.seats)))


SERVER = RaceServer()
