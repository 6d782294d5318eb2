"""`units --outdated` and `explain`: strings whose source text changed after their translation."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.fixture_types import CommandResult, Run, WriteTree
from tests.git_repositories import ScriptedRepository

Units = Callable[..., CommandResult]
SETTINGS = '[project.shop.component.app]\nfilemask = "l/*.json"\ntemplate = "l/en.json"\n'


def write_languages(made: ScriptedRepository, subject: str, **texts: Mapping[str, str]) -> str:
    return made.commit(subject, {f"l/{code}.json": json.dumps(each, indent=1) for code, each in texts.items()})


@pytest.fixture
def shop(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    """Component in which the sources of two strings were changed after their translation."""
    made = repository("shop")
    made.write({"transtats.toml": SETTINGS})
    sources = {"close": "Close the window", "open": "Open", "save": "Save", "send": "Send"}
    german = {"close": "Fenster schließen", "open": "Öffnen", "save": "Sichern", "send": ""}
    write_languages(made, "Add the shop", en=sources, de=german, fr={"close": "Fermer", "save": "Enregistrer"})
    sources |= {"close": "Close the dialog", "send": "Send now"}
    write_languages(made, "Name the dialog", en=sources)
    sources["save"] = "Save all"
    write_languages(made, "Save all", en=sources, fr={"close": "Fermer", "save": "Tout enregistrer"})
    return made


@pytest.fixture
def units(run: Run, shop: ScriptedRepository) -> Units:
    """Function that runs `transtats units` in the shop."""
    return lambda *options: run("units", *options, cwd=shop.path)


def list_commits(made: ScriptedRepository) -> list[str]:
    """Return the ids of all commits, newest first."""
    return made.git("log", "--format=%H").split()


def test_each_string_is_printed_with_the_commit_and_the_old_source(units: Units, shop: ScriptedRepository) -> None:
    newest, older, _ = list_commits(shop)
    done = units("--outdated", "--language", "de")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == (
        "── German (de) ─────────────────────────────────────────────────────────────────\n\n"
        f"l/de.json:2  outdated since commit {older[:10]} of 2023-11-15\n"
        "  context     close\n"
        "  old source  Close the window\n"
        "  source      Close the dialog\n"
        "  target      Fenster schließen\n\n"
        f"l/de.json:4  outdated since commit {newest[:10]} of 2023-11-15\n"
        "  context     save\n"
        "  old source  Save\n"
        "  source      Save all\n"
        "  target      Sichern\n\n"
        "2 strings in 1 file\n"
    )


def test_the_words_that_differ_are_marked_on_a_terminal(units: Units, shop: ScriptedRepository) -> None:
    done = units("--outdated", "--language", "fr", "--color", "always")
    assert "Close the \x1b[31;4mwindow\x1b[0m\n" in done.stdout
    assert "Close the \x1b[32;4mdialog\x1b[0m\n" in done.stdout


def test_json_has_the_day_the_commit_and_the_old_source(units: Units, shop: ScriptedRepository) -> None:
    done = units("--outdated", "--language", "fr", "--format", "ndjson")
    assert json.loads(done.stdout) == {
        "project": "shop",
        "component": "app",
        "language": "fr",
        "file": "l/fr.json",
        "line": 2,
        "context": "close",
        "source": ["Close the dialog"],
        "target": ["Fermer"],
        "state": "outdated",
        "flags": "",
        "checks": [],
        "outdated_since": "2023-11-15",
        "outdated_commit": list_commits(shop)[1],
        "old_source": ["Close the window"],
    }


def test_a_change_that_is_not_committed_outdates(units: Units, shop: ScriptedRepository) -> None:
    shop.write({"l/en.json": '{"open": "Open it"}'})
    done = units("--outdated", "--format", "concise")
    assert done.stdout == "l/de.json:3: [outdated] Open it (since a change that is not committed; was: Open)\n"
    (found,) = map(json.loads, units("--outdated", "--format", "ndjson").stdout.splitlines())
    assert (found["outdated_since"], found["outdated_commit"], found["old_source"]) == (None, None, ["Open"])


@pytest.mark.parametrize(
    ("options", "keys"),
    [
        (["--outdated"], ["de close", "de save", "fr close"]),
        (["--outdated", "--search", "dialog"], ["de close", "fr close"]),
        (["--outdated", "--search", "sichern"], ["de save"]),
        (["--outdated", "--state", "approved"], []),
        (["--todo"], ["de send", "fr open", "fr send"]),
        (["--todo", "--outdated"], ["de close", "de save", "de send", "fr close", "fr open", "fr send"]),
        (["--todo", "--outdated", "--language", "de"], ["de close", "de save", "de send"]),
    ],
)
def test_other_options_select_further(
    units: Units, shop: ScriptedRepository, options: list[str], keys: list[str]
) -> None:
    done = units(*options, "--format", "ndjson")
    assert (done.status, done.stderr) == (0, "")
    strings = list(map(json.loads, done.stdout.splitlines()))
    assert [f"{each['language']} {each['context']}" for each in strings] == keys


def test_all_components_are_searched(units: Units, shop: ScriptedRepository) -> None:
    shop.write(
        {
            "po/de.po": shop.po({"Stop": "Halt"}),
            "transtats.toml": f'{SETTINGS}[project.b.component.c]\nfilemask = "po/*.po"\n',
        }
    )
    done = units("--outdated", "--format", "ndjson")
    assert (done.status, done.stderr) == (0, "")
    assert [json.loads(each)["component"] for each in done.stdout.splitlines()] == ["app", "app", "app"]


def test_ids_are_the_commits_that_outdated_strings(units: Units, shop: ScriptedRepository) -> None:
    newest, older, _ = list_commits(shop)
    done = units("--outdated", "--format", "ids")
    assert done.stdout == f"{newest} # 2023-11-15 Save all\n{older} # 2023-11-15 Name the dialog\n"
    # In the file, the commits no longer outdate strings.
    shop.write({".translation-ignore-revs": done.stdout.splitlines()[1]})
    assert units("--outdated", "--format", "ids").stdout == f"{newest} # 2023-11-15 Save all\n"
    shop.write({".translation-ignore-revs": done.stdout})
    assert units("--outdated").stdout == "No strings.\n"


def test_changes_without_an_id_are_counted_in_a_note(units: Units, shop: ScriptedRepository) -> None:
    write_languages(shop, "Keep one", en={"open": "Open"}, de={"open": "Öffnen"}, fr={})
    shop.write({"l/en.json": json.dumps({"open": "Open it"})})
    done = units("--outdated", "--format", "ids")
    assert (done.status, done.stdout) == (0, "")
    assert done.stderr == "note: 1 string is outdated since a change that is not committed, which has no id\n"


def test_ids_need_the_option(units: Units, shop: ScriptedRepository) -> None:
    done = units("--format", "ids")
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.endswith("Error: --format ids needs --outdated.\n")


def test_markdown_and_annotations_name_the_old_source(units: Units, shop: ScriptedRepository) -> None:
    older = list_commits(shop)[1]
    arguments = ("--outdated", "--language", "fr", "--format")
    assert f"since commit `{older[:10]}` of 2023-11-15; was: Close the window" in units(*arguments, "markdown").stdout
    assert "Close the dialog (since commit" in units(*arguments, "github").stdout


def test_csv_has_a_row_for_each_string(units: Units, shop: ScriptedRepository) -> None:
    older = list_commits(shop)[1]
    done = units("--todo", "--outdated", "--language", "fr", "--format", "csv")
    changes = "outdated_since,outdated_commit,old_source"
    assert done.stdout.splitlines() == [
        f"project,component,language,file,line,context,source,target,state,flags,checks,{changes}",
        f"shop,app,fr,l/fr.json,2,close,Close the dialog,Fermer,outdated,,,2023-11-15,{older},Close the window",
        "shop,app,fr,l/en.json,3,open,Open,,missing,,,,,",
        "shop,app,fr,l/en.json,5,send,Send now,,missing,,,,,",
    ]


def test_without_keys_no_string_is_outdated(run: Run, repository: Callable[[str], ScriptedRepository]) -> None:
    made = repository("other")
    made.commit("Add", {"po/de.po": made.po({"Stop": "Halt"})})
    done = run("units", "--outdated", "--root", str(made.path))
    assert (done.status, done.stdout) == (0, "No strings.\n")
    assert done.stderr == "warning: no component has keys and a template, so no string counts as outdated\n"


def test_a_string_is_explained_with_the_commit_that_outdated_it(run: Run, shop: ScriptedRepository) -> None:
    older = list_commits(shop)[1]
    done = run("explain", "shop", "app", "de", "close", cwd=shop.path)
    assert (done.status, done.stderr) == (0, "")
    assert (
        "old source Close the window source Close the dialog target Fenster schließen"
        " state translated: The target is not empty, and the file does not mark it as needing editing."
        f" outdated since commit {older[:10]} of 2023-11-15: the source text changed after its translation."
        " Another target ends it, and so does the old source text."
        " A commit in .translation-ignore-revs does not outdate."
    ) in " ".join(done.stdout.split())
    fields = json.loads(run("explain", "shop", "app", "de", "close", "--json", cwd=shop.path).stdout)
    assert (fields["outdated_since"], fields["outdated_commit"]) == ("2023-11-15", older)
    assert (fields["state"], fields["old_source"]) == ("translated", ["Close the window"])


@pytest.mark.parametrize(
    "string",
    [
        pytest.param("de open", id="whose source never changed"),
        pytest.param("fr save", id="that was translated again"),
        pytest.param("de send", id="that is empty"),
        pytest.param("en close", id="of the source language"),
    ],
)
def test_nothing_is_said_of_a_string_that_is_not_outdated(run: Run, shop: ScriptedRepository, string: str) -> None:
    done = run("explain", "shop", "app", *string.split(), cwd=shop.path)
    assert (done.status, done.stderr) == (0, "")
    assert "outdated" not in done.stdout
    assert "old source" not in done.stdout


def test_a_string_outside_of_a_repository_is_explained(run: Run, tree: WriteTree) -> None:
    tree({"transtats.toml": SETTINGS, "l/en.json": '{"a": "A"}', "l/de.json": '{"a": "B"}'})
    done = run("explain", "shop", "app", "de", "a")
    assert (done.status, done.stderr) == (0, "")


def test_a_report_lists_outdated_strings(run: Run, shop: ScriptedRepository, tmp_path: Path) -> None:
    done = run("report", "--outdated", "--output", tmp_path / "site", cwd=shop.path)
    assert (done.status, done.stderr.count("\n")) == (0, 1)
    folder = tmp_path / "site/projects/shop/components/app"
    assert '<a href="de/outdated.html">2</a>' in (folder / "index.html").read_text()
    assert 'href="outdated.html">2 strings outdated</a>' in (folder / "de/index.html").read_text()
    strings = (folder / "de/outdated.html").read_text()
    assert 'Close the <del class="del">window</del></p>' in strings
    assert 'Close the <ins class="ins">dialog</ins></p>' in strings
    assert f"since commit {list_commits(shop)[1][:10]} of 2023-11-15" in strings


def test_a_report_reads_no_history_without_the_option(run: Run, shop: ScriptedRepository, tmp_path: Path) -> None:
    assert run("report", "--output", tmp_path / "site", cwd=shop.path).status == 0
    pages = [path.read_text().lower() for path in (tmp_path / "site").rglob("*.html")]
    assert not any("outdated" in page for page in pages)
