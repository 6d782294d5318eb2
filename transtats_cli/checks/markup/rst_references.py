"""
A translation has the inline markup of its reStructuredText source.

Good:  "See :ref:`guide`"  ->  "Viz :ref:`příručka <guide>`"
Bad:   "See :ref:`guide`"  ->  "Viz :ref:`příručka`"
Bad:   "Run ``make``"      ->  "Spusťte make"
Off:   the flag `ignore-rst-references`

The flag `rst-text` switches it on. Roles keep their targets, and those that hold text may be translated; references
keep their names; of literals, emphasis, strong text and links only the number counts.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.checks.markup.differences import difference
from transtats_cli.checks.markup.offsets import is_escaped
from transtats_cli.checks.markup.restructuredtext import Inline, inlines
from transtats_cli.checks.subject import Subject

ID = "rst-references"

_PREFIXED = re.compile(r"(?P<before>:(?P<role>[^`]+?):`)(?P<text>.*)(?P<after>`)\Z", re.DOTALL)
_SUFFIXED = re.compile(r"(?P<before>`)(?P<text>.*)(?P<after>`:(?P<role>[^`]+):)\Z", re.DOTALL)
_ROLES_OF_TEXT = frozenset("guilabel file code math eq abbr dfn menuselection sub sup kbd index samp".split())
_MARKUP = {"literal": "``…``", "emphasis": "*…*", "strong": "**…**"}


class _Role(NamedTuple):
    label: str
    protected: tuple[tuple[int, int], ...]
    """Spans of the markup of a role, as offsets in the raw text of the role."""


def problem(source: str, target: str, subject: Subject) -> str | None:
    return None if source == target else difference(_find_labels(source), _find_labels(target))


def highlights(text: str, subject: Subject) -> Iterator[tuple[int, int]]:
    """Yield the spans of reStructuredText roles and references that are markup, not displayed text."""
    position = 0
    for inline in inlines(text):
        start = text.find(inline.raw, position)
        if inline.kind == "Text" or start < 0:
            continue
        position = start + len(inline.raw)
        for first, last in _protected_spans(inline):
            yield start + first, start + last


@lru_cache(8192)
def _find_labels(text: str) -> tuple[str, ...]:
    """Return labels of the inline markup of a text. Source and translation must have equal labels.

    Each construct has one label. A role that is followed by a stray bracket and backtick has two labels.
    """
    labels = []
    found = inlines(text)
    for index, inline in enumerate(found):
        label = _label_of(inline)
        if label is None:
            continue
        labels.append(label)
        following = "".join(one.raw for one in found[index + 1 : index + 3])[:2]
        if following in ("<`", ">`") and _parse_role(inline.raw):
            labels.append(label + following)
    return tuple(labels)


def _label_of(inline: Inline) -> str | None:
    role = None if inline.kind == "Text" else _parse_role(inline.raw)
    if role:
        return role.label
    if inline.kind in ("footnote_reference", "substitution_reference"):
        return inline.raw
    if inline.kind == "reference":
        if not inline.has_address:
            return "`…`_"
        return "`… <…>`_" if inline.raw.startswith("`") else "https://…"
    return _MARKUP.get(inline.kind)


def _protected_spans(inline: Inline) -> tuple[tuple[int, int], ...]:
    if role := _parse_role(inline.raw):
        return role.protected
    if inline.kind in ("footnote_reference", "substitution_reference"):
        return ((0, len(inline.raw)),)
    if inline.kind == "reference" and inline.raw.startswith("`") and "<" in inline.raw:
        return ((inline.raw.rindex("<"), inline.raw.rindex(">") + 1),)
    return ()


def _parse_role(raw: str) -> _Role | None:
    match = _PREFIXED.match(raw) or _SUFFIXED.match(raw)
    if not match:
        return None
    name, text = match["role"].lower(), match["text"]
    start, end = match.span("text")
    if name in _ROLES_OF_TEXT:
        return _Role(f":{name}:`…`", ((0, start), (end, len(raw))))
    opening = text.rfind("<")
    title = text[:opening].rstrip()
    if opening > 0 and title and text.endswith(">") and not is_escaped(text, opening):
        return _Role(f":{name}:`{text[opening + 1 : -1]}`", ((0, start), (start + len(title), len(raw))))
    return _Role(f":{name}:`{text}`", ((0, len(raw)),))
