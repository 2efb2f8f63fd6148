"""Secrets: made here, told once, kept only as hashes and compared in constant time."""

import hmac
import secrets
from hashlib import sha256

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that are mistaken for each other
_CODE = 10


def new_secret() -> str:
    """A secret of 256 bits."""
    return secrets.token_urlsafe(32)


def new_code() -> str:
    """A secret short enough to type: 50 bits, for minutes."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_CODE))


def read_code(typed: str) -> str:
    """A code as it was meant: in any case, with blanks or hyphens, O for 0, I or L for 1."""
    plain = typed.upper().replace("-", "").replace(" ", "")
    return plain.translate(str.maketrans("OIL", "011"))


def hashed(secret: str) -> bytes:
    """What is kept of a secret: it is long and random, so it needs no salt."""
    return sha256(secret.encode()).digest()


def is_secret(given: str, kept: bytes) -> bool:
    """Whether it is the secret whose hash is kept."""
    return hmac.compare_digest(hashed(given), kept)
