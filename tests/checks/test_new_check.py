"""A check that a contributor adds runs in every command, although the screening has no test for it.

The checks are added to a copy of the package, just as CONTRIBUTING describes it: a function with its page, and a line
in `CHECKS`.
"""

import json
import shutil
from pathlib import Path

import pytest

import transtats_cli
from tests.fixture_types import Run, WriteTree
from transtats_cli.checks import CHECKS_BY_ID

PACKAGE = Path(transtats_cli.__file__).parent
LINES = """
    Check("example-pair", "whitespace", "pair"),
    Check("example_unit", "plurals", "unit"),
    Check("example_format", "programming", "format", ("example-format",)),
    Check("example_source", "words.letters", "source"),
"""
NEW_CHECKS = ("example-pair", "example_unit", "example_format", "example_source")
PAGE = '''"""
    The strings of this check are good.

    Good:  "Save"  ->  "Sichern"
    Bad:   "Save"  ->  "?"
    """'''
CODE_BY_MODULE = {
    "whitespace": """


def example_pair(source, target, checked_string):
    PAGE
    return "the translation has a soft hyphen" if "\\u00ad" in target and "\\u00ad" not in source else None
""",
    "plurals": """


def example_unit(checked_string):
    PAGE
    return "a form is a star" if "*" in checked_string.targets else None
""",
    "programming": """


def example_format():
    PAGE
    return PlaceholderSyntax(r"\\[\\[([a-z]+)\\]\\]")
""",
    "words/letters": """


def example_source(checked_string):
    PAGE
    return "the source is short" if checked_string.sources == ["Go"] else None
""",
}
HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n'
)
GOOD = "".join(f'\nmsgid "Good string {number}"\nmsgstr "Guter Text {number}"\n' for number in range(2500))
PO = (
    f"{HEADER}{GOOD}"
    '\nmsgid "Settings page"\nmsgstr "Einstell\u00adungen"\n'
    '\nmsgid "One page"\nmsgid_plural "Many pages"\nmsgstr[0] "Eine"\nmsgstr[1] "*"\n'
    '\n#, example-format\nmsgid "By [[author]]"\nmsgstr "Von [[autor]]"\n'
    '\n#, example-format\nmsgid "For [[author]]"\nmsgstr "Zu [[author]]"\n'
    '\nmsgid "Go"\nmsgstr "Los!?"\n'
)
XLIFF_UNIT = '<trans-unit id="{0}"{3}><source>{1}</source><target state="translated">{2}</target></trans-unit>\n'
XLIFF = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n'
    '<file original="app" source-language="en" target-language="de" datatype="plaintext"><body>\n'
    + XLIFF_UNIT.format("soft", "Settings page", "Einstell\u00adungen", "")
    + XLIFF_UNIT.format("star", "One page", "*", "")
    + XLIFF_UNIT.format("by", "By [[author]]", "Von [[autor]]", ' weblate-flags="example-format"')
    + XLIFF_UNIT.format("go", "Go", "Los", "")
    + "</body></file></xliff>\n"
)
CHECK_OPTIONS = [
    *(argument for check in NEW_CHECKS for argument in ("--check", check)),
    "--language",
    "de",
    "--language",
    "en",
]


@pytest.fixture
def project(tree: WriteTree) -> Path:
    """Directory with a copy of the package that contains the new checks, and with strings that fail these checks."""
    folder = tree(
        {
            "demo/po/de.po": PO,
            "demo/po/nl.po": PO,
            "demo/xliff/de.xlf": XLIFF,
            "transtats.toml": f"[checks]\nselect = {json.dumps(NEW_CHECKS)}\n",
        }
    )
    assert CHECKS_BY_ID.keys().isdisjoint(NEW_CHECKS), "a check of the package has one of these ids: choose other ids"
    copy = shutil.copytree(PACKAGE, folder / PACKAGE.name) / "checks"
    table = copy / "__init__.py"
    start = "CHECKS: tuple[Check, ...] = (\n"
    before, found, after = table.read_text(encoding="utf-8").partition(start)
    assert found
    table.write_text(before + start + LINES.lstrip("\n") + after, encoding="utf-8")
    for name, code in CODE_BY_MODULE.items():
        module = copy / f"{name}.py"
        added = code.replace("PAGE", PAGE)
        module.write_text(module.read_text(encoding="utf-8") + added, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("component", "jobs", "failing"),
    [
        pytest.param("po", "1", {"de": 3, "nl": 3}, id="po: columns of many strings"),
        pytest.param("po", "2", {"de": 3, "nl": 3}, id="po: in two processes"),
        pytest.param("xliff", "1", {"de": 3}, id="xliff: a single file"),
    ],
)
def test_strings_that_fail_new_checks_are_counted(
    run: Run, project: Path, component: str, jobs: str, failing: dict[str, int]
) -> None:
    done = run("stats", "demo", component, "--jobs", jobs, "--no-cache", "--no-history")
    assert (done.status, done.stderr) == (0, "")
    found = {record["code"]: record["failing"] for record in json.loads(done.stdout)["results"]}
    assert found == failing


@pytest.mark.parametrize("component", ["po", "xliff"])
def test_strings_that_fail_new_checks_are_printed_with_their_checks(run: Run, project: Path, component: str) -> None:
    done = run("units", "demo", component, *CHECK_OPTIONS, "--with-source", "--format", "json")
    assert (done.status, done.stderr) == (0, "")
    found = [
        (unit["source"][0], check["id"]) for unit in json.loads(done.stdout)["results"] for check in unit["checks"]
    ]
    assert found == [
        ("Settings page", "example-pair"),
        ("One page", "example_unit"),
        ("By [[author]]", "example_format"),
        ("Go", "example_source"),
    ]


def test_the_page_of_a_new_check_is_printed(run: Run, project: Path) -> None:
    done = run("checks", "example-pair")
    assert (done.status, done.stderr) == (0, "")
    assert "ignore-example-pair" in done.stdout
