"""Every check has a page, and all pages have the same structure."""

import re
from collections import Counter
from itertools import groupby

import pytest

from transtats_cli.checks import CHECKS, CHECKS_BY_ID, UNDECIDABLE_CHECKS, Check
from transtats_cli.checks.pages import read_check_page


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_a_page_contains_the_requirement_examples_and_the_flag_that_ignores_the_check(check: Check) -> None:
    page = read_check_page(check)
    assert re.fullmatch(r"[A-Z][^\n]{10,120}\.", page.requirement), "one sentence on one line"
    assert page.good_examples
    assert page.bad_examples
    assert f"`{check.ignore_flag}`" in page.way_to_switch_off
    assert not page.notes or page.notes.endswith(".")


def test_the_examples_of_a_page_are_before_the_flag_that_ignores_the_check() -> None:
    for check in CHECKS:
        labels = re.findall(r"^ *(Good|Bad|Off): ", check.function.__doc__, re.MULTILINE)
        assert labels == sorted(labels, key=["Good", "Bad", "Off"].index), check.id
        assert labels.count("Off") <= 1, check.id


@pytest.mark.parametrize(
    "check",
    [check for check in CHECKS if check.enabling_flags and check.kind != "source"],
    ids=lambda check: check.id,
)
def test_a_page_names_the_flags_that_switch_the_check_on(check: Check) -> None:
    notes = read_check_page(check).notes
    advice = f"{check.id}: the notes below `Off:` begin with 'Checked where' or 'The flag', and name `{{flag}}`"
    assert re.match("Checked where|The flag", notes), advice.format(flag=check.enabling_flags[0])
    for flag in check.enabling_flags:
        assert re.search(rf"`{flag}[`:]", notes), advice.format(flag=flag)


def test_the_list_of_checks_has_each_heading_once() -> None:
    """A heading is printed again if checks of other strings are between two checks."""
    groups = groupby(map(read_check_page, CHECKS), key=lambda page: page.checked_strings)
    runs = [(heading, [page.check.id for page in pages]) for heading, pages in groups]
    counts = Counter(heading for heading, _ in runs)
    repeated = [(len(checks), checks, heading) for heading, checks in runs if counts[heading] > 1]
    _, checks, heading = min(repeated, default=(0, [], ""))
    assert not repeated, f"in CHECKS, move {', '.join(checks)} to the lines below # {heading.capitalize()}"


def test_a_page_contains_only_printable_characters() -> None:
    """Other characters are written as escapes."""
    for check in CHECKS:
        assert all(line.isprintable() for line in check.function.__doc__.splitlines()), check.id


def test_an_example_begins_with_a_quoted_text() -> None:
    for check in CHECKS:
        for example in (*read_check_page(check).good_examples, *read_check_page(check).bad_examples):
            assert example.startswith('"'), check.id


@pytest.mark.parametrize(
    ("check", "strings", "flags"),
    [
        pytest.param("end_stop", "all translations", "", id="always"),
        pytest.param("c_format", "translations with a flag", "c-format", id="with a flag"),
        pytest.param("safe-html", "translations with a flag", "safe-html or auto-safe-html", id="with one of two"),
        pytest.param("reused", "strings compared with each other", "", id="across strings"),
        pytest.param("ellipsis", "source strings", "", id="source"),
        pytest.param("source-max-length", "source strings", "max-length", id="source with a flag"),
        pytest.param("unnamed_format", "source strings", "any of 15", id="source with many flags"),
        pytest.param("multiple_failures", "source strings", "", id="across languages, in the source"),
    ],
)
def test_a_page_contains_the_strings_and_flags_to_which_the_check_applies(check: str, strings: str, flags: str) -> None:
    page = read_check_page(CHECKS_BY_ID[check])
    assert (page.checked_strings, page.shown_flags) == (strings, flags)


@pytest.mark.parametrize(
    ("docstring", "reason"),
    [
        pytest.param("It finds.\n\nFine: a\n", "'Fine: a' is not `Good:`", id="unknown label"),
        pytest.param("It finds.", "'' is not `Good:`", id="no examples"),
        pytest.param(None, "'' is not `Good:`", id="no docstring"),
    ],
)
def test_a_docstring_that_is_no_page_is_an_error(
    monkeypatch: pytest.MonkeyPatch, docstring: str | None, reason: str
) -> None:
    check = CHECKS_BY_ID["end_stop"]
    monkeypatch.setattr(check.definition, "__doc__", docstring)
    with pytest.raises(ValueError, match=f"^end_stop: .*{re.escape(reason)}"):
        read_check_page(check)


def test_no_check_of_the_table_is_undecidable() -> None:
    assert not UNDECIDABLE_CHECKS.keys() & CHECKS_BY_ID.keys()
