"""Fast test for equal placeholders in a source and its translation.

Evaluating a format check on each string with placeholders would take several times longer, because most translations
have the placeholders of their source. `format_strings.find_placeholder_problem` defines the rules. The test has no
result if the plural forms of a source have different placeholders, if a text is too long, or if a form that differs may
omit the number. `tests/checks/screening/test_placeholder_agreement.py` compares the test with the rules.
"""

from typing import NamedTuple

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.pairing import may_omit_number
from transtats_cli.checks.placeholders.format_strings import (
    MAX_TEXT_LENGTH,
    PlaceholderSyntax,
    convert_captures,
    list_compared_texts,
)
from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.plurals import PluralRule


class _SourcePlaceholders(NamedTuple):
    """Placeholders that all forms of a source have."""

    compared_texts: list[str]
    captures: list[str]
    """Result of `findall` of the pattern for the first form."""
    form_count: int
    """Number of forms of the source. 0 if a form is empty, so that it is not compared."""


class PlaceholderAgreementTest:
    """Test for the placeholders of one format check, in all plural forms of a source and a target.

    The placeholders of each source are cached, because all languages have the same sources.
    """

    def __init__(self, check_id: str) -> None:
        self.check_id = check_id
        self._syntax: PlaceholderSyntax = CHECKS_BY_ID[check_id].definition
        self._introducers = tuple(self._syntax.introducers) or ("",)
        self._find_captures = self._syntax.pattern.findall
        self._find_target_problem = self._syntax.find_target_problem
        self._placeholders_by_source: dict[str, _SourcePlaceholders | None] = {}

    def predict_failure(self, source: str, target: str, plural: PluralRule) -> bool | None:
        """Return True if the check fails on a string, False if the check succeeds, and None if it may fail.

        `plural` is the plural rule of the translation. The result is None for some strings with different placeholders,
        for example if only a form for one count differs.
        """
        try:
            expected = self._placeholders_by_source[source]
        except KeyError:
            expected = self._placeholders_by_source[source] = _find_placeholders_of_source(self._syntax, source)
        if expected is None or len(target) > MAX_TEXT_LENGTH:
            return None if self._has_introducer(source) or self._has_introducer(target) else False
        if not expected.captures and not self._has_introducer(target):
            return False
        may_fail = False
        forms = target.split(PLURAL_SEPARATOR) if PLURAL_SEPARATOR in target else [target]
        for index, form in enumerate(forms):
            # Empty forms are not compared. Most other forms have the same captures as the source.
            if form and (
                ((captures := self._find_captures(form)) != expected.captures and self._differ(expected, captures))
                or (self._find_target_problem is not None and self._find_target_problem(form))
            ):
                if self._is_problem_certain(expected, index, len(forms), plural):
                    return True
                may_fail = True
        return None if may_fail else False

    def _has_introducer(self, text: str) -> bool:
        for character in self._introducers:  # noqa: SIM110  a loop is faster
            if character in text:
                return True
        return False

    def _differ(self, expected: _SourcePlaceholders, captures: list[str]) -> bool:
        """Return True if a form with the given captures has other placeholders than the source."""
        found, texts = convert_captures(self._syntax, captures), expected.compared_texts
        return found != texts and (
            len(found) != len(texts) or sorted(found) != sorted(texts) or any(map(self._syntax.is_positional, texts))
        )

    def _is_problem_certain(
        self, expected: _SourcePlaceholders, form_index: int, target_form_count: int, plural: PluralRule
    ) -> bool:
        """Return True if the check fails on every string in which this target form has a problem."""
        if self._syntax.applies_to_string is not None or not expected.form_count:
            return False
        if expected.form_count == 1:
            return target_form_count == 1
        return form_index < plural.form_count and not may_omit_number(plural, form_index)


def _find_placeholders_of_source(syntax: PlaceholderSyntax, source: str) -> _SourcePlaceholders | None:
    """Return the placeholders that all forms of a source have.

    If the forms differ or the source is too long, return None.
    """
    if len(source) > MAX_TEXT_LENGTH:
        return None
    form, *others = source.split(PLURAL_SEPARATOR)
    captures = syntax.pattern.findall(form)
    texts = convert_captures(syntax, captures)
    if not all(list_compared_texts(syntax, other) == texts for other in others):
        return None
    form_count = 1 + len(others) if form and all(others) else 0
    return _SourcePlaceholders(texts, captures, form_count)
