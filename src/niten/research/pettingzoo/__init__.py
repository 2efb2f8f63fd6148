"""PettingZoo: importing this package registers the race as `niten/Dragon-v0`.

>>> import pettingzoo
>>> import niten.research.pettingzoo
>>> env = pettingzoo.make("aec", "niten/Dragon-v0", players=3)
>>> env.reset(seed=7)
>>> env.possible_agents
['player_0', 'player_1', 'player_2']
"""

from niten.research.needs import missing

try:
    from pettingzoo import aec_registry  # pyright: ignore[reportMissingTypeStubs]
    from pettingzoo import register as enter  # pyright: ignore[reportMissingTypeStubs]
except ImportError as error:
    raise missing(error) from error


def register() -> None:
    """Make it known to `pettingzoo.make`."""
    name = "niten/Dragon-v0"
    if name not in aec_registry:
        enter("aec", name, "niten.research.pettingzoo.dragon_v0:env")


register()
