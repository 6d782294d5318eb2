"""Lookup of languages: code, English name and plural rules for a language code in a file name.

Only this module imports weblate_language_data. Its large tables are imported on first use. A code is first looked up
in the table of languages, exactly as written. If the table does not contain the code, indexes over all languages are
built.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from weblate_language_data.aliases import ALIASES
from weblate_language_data.case_insensitive import CASE_INSENSITIVE_LANGS
from weblate_language_data.countries import DEFAULT_LANGS
from weblate_language_data.languages import LANGUAGES
from weblate_language_data.plurals import CLDRPLURALS, EXTRAPLURALS, QTPLURALS
from weblate_language_data.rtl import RTL_LANGS

from transtats_cli.plurals import (
    PluralRule,
    are_equivalent_rules,
    parse_plural_header,
    rule_equals_header,
    selected_forms,
)

_MAX_CODE_LENGTH = 50
_ENCODING_SUFFIXES = (".utf", ".iso")
_SOURCE_LANGUAGE_WORDS = frozenset({"source", "src", "default"})
_COPY_NUMBER_REGEX = r"\([0-9]+\)"
_SCRIPT_CODES = frozenset({"hant", "hans", "latn", "cyrl", "shaw"})
_UNKNOWN_LANGUAGE_PLURAL = PluralRule(2, "n != 1")
_POSITION_OF_UNLISTED_RULES = 1_000_000


class Language(NamedTuple):
    code: str
    name: str
    plural: PluralRule
    """Plural rule for files that do not declare a plural rule."""

    @property
    def base_code(self) -> str:
        """Language code up to the first `_` or `-`: `pt` for `pt_BR`, but `sr@latin` for `sr@latin`."""
        return _base_language_code(self.code)

    @property
    def is_cjk(self) -> bool:
        return self.base_code in ("ja", "zh", "ko")


PluralRuleSortKey = tuple[int, str, int, tuple[int, ...]]
"""Sort key of a plural rule: its row in the table of a Weblate server. Rules in the same row have equal keys.

