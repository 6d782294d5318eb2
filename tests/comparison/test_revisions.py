"""`diff` and `gate --base` have the statistics that `stats` prints in checkouts of the commits."""

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.fixture_types import Run
from tests.git_repositories import CopyRepository, ScriptedRepository
from transtats_cli import settings
from transtats_cli.comparison.movements import Comparison, LanguageMovements, Movement, compare_snapshots
from transtats_cli.comparison.revisions import RevisionPair, compare_component, open_revision_reader
from transtats_cli.comparison.snapshot import Snapshot, take_snapshot
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError, UnknownComponentError
from transtats_cli.gate import ratchet
from transtats_cli.gate.limits import BASE, ComponentLimits
from transtats_cli.gate.verdicts import MeasuredLanguage
from transtats_cli.model import State
from transtats_cli.scanning.discovery.lookup import survey_components
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.settings.layers import NO_OVERRIDES

pytestmark = pytest.mark.slow


def find_components(root: str | Path) -> dict[tuple[str, str], Component]:
    found = survey_components(str(root), settings.load_settings(str(root)))
    return {(each.project, each.slug): each for each in found.components}


def list_all_commits(example: ScriptedRepository) -> list[str]:
    return example.git("rev-list", "--all", "--topo-order", "--reverse").split()


def collect_records(snapshot: Snapshot) -> list[object]:
    return [record._replace(last_change=None) for record in snapshot.report.records]


def test_a_snapshot_of_a_commit_has_the_statistics_of_a_checkout(
    example: ScriptedRepository, checkouts: Callable[[str], Path]
) -> None:
    with open_revision_reader(str(example.path)) as revisions:
        for commit in list_all_commits(example):
            for names, component in find_components(checkouts(commit)).items():
                report = scan_component(component, ScanOptions())
                expected = [record._replace(last_change=None) for record in report.records]
                taken = revisions.take_snapshot(commit, names, NO_OVERRIDES, ScanOptions())
                assert collect_records(taken) == collect_records(take_snapshot(component)) == expected, (commit, names)
                assert [str(each) for each in taken.report.failures] == [str(each) for each in report.failures]


def test_movements_add_up_to_the_difference_of_two_commits(
    example: ScriptedRepository, checkouts: Callable[[str], Path]
) -> None:
    seen = set()
    with open_revision_reader(str(example.path)) as revisions:
        for one, other in pairwise(list_all_commits(example)):
            shared = find_components(checkouts(one)).keys() & find_components(checkouts(other)).keys()
            for names in sorted(shared):
                options = ScanOptions(with_completeness=True)
                taken = [revisions.take_snapshot(commit, names, NO_OVERRIDES, options) for commit in (one, other)]
                for comparison in (compare_snapshots(*taken), compare_snapshots(*reversed(taken))):
                    for language in comparison.languages:
                        check_sums(language)
                        seen |= {moved.movement for moved in language.movements}
                    check_ratchet(comparison)
    # The files have no keys.
    assert seen == set(Movement) - {Movement.SOURCE_REWORDED}


def check_sums(language: LanguageMovements) -> None:
    sizes, done = language.counts_by_movement, language.translated_by_movement
    grew = sizes[Movement.SOURCE_GREW]
    gone = sizes[Movement.SOURCE_SHRANK].plus(sizes[Movement.VANISHED])
    before, after = language.before, language.after
    for unit in ("strings", "words", "chars"):
        size = {movement: getattr(counts, unit) for movement, counts in sizes.items()}
        assert getattr(before.total, unit) + getattr(grew, unit) - getattr(gone, unit) == getattr(after.total, unit)
        assert getattr(after.translated, unit) == (
            getattr(before.translated, unit)
            + getattr(done[Movement.SOURCE_GREW], unit)
            - getattr(done[Movement.SOURCE_SHRANK], unit)
            - getattr(done[Movement.VANISHED], unit)
            + size[Movement.TRANSLATED]
            - size[Movement.LOST]
            - size[Movement.BECAME_FUZZY]
        )
    failing = sizes[Movement.BEGAN_FAILING].strings - sizes[Movement.FIXED].strings
    # Strings that lost their translation fail no more, and are not fixed either.
    assert before.failing + failing >= after.failing


