"""Pictures, compared with the ones that are kept in tests/data.

NITEN_UPDATE_PICTURES=1 keeps new ones. Look at them before you commit.
"""

import os
import tempfile
from pathlib import Path

from PIL import Image, ImageChops

SEEN = Path(tempfile.gettempdir()) / "niten-pictures"
UPDATE = "NITEN_UPDATE_PICTURES"

# Pictures are kept small, so that a letter drawn a little differently counts little, and with few shades. A pixel
# differs if one of its three colours is further away than FAR (of 255); so much of a picture may.
FAR = 40
MOST = 0.004
SHADE = 15


def compare(seen: Image.Image, kept: Path) -> None:
    """What is seen is what is kept."""
    name = kept.stem
    if os.environ.get(UPDATE):
        kept.parent.mkdir(parents=True, exist_ok=True)
        seen.point([round(value / SHADE) * SHADE for value in range(256)] * 3).save(kept, optimize=True)
        return
    assert kept.exists(), f"there is no {kept}: {UPDATE}=1 keeps one"
    with Image.open(kept) as opened:
        expected = opened.convert("RGB")
    share, marked = difference(seen, expected)
    if share > MOST:
        SEEN.mkdir(exist_ok=True)
        ours, theirs = SEEN / f"{name}.png", SEEN / f"{name}-difference.png"
        seen.save(ours)
        marked.save(theirs)
        raise AssertionError(f"{name}: {share:.2%} of the picture differ. Seen: {ours}, marked: {theirs}, kept: {kept}")


def difference(seen: Image.Image, expected: Image.Image) -> tuple[float, Image.Image]:
    """How much of a picture differs, and the picture with that in red."""
    if seen.size != expected.size:
        return 1.0, seen
    apart = ImageChops.difference(seen, expected)
    far = apart.point([255 * (value > FAR) for value in range(256)] * 3)
    red, green, blue = far.split()
    mask = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    marked = Image.blend(seen, Image.new("RGB", seen.size, "white"), 0.7)
    marked.paste((255, 0, 0), mask=mask)
    return mask.histogram()[255] / (seen.width * seen.height), marked
