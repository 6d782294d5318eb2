"""Spellings of languages in paths. Functions test if a part of a path is a language or a charset."""

import re
from functools import lru_cache

from transtats_cli import languages

_LANGUAGE_CODE_REGEX = (
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
_LANGUAGE_VARIETY_REGEX = r"([A-Za-z]{2,3})(?:[_-][A-Z]{2})?(?:[_-][A-Z][A-Za-z0-9]{2,11}|(-[a-z]{5,10}))"
_SCRIPT_REGEX = r"[-_+]([A-Za-z]{4})(?=[-_+@]|$)"
_SCRIPTS = frozenset(
    "adlm arab armn beng cyrl deva dsrt ethi geor goth grek gujr guru hang hans hant hebr hntl jpan khmr knda kore laoo"
    " latn mlym mong mtei mymr nkoo olck orya piqd qabs shaw sind sinh taml telu tfng thaa thai tibt".split()
)
_CHARSET_REGEX = (
    r"(?:utf|iso|euc|s?jis|shift|cp|koi|big5|gb|tis|win|latin|tcvn|viscii)[a-z]{0,6}"
    r"(?:[-_]?[0-9a-z]{1,4})?(?:[-_][0-9]{1,2})?"
)
_ANDROID_QUALIFIER_REGEX = (
    r"(?:v[0-9]+|s?[wh][0-9]+dp|[a-z0-9]+dpi|(?:not)?(?:night|long|round)|land|port|x?large|ld(?:ltr|rtl)"
    r"|car|desk|television|watch)"
)
_WORDS_WITHOUT_LANGUAGE = frozenset({"source", "src", "base", "default", "template", "und", "mul", "zxx", "mis"})


@lru_cache(maxsize=65536)
def is_known_language(path_part: str) -> bool:
    """True if the language tables contain the code, or the language of the code without region, script and variant."""
    if len(path_part) > 50 or path_part.lower() in _WORDS_WITHOUT_LANGUAGE:
        return False
    listed = languages.listed_language_codes()
    if languages.language_by_code(path_part).code in listed or languages.find_alias(path_part):
        return True
    if not _has_language_code_form(path_part) or path_part.isalpha() or not _has_known_script(path_part):
        return False
    return languages.language_by_code(re.split("[-_+@]", path_part.removeprefix("b+"))[0]).code in listed


def is_plausible_language(path_part: str) -> bool:
    """True if a part of a path has the form of a language code, such as `xx`, `aa_BB`, `en-x-pirate` or `de_Formal`.

    The language tables need not contain the code.
    """
    if path_part.lower() in _WORDS_WITHOUT_LANGUAGE:
        return False
    return (
        (_has_language_code_form(path_part) and _has_known_script(path_part))
        or is_known_language(path_part)
        or is_language_variety(path_part)
    )


@lru_cache(maxsize=65536)
def is_distinct_language(path_part: str) -> bool:
    """True if a part of a path is a code of a known language, and is not an ordinary word such as `id` or `my`.

    False for all codes of three letters, also with a region: `new_de` is a word and a language.
    """
    return (
        len(re.split("[-_+@]", path_part, maxsplit=1)[0]) != 3
        and path_part.lower() not in _ORDINARY_WORDS
        and _has_language_code_form(path_part)
        and is_known_language(path_part)
    )


def are_same_language(code: str, other_code: str) -> bool:
    """True if two codes are spellings of the same language, such as `de_DE` and `de`, or `zh_HK` and `zh-HK`.

    False for different regions, such as `en_US` and `en_GB`.
    """
    if code == other_code:
        return True
    first, second = (languages.language_by_code(languages.find_alias(each) or each) for each in (code, other_code))
    is_bare = code.isalpha() or other_code.isalpha()
    return first.code == second.code or (is_bare and first.base_code == second.base_code)


@lru_cache(maxsize=4096)
def has_charset(path_part: str) -> bool:
    """True if a part of a path is a language with a charset, such as `ja.sjis` or `zh_CN.UTF-8`."""
    language, dot, charset = path_part.partition(".")
    is_charset = dot != "" and re.fullmatch(_CHARSET_REGEX, charset, re.IGNORECASE) is not None
    return is_charset and is_known_language(language)


def is_android_qualifier(path_part: str) -> bool:
    """True for the devices of a folder of Android resources, such as `v33`, `sw600dp` or `night-land`.

    `car` has the form of a language code.
    """
    return re.fullmatch(f"{_ANDROID_QUALIFIER_REGEX}(?:-{_ANDROID_QUALIFIER_REGEX})*", path_part) is not None


def source_language_setting(code: str) -> str:
    """Return the setting `source_language` for the language of source texts.

    '' for English, which is the default and has no region on a server, and for an unknown language.
    """
    language = languages.language_by_code(code)
    return language.code if is_known_language(code) and language.base_code != "en" else ""


def is_language_variety(path_part: str) -> bool:
    """True for a listed language with a capitalized word or a variant, such as `de_Formal` or `rm-sursilv`."""
    found = re.fullmatch(_LANGUAGE_VARIETY_REGEX, path_part)
    is_word = found is not None and found[2] is not None and found[1] in _ORDINARY_WORDS
    return found is not None and not is_word and is_known_language(found[1])


def _has_known_script(path_part: str) -> bool:
    """Return False for four letters that are not a script after the language, as in `no-body`. Otherwise, True."""
    found = re.search(_SCRIPT_REGEX, path_part.partition("-x-")[0])
    return found is None or found[1].lower() in _SCRIPTS


def _has_language_code_form(path_part: str) -> bool:
    # Fast path: most parts have two letters.
    return (len(path_part) == 2 and path_part.isascii() and path_part.isalpha()) or re.fullmatch(
        _LANGUAGE_CODE_REGEX, path_part
    ) is not None