def check_ratchet(comparison: Comparison) -> None:
    """Assert that the gate and the comparison have the same definition of a string that got worse."""
    strings = {code: each.strings_by_identity for code, each in comparison.before.languages.items()}
    past = ratchet.EarlierState(BASE, "then", strings)
    limits = ComponentLimits(comparison.after.component, ())
    for language in comparison.languages:
        if language.is_new or language.is_gone:
            continue
        record = comparison.after.languages[language.language.code].record
        (verdict,) = ratchet.check_regression(
            limits, past, MeasuredLanguage(record, language.path, comparison.after), (), 0
        )
        worse = (
            language.counts_by_movement[Movement.LOST].strings
            + language.counts_by_movement[Movement.BECAME_FUZZY].strings
        )
        assert (verdict.figure, verdict.is_met) == (worse, not worse)


def test_the_work_tree_is_compared_with_a_commit(
    example: ScriptedRepository, checkouts: Callable[[str], Path], run: Run
) -> None:
    root = checkouts("main")
    (root / "locale/de.po").write_text(example.po({"One": "", "Two": "~Zwei"}))
    done = run("diff", "demo", "locale", "--root", root, "--format", "json", "--language", "de")
    (german,) = json.loads(done.stdout)["languages"]
    strings = {
        movement.key: german[movement.key]["strings"] for movement in Movement if german[movement.key]["strings"]
    }
    assert strings == {"vanished": 2, "lost": 1, "became_fuzzy": 1}
    names, revisions = ("demo", "locale"), RevisionPair("HEAD", None)
    for language in compare_component(names, revisions, str(root), NO_OVERRIDES, ScanOptions()).languages:
        check_sums(language)
    gate = run("gate", "demo", "locale", "--root", root, "--base", "HEAD", "--language", "de", "--format", "json")
    # One of the removed strings was translated, and the other languages still have it.
    assert (gate.status, json.loads(gate.stdout)["verdicts"][0]["figure"]) == (1, 3)
    example.git("-C", str(root), "checkout", "--quiet", ".")


def test_the_repository_is_not_modified(example: ScriptedRepository, run: Run) -> None:
    before = example.git("status", "--porcelain"), example.git("rev-parse", "HEAD")
    for command in (["diff", "demo", "locale", "v2~1", "v1"], ["gate", "demo", "locale", "--base", "HEAD~3"]):
        run(*command, "--root", example.path)
    assert (example.git("status", "--porcelain"), example.git("rev-parse", "HEAD")) == before


def test_a_base_without_the_component_is_an_error(example: ScriptedRepository, run: Run) -> None:
    first = example.git("rev-list", "--max-parents=0", "main")
    for command in (["gate", "demo", "locale", "--base", first], ["diff", "demo", "locale", first]):
        done = run(*command, "--root", example.path)
        assert (done.status, done.stdout) == (2, "")
        assert f"at {first} ({first[:12]}) demo/locale: " in done.stderr
        assert "transtats-" not in done.stderr


def test_a_base_without_any_of_the_components_is_an_error(example: ScriptedRepository, run: Run) -> None:
    done = run("gate", "demo", "*", "--root", example.path, "--base", "v2")
    assert done.status == 2
    assert "v2 contains none of the components" in done.stderr


@pytest.mark.parametrize("command", ["gate", "diff"])
def test_an_unknown_revision_is_an_error_with_a_suggestion(example: ScriptedRepository, run: Run, command: str) -> None:
    revision = ["--base", "mian"] if command == "gate" else ["mian"]
    done = run(command, "demo", "locale", *revision, "--root", example.path)
    assert (done.status, done.stdout) == (2, "")
    assert "there is no revision 'mian'" in done.stderr
    assert "did you mean 'main'?" in done.stderr


@pytest.mark.parametrize("command", ["gate", "diff"])
def test_a_missing_git_command_is_an_error(example: ScriptedRepository, run: Run, tmp_path: Path, command: str) -> None:
    revision = ["--base", "main"] if command == "gate" else ["main"]
    done = run(command, "demo", "locale", *revision, "--root", example.path, env={"PATH": str(tmp_path)})
    assert (done.status, done.stdout) == (2, "")
    assert "there is no git command; install git" in done.stderr


