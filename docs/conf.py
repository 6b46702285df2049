"""How the pages look as a web site; `site.py` beside this file makes it (`make html`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[1] / "interpreter")]

project = "fuero"
extensions = ["myst_parser"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
html_theme = "furo"
html_title = "fuero"
highlight_language = "text"


def setup(app: Any) -> dict[str, bool]:
    """Called by Sphinx: rule files in colours, by the lexer of this checkout."""
    from fuero.highlight.lexer import FueroLexer

    app.add_lexer("fuero", FueroLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
