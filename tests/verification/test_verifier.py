"""Comparison of a component: numbers of the server that are read twice."""

from pathlib import Path
from typing import Any

import pytest

from tests.verification.conftest import SOURCE_RECORD, Answer, StubServer, make_german_record, make_unit
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.verification.address import parse_address
from transtats_cli.verification.client import ApiClient
from transtats_cli.verification.comparison import ComponentResult
from transtats_cli.verification.verifier import UPDATE_SECONDS, VerifyOptions, verify_component, verify_project

OLD = {"translated": 0, "translated_words": 0, "translated_chars": 0, "translated_percent": 0.0}


@pytest.fixture
def waits() -> list[float]:
    """Seconds of each wait. Nothing waits."""
    return []


def verify(demo: StubServer, root: Path, waits: list[float], **options: Any) -> ComponentResult:
    component = Component("demo", "app", str(root), "demo/app/*.po")
    client = ApiClient(parse_address(demo.url), sleep=waits.append)
    return verify_component(client, component, ("demo", "app"), VerifyOptions(**options))


def test_a_format_that_no_server_has_is_not_compared(demo: StubServer, tmp_path: Path, waits: list[float]) -> None:
    component = Component("demo", "app", str(tmp_path), "A.xcstrings", "xcstrings", "A.xcstrings")
    reason = "a Weblate server has no format xcstrings, so nothing can be compared"
    client = ApiClient(parse_address(demo.url), sleep=waits.append)
    with pytest.raises(TranstatsError, match=reason):
        verify_component(client, component, ("demo", "app"), VerifyOptions())
    for slug in ("app", "other"):
        demo.answer("projects/demo/components/", Answer([{"slug": slug}]))
        (result,) = (
            each for each in verify_project(client, [component], "demo", VerifyOptions()) if each.exists_locally
        )
        assert result.error == reason


def answer_statistics(demo: StubServer, *records: dict[str, Any]) -> None:
    demo.answer("components/demo/app/statistics/", *(Answer([SOURCE_RECORD, record]) for record in records))


def answer_strings(demo: StubServer, target: str) -> None:
    strings = [make_unit("Open", target, 20), make_unit("Close", "", 0)]
    demo.answer_list("translations/demo/app/de/units/", strings)


def count_readings(demo: StubServer) -> int:
    return sum("/statistics/" in path for path, _ in demo.requests)


def test_old_numbers_of_a_server_with_equal_strings_are_read_again(
    demo: StubServer, tmp_path: Path, waits: list[float]
) -> None:
    answer_statistics(demo, make_german_record(**OLD), make_german_record())
    answer_strings(demo, "Offen")
    result = verify(demo, tmp_path, waits)
    assert result.is_equal
    assert [(language.reasons, language.strings) for language in result.languages] == [((), None)] * 2
    assert (waits, count_readings(demo)) == ([UPDATE_SECONDS], 2)


def test_old_numbers_are_a_possible_reason_if_they_still_differ(
    demo: StubServer, tmp_path: Path, waits: list[float]
) -> None:
    answer_statistics(demo, make_german_record(**OLD))
    answer_strings(demo, "Offen")
    result = verify(demo, tmp_path, waits)
    (reason,) = result.languages[1].reasons
    assert "If the files of the server have just changed, its numbers may be old" in reason.text
    assert (reason.is_certain, waits, count_readings(demo)) == (False, [UPDATE_SECONDS], 2)


@pytest.mark.parametrize(
    ("target", "options"),
    [
        pytest.param("Auf", {}, id="strings differ"),
        pytest.param("Offen", {"with_strings": False}, id="strings are not compared"),
        pytest.param("Offen", {"languages": ("en",)}, id="another language is compared"),
    ],
)
def test_the_numbers_are_read_once_if_strings_do_not_show_that_they_are_old(
    demo: StubServer, tmp_path: Path, waits: list[float], target: str, options: dict[str, Any]
) -> None:
    answer_statistics(demo, make_german_record(**OLD))
    answer_strings(demo, target)
    verify(demo, tmp_path, waits, **options)
    assert (waits, count_readings(demo)) == ([], 1)
