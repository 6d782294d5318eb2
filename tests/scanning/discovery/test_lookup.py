import gc
from pathlib import Path
from typing import Any

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.discovery import assembly
from transtats_cli.scanning.discovery.lookup import (
    locate_component,
    survey_components,
)
from transtats_cli.settings import load_settings
from transtats_cli.settings.layers import Settings, make_overrides

PO = 'msgid ""\nmsgstr ""\n'
JSON = '{"filemask": "po/*.po", "file_format": "po"}'


@pytest.fixture
def root(tree: WriteTree) -> Path:
    return tree(
        {
            "demo/app/po/de.po": PO,
            "demo/app/component.json": JSON,
            "demo/web/de.po": PO,
            "demo/both/de.po": PO,
            "demo/both/sub/x.de.xlf": "<xliff/>",
            "demo/docs/manual/po/de.po": PO,
            "demo/docs/manual/component.json": JSON,
            "demo/empty/README": "",
        }
    )


def test_a_component_with_a_component_json_is_located_without_a_search(root: Path) -> None:
    found = locate_component(str(root), "demo", "app")
    assert (found.project, found.slug, found.root) == ("demo", "app", str(root / "demo" / "app"))
    assert (found.filemask, found.origin, found.link_boundary) == ("po/*.po", "component.json", str(root))


def test_the_name_of_a_component_in_a_category_is_a_path(root: Path) -> None:
    assert locate_component(str(root), "demo", "docs/manual").root == str(root / "demo" / "docs" / "manual")


def test_a_component_without_a_component_json_is_found_in_its_folder(root: Path) -> None:
    found = locate_component(str(root), "demo", "web")
    assert (found.filemask, found.file_format, found.origin) == ("*.po", "po", "found")


def test_a_component_found_in_its_folder_has_the_files_of_a_search_of_the_whole_tree(tree: WriteTree) -> None:
    folder = "demo/addon/resources/language/resource.language.{}/strings.po"
    root = str(tree({folder.format(code): PO for code in ("en_gb", "de_de", "fr_fr")}))
    (searched,) = survey_components(root, load_settings(root)).components
    located = locate_component(root, "demo", "addon")
    assert located.paths_by_language == searched.paths_by_language
    assert located.excluded_paths == searched.excluded_paths


def test_a_mask_on_the_command_line_replaces_the_search(root: Path) -> None:
    found = locate_component(str(root), "demo", "both", make_overrides(filemask="sub/x.*.xlf"))
    assert (found.filemask, found.file_format, found.origin) == ("sub/x.*.xlf", "xliff", "--filemask")


def test_any_name_is_accepted_with_a_mask_on_the_command_line(root: Path) -> None:
    found = locate_component(str(root), "any", "name", make_overrides(filemask="demo/web/*.po"))
    assert (found.project, found.slug, found.root) == ("any", "name", str(root))


def test_the_error_for_several_candidates_lists_valid_names(root: Path) -> None:
    with pytest.raises(TranstatsError) as error:
        locate_component(str(root), "demo", "both")
    first, *lines = str(error.value).splitlines()
    assert first.endswith("several sets of translation files; name the one you mean, or choose with --filemask:")
    assert lines == ["  demo both/both  (*.po)", "  demo both/sub/x  (sub/x.*.xlf)"]
    for line in lines:
        project, name, mask = line.split()
        assert locate_component(str(root), project, name).filemask == mask.strip("()")


def test_the_error_for_several_sets_in_a_folder_that_is_no_project_lists_valid_names(tree: WriteTree) -> None:
    files = {f"samples/web/locale/{code}/LC_MESSAGES/{name}.po": PO for code in ("de", "fr") for name in ("a", "b")}
    # All files of a checkout belong to one project.
    root = tree({**files, ".git/HEAD": ""})
    with pytest.raises(TranstatsError) as error:
        locate_component(str(root), "samples", "web")
    _, *lines = error.value.lines
    assert [line.split()[1] for line in lines] == ["samples/web/a", "samples/web/b"]
    for line in lines:
        project, name, mask = line.split()
        assert f"samples/web/{mask.strip('()')}" == locate_component(str(root), project, name).filemask


