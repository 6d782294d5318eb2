"""Formats of the comparison with a server: fields that differ, reasons, examples, and settings."""

from collections.abc import Iterator, Sequence
from typing import Any

from transtats_cli.envelope import SERVER_FIELDS
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.output import View
from transtats_cli.output.formats import Outputs, page_outputs, to_json
from transtats_cli.output.text import escape_controls, format_count, shorten_source
from transtats_cli.output.text_table import Column, LabelledText, render_section, render_table_section, render_title
from transtats_cli.settings import format_toml
from transtats_cli.verification.comparison import ComponentResult, LanguageComparison, VerificationResult
from transtats_cli.verification.server_settings import SettingsComparison
from transtats_cli.verification.strings import StringDifference, StringExample

_FIELD_COLUMNS = (Column("Language"), Column("Field"), Column("Here", is_number=True), Column("There", is_number=True))
_SETTING_COLUMNS = (
    Column("Setting"),
    Column("Here", is_code=True),
    Column("There", is_code=True),
    Column("Not adopted", is_code=True),
)
_STRING_TITLES = {
    "only-here": "only here",
    "only-there": "only on the server",
    "target": "with another translation",
    "state": "in another state",
    "fails-here": "with failing checks only here",
    "fails-there": "with failing checks only on the server",
    "ignored-here": "with flags here that switch checks off, and failing checks only on the server",
}


def _render_table(result: VerificationResult, view: View) -> Iterator[str]:
    for component in result.components:
        yield from _render_component(component, view)
    equal = sum(each.is_equal for each in result.components)
    total = format_count(len(result.components), "component")
    yield f"{equal} of {total} equal to the server\n"


def _render_component(component: ComponentResult, view: View) -> Iterator[str]:
    title = f"{component.project}/{component.slug}"
    there = "/".join(component.server_names)
    yield from render_title(title if there == title else f"{title} ({there} on the server)", view)
    yield from (f"  {escape_controls(line)}\n" for line in _summarise_component(component))
    rows = [
        (each.code, difference.field, str(difference.local_value), str(difference.server_value))
        for each in component.languages
        for difference in each.differences
    ]
    yield from render_table_section("Fields that differ", _FIELD_COLUMNS, rows, view)
    for languages in _group_languages(component.languages):
        codes = ", ".join(each.code for each in languages)
        reasons = [("certain" if each.is_certain else "possible", each.text) for each in languages[0].reasons]
        yield from render_section(f"Reasons: {codes}", reasons, view)
        for strings in languages[0].strings or ():
            title = f"{codes}: {format_count(strings.string_count, 'string')} {_STRING_TITLES[strings.kind]}"
            yield from render_section(title, map(_describe_example, strings.examples), view)
    settings = component.settings
    rows = [
        (each.key, format_toml(each.local_value), format_toml(each.server_value), each.obstacle)
        for each in settings.differences
    ]
    yield from render_table_section("Settings that differ", _SETTING_COLUMNS, rows, view)
    only_there = [(each.key, f"{each.value}: {each.effect}") for each in settings.server_only]
    yield from render_section("Settings of the server alone", only_there, view)
    yield "\n"


def _group_languages(languages: Sequence[LanguageComparison]) -> list[list[LanguageComparison]]:
    """Return groups of languages that have the same reasons and the same strings, in the order of the languages."""
    groups: dict[object, list[LanguageComparison]] = {}
    for each in languages:
        groups.setdefault((each.reasons, each.strings), []).append(each)
    return [*groups.values()]


def _summarise_component(component: ComponentResult) -> Iterator[str]:
    if component.error:
        yield f"not compared: {component.error}"
    elif not component.exists_locally:
        yield "no such component here"
    elif not component.exists_on_server:
        yield "no such component on the server"
    elif not component.languages:
        yield "no language is compared, because neither side has it"
    else:
        equal = sum(each.is_equal for each in component.languages)
        yield f"{equal} of {format_count(len(component.languages), 'language')} equal"
    for failure in component.failures:
        yield f"{failure} (left out)"


def _describe_example(example: StringExample) -> LabelledText:
    values = [
        f"{name}: {shorten_source(value)}"
        for name, value in (("here", example.local_text), ("there", example.server_text))
        if value
    ]
    context = f" [{example.context}]" if example.context else ""
    return example.location, f"{shorten_source(example.source)}{context}  {'; '.join(values)}"


def _create_result_fields(result: VerificationResult) -> dict[str, Any]:
    return {
        "server": result.server,
        "equal": all(each.is_equal for each in result.components),
        "not_compared": list(SERVER_FIELDS),
        "components": [*map(_create_component_fields, result.components)],
    }


def _create_component_fields(component: ComponentResult) -> dict[str, Any]:
    return {
        "project": component.project,
        "component": component.slug,
        "server_project": component.server_names[0],
        "server_component": component.server_names[1],
        "equal": component.is_equal,
        "here": component.exists_locally,
        "there": component.exists_on_server,
        "error": component.error or None,
        "failures": [each._asdict() for each in component.failures],
        "settings": _create_settings_fields(component.settings),
        "languages": [*map(_create_language_fields, component.languages)],
    }


def _create_settings_fields(settings: SettingsComparison) -> dict[str, Any] | None:
    """Return the differences of the settings. None if the server did not return its settings."""
    if not settings.is_known:
        return None
    return {
        "different": [
            {
                "key": each.key,
                "here": to_json(each.local_value),
                "there": to_json(each.server_value),
                "obstacle": each.obstacle or None,
            }
            for each in settings.differences
        ],
        "server_only": [each._asdict() for each in settings.server_only],
    }


def _create_language_fields(language: LanguageComparison) -> dict[str, Any]:
    strings = language.strings
    return {
        "code": language.code,
        "equal": language.is_equal,
        "here": language.exists_locally,
        "there": language.exists_on_server,
        "differences": [
            {"field": each.field, "here": each.local_value, "there": each.server_value} for each in language.differences
        ],
        "reasons": [{"kind": each.kind, "text": each.text, "certain": each.is_certain} for each in language.reasons],
        "strings": None if strings is None else [*map(_create_string_fields, strings)],
    }


def _create_string_fields(strings: StringDifference) -> dict[str, Any]:
    return {
        "kind": strings.kind,
        "number": strings.string_count,
        "examples": [
            {
                "place": each.location,
                "context": each.context,
                "source": each.source.split(PLURAL_SEPARATOR),
                "here": each.local_text.replace(PLURAL_SEPARATOR, "\n"),
                "there": each.server_text.replace(PLURAL_SEPARATOR, "\n"),
            }
            for each in strings.examples
        ],
    }


OUTPUTS: Outputs[VerificationResult] = page_outputs(_render_table, _create_result_fields)
