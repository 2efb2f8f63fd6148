"""A finished duel looked at again: what each decision cost, what the dice gave."""

from niten.review.analysis import Decision, Mark, Moment, Review, review_duel

__all__ = ["Decision", "Mark", "Moment", "Review", "review_duel"]
