"""A changed rule of a check has an effect in every command: no other code decides if a string fails.

The function of each check in turn is replaced by one that fails always or never. This is the only place where tests
replace a function of the package.
"""

import json
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

import pytest

from tests.checks.test_examples import LANGUAGES, create_units
from tests.fixture_types import WriteTree
from transtats_cli import flags
from transtats_cli.checks import CHECKS, CHECKS_BY_ID, Check
from transtats_cli.checks.pages import read_check_page
from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax
from transtats_cli.cli import group
from transtats_cli.model import State, Unit

Run = Callable[..., tuple[int, Any]]
RunHere = Callable[[Check, list[Unit]], Run]
SINGLE_CHECKS = [check for check in CHECKS if check.kind != "batch"]
PASSING_STRINGS = {
    "same": [("© Karel Kos", "© Karel Kos")],
    "begin_newline": [("\nA", "\nB")],
    "begin_space": [(" a", "  ")],
    "end_space": [("a ", "  ")],
    "end_stop": [("e.g.", "tzv")],
    "end_question": [("Why!?", "Warum")],
    "end_exclamation": [("Texy!", "Tex")],
    "end_interrobang": [("Why?!", "Warum?!")],
    "end_ellipsis": [("Wait...", "Warte…")],
    "end_semicolon": [("a;", "b;")],
    "multiple_capital": [("ÄÖ", "ÄÖ b")],
    "kashida": [("a", "ـصفحة")],
    "punctuation_spacing": [("at http://a", "à http://a")],
    "escaped_newline": [(r"a\nb", r"c\nd")],
    "duplicate": [("go go", "los los")],
    "xml-invalid": [("<b>a</b>", "<b>&amp;</b>")],
    "xml-tags": [("<b>a</b>", "<b>&amp;</b>")],
    "xml-chars-around-tags": [("a <b>b", "c<b>d")],
    "c_format": [("%1$s %2$s", "%2$s %1$s")],
    "python_brace_format": [("{a} {b}", "{b} {a}")],
    "java_format": [("{0}", "{0} d''accord")],
    "ellipsis": [("a ...", "")],
}
"""Sources and targets that meet a condition of a check, although they pass."""


def list_units(check: Check, *, passing: bool) -> list[Unit]:
    """Return the bad examples of a check, and if `passing` is True, strings that pass but on which the check runs."""
    page = read_check_page(check)
    examples = page.bad_examples + (page.good_examples if passing and check.needs is None else ())
    units = [unit for example in examples for unit in create_units(check, example)]
    line = next(iter(check.enabling_flags), "")
    texts = PASSING_STRINGS.get(check.id, []) if passing else []
    units += [Unit("", source, target, State.TRANSLATED, flags.parse_flags(line)) for source, target in texts]
    units = [unit for unit in units if unit.target or check.checks_source]
    return [unit._replace(context=f"string {number}") for number, unit in enumerate(units)]


def format_po(units: list[Unit]) -> Iterator[str]:
    yield 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    for unit in units:
        yield f"\n#, {unit.flags}\n" if unit.flags else "\n"
        yield f"msgctxt {json.dumps(unit.context)}\nmsgid {json.dumps(unit.sources[0], ensure_ascii=False)}\n"
        if len(unit.sources) > 1:
            yield f"msgid_plural {json.dumps(unit.sources[1], ensure_ascii=False)}\n"
            for number, target in enumerate(unit.targets):
                yield f"msgstr[{number}] {json.dumps(target, ensure_ascii=False)}\n"
        else:
            yield f"msgstr {json.dumps(unit.target, ensure_ascii=False)}\n"


