"""Languages: find code, English name and plural rules for a part of a file name.

Only this module imports weblate_language_data. The tables are imported on first use. Larger indexes are built only for
codes that are not listed exactly as written.
"""

import re
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from transtats_cli.plurals import PluralRule, are_equivalent, matches_header, outcomes, parse_header

_LONGEST = 50
_ENCODINGS = (".utf", ".iso")
_SOURCE_WORDS = frozenset({"source", "src", "default"})
_COPY_NUMBER = r"\([0-9]+\)"
_SCRIPTS = frozenset({"hant", "hans", "latn", "cyrl", "shaw"})
_GENERATED_PLURAL = PluralRule(2, "n != 1")
_GENERATED_POSITION = 1_000_000
_NO_ALIASES: Mapping[str, str] = MappingProxyType({})


class Language(NamedTuple):
    code: str
    name: str
    plural: PluralRule
    """Plural rule for files that declare none."""

    @property
    def base(self) -> str:
        """Code without region and script. A variant after `@` is kept."""
        return _base(self.code)

    @property
    def is_cjk(self) -> bool:
        return self.base in ("ja", "zh", "ko")


class PluralRow(NamedTuple):
    """Position of a plural rule in a server's table, as a sort key. Equal for the same row."""

    position: int
    code: str = ""
    number: int = 0
    outcomes: tuple[int, ...] = ()


def language_part(matched: Sequence[str]) -> str | None:
    """Return the language among the texts matched by `*` in a file mask, or None if none can be a language."""
    part = max(matched, key=len, default="")
    if "." in part and any(encoding in part.lower() for encoding in _ENCODINGS):
        part = part.partition(".")[0]
    return None if part in ("", "source") or len(part) > _LONGEST else part


def resolve(part: str, *, source_language: str = "en", aliases: Mapping[str, str] = _NO_ALIASES) -> Language:
    """Return the language of a part of a file name. An unknown language is generated."""
    code = aliases.get(part, part)
    return by_code(source_language if code in _SOURCE_WORDS else code)


@lru_cache(maxsize=4096)
def by_code(code: str) -> Language:
    return _find(code) or _create(_normalised(_cleaned(code))[1])


def names() -> tuple[str, ...]:
    """Return the codes of all listed languages."""
    return tuple(_rows())


def check_words() -> Set[str]:
    """Return lower-case words that name languages, territories and regions."""
    from weblate_language_data.check_languages import LANGUAGES

    return LANGUAGES


def is_case_insensitive(language: Language) -> bool:
    """Return True if the language's script has no upper and lower case."""
    from weblate_language_data.case_insensitive import CASE_INSENSITIVE_LANGS

    return language.code in CASE_INSENSITIVE_LANGS or language.base in CASE_INSENSITIVE_LANGS


def is_right_to_left(language: Language) -> bool:
    from weblate_language_data.rtl import RTL_LANGS

    return language.code in RTL_LANGS or language.base in RTL_LANGS


def aliases(language: Language) -> tuple[str, ...]:
    """Return other codes of the language, sorted."""
    return _aliases_by_code().get(language.code, ())


def population(language: Language) -> int:
    """Return the number of speakers, or 0 if it is unknown."""
    from weblate_language_data.population import POPULATION

    return POPULATION.get(language.code, 0)


def gettext_plural(language: Language, header: str) -> PluralRule:
    """Return the plural rule for a Plural-Forms header.

    If a rule listed for the language is equivalent, return that one.
    """
    if matches_header(language.plural, header):
        return language.plural
    declared = parse_header(header)
    if declared is None or are_equivalent(language.plural, declared):
        return language.plural
    for _, known in _plural_rows().get(language.code, ()):
        if are_equivalent(known, declared):
            return known
    return declared


def cldr_plural(language: Language) -> PluralRule:
    """Return the plural rule for XLIFF files."""
    rules = _cldr_rules()
    return rules.get(language.code) or rules.get(language.base) or language.plural


@lru_cache(maxsize=4096)
def plural_row_order(language: Language, rule: PluralRule) -> PluralRow:
    """Return the row of a rule in a server's table. Listed rules come first, in table order, then generated ones."""
    # The rows of the languages come first, with the most frequent rule of each language.
    listed = _listed(language.code)
    if listed is not None and are_equivalent(listed.plural, rule):
        return PluralRow(list(_rows()).index(language.code))
    for position, known in _plural_rows().get(language.code, ()):
        if are_equivalent(known, rule):
            return PluralRow(position)
    return PluralRow(_GENERATED_POSITION, language.code, rule.number, outcomes(rule))


def _find(written: str) -> Language | None:
    """Return the language for a code, alias or name, or None. The lookups have the order of a Weblate server."""
    code = _cleaned(written)
    expanded = f"{code[:2]}_{code[2:]}".lower() if len(code) == 4 else ""
    return (
        _listed(code)
        or _listed_in_any_case(code, code.replace("-", "_"), code.replace("+", "_"), expanded)
        or _aliased(code, expanded)
        or _listed_in_any_case(_normalised(code)[1])
        or _without_default_country(code, expanded)
        or _listed(_codes_by_name().get(code.lower(), ""))
    )


