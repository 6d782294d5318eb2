"""`transtats verify`: numbers that are equal, numbers that differ with reasons, and settings that are adopted."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run, WriteTree
from tests.verification.conftest import HEADER, Answer, StubServer, component_fields, german, unit


def verify(run: Run, server: StubServer, *arguments: str) -> tuple[int, dict[str, Any]]:
    done = run("verify", *arguments, "--against", server.url, "--format", "json", env=CLEAN)
    assert done.stderr == ""
    return done.status, json.loads(done.stdout)


CLEAN = {"WLC_KEY": "", "TRANSTATS_TOKEN": ""}


def reasons(found: dict[str, Any]) -> list[tuple[str, bool]]:
    (component,) = found["components"]
    return [(each["kind"], each["certain"]) for language in component["languages"] for each in language["reasons"]]


def test_equal_numbers_are_exit_status_0(run: Run, demo: StubServer) -> None:
    status, found = verify(run, demo, "demo", "app")
    assert (status, found["equal"]) == (0, True)
    assert found["not_compared"] == ["last_change", "recent_changes", "suggestions", "comments"]
    assert [path for path, _ in demo.requests] == [
        "/api/components/demo/app/statistics/?page_size=500",
        "/api/components/demo/app/",
    ]


def test_a_table_sums_up(run: Run, demo: StubServer) -> None:
    done = run("verify", "demo/app", "--against", demo.url + "/api/", env=CLEAN)
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == "demo/app\n  1 of 1 language equal\n\n1 of 1 component equal to the server\n"


def test_the_version_of_the_file_is_a_certain_reason(run: Run, demo: StubServer) -> None:
    demo.answer_list("components/demo/app/statistics/", [german(total=3, total_words=3, total_chars=12)])
    strings = [unit("Open", "Auf", 20), unit("Close", "", 0), unit("New", "", 0)]
    demo.answer_list("translations/demo/app/de/units/", strings)
    status, found = verify(run, demo, "demo", "app")
    assert (status, reasons(found)) == (1, [("other-version", True)])
    (language,) = found["components"][0]["languages"]
    assert [each["field"] for each in language["differences"]] == ["total", "total_words", "total_chars"]
    assert [(each["kind"], each["number"]) for each in language["strings"]] == [("target", 1), ("only-there", 1)]
    assert language["strings"][0]["examples"] == [
        {"place": "demo/app/de.po:4", "context": "", "source": ["Open"], "here": "Offen", "there": "Auf"}
    ]


def test_percentages_follow_from_counts(run: Run, demo: StubServer) -> None:
    demo.answer_list("components/demo/app/statistics/", [german(translated=2, translated_percent=100.0)])
    _, found = verify(run, demo, "demo", "app", "--no-strings")
    (language,) = found["components"][0]["languages"]
    assert [each["field"] for each in language["differences"]] == ["translated"]
    assert reasons(found) == [("unknown", False)]


def test_another_percentage_alone_is_a_difference(run: Run, demo: StubServer) -> None:
    demo.answer_list("components/demo/app/statistics/", [german(translated_percent=50.1)])
    status, found = verify(run, demo, "demo", "app", "--no-strings")
    assert status == 1
    assert found["components"][0]["languages"][0]["differences"] == [
        {"field": "translated_percent", "here": 50.0, "there": 50.1}
    ]


@pytest.mark.parametrize(
    ("changes", "strings", "expected"),
    [
        pytest.param(
            {"fuzzy": 1, "translated": 0},
            [unit("Open", "Offen", 10), unit("Close", "", 0)],
            ("state-on-server", False),
            id="state",
        ),
        pytest.param(
            {"failing": 1},
            [unit("Open", "Offen", 20, has_failing_check=True), unit("Close", "", 0)],
            ("checks-of-server", False),
            id="check",
        ),
    ],
)
def test_strings_show_the_reason(
    run: Run, demo: StubServer, changes: dict[str, Any], strings: list[Any], expected: tuple[str, bool]
) -> None:
    demo.answer_list("components/demo/app/statistics/", [german(**changes)])
    demo.answer_list("translations/demo/app/de/units/", strings)
    status, found = verify(run, demo, "demo", "app")
    assert (status, reasons(found)) == (1, [expected])


def test_a_check_that_fails_only_here_is_explained(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/app/de.po": HEADER + 'msgid "Open."\nmsgstr "Offen"\n'})
    record = german(total=1, total_words=1, total_chars=5, translated_chars=5, translated_percent=100.0)
    demo.answer_list("components/demo/app/statistics/", [record])
    demo.answer_list("translations/demo/app/de/units/", [unit("Open.", "Offen", 20)])
    _, found = verify(run, demo, "demo", "app")
    assert reasons(found) == [("checks-here", False)]
    assert found["components"][0]["languages"][0]["strings"][0]["examples"][0]["here"] == "end_stop"


def test_reviews_are_a_certain_reason(run: Run, demo: StubServer, tree: WriteTree) -> None:
    xliff = (
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en"'
        ' target-language="de" original="a"><body><trans-unit id="1" approved="yes"><source>Open</source>'
        "<target>Offen</target></trans-unit></body></file></xliff>"
    )
    tree({"demo/app/de.po": "", "demo/box/de.xlf": xliff})
    record = german(total=1, total_words=1, total_chars=4, translated_percent=100.0)
    demo.answer_list("components/demo/box/statistics/", [record])
    fields = component_fields(filemask="demo/box/*.xlf", file_format="xliff", project={"translation_review": False})
    demo.answer("components/demo/box/", Answer(fields))
    status, found = verify(run, demo, "demo", "box")
    assert status == 1
    assert ("review", True) in reasons(found)
    assert verify(run, demo, "demo", "box", "--no-review")[0] == 0


def test_settings_of_the_server_that_make_the_numbers_equal_are_a_certain_reason(run: Run, demo: StubServer) -> None:
    flags = Answer(component_fields(check_flags="max-length:4"))
    demo.answer("components/demo/app/", flags)
    demo.answer_list("components/demo/app/statistics/", [german(failing=1)])
    status, found = verify(run, demo, "demo", "app")
    assert (status, reasons(found)) == (1, [("settings", True)])
    assert found["components"][0]["languages"][0]["strings"] is None


def test_another_template_on_the_server_is_a_certain_reason(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/web/en.json": '{"a": "Open", "b": "Close"}', "demo/web/de.json": '{"a": "Offen"}'})
    table = '[project.demo.component.web]\npath = "demo/web"\nfilemask = "*.json"\ntemplate = "en.json"\n'
    tree({"transtats.toml": table})
    words = {"total": 1, "total_words": 1, "total_chars": 5, "translated_chars": 5, "translated_percent": 100.0}
    demo.answer_list("components/demo/web/statistics/", [german(code="en", name="English", **words)])
    fields = component_fields(filemask="*.json", file_format="json", template="de.json")
    demo.answer("components/demo/web/", Answer(fields))
    status, found = verify(run, demo, "demo", "web")
    assert (status, reasons(found)) == (1, [("settings", True)] * 2)


def test_strings_are_compared_with_the_settings_of_the_server(run: Run, demo: StubServer) -> None:
    demo.answer("components/demo/app/", Answer(component_fields(check_flags="max-length:4")))
    demo.answer_list("components/demo/app/statistics/", [german(failing=1, total=3, total_words=3, total_chars=12)])
    strings = [unit("Open", "Offen", 20, has_failing_check=True), unit("Close", "", 0), unit("New", "", 0)]
    demo.answer_list("translations/demo/app/de/units/", strings)
    _, found = verify(run, demo, "demo", "app")
    assert reasons(found) == [("settings", False), ("other-version", True)]
    assert [each["kind"] for each in found["components"][0]["languages"][0]["strings"]] == ["only-there"]


def test_strings_that_the_server_refuses_leave_the_numbers(run: Run, demo: StubServer) -> None:
    demo.answer_list("components/demo/app/statistics/", [german(failing=1)])
    demo.answer("translations/demo/app/de/units/", Answer({"detail": "no"}, 403))
    status, found = verify(run, demo, "demo", "app")
    (reason,) = found["components"][0]["languages"][0]["reasons"]
    assert (status, reason["kind"]) == (1, "unknown")
    assert reason["text"].startswith("The strings could not be compared: ")
    assert "(403): no" in reason["text"]


def test_flags_of_the_format_are_no_difference(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/web/en.json": '{"a": "Open {{b}}"}', "demo/web/de.json": '{"a": "Öffne {{b}}"}'})
    tree({"transtats.toml": '[project.demo.component.web]\npath = "demo/web"\nfilemask = "*.json"\n'})
    arguments = ("demo", "web", "--file-format", "i18nextv4", "--template", "en.json", "--language", "cs")
    demo.answer_list("components/demo/web/statistics/", [])
    fields = component_fields(
        filemask="demo/web/*.json",
        file_format="i18nextv4",
        template="demo/web/en.json",
        effective_check_flags="i18next-interpolation",
    )
    demo.answer("components/demo/web/", Answer(fields))
    _, found = verify(run, demo, *arguments)
    assert found["components"][0]["settings"]["different"] == []


def test_languages_with_the_same_reasons_are_printed_together(run: Run, demo: StubServer) -> None:
    records = [german(code=code) for code in ("fr", "es", "cs")]
    demo.answer_list("components/demo/app/statistics/", records)
    done = run("verify", "demo", "app", "--against", demo.url, env=CLEAN)
    assert "\nReasons: fr, es, cs\n  certain  No file has this language here.\n\nReasons: de\n" in done.stdout


def test_a_project_that_the_server_lacks_leaves_the_others(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"transtats.toml": '[project.other.component.box]\npath = "demo/box"\nfilemask = "*.po"\n'})
    tree({"demo/box/de.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    demo.answer_list("projects/demo/components/", [component_fields()])
    status, found = verify(run, demo)
    sides = {each["component"]: (each["here"], each["there"], each["equal"]) for each in found["components"]}
    assert (status, sides) == (1, {"app": (True, True, True), "box": (True, False, False)})
    assert run("verify", "other", "--against", demo.url, env=CLEAN).status == 2


def test_languages_of_one_side_are_differences(run: Run, demo: StubServer) -> None:
    demo.answer_list("components/demo/app/statistics/", [german(code="fr")])
    status, found = verify(run, demo, "demo", "app")
    assert (status, reasons(found)) == (1, [("missing-here", True), ("missing-there", True)])
    assert verify(run, demo, "demo", "app", "--language", "es")[0] == 0


def test_the_name_of_a_language_may_differ(run: Run, demo: StubServer) -> None:
    demo.answer_list("components/demo/app/statistics/", [german(name="Deutsch")])
    status, found = verify(run, demo, "demo", "app")
    assert (status, reasons(found)[0]) == (1, ("language-name", True))


def test_names_on_the_server_may_differ(run: Run, demo: StubServer) -> None:
    demo.answer_list("components/other/docs%252Fapp/statistics/", [german()])
    demo.answer("components/other/docs%252Fapp/", Answer(component_fields()))
    arguments = ("demo", "app", "--project-on-server", "other", "--component-on-server", "docs/app")
    assert verify(run, demo, *arguments)[0] == 0


def test_a_project_is_compared_component_by_component(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/mine/de.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    glossary = component_fields(slug="glossary", is_glossary=True)
    theirs = component_fields(slug="theirs", url="https://weblate.example.org/api/components/demo/docs%252Ftheirs/")
    demo.answer_list("projects/demo/components/", [component_fields(), glossary, theirs])
    for arguments in (["demo"], []):
        status, found = verify(run, demo, *arguments)
        sides = {each["component"]: (each["here"], each["there"], each["equal"]) for each in found["components"]}
        assert status == 1
        assert sides == {
            "app": (True, True, True),
            "docs/theirs": (False, True, False),
            "mine": (True, False, False),
        }


def test_a_component_that_cannot_be_compared_is_exit_status_3(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/bad/de.po": HEADER + 'msgid "a"\nmsgstr "b"\n'})
    demo.answer_list("projects/demo/components/", [component_fields(), component_fields(slug="bad", url="")])
    demo.answer("components/demo/bad/statistics/", Answer({"detail": "no"}, 403))
    status, found = verify(run, demo, "demo")
    assert status == 3
    assert "(403): no" in found["components"][1]["error"]


def test_an_unreadable_file_is_exit_status_3(run: Run, demo: StubServer, tree: WriteTree) -> None:
    tree({"demo/app/fr.po": "msgid"})
    demo.answer_list("components/demo/app/statistics/", [german(), german(code="fr", name="French")])
    status, found = verify(run, demo, "demo", "app")
    assert (status, reasons(found)) == (3, [("unreadable-file", False)])
    assert found["components"][0]["failures"][0]["path"] == "demo/app/fr.po"


def test_pages_are_read_until_the_last(run: Run, demo: StubServer) -> None:
    pages = [
        Answer({"count": 2, "next": "https://elsewhere.example.org/api/?page=2", "results": [german()]}),
        Answer({"count": 2, "next": None, "results": [german(code="fr")]}),
    ]
    demo.answer("components/demo/app/statistics/", *pages)
    _, found = verify(run, demo, "demo", "app")
    assert [each["code"] for each in found["components"][0]["languages"]] == ["de", "fr"]
    assert [path.partition("?")[2] for path, _ in demo.requests[:2]] == ["page_size=500", "page_size=500&page=2"]


def other_settings() -> dict[str, Any]:
    return component_fields(
        check_flags="python-format",
        language_regex="^(de|fr)$",
        project={"translation_review": False},
        effective_enforced_checks=["same"],
        key_filter="^a",
        template="en.po",
    )


def test_other_settings_are_shown(run: Run, demo: StubServer) -> None:
    demo.answer("components/demo/app/", Answer(other_settings()))
    status, found = verify(run, demo, "demo", "app")
    assert status == 0
    settings = found["components"][0]["settings"]
    assert {each["key"]: each["there"] for each in settings["different"]} == {
        "template": "en.po",
        "language_regex": "^(de|fr)$",
        "check_flags": "python-format",
        "review": False,
    }
    assert [each["key"] for each in settings["server_only"]] == ["enforced_checks", "key_filter"]


def test_settings_are_adopted(run: Run, demo: StubServer, tmp_path: Path) -> None:
    demo.answer("components/demo/app/", Answer(other_settings()))
    done = run("verify", "demo", "app", "--against", demo.url, "--adopt", env=CLEAN)
    assert (done.status, done.stderr) == (0, "transtats.toml: 1 table added\n")
    assert (tmp_path / "transtats.toml").read_text() == (
        "[project.demo.component.app]\n"
        'path = "demo/app"\n'
        'filemask = "*.po"\n'
        'language_regex = "^(de|fr)$"\n'
        'check_flags = "python-format"\n'
        "review = false\n"
    )
    status, found = verify(run, demo, "demo", "app")
    assert status == 0
    assert [each["key"] for each in found["components"][0]["settings"]["different"]] == ["template"]


def test_existing_settings_are_not_changed(run: Run, demo: StubServer, tree: WriteTree, tmp_path: Path) -> None:
    before = '[project.demo.component.app]\npath = "demo/app"\nfilemask = "*.po"'
    tree({"transtats.toml": before})
    demo.answer("components/demo/app/", Answer(other_settings()))
    done = run("verify", "demo", "app", "--against", demo.url, "--adopt", env=CLEAN)
    assert (tmp_path / "transtats.toml").read_text() == before
    assert done.stderr.startswith("demo/app has a table in the settings, which is not changed; on the server:\n")
    assert 'check_flags = "python-format"\n' in done.stderr


def test_a_table_is_added_below_other_settings(run: Run, demo: StubServer, tree: WriteTree, tmp_path: Path) -> None:
    tree({"transtats.toml": "# mine\nreview = true"})
    demo.answer("components/demo/app/", Answer(other_settings()))
    run("verify", "demo", "app", "--against", demo.url, "--adopt", env=CLEAN)
    assert (
        (tmp_path / "transtats.toml").read_text().startswith("# mine\nreview = true\n\n[project.demo.component.app]\n")
    )


@pytest.mark.parametrize("value", ["a\nreview = true", "a\x1b[2J", '"', "((((", "x" * 2000])
def test_settings_of_a_hostile_server_are_not_adopted_as_toml(
    run: Run, demo: StubServer, tmp_path: Path, value: str
) -> None:
    demo.answer("components/demo/app/", Answer(component_fields(language_regex=value, check_flags=value)))
    done = run("verify", "demo", "app", "--against", demo.url, "--adopt", env=CLEAN)
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
def test_wrong_arguments_are_named(run: Run, demo: StubServer, arguments: list[str], message: str) -> None:
    done = run("verify", *arguments, "--against", demo.url, env=CLEAN)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr
