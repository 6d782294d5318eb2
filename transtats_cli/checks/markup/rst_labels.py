"""Labels of the markup in reStructuredText, with which source and translation are compared, and a fast comparison.

In two thirds of the strings of a Sphinx catalogue, source and translation are simple paragraphs with the same markup.
`has_same_simple_markup` finds them without docutils, and no check of reStructuredText can fail on them. Without it,
such a catalogue takes an eighth more time. `tests/checks/markup/test_rst_labels.py` compares it with the checks.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.checks.markup.offsets import is_escaped_character
from transtats_cli.checks.markup.rst_simple import DOCUMENT_NUMBER_ROLE_PATTERN, split_simple_paragraph

MARKUP_LABELS = {"literal": "``…``", "emphasis": "*…*", "strong": "**…**"}
"""Labels of inline markup other than roles and links, by the name of its docutils class."""
LINK_LABEL = "`… <…>`_"
"""Label of a link with an address in its markup."""

_PREFIXED_ROLE_PATTERN = re.compile(r"(?P<before>:(?P<role>[^`]+?):`)(?P<text>.*)(?P<after>`)\Z", re.DOTALL)
_SUFFIXED_ROLE_PATTERN = re.compile(r"(?P<before>`)(?P<text>.*)(?P<after>`:(?P<role>[^`]+):)\Z", re.DOTALL)
_ROLES_OF_TEXT = frozenset("guilabel file code math eq abbr dfn menuselection sub sup kbd index samp".split())
"""Names of roles with a text to translate, and without a target."""

ROLES_OF_DOCUTILS = frozenset(
    """
    ab abbreviation ac acronym anonymous-reference citation-reference code emphasis footnote-reference i index literal
    math named-reference pep pep-reference raw restructuredtext-unimplemented-role rfc rfc-reference strong sub
    subscript substitution-reference sup superscript t target title title-reference uri uri-reference url
    """.split()
)
"""Names of the roles that docutils defines. A role of docutils may have an invalid text.

docutils reports any other role as unknown, which is no problem if the source has the role, too.
"""
_PARAGRAPH_PATTERN = re.compile(
    r"""
    (?! \(? (?: [0-9]+ | [A-Za-z] | [ivxlcdm]+ | [IVXLCDM]+ ) [.)] )           # no enumerator
    (?! :+ [ ]* $ )                                                            # no line of one sign
    (?: [^\W_] | [`:*] | ["'(] (?=[\w`*]) | [\u2018-\u201e\u300c\u300e\uff08] )
    [^\n]* (?: \n (?: [^\W_] | ` ) [^\n]* )*
    """,
    re.VERBOSE | re.MULTILINE,
)
"""Text that docutils parses as one paragraph, if its inline markup is simple.

Some characters at the beginning of a line may begin a block of another kind, and so exclude the text.
"""


class RoleMarkup(NamedTuple):
    """Label and protected spans of a role. Source and translation must have the same labels."""

    compared_label: str
    """Markup of the role without its title. In a role without a target, such as `kbd`, `…` replaces the text."""
    protected_spans: tuple[tuple[int, int], ...]
    """Spans of the raw markup that a translation must not change."""


# Source and translation, and the translations of other languages, have the same roles.
@lru_cache(maxsize=8192)
def parse_role(raw_markup: str) -> RoleMarkup | None:
    """Parse a role as the string contains it. Return None for other markup."""
    match = _PREFIXED_ROLE_PATTERN.match(raw_markup) or _SUFFIXED_ROLE_PATTERN.match(raw_markup)
    if not match:
        return None
    name, text = match["role"].lower(), match["text"]
    start, end = match.span("text")
    if name in _ROLES_OF_TEXT:
        return RoleMarkup(f":{name}:`…`", ((0, start), (end, len(raw_markup))))
    opening = text.rfind("<")
    title = text[:opening].rstrip()
    if opening > 0 and title and text.endswith(">") and not is_escaped_character(text, opening):
        return RoleMarkup(f":{name}:`{text[opening + 1 : -1]}`", ((0, start), (start + len(title), len(raw_markup))))
    return RoleMarkup(f":{name}:`{text}`", ((0, len(raw_markup)),))


def has_same_simple_markup(source: str, target: str) -> bool:
    """Return True if both texts are simple paragraphs with the same markup, so that no check of their markup can fail.

    If the result is False, the checks may fail or succeed.
    """
    labels = _list_labels(source)
    return labels is not None and labels == _list_labels(target)


# The languages of a component have the same sources.
@lru_cache(maxsize=8192)
def _list_labels(text: str) -> list[str] | None:
    """Return the sorted labels of the markup in a simple paragraph, or None for another text."""
    if (
        not _PARAGRAPH_PATTERN.fullmatch(text)
        or text.endswith("::")
        or text[-1].isspace()
        or len(text.splitlines()) > text.count("\n") + 1
        or (nodes := split_simple_paragraph(text)) is None
    ):
        return None
    labels: list[str] = []
    for kind, raw_markup, role in nodes:
        if role:
            found = parse_role(raw_markup)
            if found is None or (role in ROLES_OF_DOCUTILS and not DOCUMENT_NUMBER_ROLE_PATTERN.fullmatch(raw_markup)):
                return None
            labels.append(found.compared_label)
        elif kind in MARKUP_LABELS:
            labels.append(MARKUP_LABELS[kind])
        elif kind == "reference":
            labels.append(LINK_LABEL)
    labels.sort()
    return labels
