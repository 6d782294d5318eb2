"""JUnit XML, parsed by an independent library."""

from collections.abc import Callable
from pathlib import Path

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped

from transtats_cli.output.ci_formats import Annotation, AnnotationLevel


@pytest.fixture
def parser(renderer: Callable[[str, list[Annotation]], str], tmp_path: Path) -> Callable[[list[Annotation]], JUnitXml]:
    def parser(annotations: list[Annotation]) -> JUnitXml:
        path = tmp_path / "junit.xml"
        path.write_text(renderer("junit", annotations), encoding="utf-8")
        return JUnitXml.fromfile(str(path))

    return parser


def test_each_language_and_rule_is_a_case_with_a_result(
    annotations: list[Annotation], parser: Callable[[list[Annotation]], JUnitXml]
) -> None:
    xml = parser(annotations)
    (suite,) = xml
    assert suite.name == "garden/app"
    cases = {case.name: case for case in suite}
    assert {case.classname for case in cases.values()} == {"garden/app"}
    kinds = {name: [type(result) for result in case.result] for name, case in cases.items()}
    assert kinds == {
        "de: same": [Skipped],
        "fr: c_format": [Failure],
        "fr: same": [Failure],
        "it: unreadable": [Error],
        "ja: same": [],
    }
    (failure,) = cases["fr: same"].result
    assert (failure.type, failure.message) == ("same", "the source again")
    assert failure.text == "po/fr.po:7: the source again\npo/fr.po:9: the source again"


def test_the_counts_of_a_suite_are_those_of_its_cases(
    annotations: list[Annotation], parser: Callable[[list[Annotation]], JUnitXml]
) -> None:
    xml = parser(annotations)
    counts = (xml.tests, xml.failures, xml.errors, xml.skipped)
    assert counts == (5, 2, 1, 1)
    xml.update_statistics()  # type: ignore[no-untyped-call]
    assert (xml.tests, xml.failures, xml.errors, xml.skipped) == counts


def test_characters_that_xml_does_not_allow_are_escaped(
    annotations: list[Annotation], parser: Callable[[list[Annotation]], JUnitXml]
) -> None:
    (suite,) = parser(annotations)
    (failure,) = next(case for case in suite if case.name == "fr: c_format").result
    assert '"f" <g> & ]]> \\x00\\x1b[31m \\ud800 ' in failure.message
    assert failure.message.endswith("é😀")


def test_each_component_is_a_suite(
    annotation: Callable[..., Annotation], parser: Callable[[list[Annotation]], JUnitXml]
) -> None:
    xml = parser(
        [
            annotation(component_name="b/x"),
            annotation(component_name="a/y"),
            annotation(AnnotationLevel.PASSED, component_name="b/x", case_name="ja: same"),
        ]
    )
    assert [(suite.name, suite.tests) for suite in xml] == [("a/y", 1), ("b/x", 2)]


def test_a_case_with_many_findings_counts_those_above_the_limit(
    many_annotations: Callable[[int, AnnotationLevel], list[Annotation]], parser: Callable[[list[Annotation]], JUnitXml]
) -> None:
    (suite,) = parser(many_annotations(300, AnnotationLevel.WARNING))
    ((failure,),) = [case.result for case in suite]
    assert failure.text.endswith("\n100 more")


def test_the_message_of_a_case_is_not_taken_from_a_detail(
    annotation: Callable[..., Annotation], parser: Callable[[list[Annotation]], JUnitXml]
) -> None:
    (suite,) = parser([annotation(message="the string", is_detail=True), annotation(message="the verdict", line=99)])
    ((failure,),) = [case.result for case in suite]
    assert failure.message == "the verdict"


def test_no_annotations_are_an_empty_document(parser: Callable[[list[Annotation]], JUnitXml]) -> None:
    assert parser([]).tests == 0
