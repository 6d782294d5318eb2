"""Warning about the header of a PO file that contradicts the language of the file."""

from functools import lru_cache

from transtats_cli.component import Component
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.languages import Language, are_different_languages, listed_plural_counts
from transtats_cli.plurals import COMPARED_COUNTS, parse_plural_header, selected_forms
from transtats_cli.problems import Problem

_REASON = "the header contradicts the language of the file"
_COUNT_0, _COUNT_1, _COUNT_21 = map(COMPARED_COUNTS.index, (0, 1, 21))


def find_header_warnings(component: Component, language: Language, content: bytes) -> tuple[Problem, ...]:
    """Return a warning, without a path, if the header names another language, or another number of plural forms.

    The line of the warning is the line of the first wrong field. Fields that are missing or not filled in, and codes of
    unknown languages, contradict nothing.
    """
    found: dict[str, tuple[str, int]] = FILE_FORMATS[component.file_format].sniff("find_language_fields", content, {})
    faults: dict[int, str] = {}
    if "Language" in found:
        code, line = found["Language"]
        if are_different_languages(language, component.resolve_language(code.partition(".")[0])):
            faults[line] = f"Language: {code} instead of {language.code}"
    if "Plural-Forms" in found:
        header, line = found["Plural-Forms"]
        if fault := _find_plural_fault(language, header):
            faults[line] = fault
    return (Problem("", _REASON, min(faults), "; ".join(faults.values())),) if faults else ()


@lru_cache(maxsize=1024)
def _find_plural_fault(language: Language, header: str) -> str:
    """Return what is wrong with the number of plural forms in a header, as a phrase. '' if the number is possible.

    One form is always possible: it says that the file has no plurals. Two kinds of additional forms contradict nothing:
    a form that no count selects, which is meant for fractions, and in Slavic languages a form for the number 1 alone.
    """
    rule, usual = parse_plural_header(header), language.plural
    if rule is None or rule.form_count in (1, usual.form_count):
        return ""
    counts = listed_plural_counts(language)
    forms, usual_forms = selected_forms(rule), selected_forms(usual)
    used = {*forms[_COUNT_0:]}
    if usual.form_count > 1 and usual_forms[_COUNT_1] == usual_forms[_COUNT_21]:
        used = {*forms[_COUNT_0:_COUNT_1], *forms[_COUNT_1 + 1 :]}
    if not counts or rule.form_count in counts or len(used) in counts:
        return ""
    return f"nplurals={rule.form_count} instead of {' or '.join(map(str, counts))}"
