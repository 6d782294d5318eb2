"""Flag plans: the checks that flags switch on or off. Cached, because many strings have the same flags."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from transtats_cli.checks import CHECKS, Check, Kind
from transtats_cli.flags import NO_FLAGS, Flags

SCREENED = frozenset(
    """
    same begin_newline end_newline begin_space end_space double_space end_stop end_colon end_question end_exclamation
    end_interrobang end_ellipsis end_semicolon multiple_capital kashida punctuation_spacing kabyle-characters
    zero-width-space escaped_newline newline-count duplicate plurals same-plurals xml-invalid xml-tags
    xml-chars-around-tags
    """.split()
)
"""Ids of the checks for which `Screen` has a test. All others are evaluated on every string for which they are on.

A check belongs here only if `Screen` selects it for every string on which it fails. Format checks have another screen:
the `introducers` of their `FORMAT`.
"""

_TARGET_CHECKS = tuple(check for check in CHECKS if check.kind in (Kind.PAIR, Kind.UNIT, Kind.FORMAT))
_CHANGING = ("strict-same", "xml-text", "safe-html", "auto-safe-html")
"""Flags that change the result of other checks."""
_MEANINGFUL = frozenset(
    ("ignore-all-checks", *_CHANGING, *(flag for check in _TARGET_CHECKS for flag in (check.ignore, *check.enable)))
)
"""Names of the flags that affect the checks of translations."""
_UNDECIDABLE = {"max-size": "max-size", "check-glossary": "check_glossary"}
"""Flags that switch on checks of a server that cannot be decided from files, with the id of the check."""
_MOST_SHORTCUTS = 4096


class Agreements(dict[str, Callable[[str, str], bool]]):
    """Tests by format check that return True if two strings have the same placeholders. Created on first use."""

    def __missing__(self, check: str) -> Callable[[str, str], bool]:
        # Imported late, because most strings have no placeholders.
        from transtats_cli.checks.placeholders.format_strings import Agreement

        agreement = self[check] = Agreement(check)
        return agreement


class FlagPlan(NamedTuple):
    checks: frozenset[str]
    """Ids of the checks that are on."""
    formats: tuple[tuple[str, tuple[str, ...]], ...]
    """Ids of the format checks that are on, each with its introducers, or with an empty text if it has none.

    As the empty text occurs in every string, the placeholders of every string are then compared.
    """
    unscreened: tuple[str, ...]
    """Ids of the checks that are on and that are evaluated on every string, because there is no screen for them."""
    is_xml: bool
    may_stay: dict[str, bool]
    """Cached results of `same.may_stay` by source. They do not depend on the language or the note."""
    agreements: Agreements
    """Tests of placeholders. All plans of a component share one object."""

    @property
    def is_plain(self) -> bool:
        """True if all checks that are on are in `SCREENED`, and `xml-text` is not set."""
        return not (self.formats or self.unscreened or self.is_xml)


class FlagPlans:
    """Cached plans of all flags in a component."""

    def __init__(self, checks: Iterable[str]) -> None:
        """Create an empty cache. `checks` are the ids of the checks to run."""
        self._checks = frozenset(checks)
        self._agreements = Agreements()
        self._plain = self._make(NO_FLAGS)
        self._plans: dict[Flags, FlagPlan] = {}
        self._shortcuts: dict[int, tuple[Flags, FlagPlan]] = {}
        self.warnings: dict[str, None] = {}
        """Warnings about checks that flags switch on but that cannot be decided. Used as an ordered set."""

    def of(self, flags: Flags) -> FlagPlan:
        # Comparing flags takes longer than all other tests together, and most strings share the same object.
        shortcut = self._shortcuts.get(id(flags))
        return shortcut[1] if shortcut is not None else self._find(flags)

    def _find(self, flags: Flags) -> FlagPlan:
        plan = self._plans.get(flags)
        if plan is None:
            self._warn(flags)
            plan = self._plans[flags] = self._make(flags) if any(flag in _MEANINGFUL for flag in flags) else self._plain
        if len(self._shortcuts) >= _MOST_SHORTCUTS:
            self._shortcuts.clear()
        # The flags are stored, too: as long as they exist, no other object can have the same id.
        self._shortcuts[id(flags)] = flags, plan
        return plan

    def _warn(self, flags: Flags) -> None:
        for flag, check in _UNDECIDABLE.items():
            if flag in flags and f"ignore-{flag}" not in flags and "ignore-all-checks" not in flags:
                from transtats_cli.checks.undecidable import UNDECIDABLE

                self.warnings[f"{check}: strings are not checked: it {UNDECIDABLE[check]}"] = None

    def _make(self, flags: Flags) -> FlagPlan:
        on = [check for check in _TARGET_CHECKS if check.id in self._checks and check.is_on(flags)]
        others = (check.id for check in on if check.kind is not Kind.FORMAT)
        return FlagPlan(
            checks=frozenset(check.id for check in on),
            formats=tuple((check.id, _introducers(check)) for check in on if check.kind is Kind.FORMAT),
            unscreened=tuple(check for check in others if check not in SCREENED),
            is_xml="xml-text" in flags,
            may_stay={},
            agreements=self._agreements,
        )


def _introducers(check: Check) -> tuple[str, ...]:
    return tuple(check.module.FORMAT.introducers) or ("",)
