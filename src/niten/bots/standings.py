"""What came of a tournament: each bot's share of the wins and rating, and what the same dice for all were good for."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from statistics import fmean, variance
from typing import Any, NamedTuple

from niten.bots.ratings import Interval, Rating, rate, share_interval
from niten.bots.tournament import Deal, Tournament

ANCHOR = "greedy"
"""The bot whose rating is 1000 where it takes part."""


class Standing(NamedTuple):
    """How one bot did. Its games are those in which it sat alone: copies of a bot only fill seats."""

    name: str
    games: int
    win_share: float
    interval: Interval
    rating: Rating


class Standings(NamedTuple):
    """The bots in the order in which they were named.

    `pairing` is the variance of the win shares, as a part of what it would be if every game had dice of its own; None
    where there is too little to tell.
    """

    tournament: Tournament
    bots: tuple[Standing, ...]
    deals: int
    unfinished: int
    pairing: float | None

    @property
    def games(self) -> int:
        """All games that were played."""
        return self.deals * self.tournament.deal_size

    def as_json(self) -> dict[str, Any]:
        """As plain values; ratings without the decimals that mean nothing."""
        setup = self.tournament.setup
        return {
            "bots": [
                {
                    "name": bot.name,
                    "games": bot.games,
                    "win_share": round(bot.win_share, 6),
                    "interval": [round(end, 6) for end in bot.interval],
                    "rating": round(bot.rating.value, 1),
                }
                for bot in self.bots
            ],
            "seed": self.tournament.seed,
            "players": self.tournament.players,
            "board": setup.board.name,
            "powers": str(setup.powers),
            "immunity": setup.immunity,
            "stones": setup.random_stones,
            "games": self.games,
            "deals": self.deals,
            "unfinished": self.unfinished,
            "rating_intervals": {bot.name: [round(end, 1) for end in bot.rating.interval] for bot in self.bots},
            "pairing": None if self.pairing is None else round(self.pairing, 4),
        }


def standings(tournament: Tournament, deals: Iterable[Deal]) -> Standings:
    """The standings after some deals, at least one."""
    in_order = sorted(deals)
    results = [_Result(tournament, deal) for deal in in_order]
    bots = tournament.bots
    seats = [[line_up.count(name) for name in bots] for line_up in tournament.line_ups]
    ratings = rate(seats, [result.won for result in results], bots.index(ANCHOR) if ANCHOR in bots else None)
    found: list[Standing] = []
    for name, rating in zip(bots, ratings, strict=True):
        shares = [fmean(result.alone[name].values()) for result in results]
        games = sum(len(result.alone[name]) for result in results)
        found.append(Standing(name, games, fmean(shares), share_interval(shares), rating))
    unfinished = sum(not winners for deal in in_order for winners in deal.winners)
    return Standings(tournament, tuple(found), len(in_order), unfinished, _pairing(results))


class _Result:
    """A deal as the statistics need it.

    `won[line-up][bot]` are the wins of all seats of a bot, `alone[bot][line-up, seat]` is its share of the game in
    which it sat there alone.
    """

    def __init__(self, tournament: Tournament, deal: Deal) -> None:
        self.won = [[0.0] * len(tournament.bots) for _ in tournament.line_ups]
        self.alone: dict[str, dict[tuple[int, int], float]] = defaultdict(dict)
        for (line_up, seating), winners in zip(tournament.games(deal.number), deal.winners, strict=True):
            for seat, name in enumerate(seating):
                share = 1 / len(winners) if seat in winners else 0.0
                self.won[line_up][tournament.bots.index(name)] += share
                if seating.count(name) == 1:
                    self.alone[name][line_up, seat] = share


def _pairing(results: Sequence[_Result]) -> float | None:
    """The variance of a deal's mean between deals, over that of the mean of as many games with nothing in common."""
    if len(results) < 2:
        return None
    together = apart = 0.0
    for name in results[0].alone:
        seats = list(results[0].alone[name])
        together += variance(fmean(result.alone[name].values()) for result in results)
        apart += sum(variance(result.alone[name][seat] for result in results) for seat in seats) / len(seats) ** 2
    return together / apart if apart else None
