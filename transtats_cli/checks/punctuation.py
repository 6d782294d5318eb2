"""Checks of punctuation: the marks at the end of a text, by language, and blanks before marks."""

import re
from collections.abc import Mapping
from itertools import chain, starmap
from typing import NamedTuple
from unicodedata import category

from transtats_cli.checks import load_function
from transtats_cli.checks.needs import Needs
from transtats_cli.checks.subject import CheckedString, find_highlight_spans
from transtats_cli.checks.tags.xml import ENTITY_REGEX, strip_entities
from transtats_cli.languages import Language


class PunctuationMarks(NamedTuple):
    """Punctuation marks with the same meaning at the end of a text, for example all full stops."""

    default_marks: str
    """Punctuation marks in languages that are not in `marks_by_language`."""
    marks_by_language: Mapping[str, str] = {}
    """Punctuation marks of single languages, by base code of the language."""
    cjk_marks_after_colon: str = ""
    """Punctuation marks in Chinese, Japanese and Korean after a source that ends with a colon or semicolon.

    Empty if the same marks apply after all sources.
    """

    def marks_of_translation(self, source: str, language: Language) -> str:
        """Return the punctuation marks that may end the translation of a source into a language."""
        if self.cjk_marks_after_colon and language.is_cjk and source.endswith((":", ";")):
            return self.cjk_marks_after_colon
        return self.marks_by_language.get(language.base_code, self.default_marks)

    def needs_to_fail(self, language: Language, _source_language: Language) -> Needs | None:
        """Return the condition of a check that only one of source and target ends with such a mark."""
        if language.base_code in LANGUAGES_WITHOUT_PUNCTUATION:
            return None
        return Needs(one_end=tuple(self.marks_of_translation(source, language) for source in ("", ":")))


_CJK_MARKS_AFTER_COLON = ";:\uff1a.\u3002"
FULL_STOPS = PunctuationMarks(
    ".\u3002\u0964\u06d4\u0589\u00b7\u0df4\u17d4\u1362",
    {
        "hy": ".\u3002\u0964\u06d4\u0589\u00b7\u0df4\u17d4:\u055d?!`",
        "hi": ".\u0964\u09f7|",
        "bn": ".\u0964\u09f7|",
        "or": ".\u0964\u09f7|",
        "sat": ".\u1c7e",
        "my": ".\u104b",
    },
    _CJK_MARKS_AFTER_COLON,
)
COLONS = PunctuationMarks(":\uff1a\u17d6", {"hy": ":\u055d`"}, _CJK_MARKS_AFTER_COLON)
QUESTION_MARKS = PunctuationMarks(
    "?\u055e\u061f\u2e2e\uff1f\u1367\ua60f\u2cfa", {"hy": "?\u055e\u0589", "el": "?;\u037e"}
)
EXCLAMATION_MARKS = PunctuationMarks("!\uff01\u055c\u1944\u109f\u07f9", {"my": "!\u109f"})
ELLIPSIS = "\u2026"
INTERROBANGS = ("?!", "!?", "\u061f!", "!\u061f", "\uff1f\uff01", "\uff01\uff1f", "\u2048", "\u2049")
_BURMESE = "my"
BURMESE_FULL_STOP = "\u1038\u104b"
"""Characters that end a Burmese sentence. A Burmese question ends with the same characters."""
LANGUAGES_WITHOUT_PUNCTUATION = frozenset({"th", "jbo"})
"""Base codes of Thai and Lojban, whose sentences end without punctuation."""


def describe_final_mark_difference(source: str, target: str, marks: str, mark_name: str) -> str | None:
    """Return a problem if only the source or only the target ends with one of `marks`. Otherwise, return None.

    If one of the texts is empty, return None.
    """
    if not source or not target:
        return None
    return describe_difference(source[-1] in marks, target[-1] in marks, f"ends with {mark_name}")


def describe_difference(in_source: bool, in_target: bool, property_name: str) -> str | None:
    """Return a problem if only one text has a property, such as `ends with a colon`. Otherwise, return None."""
    if in_source == in_target:
        return None
    one, other = ("source", "translation") if in_source else ("translation", "source")
    return f"the {one} {property_name}, the {other} does not"


def describe_numbers(noun: str, in_source: int, in_target: int, place: str = "") -> str | None:
    """Return a problem if the numbers of a thing, such as `line break`, differ. Otherwise, return None."""
    if in_source == in_target:
        return None
    things = f"{in_target or 'no'} {noun}{'' if in_target == 1 else 's'} {place}".rstrip()
    return f"the translation has {things}, the source has {in_source or 'none'}"


def is_ellipsis_equivalent(source: str, target: str) -> bool:
    """Return True if the source ends with three dots and the target with the ellipsis character, which is correct."""
    return source.endswith("...") and target.endswith(ELLIPSIS)


