"""Both games through the interfaces people already use: Gymnasium, PettingZoo, OpenSpiel (docs/research.md)."""
