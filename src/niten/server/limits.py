"""How much may be asked: a bucket for each address and each profile, filled at a steady rate."""

import time
from collections import OrderedDict

_MOST = 50_000


class Limiter:
    """`rate` a second on average, and `burst` at once."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, who: str) -> float:
        """Take one; seconds until there is one if there is none, else 0."""
        now = time.monotonic()
        left, at = self._buckets.get(who, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        if left < 1:
            return (1 - left) / self._rate
        self._buckets[who] = (left - 1, now)
        self._buckets.move_to_end(who)
        if len(self._buckets) > _MOST:  # whoever was away longest has a full one again anyway
            self._buckets.popitem(last=False)
        return 0.0
