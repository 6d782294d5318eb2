"""`transtats history`: selected commits, formats, the cache and errors."""

import csv
import io
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.fixture_types import CommandResult, Golden, Run

HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
START = 1_700_000_000
DAY = 24 * 3600


def format_po(*targets: str) -> str:
    return "\n".join(
        [HEADER, *(f'msgid "String {place}"\nmsgstr "{target}"\n' for place, target in enumerate(targets))]
    )


class Demo:
    def __init__(self, path: Path) -> None:
        self.path = path
        if not path.exists():
            (path / "po").mkdir(parents=True)
            self.git("init", "--quiet", "--initial-branch=main")

    def git(self, *arguments: str, time: int = START) -> str:
        identity = {
            f"GIT_{who}_{what}": "x@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        kept = dict(os.environ)
        environment = {**kept, **identity, "GIT_AUTHOR_DATE": f"{time} +0000", "GIT_COMMITTER_DATE": f"{time} +0000"}
        done = subprocess.run(["git", *arguments], cwd=self.path, env=environment, capture_output=True, check=True)
        return done.stdout.decode().strip()

    def commit(self, day: float, **languages: str) -> str:
        for code, content in languages.items():
            (self.path / "po" / f"{code}.po").write_text(content, encoding="utf-8")
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", "x", time=int(START + day * DAY))
        return self.git("rev-parse", "HEAD")


@pytest.fixture
def demo(nine_commits: Path, tmp_path: Path) -> Demo:
    shutil.copytree(nine_commits, tmp_path / "demo")
    return Demo(tmp_path / "demo")


@pytest.fixture(scope="module")
def nine_commits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Nine commits in three weeks. French is added later, and one commit changes only code."""
    made = Demo(tmp_path_factory.mktemp("nine_commits") / "demo")
    made.commit(0, de=format_po("", "", "", ""))
    made.git("tag", "v1")
    made.commit(1, de=format_po("Eins", "", "", ""))
    made.commit(1.2, de=format_po("Eins", "Zwei", "", ""))
    (made.path / "main.c").write_text("int main;\n", encoding="utf-8")
    made.commit(2)
    made.commit(8, fr=format_po("", "", "", ""))
    made.git("tag", "--annotate", "--message", "two", "v2")
    made.commit(9, fr=format_po("Un", "Deux", "Trois", ""))
    made.commit(9.1, de=format_po("Eins", "Zwei", "Drei", "Vier"))
    made.commit(16, fr=format_po("Un", "Deux", "Trois", "Quatre"))
    made.commit(20)
    return made.path


@pytest.fixture
def history(demo: Demo, run: Run) -> Callable[..., CommandResult]:
    return lambda *argv, **options: run("history", *argv, "--root", demo.path, "--no-cache", **options)


def test_a_history_of_many_commits_begins_with_a_note(demo: Demo, history: Callable[..., CommandResult]) -> None:
    commit = "commit refs/heads/main\ncommitter x <x@example.org> 1800000000 +0000\ndata 0\n"
    stream = commit + "from refs/heads/main^0\n" + commit * 500
    subprocess.run(["git", "fast-import", "--quiet"], cwd=demo.path, input=stream.encode(), check=True)
    done = history("--language", "de")
    assert done.stderr == "note: 510 commits are read; --every month or --since '12 months' takes less time\n"
    assert history("--every", "month").stderr == history("--since", "2024-01-01").stderr == history("-q").stderr == ""


def read_dates(done: CommandResult) -> list[str]:
    assert done.status == 0, done.stderr
    return list(dict.fromkeys(json.loads(line)["date"][5:10] for line in done.stdout.splitlines()))


def test_the_table_shows_the_history_of_each_language(history: Callable[..., CommandResult], golden: Golden) -> None:
    done = history("demo", "po")
    assert (done.status, done.stderr) == (0, "")
    golden("history/table.txt", done.stdout)


@pytest.mark.parametrize("name", ["markdown", "html"])
def test_a_message_or_a_page_contains_the_table(
    history: Callable[..., CommandResult], golden: Golden, name: str
) -> None:
    done = history("demo", "po", "--format", name)
    assert (done.status, done.stderr) == (0, "")
    golden(f"history/{name}.txt", done.stdout)


def test_the_chart_is_well_formed_and_has_titles(
    history: Callable[..., CommandResult], golden: Golden, tmp_path: Path
) -> None:
    done = history("demo", "po", "--format", f"svg:{tmp_path}/chart.svg", "--format", "table")
    assert done.status == 0
    text = (tmp_path / "chart.svg").read_text(encoding="utf-8")
    golden("history/chart.svg", text)
    chart = ElementTree.fromstring(text)  # noqa: S314  written by ourselves
    space = "{http://www.w3.org/2000/svg}"
    assert chart.attrib["aria-label"] == "demo/po: translated, in percent"
    assert [path.findtext(f"{space}title") for path in chart.iter(f"{space}path") if len(path)] == [
        "Total: 100.0%",
        "German: 100.0%",
        "French: 100.0%",
    ]


def test_json_csv_and_ndjson_contain_the_numbers_of_each_commit(
    demo: Demo, history: Callable[..., CommandResult]
) -> None:
    document = json.loads(history("demo", "po", "--format", "json").stdout)
    assert (document["project"], document["component"], len(document["commits"])) == ("demo", "po", 7)
    last = document["commits"][-1]
    assert (last["commit"], last["date"]) == (demo.git("rev-parse", "HEAD~1"), "2023-11-30T22:13:20Z")
    assert [(each["code"], each["path"], each["translated"]) for each in last["languages"]] == [
        ("de", "po/de.po", 4),
        ("fr", "po/fr.po", 4),
    ]
    assert (last["total"]["total"], last["total"]["translated_percent"]) == (8, 100.0)
    rows = list(csv.DictReader(io.StringIO(history("demo", "po", "--format", "csv").stdout, newline="")))
    lines = [json.loads(line) for line in history("demo", "po", "--format", "ndjson").stdout.splitlines()]
    flat = [
        {"commit": commit["commit"], "date": commit["date"], **language}
        for commit in document["commits"]
        for language in commit["languages"]
    ]
    assert lines == flat
    assert [{key: row[key] for key in flat[0]} for row in rows] == [
        {key: str(value) for key, value in each.items()} for each in flat
    ]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param((), "11-14 11-15 11-16 11-22 11-23 11-24 11-30", id="changes"),
        pytest.param(("--every", "commit"), "11-14 11-15 11-16 11-22 11-23 11-24 11-30 12-04", id="commits"),
        pytest.param(("--every", "day"), "11-14 11-15 11-16 11-22 11-23 11-24 11-30 12-04", id="days"),
        pytest.param(("--every", "week"), "11-16 11-24 11-30 12-04", id="weeks"),
        pytest.param(("--every", "month"), "11-30 12-04", id="months"),
        pytest.param(("--since", "2023-11-24"), "11-24 11-30", id="a date"),
        pytest.param(("--since", "2023-11-23T22:13:20Z"), "11-23 11-24 11-30", id="the moment of a commit"),
        pytest.param(("--since", "2023-11-23T22:13:21Z"), "11-24 11-30", id="a second after a commit"),
        pytest.param(("--since", "90 years ago"), "11-14 11-15 11-16 11-22 11-23 11-24 11-30", id="a time ago"),
        pytest.param(("--tags",), "11-14 11-22", id="tags"),
        pytest.param(("v2",), "11-14 11-15 11-16 11-22", id="up to a tag"),
        pytest.param(("v1..v2",), "11-15 11-16 11-22", id="from one tag to another"),
        pytest.param(("v2..", "--every", "commit"), "11-23 11-24 11-30 12-04", id="from a tag on"),
        pytest.param(("--language", "FR"), "11-22 11-23 11-24 11-30", id="a language"),
        pytest.param(("--no-checks", "--tags", "--since", "2023-11-20"), "11-22", id="late tags"),
    ],
)
def test_options_and_revisions_select_the_commits(
    history: Callable[..., CommandResult], options: tuple[str, ...], expected: str
) -> None:
    assert read_dates(history("demo", "po", *options, "--format", "ndjson")) == expected.split()


def test_the_names_may_be_one_word_before_a_revision(history: Callable[..., CommandResult]) -> None:
    assert history("demo/po", "v2").stdout == history("demo", "po", "v2").stdout


def test_a_tag_may_contain_a_line_separator(demo: Demo, history: Callable[..., CommandResult]) -> None:
    demo.git("tag", "v3\u2028v4\x85")
    document = json.loads(history("demo", "po", "--tags", "--format", "json").stdout)
    assert [each["tag"] for each in document["commits"]] == ["v1", "v2", "v3\u2028v4\x85"]


def test_a_note_counts_the_tags_of_other_branches(demo: Demo, history: Callable[..., CommandResult]) -> None:
    done = history("demo", "po", "v1", "--tags", "--format", "csv")
    assert done.stderr.startswith("note: 1 tag left out, because v1 does not contain the commits; ")
    assert history("demo", "po", "--tags", "--format", "csv").stderr == ""


def test_commits_of_tags_have_the_names_of_the_tags(history: Callable[..., CommandResult]) -> None:
    document = json.loads(history("demo", "po", "--tags", "--format", "json").stdout)
    assert [commit["tag"] for commit in document["commits"]] == ["v1", "v2"]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        pytest.param(("demo", "poo"), "demo in demo has no such component; did you mean po?", id="component"),
        pytest.param(("demo", "po", "v3"), "there is no revision 'v3'", id="revision"),
        pytest.param(("demo", "po", "v1..v3"), "there is no revision 'v3'", id="end of a range"),
        pytest.param(("demo", "po", "v3...v2"), "there is no revision 'v3'", id="beginning of a range with three dots"),
        pytest.param(
            ("demo", "po", "--since", "yesterday"), "--since: 'yesterday' is not a date; write a date", id="date"
        ),
        pytest.param(("demo", "po", "v1..v1"), "no commits in this range", id="empty range"),
        pytest.param(
            ("demo", "po", "--since", "2099-01-01"),
            "no commit since 2099-01-01; the newest is from 2023-12-04, so try --since 2023-12-03",
            id="future",
        ),
        pytest.param(
            ("demo", "po", "--language", "fq"),
            "no commit has a language 'fq'; did you mean 'fr'?",
            id="language",
        ),
        pytest.param(
            ("demo", "po", "--format", "sgv"), "there is no format 'sgv' here (did you mean 'svg'?)", id="format"
        ),
    ],
)
def test_wrong_arguments_are_errors(history: Callable[..., CommandResult], argv: tuple[str, ...], message: str) -> None:
    done = history(*argv)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


@pytest.mark.parametrize("command", ["history", "diff"])
def test_the_error_for_an_unknown_component_has_a_line_for_each_problem(demo: Demo, run: Run, command: str) -> None:
    for name, content in {"bad/app/component.json": '{"filemask": 5}', "bad/app/de.po": format_po("")}.items():
        (demo.path / name).parent.mkdir(parents=True, exist_ok=True)
        (demo.path / name).write_text(content, encoding="utf-8")
    demo.commit(21)
    (demo.path / "web" / "po").mkdir(parents=True)
    (demo.path / "web" / "po" / "de.po").write_text(format_po(""), encoding="utf-8")
    for _ in range(2):
        done = run(command, "demo", "web", "--root", demo.path)
        assert (done.status, done.stdout) == (2, "")
        first, second = done.stderr.splitlines()
        assert "demo in demo has no such component" in first
        assert second == "bad/app/component.json:1: filemask: must be a text in quotes, not a number"


def test_history_without_a_repository_or_git_is_an_error(demo: Demo, run: Run, tmp_path: Path) -> None:
    (tmp_path / "plain" / "po").mkdir(parents=True)
    (tmp_path / "plain" / "po" / "de.po").write_text(format_po("x"), encoding="utf-8")
    outside = run("history", "plain", "po", "--root", tmp_path / "plain")
    assert (outside.status, outside.stdout) == (2, "")
    assert "is not in a git repository; choose a work tree with --root" in outside.stderr
    without = run("history", "demo", "po", "--root", demo.path, env={"PATH": str(tmp_path)})
    assert (without.status, without.stdout) == (2, "")
    assert "there is no git command; install git" in without.stderr


def test_history_of_an_empty_repository_is_an_error(run: Run, tmp_path: Path) -> None:
    empty = Demo(tmp_path / "empty")
    done = run("history", "empty", "po", "--root", empty.path)
    assert (done.status, done.stdout) == (2, "")
    assert "the repository has no commits yet" in done.stderr


def test_a_file_that_could_not_be_read_is_named_once(demo: Demo, history: Callable[..., CommandResult]) -> None:
    demo.commit(21, fr="<<<<<<< ours\n")
    demo.commit(22, de=format_po("Eins", "", "", ""))
    done = history("demo", "po", "--every", "commit", "--format", "ndjson")
    assert done.status == 3
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("demo/po/fr.po:1: ")
    assert "(left out in 2 commits, from " in done.stderr
    demo.commit(23, **dict.fromkeys(("cs", "da", "es", "fi", "it", "nl", "pl", "pt", "sk", "sv"), "<<<<<<< ours\n"))
    assert history("demo", "po").stderr.endswith("3 more messages (-v shows all)\n")


def test_cached_commits_are_not_read_again_and_the_output_is_the_same(demo: Demo, run: Run, tmp_path: Path) -> None:
    command = ("history", "demo", "po", "--root", demo.path, "--format", "json", "--cache-dir", tmp_path / "cache")
    first = run(*command)
    documents = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()}
    # Without git and without a temporary directory no commit can be read.
    again = run(*command, env={"TMPDIR": str(tmp_path / "nowhere"), "PATH": str(tmp_path / "nowhere")})
    assert (first.status, again.stdout) == (0, first.stdout)
    assert documents == {path.name: path.stat().st_mtime_ns for path in (tmp_path / "cache").iterdir()}
    demo.commit(23, de=format_po("Eins", "", "", ""))
    more = json.loads(run(*command).stdout)["commits"]
    assert more[:-1] == json.loads(first.stdout)["commits"]
    for path in (tmp_path / "cache").iterdir():
        path.write_bytes(path.read_bytes()[:-20])
    assert json.loads(run(*command).stdout)["commits"] == more


def test_the_work_tree_is_not_read(demo: Demo, history: Callable[..., CommandResult]) -> None:
    before = history("demo", "po").stdout
    (demo.path / "po" / "de.po").write_text("nonsense", encoding="utf-8")
    assert history("demo", "po").stdout == before


def test_a_note_is_printed_for_a_shallow_clone(run: Run, demo: Demo, tmp_path: Path) -> None:
    shallow = tmp_path / "shallow" / "demo"
    demo.git("clone", "--quiet", "--depth=5", demo.path.as_uri(), str(shallow))
    note = "note: the clone is shallow, so older commits are missing: git fetch --unshallow\n"
    history = ("history", "demo", "po", "--root", str(shallow))
    assert run(*history).stderr == run(*history, "--every", "month").stderr == note
    assert run(*history, "HEAD~9..").status == 2
    assert run(*history, "-q").stderr == run(*history, "HEAD~1..").stderr == ""
    assert run("history", "demo", "po", "--root", str(demo.path)).stderr == ""


def test_several_components_have_a_total_of_the_newest_known_values(run: Run, tmp_path: Path) -> None:
    shop = Demo(tmp_path / "shop")
    (shop.path / "po").rmdir()

    def commit(day: int, component: str, *targets: str) -> None:
        (shop.path / component).mkdir(exist_ok=True)
        (shop.path / component / "de.po").write_text(format_po(*targets), encoding="utf-8")
        shop.commit(day)

    commit(0, "app", "", "Zwei")
    commit(1, "site", "", "", "", "")
    commit(2, "app", "Eins", "Zwei")
    command = ("history", "--root", shop.path, "--no-cache", "--format")
    document = json.loads(run(*command, "json").stdout)
    assert [len(each["commits"]) for each in document["results"]] == [2, 1]
    points = [(each["date"][:10], each["total"], each["measure"], each["percent"]) for each in document["total"]]
    # On the second day, the older value of the other component counts.
    assert points == [
        ("2023-11-14", 2, "translated", 50.0),
        ("2023-11-15", 6, "translated", 16.6),
        ("2023-11-16", 6, "translated", 33.3),
    ]
    rows = list(csv.DictReader(io.StringIO(run(*command, "csv").stdout, newline="")))
    totals = [(row["component"], row["name"], row["percent"]) for row in rows if not row["project"]]
    assert totals == [("", "Total", "50.0"), ("", "Total", "16.6"), ("", "Total", "33.3")]
    table = run(*command, "table").stdout.splitlines()
    assert table[0] == "2 components: 3 commits, 2023-11-14 to 2023-11-16"
    assert [line.split() for line in (*table[4:6], *table[9:])] == [
        ["German", "de", "█▁▄", "50.0%", "33.3%", "−16.7"],
        ["Total", "█▁▄", "50.0%", "33.3%", "−16.7"],
        ["shop/app", "▅▅█", "50.0%", "100.0%", "+50.0"],
        ["shop/site", "·▁▁", "0.0%", "0.0%", "0.0"],
        [],
        "`transtats history PROJECT/COMPONENT` prints the languages of a component.".split(),
    ]
    for name in ("markdown", "html"):
        assert "2 components: 3 commits, 2023-11-14 to 2023-11-16" in run(*command, name).stdout


def test_of_many_components_those_with_the_largest_changes_are_listed(run: Run, tmp_path: Path) -> None:
    shop = Demo(tmp_path / "shop")
    for day, changed in enumerate(("", "c20", "c20c21")):
        for number in range(22):
            name = f"c{number:02}"
            (shop.path / name).mkdir(exist_ok=True)
            targets = ("x", "y" if name == "c21" else "") if name in changed else ("", "")
            (shop.path / name / "de.po").write_text(format_po(*targets), encoding="utf-8")
        shop.commit(day)
    lines = run("history", "--root", shop.path, "--no-cache").stdout.splitlines()
    assert lines[7] == "Components with the largest changes"
    assert [line.split()[0] for line in lines[11:-2]] == [
        "shop/c21",
        *(f"shop/c{each:02}" for each in (20, *range(18))),
    ]
    assert lines[-1].startswith("2 more components: --format csv has all. ")


def test_a_commit_without_the_template_is_measured_by_the_present_measure(demo: Demo, run: Run) -> None:
    """Without a template, the strings of all languages together are those that a language can have."""
    (demo.path / "po" / "po.pot").write_text(format_po("", "", "", "", ""), encoding="utf-8")
    demo.commit(23, fr=format_po("Un", "Deux"))
    command = ("--root", demo.path, "--format", "json")
    commits = json.loads(run("history", "demo", "po", *command).stdout)["commits"]
    assert {each["total"]["measure"] for each in commits} == {"complete"}
    compared = json.loads(run("diff", "demo", "po", "HEAD~1", "HEAD", *command).stdout)["languages"]
    assert [each["percent"] for each in commits[-2]["languages"]] == [each["before"]["percent"] for each in compared]
    assert [each["percent"] for each in commits[-1]["languages"]] == [each["after"]["percent"] for each in compared]


@pytest.mark.parametrize("command", ["history", "diff"])
def test_quiet_hides_notes_but_not_errors(demo: Demo, run: Run, command: str) -> None:
    demo.commit(21, fr="<<<<<<< ours\n")
    done = run(command, "demo", "po", "-q", "--root", demo.path, "--format", "json")
    assert (done.status, done.stderr.count("\n")) == (3, 1)
    assert "po/fr.po:1: " in done.stderr
    assert json.loads(done.stdout)["component"] == "po"
