"""Render remarks as JUnit XML: a test suite for each component, and a test case for each language and rule."""

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree

from transtats_cli.output.remarks.remark import Remark, RemarkLevel, create_severity_key
from transtats_cli.output.text import escape_controls

_INVALID_CHARACTER_PATTERN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Pattern of a character that is invalid in XML 1.0."""
_FAILURE_LEVELS = (RemarkLevel.ERROR, RemarkLevel.WARNING)
_MAX_LINES = 200
"""Maximum number of remarks in the text of one test case. Further remarks are only counted."""


def render_junit(remarks: Iterable[Remark]) -> Iterator[str]:
    suites: dict[str, dict[str, list[Remark]]] = {}
    for remark in sorted(remarks, key=create_severity_key):
        suites.setdefault(remark.component_name, {}).setdefault(remark.case_name, []).append(remark)
    root = ElementTree.Element("testsuites", name="transtats")
    for component_name in sorted(suites):
        root.append(_create_suite_element(component_name, suites[component_name].values()))
    _set_case_counts(root, root)
    ElementTree.indent(root)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _create_suite_element(component_name: str, cases: Iterable[Sequence[Remark]]) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=_escape_xml(component_name))
    for remarks in sorted(cases, key=lambda remarks: remarks[0].case_name):
        case = ElementTree.SubElement(
            suite,
            "testcase",
            classname=_escape_xml(component_name),
            name=_escape_xml(remarks[0].case_name),
            file=_escape_xml(remarks[0].path),
        )
        case.set("time", "0")
        _set_case_result(case, remarks)
    _set_case_counts(suite, suite)
    return suite


def _set_case_result(case: ElementTree.Element, remarks: Sequence[Remark]) -> None:
    """Set the result of a test case.

    The message is that of the worst remark. The text lists all remarks.
    """
    # Of two remarks of equal level, the remark of the whole case is preferred to its details.
    shown = min(remarks, key=lambda remark: (remark.level, remark.is_detail))
    names = {RemarkLevel.UNREADABLE: "error", **dict.fromkeys(_FAILURE_LEVELS, "failure"), RemarkLevel.NOTE: "skipped"}
    if shown.level not in names:
        return
    verdict = ElementTree.SubElement(case, names[shown.level], message=_escape_xml(shown.message))
    if shown.level is not RemarkLevel.NOTE:
        verdict.set("type", _escape_xml(shown.rule.id))
    lines = [f"{_format_location(remark)}: {remark.message}" for remark in remarks[:_MAX_LINES]]
    lines += [f"{len(remarks) - _MAX_LINES} more"] if len(remarks) > _MAX_LINES else []
    verdict.text = _escape_xml("\n".join(lines))


def _format_location(remark: Remark) -> str:
    return f"{remark.path}:{remark.line}" if remark.line else remark.path


def _set_case_counts(element: ElementTree.Element, parent: ElementTree.Element) -> None:
    cases = list(parent.iter("testcase"))
    counted = {"tests": cases, "failures": parent.iter("failure"), "errors": parent.iter("error")}
    for name, found in {**counted, "skipped": parent.iter("skipped")}.items():
        element.set(name, str(len(list(found))))
    element.set("time", "0")


def _escape_xml(text: str) -> str:
    shown = escape_controls(text, keeps_newlines=True)
    return _INVALID_CHARACTER_PATTERN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), shown)
