"""Pages of the documentation: their limits, settings, examples and links are correct."""

import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import click
import pytest

from tests.fixture_types import WriteTree
from transtats_cli import settings
from transtats_cli.checks import CHECKS
from transtats_cli.cli.exit_codes import INTERRUPTED, NOT_DONE, OUR_BUG, OUTPUT_CLOSED, PARTLY_DONE
from transtats_cli.cli.group import COMMANDS, cli
from transtats_cli.flags import READ_ONLY
from transtats_cli.output.stats import OUTPUTS
from transtats_cli.settings.keys import FORMAT_NAMES

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
USER_PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md")), ROOT / "SECURITY.md"]
PAGES = [*USER_PAGES, *(ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md", "deploy/README.md"))]
HOSTS = {"127.0.0.1", "pre-commit.com", "example.org"}
"""Hosts that pages may name: this machine, documented public projects, and names that are reserved for examples."""

LIMIT = re.compile(r"^\| .+ \| ([0-9,.]+) \| `([\w.]+)\.(\w+)` \|$", re.MULTILINE)
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(?:#([\w-]+))?\)")
HOST = re.compile(r"https?://([\w.-]+)")
CODE = re.compile(r"`[^`\n]+`")
COMMENT = re.compile(r"<!--.*?-->")

every_user_page = pytest.mark.parametrize("page", USER_PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())


def read_page(page: str) -> str:
    return (DOCS / page).read_text(encoding="utf-8")


def find_blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def read_first_column(page: str, heading: str) -> list[str]:
    """Return the first column of the first table below a heading."""
    section = read_page(page).split(f"# {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("|")]
    return [row[0] for row in rows[2:]]


def find_limits() -> list[tuple[str, str, str]]:
    return LIMIT.findall(read_page("guides/pull-requests.md"))


def test_the_table_of_limits_has_more_than_ten_rows() -> None:
    assert len(find_limits()) > 10


@pytest.mark.parametrize(("value", "module", "name"), find_limits(), ids=lambda part: part)
def test_a_limit_in_the_table_is_the_value_of_its_constant(value: str, module: str, name: str) -> None:
    assert getattr(import_module(f"transtats_cli.{module}"), name) == float(value.replace(",", ""))


def test_the_checks_in_the_table_of_limits_exist() -> None:
    rows = re.findall(r"^\| characters of a string for (`.+) \| [0-9,]+ \|", read_page("guides/pull-requests.md"), re.M)
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    assert "same" in named
    assert named <= {check.id for check in CHECKS}


@every_page
def test_links_lead_to_existing_files_and_headings(page: Path) -> None:
    for target, anchor in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        linked = page.parent / target if target else page
        assert linked.is_file(), target
        titles = re.findall(r"^#+ (.+)$", linked.read_text(encoding="utf-8"), re.MULTILINE) if anchor else []
        assert not anchor or anchor in {title.lower().replace(" ", "-") for title in titles}


@every_page
def test_python_files_on_a_page_exist(page: Path) -> None:
    named = set(re.findall(r"`((?:\w+/)+\w+\.py)`", page.read_text(encoding="utf-8")))
    folders = ("transtats_cli", "tests", "benchmarks", "docs")
    files = [path.as_posix() for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert [name for name in sorted(named) if not any(path.endswith(f"/{name}") for path in files)] == []


@every_page
def test_folders_and_files_of_tests_on_a_page_exist(page: Path) -> None:
    named = re.findall(r"(?<!/)\btests/[\w/.*]+", page.read_text(encoding="utf-8"))
    assert [name for name in named if not any(ROOT.glob(name.rstrip("./")))] == []


@every_page
def test_addresses_have_allowed_hosts_only(page: Path) -> None:
    hosts = HOST.findall(page.read_text(encoding="utf-8"))
    assert {host for host in hosts if host not in HOSTS and not host.endswith(".example.org")} == set()


@every_user_page
def test_all_code_blocks_have_an_allowed_language(page: Path) -> None:
    """A block of another language would not be tested. `text` is for blocks that cannot be run."""
    languages = set(re.findall(r"^(?:```|:::)([^\s`]+)", page.read_text(encoding="utf-8"), re.MULTILINE))
    assert languages <= {"console", "text", "toml", "python", "yaml", "sh", "{toctree}", "{eval-rst}"}


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = {f"{line}.md" for line in read_page("index.md").splitlines() if (DOCS / f"{line}.md").is_file()}
    assert listed | {"index.md"} == {page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md")}


@every_user_page
def test_all_options_on_a_page_exist(page: Path) -> None:
    context = click.Context(cli)
    commands = [command for name in COMMANDS if (command := cli.get_command(context, name))]
    commands += [each for group in commands if isinstance(group, click.Group) for each in group.commands.values()]
    options = {
        name for each in commands for parameter in each.params for name in (*parameter.opts, *parameter.secondary_opts)
    }
    # The options of the group, and those of pip, pytest, msgfmt, dask and benchmarks.
    options |= set("--help --version --quiet --editable --statistics --dist --nthreads --fleet".split())
    text = COMMENT.sub("", page.read_text(encoding="utf-8")).replace("msgfmt --check", "")
    assert set(re.findall(r"(?<![\w<-])--[a-z][a-z-]+", text)) - options == set()


@pytest.mark.parametrize("page", [page for page in PAGES if find_blocks(page, "toml")], ids=lambda page: page.name)
def test_settings_are_valid_and_define_components(page: Path, tree: WriteTree) -> None:
    for example in find_blocks(page, "toml"):
        loaded = settings.load_settings(str(tree({"transtats.toml": example})))
        assert loaded.components()


def test_the_python_examples_print_the_numbers_of_the_components(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    printed = []
    for example in find_blocks(DOCS / "reference/python-api.md", "python"):
        exec(compile(example, "python-api.md", "exec"), {})  # noqa: S102  text of our own page
        printed.append(capsys.readouterr().out.splitlines())
    assert printed == [
        ["django/django 50.0", "django/djangojs 66.6"],
        ["81.4 % translated", "Czech: 55.5 %"],
        [
            "Czech: 4 of 6 strings, 10 words left",
            "German: 6 of 6 strings, 0 words left",
            "French: 4 of 6 strings, 19 words left",
            "Japanese: 3 of 3 strings, 0 words left",
        ],
    ]


def test_the_page_of_formats_lists_every_output_and_every_file_format() -> None:
    page = "reference/formats.md"
    assert [cell.strip("`") for cell in read_first_column(page, "Output formats")] == list(OUTPUTS)
    cells = {cell for cell in read_first_column(page, "File formats") if cell.startswith("`")}
    assert {cell.strip("`") for cell in cells} == set(FORMAT_NAMES)


def test_the_page_of_counting_lists_every_flag_that_makes_strings_read_only() -> None:
    (row,) = [line for line in read_page("explanation/counting.md").splitlines() if line.startswith("| `readonly` |")]
    po, xliff_1, xliff_2 = (set(re.findall("`([^`]+)`", cell)) for cell in row.split("|")[2:5])
    advice = f"the row `readonly` of docs/explanation/counting.md names {', '.join(sorted(READ_ONLY))} in the cell of"
    assert po == READ_ONLY, f"{advice} PO"
    assert xliff_1 == READ_ONLY | {'translate="no"', "weblate-flags"}, f"{advice} XLIFF 1.x"
    assert xliff_2 == {'translate="no"'}, "XLIFF 2.x has no flags"


LIST_CALLED_MODULES = """
import sys

called = {}

def trace(frame, event, argument):
    path = frame.f_code.co_filename.replace("\\\\", "/").rpartition("/transtats_cli/")
    # Bodies of modules and classes are no calls of functions.
    if event == "call" and path[1] and frame.f_code.co_flags & 1 and not frame.f_code.co_name.startswith("<"):
        called.setdefault(path[2])

sys.argv = ["transtats", "stats", "gettext", "hello", "--root", "examples", "--no-cache"]
from transtats_cli.cli import group

sys.setprofile(trace)
group.main()
sys.setprofile(None)
print(*called, file=sys.stderr)
"""


def test_a_command_calls_the_modules_on_its_path_in_the_order_of_the_page() -> None:
    section = read_page("explanation/architecture.md").partition("## The path of a command")[2].partition("\n## ")[0]
    named = re.findall(r"(?m)^\d+\. `([\w/]+\.py)`", section)
    command = [sys.executable, "-c", LIST_CALLED_MODULES]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert 8 <= len(named) <= 12
    assert [module for module in done.stderr.split() if module in named] == named


def test_the_modules_and_tests_of_the_architecture_exist() -> None:
    page = read_page("explanation/architecture.md")
    prefixes = ("", "transtats_cli/", "transtats_cli/formats/", "transtats_cli/scanning/", "tests/formats/po/")
    paths = set(re.findall(r"`([\w/]+\.py|tests/[\w/]+)`", page))
    assert len(paths) > 20
    assert [path for path in paths if not any((ROOT / prefix / path).exists() for prefix in prefixes)] == []


def test_the_page_of_exit_codes_lists_all_exit_codes_of_the_program() -> None:
    listed = {
        status for cell in read_first_column("reference/exit-codes.md", "Exit codes") for status in cell.split(", ")
    }
    special_codes = {NOT_DONE, PARTLY_DONE, OUR_BUG, INTERRUPTED, OUTPUT_CLOSED}
    assert listed == {"0", "1"} | {str(status) for status in special_codes}


def test_the_tree_of_the_architecture_contains_every_part() -> None:
    tree = find_blocks(DOCS / "explanation/architecture.md", "text")[1]
    named = re.findall(r"[\w.]+(?:\.py|/)", tree)
    assert all((ROOT / "transtats_cli" / name).exists() for name in named[1:])
    folders = {f"{path.parent.name}/" for path in (ROOT / "transtats_cli").glob("*/__init__.py")}
    assert folders <= set(named)
