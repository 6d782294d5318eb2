"""In the repository of the tests' own making, every figure of the past is held against a real checkout."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from transtats_cli import settings
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.git import past
from transtats_cli.git.repository import required
from transtats_cli.git.shadow import Shadow
from transtats_cli.history.points import Wanted, points
from transtats_cli.history.walk import Place, look_back
from transtats_cli.scanning.discovery import survey
from transtats_cli.scanning.engine import ScanOptions, scan_component


def commits(scripted) -> list[str]:
    return scripted.git("rev-list", "--all", "--topo-order").split()


def components(root: str | Path) -> dict[tuple[str, str], Component]:
    found = survey(str(root), settings.load(str(root)))
    assert found.problems == []
    return {(each.project, each.slug): each for each in found.components}


def figures(component: Component) -> tuple[list[object], list[str]]:
    """What a scan says of a component, but for the place where it is."""
    report = scan_component(component, ScanOptions(with_source=True))
    return [record._replace(last_change=None) for record in report.records], [str(each) for each in report.failures]


def test_the_story_has_all_that_it_needs(scripted) -> None:
    assert len(commits(scripted)) >= 30
    assert len(scripted.git("rev-list", "--all", "--merges").split()) == 3


def test_a_shadow_of_a_commit_counts_what_its_checkout_counts(scripted, checkouts) -> None:
    with Shadow(required(str(scripted.path)), str(scripted.path)) as shadow:
        found = past.ComponentsByLayout(shadow)
        for commit in commits(scripted):
            real, laid_out = components(checkouts(commit)), components(shadow.at(commit))
            assert real.keys() == laid_out.keys()
            for names, component in real.items():
                again = past.component_in(shadow, shadow.at(commit), names)
                assert figures(component) == figures(laid_out[names]) == figures(again), (commit, names)
                assert found.component(shadow.at(commit), names) == again, (commit, names)


@pytest.mark.parametrize("with_cache", [False, True])
def test_history_says_what_stats_says_in_a_checkout_of_the_commit(
    scripted, checkouts, tmp_path: Path, with_cache: bool
) -> None:
    """From each commit back, so that branches are seen as well; with a cache, much is known from the commit before."""
    repository = required(str(scripted.path))
    cache = str(tmp_path) if with_cache else ""
    seen = 0
    for commit in commits(scripted):
        for names in components(checkouts(commit)):
            place = Place(repository, str(scripted.path), names)
            for moment in look_back(place, points(repository, Wanted(commit)), ScanOptions(cache=cache)):
                root = checkouts(moment.point.commit)
                real = scan_component(components(root)[moment.state.names])
                assert [(each.code, each.name, each.statistics) for each in moment.state.languages] == [
                    (record.language.code, record.language.name, record.statistics) for record in real.translations
                ]
                assert [each.path for each in moment.state.languages] == [
                    str((Path(real.component.root) / record.path).relative_to(root)) for record in real.translations
                ]
                assert [str(each) for each in moment.state.failures] == [str(each) for each in real.failures]
                seen += 1
            if not with_cache:
                break
        if not with_cache and seen > 40:
            break
    assert seen > 40


def test_the_command_prints_the_figures_that_stats_prints(scripted, checkouts, run: Callable) -> None:
    told = run(
        "history", "demo", "locale", "--root", scripted.path, "--format", "ndjson", "--no-cache", "--every", "commit"
    )
    assert (told.status, told.stderr.count("left out in 1 commit")) == (3, 1)
    lines = [json.loads(line) for line in told.stdout.splitlines()]
    shown = list(dict.fromkeys(line["commit"] for line in lines))
    assert len(shown) == len(scripted.git("rev-list", "--first-parent", "HEAD").split()) - 1
    for commit in (shown[0], shown[len(shown) // 2], shown[-1]):
        (name,) = {names[1] for names in components(checkouts(commit)) if names[1] in ("po", "locale")}
        done = run("stats", "demo", name, "--root", checkouts(commit), "--format", "ndjson", "--no-cache")
        expected = [json.loads(line) for line in done.stdout.splitlines()]
        mine = [line for line in lines if line["commit"] == commit]
        assert [line["code"] for line in mine] == [line["code"] for line in expected]
        for one, other in zip(mine, expected, strict=True):
            assert {key: one[key] for key in other if key in one} == {key: other[key] for key in other if key in one}


def test_a_component_that_was_renamed_is_followed_under_its_old_name(scripted) -> None:
    repository = required(str(scripted.path))
    place = Place(repository, str(scripted.path), ("demo", "locale"))
    names = [moment.state.names[1] for moment in look_back(place, points(repository, Wanted()), ScanOptions())]
    assert names == sorted(names)
    assert set(names) == {"locale", "po"}


def test_a_name_that_no_commit_has_is_an_error_with_the_nearest_one(scripted) -> None:
    repository = required(str(scripted.path))
    place = Place(repository, str(scripted.path), ("demo", "locals"))
    with pytest.raises(TranstatsError, match=r"demo/locals: .* did you mean locale\?"):
        list(look_back(place, points(repository, Wanted()), ScanOptions()))


def test_a_submodule_is_a_repository_of_its_own(scripted, run: Callable) -> None:
    root = scripted.path / "parts" / "library"
    done = run("stats", "library", "locale", "--root", root, "--format", "ndjson", "--no-cache")
    assert json.loads(done.stdout)["last_change"] == "2023-11-15T02:13:20Z"
    past = run("history", "library", "locale", "--root", root, "--format", "csv", "--no-cache")
    assert (past.status, len(past.stdout.splitlines())) == (0, 2)
    above = run("stats", "--root", scripted.path, "--all", "--format", "ndjson", "--no-cache")
    (line,) = [json.loads(line) for line in above.stdout.splitlines() if "library" in line]
    assert line["last_change"] == "2023-11-15T02:13:20Z"


def test_a_template_that_changes_changes_every_language(repository, tmp_path: Path) -> None:
    demo = repository("demo")
    settings_file = (
        '[project.demo.component.app]\nfilemask = "po/*.po"\ntemplate = "po/en.po"\nfile_format = "po-mono"\n'
    )
    first = demo.commit(
        "import",
        {
            "transtats.toml": settings_file,
            "po/en.po": demo.po({"key.one": "One"}),
            "po/de.po": demo.po({"key.one": "Eins", "key.two": "Zwei"}),
        },
    )
    second = demo.commit("a key", {"po/en.po": demo.po({"key.one": "One", "key.two": "Two"})})
    third = demo.commit("a text", {"po/en.po": demo.po({"key.one": "One and more", "key.two": "Two"})})
    place = Place(required(str(demo.path)), str(demo.path), ("demo", "app"))
    for _ in range(2):
        moments = look_back(place, points(place.repository, Wanted()), ScanOptions(cache=str(tmp_path / "cache")))
        counted = [(each.point.commit, each.state.languages[0].statistics.total[:2]) for each in moments]
        assert counted == [(third, (2, 4)), (second, (2, 2)), (first, (1, 1))]


def test_settings_of_a_commit_hold_for_it(repository, tmp_path: Path) -> None:
    demo = repository("demo")
    words = {"One": "Eins", "This ends with a stop.": "Das hier nicht"}
    demo.commit("import", {"po/de.po": demo.po(words), "po/fr.po": demo.po(words)})
    demo.commit("quieter", {"transtats.toml": '[checks]\nignore = ["end_stop"]\n'})
    demo.commit("wrong", {"transtats.toml": "[checks]\nignore = 7\n"})
    demo.commit("elsewhere", {"transtats.toml": '[project.demo.component.po]\nfilemask = "po/d*.po"\npath = "."\n'})
    place = Place(required(str(demo.path)), str(demo.path), ("demo", "po"))
    moments = list(look_back(place, points(place.repository, Wanted()), ScanOptions()))
    failing = [[each.statistics.failing for each in moment.state.languages] for moment in moments]
    # The newest is of one file only, the mistaken one of none, and is left out.
    assert [len(each) for each in failing] == [1, 2, 2]
    assert sum(failing[1]) < sum(failing[2])


def test_diff_and_gate_go_by_the_figures_that_stats_prints_in_checkouts(scripted, checkouts, run: Callable) -> None:
    line = scripted.git("rev-list", "--first-parent", "--reverse", "HEAD").split()
    told = [(commit, components(checkouts(commit)).get(("demo", "locale"))) for commit in line]
    there = [(commit, scan_component(component).translations) for commit, component in told if component]
    compared = 0
    for (old, before), (new, after) in zip(there[:-1:2], there[2::2], strict=False):
        done = run("diff", "demo", "locale", old, new, "--root", scripted.path, "--format", "json")
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


def test_files_that_only_settings_name_are_looked_at_in_every_commit(repository, tmp_path: Path) -> None:
    """Nobody could guess that they matter, so commits that change them alone look as if nothing had happened."""
    demo = repository("demo")
    said = '[project.demo.component.app]\nfilemask = "lang/*.txt"\nfile_format = "po"\n'
    demo.commit("import", {"transtats.toml": said, "lang/de.txt": demo.po({"One": "", "Two": ""}), "code.c": ""})
    demo.commit("code", {"code.c": "int main;\n"})
    demo.commit("one", {"lang/de.txt": demo.po({"One": "Eins", "Two": ""})})
    expected = [1, 0, 0]
    for step in range(3):
        place = Place(required(str(demo.path)), str(demo.path), ("demo", "app"))
        for cache in (str(tmp_path / "cache"), str(tmp_path / "cache"), ""):
            moments = look_back(place, points(place.repository, Wanted()), ScanOptions(cache=cache))
            assert [each.state.languages[0].statistics.translated.strings for each in moments] == expected
        demo.commit("more", {"lang/de.txt": demo.po({"One": "Eins", "Two": "Zwei" * (step % 2 == 0)})})
        expected = [2 if step % 2 == 0 else 1, *expected]


def test_a_link_s_target_matters_whatever_it_is_called(repository) -> None:
    demo = repository("demo")
    (demo.path / "po").mkdir()
    (demo.path / "po" / "fr.po").symlink_to("../data/french")
    demo.commit("import", {"po/de.po": demo.po({"One": ""}), "data/french": demo.po({"One": ""})})
    demo.commit("target", {"data/french": demo.po({"One": "Un"})})
    place = Place(required(str(demo.path)), str(demo.path), ("demo", "po"))
    moments = look_back(place, points(place.repository, Wanted()), ScanOptions())
    counted = [[each.statistics.translated.strings for each in moment.state.languages] for moment in moments]
    assert counted == [[0, 1], [0, 0]]
