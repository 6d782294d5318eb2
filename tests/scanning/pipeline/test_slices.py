"""Numbers of a part of the strings: a slice and its complement add up to the whole component."""

from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline.findings import StringSearch
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.statistics import NO_STRINGS
from transtats_cli.unit_queries.slices import parse_slice

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
QUERIES = (
    "key:a.*",
    "key:a.* OR state:empty",
    "location:src/app/",
    "location:src/app/*.c",
    "source:one",
    "flags:c-format",
    "note:page",
    "state:translated",
    "is:untranslated",
    "has:check",
    "check:reused",
    "check:end_stop",
    "target:x",
)
KINDS: Mapping[str, Mapping[str, Any]] = {
    "with a template": {"new_base": "po/app.pot"},
    "without a template": {},
    "monolingual": {"file_format": "po-mono", "template": "po/en.po"},
}
SOURCES = ("One.", "Two words", "One more", "Three %s")

_files = st.fixed_dictionaries({}, optional=dict.fromkeys(range(6), st.sampled_from(["", "x", "X.", "fuzzy"])))
_numbers = count()


def format_po(targets: Mapping[int, str], *, is_monolingual: bool) -> str:
    entries = []
    for number, target in targets.items():
        key, source = f"{'ab'[number % 2]}.{number}", SOURCES[number % len(SOURCES)]
        flags = [name for name, is_set in (("fuzzy", target == "fuzzy"), ("c-format", "%" in source)) if is_set]
        lines = [f"#. On page {number}"] if number % 3 else []
        lines += [f"#: src/{'app' if number % 2 else 'core'}/a.c:{number}", *(f"#, {flag}" for flag in flags)]
        lines += [f'msgid "{key}"'] if is_monolingual else [f'msgctxt "{key}"', f'msgid "{source}"']
        entries.append("\n".join([*lines, f'msgstr "{target}"']))
    return "\n\n".join([HEADER, *entries]) + "\n"


def build_component(root: Path, kind: str, files: Mapping[str, Mapping[int, str]]) -> Component:
    """Write the files of languages, and a reference that lacks the last string, and return their component."""
    is_monolingual = kind == "monolingual"
    folder = root / str(next(_numbers)) / "po"
    folder.mkdir(parents=True)
    for code, targets in files.items():
        (folder / f"{code}.po").write_text(format_po(targets, is_monolingual=is_monolingual))
    numbers = range(5)
    reference = {number: SOURCES[number % len(SOURCES)] if is_monolingual else "" for number in numbers}
    name = "en.po" if is_monolingual else "app.pot"
    if kind != "without a template":
        (folder / name).write_text(format_po(reference, is_monolingual=is_monolingual))
    return Component("a", "b", str(folder.parent), "po/*.po", **KINDS[kind])


def scan(component: Component, *queries: str, **options: Any) -> Report:
    where = parse_slice(queries, {}) if queries else None
    return scan_component(
        component, ScanOptions(with_source=True, with_completeness=True, with_file_notes=True, where=where, **options)
    )


def list_numbers(report: Report) -> dict[str, list[int]]:
    """Return all numbers of each language: those of its statistics, and those of its completeness."""
    return {
        record.language.code: [*flatten(record.statistics), *report.completeness.get(record.language.code, ())]
        for record in report.records
    }


def flatten(numbers: Any) -> Iterator[int]:
    for each in numbers:
        yield from flatten(each) if isinstance(each, tuple) else (each,)


@pytest.mark.parametrize("kind", KINDS)
@given(german=_files, french=_files, query=st.sampled_from(QUERIES))
def test_a_slice_and_its_complement_add_up_to_the_whole(
    tmp_path_factory: pytest.TempPathFactory, kind: str, german: dict[int, str], french: dict[int, str], query: str
) -> None:
    component = build_component(tmp_path_factory.getbasetemp(), kind, {"de": german, "fr": french})
    whole, part, rest = (list_numbers(scan(component, *each)) for each in ([], [query], [f"NOT ({query})"]))
    assert {code: [*map(sum, zip(part[code], rest[code], strict=True))] for code in whole} == whole


@pytest.mark.parametrize("kind", KINDS)
@given(german=_files, french=_files)
def test_a_slice_with_all_strings_has_the_numbers_of_the_component(
    tmp_path_factory: pytest.TempPathFactory, kind: str, german: dict[int, str], french: dict[int, str]
) -> None:
    component = build_component(tmp_path_factory.getbasetemp(), kind, {"de": german, "fr": french})
    whole, everything = (
        report._replace(translations=tuple(each._replace(largest_file=NO_STRINGS) for each in report.translations))
        for report in (scan(component), scan(component, "is:translated OR is:untranslated"))
    )
    assert everything == whole


@pytest.mark.parametrize("query", QUERIES)
def test_a_search_yields_the_strings_that_the_slice_counts(tmp_path: Path, query: str) -> None:
    files = {"de": {0: "x", 1: "X.", 2: "", 3: "x", 5: "x"}, "fr": {0: "fuzzy", 1: "x"}}
    component = build_component(tmp_path, "with a template", files)
    options = ScanOptions(where=parse_slice([query], {}))
    found = [each.language.code for each in StringSearch(component, options).find_units()]
    counts = {each.language.code: each.statistics.total.strings for each in scan(component, query).translations}
    assert {code: found.count(code) for code in counts} == counts


def test_several_queries_select_the_strings_that_match_all(tmp_path: Path) -> None:
    component = build_component(tmp_path, "with a template", {"de": {0: "x", 1: "x", 2: ""}})
    assert scan(component, "key:a.*", "state:translated").translations[0].statistics.total.strings == 1


def test_a_language_without_strings_in_the_slice_has_nothing_left(tmp_path: Path) -> None:
    files: dict[str, dict[int, str]] = {"de": {0: "x", 1: ""}, "fr": {0: "", 1: "x"}, "nl": {}}
    component = build_component(tmp_path, "without a template", files)
    shares = {each.language.code: each.share for each in scan(component, "source:one is:untranslated").translations}
    assert shares == {"de": (0, 0), "fr": (0, 1), "nl": (0, 1)}


def test_a_check_that_compares_strings_also_compares_those_outside_of_the_slice(tmp_path: Path) -> None:
    component = build_component(tmp_path, "with a template", {"de": {0: "x", 1: "x"}})
    assert scan(component, "key:a.*").translations[0].statistics.failing == 1


def test_results_in_the_cache_are_those_of_all_strings(tree: WriteTree, tmp_path: Path) -> None:
    component = build_component(tmp_path, "with a template", {"de": {0: "x", 1: "x", 2: ""}})
    options = ScanOptions(cache_directory=str(tmp_path / "cache"))
    in_slice = options._replace(where=parse_slice(["key:a.*"], {}))
    totals = [
        scan_component(component, each).translations[0].statistics.total.strings
        for each in (in_slice, options, in_slice, options)
    ]
    assert totals == [2, 3, 2, 3]
