"""Records, counts and failures of the scan of a component."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline.options import DEFAULT_OPTIONS, ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.statistics import Counts

HEADER = 'msgid ""\nmsgstr "PO-Revision-Date: 2026-03-01 10:00+0100\\n"\n\n'


def format_po(*entries: tuple[str, str]) -> str:
    return HEADER + "\n".join(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in entries)


@pytest.fixture
def scan_files(tree: Callable[[Mapping[str, str | bytes]], Path]) -> Callable[..., Report]:
    def scan_files(files: Mapping[str, str | bytes], options: ScanOptions = DEFAULT_OPTIONS, **fields: Any) -> Report:
        return scan_component(Component("demo", "app", str(tree(files)), **{"filemask": "*.po", **fields}), options)

    return scan_files


def count_strings(report: Report) -> dict[str, int]:
    return {record.language.code: record.statistics.total.strings for record in report.records}


def test_the_record_of_a_language_counts_the_strings_of_its_own_file(scan_files: Callable[..., Report]) -> None:
    report = scan_files({"de.po": format_po(("a", "x"), ("b", "")), "fr.po": format_po(("a", "x"))})
    assert count_strings(report) == {"de": 2, "fr": 1}
    assert report.translations[0].statistics.translated == Counts(1, 1, 1)
    assert report.translations[0].last_change == "2026-03-01T09:00:00Z"


def test_a_translation_without_strings_has_no_date_of_the_last_change(scan_files: Callable[..., Report]) -> None:
    (record,) = scan_files({"de.po": HEADER}).records
    assert (record.statistics.total, record.last_change) == (Counts(0, 0, 0), None)


def test_a_broken_file_is_a_failure_and_has_no_record(scan_files: Callable[..., Report]) -> None:
    report = scan_files({"de.po": format_po(("a", "x")), "fr.po": HEADER + 'msgid "a"\nstray\n'})
    assert count_strings(report) == {"de": 1}
    assert [(failure.path, failure.line) for failure in report.failures] == [("fr.po", 5)]


def test_the_source_language_has_the_strings_of_all_files_as_read_only_strings(
    scan_files: Callable[..., Report],
) -> None:
    files = {"de.po": format_po(("a", "x"), ("b", "")), "fr.po": format_po(("c", "x"), ("a", "y"))}
    report = scan_files(files, ScanOptions(with_source=True))
    assert report.source is not None
    statistics = report.source.statistics
    assert statistics.total == statistics.translated == statistics.readonly == Counts(3, 3, 3)
    assert count_strings(report) == {"en": 3, "de": 2, "fr": 2}


@pytest.mark.parametrize(
    ("new_base", "strings"),
    [
        pytest.param("app.pot", 2, id="template"),
        pytest.param("app.tpl.po", 2, id="template without a language in its name"),
        pytest.param("de.po", 1, id="translation"),
        pytest.param("absent.pot", 1, id="missing file"),
        pytest.param("", 1, id="no template"),
    ],
)
def test_the_strings_of_a_gettext_template_are_added_to_the_source_language(
    scan_files: Callable[..., Report], new_base: str, strings: int
) -> None:
    template = format_po(("a", ""), ("only in the template", ""))
    files = {"de.po": format_po(("a", "x")), "app.pot": template, "app.tpl.po": template}
    report = scan_files(files, ScanOptions(with_source=True), new_base=new_base, filemask="*.po")
    assert report.source is not None
    assert report.source.statistics.total.strings == strings
    assert count_strings(report)["de"] == 1
    assert report.failures == ()


def test_a_broken_gettext_template_is_a_failure_and_the_translations_are_counted(
    scan_files: Callable[..., Report],
) -> None:
    files = {"de.po": format_po(("a", "x")), "app.pot": 'msgid "a'}
    report = scan_files(files, ScanOptions(with_source=True), new_base="app.pot")
    assert [(failure.path, failure.line) for failure in report.failures] == [("app.pot", 1)]
    assert count_strings(report) == {"en": 1, "de": 1}


def test_monolingual_files_are_counted_with_the_texts_of_the_template(scan_files: Callable[..., Report]) -> None:
    files = {
        "en.po": format_po(("key.one", "One two"), ("key.two", "")),
        "de.po": format_po(("key.one", "Eins"), ("own", "x")),
    }
    report = scan_files(files, ScanOptions(with_source=True), file_format="po-mono", template="en.po")
    source, german = report.records
    assert source.statistics.total == german.statistics.total == Counts(2, 2, 7)
    assert source.statistics.translated == german.statistics.translated == Counts(1, 2, 7)
    assert (source.language.code, source.path, source.statistics.readonly.strings) == ("en", "en.po", 0)
    assert source.last_change == "2026-03-01T09:00:00Z"


def test_a_monolingual_component_with_a_broken_template_has_no_records(scan_files: Callable[..., Report]) -> None:
    files = {"en.po": "broken", "de.po": format_po(("key.one", "Eins"))}
    report = scan_files(files, file_format="po-mono", template="en.po")
    assert (count_strings(report), [failure.path for failure in report.failures]) == ({}, ["en.po"])


def test_only_files_of_the_selected_languages_are_read(scan_files: Callable[..., Report]) -> None:
    files = {"de.po": format_po(("a", "x")), "fr.po": "broken"}
    assert scan_files(files, ScanOptions(languages=("de",))).failures == ()


def test_the_source_language_has_the_strings_of_all_files_if_some_languages_are_selected(
    scan_files: Callable[..., Report],
) -> None:
    files = {"de.po": format_po(("a", "x")), "fr.po": format_po(("b", "x"))}
    assert count_strings(scan_files(files, ScanOptions(languages=("en", "de"), with_source=True))) == {"en": 2, "de": 1}


def test_flags_of_the_settings_apply_to_every_string(scan_files: Callable[..., Report]) -> None:
    (record,) = scan_files({"de.po": format_po(("a", ""))}, check_flags="read-only").records
    assert record.statistics.readonly == record.statistics.translated == Counts(1, 1, 1)


def test_each_character_of_a_cjk_source_is_a_word(scan_files: Callable[..., Report]) -> None:
    (record,) = scan_files({"de.po": format_po(("日本語", "x"))}, source_language="ja").records
    assert record.statistics.total == Counts(1, 3, 3)


def test_the_progress_function_is_called_with_each_path(scan_files: Callable[..., Report]) -> None:
    paths: list[str] = []
    scan_files({"de.po": HEADER, "fr.po": HEADER}, ScanOptions(progress=paths.append))
    assert paths == ["de.po", "fr.po"]
