"""A source with several placeholders names or numbers them."""

from collections.abc import Callable

import pytest


@pytest.mark.parametrize(
    ("flag_line", "source", "fails"),
    [
        pytest.param("c-format", "%d of %d", True, id="two without a number"),
        pytest.param("c-format", "%1$d of %2$d", False, id="both with a number"),
        pytest.param("c-format", "%d of %1$d", False, id="one of two without"),
        pytest.param("c-format", "%d %%", False, id="an escaped sign of C"),
        pytest.param("c-format", "%d 100%", True, id="a lone sign of C"),
        pytest.param("python-format", "%d %%", True, id="an escaped sign of Python"),
        pytest.param("python-format", "%(a)d of %(b)d", False, id="names"),
        pytest.param("python-brace-format", "{} of {}", True, id="empty braces"),
        pytest.param("python-brace-format", "{0} of {1}", False, id="braces with numbers"),
        pytest.param("c-format, python-brace-format", "%d of {}", True, id="one of each of two formats"),
        pytest.param("c-format, python-format", "%d", False, id="one placeholder of two formats"),
        pytest.param("ruby-format", "%d of %d", False, id="Ruby is not checked"),
        pytest.param("qt-format", "%d of %d", False, id="Qt is not checked"),
        pytest.param("csharp-format", "{0} of {1}", False, id="gettext's name of C#"),
        pytest.param("c-format", ["%d", "%d of %d"], False, id="in the plural only"),
        pytest.param("c-format", ["%d of %d", "%d"], True, id="in the singular"),
    ],
)
def test_a_source_with_several_unnamed_placeholders_fails(
    problem_of: Callable[..., str | None], flag_line: str, source: str | list[str], fails: bool
) -> None:
    assert (problem_of("unnamed_format", source, source, flag_line, language="en") is not None) is fails
