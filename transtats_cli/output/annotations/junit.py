"""Render annotations as JUnit XML: a test suite for each component, and a test case for each language and rule."""

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree

from transtats_cli.output.annotations.annotation import Annotation, AnnotationLevel, create_severity_key
from transtats_cli.output.text import escape_controls

_INVALID_CHARACTER_PATTERN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Pattern of a character that is invalid in XML 1.0."""
_FAILURE_LEVELS = (AnnotationLevel.ERROR, AnnotationLevel.WARNING)
_MAX_LINES = 200
"""Maximum number of annotations in the text of one test case. Further annotations are only counted."""


def render_junit(annotations: Iterable[Annotation]) -> Iterator[str]:
    suites: dict[str, dict[str, list[Annotation]]] = {}
    for annotation in sorted(annotations, key=create_severity_key):
        suites.setdefault(annotation.component_name, {}).setdefault(annotation.case_name, []).append(annotation)
    root = ElementTree.Element("testsuites", name="transtats")
    for component_name in sorted(suites):
        root.append(_create_suite_element(component_name, suites[component_name].values()))
    _set_case_counts(root, root)
    ElementTree.indent(root)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _create_suite_element(component_name: str, cases: Iterable[Sequence[Annotation]]) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=_escape_xml(component_name))
    for annotations in sorted(cases, key=lambda annotations: annotations[0].case_name):
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=_escape_xml(component_name),
            name=_escape_xml(annotations[0].case_name),
            file=_escape_xml(annotations[0].path),
        )
        case.set("time", "0")
        _set_case_result(case, annotations)
    _set_case_counts(suite, suite)
    return suite


def _set_case_result(case: ElementTree.Element, annotations: Sequence[Annotation]) -> None:
    """Add the result to the XML element of a test case. If the test case succeeded, add nothing.

    The message is the message of the most severe annotation. The text lists all annotations, up to `_MAX_LINES`.
    """
    # Of two annotations of equal level, the annotation of the whole case is preferred to its details.
    shown = min(annotations, key=lambda annotation: (annotation.level, annotation.is_detail))
    names = {
        AnnotationLevel.UNREADABLE: "error",
        **dict.fromkeys(_FAILURE_LEVELS, "failure"),
        AnnotationLevel.NOTE: "skipped",
    }
    if shown.level not in names:
        return
    verdict = ElementTree.SubElement(case, names[shown.level], message=_escape_xml(shown.message))
    if shown.level is not AnnotationLevel.NOTE:
        verdict.set("type", _escape_xml(shown.rule.id))
    lines = [f"{_format_location(annotation)}: {annotation.message}" for annotation in annotations[:_MAX_LINES]]
    lines += [f"{len(annotations) - _MAX_LINES} more"] if len(annotations) > _MAX_LINES else []
    verdict.text = _escape_xml("\n".join(lines))


def _format_location(annotation: Annotation) -> str:
    return f"{annotation.path}:{annotation.line}" if annotation.line else annotation.path


def _set_case_counts(element: ElementTree.Element, parent: ElementTree.Element) -> None:
    cases = list(parent.iter("testcase"))
    counted = {"tests": cases, "failures": parent.iter("failure"), "errors": parent.iter("error")}
    for name, found in {**counted, "skipped": parent.iter("skipped")}.items():
        element.set(name, str(len(list(found))))
    element.set("time", "0")


def _escape_xml(text: str) -> str:
    shown = escape_controls(text, keeps_newlines=True)
    return _INVALID_CHARACTER_PATTERN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), shown)
