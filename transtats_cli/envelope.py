"""Convert records of languages to the dictionaries of a Weblate server's JSON responses, page by page."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from transtats_cli.component import Component
from transtats_cli.measures import Share, count_words_left, measure_complete, measure_translated
from transtats_cli.report import Record, Report
from transtats_cli.statistics import Completeness, Counts, Statistics

Row = TypeVar("Row")

PAGE_SIZE = 200
"""Default number of records on a page of a response."""
MAX_PAGE_SIZE = 10_000
_DELETED_PATH_CHARACTERS = dict.fromkeys(map(ord, "/-_.@"))
_UNQUOTED_CHARACTERS = "!$&'()*+,;=/~:@"
"""Characters that Django leaves unescaped in URL paths: the sub-delimiters of RFC 3986, and `/~:@`."""
SURROGATE_ERROR_HANDLER = "backslashreplace"
"""Error handler for encoding lone surrogates in URLs and records: a surrogate becomes an escape such as `\\udc80`."""

_STANDARD_COUNT_KEYS = (
    *("translated", "translated_words", "translated_chars"),
    *("translated_percent", "translated_words_percent", "translated_chars_percent"),
    *("fuzzy", "fuzzy_percent", "failing", "failing_percent"),
    *("approved", "approved_percent", "readonly", "readonly_percent"),
)
"""Those of the extended counts and percentages that a record has without `--extended`, in their order."""
SERVER_FIELDS = ("last_change", "recent_changes", "suggestions", "comments")
"""Fields that a server takes from its own history and database."""
SHARE_FIELDS = ("percent", "measure", "words_left")
"""Fields of the share that stands for a language in tables, and of the work left. Records have them only on request."""
COVERAGE_FIELDS = ("percent_of_all", "words_not_begun")
"""Fields of the total of a language that also count the components without a file of it."""
OUTDATED_FIELDS = ("outdated", "outdated_words", "outdated_percent")
"""Fields of `--outdated`, which a server lacks."""
COMPLETENESS_FIELDS = ("reference_total", "missing", "missing_words", "stale", "complete_percent")

QueryParameters = Sequence[tuple[str, str]]
"""Names and values of the query parameters of a URL. A name can occur several times."""


class ResponsePage(NamedTuple):
    """Page of a list. `number` starts at 1, and `size` is the number of rows on a full page."""

    number: int = 1
    size: int = PAGE_SIZE

    def count_pages(self, row_count: int) -> int:
        """Return the number of pages that a list of `row_count` rows has. An empty list has one page."""
        return max(1, -(-row_count // self.size))

    def select_rows(self, all_rows: Sequence[Row]) -> Sequence[Row]:
        return all_rows[(self.number - 1) * self.size : self.number * self.size]


def list_response(
    url: str, query: QueryParameters, row_count: int, page: ResponsePage, rows: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Return the JSON object with which a Weblate server returns a page of a list of `row_count` rows.

    `url` is the URL of the list without its query. The links to the next and the previous page contain all parameters
    in `query` except `page`.
    """
    has_next = page.number < page.count_pages(row_count)
    return {
        "count": row_count,
        "next": _page_url(url, query, page.number + 1) if has_next else None,
        "previous": _page_url(url, query, page.number - 1) if page.number > 1 else None,
        "results": rows,
    }


def _page_url(url: str, query: QueryParameters, page_number: int) -> str:
    """Return the URL of a page of a list. The URL of page 1 has no parameter `page`."""
    # Imported late: urllib.parse is slow to import, and most lists have one page.
    from urllib.parse import urlencode

    parameters = [(name, value) for name, value in query if name != "page"]
    if page_number > 1:
        parameters.append(("page", str(page_number)))
    # Sorted by name. Values of the same name keep their order.
    parameters.sort(key=lambda parameter: parameter[0])
    return f"{url}?{urlencode(parameters, errors=SURROGATE_ERROR_HANDLER)}" if parameters else url


