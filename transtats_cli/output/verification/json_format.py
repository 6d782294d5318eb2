"""Render the comparison with a server as JSON."""

from collections.abc import Iterator, Mapping
from typing import Any

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.output import View
from transtats_cli.output.json_text import json_document
from transtats_cli.verification.comparison import NOT_COMPARED
from transtats_cli.verification.result import ComponentResult, LanguageResult, VerificationResult
from transtats_cli.verification.server_settings import SettingsComparison
from transtats_cli.verification.strings import StringDifference


def render_json(result: VerificationResult, view: View) -> Iterator[str]:
    yield json_document(create_result_fields(result), view)


def create_result_fields(result: VerificationResult) -> dict[str, Any]:
    """Return the JSON object of a comparison."""
    return {
        "server": result.server,
        "equal": all(each.is_equal for each in result.components),
        "not_compared": list(NOT_COMPARED),
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
                "here": dict(each.local_value) if isinstance(each.local_value, Mapping) else each.local_value,
                "there": dict(each.server_value) if isinstance(each.server_value, Mapping) else each.server_value,
                "obstacle": each.obstacle or None,
            }
            for each in settings.differences
        ],
        "server_only": [each._asdict() for each in settings.server_only],
    }


def _create_language_fields(language: LanguageResult) -> dict[str, Any]:
    compared, strings = language.compared, language.strings
    return {
        "code": compared.code,
        "equal": compared.is_equal,
        "here": compared.exists_locally,
        "there": compared.exists_on_server,
        "differences": [
            {"field": each.field, "here": each.local_value, "there": each.server_value} for each in compared.differences
        ],
        "reasons": [
            {"kind": each.kind.value, "text": each.text, "certain": each.is_certain} for each in language.reasons
        ],
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
