"""What the server counts, for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self._requests = Counter("niten_requests", "Requests answered", labels, registry=self._registry)
        self._seconds = Histogram(
            "niten_request_seconds", "Time to answer", ("route",), buckets=_BUCKETS, registry=self._registry
        )
        self.steps = Counter("niten_entries", "Entries added to logs", registry=self._registry)
        self.limited = Counter("niten_limited", "Requests refused by a limit", registry=self._registry)
        self.dropped = Counter("niten_readers_dropped", "Readers hung up on", registry=self._registry)
        self.streams = Gauge("niten_streams", "Event streams open", registry=self._registry)
        self.tables = Gauge("niten_tables", "Tables kept ready", registry=self._registry)
        self.jobs = Gauge("niten_jobs", "Jobs under way at this node", registry=self._registry)
        self._routes: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """One more request; of a stream only that it was there."""
        key = (method, route, status)
        if key not in self._routes:  # looking labels up takes longer than counting
            self._routes[key] = self._requests.labels(method, route, str(status)), self._seconds.labels(route)
        counter, histogram = self._routes[key]
        counter.inc()
        if not route.endswith("/events"):
            histogram.observe(seconds)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self._registry)
