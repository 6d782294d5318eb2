"""Generated files are reproducible and valid; copies of a corpus have the requested size."""

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks import corpus
from benchmarks.sets import OLD_MTIME, build_file_set
from benchmarks.trees import TreeSize, write_tree
from tests.fixture_types import Run, WriteTree

PO = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#: {place}:1
msgid "Ship"
msgstr "Schiff {language}"

#: {place}:2
msgid "Sail"
msgstr ""
"""


def read_contents(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    "tree",
    [
        pytest.param(TreeSize(2, 12, 20), id="po"),
        pytest.param(TreeSize(1, 3, 20, is_rst=True), id="manual"),
        pytest.param(TreeSize(1, 3, 20, "xliff"), id="xliff"),
        *(pytest.param(TreeSize(1, 3, 50, kind), id=kind) for kind in ("android", "properties", "json", "yaml")),
    ],
)
def test_a_generated_tree_is_reproducible_and_readable(tree: TreeSize, tmp_path: Path, run: Run) -> None:
    for name in ("one", "two"):
        write_tree(tree, tmp_path / name)
    assert read_contents(tmp_path / "one") == read_contents(tmp_path / "two")
    done = run("stats", "--all", "--root", tmp_path / "one", "--format", "csv", "--no-checks")
    assert (done.status, done.stderr) == (0, "")
    header, *lines = [line.split(",") for line in done.stdout.splitlines()]
    totals = [line[header.index("total")] for line in lines]
    assert totals == [str(tree.strings)] * tree.components * tree.languages


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="needs gettext")
def test_a_generated_file_is_valid_for_gettext(tmp_path: Path) -> None:
    write_tree(TreeSize(1, 41, 60), tmp_path)
    for path in corpus.find_translations(tmp_path, "po"):
        subprocess.run(["msgfmt", "--check-header", "-o", "/dev/null", path], check=True)


@pytest.fixture
def components(tree: WriteTree) -> list[corpus.CorpusComponent]:
    root = tree(
        {
            f"{project}/main/{name}": content
            for project, place in (
                ("app", "main.c"),
                ("manual", "../index.rst"),
                ("book", "intro.adoc"),
                ("lab-same", "main.c"),
            )
            for name, content in (
                ("component.json", '{"filemask": "po/*.po", "file_format": "po"}'),
                ("po/de.po", PO.format(place=place, language="de")),
                ("po/fr.po", PO.format(place=place, language="fr")),
            )
        }
    )
    return list(corpus.find_components(root))


def test_manuals_are_recognised_by_their_references(components: list[corpus.CorpusComponent]) -> None:
    assert {(component.folder.parent.name, component.has_markup, component.is_sphinx) for component in components} == {
        ("app", False, False),
        ("manual", True, True),
        ("book", True, False),
        ("lab-same", False, False),
    }


@pytest.mark.parametrize(
    ("name", "projects"),
    [
        pytest.param("many-po", {"app", "manual", "book"}, id="published projects"),
        pytest.param("plain-po", {"app"}, id="published projects without manuals"),
        pytest.param("laboratories", {"lab-same"}, id="components with failing checks"),
    ],
)
def test_a_set_has_components_of_its_kind(
    name: str, projects: set[str], components: list[corpus.CorpusComponent], tmp_path: Path
) -> None:
    build_file_set(name, tmp_path / name, components, share=1e-6)
    copied = {path.name for path in (tmp_path / name).iterdir()}
    assert copied <= projects
    assert copied


def test_a_format_that_other_tools_cannot_read_is_skipped(tree: WriteTree) -> None:
    root = tree({"app/main/component.json": '{"file_format": "xliff2"}', "app/main/de.xlf": "<xliff/>"})
    assert list(corpus.find_components(root)) == []


def test_components_are_copied_until_the_size_is_reached(
    components: list[corpus.CorpusComponent], tmp_path: Path
) -> None:
    size = sum(component.size for component in components)
    corpus.copy_components(components, tmp_path / "copies", size + 1)
    assert sorted(path.name for path in (tmp_path / "copies").iterdir()) == [
        "app",
        "app-2",
        "book",
        "lab-same",
        "manual",
    ]


def test_a_merged_file_has_the_strings_of_all_files(components: list[corpus.CorpusComponent], tmp_path: Path) -> None:
    target = tmp_path / "all.po"
    corpus.merge_components(components, target, 1_000_000)
    content = target.read_text(encoding="utf-8")
    assert content.count('msgid ""') == 1
    assert content.count('msgid "Ship"') == 8
    assert content.count('msgctxt "manual/main/po/de.po"\nmsgid "Ship"') == 1


def test_the_files_of_a_set_have_an_old_modification_time(tmp_path: Path) -> None:
    files = build_file_set("tiny", tmp_path / "tiny", [], 1.0)
    assert (len(files.files), files.size) == (10, sum(Path(path).stat().st_size for path in files.files))
    assert {path.stat().st_mtime for path in (tmp_path / "tiny").rglob("*")} == {OLD_MTIME}
