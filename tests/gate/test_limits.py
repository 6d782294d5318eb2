from collections.abc import Callable

import pytest

from tests.fixture_types import WriteTree
from transtats_cli import settings
from transtats_cli.component import Component, GateSetting
from transtats_cli.errors import TranstatsError
from transtats_cli.gate.limits import ComponentLimits, parse_check_limits, parse_limits

SETTINGS = """\
[gate]
fail_under = 70
measure = "words"
max_check = { same = 3, end_stop = 1 }

[gate.groups]
nordic = ["da", "nb", "sv"]

[gate.language.nordic]
fail_under = 80

[gate.language.sv]
fail_under = 85
max_check = { same = 1 }

[project.shop.gate]
fail_under = 75

[project.shop.component.app.gate]
fail_under = 77.5
require = ["fr", "sv"]

[project.shop.component.app.gate.language."fr,de"]
fail_under = 90
measure = "translated"
"""


@pytest.fixture
def limits(tree: WriteTree) -> Callable[..., ComponentLimits]:
    def limits(text: str, *cli_limits: GateSetting, names: tuple[str, str] = ("shop", "app")) -> ComponentLimits:
        loaded = settings.load_settings(str(tree({"transtats.toml": text})))
        component = Component(*names, "/", "*.po", gate_settings=loaded.gate_settings(*names))
        return ComponentLimits(component._replace(language_groups=loaded.language_groups), cli_limits)

    return limits


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("total=80", [("fail_under_total", ())], id="each component"),
        pytest.param("overall=80", [("fail_under_overall", ())], id="all components"),
        pytest.param(
            "total, fr,de=80", [("fail_under_total", ()), ("fail_under", ("fr", "de"))], id="a total and languages"
        ),
        pytest.param("80", [("fail_under", ())], id="each language"),
    ],
)
def test_totals_and_languages_have_separate_limits(text: str, expected: list[tuple[str, tuple[str, ...]]]) -> None:
    found = list(parse_limits("fail_under", [text]))
    assert [(each.key, each.languages) for each in found] == expected
    assert {(each.value, each.origin) for each in found} == {("80", f"--fail-under {text}")}


@pytest.mark.parametrize(
    ("names", "code", "expected"),
    [
        pytest.param(("shop", "app"), "ja", "77.5%", id="limit of the component"),
        pytest.param(("shop", "app"), "fr", "90%", id="a language of the component"),
        pytest.param(("shop", "app"), "da", "80%", id="a group overrides the limit of a component for all languages"),
        pytest.param(("shop", "app"), "sv", "85%", id="a language overrides its group"),
        pytest.param(("shop", "web"), "ja", "75%", id="limit of the project"),
        pytest.param(("other", "web"), "ja", "70%", id="global limit"),
        pytest.param(("other", "web"), "nb", "80%", id="global limit for a group"),
    ],
)
def test_the_most_specific_limit_is_used(
    limits: Callable[..., ComponentLimits], names: tuple[str, str], code: str, expected: str
) -> None:
    assert str(limits(SETTINGS, names=names).find_limit("fail_under", code)) == expected


def test_limits_of_the_command_line_override_the_settings(limits: Callable[..., ComponentLimits]) -> None:
    found = limits(SETTINGS, *parse_limits("fail_under", ["50", "nordic=60", "nb=61"]))
    assert [str(found.find_limit("fail_under", code)) for code in ("fr", "da", "nb")] == ["50%", "60%", "61%"]
    resolved_code = found.component.resolve_language("nb").code
    assert found.find_limit("fail_under", "nb") == found.find_limit("fail_under", resolved_code)


def test_each_check_has_its_own_limit(limits: Callable[..., ComponentLimits]) -> None:
    found = limits(SETTINGS, *parse_check_limits(["end_stop=0"]))
    assert {check: str(limit) for check, limit in found.find_check_limits("sv").items()} == {
        "end_stop": "0",
        "same": "1",
    }
    assert {check: str(limit) for check, limit in found.find_check_limits("de").items()} == {
        "end_stop": "0",
        "same": "3",
    }


def test_a_measure_may_depend_on_the_language(limits: Callable[..., ComponentLimits]) -> None:
    found = limits(SETTINGS)
    assert (found.find_measure("fr"), found.find_measure("ja")) == ("translated", "words")
    required = found.find_setting("require", "")
    assert required is not None
    assert required.value == ("fr", "sv")


