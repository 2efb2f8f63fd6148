"""The documentation site: `make docs` builds it, runs its notebooks, and takes every warning for an error."""

import hashlib
import logging
import os
import shutil
import sys
from pathlib import Path

from jupyter_client.manager import KernelManager

sys.path.insert(0, str(Path(__file__).parent))

import niten
from niten.folders import cache_folder

project = "Niten"
author = "The Niten developers"
copyright = "2026, the Niten developers"
release = niten.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "from_program"]
exclude_patterns = ["_build"]
default_role = "literal"  # `x` in a docstring is code
smartquotes_action = "qe"  # quotes and dots, but --option stays what it is

myst_heading_anchors = 3
myst_enable_extensions = ["attrs_block", "attrs_inline", "deflist"]


def _kept_outputs() -> Path:
    """Where the outputs of notebooks are kept: another folder whenever anything that they read has changed."""
    home = Path(__file__).parents[1]
    names = [path for kind in ("py", "toml", "npz", "json") for path in (home / "src/niten").rglob(f"*.{kind}")]
    read = hashlib.sha256(sys.version.encode())
    for path in sorted([*names, *(home / "docs/notebooks").iterdir(), home / "constraints.txt"]):
        if path.is_file():
            read.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes())
    folder = cache_folder() / "notebooks"
    for old in sorted(folder.glob("*"), key=lambda path: path.stat().st_mtime)[:-5]:
        shutil.rmtree(old, ignore_errors=True)
    return folder / read.hexdigest()[:20]


# Notebooks are text and are run anew when anything they read has changed: what they show is what this version says.
nb_execution_mode = "cache"
nb_execution_cache_path = str(_kept_outputs())
nb_execution_raise_on_error = True
nb_execution_timeout = 300  # seconds for a cell, on a busy machine; most take one
nb_merge_streams = True
nb_execution_show_tb = True
KernelManager.transport_encryption.default_value = "auto"  # or the kernel warns that it could be listened to
logging.getLogger("traitlets").setLevel(logging.WARNING)  # quiet, as the build is
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # their matrices are small: threads would wait for each other

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "show-inheritance": True}
add_module_names = False
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Niten"
html_logo = html_favicon = "../web/public/icon.svg"
html_static_path = ["style"]
html_css_files = ["ink.css"]
html_copy_source = False
html_theme_options = {
    "light_css_variables": {
        "color-background-primary": "#fbf7ee",
        "color-background-secondary": "#f3ecdd",
        "color-background-hover": "#e6dcc7",
        "color-background-hover--transparent": "#e6dcc700",
        "color-background-border": "#d8ccb4",
        "color-foreground-primary": "#211d18",
        "color-foreground-secondary": "#5b5347",
        "color-foreground-muted": "#5b5347",
        "color-foreground-border": "#b3a68e",
        "color-brand-primary": "#a92e1b",
        "color-brand-content": "#a92e1b",
        "color-brand-visited": "#8a3a2c",
        "color-code-background": "#f3ecdd",
        "color-inline-code-background": "#f3ecdd",
        "color-api-background": "#f3ecdd",
        "color-sidebar-background": "#f3ecdd",
        "color-highlight-on-target": "#f6e3c4",
    },
    "dark_css_variables": {
        "color-background-primary": "#14161b",
        "color-background-secondary": "#1d2027",
        "color-background-hover": "#262a33",
        "color-background-hover--transparent": "#262a3300",
        "color-background-border": "#33373f",
        "color-foreground-primary": "#ece5d6",
        "color-foreground-secondary": "#b3ab9b",
        "color-foreground-muted": "#b3ab9b",
        "color-foreground-border": "#4b4f59",
        "color-brand-primary": "#f0806a",
        "color-brand-content": "#f0806a",
        "color-brand-visited": "#d99a8c",
        "color-code-background": "#1d2027",
        "color-inline-code-background": "#262a33",
        "color-api-background": "#1d2027",
        "color-sidebar-background": "#1d2027",
        "color-highlight-on-target": "#3b3324",
    },
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
