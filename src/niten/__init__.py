"""Niten: Way of the Samurai and Way of the Dragon, two dice games as one engine."""

__version__ = "0.1.0"
