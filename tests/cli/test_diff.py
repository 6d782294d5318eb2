"""`transtats diff`: output, formats and errors. The numbers are tested in tests/comparison/."""

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Golden, Run, WriteTree
from tests.git_repositories import ScriptedRepository

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
GIT_IDENTITY = {
    f"GIT_{who}_{what}": f"{what}@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
}


def format_po(*entries: tuple[str, str]) -> str:
    """Return a PO file. A translation that begins with `?` is fuzzy."""
    return HEADER + "\n".join(
        f'{"#, fuzzy" + chr(10) if target[:1] == "?" else ""}msgid "{source}"\nmsgstr "{target.removeprefix("?")}"\n'
        for source, target in entries
    )


@pytest.fixture
def project(tree: WriteTree) -> Path:
    """A repository with every kind of change of a string since the last commit."""
    before = [
        ("Gone", "Weg"),
        ("Lost", "Verloren"),
        ("Doubtful", "Zweifelhaft"),
        ("Stop.", "Halt."),
        ("Good.", "Gut"),
    ]
    root = tree({"demo/app/de.po": format_po(("Done", ""), *before), "demo/app/fr.po": format_po(("Done", "Fait"))})
    for arguments in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "one"]):
        subprocess.run(["git", *arguments], cwd=root, env={**os.environ, "HOME": str(root), **GIT_IDENTITY}, check=True)
    after = [("Lost", ""), ("Doubtful", "?Zweifelhaft"), ("Stop.", "Halt"), ("Good.", "Gut."), ("New one", "Neu")]
    return tree({"demo/app/de.po": format_po(("Done", "Fertig"), *after, ("New two", ""))})


def test_changes_are_listed_by_language(run: Run, project: Path) -> None:
    done = run("diff", "demo", "app", "--units")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == (
        "demo/app: HEAD → the working tree\n"
        "\n"
        "German (de): 83.3% → 57.1%\n"
        "  source grew           2 strings, 4 words (1 of them translated)\n"
        "    demo/app/de.po:20: New one\n"
        "    demo/app/de.po:23: New two\n"
        "  source shrank         1 string, 1 word (1 of them translated)\n"
        "    demo/app/de.po:7: Gone\n"
        "  translated            1 string, 1 word\n"
        "    demo/app/de.po:4: Done\n"
        "  lost                  1 string, 1 word\n"
        "    demo/app/de.po:7: Lost\n"
        "  became fuzzy          1 string, 1 word\n"
        "    demo/app/de.po:11: Doubtful\n"
        "  translation reworded  2 strings, 2 words\n"
        "    demo/app/de.po:14: Halt. → Halt\n"
        "    demo/app/de.po:17: Gut → Gut.\n"
        "  began failing         1 string, 1 word\n"
        "    demo/app/de.po:14: Stop. (the source ends with a full stop, the translation does not)\n"
        "  fixed                 1 string, 1 word\n"
        "    demo/app/de.po:17: Good.\n"
    )


