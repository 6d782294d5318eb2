"""Cached sums of the reports of projects."""

from transtats_cli.component import Component
from transtats_cli.languages import language_by_code
from transtats_cli.pages.progress import sum_reports
from transtats_cli.problems import Problem
from transtats_cli.report import Record, Report, create_total_report
from transtats_cli.serving.data.component_cache import TotalReports
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


def test_each_project_has_one_total_report() -> None:
    one, two = TotalReports().sum_by_project(REPORTS)
    assert (one, two) == (create_total_report(REPORTS[:2], "one"), create_total_report(REPORTS[2:], "two"))


def test_the_sum_of_the_sums_is_the_sum_of_all_reports() -> None:
    sums = TotalReports().sum_by_project(REPORTS)
    assert create_total_report(sums) == create_total_report(REPORTS)
    assert sum_reports(sums) == sum_reports(REPORTS)


def test_only_the_sum_of_a_project_with_a_changed_component_is_computed_again() -> None:
    totals = TotalReports()
    one, two = totals.sum_by_project(REPORTS)
    changed = [REPORTS[0], make_report("one", "b", 6, "de"), REPORTS[2]]
    new_one, new_two = totals.sum_by_project(changed)
    assert new_two is two
    assert new_one == create_total_report(changed[:2], "one") != one


def test_the_sums_with_and_without_checks_are_both_kept() -> None:
    totals = TotalReports()
    without_checks = [each._replace(warnings=(Problem("", "unchecked"),)) for each in REPORTS]
    first, second = totals.sum_by_project(REPORTS), totals.sum_by_project(without_checks)
    assert [*map(id, totals.sum_by_project(REPORTS))] == [*map(id, first)]
    assert [*map(id, totals.sum_by_project(without_checks))] == [*map(id, second)]


def test_the_sums_of_removed_projects_are_removed() -> None:
    totals = TotalReports()
    one, two = totals.sum_by_project(REPORTS)
    totals.keep_projects(["two"])
    new_one, new_two = totals.sum_by_project(REPORTS)
    assert (new_one is one, new_two is two) == (False, True)
