"""Find the limits of each language.

Limits on the command line come before limits in the settings, and specific limits before general limits.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import chain
from typing import NamedTuple

from transtats_cli.component import Component, GateSetting
from transtats_cli.errors import TranstatsError
from transtats_cli.nearest import is_in_language_tables, unknown_language_message
from transtats_cli.problems import Problem
from transtats_cli.scanning.reading.reader import ComponentReader
from transtats_cli.settings.kinds import MAX_NUMBER
from transtats_cli.settings.layers import expand_groups, rank_language_scope

_CLI_PRECEDENCE = -100
"""Precedence value of limits on the command line. It is lower than that of any setting, and the lowest value wins."""
_PERCENT_PATTERN = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*%?")
_WHOLE_NUMBER_PATTERN = re.compile("[0-9]{1,13}")


class Rule(NamedTuple):
    """Rule of a limit, with the texts that describe it."""

    key: str
    """Setting that contains the limit: `fail_under`. The option has the same name."""
    requirement: str
    """Sentence that is true if the limit is met, for formats that describe rules."""
    counted: str = ""
    """Phrase with the places `{count}`, `{s}` for a plural, and `{subject}` for the id of a check."""
    subject: str = ""
    """What is counted, as in `Verdict.subject`, if it is the same for all limits of the rule."""
    is_minimum: bool = False
    """True if the limit is a minimum share, and False if it is a maximum."""
    is_percent: bool = False
    needs_checks: bool = False
    needs_completeness: bool = False
    needs_history: bool = False

    @property
    def name(self) -> str:
        """Name of the option without leading dashes: `fail-under`."""
        return self.key.replace("_", "-")


FAIL_UNDER, FAIL_UNDER_TOTAL, FAIL_UNDER_OVERALL = (
    Rule(key, f"At least the required share of {subject} is translated.", is_minimum=True, is_percent=True)
    for key, subject in (
        ("fail_under", "a language"),
        ("fail_under_total", "all languages of a component together"),
        ("fail_under_overall", "all components together"),
    )
)
MAXIMUMS = (
    Rule(
        "max_failing",
        "At most the allowed number of strings of a language fail checks.",
        "{count} failing string{s}",
        "failing",
        needs_checks=True,
    ),
    Rule(
        "max_failing_percent",
        "At most the allowed share of a language fails checks.",
        "{count} failing string{s}",
        "failing",
        is_percent=True,
        needs_checks=True,
    ),
    Rule(
        "max_fuzzy", "A language has at most the allowed number of fuzzy strings.", "{count} fuzzy string{s}", "fuzzy"
    ),
    Rule(
        "max_missing",
        "A file lacks at most the allowed number of strings of the template.",
        "the file lacks {count} string{s}",
        "missing",
        needs_completeness=True,
    ),
    Rule(
        "max_stale",
        "A file has at most the allowed number of strings that the template no longer has.",
        "the file has {count} string{s} that the template no longer has",
        "stale",
        needs_completeness=True,
    ),
    Rule(
        "max_outdated",
        "A language has at most the allowed number of strings whose source changed after their translation.",
        "{count} outdated string{s}",
        "outdated",
        needs_history=True,
    ),
    Rule(
        "max_outdated_days",
        "No string of a language is outdated for more days than allowed.",
        "outdated for {count} day{s}",
        "outdated-days",
        needs_history=True,
    ),
)
"""Rules of limits on a number of strings of a language, in the order of the options in the help text."""
MAX_CHECK = Rule(
    "max_check",
    "At most the allowed number of strings of a language fail this check.",
    "{count} string{s} failing {subject}",
    needs_checks=True,
)
REQUIRE = Rule("require", "A required language has a file.", subject="file")
BASE = Rule("base", "Strings that were translated at that revision are still translated.")
BASELINE = Rule("baseline", "Strings that were translated when the baseline was written are still translated.")
FREEZE = Rule(
    "freeze",
    "No string of the source is new, reworded or removed since that revision.",
    "{count} string{s} of the source changed",
    "source",
)
_LIMIT_RULES = (FAIL_UNDER, FAIL_UNDER_TOTAL, FAIL_UNDER_OVERALL, *MAXIMUMS, MAX_CHECK, REQUIRE)
"""Rules that can fail by themselves, without `--base` or `--baseline`."""
_TOTAL_RULES = {"total": FAIL_UNDER_TOTAL, "overall": FAIL_UNDER_OVERALL}
"""Rules of the limits on a total, by the name that replaces a language on the command line."""
_PERCENT_LIMIT_KEYS = (*(rule.key for rule in _LIMIT_RULES if rule.is_percent), "enable_at", "disable_at")


_COMPARISON_KEYS = ("measure", "allow_drop", "count_new", "count_failing", FREEZE.key, "freeze_except")
_CHECK_LIMIT_PREFIX = f"{MAX_CHECK.key}."
"""Beginning of the key of a limit on one check, such as `max_check.same`."""


class LimitsError(TranstatsError):
    """Error for limits that are invalid for every component."""


class Limit(NamedTuple):
    """Limit that a number of a language or of a total must meet.

    `origin` names the option or the line of the settings that sets the limit.
    """

    number: Fraction
    origin: str
    is_percent: bool = False

    def __str__(self) -> str:
        """Return the limit in the form in which users write it: `90%`, `77.5%`, `3`."""
        shown = f"{float(self.number):.9f}".rstrip("0").rstrip(".")
        return f"{shown}%" if self.is_percent else shown


def parse_limits(key: str, option_values: Iterable[str]) -> Iterator[GateSetting]:
    """Parse the values of a limit option: `90`, `fr=95`, `da,sv=95` or `total=80`.

    Each of the words `total` and `overall` sets the key of its rule, without languages. Raises LimitsError for an
    invalid value, and if an option other than `--fail-under` contains one of these words.
    """
    for text in option_values:
        languages, equals, number = text.rpartition("=")
        origin = f"--{key.replace('_', '-')} {text}"
        if equals and not languages.strip(" ,"):
            raise LimitsError(f"{origin}: a language is missing before the '='")
        parse = _parse_percent if key in _PERCENT_LIMIT_KEYS else _parse_whole_number
        value = parse(number.strip(), origin)
        names = [name.strip() for name in languages.split(",")]
        totals = [name for name in names if name in _TOTAL_RULES]
        if totals and key != "fail_under":
            raise LimitsError(
                f"{origin}: only --fail-under can limit a total; name languages, or leave out '{totals[0]}='"
            )
        yield from (GateSetting(_TOTAL_RULES[name].key, value, (), origin) for name in totals)
        rest = tuple(name for name in names if name and name not in _TOTAL_RULES)
        if rest or not totals:
            yield GateSetting(key, value, rest, origin)


def parse_check_limits(option_values: Iterable[str]) -> Iterator[GateSetting]:
    """Parse the values of `--max-check`, such as `end_newline=0`. Raises LimitsError for an invalid value."""
    for text in option_values:
        check, equals, number = text.rpartition("=")
        origin = f"--max-check {text}"
        if not equals or not check:
            raise LimitsError(f"{origin}: give a check and a number, like end_newline=0{_suggest_equals_sign(text)}")
        yield GateSetting("max_check", {check.strip(): _parse_whole_number(number.strip(), origin)}, (), origin)


def _parse_percent(text: str, origin: str) -> str:
    found = _PERCENT_PATTERN.fullmatch(text)
    if found is None:
        raise LimitsError(f"{origin}: {text!r} is not a percentage{_suggest_equals_sign(text)}")
    if Fraction(found[1]) > 100:
        raise LimitsError(f"{origin}: {found[1]} is more than 100 percent")
    return found[1]


def _parse_whole_number(text: str, origin: str) -> int:
    if not _WHOLE_NUMBER_PATTERN.fullmatch(text) or int(text) > MAX_NUMBER:
        raise LimitsError(f"{origin}: {text!r} is not a whole number{_suggest_equals_sign(text)}")
    return int(text)


def _suggest_equals_sign(text: str) -> str:
    """Return the end of an error message with the right spelling of `de:90`. Return '' for any other text."""
    found = re.fullmatch(r"(.*[^:\s])\s*:\s*([0-9.]+\s*%?)", text)
    return f"; did you mean {found[1]}={found[2]}?" if found else ""


def remove_limits(component: Component) -> Component:
    """Return the component with only those gate settings that a comparison with an earlier state needs."""
    kept = (each for each in component.gate_settings if each.key in _COMPARISON_KEYS)
    return component._replace(gate_settings=tuple(kept))


class ComponentLimits:
    """Limits of one component, from the settings and the command line.

    The settings in `cli_limits`, from the command line, have no precedence yet, and groups among their languages.
    """

    def __init__(self, component: Component, cli_limits: Sequence[GateSetting]) -> None:
        self.component = component
        self._default_measure = ComponentReader(component).measure
        cli_settings = []
        for each in cli_limits:
            languages = expand_groups(each.languages, component.language_groups)
            precedence = _CLI_PRECEDENCE + 10 * rank_language_scope(languages)
            cli_settings.append(each._replace(languages=languages, precedence=precedence))
        settings = sorted((*cli_settings, *component.gate_settings), key=lambda setting: setting.precedence)
        self._settings = [*chain.from_iterable(map(_divide_check_limits, settings))]
        self._codes_by_name = {
            name: component.resolve_language(name).code for setting in self._settings for name in setting.languages
        }

    @property
    def keys(self) -> set[str]:
        """Keys of all limits and other gate settings of the component, such as `fail_under`."""
        return {setting.key.partition(".")[0] for setting in self._settings}

    @property
    def rules(self) -> list[Rule]:
        """Rules for which the component has a limit, without those of `--base` and `--baseline`."""
        keys = self.keys
        return [rule for rule in _LIMIT_RULES if rule.key in keys]

    @property
    def measures(self) -> set[str]:
        """Names of the measures that shares of at least one language may have."""
        has_share_limits = any(rule.is_minimum for rule in self.rules) or "enable_at" in self.keys
        default = {self._default_measure} if has_share_limits and not self.find_setting("measure", "") else set()
        return default | {str(setting.value) for setting in self._settings if setting.key == "measure"}

    @property
    def origins_by_check(self) -> dict[str, str]:
        """Ids of all checks that have a limit, with the origin of the limit."""
        prefix = _CHECK_LIMIT_PREFIX
        return {each.key.removeprefix(prefix): each.origin for each in self._settings if each.key.startswith(prefix)}

    def find_measure(self, language_code: str) -> str:
        """Return the measure of a language. The default is that of the component.

        If the code is empty, return the measure for all languages.
        """
        setting = self.find_setting("measure", language_code)
        return str(setting.value) if setting else self._default_measure

    def find_limit(self, key: str, language_code: str) -> Limit | None:
        """Return the limit that a key sets for a language, or None.

        If the code is empty, return the limit for all languages.
        """
        setting = self.find_setting(key, language_code)
        return Limit(Fraction(str(setting.value)), setting.origin, key in _PERCENT_LIMIT_KEYS) if setting else None

    def find_check_limits(self, language_code: str) -> dict[str, Limit]:
        """Return the limits of `max_check` for a language, by check id."""
        limits = {name: self.find_limit(_CHECK_LIMIT_PREFIX + name, language_code) for name in self.origins_by_check}
        return {name: limit for name, limit in limits.items() if limit is not None}

    def find_setting(self, key: str, language_code: str) -> GateSetting | None:
        """Return the setting with the highest precedence for a language, or None if there is no setting.

        Raises LimitsError if two settings with the same precedence have different values.
        """
        first: GateSetting | None = None
        for setting in self._settings:
            if setting.key != key or not self._applies(setting, language_code):
                continue
            if first is None:
                first = setting
            elif setting.precedence == first.precedence and str(setting.value) != str(first.value):
                check = key.removeprefix(_CHECK_LIMIT_PREFIX)
                subject = key.replace("_", " ") if check == key else f"the check {check}"
                about = f"{subject} of {language_code}" if language_code else subject
                raise LimitsError(
                    f"{first.origin} and {setting.origin} contradict each other about {about}; remove one"
                )
        return first

    def is_set(self, key: str, language_code: str) -> bool:
        """Return True if a setting that is true or false is true for a language."""
        setting = self.find_setting(key, language_code)
        return setting is not None and bool(setting.value)

    def _applies(self, setting: GateSetting, language_code: str) -> bool:
        return not setting.languages or language_code in map(self._codes_by_name.__getitem__, setting.languages)

    def reject_unknown_languages(self, file_languages: Iterable[str]) -> None:
        """Raise LimitsError for an unknown language in the settings.

        A language is known if the component has a file of this language, or if the language tables contain the
        language.
        """
        known_codes = {*file_languages, self.component.resolve_language(self.component.source_language).code}
        for setting in self._settings:
            required = setting.value if setting.key == REQUIRE.key else ()
            for name in () if setting.is_option else (*setting.languages, *required):
                code = self.component.resolve_language(name).code
                if code not in known_codes and not is_in_language_tables(code):
                    raise LimitsError(f"{setting.origin}: {unknown_language_message(name, known_codes)}")


def _divide_check_limits(setting: GateSetting) -> Iterator[GateSetting]:
    """Yield a setting, or one setting for each check of the setting `max_check`, with a key like `max_check.same`."""
    if setting.key != MAX_CHECK.key:
        yield setting
        return
    for check, number in setting.value.items():
        yield setting._replace(key=f"{_CHECK_LIMIT_PREFIX}{check}", value=number)


def find_absent_languages(
    cli_limits: Iterable[GateSetting], codes_by_limits: Sequence[tuple[ComponentLimits, Iterable[str]]]
) -> Iterator[Problem]:
    """Yield a warning for each component that lacks a language to which a limit on the command line applies.

    `codes_by_limits` contains, for each component, its limits and the language codes of its files. Raises LimitsError
    if no component has a file of the language. A single component may lack a required language that the language tables
    contain, because its verdict is then not met.
    """
    found = [(limits.component, set(codes)) for limits, codes in codes_by_limits]
    for each in cli_limits:
        for component, own_codes in found:
            names = each.value if each.key == REQUIRE.key else expand_groups(each.languages, component.language_groups)
            for name in names:
                code = component.resolve_language(name).code
                may_be_unmet = each.key == REQUIRE.key and len(found) == 1 and is_in_language_tables(code)
                if not may_be_unmet and not any(other.resolve_language(name).code in codes for other, codes in found):
                    existing = set().union(*(codes for _, codes in found))
                    totals = _TOTAL_RULES if each.key == FAIL_UNDER.key else ()
                    message = unknown_language_message(name, existing, other_names=totals)
                    raise LimitsError(f"{each.origin}: {message}")
                if each.key != REQUIRE.key and code not in own_codes:
                    yield Problem(component.full_name, f"has no file of {name}, so {each.origin} does not apply")
