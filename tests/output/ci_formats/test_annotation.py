import os
from collections.abc import Callable
from pathlib import Path

import pytest

from transtats_cli.output.ci_formats import (
    Annotation,
    AnnotationLevel,
    AnnotationRule,
    create_severity_key,
    make_relative_to_top,
)


def test_a_fingerprint_does_not_depend_on_line_message_and_level(annotation: Callable[..., Annotation]) -> None:
    assert (
        annotation(line=7).fingerprint
        == annotation(line=700, message="otherwise", level=AnnotationLevel.ERROR).fingerprint
    )


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"path": "po/de.po"}, id="another file"),
        pytest.param({"rule": AnnotationRule("c_format", "Placeholders are the same.")}, id="another rule"),
        pytest.param({"distinguishing_texts": ("menu", "Close")}, id="another string"),
        pytest.param({"distinguishing_texts": ("", "menuOpen")}, id="the same letters, divided otherwise"),
        pytest.param({"component_name": "garden/web"}, id="another component"),
    ],
)
def test_different_annotations_have_different_fingerprints(
    annotation: Callable[..., Annotation], other: dict[str, object]
) -> None:
    assert annotation().fingerprint != annotation(**other).fingerprint


def test_annotations_are_sorted_by_severity_and_then_by_line(annotation: Callable[..., Annotation]) -> None:
    levels = [
        AnnotationLevel.PASSED,
        AnnotationLevel.NOTE,
        AnnotationLevel.WARNING,
        AnnotationLevel.ERROR,
        AnnotationLevel.UNREADABLE,
    ]
    shuffled = [annotation(level, line=line) for level in levels for line in (2, 1)]
    ordered = sorted(shuffled, key=create_severity_key)
    assert [each.level for each in ordered[::2]] == levels[::-1]
    assert [each.line for each in ordered[:2]] == [1, 2]


def test_a_path_is_relative_to_the_top_of_the_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "repository" / "src"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    top = str(tmp_path / "repository")
    assert make_relative_to_top(os.path.join("po", "fr.po"), top) == "src/po/fr.po"
    assert make_relative_to_top(str(folder / "..cs.po"), top) == "src/..cs.po"
    assert make_relative_to_top(str(tmp_path / "elsewhere.po"), top) == (tmp_path / "elsewhere.po").as_posix()
