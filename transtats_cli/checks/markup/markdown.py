"""Markdown: constructs between delimiters, such as code spans and emphasis, and the checks of links and delimiters."""

import re
from collections import defaultdict, deque
from collections.abc import Iterator
from itertools import chain
from operator import methodcaller
from typing import NamedTuple

from transtats_cli.checks.markup.markdown_links import MarkdownLink, find_links_with_target, find_reference_names
from transtats_cli.checks.markup.offsets import BLANK_CHARACTERS, describe_difference, replace_spans
from transtats_cli.checks.punctuation import describe_numbers
from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.words.same import is_unchanged
from transtats_cli.limits import RemainingSearchTime, compile_markup

_MARK_PATTERN = re.compile("[<`_*~]")
VERBATIM_REGEX = r"""(?sx)
    (?P<delimiter> < ) (?= (?> [^<>\\] | \\[<\\] | \\ )* > )  # another bracket may only be inside if it is escaped
        (?: https?:// [^>]* (?<! :// ) | (?! https?:// ) [^>] [^>@]* @ [^>]+ \. [^>]+ ) >
    | (?P<delimiter> `+ ) (?! ` ) .*? (?<! ` ) (?P=delimiter) (?! ` )
"""
"""Regular expression of an autolink or a code span. The delimiter is `<`, or the backticks around the code."""
_ESCAPE_OR_VERBATIM_REGEX = rf"{VERBATIM_REGEX} | \\. | `+"
_WORD_CHARACTERS = r"\p{L}\p{N}_"
_EMPHASIS_REGEX = rf"""(?sx)
    (?P<delimiter> __ ) .+? __ (?!_)
    | (?P<delimiter> \*\* ) .+? \*\* (?!\*)
    | (?<![{_WORD_CHARACTERS}]) (?P<delimiter> _ ) (?: __ | [^_] )+? _ (?![{_WORD_CHARACTERS}])
    | (?P<delimiter> \* ) (?: \*\* | [^*] )+? \* (?!\*)
    | (?P<delimiter> ~~ ) (?![{BLANK_CHARACTERS}]) .*? [^{BLANK_CHARACTERS}] ~~
"""


class MarkdownConstruct(NamedTuple):
    """Markdown construct between two delimiters of the same length, such as `**text**`."""

    delimiter: str
    start: int
    end: int


def find_markdown_constructs(text: str, search_time: RemainingSearchTime) -> list[MarkdownConstruct]:
    """Return the Markdown constructs of a text: first autolinks and code spans, then all other constructs.

    Raise NotChecked if the search takes too long.
    """
    if not _MARK_PATTERN.search(text):
        return []
    verbatim: list[MarkdownConstruct] = []
    if "<" in text or "`" in text:
        found_parts = compile_markup(_ESCAPE_OR_VERBATIM_REGEX).find_matches(text, search_time)
        verbatim = [MarkdownConstruct(each["delimiter"], *each.span()) for each in found_parts if each["delimiter"]]
    # No delimiter is found in autolinks and code spans.
    masked = replace_spans(text, ((start, end) for _, start, end in verbatim), lambda start, end: "x" * (end - start))
    if not re.search("[_*~]", masked):
        return verbatim
    emphases = compile_markup(_EMPHASIS_REGEX).find_matches(masked, search_time)
    return verbatim + [MarkdownConstruct(found["delimiter"], *found.span()) for found in emphases]


