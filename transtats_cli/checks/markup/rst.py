"""Checks of reStructuredText."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.checks.markup.offsets import describe_difference, is_escaped_character
from transtats_cli.checks.markup.restructuredtext import docutils_messages, parse_inline_markup
from transtats_cli.checks.markup.rst_simple import InlineNode
from transtats_cli.checks.subject import CheckedString

_MARKUP_LABELS = {"literal": "``…``", "emphasis": "*…*", "strong": "**…**"}
"""Labels of inline markup other than roles and links, by the name of its docutils class."""
_PREFIXED_ROLE_PATTERN = re.compile(r"(?P<before>:(?P<role>[^`]+?):`)(?P<text>.*)(?P<after>`)\Z", re.DOTALL)
_SUFFIXED_ROLE_PATTERN = re.compile(r"(?P<before>`)(?P<text>.*)(?P<after>`:(?P<role>[^`]+):)\Z", re.DOTALL)
_ROLES_OF_TEXT = frozenset("guilabel file code math eq abbr dfn menuselection sub sup kbd index samp".split())
"""Names of roles with a text to translate, and without a target."""


def rst_references(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation has the inline markup of its reStructuredText source.

    Good:  "See :ref:`guide`"  ->  "Viz :ref:`příručka <guide>`"
    Bad:   "See :ref:`guide`"  ->  "Viz :ref:`příručka`"
    Bad:   "Run ``make``"      ->  "Spusťte make"

    The flag `rst-text` switches it on. The targets of roles and the names of references must be the same. Roles that
    contain text may be translated. Of literals, emphasis, strong text and links, only the number counts.
    """
    if source == target:
        return None
    return describe_difference(_find_markup_labels(source), _find_markup_labels(target))


def highlight_rst_references(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of reStructuredText roles, references and addresses, without displayed text such as titles."""
    position = 0
    for inline in parse_inline_markup(text):
        start = text.find(inline.raw_markup, position)
        if inline.node_class == "Text" or start < 0:
            continue
        position = start + len(inline.raw_markup)
        for first, last in _protected_spans(inline):
            yield start + first, start + last


@lru_cache(8192)
def _find_markup_labels(text: str) -> tuple[str, ...]:
    """Return labels of the inline markup of a text. Source and translation must have equal labels.

    Each construct has one label. A role that is followed by a stray bracket and backtick has two labels.
    """
    labels = []
    found = parse_inline_markup(text)
    for index, inline in enumerate(found):
        label = _label_of_inline_node(inline)
        if label is None:
            continue
        labels.append(label)
        following = "".join(one.raw_markup for one in found[index + 1 : index + 3])[:2]
        if following in ("<`", ">`") and _parse_role(inline.raw_markup):
            labels.append(label + following)
    return tuple(labels)


def _label_of_inline_node(inline_node: InlineNode) -> str | None:
    role = None if inline_node.node_class == "Text" else _parse_role(inline_node.raw_markup)
    if role:
        return role.compared_label
    if inline_node.node_class in ("footnote_reference", "substitution_reference"):
        return inline_node.raw_markup
    if inline_node.node_class == "reference":
        if not inline_node.has_address:
            return "`…`_"
        return "`… <…>`_" if inline_node.raw_markup.startswith("`") else "https://…"
    return _MARKUP_LABELS.get(inline_node.node_class)


def _protected_spans(inline_node: InlineNode) -> tuple[tuple[int, int], ...]:
    if role := _parse_role(inline_node.raw_markup):
        return role.protected_spans
    if inline_node.node_class in ("footnote_reference", "substitution_reference"):
        return ((0, len(inline_node.raw_markup)),)
    if inline_node.node_class != "reference" or not inline_node.raw_markup.startswith("`"):
        return ()
    # The name of a reference without an address may contain a single bracket.
    opening, closing = inline_node.raw_markup.rfind("<"), inline_node.raw_markup.rfind(">")
    return ((opening, closing + 1),) if 0 <= opening < closing else ()


class _RoleMarkup(NamedTuple):
    """Label and protected spans of a role. Source and translation must have the same labels."""

    compared_label: str
    """Markup of the role without its title. In a role without a target, such as `kbd`, `…` replaces the text."""
    protected_spans: tuple[tuple[int, int], ...]
    """Spans of the raw markup that a translation must not change."""


# Source and translation, and the translations of other languages, have the same roles.
@lru_cache(maxsize=8192)
def _parse_role(raw_markup: str) -> _RoleMarkup | None:
    """Parse a role as the string contains it. Return None for other markup."""
    match = _PREFIXED_ROLE_PATTERN.match(raw_markup) or _SUFFIXED_ROLE_PATTERN.match(raw_markup)
    if not match:
        return None
    name, text = match["role"].lower(), match["text"]
    start, end = match.span("text")
    if name in _ROLES_OF_TEXT:
        return _RoleMarkup(f":{name}:`…`", ((0, start), (end, len(raw_markup))))
    opening = text.rfind("<")
    title = text[:opening].rstrip()
    if opening > 0 and title and text.endswith(">") and not is_escaped_character(text, opening):
        return _RoleMarkup(f":{name}:`{text[opening + 1 : -1]}`", ((0, start), (start + len(title), len(raw_markup))))
    return _RoleMarkup(f":{name}:`{text}`", ((0, len(raw_markup)),))


_IGNORED_MESSAGES = (
    "No role entry",
    "Too many autonumbered footnote",
    "Enumerated list start value not ordinal",
    "Undefined substitution referenced",
)
_UNKNOWN_TARGET_MESSAGE = "Unknown target name:"
_UNKNOWN_ROLE_PATTERN = re.compile(r'(?:Unknown i|I)nterpreted text role "(?P<role>[^"]*)"(?:\.| not implemented\.)')
_WRAPPED_ROLE_PATTERN = re.compile(r"(?<!\S)`\s+(?::[\w.:+-]+:`[^`]+`|`[^`]+`:[\w.:+-]+:)\s+`(?!`)")
_BULLETS = ("- ", "* ", "+ ")


def rst_syntax(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation is reStructuredText without problems that docutils reports.

    Good:  "A **bold** word"  ->  "Ein **fettes** Wort"
    Bad:   "A **bold** word"  ->  "Ein **fettes* Wort"

    The flag `rst-text` switches it on. A role that docutils does not know is no problem if the source has the role,
    too. A role must not be enclosed in backticks (`` ` :ref:`x` ` ``), and a translation must not begin with a list if
    its source does not.
    """
    for message in docutils_messages(target):
        if not _is_ignored_message(message, source):
            return f"docutils says: {message.splitlines()[0]}"
    if "`" in target and (wrapped := _WRAPPED_ROLE_PATTERN.search(target)):
        return f"the role in {wrapped[0]} stands in backticks of its own"
    if target.startswith(_BULLETS) and not source.startswith(_BULLETS):
        return "the translation begins with a list, the source does not"
    return None


def _is_ignored_message(message: str, source: str) -> bool:
    if message.startswith(_IGNORED_MESSAGES):
        return True
    if message.startswith(_UNKNOWN_TARGET_MESSAGE):
        return "`" not in message
    role = _UNKNOWN_ROLE_PATTERN.match(message)
    return role is not None and role["role"] in {
        known["role"] for each in docutils_messages(source) if (known := _UNKNOWN_ROLE_PATTERN.match(each))
    }
