"""Texts that stay untranslated: words that may be the same in both languages, tags, addresses and paths; the check."""

import os
import re
from functools import lru_cache

from transtats_cli import languages
from transtats_cli.checks import CHECKS_BY_ID, load_function
from transtats_cli.checks.markup.offsets import replace_spans
from transtats_cli.checks.needs import Needs
from transtats_cli.checks.subject import CheckedString, find_highlight_spans
from transtats_cli.flags import Flags
from transtats_cli.languages import Language
from transtats_cli.limits import refuse_longer_than

# Compiled on first use, because most of them match in few texts.
_SYMBOL_REGEX = "[\u2600-\u27bf\U0001f000-\U0001fffd]"
_EMAIL_REGEX = r"(?i)[a-z0-9_.-]++(@[a-z0-9_.-]+\.[a-z0-9-]{2,})?"
_FINAL_URL_REGEX = r"(?i)(?:https?|ftps?)://[a-z0-9_.-]*(?::[0-9]+)?(?:[/?]\S+|/?)(?=\n?\Z)"
_HASH_TAG_REGEX = r"#[A-Za-z0-9_-]*"
_DOMAIN_REGEX = r"(?i)(?:[A-Z0-9](?:[A-Z0-9-]{0,61}[A-Z0-9])?\.){1,127}(?:[A-Z]{2,6}\.?|[A-Z0-9-]{2,}\.?)"
_PATH_REGEX = r"(?:\A| )(?:/[a-zA-Z0-9=:?._-]+)+"
_PLACEHOLDER_REGEX = r"(?i)\{[a-z_-]+\}|@[A-Z_]@"


def remove_untranslated_parts(text: str) -> str:
    """Return a text without the parts that are not translated, such as tags, addresses and paths.

    The steps have the same order as on a Weblate server.
    """
    if "<" in text and ">" in text:
        text = load_function("words.html_tags:remove_html_tags")(text)
    if not text.isascii():
        text = re.sub(_SYMBOL_REGEX, " ", text)
    if "@" in text:
        text = re.sub(_EMAIL_REGEX, lambda run: "" if run[1] else run[0], text)
    if "://" in text:
        text = _remove_final_url(text)
    if "#" in text:
        text = re.sub(_HASH_TAG_REGEX, "", text)
    if "." in text:
        text = re.sub(_DOMAIN_REGEX, "", text)
    if "/" in text:
        text = re.sub(_PATH_REGEX, "", text)
    if "{" in text or "@" in text:
        text = re.sub(_PLACEHOLDER_REGEX, "", text)
    return text


def _remove_final_url(text: str) -> str:
    body = text.removesuffix("\n")
    if not body or body[-1].isspace():
        return text
    # A URL contains no blanks, so it begins in the last word.
    start = len(body) - len(body.rsplit(None, 1)[-1])
    return text[:start] + re.sub(_FINAL_URL_REGEX, "", text[start:], count=1)


_FILE_NAME = "neutral-words.txt"


@lru_cache(maxsize=1)
def read_neutral_words() -> frozenset[str]:
    """Return the neutral words in the file of this package."""
    with open(os.path.join(os.path.dirname(__file__), _FILE_NAME), encoding="utf-8") as file:
        return frozenset(line for line in file.read().splitlines() if not line.startswith("#"))


def is_neutral_word(word: str, additional_words: frozenset[str]) -> bool:
    """Return True if a lower-case word may be the same in source and translation.

    Words of one or two characters are always neutral. `additional_words` are further neutral words, for example from
    the settings.
    """
    return (
        len(word) <= 2
        or word in read_neutral_words()
        or word in languages.words_of_language_names()
        or word in additional_words
    )


_CHECK = CHECKS_BY_ID["same"]
_NOTES_OF_CODE = frozenset({"Tag: screen", "Tag: indexterm", "Tag: programlisting", "type: delimited block -"})
_MAX_TEXT_LENGTH = 200_000
_MAX_CACHED_LENGTH = 1000
_NUMBER_CHARACTERS = "0123456789:/,."
_SEPARATORS_REGEX = (
    r"(?:&(?:nbsp|rsaquo|lt|gt|amp|ldquo|rdquo|times|quot);"
    r"|[ \n\r!\"#%&'()*+,./0-9:;<=>?@\[\\\]^_`{|}~\u2011\u2014\u2026\u2713-])+"
)


def _are_different_languages(language: Language, source_language: Language) -> bool:
    """Return False if the languages are so similar that most strings are the same in both languages.

    This is the case for varieties of one language, and for Interlingua with an English source.
    """
    base, source_base = language.base_code, source_language.base_code
    return base != source_base and (source_base != "en" or base not in ("en", "ia"))


def _may_need_translation(source: str, _target: str, flags: Flags) -> bool:
    """Return False for a text that may remain untranslated whatever the names of project and component are."""
    # Flags and markup have placeholders, whose removal may join parts of words.
    if flags or "<" in source or "&" in source or len(source) > _MAX_CACHED_LENGTH:
        return True
    return _has_translatable_words_cached(source, frozenset())


_NEEDS = Needs(is_unchanged=True, form_test=_may_need_translation)


@Needs(find_for=lambda *languages: _NEEDS if _are_different_languages(*languages) else None).to_fail
def same(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    The translation is not the source itself.

    Good:  "Find a file"  ->  "Datei suchen"
    Bad:   "Find a file"  ->  "Find a file"
    Off:   the flag `ignore-same`; name words that stay as they are in the settings (`checks.words`)

    Texts with little to translate are not checked: one character, numbers, placeholders, markup, addresses, paths,
    capitals only, a copyright notice, a piece of code, or nothing but neutral words, as names and technical terms are.
    With the flag `strict-same`, only texts that consist of placeholders and markup are not checked.
    """
    if not is_unchanged(source, target, checked_string):
        return None
    return "the translation is the same as the source"


def is_unchanged(source: str, target: str, checked_string: CheckedString) -> bool:
    """Return True if a target equals its source although the target should differ.

    If the check `same` does not apply, return False.
    """
    if (
        source != target
        or not _are_different_languages(checked_string.language, checked_string.languages.source_language)
        or not _CHECK.is_on_for_flags(checked_string.flags)
    ):
        return False
    return not _may_stay_untranslated(source, checked_string) and checked_string.find_note() not in _NOTES_OF_CODE


def _may_stay_untranslated(text: str, checked_string: CheckedString) -> bool:
    """Return True if a text may remain untranslated in any language, for example a number.

    The comments of the string are not examined. Raise NotChecked if the text is too long.
    """
    if len(text) <= 1:
        return True
    refuse_longer_than(_MAX_TEXT_LENGTH, text)
    remaining = replace_spans(text, find_highlight_spans(text, checked_string, with_syntax=True))
    if "strict-same" in checked_string.flags:
        return not remaining
    if len(text.strip(_NUMBER_CHARACTERS)) <= 1 or "\u00a9" in text or "(c) copyright" in text.lower():
        return True
    has_words = _has_translatable_words if len(remaining) > _MAX_CACHED_LENGTH else _has_translatable_words_cached
    return not has_words(remaining, checked_string.languages.neutral_words)


def _has_translatable_words(text: str, additional_words: frozenset[str]) -> bool:
    text = remove_untranslated_parts(text)
    if len(text) <= 1 or text.isupper():
        return False
    return not all(is_neutral_word(word, additional_words) for word in re.split(_SEPARATORS_REGEX, text.lower()))


# Cached, because other languages call it with the same text.
_has_translatable_words_cached = lru_cache(maxsize=4096)(_has_translatable_words)
