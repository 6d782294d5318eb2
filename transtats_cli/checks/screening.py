"""Cheap tests that tell which checks may fail on a string; on most strings, none.

A screen names every check that fails, and some that do not: these look closely then. So a test here may be careless in
one direction only. Nothing is built for a check that cannot fail.
"""

import re
from collections.abc import Iterable

from transtats_cli.checks import Check, Kind, duplicate, last_characters, punctuation_spacing, same
from transtats_cli.checks.flag_plans import PERCENT, Plan, Plans
from transtats_cli.checks.last_characters import ALL_SIGNS, NOT_ALONE
from transtats_cli.checks.limits import NotChecked
from transtats_cli.checks.multiple_capital import PERHAPS_TWO
from transtats_cli.checks.pairing import pairs
from transtats_cli.checks.separators import ASCII_SEPARATORS, NOT_ASCII
from transtats_cli.checks.source_traits import BLANKS, TWO_ASCII_CAPITALS, Traits, traits_of
from transtats_cli.checks.subject import Subject, Translation, forms
from transtats_cli.flags import NO_FLAGS, Flags
from transtats_cli.model import PLURAL_SEPARATOR, Unit

_Ids = tuple[str, ...]

_SOURCE_SIGNS = {"ellipsis": "...", "optional_plural": "(s)"}
_XML: _Ids = ("xml-invalid", "xml-tags", "xml-chars-around-tags")
_OF_PLURALS: _Ids = ("plurals", "same-plurals")
_OF_LANGUAGE: dict[str, _Ids] = {"kab": ("kabyle-characters",), "my": ("end_question",)}

_MARKUP = re.compile("[<>&]")
_LACKS_BLANK = re.compile("(?:\\A|[^ \u00a0\u202f\u2009:;?!])[:;?!]")
_ZERO_WIDTH_SPACE = "\u200b"
_LAST_BASIC = "\uffff"
_KASHIDA = "\u0640\ufcf2-\ufcf4\ufe71\ufe77\ufe79\ufe7b\ufe7d\ufe7f"
_HAS_KASHIDA = re.compile(f"[{_KASHIDA}]")
_SEPARATOR = re.compile(f"[{NOT_ASCII}]")
_ODD = re.compile(f"[{NOT_ASCII}{_KASHIDA}{_ZERO_WIDTH_SPACE}\U00010000-\U0010ffff]")
"""What few strings have, in one expression: separators of words, and all that the tests of single characters find."""
_TO_BLANK = bytes(32 if code < 128 and ASCII_SEPARATORS.match(chr(code)) else code for code in range(256))


class Memory:
    """What the screens of all translations of a component share."""

    def __init__(self, checks: Iterable[str]) -> None:
        """The checks are the ids of those that are wanted."""
        self.plans = Plans(checks)
        self.traits: dict[str, Traits] = {}


class SourceScreen:
    """Tells which checks the strings of the source language may fail."""

    def __init__(self, checks: Iterable[Check]) -> None:
        self._checks = tuple(check for check in checks if check.kind is Kind.SOURCE)
        self._on: dict[Flags, tuple[str, ...]] = {}

    def suspects(self, unit: Unit) -> Iterable[str]:
        on = self._on.get(unit.flags)
        if on is None:
            on = self._on[unit.flags] = tuple(check.id for check in self._checks if check.is_on(unit.flags))
        return [check for check in on if _SOURCE_SIGNS.get(check, "") in unit.source]


