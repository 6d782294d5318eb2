import click
import pytest

from transtats_cli.cli.group import cli
from transtats_cli.settings.keys import SETTING_SPECS, option_of_setting, validate_setting


@pytest.mark.parametrize(
    ("key", "value", "kept"),
    [
        pytest.param("path", "./a//b/", "a/b", id="path is tidied"),
        pytest.param("filemask", "./po/*.po", "po/*.po", id="mask is tidied"),
        pytest.param("filemask", "*/a_*_*.po", "*/a_*_*.po", id="mask of several stars"),
        pytest.param("template", "", "", id="no template"),
        pytest.param("source_language", {"code": "de", "name": "German"}, "de", id="in the form of a server"),
        pytest.param("base_url", "https://weblate.example.org/sub/", "https://weblate.example.org/sub", id="address"),
        pytest.param("base_url", "http://[::1]:8000/@me", "http://[::1]:8000/@me", id="address of numbers"),
        pytest.param(
            "language_regex", "^(?!(?:README)$)[^.]+$", "^(?!(?:README)$)[^.]+$", id="expression with a lookahead"
        ),
        pytest.param("language_regex", "^[[a-z]+$", "^[[a-z]+$", id="expression with a bracket in a set"),
        pytest.param("language_regex", "^[a-z]{2,3}(-[A-Za-z]+)*$", "^[a-z]{2,3}(-[A-Za-z]+)*$", id="repeated group"),
        pytest.param("aliases", {"cz": "cs"}, {"cz": "cs"}, id="aliases"),
        pytest.param("words", ["a", "b"], ("a", "b"), id="list"),
        pytest.param("name", "a" * 1000, "a" * 1000, id="the longest text"),
        pytest.param("name", "co\u00adoperate now", "co\u00adoperate now", id="soft hyphen and blank"),
    ],
)
def test_a_valid_value_is_accepted_and_normalized(key: str, value: object, kept: object) -> None:
    assert validate_setting(key, value) == kept


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        pytest.param("path", "/etc", "absolute", id="absolute"),
        pytest.param("path", "C:\\translations", "absolute", id="absolute on Windows"),
        pytest.param("path", "a/../../b", "leads out", id="upward"),
        pytest.param("path", "..\\b", "leads out", id="upward on Windows"),
        pytest.param("path", "a\0b", "control character", id="NUL"),
        pytest.param("path", "a\x1fb", "control character", id="the last control character"),
        pytest.param("path", "a\x7fb", "control character", id="delete"),
        pytest.param("path", 1, "must be a text in quotes, not a number", id="number for a text"),
        pytest.param("filemask", "po/cs.po", r"no '\*'", id="mask without a star"),
        pytest.param("filemask", "*a*a*b.po", r"too many '\*'", id="three stars in a name"),
        pytest.param("filemask", "*/*/*/*/*.po", r"too many '\*'", id="five stars in a path"),
        pytest.param("filemask", "**/*.po", r"has a '\*\*'", id="mask of double stars"),
        pytest.param("filemask", "../*.po", "leads out", id="mask upward"),
        pytest.param("file_format", "docx", "not a format", id="unknown format"),
        pytest.param("source_language", "en/../..", "not a language code", id="language with a path"),
        pytest.param("source_language", ["en"], "must be a text", id="list for a language"),
        pytest.param("language_regex", "(", "not a regular expression", id="broken expression"),
        pytest.param("base_url", "javascript:alert(1)", "not an address", id="not the web"),
        pytest.param("base_url", "https://a b", "not an address", id="blank in an address"),
        pytest.param("review", "yes", "must be true or false, not a text", id="text for a switch"),
        pytest.param("words", "a", "must be a list", id="text for a list"),
        pytest.param("aliases", {"cz": 1}, "must be a text", id="number for an alias"),
        pytest.param("file_format_params", {"xliff_placeables": "some"}, "is one of", id="unknown parameter value"),
        pytest.param("file_format_params", {"xliff": "plain"}, "has no 'xliff'", id="unknown parameter"),
        pytest.param("check_flags", ", :5", "hold values without a name", id="flags without names"),
        pytest.param("check_flags", "x, ignore-ellipsi", "did you mean 'ignore-ellipsis'", id="wrong flag"),
        pytest.param("check_flags", "ignore-qqqqq", "`transtats checks` lists", id="flag of no check"),
        pytest.param("select", ["end-stop"], r"no check 'end-stop'; did you mean 'end_stop'\?", id="unknown check"),
        pytest.param("ignore", ["end_stop", "translated"], "files alone cannot decide translated", id="not decidable"),
        pytest.param("max_check", {"qqq": 0}, "no check 'qqq'; `transtats checks` lists them", id="limit of no check"),
        pytest.param("name", "a" * 1001, "longer than 1000 characters", id="long name"),
    ],
)
def test_a_wrong_value_is_an_error_with_a_reason(key: str, value: object, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        validate_setting(key, value)


@pytest.mark.parametrize("flags", ["ignore-end-stop", "ignore-all-checks, ignore-inconsistent", "ignore", "any-flag"])
def test_other_flags_are_accepted(flags: str) -> None:
    assert validate_setting("check_flags", flags) == flags


def test_every_setting_has_its_tables_and_a_description() -> None:
    assert {key for key, spec in SETTING_SPECS.items() if not spec.tables or not spec.description} == set()


def test_each_option_of_a_setting_is_an_option_of_the_command_line() -> None:
    command = cli.get_command(click.Context(cli), "stats")
    assert command is not None
    options = {parameter.name: parameter.opts[0] for parameter in command.params if isinstance(parameter, click.Option)}
    assert {key for key, spec in SETTING_SPECS.items() if spec.option} <= options.keys()
    for key in SETTING_SPECS.keys() & options.keys():
        assert option_of_setting(key).removesuffix(" or TRANSTATS_BASE_URL") == options[key]


@pytest.mark.parametrize("text", ["https://SECRET@h.org", "https://me:SECRET@h.org/a?b", "https://me:SEC/RET@h.org"])
def test_the_error_for_an_address_with_credentials_does_not_contain_the_credentials(text: str) -> None:
    with pytest.raises(ValueError, match="leave the credentials out") as caught:
        validate_setting("base_url", text)
    assert "SEC" not in str(caught.value)
