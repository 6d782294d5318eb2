"""Annotations made by hand: all levels, texts that formats must escape, and a file that cannot be read."""

from collections.abc import Callable
from typing import Any

import pytest

from transtats_cli.output.annotations.annotation import Annotation, AnnotationLevel, AnnotationRule
from transtats_cli.output.renderers import load_annotation_renderer

SAME = AnnotationRule("same", "A translation is not the source again.")
FORMAT = AnnotationRule("c_format", "Placeholders are the same.")
UNREADABLE = AnnotationRule("unreadable", "Every file can be read.")
HOSTILE = 'a%b\r\nc:d,e "f" <g> & ]]> \x00\x1b[31m \ud800 \u202e é😀'


def annotation_of(
    level: AnnotationLevel = AnnotationLevel.WARNING, rule: AnnotationRule = SAME, **said: Any
) -> Annotation:
    code = said.pop("code", "fr")
    values: dict[str, Any] = {
        "path": f"po/{code}.po",
        "line": 7,
        "title": f"{code}: {rule.id}",
        "message": "the source again",
        "component_name": "garden/app",
        "case_name": f"{code}: {rule.id}",
        "distinguishing_texts": ("menu", "Open"),
    }
    return Annotation(level, rule, **{**values, **said})


@pytest.fixture
def annotations() -> list[Annotation]:
    return [
        annotation_of(AnnotationLevel.NOTE, line=0, code="de", message="moved"),
        annotation_of(AnnotationLevel.WARNING, distinguishing_texts=("", "Close"), line=9),
        annotation_of(AnnotationLevel.WARNING),
        annotation_of(
            AnnotationLevel.ERROR,
            FORMAT,
            path="po/x y/ü%.po",
            message=HOSTILE,
            title=HOSTILE,
            distinguishing_texts=("", HOSTILE),
        ),
        annotation_of(AnnotationLevel.PASSED, code="ja"),
        annotation_of(AnnotationLevel.UNREADABLE, UNREADABLE, code="it", title="cannot be read", line=3),
    ]


@pytest.fixture
def rendered() -> Callable[[str, list[Annotation]], str]:
    def rendered(name: str, annotations: list[Annotation]) -> str:
        # As it is written: a lone surrogate is spelled out.
        return "".join(load_annotation_renderer(name)(iter(annotations))).encode("utf-8", "backslashreplace").decode()

    return rendered


@pytest.fixture
def annotation() -> Callable[..., Annotation]:
    """An annotation that is like all others but for what is said."""
    return annotation_of


@pytest.fixture
def many() -> Callable[[int, AnnotationLevel], list[Annotation]]:
    return lambda number, level: [
        annotation_of(level, distinguishing_texts=("", str(place)), line=place + 1) for place in range(number)
    ]
