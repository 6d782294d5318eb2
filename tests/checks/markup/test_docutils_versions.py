"""Results for strings whose messages differ between versions of docutils, in number, wording or order.

`failing` must not depend on the version. The workflow runs these tests with the oldest and the newest one allowed.
"""

from collections.abc import Callable

import pytest

FAILS, PASSES = True, False


@pytest.mark.parametrize(
    ("text", "fails"),
    [
        pytest.param("See [#]_ and [#]_", PASSES, id="footnotes without numbers"),
        pytest.param("See [1]_ and [#a]_", PASSES, id="unknown footnotes"),
        pytest.param("---- ", FAILS, id="only a transition"),
        pytest.param("----\n\nText", FAILS, id="transition at the start"),
        pytest.param("Text\n\n----", FAILS, id="transition at the end"),
        pytest.param("`t <https://h.org>`_ `t <https://h.org>`_", FAILS, id="same name for the same address"),
        pytest.param("`t <https://h.org>`_ `t <https://i.org>`_", FAILS, id="same name for two addresses"),
        pytest.param("`t <https://h.org>`__ `t <https://i.org>`__", PASSES, id="addresses without names"),
        pytest.param("`t`_\n\n.. _t: https://h.org", PASSES, id="target that is used"),
        pytest.param("Text\n\n.. _t: https://h.org", FAILS, id="target that is not used"),
        pytest.param(".. |e| replace:: a [#]_\n\n|e|", FAILS, id="footnote in a substitution"),
        pytest.param(".. |e| replace:: a :nothing:`x`\n\n|e|", FAILS, id="unknown role in a substitution"),
        pytest.param("a `t <https://h.org>`_`a`_", FAILS, id="two references without a blank"),
        pytest.param("Text\n  indented\n....", FAILS, id="several messages of one severity"),
    ],
)
def test_the_result_is_the_same_with_every_version_of_docutils(
    text: str, fails: bool, problem_of: Callable[..., object]
) -> None:
    assert (problem_of("rst-syntax", text, text) is not None) == fails
