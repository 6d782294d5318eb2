"""Roles of reStructuredText as strings contain them, and the labels with which source and translation are compared."""

import re
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.checks.markup.offsets import is_escaped_character

MARKUP_LABELS = {"literal": "``…``", "emphasis": "*…*", "strong": "**…**"}
"""Labels of inline markup other than roles and links, by the name of its docutils class."""
LINK_LABEL = "`… <…>`_"
"""Label of a link with an address in its markup."""
DOCUMENT_NUMBER_ROLE_PATTERN = re.compile(r":(?:pep|rfc):`[1-9][0-9]{0,3}`")
"""Pattern of the roles `pep` and `rfc` with a number. docutils converts such a role to a reference with an address."""

_PREFIXED_ROLE_PATTERN = re.compile(r"(?P<before>:(?P<role>[^`]+?):`)(?P<text>.*)(?P<after>`)\Z", re.DOTALL)
_SUFFIXED_ROLE_PATTERN = re.compile(r"(?P<before>`)(?P<text>.*)(?P<after>`:(?P<role>[^`]+):)\Z", re.DOTALL)
_ROLES_OF_TEXT = frozenset("guilabel file code math eq abbr dfn menuselection sub sup kbd index samp".split())
"""Names of roles with a text to translate, and without a target."""


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