@pytest.mark.parametrize(
    ("names", "message"),
    [
        pytest.param(
            ("demo", "wep"),
            r"demo/wep: demo in .* has no such component \(for a language, .* wep\); did you mean web\? It has app,",
            id="similar name",
        ),
        pytest.param(
            ("demo", "xyz"),
            r"has no such component\. It has app, both/both, both/sub/x, docs/manual, web$",
            id="no similar name",
        ),
        pytest.param(("dema", "app"), r"no such project in .*; did you mean demo\? There are demo/app,", id="project"),
        pytest.param(("app", "de"), r"no such project in .*; did you mean the component demo/app\?", id="component"),
        pytest.param(("demo", "empty"), "demo/empty: demo in .* has no such component", id="a folder without files"),
        pytest.param(("..", "demo"), "no such project", id="parent folder"),
        pytest.param(("demo", "../demo/app"), "no such component", id="parent folder of a component"),
        pytest.param(("/", "etc"), "no such project", id="absolute"),
        pytest.param(("a\0b", "c"), "no such project", id="NUL"),
        pytest.param(("", ""), "no such project", id="empty"),
    ],
)
def test_the_error_for_an_unknown_name_lists_existing_names(root: Path, names: tuple[str, str], message: str) -> None:
    with pytest.raises(TranstatsError, match=message):
        locate_component(str(root), *names)


def test_a_name_is_also_compared_with_names_without_their_project(tree: WriteTree) -> None:
    settings = "".join(f'[project.demo.component.demo{each}]\nfilemask = "{each}/*.po"\n' for each in ("admin", "core"))
    root = tree({"transtats.toml": settings, "admin/de.po": PO, "core/de.po": PO})
    with pytest.raises(TranstatsError, match=r"no such component; did you mean demoadmin\?"):
        locate_component(str(root), "demo", "admn")


def test_the_error_for_a_root_without_files_names_the_searched_formats(tree: WriteTree) -> None:
    with pytest.raises(TranstatsError, match=r"no translation files in .*: looked for PO, XLIFF"):
        locate_component(str(tree({"demo/app/README.po": PO})), "demo", "app")


def test_a_long_list_of_names_is_shortened(tree: WriteTree) -> None:
    root = tree({f"demo/app{number:02}/de.po": PO for number in range(25)})
    with pytest.raises(TranstatsError, match=r"app07 and 17 more$"):
        locate_component(str(root), "demo", "xyz")


def test_a_missing_root_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(TranstatsError, match="nowhere: no such directory"):
        survey_components(str(tmp_path / "nowhere"), Settings())


def test_the_folder_of_a_component_can_be_a_link_within_the_root(root: Path) -> None:
    (root / "demo" / "link").symlink_to(root / "demo" / "web")
    assert locate_component(str(root), "demo", "link").filemask == "*.po"


@pytest.mark.parametrize("name", ["link", "link/po"])
def test_a_component_folder_that_is_a_link_out_of_the_root_is_an_error(tree: WriteTree, name: str) -> None:
    top = tree({"outside/po/de.po": PO, "root/demo/web/de.po": PO})
    (top / "root" / "demo" / "link").symlink_to(top / "outside")
    with pytest.raises(TranstatsError, match=r"a link that leads out of .*root; choose a --root that holds both"):
        locate_component(str(top / "root"), "demo", name)


def test_a_path_in_the_settings_that_is_a_link_out_of_the_root_is_an_error(tree: WriteTree) -> None:
    top = tree({"outside/de.po": PO, "root/transtats.toml": '[project.p.component.c]\npath = "link"\n'})
    (top / "root" / "link").symlink_to(top / "outside")
    with pytest.raises(TranstatsError, match="a link that leads out"):
        locate_component(str(top / "root"), "p", "c")


def test_a_broken_configuration_in_the_folder_of_a_component_is_an_error(tree: WriteTree) -> None:
    with pytest.raises(TranstatsError, match=r"crowdin\.yml:1: not valid YAML"):
        locate_component(str(tree({"demo/app/de.po": PO, "demo/app/crowdin.yml": "{"})), "demo", "app")


def test_a_component_that_is_the_root_itself_is_found_by_its_name(tree: WriteTree) -> None:
    root = tree({"component.json": JSON, "po/de.po": PO})
    (found,) = survey_components(str(root), Settings()).components
    assert (found.root, found.project) == (str(root), found.slug)
    assert locate_component(str(root), found.project, found.slug) == found


def test_the_garbage_collector_is_disabled_while_all_components_are_found(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With it, the cost of 100,000 components grows with the exponent 1.07, without it with 1.01."""
    states = []
    assemble = assembly.assemble_component

    def record_state(*arguments: Any) -> Component:
        states.append(gc.isenabled())
        return assemble(*arguments)

    monkeypatch.setattr(assembly, "assemble_component", record_state)
    assert survey_components(str(root), load_settings(str(root))).components
    assert set(states) == {False}
    assert gc.isenabled()
