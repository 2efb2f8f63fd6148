"""The wheel carries everything the source tree has: texts, duels, boards, types."""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_wheel_is_complete_and_the_rules_in_it_need_nothing_else(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
        metadata = archive.read(next(name for name in packed if name.endswith("METADATA"))).decode()
    source = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert source <= packed
    required = [line for line in metadata.splitlines() if line.startswith("Requires-Dist")]
    assert required
    assert all("extra ==" in line for line in required), "the bare install needs only the standard library"

    # Imported from the wheel itself, without site-packages, the rules play.
    code = (
        f"import sys; sys.path[:0] = [{str(wheel)!r}]; "
        "from niten.booklet import find_duel; from niten.samurai import Samurai; from niten.texts import rules; "
        "import niten; assert '.whl' in niten.__file__; "
        "print(len(Samurai(find_duel('oda-nobunaga')).legal_moves(Samurai(find_duel('oda-nobunaga')).start())), "
        "len(rules('dragon', 'fr')))"
    )
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.split() == ["3", "7"]
