"""Components selected by a path, a pattern, `--all`, or nothing, in all commands."""

import json
from pathlib import Path

import pytest

from tests.fixture_types import Run, WriteTree
from tests.git_repositories import CopyRepository, ScriptedRepository

PO = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a"\nmsgstr "b"\n'
COMMANDS = {
    "stats": ["stats"],
    "units": ["units"],
    "gate": ["gate", "--fail-under", "50"],
    "diff": ["diff"],
    "history": ["history"],
}
FILES = {f"{app}/po/{language}.po": PO for app in ("orders", "cart") for language in ("de", "fr")}


def commit_two_components(repository: ScriptedRepository) -> None:
    repository.commit("first", {**FILES, "transtats.toml": ""})


@pytest.fixture
def shop(repository_copy: CopyRepository) -> ScriptedRepository:
    """Repository with the components `orders` and `cart`."""
    return repository_copy("shop", commit_two_components)


@pytest.fixture(params=COMMANDS)
def command(request: pytest.FixtureRequest) -> list[str]:
    return COMMANDS[request.param]


def test_the_only_component_needs_no_name(command: list[str], run: Run, shop: ScriptedRepository) -> None:
    shop.git("rm", "-qr", "cart")
    shop.commit("one")
    expected = run(*command, "shop", "orders", cwd=shop.path)
    assert expected.status == 0
    assert run(*command, cwd=shop.path) == expected
    assert run(*command, "./", cwd=shop.path) == expected
    assert run(*command, ".", "orders", cwd=shop.path) == expected


@pytest.mark.parametrize("project", [".", "shop", "shop/"])
def test_a_project_with_one_component_needs_no_other_name(
    project: str, command: list[str], run: Run, shop: ScriptedRepository
) -> None:
    shop.git("rm", "-qr", "cart")
    shop.commit("one")
    if command[0] == "stats":
        assert run(*command, project, cwd=shop.path).status == 0
    else:
        assert run(*command, project, cwd=shop.path) == run(*command, "shop", "orders", cwd=shop.path)


@pytest.mark.parametrize("name", ["units", "gate", "diff", "history"])
@pytest.mark.parametrize("project", [".", "shop"])
def test_a_project_selects_all_its_components(name: str, project: str, run: Run, shop: ScriptedRepository) -> None:
    done = run(*COMMANDS[name], project, cwd=shop.path)
    assert done.status == 0
    assert done == run(*COMMANDS[name], "shop/*", cwd=shop.path)


def test_a_dot_is_the_project_that_settings_of_another_tool_name(run: Run, tree: WriteTree) -> None:
    tree({".tx/config": "[o:org:p:wagtail:r:app]\nfile_filter = po/<lang>.po\n", "po/de.po": PO})
    expected = run("stats", "wagtail", "app")
    assert run("stats", ".", "app") == run("stats", "./app") == expected
    assert expected.status == 0


@pytest.mark.parametrize("folder", [".", "orders/po"])
def test_a_command_without_names_selects_all_components(
    command: list[str], folder: str, run: Run, shop: ScriptedRepository
) -> None:
    done = run(*command, cwd=shop.path / folder)
    assert (done.status, done) == (0, run(*command, "--all", cwd=shop.path / folder))


def test_the_current_directory_selects_the_components_in_it(
    command: list[str], run: Run, shop: ScriptedRepository
) -> None:
    expected = run(*command, "shop", "orders", cwd=shop.path / "orders/po")
    for path in (".", "./"):
        assert run(*command, path, cwd=shop.path / "orders/po") == expected


@pytest.mark.parametrize("revision", ["HEAD~1", "HEAD~1..HEAD"])
@pytest.mark.parametrize("name", ["diff", "history"])
def test_a_revision_without_names_selects_all_components(
    name: str, revision: str, run: Run, shop: ScriptedRepository
) -> None:
    shop.replace("cart/po/de.po", 'msgstr "b"', 'msgstr ""')
    shop.commit("emptied")
    done = run(name, revision, cwd=shop.path)
    assert (done.status, done) == (0, run(name, "--all", revision, cwd=shop.path))
    assert "cart" in done.stdout


@pytest.mark.parametrize("pattern", ["c*", "car[t]"])
def test_a_pattern_of_a_component_needs_no_project(
    command: list[str], run: Run, shop: ScriptedRepository, pattern: str
) -> None:
    assert run(*command, pattern, cwd=shop.path) == run(*command, f"shop/{pattern}", cwd=shop.path)
    assert run(*command, pattern, cwd=shop.path).status == 0


def test_a_pattern_matches_a_folder_of_the_name(run: Run, tree: WriteTree) -> None:
    tree({"shop/setup.py": "", **{f"shop/{app}/locale/de/LC_MESSAGES/django.po": PO for app in ("web", "api")}})
    done = run("stats", "w*/*", "--format", "csv", "--fields", "component,code", "--root", "shop", "--no-history")
    assert (done.stdout.splitlines(), done.stderr) == (["component,code", "web/django,de"], "")


def test_a_file_selects_its_component_and_language(command: list[str], run: Run, shop: ScriptedRepository) -> None:
    expected = run(*command, "shop", "orders", "--language", "de", cwd=shop.path)
    assert expected.status == 0
    assert run(*command, "orders/po/de.po", cwd=shop.path) == expected
    if command[0] != "units":
        # Output of `units` contains paths.
        assert run(*command, "po/de.po", cwd=shop.path / "orders") == expected
    done = run(*command, "orders/po/de.po", "--language", "fr", cwd=shop.path)
    assert (done.status, done.stdout) == (2, "")
    assert "--language cannot be combined with the path" in done.stderr


def test_a_directory_selects_the_components_below(command: list[str], run: Run, shop: ScriptedRepository) -> None:
    expected = run(*command, "shop", "orders", cwd=shop.path)
    for path in ("orders/", "orders", "./orders", "orders/po/", str(shop.path / "orders")):
        assert run(*command, path, cwd=shop.path) == expected


@pytest.mark.parametrize("argument", ["--all", "shop/*", "*", "./*", "./"])
def test_all_components_are_selected_in_one_run(
    argument: str, command: list[str], run: Run, shop: ScriptedRepository
) -> None:
    done = run(*command, argument, "--format", "json" if command[0] == "gate" else "ndjson", cwd=shop.path)
    assert done.status == 0, done.stderr
    assert all(name in done.stdout for name in ('"orders"', '"cart"')) or "shop/cart" in done.stdout


@pytest.mark.parametrize("argument", ["nowhere/", "other.txt"])
def test_a_path_without_translations_is_named(
    argument: str, command: list[str], run: Run, shop: ScriptedRepository
) -> None:
    shop.write({"other.txt": "", "nowhere/x": ""})
    done = run(*command, argument, cwd=shop.path)
    assert (done.status, done.stdout) == (2, "")
    assert f"no component has files in {argument}" in done.stderr


