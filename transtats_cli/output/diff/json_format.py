"""Render the result of `diff` as JSON or NDJSON: statistics of each language before and after, and its changes."""

from collections.abc import Iterator
from typing import Any

from transtats_cli.comparison.movements import LanguageMovements
from transtats_cli.output import View
from transtats_cli.output.diff.result import ComponentDiff, DiffResults
from transtats_cli.output.json_text import compact_json, json_document
from transtats_cli.output.units.json_format import create_unit_fields
from transtats_cli.statistics import Counts, Statistics, translated_percent


def create_language_fields(difference: ComponentDiff, language: LanguageMovements) -> dict[str, Any]:
    """Return the JSON fields of a language: statistics before and after, and the size of each kind of change.

    `before` is null for a new language. `after` is null for a language that no longer exists. If `shows_units` is set,
    the changed strings are included.
    """
    values: dict[str, Any] = {
        "language": language.language.code,
        "name": language.language.name,
        "file": language.path,
        "before": None if language.is_new else _create_statistics_fields(language.before),
        "after": None if language.is_gone else _create_statistics_fields(language.after),
    }
    for movement, size in language.counts_by_movement.items():
        values[movement.key] = _create_count_fields(size)
        if movement in language.translated_by_movement:
            values[movement.key]["translated"] = _create_count_fields(language.translated_by_movement[movement])
    if difference.shows_units:
        values["units"] = [
            {"movement": moved.movement.key, **create_unit_fields(difference.create_located_unit(language, moved))}
            for moved in language.movements
        ]
    return values


def _create_statistics_fields(statistics: Statistics) -> dict[str, Any]:
    return {
        "total": statistics.total.strings,
        "total_words": statistics.total.words,
        "translated": statistics.translated.strings,
        "translated_words": statistics.translated.words,
        "translated_percent": translated_percent(statistics),
        "fuzzy": statistics.fuzzy.strings,
        "failing": statistics.failing,
    }


def _create_count_fields(counts: Counts) -> dict[str, Any]:
    return {"strings": counts.strings, "words": counts.words, "chars": counts.chars}


def render_json(differences: DiffResults, view: View) -> Iterator[str]:
    """Yield an object for the component. If several components were selected, yield an array of such objects."""
    documents = [_create_component_fields(each) for each in differences.component_diffs]
    yield json_document(documents if differences.has_several_components else documents[0], view)


def _create_component_fields(difference: ComponentDiff) -> dict[str, Any]:
    return {
        "project": difference.component.project,
        "component": difference.component.slug,
        "before": difference.before_name,
        "after": difference.after_name,
        "languages": [create_language_fields(difference, language) for language in difference.comparison.languages],
    }


def render_ndjson(differences: DiffResults, view: View) -> Iterator[str]:
    for difference in differences.component_diffs:
        component = difference.component
        names = (
            {"project": component.project, "component": component.slug} if differences.has_several_components else {}
        )
        for language in difference.comparison.languages:
            fields = {**names, **create_language_fields(difference, language)}
            yield f"{compact_json(fields, for_terminal=view.is_terminal)}\n"
