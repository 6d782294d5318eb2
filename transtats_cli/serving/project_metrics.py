"""Metrics of a project in the three formats of a Weblate server: JSON, CSV and OpenMetrics."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.envelope import counts_and_dates
from transtats_cli.report import Record
from transtats_cli.serving.http.problems import HttpProblem
from transtats_cli.serving.view_types import JsonObject, RawContent
from transtats_cli.statistics import Counts

OPENMETRICS_CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8"
_KINDS = {"": "strings", "_words": "words", "_chars": "characters"}
_DESCRIPTIONS = {
    **{f"translated{end}": f"Number of translated {kind}." for end, kind in _KINDS.items()},
    **{f"total{end}": f"Total number of {kind}." for end, kind in _KINDS.items()},
    **{f"fuzzy{end}": f"Number of fuzzy {kind}." for end, kind in _KINDS.items()},
    **{f"failing{end}": f"Number of {kind} with failing checks." for end, kind in _KINDS.items()},
    **{f"approved{end}": f"Number of approved {kind}." for end, kind in _KINDS.items()},
    "suggestions": "Number of strings with suggestions.",
    "comments": "Number of strings with unresolved comments.",
    **{f"translated{end}_percent": f"Percentage of translated {kind}." for end, kind in _KINDS.items()},
    **{f"approved{end}_percent": f"Percentage of approved {kind}." for end, kind in _KINDS.items()},
}
"""Metrics of a translation with their descriptions, in the order of a server."""
_OPENMETRICS_NAMES = {"suggestions": "strings_with_suggestions"}
"""Names of metrics in OpenMetrics format that differ from their keys."""
_LABEL_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


class TranslationMetrics(NamedTuple):
    """Metrics of one translation."""

    component: str
    language: str
    name: str
    """English name of the language."""
    values: Mapping[str, int | float]
    """Values by the keys of _DESCRIPTIONS, in the same order."""
    update_time: float
    """Time at which the statistics were computed, in seconds since 1970."""


def measure_translation(
    component: Component, record: Record, failing: Counts, update_time: float
) -> TranslationMetrics:
    """Return the metrics of one translation. `failing` are the counts of its strings with failing checks."""
    fields = counts_and_dates(record.statistics, None, 0, extended=True)
    fields |= {"failing_words": failing.words, "failing_chars": failing.chars}
    values = {name: fields[name] for name in _DESCRIPTIONS}
    return TranslationMetrics(component.slug, record.language.code, record.language.name, values, update_time)


def render_metrics(
    metrics: Sequence[TranslationMetrics], response_format: str
) -> JsonObject | list[JsonObject] | RawContent:
    """Return the metrics as an object for JSON, as rows for CSV, or as text in OpenMetrics format."""
    if response_format == "openmetrics":
        text = "".join(f"{line}\n" for line in _list_openmetrics_lines(metrics))
        return RawContent(text.encode("utf-8", "backslashreplace"), OPENMETRICS_CONTENT_TYPE)
    if response_format == "csv":
        return [
            {
                "component": each.component,
                "language": each.language,
                "metric": metric,
                "name": each.name,
                "value": value,
            }
            for each in metrics
            for metric, value in each.values.items()
        ]
    found: JsonObject = {}
    for each in metrics:
        found.setdefault(each.component, {})[each.language] = metrics_to_json(each)
    return found


def metrics_to_json(metrics: TranslationMetrics) -> JsonObject:
    """Return the metrics of one translation as a JSON object."""
    return {"name": metrics.name, **metrics.values}


def render_problem(problem: HttpProblem, response_format: str) -> HttpProblem:
    """Return a problem with a body in the format of the metrics."""
    if response_format == "openmetrics":
        problem.media_type, problem.body = "application/openmetrics-text; charset=utf-8", b"# EOF\n"
    elif response_format == "csv":
        problem.media_type = "text/csv; charset=utf-8"
        columns = "errors.0.attr,errors.0.code,errors.0.detail,type"
        problem.body = f"{columns}\r\n,{problem.code},{problem.detail},client_error\r\n".encode()
    return problem


def _list_openmetrics_lines(metrics: Sequence[TranslationMetrics]) -> Iterator[str]:
    labels = [_format_labels(component=each.component, language=each.language) for each in metrics]
    named = [_format_labels(component=each.component, language=each.language, name=each.name) for each in metrics]
    yield from _list_gauge_lines("translation_info", "Translation information.", named, [1] * len(named))
    for metric, description in _DESCRIPTIONS.items():
        values = [each.values[metric] for each in metrics]
        yield from _list_gauge_lines(_OPENMETRICS_NAMES.get(metric, metric), description, labels, values)
    times = [each.update_time for each in metrics]
    description = "Unix timestamp of last statistics update."
    yield from _list_gauge_lines("last_update_timestamp", description, labels, times)
    yield "# EOF"


def _list_gauge_lines(
    name: str, description: str, labels: Iterable[str], values: Iterable[int | float]
) -> Iterator[str]:
    yield f"# HELP weblate_{name} {description}"
    yield f"# TYPE weblate_{name} gauge"
    for each, value in zip(labels, values, strict=True):
        yield f"weblate_{name}{each} {value}"


def _format_labels(**labels: str) -> str:
    return "{" + ",".join(f'{name}="{value.translate(_LABEL_ESCAPES)}"' for name, value in labels.items()) + "}"