def test_a_commit_without_a_branch_can_be_compared(
    example: ScriptedRepository, run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    theirs = repository("forced")
    theirs.commit("one", {"po/de.po": theirs.po({"A": "a", "B": "b"})})
    old = theirs.commit("two", {"po/de.po": theirs.po({"A": "a", "B": "b", "C": "c"})})
    theirs.git("reset", "--quiet", "--hard", "HEAD~1")
    theirs.commit("two, otherwise", {"po/de.po": theirs.po({"A": "a", "B": ""})})
    done = run("diff", "forced", "po", old, "HEAD", "--root", theirs.path, "--units")
    assert (done.status, done.stderr) == (0, "")
    assert done.stdout.splitlines()[2:] == [
        "German (de): 100.0% → 50.0%",
        "  source shrank         1 string, 1 word (1 of them translated)",
        f"    {Path('forced/po/de.po')}:13: C",
        "  lost                  1 string, 1 word",
        f"    {Path('forced/po/de.po')}:9: B",
    ]


def test_the_error_for_a_missing_commit_names_the_shallow_clone(
    example: ScriptedRepository, run: Run, tmp_path: Path
) -> None:
    example.git("clone", "--quiet", "--depth", "1", f"file://{example.path}", str(tmp_path / "demo"))
    done = run("gate", "demo", "locale", "--root", tmp_path / "demo", "--base", "HEAD~1")
    assert (done.status, done.stdout) == (2, "")
    assert "the clone is shallow" in done.stderr


def test_a_submodule_is_compared_with_its_own_commits(example: ScriptedRepository, run: Run) -> None:
    done = run("gate", "library", "locale", "--root", example.path / "parts" / "library", "--base", "HEAD~1")
    assert (done.status, done.stdout.splitlines()[-1]) == (0, "1 limit, all met.")


def test_a_file_that_is_unreadable_at_the_base_is_a_warning(example: ScriptedRepository, run: Run) -> None:
    broken = example.git("log", "--format=%H", "--grep=a broken file").split()[0]
    done = run("gate", "demo", "locale", "--root", example.path, "--base", broken)
    assert done.status == 0
    assert f"warning: {broken}:" in done.stderr
    assert f"{example.path.name}/locale/it_IT.po:1: " in done.stderr
    assert "Italian" not in done.stdout


WRONG_CHECK = '[checks]\nselect = ["nosuch"]\n'
WRONG_PLACE = "transtats.toml:2: checks.select: there is no check 'nosuch'"


def repair_settings(ours: ScriptedRepository) -> None:
    ours.commit("one", {"lang/po/de.po": ours.po({"A": "a"}), "transtats.toml": WRONG_CHECK})
    ours.git("tag", "wrong")
    named = '[project.demo.component.app]\npath = "lang"\nfilemask = "po/*.po"\n[checks]\nselect = ["same"]\n'
    ours.commit("repair", {"transtats.toml": named})
    ours.git("tag", "repaired")
    (ours.path / "transtats.toml").unlink()
    ours.commit("no settings")
    ours.git("tag", "removed")
    ours.git("checkout", "--quiet", "repaired")


@pytest.fixture
def repaired(repository_copy: CopyRepository) -> ScriptedRepository:
    """Repository with wrong settings at `wrong`, correct ones at `repaired` (checked out), and none at `removed`."""
    return repository_copy("demo", repair_settings)


@pytest.mark.parametrize(
    ("argv", "warning"),
    [
        pytest.param(
            ("gate", "demo", "app", "--max-fuzzy", "0", "--base", "wrong"),
            f"warning: wrong:{WRONG_PLACE}",
            id="gate with names",
        ),
        pytest.param(
            ("gate", "--all", "--max-fuzzy", "0", "--base", "wrong"), f"warning: wrong:{WRONG_PLACE}", id="gate --all"
        ),
        pytest.param(("diff", "demo", "app", "wrong"), f"warning: wrong:{WRONG_PLACE}", id="diff with names"),
        pytest.param(("diff", "--all", "wrong"), f"warning: wrong:{WRONG_PLACE}", id="diff --all"),
        pytest.param(("diff", "demo", "app", "wrong..HEAD"), f"warning: wrong:{WRONG_PLACE}", id="two commits"),
        pytest.param(("diff", "demo", "po", "wrong", "removed"), f"wrong:{WRONG_PLACE}", id="file removed later"),
    ],
)
def test_wrong_settings_of_the_older_version_are_replaced_by_those_of_the_newer(
    repaired: ScriptedRepository, run: Run, argv: tuple[str, ...], warning: str
) -> None:
    newer = "HEAD" if "wrong..HEAD" in argv else "removed" if "removed" in argv else "the working tree"
    done = run(*argv, "--root", repaired.path)
    assert (done.status, done.stderr.count(warning)) == (0, 1)
    assert done.stderr.endswith(f"; the settings of {newer} are used instead\n")
    assert warning not in run(*argv, "--root", repaired.path, "--quiet").stderr


def test_the_warning_about_the_settings_of_a_merge_base_contains_its_commit(
    repaired: ScriptedRepository, run: Run
) -> None:
    done = run("gate", "demo", "app", "--max-fuzzy", "0", "--base", "wrong...", "--root", repaired.path)
    assert done.stderr.startswith(f"warning: {repaired.git('rev-parse', 'wrong')[:12]}:{WRONG_PLACE}")


def test_wrong_settings_of_the_newer_commit_are_an_error_with_its_revision(
    repaired: ScriptedRepository, run: Run
) -> None:
    done = run("diff", "demo", "app", "repaired", "wrong", "--root", repaired.path)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: wrong:{WRONG_PLACE}")


def test_an_error_that_the_replaced_settings_may_cause_names_the_wrong_settings(
    repaired: ScriptedRepository, run: Run
) -> None:
    renamed = '[project.demo.component.other]\npath = "new"\nfilemask = "po/*.po"\n'
    repaired.commit("move", {"new/po/de.po": repaired.po({"A": "a"}), "transtats.toml": renamed})
    done = run("gate", "demo", "other", "--max-fuzzy", "0", "--base", "wrong", "--root", repaired.path)
    assert done.status == 2
    assert f"\nwrong:{WRONG_PLACE}" in done.stderr


def test_a_warning_names_the_wrong_settings_if_the_base_lacks_a_component(
    repaired: ScriptedRepository, run: Run
) -> None:
    repaired.commit("another component", {"web/po/de.po": repaired.po({"A": "a"})})
    done = run("gate", "--all", "--max-fuzzy", "0", "--base", "wrong", "--root", repaired.path)
    assert (done.status, done.stderr.count(f"warning: wrong:{WRONG_PLACE}")) == (0, 1)
    assert "web: does not exist at wrong, so it is not compared" in done.stderr


def test_a_setting_that_does_not_suit_the_files_of_a_commit_is_an_error_with_its_revision(
    repaired: ScriptedRepository, run: Run
) -> None:
    repaired.replace("transtats.toml", '"lang"', '"new"')
    commit = repaired.commit("a path without files")[:12]
    repaired.commit("move", {"new/po/de.po": repaired.po({"A": "a"})})
    done = run("diff", "demo", "app", "HEAD~1", "--root", repaired.path)
    assert done.status == 2
    assert done.stderr.startswith(f"Error: at HEAD~1 ({commit}) transtats.toml:2: path: ")


def test_an_unknown_component_has_its_own_error(example: ScriptedRepository) -> None:
    with open_revision_reader(str(example.path)) as revisions, pytest.raises(UnknownComponentError):
        revisions.take_snapshot("main", ("demo", "nothing"), NO_OVERRIDES, ScanOptions())


def test_a_folder_outside_of_git_has_no_revisions(tmp_path: Path) -> None:
    with pytest.raises(TranstatsError, match="is not in a git repository"), open_revision_reader(str(tmp_path)):
        pass


def test_a_snapshot_has_the_states_of_the_units(example: ScriptedRepository) -> None:
    with open_revision_reader(str(example.path)) as revisions:
        taken = revisions.take_snapshot("main", ("demo", "app"), NO_OVERRIDES, ScanOptions())
    states = [text.unit.state for text in taken.languages["de"].strings_by_identity.values()]
    assert states == [State.APPROVED, State.EMPTY]


def diverge(ours: ScriptedRepository) -> None:
    ours.commit("one", {"po/de.po": ours.po({"A": "a", "B": ""})})
    ours.git("tag", "fork")
    ours.git("checkout", "--quiet", "-b", "feature")
    ours.commit("feature", {"po/de.po": ours.po({"A": "a", "B": "", "C": ""})})
    ours.git("checkout", "--quiet", "main")
    ours.commit("main goes on", {"po/de.po": ours.po({"A": "a", "B": "b"})})
    ours.git("checkout", "--quiet", "feature")


@pytest.fixture
def diverged(repository_copy: CopyRepository) -> ScriptedRepository:
    """Repository with the branches `main` and `feature`, which have diverged. `feature` is checked out."""
    return repository_copy("left", diverge)


@pytest.mark.parametrize(
    ("text", "endpoints"),
    [
        pytest.param("main..feature", ("main", "feature"), id="two dots"),
        pytest.param("main...feature", ("fork", "feature"), id="three dots"),
        pytest.param("feature...main", ("fork", "main"), id="three dots, reversed"),
        pytest.param("..main", ("HEAD", "main"), id="from HEAD"),
        pytest.param("main..", ("main", "HEAD"), id="to HEAD"),
        pytest.param("...main", ("fork", "main"), id="from the merge base of HEAD"),
    ],
)
def test_a_range_is_equal_to_two_revisions(
    run: Run, diverged: ScriptedRepository, text: str, endpoints: tuple[str, str]
) -> None:
    def languages(*revisions: str) -> object:
        done = run("diff", "left", "po", *revisions, "--root", diverged.path, "--format", "json")
        assert (done.status, done.stderr) == (0, "")
        return json.loads(done.stdout)["languages"]

    assert languages(text) == languages(*endpoints)
    done = run("diff", "left/po", text, "--root", diverged.path, "--format", "json")
    assert json.loads(done.stdout)["languages"] == languages(*endpoints)
    older, newer = diverged.git("rev-parse", *endpoints).split()
    printed = run("history", "left", "po", text, "--every", "commit", "--format", "csv", "--root", diverged.path)
    expected = run(
        "history", "left", "po", f"{older}..{newer}", "--every", "commit", "--format", "csv", "--root", diverged.path
    )
    assert (printed.status, printed.stdout) == (expected.status, expected.stdout)


def test_the_base_of_a_gate_may_be_a_merge_base(run: Run, diverged: ScriptedRepository) -> None:
    gate = ("gate", "left", "po", "--root", diverged.path, "--base")
    assert run(*gate, "main").status == 1
    assert run(*gate, "main...feature").status == 0


def test_the_base_of_a_gate_may_be_a_range_that_ends_at_head(run: Run, diverged: ScriptedRepository) -> None:
    gate = ("gate", "left", "po", "--root", diverged.path, "--base")
    assert [run(*gate, range_).status for range_ in ("main..feature", "main..", "fork..HEAD")] == [1, 1, 0]


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        pytest.param(
            ("gate", "left", "po", "--base", "fork..main"),
            "fork..main does not end at HEAD: check out main, or give one revision, such as fork for the beginning of"
            " the range or fork...main for the commit where the two diverged",
            id="base of a gate",
        ),
        pytest.param(("gate", "left", "po", "--base", "..main"), "such as HEAD for the beginning", id="from HEAD"),
        pytest.param(("diff", "left", "po", "main", "..feature"), "..feature is a range", id="second revision"),
        pytest.param(("diff", "left", "po", "main..feature", "fork"), "main..feature is a range", id="third revision"),
        pytest.param(("diff", "left", "po", "main....feature"), "there is no revision 'main....feature'", id="four"),
        pytest.param(("diff", "left", "po", "main..nobody"), "there is no revision 'nobody'", id="unknown"),
    ],
)
def test_an_unsupported_range_is_an_error(
    run: Run, diverged: ScriptedRepository, argv: tuple[str, ...], message: str
) -> None:
    done = run(*argv, "--root", diverged.path)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr.replace("\n", " ")


