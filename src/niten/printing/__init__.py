"""Sheets to print: duels, the booklet and the race, as PDF."""

from niten.printing.duels import booklet, duel_sheet
from niten.printing.press import NoPress, Paper
from niten.printing.races import race_sheets

__all__ = ["NoPress", "Paper", "booklet", "duel_sheet", "race_sheets"]
