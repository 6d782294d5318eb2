"""JSON representation of a translation."""

from collections.abc import Mapping
from typing import Any

from transtats_cli.component import Component
from transtats_cli.report import Record
from transtats_cli.scanning.filemask import files
from transtats_cli.serving.objects import components, languages
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.statistics import percent


def translation_to_json(
    record: Record,
    component: Component,
    urls: UrlBuilder,
    *,
    failing_words: int,
    component_json: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return a translation as a JSON object.

    `failing_words` is the number of words in failing strings. It is not part of a record, which contains only the
    number of failing strings. `component_json` is the value of the key `component`. If `component_json` is None, this
    key is left out.
    """
    code = record.language.code
    parts = (component.project, component.slug, code)
    is_source = code == components.get_source_language(component).code
    is_template = is_source and bool(component.template)
    return {
        "language": languages.language_to_json(record.language, urls),
        **({"component": component_json} if component_json is not None else {}),
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
        **_counts_to_json(record, failing_words),
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
    for part, path in component.paths_by_language.items():
        if path == record.path:
            return part
    return files.find_language_part(component, record.path) or record.language.code


def _counts_to_json(record: Record, failing_words: int) -> dict[str, Any]:
    statistics = record.statistics
    total, translated, fuzzy = statistics.total, statistics.translated, statistics.fuzzy
    return {
        "total": total.strings,
        "total_words": total.words,
        "translated": translated.strings,
        "translated_words": translated.words,
        "translated_percent": percent(translated.strings, total.strings, if_whole_is_zero=100.0),
        "fuzzy": fuzzy.strings,
        "fuzzy_words": fuzzy.words,
        "fuzzy_percent": percent(fuzzy.strings, total.strings),
        "failing_checks": statistics.failing,
        "failing_checks_words": failing_words,
        "failing_checks_percent": percent(statistics.failing, total.strings),
        "have_suggestion": statistics.suggestions,
        "have_comment": statistics.comments,
    }
