"""`transtats stats`: arguments, standard output, standard error, exit status."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import Run, WriteTree

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
TRANSLATED_PO = HEADER + 'msgid "One two"\nmsgstr "x"\n'
UNTRANSLATED_PO = HEADER + 'msgid "One two"\nmsgstr ""\n'


@pytest.fixture
def project(tree: WriteTree) -> Path:
    return tree(
        {"demo/app/de.po": TRANSLATED_PO, "demo/app/fr.po": UNTRANSLATED_PO, "demo/app/pt_BR.po": TRANSLATED_PO}
    )


def read_codes(stdout: str) -> list[str]:
    return [record["code"] for record in json.loads(stdout)["results"]]


def test_the_envelope_is_one_compact_line(run: Run, project: Path) -> None:
    done = run("stats", "demo", "app")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.endswith("}]}\n")
    assert done.stdout.count("\n") == 1
    assert '", "' not in done.stdout
    assert read_codes(done.stdout) == ["de", "fr", "pt_BR"]


def test_a_small_run_imports_no_library_that_it_does_not_need(project: Path) -> None:
    script = (
        "import sys\n"
        "from transtats_cli.cli import group\n"
        "sys.argv = ['transtats', 'stats', 'demo', 'app', '--no-cache']\n"
        "group.main()\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=project, capture_output=True, text=True, check=True)
    modules = set(done.stderr.split())
    assert modules.isdisjoint("docutils lxml nh3 polib pygments regex rich translate yaml".split())
    assert modules.isdisjoint("concurrent.futures multiprocessing subprocess".split())


def test_project_and_component_may_be_one_word(run: Run, project: Path) -> None:
    assert run("stats", "demo/app").stdout == run("stats", "demo", "app").stdout


def test_the_root_may_come_from_the_environment(run: Run, project: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = run("stats", "demo", "app", cwd=elsewhere, env={"TRANSTATS_ROOT": str(project)})
    assert read_codes(done.stdout) == ["de", "fr", "pt_BR"]


def test_the_option_with_source_prints_the_source_language_first(run: Run, project: Path) -> None:
    answer = json.loads(run("stats", "demo", "app", "--with-source").stdout)
    assert (answer["count"], answer["results"][0]["code"]) == (4, "en")
    assert answer["results"][0]["readonly_percent"] == 100.0


@pytest.mark.parametrize("name", ["total", "table", "markdown"])
def test_a_total_excludes_the_source_language(name: str, run: Run, project: Path) -> None:
    with_source, without = (
        run("stats", "demo", "app", "--format", name, *options, env={"COLUMNS": "120"}).stdout
        for options in (["--with-source"], [])
    )
    assert "66.6" in without.splitlines()[-1]
    assert with_source.splitlines()[-1].startswith(without.splitlines()[-1])
    assert ("English" in with_source) is (name != "total")


def test_a_language_is_selected_by_any_spelling_of_its_code(run: Run, project: Path) -> None:
    for spelling in ("pt_BR", "pt-br"):
        answer = json.loads(run("stats", "demo", "app", "--language", spelling).stdout)
        assert (answer["count"], answer["results"][0]["code"]) == (1, "pt_BR")


def test_an_unknown_language_is_an_error_with_a_suggestion(run: Run, project: Path) -> None:
    done = run("stats", "demo", "app", "--language", "pt_BZ")
    assert (done.status, done.stdout) == (2, "")
    assert "did you mean 'pt_BR'?" in done.stderr


def test_pages_link_to_each_other(run: Run, project: Path) -> None:
    answer = json.loads(run("stats", "demo", "app", "--page", "2", "--page-size", "1").stdout)
    assert (answer["count"], len(answer["results"])) == (3, 1)
    assert answer["next"] == "http://127.0.0.1:8000/api/components/demo/app/statistics/?page=3&page_size=1"
    assert answer["previous"] == "http://127.0.0.1:8000/api/components/demo/app/statistics/?page_size=1"


def test_links_to_pages_contain_the_options_that_change_the_records(run: Run, project: Path) -> None:
    options = ["--language", "pt-br", "--language", "de", "--file-notes", "--with-source", "--extended"]
    answer = json.loads(run("stats", "demo", "app", *options, "--page-size", "1").stdout)
    assert (answer["count"], answer["previous"]) == (2, None)
    assert answer["next"].partition("?")[2] == (
        "extended=true&file_notes=true&language=pt-br&language=de&page=2&page_size=1&with_source=true"
    )


def test_a_page_past_the_end_is_an_error(run: Run, project: Path) -> None:
    done = run("stats", "demo", "app", "--page", "2")
    assert (done.status, done.stdout) == (2, "")
    assert "there is no page 2" in done.stderr


def test_a_broken_file_omits_only_its_own_language(run: Run, project: Path) -> None:
    (project / "demo/app/fr.po").write_text(HEADER + 'msgid "One two"\nmsgstr "never closed\n')
    done = run("stats", "demo", "app")
    assert done.status == 3
    assert read_codes(done.stdout) == ["de", "pt_BR"]
    assert done.stderr.startswith("demo/app/fr.po:5: ")
    assert "Traceback" not in done.stderr


def test_verbose_names_the_files_that_are_left_out(run: Run, project: Path) -> None:
    (project / "demo/app/en.po").write_text(UNTRANSLATED_PO)
    assert run("stats", "demo", "app").stderr == ""
    assert "en.po: left out: in the source language" in run("stats", "demo", "app", "-v").stderr


def test_quiet_omits_warnings(run: Run, project: Path) -> None:
    (project / "demo/app/de_DE.po").write_text(UNTRANSLATED_PO)
    assert "de_DE.po: left out" in run("stats", "demo", "app").stderr
    assert run("stats", "demo", "app", "-q").stderr == ""


def test_the_error_for_an_unknown_component_names_a_similar_component(run: Run, project: Path) -> None:
    done = run("stats", "demo", "ap")
    assert (done.status, done.stdout) == (2, "")
    assert "app" in done.stderr


def test_a_root_without_translations_is_an_error(run: Run, tmp_path: Path) -> None:
    assert run("stats").status == 2
    assert run("stats", "--all").status == 2


def test_all_components_are_printed_with_their_names(run: Run, project: Path, tree: WriteTree) -> None:
    tree({"demo/docs/po/cs.po": TRANSLATED_PO})
    done = run("stats", "--all")
    rows = json.loads(done.stdout)["results"]
    assert [(row["project"], row["component"], row["code"]) for row in rows] == [
        ("demo", "app", "de"),
        ("demo", "app", "fr"),
        ("demo", "app", "pt_BR"),
        ("demo", "docs", "cs"),
    ]
    table = list(csv.DictReader(io.StringIO(run("stats", "--all", "--format", "csv").stdout)))
    assert [row["component"] for row in table] == ["app", "app", "app", "docs"]


def test_options_for_one_component_cannot_be_combined_with_all(run: Run, project: Path) -> None:
    for options in (["--template", "en.po"], ["--page", "1"], ["demo", "app"]):
        assert run("stats", "--all", *options).status == 2


def test_several_formats_are_written_in_one_run(run: Run, project: Path, tmp_path: Path) -> None:
    done = run("stats", "demo", "app", "--format", "total", "--format", f"csv:{tmp_path / 'stats.csv'}")
    assert done.stdout == "66.6\n"
    assert (tmp_path / "stats.csv").read_text().startswith("total,total_words,")


def test_output_is_utf_8_in_any_locale(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/nb.po": TRANSLATED_PO})
    done = run("stats", "demo", "app", env={"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"})
    assert "Norwegian Bokmål" in done.stdout


def test_the_option_filemask_overrides_the_found_file_mask(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/one.de.po": TRANSLATED_PO, "demo/app/two.fr.po": TRANSLATED_PO})
    assert read_codes(run("stats", "demo", "app", "--filemask", "two.*.po").stdout) == ["fr"]


def test_the_option_no_review_ignores_approvals(run: Run, tree: WriteTree) -> None:
    unit = '<trans-unit id="a" approved="yes"><source>x</source><target>y</target></trans-unit>'
    tree({"demo/app/de.xlf": f'<xliff version="1.2"><file original="f"><body>{unit}</body></file></xliff>'})

    def approved(*options: str) -> Any:
        return json.loads(run("stats", "demo", "app", *options).stdout)["results"][0]["approved"]

    assert (approved(), approved("--review"), approved("--no-review")) == (1, 1, 0)


def test_suggestions_and_comments_in_files_count_only_with_file_notes(run: Run, tree: WriteTree) -> None:
    unit = (
        '<trans-unit id="a"><source>x</source><target>y</target><note>Really?</note>'
        "<alt-trans><target>z</target></alt-trans></trans-unit>"
    )
    tree(
        {
            "demo/app/de.xlf": f'<xliff version="1.2"><file original="f"><body>{unit}</body></file></xliff>',
            "demo/web/de.po": HEADER + '# Really?\nmsgid "One"\nmsgstr "x"\n',
        }
    )

    def count_notes(component: str, *options: str) -> tuple[int, int]:
        (record,) = json.loads(run("stats", "demo", component, *options).stdout)["results"]
        return record["suggestions"], record["comments"]

    assert [count_notes(component) for component in ("app", "web")] == [(0, 0), (0, 0)]
    assert [count_notes(component, "--file-notes") for component in ("app", "web")] == [(1, 1), (0, 1)]


def test_settings_are_shown_with_their_origins(run: Run, project: Path) -> None:
    (project / "transtats.toml").write_text(
        '[project.demo.component.app]\ncheck_flags = "xml-text"\n[checks]\nignore = ["same"]\n'
    )
    done = run(
        "stats", "demo", "app", "--show-settings", "--no-review", env={"TRANSTATS_BASE_URL": "https://a.example"}
    )
    assert (done.status, done.stderr) == (0, "")
    shown = dict(line.split(" = ", 1) for line in done.stdout.splitlines())
    assert shown["filemask"] == '"*.po"  # found'
    assert shown["source_language"] == '"en"  # default'
    assert shown["review"].startswith("false  # --review")
    assert shown["base_url"] == '"https://a.example"  # --base-url or TRANSTATS_BASE_URL'
    assert shown["check_flags"].startswith('"xml-text"  # ')
    assert shown["check_flags"].endswith("transtats.toml:2")
    assert shown["checks.ignore"].startswith('["same"]  # ')


def test_control_characters_in_shown_settings_are_escaped(run: Run, project: Path) -> None:
    (project / "transtats.toml").write_text('[project.demo.component.app]\nname = "a\\u009b31m\\u202eb"\n')
    assert 'name = "a\\x9b31m\\u202eb"' in run("stats", "demo", "app", "--show-settings").stdout


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--all"], id="all components"),
        pytest.param(["demo", "app", "--format", "json"], id="a format"),
        pytest.param(["demo", "app", "--output", "settings"], id="a file"),
        pytest.param(["demo", "app", "--language", "de"], id="a language"),
        pytest.param(["demo", "app", "--with-source"], id="the source language"),
        pytest.param(["demo", "app", "--extended"], id="more keys"),
        pytest.param(["demo", "app", "--no-checks"], id="no checks"),
        pytest.param(["demo", "app", "--file-notes"], id="notes of files"),
        pytest.param(["demo", "app", "--page", "1"], id="a page"),
        pytest.param(["demo", "app", "--jobs", "1"], id="a number of processes"),
        pytest.param(["demo", "app", "--color", "always"], id="colours"),
    ],
)
def test_options_for_records_cannot_be_combined_with_show_settings(options: list[str], run: Run, project: Path) -> None:
    done = run("stats", *options, "--show-settings")
    assert (done.status, done.stdout) == (2, "")
    assert "--show-settings cannot be combined with --" in done.stderr
    assert not (project / "settings").exists()


def test_a_closed_pipe_ends_the_run_without_a_message(project: Path) -> None:
    command = f"{sys.executable} -m transtats_cli stats demo app | head -c 0; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=project, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_an_error(project: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "transtats_cli", "stats", "demo", "app"],
            cwd=project,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr


@pytest.mark.parametrize(
    ("name", "own_command"),
    [
        pytest.param("coverage", "transtats stats --totals --format table", id="coverage"),
        pytest.param("package", "transtats stats PROJECT --format table", id="package"),
        pytest.param("release", "transtats fleet", id="release"),
    ],
)
def test_the_error_for_a_command_of_fedoras_transtats_names_the_command_here(
    name: str, own_command: str, run: Run
) -> None:
    done = run(name)
    assert done.status == 2
    assert done.stderr.endswith(
        f"Error: No such command '{name}'. It is a command of Fedora's Transtats, which is another program."
        f" Here, use `{own_command}`.\n"
    )


def test_the_error_for_an_unknown_command_names_a_similar_command(run: Run) -> None:
    done = run("stat")
    assert done.status == 2
    assert "Did you mean 'stats'?" in done.stderr


def test_the_version_contains_the_version_of_the_language_data(run: Run) -> None:
    assert "weblate-language-data 2026.11" in run("--version").stdout


def test_a_component_without_a_readable_file_has_no_total(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/de.po": 'msgid "never closed\n', "demo/none/de.po": HEADER})
    assert run("stats", "demo", "app", "--format", "total")[:2] == (3, "")
    assert run("stats", "demo", "none", "--format", "total")[:2] == (0, "100.0\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_one_error_with_several_processes(run: Run, tree: WriteTree) -> None:
    root = tree({f"demo/app{number}/de.po": 'msgid "a"\nmsgstr "b"\n' for number in range(40)})
    done = run(
        "stats", "--all", "--root", root, "--no-cache", "--jobs", "2", "--format", "ndjson:/dev/full", "--no-history"
    )
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr == "Error: /dev/full cannot be written: No space left on device\n"


def test_keys_of_xliff_files_are_counted_as_the_texts_of_the_source_language(run: Run, tree: WriteTree) -> None:
    """As in an application of Symfony. The settings decide otherwise if they contain the format."""
    unit = '<trans-unit id="1"><source>user.name</source><target>{}</target></trans-unit>'
    file = f'<xliff version="1.2"><file original="x" source-language="en"><body>{unit}</body></file></xliff>'
    texts = {"en": "The name of a user", "de": "Name", "fr": ""}
    root = tree({f"translations/messages.{code}.xlf": file.format(text) for code, text in texts.items()})
    columns = ("--fields", "code,total_words,translated", "--format", "ndjson", "--no-history")
    texts_counted = run("stats", ".", "messages", *columns)
    assert texts_counted.stderr == ""
    assert [json.loads(line) for line in texts_counted.stdout.splitlines()] == [
        {"code": "de", "total_words": 5, "translated": 1},
        {"code": "fr", "total_words": 5, "translated": 0},
    ]
    settings = 'filemask = "translations/messages.*.xlf"\nfile_format = "xliff"\n'
    tree({"transtats.toml": f"[project.{json.dumps(root.name)}.component.messages]\n{settings}"})
    keys_counted = run("stats", ".", "messages", *columns)
    assert [json.loads(line) for line in keys_counted.stdout.splitlines()] == [
        {"code": "de", "total_words": 1, "translated": 1},
        {"code": "fr", "total_words": 1, "translated": 0},
    ]


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--no-cache",),
        ("--verbose",),
        ("--jobs", "2"),
        ("--output", "all.ndjson"),
        ("--format", "ndjson:all.ndjson"),
    ],
    ids=" ".join,
)
def test_ndjson_of_all_components_is_complete_although_it_is_printed_during_the_search(
    run: Run, tree: WriteTree, options: tuple[str, ...]
) -> None:
    root = tree(
        {f"{name}/app/{code}.po": TRANSLATED_PO for name in ("c", "a", "b") for code in ("de", "fr")}
        | {f"{name}/.git/HEAD": "" for name in ("c", "a", "b")}
        | {"b/web/component.json": "{", "de/messages.po": TRANSLATED_PO, "fr/messages.po": TRANSLATED_PO}
    )
    for _ in range(2):
        done = run("stats", "--all", *(() if "--format" in options else ("--format", "ndjson")), *options)
        text = done.stdout or (root / "all.ndjson").read_text()
        records = [json.loads(line) for line in text.splitlines()]
        assert [(each["project"], each["component"], each["code"]) for each in records][:6] == [
            (name, "app", code) for name in ("a", "b", "c") for code in ("de", "fr")
        ]
        assert len(records) == 8
        expected = run("stats", "--all", "--format", "csv")
        assert (done.status, expected.status) == (3, 3)
        assert "b/web/component.json" in done.stderr


def test_all_components_of_a_directory_without_components_are_an_error(run: Run, tree: WriteTree) -> None:
    tree({"a/README.md": ""})
    done = run("stats", "--all", "--format", "ndjson")
    assert (done.status, done.stdout, done.stderr) == (2, "", run("stats", "--all", "--format", "csv").stderr)


def test_settings_are_listed_with_their_origin(run: Run, tree: WriteTree) -> None:
    root = tree({"transtats.toml": "review = false\n", "demo/app/component.json": '{"filemask": "po/*.po"}'})
    lines = run("stats", "demo", "app", "--show-settings", "--source-language", "de").stdout.splitlines()
    rows = [(line.partition(" = ")[0], *line.partition(" = ")[2].split("  # ")) for line in lines]
    shown = {key: (value, origin.rpartition("/")[2]) for key, value, origin in rows}
    assert shown["path"] == (f'"{root}/demo/app"', "component.json")
    assert shown["filemask"] == ('"po/*.po"', "component.json")
    assert shown["review"] == ("false", "transtats.toml:1")
    assert shown["source_language"] == ('"de"', "--source-language")
    assert shown["aliases"] == ("{}", "default")
    assert len(rows) == len(shown)
