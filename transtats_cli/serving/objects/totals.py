"""JSON representation of the statistics of projects and languages."""

from typing import Any

from transtats_cli.envelope import counts_and_dates
from transtats_cli.languages import Language
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.totals import RecordTotals


def project_totals_to_json(
    name: str, slug: str, total: RecordTotals, urls: UrlBuilder, *, extended: bool = False
) -> dict[str, Any]:
    return {**_totals_to_json(total, extended=extended), "name": name, "url": urls.web_page_url("projects", slug)}


def language_totals_to_json(
    language: Language, total: RecordTotals, urls: UrlBuilder, *, extended: bool = False
) -> dict[str, Any]:
    """Return the statistics of a language, summed over all projects, as a JSON object."""
    url = urls.web_page_url("languages", language.code)
    return {**_totals_to_json(total, extended=extended), "name": language.name, "url": url}


def project_language_to_json(
    project: str, language: Language, total: RecordTotals, urls: UrlBuilder, *, extended: bool = False
) -> dict[str, Any]:
    """Return the statistics of a language in one project as a JSON object. In URLs, `-` replaces the component."""
    return {
        **_totals_to_json(total, extended=extended),
        "code": language.code,
        "name": language.name,
        "url": urls.web_page_url("projects", project, "-", language.code),
        "translate_url": urls.web_page_url("translate", project, "-", language.code),
    }


def _totals_to_json(total: RecordTotals, *, extended: bool) -> dict[str, Any]:
    return counts_and_dates(total.statistics, total.last_change, total.recent_changes, extended=extended)
