"""Cached sums of the reports of projects."""

from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.pages.progress import sum_reports
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report, create_total_report
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.data.component_cache import ComponentCache
from transtats_cli.serving.options import ServeOptions
from transtats_cli.statistics import Completeness, Counts, Statistics


def make_report(project: str, slug: str, strings: int, *codes: str, source: str = "en") -> Report:
    component = Component(project, slug, "/", "po/*.po", "po", source)
    records = [Record(language_by_code(code), f"{code}.po", Statistics(Counts(strings)), None, 1) for code in codes]
    completeness = {code: Completeness(strings, missing=1) for code in codes}
    return Report(
        component, tuple(records), Record(language_by_code(source), "", Statistics(Counts(strings)))
    )._replace(completeness=completeness)


REPORTS = [
    make_report("one", "a", 3, "de", "fr"),
    make_report("one", "b", 5, "de"),
    make_report("two", "c", 7, "de", "en", source="fr"),
]


def make_reader() -> CacheReader:
    return CacheReader(ComponentCache(ServeOptions("/nowhere"), lambda _: None))


def test_each_project_has_one_total_report() -> None:
    one, two = make_reader().sum_by_project(REPORTS)
    assert (one, two) == (create_total_report(REPORTS[:2], "one"), create_total_report(REPORTS[2:], "two"))


def test_the_sum_of_the_sums_is_the_sum_of_all_reports() -> None:
    sums = make_reader().sum_by_project(REPORTS)
    assert create_total_report(sums) == create_total_report(REPORTS)
    assert sum_reports(sums) == sum_reports(REPORTS)


def test_only_the_sum_of_a_project_with_a_changed_component_is_computed_again() -> None:
    reader = make_reader()
    one, two = reader.sum_by_project(REPORTS)
    changed = [REPORTS[0], make_report("one", "b", 6, "de"), REPORTS[2]]
    new_one, new_two = reader.sum_by_project(changed)
    assert new_two is two
    assert new_one == create_total_report(changed[:2], "one") != one


def test_the_sums_with_and_without_checks_are_both_kept() -> None:
    reader = make_reader()
    without_checks = [each._replace(warnings=(Problem("", "unchecked"),)) for each in REPORTS]
    first, second = reader.sum_by_project(REPORTS), reader.sum_by_project(without_checks, checks=False)
    assert [*map(id, reader.sum_by_project(REPORTS))] == [*map(id, first)]
    assert [*map(id, reader.sum_by_project(without_checks, checks=False))] == [*map(id, second)]
