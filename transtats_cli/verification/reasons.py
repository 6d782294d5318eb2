"""Find the reasons for the differences of a language.

A reason is certain if the local data and the data of the server prove it. All other reasons are only possible, because
the API does not return the data that would prove them, such as the checks that a string fails.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from transtats_cli.checks import UNDECIDABLE_CHECKS
from transtats_cli.component import Component
from transtats_cli.report import Report
from transtats_cli.verification.comparison import LanguageComparison, Reason
from transtats_cli.verification.server_settings import SettingsComparison
from transtats_cli.verification.strings import ComparedStrings, StringDifference

_APPROVED_FIELDS = ("approved", "approved_words", "approved_chars")
_EMPTY_TRANSLATION_FIELDS = (
    "translated_percent",
    "translated_words_percent",
    "translated_chars_percent",
    "approved_percent",
)
"""Fields that a server computes in another way if a translation in a project with reviews has no strings or words."""

_NO_REASON_TEXT = "No reason is found. If the files of the server have just changed, its numbers may be old: try again."


class ReasonContext(NamedTuple):
    """Local data and settings of the server, from which reasons are derived."""

    component: Component
    report: Report
    settings: SettingsComparison
    explained_by_settings: frozenset[str] = frozenset()
    """Codes of the languages without differences if the component gets the settings of the server."""
    adopts_settings: bool = False
    """True if the settings of the server are adopted after the comparison. No reason suggests that then."""


def find_reasons(compared: LanguageComparison, strings: ComparedStrings, data: ReasonContext) -> tuple[Reason, ...]:
    if compared.is_equal:
        return ()
    if compared.code in data.explained_by_settings:
        return (_explain_by_settings(data),)
    if not (compared.exists_locally and compared.exists_on_server):
        return (_explain_missing_language(compared, data),)
    reasons = [
        *_explain_settings(compared, data),
        *_explain_fields(compared),
        *_explain_strings({each.kind: each for each in strings.differences or ()}),
    ]
    if not any(reason.is_certain for reason in reasons) and strings.differences is None:
        text = "The strings were not compared, which would show the reason."
        text = f"The strings could not be compared: {strings.error}" if strings.error else text
        return (*reasons, Reason("unknown", text, is_certain=False))
    return tuple(reasons) or (Reason("unknown", _NO_REASON_TEXT, is_certain=False),)


def _explain_missing_language(compared: LanguageComparison, data: ReasonContext) -> Reason:
    if not compared.exists_on_server:
        return Reason("missing-there", "The server does not have this language.", is_certain=True)
    if data.report.failures:
        paths = ", ".join(data.component.path_for_messages(each.path) for each in data.report.failures)
        text = f"No readable file has this language here. Files that cannot be read: {paths}."
        return Reason("unreadable-file", text, is_certain=False)
    return Reason("missing-here", "No file has this language here.", is_certain=True)


def _explain_by_settings(data: ReasonContext) -> Reason:
    keys = [each.key for each in data.settings.replaceable_differences]
    if keys == ["review"]:
        return _describe_review(data)
    text = f"With these settings of the server, the numbers are equal: {', '.join(keys)}."
    text = text if data.adopts_settings else f"{text} Adopt them with --adopt."
    return Reason("settings", text, is_certain=True)


def _describe_review(data: ReasonContext) -> Reason:
    here, there, option = ("on", "off", "--no-review") if data.component.review else ("off", "on", "--review")
    advice = "" if data.adopts_settings else f": use {option}, or adopt the setting with --adopt"
    text = f"Reviews are {here} here and {there} on the server{advice}."
    return Reason("review", text, is_certain=True)


def _explain_settings(compared: LanguageComparison, data: ReasonContext) -> Iterator[Reason]:
    keys = [each.key for each in data.settings.differences]
    if "review" in keys:
        keys.remove("review")
        if compared.differs_in_any_field(*_APPROVED_FIELDS):
            yield _describe_review(data)
    if keys:
        text = f"These settings differ from those of the server: {', '.join(keys)}."
        yield Reason("settings", text, is_certain=False)
    for each in data.settings.server_only:
        text = f"The server has the setting {each.key} ({each.value}): {each.effect}."
        yield Reason("server-settings", text, is_certain=False)


def _explain_fields(compared: LanguageComparison) -> Iterator[Reason]:
    if compared.differs_in_any_field(*_EMPTY_TRANSLATION_FIELDS) and not compared.differs_in_any_field(
        "total", "translated", "approved"
    ):
        text = (
            "In a project with reviews, a server prints other percentages for a translation without strings or words."
        )
        yield Reason("empty-translation", text, is_certain=False)
    if compared.differs_in_any_field("name"):
        text = "The table of languages of the server has another version or was edited."
        yield Reason("language-name", text, is_certain=True)


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
        yield Reason("other-version", text, is_certain=True)
    if "outdated" in counts:
        first = strings["outdated"].examples[0]
        since = first.local_text.partition(", outdated ")[2]
        text = (
            f"Strings whose source changed after their translation: {counts['outdated']:,}, such as {first.context!r}"
            f" ({since}). The server has pulled the change: stats --lived."
        )
        yield Reason("outdated", text, is_certain=True)
    if "state" in counts:
        text = (
            f"Strings with the same texts and another state: {counts['state']:,}. Their state was changed on the server"
            " and not committed, or a setting changes it."
        )
        yield Reason("state-on-server", text, is_certain=False)
    if "ignored-here" in counts:
        flags = ", ".join(dict.fromkeys(each.local_text for each in strings["ignored-here"].examples))
        text = (
            f"Strings that fail only on the server, and have flags here that switch checks off:"
            f" {counts['ignored-here']:,}, such as {flags}. They do not have these flags on the server."
        )
        yield Reason("flags-here", text, is_certain=False)
    if "fails-there" in counts:
        text = (
            f"Strings that fail only on the server: {counts['fails-there']:,}. They may have other flags there. Only a"
            f" server can decide these checks: {', '.join(UNDECIDABLE_CHECKS)}. For it, reused and multiple_failures"
            " depend on all components of the project."
        )
        yield Reason("checks-of-server", text, is_certain=False)
    if "fails-here" in counts:
        text = (
            f"Strings that fail only here: {counts['fails-here']:,}. The check was dismissed on the server, the server"
            " has more words that may be the same in both languages (same), or it compares the strings of the whole"
            " project (reused)."
        )
        yield Reason("checks-here", text, is_certain=False)
