"""Settings of the documentation: `sphinx-build -E -W --keep-going -n docs build/docs` builds it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from transtats_cli import __version__

project = "transtats"
author = "the transtats contributors"
copyright = author  # noqa: A001  Sphinx prescribes the name
version = release = __version__
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "transtats_docs"]
exclude_patterns = ["_ext"]
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
