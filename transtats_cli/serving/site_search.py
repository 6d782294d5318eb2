"""Search the strings of all components for one page. The time of a request is limited."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import Language
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.pages.search import (
    MAX_SHOWN_PER_COMPONENT,
    ComponentMatches,
    LanguageMatches,
    make_component_matches,
    rank_by_texts,
)
from transtats_cli.pages.strings import publish_problem
from transtats_cli.report import LocatedUnit, mark_outdated
from transtats_cli.scanning.pipeline.findings import StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions, StringSlice
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.options import ServeOptions
from transtats_cli.serving.unit_page import find_source_changes
from transtats_cli.unit_queries.query import list_searched_texts, needs_findings, parse_unit_query

_MAX_BATCH_SIZE = 64
_MAX_SHOWN_STRINGS = 60
_MAX_SHOWN_LANGUAGES = 600
"""Numbers of strings and of links to languages after which a page shows no further components."""


class SiteSearch(NamedTuple):
    """Query of a search, and the options that worker processes need."""

    query: str
    language_code: str
    """Language to search. If empty, all languages are searched, including the source language."""
    reader_languages: tuple[str, ...]
    """Languages whose strings come first."""
    options: ServeOptions
    max_strings: int = MAX_SHOWN_PER_COMPONENT
    """Largest number of strings of a component that the page shows."""


async def find_in_components(
    components: Sequence[Component], start: int, search: SiteSearch, reader: CacheReader
) -> tuple[list[ComponentMatches], int | None]:
    """Return the matches in each of the first components from `start`, until the time is used up.

    The second value is the number of components after which the page is full, or None.

    The batches of components grow, so that a few large components do not take much longer than the time limit.
    """
    found: list[ComponentMatches] = []
    full_end: int | None = None
    size, deadline = 1, time.monotonic() + reader.options.limits.search_seconds
    while start + len(found) < len(components) and (not found or time.monotonic() < deadline):
        first = start + len(found)
        last = min(first + size * reader.options.jobs, len(components))
        batches = [components[index : min(index + size, last)] for index in range(first, last, size)]
        for batch in await asyncio.gather(*(reader.run_in_worker(search_batch, each, search) for each in batches)):
            found += batch
        full_end = full_end or _find_full_end(found)
        size = min(2 * size, _MAX_BATCH_SIZE)
    return found, full_end


def _find_full_end(found: Sequence[ComponentMatches]) -> int | None:
    string_count = language_count = 0
    for index, matches in enumerate(found, 1):
        string_count += len(matches.strings)
        language_count += len(matches.own_counts) + len(matches.other_counts)
        if string_count >= _MAX_SHOWN_STRINGS or language_count >= _MAX_SHOWN_LANGUAGES:
            return index
    return None


def search_batch(components: Sequence[Component], search: SiteSearch) -> list[ComponentMatches]:
    """Return the matches in each component. Runs in a worker process. Raises QueryError if the query is malformed."""
    return [_search_component(component, search) for component in components]


def _search_component(component: Component, search: SiteSearch) -> ComponentMatches:
    query, options = search.query, search.options
    is_match = parse_unit_query(query, knows_outdated=options.outdated)
    assert is_match is not None
    codes = (search.language_code,) if search.language_code else ()
    where = StringSlice(is_match, query, needs_checks=True) if needs_findings(query) else None
    scan_options = ScanOptions(
        with_source=True,
        runs_checks=where is not None,
        where=where,
        languages=codes,
        languages_must_exist=False,
        budget=CheckTimeBudget(options.check_time),
        with_missing=True,
    )
    changes = find_source_changes(component, codes, options) if "outdated" in query else {}
    texts, limit = list_searched_texts(query), search.max_strings
    keys: dict[Language, set[int]] = {}
    first_units: dict[Language, dict[int, LocatedUnit]] = {}
    counts: Counter[tuple[Language, int]] = Counter()
    try:
        strings = StringSearch(component, scan_options)
        for found in mark_outdated(strings.find_units(), changes):
            in_language = keys.setdefault(found.language, set())
            key = hash((found.unit.context, found.unit.source))
            # As on the page of the strings, a string that a file contains twice counts once.
            if key not in in_language and is_match(found):
                in_language.add(key)
                rank = found.language, rank_by_texts(found, texts)
                counts[rank] += 1
                if counts[rank] <= limit or found.failing_translation_count:
                    first_units.setdefault(found.language, {})[key] = found
        failures = strings.build_report().failures
    except TranstatsError:
        # The files were deleted after the search for components.
        return ComponentMatches(component)
    for language, units in first_units.items():
        first_units[language] = dict(sorted(units.items(), key=lambda each: -each[1].failing_translation_count))
    matches = [LanguageMatches(language, keys[language], units) for language, units in first_units.items()]
    broken = tuple(publish_problem(component, each, options.root) for each in failures)
    reader_languages = (search.language_code.lower(),) if search.language_code else search.reader_languages
    found_strings = make_component_matches(component, matches, texts, reader_languages, limit)
    return found_strings._replace(broken_files=broken)
