"""What a policy sees: the numbers of an observation, each with a name and the range it keeps to."""

from typing import NamedTuple


class Number(NamedTuple):
    """One number of an observation; `high` None: as high as the game lets it grow."""

    name: str
    low: int
    high: int | None


Spec = tuple[Number, ...]


def counts(name: str, labels: tuple[str, ...], most: int) -> Spec:
    """Several numbers of one kind, from 0 to the same most."""
    return tuple(Number(f"{name} {label}", 0, most) for label in labels)
