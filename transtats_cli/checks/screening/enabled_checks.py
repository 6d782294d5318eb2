"""Find the checks that are on for given flags."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from transtats_cli.checks import ALL_CHECKS_FLAG, CHECKS, CHECKS_BY_ID
from transtats_cli.checks.needs import Needs, PairTest
from transtats_cli.flags import Flags

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


def find_enabled_checks(check_ids: frozenset[str], flags: Flags) -> EnabledChecks:
    """Return the checks among `check_ids` that are on for strings with the given flags."""
    declared: dict[str, Needs] = {}
    tests: list[tuple[str, PairTest]] = []
    for check in _list_checks_on(check_ids, _RELEVANT_FLAGS.intersection(flags)):
        needs: Needs | None = CHECKS_BY_ID[check].needs
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
