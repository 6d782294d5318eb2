"""`transtats verify`: numbers that are equal, numbers that differ with reasons, and settings that are adopted."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run, WriteTree
from tests.verification.conftest import (
    HEADER,
    SOURCE_RECORD,
    Answer,
    StubServer,
    make_component_fields,
    make_german_record,
    make_unit,
)


def verify(run: Run, server: StubServer, *arguments: str) -> tuple[int, dict[str, Any]]:
    done = run("verify", *arguments, "--against", server.url, "--format", "json", env=NO_TOKENS)
    assert done.stderr == ""
    return done.status, json.loads(done.stdout)


NO_TOKENS = {"WLC_KEY": "", "TRANSTATS_TOKEN": ""}


def list_reasons(result: dict[str, Any]) -> list[tuple[str, bool]]:
    (component,) = result["components"]
    return [(each["kind"], each["certain"]) for language in component["languages"] for each in language["reasons"]]


def find_language(result: dict[str, Any], code: str = "de") -> dict[str, Any]:
    """Return the result of one language of the only component."""
    (component,) = result["components"]
    found: dict[str, Any] = next(each for each in component["languages"] if each["code"] == code)
    return found


def test_equal_numbers_give_exit_status_0(run: Run, demo: StubServer) -> None:
    status, result = verify(run, demo, "demo", "app")
    assert (status, result["equal"]) == (0, True)
    assert result["not_compared"] == ["last_change", "recent_changes", "suggestions", "comments"]
    assert [path for path, _ in demo.requests] == [
        "/api/components/demo/app/statistics/?page_size=500&with_source=true",
        "/api/components/demo/app/",
    ]


def test_the_table_ends_with_the_number_of_equal_components(run: Run, demo: StubServer) -> None:
    done = run("verify", "demo/app", "--against", demo.url + "/api/", env=NO_TOKENS)
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == "demo/app\n  2 of 2 languages equal\n\n1 of 1 component equal to the server\n"


def test_another_version_of_the_file_is_a_certain_reason(run: Run, demo: StubServer) -> None:
    demo.answer_statistics("demo/app", [make_german_record(total=3, total_words=3, total_chars=12)])
    strings = [make_unit("Open", "Auf", 20), make_unit("Close", "", 0), make_unit("New", "", 0)]
    demo.answer_list("translations/demo/app/de/units/", strings)
    status, result = verify(run, demo, "demo", "app")
    assert (status, list_reasons(result)) == (1, [("other-version", True)])
    language = find_language(result)
    assert [each["field"] for each in language["differences"]] == ["total", "total_words", "total_chars"]
    assert [(each["kind"], each["number"]) for each in language["strings"]] == [("target", 1), ("only-there", 1)]
    assert language["strings"][0]["examples"] == [
        {"place": "demo/app/de.po:4", "context": "", "source": ["Open"], "here": "Offen", "there": "Auf"}
    ]


def test_a_percentage_is_not_a_difference_if_its_count_differs(run: Run, demo: StubServer) -> None:
    demo.answer_statistics("demo/app", [make_german_record(translated=2, translated_percent=100.0)])
    _, result = verify(run, demo, "demo", "app", "--no-strings")
    language = find_language(result)
    assert [each["field"] for each in language["differences"]] == ["translated"]
    assert list_reasons(result) == [("unknown", False)]


def test_another_percentage_with_equal_counts_is_a_difference(run: Run, demo: StubServer) -> None:
    demo.answer_statistics("demo/app", [make_german_record(translated_percent=50.1)])
    status, result = verify(run, demo, "demo", "app", "--no-strings")
    assert status == 1
    assert find_language(result)["differences"] == [{"field": "translated_percent", "here": 50.0, "there": 50.1}]


@pytest.mark.parametrize(
    ("changes", "strings", "expected"),
    [
        pytest.param(
            {"fuzzy": 1, "translated": 0},
            [make_unit("Open", "Offen", 10), make_unit("Close", "", 0)],
            ("state-on-server", False),
            id="state",
        ),
        pytest.param(
            {"failing": 1},
            [make_unit("Open", "Offen", 20, has_failing_check=True), make_unit("Close", "", 0)],
            ("checks-of-server", False),
            id="check",
        ),
    ],
)
def test_the_comparison_of_strings_finds_the_reason(
    run: Run, demo: StubServer, changes: dict[str, Any], strings: list[Any], expected: tuple[str, bool]
) -> None:
    demo.answer_statistics("demo/app", [make_german_record(**changes)])
    demo.answer_list("translations/demo/app/de/units/", strings)
    status, result = verify(run, demo, "demo", "app")
    assert (status, list_reasons(result)) == (1, [expected])


IGNORED = '#, c-format, ignore-c-format\nmsgid "%d files"\nmsgstr "Dateien"\n'


@pytest.mark.parametrize(
    ("text", "flags_there", "settings", "expected"),
    [
        pytest.param(IGNORED, "c-format", "", "flags-here", id="flag only here"),
        pytest.param(IGNORED, None, "", "flags-here", id="server without flags"),
        pytest.param(IGNORED, "c-format, ignore-c-format", "", "checks-of-server", id="same flags"),
        pytest.param(
            IGNORED.replace(", ignore-c-format", ""),
            "c-format",
            "ignore-c-format",
            "checks-of-server",
            id="flag of the component",
        ),
    ],
)
def test_a_flag_that_switches_a_check_off_only_here_is_a_reason(
    run: Run, demo: StubServer, tree: WriteTree, text: str, flags_there: str | None, settings: str, expected: str
) -> None:
    tree({"demo/app/de.po": HEADER + text})
    table = f'[project.demo.component.app]\nfilemask = "*.po"\ncheck_flags = "{settings}"\n'
    tree({"transtats.toml": table})
    demo.answer("components/demo/app/", Answer(make_component_fields(check_flags=settings)))
    demo.answer_statistics("demo/app", [{"code": "de", "name": "German", "failing": 1}])
    unit = make_unit("%d files", "Dateien", 20, has_failing_check=True, flags=flags_there)
    demo.answer_list("translations/demo/app/de/units/", [unit])
    _, result = verify(run, demo, "demo", "app")
    assert list_reasons(result) == [(expected, False)]
    language = find_language(result)
    (difference,) = language["strings"]
    if expected == "flags-here":
        assert difference["kind"] == "ignored-here"
        assert difference["examples"][0]["here"] == "ignore-c-format"
        assert "such as ignore-c-format." in language["reasons"][0]["text"]
    else:
        assert difference["kind"] == "fails-there"


def test_a_check_that_files_decide_is_not_listed_as_one_of_the_server(run: Run, demo: StubServer) -> None:
    demo.answer_statistics("demo/app", [make_german_record(failing=1)])
    strings = [make_unit("Open", "Offen", 20, has_failing_check=True), make_unit("Close", "", 0)]
    demo.answer_list("translations/demo/app/de/units/", strings)
    _, result = verify(run, demo, "demo", "app")
    text = find_language(result)["reasons"][0]["text"]
    undecidable = text.partition("Only a server can decide these checks: ")[2].partition(".")[0].split(", ")
    done = run("explain", "demo", "app", "de", "Open", "--format", "json")
    outcomes = {each["id"]: each["outcome"] for each in json.loads(done.stdout)["checks"]}
    assert {outcomes[check] for check in undecidable} == {"server-only"}


def test_a_check_that_fails_only_here_is_a_reason(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/app/de.po": HEADER + 'msgid "Open."\nmsgstr "Offen"\n'})
    record = make_german_record(total=1, total_words=1, total_chars=5, translated_chars=5, translated_percent=100.0)
    demo.answer_statistics("demo/app", [record])
    demo.answer_list("translations/demo/app/de/units/", [make_unit("Open.", "Offen", 20)])
    _, result = verify(run, demo, "demo", "app")
    assert list_reasons(result) == [("checks-here", False)]
    assert find_language(result)["strings"][0]["examples"][0]["here"] == "end_stop"


def test_the_words_of_the_server_may_be_the_reason_for_an_unchanged_text(
    run: Run, demo: StubServer, tree: WriteTree
) -> None:
    tree({"demo/app/de.po": HEADER + 'msgid "Frobnicate"\nmsgstr "Frobnicate"\n'})
    record = make_german_record(total=1, total_words=1, total_chars=10, translated_chars=10, translated_percent=100.0)
    demo.answer_statistics("demo/app", [record])
    demo.answer_list("translations/demo/app/de/units/", [make_unit("Frobnicate", "Frobnicate", 20)])
    _, result = verify(run, demo, "demo", "app")
    (reason,) = find_language(result)["reasons"]
    assert (reason["kind"], reason["certain"]) == ("checks-here", False)
    assert "the server has more words that may be the same in both languages (same)" in reason["text"]


def test_reviews_are_a_certain_reason(run: Run, demo: StubServer, tree: WriteTree) -> None:
    xliff = (
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"'
        ' target-language="de" original="a"><body><trans-unit id="1" approved="yes"><source>Open</source>'
        "<target>Offen</target></trans-unit></body></file></xliff>"
    )
    tree({"demo/app/de.po": "", "demo/box/de.xlf": xliff})
    record = make_german_record(total=1, total_words=1, total_chars=4, translated_percent=100.0)
    demo.answer_statistics("demo/box", [record])
    fields = make_component_fields(
        filemask="demo/box/*.xlf", file_format="xliff", project={"translation_review": False}
    )
    demo.answer("components/demo/box/", Answer(fields))
    status, result = verify(run, demo, "demo", "box")
    assert status == 1
    assert ("review", True) in list_reasons(result)
    (setting,) = result["components"][0]["settings"]["different"]
    assert (setting["key"], setting["here"], setting["there"]) == ("review", True, False)
    assert verify(run, demo, "demo", "box", "--no-review")[0] == 0


def test_reviews_are_not_compared_if_no_string_of_the_format_can_be_approved(
    run: Run, demo: StubServer, tree: WriteTree
) -> None:
    tree({"demo/web/en.json": '{"a": "Open"}', "demo/web/de.json": '{"a": "Offen"}'})
    fields = make_component_fields(
        filemask="demo/web/*.json",
        file_format="json",
        template="demo/web/en.json",
        project={"translation_review": False},
    )
    demo.answer("components/demo/web/", Answer(fields))
    record = make_german_record(total=1, total_words=1, total_chars=4, translated_percent=100.0)
    demo.answer_list("components/demo/web/statistics/", [SOURCE_RECORD, record])
    status, result = verify(run, demo, "demo", "web")
    assert (status, result["components"][0]["settings"]["different"]) == (0, [])


def test_settings_of_the_server_that_make_the_numbers_equal_are_a_certain_reason(run: Run, demo: StubServer) -> None:
    flags = Answer(make_component_fields(check_flags="max-length:4"))
    demo.answer("components/demo/app/", flags)
    demo.answer_statistics("demo/app", [make_german_record(failing=1)])
    status, result = verify(run, demo, "demo", "app")
    assert (status, list_reasons(result)) == (1, [("settings", True)])
    assert find_language(result)["strings"] is None


def test_another_template_on_the_server_is_a_certain_reason(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/web/en.json": '{"a": "Open", "b": "Close"}', "demo/web/de.json": '{"a": "Offen"}'})
    table = '[project.demo.component.web]\npath = "demo/web"\nfilemask = "*.json"\ntemplate = "en.json"\n'
    tree({"transtats.toml": table})
    words = {"total": 1, "total_words": 1, "total_chars": 5, "translated_chars": 5, "translated_percent": 100.0}
    demo.answer_list("components/demo/web/statistics/", [{**make_german_record(**words), **SOURCE_RECORD}])
    fields = make_component_fields(filemask="*.json", file_format="json", template="de.json")
    demo.answer("components/demo/web/", Answer(fields))
    status, result = verify(run, demo, "demo", "web")
    assert (status, list_reasons(result)) == (1, [("settings", True)] * 2)


def test_a_setting_that_cannot_be_adopted_is_no_reason_for_equal_numbers(
    run: Run, demo: StubServer, tree: WriteTree
) -> None:
    tree({"demo/app/de.po": HEADER + 'msgid "Open"\nmsgstr "Offen"\n\nmsgid "Close"\nmsgstr ""\n'})
    fields = make_component_fields(check_flags="max-length:4", template="gone.po")
    demo.answer("components/demo/app/", Answer(fields))
    demo.answer_statistics("demo/app", [make_german_record(failing=1)])
    _, result = verify(run, demo, "demo", "app")
    language = find_language(result)
    (reason,) = language["reasons"]
    assert "check_flags" in reason["text"]
    assert "template" not in reason["text"]


def test_strings_are_compared_with_the_settings_of_the_server(run: Run, demo: StubServer) -> None:
    demo.answer("components/demo/app/", Answer(make_component_fields(check_flags="max-length:4")))
    demo.answer_statistics("demo/app", [make_german_record(failing=1, total=3, total_words=3, total_chars=12)])
    strings = [
        make_unit("Open", "Offen", 20, has_failing_check=True),
        make_unit("Close", "", 0),
        make_unit("New", "", 0),
    ]
    demo.answer_list("translations/demo/app/de/units/", strings)
    _, result = verify(run, demo, "demo", "app")
    assert list_reasons(result) == [("settings", False), ("other-version", True)]
    assert [each["kind"] for each in find_language(result)["strings"]] == ["only-there"]


def test_numbers_are_compared_if_the_server_refuses_the_strings(run: Run, demo: StubServer) -> None:
    demo.answer_statistics("demo/app", [make_german_record(failing=1)])
    demo.answer("translations/demo/app/de/units/", Answer({"detail": "no"}, 403))
    status, result = verify(run, demo, "demo", "app")
    (reason,) = find_language(result)["reasons"]
    assert (status, reason["kind"]) == (1, "unknown")
    assert reason["text"].startswith("The strings could not be compared: ")
    assert "(403): no" in reason["text"]


def test_flags_of_the_format_are_not_a_difference(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/web/en.json": '{"a": "Open {{b}}"}', "demo/web/de.json": '{"a": "Öffne {{b}}"}'})
    tree({"transtats.toml": '[project.demo.component.web]\npath = "demo/web"\nfilemask = "*.json"\n'})
    arguments = ("demo", "web", "--file-format", "i18nextv4", "--template", "en.json", "--language", "en")
    demo.answer_statistics("demo/web", [])
    fields = make_component_fields(
        filemask="demo/web/*.json",
        file_format="i18nextv4",
        template="demo/web/en.json",
        effective_check_flags="i18next-interpolation",
    )
    demo.answer("components/demo/web/", Answer(fields))
    _, result = verify(run, demo, *arguments)
    assert result["components"][0]["settings"]["different"] == []


def test_languages_with_the_same_reasons_are_printed_together(run: Run, demo: StubServer) -> None:
    records = [make_german_record(code=code) for code in ("fr", "es", "cs")]
    demo.answer_statistics("demo/app", records)
    done = run("verify", "demo", "app", "--against", demo.url, env=NO_TOKENS)
    assert "\nReasons: fr, es, cs\n  certain  No file has this language here.\n\nReasons: de\n" in done.stdout


def test_a_suggested_command_has_the_options_that_it_needs(run: Run, demo: StubServer) -> None:
    done = run("verify", "nix", "--root", ".", "--against", demo.url, env=NO_TOKENS)
    _, suggestion = done.stderr.splitlines()
    assert (done.status, suggestion) == (2, f"  transtats verify demo app --against {demo.url} --root .")
    assert run(*suggestion.split()[1:], env=NO_TOKENS).status == 0


def test_other_projects_are_compared_if_the_server_lacks_a_project(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"transtats.toml": '[project.other.component.box]\npath = "demo/box"\nfilemask = "*.po"\n'})
    tree({"demo/box/de.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    demo.answer_list("projects/demo/components/", [make_component_fields()])
    status, result = verify(run, demo)
    sides = {each["component"]: (each["here"], each["there"], each["equal"]) for each in result["components"]}
    assert (status, sides) == (1, {"app": (True, True, True), "box": (True, False, False)})
    assert run("verify", "other", "--against", demo.url, env=NO_TOKENS).status == 2


def test_a_language_on_only_one_side_is_a_difference(run: Run, demo: StubServer) -> None:
    demo.answer_statistics("demo/app", [make_german_record(code="fr")])
    status, result = verify(run, demo, "demo", "app")
    assert (status, list_reasons(result)) == (1, [("missing-here", True), ("missing-there", True)])
    status, result = verify(run, demo, "demo", "app", "--language", "fr")
    assert (status, list_reasons(result)) == (1, [("missing-here", True)])


@pytest.mark.parametrize("arguments", [["demo", "app"], ["demo"]])
def test_a_language_that_neither_side_has_is_an_error(run: Run, demo: StubServer, arguments: list[str]) -> None:
    demo.answer_list("projects/demo/components/", [make_component_fields()])
    options = ["--language", "zz", "--language", "de", "--against", demo.url]
    done = run("verify", *arguments, *options, env=NO_TOKENS)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: there is no language 'zz' here or on the server")
    assert "There are: de, en\n" in done.stderr


def test_a_language_that_no_readable_file_has_is_no_error(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/app/fr.po": 'msgid "x'})
    done = run("verify", "demo", "app", "--language", "fr", "--against", demo.url, env=NO_TOKENS)
    assert (done.status, done.stderr) == (3, "")
    assert "  no language is compared, because neither side has it\n" in done.stdout
    # The file of another language makes no difference.
    assert run("verify", "demo", "app", "--language", "de", "--against", demo.url, env=NO_TOKENS).status == 0
    assert run("verify", "demo", "app", "--against", demo.url, env=NO_TOKENS).status == 3


def test_a_component_without_the_language_is_named_in_a_project(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/box/fr.po": HEADER + 'msgid "Open"\nmsgstr "Ouvrir"\n'})
    demo.answer_list("projects/demo/components/", [make_component_fields(), make_component_fields(slug="box", url="")])
    demo.answer_statistics("demo/box", [{"code": "fr", "name": "French"}])
    demo.answer("components/demo/box/", Answer(make_component_fields(slug="box", filemask="demo/box/*.po")))
    done = run("verify", "demo", "--language", "de", "--against", demo.url, env=NO_TOKENS)
    assert (done.status, done.stderr) == (0, "")
    assert "demo/box\n  no language is compared, because neither side has it\n" in done.stdout


def test_the_source_language_is_compared(run: Run, demo: StubServer) -> None:
    demo.answer_list(
        "components/demo/app/statistics/", [{**SOURCE_RECORD, "total": 3, "readonly": 3}, make_german_record()]
    )
    status, result = verify(run, demo, "demo", "app", "--language", "en", "--no-strings")
    assert status == 1
    assert find_language(result, "en")["differences"] == [
        {"field": "total", "here": 2, "there": 3},
        {"field": "readonly", "here": 2, "there": 3},
    ]


def test_a_source_language_that_the_server_does_not_list_is_a_difference(run: Run, demo: StubServer) -> None:
    demo.answer_list("components/demo/app/statistics/", [make_german_record()])
    status, result = verify(run, demo, "demo", "app", "--language", "en")
    assert (status, list_reasons(result)) == (1, [("missing-there", True)])


def test_another_name_of_a_language_is_a_certain_reason(run: Run, demo: StubServer) -> None:
    demo.answer_statistics("demo/app", [make_german_record(name="Deutsch")])
    status, result = verify(run, demo, "demo", "app")
    assert (status, list_reasons(result)[0]) == (1, ("language-name", True))


def test_options_set_the_names_of_project_and_component_on_the_server(run: Run, demo: StubServer) -> None:
    demo.answer_statistics("other/docs%252Fapp", [make_german_record()])
    demo.answer("components/other/docs%252Fapp/", Answer(make_component_fields()))
    arguments = ("demo", "app", "--project-on-server", "other", "--component-on-server", "docs/app")
    assert verify(run, demo, *arguments)[0] == 0


def test_a_file_selects_its_component_and_language(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/app/fr.po": HEADER + 'msgid "Open"\nmsgstr "Ouvert"\n'})
    assert verify(run, demo, "demo/app/de.po") == verify(run, demo, "demo", "app", "--language", "de")


def test_a_mask_needs_one_component(run: Run, demo: StubServer) -> None:
    done = run("verify", "demo", "--filemask", "x/*.po", "--against", demo.url, env=NO_TOKENS)
    assert (done.status, "--filemask applies to one component" in done.stderr) == (2, True)


def test_a_project_is_compared_component_by_component(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/mine/de.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    glossary = make_component_fields(slug="glossary", is_glossary=True)
    theirs = make_component_fields(
        slug="theirs", url="https://weblate.example.org/api/components/demo/docs%252Ftheirs/"
    )
    demo.answer_list("projects/demo/components/", [make_component_fields(), glossary, theirs])
    for arguments in (["demo"], []):
        status, result = verify(run, demo, *arguments)
        sides = {each["component"]: (each["here"], each["there"], each["equal"]) for each in result["components"]}
        assert status == 1
        assert sides == {
            "app": (True, True, True),
            "docs/theirs": (False, True, False),
            "mine": (True, False, False),
        }


def test_a_glossary_with_the_name_of_a_component_is_compared(run: Run, demo: StubServer) -> None:
    demo.answer_list("projects/demo/components/", [make_component_fields(is_glossary=True)])
    status, result = verify(run, demo, "demo")
    assert (status, result["equal"]) == (0, True)


def test_a_component_that_cannot_be_compared_gives_exit_status_3(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/bad/de.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    demo.answer_list("projects/demo/components/", [make_component_fields(), make_component_fields(slug="bad", url="")])
    demo.answer("components/demo/bad/statistics/", Answer({"detail": "no"}, 403))
    status, result = verify(run, demo, "demo")
    assert status == 3
    assert "(403): no" in result["components"][1]["error"]


def test_an_unreadable_file_gives_exit_status_3(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/app/fr.po": "msgid"})
    demo.answer_statistics("demo/app", [make_german_record(), make_german_record(code="fr", name="French")])
    status, result = verify(run, demo, "demo", "app")
    assert (status, list_reasons(result)) == (3, [("unreadable-file", False)])
    assert result["components"][0]["failures"][0]["path"] == "demo/app/fr.po"


def test_all_pages_of_a_list_are_read(run: Run, demo: StubServer) -> None:
    pages = [
        Answer({"count": 2, "next": "https://elsewhere.example.org/api/?page=2", "results": [SOURCE_RECORD]}),
        Answer({"count": 2, "next": None, "results": [make_german_record()]}),
    ]
    demo.answer("components/demo/app/statistics/", *pages)
    _, result = verify(run, demo, "demo", "app")
    assert [each["code"] for each in result["components"][0]["languages"]] == ["en", "de"]
    assert [path.partition("?")[2] for path, _ in demo.requests[:2]] == [
        "page_size=500&with_source=true",
        "page_size=500&page=2&with_source=true",
    ]


def make_other_settings() -> dict[str, Any]:
    return make_component_fields(
        check_flags="python-format",
        language_regex="^(de|fr)$",
        project={"translation_review": False},
        effective_enforced_checks=["same"],
        key_filter="^a",
        template="en.po",
    )


def test_different_settings_are_listed(run: Run, demo: StubServer) -> None:
    demo.answer("components/demo/app/", Answer(make_other_settings()))
    status, result = verify(run, demo, "demo", "app")
    assert status == 0
    settings = result["components"][0]["settings"]
    assert {each["key"]: each["there"] for each in settings["different"]} == {
        "template": "en.po",
        "language_regex": "^(de|fr)$",
        "check_flags": "python-format",
    }
    assert [each["key"] for each in settings["server_only"]] == ["enforced_checks", "key_filter"]


def test_settings_that_exclude_all_local_files_are_listed(run: Run, demo: StubServer) -> None:
    demo.answer("components/demo/app/statistics/", Answer([SOURCE_RECORD, make_german_record(translated=2)]))
    demo.answer("components/demo/app/", Answer(make_component_fields(language_regex="^fr$")))
    demo.answer(
        "translations/demo/app/de/units/", Answer([make_unit("Open", "Offen", 20), make_unit("Close", "Zu", 20)])
    )
    status, result = verify(run, demo, "demo", "app")
    assert status == 1
    (component,) = result["components"]
    assert [each["key"] for each in component["settings"]["different"]] == ["language_regex"]
    assert [each["code"] for each in component["languages"]] == ["en", "de"]


def test_no_reason_suggests_what_the_run_itself_adopts(run: Run, demo: StubServer) -> None:
    demo.answer("components/demo/app/", Answer(make_component_fields(check_flags="max-length:4")))
    demo.answer_statistics("demo/app", [make_german_record(failing=1)])
    assert "--adopt" in run("verify", "demo", "app", "--against", demo.url, env=NO_TOKENS).stdout
    done = run("verify", "demo", "app", "--against", demo.url, "--adopt", env=NO_TOKENS)
    assert (done.status, done.stderr) == (1, "transtats.toml: 1 table added\n")
    assert "With these settings of the server, the numbers are equal: check_flags." in " ".join(done.stdout.split())
    assert "--adopt" not in done.stdout


def test_settings_of_the_server_are_adopted_with_the_option(run: Run, demo: StubServer, tmp_path: Path) -> None:
    demo.answer("components/demo/app/", Answer(make_other_settings()))
    done = run("verify", "demo", "app", "--against", demo.url, "--adopt", env=NO_TOKENS)
    assert (done.status, done.stderr) == (0, "transtats.toml: 1 table added\n")
    assert (tmp_path / "transtats.toml").read_text() == (
        "[project.demo.component.app]\n"
        'path = "demo/app"\n'
        'filemask = "*.po"\n'
        'language_regex = "^(de|fr)$"\n'
        'check_flags = "python-format"\n'
    )
    status, result = verify(run, demo, "demo", "app")
    assert status == 0
    assert [each["key"] for each in result["components"][0]["settings"]["different"]] == ["template"]


def test_existing_settings_are_not_changed(run: Run, demo: StubServer, tree: WriteTree, tmp_path: Path) -> None:
    before = '[project.demo.component.app]\npath = "demo/app"\nfilemask = "*.po"'
    tree({"transtats.toml": before})
    demo.answer("components/demo/app/", Answer(make_other_settings()))
    done = run("verify", "demo", "app", "--against", demo.url, "--adopt", env=NO_TOKENS)
    assert (tmp_path / "transtats.toml").read_text() == before
    assert done.stderr.startswith("demo/app has a table in the settings, which is not changed; on the server:\n")
    assert 'check_flags = "python-format"\n' in done.stderr


def test_a_table_is_added_below_other_settings(run: Run, demo: StubServer, tree: WriteTree, tmp_path: Path) -> None:
    tree({"transtats.toml": "# mine\nreview = true"})
    demo.answer("components/demo/app/", Answer(make_other_settings()))
    run("verify", "demo", "app", "--against", demo.url, "--adopt", env=NO_TOKENS)
    assert (
        (tmp_path / "transtats.toml").read_text().startswith("# mine\nreview = true\n\n[project.demo.component.app]\n")
    )


@pytest.mark.parametrize("value", ["a\nreview = true", "a\x1b[2J", '"', "((((", "x" * 2000])
def test_settings_of_a_hostile_server_are_not_adopted_as_toml(
    run: Run, demo: StubServer, tmp_path: Path, value: str
) -> None:
    demo.answer("components/demo/app/", Answer(make_component_fields(language_regex=value, check_flags=value)))
    done = run("verify", "demo", "app", "--against", demo.url, "--adopt", env=NO_TOKENS)
    assert "\x1b" not in done.stdout + done.stderr
    settings = tmp_path / "transtats.toml"
    assert not settings.exists() or run("stats", "demo", "app").status in (0, 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--component-on-server", "x"], "--component-on-server needs the name of a component"),
        (["demo", "nope"], "no such component"),
    ],
)
def test_a_wrong_argument_is_an_error(run: Run, demo: StubServer, arguments: list[str], message: str) -> None:
    done = run("verify", *arguments, "--against", demo.url, env=NO_TOKENS)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr
