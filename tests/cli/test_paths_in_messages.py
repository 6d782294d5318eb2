"""Each path in a message leads to its file from the directory in which the command runs."""

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
GOOD = HEADER + 'msgid "One"\nmsgstr "x"\n'
EMPTY = HEADER + 'msgid "One"\nmsgstr ""\n'
BAD = HEADER + 'msgid "never closed\n'
CONTROL = HEADER + 'msgid "One"\nmsgstr "\x08"\n'
TX = "[main]\nhost = x\n\n[demo.app]\nfile_filter = po/<lang>.po\nsource_lang = en\ntype = PO\n"
PATH = re.compile(r"[^\s'\",;()]*(?:\.(?:po|pot|toml|json|yml|config)|LINGUAS|\.tx/config|\.weblate)\b")


class Case(NamedTuple):
    """A tree, a command, and the files that its messages name."""

    files: Mapping[str, str]
    argv: list[str]
    named: list[str]


COMPONENT = {"demo/app/de.po": GOOD, "demo/app/fr.po": GOOD}
STATS = ["stats", "demo", "app"]
CASES = [
    *(
        pytest.param(Case({**COMPONENT, "demo/app/de.po": BAD}, argv, ["demo/app/de.po"]), id=f"unreadable, {argv[0]}")
        for argv in (STATS, ["stats", "--all"], ["units", "demo", "app"], ["gate", "demo", "app", "--fail-under", "1"])
    ),
    *(
        pytest.param(
            Case({**COMPONENT, "demo/app/de.po": BAD}, [*argv, "--no-checks"], ["demo/app/de.po"]),
            id=f"of a revision, {argv[0]}",
        )
        for argv in (["diff", "demo", "app"], ["history", "demo", "app"])
    ),
    pytest.param(
        Case({**COMPONENT, "demo/app/de.po": BAD}, ["gate", "demo", "app", "--base", "HEAD"], ["demo/app/de.po"]),
        id="of a base, gate",
    ),
    pytest.param(Case({**COMPONENT, "demo/app/de.po": BAD}, ["components"], ["demo/app/de.po"]), id="components"),
    *(
        pytest.param(
            Case({**COMPONENT, "demo/app/de.po": CONTROL}, argv, ["demo/app/de.po"]), id=f"a warning, {' '.join(argv)}"
        )
        for argv in (
            STATS,
            [*STATS, "--no-checks"],
            ["units", "demo", "app"],
            ["gate", "demo", "app", "--fail-under", "1"],
            ["diff", "demo", "app"],
        )
    ),
    *(
        pytest.param(
            Case({"demo/app/cs.po": GOOD, "demo/app/cs_CZ.po": EMPTY}, argv, ["demo/app/cs.po", "demo/app/cs_CZ.po"]),
            id=f"two files, {argv[0]}",
        )
        for argv in (STATS, ["units", "demo", "app"], ["diff", "demo", "app", "-v"], ["components", "--no-strings"])
    ),
    pytest.param(
        Case({"demo/app/po/LINGUAS": "fr\n", "demo/app/po/de.po": GOOD}, [*STATS, "-v"], ["demo/app/po/LINGUAS"]),
        id="a list of languages",
    ),
    pytest.param(Case({**COMPONENT, "demo/app/en.po": GOOD}, [*STATS, "-v"], ["demo/app/en.po"]), id="the source"),
    pytest.param(
        Case({"web/.tx/config": TX, "web/po/de.po": BAD, "web/po/fr.po": GOOD}, STATS, ["web/po/de.po"]),
        id="below the folder of .tx/config",
    ),
    pytest.param(
        Case(
            {
                "transtats.toml": '[project.demo.component.app]\npath = "sub"\nfilemask = "po/*.po"\n',
                "sub/po/de.po": BAD,
            },
            STATS,
            ["sub/po/de.po"],
        ),
        id="below the path of the settings",
    ),
    pytest.param(
        Case(
            {
                "transtats.toml": '[project.demo.component.app]\npath = "sub"\nfilemask = "*.po"\n'
                'new_base = "no.pot"\n',
                "sub/de.po": GOOD,
            },
            [*STATS, "-v"],
            ["transtats.toml", "sub/no.pot"],
        ),
        id="a missing template for new translations",
    ),
    pytest.param(
        Case(
            {
                "transtats.toml": '[project.demo.component.app]\npath = "sub"\nfilemask = "*.po"\n'
                'file_format = "po-mono"\ntemplate = "no.po"\n',
                "sub/de.po": GOOD,
            },
            STATS,
            ["transtats.toml", "sub/no.po"],
        ),
        id="a missing template",
    ),
    pytest.param(Case({**COMPONENT, "transtats.toml": "reviw = 1\n"}, STATS, ["transtats.toml"]), id="transtats.toml"),
    pytest.param(
        Case({**COMPONENT, "pyproject.toml": "[tool.transtats]\nreviw = 1\n"}, STATS, ["pyproject.toml"]),
        id="pyproject.toml",
    ),
    pytest.param(
        Case({**COMPONENT, "demo/app/component.json": '{"filemask": "x"}'}, STATS, ["demo/app/component.json"]),
        id="component.json",
    ),
    pytest.param(
        Case({"web/po/de.po": GOOD, "web/.tx/config": "file_filter"}, ["stats", "--all"], ["web/.tx/config"]),
        id=".tx/config",
    ),
    pytest.param(
        Case({"web/po/de.po": GOOD, "web/crowdin.yml": "files: [\n"}, ["stats", "--all"], ["web/crowdin.yml"]),
        id="crowdin.yml",
    ),
    pytest.param(
        Case({"web/po/de.po": GOOD, "web/l10n.toml": "basepath = [\n"}, ["stats", "--all"], ["web/l10n.toml"]),
        id="l10n.toml",
    ),
    pytest.param(Case({**COMPONENT, ".weblate": "[weblate]\nurl = x\n"}, STATS, [".weblate"]), id=".weblate"),
]


@pytest.mark.parametrize("case", CASES)
def test_a_path_in_a_message_leads_to_its_file_from_any_directory(
    run: Run, tree: WriteTree, tmp_path: Path, case: Case
) -> None:
    root = tree({f"repository/{path}": content for path, content in case.files.items()}) / "repository"
    (root / "demo").mkdir(exist_ok=True)
    (tmp_path / "elsewhere/deep").mkdir(parents=True)
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"]
    for argv in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "first"]):
        subprocess.run([*git, *argv], check=True, capture_output=True)
    for place, options in (
        (root, []),
        (root / "demo", ["--root", ".."]),
        (tmp_path / "elsewhere/deep", ["--root", root]),
    ):
        done = run(*case.argv, *options, cwd=place)
        paths = [path.removeprefix("HEAD:").removeprefix("at ") for path in PATH.findall(done.stderr)]
        found = {os.path.relpath(os.path.join(place, path), root) for path in paths}
        named = found - {"sub/no.po", "sub/no.pot"}
        assert {*case.named} <= found, (place, done.stderr)
        assert [name for name in named if not (root / name).exists()] == [], (place, done.stderr)
