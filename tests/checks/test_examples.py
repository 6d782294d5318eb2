"""Examples on the pages of all checks. Each example is checked like a string of a file, screening included."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from transtats_cli import flags, languages
from transtats_cli.checks import CHECKS, Check
from transtats_cli.checks.pages import read_check_page
from transtats_cli.checks.runner import Checker, Findings
from transtats_cli.checks.subject import LanguagePair
from transtats_cli.model import PLURAL_SEPARATOR, State, Unit

ENGLISH = languages.language_by_code("en")
LANGUAGES = {"punctuation_spacing": "fr", "kabyle-characters": "kab", "icu_message_format": "cs"}
"""Languages of examples by check. All other examples are checked as German."""
VALUES = {"accelerator": "accelerator:&"}
"""Flags with the value that the examples assume, for checks whose examples do not contain the flag."""
TEXT = r'"(?:[^"])*"'
FORMS = rf"{TEXT}(?: +/ +{TEXT})*"
PAIR = re.compile(rf"({FORMS})(?: \([^)]+\))?(?: +-> +({FORMS}))?")
ESCAPE = re.compile(r"\\(\\|n|u[0-9a-f]{4})")
EXAMPLES = [
    pytest.param(check, example, fails, id=f"{check.id}: {example}")
    for check in CHECKS
    for fails, examples in ((False, read_check_page(check).good_examples), (True, read_check_page(check).bad_examples))
    for example in examples
]


def parse_forms(forms: str) -> str:
    """Return the forms of one side of an example as one text of a unit."""
    found = [form[1:-1] for form in re.findall(TEXT, forms)]
    return PLURAL_SEPARATOR.join(ESCAPE.sub(lambda escape: unescape(escape[1]), form) for form in found)


def unescape(escape: str) -> str:
    return {"\\": "\\", "n": "\n"}.get(escape) or chr(int(escape[1:], 16))


def create_units(check: Check, example: str) -> Iterator[Unit]:
    text, _, flag = example.partition(" with the flag ")
    line = flag.strip("`") or VALUES.get(check.id) or next(iter(check.enabling_flags), "")
    for number, (source, target) in enumerate(PAIR.findall(text)):
        is_source = target or check.checks_source
        yield Unit(
            f"context {number}",
            parse_forms(source) if is_source else "Only the target matters",
            parse_forms(target or source),
            State.TRANSLATED,
            flags.parse_flags(line),
        )


def check_strings(check: Check, units: list[Unit], translations: int = 1, **options: Any) -> Findings:
    """Return the problems of the units as translations, or as sources if the check is of sources."""
    language = languages.language_by_code(LANGUAGES.get(check.id, "de"))
    pair = LanguagePair(ENGLISH, ENGLISH, ENGLISH.plural, ENGLISH.plural)
    checker = Checker(pair, lambda columns: columns.identifying_texts, **options)
    outcomes = [checker.check_translation(language, language.plural, units) for _ in range(translations)]
    combined = checker.combine_outcomes(outcomes, units if check.checks_source else [])
    return combined.source_findings if check.checks_source else combined.findings_by_translation[0]


@pytest.mark.parametrize(("check", "example", "fails"), EXAMPLES)
def test_good_examples_pass_and_bad_examples_fail(check: Check, example: str, fails: bool) -> None:
    translations = 1
    units = [*create_units(check, example)]
    if check.id == "multiple_failures":
        translations = ["one", "two"].index(example.split(" of which ")[1].split()[0]) + 1
        units = [unit._replace(flags=flags.parse_flags("c-format"), target="Dateien") for unit in units]
    assert units, "the example has a text in quotation marks"
    findings = check_strings(check, units, translations=translations)
    assert (check.id in {finding.check for found in findings.values() for finding in found}) is fails
    if check.id != "multiple_failures":
        found = check_strings(check, units, checks=[check], explains_problems=False)
        assert bool(found) is fails, "if no message is required"