def test_three_dots_without_an_end_are_the_merge_base_with_head(run: Run, diverged: ScriptedRepository) -> None:
    ours = diverged
    assert run("gate", "left", "po", "--base", "main", "--root", ours.path).status == 1
    assert run("gate", "left", "po", "--base", "main...", "--root", ours.path).status == 0
    difference = json.loads(run("diff", "left", "po", "main...", "--root", ours.path, "--format", "json").stdout)
    assert difference["languages"][0]["source_grew"]["strings"] == 1
    assert difference["languages"][0]["lost"]["strings"] == 0
    ours.git("checkout", "--quiet", "--orphan", "stranger")
    ours.commit("nothing in common")
    done = run("gate", "left", "po", "--base", "main...", "--root", ours.path)
    assert (done.status, done.stdout) == (2, "")
    assert "main and HEAD have no commit in common" in done.stderr


def test_the_gate_has_the_statistics_of_a_checkout(
    example: ScriptedRepository, checkouts: Callable[[str], Path], run: Run
) -> None:
    measures = {"translated": "", "words": "_words", "chars": "_chars"}
    for commit in list_all_commits(example)[6::9]:
        root = checkouts(commit)
        for project, name in find_components(root):
            records = json.loads(run("stats", project, name, "--root", root).stdout)["results"]
            for measure, unit in measures.items():
                limits = ["--fail-under", "50", "--measure", measure, "--max-failing", "0", "--max-fuzzy", "0"]
                done = run("gate", project, name, "--root", root, *limits, "--format", "json")
                verdicts = json.loads(done.stdout)["verdicts"]
                figures = {(each["language"], each["rule"]): each["figure"] for each in verdicts}
                assert figures == {
                    key: value
                    for record in records
                    for key, value in {
                        (record["code"], "fail-under"): record[f"translated{unit}"],
                        (record["code"], "max-failing"): record["failing"],
                        (record["code"], "max-fuzzy"): record["fuzzy"],
                    }.items()
                }
                shares = {each["language"]: each["percent"] for each in verdicts if each["rule"] == "fail-under"}
                assert shares == {record["code"]: record[f"translated{unit}_percent"] for record in records}


