"""Every rule for states, every origin of flags and every outcome of checks occurs, and agrees with the files."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.checks.outcomes import OutcomeKind
from transtats_cli.explanation.scan import scan_language
from transtats_cli.explanation.states import StateRule
from transtats_cli.explanation.strings import StringExplainer, StringExplanation
from transtats_cli.scanning.discovery.lookup import ComponentLocator
from transtats_cli.settings.documents import SETTINGS_FILE
from transtats_cli.settings.layers import NO_OVERRIDES, make_overrides

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
LONG_TEXT = "*word* %s " * 3000
FILES = {
    SETTINGS_FILE: '[checks]\nignore = ["end_colon"]\n\n[project.demo.component.po]\npath = "demo/po"\n'
    'filemask = "*.po"\ncheck_flags = "ignore-same"\n',
    "demo/po/de.po": HEADER
    + '#, read-only\nmsgid "Fixed"\nmsgstr "Fest"\n\n'
    + '#, fuzzy\nmsgid "Fuzzy"\nmsgstr "Unscharf"\n\n'
    + 'msgid "Empty"\nmsgstr ""\n\n'
    + '#: a.rst:1\nmsgid "Stop."\nmsgstr "Halt"\n\n'
    + f'#, c-format, rst-text\nmsgid "{LONG_TEXT}"\nmsgstr "{LONG_TEXT}x"\n',
    "demo/xliff/de.xlf": '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">'
    '<file source-language="en" target-language="de" original="a"><body>'
    '<trans-unit id="1" approved="yes"><source>One</source><target>Eins</target></trans-unit>'
    '<trans-unit id="2" translate="no" maxwidth="9" size-unit="char"><source>Two</source><target>Zwei</target>'
    "</trans-unit>"
    "</body></file></xliff>",
    "demo/json/en.json": '{"a": "One", "b": "Two"}',
    "demo/json/de.json": '{"a": "Eins"}',
    "demo/arb/app_en.arb": '{"@@locale": "en", "a": "One"}',
    "demo/arb/app_de.arb": '{"@@locale": "de", "a": "Eins"}',
    "demo/text/en.txt": "One\n\nTwo\n",
    "demo/text/de.txt": "One\n\nZwei\n",
}


def explain_all(root: Path) -> Iterator[StringExplanation]:
    for name, options in (
        ("po", NO_OVERRIDES),
        ("xliff", NO_OVERRIDES),
        ("xliff", make_overrides(review=False)),
        ("json", NO_OVERRIDES),
        ("arb", NO_OVERRIDES),
        ("text", make_overrides(filemask="*.txt", file_format="txt", template="en.txt")),
    ):
        located = ComponentLocator(str(root)).locate(("demo", name), options)
        for code in ("de", "en"):
            scanned = scan_language(located.component, code)
            explainer = StringExplainer(scanned, located.settings_by_key)
            yield from map(explainer.explain, range(len(scanned.units)))


@pytest.fixture
def explained(tree: WriteTree) -> list[StringExplanation]:
    return [*explain_all(tree(FILES))]


def test_every_rule_for_states_occurs(explained: list[StringExplanation]) -> None:
    assert {each.state_rule for each in explained} == set(StateRule)


def test_every_outcome_occurs(explained: list[StringExplanation]) -> None:
    assert {outcome.kind for each in explained for outcome in each.outcomes} == set(OutcomeKind)


def test_every_origin_of_flags_occurs(explained: list[StringExplanation]) -> None:
    origins = {(flag.flag.partition(":")[0], flag.origin) for each in explained for flag in each.flags}
    assert origins == {
        ("read-only", "comment"),
        ("c-format", "comment"),
        ("rst-text", "comment"),
        ("ignore-same", "settings"),
        ("rst-text", "reference"),
        ("xml-text", "markup"),
        ("max-length", "attribute"),
        ("icu-message-format", "format"),
        ("read-only", "source-language"),
    }
