"""What a designer types, as a duel file has it. `web/src/design/shorthand.ts` reads the same.

Whatever is no shorthand stays as it was typed: the checks of duel files say what is wrong with it.
"""

import re
import unicodedata
from collections.abc import Sequence

from niten.core.game import JsonObject

_NOTHING = re.compile(r"[-–—\s]*")
_EFFECTS = (
    (re.compile(r"(?:[-−–]|h(?:ealth)?)?\s*([0-9]+)", re.IGNORECASE), "health"),
    (re.compile(r"k(?:i)?\s*([0-9]+)", re.IGNORECASE), "ki"),
    (re.compile(r"l(?:v|evel)?\s*([0-9]+)", re.IGNORECASE), "level"),
)
_LETTERS = {"health": "", "ki": "k", "level": "L"}
_GAINS = {"k": "ki", "h": "opponent", "a": "attack", "d": "defense", "s": "strike"}
_GROUP = 5  # rounds: so that they can be counted


def read_number(typed: str) -> int | str | None:
    """A number; what is none stays as it was typed."""
    text = typed.strip()
    return (int(text) if re.fullmatch(r"[0-9]{1,9}", text) else text) if text else None


def read_counter(typed: str) -> int | str | None:
    """7 or <7; nothing or a dash for none."""
    return None if _NOTHING.fullmatch(typed) else read_number(re.sub(r"^<\s*", "", typed.strip()))


def read_effect(typed: str) -> str | None:
    """4: four health; k2: two Ki; L1, L2: an injury; dw: a Deep Wound; nothing or a dash for none."""
    text = typed.strip()
    if _NOTHING.fullmatch(text):
        return None
    if text.lower() in ("dw", "deep wound"):
        return "deep wound"
    for form, harm in _EFFECTS:
        if found := form.fullmatch(text):
            return f"{harm} {found[1].lstrip('0') or '0'}"
    return text


def write_effect(effect: str) -> str:
    """An effect as it is typed."""
    if found := re.fullmatch(r"(health|ki|level) ([0-9]+)", effect):
        return _LETTERS[found[1]] + found[2]
    return "dw" if effect == "deep wound" else effect


def read_reward(typed: str) -> JsonObject:
    """k1: Ki; h2: he loses health; a4: Attack; d4: Defense; s: a strike."""
    text = typed.strip()
    if not text:
        return {}
    found = re.fullmatch(r"([khads])\s*([0-9]{0,9})", text, re.IGNORECASE)
    if not found:
        return {"reward": text}
    return {"reward": _GAINS[found[1].lower()]} | ({"amount": int(found[2])} if found[2] else {})


def write_reward(row: JsonObject) -> str:
    """A reward as it is typed."""
    gain = str(row.get("reward", ""))
    letter = next((one for one, name in _GAINS.items() if name == gain), None)
    return f"{letter}{row.get('amount', '')}" if letter else gain


def read_dice(typed: str) -> list[int | str]:
    """A digit for each round; blanks and commas do not count."""
    return [int(die) if die in "0123456789" else die for die in re.sub(r"[\s,;]", "", typed)]


def write_dice(dice: Sequence[object]) -> str:
    """In groups of five rounds."""
    digits = [str(die) for die in dice]
    return " ".join("".join(digits[at : at + _GROUP]) for at in range(0, len(digits), _GROUP))


def id_from(name: str) -> str:
    """What is used in commands and file names, made from a name."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.category(c).startswith("M"))
    return re.sub(r"[^a-z0-9]+", "-", plain.lower())[:60].strip("-")