def test_diff_and_gate_have_the_statistics_of_checkouts(
    example: ScriptedRepository, checkouts: Callable[[str], Path], run: Run
) -> None:
    line = example.git("rev-list", "--first-parent", "--reverse", "HEAD").split()
    located = [(commit, find_components(checkouts(commit)).get(("demo", "locale"))) for commit in line]
    there = [(commit, scan_component(component).translations) for commit, component in located if component]
    compared = 0
    for (old, before), (new, after) in zip(there[:-1:2], there[2::2], strict=False):
        done = run("diff", "demo", "locale", old, new, "--root", example.path, "--format", "json")
        languages = json.loads(done.stdout)["languages"]
        for side, records in (("before", before), ("after", after)):
            expected = {record.language.code: record.statistics for record in records}
            for each in languages:
                counted, statistics = each[side], expected.get(each["language"])
                if statistics is not None and counted is not None:
                    found = [counted[key] for key in ("total", "total_words", "translated", "fuzzy", "failing")]
                    total, translated = statistics.total, statistics.translated
                    assert found == [
                        *(total.strings, total.words, translated.strings),
                        *(statistics.fuzzy.strings, statistics.failing),
                    ]
                    compared += 1
        gate = ("gate", "demo", "locale", "--root", checkouts(new), "--fail-under", "50", "--base", old)
        verdicts = json.loads(run(*gate, "--format", "json").stdout)["verdicts"]
        figures_there = {each["language"]: each["figure"] for each in verdicts if each["rule"] == "fail-under"}
        assert figures_there == {record.language.code: record.statistics.translated.strings for record in after}
    assert compared > 20
