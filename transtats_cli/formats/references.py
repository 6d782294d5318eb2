"""Flags that follow from the source files of a string. A string from a `.rst` file has the flag `rst-text`.

A reference is a place in a source file, such as `docs/index.rst:12`.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from posixpath import splitext

from transtats_cli.flags import NO_FLAGS, Flags

_FLAGS_OF_EXTENSION: dict[str, tuple[str, ...]] = {
    ".rst": ("rst-text",),
    ".md": ("md-text",),
    ".markdown": ("md-text",),
    ".mdx": ("md-text", "safe-mdx"),
    ".adoc": ("asciidoc-text",),
    ".ad": ("asciidoc-text",),
    ".asciidoc": ("asciidoc-text",),
}
# The beginnings of the extensions. An escape such as %2E can be part of an extension.
_HINTS = ("%", ".rst", ".md", ".markdown", ".ad", ".asciidoc")
# Sphinx writes `module.py:docstring of package.module.name:3`. The dotted name is not a file name, even if it ends in
# `.rst`.
_DOCSTRING_NAME_PATTERN = re.compile(r":docstring\sof\s[\w.]+:\d+")


def flags_of_references(references: Iterable[str]) -> Flags:
    """Return the flags of a string that follow from the extensions of its source files.

    `references` contains texts with one or several references of the form `path:line`, separated by white space.
    """
    text = " ".join(references)
    if not may_refer_to_markup(text):
        return NO_FLAGS
    text = _DOCSTRING_NAME_PATTERN.sub("", "\n".join(map(_decode_reference, text.split())))
    extensions = {splitext(reference.partition(":")[0])[1] for reference in text.split("\n")}
    return _flags_of_extensions(frozenset(extensions & _FLAGS_OF_EXTENSION.keys()))


def may_refer_to_markup(text: str) -> bool:
    """Return False if no reference in a text implies flags. Most references name program code."""
    return any(hint in text for hint in _HINTS)


def _decode_reference(reference: str) -> str:
    if "%" not in reference:
        return reference.replace("+", " ")
    from urllib.parse import unquote_plus

    try:
        return unquote_plus(reference, errors="strict")
    except UnicodeDecodeError:  # the percent signs are not escapes
        return reference


@lru_cache(maxsize=256)
def _flags_of_extensions(extensions: frozenset[str]) -> Flags:
    names = sorted(name for extension in extensions for name in _FLAGS_OF_EXTENSION[extension])
    return Flags(dict.fromkeys(names, ())) if names else NO_FLAGS
