"""Which limits hold for a language: the command line's, then those of the settings, the most specific first."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from transtats_cli.component import Component, GateSetting
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import names as known_languages
from transtats_cli.languages import resolve
from transtats_cli.nearest import nearest
from transtats_cli.settings import breadth, expanded
from transtats_cli.settings.keys import LARGEST_NUMBER

_FIRST = -100
"""The command line wins over all settings."""
_PERCENT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)\s*%?")
_NUMBER = re.compile("[0-9]{1,13}")
_SHARES = ("fail_under", "max_failing_percent", "enable_at", "disable_at")
LIMITS = ("fail_under", "max_failing", "max_failing_percent", "max_fuzzy", "max_check", "require")
"""The settings that by themselves can be unmet."""


class LimitsError(TranstatsError):
    """What is asked cannot be asked, of whichever component."""


class Said(NamedTuple):
    """One limit of the command line: whose it is, and how it was typed."""

    key: str
    value: object
    languages: str = ""
    origin: str = ""


class Limit(NamedTuple):
    """A number that holds for one language, and who says so."""

    number: Fraction
    origin: str
    is_percent: bool = False

    def __str__(self) -> str:
        """As people write it."""
        number = self.number
        shown = str(number) if number.denominator == 1 else f"{float(number):.9f}".rstrip("0").rstrip(".")
        return f"{shown}%" if self.is_percent else shown


def option(key: str) -> str:
    return "--" + key.replace("_", "-")


def typed(key: str, texts: Iterable[str]) -> Iterator[Said]:
    """Limits as a user types them: `90`, `fr=95`, or `da,sv=95`."""
    for text in texts:
        languages, equals, number = text.rpartition("=")
        origin = f"{option(key)} {text}"
        if equals and not languages.strip(" ,"):
            raise LimitsError(f"{origin}: names no language in front of the '='")
        parse = _percent if key in _SHARES else _whole
        yield Said(key, parse(number.strip(), origin), languages, origin)


def typed_checks(texts: Iterable[str]) -> Iterator[Said]:
    """How many strings may fail which check: `end_newline=0`."""
    for text in texts:
        check, equals, number = text.rpartition("=")
        origin = f"--max-check {text}"
        if not equals or not check:
            raise LimitsError(f"{origin}: give a check and a number, like end_newline=0")
        yield Said("max_check", {check.strip(): _whole(number.strip(), origin)}, "", origin)


def _percent(text: str, origin: str) -> str:
    found = _PERCENT.fullmatch(text)
    if found is None:
        raise LimitsError(f"{origin}: {text!r} is not a number of percent")
    if Fraction(found[1]) > 100:
        raise LimitsError(f"{origin}: {found[1]} is more than 100 percent")
    return found[1]


def _whole(text: str, origin: str) -> int:
    if not _NUMBER.fullmatch(text) or int(text) > LARGEST_NUMBER:
        raise LimitsError(f"{origin}: {text!r} is not a whole number")
    return int(text)


class Limits:
    """All that is asked of a component."""

    def __init__(self, component: Component, said: Sequence[Said]) -> None:
        self._component = component
        groups = component.gate.groups
        typed = [
            GateSetting(each.key, each.value, languages, each.origin, _FIRST + 10 * breadth(languages))
            for each in said
            for languages in [expanded(each.languages, groups)]
        ]
        self._said = sorted((*typed, *component.gate.said), key=lambda setting: setting.precedence)
        self._codes = {name: self.code_of(name) for setting in self._said for name in setting.languages}

    def code_of(self, language: str) -> str:
        """The code of a language in any spelling, as a file name may have it."""
        component = self._component
        return resolve(language, source_language=component.source_language, aliases=component.aliases).code

    def expanded(self, languages: str) -> tuple[str, ...]:
        """The languages of a text like `fr,nordic`, where groups stand for their languages."""
        return expanded(languages, self._component.gate.groups)

    @property
    def keys(self) -> set[str]:
        """What anything is said about."""
        return {setting.key for setting in self._said}

    @property
    def measures(self) -> set[str]:
        """What shares may be of, whichever language it is."""
        return {str(setting.value) for setting in self._said if setting.key == "measure"}

    @property
    def required(self) -> tuple[tuple[str, ...], str]:
        """The languages that must be there, and who says so."""
        said = self.said("require", "")
        return (said.value, said.origin) if said else ((), "")

    def measure(self, code: str) -> str:
        said = self.said("measure", code)
        return str(said.value) if said else "translated"

    def number(self, key: str, code: str) -> Limit | None:
        """The limit that holds for a language."""
        said = self.said(key, code)
        return Limit(Fraction(str(said.value)), said.origin, key in _SHARES) if said else None

    def checks(self, code: str) -> dict[str, Limit]:
        """How many strings of a language may fail which check."""
        limits: dict[str, Limit] = {}
        precedence: dict[str, int] = {}
        for said in self._about("max_check", code):
            for check, number in said.value.items():
                limit = Limit(Fraction(number), said.origin)
                if precedence.setdefault(check, said.precedence) == said.precedence:
                    known = limits.setdefault(check, limit)
                    if known.number != limit.number:
                        raise _contradiction(known.origin, said.origin, f"the check {check}", code)
        return limits

    def named_checks(self) -> dict[str, str]:
        """Every check that any limit is about, and who says so."""
        return {check: said.origin for said in self._said if said.key == "max_check" for check in said.value}

    def said(self, key: str, code: str) -> GateSetting | None:
        """What is said of a language by whoever comes first; two who come first have to agree."""
        first: GateSetting | None = None
        for said in self._about(key, code):
            if first is None:
                first = said
            elif said.precedence == first.precedence and str(said.value) != str(first.value):
                raise _contradiction(first.origin, said.origin, key.replace("_", " "), code)
        return first

    def refuse_unknown(self, found: Iterable[str]) -> None:
        """Raises LimitsError for a language that neither is here nor anywhere: the settings', or a required one."""
        here = {*found, self.code_of(self._component.source_language)}
        for setting in self._said:
            required = setting.value if setting.key == "require" else ()
            names = (*setting.languages, *required) if setting.precedence >= 0 else required
            _refuse_made_up(setting.origin, {name: self.code_of(name) for name in names}, here)

    def _about(self, key: str, code: str) -> Iterator[GateSetting]:
        for said in self._said:
            if said.key == key and (not said.languages or code in map(self._codes.__getitem__, said.languages)):
                yield said


