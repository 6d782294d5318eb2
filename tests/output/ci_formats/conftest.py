"""Annotations of every level, with characters that formats have to escape, and with a file that cannot be read."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from transtats_cli.output import View
from transtats_cli.output.ci_formats import Annotation, AnnotationLevel, AnnotationRule, annotation_outputs
from transtats_cli.output.formats import Outputs, create_outputs

SAME = AnnotationRule("same", "A translation is not the source again.")
FORMAT = AnnotationRule("c_format", "Placeholders are the same.")
UNREADABLE = AnnotationRule("unreadable", "Every file can be read.")
HOSTILE = 'a%b\r\nc:d,e "f" <g> & ]]> \x00\x1b[31m \ud800 \u202e é😀'


def build_annotation(
    level: AnnotationLevel = AnnotationLevel.WARNING, rule: AnnotationRule = SAME, **fields: Any
) -> Annotation:
    code = fields.pop("code", "fr")
    values: dict[str, Any] = {
        "path": f"po/{code}.po",
        "line": 7,
        "title": f"{code}: {rule.id}",
        "message": "the source again",
        "component_name": "garden/app",
        "case_name": f"{code}: {rule.id}",
        "distinguishing_texts": ("menu", "Open"),
    }
    return Annotation(level, rule, **{**values, **fields})


@pytest.fixture
def annotations() -> list[Annotation]:
    return [
        build_annotation(AnnotationLevel.NOTE, line=0, code="de", message="moved"),
        build_annotation(AnnotationLevel.WARNING, distinguishing_texts=("", "Close"), line=9),
        build_annotation(AnnotationLevel.WARNING),
        build_annotation(
            AnnotationLevel.ERROR,
            FORMAT,
            path="po/x y/ü%.po",
            message=HOSTILE,
            title=HOSTILE,
            distinguishing_texts=("", HOSTILE),
        ),
        build_annotation(AnnotationLevel.PASSED, code="ja"),
        build_annotation(AnnotationLevel.UNREADABLE, UNREADABLE, code="it", title="cannot be read", line=3),
    ]


@pytest.fixture
def renderer() -> Callable[[str, list[Annotation]], str]:
    outputs: Outputs[Iterable[Annotation]] = create_outputs(*annotation_outputs(lambda annotations: annotations))

    def renderer(name: str, annotations: list[Annotation]) -> str:
        # Files are encoded in this way, which escapes lone surrogates.
        return "".join(outputs[name].render(iter(annotations), View())).encode("utf-8", "backslashreplace").decode()

    return renderer


@pytest.fixture
def annotation() -> Callable[..., Annotation]:
    """Function that builds an annotation. Fields that are not given have default values."""
    return build_annotation


@pytest.fixture
def many_annotations() -> Callable[[int, AnnotationLevel], list[Annotation]]:
    return lambda number, level: [
        build_annotation(level, distinguishing_texts=("", str(place)), line=place + 1) for place in range(number)
    ]
