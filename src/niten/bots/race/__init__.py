"""The brain of the bots for Way of the Dragon: the turn solved exactly, a net that judges positions, search.

`plain` is the specification and needs the standard library only; everything else is an extra (`solver`), and imported
by those who need it.
"""