@pytest.mark.parametrize(
    ("argument", "rest"),
    [
        pytest.param("orders/po/d.po", "no such file; did you mean orders/po/de.po?", id="similar"),
        pytest.param("./orders/po/d.po", "no such file; did you mean ./orders/po/de.po?", id="dot"),
        pytest.param("../shop/orders/po/d.po", "no such file; did you mean ../shop/orders/po/de.po?", id="parent"),
        pytest.param("/none/xyz.po", "no such file; `transtats components -v` lists", id="absolute"),
        pytest.param("none/xyz.json", "no such file; `transtats components -v` lists", id="no folder"),
        pytest.param("shop/orders.po", "no such file; `transtats components -v` lists", id="project"),
        pytest.param("orders/pot", "no such file or folder; did you mean orders/po?", id="folder"),
    ],
)
def test_a_mistyped_path_is_named(
    argument: str, rest: str, command: list[str], run: Run, shop: ScriptedRepository
) -> None:
    done = run(*command, argument, cwd=shop.path)
    assert (done.status, done.stdout) == (2, "")
    assert done.stderr.startswith(f"Error: {argument}: {rest}")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        pytest.param(["shop/carrt"], "shop/carrt: shop in ", id="component"),
        pytest.param(["./carrt"], "shop/carrt: shop in ", id="component of this project"),
        pytest.param(["none/carrt"], "none/carrt: no such project in ", id="no folder"),
        pytest.param(["orders", "d.po"], "orders/d.po: no such project in ", id="two words"),
    ],
)
def test_a_mistyped_name_with_a_slash_is_no_path(
    argv: list[str], message: str, command: list[str], run: Run, shop: ScriptedRepository
) -> None:
    done = run(*command, *argv, cwd=shop.path)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_path_outside_of_the_root_is_named(command: list[str], run: Run, shop: ScriptedRepository) -> None:
    done = run(*command, "../cart/", cwd=shop.path / "orders", env={"TRANSTATS_ROOT": "."})
    assert (done.status, done.stdout) == (2, "")
    assert "../cart/ is not in " in done.stderr


def test_the_name_of_a_project_takes_precedence_over_a_directory_without_a_slash(run: Run, tree: WriteTree) -> None:
    root = tree({"shop/setup.py": "", "shop/shop/po/de.po": PO, "shop/web/po/de.po": PO}) / "shop"
    assert run("units", "shop", cwd=root) == run("units", "shop/*", cwd=root)
    (total,) = json.loads(run("stats", "shop", cwd=root).stdout)["results"]
    assert total["total"] == 2
    assert run("stats", "shop/", cwd=root) == run("stats", "shop", "shop", cwd=root)
    assert run("stats", "./shop", cwd=root).status == 0


def test_a_folder_of_one_language_selects_the_language(run: Run, tree: WriteTree) -> None:
    files = {f"locale/{language}/LC_MESSAGES/{name}.po": PO for language in ("de", "fr") for name in ("a", "b")}
    root = tree({**files, "setup.py": ""})
    lines = run("stats", "locale/de/", "--format", "ndjson", cwd=root).stdout.splitlines()
    assert [(line["component"], line["code"]) for line in map(json.loads, lines)] == [("a", "de"), ("b", "de")]


def test_a_folder_with_different_languages_of_two_components_is_an_error(run: Run, tree: WriteTree) -> None:
    tree({"setup.py": "", **{f"{code}/texts.po": PO for code in ("de", "fr")}, "de/app/de.po": PO, "de/app/fr.po": PO})
    done = run("stats", "de/", "--root", ".")
    assert (done.status, done.stdout) == (2, "")
    message = "de/ contains fr of other components, but not of test"
    assert message in done.stderr
    assert run("stats", "de/app/", "--root", ".").status == 0


def test_a_folder_of_one_language_needs_no_slash(command: list[str], run: Run, repository_copy: CopyRepository) -> None:
    shop = repository_copy("domains", commit_two_domains)
    expected = run(*command, "locale/de/", cwd=shop.path)
    assert (expected.status, expected.stderr) == (0, "")
    assert run(*command, "locale/de", cwd=shop.path) == expected


def commit_two_domains(repository: ScriptedRepository) -> None:
    names = ("django", "djangojs")
    repository.commit("first", {f"locale/{code}/LC_MESSAGES/{each}.po": PO for code in ("de", "fr") for each in names})


def test_a_folder_with_several_sets_is_a_component_of_its_name_with_filemask(run: Run, tree: WriteTree) -> None:
    tree({"shop/app/one/de.po": PO, "shop/app/two/de.po": PO})
    table = ["--format", "csv", "--fields", "component,code"]
    assert run("stats", "shop/app", *table, "--filemask", "one/*.po").stdout.splitlines()[1:] == ["app,de"]
    assert run("stats", "shop/app", *table).stdout.splitlines()[1:] == ["app/one,de", "app/two,de"]


