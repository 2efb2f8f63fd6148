"""Work that a server does in other processes."""

from typing import Any

from testkit.duels import duel_table
from testkit.servers import Client
from testkit.waiting import pauses

LONG: dict[str, Any] = {"duel": duel_table(id="long", health=43), "rules": "en"}
"""The set-up of a duel that takes minutes to be solved: whoever asks for it is sure to find it under way."""


def wait_for_job(client: Client, job: str, *states: str) -> dict[str, Any]:
    """A job once it is in one of these states."""
    found = client.get(f"/jobs/{job}").json()
    for _ in pauses():
        if found["state"] in states:
            return found
        found = client.get(f"/jobs/{job}").json()
    raise AssertionError(f"not {states}: {found}")