@pytest.fixture
def cut(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    """Repository of two translated strings with a template. One of them is cut from the file in the working tree."""
    shop = repository("shop")
    both = format_po(("Done", "Fertig"), ("Open", "Auf"))
    shop.commit("one", {"po/shop.pot": format_po(("Done", ""), ("Open", "")), "po/de.po": both})
    (shop.path / "po/de.po").write_text(format_po(("Done", "Fertig")))
    return shop


def test_strings_that_the_template_still_has_vanished(run: Run, cut: ScriptedRepository) -> None:
    done = run("diff", "--units", cwd=cut.path)
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.splitlines()[2:] == [
        "German (de): 100.0% → 50.0%",
        "  vanished              1 string, 1 word (1 of them translated)",
        "    po/de.po:7: Open",
    ]
    annotation = "::warning file=po/de.po,line=7,title=de%3A vanished since HEAD::Open"
    assert run("diff", "--format", "github", cwd=cut.path).stdout.splitlines()[0] == annotation


def test_with_a_damaged_template_they_count_as_removed(run: Run, cut: ScriptedRepository) -> None:
    (cut.path / "po/shop.pot").write_text(HEADER + 'msgid "never closed\n')
    done = run("diff", cwd=cut.path)
    assert "source shrank         1 string" in done.stdout
    assert done.stderr.startswith("po/shop.pot:4: ")
    assert (done.status, "strings that vanished from a language count as removed" in done.stderr) == (3, True)
    assert done.stderr.endswith("; strings that vanished from a language count as removed\n")
    assert run("diff", "--quiet", cwd=cut.path).stderr.startswith("po/shop.pot:4: ")


def test_a_comparison_without_changes_prints_one_sentence(run: Run, project: Path) -> None:
    nothing = "No string gained or lost anything: 85.7% translated, as before.\n"
    assert run("diff", "demo/app", "HEAD", "main").stdout == f"demo/app: HEAD → main\n{nothing}"
    nothing = nothing.replace("85.7%", "100.0%")
    unchanged = ("diff", "demo/app", "--language", "fr", "--format")
    assert run(*unchanged, "table").stdout == f"demo/app: HEAD → the working tree\n\n{nothing}"


def test_json_contains_all_numbers(run: Run, project: Path) -> None:
    document = json.loads(run("diff", "demo", "app", "main", "--format", "json").stdout)
    assert (document["project"], document["component"], document["before"], document["after"]) == (
        "demo",
        "app",
        "main",
        "the working tree",
    )
    german, french = document["languages"]
    assert (german["before"]["translated"], german["after"]["translated"], german["after"]["failing"]) == (5, 4, 1)
    assert german["source_grew"] == {
        "strings": 2,
        "words": 4,
        "chars": 14,
        "translated": {"strings": 1, "words": 2, "chars": 7},
    }
    assert french["before"] == french["after"]
    total = document["total"]
    assert (total["before"]["translated"], total["after"]["translated"], total["after"]["percent"]) == (6, 5, 62.5)
    assert (total["source_grew"], [*total]) == (german["source_grew"], [*german][3:])
    assert "units" not in german


def test_no_checks_omits_the_changes_of_failing_strings(run: Run, project: Path) -> None:
    done = run("diff", "demo", "app", "--no-checks")
    assert "lost" in done.stdout
    assert "failing" not in done.stdout
    assert "fixed" not in done.stdout


def test_new_and_removed_languages_are_listed(run: Run, project: Path) -> None:
    (project / "demo/app/fr.po").rename(project / "demo/app/nl.po")
    done = run("diff", "demo", "app")
    assert "French (fr): file gone, was 100.0%\n" in done.stdout
    assert "Dutch (nl): new, 100.0%\n" in done.stdout


def test_the_github_format_annotates_strings_that_got_worse(run: Run, project: Path) -> None:
    done = run("diff", "demo", "app", "--format", "github")
    *strings, language = done.stdout.splitlines()
    assert strings == [
        f"::warning file=demo/app/de.po,line={line},title=de%3A {title}::{message}"
        for line, title, message in [
            (7, "lost since HEAD", "Lost"),
            (11, "became fuzzy since HEAD", "Doubtful"),
            (14, "end_stop", "the source ends with a full stop, the translation does not"),
        ]
    ]
    assert language == (
        "::notice file=demo/app/de.po,title=German (de)::83.3%25 → 57.1%25 translated since HEAD:"
        " source grew: 2 strings, 4 words (1 of them translated);"
        " source shrank: 1 string, 1 word (1 of them translated); translated: 1 string, 1 word;"
        " lost: 1 string, 1 word; became fuzzy: 1 string, 1 word;"
        " translation reworded: 2 strings, 2 words; began failing: 1 string, 1 word; fixed: 1 string, 1 word"
    )


def test_markdown_and_the_step_summary_begin_with_the_marker_of_the_command(
    run: Run, project: Path, tmp_path: Path
) -> None:
    done = run("diff", "demo", "app", "--format", "markdown", "--units")
    lines = done.stdout.splitlines()
    assert lines[:3] == ["<!-- transtats diff -->", "**demo/app: HEAD → the working tree**", ""]
    assert "| demo/app/de.po:23 | new           | `New two`  |         |        |" in lines
    assert "| demo/app/de.po:14 | reworded      | `Stop.`    | `Halt.` | `Halt` |" in lines
    assert {"<details><summary>German (de): 10 changes of strings</summary>", "</details>"} <= {*lines}
    summary = tmp_path / "summary"
    run("diff", "demo", "app", "--step-summary", env={"GITHUB_STEP_SUMMARY": str(summary)})
    assert summary.read_text().splitlines()[:5] == lines[:5]


def test_the_message_of_a_week_sums_up_the_languages_and_names_the_checks_that_fail_now(
    run: Run, project: Path
) -> None:
    _, _, _, summary, _, titles, _, german = run("diff", "demo", "app", "--format", "markdown").stdout.splitlines()
    assert summary == (
        "85.7% → 62.5% translated, 2 strings translated, 2 new, 1 removed, 1 lost, 1 became fuzzy, 2 reworded,"
        " 1 began failing, 1 fixed. Since HEAD, 1 of 2 languages changed. New failing checks: end_stop (1)."
    )
    assert re.split(r" *\| *", titles)[1:9] == [
        *("Language", "Code", "Translated now", "Change", "Translated", "New", "Removed", "Lost"),
    ]
    assert re.split(r" *\| *", german)[1:9] == ["German", "de", "57.1%", "\N{MINUS SIGN}26.2", "2", "2", "1", "1"]


def test_the_table_has_no_change_for_new_and_removed_languages(run: Run, project: Path) -> None:
    (project / "demo/app/fr.po").rename(project / "demo/app/nl.po")
    done = run("diff", "--format", "table", env={"COLUMNS": "120"})
    rows = [re.split(" {2,}", line)[:4] for line in done.stdout.splitlines()]
    assert [row for row in rows if row[0] in ("Dutch", "French")] == [
        ["French", "fr", "–", "gone"],
        ["Dutch", "nl", "100.0%", "new"],
    ]


def test_files_whose_names_only_the_settings_have_are_compared(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    demo = repository("demo")
    settings = '[project.demo.component.app]\nfilemask = "lang/*.txt"\nfile_format = "po"\n'
    demo.commit("one", {"transtats.toml": settings, "lang/de.txt": demo.po({"One": ""})})
    demo.write({"lang/de.txt": demo.po({"One": "Eins"})})
    done = run("diff", "HEAD", cwd=demo.path)
    assert (done.status, done.stdout.splitlines()[2]) == (0, "German (de): 0.0% → 100.0%")


def test_every_format_is_written_in_one_run(run: Run, project: Path, tmp_path: Path) -> None:
    names = ["table", "json", "ndjson", "markdown", "html", "github", "gitlab", "sarif", "junit"]
    done = run("diff", "demo", "app", *(f"--format={name}:{tmp_path / name}" for name in names), "--format", "text")
    assert done.status == 0
    assert all((tmp_path / name).stat().st_size for name in names)


def test_a_file_that_cannot_be_read_is_left_out_of_both_sides(run: Run, project: Path) -> None:
    (project / "demo/app/de.po").write_text(HEADER + 'msgid "never closed\n')
    done = run("diff", "demo", "app")
    no_change = "demo/app: HEAD → the working tree\nNo string gained or lost anything: 100.0% translated, as before.\n"
    lacks = "The figures lack what could not be read: demo/app/de.po.\n"
    assert (done.status, done.stdout) == (3, no_change + lacks)
    assert run("diff", "demo", "app", "--format", "markdown").stdout.endswith(lacks)
    assert done.stderr.startswith("demo/app/de.po:4: ")


@pytest.mark.parametrize(
    ("words", "compared"),
    [
        pytest.param(["HEAD", "main"], "HEAD → main", id="two revisions"),
        pytest.param(["work/done", "main"], "work/done → main", id="branch with a slash"),
        pytest.param(["work/done"], "work/done → the working tree", id="only a branch with a slash"),
        pytest.param(["shop", "work/done", "main"], "work/done → main", id="folder with the name of the project"),
        pytest.param(["shop", "HEAD..main"], "HEAD → main", id="folder with the name of the project, and a range"),
        pytest.param(["shop", "shop"], "HEAD → the working tree", id="names that are also branches"),
        pytest.param(["shop", "shop", "main"], "main → the working tree", id="names and a revision"),
        pytest.param([".", "main"], "main → the working tree", id="the current directory and a revision"),
        pytest.param([".", "HEAD..main"], "HEAD → main", id="the current directory and a range"),
        pytest.param(["shop/shop", "main"], "main → the working tree", id="one word that is also a tag"),
    ],
)
def test_revisions_are_not_taken_for_names_of_components(
    run: Run, repository: Callable[[str], ScriptedRepository], words: list[str], compared: str
) -> None:
    shop = repository("shop")
    shop.commit("one", {"shop/po/de.po": format_po(("Done", "Fertig"))})
    for name in ("work/done", "shop"):
        shop.git("branch", name)
    shop.git("tag", "shop/shop")
    done = run("diff", *words, cwd=shop.path)
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == f"shop/shop: {compared}"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(["demo", "app", "HEAD", "HEAD", "HEAD"], "unexpected extra argument", id="three revisions"),
        pytest.param(["demo/app", "HEAD", "HEAD", "HEAD"], "there are three revisions", id="three, and one word"),
        pytest.param(["demo", "app", "--oops"], "No such option", id="an option for git"),
        pytest.param(["demo", "app", "--", "--output=x"], "there is no revision '--output=x'", id="a dash"),
        pytest.param(["HEAD", "mian"], "there is no revision 'mian'", id="a misspelt second revision"),
        pytest.param(["demo", "aap"], "Error: demo/aap: no such project", id="no such component"),
        pytest.param(["demo", "app", "--language", "ed"], "did you mean 'de'?", id="no such language"),
        pytest.param(["demo", "app", ""], "there is no revision ''", id="an empty name"),
    ],
)
def test_wrong_arguments_are_errors(run: Run, project: Path, words: list[str], message: str) -> None:
    done = run("diff", *words)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize("name", ["text", "table", "json", "ndjson", "markdown", "html", "github", "gitlab", "junit"])
