"""What the letters of the sheets can show.

PDF/UA allows no letter without a shape, and scripts that run from right to left or join their letters are more than the
embedded fonts are made for. Everything else is shown as an empty box, so that any text prints.
"""

import re
import unicodedata

_SHOWN = (
    *((0x20, 0x7E), (0xA0, 0xAC), (0xAE, 0x17F), (0x1CD, 0x1DC), (0x218, 0x21B)),  # Latin, with macrons
    *((0x388, 0x38A), (0x38C, 0x38C), (0x38E, 0x3A1), (0x3A3, 0x3CE), (0x400, 0x45F)),  # Greek, Cyrillic
    *((0x1E00, 0x1E9B), (0x1EA0, 0x1EF9)),
    *((0x2010, 0x2027), (0x202F, 0x2037), (0x2039, 0x203A), (0x20AC, 0x20AC), (0x2122, 0x2122)),  # signs
    *((0x2190, 0x2199), (0x2212, 0x2212), (0x25A0, 0x25A1), (0x25C6, 0x25C7), (0x2660, 0x2667)),
)
SHOWN = frozenset(chr(code) for low, high in _SHOWN for code in range(low, high + 1))
MISSING = "\N{WHITE SQUARE}"
_HYPHEN = "\N{SOFT HYPHEN}"
_BREAK = "\N{ZERO WIDTH SPACE}"  # where a hyphen may not stand
_LONGEST = 16  # letters without a place to break the line


def shown(text: str) -> str:
    """The text with everything that has no shape replaced by a box, marks that stand alone left out.

    >>> shown("Kōji 🗡 宮本")
    'Kōji □ □□'
    """
    composed = unicodedata.normalize("NFC", text)
    return "".join(c if c in SHOWN else MISSING for c in composed if unicodedata.category(c) not in {"Mn", "Me", "Cf"})


def breakable(text: str) -> str:
    """The text with places to break the line in words that are too long for it."""

    def divided(part: re.Match[str]) -> str:
        is_word = part[0][-1].isalpha() and part.string[part.end()].isalpha()
        return part[0] + (_HYPHEN if is_word else _BREAK)

    return re.sub(rf"[^ ]{{{_LONGEST}}}(?=[^ ]{{3}})", divided, shown(text))
