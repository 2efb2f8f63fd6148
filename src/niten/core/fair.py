"""Dice that can be checked: a commitment before the first roll, the secret after the last (docs/fair-dice.md)."""

import hmac
import re
import secrets
from hashlib import sha256
from typing import NamedTuple

from niten.core.dice import BlockDice

SECRET_BYTES = 32
ENTROPY = re.compile(r"[0-9A-Za-z_-]{0,64}")
"""What a seat may add of its own: letters, digits, _ and -."""
TABLE = re.compile(r"[0-9A-Za-z_-]{1,64}")
HEX = re.compile(r"[0-9a-f]{64}")


class Pledge(NamedTuple):
    """What is said about the dice of a table: all but the secret before the first roll, the secret after the last."""

    table: str
    commitment: str
    entropy: tuple[str, ...] = ()
    secret: str | None = None

    @classmethod
    def make(cls, table: str, entropy: tuple[str, ...] = (), secret: bytes | None = None) -> "Pledge":
        """A new one, its secret with it."""
        secret = secrets.token_bytes(SECRET_BYTES) if secret is None else secret
        return cls(table, committed(secret), entropy, secret.hex())

    @property
    def is_kept(self) -> bool:
        """The secret is the one that was committed to."""
        return self.secret is not None and committed(bytes.fromhex(self.secret)) == self.commitment

    def public(self) -> "Pledge":
        """Without the secret."""
        return self._replace(secret=None)

    def dice(self) -> "FairDice":
        """The dice of the table, from the first roll on; the secret must be known."""
        assert self.secret is not None
        return FairDice(bytes.fromhex(self.secret), self.table, self.entropy)


def committed(secret: bytes) -> str:
    """The commitment to a secret."""
    return sha256(secret).hexdigest()


class FairDice(BlockDice):
    """Dice from a secret, and from what the table and every seat added to it.

    Block n is HMAC-SHA-256(secret, "niten/fair/1/<table>/<entropy of each seat, with commas between>/<n>"); where no
    seat added anything there are no commas either.
    """

    def __init__(self, secret: bytes, table: str, entropy: tuple[str, ...] = ()) -> None:
        super().__init__()
        self._secret = secret
        self._prefix = f"niten/fair/1/{table}/{','.join(entropy) if any(entropy) else ''}/"

    def block(self, number: int) -> bytes:
        return hmac.digest(self._secret, f"{self._prefix}{number}".encode(), "sha256")
