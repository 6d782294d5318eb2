"""Render remarks as GitLab's Code Quality report: an array of findings with unique fingerprints."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from transtats_cli.output.json_text import compact_json
from transtats_cli.output.remarks.remark import Remark, RemarkLevel, create_severity_key

_SEVERITIES: Mapping[RemarkLevel, str] = {
    RemarkLevel.UNREADABLE: "blocker",
    RemarkLevel.ERROR: "critical",
    RemarkLevel.WARNING: "minor",
    RemarkLevel.NOTE: "info",
}


def render_gitlab(remarks: Iterable[Remark]) -> Iterator[str]:
    seen: set[str] = set()
    findings: list[dict[str, Any]] = []
    for remark in sorted((each for each in remarks if each.level in _SEVERITIES), key=create_severity_key):
        fingerprint = remark.fingerprint
        # GitLab shows only the first of two findings with the same fingerprint.
        if fingerprint not in seen:
            seen.add(fingerprint)
            findings.append(_create_finding_fields(remark.escape_texts(), fingerprint))
    yield compact_json(findings) + "\n"


def _create_finding_fields(remark: Remark, fingerprint: str) -> dict[str, Any]:
    return {
        "description": f"{remark.title}: {remark.message}",
        "check_name": remark.rule.id,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[remark.level],
        "location": {"path": remark.path, "lines": {"begin": remark.line or 1}},
    }
