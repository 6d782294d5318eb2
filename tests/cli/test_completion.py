"""`transtats completion`, and the completions that a shell requests from the command."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run, Shell, WriteTree
from transtats_cli.output.stats import OUTPUTS

PO = 'msgid ""\nmsgstr ""\n'
SHELLS = ("bash", "zsh", "fish")
REVISIONS = ("HEAD", "feature/x", "main", "v1.0", "v1.1")


@pytest.fixture
def root(tree: WriteTree) -> Path:
    return tree({"shop/app/de.po": PO, "shop/app/pt_BR.po": PO, "shop/api/fr.po": PO, "zoo/animals/nl.po": PO})


@pytest.fixture
def completions(run: Run) -> Callable[[str], list[str]]:
    """Function that returns the completions of the last word of a line, requested as bash does."""

    def completions(line: str, **environment: str) -> list[str]:
        variables = {"_TRANSTATS_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
        done = run(env={**variables, **environment})
        assert (done.status, done.stderr) == (0, "")
        return [each.removeprefix("plain,") for each in done.stdout.splitlines() if each]

    return completions


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("transtats comp", ["components", "completion"], id="commands"),
        pytest.param("transtats stats --with", ["--with-source"], id="options"),
        pytest.param("transtats stats ", ["shop", "zoo"], id="projects"),
        pytest.param("transtats stats s", ["shop"], id="projects with a prefix"),
        pytest.param("transtats stats shop ", ["api", "app"], id="components of the project"),
        pytest.param("transtats stats zoo a", ["animals"], id="components with a prefix"),
        pytest.param("transtats stats --root zoo . a", ["animals"], id="components of this project"),
        pytest.param("transtats stats nowhere ", [], id="components of an unknown project"),
        pytest.param("transtats stats shop app --language ", ["de", "pt_BR"], id="languages of the component"),
        pytest.param("transtats stats --all --language ", ["de", "fr", "nl", "pt_BR"], id="languages of all"),
        pytest.param("transtats stats --root zoo ", ["zoo"], id="projects of another root"),
        pytest.param("transtats stats --root nowhere ", [], id="no error for a missing root"),
        pytest.param("transtats completion ", list(SHELLS), id="shells"),
        pytest.param("transtats stats shop/", ["shop/api", "shop/app"], id="components in one word"),
        pytest.param("transtats stats shop/ap", ["shop/api", "shop/app"], id="components in one word with a prefix"),
        pytest.param("transtats stats shop/app ", [], id="nothing after a component in one word"),
        pytest.param(
            "transtats stats shop/app --language ", ["de", "pt_BR"], id="languages of a component in one word"
        ),
        pytest.param("transtats stats --format ", sorted(OUTPUTS), id="formats"),
        pytest.param("transtats gate shop app --format j", ["json", "junit"], id="formats of another command"),
        pytest.param("transtats stats --file-format xl", ["xliff", "xliff2", "xlsx"], id="file formats"),
        pytest.param("transtats stats --all ", [], id="nothing after --all"),
        pytest.param("transtats units ./sh", ["file,./sh"], id="a path"),
        pytest.param("transtats diff shop app ", [], id="no revisions without a repository"),
        pytest.param("transtats help his", ["history"], id="commands of help"),
    ],
)
def test_the_last_word_of_a_line_is_completed(
    line: str, expected: list[str], completions: Callable[[str], list[str]], root: Path
) -> None:
    assert completions(line) == expected


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("transtats diff shop app ", list(REVISIONS), id="first revision"),
        pytest.param("transtats diff shop app main v", ["v1.0", "v1.1"], id="second revision"),
        pytest.param("transtats diff shop/app v", ["v1.0", "v1.1"], id="revision after one word"),
        pytest.param("transtats history shop app f", ["feature/x"], id="newest commit of a history"),
        pytest.param("transtats history shop app v1.0..", [f"v1.0..{name}" for name in REVISIONS], id="range"),
        pytest.param("transtats diff shop app v1.0...m", ["v1.0...main"], id="range from the merge base"),
        pytest.param("transtats diff --all m", ["main"], id="revision after --all"),
        pytest.param("transtats diff --all main v", ["v1.0", "v1.1"], id="second revision after --all"),
        pytest.param("transtats gate --all --base m", ["main"], id="base of a gate"),
        pytest.param("transtats diff m", ["main"], id="revision in place of a name"),
        pytest.param("transtats diff --root zoo m", ["main"], id="revision without names"),
        pytest.param("transtats diff --root zoo main v", ["v1.0", "v1.1"], id="second revision without names"),
        pytest.param(
            "transtats history --root zoo main..", [f"main..{n}" for n in REVISIONS], id="range without names"
        ),
        pytest.param("transtats diff zoo v", ["v1.0", "v1.1"], id="revision after a project with one component"),
        pytest.param("transtats diff main v", ["v1.0", "v1.1"], id="second revision of several components"),
        pytest.param("transtats diff --root zoo . v", ["v1.0", "v1.1"], id="revision after this project"),
        pytest.param("transtats diff . v", ["v1.0", "v1.1"], id="revision after this project with several components"),
        pytest.param("transtats diff 'sh*' v", ["v1.0", "v1.1"], id="revision after a pattern"),
        pytest.param("transtats diff zoo/ v", ["v1.0", "v1.1"], id="revision after a folder"),
        pytest.param("transtats stats shop/app v", [], id="a command without revisions"),
        pytest.param("transtats stats --root zoo v", [], id="a command without revisions, one component"),
    ],
)
def test_a_revision_is_completed_with_branches_and_tags(
    line: str, expected: list[str], completions: Callable[[str], list[str]], root: Path, shell: Shell
) -> None:
    commit = "git init -q -b main && git add . && git commit -q -m one && git branch feature/x"
    assert shell(f"{commit} && git tag v1.0 && git tag v1.1", root).status == 0
    assert completions(line) == expected


@pytest.mark.skipif(shutil.which("fish") is None, reason="needs fish")
def test_fish_shows_the_whole_description_if_it_contains_commas(shell: Shell, tmp_path: Path) -> None:
    script = "transtats completion fish | source; complete -C 'transtats stats --with'; complete -C 'transtats serv'"
    done = shell(f"fish --no-config -c {shlex.quote(script)}")
    assert done.stdout.splitlines() == [
        "--with-source\tPrint the record of the source language first, as a server does.",
        "serve\tServe the statistics over HTTP, read-only.",
    ]


def test_the_script_for_fish_divides_a_line_at_its_first_comma_only(run: Run) -> None:
    assert 'string split --max 1 "," $completion' in run("completion", "fish").stdout


def test_wrong_settings_yield_no_completions_and_no_message(completions: Callable[..., list[str]], root: Path) -> None:
    (root / "transtats.toml").write_text("nonsense\n")
    assert completions("transtats stats ") == []


def test_the_root_in_the_environment_is_used(completions: Callable[..., list[str]], root: Path) -> None:
    assert completions("transtats stats ", TRANSTATS_ROOT="zoo") == ["zoo"]


def test_a_file_is_completed_by_the_shell(run: Run, root: Path) -> None:
    line = "transtats stats --output re"
    done = run(env={"_TRANSTATS_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": "3"})
    assert (done.status, done.stdout, done.stderr) == (0, "file,re\n", "")


@pytest.mark.parametrize(
    "variables",
    [
        pytest.param({"_TRANSTATS_COMPLETE": "bash_complete"}, id="no words"),
        pytest.param({"_TRANSTATS_COMPLETE": "zsh_complete", "COMP_WORDS": "", "COMP_CWORD": "x"}, id="no number"),
        pytest.param({"_TRANSTATS_COMPLETE": "tcsh_complete"}, id="no such shell"),
    ],
)
def test_an_incomplete_request_of_a_shell_prints_nothing(variables: dict[str, str], run: Run, root: Path) -> None:
    assert run(env=variables) == (0, "", "")


def test_bash_completes_with_the_script(run: Run, root: Path, tmp_path: Path) -> None:
    command = tmp_path / "bin" / "transtats"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m transtats_cli "$@"\n')
    command.chmod(0o755)
    script = (
        'eval "$(transtats completion bash)"; complete -p transtats; COMP_WORDS=(transtats stats shop ap) COMP_CWORD=3;'
        ' _transtats_completion transtats; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    path = f"{command.parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=root, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=True
    )
    *registered, first, second = done.stdout.splitlines()
    assert "-F _transtats_completion transtats" in registered[0]
    assert (first, second, done.stderr) == ("api", "app", "")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_has_the_syntax_of_its_shell(shell: str, run: Run, tmp_path: Path) -> None:
    done = run("completion", shell)
    assert (done.status, done.stderr) == (0, "")
    assert f"_TRANSTATS_COMPLETE={shell}_complete" in done.stdout
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell} to read the script")
    script = tmp_path / "script"
    script.write_text(done.stdout)
    subprocess.run([shell, "-n", str(script)], check=True)


def test_an_unsupported_shell_is_an_error(run: Run) -> None:
    done = run("completion", "tcsh")
    assert (done.status, done.stdout) == (2, "")
    assert "'bash', 'zsh', 'fish'" in done.stderr
