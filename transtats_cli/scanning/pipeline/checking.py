"""Select the checks of a component, and build the Checker and the plural rules from its settings."""

from functools import lru_cache

from transtats_cli.checks import CHECKS, CHECKS_BY_ID, Check
from transtats_cli.checks.runner import Checker
from transtats_cli.checks.subject import LanguagePair, split_names_into_words
from transtats_cli.component import CheckSettings, Component
from transtats_cli.errors import TranstatsError
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.languages import (
    default_plural_rule,
    find_gettext_plural_rule,
    language_by_code,
)
from transtats_cli.limits import CheckTimeBudget
from transtats_cli.plurals import PluralRule
from transtats_cli.scanning.reading import strings
from transtats_cli.scanning.reading.reader import Translation
from transtats_cli.settings.kinds import unknown_check_reason


# Most components of a run have the same settings.
@lru_cache(maxsize=64)
def select_enabled_checks(check_settings: CheckSettings) -> tuple[Check, ...]:
    """Return the checks that the settings of a component enable, in the order of reports.

    Raises TranstatsError for an unknown check.
    """
    for check_id in (*check_settings.select, *check_settings.ignore):
        find_check(check_id)
    return tuple(
        check
        for check in CHECKS
        if (not check_settings.select or check.id in check_settings.select) and check.id not in check_settings.ignore
    )


def find_check(check_id: str) -> Check:
    """Return the check with this id. Raises TranstatsError with the nearest id, or the reason why there is no check."""
    if reason := unknown_check_reason(check_id):
        raise TranstatsError(reason)
    return CHECKS_BY_ID[check_id]


def find_checks(name: str) -> list[Check]:
    """Return the checks that a name in `--check` or `--max-check` selects, first the one with this id.

    `placeholders` is an id and a subject, so it selects all checks of translations about placeholders. Raises
    TranstatsError for an unknown check.
    """
    return [find_check(name), *(check for check in CHECKS if check.subject == name and not check.checks_source)]


def build_checker(component: Component, *, explain: bool, budget: CheckTimeBudget | None = None) -> Checker:
    """Return the Checker of a component.

    With `explain`, the Checker returns all findings of each string. Without `explain`, the Checker only determines if
    a string fails.
    """
    language = language_by_code(component.source_language)
    file_format = FILE_FORMATS[component.file_format]
    source_plural = default_plural_rule(language, file_format.plural_table)
    source_pair = LanguagePair(
        language,
        language,
        source_plural,
        source_plural,
        split_names_into_words(component.project_name, component.name, *component.checks.words),
        texts_are_plural_forms=not file_format.has_multiple_values,
        has_strict_plurals=file_format.has_strict_plurals,
    )
    identity, checks = strings.select_identity(component), select_enabled_checks(component.checks)
    return Checker(source_pair, identity, checks, explains_problems=explain, time_budget=budget)


def find_plural_rule(component: Component, translation: Translation) -> tuple[PluralRule, str]:
    """Return the plural rule that a Weblate server uses for a translation, and the origin of the rule as a phrase.

    In a gettext file, the rule is read from the header. For other formats, the rule is in the plural table of the
    format.
    """
    table = FILE_FORMATS[component.file_format].plural_table
    if table == "gettext":
        return find_gettext_plural_rule(translation.language, translation.plural_forms_header)
    return default_plural_rule(translation.language, table), "the table of plural rules of the format"
