"""Find the checks that are on for given flags. Cached, because many strings have the same flags."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.checks import ALL_CHECKS_FLAG, CHECKS, CHECKS_BY_ID
from transtats_cli.checks.needs import Needs, PairTest
from transtats_cli.checks.undecidable import UNDECIDABLE_CHECKS
from transtats_cli.flags import NO_FLAGS, Flags

_RELEVANT_FLAGS = frozenset(
    (ALL_CHECKS_FLAG, *(flag for check in CHECKS for flag in (check.ignore_flag, *check.enabling_flags)))
)
"""Names of the flags that switch checks on or off."""


class EnabledChecks(NamedTuple):
    """Checks that are on for strings with the same flags."""

    needs_by_id: Mapping[str, Needs]
    """Conditions of the checks that are on, by id. Without a declaration, there is no condition."""
    tests: tuple[tuple[str, PairTest], ...]
    """Tests of single strings (`Needs.test`), each with the id of its check.

    The test of a check without conditions, or with the flag of `Needs.flag`, always succeeds.
    """


class EnabledChecksCache:
    """Cache of the checks of translations that are on for the strings of a component, by flags."""

    def __init__(self, check_ids: Iterable[str]) -> None:
        """Create an empty cache. `check_ids` contains the ids of the checks to run."""
        self._checks = frozenset(check_ids)
        self._needs_by_id: dict[str, Needs | None] = {}
        self._enabled_without_flags = self._create_enabled_checks(NO_FLAGS)
        self._enabled_by_flags: dict[Flags, EnabledChecks] = {}
        self.warnings: dict[str, None] = {}
        """Warnings about checks that flags switch on, but that cannot be decided from files. Used as an ordered set."""

    def enabled_checks_for(self, flags: Flags) -> EnabledChecks:
        enabled = self._enabled_by_flags.get(flags)
        if enabled is None:
            if "check-glossary" in flags and "ignore-check-glossary" not in flags and ALL_CHECKS_FLAG not in flags:
                reason = UNDECIDABLE_CHECKS["check_glossary"]
                self.warnings[f"check_glossary: strings are not checked: it {reason}"] = None
            enabled = self._create_enabled_checks(flags) if flags else self._enabled_without_flags
            self._enabled_by_flags[flags] = enabled
        return enabled

    def _create_enabled_checks(self, flags: Flags) -> EnabledChecks:
        declared: dict[str, Needs] = {}
        tests: list[tuple[str, PairTest]] = []
        for check in _list_checks_on(self._checks, _RELEVANT_FLAGS.intersection(flags)):
            if check not in self._needs_by_id:
                self._needs_by_id[check] = CHECKS_BY_ID[check].needs
            needs = self._needs_by_id[check]
            if needs is None or needs.flag in flags:
                tests.append((check, _may_always_fail))
            elif needs.test is not None:
                tests.append((check, needs.test))
            declared[check] = needs or Needs()
        return EnabledChecks(declared, tuple(tests))


def _may_always_fail(_source: str, _target: str) -> bool:
    return True


# A run may have thousands of components, and most of them have the same checks and few different flags.
@lru_cache(maxsize=1024)
def _list_checks_on(available_checks: frozenset[str], relevant_flags: frozenset[str]) -> tuple[str, ...]:
    return tuple(check.id for check in CHECKS if check.id in available_checks and check.is_on_for_flags(relevant_flags))
