"""Find the limits of each language.

Limits on the command line come before limits in the settings, and specific limits before general limits.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from transtats_cli.component import Component, GateSetting
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import listed_language_codes, resolve_language
from transtats_cli.nearest import unknown_language_message
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
_LIMIT_RULES = (FAIL_UNDER, FAIL_UNDER_TOTAL, FAIL_UNDER_OVERALL, *MAXIMUMS, MAX_CHECK, REQUIRE)
"""Rules that can fail by themselves, without `--base` or `--baseline`."""
_TOTAL_RULES = {"total": FAIL_UNDER_TOTAL, "overall": FAIL_UNDER_OVERALL}
"""Rules of the limits on a total, by the name that replaces a language on the command line."""
_PERCENT_LIMIT_KEYS = (*(rule.key for rule in _LIMIT_RULES if rule.is_percent), "enable_at", "disable_at")


class LimitsError(TranstatsError):
    """Error for limits that are invalid for every component."""


class CliLimit(NamedTuple):
    """Limit that is given on the command line.

    `languages` are separated by commas. '' means all languages. `origin` is the option as the user typed it.
    """

    key: str
    value: object
    languages: str = ""
    origin: str = ""


class Limit(NamedTuple):
    """Limit that a number of a language or of a total must meet.

    `origin` names the option or the line of the settings that sets the limit.
    """

    number: Fraction
    origin: str
    is_percent: bool = False

    def __str__(self) -> str:
        """Return the limit in the form in which users write it: `90%`, `77.5%`, `3`."""
        number = self.number
        shown = str(number) if number.denominator == 1 else f"{float(number):.9f}".rstrip("0").rstrip(".")
        return f"{shown}%" if self.is_percent else shown


def parse_limits(key: str, option_values: Iterable[str]) -> Iterator[CliLimit]:
    """Parse the values of a limit option: `90`, `fr=95`, `da,sv=95` or `total=80`.

    Raises LimitsError for an invalid value.
    """
    for text in option_values:
        languages, equals, number = text.rpartition("=")
        origin = f"--{key.replace('_', '-')} {text}"
        if equals and not languages.strip(" ,"):
            raise LimitsError(f"{origin}: a language is missing before the '='")
        parse = _parse_percent if key in _PERCENT_LIMIT_KEYS else _parse_whole_number
        value = parse(number.strip(), origin)
        for limited, names in _list_keys_with_languages(key, languages, origin):
            yield CliLimit(limited, value, names, origin)


def _list_keys_with_languages(key: str, languages: str, origin: str) -> Iterator[tuple[str, str]]:
    """Yield each settings key that a limit option sets, and the languages for which the option sets the key.

    `languages` is the text before `=` in the option. Languages are separated by commas, in the text and in the result.
    For each of the words `total` and `overall` in the text, the key of its rule is yielded with ''. Raises LimitsError
    if an option other than `--fail-under` contains one of these words.
    """
    names = [name.strip() for name in languages.split(",")]
    totals = [name for name in names if name in _TOTAL_RULES]
    for name in totals:
        if key != "fail_under":
            raise LimitsError(f"{origin}: only --fail-under can limit a total; name languages, or leave out '{name}='")
        yield _TOTAL_RULES[name].key, ""
    rest = ",".join(name for name in names if name not in _TOTAL_RULES)
    if rest or not totals:
        yield key, rest


def parse_check_limits(option_values: Iterable[str]) -> Iterator[CliLimit]:
    """Parse the values of `--max-check`, such as `end_newline=0`. Raises LimitsError for an invalid value."""
    for text in option_values:
        check, equals, number = text.rpartition("=")
        origin = f"--max-check {text}"
        if not equals or not check:
            raise LimitsError(f"{origin}: give a check and a number, like end_newline=0")
        yield CliLimit("max_check", {check.strip(): _parse_whole_number(number.strip(), origin)}, "", origin)


def _parse_percent(text: str, origin: str) -> str:
    found = _PERCENT_PATTERN.fullmatch(text)
    if found is None:
        raise LimitsError(f"{origin}: {text!r} is not a percentage")
    if Fraction(found[1]) > 100:
        raise LimitsError(f"{origin}: {found[1]} is more than 100 percent")
    return found[1]


def _parse_whole_number(text: str, origin: str) -> int:
    if not _WHOLE_NUMBER_PATTERN.fullmatch(text) or int(text) > MAX_NUMBER:
        raise LimitsError(f"{origin}: {text!r} is not a whole number")
    return int(text)


class ComponentLimits:
    """Limits of one component, from the command line and the settings."""

    def __init__(self, component: Component, cli_limits: Sequence[CliLimit]) -> None:
        self._component = component
        groups = component.gate_settings.groups
        cli_settings = [
            GateSetting(
                each.key, each.value, languages, each.origin, _CLI_PRECEDENCE + 10 * rank_language_scope(languages)
            )
            for each in cli_limits
            for languages in [expand_groups(each.languages, groups)]
        ]
        self._settings = sorted(
            (*cli_settings, *component.gate_settings.entries), key=lambda setting: setting.precedence
        )
        self._codes_by_name = {
            name: self.resolve_language_code(name) for setting in self._settings for name in setting.languages
        }

    def resolve_language_code(self, language: str) -> str:
        """Return the code of a language. The language can have any spelling that is allowed in file names."""
        component = self._component
        return resolve_language(language, source_language=component.source_language, aliases=component.aliases).code

    def expand_language_groups(self, languages: str) -> tuple[str, ...]:
        """Return the languages in a list such as `fr,nordic`. Each group is replaced by the languages of the group."""
        return expand_groups(languages, self._component.gate_settings.groups)

    @property
    def keys(self) -> set[str]:
        """Keys of all limits and other gate settings of the component, such as `fail_under`."""
        return {setting.key for setting in self._settings}

    @property
    def rules(self) -> list[Rule]:
        """Rules for which the component has a limit, without those of `--base` and `--baseline`."""
        keys = self.keys
        return [rule for rule in _LIMIT_RULES if rule.key in keys]

    @property
    def measures(self) -> set[str]:
        """Names of the measures that are set for at least one language."""
        return {str(setting.value) for setting in self._settings if setting.key == "measure"}

    @property
    def required_languages(self) -> tuple[tuple[str, ...], str]:
        """Languages that must have a file, and the origin of the setting `require`."""
        setting = self.find_setting("require", "")
        return (setting.value, setting.origin) if setting else ((), "")

    def find_measure(self, language_code: str) -> str:
        """Return the measure of a language. The default is `translated`.

        If the code is empty, return the measure for all languages.
        """
        setting = self.find_setting("measure", language_code)
        return str(setting.value) if setting else "translated"

    def find_limit(self, key: str, language_code: str) -> Limit | None:
        """Return the limit that a key sets for a language, or None.

        If the code is empty, return the limit for all languages.
        """
        setting = self.find_setting(key, language_code)
        return Limit(Fraction(str(setting.value)), setting.origin, key in _PERCENT_LIMIT_KEYS) if setting else None

    def find_check_limits(self, language_code: str) -> dict[str, Limit]:
        """Return the limits of `max_check` for a language, by check id.

        Raises LimitsError if two limits of a check have the same precedence and different numbers.
        """
        limits: dict[str, Limit] = {}
        precedence: dict[str, int] = {}
        for setting in self._find_settings("max_check", language_code):
            for check, number in setting.value.items():
                limit = Limit(Fraction(number), setting.origin)
                if precedence.setdefault(check, setting.precedence) == setting.precedence:
                    known = limits.setdefault(check, limit)
                    if known.number != limit.number:
                        raise _create_contradiction_error(
                            known.origin, setting.origin, f"the check {check}", language_code
                        )
        return limits

    def find_limited_checks(self) -> dict[str, str]:
        """Return the ids of all checks that have a limit, with the origin of the limit."""
        return {
            check: setting.origin for setting in self._settings if setting.key == "max_check" for check in setting.value
        }

    def find_setting(self, key: str, language_code: str) -> GateSetting | None:
        """Return the setting with the highest precedence for a language, or None if there is no setting.

        Raises LimitsError if two settings with the same precedence have different values.
        """
        first: GateSetting | None = None
        for setting in self._find_settings(key, language_code):
            if first is None:
                first = setting
            elif setting.precedence == first.precedence and str(setting.value) != str(first.value):
                raise _create_contradiction_error(first.origin, setting.origin, key.replace("_", " "), language_code)
        return first

    def reject_unknown_languages(self, file_languages: Iterable[str]) -> None:
        """Raise LimitsError for an unknown language in the settings or among the required languages.

        A language is known if the component has a file of this language, or if the language tables contain the
        language.
        """
        known_codes = {*file_languages, self.resolve_language_code(self._component.source_language)}
        for setting in self._settings:
            required = setting.value if setting.key == "require" else ()
            names = required if setting.is_option else (*setting.languages, *required)
            for name in names:
                code = self.resolve_language_code(name)
                base = re.split("[_@-]", code, maxsplit=1)[0]
                if code not in known_codes and not {code, base} & set(listed_language_codes()):
                    raise create_unknown_language_error(setting.origin, name, known_codes)

    def _find_settings(self, key: str, language_code: str) -> Iterator[GateSetting]:
        for setting in self._settings:
            if setting.key == key and (
                not setting.languages or language_code in map(self._codes_by_name.__getitem__, setting.languages)
            ):
                yield setting


def reject_absent_languages(
    cli_limits: Iterable[CliLimit], codes_by_limits: Sequence[tuple[ComponentLimits, Iterable[str]]]
) -> None:
    """Raise LimitsError if the command line names a language for which no component has a file.

    `codes_by_limits` contains, for each component, its limits and the language codes of its files.
    """
    found = [(limits, set(codes)) for limits, codes in codes_by_limits]
    for each in cli_limits:
        for limits, _ in found:
            for name in limits.expand_language_groups(each.languages):
                if not any(limits.resolve_language_code(name) in codes for limits, codes in found):
                    raise create_unknown_language_error(each.origin, name, set().union(*(codes for _, codes in found)))


def create_unknown_language_error(origin: str, name: str, existing_codes: Iterable[str]) -> LimitsError:
    return LimitsError(f"{origin}: {unknown_language_message(name, existing_codes)}")


def _create_contradiction_error(origin: str, other_origin: str, subject: str, language_code: str) -> LimitsError:
    about = f" of {language_code}" if language_code else ""
    return LimitsError(f"{origin} and {other_origin} contradict each other about {subject}{about}; remove one")
