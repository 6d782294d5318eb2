"""Files with the line ends of Windows give the same results as files with those of Unix."""

import re
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

PO = """\
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. A comment.
#: app.c:1
#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d Dateien"

#, fuzzy
#| msgid "Opened"
msgid "Open"
msgstr "Offen"

msgid ""
"First line\\n"
"second line"
msgstr ""
"Erste Zeile\\n"
"zweite Zeile."

msgid "Not translated"
msgstr ""

#~ msgid "Obsolete"
#~ msgstr "Veraltet"
"""
XLIFF = """\
<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="a" source-language="en" target-language="fr" datatype="plaintext">
    <body>
      <trans-unit id="1"><source>Two
lines</source><target>Deux
lignes</target></trans-unit>
      <trans-unit id="2"><source>One</source></trans-unit>
    </body>
  </file>
</xliff>
"""
TREE = {
    "shop/po/de.po": PO,
    "shop/po/cs.po": PO.replace("Dateien", ""),
    "shop/po/LINGUAS": "# shipped\nde\ncs\n",
    "shop/web/messages.fr.xlf": XLIFF,
    "shop/.gitignore": "build/\n",
    "shop/build/de.po": PO,
    "wiki/crowdin.yml": "files:\n  - source: /texts/app.pot\n    translation: /texts/%locale_with_underscore%/app.po\n",
    "wiki/texts/app.pot": PO,
    "wiki/texts/pt_BR/app.po": PO,
    "forum/.tx/config": "[main]\nhost = https://example.org\n\n[o:a:p:b:r:app]\nfile_filter = t/<lang>.po\ntype = PO\n",
    "forum/t/de.po": PO,
    "docs/component.json": '{\n  "filemask": "*/x.po",\n  "name": "Docs"\n}\n',
    "docs/sv/x.po": PO,
    "transtats.toml": """\
review = false

[gate]
fail_under = 40     # percent
require = [
    "de",
]

[project.shop]
name = "Our shop"
""",
}
COMMANDS = [
    pytest.param(["components", "--format", "json"], id="components"),
    pytest.param(["stats", "--all", "--format", "ndjson", "--no-history"], id="statistics"),
    pytest.param(["gate", "--all", "--format", "json"], id="gate with lines of the settings"),
    pytest.param(["units", "shop", "po", "--failing", "--format", "json"], id="failing strings with their lines"),
]


@pytest.fixture
def roots(tree: WriteTree, tmp_path: Path) -> tuple[Path, Path]:
    tree({f"unix/site/{name}": text for name, text in TREE.items()})
    tree({f"windows/site/{name}": text.replace("\n", "\r\n") for name, text in TREE.items()})
    return tmp_path / "unix" / "site", tmp_path / "windows" / "site"


@pytest.mark.parametrize("argv", COMMANDS)
def test_a_command_prints_the_same_for_both_line_ends(argv: list[str], roots: tuple[Path, Path], run: Run) -> None:
    unix, windows = (run(*argv, cwd=root) for root in roots)
    assert unix.status in (0, 1), unix.stderr
    assert unix.stdout.strip()
    # Dates of files differ.
    assert (windows.status, remove_dates(windows.stdout)) == (unix.status, remove_dates(unix.stdout))


def remove_dates(text: str) -> str:
    return re.sub(r'"last_change": ?"[^"]*"', "", text)


def test_a_baseline_with_the_line_ends_of_windows_is_read(roots: tuple[Path, Path], run: Run) -> None:
    root, _ = roots
    argv = ("gate", "shop", "po", "--baseline", "baseline.txt")
    assert run(*argv, "--update-baseline", cwd=root).status == 0
    content = (root / "baseline.txt").read_bytes()
    assert b"\r" not in content
    (root / "baseline.txt").write_bytes(content.replace(b"\n", b"\r\n"))
    before = run(*argv, cwd=root)
    assert before.status == 0, before.stderr
    (root / "shop/po/de.po").write_text(PO.replace('"Erste Zeile\\n"\n"zweite Zeile."', '""'), newline="\n")
    assert run(*argv, cwd=root).status == 1


def test_output_files_have_the_line_ends_of_unix(roots: tuple[Path, Path], run: Run) -> None:
    _, root = roots
    for name in ("table", "ndjson", "markdown"):
        assert run("stats", "shop", "po", "--format", f"{name}:out", cwd=root).status == 0
        assert b"\r" not in (root / "out").read_bytes()
