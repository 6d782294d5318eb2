"""Test for clean HTML in sources. The translation of a clean source must be clean, too.

A text without tags is clean. In all other texts, each tag must be complete, must belong to HTML or be a custom element,
and must not be changed by the sanitiser.
"""

import re
from functools import lru_cache
from html.parser import HTMLParser

from transtats_cli.checks.tags.html_sanitiser import html_allowed_by_source, sanitise_html

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
_VOID_NAMES = frozenset("area base br col embed hr img input link meta source track wbr".split())
"""Names of the elements without content and without an end tag."""


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
        if tag not in _VOID_NAMES:
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