def test_each_format_matches_its_golden_file(run: Run, project: Path, golden: Golden, name: str) -> None:
    done = run("diff", "demo", "app", "--units", "--format", name, env={"COLUMNS": "120"})
    assert (done.status, done.stderr) == (0, "")
    golden(f"diff/{name}.txt", done.stdout)


def test_the_text_of_several_components_ends_with_their_total(run: Run, project: Path, tree: WriteTree) -> None:
    tree({"demo/site/de.po": format_po(("Done", ""))})
    for arguments in (["add", "."], ["commit", "-q", "-m", "two"]):
        subprocess.run(
            ["git", *arguments], cwd=project, env={**os.environ, "HOME": str(project), **GIT_IDENTITY}, check=True
        )
    tree({"demo/site/de.po": format_po(("Done", "Fertig")), "demo/app/fr.po": format_po(("Done", ""))})
    done = run("diff", "--all")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == (
        f"{project.name}/demo/app: HEAD → the working tree\n"
        "\n"
        "French (fr): 100.0% → 0.0%\n"
        "  lost                  1 string, 1 word\n"
        "\n"
        f"{project.name}/demo/site: HEAD → the working tree\n"
        "\n"
        "German (de): 0.0% → 100.0%\n"
        "  translated            1 string, 1 word\n"
        "\n"
        "Total: 55.5% → 55.5% translated, 1 string translated, 1 lost. Since HEAD, 2 of 2 languages changed.\n"
    )


