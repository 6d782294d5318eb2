"""Records become the dictionaries that a server answers with, page by page."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from transtats_cli.component import Component
from transtats_cli.report import Record
from transtats_cli.statistics import Counts, Statistics, percent

PAGE_SIZE = 200
"""How many records a server puts on a page unless asked."""
LARGEST_PAGE = 10_000
_PLAIN = dict.fromkeys(map(ord, "/-_.@"))
_UNQUOTED = "!$&'()*+,;=/~:@"
"""What Django leaves as it is in the path of an address: the sub-delimiters of RFC 3986, and these four."""
SURROGATE_ERRORS = "backslashreplace"
"""A lone surrogate, which stands for a byte that is no UTF-8, is spelled as in our JSON."""

Query = Sequence[tuple[str, str]]
"""Names and values of an address; a name may come several times."""


class Page(NamedTuple):
    """Which part of a list is wanted, counted from 1."""

    number: int = 1
    size: int = PAGE_SIZE

    def count_of(self, records: int) -> int:
        """How many pages that many records fill; an empty list has one."""
        return max(1, -(-records // self.size))

    def of(self, records: Sequence[Record]) -> Sequence[Record]:
        """The records that this page shows."""
        return records[(self.number - 1) * self.size : self.number * self.size]


def envelope(
    component: Component,
    records: Sequence[Record],
    *,
    extended: bool = False,
    page: Page | None = None,
    query: Query = (),
) -> dict[str, Any]:
    """The server's answer; all on one page unless a page is asked for. `query` is what the links carry besides."""
    shown, following, preceding = records, None, None
    if page is not None:
        shown = page.of(records)
        if page.number < page.count_of(len(records)):
            following = _link(component, query, page.number + 1)
        if page.number > 1:
            preceding = _link(component, query, page.number - 1)
    return {
        "count": len(records),
        "next": following,
        "previous": preceding,
        "results": [fields(record, component, extended=extended) for record in shown],
    }


def _link(component: Component, query: Query, number: int) -> str:
    """The API address of a page; its first page goes without a number."""
    from urllib.parse import quote, urlencode

    parameters = [*query, *([("page", str(number))] if number > 1 else [])]
    # Sorted by name; the values of one name stay in their order.
    parameters.sort(key=lambda parameter: parameter[0])
    suffix = "?" + urlencode(parameters, errors=SURROGATE_ERRORS) if parameters else ""
    # A category's slash is escaped twice, as a server's router wants it.
    path = quoted(f"{component.project}/{quote(component.slug, safe='', errors=SURROGATE_ERRORS)}/statistics/")
    return f"{component.base_url}/api/components/{path}{suffix}"


@lru_cache(maxsize=4096)
def quoted(path: str) -> str:
    """The path of an address with what may not stand in one escaped; its slashes stay."""
    if path.isascii() and path.translate(_PLAIN).isalnum():
        return path
    # Imported where it is needed: nearly every address is plain, and the library takes longer than ten files.
    from urllib.parse import quote

    return quote(path, safe=_UNQUOTED, errors=SURROGATE_ERRORS)


def fields(record: Record, component: Component, *, extended: bool = False) -> dict[str, Any]:
    """One record with exactly the keys of the contract, in their order."""
    code, name = record.language[:2]
    begin, begin_translating = addresses(component)
    end = f"{quoted(code)}/"
    return {
        **numbers(record.statistics, record.last_change, record.recent_changes, extended=extended),
        "code": code,
        "name": name,
        "url": begin + end,
        "translate_url": begin_translating + end,
    }


def addresses(component: Component) -> tuple[str, str]:
    """What the addresses of a component's languages begin with: of their pages, and of those to translate on."""
    # By parts, which come again and again.
    path = f"{quoted(component.project)}/{quoted(component.slug)}/"
    return f"{component.base_url}/projects/{path}", f"{component.base_url}/translate/{path}"


def numbers(
    statistics: Statistics, last_change: str | None, recent_changes: int, *, extended: bool = False
) -> dict[str, Any]:
    """What is counted, of whatever it is: the keys that come before any name or address."""
    return {
        "total": statistics.total.strings,
        "total_words": statistics.total.words,
        "total_chars": statistics.total.chars,
        "last_change": last_change,
        "recent_changes": recent_changes,
        **(_extended(statistics) if extended else _standard(statistics)),
        "suggestions": statistics.suggestions,
        "comments": statistics.comments,
    }


def figures(statistics: Statistics) -> dict[str, Any]:
    """What a record counts, without whose it is and when it changed."""
    beside = {"last_change", "recent_changes", "suggestions", "comments"}
    return {key: value for key, value in numbers(statistics, None, 0).items() if key not in beside}


def _standard(statistics: Statistics) -> dict[str, Any]:
    total = statistics.total
    translated = statistics.translated
    return {
        "translated": translated.strings,
        "translated_words": translated.words,
        "translated_chars": translated.chars,
        "translated_percent": percent(translated.strings, total.strings, of_nothing=100.0),
        "translated_words_percent": percent(translated.words, total.words, of_nothing=100.0),
        "translated_chars_percent": percent(translated.chars, total.chars, of_nothing=100.0),
        "fuzzy": statistics.fuzzy.strings,
        "fuzzy_percent": percent(statistics.fuzzy.strings, total.strings),
        "failing": statistics.failing,
        "failing_percent": percent(statistics.failing, total.strings),
        "approved": statistics.approved.strings,
        "approved_percent": percent(statistics.approved.strings, total.strings),
        "readonly": statistics.readonly.strings,
        "readonly_percent": percent(statistics.readonly.strings, total.strings),
    }


def _extended(statistics: Statistics) -> dict[str, Any]:
    total = statistics.total
    translated = statistics.translated
    return {
        "translated": translated.strings,
        "translated_words": translated.words,
        "translated_percent": percent(translated.strings, total.strings, of_nothing=100.0),
        "translated_words_percent": percent(translated.words, total.words, of_nothing=100.0),
        "translated_chars": translated.chars,
        "translated_chars_percent": percent(translated.chars, total.chars, of_nothing=100.0),
        **_group("fuzzy", statistics.fuzzy, total),
        "failing": statistics.failing,
        "failing_percent": percent(statistics.failing, total.strings),
        **_group("approved", statistics.approved, total),
        **_group("readonly", statistics.readonly, total),
    }


def _group(name: str, part: Counts, total: Counts) -> dict[str, Any]:
    return {
        name: part.strings,
        f"{name}_percent": percent(part.strings, total.strings),
        f"{name}_words": part.words,
        f"{name}_words_percent": percent(part.words, total.words),
        f"{name}_chars": part.chars,
        f"{name}_chars_percent": percent(part.chars, total.chars),
    }
