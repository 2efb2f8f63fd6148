"""The press: typst, which sets the templates with data it is handed. Data is never source, and nothing else is read."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from niten.core import NitenError

Paper = Literal["a4", "letter"]
_TEMPLATES = Path(__file__).parent / "templates"
_WHEN = 0  # every PDF is of the same moment: the same sheet has the same bytes


class NoPress(NitenError):
    """The package that makes PDFs is not installed, or cannot be loaded."""

    code = "no-press"


def press(template: str, data: Mapping[str, Any]) -> bytes:
    """A template filled in, as PDF/UA-1."""
    try:
        import typst  # noqa: PLC0415
    except ImportError as error:
        raise NoPress(reason=error.msg) from error
    return typst.compile(
        _TEMPLATES / template,
        root=_TEMPLATES,
        font_paths=typst.Fonts(include_system_fonts=False),
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        pdf_standards="ua-1",
        timestamp=_WHEN,
    )