def test_the_message_of_several_components_contains_the_sums_of_components_and_languages(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    shop = repository("shop")
    words = {"One": "", "Two": ""}
    shop.commit(
        "one", {f"{name}/{code}.po": shop.po(words) for name in ("app", "site", "more") for code in ("de", "fr")}
    )
    shop.write({"app/de.po": shop.po(words | {"One": "Eins"}), "site/de.po": shop.po({"One": "Eins", "Two": "Zwei"})})
    done = run("diff", "--format", "markdown", cwd=shop.path)
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout == (
        "<!-- transtats diff -->\n"
        "**3 components: HEAD → the working tree**\n"
        "\n"
        "0.0% → 25.0% translated, 3 strings translated. Since HEAD, 1 of 2 languages changed.\n"
        "\n"
        "| Component | Translated now | Change | Translated |\n"
        "| --------- | -------------: | -----: | ---------: |\n"
        "| shop/app  |          25.0% |  +25.0 |          1 |\n"
        "| shop/site |          50.0% |  +50.0 |          2 |\n"
        "\n"
        "| Language | Code | Translated now | Change | Translated |\n"
        "| -------- | ---- | -------------: | -----: | ---------: |\n"
        "| German   | de   |          50.0% |  +50.0 |          3 |\n"
        "\n"
        "1 component without changes.\n"
    )
    total = json.loads(run("diff", "--json", cwd=shop.path).stdout)["total"]
    assert (total["before"]["percent"], total["after"]["percent"], total["translated"]["strings"]) == (0.0, 25.0, 3)
    nothing = "No string gained or lost anything: 0.0% translated, as before."
    assert run("diff", "HEAD", "HEAD", cwd=shop.path).stdout == f"HEAD → HEAD\n{nothing}\n"
    assert nothing in run("diff", "HEAD", "HEAD", "--format", "html", cwd=shop.path).stdout
    tables_of_components = run("diff", "--format", "markdown", "--units", cwd=shop.path).stdout.count("**shop/")
    assert tables_of_components == 2


def test_coloured_text_has_the_words_of_plain_text(run: Run, project: Path, tree: WriteTree, golden: Golden) -> None:
    tree({"demo/app/fr.po": format_po()})
    plain = run("diff", "demo", "app", "--units")
    coloured = run("diff", "demo", "app", "--units", "--color", "always")
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured.stdout) == plain.stdout
    golden("diff/text-colour.txt", coloured.stdout)


