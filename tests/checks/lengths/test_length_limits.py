"""Replacements in texts before their length is measured."""

from collections.abc import Callable

import pytest

from transtats_cli.checks.lengths import length_limits
from transtats_cli.checks.subject import CheckedString
from transtats_cli.limits import NotChecked


def test_a_text_that_replacements_make_too_long_is_not_checked(subject_of: Callable[..., CheckedString]) -> None:
    subject = subject_of("x", "a", f"replacements:a:{'b' * 100_000}")
    with pytest.raises(NotChecked):
        length_limits.text_to_measure("a" * 1_000, subject)


def test_the_longest_of_several_replaced_texts_is_replaced(subject_of: Callable[..., CheckedString]) -> None:
    subject = subject_of("x", "a", "replacements:a:1:ab:2:abc:3")
    assert length_limits.text_to_measure("a ab abc abcd", subject) == "1 2 3 3d"