def refuse_absent(said: Iterable[Said], components: Sequence[tuple[Limits, Iterable[str]]]) -> None:
    """Raises LimitsError for a language that the command line names and that no component has."""
    found = [(limits, set(codes)) for limits, codes in components]
    for each in said:
        for limits, _ in found:
            for name in limits.expanded(each.languages):
                if not any(limits.code_of(name) in codes for limits, codes in found):
                    raise no_language(each.origin, name, set().union(*(codes for _, codes in found)))


def no_language(origin: str, name: str, found: Iterable[str]) -> LimitsError:
    codes = sorted(set(found))
    meant = nearest(name, codes, likeness=0.5)
    hint = f"; did you mean {meant!r}?" if meant else "."
    return LimitsError(f"{origin}: there is no language {name!r} here{hint} There are: {', '.join(codes)}")


def _refuse_made_up(origin: str, codes: Mapping[str, str], here: set[str]) -> None:
    for name, code in codes.items():
        base = re.split("[_@-]", code, maxsplit=1)[0]
        if code not in here and not {code, base} & set(known_languages()):
            raise no_language(origin, name, here)


def _contradiction(one: str, other: str, what: str, code: str) -> LimitsError:
    about = f" of {code}" if code else ""
    return LimitsError(f"{one} and {other} contradict each other about {what}{about}; leave one out")