def test_a_limit_contains_its_origin(limits: Callable[..., ComponentLimits]) -> None:
    found = limits(SETTINGS, *parse_limits("max_fuzzy", ["3"]))
    (fuzzy, under) = found.find_limit("max_fuzzy", "fr"), found.find_limit("fail_under", "sv")
    assert fuzzy is not None
    assert under is not None
    assert fuzzy.origin == "--max-fuzzy 3"
    assert under.origin.endswith("transtats.toml:13")


@pytest.mark.parametrize("spelling", ["pt-BR", "pt_br", "pt-rBR", "pt_BR"])
def test_a_language_is_recognised_in_any_spelling(limits: Callable[..., ComponentLimits], spelling: str) -> None:
    assert limits("", *parse_limits("fail_under", [f"{spelling}=3"])).find_limit("fail_under", "pt_BR") is not None


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        pytest.param(["90", "80"], "--fail-under 90 and --fail-under 80 contradict each other", id="of all"),
        pytest.param(["fr=90", "fr=80"], "about fail under of fr", id="of one language"),
        pytest.param(["fr,de=90", "fr,nl=80"], "contradict each other", id="of two groups that share a language"),
    ],
)
def test_contradictory_limits_are_an_error(
    limits: Callable[..., ComponentLimits], texts: list[str], message: str
) -> None:
    found = limits("", *parse_limits("fail_under", texts))
    with pytest.raises(TranstatsError, match=message):
        found.find_limit("fail_under", "fr")


def test_contradictory_groups_of_the_settings_are_an_error(limits: Callable[..., ComponentLimits]) -> None:
    text = (
        '[gate.groups]\none = ["fr", "de"]\ntwo = ["fr", "nl"]\n'
        "[gate.language.one]\nmax_fuzzy = 1\n[gate.language.two]\nmax_fuzzy = 2\n"
    )
    with pytest.raises(TranstatsError, match=r"toml:5 and .*toml:7 contradict each other about max fuzzy of fr"):
        limits(text).find_limit("max_fuzzy", "fr")


def test_equal_limits_are_not_contradictory(limits: Callable[..., ComponentLimits]) -> None:
    assert str(limits("", *parse_limits("fail_under", ["90", "90%"])).find_limit("fail_under", "fr")) == "90%"


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        pytest.param("fail_under", "101", "101 is more than 100 percent", id="over 100"),
        pytest.param("fail_under", "-1", "'-1' is not a percentage", id="below 0"),
        pytest.param("fail_under", "much", "'much' is not a percentage", id="a word"),
        pytest.param("fail_under", "=90", "a language is missing before the '='", id="no language"),
        pytest.param("fail_under", "de:90", "did you mean de=90", id="a colon in place of the equals sign"),
        pytest.param("fail_under", "de, pt_BR: 90 %", "did you mean de, pt_BR=90 %", id="a colon after two languages"),
        pytest.param("max_missing", "de:9", "did you mean de=9", id="a colon before a number of strings"),
        pytest.param("max_failing", "1.5", "'1.5' is not a whole number", id="half a string"),
        pytest.param("max_failing", "fr=", "'' is not a whole number", id="no number"),
        pytest.param("max_failing", "9" * 50, "is not a whole number", id="a number above the largest allowed one"),
    ],
)
def test_an_invalid_number_is_an_error_with_a_reason(key: str, text: str, message: str) -> None:
    with pytest.raises(TranstatsError, match=message):
        list(parse_limits(key, [text]))


def test_an_unknown_language_of_the_settings_is_an_error_with_a_suggestion(
    limits: Callable[..., ComponentLimits],
) -> None:
    with pytest.raises(TranstatsError, match=r"transtats.toml:2: there is no language 'qfr' here; did you mean 'fr'\?"):
        limits("[gate.language.qfr]\nfail_under = 3\n").reject_unknown_languages(["fr", "ja"])


def test_a_language_without_file_in_this_component_is_allowed(limits: Callable[..., ComponentLimits]) -> None:
    limits('[gate]\nrequire = ["ja"]\n[gate.language."pt_XX"]\nfail_under = 3\n').reject_unknown_languages(["fr"])
