"""Spellings of languages in paths. Functions test if a part of a path is a language or a charset."""

import re
from functools import lru_cache

from transtats_cli import languages

_SHAPE = (
    r"(?:b\+)?[A-Za-z]{2,3}"  # Android: b+sr+Latn
    r"(?:(?:[-_+]|-r)(?:[A-Za-z]{2}|[0-9]{3}|[A-Za-z]{4})){0,2}"
    r"(?:(?<=_[A-Z]{2})_(?:formal|informal|ao90|valencia))?"  # WordPress: de_DE_formal
    r"(?:@[A-Za-z0-9]{1,12})?(?:-x-[A-Za-z0-9-]{1,20})?"
)
_ORDINARY_WORDS = frozenset(
    # Language codes that in a path are more often an English word, a file type or a tool.
    {"am", "an", "as", "be", "bi", "cs", "gl", "he", "hi", "id", "in", "io", "is", "it", "lt", "me", "my", "no", "or"}
    | {"os", "pi", "sa", "sc", "so", "ss", "tk", "to", "tr", "ts"}
)
_VARIETY = r"([A-Za-z]{2,3})(?:_[A-Z]{2})?_[A-Z][A-Za-z0-9]{2,11}"
_SCRIPT_PART = r"[-_+]([A-Za-z]{4})(?=[-_+@]|$)"
_SCRIPTS = frozenset(
    {"adlm", "arab", "armn", "beng", "cyrl", "deva", "dsrt", "ethi", "geor", "goth", "grek", "gujr", "guru", "hang"}
    | {
        "hans",
        "hant",
        "hebr",
        "hntl",
        "jpan",
        "khmr",
        "knda",
        "kore",
        "laoo",
        "latn",
        "mlym",
        "mong",
        "mtei",
        "mymr",
        "nkoo",
    }
    | {"olck", "orya", "piqd", "qabs", "shaw", "sind", "sinh", "taml", "telu", "tfng", "thaa", "thai", "tibt"}
)
_CHARSET = (
    r"(?:utf|iso|euc|s?jis|shift|cp|koi|big5|gb|tis|win|latin|tcvn|viscii)[a-z]{0,6}"
    r"(?:[-_]?[0-9a-z]{1,4})?(?:[-_][0-9]{1,2})?"
)
_NO_LANGUAGES = frozenset({"source", "src", "base", "default", "template", "und", "mul", "zxx", "mis"})


@lru_cache(maxsize=65536)
def is_known(part: str) -> bool:
    """True if the language tables list a code, or list its language without region, script and variant."""
    if len(part) > 50 or part.lower() in _NO_LANGUAGES:
        return False
    listed = _listed_codes()
    if languages.language_by_code(part).code in listed:
        return True
    if not _has_shape(part) or part.isalpha() or not _has_known_script(part):
        return False
    return languages.language_by_code(re.split("[-_+@]", part.removeprefix("b+"))[0]).code in listed


def is_plausible(part: str) -> bool:
    """True if a part of a path has the form of a language code, listed or not: `xx`, `aa_BB`, `en-x-pirate`,
    `de_Formal`.
    """
    if part.lower() in _NO_LANGUAGES:
        return False
    return (_has_shape(part) and _has_known_script(part)) or is_known(part) or is_variety(part)


@lru_cache(maxsize=65536)
def is_distinct(part: str) -> bool:
    """True if a part of a path is a listed language, and not also a common word. False for codes of three letters."""
    return len(part) != 3 and part.lower() not in _ORDINARY_WORDS and _has_shape(part) and is_known(part)


def are_same(one: str, other: str) -> bool:
    """True if two codes are spellings of the same language, such as `de_DE` and `de`, or `zh_HK` and `zh-HK`.

    False for different regions, such as `en_US` and `en_GB`.
    """
    if one == other:
        return True
    first, second = languages.language_by_code(one), languages.language_by_code(other)
    is_bare = one.isalpha() or other.isalpha()
    return first.code == second.code or (is_bare and first.base_code == second.base_code)


@lru_cache(maxsize=4096)
def is_charset(text: str) -> bool:
    """True if a text has the form of the name of a charset, such as `sjis` in `ja.sjis.po`."""
    return re.fullmatch(_CHARSET, text, re.IGNORECASE) is not None


def is_variety(part: str) -> bool:
    """True if a part of a path is a listed language and a capitalized word, such as `de_Formal`."""
    found = re.fullmatch(_VARIETY, part)
    return found is not None and is_known(found[1])


def _has_known_script(part: str) -> bool:
    """False if the four letters after the language code are not a script, such as in `no-body`. Otherwise, True."""
    found = re.search(_SCRIPT_PART, part.partition("-x-")[0])
    return found is None or found[1].lower() in _SCRIPTS


def _has_shape(part: str) -> bool:
    # Fast path: most parts have two letters.
    return (len(part) == 2 and part.isascii() and part.isalpha()) or re.fullmatch(_SHAPE, part) is not None


@lru_cache(maxsize=1)
def _listed_codes() -> frozenset[str]:
    return frozenset(languages.listed_language_codes())
