"""Small duels as files, quickly solved."""

from pathlib import Path

from testkit import ROOT

ODA = ROOT / "src/niten/booklet/duels/oda-nobunaga.toml"


def tiny_duel(folder: Path) -> Path:
    """One round with three dice and one Ki against 2 health: 456 states."""
    file = folder / "tiny.toml"
    text = ODA.read_text(encoding="utf-8").replace("\nhealth = 10\n", "\nhealth = 2\n")
    text = text.replace('"oda-nobunaga"', '"tiny"').replace('"Oda Nobunaga"', '"Little Oda"')
    file.write_text(text + "\n[player]\nhealth = 2\nki = 1\ndice = [3]\n", encoding="utf-8")
    return file
