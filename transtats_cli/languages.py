"""Languages: from a part of a file name to a code, an English name and plural rules.

The only home of weblate_language_data. Its tables are imported where they are first needed, and the larger indexes are
built only for codes that a table does not list as they are written.
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
    """The rule where a file declares none."""

    @property
    def base(self) -> str:
        """The code without region and script; a variant after `@` stays."""
        return _base(self.code)

    @property
    def is_cjk(self) -> bool:
        return self.base in ("ja", "zh", "ko")


class PluralRow(NamedTuple):
    """A language's plural rule as a server stores it: equal for the same row, and sorted as the rows are."""

    position: int
    code: str = ""
    number: int = 0
    outcomes: tuple[int, ...] = ()


def language_part(matched: Sequence[str]) -> str | None:
    """The language among the texts that the `*` of a file mask stand for; None when it can be none."""
    part = max(matched, key=len, default="")
    if "." in part and any(encoding in part.lower() for encoding in _ENCODINGS):
        part = part.partition(".")[0]
    return None if part in ("", "source") or len(part) > _LONGEST else part


def resolve(part: str, *, source_language: str = "en", aliases: Mapping[str, str] = _NO_ALIASES) -> Language:
    """The language that a part of a file name means; one that nobody knows is made up."""
    code = aliases.get(part, part)
    return by_code(source_language if code in _SOURCE_WORDS else code)


@lru_cache(maxsize=4096)
def by_code(code: str) -> Language:
    return _find(code) or _create(_normalised(_cleaned(code))[1])


def names() -> tuple[str, ...]:
    """Every known code."""
    return tuple(_rows())


def check_words() -> Set[str]:
    """Lower-case words that name languages, territories and regions."""
    from weblate_language_data.check_languages import LANGUAGES

    return LANGUAGES


def is_case_insensitive(language: Language) -> bool:
    """Whether the language is written in a script without upper and lower case."""
    from weblate_language_data.case_insensitive import CASE_INSENSITIVE_LANGS

    return language.code in CASE_INSENSITIVE_LANGS or language.base in CASE_INSENSITIVE_LANGS


def is_right_to_left(language: Language) -> bool:
    from weblate_language_data.rtl import RTL_LANGS

    return language.code in RTL_LANGS or language.base in RTL_LANGS


def aliases(language: Language) -> tuple[str, ...]:
    """Other codes that mean the language, sorted."""
    return _aliases_by_code().get(language.code, ())


def population(language: Language) -> int:
    """How many people speak it, by the tables; 0 where they do not know."""
    from weblate_language_data.population import POPULATION

    return POPULATION.get(language.code, 0)


def gettext_plural(language: Language, header: str) -> PluralRule:
    """The rule of a PO file with this Plural-Forms field, as the language's own rows spell it if one is equivalent."""
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
    """The rule of an XLIFF file."""
    rules = _cldr_rules()
    return rules.get(language.code) or rules.get(language.base) or language.plural


@lru_cache(maxsize=4096)
def plural_row_order(language: Language, rule: PluralRule) -> PluralRow:
    """Which row of a server the rule is: listed ones in the order of the tables, then those made on the fly."""
    # The rows of the languages come first, each with the rule that most files have.
    listed = _listed(language.code)
    if listed is not None and are_equivalent(listed.plural, rule):
        return PluralRow(list(_rows()).index(language.code))
    for position, known in _plural_rows().get(language.code, ()):
        if are_equivalent(known, rule):
            return PluralRow(position)
    return PluralRow(_GENERATED_POSITION, language.code, rule.number, outcomes(rule))


def _find(written: str) -> Language | None:
    """The language a code, an alias or a name stands for, in the order in which a server tries them."""
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
    """A language nobody knows, named after the one it is a variety of."""
    base = (_find(code.partition("@")[0]) if "@" in code else None) or _find(_base(code))
    if base is None:
        return Language(code, f"{code} (generated)", _GENERATED_PLURAL)
    return Language(code, base.name, base.plural)


@lru_cache(maxsize=4096)
def _base(code: str) -> str:
    return code.replace("-", "_").partition("_")[0]


def _cleaned(code: str) -> str:
    """Without what Android (`b+sr+Latn`, `pt-rBR`) and file managers (`cs (2)`) put in."""
    code = code.removeprefix("b+")
    if len(code) == 6:
        code = code.replace("-r", "_")
    if "(" in code:
        code = re.sub(_COPY_NUMBER, "", code)
    return code.replace(" ", "").replace("(", "").replace(")", "").strip(".")


def _normalised(code: str) -> tuple[str, str]:
    """The bare language in lower case, and the whole code in the spelling of `de_AT@variant` or `zh_Hans`."""
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
        # `deu_at`: the alias of the language alone, `de`, does not list what its regions are.
        if rest and len(language) > 2 and "_" not in target:
            return by_code(f"{target}_{rest}")
    return None


def _without_default_country(code: str, expanded: str) -> Language | None:
    """`cs` for `cs_CZ`: the country says nothing where nearly everyone speaking the language lives there."""
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
    """The plural rules listed for each code, with their places among all of them."""
    from weblate_language_data.plurals import CLDRPLURALS, EXTRAPLURALS

    rows: dict[str, list[tuple[int, PluralRule]]] = {}
    for position, (code, _, number, formula) in enumerate(chain(_rows().values(), EXTRAPLURALS, CLDRPLURALS)):
        rows.setdefault(code, []).append((position, PluralRule(number, formula)))
    return rows


@lru_cache(maxsize=1)
def _cldr_rules() -> Mapping[str, PluralRule]:
    from weblate_language_data.plurals import CLDRPLURALS

    return {code: PluralRule(number, formula) for code, _, number, formula in CLDRPLURALS}
