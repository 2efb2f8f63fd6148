"""How much may be asked: a bucket for each address and each profile, filled at a steady rate."""

import time
from collections import OrderedDict
from ipaddress import IPv6Address, IPv6Network

_MOST = 50_000


def neighbours(address: str) -> str:
    """For whom an address counts: one line has 2^64 of the longer ones, so their first half counts."""
    if ":" not in address:
        return address
    try:
        whole = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(whole.ipv4_mapped or IPv6Network((whole, 64), strict=False))


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
