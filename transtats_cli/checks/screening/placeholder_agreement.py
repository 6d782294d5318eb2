"""Fast test for equal placeholders in a source and its translation.

`format_strings` defines the rules. `tests/checks/screening/test_placeholder_agreement.py` compares the test with the
rules.
"""

from typing import NamedTuple

from transtats_cli.checks import CHECKS_BY_ID
from transtats_cli.checks.placeholders.format_strings import (
    MAX_TEXT_LENGTH,
    PlaceholderSyntax,
    convert_captures,
    list_compared_texts,
)
from transtats_cli.model import PLURAL_SEPARATOR


class _SourcePlaceholders(NamedTuple):
    """Placeholders that all forms of a source have."""

    compared_texts: list[str]
    captures: list[str]
    """Result of `findall` of the pattern for the first form."""
    has_one_form: bool
    """True if the source is not empty and has no plural forms."""


class PlaceholderAgreementTest:
    """Test for the placeholders of one format check, in all plural forms of a source and a target.

    The placeholders of each source are cached, because all languages have the same sources.
    """

    def __init__(self, check_id: str) -> None:
        self.check_id = check_id
        self._syntax: PlaceholderSyntax = CHECKS_BY_ID[check_id].module.FORMAT
        self._introducers = tuple(self._syntax.introducers) or ("",)
        self._find_captures = self._syntax.pattern.findall
        self._find_target_problem = self._syntax.find_target_problem
        self._has_condition = self._syntax.applies_to_string is not None
        self._placeholders_by_source: dict[str, _SourcePlaceholders | None] = {}

    def predict_failure(self, source: str, target: str) -> bool | None:
        """Return True if the check fails on a string, False if the check succeeds, and None if it may fail.

        The result is None for strings with different placeholders if the string has plural forms, or if the flags of
        the string do not decide if the check applies.
        """
        try:
            expected = self._placeholders_by_source[source]
        except KeyError:
            expected = self._placeholders_by_source[source] = _find_placeholders_of_source(self._syntax, source)
        if expected is None or len(target) > MAX_TEXT_LENGTH:
            return None if self._has_introducer(source) or self._has_introducer(target) else False
        if not expected.captures and not self._has_introducer(target):
            return False
        forms = target.split(PLURAL_SEPARATOR) if PLURAL_SEPARATOR in target else [target]
        if self._has_same_placeholders(expected, forms) and (
            self._find_target_problem is None or not any(map(self._find_target_problem, forms))
        ):
            return False
        return True if expected.has_one_form and target and len(forms) == 1 and not self._has_condition else None

    def _has_introducer(self, text: str) -> bool:
        for character in self._introducers:  # noqa: SIM110  a loop is faster
            if character in text:
                return True
        return False

    def _has_same_placeholders(self, expected: _SourcePlaceholders, forms: list[str]) -> bool:
        """Return True if all forms of a target have the placeholders of the source."""
        for form in forms:
            # Empty forms are not compared. Most other forms have the same captures as the source.
            if form and (captures := self._find_captures(form)) != expected.captures:
                found, texts = convert_captures(self._syntax, captures), expected.compared_texts
                if found != texts and (
                    len(found) != len(texts)
                    or sorted(found) != sorted(texts)
                    or any(map(self._syntax.is_positional, texts))
                ):
                    return False
        return True


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
    return _SourcePlaceholders(texts, captures, has_one_form=bool(source) and not others)