@pytest.fixture
def november(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    """Repository with commits on 15, 17 and 21 November 2023. The last one merges a branch of 19 November."""
    shop = repository("shop")
    words = {"One": "", "Two": "", "Three": ""}
    shop.commit("one", {"po/de.po": shop.po(words)}, hours=24)
    shop.commit("two", {"po/de.po": shop.po(words | {"One": "Eins"})}, hours=48)
    shop.git("checkout", "--quiet", "-b", "feature")
    shop.commit("three", {"po/de.po": shop.po(words | {"One": "Eins", "Two": "Zwei"})}, hours=48)
    shop.git("checkout", "--quiet", "main")
    shop.merge("feature", hours=48)
    return shop


@pytest.mark.parametrize(
    ("date", "newer", "compared"),
    [
        pytest.param("2023-11-16", [], ("HEAD~2", "the working tree"), id="a date between two commits"),
        pytest.param("2023-11-17T22:13:20Z", [], ("HEAD~1", "the working tree"), id="the moment of a commit"),
        pytest.param("2023-11-17T22:13:19Z", [], ("HEAD~2", "the working tree"), id="a second before a commit"),
        pytest.param("2023-11-20", [], ("HEAD~1", "the working tree"), id="after a commit of a merged branch"),
        pytest.param("2023-11-20", ["feature"], ("feature", "feature"), id="the line of another revision"),
        pytest.param("2023-11-16", ["HEAD~1"], ("HEAD~2", "HEAD~1"), id="the newer revision"),
        pytest.param("1 week", [], ("HEAD", "the working tree"), id="a time ago"),
    ],
)
def test_a_date_selects_the_last_commit_at_or_before_it(
    run: Run, november: ScriptedRepository, date: str, newer: list[str], compared: tuple[str, str]
) -> None:
    done = run("diff", ".", *newer, "--since", date, "--format", "json", cwd=november.path)
    document = json.loads(done.stdout)
    before, after = compared
    assert (document["before"], document["after"]) == (november.git("rev-parse", before), after)


def test_people_read_the_date_and_the_commit(run: Run, november: ScriptedRepository) -> None:
    done = run("diff", "--since", "2023-11-16", "--format", "table", cwd=november.path)
    title, _, summary, *_ = done.stdout.splitlines()
    commit = november.git("rev-parse", "HEAD~2")[:10]
    assert title == f"shop/po: 2023-11-16, commit {commit} → the working tree"
    assert summary == "0.0% → 66.6% translated, 2 strings translated. Since 2023-11-16, 1 of 1 language changed."
    *_, note = run("diff", "--since", "2023-11-16", "--format", "github", cwd=november.path).stdout.splitlines()
    assert "0.0%25 → 66.6%25 translated since 2023-11-16" in note


@pytest.mark.parametrize(("since", "moved"), [("3 days", "2023-11-16"), ("2023-11-30", "2023-11-18")])
def test_a_note_names_the_last_change_if_nothing_changed_since_the_date(
    run: Run, november: ScriptedRepository, since: str, moved: str
) -> None:
    note = f"note: the last change of a translation is from 2023-11-19; --since {moved} shows it\n"
    assert run("diff", "--since", since, cwd=november.path).stderr == note


@pytest.mark.parametrize(
    ("words", "message"),
    [
        pytest.param(["2023-11-15"], "--since: no commit is so old; the oldest is from 2023-11-15\n", id="too early"),
        pytest.param(
            ["yesterday"], "--since: 'yesterday' is not a date; write a date such as 2026-01-31", id="no date"
        ),
        pytest.param(["2023-11-16", ".", "HEAD~1", "HEAD"], "--since selects the older revision", id="two revisions"),
        pytest.param(["2023-11-16", ".", "HEAD~1..HEAD"], "give at most the newer one, and no range", id="a range"),
        pytest.param(["2023-11-16", ".", "main..."], "--since selects the older revision", id="a merge base"),
    ],
)
def test_a_date_that_selects_no_commit_is_an_error(
    run: Run, november: ScriptedRepository, words: list[str], message: str
) -> None:
    done = run("diff", "--since", *words, cwd=november.path)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_date_before_the_commits_of_a_shallow_clone_is_an_error_with_a_hint(
    run: Run, november: ScriptedRepository, tmp_path: Path
) -> None:
    november.git("clone", "--quiet", "--depth=1", november.path.as_uri(), str(tmp_path / "shallow"))
    done = run("diff", "--since", "2023-11-16", cwd=tmp_path / "shallow")
    assert done.stderr == (
        "Error: --since: no commit is so old; the oldest is from 2023-11-21;"
        " the clone is shallow, so older commits may be missing: git fetch --unshallow\n"
    )


def test_a_state_without_a_template_is_compared_with_the_strings_of_all_languages(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    demo = repository("demo")
    demo.commit("one", {"po/de.po": demo.po({"One": "Eins"})})
    demo.write(
        {"po/demo.pot": demo.po({"One": "", "Two": "", "Three": ""}), "po/de.po": demo.po({"One": "1", "Two": "2"})}
    )
    assert "German (de): 100.0% → 66.6%" in run("diff", cwd=demo.path).stdout


def test_a_larger_template_lowers_the_shares_of_unchanged_files_which_lack_its_new_strings(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    demo = repository("demo")
    one = format_po(("One", "1"))
    demo.commit("one", {"po/de.po": one, "po/fr.po": one, "po/nl.po": one, "po/demo.pot": format_po(("One", ""))})
    template = format_po(("One", ""), ("Two", ""), ("Six", ""))
    demo.write({"po/demo.pot": template, "po/nl.po": format_po(("One", "1"), ("Six", ""))})
    assert run("diff", "--units", cwd=demo.path).stdout.splitlines()[1:] == [
        *("", "German (de): 100.0% → 33.3%", "  source grew           2 strings, 2 words"),
        *("", "French (fr): 100.0% → 33.3%", "  source grew           2 strings, 2 words"),
        *("", "Dutch (nl): 100.0% → 33.3%", "  source grew           2 strings, 2 words", "    po/nl.po:7: Six"),
        *("", "In none of the files of de, fr, nl", "  source grew", "    po/demo.pot:7: Two"),
        *("", "In none of the files of de, fr", "  source grew", "    po/demo.pot:10: Six"),
    ]
    markdown = run("diff", "--units", "--format", "markdown", cwd=demo.path).stdout
    assert "100.0% → 33.3% complete, 6 strings new." in markdown
    assert "<summary>In none of the files of de, fr: 1 change of strings</summary>" in markdown
    gate = run("gate", "--base", "HEAD", "--count-new", "--language", "de", cwd=demo.path)
    assert (gate.status, "2 strings got worse" in gate.stdout) == (1, True)
    assert run("gate", "--base", "HEAD", cwd=demo.path).status == 0


def test_a_string_that_only_the_file_gained_is_no_new_string(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    demo = repository("demo")
    files = {"po/demo.pot": format_po(("One", ""), ("Two", "")), "po/de.po": format_po(("One", "Eins"))}
    demo.commit("one", files)
    demo.write({"po/de.po": format_po(("One", "Eins"), ("Two", ""), ("Old", ""))})
    assert "new" not in run("diff", "--format", "markdown", cwd=demo.path).stdout
    assert run("gate", "--base", "HEAD", "--count-new", cwd=demo.path).status == 0


def test_a_warning_about_both_states_of_a_file_is_printed_once(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    demo = repository("demo")
    damaged = HEADER + 'msgid "never closed\n'
    demo.commit("one", {"po/de.po": demo.po({"One": "Eins"}), "po/fr.po": damaged, "po/nl.po": damaged}, hours=24)
    demo.write({"po/nl.po": demo.po({"One": "Een"})})
    done = run("diff", "--since", "2023-11-16", cwd=demo.path)
    commit = demo.git("rev-parse", "HEAD")[:10]
    places = sorted(done.stderr.split(": ", 1)[0].split(", "))
    assert (done.status, places) == (3, [f"{commit}:po/nl.po:4", "po/fr.po:4"])
