"""A component is read and counted: what becomes a record, and what a broken file costs."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline.scan import DEFAULT_OPTIONS, ScanOptions, scan_component
from transtats_cli.statistics import Counts

HEADER = 'msgid ""\nmsgstr "PO-Revision-Date: 2026-03-01 10:00+0100\\n"\n\n'


def po(*entries: tuple[str, str]) -> str:
    return HEADER + "\n".join(f'msgid "{source}"\nmsgstr "{target}"\n' for source, target in entries)


@pytest.fixture
def scanned(tree: Callable[[Mapping[str, str | bytes]], Path]) -> Callable[..., Report]:
    def scanned(files: Mapping[str, str | bytes], options: ScanOptions = DEFAULT_OPTIONS, **fields: Any) -> Report:
        return scan_component(Component("demo", "app", str(tree(files)), **{"filemask": "*.po", **fields}), options)

    return scanned


def totals(report: Report) -> dict[str, int]:
    return {record.language.code: record.statistics.total.strings for record in report.records}


def test_each_language_counts_the_strings_of_its_own_file(scanned: Callable[..., Report]) -> None:
    report = scanned({"de.po": po(("a", "x"), ("b", "")), "fr.po": po(("a", "x"))})
    assert totals(report) == {"de": 2, "fr": 1}
    assert report.translations[0].statistics.translated == Counts(1, 1, 1)
    assert report.translations[0].last_change == "2026-03-01T09:00:00Z"


def test_a_translation_without_strings_has_never_changed(scanned: Callable[..., Report]) -> None:
    (record,) = scanned({"de.po": HEADER}).records
    assert (record.statistics.total, record.last_change) == (Counts(0, 0, 0), None)


def test_a_broken_file_is_a_failure_and_no_record(scanned: Callable[..., Report]) -> None:
    report = scanned({"de.po": po(("a", "x")), "fr.po": HEADER + 'msgid "a"\nstray\n'})
    assert totals(report) == {"de": 1}
    assert [(failure.path, failure.line) for failure in report.failures] == [("fr.po", 5)]


def test_the_source_is_the_union_of_all_files_and_read_only(scanned: Callable[..., Report]) -> None:
    files = {"de.po": po(("a", "x"), ("b", "")), "fr.po": po(("c", "x"), ("a", "y"))}
    report = scanned(files, ScanOptions(with_source=True))
    assert report.source is not None
    statistics = report.source.statistics
    assert statistics.total == statistics.translated == statistics.readonly == Counts(3, 3, 3)
    assert totals(report) == {"en": 3, "de": 2, "fr": 2}


@pytest.mark.parametrize(
    ("new_base", "strings"),
    [
        pytest.param("app.pot", 2, id="a template comes first"),
        pytest.param("app.tpl.po", 2, id="so does a file that says no language"),
        pytest.param("de.po", 1, id="a translation is no template"),
        pytest.param("absent.pot", 1, id="one that is not there adds nothing"),
        pytest.param("", 1, id="none is named"),
    ],
)
def test_a_gettext_template_adds_to_the_source(scanned: Callable[..., Report], new_base: str, strings: int) -> None:
    template = po(("a", ""), ("only in the template", ""))
    files = {"de.po": po(("a", "x")), "app.pot": template, "app.tpl.po": template}
    report = scanned(files, ScanOptions(with_source=True), new_base=new_base, filemask="*.po")
    assert report.source is not None
    assert report.source.statistics.total.strings == strings
    assert totals(report)["de"] == 1
    assert report.failures == ()


def test_a_broken_gettext_template_is_named_and_costs_no_language(scanned: Callable[..., Report]) -> None:
    files = {"de.po": po(("a", "x")), "app.pot": 'msgid "a'}
    report = scanned(files, ScanOptions(with_source=True), new_base="app.pot")
    assert [(failure.path, failure.line) for failure in report.failures] == [("app.pot", 1)]
    assert totals(report) == {"en": 1, "de": 1}


def test_monolingual_files_count_the_templates_texts(scanned: Callable[..., Report]) -> None:
    files = {"en.po": po(("key.one", "One two"), ("key.two", "")), "de.po": po(("key.one", "Eins"), ("own", "x"))}
    report = scanned(files, ScanOptions(with_source=True), file_format="po-mono", template="en.po")
    source, german = report.records
    assert source.statistics.total == german.statistics.total == Counts(2, 2, 7)
    assert source.statistics.translated == german.statistics.translated == Counts(1, 2, 7)
    assert (source.language.code, source.path, source.statistics.readonly.strings) == ("en", "en.po", 0)
    assert source.last_change == "2026-03-01T09:00:00Z"


def test_without_its_template_nothing_can_be_counted(scanned: Callable[..., Report]) -> None:
    files = {"en.po": "broken", "de.po": po(("key.one", "Eins"))}
    report = scanned(files, file_format="po-mono", template="en.po")
    assert (totals(report), [failure.path for failure in report.failures]) == ({}, ["en.po"])


def test_only_wanted_languages_are_read(scanned: Callable[..., Report]) -> None:
    files = {"de.po": po(("a", "x")), "fr.po": "broken"}
    assert scanned(files, ScanOptions(languages=("de",))).failures == ()


def test_the_source_takes_all_files_whichever_are_wanted(scanned: Callable[..., Report]) -> None:
    files = {"de.po": po(("a", "x")), "fr.po": po(("b", "x"))}
    assert totals(scanned(files, ScanOptions(languages=("en", "de"), with_source=True))) == {"en": 2, "de": 1}


def test_flags_of_the_settings_hold_for_every_string(scanned: Callable[..., Report]) -> None:
    (record,) = scanned({"de.po": po(("a", ""))}, check_flags="read-only").records
    assert record.statistics.readonly == record.statistics.translated == Counts(1, 1, 1)


def test_words_of_a_cjk_source_are_its_characters(scanned: Callable[..., Report]) -> None:
    (record,) = scanned({"de.po": po(("日本語", "x"))}, source_language="ja").records
    assert record.statistics.total == Counts(1, 3, 3)


def test_progress_is_told_of_each_file(scanned: Callable[..., Report]) -> None:
    told: list[str] = []
    scanned({"de.po": HEADER, "fr.po": HEADER}, ScanOptions(progress=told.append))
    assert told == ["de.po", "fr.po"]
