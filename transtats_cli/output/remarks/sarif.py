"""Render remarks as SARIF 2.1.0, a format for code scanning services."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from transtats_cli import __version__
from transtats_cli.output.json_text import compact_json
from transtats_cli.output.remarks.remark import Remark, RemarkLevel, RemarkRule, create_severity_key

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: Mapping[RemarkLevel, str] = {
    RemarkLevel.UNREADABLE: "error",
    RemarkLevel.ERROR: "error",
    RemarkLevel.WARNING: "warning",
    RemarkLevel.NOTE: "note",
}
MAX_RESULTS = 25_000
"""Maximum number of results in one file. Code scanning services reject a file with more results."""
_SOURCE_ROOT = "%SRCROOT%"


def render_sarif(remarks: Iterable[Remark]) -> Iterator[str]:
    results = sorted((each for each in remarks if each.level in _LEVELS), key=create_severity_key)
    omitted = len(results) - MAX_RESULTS
    yield (
        compact_json(
            {"$schema": _SCHEMA, "version": "2.1.0", "runs": [_create_run_object(results[:MAX_RESULTS], omitted)]}
        )
        + "\n"
    )


def _create_run_object(remarks: Sequence[Remark], omitted: int) -> dict[str, Any]:
    rules: dict[RemarkRule, RemarkLevel] = {}
    for remark in remarks:
        rules.setdefault(remark.rule, remark.level)
    indexes = {rule: index for index, rule in enumerate(rules)}
    driver = {
        "name": "transtats",
        "version": __version__,
        "rules": [_create_rule_object(rule, level) for rule, level in rules.items()],
    }
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_create_result_object(remark, indexes[remark.rule]) for remark in remarks],
    }
    is_complete = not any(remark.level is RemarkLevel.UNREADABLE for remark in remarks)
    invocation: dict[str, Any] = {"executionSuccessful": is_complete}
    if omitted > 0:
        notice = {"level": "note", "message": {"text": f"{omitted} more results are left out, none worse than these"}}
        invocation["toolExecutionNotifications"] = [notice]
    return {**run, "invocations": [invocation]}


def _create_rule_object(rule: RemarkRule, level: RemarkLevel) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": rule.description},
        "help": {"text": rule.description},
        "defaultConfiguration": {"level": _LEVELS[level]},
    }


def _create_result_object(remark: Remark, rule_index: int) -> dict[str, Any]:
    shown = remark.escape_texts()
    return {
        "ruleId": remark.rule.id,
        "ruleIndex": rule_index,
        "level": _LEVELS[remark.level],
        "message": {"text": _escape_links(f"{shown.title}: {shown.message}")},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _create_artifact_location(remark.path),
                    "region": {"startLine": remark.line or 1},
                }
            }
        ],
        "partialFingerprints": {"transtats/v1": remark.fingerprint},
    }


def _escape_links(text: str) -> str:
    """Escape brackets and backslashes if a SARIF viewer would show a link in the text, `[text](url)`."""
    return re.sub(r"[\\\[\]]", r"\\\g<0>", text) if "](" in text else text


def _create_artifact_location(path: str) -> dict[str, str]:
    """Return the SARIF artifact location of a path: relative to the source root, or an absolute `file:` URL."""
    if re.match("[A-Za-z]:/", path):
        # An absolute path of Windows.
        return {"uri": f"file:///{quote(path, safe='/:', errors='surrogateescape')}"}
    quoted = quote(path, errors="surrogateescape")
    return {"uri": f"file://{quoted}"} if path.startswith("/") else {"uri": quoted, "uriBaseId": _SOURCE_ROOT}