def md_reflink(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation refers to the same Markdown link definitions as its source.

    Good:  "Read the [guide][docs]"  ->  "Čtěte [příručku][docs]"
    Bad:   "Read the [guide][docs]"  ->  "Čtěte [příručku][dokumentace]"

    The flag `md-text` switches it on. Translations of sources without references are not checked.
    """
    expected, found = (sorted(set(find_reference_names(text, checked_string.search_time))) for text in (source, target))
    if not expected:
        return None
    return describe_difference(*(map("the link reference [{}]".format, names) for names in (expected, found)))


_FIXED_PREFIXES = (".", "#", "{")
"""Beginnings of the link targets that a translation must not change."""


def md_link(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation has the Markdown links of its source.

    Good:  "Read the [guide](./docs/)"  ->  "Čtěte [příručku](./docs/)"
    Bad:   "Read the [guide](./docs/)"  ->  "Čtěte příručku"
    Bad:   "Read the [guide](./docs/)"  ->  "Čtěte [příručku](./dokumentace/)"

    The flag `md-text` switches it on. Targets that begin with `.`, `#` or `{` must be the same, other addresses may
    differ. If a link has a title, its translation has a title, too, which differs from the source. Translations of
    sources without links are not checked.
    """
    expected = find_links_with_target(source, checked_string.search_time)
    if not expected:
        return None
    found = find_links_with_target(target, checked_string.search_time)
    if len(expected) != len(found):
        return describe_numbers("link", len(expected), len(found))
    fixed, translated = _list_fixed_targets(expected), _list_fixed_targets(found)
    return describe_difference(fixed, translated) or _find_wrong_title(expected, found, checked_string)


def _list_fixed_targets(links: list[MarkdownLink]) -> list[str]:
    targets = {link["target"] for link in links if not link[0].startswith("<")}
    return [f"the link to {target}" for target in sorted(targets) if target.startswith(_FIXED_PREFIXES)]


def _find_wrong_title(
    expected: list[MarkdownLink], actual: list[MarkdownLink], checked_string: CheckedString
) -> str | None:
    for one, other in _pair_links(expected, actual):
        title, translated = ((link["title"] or "")[1:-1] for link in (one, other))
        if bool(title) != bool(translated):
            return f"the link title {title!r} is missing" if title else f"the source has no link title {translated!r}"
        if is_unchanged(title, translated, checked_string):
            return f"the link title {title!r} is the same as in the source"
    return None


def _pair_links(
    source_links: list[MarkdownLink], target_links: list[MarkdownLink]
) -> Iterator[tuple[MarkdownLink, MarkdownLink]]:
    """Yield pairs of a link of the source and a link of the translation.

    Links with equal targets are paired first. All other links are paired in text order.
    """
    unused: dict[str, deque[MarkdownLink]] = defaultdict(deque)
    for link in target_links:
        unused[link["target"]].append(link)
    alone = []
    for link in source_links:
        if equal := unused[link["target"]]:
            yield link, equal.popleft()
        else:
            alone.append(link)
    yield from zip(alone, sorted(chain(*unused.values()), key=methodcaller("span")), strict=True)


_DELIMITER_NAMES = {
    "**": "strong text **…**",
    "__": "strong text __…__",
    "*": "emphasis *…*",
    "_": "emphasis _…_",
    "~~": "deleted text ~~…~~",
    "<": "an address <…>",
}


def md_syntax(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation has the Markdown delimiters of its source.

    Good:  "Press **Save**"  ->  "Stiskněte **Uložit**"
    Bad:   "Press **Save**"  ->  "Stiskněte Uložit"

    The flag `md-text` switches it on. Strong text, emphasis, deletions, code and autolinks count; how many there are of
    each does not matter.
    """
    return describe_difference(*(_list_delimiters(text, checked_string) for text in (source, target)))


def highlight_md_syntax(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the opening and the closing delimiter of each Markdown construct."""
    for delimiter, start, end in find_markdown_constructs(text, checked_string.search_time):
        yield start, start + len(delimiter)
        yield end - len(delimiter), end


def _list_delimiters(text: str, checked_string: CheckedString) -> list[str]:
    constructs = find_markdown_constructs(text, checked_string.search_time)
    delimiters = sorted({construct.delimiter for construct in constructs})
    return [_DELIMITER_NAMES.get(delimiter) or f"code {delimiter}…{delimiter}" for delimiter in delimiters]
