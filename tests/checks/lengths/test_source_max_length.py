"""A source with a length limit leaves room for longer translations."""

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("flag_line", "source_language", "source", "fails"),
    [
        pytest.param("max-length:20", "en", "x" * 17, False, id="85 percent"),
        pytest.param("max-length:20", "en", "x" * 18, True, id="more than 85 percent"),
        pytest.param("max-length:20", "en_GB", "x" * 18, True, id="English of Britain"),
        pytest.param("max-length:20", "de", "x" * 20, False, id="all of the room in another language"),
        pytest.param("max-length:20", "de", "x" * 21, True, id="more than the room in another language"),
        pytest.param("max-length:20", "en", ["x", "x" * 18], True, id="in the plural"),
        pytest.param("max-length", "en", "x" * 100, False, id="no value"),
        pytest.param("max-length:few", "en", "x", True, id="no number"),
        pytest.param("max-length:1:2", "en", "x", True, id="two values"),
        pytest.param("max-length:4, xml-text", "en", "<b>abc</b>", False, id="tags do not count"),
        pytest.param("max-length:4, replacements:long:x", "en", "long", False, id="replacements are made"),
    ],
)
def test_a_source_leaves_room_for_longer_translations(
    problem_of: Callable[..., str | None], flag_line: str, source_language: str, source: str | list[str], fails: bool
) -> None:
    language = {"language": source_language, "source_language": source_language}
    assert (problem_of("source-max-length", source, source, flag_line, **language) is not None) is fails