@pytest.mark.parametrize("name", ["units", "diff", "history"])
def test_json_of_several_components_contains_the_names_of_each_component(
    name: str, run: Run, shop: ScriptedRepository
) -> None:
    for form in ("json", "ndjson"):
        text = run(name, "--all", "--format", form, cwd=shop.path).stdout
        found = json.loads(text)["results"] if form == "json" else list(map(json.loads, text.splitlines()))
        # The rows of `history` for all components together have no names.
        names = {(each["project"], each["component"]) for each in found if each["project"]}
        assert names == {("shop", "cart"), ("shop", "orders")}
    one = run(name, "shop", "cart", "--format", "ndjson", cwd=shop.path).stdout
    # Strings have the names always, so that one query of jq reads any number of components.
    assert ({"project", "component"} <= json.loads(one.splitlines()[0]).keys()) is (name == "units")


def test_diff_of_all_components_is_one_comment(run: Run, shop: ScriptedRepository) -> None:
    shop.git("checkout", "-q", "-b", "feature")
    shop.replace("orders/po/de.po", 'msgstr "b"', 'msgstr ""')
    shop.commit("lost", {"new/po/de.po": PO})
    done = run("diff", "--all", "main...", "--format", "markdown", cwd=shop.path)
    assert done.status == 0
    assert done.stdout.count("<!-- transtats diff -->") == 1
    assert "**shop/orders: main... → the working tree**" in done.stdout
    assert "shop/cart" not in done.stdout
    assert done.stdout.endswith("\n1 component without changes.\n")
    assert done.stderr == "note: shop/new: does not exist at main..., so it is not compared\n"


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param(["--all", "HEAD"], id="all"),
        pytest.param(["HEAD"], id="a revision alone"),
        pytest.param(["HEAD..HEAD"], id="a range"),
        pytest.param(["orders/po/", "HEAD"], id="a path first"),
        pytest.param([".", "orders", "HEAD"], id="names first"),
        pytest.param([".", "HEAD"], id="the current directory"),
        pytest.param(["shop", "HEAD"], id="a project with one component"),
        pytest.param(["shop/orders", "HEAD"], id="one word first"),
        pytest.param(["*", "orders"], id="pattern of two words"),
        pytest.param(["shop/o*", "HEAD"], id="pattern of one word"),
        pytest.param(["*", "HEAD"], id="pattern without a slash"),
        pytest.param(["ord*", "main"], id="pattern of a component"),
    ],
)
@pytest.mark.parametrize("name", ["diff", "history"])
def test_revisions_follow_the_components(name: str, argv: list[str], run: Run, shop: ScriptedRepository) -> None:
    if argv[0].startswith("HEAD") or argv == ["shop", "HEAD"]:
        shop.git("rm", "-qr", "cart")
        shop.commit("one")
    done = run(name, *argv, cwd=shop.path)
    if name == "history" and ".." in argv[0]:
        assert "no commits" in done.stderr
    else:
        assert (done.status, done.stderr) == (0, "")


def test_a_revision_after_a_project_compares_its_components(run: Run, shop: ScriptedRepository) -> None:
    assert run("diff", "shop", "HEAD", cwd=shop.path) == run("diff", "shop/*", "HEAD", cwd=shop.path)


def test_a_range_follows_a_pattern_of_one_word(run: Run, shop: ScriptedRepository) -> None:
    expected = run("diff", "--all", "main...", "--format", "ndjson", cwd=shop.path)
    assert expected.status == 0
    assert run("diff", "*", "main...", "--format", "ndjson", cwd=shop.path) == expected
    assert "no commits" in run("history", "*", "HEAD..HEAD", cwd=shop.path).stderr


