"""JUnit XML: a suite for each component, and a case for each language and rule."""

import re
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree

from transtats_cli.output.remarks.remark import Level, Remark, worst_first
from transtats_cli.output.text import visible

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Pattern of a character that is invalid in XML 1.0."""
_FAILURES = (Level.ERROR, Level.WARNING)
_MOST_LINES = 200
"""Maximum number of remarks in the text of one case. Further remarks are only counted."""


def render(remarks: Iterable[Remark]) -> Iterator[str]:
    suites: dict[str, dict[str, list[Remark]]] = {}
    for remark in sorted(remarks, key=worst_first):
        suites.setdefault(remark.owner, {}).setdefault(remark.case, []).append(remark)
    root = ElementTree.Element("testsuites", name="transtats")
    for owner in sorted(suites):
        root.append(_suite(owner, suites[owner].values()))
    _count(root, root)
    ElementTree.indent(root)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _suite(owner: str, cases: Iterable[Sequence[Remark]]) -> ElementTree.Element:
    suite = ElementTree.Element("testsuite", name=_said(owner))
    for remarks in sorted(cases, key=lambda remarks: remarks[0].case):
        case = ElementTree.SubElement(
            suite, "testcase", classname=_said(owner), name=_said(remarks[0].case), file=_said(remarks[0].path)
        )
        case.set("time", "0")
        _judge(case, remarks)
    _count(suite, suite)
    return suite


def _judge(case: ElementTree.Element, remarks: Sequence[Remark]) -> None:
    """Set the result of a case: the message is that of the worst remark, the text lists the remarks."""
    # Of two remarks of equal level, the remark of the whole case is preferred to its details.
    shown = min(remarks, key=lambda remark: (remark.level, remark.is_detail))
    names = {Level.UNREADABLE: "error", **dict.fromkeys(_FAILURES, "failure"), Level.NOTE: "skipped"}
    if shown.level not in names:
        return
    verdict = ElementTree.SubElement(case, names[shown.level], message=_said(shown.message))
    if shown.level is not Level.NOTE:
        verdict.set("type", _said(shown.rule.id))
    lines = [f"{_place(remark)}: {remark.message}" for remark in remarks[:_MOST_LINES]]
    lines += [f"{len(remarks) - _MOST_LINES} more"] if len(remarks) > _MOST_LINES else []
    verdict.text = _said("\n".join(lines))


def _place(remark: Remark) -> str:
    return f"{remark.path}:{remark.line}" if remark.line else remark.path


def _count(element: ElementTree.Element, below: ElementTree.Element) -> None:
    cases = list(below.iter("testcase"))
    counted = {"tests": cases, "failures": below.iter("failure"), "errors": below.iter("error")}
    for name, found in {**counted, "skipped": below.iter("skipped")}.items():
        element.set(name, str(len(list(found))))
    element.set("time", "0")


def _said(text: str) -> str:
    shown = visible(text, lines=True)
    return _FORBIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), shown)
