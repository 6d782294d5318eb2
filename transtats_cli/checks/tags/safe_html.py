"""HTML that a sanitiser does not change: the sanitiser, the test for sources, and the check of translations.

Only this module uses nh3 and the HTML parser of lxml. Both take quadratic time on many attributes and on deep nesting,
so the length of a text is limited.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser

import nh3
from lxml import etree

from transtats_cli.checks import CHECKS, CHECKS_BY_ID
from transtats_cli.checks.markup.markdown_links import find_links_with_target
from transtats_cli.checks.markup.offsets import replace_spans
from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags.xml import VOID_ELEMENTS
from transtats_cli.limits import refuse_longer_than

_MAX_TEXT_LENGTH = 10_000
"""Limit on the length of a text in characters. The slowest text of this length takes 0.1 seconds."""

_NO_BREAK_SPACE = "\u00a0"
_PRIVATE_CHARACTERS = range(0xF0000, 0xFFFFE)
"""Numbers of characters for private use, of which there are more than `_MAX_TEXT_LENGTH`."""
_SCRIPT_TAGS = frozenset(("script", "style"))
_SPECIAL_CHARACTERS = frozenset("<>&\r\0\ufeff")
"""Characters that the sanitiser changes or interprets. A text without these characters is returned unchanged."""


AllowedHtml = frozenset[tuple[str, frozenset[str]]]
"""Allowed HTML tags, each with the names of its allowed attributes."""


@lru_cache(maxsize=1024)
def find_html_attributes(text: str) -> tuple[tuple[str, str, str], ...]:
    """Return tag, name and value of each HTML attribute of a text. Raise NotChecked if the text is too long."""
    return tuple(
        (str(element.tag), str(name), str(value))
        for element in _parse_html_elements(text)
        for name, value in element.attrib.items()
    )


@lru_cache(maxsize=1024)
def html_allowed_by_source(text: str) -> AllowedHtml:
    """Return the HTML tags and attributes of a source. The translation may have only these tags and attributes."""
    attributes: dict[str, set[str]] = {}
    for element in _parse_html_elements(text):
        attributes.setdefault(str(element.tag), set()).update(map(str, element.attrib))
    return frozenset((tag, frozenset(names)) for tag, names in attributes.items())


def sanitise_html(text: str, allowed: AllowedHtml) -> str:
    """Return the text as the HTML sanitiser writes it, with allowed tags and attributes only."""
    if _SPECIAL_CHARACTERS.isdisjoint(text):
        return text
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    # The sanitiser would replace every no-break space with an entity. No text of this length has all the substitutes.
    substitute = _NO_BREAK_SPACE
    if _NO_BREAK_SPACE in text:
        substitute = next(character for character in map(chr, _PRIVATE_CHARACTERS) if character not in text)
    cleaned = _create_cleaner(allowed).clean(_replace_surrogates(text).replace(_NO_BREAK_SPACE, substitute))
    return cleaned.replace(substitute, _NO_BREAK_SPACE)


# Cached, because creating a cleaner takes six times as long as a call. Most sources have the same few tags.
@lru_cache(maxsize=256)
def _create_cleaner(allowed: AllowedHtml) -> nh3.Cleaner:
    tags = {tag for tag, _ in allowed}
    return nh3.Cleaner(
        tags=tags,
        attributes={tag: set(names) for tag, names in allowed if names},
        clean_content_tags=set(_SCRIPT_TAGS - tags),
        link_rel=None,
    )


def _parse_html_elements(text: str) -> Iterator[etree._Element]:
    if "<" not in text:
        return
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    document = f"<body>{_replace_surrogates(text)}</body>".encode()
    root = etree.fromstring(document, etree.HTMLParser(encoding="utf-8", no_network=True))
    for element in root.iter():
        if isinstance(element.tag, str) and element.tag not in ("html", "body"):
            yield element


def _replace_surrogates(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


_TAG_START_PATTERN = re.compile(r"<(?=[A-Za-z!/?])")
_COMPLETE_TAG_PATTERN = re.compile(
    r"""
    <!--.*?-->
    | <!doctype[^>{}]*+>
    | </?(?P<name>[a-z][^\s/>{}]*+)(?:[^<>"'{}]|"[^"{}]*+"|'[^'{}]*+')*+>
    """,
    re.DOTALL | re.IGNORECASE | re.VERBOSE,
)
_HTML_NAME_LIST = """
a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br
button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em
embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i
iframe img input ins isindex kbd keygen label legend li link main map mark marquee menu menuitem meta meter nav
nobr noframes noscript object ol optgroup option output p param picture pre progress q rb rp rt rtc ruby s samp
script search section select slot small source span strike strong style sub summary sup table tbody td template
textarea tfoot th thead time title tr track tt u ul var video wbr xmp
"""
_HTML_NAMES = frozenset(_HTML_NAME_LIST.split())


@lru_cache(maxsize=1024)
def is_text_or_valid_html(text: str) -> bool:
    """Return True if a source contains no tags, or contains only HTML that the sanitiser does not change."""
    if not _TAG_START_PATTERN.search(text):
        return True
    return _has_complete_tags_only(text) and _split_html(
        sanitise_html(text, html_allowed_by_source(text))
    ) == _split_html(text)


def _has_complete_tags_only(text: str) -> bool:
    position = 0
    while start := _TAG_START_PATTERN.search(text, position):
        construct = _COMPLETE_TAG_PATTERN.match(text, start.start())
        if not construct:
            return False
        name = construct["name"]
        if name and "-" not in name and name.lower() not in _HTML_NAMES:
            return False
        position = construct.end()
    return True


def _split_html(text: str) -> list[tuple[str, ...]]:
    """Return the tags, attributes and texts of HTML, in order.

    Different notations have the same result: `<br/>` and `<br>`, `<x-y/>` and `<x-y></x-y>`, `&amp;` and `&`.
    Attributes without a value and comments between texts change the result when the sanitiser is called. The sanitiser
    adds an empty value to the attribute, and joins the texts.
    """
    reader = _HtmlSplitter()
    reader.feed(text)
    reader.close()
    return reader.pieces


class _HtmlSplitter(HTMLParser):
    """HTML parser that collects tags, attributes and texts in `pieces`."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[tuple[str, ...]] = []
        self._is_after_comment = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.pieces.append(("tag", tag, *sorted(name if value is None else f"{name}={value}" for name, value in attrs)))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID_ELEMENTS:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self.pieces.append(("end", tag))

    def handle_comment(self, data: str) -> None:
        self._is_after_comment = True

    def handle_data(self, data: str) -> None:
        is_joined = self.pieces and self.pieces[-1][0] == "text" and not self._is_after_comment
        self._is_after_comment = False
        if is_joined:
            self.pieces[-1] = ("text", self.pieces[-1][1] + data)
        else:
            self.pieces.append(("text", data))


_VOID_TAG_PATTERN = re.compile(rf"""<((?:{"|".join(VOID_ELEMENTS)})(?:\s[^\s="<>]*+="[^"]*+")*+)>""")
_QUOTES_AND_BLANKS = "\"'`“”„‟‘’‚‛«»‹›\\ \t\n\r\f\u00a0\u202f"
_MAX_SHOWN_LENGTH = 20


def safe_html(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation is clean HTML with no other tags and attributes than its source.

    Good:  "A <b>bold</b> word"  ->  "Ein <b>fettes</b> Wort"
    Bad:   "A <b>bold</b> word"  ->  "Ein <b>fettes Wort"
    Bad:   "A <b>bold</b> word"  ->  "Ein <script>…</script> Wort"

    The flag `safe-html` switches it on, and so does `auto-safe-html` where the source is text or clean HTML. A
    translation must be as a sanitiser writes it: tags closed and in lower case, `<br>` instead of `<br/>`, `&amp;`
    instead of `&`. If a placeholder is the whole value of an attribute, it must not get quotes or blanks around it.
    """
    flags = checked_string.flags
    if "safe-html" not in flags and not is_text_or_valid_html(_remove_markdown_links(source, checked_string)):
        return None
    text = _remove_markdown_links(target, checked_string)
    cleaned = sanitise_html(text, html_allowed_by_source(source))
    if CHECKS_BY_ID["safe-mdx"].is_on_for_flags(flags):
        # MDX requires `<br />` instead of `<br>`.
        cleaned = _VOID_TAG_PATTERN.sub(r"<\1 />", cleaned)
    if cleaned != text:
        return _describe_difference(text, cleaned)
    return _find_quoted_placeholder(source, target)


def _remove_markdown_links(text: str, checked_string: CheckedString) -> str:
    """Return a text without Markdown links, which are not HTML. Unchanged if the flag `md-text` is not set."""
    if "md-text" not in checked_string.flags:
        return text
    return replace_spans(text, (link.span() for link in find_links_with_target(text, checked_string.search_time)))


def _describe_difference(text: str, cleaned: str) -> str:
    same = next(
        (offset for offset, pair in enumerate(zip(text, cleaned, strict=False)) if pair[0] != pair[1]), len(cleaned)
    )
    start = max(text.rfind("<", 0, same + 1), text.rfind("&", 0, same + 1), same - _MAX_SHOWN_LENGTH, 0)
    shown, instead = text[start : same + _MAX_SHOWN_LENGTH], cleaned[start : same + _MAX_SHOWN_LENGTH]
    return f"this is no clean HTML: {shown!r}, which a sanitiser writes as {instead!r}"


def _find_quoted_placeholder(source: str, target: str) -> str | None:
    placeholders = {(tag, name): value for tag, name, value in find_html_attributes(source) if _is_placeholder(value)}
    if not placeholders:
        return None
    for tag, name, value in find_html_attributes(target):
        placeholder = placeholders.get((tag, name))
        if placeholder and value != placeholder and value.strip(_QUOTES_AND_BLANKS) == placeholder:
            return f"the attribute {name} has {value!r} for the placeholder {placeholder}"
    return None


@lru_cache(maxsize=1024)
def _is_placeholder(value: str) -> bool:
    """Return True if a value other than letters and digits is a placeholder of any programming language."""
    if not value or value.isalnum():
        return False
    return any(check.definition.pattern.fullmatch(value) for check in CHECKS if check.kind == "format")
