"""Sphinx extension that generates reference pages from the program.

A page contains the comment `<!-- generated: NAME -->`. While Sphinx reads the page, the comment is replaced by the
Markdown that the function in `GENERATED` returns, so the generated text is never committed.
"""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from transtats_docs import checks, help_texts, http_api, settings

if TYPE_CHECKING:
    from sphinx.application import Sphinx

GENERATED: dict[str, Callable[[], str]] = {
    "checks": checks.pages,
    "undecidable": checks.undecidable,
    "settings": settings.settings,
    "environment": settings.environment,
    "http-api": http_api.routes,
    "http-objects": http_api.objects,
}

_COMMENT = re.compile(r"^<!-- generated: ([\w-]+) -->$", re.MULTILINE)
_TUPLE_FIELD = "Alias for field number"


def with_generated(page: str) -> str:
    """Return the text of a page with generated text in place of the comments. Raises KeyError for an unknown name."""
    return _COMMENT.sub(lambda comment: GENERATED[comment[1]](), page)


def setup(app: "Sphinx") -> dict[str, Any]:
    app.connect("source-read", _replace_comments)
    app.connect("autodoc-process-docstring", _change_docstring)
    for part in ("description", "options", "epilog"):
        app.connect(f"sphinx-click-process-{part}", help_texts.escape)
    app.connect("sphinx-click-process-options", help_texts.restore_brackets)
    app.connect("sphinx-click-process-epilog", help_texts.format_examples)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _replace_comments(_app: "Sphinx", _page: str, source: list[str]) -> None:
    source[0] = with_generated(source[0])


def _change_docstring(_app: object, _kind: str, _name: str, _obj: object, _options: object, lines: list[str]) -> None:
    """Convert a docstring to reStructuredText.

    The docstrings that Python adds to the fields of a named tuple are removed.
    """
    lines[:] = [] if lines and lines[0].startswith(_TUPLE_FIELD) else map(help_texts.with_literals, lines)
