"""`transtats readme`: the written table, files that are not changed, and errors."""

import os
from pathlib import Path

import pytest

from tests.fixture_types import Golden, Run, WriteTree

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
BLOCK = "# Shop\n\n<!-- transtats {} -->\n<!-- /transtats -->\n\nThe end"


def format_po(*targets: str) -> str:
    return "\n".join([HEAD, *(f'msgid "{place}"\nmsgstr "{each}"\n' for place, each in enumerate(targets))])


@pytest.fixture
def root(tree: WriteTree) -> Path:
    return tree(
        {
            "shop/app/po/de.po": format_po("a", "b"),
            "shop/app/po/cs.po": format_po("a", ""),
            "shop/site/po/de.po": format_po("", ""),
            "README.md": BLOCK.format("shop app"),
        }
    )


def read_table(text: str) -> str:
    return text.partition("-->\n\n")[2].partition("\n<!--")[0]


def test_the_table_is_written_between_the_markers(run: Run, root: Path, golden: Golden) -> None:
    done = run("readme", "README.md")
    assert (done.status, done.stdout, done.stderr) == (0, "", "")
    golden("readme/README.md", (root / "README.md").read_text())


@pytest.mark.parametrize(
    ("marker", "argv", "stats"),
    [
        pytest.param("shop app", (), ("shop", "app"), id="names in the marker"),
        pytest.param("", ("shop", "app"), ("shop", "app"), id="names on the command line"),
        pytest.param("shop app", ("shop", "site"), ("shop", "site"), id="other names on the command line"),
        pytest.param("shop", (), ("shop",), id="project"),
        pytest.param("", (), ("--totals",), id="all"),
        pytest.param("shop app --totals", (), ("shop", "app", "--totals"), id="totals"),
        pytest.param("'shop/*'", (), ("shop/*", "--totals"), id="pattern"),
        pytest.param("shop app --language cs", (), ("shop", "app", "--language", "cs"), id="language"),
        pytest.param("shop --below 100 --left", (), ("shop", "--below", "100", "--left"), id="options of the table"),
        pytest.param("--fields code,total", ("shop",), ("shop", "--fields", "code,total"), id="fields"),
    ],
)
def test_the_table_is_the_markdown_table_of_stats(
    run: Run, root: Path, marker: str, argv: tuple[str, ...], stats: tuple[str, ...]
) -> None:
    (root / "README.md").write_text(BLOCK.format(marker))
    assert run("readme", "README.md", *argv).status == 0
    assert read_table((root / "README.md").read_text()) == run("stats", *stats, "--format", "markdown").stdout


def test_a_file_that_is_up_to_date_is_not_written(run: Run, root: Path) -> None:
    readme = root / "README.md"
    run("readme", "README.md")
    os.utime(readme, ns=(1, 1))
    before = readme.stat()
    assert run("readme", "README.md").status == 0
    assert run("readme", "--check", "README.md").status == 0
    after = readme.stat()
    assert (after.st_mtime_ns, after.st_ino) == (1, before.st_ino)


def test_check_changes_nothing_and_names_the_line(run: Run, root: Path) -> None:
    done = run("readme", "--check", "README.md")
    assert (done.status, done.stdout) == (1, "")
    assert done.stderr.startswith("README.md:3: the table is not up to date; ")
    assert (root / "README.md").read_text() == BLOCK.format("shop app")


def test_line_ends_permissions_and_links_are_kept(run: Run, root: Path) -> None:
    target = root / "docs.md"
    target.write_bytes(BLOCK.format("shop app").replace("\n", "\r\n").encode())
    target.chmod(0o640)
    (root / "README.md").unlink()
    (root / "README.md").symlink_to("docs.md")
    assert run("readme", "README.md").status == 0
    assert (root / "README.md").is_symlink()
    content = target.read_bytes()
    assert (content.count(b"\r\n"), content.count(b"\n")) == (12, 12)
    assert target.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in root.iterdir() if path.name.startswith(".transtats")) == []


def test_an_incomplete_table_is_not_written(run: Run, root: Path) -> None:
    (root / "shop/app/po/cs.po").write_text("msgid nonsense\n")
    for argv in ((), ("--check",)):
        done = run("readme", "README.md", *argv)
        assert done.status == 3
        assert "shop/app/po/cs.po:1" in done.stderr
        assert "README.md: not changed, because the table would be incomplete" in done.stderr
    assert (root / "README.md").read_text() == BLOCK.format("shop app")


@pytest.mark.parametrize(
    ("marker", "message"),
    [
        pytest.param("shop app --nonsense", "README.md:3: No such option '--nonsense'", id="unknown option"),
        pytest.param("shop app --output x", "README.md:3: No such option '--output'", id="option of another command"),
        pytest.param("shop app --below 200", "README.md:3: Invalid value for '--below'", id="wrong value"),
        pytest.param(
            "shop app --left --fields code", "README.md:3: --fields cannot be combined with", id="two options"
        ),
        pytest.param("shop app 'x", "README.md:3: No closing quotation", id="quotation mark"),
        pytest.param("shop app more", "README.md:3: Got unexpected extra argument", id="too many names"),
        pytest.param("shop nothing", "nothing", id="unknown component"),
    ],
)
def test_wrong_arguments_in_a_marker_are_an_error(run: Run, root: Path, marker: str, message: str) -> None:
    (root / "README.md").write_text(BLOCK.format(marker))
    done = run("readme", "README.md")
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr
    assert (root / "README.md").read_text() == BLOCK.format(marker)


@pytest.mark.parametrize(
    ("file", "message"),
    [
        pytest.param("nothing.md", "nothing.md cannot be read: No such file", id="missing"),
        pytest.param("shop", "shop cannot be read: a directory, not a file", id="directory"),
        pytest.param("shop/app/po/de.po", "de.po: there is no line <!-- transtats -->", id="without markers"),
    ],
)
@pytest.mark.usefixtures("root")
def test_a_file_that_cannot_be_used_is_an_error(run: Run, file: str, message: str) -> None:
    done = run("readme", file, "shop", "app")
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_names_from_files_cannot_end_the_block(run: Run, tree: WriteTree) -> None:
    root = tree({"shop/<!--x-->/po/de.po": format_po("a"), "README.md": BLOCK.format("--all")})
    for _ in range(2):
        assert run("readme", "README.md").status == 0
    text = (root / "README.md").read_text()
    assert text.count("<!-- /transtats -->") == 1
    assert text.endswith("\n\n<!-- /transtats -->\n\nThe end")
