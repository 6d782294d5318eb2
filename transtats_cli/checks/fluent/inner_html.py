"""HTML in Fluent messages: the elements that a browser shows in a value, and the checks of source and translation."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from html.entities import html5
from itertools import product

from transtats_cli.checks.fluent.messages import (
    VALUE,
    FluentSyntaxError,
    Pattern,
    Reference,
    Selection,
    is_term,
    parse_message,
)
from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.tags.xml import VOID_ELEMENTS
from transtats_cli.limits import NotChecked

_MAX_VARIANT_CHARACTERS = 1_000_000
"""Largest product of the number of variants and the length of a text."""
_MAX_OPEN_ELEMENTS = 50
_MAX_EXCERPT_LENGTH = 30
_REFERENCE_MARK = "\0"
"""Character before and after a reference in the text of a variant."""
_HTML_CHARACTER_PATTERN = re.compile(r"[<&\\]")
_HTML_START_PATTERN = re.compile(rf"&(?=[A-Za-z#{_REFERENCE_MARK}])|<(?=[A-Za-z/!?{_REFERENCE_MARK}])")
_TAG_PATTERN = re.compile(
    r"""<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9-]*+)
    (?P<attributes>(?:\s++[A-Za-z][A-Za-z0-9._:-]*+=(?:"[^"]*+"|'[^']*+'))*+)
    \s*+(?P<is_closed>/?)>""",
    re.VERBOSE | re.ASCII,
)
_ATTRIBUTE_PATTERN = re.compile(r"""([A-Za-z][A-Za-z0-9._:-]*+)=("[^"]*+"|'[^']*+')""", re.ASCII)
_CHARACTER_REFERENCE_PATTERN = re.compile(
    rf"&(?:\#(?P<number>[0-9]++|[xX][0-9A-Fa-f]++)|(?P<name>[A-Za-z][A-Za-z0-9]*+)|\#(?P<letter>[A-Za-z]?))(?P<end>[;{_REFERENCE_MARK}]?)"
)
_MAX_ENTITY_NAME_LENGTH = max(map(len, html5))

Elements = frozenset[tuple[tuple[str, ...], int]]
"""Elements of a text. Each item contains the path of an element, outermost element first, and how often it occurs."""


class InnerHtmlError(Exception):
    """Error for a text of which a browser does not show a part. Contains the reason."""


@lru_cache(maxsize=1024)
def find_elements_of_value(text: str, *, is_term: bool) -> frozenset[Elements] | None:
    """Return the elements of each variant of the value of a message. None if it has no value, or a syntax error.

    Raise InnerHtmlError if a variant is not valid inner HTML, and NotChecked if there are too many variants.
    """
    try:
        value = parse_message(text, is_term=is_term)[VALUE]
    except (FluentSyntaxError, KeyError):
        return None
    if not _HTML_CHARACTER_PATTERN.search(text):
        return frozenset({Elements()})
    if _count_variants(value) * len(text) > _MAX_VARIANT_CHARACTERS:
        raise NotChecked("the string has too many variants")
    return frozenset(_find_elements(variant) for variant in _build_variants(value))


def _count_variants(pattern: Pattern) -> int:
    count = 1
    for piece in pattern:
        if isinstance(piece, Selection):
            count *= sum(map(_count_variants, piece.variants))
    return count


def _build_variants(pattern: Pattern) -> Iterator[str]:
    """Yield the text of each variant. `_REFERENCE_MARK` is before and after each reference."""
    choices = [[*_build_variants_of_piece(piece)] for piece in pattern]
    return map("".join, product(*choices))


def _build_variants_of_piece(piece: str | Reference | Selection) -> Iterator[str]:
    if isinstance(piece, Selection):
        for variant in piece.variants:
            yield from _build_variants(variant)
    elif isinstance(piece, Reference):
        yield _REFERENCE_MARK + piece.notation + _REFERENCE_MARK
    else:
        yield piece.replace(_REFERENCE_MARK, "\ufffd")


def _find_elements(html: str) -> Elements:
    found: Counter[tuple[str, ...]] = Counter()
    open_tags: list[tuple[str, str]] = []
    position = 0
    while start := _HTML_START_PATTERN.search(html, position):
        if start[0] == "&":
            position = _skip_character_reference(html, start.start())
            continue
        tag = _TAG_PATTERN.match(html, start.start())
        if tag is None:
            raise InnerHtmlError(f"a browser reads {_make_excerpt(html, start.start())} as a tag, but it is none")
        position = tag.end()
        if tag["end"]:
            _close_element(tag, open_tags)
        else:
            _open_element(tag, open_tags, found)
    if open_tags:
        raise InnerHtmlError(f"<{open_tags[-1][0]}> has no end tag")
    return frozenset(found.items())


def _open_element(
    tag: re.Match[str], open_tags: list[tuple[str, str]], element_counts: Counter[tuple[str, ...]]
) -> None:
    name = tag["name"]
    is_void = name.lower() in VOID_ELEMENTS
    if tag["is_closed"] and not is_void:
        raise InnerHtmlError(f"<{name}/> needs an end tag")
    if len(open_tags) >= _MAX_OPEN_ELEMENTS:
        raise NotChecked("the tags of the string are nested too deeply for this check")
    element = " ".join([name, *sorted(_read_attributes(tag["attributes"]))])
    element_counts[(*(outer for _, outer in open_tags), element)] += 1
    if not is_void:
        open_tags.append((name, element))


def _close_element(tag: re.Match[str], open_tags: list[tuple[str, str]]) -> None:
    name = tag["name"]
    if tag["attributes"] or tag["is_closed"]:
        raise InnerHtmlError(f"the end tag </{name}> has attributes")
    if not open_tags or open_tags.pop()[0] != name:
        raise InnerHtmlError(f"</{name}> does not match a start tag")


def _read_attributes(text: str) -> Iterator[str]:
    names = set()
    for name, value in _ATTRIBUTE_PATTERN.findall(text):
        if name in names:
            raise InnerHtmlError(f"the attribute {name} occurs twice in a tag")
        names.add(name)
        position = 0
        while (position := value.find("&", position)) >= 0:
            position = _skip_character_reference(value, position)
        yield f"{name}={value[1:-1]}"


def _skip_character_reference(html: str, start: int) -> int:
    """Return the position after the character reference at `start`, or after `&` if there is no character reference.

    Raise InnerHtmlError if the character reference is not valid.
    """
    found = _CHARACTER_REFERENCE_PATTERN.match(html, start)
    if found is None:
        if html.startswith(_REFERENCE_MARK, start + 1):
            raise InnerHtmlError("& is directly before a reference")
        return start + 1
    if not _is_valid_character_reference(found):
        raise InnerHtmlError(f"{_make_excerpt(html, start)} is not a valid character reference")
    return found.end()


def _is_valid_character_reference(reference: re.Match[str]) -> bool:
    """Return True if a match of `_CHARACTER_REFERENCE_PATTERN` is a valid character reference, or is shown as text.

    A number or a known name with `;` is valid. A name without `;` is text, unless it begins with an entity that
    browsers accept without `;`: `&copyright` is shown as `©right`. `&#` alone is text. All other matches are not valid.
    A match without `;` directly before a Fluent reference is not valid either.
    """
    name, number, end = reference["name"], reference["number"], reference["end"]
    if end == _REFERENCE_MARK or reference["letter"]:
        return False
    if number:
        return end == ";"
    if end == ";":
        return name is not None and f"{name};" in html5  # `&#;` has no name
    return not name or not any(name[:length] in html5 for length in range(1, _MAX_ENTITY_NAME_LENGTH + 1))


def _make_excerpt(html: str, start: int) -> str:
    return html[start : start + _MAX_EXCERPT_LENGTH].split("\n")[0].replace(_REFERENCE_MARK, " ").strip()


def fluent_source_inner_html(checked_string: CheckedString) -> str | None:
    """
    Fluent: a browser shows the value of a source completely if it is set as inner HTML.

    Good:  "three < four, and <br> five"
    Good:  "Read <a data-l10n-name='docs'>the docs</a>"
    Bad:   "three <four>"
    Bad:   "kind&ethical"
    Bad:   "Read <a href=docs>the docs</a>"

    Checked where the flag `fluent-source-inner-html` is set, as for all strings of Fluent files. Tags need an end tag,
    and attributes need quotation marks. Attributes of a message are not checked.
    """
    try:
        find_elements_of_value(checked_string.sources[0], is_term=is_term(checked_string))
    except InnerHtmlError as error:
        return f"the source is not valid inner HTML: {error}"
    return None


def fluent_target_inner_html(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Fluent: a translation is valid inner HTML with the same elements as the source, in any order.

    Good:  "Read <em>this</em><br>"  ->  "<br/>Lies <em>das</em>"
    Bad:   "Read <em>this</em>"      ->  "Lies das"
    Bad:   "Read <em>this</em>"      ->  "Lies <em>das"
    Bad:   "three < four"            ->  "drei <vier"

    Checked where the flag `fluent-target-inner-html` is set, as for all strings of Fluent files. If the source fails
    `fluent-source-inner-html`, the elements of its translations are not compared with it. Two elements are the same if
    their names, their attributes and the elements around them are the same, with the same case of letters. Each variant
    of the source needs a variant in the translation with the same elements, and the other way round.
    """
    term = is_term(checked_string)
    try:
        found = find_elements_of_value(target, is_term=term)
    except InnerHtmlError as error:
        return f"the translation is not valid inner HTML: {error}"
    with suppress(InnerHtmlError):
        expected = find_elements_of_value(source, is_term=term)
        if expected is not None and found is not None and expected != found:
            return _describe_difference(expected, found)
    return None


def _describe_difference(expected: frozenset[Elements], actual: frozenset[Elements]) -> str:
    for elements in sorted(expected - actual, key=sorted):
        return f"no variant of the translation has {_describe_elements(elements)}, as the source has"
    elements = min(actual - expected, key=sorted)
    return f"a variant of the translation has {_describe_elements(elements)}, which no variant of the source has"


def _describe_elements(elements: Elements) -> str:
    tags = [f"<{path[-1]}>" for path, count in sorted(elements) for _ in range(count)]
    return ("the elements " + " ".join(tags[:10]).replace("\0", " ")) if tags else "no elements"