def _create(code: str) -> Language:
    """Generate an unknown language. A variety of a listed language gets the name of that language."""
    base = (_find(code.partition("@")[0]) if "@" in code else None) or _find(_base(code))
    if base is None:
        return Language(code, f"{code} (generated)", _GENERATED_PLURAL)
    return Language(code, base.name, base.plural)


@lru_cache(maxsize=4096)
def _base(code: str) -> str:
    return code.replace("-", "_").partition("_")[0]


def _cleaned(code: str) -> str:
    """Remove the additions of Android (`b+sr+Latn`, `pt-rBR`) and of file managers (`cs (2)`)."""
    code = code.removeprefix("b+")
    if len(code) == 6:
        code = code.replace("-r", "_")
    if "(" in code:
        code = re.sub(_COPY_NUMBER, "", code)
    return code.replace(" ", "").replace("(", "").replace(")", "").strip(".")


def _normalised(code: str) -> tuple[str, str]:
    """Return the language in lower case, and the whole code as `de_AT@variant` or `zh_Hans`."""
    public, mark, private = code.partition("-x-")
    separator = next((separator for separator in "-_+" if separator in public), "")
    if not separator:
        return public.lower(), code.lower()
    language, _, country = public.partition(separator)
    if separator == "-" and len(country) > 2 and country.startswith("r"):
        country = country[1:]
    return language.lower(), f"{language.lower()}_{_country(country)}{mark}{private}"


def _country(written: str) -> str:
    for separator in "@_":
        region, found, variant = written.partition(separator)
        if found:
            return f"{region.upper()}@{variant.lower()}"
    return written.title() if written in _SCRIPTS else written.upper()


def _listed(code: str) -> Language | None:
    row = _rows().get(code)
    return Language(row[0], row[1], PluralRule(row[2], row[3])) if row else None


def _listed_in_any_case(*codes: str) -> Language | None:
    listed = _codes_by_lower_case()
    return next((_listed(listed[code.lower()]) for code in codes if code.lower() in listed), None)


def _aliased(code: str, expanded: str) -> Language | None:
    from weblate_language_data.aliases import ALIASES

    alias = code.lower().replace("_latin", "@latin").replace("_cyrillic", "@cyrillic")
    candidates = [alias, *(alias.replace(mark, "_") for mark in ("+", "-", "-r", "_r") if mark in alias), expanded]
    for candidate in candidates:
        if candidate in ALIASES:
            return _listed(ALIASES[candidate])
    for candidate in candidates:
        language, _, rest = candidate.partition("_")
        target = ALIASES.get(language, "_")
        # `deu_at`: replace the alias `deu` by `de`, and look up `de_at`.
        if rest and len(language) > 2 and "_" not in target:
            return by_code(f"{target}_{rest}")
    return None


def _without_default_country(code: str, expanded: str) -> Language | None:
    """Return the language without its default country: `cs` for `cs_CZ`."""
    from weblate_language_data.countries import DEFAULT_LANGS

    language, full_code = _normalised(code)
    if full_code.lower() in DEFAULT_LANGS:
        return _listed(language)
    return _listed(expanded[:2]) if expanded in DEFAULT_LANGS else None


@lru_cache(maxsize=1)
def _rows() -> Mapping[str, tuple[str, str, int, str]]:
    from weblate_language_data.languages import LANGUAGES

    return {row[0]: row for row in LANGUAGES}


@lru_cache(maxsize=1)
def _codes_by_lower_case() -> Mapping[str, str]:
    return {code.lower(): code for code in _rows()}


@lru_cache(maxsize=1)
def _codes_by_name() -> Mapping[str, str]:
    return {row[1].lower(): code for code, row in _rows().items()}


@lru_cache(maxsize=1)
def _aliases_by_code() -> Mapping[str, tuple[str, ...]]:
    from weblate_language_data.aliases import ALIASES
    from weblate_language_data.countries import DEFAULT_LANGS

    found: dict[str, list[str]] = {}
    for alias, code in sorted({**{full: _base(full) for full in DEFAULT_LANGS}, **ALIASES}.items()):
        found.setdefault(code, []).append(alias)
    return {code: tuple(of_code) for code, of_code in found.items()}


@lru_cache(maxsize=1)
def _plural_rows() -> Mapping[str, list[tuple[int, PluralRule]]]:
    """Return the listed plural rules of each code, with their positions in the table."""
    from weblate_language_data.plurals import CLDRPLURALS, EXTRAPLURALS

    rows: dict[str, list[tuple[int, PluralRule]]] = {}
    for position, (code, _, number, formula) in enumerate(chain(_rows().values(), EXTRAPLURALS, CLDRPLURALS)):
        rows.setdefault(code, []).append((position, PluralRule(number, formula)))
    return rows


@lru_cache(maxsize=1)
def _cldr_rules() -> Mapping[str, PluralRule]:
    from weblate_language_data.plurals import CLDRPLURALS

    return {code: PluralRule(number, formula) for code, _, number, formula in CLDRPLURALS}