def whole_list(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return the JSON object of a list with all rows on one page."""
    return list_response("", (), len(rows), ResponsePage(1, max(1, len(rows))), rows)


def statistics_url(component: Component) -> str:
    """Return the URL at which a Weblate server lists the statistics of a component."""
    # The slash of a category is escaped twice, as a Weblate server expects it.
    path = quote_url_path(f"{component.project}/{escape_slug(component.slug)}/statistics/")
    return f"{component.base_url}/api/components/{path}"


@lru_cache(maxsize=4096)
def quote_url_path(path: str) -> str:
    """Percent-encode the path of a URL as Django does. Slashes are kept."""
    # The slug `-` is nothing but a deleted character.
    if path.isascii() and f"0{path.translate(_DELETED_PATH_CHARACTERS)}".isalnum():
        return path
    # Imported late: urllib.parse is slow to import, and most paths need no escaping.
    from urllib.parse import quote

    return quote(path, safe=_UNQUOTED_CHARACTERS, errors=SURROGATE_ERROR_HANDLER)


def escape_slug(slug: str) -> str:
    """Percent-encode a component slug for a path below `/api/`.

    `quote_url_path` encodes the slug again, so `/` becomes `%252F` in the URL, as on a Weblate server.
    """
    from urllib.parse import quote

    return quote(slug, safe="", errors=SURROGATE_ERROR_HANDLER)


def record_fields(record: Record, component: Component, *, extended: bool = False) -> dict[str, Any]:
    """Return a record as a dictionary with the keys of a server's record, in the same order.

    If `extended`, the counts have the keys of the option `--extended` instead.
    """
    # Each part is escaped separately, because parts are repeated and cached.
    path = "/".join(map(quote_url_path, (component.project, component.slug, record.language.code)))
    return {
        **_language_fields(record, extended),
        "url": f"{component.base_url}/projects/{path}/",
        "translate_url": f"{component.base_url}/translate/{path}/",
    }


def total_fields(record: Record, component: Component, *, extended: bool = False) -> dict[str, Any]:
    """Return the total of a language over all projects as a dictionary.

    The keys are those of a server's statistics of the language, and `code`.
    """
    url = f"{component.base_url}/languages/{quote_url_path(record.language.code)}/"
    return {**_language_fields(record, extended), "url": url}


def _language_fields(record: Record, extended: bool) -> dict[str, Any]:
    fields = counts_and_dates(record.statistics, record.last_change, record.recent_changes, extended=extended)
    return {**fields, "code": record.language.code, "name": record.language.name}


def completeness_fields(completeness: "Completeness | None") -> dict[str, Any]:
    """Return the fields of `--completeness`, which a server lacks. If the argument is None, all values are None."""
    values = (None,) * 5 if completeness is None else (*completeness[:4], measure_complete(completeness).percent_done)
    return dict(zip(COMPLETENESS_FIELDS, values, strict=True))


def share_fields(report: Report, record: Record) -> dict[str, Any]:
    """Return the fields of the share that stands for a language, and the words left."""
    words_left = count_words_left(record.statistics, report.completeness_of_record(record))
    return dict(zip(SHARE_FIELDS, (record.share.percent_done, report.measure or None, words_left), strict=True))


def coverage_fields(report: Report, record: Record) -> dict[str, Any]:
    values = report.share_of_all(record).percent_done, report.coverage_of_record(record).not_begun.words
    return dict(zip(COVERAGE_FIELDS, values, strict=True))


def outdated_fields(record: Record) -> dict[str, Any]:
    """Return the fields of `--outdated`. If the outdated strings of the record are not known, all values are None."""
    outdated, total = record.outdated, record.statistics.total.strings
    values = (None,) * 3 if outdated is None else (*outdated[:2], Share(outdated.strings, total).percent)
    return dict(zip(OUTDATED_FIELDS, values, strict=True))


def counts_and_dates(
    statistics: Statistics, last_change: str | None, recent_changes: int, *, extended: bool = False
) -> dict[str, Any]:
    """Return the counts, percentages and dates of one or several records.

    If `extended`, the keys are those of the option `--extended`.
    """
    fields = _extended_count_fields(statistics)
    return {
        "total": statistics.total.strings,
        "total_words": statistics.total.words,
        "total_chars": statistics.total.chars,
        "last_change": last_change,
        "recent_changes": recent_changes,
        **(fields if extended else {key: fields[key] for key in _STANDARD_COUNT_KEYS}),
        "suggestions": statistics.suggestions,
        "comments": statistics.comments,
    }


def field_names() -> tuple[str, ...]:
    """Return the names of all fields that users can select.

    These are the names of project and component, the keys of an extended record, and the fields of the share, of
    completeness and of outdated strings.
    """
    keys = counts_and_dates(Statistics(), None, 0, extended=True)
    shares, added = (*SHARE_FIELDS, *COVERAGE_FIELDS), (*COMPLETENESS_FIELDS, *OUTDATED_FIELDS)
    return ("project", "component", "code", "name", *shares, *keys, *added, "url", "translate_url")


def counts_and_percentages(statistics: Statistics) -> dict[str, Any]:
    return {key: value for key, value in counts_and_dates(statistics, None, 0).items() if key not in SERVER_FIELDS}


def _extended_count_fields(statistics: Statistics) -> dict[str, Any]:
    total = statistics.total
    translated = statistics.translated
    return {
        "translated": translated.strings,
        "translated_words": translated.words,
        "translated_percent": measure_translated(statistics).percent_done,
        "translated_words_percent": Share(translated.words, total.words).percent_done,
        "translated_chars": translated.chars,
        "translated_chars_percent": Share(translated.chars, total.chars).percent_done,
        **_count_fields_of_group("fuzzy", statistics.fuzzy, total),
        "failing": statistics.failing,
        "failing_percent": Share(statistics.failing, total.strings).percent,
        **_count_fields_of_group("approved", statistics.approved, total),
        **_count_fields_of_group("readonly", statistics.readonly, total),
    }


def _count_fields_of_group(group_name: str, group_counts: Counts, total: Counts) -> dict[str, Any]:
    return {
        group_name: group_counts.strings,
        f"{group_name}_percent": Share(group_counts.strings, total.strings).percent,
        f"{group_name}_words": group_counts.words,
        f"{group_name}_words_percent": Share(group_counts.words, total.words).percent,
        f"{group_name}_chars": group_counts.chars,
        f"{group_name}_chars_percent": Share(group_counts.chars, total.chars).percent,
    }
