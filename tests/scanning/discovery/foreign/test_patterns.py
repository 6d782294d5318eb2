import pytest

from transtats_cli.scanning.discovery.foreign import expand_pattern_pair

FILES = ["a/b/c/x.po", "a/x.po", "a/y.pot", "z.po"]


@pytest.mark.parametrize(
    ("source", "target", "expected"),
    [
        pytest.param("a/x.po", "t/x.po", [("a/x.po", "t/x.po")], id="no pattern"),
        pytest.param("a/*.po", "t/*.po", [("a/x.po", "t/x.po")], id="star"),
        pytest.param("a/?.po*", "t/f", [("a/x.po", "t/f"), ("a/y.pot", "t/f")], id="other wildcards"),
        pytest.param("a/**/*.po", "t/**/f", [("a/b/c/x.po", "t/b/c/f"), ("a/x.po", "t/f")], id="any number of folders"),
        pytest.param("*/*/c/*.po", "*/t/*/f", [("a/b/c/x.po", "a/t/b/f")], id="a repeated star"),
        pytest.param("*/x.po", "*/t/*/f", [("a/x.po", "a/t/a/f")], id="more stars than in the source"),
        pytest.param("a/[xy].po", "t/f", [("a/x.po", "t/f")], id="one of several letters"),
        pytest.param("[a/]*", "t", [], id="a set with a slash"),
        pytest.param("**", "t/**", [(path, f"t/{path}") for path in FILES], id="everything"),
        pytest.param("**/**/x.po", "t", [], id="two double stars"),
    ],
)
def test_the_texts_that_match_the_source_replace_the_patterns_of_the_target(
    source: str, target: str, expected: list[object]
) -> None:
    assert list(expand_pattern_pair(source, target, FILES)) == expected
