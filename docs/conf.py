"""The documentation site."""

import niten

project = "Niten"
author = "The Niten developers"
copyright = "2026, the Niten developers"
release = niten.__version__
extensions = ["myst_parser"]
exclude_patterns = ["_build"]
html_theme = "alabaster"
html_theme_options = {"description": "Two dice games as one engine", "fixed_sidebar": True}
myst_heading_anchors = 3
