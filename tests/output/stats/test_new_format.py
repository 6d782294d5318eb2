"""A new format of `stats` is one entry of the table of formats. Each option that applies has an effect."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.output.stats import OUTPUTS

PROGRAM_WITH_TSV = """
from transtats_cli.output import stats
from transtats_cli.output.formats import Output, create_outputs

def render_tsv(reports, view):
    for number, report in enumerate(reports):
        owner = view.select_component_fields(report)
        for place, record in enumerate(view.select_page_records(report)):
            fields = {**owner, **view.select_fields(report, record)}
            yield "" if number or place else "\\t".join(fields) + "\\n"
            yield "\\t".join(map(str, fields.values())) + "\\n"

stats.OUTPUTS = create_outputs(*stats.OUTPUTS.values(), Output("tsv", render_tsv, ignored_options={"left"}))

from transtats_cli.cli import main
main()
"""
CATALOGUE = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "{}"\n'
EXTENDED_FORMATS = [
    name for name, output in OUTPUTS.items() if "extended" not in output.ignored_options and name != "tsv"
]
RunWithTsv = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run_with_tsv(tree: WriteTree) -> RunWithTsv:
    """Function that runs a program with the format `tsv`, in a directory with two components."""
    root: Path = tree(
        {
            "demo/transtats.toml": "".join(
                f'[project.demo.component.{name}]\nfilemask = "{name}/*.po"\n' for name in ("app", "site")
            ),
            **{f"demo/app/{code}.po": CATALOGUE.format(target) for code, target in (("cs", ""), ("de", "A"))},
            "demo/site/fr.po": CATALOGUE.format("A"),
        }
    )
    return lambda *arguments: subprocess.run(
        [sys.executable, "-c", PROGRAM_WITH_TSV, "stats", *arguments, "--no-cache", "--root", "demo"],
        cwd=root,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        pytest.param(["demo", "app", "--fields", "code,name"], "code\tname\ncs\tCzech\nde\tGerman\n", id="fields"),
        pytest.param(["demo", "app", "--fields", "code,missing"], "code\tmissing\ncs\t0\nde\t0\n", id="completeness"),
        pytest.param(["demo", "app", "--fields", "code", "--sort", "translated"], "code\nde\ncs\n", id="sort"),
        pytest.param(["demo", "app", "--fields", "code", "--below", "50"], "code\ncs\n", id="below"),
        pytest.param(["demo", "app", "--fields", "code", "--above", "50"], "code\nde\n", id="above"),
        pytest.param(["demo", "app", "--fields", "code", "--language", "de"], "code\nde\n", id="language"),
        pytest.param(["demo", "app", "--fields", "code", "--page-size", "1", "--page", "2"], "code\nde\n", id="page"),
        pytest.param(
            ["--all", "--fields", "component,code"], "component\tcode\napp\tcs\napp\tde\nsite\tfr\n", id="all"
        ),
        pytest.param(["demo", "--fields", "code"], "code\ncs\nfr\nde\n", id="project"),
    ],
)
def test_options_apply_to_a_new_format(arguments: list[str], expected: str, run_with_tsv: RunWithTsv) -> None:
    done = run_with_tsv(*arguments, "--format", "tsv")
    assert (done.stderr, done.stdout, done.returncode) == ("", expected, 0)


@pytest.mark.parametrize(
    ("options", "first", "last", "number"),
    [
        pytest.param([], "total", "translate_url", 25, id="usual keys"),
        pytest.param(["--extended"], "total", "translate_url", 37, id="extended"),
        pytest.param(["--completeness"], "total", "complete_percent", 30, id="completeness"),
    ],
)
def test_options_add_keys_to_a_new_format(
    options: list[str], first: str, last: str, number: int, run_with_tsv: RunWithTsv
) -> None:
    titles = run_with_tsv("demo", "app", *options, "--format", "tsv").stdout.splitlines()[0].split("\t")
    assert (titles[0], titles[-1], len(titles)) == (first, last, number)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param(
            ["--left", "--format", "tsv"],
            "--left has no effect on the format tsv; use table or markdown.",
            id="option without effect on the new format",
        ),
        pytest.param(
            ["--extended", "--format", "table"],
            f"--extended has no effect on the format table; use {', '.join(EXTENDED_FORMATS)} or tsv.",
            id="option with an effect on the new format",
        ),
        pytest.param(["--format", "tvs"], "did you mean 'tsv'?", id="near miss"),
    ],
)
def test_messages_name_a_new_format(options: list[str], message: str, run_with_tsv: RunWithTsv) -> None:
    done = run_with_tsv("demo", "app", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_the_help_names_a_new_format(run_with_tsv: RunWithTsv) -> None:
    formats = ", ".join(dict.fromkeys([*OUTPUTS, "tsv"]))
    assert f"{formats}." in " ".join(run_with_tsv("--help").stdout.split())
