"""JSON representations of the objects of the API, and their URLs."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from transtats_cli.component import Component
from transtats_cli.envelope import counts_and_dates, escape_slug, quote_url_path
from transtats_cli.languages import Language, alias_codes, count_speakers, is_right_to_left, language_by_code
from transtats_cli.measures import Share, measure_translated
from transtats_cli.model import State
from transtats_cli.report import LocatedUnit, Record, RecordTotals
from transtats_cli.scanning.filemask import files
from transtats_cli.serving.data.scans import FailingUnitCounts
from transtats_cli.statistics import Statistics, count_words
from transtats_cli.unit_queries.checksums import hash_texts, unit_checksum

_REMOVED_BITS = 64 - 53
"""Number of bits to remove from a 64-bit hash. Some JSON parsers cannot represent integers above 2**53 exactly."""


class UrlBuilder(NamedTuple):
    """Builds the URLs of one server."""

    base_url: str
    format_suffix: str = ""
    """Format at the end of API URLs, without a dot: `json`. If the suffix is empty, API URLs end with a slash."""

    def api_url(self, *path_segments: str) -> str:
        """Return the URL below `/api/` with these path segments.

        The segments are percent-encoded, except for slashes.
        """
        path = quote_url_path("/".join(("/api", *path_segments)))
        return f"{self.base_url}{path}{f'.{self.format_suffix}' if self.format_suffix else '/'}"

    def web_page_url(self, *path_segments: str) -> str:
        """Return the URL of the web page with these path segments."""
        return self.base_url + quote_url_path("/".join(("", *path_segments, "")))

    def project_url(self, project: str, *path_segments: str) -> str:
        return self.api_url("projects", project, *path_segments)

    def component_url(self, component: Component, *path_segments: str) -> str:
        return self.api_url("components", component.project, escape_slug(component.slug), *path_segments)

    def translation_url(self, component: Component, language_code: str, *path_segments: str) -> str:
        return self.api_url(
            "translations", component.project, escape_slug(component.slug), language_code, *path_segments
        )


@lru_cache(maxsize=4096)
def language_to_json(language: Language, urls: UrlBuilder) -> dict[str, Any]:
    """Return a language as a JSON object. The returned dictionary is cached and must not be changed."""
    return {
        "code": language.code,
        "name": language.name,
        "plural": {"source": 0, "number": language.plural.form_count, "formula": language.plural.formula},
        "aliases": list(alias_codes(language)),
        "direction": "rtl" if is_right_to_left(language) else "ltr",
        "population": count_speakers(language),
        "web_url": urls.web_page_url("languages", language.code),
        "url": urls.api_url("languages", language.code),
        "statistics_url": urls.api_url("languages", language.code, "statistics"),
    }


def project_to_json(project_slug: str, project_name: str, urls: UrlBuilder) -> dict[str, Any]:
    """Return a project as a JSON object.

    Some links lead to objects that only a Weblate server has (repository, categories, changes). A request for such a
    link is answered with status 404.
    """
    return {
        "name": project_name,
        "slug": project_slug,
        "web": "",
        "web_url": urls.web_page_url("projects", project_slug),
        "url": urls.project_url(project_slug),
        "components_list_url": urls.project_url(project_slug, "components"),
        "repository_url": urls.project_url(project_slug, "repository"),
        "statistics_url": urls.project_url(project_slug, "statistics"),
        "categories_url": urls.project_url(project_slug, "categories"),
        "changes_list_url": urls.project_url(project_slug, "changes"),
        "languages_url": urls.project_url(project_slug, "languages"),
        "locked": False,
    }


def component_to_json(component: Component, urls: UrlBuilder, *, with_project: bool = True) -> dict[str, Any]:
    """Return a component as a JSON object. If `with_project` is False, the key `project` is left out.

    `vcs` is `local`. Keys that only a Weblate server uses have empty or default values.
    """
    project = {"project": project_to_json(component.project, component.project_title, urls)} if with_project else {}
    return {
        "name": component.title,
        "slug": component.slug,
        "source_language": language_to_json(language_by_code(component.source_language), urls),
        **project,
        "vcs": "local",
        "repo": "local:",
        "git_export": "",
        "branch": "main",
        "filemask": component.filemask,
        "template": component.template,
        "new_base": component.new_base,
        "file_format": component.file_format,
        "license": "",
        "license_url": None,
        "agreement": "",
        "web_url": urls.web_page_url("projects", component.project, component.slug),
        "url": urls.component_url(component),
        "repository_url": urls.component_url(component, "repository"),
        "translations_url": urls.component_url(component, "translations"),
        "statistics_url": urls.component_url(component, "statistics"),
        "lock_url": urls.component_url(component, "lock"),
        "changes_list_url": urls.component_url(component, "changes"),
        "check_flags": component.check_flags,
        "priority": 100,
        "language_regex": component.language_regex,
        "is_glossary": False,
        "category": None,
        "linked_component": None,
        "locked": False,
    }


def translation_to_json(
    record: Record,
    component: Component,
    urls: UrlBuilder,
    *,
    failing: Mapping[str, FailingUnitCounts],
    with_component: bool = True,
) -> dict[str, Any]:
    """Return a translation as a JSON object. If `with_component` is False, the key `component` is left out.

    `failing` contains the numbers of failing strings by language code. A record contains only the number of all
    failing strings, and not that of their words.
    """
    code = record.language.code
    parts = (component.project, component.slug, code)
    is_source = code == language_by_code(component.source_language).code
    is_template = is_source and bool(component.template)
    return {
        "language": language_to_json(record.language, urls),
        **({"component": component_to_json(component, urls)} if with_component else {}),
        "language_code": _find_language_code_in_path(record, component),
        # A source language without a template has no file of its own.
        "filename": record.path if is_template or not is_source else "",
        "revision": "",
        "web_url": urls.web_page_url("projects", *parts),
        "share_url": urls.web_page_url("engage", component.project, "-", code),
        "translate_url": urls.web_page_url("translate", *parts),
        "url": urls.translation_url(component, code),
        "is_template": is_template,
        "is_source": is_source,
        **_counts_to_json(record.statistics, failing[code].counts.words if code in failing else 0),
        "last_change": record.last_change,
        "last_author": None,
        "repository_url": urls.translation_url(component, code, "repository"),
        "file_url": urls.translation_url(component, code, "file"),
        "statistics_url": urls.translation_url(component, code, "statistics"),
        "changes_list_url": urls.translation_url(component, code, "changes"),
        "units_list_url": urls.translation_url(component, code, "units"),
        "announcements_url": urls.translation_url(component, code, "announcements"),
    }


def _find_language_code_in_path(record: Record, component: Component) -> str:
    """Return the language code as it is spelled in the path of the translation file.

    If the path contains no language code, return the code of the language.
    """
    parts = (part for part, path in component.paths_by_language.items() if path == record.path)
    return next(parts, files.find_language_part(component, record.path)) or record.language.code


def _counts_to_json(statistics: Statistics, failing_words: int) -> dict[str, Any]:
    total, translated, fuzzy = statistics.total, statistics.translated, statistics.fuzzy
    return {
        "total": total.strings,
        "total_words": total.words,
        "translated": translated.strings,
        "translated_words": translated.words,
        "translated_percent": measure_translated(statistics).percent_done,
        "fuzzy": fuzzy.strings,
        "fuzzy_words": fuzzy.words,
        "fuzzy_percent": Share(fuzzy.strings, total.strings).percent,
        "failing_checks": statistics.failing,
        "failing_checks_words": failing_words,
        "failing_checks_percent": Share(statistics.failing, total.strings).percent,
        "have_suggestion": statistics.suggestions,
        "have_comment": statistics.comments,
    }


def unit_to_json(located_unit: LocatedUnit, position: int, component: Component) -> dict[str, Any]:
    """Return a unit as a JSON object. `position` is the number of the unit in its file, counted from 1.

    The ids are hashes of source and context, so an id stays the same between scans.
    """
    unit, code = located_unit.unit, located_unit.language.code
    urls = UrlBuilder(component.base_url)
    source = language_by_code(component.source_language)
    content_hash = hash_texts(unit.source, unit.context)
    unit_id = _make_unit_id(component, code, located_unit)
    address = urls.web_page_url("translate", component.project, component.slug, code)
    return {
        "translation": urls.translation_url(component, code),
        "language_code": code,
        "source": unit.sources,
        "previous_source": located_unit.source_change.old_source if located_unit.source_change else "",
        "target": unit.targets,
        "id_hash": content_hash,
        "content_hash": content_hash,
        "location": ", ".join(unit.references),
        "context": unit.context,
        "note": unit.note,
        "flags": str(unit.flags),
        "labels": [],
        "state": int(unit.state),
        "fuzzy": unit.state.is_fuzzy,
        "translated": unit.state >= State.TRANSLATED,
        "approved": unit.state is State.APPROVED,
        "has_suggestion": False,
        "has_comment": False,
        "has_failing_check": bool(located_unit.findings),
        "position": position,
        "num_words": count_words(unit.source, cjk=source.is_cjk),
        "source_unit": urls.api_url("units", str(_make_unit_id(component, source.code, located_unit))),
        "priority": 100,
        "id": unit_id,
        "web_url": f"{address}?checksum={unit_checksum(unit)}",
        "url": None if located_unit.is_missing else urls.api_url("units", str(unit_id)),
        "explanation": "",
        "extra_flags": "",
        "pending": False,
        "automatically_translated": False,
    }


def _make_unit_id(component: Component, language_code: str, located_unit: LocatedUnit) -> int:
    names = (component.project, component.slug, language_code, located_unit.unit.source, located_unit.unit.context)
    return (hash_texts(*names) & (1 << 64) - 1) >> _REMOVED_BITS


def totals_to_json(total: RecordTotals, *, extended: bool = False, **names: str) -> dict[str, Any]:
    """Return the statistics of a project or a language as a JSON object, followed by its names and URLs."""
    counts = counts_and_dates(total.statistics, total.last_change, total.recent_changes, extended=extended)
    return {**counts, **names}