@Needs(find_for=FULL_STOPS.needs_to_fail).to_fail
def end_stop(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation both end with a full stop, or neither of them, in any script.

    Good:  "All is well."  ->  "一切顺利。"
    Bad:   "All is well."  ->  "Tout va bien"

    Which characters end a sentence depends on the language of the translation. Sources of up to four characters
    (`e.g.`) and translations into Thai and Lojban are not checked. Three dots may become an ellipsis.
    """
    base = checked_string.language.base_code
    if len(source) <= 4 or base in LANGUAGES_WITHOUT_PUNCTUATION or is_ellipsis_equivalent(source, target):
        return None
    if base == _BURMESE and target.endswith(BURMESE_FULL_STOP):
        return None
    stops = FULL_STOPS.marks_of_translation(source, checked_string.language)
    return describe_final_mark_difference(source, target, stops, "a full stop")


@Needs(find_for=COLONS.needs_to_fail).to_fail
def end_colon(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation both end with a colon, or neither of them, in any script.

    Good:  "Name:"  ->  "名前："
    Bad:   "Name:"  ->  "Nom"

    Armenian, Chinese, Japanese and Korean have their own signs, and are checked only if the source ends with a colon.
    Thai and Lojban are not checked.
    """
    base = checked_string.language.base_code
    if base in LANGUAGES_WITHOUT_PUNCTUATION:
        return None
    if base == "hy" and not source.endswith(":"):
        return None
    if checked_string.language.is_cjk and not source.endswith((":", ";")):
        return None
    colons = COLONS.marks_of_translation(source, checked_string.language)
    return describe_final_mark_difference(source, target, colons, "a colon")


def _find_needs_of_question(language: Language, source_language: Language) -> Needs | None:
    if language.base_code == _BURMESE:
        return Needs(either_end="?" + BURMESE_FULL_STOP[-1])
    return QUESTION_MARKS.needs_to_fail(language, source_language)


@Needs(find_for=_find_needs_of_question).to_fail
def end_question(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation both end with a question mark, or neither of them, in any script.

    Good:  "Delete it?"  ->  "削除しますか？"
    Bad:   "Delete it?"  ->  "Supprimer"

    Armenian and Greek are checked only if the source is a question. Burmese ends a question with its full stop. Thai
    and Lojban are not checked. If a text ends with an interrobang, only `end_interrobang` checks it.
    """
    base = checked_string.language.base_code
    if not source or not target or base in LANGUAGES_WITHOUT_PUNCTUATION:
        return None
    if source.endswith(INTERROBANGS) or target.endswith(INTERROBANGS):
        return None
    if base == _BURMESE:
        return describe_difference(source[-1] == "?", target.endswith(BURMESE_FULL_STOP), "ends with a question mark")
    if base in QUESTION_MARKS.marks_by_language and source[-1] != "?":
        return None
    marks = QUESTION_MARKS.marks_of_translation(source, checked_string.language)
    return describe_final_mark_difference(source, target, marks, "a question mark")


@Needs(find_for=EXCLAMATION_MARKS.needs_to_fail).to_fail
def end_exclamation(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation both end with an exclamation mark, or neither of them, in any script.

    Good:  "Well done!"  ->  "做得好！"
    Bad:   "Well done!"  ->  "Bien joué."

    In Basque, the marks may enclose a part of the text. Armenian, Thai and Lojban are not checked. The name `Texy!` is
    not an exclamation. If a text ends with an interrobang, only `end_interrobang` checks it.
    """
    base = checked_string.language.base_code
    if base == "hy" or base in LANGUAGES_WITHOUT_PUNCTUATION:
        return None
    if source.endswith(INTERROBANGS) or target.endswith(INTERROBANGS):
        return None
    if base == "eu" and source.endswith("!") and "\u00a1" in target and "!" in target:
        return None
    if base != _BURMESE and (source.endswith("Texy!") or target.endswith("Texy!")):
        return None
    marks = EXCLAMATION_MARKS.marks_of_translation(source, checked_string.language)
    return describe_final_mark_difference(source, target, marks, "an exclamation mark")


@Needs(
    either_end="".join(marks[-1] for marks in INTERROBANGS),
    form_test=lambda source, target, _flags: source.endswith(INTERROBANGS) or target.endswith(INTERROBANGS),
).to_fail
def end_interrobang(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation both end with a question and an exclamation mark, or neither of them.

    Good:  "Really?!"  ->  "Wirklich?!"
    Bad:   "Really?!"  ->  "Wirklich?"

    The two marks may have either order, be Arabic or wide, or be one character (U+2048, U+2049).
    """
    if not source or not target:
        return None
    return describe_difference(source.endswith(INTERROBANGS), target.endswith(INTERROBANGS), "ends with an interrobang")


@Needs(one_end=(ELLIPSIS,)).to_fail
def end_ellipsis(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation both end with an ellipsis (the character U+2026), or neither of them.

    Good:  "Loading…"  ->  "Chargement…"
    Bad:   "Loading…"  ->  "Chargement..."

    Three dots in the source may become an ellipsis. Thai and Lojban are not checked.
    """
    if checked_string.language.base_code in LANGUAGES_WITHOUT_PUNCTUATION or is_ellipsis_equivalent(source, target):
        return None
    return describe_final_mark_difference(source, target, ELLIPSIS, "an ellipsis")


_ENDS_WITH_SEMICOLON = (";", "]]>")
"""Ends of a text that may end with a semicolon without its entities and the delimiters of CDATA sections."""


@Needs(
    either_end="".join(end[-1] for end in _ENDS_WITH_SEMICOLON),
    form_test=lambda source, target, _flags: (
        source.endswith(_ENDS_WITH_SEMICOLON) or target.endswith(_ENDS_WITH_SEMICOLON)
    ),
).to_fail
def end_semicolon(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    Source and translation both end with a semicolon, or neither of them.

    Good:  "a = 1;"  ->  "a = 1;"
    Bad:   "a = 1;"  ->  "a = 1"

    The semicolon of an entity (`&nbsp;`) does not count. In Greek, the semicolon is the question mark: if the source is
    a question, only `end_question` checks the string.
    """
    if checked_string.language.base_code == "el" and source.endswith("?"):
        return None
    return describe_final_mark_difference(strip_entities(source), strip_entities(target), ";", "a semicolon")


_SPACED_MARKS = ":;?!"
_MARK_REGEX = f"[{_SPACED_MARKS}]"
_CHARACTERS_ALLOWED_BEFORE = f" \u00a0\u202f\u2009{_SPACED_MARKS}"
_MARK_WITHOUT_BLANK_REGEX = f"[^{_CHARACTERS_ALLOWED_BEFORE}][{_SPACED_MARKS}]"
_STRIPPED_REGEX = rf"{ENTITY_REGEX}|<!\[CDATA\[|\]\]>"
"""What `strip_entities` replaces with a blank, or removes."""
_UNICODE_CATEGORIES_AFTER = frozenset({"Zs", "Ps", "Pe"})


def _is_spaced_language(language: Language) -> bool:
    return language.base_code == "fr" and language.code != "fr_CA"


_NEEDS_OF_SPACING = Needs(find_targets=lambda targets: targets.indices_matching(re.compile(_MARK_WITHOUT_BLANK_REGEX)))


@Needs(find_for=lambda language, _source: _NEEDS_OF_SPACING if _is_spaced_language(language) else None).to_fail
def punctuation_spacing(source: str, target: str, checked_string: CheckedString) -> str | None:
    """
    French has a blank before a colon, a semicolon, a question mark and an exclamation mark.

    Good:  "Name: %s"  ->  "Nom : %s"
    Bad:   "Name: %s"  ->  "Nom: %s"

    The blank may be an ordinary, a no-break or one of the two narrow blanks. A sign is part of a word if neither a
    blank nor a bracket follows (`http://`). Placeholders, markup and Canadian French are not checked.
    """
    if not _is_spaced_language(checked_string.language):
        return None
    offset = next(iter(find_marks_without_blank(target, checked_string)), None)
    return None if offset is None else f"a blank is missing before {target[offset]!r} at character {offset + 1}"


def find_marks_without_blank(target: str, checked_string: CheckedString) -> list[int]:
    """Return the offsets of the marks in a French text that have no blank before them, as they should."""
    text = target
    if "&" in target or "<" in target:
        text = strip_entities(target)
    wrong = [sign.start() for sign in re.finditer(_MARK_REGEX, text) if _lacks_blank(text, sign.start())]
    if not wrong:
        return []
    spans = find_highlight_spans(text, checked_string, with_syntax=True)
    if "md-text" in checked_string.flags:
        find_spans = load_function("markup.markdown_links:find_link_syntax_spans")
        spans = [*spans, *find_spans(text, checked_string.search_time)]
    protected = set(chain.from_iterable(starmap(range, spans)))
    offsets = [offset for offset in wrong if offset not in protected]
    removed = 0
    for replaced in re.finditer(_STRIPPED_REGEX, target) if text != target else ():
        # Delimiters of a CDATA section that does not end are kept.
        if not text.startswith(replaced[0], replaced.start() - removed):
            length = len(replaced[0]) - replaced[0].startswith("&")
            removed += length
            offsets = [offset + length if replaced.start() <= offset else offset for offset in offsets]
    return offsets


def _lacks_blank(text: str, offset: int) -> bool:
    if offset == 0:
        return True
    if text[offset - 1] in _CHARACTERS_ALLOWED_BEFORE:
        return False
    following = text[offset + 1 : offset + 2]
    return not following or category(following) in _UNICODE_CATEGORIES_AFTER


@Needs(source="...").to_fail
def ellipsis(checked_string: CheckedString) -> str | None:
    """
    A source writes an ellipsis as the one character (U+2026), not as three dots.

    Good:  "Loading…"
    Bad:   "Loading..."
    """
    if "..." not in checked_string.sources[0]:
        return None
    return "the source has three dots (...) instead of an ellipsis (…)"
