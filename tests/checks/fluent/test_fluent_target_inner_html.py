"""Values of Fluent translations as inner HTML, compared with their sources."""

from collections.abc import Callable

import pytest

TARGET = "fluent-target-inner-html, fluent-type:Message"


@pytest.mark.parametrize(
    ("source", "target", "problem"),
    [
        pytest.param("one", "eins", None, id="text"),
        pytest.param("<b>x</b><br>", "<br/><b>y</b>", None, id="in another order"),
        pytest.param("<a href='x' id=\"y\">z</a>", '<a id="y" href="x">w</a>', None, id="attributes in another order"),
        pytest.param("<a", "y", None, id="only the source is not valid"),
        pytest.param(
            "<b>x",
            "<b>y",
            "the translation is not valid inner HTML: <b> has no end tag",
            id="neither is valid",
        ),
        pytest.param(
            "<b>x</b>",
            "<B>y</B>",
            "no variant of the translation has the elements <b>, as the source has",
            id="in other case",
        ),
        pytest.param("<b>x</b>", "y {", None, id="a syntax error"),
        pytest.param("<b>x</b>\n.t = y", ".t = y", None, id="no value"),
        pytest.param("<b>x</b>", "{ $n ->\n  [one] <b>y</b>\n  *[other] <b>z</b>\n}", None, id="in each variant"),
        pytest.param(
            "<b>x</b>", "y", "no variant of the translation has the elements <b>, as the source has", id="missing"
        ),
        pytest.param("x", "<b>y</b>", "no variant of the translation has no elements, as the source has", id="added"),
        pytest.param(
            "<b>x</b>",
            "<b>y</b><b>z</b>",
            "no variant of the translation has the elements <b>, as the source has",
            id="more often",
        ),
        pytest.param(
            "<a id='x'>y</a>",
            "<a id='z'>y</a>",
            "no variant of the translation has the elements <a id=x>, as the source has",
            id="another value",
        ),
        pytest.param(
            "<a id='{ $x }'>y</a>",
            "<a id='{ $z }'>y</a>",
            "no variant of the translation has the elements <a id= $x >, as the source has",
            id="another reference",
        ),
        pytest.param(
            "<b><i>x</i></b>",
            "<i><b>y</b></i>",
            "no variant of the translation has the elements <b> <i>, as the source has",
            id="nested the other way round",
        ),
        pytest.param(
            "<b>x</b>",
            "{ $n ->\n  [one] y\n  *[other] <b>z</b>\n}",
            "a variant of the translation has no elements, which no variant of the source has",
            id="missing in a variant",
        ),
        pytest.param(
            "x",
            "y <z",
            "the translation is not valid inner HTML: a browser reads <z as a tag, but it is none",
            id="invalid",
        ),
    ],
)
def test_a_translation_has_the_elements_of_its_source(
    problem_of: Callable[..., str | None], source: str, target: str, problem: str | None
) -> None:
    assert problem_of("fluent-target-inner-html", source, target, TARGET) == problem
