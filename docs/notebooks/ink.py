"""Matplotlib in the style of these pages: `from ink import plt`. Pictures are SVG."""

from pathlib import Path

import matplotlib.pyplot as plt
from matplotlib_inline.backend_inline import set_matplotlib_formats

INK, SOFT, LINE, SEAL = "#211d18", "#5b5347", "#8a7f6c", "#a92e1b"

plt.style.use(Path(__file__).with_name("ink.mplstyle"))
set_matplotlib_formats("svg")

__all__ = ["INK", "LINE", "SEAL", "SOFT", "plt"]
