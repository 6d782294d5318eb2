"""`transtats gate` fails for a file that was emptied, was cut, or lost translations, whatever limit is given."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run
from tests.git_repositories import ScriptedRepository

WORDS = {"One file": "Eine Datei", "Two files": "Zwei Dateien", "Open it": "Mach auf", "Close it": "Mach zu"}
HALF = dict([*WORDS.items()][:2])
LOST = {source: target if source in HALF else "" for source, target in WORDS.items()}
NAMES = {"json": "locales/{}.json", "po": "po/{}.po", "po without template": "po/{}.po"}


def render(kind: str, words: dict[str, str]) -> str:
    if kind == "json":
        return json.dumps(words, indent=1)
    header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
    return header + "".join(f'\nmsgid "{source}"\nmsgstr "{target}"\n' for source, target in words.items())


@pytest.fixture(params=NAMES)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def ours(kind: str, repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    """Repository with two complete languages, of which each test damages German."""
    created = repository("demo")
    files = {NAMES[kind].format(code): render(kind, WORDS) for code in ("de", "fr")}
    if kind == "json":
        files["locales/en.json"] = render(kind, {source: source for source in WORDS})
    elif kind == "po":
        files["po/demo.pot"] = render(kind, dict.fromkeys(WORDS, ""))
    created.commit("begin", files)
    return created


SHARES = {"fail-under", "fail-under-total", "fail-under-overall"}
LIMITS = ("--max-missing", "0", "--fail-under", "60", "--fail-under", "total,overall=90")


def damage_file(file: Path, kind: str, damage: str) -> None:
    whole = render(kind, WORDS)
    texts = {
        "emptied": "",
        "without strings": render(kind, {}),
        "cut after a string": render(kind, HALF),
        "cut in a string": whole[: whole.index("Mach auf") + 3],
        "lost": render(kind, LOST),
    }
    file.write_text(texts[damage])


@pytest.mark.parametrize(
    ("damage", "unmet"),
    [
        pytest.param("emptied", {"base", "max-missing", *SHARES}, id="emptied"),
        pytest.param("without strings", {"base", "max-missing", *SHARES}, id="without strings"),
        pytest.param("cut after a string", {"base", "max-missing", *SHARES}, id="cut after a string"),
        pytest.param("lost", {"base", *SHARES}, id="lost translations"),
    ],
)
def test_a_damaged_file_fails_the_gate(
    run: Run, kind: str, ours: ScriptedRepository, damage: str, unmet: set[str]
) -> None:
    options: tuple[str | Path, ...] = ("--all", "--root", ours.path, "--base", "HEAD", *LIMITS)
    assert run("gate", *options).status == 0
    damage_file(Path(ours.path, NAMES[kind].format("de")), kind, damage)
    done = run("gate", *options, "--format", "json")
    if kind == "json" and damage == "emptied":
        # The file is no JSON.
        assert done.status == 3
        return
    # Without a template, only other languages and earlier states contain the strings that a file lacks.
    if kind == "po without template" and damage == "cut after a string":
        unmet = unmet - SHARES
    verdicts = json.loads(done.stdout)["verdicts"]
    assert (done.status, {each["rule"] for each in verdicts if not each["met"]}) == (1, unmet)


@pytest.mark.parametrize("limit", [("--base", "HEAD"), ("--fail-under", "1"), ("--max-missing", "9")])
def test_a_file_that_is_cut_in_a_string_fails_the_gate(
    run: Run, kind: str, ours: ScriptedRepository, limit: tuple[str, str]
) -> None:
    damage_file(Path(ours.path, NAMES[kind].format("de")), kind, "cut in a string")
    assert run("gate", "--root", ours.path, *limit).status == 3


def test_a_removed_file_is_worse_than_the_base(run: Run, kind: str, ours: ScriptedRepository) -> None:
    Path(ours.path, NAMES[kind].format("de")).unlink()
    done = run("gate", "--root", ours.path, "--base", "HEAD", "-q")
    assert (done.status, "there is no file any more, and 4 translations of HEAD are lost" in done.stdout) == (1, True)


def test_an_emptied_only_file_is_not_called_removed(run: Run, two: ScriptedRepository) -> None:
    (two.path / "b/de.po").write_text(two.po({}))
    done = run("gate", "--base", "HEAD", "-q", cwd=two.path)
    assert (done.status, "there is no file any more" in done.stdout) == (1, False)
    assert "2 strings got worse since HEAD" in done.stdout


@pytest.mark.parametrize("damage", ["without strings", "cut after a string", "lost"])
def test_a_damaged_file_is_worse_than_a_baseline(run: Run, kind: str, ours: ScriptedRepository, damage: str) -> None:
    options: tuple[str | Path, ...] = ("gate", "--root", ours.path, "--baseline", "states.txt")
    assert run(*options, "--update-baseline").status == 0
    damage_file(Path(ours.path, NAMES[kind].format("de")), kind, damage)
    assert run(*options).status == 1


@pytest.fixture
def two(repository: Callable[[str], ScriptedRepository]) -> ScriptedRepository:
    """Repository with two components of one language, without templates."""
    created = repository("demo")
    created.commit("one", {f"{name}/de.po": created.po({f"One {name}": "Eins", "Two": "Zwei"}) for name in ("a", "b")})
    return created


@pytest.mark.parametrize("options", [("--base", "HEAD"), ("--all", "--base", "HEAD"), ("--baseline", "b.txt")])
def test_a_component_whose_only_file_is_removed_has_lost_its_translations(
    run: Run, two: ScriptedRepository, options: tuple[str, ...]
) -> None:
    assert run("gate", "--baseline", "b.txt", "--update-baseline", cwd=two.path).status == 0
    (two.path / "b/de.po").unlink()
    done = run("gate", *options, cwd=two.path)
    lost = f"2 translations of {options[-1]} are lost (--allow-drop 100% allows it): 2 strings to fix"
    line = f"✗ demo/b  Total: there is no file any more, and {lost} ({' '.join(options[-2:])})"
    assert (done.status, done.stdout.splitlines()[0]) == (1, line)
    assert run("gate", *options, "--allow-drop", "99.9%", cwd=two.path).status == 1
    assert run("gate", *options, "--allow-drop", "100%", cwd=two.path).status == 0
    # A single component is compared with itself.
    assert run("gate", "demo", "a", *options[-2:], cwd=two.path).status == 0


def test_a_new_baseline_has_no_component_that_does_not_exist(run: Run, two: ScriptedRepository) -> None:
    update = ("gate", "--baseline", "b.txt", "--update-baseline")
    assert "(2 components, 1 language)" in run(*update, cwd=two.path).stdout
    (two.path / "b/de.po").unlink()
    assert "(1 component, 1 language)" in run(*update, cwd=two.path).stdout
    assert run("gate", "--baseline", "b.txt", cwd=two.path).status == 0


@pytest.mark.parametrize("options", [("--base", "HEAD"), ("--baseline", "b.txt")])
def test_a_renamed_component_has_lost_nothing(run: Run, two: ScriptedRepository, options: tuple[str, ...]) -> None:
    assert run("gate", "--baseline", "b.txt", "--update-baseline", cwd=two.path).status == 0
    (two.path / "b").rename(two.path / "c")
    assert run("gate", *options, cwd=two.path).status == 0


def test_an_excluded_component_has_lost_nothing_because_its_files_exist(run: Run, two: ScriptedRepository) -> None:
    assert run("gate", "--base", "HEAD", "--exclude", "b", cwd=two.path).status == 0


def test_a_component_that_is_removed_with_its_source_has_lost_its_translations(
    run: Run, two: ScriptedRepository
) -> None:
    files = {"c/c.pot": two.po({"One": ""}), "c/de.po": two.po({"One": "Eins"})}
    two.commit("two", files)
    for name in files:
        (two.path / name).unlink()
    done = run("gate", "--base", "HEAD", "-q", cwd=two.path)
    assert (done.status, done.stdout.startswith("✗ demo/c  Total: there is no file any more")) == (1, True)


@pytest.mark.parametrize(("template", "kind"), [("locales/en.json", "json"), ("po/demo.pot", "po")])
def test_a_template_that_is_emptied_fails_the_comparison(
    run: Run, ours: ScriptedRepository, template: str, kind: str
) -> None:
    options = ("gate", "--base", "HEAD", "-q")
    (ours.path / template).write_text(render(kind, {}))
    done = run(*options, cwd=ours.path)
    line = f"✗ Total: {template} has no strings any more, and had 4 at HEAD (--allow-drop 100% allows it)"
    assert (done.status, line in done.stdout) == (1, True)
    assert run(*options, "--allow-drop", "100%", cwd=ours.path).status == 0
    ours.commit("empty", {template: render(kind, {})})
    assert run(*options, cwd=ours.path).status == 0


def test_an_only_file_that_was_cut_has_lost_its_strings(run: Run, two: ScriptedRepository) -> None:
    assert run("gate", "--baseline", "b.txt", "--update-baseline", cwd=two.path).status == 0
    (two.path / "b/de.po").write_text(two.po({"Two": "Zwei"}))
    done = run("gate", "--base", "HEAD", "-q", cwd=two.path)
    allowed = "at most 0 allowed (--allow-drop allows more)"
    unmet = "✗ demo/b  German (de): 1 string got worse since {}, 1 of them missing from the file, " + allowed
    unmet += ": 1 string to fix"
    assert done.stdout.splitlines() == [f"{unmet.format('HEAD')} (--base HEAD)", "    b/de.po: One b (missing)"]
    assert (done.status, done.stderr) == (1, "")
    # A baseline has no texts.
    done = run("gate", "--baseline", "b.txt", "-q", cwd=two.path)
    assert (done.status, done.stdout) == (1, f"{unmet.format('b.txt')} (--baseline b.txt)\n")
    assert run("gate", "--base", "HEAD", "--allow-drop", "1", cwd=two.path).status == 0


def test_a_string_that_another_one_replaces_may_be_reworded(run: Run, two: ScriptedRepository) -> None:
    """Without a template, nothing shows if the source was reworded, so this is a warning."""
    (two.path / "b/de.po").write_text(two.po({"One, reworded": "~Eins", "Two": "Zwei"}))
    done = run("gate", "--base", "HEAD", "-v", cwd=two.path)
    assert "demo/b  German (de): nothing got worse since HEAD, 1 translated string of it is gone" in done.stdout
    gone = "demo/b: strings that were translated at HEAD are gone; no template shows if their source is gone, too"
    assert (done.status, done.stderr) == (0, f"warning: {gone} (strings: 1)\n")


@pytest.mark.parametrize(("french", "status"), [({"Two": ""}, 1), ({"One": "", "Two": ""}, 0)])
def test_the_source_of_a_string_is_gone_if_another_language_had_it_and_lost_it(
    run: Run, repository: Callable[[str], ScriptedRepository], french: dict[str, str], status: int
) -> None:
    demo = repository("demo")
    demo.commit("one", {"de.po": demo.po({"One": "Eins", "Two": "Zwei"}), "fr.po": demo.po(french)})
    demo.write({name: demo.po({"Two": "Zwei"}) for name in ("de.po", "fr.po")})
    assert run("gate", "--base", "HEAD", cwd=demo.path).status == status


def test_strings_that_vanish_with_their_source_are_a_note(run: Run, two: ScriptedRepository) -> None:
    def write_files(words: tuple[str, ...]) -> dict[str, str]:
        return {"c/c.pot": two.po(dict.fromkeys(words, "")), "c/de.po": two.po(dict.fromkeys(words, "x"))}

    two.commit("two", write_files(("One", "Two")))
    for name, content in write_files(("Two",)).items():
        (two.path / name).write_text(content)
    done = run("gate", "--base", "HEAD", cwd=two.path)
    gone = "demo/c: strings that were translated at HEAD are gone, and so is their source"
    assert (done.status, done.stderr) == (0, f"note: {gone} (strings: 1)\n")


@pytest.mark.parametrize("content", ["", 'msgid ""\nmsgstr ""\n'], ids=["empty", "without strings"])
def test_the_only_file_of_a_component_that_is_emptied_has_lost_its_translations(
    run: Run, repository: Callable[[str], ScriptedRepository], content: str
) -> None:
    demo = repository("demo")
    demo.commit("one", {"app/de.po": demo.po({"One": "Eins", "Two": "Zwei"})})
    assert run("gate", "--baseline", "b.txt", "--update-baseline", cwd=demo.path).status == 0
    (demo.path / "app/de.po").write_text(content)
    for options in (("--base", "HEAD"), ("--baseline", "b.txt")):
        done = run("gate", *options, cwd=demo.path)
        assert (done.status, done.stdout.startswith("✗ German (de): ")) == (1, True)
        assert run("gate", *options, "--measure", "words", "--allow-drop", "5%", cwd=demo.path).status == 1
    share = 0.0 if not content else 100.0
    assert run("stats", "--format", "total", cwd=demo.path).stdout == f"{share}\n"
    # A file without any content is no catalog, and one without strings may be an honest one.
    assert run("gate", "--fail-under", "1", cwd=demo.path).status == (0 if content else 1)


def test_a_component_without_a_language_that_a_limit_names_is_a_warning(
    run: Run, repository: Callable[[str], ScriptedRepository]
) -> None:
    demo = repository("demo")
    demo.commit("one", {f"{name}/{code}.po": demo.po({"One": "Eins"}) for name in "abc" for code in ("de", "fr")})
    (demo.path / "b/de.po").unlink()
    done = run("gate", "--fail-under", "de=50", "--fail-under", "60", cwd=demo.path)
    assert (done.status, done.stderr) == (
        0,
        "warning: demo/b: has no file of de, so --fail-under de=50 does not apply\n",
    )
    # A comparison finds languages that were removed, and names no other component.
    done = run("gate", "--fail-under", "de=50", "--base", "HEAD", cwd=demo.path)
    assert (done.status, done.stderr) == (1, "")
