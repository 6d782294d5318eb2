"""The brace placeholders of Python."""

import pytest

from transtats_cli.checks.placeholders import format_strings
from transtats_cli.checks.programming import python_brace_format


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("{name} has {count}", "{count}: {name}", None, id="named-placeholders-swapped"),
        pytest.param("{0} of {1}", "{1}: {0}", None, id="numbered-placeholders-swapped"),
        pytest.param("{name}", "{nmae}", "{name} is missing, {nmae} is not in the source", id="misspelt"),
        pytest.param("{} of {}", "{} z {}", None, id="unnamed"),
        pytest.param("{} of {}", "{}", "{} occurs less often than in the source", id="one-of-the-unnamed-missing"),
        pytest.param(
            "{} of {total}",
            "{total}: {}",
            "the order of the placeholders differs",
            id="the-order-counts-with-an-unnamed-placeholder",
        ),
        pytest.param(
            "{user.name}",
            "{user.nick}",
            "{user.name} is missing, {user.nick} is not in the source",
            id="attributes-count",
        ),
        pytest.param(
            "{0[key]}", "{0[other]}", "{0[key]} is missing, {0[other]} is not in the source", id="elements-count"
        ),
        pytest.param(
            "{name!r}", "{name}", "{name!r} is missing, {name} is not in the source", id="the-conversion-counts"
        ),
        pytest.param(
            "{price:.2f}",
            "{price:.1f}",
            "{price:.2f} is missing, {price:.1f} is not in the source",
            id="the-specification-counts",
        ),
        pytest.param("{a:*^+#010,.3f} {b!s:>10}", "{b!s:>10} {a:*^+#010,.3f}", None, id="all-parts-of-a-specification"),
        pytest.param("{{name}}", "name", None, id="escaped-braces-are-not-placeholders"),
        pytest.param(
            "{name}",
            "{name}}",
            "a } belongs to no placeholder; in the text it is written }}",
            id="a-stray-closing-brace",
        ),
        pytest.param(
            "{name}",
            "{name} {",
            "a { belongs to no placeholder; in the text it is written {{",
            id="a-stray-opening-brace",
        ),
        pytest.param(
            "{",
            "{",
            "a { belongs to no placeholder; in the text it is written {{",
            id="a-stray-brace-in-the-source-as-well",
        ),
        pytest.param(
            "{:d}",
            "{:d}",
            "a { belongs to no placeholder; in the text it is written {{",
            id="a-specification-without-a-name",
        ),
        pytest.param("{naïve}", "naivní", None, id="names-are-ascii"),
        pytest.param("{ name }", "jméno", None, id="names-have-no-blanks"),
        pytest.param(
            "{date:%Y}",
            "{date:%Y}",
            "a { belongs to no placeholder; in the text it is written {{",
            id="dates-are-a-problem",
        ),
        pytest.param("{", "", None, id="an-empty-target"),
    ],
)
def test_a_translation_keeps_the_brace_placeholders_of_python(source: str, target: str, expected: str | None) -> None:
    assert format_strings.compare_placeholders(python_brace_format.FORMAT, source, target) == expected
