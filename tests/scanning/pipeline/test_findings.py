"""Search for strings, file by file. The number of failing strings equals the statistics."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.component import CheckSettings, Component
from transtats_cli.errors import TranstatsError
from transtats_cli.model import State
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.findings import StringFilters, StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'


def format_po(*entries: tuple[str, str]) -> str:
    return HEADER + "\n".join(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in entries)


GERMAN = format_po(
    ("Stop.", "Halt"), ("Close", "Zu"), ("Shut", "Zu"), ("Wait...", ""), ("Two  blanks", "Zwei Leerzeichen")
)
FRENCH = format_po(("Stop.", "Halte"), ("Close", "Fermer"), ("Only here", "Seulement ici"))


@pytest.fixture
def make_component(tree: Callable[..., Path]) -> Callable[..., Component]:
    def make_component(files: Mapping[str, str], **fields: Any) -> Component:
        return Component("demo", "app", str(tree(files)), **{"filemask": "*.po", **fields})

    return make_component


@pytest.fixture
def app(make_component: Callable[..., Component]) -> Component:
    return make_component({"de.po": GERMAN, "fr.po": FRENCH})


def list_strings(found: Iterator[LocatedUnit]) -> list[tuple[str, str, str]]:
    return [
        (each.language.code, each.unit.source, " ".join(finding.check for finding in each.findings)) for each in found
    ]


def search(component: Component, **options: Any) -> StringSearch:
    filters = {key: options.pop(key) for key in StringFilters._fields if key in options}
    return StringSearch(component, ScanOptions(**options), StringFilters(**filters))


def find_strings(component: Component, **options: Any) -> list[tuple[str, str, str]]:
    return list_strings(search(component, **options).find_units())


def test_without_options_all_strings_are_found_and_reused_strings_a_second_time(app: Component) -> None:
    assert find_strings(app) == [
        ("de", "Stop.", "end_stop"),
        ("de", "Close", ""),
        ("de", "Shut", ""),
        ("de", "Wait...", ""),
        ("de", "Two  blanks", ""),
        ("fr", "Stop.", "end_stop"),
        ("fr", "Close", ""),
        ("fr", "Only here", ""),
        ("de", "Close", "reused"),
        ("de", "Shut", "reused"),
    ]


def test_only_strings_with_findings_are_failing(app: Component) -> None:
    assert find_strings(app, only_failing=True) == [
        ("de", "Stop.", "end_stop"),
        ("fr", "Stop.", "end_stop"),
        ("de", "Close", "reused"),
        ("de", "Shut", "reused"),
    ]


def test_a_string_that_is_found_a_second_time_is_marked(app: Component) -> None:
    compared = [found for found in search(app).find_units() if found.is_from_comparison]
    assert [found.is_returned_again for found in compared] == [True, True]
    compared = [found for found in search(app, only_failing=True).find_units() if found.is_from_comparison]
    assert [found.is_returned_again for found in compared] == [False, False]


def test_the_source_language_comes_last_with_findings_of_source_checks(app: Component) -> None:
    assert find_strings(app, only_failing=True, with_source=True)[4:] == [
        ("en", "Stop.", "multiple_failures"),
        ("en", "Wait...", "ellipsis"),
    ]


def test_only_findings_of_the_selected_check_are_found(app: Component) -> None:
    assert find_strings(app, check_ids=("end_stop",)) == [("de", "Stop.", "end_stop"), ("fr", "Stop.", "end_stop")]
    assert find_strings(app, check_ids=("reused",)) == [("de", "Close", "reused"), ("de", "Shut", "reused")]


def test_a_selected_source_check_finds_source_strings(app: Component) -> None:
    assert find_strings(app, check_ids=("ellipsis",)) == [("en", "Wait...", "ellipsis")]
    assert find_strings(app, check_ids=("multiple_failures",)) == [("en", "Stop.", "multiple_failures")]


def test_strings_are_selected_by_state(app: Component) -> None:
    assert find_strings(app, states={State.EMPTY}) == [("de", "Wait...", "")]
    assert find_strings(app, states={State.READ_ONLY}) == []
    assert len(find_strings(app, states={State.READ_ONLY}, with_source=True)) == 6


def test_strings_are_selected_by_language_and_compared_with_all_languages(
    app: Component, make_component: Callable[..., Component]
) -> None:
    assert find_strings(app, only_failing=True, languages=("FR",)) == [("fr", "Stop.", "end_stop")]
    assert find_strings(app, check_ids=("multiple_failures",), languages=("en",)) == [
        ("en", "Stop.", "multiple_failures")
    ]


def test_without_checks_no_string_has_findings(app: Component) -> None:
    assert {checks for _, _, checks in find_strings(app, runs_checks=False)} == {""}
    assert len(find_strings(app, runs_checks=False)) == 8


def test_checks_that_the_settings_switch_off_do_not_run(app: Component) -> None:
    without_checks = app._replace(checks=CheckSettings(ignore=("end_stop", "reused")))
    assert find_strings(without_checks, only_failing=True) == []
    with pytest.raises(TranstatsError, match="end_stop is switched off by the settings"):
        search(without_checks, check_ids=("end_stop",))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param({"check_ids": ("end_stp",)}, "did you mean 'end_stop'", id="unknown check"),
        pytest.param({"check_ids": ("inconsistent",)}, "files alone cannot decide", id="check that needs a server"),
        pytest.param({"languages": ("fx",)}, "did you mean 'fr'", id="unknown language"),
    ],
)
def test_an_unknown_check_or_language_is_an_error_before_any_file_is_read(
    app: Component, options: dict[str, Any], message: str
) -> None:
    (Path(app.root) / "de.po").write_text("never read")
    with pytest.raises(TranstatsError, match=message):
        search(app, **options)


def test_a_file_is_read_after_the_strings_of_the_previous_file(app: Component) -> None:
    found = search(app, only_failing=True).find_units()
    assert next(found).unit.target == "Halt"
    (Path(app.root) / "fr.po").write_text(format_po(("Stop.", "written after the first string was found")))
    assert next(found).unit.target == "written after the first string was found"


def test_files_of_other_languages_are_not_read_if_no_check_compares_files(app: Component) -> None:
    (Path(app.root) / "de.po").write_text("not PO")
    found = search(app, languages=("fr",), check_ids=("end_stop",))
    assert list_strings(found.find_units()) == [("fr", "Stop.", "end_stop")]
    assert found.build_report().failures == ()


def test_an_unreadable_file_is_a_failure_and_the_other_files_are_searched(app: Component) -> None:
    (Path(app.root) / "de.po").write_text(HEADER + 'msgid "a"\nstray\n')
    found = search(app, only_failing=True)
    assert list_strings(found.find_units()) == [("fr", "Stop.", "end_stop")]
    assert [(failure.path, failure.line) for failure in found.build_report().failures] == [("de.po", 5)]


def test_a_source_string_has_the_path_and_line_of_its_first_occurrence(
    make_component: Callable[..., Component],
) -> None:
    files = {"app.pot": format_po(("Stop.", "")), "de.po": GERMAN, "fr.po": FRENCH}
    found = search(make_component(files, new_base="app.pot"), with_source=True, languages=("en",)).find_units()
    places = {each.unit.source: (Path(each.path).name, each.unit.line) for each in found}
    assert places["Stop."] == ("app.pot", 4)
    assert places["Close"] == ("de.po", 7)
    assert places["Only here"] == ("fr.po", 10)


def test_a_monolingual_source_string_has_the_path_of_the_template(make_component: Callable[..., Component]) -> None:
    files = {"en.po": format_po(("stop", "Stop.")), "de.po": format_po(("stop", "Halt"))}
    component = make_component(files, file_format="po-mono", template="en.po")
    found = list(search(component, with_source=True).find_units())
    assert [(Path(each.path).name, each.unit.source) for each in found] == [("de.po", "Stop."), ("en.po", "Stop.")]
    assert [finding.check for finding in found[0].findings] == ["end_stop"]


def test_paths_are_relative_to_the_current_directory_if_it_contains_the_root(
    app: Component, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first() -> str:
        return next(search(app).find_units()).path

    monkeypatch.chdir(app.root)
    assert first() == "de.po"
    monkeypatch.chdir(Path(app.root).parent)
    assert first() == f"{Path(app.root).name}/de.po"
    monkeypatch.chdir("/usr/bin")
    assert first() == str(Path(app.root) / "de.po")


def test_the_number_of_failing_strings_equals_the_statistics(
    app: Component, make_component: Callable[..., Component]
) -> None:
    assert_equal_to_statistics(app)
    assert_equal_to_statistics(app._replace(checks=CheckSettings(ignore=("reused",))))
    files = {"web/en.po": format_po(("a", "One."), ("b", "Two.")), "web/de.po": format_po(("a", "Eins"), ("b", "Eins"))}
    assert_equal_to_statistics(make_component(files, filemask="web/*.po", file_format="po-mono", template="web/en.po"))


def assert_equal_to_statistics(component: Component) -> None:
    """Compare the number of failing strings of each language with the statistics. Each string counts once."""
    failing: dict[str, set[tuple[str, str]]] = {}
    for found in search(component, only_failing=True, with_source=True).find_units():
        failing.setdefault(found.language.code, set()).add((found.unit.context, found.unit.source))
    records = scan_component(component, ScanOptions(with_source=True)).records
    counted = {record.language.code: record.statistics.failing for record in records if record.statistics.failing}
    assert {code: len(strings) for code, strings in failing.items()} == counted
