import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="x" source-language="en"'
    ' target-language="de" datatype="x"><body><trans-unit id="1"><source>a</source></trans-unit></body></file></xliff>'
)


@pytest.fixture
def root(tree: WriteTree) -> Path:
    return tree({"demo/app/de.po": PO, "demo/app/fr.po": PO, "demo/web/i18n/x.de.xlf": XLIFF})


def test_components_are_listed_as_a_table(run: Run, root: Path) -> None:
    done = run("components", env={"COLUMNS": ""})
    assert (done.status, done.stderr) == (0, "")
    assert [line.split() for line in done.stdout.splitlines() if "─" not in line] == [
        ["Project", "Component", "Files", "Format", "Languages", "Strings"],
        ["demo", "app", "demo/app/*.po", "po", "2", "1"],
        ["demo", "web", "demo/web/i18n/x.*.xlf", "xliff", "1", "1"],
    ]


def test_components_are_listed_as_json(run: Run, root: Path) -> None:
    done = run("components", "--format", "json")
    assert done.stdout.count("\n") == 1
    assert json.loads(done.stdout)["results"][0] == {
        "project": "demo",
        "component": "app",
        "mask": "demo/app/*.po",
        "format": "po",
        "languages": 2,
        "strings": 1,
    }


def test_ndjson_has_one_line_for_each_component(run: Run, root: Path) -> None:
    lines = run("components", "--format", "ndjson").stdout.splitlines()
    assert [json.loads(line)["component"] for line in lines] == ["app", "web"]


def test_csv_has_the_keys_of_json_as_titles(run: Run, root: Path) -> None:
    assert run("components", "--format", "csv").stdout.splitlines() == [
        "project,component,mask,format,languages,strings",
        "demo,app,demo/app/*.po,po,2,1",
        "demo,web,demo/web/i18n/x.*.xlf,xliff,1,1",
    ]
    (root / "demo/app/fr.po").unlink()
    (root / "demo/app/fr.po").symlink_to("nowhere.po")
    assert run("components", "--ignored", "--format", "csv").stdout.splitlines() == [
        "file,reason,project,component",
        "demo/app/fr.po,\"a link to 'nowhere.po', which does not exist\",demo,app",
    ]


def test_the_option_no_strings_omits_the_number_of_strings(run: Run, root: Path) -> None:
    assert "Strings" not in run("components", "--no-strings").stdout
    assert json.loads(run("components", "--no-strings", "--json").stdout)["results"][0]["strings"] is None


def test_several_outputs_are_written_in_one_run(run: Run, root: Path) -> None:
    done = run("components", "--format", "table", "--format", "json:list.json")
    assert "Project" in done.stdout
    assert json.loads((root / "list.json").read_text())["count"] == 2


@pytest.mark.parametrize("names", [("shop", "a*"), ("shop/a*",), ("shop", "app")])
def test_names_choose_components_as_in_other_commands(run: Run, tree: WriteTree, names: tuple[str, ...]) -> None:
    tree({"shop/app/de.po": "", "shop/web/de.po": "", "other/app/de.po": ""})
    assert json.loads(run("components", *names, "--json").stdout)["count"] == 1
    assert json.loads(run("components", "shop", "--json").stdout)["count"] == 2
    done = run("components", "shop", "apq")
    assert (done.status, "did you mean app?" in done.stderr) == (2, True)
    assert run("components", "shop", "--all-folders").status == 2


def test_every_listed_name_has_statistics(run: Run, root: Path) -> None:
    for entry in json.loads(run("components", "--json").stdout)["results"]:
        done = run("stats", entry["project"], entry["component"])
        assert json.loads(done.stdout)["count"] == entry["languages"]


def test_a_root_without_components_is_an_error(run: Run, tmp_path: Path) -> None:
    done = run("components")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: no translation files are found in ")


def test_the_error_for_an_unknown_format_lists_the_formats(run: Run, root: Path) -> None:
    done = run("components", "--format", "total")
    assert (done.status, done.stdout) == (2, "")
    assert "table, json, ndjson, csv" in done.stderr


