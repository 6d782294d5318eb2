"""What the flags of a string mean for its checks; worked out once for flags that many strings share."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from transtats_cli.checks import CHECKS, Kind
from transtats_cli.flags import NO_FLAGS, Flags

PERCENT = "%"
_INTRODUCERS = {
    "python_brace_format": "{}",
    "perl_brace_format": "{",
    "c_sharp_format": "{",
    "java_format": "{'",
    "scheme_format": "~",
    "laravel_format": ":",
    "vue_format": "{@",
    "i18next_interpolation": "{$",
    "es_format": "$",
    "automattic_components_format": "{",
    "angularjs_format": "{",
}
"""What the formats look for, where it is not the percent sign."""

_TARGET_CHECKS = tuple(check for check in CHECKS if check.kind in (Kind.PAIR, Kind.UNIT, Kind.FORMAT))
_CHANGING = ("strict-same", "xml-text", "safe-html", "auto-safe-html")
"""Flags that change what other checks do."""
_MEANINGFUL = frozenset(
    ("ignore-all-checks", *_CHANGING, *(flag for check in _TARGET_CHECKS for flag in (check.ignore, *check.enable)))
)
"""All flags that make a difference to the checks of translations."""
_UNDECIDABLE = {"max-size": "max-size", "check-glossary": "check_glossary"}
"""Flags that switch on what cannot be decided here."""
_MOST_SHORTCUTS = 4096


class Agreements(dict[str, Callable[[str, str], bool]]):
    """By format, what tells whether two strings have the same placeholders."""

    def __missing__(self, check: str) -> Callable[[str, str], bool]:
        # Imported late: most strings have none.
        from transtats_cli.checks.format_strings import Agreement

        agreement = self[check] = Agreement(check)
        return agreement


class Plan(NamedTuple):
    checks: frozenset[str]
    """Those that are on."""
    formats: tuple[tuple[str, str], ...]
    """Of those the formats, with the characters that a string without placeholders does not have."""
    unscreened: tuple[str, ...]
    """And those that look at every string."""
    is_xml: bool
    may_stay: dict[str, bool]
    """The memory of `same`: which sources it lets pass. Neither the language nor the note enters into that."""
    agreements: Agreements
    """All plans have the same ones."""

    @property
    def is_plain(self) -> bool:
        """Whether no flag asks for more than what all strings are checked for."""
        return not (self.formats or self.unscreened or self.is_xml)


class Plans:
    """The plans of all flags in a component."""

    def __init__(self, checks: Iterable[str]) -> None:
        """The checks are the ids of those that are wanted."""
        self._checks = frozenset(checks)
        self._agreements = Agreements()
        self._plain = self._make(NO_FLAGS)
        self._plans: dict[Flags, Plan] = {}
        self._shortcuts: dict[int, tuple[Flags, Plan]] = {}
        self.warnings: dict[str, None] = {}
        """What a string was to be checked for by its flags, and is not."""

    def of(self, flags: Flags) -> Plan:
        # To compare flags takes longer than all other tests together, and most strings share the very same ones.
        shortcut = self._shortcuts.get(id(flags))
        return shortcut[1] if shortcut is not None else self._find(flags)

    def _find(self, flags: Flags) -> Plan:
        plan = self._plans.get(flags)
        if plan is None:
            self._warn(flags)
            plan = self._plans[flags] = self._make(flags) if any(flag in _MEANINGFUL for flag in flags) else self._plain
        if len(self._shortcuts) >= _MOST_SHORTCUTS:
            self._shortcuts.clear()
        # The flags are kept with it, so that no others can come to have their identity.
        self._shortcuts[id(flags)] = flags, plan
        return plan

    def _warn(self, flags: Flags) -> None:
        for flag, check in _UNDECIDABLE.items():
            if flag in flags and f"ignore-{flag}" not in flags and "ignore-all-checks" not in flags:
                from transtats_cli.checks.undecidable import UNDECIDABLE

                self.warnings[f"{check}: strings are not checked: it {UNDECIDABLE[check]}"] = None

    def _make(self, flags: Flags) -> Plan:
        on = [check for check in _TARGET_CHECKS if check.id in self._checks and check.is_on(flags)]
        formats = (check.id for check in on if check.kind is Kind.FORMAT)
        return Plan(
            checks=frozenset(check.id for check in on),
            formats=tuple((check, _INTRODUCERS.get(check, PERCENT)) for check in formats),
            unscreened=tuple(check.id for check in on if check.enable and check.kind is not Kind.FORMAT),
            is_xml="xml-text" in flags,
            may_stay={},
            agreements=self._agreements,
        )
