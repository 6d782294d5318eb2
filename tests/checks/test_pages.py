"""Every check has a page, and all pages have the same structure."""

import re

import pytest

from transtats_cli.checks import CHECKS, CHECKS_BY_ID, Check, CheckKind
from transtats_cli.checks.pages import create_check_manual, read_check_page
from transtats_cli.checks.undecidable import UNDECIDABLE_CHECKS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_a_page_contains_the_requirement_examples_and_the_flag_that_ignores_the_check(check: Check) -> None:
    page = read_check_page(check)
    assert re.fullmatch(r"[A-Z][^\n]{10,120}\.", page.requirement), "one sentence on one line"
    assert page.good_examples
    assert page.bad_examples
    assert f"`{check.ignore_flag}`" in page.way_to_switch_off
    assert not page.notes or page.notes.endswith(".")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_the_examples_of_a_page_are_before_the_flag_that_ignores_the_check(check: Check) -> None:
    labels = re.findall(r"^(Good|Bad|Off): ", check.module.__doc__ or "", re.MULTILINE)
    assert labels == sorted(labels, key=["Good", "Bad", "Off"].index)
    assert labels.count("Off") == 1


@pytest.mark.parametrize(
    "check",
    [check for check in CHECKS if check.enabling_flags and check.kind is not CheckKind.SOURCE],
    ids=lambda check: check.id,
)
def test_a_page_names_the_flags_that_switch_the_check_on(check: Check) -> None:
    notes = read_check_page(check).notes
    assert re.match("Checked where|The flag", notes)
    for flag in check.enabling_flags:
        assert re.search(rf"`{flag}[`:]", notes)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_a_page_contains_only_printable_characters(check: Check) -> None:
    """Other characters are written as escapes."""
    assert all(line.isprintable() for line in (check.module.__doc__ or "").splitlines())


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
        pytest.param("reused", "strings held against each other", "", id="across strings"),
        pytest.param("ellipsis", "source strings", "", id="source"),
        pytest.param("source-max-length", "source strings", "max-length", id="source with a flag"),
        pytest.param("unnamed_format", "source strings", "any of 15", id="source with many flags"),
        pytest.param("multiple_failures", "source strings", "", id="across languages, in the source"),
    ],
)
def test_a_page_contains_the_strings_and_flags_to_which_the_check_applies(check: str, strings: str, flags: str) -> None:
    page = read_check_page(CHECKS_BY_ID[check])
    assert (page.checked_strings, page.shown_flags) == (strings, flags)


def test_a_docstring_with_an_unknown_label_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    check = CHECKS_BY_ID["end_stop"]
    monkeypatch.setattr(check.module, "__doc__", "It finds.\n\nFine: a\n")
    with pytest.raises(ValueError, match="end_stop: 'Fine: a' is not `Good:`"):
        read_check_page(check)


def test_the_manual_contains_all_checks_and_all_undecidable_checks() -> None:
    manual = create_check_manual([CHECKS_BY_ID["same"]])
    assert [page.check for page in manual.pages] == list(CHECKS)
    assert [page.check.id for page in manual.pages if page.is_on] == ["same"]
    assert dict(manual.undecidable_checks) == UNDECIDABLE_CHECKS
    assert len(manual.pages) + len(manual.undecidable_checks) >= 90


def test_no_check_of_the_table_is_undecidable() -> None:
    assert not UNDECIDABLE_CHECKS.keys() & CHECKS_BY_ID.keys()