def test_a_component_takes_precedence_over_a_revision_after_a_pattern(run: Run, shop: ScriptedRepository) -> None:
    shop.git("branch", "cart")
    shop.replace("cart/po/de.po", 'msgstr "b"', 'msgstr ""')
    assert run("diff", "*", "cart", cwd=shop.path) == run("diff", "shop/c*", cwd=shop.path)


def test_the_chart_of_several_components_is_that_of_their_total(run: Run, shop: ScriptedRepository) -> None:
    done = run("history", "--format", "svg", cwd=shop.path)
    assert (done.status, "<title>2 components: translated, in percent</title>" in done.stdout) == (0, True)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        pytest.param(["diff", "*", "mian"], "*/mian matches no component", id="no revision and no component"),
        pytest.param(["stats", "--all", "--page", "2"], "--page applies to one component", id="page"),
        pytest.param(["stats", "./", "--page", "2"], "--page applies to one component", id="page of a directory"),
        pytest.param(["units", "*", "--template", "x"], "--template applies to one component", id="template"),
        pytest.param(["stats", "orders/po/de.po", "x"], "is a path; x cannot follow it", id="path and name"),
        pytest.param(["stats", "./orders", "cart"], "`fleet ./orders cart` counts several", id="two folders"),
        pytest.param(["stats", "orders", "cart"], "`fleet orders cart` counts several", id="two names of folders"),
        pytest.param(["stats", "--root", "orders", "--root=cart"], "--root can be given once; `fleet A B`", id="roots"),
        pytest.param(["diff", "--all", "HEAD", "HEAD", "HEAD"], "there are three revisions", id="three revisions"),
        pytest.param(["units", "nothing/*"], "nothing/* matches no component", id="no match"),
        pytest.param(["stats", "\x1b[31m", "--all"], "Error: \\x1b[31m cannot be combined with --all", id="escapes"),
        pytest.param(["explain", "orders/po/it.po"], "orders/po/it.po: no such file", id="mistyped path to explain"),
        pytest.param(["verify", "*", "--against", "http://localhost:9"], "* can be several", id="pattern to verify"),
    ],
)
def test_arguments_that_cannot_be_combined_are_errors(
    argv: list[str], message: str, run: Run, shop: ScriptedRepository
) -> None:
    done = run(*argv, cwd=shop.path)
    assert (done.status, done.stdout) == (2, "")
    assert message in done.stderr


def test_a_file_that_cannot_be_read_does_not_stop_the_others(run: Run, shop: ScriptedRepository) -> None:
    shop.write({"cart/po/de.po": PO + '\nmsgid "never closed\n'})
    done = run("units", "--all", "--format", "concise", cwd=shop.path)
    assert done.status == 3
    assert done.stderr.startswith("cart/po/de.po:")
    assert "orders/po/de.po" in done.stdout


@pytest.mark.parametrize("name", ["stats", "diff", "history"])
def test_a_part_of_a_name_selects_its_component(name: str, run: Run, tree: WriteTree, tmp_path: Path) -> None:
    repository = ScriptedRepository(tmp_path / "web")
    repository.commit("first", {"orders/locale/de/LC_MESSAGES/django.po": PO})
    expected = run(name, "web", "orders/django", cwd=repository.path)
    assert expected.status == 0
    for part in ("django", "orders"):
        assert run(name, "web", part, cwd=repository.path) == expected


def test_a_file_that_only_settings_name_selects_its_component(run: Run, tree: WriteTree) -> None:
    config = (
        "[main]\nhost = https://x\n\n[o:us:p:shop:r:app]\nfile_filter = po/<lang>.po\ntrans.pt = more/portuguese.po\n"
    )
    tree({"po/de.po": PO, "more/portuguese.po": PO, ".tx/config": config})
    for path in ("more", "more/portuguese.po"):
        done = run("stats", path, "--format", "csv", "--fields", "project,component,code")
        assert (done.status, done.stdout.splitlines()[1:]) == (0, ["shop,app,pt"])
