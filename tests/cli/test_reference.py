"""`--reference`, and `reader = "reference"`: polib and translate-toolkit read the files; the output stays the same."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

PO = (
    'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=n != 1;\\n"\n\n'
    '#: a.rst:1\nmsgid "Stop."\nmsgstr "%s"\n\n#, fuzzy\nmsgid "b"\nmsgstr "c"\n\n'
    'msgid "day"\nmsgid_plural "days"\nmsgstr[0] "d"\nmsgstr[1] ""\n\n#~ msgid "x"\n#~ msgstr "y"\n'
)
UNIT = '<trans-unit id="{0}"><source>{1}</source><target state="{2}">{1}</target></trans-unit>'
XLIFF = '<xliff version="1.2"><file original="a" target-language="{0}"><body>{1}</body></file></xliff>'
REFUSAL = "read with the toolkit"
REFUSING_TOOLKIT = f'from transtats_cli.errors import UnreadableFile\n\nraise UnreadableFile("{REFUSAL}")\n'
COMMANDS = [
    pytest.param(["stats", "--no-history"], id="stats"),
    pytest.param(["stats", "--no-checks", "--with-source", "--no-history"], id="stats --no-checks"),
    pytest.param(["units"], id="units"),
    pytest.param(["gate", "--fail-under", "10"], id="gate"),
]


@pytest.fixture
def project(tree: WriteTree) -> Path:
    units = UNIT.format(1, 'a <g id="1">b</g>', "new") + UNIT.format(2, "c &amp; d", "final")
    return tree(
        {
            "demo/po/de.po": PO % "Halt.",
            "demo/po/fr.po": PO % "",
            "demo/xliff/messages.de.xlf": XLIFF.format("de", units),
            "demo/xliff/messages.fr.xlf": XLIFF.format("fr", UNIT.format(1, "e", "final")),
        }
    )


@pytest.mark.parametrize("component", ["po", "xliff"])
@pytest.mark.parametrize("argv", COMMANDS)
def test_the_reference_reader_gives_the_same_output(run: Run, project: Path, component: str, argv: list[str]) -> None:
    command, *options = argv
    expected = run(command, "demo", component, *options)
    assert expected.stdout or command == "gate"
    for _ in range(2):
        assert run(command, "demo", component, *options, "--reference") == expected


@pytest.fixture
def refusing_toolkit(tree: WriteTree) -> dict[str, str]:
    """Environment in which the import of translate-toolkit makes each file unreadable, with REFUSAL as the reason."""
    units = UNIT.format(1, "a", "new")
    root = tree({"translate/__init__.py": REFUSING_TOOLKIT, "demo/app/messages.de.xlf": XLIFF.format("de", units)})
    return {"PYTHONPATH": str(root)}


@pytest.mark.parametrize("argv", COMMANDS)
def test_cached_results_of_the_other_reader_are_not_used(
    run: Run, refusing_toolkit: dict[str, str], argv: list[str]
) -> None:
    command, *options = argv
    for _ in range(2):
        assert run(command, "demo", "app", *options, env=refusing_toolkit).status < 2
        refused = run(command, "demo", "app", *options, "--reference", env=refusing_toolkit)
        assert (refused.status, REFUSAL in refused.stderr) == (3, True)


def test_diff_uses_the_reference_reader_for_both_revisions(
    run: Run, tmp_path: Path, refusing_toolkit: dict[str, str]
) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    for argv in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *argv], check=True, capture_output=True)
    assert run("diff", "demo", "app", env=refusing_toolkit).status == 0
    refused = run("diff", "demo", "app", "--reference", env=refusing_toolkit)
    assert refused.status == 3
    path = "demo/app/messages.de.xlf"
    assert refused.stderr.startswith(f"{path}: {REFUSAL} (left out)")


def test_the_option_no_reference_overrides_the_setting(
    run: Run, tree: WriteTree, refusing_toolkit: dict[str, str]
) -> None:
    tree({"transtats.toml": 'reader = "reference"\n'})
    assert REFUSAL in run("stats", "demo", "app", env=refusing_toolkit).stderr
    assert REFUSAL in run("stats", "--all", env=refusing_toolkit).stderr
    assert run("stats", "demo", "app", "--no-reference", env=refusing_toolkit).status == 0
    tree({"transtats.toml": 'reader = "slow"\n'})
    assert "'slow' is neither 'fast' nor 'reference'" in run("stats", "demo", "app").stderr


@pytest.mark.slow
@pytest.mark.parametrize("library", ["polib", "translate"])
@pytest.mark.parametrize("options", [[], ["--no-checks"]], ids=" ".join)
def test_the_libraries_are_imported_only_for_the_reference_reader(
    project: Path, library: str, options: list[str]
) -> None:
    """On Linux, another process imports them: `guarded` starts it."""
    component = "po" if library == "polib" else "xliff"
    script = (
        "import sys\nfrom transtats_cli.cli import group\n"
        f"sys.argv = ['transtats', 'stats', 'demo', {component!r}, '--no-cache', *{options}, *sys.argv[1:]]\n"
        f"group.main()\nmodules = {{{library!r}, 'transtats_cli.formats.guarded'}}\n"
        "print(not modules.isdisjoint(sys.modules), file=sys.stderr)\n"
    )
    for argv, expected in (([], "False\n"), (["--reference"], "True\n")):
        done = subprocess.run(
            [sys.executable, "-c", script, *argv], cwd=project, capture_output=True, text=True, check=True
        )
        assert done.stderr == expected
