"""Syntax of Fluent translations."""

import sys
from collections.abc import Callable

import pytest

from transtats_cli.checks.evaluation import CheckEvaluator
from transtats_cli.checks.fluent import reading
from transtats_cli.checks.subject import CheckedString

FLAGS = "fluent-target-syntax, fluent-type:Message"


def test_a_translation_has_valid_syntax(problem_of: Callable[..., str | None]) -> None:
    assert problem_of("fluent-target-syntax", "Save", "{ $a", FLAGS) == (
        'the translation cannot be read: line 1: expected token: "}"'
    )
    assert problem_of("fluent-target-syntax", "{ $a", "{ $a }", FLAGS) is None


def test_a_term_needs_a_value(problem_of: Callable[..., str | None]) -> None:
    line = "fluent-target-syntax, fluent-type:Term"
    assert problem_of("fluent-target-syntax", "Firefly", "Luciole\n.gender = feminine", line) is None
    assert problem_of("fluent-target-syntax", "Firefly", ".gender = feminine", line)


def test_the_warning_about_a_missing_library_contains_its_name(
    subject_of: Callable[..., CheckedString], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading.parse_message.cache_clear()
    monkeypatch.delitem(sys.modules, "transtats_cli.checks.fluent.syntax_tree", raising=False)
    monkeypatch.setitem(sys.modules, "fluent.syntax", None)
    evaluator = CheckEvaluator()
    assert evaluator.find_problems(["fluent-target-syntax"], subject_of("a", "{", FLAGS)) == ()
    (warning,) = evaluator.warnings
    assert warning.endswith("the package fluent.syntax is missing, use `pip install fluent.syntax`")
