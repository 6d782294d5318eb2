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
def test_the_nearest_name_is_what_was_meant(name: str, expected: str) -> None:
    assert nearest(name, ["de", "pt", "pt_BR"]) == expected


def test_how_like_a_name_must_be_is_for_the_caller_to_say() -> None:
    assert nearest("pt", ["pt_BR"]) == ""
    assert nearest("pt", ["pt_BR"], likeness=0.5) == "pt_BR"
