"""Messages of a run on standard error: one line for all problems with the same reason."""

import pytest

from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.problems import Problem
from transtats_cli.report import Report

MESSAGES = Messages()
COMPONENT = Component("demo", "app", "", "po/*.po")


def print_messages(problems: list[Problem], *, warnings: list[Problem], messages: Messages = MESSAGES) -> None:
    with RunLog(messages, problems=problems) as log:
        for warning in warnings:
            log.add_report(Report(COMPONENT, (), warnings=(warning,)))


def name_files(count: int, reason: str) -> list[Problem]:
    return [Problem(f"{number}.po", reason, detail=f"{number} strings") for number in range(count)]


@pytest.mark.parametrize(
    ("problems", "warnings", "expected"),
    [
        pytest.param([], name_files(1, "is older"), ["warning: 0.po: is older (0 strings)"], id="one problem"),
        pytest.param(
            [],
            name_files(2, "is older"),
            ["warning: 0.po, 1.po: is older (-v shows all)"],
            id="two files",
        ),
        pytest.param(
            [],
            name_files(60, "is older"),
            ["warning: 0.po, 1.po, 2.po and 57 more: is older (-v shows all)"],
            id="three examples of many problems",
        ),
        pytest.param(
            [Problem("a.po", "no UTF-8", 3), Problem("b.po", "no UTF-8", 4)],
            [],
            ["a.po:3, b.po:4: no UTF-8"],
            id="the lines of two files without details",
        ),
        pytest.param(
            [],
            [Problem("", "git fails"), Problem("", "git fails")],
            ["warning: git fails"],
            id="the same problem twice, without a place",
        ),
        pytest.param(
            [Problem("a.po", "no UTF-8")],
            [Problem("b.po", "no UTF-8")],
            ["a.po: no UTF-8", "warning: b.po: no UTF-8"],
            id="an error and a warning with the same reason",
        ),
        pytest.param(
            [Problem(f"{number}.po", f"error {number}") for number in range(5)],
            [Problem("x.po", f"reason {number}") for number in range(7)],
            [
                *(f"{number}.po: error {number}" for number in range(5)),
                *(f"warning: x.po: reason {number}" for number in range(3)),
                "4 more messages (-v shows all)",
            ],
            id="errors first, and at most eight lines",
        ),
    ],
)
def test_problems_with_the_same_reason_are_one_line(
    problems: list[Problem], warnings: list[Problem], expected: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    print_messages(problems, warnings=warnings)
    assert capsys.readouterr().err.splitlines() == expected


def test_verbose_messages_name_each_problem(capsys: pytest.CaptureFixture[str]) -> None:
    print_messages(name_files(9, "too long"), warnings=name_files(9, "is older"), messages=Messages(verbose=True))
    assert capsys.readouterr().err.splitlines() == [
        *(f"{number}.po: too long ({number} strings)" for number in range(9)),
        *(f"warning: {number}.po: is older ({number} strings)" for number in range(9)),
    ]


def test_quiet_messages_contain_errors_only(capsys: pytest.CaptureFixture[str]) -> None:
    print_messages(name_files(1, "too long"), warnings=name_files(9, "is older"), messages=Messages(quiet=True))
    assert capsys.readouterr().err == "0.po: too long (0 strings)\n"


def test_components_with_the_same_error_are_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with RunLog(MESSAGES) as log:
        for slug in ("a", "b", "c", "d"):
            log.add_component_error(COMPONENT._replace(slug=slug), TranstatsError("no files", "did you move them?"))
    assert not log.is_complete
    assert capsys.readouterr().err == "demo/a, demo/b, demo/c and 1 more: no files; did you move them? (-v shows all)\n"


def test_the_messages_are_printed_if_an_error_ends_the_run(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> None:
        with RunLog(MESSAGES) as log:
            log.add_failure(Problem("a.po", "no UTF-8"))
            raise TranstatsError("the end")

    with pytest.raises(TranstatsError):
        fail()
    assert capsys.readouterr().err == "a.po: no UTF-8\n"


def test_the_messages_of_a_revision_begin_with_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    warnings = (Problem("po/de.po", "is older"), Problem("", "a string is not checked"))
    with RunLog(MESSAGES) as log:
        log.add_report(Report(COMPONENT, (), warnings=warnings), "HEAD~1")
    assert capsys.readouterr().err.splitlines() == [
        "warning: HEAD~1:po/de.po: is older",
        "warning: HEAD~1: a string is not checked",
    ]
