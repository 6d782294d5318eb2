"""Settings of the documentation: `sphinx-build -E -W --keep-going -n docs build/docs` builds it."""

import re
import sys
from pathlib import Path
from typing import Any

from transtats_cli import __version__

DOCS = Path(__file__).parent
sys.path.insert(0, str(DOCS / "_generator"))

from transtats_docs.sources import copy_sources  # noqa: E402  the folder is not installed

project = "transtats"
author = "the transtats contributors"
copyright = author  # noqa: A001  Sphinx prescribes the name
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_generator"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
# Otherwise `--option` would be printed with a dash.
smartquotes = False

autodoc_member_order = "bysource"
autodoc_typehints = "signature"

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["tables.css"]
html_title = f"transtats {release}"
html_copy_source = False
html_show_sourcelink = False
# Otherwise the foot of each page links to a personal page.
html_show_sphinx = False

_CODE_PATTERN = re.compile(r"(?<!`)`([^`]+)`(?!`)")


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", _change_docstring)
    app.connect("html-page-context", _link_to_source)
    app.connect("build-finished", lambda app, error: error or copy_sources(DOCS, Path(app.outdir)))


def _link_to_source(app: Any, name: str, _template: str, context: dict[str, Any], _document: object) -> None:
    """Add a link to the Markdown source of a page, which is beside the built page."""
    if name in app.env.found_docs:
        address = f"{name.rpartition('/')[2]}.md"
        context["metatags"] += f'<link rel="alternate" type="text/markdown" href="{address}">'


def _change_docstring(_app: object, _kind: str, _name: str, _obj: object, _options: object, lines: list[str]) -> None:
    """Convert a docstring to reStructuredText.

    The docstrings that Python adds to the fields of a named tuple are removed.
    """
    is_of_field = bool(lines) and lines[0].startswith("Alias for field number")
    lines[:] = [] if is_of_field else [_CODE_PATTERN.sub(r"``\1``", line) for line in lines]
