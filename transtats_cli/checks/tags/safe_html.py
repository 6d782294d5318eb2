"""
A translation is clean HTML with no other tags and attributes than its source.

Good:  "A <b>bold</b> word"  ->  "Ein <b>fettes</b> Wort"
Bad:   "A <b>bold</b> word"  ->  "Ein <b>fettes Wort"
Bad:   "A <b>bold</b> word"  ->  "Ein <script>…</script> Wort"
Off:   the flag `ignore-safe-html`

The flag `safe-html` switches it on, and so does `auto-safe-html` where the source is text or clean HTML. A translation
has to be as a sanitiser writes it: tags closed and in lower case, `<br>` rather than `<br/>`, `&amp;` for `&`. Nor may
a placeholder that is the whole value of an attribute get quotes or blanks around it.
"""

import re
from functools import lru_cache

from transtats_cli.checks import CHECKS, CHECKS_BY_ID
from transtats_cli.checks.markup.markdown_links import find_links_with_target
from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags.html_sanitiser import find_html_attributes, html_allowed_by_source, sanitise_html
from transtats_cli.checks.tags.html_sources import is_text_or_valid_html

ID = "safe-html"

_VOID_TAG_PATTERN = re.compile(
    r"""<((?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)(?:\s[^\s="<>]*+="[^"]*+")*+)>"""
)
_QUOTES_AND_BLANKS = "\"'`“”„‟‘’‚‛«»‹›\\ \t\n\r\f\u00a0\u202f"
_MAX_SHOWN_LENGTH = 20


def find_problem(source: str, target: str, checked_string: CheckedString) -> str | None:
    flags = checked_string.flags
    if "safe-html" not in flags and not is_text_or_valid_html(_remove_markdown_links(source, checked_string)):
        return None
    text = _remove_markdown_links(target, checked_string)
    cleaned = sanitise_html(text, html_allowed_by_source(source))
    if CHECKS_BY_ID["safe-mdx"].is_on_for_flags(flags):
        cleaned = _close_void_tags(cleaned)
    if cleaned != text:
        return _describe_difference(text, cleaned)
    return _find_quoted_placeholder(source, target)


def _remove_markdown_links(text: str, checked_string: CheckedString) -> str:
    """Return a text without Markdown links, which are not HTML.

    If the flag `md-text` is not set, return the text unchanged.
    """
    if "md-text" not in checked_string.flags:
        return text
    kept = []
    position = 0
    for link in find_links_with_target(text):
        kept.append(text[position : link.link_span[0]])
        position = link.link_span[1]
    return "".join(kept) + text[position:]


def _close_void_tags(text: str) -> str:
    """Close the void HTML tags of a text, as MDX requires: `<br />` instead of `<br>`."""
    return _VOID_TAG_PATTERN.sub(r"<\1 />", text)


def _describe_difference(text: str, cleaned: str) -> str:
    same = next(
        (offset for offset, pair in enumerate(zip(text, cleaned, strict=False)) if pair[0] != pair[1]), len(cleaned)
    )
    start = max(text.rfind("<", 0, same + 1), text.rfind("&", 0, same + 1), same - _MAX_SHOWN_LENGTH, 0)
    shown, instead = text[start : same + _MAX_SHOWN_LENGTH], cleaned[start : same + _MAX_SHOWN_LENGTH]
    return f"this is no clean HTML: {shown!r}, which a sanitiser writes as {instead!r}"


def _find_quoted_placeholder(source: str, target: str) -> str | None:
    placeholders = {
        (attribute.tag, attribute.name): attribute.value
        for attribute in find_html_attributes(source)
        if _is_placeholder(attribute.value)
    }
    if not placeholders:
        return None
    for attribute in find_html_attributes(target):
        placeholder = placeholders.get((attribute.tag, attribute.name))
        if placeholder and attribute.value != placeholder and attribute.value.strip(_QUOTES_AND_BLANKS) == placeholder:
            return f"the attribute {attribute.name} has {attribute.value!r} for the placeholder {placeholder}"
    return None


@lru_cache(maxsize=1024)
def _is_placeholder(value: str) -> bool:
    """Return True if the value of an attribute is a placeholder of any programming language.

    Return False if the value consists of letters and digits only.
    """
    if not value or value.isalnum():
        return False
    return any(check.module.FORMAT.pattern.fullmatch(value) for check in CHECKS if check.kind == "format")
