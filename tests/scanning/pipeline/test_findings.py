"""Strings are found file by file, and agree with the numbers."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.component import CheckSettings, Component
from transtats_cli.errors import TranstatsError
from transtats_cli.model import State
from transtats_cli.report import LocatedUnit
from transtats_cli.scanning.pipeline.findings import SearchOptions, StringSearch
from transtats_cli.scanning.pipeline.scan import ScanOptions, scan_component

HEADER = 'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'


def po(*entries: tuple[str, str]) -> str:
    return HEADER + "\n".join(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in entries)


GERMAN = po(("Stop.", "Halt"), ("Close", "Zu"), ("Shut", "Zu"), ("Wait...", ""), ("Two  blanks", "Zwei Leerzeichen"))
FRENCH = po(("Stop.", "Halte"), ("Close", "Fermer"), ("Only here", "Seulement ici"))


@pytest.fixture
def component_of(tree: Callable[..., Path]) -> Callable[..., Component]:
    def component_of(files: Mapping[str, str], **fields: Any) -> Component:
        return Component("demo", "app", str(tree(files)), **{"filemask": "*.po", **fields})

    return component_of


@pytest.fixture
def app(component_of: Callable[..., Component]) -> Component:
    return component_of({"de.po": GERMAN, "fr.po": FRENCH})


def told(found: Iterator[LocatedUnit]) -> list[tuple[str, str, str]]:
    return [
        (each.language.code, each.unit.source, " ".join(finding.check for finding in each.findings)) for each in found
    ]


def strings_of(component: Component, **wanted: Any) -> list[tuple[str, str, str]]:
    return told(StringSearch(component, SearchOptions(**wanted)).find_units())


def test_without_a_wish_all_strings_are_found_and_reused_ones_again(app: Component) -> None:
    assert strings_of(app) == [
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


def test_failing_strings_are_those_with_findings(app: Component) -> None:
    assert strings_of(app, only_failing=True) == [
        ("de", "Stop.", "end_stop"),
        ("fr", "Stop.", "end_stop"),
        ("de", "Close", "reused"),
        ("de", "Shut", "reused"),
    ]


def test_a_string_that_comes_again_says_so(app: Component) -> None:
    compared = [found for found in StringSearch(app, SearchOptions()).find_units() if found.is_from_comparison]
    assert [found.is_returned_again for found in compared] == [True, True]
    compared = [
        found for found in StringSearch(app, SearchOptions(only_failing=True)).find_units() if found.is_from_comparison
    ]
    assert [found.is_returned_again for found in compared] == [False, False]


def test_the_source_comes_last_with_findings_of_its_own(app: Component) -> None:
    assert strings_of(app, only_failing=True, with_source=True)[4:] == [
        ("en", "Stop.", "multiple_failures"),
        ("en", "Wait...", "ellipsis"),
    ]


def test_a_check_keeps_only_its_own_findings(app: Component) -> None:
    assert strings_of(app, check_ids=("end_stop",)) == [("de", "Stop.", "end_stop"), ("fr", "Stop.", "end_stop")]
    assert strings_of(app, check_ids=("reused",)) == [("de", "Close", "reused"), ("de", "Shut", "reused")]


def test_a_check_of_sources_brings_them_along(app: Component) -> None:
    assert strings_of(app, check_ids=("ellipsis",)) == [("en", "Wait...", "ellipsis")]
    assert strings_of(app, check_ids=("multiple_failures",)) == [("en", "Stop.", "multiple_failures")]


def test_states_choose_strings(app: Component) -> None:
    assert strings_of(app, states={State.EMPTY}) == [("de", "Wait...", "")]
    assert strings_of(app, states={State.READ_ONLY}) == []
    assert len(strings_of(app, states={State.READ_ONLY}, with_source=True)) == 6


def test_languages_choose_strings_but_all_are_compared(app: Component, component_of: Callable[..., Component]) -> None:
    assert strings_of(app, only_failing=True, languages=("FR",)) == [("fr", "Stop.", "end_stop")]
    assert strings_of(app, check_ids=("multiple_failures",), languages=("en",)) == [
        ("en", "Stop.", "multiple_failures")
    ]


def test_without_checks_nothing_fails(app: Component) -> None:
    assert {checks for _, _, checks in strings_of(app, runs_checks=False)} == {""}
    assert len(strings_of(app, runs_checks=False)) == 8


def test_the_settings_decide_which_checks_run(app: Component) -> None:
    quiet = app._replace(checks=CheckSettings(ignore=("end_stop", "reused")))
    assert strings_of(quiet, only_failing=True) == []
    with pytest.raises(TranstatsError, match="end_stop is switched off by the settings"):
        StringSearch(quiet, SearchOptions(check_ids=("end_stop",)))


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        pytest.param({"check_ids": ("end_stp",)}, "did you mean 'end_stop'", id="a check"),
        pytest.param({"check_ids": ("inconsistent",)}, "files alone cannot decide", id="a check that needs a server"),
        pytest.param({"languages": ("fx",)}, "did you mean 'fr'", id="a language"),
    ],
)
def test_what_is_not_there_is_said_before_any_file_is_read(
    app: Component, wanted: dict[str, Any], message: str
) -> None:
    (Path(app.root) / "de.po").write_text("never read")
    with pytest.raises(TranstatsError, match=message):
        StringSearch(app, SearchOptions(**wanted))


def test_a_file_is_read_when_its_turn_comes(app: Component) -> None:
    found = StringSearch(app, SearchOptions(only_failing=True)).find_units()
    assert next(found).unit.target == "Halt"
    (Path(app.root) / "fr.po").write_text(po(("Stop.", "written after the first string was found")))
    assert next(found).unit.target == "written after the first string was found"


def test_files_of_other_languages_are_not_read_where_nothing_is_compared(app: Component) -> None:
    (Path(app.root) / "de.po").write_text("not PO")
    search = StringSearch(app, SearchOptions(languages=("fr",), check_ids=("end_stop",)))
    assert told(search.find_units()) == [("fr", "Stop.", "end_stop")]
    assert search.build_report().failures == ()


def test_a_file_that_cannot_be_read_is_reported_and_costs_only_its_own(app: Component) -> None:
    (Path(app.root) / "de.po").write_text(HEADER + 'msgid "a"\nstray\n')
    search = StringSearch(app, SearchOptions(only_failing=True))
    assert told(search.find_units()) == [("fr", "Stop.", "end_stop")]
    assert [(failure.path, failure.line) for failure in search.build_report().failures] == [("de.po", 5)]


def test_a_source_string_is_where_it_was_first_found(component_of: Callable[..., Component]) -> None:
    files = {"app.pot": po(("Stop.", "")), "de.po": GERMAN, "fr.po": FRENCH}
    found = StringSearch(
        component_of(files, new_base="app.pot"), SearchOptions(with_source=True, languages=("en",))
    ).find_units()
    homes = {each.unit.source: (Path(each.path).name, each.unit.line) for each in found}
    assert homes["Stop."] == ("app.pot", 4)
    assert homes["Close"] == ("de.po", 7)
    assert homes["Only here"] == ("fr.po", 10)


def test_a_monolingual_source_is_in_its_template(component_of: Callable[..., Component]) -> None:
    files = {"en.po": po(("stop", "Stop.")), "de.po": po(("stop", "Halt"))}
    component = component_of(files, file_format="po-mono", template="en.po")
    found = list(StringSearch(component, SearchOptions(with_source=True)).find_units())
    assert [(Path(each.path).name, each.unit.source) for each in found] == [("de.po", "Stop."), ("en.po", "Stop.")]
    assert [finding.check for finding in found[0].findings] == ["end_stop"]


def test_paths_are_as_the_current_directory_sees_them(app: Component, monkeypatch: pytest.MonkeyPatch) -> None:
    def first() -> str:
        return next(StringSearch(app, SearchOptions()).find_units()).path

    monkeypatch.chdir(app.root)
    assert first() == "de.po"
    monkeypatch.chdir(Path(app.root).parent)
    assert first() == f"{Path(app.root).name}/de.po"
    monkeypatch.chdir("/usr/bin")
    assert first() == str(Path(app.root) / "de.po")


def test_failing_strings_are_as_many_as_the_statistics_say(
    app: Component, component_of: Callable[..., Component]
) -> None:
    agrees_with_statistics(app)
    agrees_with_statistics(app._replace(checks=CheckSettings(ignore=("reused",))))
    files = {"web/en.po": po(("a", "One."), ("b", "Two.")), "web/de.po": po(("a", "Eins"), ("b", "Eins"))}
    agrees_with_statistics(component_of(files, filemask="web/*.po", file_format="po-mono", template="web/en.po"))


def agrees_with_statistics(component: Component) -> None:
    """The strings that fail, each once, are as many in each language as `stats` counts."""
    failing: dict[str, set[tuple[str, str]]] = {}
    for found in StringSearch(component, SearchOptions(only_failing=True, with_source=True)).find_units():
        failing.setdefault(found.language.code, set()).add((found.unit.context, found.unit.source))
    records = scan_component(component, ScanOptions(with_source=True)).records
    counted = {record.language.code: record.statistics.failing for record in records if record.statistics.failing}
    assert {code: len(strings) for code, strings in failing.items()} == counted
