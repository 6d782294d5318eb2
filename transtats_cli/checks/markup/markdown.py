"""Checks of Markdown."""

from collections import defaultdict, deque
from collections.abc import Iterator

from transtats_cli.checks.markup.markdown_delimiters import find_markdown_constructs
from transtats_cli.checks.markup.markdown_links import MarkdownLink, find_links_with_target, find_reference_names
from transtats_cli.checks.markup.offsets import describe_difference
from transtats_cli.checks.subject import CheckedString
from transtats_cli.checks.words.same import is_unchanged


def md_reflink(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    A translation refers to the same Markdown link definitions as its source.

    Good:  "Read the [guide][docs]"  ->  "Čtěte [příručku][docs]"
    Bad:   "Read the [guide][docs]"  ->  "Čtěte [příručku][dokumentace]"

    The flag `md-text` switches it on. Translations of sources without references are not checked.
    """
    expected, found = (sorted(set(find_reference_names(text))) for text in (source, target))
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
    expected = find_links_with_target(source)
    if not expected:
        return None
    found = find_links_with_target(target)
    if len(expected) != len(found):
        return f"the source has {len(expected)} links, the translation {len(found)}"
    fixed, translated = _list_fixed_targets(expected), _list_fixed_targets(found)
    return describe_difference(fixed, translated) or _find_wrong_title(expected, found, checked_string)


def _list_fixed_targets(links: list[MarkdownLink]) -> list[str]:
    fixed = {link.target for link in links if link.is_inline and link.target.startswith(_FIXED_PREFIXES)}
    return [f"the link to {target}" for target in sorted(fixed)]


def _find_wrong_title(
    expected: list[MarkdownLink], actual: list[MarkdownLink], checked_string: CheckedString
) -> str | None:
    for one, other in _pair_links(expected, actual):
        title, translated = one.title, other.title
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
    unused: dict[str, deque[int]] = defaultdict(deque)
    for index, link in enumerate(target_links):
        unused[link.target].append(index)
    alone = []
    used = set()
    for link in source_links:
        equal = unused[link.target]
        if equal:
            used.add(equal[0])
            yield link, target_links[equal.popleft()]
        else:
            alone.append(link)
    yield from zip(alone, (link for index, link in enumerate(target_links) if index not in used), strict=True)


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
    return describe_difference(_list_delimiters(source), _list_delimiters(target))


def highlight_md_syntax(text: str, checked_string: CheckedString) -> Iterator[tuple[int, int]]:
    """Yield the spans of the opening and the closing delimiter of each Markdown construct."""
    for delimiter, start, end in find_markdown_constructs(text):
        yield start, start + len(delimiter)
        yield end - len(delimiter), end


def _list_delimiters(text: str) -> list[str]:
    delimiters = sorted({construct.delimiter for construct in find_markdown_constructs(text)})
    return [_DELIMITER_NAMES.get(delimiter) or f"code {delimiter}…{delimiter}" for delimiter in delimiters]