Only for a rule that is not in the table, the language code, the number of forms and the selected forms follow.
"""


def find_code_in_path(matched_texts: Sequence[str]) -> str | None:
    """Return the language code in a file name: the longest of the texts that `*` in a file mask matched.

    Return None if no text can be a language code.
    """
    part = max(matched_texts, key=len, default="")
    if "." in part and any(encoding in part.lower() for encoding in _ENCODING_SUFFIXES):
        part = part.partition(".")[0]
    return None if part in ("", "source") or len(part) > _MAX_CODE_LENGTH else part


def resolve_language(path_part: str, *, source_language: str = "en", aliases: Mapping[str, str] = {}) -> Language:
    """Return the language for a part of a file name. For an unknown language, return a new `Language`."""
    code = aliases.get(path_part, path_part)
    return language_by_code(source_language if code in _SOURCE_LANGUAGE_WORDS else code)


@lru_cache(maxsize=4096)
def language_by_code(code: str) -> Language:
    return _find_language(code) or _create_language(_normalise_language_code(_clean_language_code(code))[1])


@lru_cache(maxsize=65536)
def find_alias(text: str) -> str:
    """Return the code of the language whose English name begins with the words of a text, in any order and spelling.

    `ChineseSimplified` is `Chinese (Simplified Han script)`. A server needs the code as an alias. '' for other texts,
    and for single words: `language_by_code` accepts names of one word, as a server does.
    """
    words = _split_name(text)
    return _codes_by_words().get(words, "") if len(words) > 1 else ""


def listed_language_codes() -> Set[str]:
    return _language_rows().keys()


def words_of_language_names() -> Set[str]:
    """Return the lower-case words that occur in names of languages, territories and regions."""
    from weblate_language_data import check_languages

    return check_languages.LANGUAGES


def is_case_insensitive(language: Language) -> bool:
    """Return True if the script of a language does not distinguish upper and lower case."""
    return language.code in CASE_INSENSITIVE_LANGS or language.base_code in CASE_INSENSITIVE_LANGS


def is_right_to_left(language: Language) -> bool:
    return language.code in RTL_LANGS or language.base_code in RTL_LANGS


def alias_codes(language: Language) -> tuple[str, ...]:
    """Return all other codes of a language, sorted."""
    return _aliases_by_code().get(language.code, ())


def count_speakers(language: Language) -> int:
    """Return the number of speakers of a language, or 0 if the number is unknown."""
    from weblate_language_data.population import POPULATION

    return POPULATION.get(language.code, 0)


def is_language_of_country(language_code: str, country: str) -> bool:
    """Return True if a country, such as `dk`, is in a language code, or is the default country of the language."""
    code = language_code.lower()
    return code.endswith(f"_{country.lower()}") or f"{code}_{country.lower()}" in DEFAULT_LANGS


@lru_cache(maxsize=4096)
def are_different_languages(language: Language, other: Language) -> bool:
    """Return True if two languages exclude each other, and False if one of them may be a variety of the other.

    `pt_BR` is a variety of `pt`, but not of `pt_PT`. A code of an unknown language excludes nothing.
    """
    if language.code == other.code:
        return False
    (base, *variety), (other_base, *other_variety) = (
        re.split("[-_@]", each.code.lower()) for each in (language, other)
    )
    if not (_find_language(base) and _find_language(other_base)):
        return False
    shared = min(len(variety), len(other_variety))
    return base != other_base or variety[:shared] != other_variety[:shared]


def listed_plural_counts(language: Language) -> Sequence[int]:
    """Return all numbers of plural forms that the tables of plural rules have for a language, the usual one first.

    Return an empty sequence if the language is unknown.
    """
    codes = (language.code, language.base_code)
    listed = [rule for code in codes for _, rule in _listed_plural_rules().get(code, ())]
    rules = [language.plural, *listed, default_plural_rule(language, "qt")]
    return [*dict.fromkeys(rule.form_count for rule in rules)] if listed else ()


@lru_cache(maxsize=1024)
def find_gettext_plural_rule(language: Language, header: str) -> tuple[PluralRule, str]:
    """Return the plural rule that a Plural-Forms header declares for a language, and its origin as a phrase.

    If an equivalent rule is listed for the language, return the listed rule. If the header is invalid, return the
    default plural rule of the language.
    """
    declared = language.plural if rule_equals_header(language.plural, header) else parse_plural_header(header)
    if declared is None:
        fault = "the Plural-Forms header of the file is invalid"
        if not header.strip():
            fault = "the file has no Plural-Forms header"
        return language.plural, f"the table of languages, because {fault}"
    origin = "the Plural-Forms header of the file"
    if are_equivalent_rules(language.plural, declared):
        return language.plural, f"{origin}, which is equivalent to the rule in the table of languages"
    for _, known in _listed_plural_rules().get(language.code, ()):
        if are_equivalent_rules(known, declared):
            return known, f"{origin}, which is equivalent to another listed rule"
    return declared, origin


@lru_cache(maxsize=4096)
def default_plural_rule(language: Language, table: str) -> PluralRule:
    """Return the plural rule of a language in a table of plural rules, for files that do not declare a rule.

    `table` is a PluralTable of `formats`. If the table does not contain the language, return `language.plural`.
    """
    if table == "gettext":
        return language.plural
    if table == "cldr-with-zero":
        from weblate_language_data.plural_tags import PLURAL_TAGS

        rule = default_plural_rule(language, "cldr")
        if "zero" in (PLURAL_TAGS.get(language.code) or PLURAL_TAGS.get(language.base_code) or ()):
            return rule
        return PluralRule(rule.form_count + 1, f"n==0 ? 0 : ({rule.formula}) + 1")
    rules = _plural_rules_of_table(table)
    return rules.get(language.code) or rules.get(language.base_code) or language.plural


@lru_cache(maxsize=4096)
def plural_rule_sort_key(language: Language, rule: PluralRule) -> PluralRuleSortKey:
    """Return the sort key of a plural rule of a language.

    Listed rules come first, in table order, then unlisted rules.
    """
    for position, known in _listed_plural_rules().get(language.code, ()):
        if are_equivalent_rules(known, rule):
            return position, "", 0, ()
    return _POSITION_OF_UNLISTED_RULES, language.code, rule.form_count, selected_forms(rule)


def explain_language_code(written: str) -> str:
    """Return the rule that finds the language for a code, as a phrase. The rules are those of `language_by_code`."""
    rules = (rule for rule, language in _look_up_language(written) if language is not None)
    return next(rules, "unknown to the table of languages, so that the code is that of a new language")


def _find_language(written: str) -> Language | None:
    return next((language for _, language in _look_up_language(written) if language is not None), None)


def _look_up_language(written: str) -> Iterator[tuple[str, Language | None]]:
    """Yield the rule and the result of each lookup of a code, in the order of a Weblate server."""
    code = _clean_language_code(written)
    expanded = f"{code[:2]}_{code[2:]}".lower() if len(code) == 4 else ""
    yield "a code in the table of languages", _find_listed_language(code)
    spellings = (code, code.replace("-", "_"), code.replace("+", "_"), expanded)
    yield "another spelling of a code in the table of languages", _find_language_ignoring_case(*spellings)
    yield "an alias in the table of languages", _find_language_by_alias(code, expanded)
    normalised = _normalise_language_code(code)[1]
    yield "another spelling of a code in the table of languages", _find_language_ignoring_case(normalised)
    yield "a code with the default country of its language", _find_without_default_country(code, expanded)
    yield "the English name of a language", _find_listed_language(_codes_by_name().get(code.lower(), ""))


def _create_language(code: str) -> Language:
    """Create a `Language` for an unknown code.

    A variety of a listed language gets the name and the plural rule of the listed language.
    """
    listed = _find_language(code.partition("@")[0]) if "@" in code else None
    base = listed or _find_language(_base_language_code(code))
    if base is None:
        return Language(code, f"{code} (generated)", _UNKNOWN_LANGUAGE_PLURAL)
    return Language(code, base.name, base.plural)


@lru_cache(maxsize=1024)
def _base_language_code(code: str) -> str:
    return code.replace("-", "_").partition("_")[0]


def _clean_language_code(code: str) -> str:
    """Return a language code without the parts that Android and file managers add.

    `b+sr+Latn` becomes `sr+Latn`, `pt-rBR` becomes `pt_BR`, and `cs (2)` becomes `cs`.
    """
    code = code.removeprefix("b+")
    if len(code) == 6:
        code = code.replace("-r", "_")
    if "(" in code:
        code = re.sub(_COPY_NUMBER_REGEX, "", code)
    return code.replace(" ", "").replace("(", "").replace(")", "").strip(".")


def _normalise_language_code(code: str) -> tuple[str, str]:
    """Return the language part of a code in lower case, and the whole code in the form `de_AT@variant` or `zh_Hans`."""
    public, mark, private = code.partition("-x-")
    separator = next((separator for separator in "-_+" if separator in public), "")
    if not separator:
        return public.lower(), code.lower()
    language, _, country = public.partition(separator)
    if separator == "-" and len(country) > 2 and country.startswith("r"):
        country = country[1:]
    return language.lower(), f"{language.lower()}_{_normalise_country_code(country)}{mark}{private}"


def _normalise_country_code(written: str) -> str:
    for separator in "@_":
        region, found, variant = written.partition(separator)
        if found:
            return f"{region.upper()}@{variant.lower()}"
    return written.title() if written in _SCRIPT_CODES else written.upper()


def _find_listed_language(code: str) -> Language | None:
    row = _language_rows().get(code)
    return Language(row[0], row[1], PluralRule(row[2], row[3])) if row else None


def _find_language_ignoring_case(*codes: str) -> Language | None:
    listed = _codes_by_lower_case()
    return next((_find_listed_language(listed[code.lower()]) for code in codes if code.lower() in listed), None)


def _find_language_by_alias(code: str, code_with_underscore: str) -> Language | None:
    alias = code.lower().replace("_latin", "@latin").replace("_cyrillic", "@cyrillic")
    candidates = [
        alias,
        *(alias.replace(mark, "_") for mark in ("+", "-", "-r", "_r") if mark in alias),
        code_with_underscore,
    ]
    for candidate in candidates:
        if candidate in ALIASES:
            return _find_listed_language(ALIASES[candidate])
    for candidate in candidates:
        language, _, rest = candidate.partition("_")
        target = ALIASES.get(language, "_")
        # `deu_at`: replace the alias `deu` by `de`, and look up `de_at`.
        if rest and len(language) > 2 and "_" not in target:
            return language_by_code(f"{target}_{rest}")
    return None


def _find_without_default_country(code: str, code_with_underscore: str) -> Language | None:
    """Return the language for a code with the default country of that language, such as `cs` for `cs_CZ`, else None."""
    language, full_code = _normalise_language_code(code)
    if full_code.lower() in DEFAULT_LANGS:
        return _find_listed_language(language)
    return _find_listed_language(code_with_underscore[:2]) if code_with_underscore in DEFAULT_LANGS else None


@lru_cache(maxsize=1)
def _language_rows() -> Mapping[str, tuple[str, str, int, str]]:
    return {row[0]: row for row in LANGUAGES}


@lru_cache(maxsize=1)
def _codes_by_lower_case() -> Mapping[str, str]:
    return {code.lower(): code for code in _language_rows()}


@lru_cache(maxsize=1)
def _codes_by_name() -> Mapping[str, str]:
    return {row[1].lower(): code for code, row in _language_rows().items()}


@lru_cache(maxsize=1)
def _codes_by_words() -> Mapping[Set[str], str]:
    found: dict[Set[str], str] = {}
    for code, row in _language_rows().items():
        words = row[1].split()
        for count in range(2, len(words) + 1):
            found.setdefault(_split_name(" ".join(words[:count])), code)
    return found


def _split_name(name: str) -> Set[str]:
    """Return the words of the name of a language in lower case. A capital letter begins a word."""
    return frozenset(word.lower() for word in re.findall(r"[^\W\d_A-Z]+|[A-Z][^\W\d_A-Z]*", name))


@lru_cache(maxsize=1)
def _aliases_by_code() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for alias, code in sorted({**{full: _base_language_code(full) for full in DEFAULT_LANGS}, **ALIASES}.items()):
        found.setdefault(code, []).append(alias)
    return {code: tuple(aliases_of_code) for code, aliases_of_code in found.items()}


@lru_cache(maxsize=1)
def _listed_plural_rules() -> Mapping[str, Sequence[tuple[int, PluralRule]]]:
    """Return the listed plural rules of each language by its code, with their positions in the table of plural rules.

    The rows of the languages come first, with the most frequent rule of each language.
    """
    found: dict[str, list[tuple[int, PluralRule]]] = {}
    for position, row in enumerate(chain(_language_rows().values(), EXTRAPLURALS, CLDRPLURALS)):
        found.setdefault(row[0], []).append((position, PluralRule(*row[2:])))
    return found


@lru_cache(maxsize=8)
def _plural_rules_of_table(table: str) -> Mapping[str, PluralRule]:
    rows = QTPLURALS if table == "qt" else CLDRPLURALS
    return {code: PluralRule(number, formula) for code, _, number, formula in rows}
