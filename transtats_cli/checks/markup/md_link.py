"""
A translation has the Markdown links of its source.

Good:  "Read the [guide](./docs/)"  ->  "Čtěte [příručku](./docs/)"
Bad:   "Read the [guide](./docs/)"  ->  "Čtěte příručku"
Bad:   "Read the [guide](./docs/)"  ->  "Čtěte [příručku](./dokumentace/)"
Off:   the flag `ignore-md-link`

The flag `md-text` switches it on. Other addresses may be linked, but targets that begin with `.`, `#` or `{` stay as
they are; a title stays where there is one, and is translated. A source without links asks for nothing.
"""

from collections import defaultdict, deque
from collections.abc import Iterator

from transtats_cli.checks.markup.markdown_links import Link, links
from transtats_cli.checks.subject import Subject
from transtats_cli.checks.words import same

ID = "md-link"

_FIXED_PREFIXES = (".", "#", "{")


def problem(source: str, target: str, subject: Subject) -> str | None:
    if "](" not in source and "<" not in source:
        return None
    expected = links(source)
    if not expected:
        return None
    found = links(target)
    if len(expected) != len(found):
        return f"the source has {len(expected)} links, the translation {len(found)}"
    return _find_moved_target(source, expected, target, found) or _find_wrong_title(
        source, expected, target, found, subject
    )


def _find_moved_target(source: str, expected: list[Link], target: str, found: list[Link]) -> str | None:
    fixed, translated = _fixed_targets(source, expected), _fixed_targets(target, found)
    for missing in sorted(fixed - translated):
        return f"the link to {missing} is missing"
    for extra in sorted(translated - fixed):
        return f"the link to {extra} is not in the source"
    return None


def _fixed_targets(text: str, found: list[Link]) -> set[str]:
    return {
        _target_text(text, link)
        for link in found
        if link.is_inline and _target_text(text, link).startswith(_FIXED_PREFIXES)
    }


def _find_wrong_title(
    source: str, expected: list[Link], target: str, found: list[Link], subject: Subject
) -> str | None:
    if not any(link.title for link in expected) and not any(link.title for link in found):
        return None
    for one, other in _pair_links(source, expected, target, found):
        title, translated = _title_text(source, one), _title_text(target, other)
        if bool(title) != bool(translated):
            return f"the link title {title!r} is missing" if title else f"the source has no link title {translated!r}"
        if same.is_unchanged(title, translated, subject):
            return f"the link title {title!r} is the same as in the source"
    return None


def _pair_links(source: str, expected: list[Link], target: str, found: list[Link]) -> Iterator[tuple[Link, Link]]:
    """Yield pairs of a link of the source and a link of the translation.

    Links with equal targets are paired first. All other links are paired in text order.
    """
    unused: dict[str, deque[int]] = defaultdict(deque)
    for index, link in enumerate(found):
        unused[_target_text(target, link)].append(index)
    alone = []
    used = set()
    for link in expected:
        equal = unused[_target_text(source, link)]
        if equal:
            used.add(equal[0])
            yield link, found[equal.popleft()]
        else:
            alone.append(link)
    yield from zip(alone, (link for index, link in enumerate(found) if index not in used), strict=True)


def _target_text(text: str, link: Link) -> str:
    return text[slice(*link.target)]


def _title_text(text: str, link: Link) -> str:
    return text[link.title[0] + 1 : link.title[1] - 1] if link.title else ""
