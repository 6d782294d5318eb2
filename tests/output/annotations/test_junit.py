"""JUnit XML, read back by somebody else's reader."""

from collections.abc import Callable
from pathlib import Path

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped

from transtats_cli.output.annotations.annotation import Annotation, AnnotationLevel


@pytest.fixture
def read(rendered: Callable[[str, list[Annotation]], str], tmp_path: Path) -> Callable[[list[Annotation]], JUnitXml]:
    def read(annotations: list[Annotation]) -> JUnitXml:
        path = tmp_path / "junit.xml"
        path.write_text(rendered("junit", annotations), encoding="utf-8")
        return JUnitXml.fromfile(str(path))

    return read


def test_a_case_is_a_language_and_a_rule_and_says_how_it_went(
    annotations: list[Annotation], read: Callable[[list[Annotation]], JUnitXml]
) -> None:
    xml = read(annotations)
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
    annotations: list[Annotation], read: Callable[[list[Annotation]], JUnitXml]
) -> None:
    xml = read(annotations)
    counts = (xml.tests, xml.failures, xml.errors, xml.skipped)
    assert counts == (5, 2, 1, 1)
    xml.update_statistics()  # type: ignore[no-untyped-call]
    assert (xml.tests, xml.failures, xml.errors, xml.skipped) == counts


def test_what_xml_cannot_say_is_spelled_out(
    annotations: list[Annotation], read: Callable[[list[Annotation]], JUnitXml]
) -> None:
    (suite,) = read(annotations)
    (failure,) = next(case for case in suite if case.name == "fr: c_format").result
    assert '"f" <g> & ]]> \\x00\\x1b[31m \\ud800 ' in failure.message
    assert failure.message.endswith("é😀")


def test_each_component_is_a_suite(
    annotation: Callable[..., Annotation], read: Callable[[list[Annotation]], JUnitXml]
) -> None:
    xml = read(
        [
            annotation(component_name="b/x"),
            annotation(component_name="a/y"),
            annotation(AnnotationLevel.PASSED, component_name="b/x", case_name="ja: same"),
        ]
    )
    assert [(suite.name, suite.tests) for suite in xml] == [("a/y", 1), ("b/x", 2)]


def test_a_case_with_many_findings_counts_what_it_does_not_list(
    many: Callable[[int, AnnotationLevel], list[Annotation]], read: Callable[[list[Annotation]], JUnitXml]
) -> None:
    (suite,) = read(many(300, AnnotationLevel.WARNING))
    ((failure,),) = [case.result for case in suite]
    assert failure.text.endswith("\n100 more")


def test_a_detail_does_not_speak_for_its_case(
    annotation: Callable[..., Annotation], read: Callable[[list[Annotation]], JUnitXml]
) -> None:
    (suite,) = read([annotation(message="the string", is_detail=True), annotation(message="the verdict", line=99)])
    ((failure,),) = [case.result for case in suite]
    assert failure.message == "the verdict"


def test_nothing_to_say_is_an_empty_document(read: Callable[[list[Annotation]], JUnitXml]) -> None:
    assert read([]).tests == 0
