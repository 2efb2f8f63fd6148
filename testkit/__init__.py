"""What tests and benchmarks share: players, servers, browsers, small duels and races to try things on."""

from pathlib import Path

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "data"
"""Kept for comparison."""
