"""JSON representation of the statistics of projects and languages."""

from typing import Any

from transtats_cli.envelope import numbers
from transtats_cli.languages import Language
from transtats_cli.serving.data.aggregates import Total
from transtats_cli.serving.objects.addresses import Addresses


def of_project(name: str, slug: str, total: Total, addresses: Addresses, *, extended: bool = False) -> dict[str, Any]:
    return {**_numbers(total, extended=extended), "name": name, "url": addresses.people("projects", slug)}


def of_language(language: Language, total: Total, addresses: Addresses, *, extended: bool = False) -> dict[str, Any]:
    """Return the sums of a language over all projects."""
    url = addresses.people("languages", language.code)
    return {**_numbers(total, extended=extended), "name": language.name, "url": url}


def of_language_in_project(
    project: str, language: Language, total: Total, addresses: Addresses, *, extended: bool = False
) -> dict[str, Any]:
    """Return the sums of a language in one project. In the URLs, `-` replaces the component."""
    return {
        **_numbers(total, extended=extended),
        "code": language.code,
        "name": language.name,
        "url": addresses.people("projects", project, "-", language.code),
        "translate_url": addresses.people("translate", project, "-", language.code),
    }


def _numbers(total: Total, *, extended: bool) -> dict[str, Any]:
    return numbers(total.statistics, total.last_change, total.recent_changes, extended=extended)
