"""JSON representation of the statistics of projects and languages."""

from typing import Any

from transtats_cli.envelope import numbers
from transtats_cli.languages import Language
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.totals import Total


def project_fields(name: str, slug: str, total: Total, urls: UrlBuilder, *, extended: bool = False) -> dict[str, Any]:
    return {**_statistics_fields(total, extended=extended), "name": name, "url": urls.web_page("projects", slug)}


def language_fields(language: Language, total: Total, urls: UrlBuilder, *, extended: bool = False) -> dict[str, Any]:
    """Return the JSON keys of the statistics of a language, summed over all projects."""
    url = urls.web_page("languages", language.code)
    return {**_statistics_fields(total, extended=extended), "name": language.name, "url": url}


def project_language_fields(
    project: str, language: Language, total: Total, urls: UrlBuilder, *, extended: bool = False
) -> dict[str, Any]:
    """Return the JSON keys of the statistics of a language in one project. In URLs, `-` replaces the component."""
    return {
        **_statistics_fields(total, extended=extended),
        "code": language.code,
        "name": language.name,
        "url": urls.web_page("projects", project, "-", language.code),
        "translate_url": urls.web_page("translate", project, "-", language.code),
    }


def _statistics_fields(total: Total, *, extended: bool) -> dict[str, Any]:
    return numbers(total.statistics, total.last_change, total.recent_changes, extended=extended)
