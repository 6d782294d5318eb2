"""Find the reasons for the differences of a language.

A reason is certain if data of both sides prove it. Other reasons are possible: the API does not return the data that
would prove them, such as the checks that a string fails.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple

from transtats_cli.checks.undecidable import UNDECIDABLE
from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.verification.comparison import LanguageComparison
from transtats_cli.verification.server_settings import SettingsComparison
from transtats_cli.verification.strings import StringDifference

_PROJECT_WIDE_CHECKS = ("reused", "multiple_failures", "inconsistent")
_APPROVED_FIELDS = ("approved", "approved_words", "approved_chars")
_PERCENTAGES_OF_EMPTY = (
    "translated_percent",
    "translated_words_percent",
    "translated_chars_percent",
    "approved_percent",
)


class ReasonKind(StrEnum):
    """Kind of a reason. The values are part of the JSON output."""

    REVIEW = "review"
    SETTINGS = "settings"
    SERVER_SETTINGS = "server-settings"
    OTHER_VERSION = "other-version"
    STATE_ON_SERVER = "state-on-server"
    CHECKS_OF_SERVER = "checks-of-server"
    CHECKS_HERE = "checks-here"
    MISSING_HERE = "missing-here"
    MISSING_THERE = "missing-there"
    UNREADABLE_FILE = "unreadable-file"
    EMPTY_TRANSLATION = "empty-translation"
    LANGUAGE_NAME = "language-name"
    UNKNOWN = "unknown"


class Reason(NamedTuple):
    """Reason for the differences of a language."""

    kind: ReasonKind
    text: str
    is_certain: bool


class ComparedData(NamedTuple):
    """Data of both sides from which reasons are derived."""

    component: Component
    report: Report
    settings: SettingsComparison


def find_reasons(
    compared: LanguageComparison, strings: tuple[StringDifference, ...] | None, data: ComparedData
) -> tuple[Reason, ...]:
    """Return the reasons for the differences of a language. `strings` is None if the strings were not compared."""
    if compared.is_equal:
        return ()
    if not (compared.is_here and compared.is_there):
        return (_explain_missing_language(compared, data),)
    reasons = [
        *_explain_review(compared, data),
        *_explain_settings(data),
        *_explain_fields(compared),
        *(_explain_strings({each.kind: each for each in strings}) if strings is not None else ()),
    ]
    if not any(reason.is_certain for reason in reasons) and strings is None:
        text = "The strings were not compared, which would show the reason."
        return (*reasons, Reason(ReasonKind.UNKNOWN, text, is_certain=False))
    return tuple(reasons) or (Reason(ReasonKind.UNKNOWN, "No reason is found.", is_certain=False),)


def _explain_missing_language(compared: LanguageComparison, data: ComparedData) -> Reason:
    if not compared.is_there:
        return Reason(ReasonKind.MISSING_THERE, "The server does not have this language.", is_certain=True)
    if data.report.failures:
        paths = ", ".join(data.component.path_for_messages(each.path) for each in data.report.failures)
        text = f"No readable file has this language here. Files that cannot be read: {paths}."
        return Reason(ReasonKind.UNREADABLE_FILE, text, is_certain=False)
    return Reason(ReasonKind.MISSING_HERE, "No file has this language here.", is_certain=True)


def _explain_review(compared: LanguageComparison, data: ComparedData) -> Iterator[Reason]:
    review = data.settings.find_difference("review")
    if review is None or not compared.differs_in(*_APPROVED_FIELDS):
        return
    here, there = ("on", "off") if review.local_value else ("off", "on")
    option = "--no-review" if review.local_value else "--review"
    text = f"Reviews are {here} here and {there} on the server: use {option}, or adopt the setting with --adopt."
    yield Reason(ReasonKind.REVIEW, text, is_certain=True)


def _explain_settings(data: ComparedData) -> Iterator[Reason]:
    keys = [each.key for each in data.settings.differences if each.key != "review"]
    if keys:
        text = f"These settings differ from those of the server: {', '.join(keys)}."
        yield Reason(ReasonKind.SETTINGS, text, is_certain=False)
    for each in data.settings.server_only:
        text = f"The server has the setting {each.key} ({each.value}): {each.effect}."
        yield Reason(ReasonKind.SERVER_SETTINGS, text, is_certain=False)


def _explain_fields(compared: LanguageComparison) -> Iterator[Reason]:
    if compared.differs_in(*_PERCENTAGES_OF_EMPTY) and not compared.differs_in("total", "translated", "approved"):
        text = (
            "In a project with reviews, a server prints other percentages for a translation without strings or words."
        )
        yield Reason(ReasonKind.EMPTY_TRANSLATION, text, is_certain=False)
    if compared.differs_in("name"):
        text = "The table of languages of the server has another version or was edited."
        yield Reason(ReasonKind.LANGUAGE_NAME, text, is_certain=True)


def _explain_strings(strings: Mapping[str, StringDifference]) -> Iterator[Reason]:
    counts = {kind: each.string_count for kind, each in strings.items()}
    versions = [
        f"{counts[kind]:,} {phrase}"
        for kind, phrase in (
            ("only-here", "only here"),
            ("only-there", "only on the server"),
            ("target", "with another translation"),
        )
        if kind in counts
    ]
    if versions:
        text = f"The files here and on the server have different versions. Strings that differ: {', '.join(versions)}."
        yield Reason(ReasonKind.OTHER_VERSION, text, is_certain=True)
    if "state" in counts:
        text = (
            f"{counts['state']:,} strings with the same texts have another state: they were changed on the server and"
            " not committed, or a setting changes their state."
        )
        yield Reason(ReasonKind.STATE_ON_SERVER, text, is_certain=False)
    if "fails-there" in counts:
        names = ", ".join(dict.fromkeys((*_PROJECT_WIDE_CHECKS, *UNDECIDABLE)))
        text = (
            f"{counts['fails-there']:,} strings fail only on the server, in checks that need the project or the server:"
            f" {names}."
        )
        yield Reason(ReasonKind.CHECKS_OF_SERVER, text, is_certain=False)
    if "fails-here" in counts:
        text = (
            f"{counts['fails-here']:,} strings fail only here: the check was dismissed on the server, or the server"
            " compares the strings of the whole project (reused)."
        )
        yield Reason(ReasonKind.CHECKS_HERE, text, is_certain=False)
