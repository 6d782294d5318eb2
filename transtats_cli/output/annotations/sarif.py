"""Render annotations as SARIF 2.1.0, a format for code scanning services."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from transtats_cli import __version__
from transtats_cli.output.annotations.annotation import Annotation, AnnotationLevel, AnnotationRule, create_severity_key
from transtats_cli.output.json_text import compact_json

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: Mapping[AnnotationLevel, str] = {
    AnnotationLevel.UNREADABLE: "error",
    AnnotationLevel.ERROR: "error",
    AnnotationLevel.WARNING: "warning",
    AnnotationLevel.NOTE: "note",
}
MAX_RESULTS = 25_000
"""Maximum number of results in one file. Code scanning services reject a file with more results."""
_SOURCE_ROOT = "%SRCROOT%"


def render_sarif(annotations: Iterable[Annotation]) -> Iterator[str]:
    results = sorted((each for each in annotations if each.level in _LEVELS), key=create_severity_key)
    omitted = len(results) - MAX_RESULTS
    yield (
        compact_json(
            {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_create_run_object(results[:MAX_RESULTS], omitted)]}
        )
        + "\n"
    )


def _create_run_object(annotations: Sequence[Annotation], omitted: int) -> dict[str, Any]:
    rules: dict[AnnotationRule, AnnotationLevel] = {}
    for annotation in annotations:
        rules.setdefault(annotation.rule, annotation.level)
    indexes = {rule: index for index, rule in enumerate(rules)}
    driver = {
        "name": "transtats",
        "version": __version__,
        "rules": [_create_rule_object(rule, level) for rule, level in rules.items()],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_create_result_object(annotation, indexes[annotation.rule]) for annotation in annotations],
    }
    is_complete = not any(annotation.level is AnnotationLevel.UNREADABLE for annotation in annotations)
    invocation: dict[str, Any] = {"executionSuccessful": is_complete}
    if omitted > 0:
        notice = {"level": "note", "message": {"text": f"{omitted} more results are left out, none worse than these"}}
        invocation["toolExecutionNotifications"] = [notice]
    return {**run, "invocations": [invocation]}


def _create_rule_object(rule: AnnotationRule, level: AnnotationLevel) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.description},
        "help": {"text": rule.description},
        "defaultConfiguration": {"level": _LEVELS[level]},
    }


def _create_result_object(annotation: Annotation, rule_index: int) -> dict[str, Any]:
    shown = annotation.escape_texts()
    return {
        "ruleId": annotation.rule.id,
        "ruleIndex": rule_index,
        "level": _LEVELS[annotation.level],
        "message": {"text": _escape_message(f"{shown.title}: {shown.message}")},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _create_artifact_location(annotation.path),
                    "region": {"startLine": annotation.line or 1},
                }
            }
        ],
        "partialFingerprints": {"transtats/v1": annotation.fingerprint},
    }


def _escape_message(text: str) -> str:
    """Escape the text of a message, so that it contains no placeholder such as `{0}` and no link `[text](url)`.

    Curly brackets are doubled. Square brackets and backslashes are escaped only if the text may contain a link.
    """
    text = text.replace("{", "{{").replace("}", "}}")
    return re.sub(r"[\\\[\]]", r"\\\g<0>", text) if "](" in text else text


def _create_artifact_location(path: str) -> dict[str, str]:
    """Return the SARIF artifact location of a path: relative to the source root, or an absolute `file:` URL."""
    if re.match("[A-Za-z]:/", path):
        # An absolute path of Windows.
        return {"uri": f"file:///{quote(path, safe='/:', errors='surrogateescape')}"}
    quoted = quote(path, errors="surrogateescape")
    return {"uri": f"file://{quoted}"} if path.startswith("/") else {"uri": quoted, "uriBaseId": _SOURCE_ROOT}
