"""Find the checks that are on for given flags. Cached, because many strings have the same flags."""

from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from transtats_cli.checks import ALL_CHECKS_FLAG, CHECKS
from transtats_cli.flags import NO_FLAGS, Flags

if TYPE_CHECKING:
    from transtats_cli.checks.screening.placeholder_agreement import PlaceholderAgreementTest

SCREENED_CHECKS = frozenset(
    """
    same begin_newline end_newline begin_space end_space double_space end_stop end_colon end_question end_exclamation
    end_interrobang end_ellipsis end_semicolon multiple_capital kashida punctuation_spacing kabyle-characters
    zero-width-space escaped_newline newline-count duplicate plurals same-plurals xml-invalid xml-tags
    xml-chars-around-tags
    """.split()
)
"""Ids of the checks that `TranslationScreen` tests.

All other checks are evaluated on every string for which they are on. A check may be in this set only if
`TranslationScreen` selects the check for every string on which it fails. Format checks are not in this set, but are
selected by `placeholder_agreement`, and checks of reStructuredText by `rst_agreement`.
"""
_RST_CHECKS = ("rst-references", "rst-syntax")

_TRANSLATION_CHECKS = tuple(check for check in CHECKS if check.kind in ("pair", "unit", "text", "format"))
_RESULT_CHANGING_FLAGS = ("strict-same", "xml-text", "safe-html", "auto-safe-html")
"""Names of the flags that change the results of checks, besides switching checks on."""
_RELEVANT_FLAGS = frozenset(
    (
        ALL_CHECKS_FLAG,
        *_RESULT_CHANGING_FLAGS,
        *(flag for check in _TRANSLATION_CHECKS for flag in (check.ignore_flag, *check.enabling_flags)),
    )
)
"""Names of the flags that affect the checks of translations."""
_UNDECIDABLE_CHECK_IDS_BY_FLAG = {"check-glossary": "check_glossary"}
"""Ids of checks that cannot be decided from files, by the name of the flag that switches the check on."""
_MAX_CACHED_FLAGS = 4096


class EnabledChecks(NamedTuple):
    """Checks that are on for strings with the same flags."""

    check_ids: frozenset[str]
    """Ids of the checks that are on."""
    unscreened_check_ids: tuple[str, ...]
    """Ids of the checks that are on and that are evaluated on every string, because the screening cannot test them."""
    rst_check_ids: tuple[str, ...]
    """Ids of the checks of reStructuredText that are on."""
    has_xml_text_flag: bool
    has_markup_checks: bool
    """True if a check is on that `select_markup_checks` may select."""
    placeholder_tests: tuple["PlaceholderAgreementTest", ...]
    """Tests of the format checks that are on."""
    may_be_untranslated_by_source: dict[str, bool | None]
    """Cached results of `same.may_stay_untranslated`, by source. None if the function raised NotChecked.

    The results do not depend on the language or the note of a string.
    """


class EnabledChecksCache:
    """Cache of the checks that are on for the strings of a component, by flags."""

    def __init__(self, check_ids: Iterable[str]) -> None:
        """Create an empty cache. `check_ids` contains the ids of the checks to run."""
        self._checks = frozenset(check_ids)
        self._placeholder_tests: dict[str, PlaceholderAgreementTest] = {}
        self._enabled_without_flags = self._create_enabled_checks(frozenset(NO_FLAGS))
        self._enabled_by_flags: dict[Flags, EnabledChecks] = {}
        self._enabled_by_flags_id: dict[int, tuple[Flags, EnabledChecks]] = {}
        self.warnings: dict[str, None] = {}
        """Warnings about checks that flags switch on, but that cannot be decided from files. Used as an ordered set."""

    def enabled_checks_for(self, flags: Flags) -> EnabledChecks:
        # Comparing flags takes longer than all other tests together, and most strings share the same object.
        known = self._enabled_by_flags_id.get(id(flags))
        return known[1] if known is not None else self._find_enabled_checks(flags)

    def _find_enabled_checks(self, flags: Flags) -> EnabledChecks:
        enabled = self._enabled_by_flags.get(flags)
        if enabled is None:
            self._warn_about_undecidable(flags)
            relevant = _RELEVANT_FLAGS.intersection(flags)
            enabled = self._create_enabled_checks(relevant) if relevant else self._enabled_without_flags
            self._enabled_by_flags[flags] = enabled
        if len(self._enabled_by_flags_id) >= _MAX_CACHED_FLAGS:
            self._enabled_by_flags_id.clear()
        # The flags are stored, too: as long as they exist, no other object can have the same id.
        self._enabled_by_flags_id[id(flags)] = flags, enabled
        return enabled

    def _warn_about_undecidable(self, flags: Flags) -> None:
        for flag, check in _UNDECIDABLE_CHECK_IDS_BY_FLAG.items():
            if flag in flags and f"ignore-{flag}" not in flags and ALL_CHECKS_FLAG not in flags:
                from transtats_cli.checks.undecidable import UNDECIDABLE_CHECKS

                self.warnings[f"{check}: strings are not checked: it {UNDECIDABLE_CHECKS[check]}"] = None

    def _create_enabled_checks(self, relevant_flags: frozenset[str]) -> EnabledChecks:
        selected = _select_checks(self._checks, relevant_flags)
        has_xml_text_flag = "xml-text" in relevant_flags
        return EnabledChecks(
            selected.check_ids,
            selected.unscreened_check_ids,
            selected.rst_check_ids,
            has_xml_text_flag,
            bool(selected.rst_check_ids or has_xml_text_flag),
            tuple(map(self._placeholder_test_for_check, selected.format_check_ids)),
            {},
        )

    def _placeholder_test_for_check(self, check_id: str) -> "PlaceholderAgreementTest":
        """Return the test for a format check. All strings of a component share one test."""
        test = self._placeholder_tests.get(check_id)
        if test is None:
            # Imported late, because most strings have no placeholders.
            from transtats_cli.checks.screening.placeholder_agreement import PlaceholderAgreementTest

            test = self._placeholder_tests[check_id] = PlaceholderAgreementTest(check_id)
        return test


class _SelectedChecks(NamedTuple):
    """Ids of the checks that are on for strings with certain flags, see `EnabledChecks`."""

    check_ids: frozenset[str]
    format_check_ids: tuple[str, ...]
    unscreened_check_ids: tuple[str, ...]
    rst_check_ids: tuple[str, ...]


# A run may have thousands of components, and most of them have the same checks and few different flags.
@lru_cache(maxsize=1024)
def _select_checks(available_checks: frozenset[str], relevant_flags: frozenset[str]) -> _SelectedChecks:
    """Return the checks that are on for strings with these flags, all of which must be in `_RELEVANT_FLAGS`."""
    on = [
        check for check in _TRANSLATION_CHECKS if check.id in available_checks and check.is_on_for_flags(relevant_flags)
    ]
    others = [check.id for check in on if check.kind != "format"]
    return _SelectedChecks(
        check_ids=frozenset(check.id for check in on),
        format_check_ids=tuple(check.id for check in on if check.kind == "format"),
        unscreened_check_ids=tuple(
            check for check in others if check not in SCREENED_CHECKS and check not in _RST_CHECKS
        ),
        rst_check_ids=tuple(check for check in others if check in _RST_CHECKS),
    )
