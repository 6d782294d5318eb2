"""Comparison of the files of a component with its reference."""

import os
from collections import Counter
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.formats import ReadOptions
from transtats_cli.report import Report
from transtats_cli.scanning.pipeline import scan
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.parallel import map_in_workers
from transtats_cli.scanning.pipeline.reference import MissingStringSearch
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.scanning.reading import safe_reading
from transtats_cli.statistics import Completeness


def format_po(strings: Mapping[str, str], created: str = "") -> str:
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    header += f'"POT-Creation-Date: {created}\\n"\n' if created else ""
    return header + "".join(f'\nmsgid "{source}"\nmsgstr "{target}"\n' for source, target in strings.items())


def compare_files(root: Path, cache: str = "", jobs: int = 1, **fields: str) -> Report:
    component = Component("a", "b", str(root), "po/*.po", **fields)  # type: ignore[arg-type]
    options = ScanOptions(
        with_completeness=True, runs_checks=False, cache_directory=cache, jobs=jobs, map_in_workers=map_in_workers
    )
    return scan_component(component, options)


TEMPLATE = {"One": "", "Two words": "", "Three": ""}
WHOLE = {"One": "Eins", "Two words": "Zwei", "Three": ""}

CASES = {
    "all strings, one untranslated": (WHOLE, Completeness(3, 0, 0, 0, 2, reference_words=4)),
    "a string is missing": ({"One": "Eins", "Three": "Drei"}, Completeness(3, 1, 2, 0, 2, reference_words=4)),
    "a string is stale": ({**WHOLE, "Old": "Alt"}, Completeness(3, 0, 0, 1, 2, reference_words=4)),
    "no strings": ({}, Completeness(3, 3, 4, 0, 0, reference_words=4)),
    "only stale strings": ({"Old": "Alt"}, Completeness(3, 3, 4, 1, 0, reference_words=4)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_file_is_compared_with_the_template(tree: WriteTree, name: str) -> None:
    strings, expected = CASES[name]
    report = compare_files(tree({"po/a.pot": format_po(TEMPLATE), "po/de.po": format_po(strings)}), new_base="po/a.pot")
    assert (dict(report.completeness), report.reference) == ({"de": expected}, "po/a.pot")
    assert report.translations[0].statistics.total.strings == len(strings)


def test_without_a_template_files_are_compared_with_the_strings_of_all_languages(tree: WriteTree) -> None:
    report = compare_files(
        tree({"po/de.po": format_po({"One": "Eins", "Old": "Alt"}), "po/fr.po": format_po({"One": "", "Two b": "2"})})
    )
    assert dict(report.completeness) == {
        "de": Completeness(3, 1, 2, 0, 2, reference_words=4),
        "fr": Completeness(3, 1, 1, 0, 1, reference_words=4),
    }
    assert report.reference == ""


def test_a_monolingual_file_is_compared_with_the_source_file(tree: WriteTree) -> None:
    root = tree(
        {
            "po/en.po": format_po({"k.a": "One", "k.b": "Two words"}),
            "po/de.po": format_po({"k.a": "Eins", "k.c": "Alt"}),
        }
    )
    report = compare_files(root, file_format="po-mono", template="po/en.po")
    assert dict(report.completeness) == {
        "de": Completeness(2, 1, 2, 1, 1, counted_missing=1, counted_missing_words=2, reference_words=3)
    }


def test_a_string_that_the_source_file_marks_as_not_translatable_is_not_missing(tree: WriteTree) -> None:
    template = (
        '<string name="a" translatable="false">A b</string><string name="c">C</string><string name="d">D</string>'
    )
    files = {"values": template, "values-de": '<string name="c">c</string>'}
    root = tree({f"{name}/strings.xml": f"<resources>{text}</resources>" for name, text in files.items()})
    component = Component(
        "a",
        "b",
        str(root),
        "values-*/strings.xml",
        template="values/strings.xml",
        file_format="aresource",
        read_options=ReadOptions(is_monolingual=True),
    )
    report = scan_component(component, ScanOptions(with_completeness=True, runs_checks=False))
    assert dict(report.completeness) == {
        "de": Completeness(3, 1, 1, 0, 2, counted_missing=1, counted_missing_words=1, reference_words=4)
    }
    assert [found.unit.context for found in MissingStringSearch(component, ScanOptions()).find_units()] == ["d"]


def test_files_are_not_compared_without_the_option(tree: WriteTree) -> None:
    root = tree({"po/a.pot": format_po(TEMPLATE), "po/de.po": format_po({})})
    report = scan_component(
        Component("a", "b", str(root), "po/*.po", new_base="po/a.pot"), ScanOptions(runs_checks=False)
    )
    assert not report.completeness


def test_an_unreadable_template_is_a_failure_and_no_file_is_compared(tree: WriteTree) -> None:
    report = compare_files(tree({"po/a.pot": b"msgid \xff", "po/de.po": format_po(WHOLE)}), new_base="po/a.pot")
    assert not report.completeness
    assert len(report.translations) == 1
    (failure,) = report.failures
    assert failure.path == "po/a.pot"


OLD, NEW = "2026-01-01 10:00+0000", "2026-01-01 10:30-0500"


@pytest.mark.parametrize("template", ["po/a.pot", ""])
def test_an_unreadable_file_is_read_once(template: str, tree: WriteTree, read_paths: list[str]) -> None:
    root = tree({"po/a.pot": "broken", "po/de.po": format_po(WHOLE), "po/fr.po": "broken"})
    report = compare_files(root, new_base=template)
    assert [each.path for each in report.failures] == ["po/fr.po", *filter(None, [template])]
    assert (read_paths.count("po/fr.po"), read_paths.count("po/a.pot")) == (1, int(bool(template)))


@pytest.mark.parametrize(
    ("template", "file", "strings", "expected"),
    [
        pytest.param(
            OLD,
            NEW,
            WHOLE,
            f"older than a translation; update the template (POT-Creation-Date {OLD}, and {NEW} of ",
            id="file newer",
        ),
        pytest.param(
            OLD, NEW, {"Old": ""}, "update the template; every language has strings that it lacks", id="all are stale"
        ),
        pytest.param(NEW, OLD, WHOLE, "", id="template newer"),
        pytest.param(OLD, "2026-01-01 12:00+0200", WHOLE, "", id="the same time in another zone"),
        pytest.param("YEAR-MO-DA HO:MI+ZONE", NEW, WHOLE, "", id="no date in the template"),
        pytest.param(OLD, "", WHOLE, "", id="no date in the file"),
    ],
)
def test_a_template_that_is_older_than_a_file_causes_a_warning(
    tree: WriteTree, tmp_path: Path, template: str, file: str, strings: Mapping[str, str], expected: str
) -> None:
    root = tree({"po/a.pot": format_po(TEMPLATE, template), "po/de.po": format_po(strings, file)})
    set_old_times(root)
    for _ in ("anew", "from the cache"):
        warnings = compare_files(root, str(tmp_path / "cache"), new_base="po/a.pot").warnings
        assert len(warnings) == bool(expected)
        assert expected in "".join(map(str, warnings))


def set_old_times(root: Path) -> None:
    """Set old modification times, so that results are cached."""
    for number, path in enumerate(sorted(root.rglob("*.po*"))):
        os.utime(path, ns=(10**18 + number + 1, 10**18 + number + 1))


@pytest.mark.parametrize("template", ["po/a.pot", ""])
def test_results_are_cached_until_a_file_or_the_template_changes(
    tree: WriteTree, tmp_path: Path, template: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The change time of a new file is always recent.
    monkeypatch.setattr("transtats_cli.scanning.pipeline.result_cache.is_stamp_settled", lambda *_: True)
    files = {"po/a.pot": format_po(TEMPLATE), "po/de.po": format_po(WHOLE), "po/fr.po": format_po({"One": "Un"})}
    root, cache = tree(files), str(tmp_path / "cache")
    compared_paths: set[str] = set()
    read_bytes = safe_reading.read_bytes
    monkeypatch.setattr(
        safe_reading,
        "read_bytes",
        lambda component, path, *rest: (compared_paths.add(path), read_bytes(component, path, *rest))[1],
    )

    def compare_with_cache() -> tuple[Mapping[str, Completeness], list[str]]:
        compared_paths.clear()
        completeness, paths = compare_files(root, cache, new_base=template).completeness, sorted(compared_paths)
        assert completeness == compare_files(root, new_base=template).completeness
        return completeness, paths

    first, _ = compare_with_cache()
    assert compare_with_cache() == (first, [])
    (root / "po/fr.po").write_text(format_po({"One": "Un", "More": "Plus"}))
    changed, again = compare_with_cache()
    assert again == (["po/a.pot", "po/fr.po"] if template else ["po/fr.po"])
    assert changed["fr"].translated == (1 if template else 2)
    (root / "po/a.pot").write_text(format_po({"One": ""}))
    (root / "po/fr.po").unlink()
    compared_paths.clear()
    last = compare_files(root, cache, new_base=template).completeness
    assert ("po/de.po" in compared_paths) == bool(template)
    words = {"reference_words": 1 if template else 4}
    assert last == {"de": Completeness(1, 0, 0, 2, 1, **words) if template else Completeness(3, 0, 0, 0, 2, **words)}


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("template", ["po/a.pot", ""])
def test_a_file_that_changes_during_the_scan_is_not_read_again(
    tree: WriteTree, monkeypatch: pytest.MonkeyPatch, jobs: int, template: str
) -> None:
    monkeypatch.setattr(scan, "PARALLEL_MIN_BYTES", 0)
    root = tree({"po/a.pot": format_po(TEMPLATE), "po/de.po": format_po(WHOLE), "po/fr.po": format_po({"One": "Un"})})
    before = compare_files(root, new_base=template)

    def empty_file(path: str) -> None:
        (root / path).write_text(format_po({}))

    component = Component("a", "b", str(root), "po/*.po", new_base=template)
    options = ScanOptions(
        with_completeness=True, runs_checks=False, jobs=jobs, map_in_workers=map_in_workers, progress=empty_file
    )
    during = scan_component(component, options)
    assert (during.completeness, during.translations) == (before.completeness, before.translations)
    assert compare_files(root, new_base=template).completeness != before.completeness


def test_several_processes_give_the_same_result(tree: WriteTree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan, "PARALLEL_MIN_BYTES", 0)
    root = tree({f"po/{code}.po": format_po({code: "x", "One": "y"}) for code in ("cs", "de", "fr", "ja", "sv")})
    assert compare_files(root, jobs=2).completeness == compare_files(root).completeness


NAMES = st.dictionaries(st.sampled_from("abcdefgh"), st.sampled_from(["", "x"]), max_size=8)


@given(template=NAMES, files=st.lists(NAMES, min_size=1, max_size=3))
def test_numbers_agree_with_sets_of_strings(
    tmp_path_factory: pytest.TempPathFactory, template: Mapping[str, str], files: list[Mapping[str, str]]
) -> None:
    root = tmp_path_factory.mktemp("project")
    (root / "po").mkdir()
    (root / "po/a.pot").write_text(format_po(dict.fromkeys(template, "")))
    codes = ("de", "fr", "ja")
    for code, strings in zip(codes, files, strict=False):
        (root / f"po/{code}.po").write_text(format_po(strings))
    union = set().union(*files)
    for new_base, reference in (("po/a.pot", set(template)), ("", union)):
        completeness = compare_files(root, new_base=new_base).completeness
        component = Component("a", "b", str(root), "po/*.po", new_base=new_base)
        search = partial(MissingStringSearch, component, ScanOptions())
        left = Counter(each.language.code for each in search(with_unfinished=True).find_units())
        stale = Counter(each.language.code for each in search(only_stale=True).find_units())
        for code, strings in zip(codes, files, strict=False):
            present = reference & strings.keys()
            each = completeness[code]
            assert each.missing + len(present) == each.reference_total == len(reference)
            assert each.stale == len(strings) - len(present) == stale[code]
            assert each.missing_words == each.missing
            assert each.translated == sum(strings[name] != "" for name in present)
            assert left[code] == each.reference_total - each.translated
            assert new_base or not each.stale
            assert strings.keys() != reference or each.has_same_strings


def test_each_file_is_read_once_in_a_search_for_missing_strings(tree: WriteTree, read_paths: list[str]) -> None:
    files = {"po/de.po": {"One": "Eins"}, "po/fr.po": {"Two": "Deux"}, "po/xx.po": {"Three": "3", "One": "1"}}
    root = str(tree({path: format_po(strings) for path, strings in files.items()} | {"po/it.po": "broken"}))
    progress: list[str] = []
    search = MissingStringSearch(
        Component("a", "b", root, "po/*.po"), ScanOptions(languages=("fr", "de"), progress=progress.append)
    )
    missing = [(found.language.code, found.unit.source, found.path) for found in search.find_units()]
    assert [each[:2] for each in missing] == [("de", "Two"), ("de", "Three"), ("fr", "One"), ("fr", "Three")]
    assert missing[0][2].endswith("po/fr.po")
    assert read_paths == progress == ["po/de.po", "po/fr.po", "po/it.po", "po/xx.po"]
    # Only failures of the selected languages are reported.
    assert search.build_report().failures == ()