@pytest.fixture
def run_here(tree: WriteTree, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> RunHere:
    """Function that writes a component for one check, and returns a function that runs commands in this process."""

    def write(check: Check, units: list[Unit]) -> Run:
        language = LANGUAGES.get(check.id, "ar" if check.id == "kashida" else "de")
        settings = f'[checks]\nselect = ["{check.id}"]\n'
        files = {
            "component.json": '{"filemask": "*.po", "file_format": "po"}',
            f"{language}.po": "".join(format_po(units)),
        }
        root = tree({**{f"demo/app/{name}": text for name, text in files.items()}, "transtats.toml": settings})
        monkeypatch.chdir(root)

        def run(*arguments: str) -> tuple[int, Any]:
            where = ("--language", "en" if check.checks_source else language)
            words = (word for argument in arguments for word in (where if argument == "LANGUAGE" else (argument,)))
            status = group.cli.main([*words], prog_name="transtats", standalone_mode=False) or 0
            output = capfd.readouterr().out
            return status, json.loads(output) if output.startswith("{") else output

        return run

    return write


def replace_rule(monkeypatch: pytest.MonkeyPatch, check: Check, result: str | None) -> None:
    """Replace the rule of a check by one that returns `result`. Its page and its conditions remain."""
    function = check.function
    outcome: object = result
    if check.kind == "format":
        never = check.definition._replace(applies_to_string=lambda _: False)
        outcome = never if result is None else PlaceholderSyntax("(?!)", find_target_problem=lambda _: result)
    monkeypatch.setattr(f"{function.__module__}.{function.__name__}", wraps(function)(lambda *_: outcome))


def assert_failing(run: Run, check: Check, failing: list[str], passing: list[str]) -> None:
    """Assert that the given strings, by context, fail or pass in each command."""
    _, stats = run("stats", "demo", "app", "--no-cache", "--no-history", "--with-source", "LANGUAGE")
    assert stats["results"][0]["failing"] == len(failing)
    _, units = run("units", "demo", "app", "--check", check.id, "--with-source", "--format", "json", "LANGUAGE")
    assert [
        unit["context"] for unit in units["results"] if unit["checks"] == [{"id": check.id, "message": "replaced"}]
    ] == failing
    language = stats["results"][0]["code"]
    for context in (*failing, *passing):
        _, explained = run("explain", "demo", "app", language, context, "--format", "json")
        (outcome,) = (each["outcome"] for each in explained["checks"] if each["id"] == check.id)
        assert outcome == ("failed" if context in failing else "passed")
    if check.checks_source:
        return  # the gate covers translations only
    status, _ = run("gate", "demo", "app", "--max-check", f"{check.id}=0", "--no-cache")
    assert status == bool(failing)


@pytest.mark.slow
@pytest.mark.parametrize("check", SINGLE_CHECKS, ids=lambda check: check.id)
def test_every_command_reports_what_a_check_reports(
    check: Check, run_here: RunHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    units = list_units(check, passing=True)
    run = run_here(check, units)
    replace_rule(monkeypatch, check, "replaced")
    assert_failing(run, check, [unit.context for unit in units], [])


@pytest.mark.slow
@pytest.mark.parametrize("check", SINGLE_CHECKS, ids=lambda check: check.id)
def test_no_command_reports_what_a_check_does_not_report(
    check: Check, run_here: RunHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    units = list_units(check, passing=False)
    run = run_here(check, units)
    replace_rule(monkeypatch, check, None)
    assert_failing(run, check, [], [unit.context for unit in units])


@pytest.mark.slow
@pytest.mark.parametrize(
    "check", [check for check in SINGLE_CHECKS if check.needs and check.kind == "pair"], ids=lambda check: check.id
)
def test_a_check_without_conditions_runs_on_every_string(
    check: Check, run_here: RunHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [("One", "Eins"), ("Two, too.", "Zwei."), ("a", "a")]
    units = [Unit(f"string {number}", *text, State.TRANSLATED) for number, text in enumerate(texts)]
    run = run_here(check, units)
    function = check.definition
    without_needs = wraps(function)(lambda *_: "replaced")
    del vars(without_needs)["needs"]
    monkeypatch.setattr(f"{function.__module__}.{function.__name__}", without_needs)
    assert_failing(run, check, [unit.context for unit in units], [])


@pytest.mark.slow
def test_no_command_reports_reused_translations_if_the_check_does_not(
    run_here: RunHere, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = CHECKS_BY_ID["reused"]
    units = list_units(check, passing=False)
    run = run_here(check, units)
    assert run("stats", "demo", "app", "--no-cache", "--no-history")[1]["results"][0]["failing"] == len(units)
    monkeypatch.setattr("transtats_cli.checks.batch.reused", wraps(check.definition)(lambda _: iter(())))
    assert_failing(run, check, [], [unit.context for unit in units])


@pytest.mark.slow
@pytest.mark.parametrize("message", [pytest.param("replaced", id="always"), pytest.param(None, id="never")])
def test_sources_with_failing_translations_are_reported_as_the_check_says(
    run_here: RunHere, monkeypatch: pytest.MonkeyPatch, message: str | None
) -> None:
    check = CHECKS_BY_ID["multiple_failures"]
    units = [Unit("string 0", "All is well", "Alles ist gut", State.TRANSLATED)]
    run = run_here(check, units)
    monkeypatch.setattr("transtats_cli.checks.batch.multiple_failures", wraps(check.definition)(lambda *_: message))
    contexts = [unit.context for unit in units]
    assert_failing(run, check, *((contexts, []) if message else ([], contexts)))
