import pytest

from transtats_cli.nearest import nearest


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("pt_BRR", "pt_BR", id="a slip"),
        pytest.param("0123456789", "", id="nothing like it"),
        pytest.param("", "", id="nothing at all"),
        pytest.param("pt_BR" * 100_000, "", id="very long"),
    ],
)
def test_the_most_similar_name_is_suggested(name: str, expected: str) -> None:
    assert nearest(name, ["de", "pt", "pt_BR"]) == expected


def test_the_required_similarity_is_an_argument() -> None:
    assert nearest("pt", ["pt_BR"]) == ""
    assert nearest("pt", ["pt_BR"], likeness=0.5) == "pt_BR"