def test_a_component_with_wrong_settings_is_named_and_the_others_are_listed(run: Run, root: Path) -> None:
    (root / "demo" / "web" / "component.json").write_text('{"filemask": 1}')
    done = run("components", "--format", "ndjson")
    assert (done.status, done.stdout.count("\n")) == (3, 1)
    assert done.stderr == "demo/web/component.json:1: filemask: must be a text in quotes, not a number\n"


def test_a_component_without_files_is_named_and_the_others_are_listed(run: Run, root: Path) -> None:
    (root / "transtats.toml").write_text('[project.demo.component.none]\nfilemask = "nowhere/*.po"\n')
    done = run("components", "--format", "ndjson")
    assert (done.status, done.stdout.count("\n")) == (3, 2)
    assert "demo/none: no translation file" in done.stderr


def test_an_unreadable_file_is_named(run: Run, root: Path) -> None:
    (root / "demo" / "app" / "fr.po").write_bytes(b'msgid "\n')
    done = run("components")
    assert done.status == 3
    assert "fr.po:1" in done.stderr


def test_lines_are_written_while_other_components_are_read(root: Path) -> None:
    (root / "demo/web/i18n/x.de.xlf").write_text("<xliff")
    command = [sys.executable, "-m", "transtats_cli", "components", "--format", "ndjson", "--no-cache", "-v"]
    done = subprocess.run(
        command, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False
    )
    first, message, last = done.stdout.splitlines()
    assert json.loads(first)["component"] == "app"
    assert "x.de.xlf" in message
    assert json.loads(last)["component"] == "web"


def test_control_characters_in_names_are_escaped(run: Run, tree: WriteTree) -> None:
    tree({"demo/a\x1b[31m\n/de.po": PO})
    done = run("components")
    assert "a\\x1b[31m\\n" in done.stdout
    assert "\x1b" not in done.stdout


def test_components_in_test_folders_are_counted_in_a_note_and_listed_with_all_folders(
    run: Run, tree: WriteTree
) -> None:
    tree({"setup.py": "", "po/de.po": PO, "tests/po/de.po": PO, "examples/po/fr.po": PO})
    done = run("components", "--format", "ndjson")
    assert [json.loads(line)["mask"] for line in done.stdout.splitlines()] == ["po/*.po"]
    assert done.stderr == (
        "note: 2 components in folders of tests, examples and other projects left out;"
        " `transtats components --all-folders` lists all\n"
    )
    everything = run("components", "--format", "ndjson", "--all-folders")
    assert len(everything.stdout.splitlines()) == 3
    assert everything.stderr == ""


def test_damaged_files_in_test_folders_do_not_change_the_exit_status(run: Run, tree: WriteTree) -> None:
    tree({"setup.py": "", "po/de.po": PO, "tests/po/de.po": 'msgid "\n'})
    assert run("stats", "--all").status == 0
    assert run("gate", "--all", "--fail-under", "1").status == 0
    assert run("components").status == 0
    assert run("components", "--all-folders").status == 3


def test_a_file_with_only_source_texts_is_left_out_with_the_reason(run: Run, tree: WriteTree) -> None:
    tree({"setup.py": "", "i18n/app_be.xlf": XLIFF.replace(' target-language="de"', "")})
    done = run("components", "-v")
    assert done.status == 2
    assert "i18n/app_be.xlf: left out: it has the source texts that translations are made from" in done.stderr


def test_counted_strings_are_cached_until_a_file_changes(run: Run, root: Path) -> None:
    def strings(*options: str) -> list[int]:
        done = run("components", "--format", "ndjson", *options)
        assert (done.status, done.stderr) == (0, "")
        return [json.loads(line)["strings"] for line in done.stdout.splitlines()]

    template = root / "demo" / "app" / "app.pot"
    template.write_text(PO)
    for path in root.rglob("*.*"):
        os.utime(path, (1_000_000_000, 1_000_000_000.25))
    assert strings() == strings() == strings("--no-cache") == [1, 1]
    template.write_text(PO + '\nmsgid "c"\nmsgstr ""\n')
    assert strings() == strings("--jobs", "2") == [2, 1]
    # A string that only a translation has is stale.
    (root / "demo" / "app" / "de.po").write_text(PO + '\nmsgid "d"\nmsgstr ""\n')
    assert strings() == [2, 1]


