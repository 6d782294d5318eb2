"""Annotations, which are messages with a severity and a position in a file, and their formats for CI systems.

- GitHub: workflow commands, which GitHub Actions shows as annotations of files.
- GitLab: the Code Quality report, an array of findings with unique fingerprints.
- SARIF 2.1.0: a format for code scanning services.
- JUnit XML: a test suite for each component, and a test case for each language and rule.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import partial
from typing import Any, NamedTuple
from xml.etree import ElementTree

from transtats_cli import __version__
from transtats_cli.component import Component
from transtats_cli.output.formats import Output, Value, compact_json
from transtats_cli.output.text import escape_controls, shorten_source
from transtats_cli.problems import Problem
from transtats_cli.report import LocatedUnit
from transtats_cli.runner_log import RunnerCommand


class AnnotationLevel(IntEnum):
    """Severity of an annotation. The most severe level has the smallest value."""

    UNREADABLE = 0
    """Level for an unreadable file, whose problems are unknown."""
    ERROR = 1
    WARNING = 2
    NOTE = 3
    PASSED = 4
    """Level for a test case that succeeded. Only formats that list successful test cases show such an annotation."""


class AnnotationRule(NamedTuple):
    """Rule that an annotation refers to, such as a check or a limit."""

    id: str
    description: str
    """Description of the rule: one sentence that is true if there is no problem."""


class Annotation(NamedTuple):
    """Message for a CI system about a file, with the line, the severity and the rule."""

    level: AnnotationLevel
    rule: AnnotationRule
    path: str
    """Path relative to the top of the repository, or absolute for a file outside the repository.

    The separator is `/`.
    """
    line: int
    """Line number in the file. 0 if the annotation concerns the whole file."""
    title: str
    message: str
    component_name: str
    """Project and name of the component: `project/component`."""
    case_name: str
    """Name of the JUnit test case: a language and a rule."""
    distinguishing_texts: tuple[str, ...] = ()
    """Texts that distinguish annotations of the same rule in the same file. The texts contain no line numbers."""
    is_detail: bool = False
    """True if the annotation gives details of another annotation of the same test case."""
    gap: int = 0
    """Amount by which a limit is missed, or weight of a finding, so that the worst annotation comes first."""

    @property
    def fingerprint(self) -> str:
        """Hash that identifies the annotation. The hash does not change if the string moves to another line."""
        # Imported late, because it loads OpenSSL.
        from hashlib import sha256

        parts = (self.rule.id, self.path, self.component_name, self.case_name, *self.distinguishing_texts)
        return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()

    def escape_texts(self) -> "Annotation":
        """Return the annotation with control characters in its texts escaped."""
        return self._replace(
            path=escape_controls(self.path),
            title=escape_controls(self.title),
            message=escape_controls(self.message, keeps_newlines=True),
        )


def create_severity_key(annotation: Annotation) -> tuple[int, int, str, int]:
    """Return the sort key of an annotation: by level and gap, the most severe first, and then by path and line."""
    return annotation.level, -annotation.gap, annotation.path, annotation.line


def make_relative_to_top(path: str, repository_top: str) -> str:
    """Return a path relative to the top of the repository, with the separator `/`.

    The path of a file outside the repository is absolute.
    """
    absolute = os.path.abspath(path)
    try:
        relative = os.path.relpath(absolute, repository_top)
    except ValueError:
        # Windows has no relative path from one drive to another.
        relative = os.pardir
    return (absolute if relative.split(os.sep)[0] == os.pardir else relative).replace(os.sep, "/")


def create_unit_annotation(
    located_unit: LocatedUnit, level: AnnotationLevel, rule: AnnotationRule, component_name: str, repository_top: str
) -> Annotation:
    """Return the annotation on a string. The message is the source text."""
    unit, name = located_unit.unit, f"{located_unit.language.code}: {rule.id}"
    path = make_relative_to_top(located_unit.path, repository_top)
    texts = (unit.context, unit.source)
    return Annotation(level, rule, path, unit.line, name, shorten_source(unit.source), component_name, name, texts)


_UNREADABLE_RULE = AnnotationRule("unreadable", "Every file of a component can be read.")


def create_unreadable_file_annotations(
    component: Component, failures: Iterable[Problem], repository_top: str
) -> Iterator[Annotation]:
    """Yield an annotation for each file of a component that cannot be read."""
    for failure in failures:
        yield Annotation(
            AnnotationLevel.UNREADABLE,
            _UNREADABLE_RULE,
            make_relative_to_top(os.path.join(component.root, failure.path), repository_top),
            failure.line or 0,
            "cannot be read",
            failure.reason,
            component.full_name,
            f"{failure.path}: readable",
        )


class _LevelNames(NamedTuple):
    """Names of a level in each format."""

    github: str
    gitlab: str
    sarif: str
    junit: str


_LEVEL_NAMES: Mapping[AnnotationLevel, _LevelNames] = {
    AnnotationLevel.UNREADABLE: _LevelNames("error", "blocker", "error", "error"),
    AnnotationLevel.ERROR: _LevelNames("error", "critical", "error", "failure"),
    AnnotationLevel.WARNING: _LevelNames("warning", "minor", "warning", "failure"),
    AnnotationLevel.NOTE: _LevelNames("notice", "info", "note", "skipped"),
}
"""Names of the levels of problems. A test case that succeeded is only in JUnit XML, without a name."""
MAX_ANNOTATIONS = 10
"""Maximum number of annotations for each workflow command and step. GitHub drops further annotations silently."""
_MESSAGE_ESCAPES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY_ESCAPES = {**_MESSAGE_ESCAPES, **str.maketrans({":": "%3A", ",": "%2C"})}
_SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
MAX_RESULTS = 25_000
"""Maximum number of results in one file. Code scanning services reject a file with more results."""
_SOURCE_ROOT = "%SRCROOT%"
_escape_xml = partial(escape_controls, keeps_newlines=True)
_MAX_LINES = 200
"""Maximum number of annotations in the text of one test case. Further annotations are only counted."""


def _sort_problems(annotations: Iterable[Annotation]) -> list[Annotation]:
    """Return the annotations without those of test cases that succeeded, the most severe annotation first."""
    return sorted((each for each in annotations if each.level in _LEVEL_NAMES), key=create_severity_key)


def _render_github(annotations: Iterable[Annotation]) -> Iterator[str]:
    remaining = dict.fromkeys((names.github for names in _LEVEL_NAMES.values()), MAX_ANNOTATIONS)
    # One notice is reserved for the number of omitted annotations.
    remaining["notice"] -= 1
    omitted = 0
    for annotation in _sort_problems(annotations):
        command = _LEVEL_NAMES[annotation.level].github
        if remaining[command]:
            remaining[command] -= 1
            yield _create_github_command(command, annotation.escape_texts())
        else:
            omitted += 1
    if omitted:
        more = f"{omitted} more; the summary of this run and its other reports have all of them"
        yield RunnerCommand(f"::notice title=transtats::{more}\n")


def _create_github_command(command: str, annotation: Annotation) -> RunnerCommand:
    location = [f"file={annotation.path.translate(_PROPERTY_ESCAPES)}"] if annotation.path else []
    location += [f"line={annotation.line}"] if annotation.path and annotation.line else []
    properties = ",".join([*location, f"title={annotation.title.translate(_PROPERTY_ESCAPES)}"])
    return RunnerCommand(f"::{command} {properties}::{annotation.message.translate(_MESSAGE_ESCAPES)}\n")


def _render_gitlab(annotations: Iterable[Annotation]) -> Iterator[str]:
    findings: dict[str, dict[str, Any]] = {}
    for annotation in _sort_problems(annotations):
        shown, fingerprint = annotation.escape_texts(), annotation.fingerprint
        finding = {
            "description": f"{shown.title}: {shown.message}",
            "check_name": shown.rule.id,
            "fingerprint": fingerprint,
            "severity": _LEVEL_NAMES[shown.level].gitlab,
            "location": {"path": shown.path, "lines": {"begin": shown.line or 1}},
        }
        # GitLab shows only the first of two findings with the same fingerprint.
        findings.setdefault(fingerprint, finding)
    yield compact_json([*findings.values()]) + "\n"


def _render_sarif(annotations: Iterable[Annotation]) -> Iterator[str]:
    problems = _sort_problems(annotations)
    results, omitted = problems[:MAX_RESULTS], len(problems) - MAX_RESULTS
    rules: dict[AnnotationRule, AnnotationLevel] = {}
    for annotation in results:
        rules.setdefault(annotation.rule, annotation.level)
    indexes = {rule: index for index, rule in enumerate(rules)}
    has_unreadable = any(each.level is AnnotationLevel.UNREADABLE for each in results)
    invocation: dict[str, Any] = {"executionSuccessful": not has_unreadable}
    if omitted > 0:
        notice = {"level": "note", "message": {"text": f"{omitted} more results are left out, none worse than these"}}
        invocation["toolExecutionNotifications"] = [notice]
    driver = {
        "name": "transtats",
        "version": __version__,
        "rules": [
            {
                "id": rule.id,
                "shortDescription": {"text": rule.description},
                "help": {"text": rule.description},
                "defaultConfiguration": {"level": _LEVEL_NAMES[level].sarif},
            }
            for rule, level in rules.items()
        ],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_create_result_object(annotation, indexes[annotation.rule]) for annotation in results],
        "invocations": [invocation],
    }
    yield compact_json({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}) + "\n"


def _create_result_object(annotation: Annotation, rule_index: int) -> dict[str, Any]:
    shown = annotation.escape_texts()
    location = {
        "artifactLocation": _create_artifact_location(annotation.path),
        "region": {"startLine": annotation.line or 1},
    }
    return {
        "ruleId": annotation.rule.id,
        "ruleIndex": rule_index,
        "level": _LEVEL_NAMES[annotation.level].sarif,
        "message": {"text": _escape_message(f"{shown.title}: {shown.message}")},
        "locations": [{"physicalLocation": location}],
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
    # Imported late: it is slow to import, and no other format needs it.
    from urllib.parse import quote

    if re.match("[A-Za-z]:/", path):
        # An absolute path of Windows.
        return {"uri": f"file:///{quote(path, safe='/:', errors='surrogateescape')}"}
    quoted = quote(path, errors="surrogateescape")
    return {"uri": f"file://{quoted}"} if path.startswith("/") else {"uri": quoted, "uriBaseId": _SOURCE_ROOT}


def _render_junit(annotations: Iterable[Annotation]) -> Iterator[str]:
    suites: dict[str, dict[str, list[Annotation]]] = {}
    for annotation in sorted(annotations, key=create_severity_key):
        suites.setdefault(annotation.component_name, {}).setdefault(annotation.case_name, []).append(annotation)
    root = ElementTree.Element("testsuites", name="transtats")
    for component_name, cases in sorted(suites.items()):
        suite = ElementTree.SubElement(root, "testsuite", name=_escape_xml(component_name))
        for case_name, in_case in sorted(cases.items()):
            names = {"classname": component_name, "name": case_name, "file": in_case[0].path, "time": "0"}
            escaped = {name: _escape_xml(value) for name, value in names.items()}
            _set_case_result(ElementTree.SubElement(suite, "testcase", escaped), in_case)
        _set_case_counts(suite)
    _set_case_counts(root)
    ElementTree.indent(root)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _set_case_result(case: ElementTree.Element, annotations: Sequence[Annotation]) -> None:
    """Add the result to the XML element of a test case. If the test case succeeded, add nothing.

    The message is the message of the most severe annotation. The text lists all annotations, up to `_MAX_LINES`.
    """
    # Of two annotations of equal level, the annotation of the whole case is preferred to its details.
    shown = min(annotations, key=lambda annotation: (annotation.level, annotation.is_detail))
    if shown.level not in _LEVEL_NAMES:
        return
    verdict = ElementTree.SubElement(case, _LEVEL_NAMES[shown.level].junit, message=_escape_xml(shown.message))
    if shown.level is not AnnotationLevel.NOTE:
        verdict.set("type", _escape_xml(shown.rule.id))
    lines = [
        f"{each.path}:{each.line}: {each.message}" if each.line else f"{each.path}: {each.message}"
        for each in annotations[:_MAX_LINES]
    ]
    lines += [f"{len(annotations) - _MAX_LINES} more"] if len(annotations) > _MAX_LINES else []
    verdict.text = _escape_xml("\n".join(lines))


def _set_case_counts(element: ElementTree.Element) -> None:
    tags = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
    for name, tag in tags.items():
        element.set(name, str(len(list(element.iter(tag)))))
    element.set("time", "0")


def annotation_outputs(create_annotations: Callable[[Value], Iterable[Annotation]]) -> Iterable[Output[Value]]:
    """Return all formats for CI systems, of a command whose values have annotations."""
    return [
        Output("github", lambda value, _: _render_github(create_annotations(value))),
        Output("gitlab", lambda value, _: _render_gitlab(create_annotations(value))),
        Output("sarif", lambda value, _: _render_sarif(create_annotations(value))),
        Output("junit", lambda value, _: _render_junit(create_annotations(value))),
    ]