class Screen:
    """Tells which checks the strings of one translation may fail."""

    def __init__(self, translation: Translation, memory: Memory) -> None:
        language = translation.language
        self._translation = translation
        self._plan_of = memory.plans.of
        self._traits = memory.traits
        # Most strings have the flags of the string before.
        self._flags, self._plan = NO_FLAGS, memory.plans.of(NO_FLAGS)
        self._of_language = _OF_LANGUAGE.get(language.base, ())
        self._asks_same = same.is_asked(language, translation.source_language)
        self._asks_duplicate = language.base not in duplicate.NOT_ASKED
        self._asks_spacing = punctuation_spacing.is_asked(language)

    def suspects(self, unit: Unit) -> Iterable[str]:
        """The ids of the checks that may fail."""
        source, target = unit.source, unit.target
        if unit.flags is not self._flags:
            self._flags, self._plan = unit.flags, self._plan_of(unit.flags)
        plan = self._plan
        is_unchanged = False
        if PLURAL_SEPARATOR in target or PLURAL_SEPARATOR in source:
            found = self._of_forms(unit)
        elif source == target:
            is_unchanged = True
            found = self._of_unchanged(unit, plan)
        else:
            found = self._of_pair(source, target)
        if plan.formats:
            found += _of_formats(source, target, plan, is_unchanged=is_unchanged)
        if plan.is_xml and (_MARKUP.search(source) or _MARKUP.search(target)):
            found += _XML
        found += plan.unscreened
        return [check for check in dict.fromkeys(found) if check in plan.checks] if found else ()

    def _of_forms(self, unit: Unit) -> _Ids:
        translation = self._translation
        targets = forms(unit, translation.plural.number)
        # Whether the strings are XML is decided for all source forms together.
        found = _OF_PLURALS + _XML if "<" in unit.source else _OF_PLURALS
        for source, target in pairs(unit.sources, targets, translation.source_plural, translation.plural):
            found += self._of_pair(source, target)
            if source == target:
                found += (same.ID,)
        return found

    def _of_unchanged(self, unit: Unit, plan: Plan) -> _Ids:
        """Only `same` can fail, and the checks that do not look at the source."""
        found = self._of_language
        if self._asks_same and not self._may_stay(unit, plan):
            found += (same.ID,)
        if self._asks_spacing and _LACKS_BLANK.search(unit.target):
            found += (punctuation_spacing.ID,)
        if not unit.target.isascii() and _HAS_KASHIDA.search(unit.target):
            found += ("kashida",)
        return found

    def _may_stay(self, unit: Unit, plan: Plan) -> bool:
        may_stay = plan.may_stay.get(unit.source)
        if may_stay is None:
            try:
                may_stay = same.may_stay(unit.source, Subject(unit, [unit.target], self._translation))
            except NotChecked:
                may_stay = False
            plan.may_stay[unit.source] = may_stay
        return may_stay

    def _of_pair(self, source: str, target: str) -> _Ids:
        traits = self._traits.get(source)
        if traits is None:
            traits = self._traits[source] = traits_of(source)
        found = self._of_language
        last = target[-1:]
        if (traits.has_sign or last in ALL_SIGNS) and (last != traits.last or last in NOT_ALONE):
            found += last_characters.suspects(traits.last, last)
        if traits.begins_blank or target[:1] in BLANKS:
            found += ("begin_newline", "begin_space")
        if "  " in target and not traits.has_two_blanks:
            found += ("double_space",)
        if (traits.lines or "\n" in target) and target.count("\n") != traits.lines:
            found += ("newline-count",)
        if traits.has_escape or r"\n" in target:
            found += ("escaped_newline",)
        if traits.is_xml:
            found += _XML
        if self._asks_spacing and _LACKS_BLANK.search(target):
            found += (punctuation_spacing.ID,)
        return found + self._of_letters(target, traits)

    def _of_letters(self, target: str, traits: Traits) -> _Ids:
        is_ascii = target.isascii()
        found: _Ids = ()
        if not traits.has_capitals and (TWO_ASCII_CAPITALS if is_ascii else PERHAPS_TWO).search(target):
            found += ("multiple_capital",)
        if not is_ascii and _ODD.search(target):
            if _ZERO_WIDTH_SPACE in target:
                found += ("zero-width-space",)
            if _HAS_KASHIDA.search(target):
                found += ("kashida",)
            if max(target) > _LAST_BASIC:
                return (*found, duplicate.ID)
            target = _SEPARATOR.sub(" ", target)
        if self._asks_duplicate and _has_neighbours(target):
            found += (duplicate.ID,)
        return found


def _has_neighbours(text: str) -> bool:
    """Whether a word follows itself. Protected spans, which are still in the text, only ever set words apart."""
    previous = None
    for word in text.encode("utf-8", "replace").translate(_TO_BLANK).split():
        if word == previous:
            return True
        previous = word
    return False


def _of_formats(source: str, target: str, plan: Plan, *, is_unchanged: bool) -> _Ids:
    """The formats of which either text may have placeholders; where nothing changed, the percent signs agree."""
    return tuple(
        check
        for check, introducers in plan.formats
        if any(character in source or character in target for character in introducers)
        and not (is_unchanged and introducers == PERCENT)
    )
