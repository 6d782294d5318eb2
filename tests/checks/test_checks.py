"""The table of all checks is complete, and every check has its page."""

import re
from pathlib import Path

import pytest

from transtats_cli import flags
from transtats_cli.checks import CHECKS, CHECKS_BY_ID


def test_every_id_occurs_once() -> None:
    assert len(CHECKS_BY_ID) == len(CHECKS)


def test_a_check_has_a_test() -> None:
    for check in CHECKS:
        *packages, module = check.module_name.split(".")
        path = Path(__file__).parent.joinpath(*packages, f"test_{module}.py")
        assert path.is_file(), f"write tests/checks/{path.relative_to(Path(__file__).parent)}"
        tested = re.search(rf"\b{check.id}\b|\b{check.id.replace('-', '_')}\b", path.read_text(encoding="utf-8"))
        assert tested, f"write a test of {check.id} in {path.name}"


@pytest.mark.parametrize(
    ("check", "flag_line", "is_on"),
    [
        pytest.param("end_stop", "", True, id="on by default"),
        pytest.param("end_stop", "c-format", True, id="on with unrelated flags"),
        pytest.param("end_stop", "ignore-end-stop", False, id="ignored"),
        pytest.param("end_stop", "ignore-all-checks", False, id="ignored with all others"),
        pytest.param("c_format", "", False, id="off by default"),
        pytest.param("c_format", "c-format", True, id="switched on"),
        pytest.param("c_sharp_format", "csharp-format", True, id="switched on by another name"),
        pytest.param("c_sharp_format", "csharp-format, ignore-csharp-format", True, id="not ignored by the other name"),
        pytest.param("md-link", "md-text, ignore-md-text", True, id="not ignored by the flag of the syntax"),
        pytest.param("md-link", "md-text, ignore-md-link", False, id="ignored by its own flag"),
        pytest.param(
            "icu_message_format_syntax", "icu-message-format", True, id="switched on by the flag of a related check"
        ),
        pytest.param(
            "icu_message_format_syntax",
            "icu-message-format, ignore-icu-message-format",
            False,
            id="ignored by the flag of a related check",
        ),
        pytest.param(
            "icu_message_format_syntax",
            "icu-message-format, ignore-icu-message-format-syntax",
            True,
            id="not ignored by its own flag",
        ),
    ],
)
def test_flags_switch_a_check_on_and_off(check: str, flag_line: str, is_on: bool) -> None:
    assert CHECKS_BY_ID[check].is_on_for_flags(flags.parse_flags(flag_line)) is is_on
