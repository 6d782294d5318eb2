"""What `diff` and `gate --base` say of any two commits of the story is what `stats` says in their checkouts."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from transtats_cli import settings
from transtats_cli.comparison.movements import Comparison, Movement, compare
from transtats_cli.comparison.revisions import opened
from transtats_cli.comparison.snapshot import Snapshot, Wish, take
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.gate import ratchet
from transtats_cli.gate.limits import Limits
from transtats_cli.gate.verdicts import LanguageData
from transtats_cli.model import State
from transtats_cli.scanning.assembly import Overrides
from transtats_cli.scanning.discovery import survey
from transtats_cli.scanning.engine import ScanOptions, scan_component

NONE = Overrides()


def components(root: str | Path) -> dict[tuple[str, str], Component]:
    found = survey(str(root), settings.load(str(root)))
    return {(each.project, each.slug): each for each in found.components}


def commits(scripted) -> list[str]:
    return scripted.git("rev-list", "--all", "--topo-order", "--reverse").split()


def figures(snapshot: Snapshot) -> list[object]:
    return [record._replace(last_change=None) for record in snapshot.report().records]


def test_a_snapshot_of_a_commit_is_what_stats_counts_in_its_checkout(scripted, checkouts) -> None:
    with opened(str(scripted.path)) as revisions:
        for commit in commits(scripted):
            for names, component in components(checkouts(commit)).items():
                report = scan_component(component, ScanOptions())
                expected = [record._replace(last_change=None) for record in report.records]
                taken = revisions.take(commit, names, NONE, Wish())
                assert figures(taken) == figures(take(component)) == expected, (commit, names)
                assert [str(each) for each in taken.failures] == [str(each) for each in report.failures]


def test_movements_add_up_to_the_figures_of_both_commits(scripted, checkouts) -> None:
    seen = set()
    with opened(str(scripted.path)) as revisions:
        for one, other in pairwise(commits(scripted)):
            shared = components(checkouts(one)).keys() & components(checkouts(other)).keys()
            for names in sorted(shared):
                taken = [revisions.take(commit, names, NONE, Wish()) for commit in (one, other)]
                for comparison in (compare(*taken), compare(*reversed(taken))):
                    for language in comparison.languages:
                        add_up(language)
                        seen |= {moved.movement for moved in language.moves}
                    the_ratchet_agrees(comparison)
    assert seen == set(Movement)


def add_up(language) -> None:
    sizes, done = language.sizes, language.translated
    grew, shrank = sizes[Movement.SOURCE_GREW], sizes[Movement.SOURCE_SHRANK]
    before, after = language.before, language.after
    for unit in ("strings", "words", "chars"):
        size = {movement: getattr(counts, unit) for movement, counts in sizes.items()}
        assert getattr(before.total, unit) + getattr(grew, unit) - getattr(shrank, unit) == getattr(after.total, unit)
        assert getattr(after.translated, unit) == (
            getattr(before.translated, unit)
            + getattr(done[Movement.SOURCE_GREW], unit)
            - getattr(done[Movement.SOURCE_SHRANK], unit)
            + size[Movement.TRANSLATED]
            - size[Movement.LOST]
            - size[Movement.BECAME_FUZZY]
        )
    failing = sizes[Movement.BEGAN_FAILING].strings - sizes[Movement.FIXED].strings
    assert before.failing + failing == after.failing


def the_ratchet_agrees(comparison: Comparison) -> None:
    """One definition: what the gate calls worse is what the comparison calls lost or fuzzy."""
    past = ratchet.from_snapshot("then", comparison.before)
    limits = Limits(comparison.after.component, ())
    for language in comparison.languages:
        if language.is_new or language.is_gone:
            continue
        record = comparison.after.languages[language.language.code].record
        (verdict,) = ratchet.check_language(limits, past, LanguageData(record, language.path, comparison.after))
        worse = language.sizes[Movement.LOST].strings + language.sizes[Movement.BECAME_FUZZY].strings
        assert (verdict.figure, verdict.is_met) == (worse, not worse)


def test_the_working_tree_is_held_against_a_commit(scripted, checkouts, run: Callable) -> None:
    root = checkouts("main")
    (root / "locale/de.po").write_text(scripted.po({"One": "", "Two": "~Zwei", "Five": "Fünf"}))
    done = run("diff", "demo", "locale", "--root", root, "--format", "json", "--language", "de")
    (german,) = json.loads(done.stdout)["languages"]
    strings = {
        movement.key: german[movement.key]["strings"] for movement in Movement if german[movement.key]["strings"]
    }
    assert strings == {"source_grew": 1, "source_shrank": 2, "lost": 1, "became_fuzzy": 1, "fixed": 1}
    assert german["source_grew"]["translated"]["strings"] == 1
    gate = run("gate", "demo", "locale", "--root", root, "--base", "HEAD", "--language", "de", "--format", "json")
    assert (gate.status, json.loads(gate.stdout)["verdicts"][0]["figure"]) == (1, 2)
    scripted.git("-C", str(root), "checkout", "--quiet", ".")


def test_only_what_is_asked_for_is_read(scripted, run: Callable) -> None:
    before = scripted.git("status", "--porcelain"), scripted.git("rev-parse", "HEAD")
    for command in (["diff", "demo", "locale", "v2~1", "v1"], ["gate", "demo", "locale", "--base", "HEAD~3"]):
        run(*command, "--root", scripted.path)
    assert (scripted.git("status", "--porcelain"), scripted.git("rev-parse", "HEAD")) == before


def test_a_base_without_the_component_is_an_error_that_says_so(scripted, run: Callable) -> None:
    first = scripted.git("rev-list", "--max-parents=0", "main")
    for command in (["gate", "demo", "locale", "--base", first], ["diff", "demo", "locale", first]):
        done = run(*command, "--root", scripted.path)
        assert (done.status, done.stdout) == (2, "")
        assert f"at {first} ({first[:12]}) demo/locale: " in done.stderr
        assert "transtats-" not in done.stderr


def test_a_component_that_is_new_is_held_against_nothing(scripted, run: Callable) -> None:
    done = run("gate", "demo", "*", "--root", scripted.path, "--base", "v2")
    assert done.status == 2
    assert "v2 contains none of the components" in done.stderr


@pytest.mark.parametrize("command", ["gate", "diff"])
def test_an_unknown_revision_is_named_with_the_nearest(scripted, run: Callable, command: str) -> None:
    revision = ["--base", "mian"] if command == "gate" else ["mian"]
    done = run(command, "demo", "locale", *revision, "--root", scripted.path)
    assert (done.status, done.stdout) == (2, "")
    assert "there is no revision 'mian'" in done.stderr
    assert "did you mean 'main'?" in done.stderr


@pytest.mark.parametrize("command", ["gate", "diff"])
def test_without_git_it_is_said_what_is_missing(scripted, run: Callable, tmp_path: Path, command: str) -> None:
    revision = ["--base", "main"] if command == "gate" else ["main"]
    done = run(command, "demo", "locale", *revision, "--root", scripted.path, env={"PATH": str(tmp_path)})
    assert (done.status, done.stdout) == (2, "")
    assert "there is no git command; install git" in done.stderr


def test_a_commit_that_was_forced_away_can_still_be_compared_with(scripted, run: Callable, repository) -> None:
    theirs = repository("forced")
    theirs.commit("one", {"po/de.po": theirs.po({"A": "a", "B": "b"})})
    old = theirs.commit("two", {"po/de.po": theirs.po({"A": "a", "B": "b", "C": "c"})})
    theirs.git("reset", "--quiet", "--hard", "HEAD~1")
    theirs.commit("two, otherwise", {"po/de.po": theirs.po({"A": "a", "B": ""})})
    done = run("diff", "forced", "po", old, "HEAD", "--root", theirs.path, "--units")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.splitlines()[2:] == [
        "German (de): 100.0% → 50.0%",
        "  source shrank  1 string, 1 word (1 of them translated)",
        f"    {Path('forced/po/de.po')}:13: C",
        "  lost           1 string, 1 word",
        f"    {Path('forced/po/de.po')}:9: B",
    ]


def test_a_shallow_clone_says_that_it_is_one(scripted, run: Callable, tmp_path: Path) -> None:
    scripted.git("clone", "--quiet", "--depth", "1", f"file://{scripted.path}", str(tmp_path / "demo"))
    done = run("gate", "demo", "locale", "--root", tmp_path / "demo", "--base", "HEAD~1")
    assert (done.status, done.stdout) == (2, "")
    assert "the clone is shallow" in done.stderr


def test_a_submodule_is_compared_with_its_own_past(scripted, run: Callable) -> None:
    done = run("gate", "library", "locale", "--root", scripted.path / "parts" / "library", "--base", "HEAD~1")
    assert (done.status, done.stdout.splitlines()[-1]) == (0, "1 limit, all met.")


def test_a_file_that_could_not_be_read_then_is_said_and_held_against_nothing(scripted, run: Callable) -> None:
    broken = scripted.git("log", "--format=%H", "--grep=a broken file").split()[0]
    done = run("gate", "demo", "locale", "--root", scripted.path, "--base", broken)
    assert done.status == 0
    assert f"warning: at {broken} " in done.stderr
    assert f"{scripted.path.name}/locale/it_IT.po:1: " in done.stderr
    assert "Italian" not in done.stdout


def test_an_unknown_component_is_no_mistake_of_the_revision(scripted) -> None:
    with opened(str(scripted.path)) as revisions, pytest.raises(UnknownComponentError):
        revisions.take("main", ("demo", "nothing"), NONE, Wish())


def test_a_folder_outside_of_any_repository_has_no_past(tmp_path: Path) -> None:
    with pytest.raises(TranstatsError, match="is in no git repository"), opened(str(tmp_path)):
        pass


def test_states_are_those_of_the_files(scripted) -> None:
    with opened(str(scripted.path)) as revisions:
        taken = revisions.take("main", ("demo", "app"), NONE, Wish())
    states = [text.unit.state for text in taken.languages["de"].texts.values()]
    assert states == [State.APPROVED, State.EMPTY]


@pytest.fixture
def left(repository):
    """A branch `feature` that left `main` before main went on; it is checked out."""
    ours = repository("left")
    ours.commit("one", {"po/de.po": ours.po({"A": "a", "B": ""})})
    ours.git("tag", "fork")
    ours.git("checkout", "--quiet", "-b", "feature")
    ours.commit("feature", {"po/de.po": ours.po({"A": "a", "B": "", "C": ""})})
    ours.git("checkout", "--quiet", "main")
    ours.commit("main goes on", {"po/de.po": ours.po({"A": "a", "B": "b"})})
    ours.git("checkout", "--quiet", "feature")
    return ours


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        pytest.param("main..feature", ("main", "feature"), id="two dots"),
        pytest.param("main...feature", ("fork", "feature"), id="three dots"),
        pytest.param("feature...main", ("fork", "main"), id="three dots, the other way"),
        pytest.param("..main", ("HEAD", "main"), id="from HEAD"),
        pytest.param("main..", ("main", "HEAD"), id="to HEAD"),
        pytest.param("...main", ("fork", "main"), id="from where main left HEAD"),
    ],
)
def test_a_range_is_two_revisions(run: Callable, left, said: str, meant: tuple[str, str]) -> None:
    def languages(*revisions: str) -> object:
        done = run("diff", "left", "po", *revisions, "--root", left.path, "--format", "json")
        assert (done.status, done.stderr) == (0, "")
        return json.loads(done.stdout)["languages"]

    assert languages(said) == languages(*meant)
    done = run("diff", "left/po", said, "--root", left.path, "--format", "json")
    assert json.loads(done.stdout)["languages"] == languages(*meant)
    older, newer = left.git("rev-parse", *meant).split()
    points = run("history", "left", "po", said, "--every", "commit", "--format", "csv", "--root", left.path)
    expected = run(
        "history", "left", "po", f"{older}..{newer}", "--every", "commit", "--format", "csv", "--root", left.path
    )
    assert (points.status, points.stdout) == (expected.status, expected.stdout)


def test_the_base_of_a_gate_may_be_a_merge_base(run: Callable, left) -> None:
    gate = ("gate", "left", "po", "--root", left.path, "--base")
    assert run(*gate, "main").status == 1
    assert run(*gate, "main...feature").status == 0


def test_the_base_of_a_gate_may_be_a_range_that_ends_at_head(run: Callable, left) -> None:
    gate = ("gate", "left", "po", "--root", left.path, "--base")
    assert [run(*gate, range_).status for range_ in ("main..feature", "main..", "fork..HEAD")] == [1, 1, 0]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        pytest.param(
            ("gate", "left", "po", "--base", "fork..main"),
            "fork..main does not end at HEAD: check out main, or give one revision, such as fork for the beginning of"
            " the range or fork...main for the commit where the two parted",
            id="base of a gate",
        ),
        pytest.param(("gate", "left", "po", "--base", "..main"), "such as HEAD for the beginning", id="from HEAD"),
        pytest.param(("diff", "left", "po", "main", "..feature"), "..feature is a range", id="second revision"),
        pytest.param(("diff", "left", "po", "main..feature", "fork"), "main..feature is a range", id="third revision"),
        pytest.param(("diff", "left", "po", "main....feature"), "there is no revision 'main....feature'", id="four"),
        pytest.param(("diff", "left", "po", "main..nobody"), "there is no revision 'nobody'", id="unknown"),
    ],
)
def test_a_range_where_none_is_possible_is_an_error(run: Callable, left, argv: tuple[str, ...], message: str) -> None:
    done = run(*argv, "--root", left.path)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr.replace("\n", " ")


def test_three_dots_are_where_head_left_a_branch(run: Callable, left) -> None:
    ours = left
    assert run("gate", "left", "po", "--base", "main", "--root", ours.path).status == 1
    assert run("gate", "left", "po", "--base", "main...", "--root", ours.path).status == 0
    said = json.loads(run("diff", "left", "po", "main...", "--root", ours.path, "--format", "json").stdout)
    assert said["languages"][0]["source_grew"]["strings"] == 1
    assert said["languages"][0]["lost"]["strings"] == 0
    ours.git("checkout", "--quiet", "--orphan", "stranger")
    ours.commit("nothing in common")
    done = run("gate", "left", "po", "--base", "main...", "--root", ours.path)
    assert (done.status, done.stdout) == (2, "")
    assert "main and HEAD have no commit in common" in done.stderr


def test_the_figures_of_the_gate_are_those_that_stats_prints_in_a_checkout(scripted, checkouts, run: Callable) -> None:
    measures = {"translated": "", "words": "_words", "chars": "_chars"}
    for commit in commits(scripted)[6::9]:
        root = checkouts(commit)
        for project, name in components(root):
            told = json.loads(run("stats", project, name, "--root", root).stdout)["results"]
            for measure, unit in measures.items():
                limits = ["--fail-under", "50", "--measure", measure, "--max-failing", "0", "--max-fuzzy", "0"]
                done = run("gate", project, name, "--root", root, *limits, "--format", "json")
                verdicts = json.loads(done.stdout)["verdicts"]
                figures = {(each["language"], each["rule"]): each["figure"] for each in verdicts}
                assert figures == {
                    key: value
                    for record in told
                    for key, value in {
                        (record["code"], "fail-under"): record[f"translated{unit}"],
                        (record["code"], "max-failing"): record["failing"],
                        (record["code"], "max-fuzzy"): record["fuzzy"],
                    }.items()
                }
                shares = {each["language"]: each["percent"] for each in verdicts if each["rule"] == "fail-under"}
                assert shares == {record["code"]: record[f"translated{unit}_percent"] for record in told}
