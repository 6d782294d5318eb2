"""Messages for missing, incomplete and unknown names of projects and components."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from tests.git_repositories import ScriptedRepository

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'


@pytest.fixture
def root(tree: WriteTree) -> Path:
    return tree({"django/app/de.po": PO, "django/web/de.po": PO, "shop/api/de.po": PO})


@pytest.mark.parametrize("command", ["stats", "units"])
def test_the_error_for_an_unknown_project_lists_the_components(command: str, run: Run, root: Path) -> None:
    done = run(command, "djnago")
    assert (done.status, done.stdout) == (2, "")
    first, *rest = done.stderr.splitlines()
    assert first == f"Error: djnago: no such project in {root}; did you mean django? There are:"
    assert rest == [f"  transtats {command} {names}" for names in ("django app", "django web", "shop api")]


@pytest.mark.parametrize("name", ["api", "apii"])
def test_the_name_of_a_component_without_its_project_gets_the_command(name: str, run: Run, root: Path) -> None:
    error = f"Error: {name}: no such project in {root}; did you mean the component api?\n  transtats stats shop api\n"
    assert run("stats", name) == (2, "", error)


def test_a_project_without_a_similar_name_gets_no_suggestion(run: Run, root: Path) -> None:
    done = run("stats", "zzz")
    assert done.stderr.startswith(f"Error: zzz: no such project in {root}; there are:\n  transtats stats django app\n")


@pytest.mark.parametrize("command", ["units", "badge"])
def test_without_names_all_components_are_selected(command: str, run: Run, root: Path) -> None:
    assert run(command) == run(command, "--all")
    assert run(command).status == 0


def test_the_default_component_of_the_client_is_selected_without_names(run: Run, root: Path) -> None:
    (root / ".weblate").write_text("[weblate]\ntranslation = django/web\n")
    assert run("units") == run("units", "django", "web")
    assert run("units", "--all").stdout.count("── ") == 3


def test_a_table_in_a_file_shows_all_components_without_names(run: Run, root: Path) -> None:
    for options in ("", " --all"):
        (root / "README.md").write_text(f"<!-- transtats{options} -->\n<!-- /transtats -->\n")
        assert run("readme", "README.md").status == 0
        assert "| Total " in (root / "README.md").read_text()


def test_a_component_with_an_error_is_named_where_all_are_selected(run: Run, tree: WriteTree) -> None:
    tree({"django/app/de.po": PO, "django/web/component.json": '{"filemask": "x"}'})
    done = run("units")
    assert (done.status, done.stdout) == (3, run("units", "--all").stdout)
    assert "django/web/component.json" in done.stderr


def test_an_option_of_one_component_needs_its_names(run: Run, root: Path) -> None:
    assert run("units", "--template", "x").stderr.endswith(
        "applies to one component; give its PROJECT and COMPONENT.\n"
    )
    assert "--show-settings shows one component; give its" in run("stats", "--show-settings").stderr


@pytest.mark.parametrize("project", ["django", "django/"])
def test_a_project_selects_all_its_components(project: str, run: Run, root: Path) -> None:
    assert run("units", project) == run("units", "django/*")


@pytest.mark.parametrize("project", ["django", "django/"])
def test_a_command_for_one_component_lists_those_of_a_project(project: str, run: Run, root: Path) -> None:
    assert run("explain", project).stderr.splitlines() == [
        "Error: no component of django is given; there are:",
        "  transtats explain django app",
        "  transtats explain django web",
    ]


@pytest.mark.parametrize("command", ["units", "explain"])
def test_a_project_with_one_component_selects_it(command: str, run: Run, root: Path) -> None:
    expected = run(command, "shop", "api")
    assert expected.status == 0
    assert run(command, "shop") == expected


def test_a_project_with_an_error_needs_the_name_of_its_only_usable_component(run: Run, root: Path) -> None:
    (root / "shop/web").mkdir()
    (root / "shop/web/component.json").write_text('{"filemask": "x"}')
    assert run("units", "shop").status == 3
    done = run("explain", "shop")
    assert (done.status, done.stderr.splitlines()[0]) == (2, "Error: no component of shop is given; there are:")


def test_the_first_part_of_component_names_lists_the_matching_components(run: Run, tree: WriteTree) -> None:
    pages = ("user/one", "user/two", "admin/one")
    tree({"book/setup.py": "", **{f"book/locales/de/LC_MESSAGES/{page}.po": PO for page in pages}})
    assert run("units", "user", "--root", "book").stderr.splitlines() == [
        "Error: no component of user is given; there are:",
        "  transtats units book user/one --root book",
        "  transtats units book user/two --root book",
    ]
    assert run("units", "user/*", "--root", "book").status == 0
    assert run("report", "user", "--root", "book", "--output", "x").stderr.splitlines() == [
        "Error: no component of user is given; there are:",
        "  transtats report book user/one --output x --root book",
        "  transtats report book user/two --output x --root book",
    ]


def test_a_folder_that_is_not_a_project_selects_the_components_in_it(run: Run, root: Path) -> None:
    # With code beside them the folders are parts of one project.
    (root / "setup.py").write_text("")
    assert run("stats", "shop") == run("stats", root.name, "shop/api")


def test_line_breaks_in_names_are_escaped(run: Run, tree: WriteTree) -> None:
    tree({"demo/a\nb\x1b/de.po": PO, "demo/z/de.po": PO})
    for argv in (["explain"], ["explain", "demo"]):
        assert run(*argv).stderr.splitlines()[1] == "  transtats explain demo a\\nb\\x1b"
    assert run("stats", "x\ny").stderr.startswith("Error: x\\ny: no such project")


def test_the_error_for_an_unknown_default_component_names_the_client_configuration(run: Run, root: Path) -> None:
    (root / ".weblate").write_text("[weblate]\ntranslation = django/gone\n")
    for command in ("stats", "units"):
        done = run(command)
        assert (done.status, done.stdout) == (2, "")
        assert done.stderr.startswith("Error: django/gone: django in ")
        assert done.stderr.endswith(".weblate:2 sets this default in `translation`\n")
    assert ".weblate" not in run("stats", "django", "gone").stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param(["--template", "nope.po"], "nope.po' (--template) is not a file", id="template"),
        pytest.param(["--new-base", "nope.pot"], "--new-base: 'nope.pot' is not a file in ", id="new base"),
        pytest.param(["--filemask", "nothere/*.po"], "(--filemask)", id="mask"),
        pytest.param(
            ["--language", "en"], "en is the source language, which is printed with --with-source", id="source language"
        ),
    ],
)
@pytest.mark.parametrize("name", ["app", "found"])
def test_an_option_without_a_match_is_an_error_that_names_the_option(
    options: list[str], message: str, name: str, run: Run, tree: WriteTree
) -> None:
    tree({"django/app/de.po": PO, "django/shared/found/de.po": PO, "django/shared/other/de.po": PO})
    listed = run("components", "--format", "ndjson").stdout
    names = ["django", "app"] if name == "app" else ["django", _read_found_component(listed)]
    done = run("stats", *names, *options)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr
    if "--language" in options:
        assert run("stats", *names, *options, "--with-source").status == 0
        assert run("units", *names, *options).status == 2


def _read_found_component(listed: str) -> str:
    """Return the component whose folder has another name."""
    import json

    return next(str(entry["component"]) for entry in map(json.loads, listed.splitlines()) if "found" in entry["mask"])


def test_a_language_filter_that_accepts_no_file_is_an_error(run: Run, root: Path) -> None:
    (root / "transtats.toml").write_text('[project.django.component.app]\nlanguage_regex = "^x$"\n')
    done = run("stats", "django", "app")
    assert (done.status, done.stdout) == (2, "")
    assert "language_regex '^x$' accepts no language of the files that '*.po' matches" in done.stderr


def test_an_unreadable_template_is_an_error_for_all_languages(run: Run, tree: WriteTree) -> None:
    tree({"demo/app/en.po": 'msgid "\n', "demo/app/de.po": PO})
    done = run("stats", "demo", "app", "--template", "en.po", "--file-format", "po-mono")
    assert done.status == 3
    assert done.stderr.startswith("demo/app/en.po:1: ")
    assert done.stderr.endswith("(all languages depend on this template)\n")


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(("stats", "--format", "table"), id="stats"),
        pytest.param(("stats", "--totals"), id="totals"),
        pytest.param(("units",), id="units"),
        pytest.param(("gate", "--fail-under", "5"), id="gate"),
        pytest.param(("badge",), id="badge"),
    ],
)
@pytest.mark.parametrize("names", [("--all",), ("django/*",)], ids=["all", "pattern"])
def test_a_language_that_no_component_has_is_one_error(
    run: Run, root: Path, command: tuple[str, ...], names: tuple[str, ...]
) -> None:
    done = run(*command, *names, "--language", "dee")
    expected = "Error: there is no language 'dee' here; did you mean 'de'? There are: de, en\n"
    assert (done.status, done.stdout, done.stderr) == (2, "", expected)


@pytest.mark.parametrize("languages", ["de,fr", "fr, de"])
@pytest.mark.parametrize("command", [["units", "--format", "json"], ["diff", "--format", "json"], ["stats"]])
def test_languages_may_be_separated_by_commas(
    run: Run, repository: Callable[[str], ScriptedRepository], command: list[str], languages: str
) -> None:
    shop = repository("shop")
    shop.commit("one", {f"po/{code}.po": 'msgid "a"\nmsgstr ""\n' for code in ("cs", "de", "fr")})
    shop.commit("two", {f"po/{code}.po": 'msgid "a"\nmsgstr "b"\n' for code in ("cs", "de", "fr")})
    several = run(*command, "--language", "de", "--language", "fr", cwd=shop.path)
    assert several.status == 0
    assert run(*command, "--language", languages, cwd=shop.path) == several
    assert ('"cs"' in several.stdout, '"fr"' in several.stdout) == (False, True)


@pytest.mark.parametrize("names", [("de",), ("pt_BR",)])
def test_the_error_for_a_language_in_place_of_a_project_names_the_option(
    run: Run, root: Path, names: tuple[str, ...]
) -> None:
    done = run("units", "--todo", *names)
    assert done.status == 2
    assert (
        f"no such project in {root}; there are these components (for a language, give --language {names[0]}):"
        in done.stderr
    )
    assert (
        f"has no such component (for a language, give --language {names[0]})" in run("stats", f"shop/{names[0]}").stderr
    )


@pytest.mark.parametrize(
    ("name", "words"), [("api", "shop api"), ("shop/api", "shop api"), ("django", "django")], ids=str
)
def test_the_error_for_a_component_in_place_of_a_command_names_the_command(
    name: str, words: str, run: Run, root: Path
) -> None:
    done = run(name)
    assert (done.status, f"To see its statistics: `transtats stats {words}`" in done.stderr) == (2, True)


def test_an_empty_name_of_a_language_is_an_error(run: Run, root: Path) -> None:
    for languages in ("", "de,"):
        assert "there is no language ''" in run("stats", "--language", languages).stderr


def test_a_component_need_not_have_each_language(run: Run, root: Path, tree: WriteTree) -> None:
    tree({"shop/api/fr.po": PO})
    done = run("stats", "--all", "--language", "fr", "--format", "ndjson")
    assert (done.status, done.stderr, done.stdout.count("\n")) == (0, "", 1)


def test_the_source_language_of_all_components_is_not_printed_unless_requested(run: Run, root: Path) -> None:
    done = run("stats", "--all", "--language", "en", "--format", "table")
    assert (done.status, done.stderr) == (2, "Error: en is the source language, which is printed with --with-source\n")
    assert run("stats", "--all", "--language", "en", "--format", "table", "--with-source").status == 0


def test_languages_of_a_file_that_cannot_be_read_may_exist(run: Run, tree: WriteTree) -> None:
    tree({"django/app/de.po": PO, "ios/app/Localizable.xcstrings": "{"})
    done = run("stats", "--all", "--language", "fr", "--format", "table")
    assert (done.status, "no language" in done.stderr) == (3, False)