def test_damaged_files_are_named_in_each_run(run: Run, root: Path) -> None:
    (root / "demo" / "app" / "fr.po").write_bytes(b'msgid "\n')
    cold, warm = run("components"), run("components")
    assert cold == warm
    assert warm.status == 3


WORDPRESS = {
    "de_CH_informal": ("de_CH@informal", "German (Switzerland)"),
    "de_DE": ("de", "German"),
    "de_DE_formal": ("de_DE@formal", "German"),
    "nl_NL_formal": ("nl_NL@formal", "Dutch"),
    "pt_PT": ("pt_PT", "Portuguese (Portugal)"),
    "pt_PT_ao90": ("pt_PT@ao90", "Portuguese (Portugal)"),
}


@pytest.mark.parametrize("locales", [list(WORDPRESS), ["de_DE_formal"], ["de_DE_formal", "pt_PT_ao90"]])
@pytest.mark.parametrize("prefix", ["", "shop-"])
def test_locales_of_wordpress_with_a_variant_are_languages(
    run: Run, tree: WriteTree, locales: list[str], prefix: str
) -> None:
    tree({"setup.py": ""} | {f"languages/{prefix}{locale}.po": PO for locale in locales})
    done = run("components", "-v", "--format", "ndjson")
    assert (done.status, done.stderr) == (0, "")
    [component] = map(json.loads, done.stdout.splitlines())
    assert component["mask"] == f"languages/{prefix}*.po"
    done = run("stats", component["project"], component["component"], "--no-history")
    languages = [(each["code"], each["name"]) for each in json.loads(done.stdout)["results"]]
    assert languages == [WORDPRESS[locale] for locale in locales]


@pytest.mark.skipif(os.name == "nt", reason="links need privileges")
def test_a_broken_link_is_named_with_its_target(run: Run, tree: WriteTree) -> None:
    root = tree({"setup.py": "", "po/de.po": PO, "po/fr.po": PO, "lost/readme.txt": ""})
    (root / "po" / "it.po").symlink_to("nowhere.po")
    (root / "lost" / "es.po").symlink_to("../gone.po")
    done = run("components", "-v")
    assert (done.status, done.stderr.splitlines()) == (
        3,
        [
            "po/it.po: a link to 'nowhere.po', which does not exist (left out)",
            "note: lost/es.po: left out: a link to '../gone.po', which does not exist",
        ],
    )


def test_ndjson_of_several_projects_is_in_the_order_of_their_folders(run: Run, tree: WriteTree) -> None:
    checkouts = {f"{name}/{path}": PO for name in ("c", "a", "d", "b") for path in (".git/HEAD", "app/de.po")}
    tree({**checkouts, "de/messages.po": PO, "fr/messages.po": PO})
    for options in ([], ["--no-strings"]):
        lines = run("components", "--format", "ndjson", *options).stdout.splitlines()
        projects = [json.loads(line)["project"] for line in lines]
        assert projects[:4] == ["a", "b", "c", "d"]
        table = json.loads(run("components", "--json", *options).stdout)
        assert sorted(table["results"], key=str) == sorted(map(json.loads, lines), key=str)


def test_ndjson_has_all_components_if_a_description_is_wrong(run: Run, tree: WriteTree) -> None:
    tree({"a/app/de.po": PO, "b/app/component.json": "{", "c/app/de.po": PO})
    done = run("components", "--format", "ndjson")
    assert [json.loads(line)["project"] for line in done.stdout.splitlines()] == ["a", "c"]
    assert (done.status, done.stderr) == (3, run("components").stderr)


def test_ndjson_without_components_is_an_error(run: Run, tree: WriteTree) -> None:
    tree({"a/app/component.json": "{", "b/README.md": ""})
    done = run("components", "--format", "ndjson")
    assert (done.status, done.stdout, done.stderr) == (2, "", run("components").stderr)
