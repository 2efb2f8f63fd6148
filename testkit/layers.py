"""The layers of the package: each may use itself and the ones before it."""

from testkit import ROOT

SOURCE = ROOT / "src/niten"


# Each layer may use itself and the layers before it.
LAYERS = (
    {"texts"},
    {"core"},
    {"samurai", "dragon"},
    {"booklet", "games", "folders"},
    {"spaces"},
    {"solver", "bots", "review", "simulate"},
    {"measuring"},
    {"server", "terminal", "research", "printing", "speed"},
    {"__init__", "__main__"},
)
