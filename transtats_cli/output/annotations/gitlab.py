"""Render annotations as GitLab's Code Quality report: an array of findings with unique fingerprints."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from transtats_cli.output.annotations.annotation import Annotation, AnnotationLevel, create_severity_key
from transtats_cli.output.json_text import compact_json

_SEVERITIES: Mapping[AnnotationLevel, str] = {
    AnnotationLevel.UNREADABLE: "blocker",
    AnnotationLevel.ERROR: "critical",
    AnnotationLevel.WARNING: "minor",
    AnnotationLevel.NOTE: "info",
}


def render_gitlab(annotations: Iterable[Annotation]) -> Iterator[str]:
    seen: set[str] = set()
    findings: list[dict[str, Any]] = []
    for annotation in sorted((each for each in annotations if each.level in _SEVERITIES), key=create_severity_key):
        fingerprint = annotation.fingerprint
        # GitLab shows only the first of two findings with the same fingerprint.
        if fingerprint not in seen:
            seen.add(fingerprint)
            findings.append(_create_finding_fields(annotation.escape_texts(), fingerprint))
    yield compact_json(findings) + "\n"


def _create_finding_fields(annotation: Annotation, fingerprint: str) -> dict[str, Any]:
    return {
        "description": f"{annotation.title}: {annotation.message}",
        "check_name": annotation.rule.id,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[annotation.level],
        "location": {"path": annotation.path, "lines": {"begin": annotation.line or 1}},
    }
