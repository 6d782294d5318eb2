"""GitLab's Code Quality format."""

import json
import re
from collections.abc import Callable

from transtats_cli.output.ci_formats import Annotation, AnnotationLevel


def test_the_report_is_an_array_of_findings_with_exactly_these_fields(
    annotations: list[Annotation], renderer: Callable[[str, list[Annotation]], str]
) -> None:
    text = renderer("gitlab", annotations)
    assert not text.startswith("\ufeff")
    findings = json.loads(text)
    assert len(findings) == 5
    for finding in findings:
        assert list(finding) == ["description", "check_name", "fingerprint", "severity", "location"]
        assert all(isinstance(finding[name], str) and finding[name] for name in list(finding)[:4])
        assert finding["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert list(finding["location"]) == ["path", "lines"]
        assert isinstance(finding["location"]["lines"]["begin"], int)
        assert finding["location"]["lines"]["begin"] >= 1
        assert not finding["location"]["path"].startswith(("./", "/"))
        assert re.fullmatch("[0-9a-f]{64}", finding["fingerprint"])


def test_fingerprints_are_unique(
    annotations: list[Annotation], renderer: Callable[[str, list[Annotation]], str]
) -> None:
    findings = json.loads(renderer("gitlab", [*annotations, *annotations]))
    assert len({finding["fingerprint"] for finding in findings}) == len(findings) == 5


def test_each_level_has_a_severity_and_the_worst_comes_first(
    annotation: Callable[..., Annotation], renderer: Callable[[str, list[Annotation]], str]
) -> None:
    found = [annotation(level, distinguishing_texts=(level.name,)) for level in reversed(AnnotationLevel)]
    severities = [finding["severity"] for finding in json.loads(renderer("gitlab", found))]
    assert severities == ["blocker", "critical", "minor", "info"]


def test_no_annotations_are_an_empty_array(renderer: Callable[[str, list[Annotation]], str]) -> None:
    assert renderer("gitlab", []) == "[]\n"
