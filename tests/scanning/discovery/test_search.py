from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from transtats_cli import settings
from transtats_cli.errors import UnknownComponentError
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.filemask import files

PO = 'msgid ""\nmsgstr ""\n'
TX = "[o:x:p:{}:r:{}]\nfile_filter = {}\n"
DJANGO = ["locale/de/LC_MESSAGES/django.po", "locale/fr/LC_MESSAGES/django.po", "locale/de/LC_MESSAGES/djangojs.po"]


@pytest.fixture
def write_checkout(tmp_path: Path) -> Callable[..., Path]:
    """Function that writes files into a directory named `hello`. A file without contents is an empty catalog."""

    def write(*paths: str, contents: Mapping[str, str] | None = None) -> Path:
        for path, content in {**dict.fromkeys(paths, PO), **(contents or {})}.items():
            target = tmp_path / "hello" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content)
        return tmp_path / "hello"

    return write


def find_masks(root: Path) -> dict[str, str]:
    """Return the mask of each component relative to the root, by its names. The names locate the component."""
    survey = lookup.survey_components(str(root), settings.load_settings(str(root)))
    assert survey.problems == []
    for component in survey.components:
        assert lookup.locate_component(str(root), component.project, component.slug) == component
    return {
        f"{component.project}/{component.slug}": str(Path(component.root, component.filemask).relative_to(root))
        for component in survey.components
    }


def test_a_checkout_is_a_project_named_after_its_folder(write_checkout: Callable[..., Path]) -> None:
    assert find_masks(write_checkout("setup.py", *DJANGO, "debian/po/de.po")) == {
        "hello/django": "locale/*/LC_MESSAGES/django.po",
        "hello/djangojs": "locale/*/LC_MESSAGES/djangojs.po",
        "hello/debian": "debian/po/*.po",
    }


def test_files_of_a_folder_with_a_similar_name_are_not_confused(write_checkout: Callable[..., Path]) -> None:
    contents = {
        f"{folder}/{code}.json": '{"a": "b"}' for folder in ("shop-po", "shop/po") for code in ("en", "de", "fr")
    }
    settings_file = '[project.hello.component.other]\nfilemask = "shop-po/*.json"\ntemplate = "shop-po/en.json"\n'
    contents |= {"transtats.toml": settings_file, "shop/.git/HEAD": ""}
    assert sorted(find_masks(write_checkout(contents=contents)).values()) == ["shop-po/*.json", "shop/po/*.json"]


def test_many_files_that_are_not_translations_can_be_beside_translations(write_checkout: Callable[..., Path]) -> None:
    contents = {f"doc/{code}.po": f'{PO}"Language: {code}\\n"\n' for code in ("de", "fr", "it")}
    names = [f"doc/{'a-long-name-of-a-document' * 2}-{number}.po" for number in range(300)]
    root = write_checkout("setup.py", *names, contents=contents)
    assert find_masks(root) == {"hello/doc": "doc/*.po"}
    component = lookup.locate_component(str(root), "hello", "doc")
    assert [file.language_part for file in files.find_translation_files(component).translations] == ["de", "fr", "it"]


def test_many_files_that_are_not_translations_can_match_the_pattern_of_a_tool(
    write_checkout: Callable[..., Path],
) -> None:
    names = ["en", "de", *(f"{'a-long-name-of-a-document' * 2}-{number}" for number in range(300))]
    contents = {f"doc/{name}.json": '{"a": "b"}' for name in names}
    contents["crowdin.yml"] = "files: [{source: doc/en.json, translation: doc/%locale%.json}]\n"
    component = lookup.locate_component(str(write_checkout("setup.py", contents=contents)), "hello", "doc")
    assert [file.language_part for file in files.find_translation_files(component).translations] == ["de"]


def test_component_names_come_from_the_path(write_checkout: Callable[..., Path]) -> None:
    assert find_masks(
        write_checkout(".git/HEAD", *(f"{app}/x/{path}" for app in ("blog", "shop") for path in DJANGO[:2]))
    ) == {
        "hello/blog/x/django": "blog/x/locale/*/LC_MESSAGES/django.po",
        "hello/shop/x/django": "shop/x/locale/*/LC_MESSAGES/django.po",
    }


def test_names_come_from_the_folders_of_projects_and_components(write_checkout: Callable[..., Path]) -> None:
    assert find_masks(write_checkout("one/app/de.po", "one/web/po/de.po", "two/app/i18n/x.de.xlf", "README.md")) == {
        "one/app": "one/app/*.po",
        "one/web": "one/web/po/*.po",
        "two/app": "two/app/i18n/x.*.xlf",
    }


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        pytest.param(
            ["po/de.po", "tests/fixtures/app/po/it.po", "web/app/po/de.po"],
            {"hello/po": "po/*.po", "hello/web/app": "web/app/po/*.po"},
            id="the root has other translations",
        ),
        pytest.param(
            ["shop/app/po/de.po", "tests/fixtures/app/po/it.po", "t/po/it.po"],
            {"shop/app": "shop/app/po/*.po"},
            id="test data beside a project",
        ),
        pytest.param(
            ["shop/transtats.toml", "shop/orders/po/de.po", "web/orders/po/de.po", "po/de.po"],
            {"hello/po": "po/*.po", "hello/web/orders": "web/orders/po/*.po", "shop/orders": "shop/orders/po/*.po"},
            id="a folder with settings",
        ),
        pytest.param(
            ["shop/manage.py", "shop/app.de.po", "tests/setup.py", "tests/po/it.po"],
            {"shop/app": "shop/app.*.po"},
            id="test data with the files of a checkout",
        ),
        pytest.param(
            [f"web/{language}/app.po" for language in ("de", "fr", "cs", "dsb", "id")],
            {"hello/web/app": "web/*/app.po"},
            id="folders of languages in a folder",
        ),
    ],
)
def test_a_folder_is_a_project_if_the_root_contains_nothing_else(
    write_checkout: Callable[..., Path], paths: list[str], expected: dict[str, str]
) -> None:
    assert find_masks(write_checkout(*paths)) == expected


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        pytest.param(DJANGO[:2], {"hello/django": "locale/*/LC_MESSAGES/django.po"}, id="languages are not components"),
        pytest.param(
            ["de/docs/a.po", "fr/docs/a.po"],
            {"hello/docs/a": "*/docs/a.po"},
            id="the folder of a language is not a project",
        ),
        pytest.param(["src/po/de.po"], {"hello/po": "src/po/*.po"}, id="a folder for translations is not a component"),
        pytest.param(
            ["src/app/po/de.po"], {"hello/app": "src/app/po/*.po"}, id="a folder of programs is not a project"
        ),
        pytest.param(["app/de.po"], {"hello/app": "app/*.po"}, id="not deep enough"),
    ],
)
def test_some_folders_are_not_projects_or_components(
    write_checkout: Callable[..., Path], paths: list[str], expected: dict[str, str]
) -> None:
    assert find_masks(write_checkout(*paths)) == expected


def test_several_sets_of_files_in_the_folder_of_a_component_get_longer_names(
    write_checkout: Callable[..., Path],
) -> None:
    assert find_masks(write_checkout("one/app/po/de.po", *(f"one/app/{path}" for path in DJANGO))) == {
        "one/app/django": "one/app/locale/*/LC_MESSAGES/django.po",
        "one/app/djangojs": "one/app/locale/*/LC_MESSAGES/djangojs.po",
        "one/app/po": "one/app/po/*.po",
    }


def test_a_component_with_a_component_json_is_named_after_its_folder(write_checkout: Callable[..., Path]) -> None:
    described = '{"filemask": "*.po", "file_format": "po"}'
    root = write_checkout(
        *("one/app/de.po", "one/docs/manual/de.po", "top/de.po"),
        contents={f"{folder}/component.json": described for folder in ("one/app", "one/docs/manual", "top")},
    )
    assert find_masks(root) == {
        "hello/top": "top/*.po",
        "one/app": "one/app/*.po",
        "one/docs/manual": "one/docs/manual/*.po",
    }


def test_a_transifex_configuration_names_project_and_component(write_checkout: Callable[..., Path]) -> None:
    root = write_checkout(
        "setup.py", "po/de.po", "web/de.po", contents={".tx/config": TX.format("tx", "resource", "po/<lang>.po")}
    )
    assert find_masks(root) == {"tx/resource": "po/*.po", "hello/web": "web/*.po"}
    located = lookup.locate_component(str(root), "tx", "resource")
    assert located.origin.endswith(".tx/config [o:x:p:tx:r:resource]")


def test_equal_names_in_several_transifex_configurations_are_numbered(write_checkout: Callable[..., Path]) -> None:
    contents = {f"{folder}/.tx/config": TX.format("tx", "r", "po/<lang>.po") for folder in "abc"}
    root = write_checkout("setup.py", *(f"{folder}/po/de.po" for folder in "abc"), contents=contents)
    masks = find_masks(root)
    assert masks.keys() == {"tx/r", "tx/r-2", "tx/r-3"}
    assert set(masks.values()) == {"a/po/*.po", "b/po/*.po", "c/po/*.po"}


def test_equal_names_of_folders_with_a_component_json_are_numbered(write_checkout: Callable[..., Path]) -> None:
    contents = {f"{folder}/component.json": '{"filemask": "*.po"}' for folder in ("web", "hello/web")}
    root = write_checkout("web/de.po", "hello/web/de.po", contents=contents)
    assert find_masks(root) == {"hello/web": "hello/web/*.po", "hello/web-2": "web/*.po"}


def test_files_of_a_component_json_belong_to_no_other_component(write_checkout: Callable[..., Path]) -> None:
    contents = {
        "es/component.json": '{"filemask": "*.po"}',
        "web/component.json": '{"filemask": "po/*.po"}',
        ".tx/config": TX.format("tx", "r", "web/po/<lang>.po"),
    }
    root = write_checkout("setup.py", "de/x.po", "fr/x.po", "es/x.po", "web/po/de.po", contents=contents)
    assert find_masks(root) == {"hello/x": "*/x.po", "hello/es": "es/*.po", "hello/web": "web/po/*.po"}
    component = lookup.locate_component(str(root), "hello", "x")
    assert [file.language_part for file in files.find_translation_files(component).translations] == ["de", "fr"]


def test_a_crowdin_configuration_does_not_change_names(write_checkout: Callable[..., Path]) -> None:
    crowdin = "files:\n- source: po/app.pot\n  translation: po/%locale%.po\n"
    root = write_checkout("setup.py", "po/app.pot", "po/de.po", contents={"crowdin.yml": crowdin})
    assert find_masks(root) == {"hello/po": "po/*.po"}
    assert lookup.locate_component(str(root), "hello", "po").new_base == "po/app.pot"


def test_a_reference_is_not_a_translation(write_checkout: Callable[..., Path]) -> None:
    toml = 'locales = ["cs", "fr"]\n[[paths]]\nreference = "{}/x.xlf"\nl10n = "l10n/{{locale}}/x.xlf"\n'
    paths = [f"l10n/{part}/x.xlf" for part in ("cs", "de", "fr", "templates")]
    for reference in ("l10n/templates", "locales/de"):
        root = write_checkout("setup.py", *paths, f"{reference}/x.xlf", contents={"l10n.toml": toml.format(reference)})
        assert find_masks(root) == {"hello/x": "l10n/*/x.xlf"}
        (root / reference / "x.xlf").unlink()
    component = lookup.locate_component(str(root), "hello", "x")
    assert [file.language_part for file in files.find_translation_files(component).translations] == ["cs", "fr"]


def test_settings_take_precedence_over_found_files_and_names(write_checkout: Callable[..., Path]) -> None:
    toml = '[project.p.component.c]\npath = "po"\nfilemask = "*.po"\n[project.hello.component.web]\nreview = false\n'
    root = write_checkout("setup.py", "po/de.po", "web/de.po", contents={"transtats.toml": toml})
    assert find_masks(root) == {"p/c": "po/*.po", "hello/web": "web/*.po"}
    assert lookup.locate_component(str(root), "hello", "web").review is False


def test_a_folder_without_a_mask_in_the_settings_is_searched(write_checkout: Callable[..., Path]) -> None:
    root = write_checkout(
        "setup.py", "x/y/po/de.po", contents={"transtats.toml": '[project.p.component.c]\npath = "x/y"\n'}
    )
    assert find_masks(root) == {"p/c": "x/y/po/*.po"}


def test_configurations_of_other_tools_above_the_root_are_used(write_checkout: Callable[..., Path]) -> None:
    root = write_checkout(
        ".git/HEAD", "sub/po/de.po", "po/de.po", contents={".tx/config": TX.format("tx", "r", "sub/po/<lang>.po")}
    )
    survey = lookup.survey_components(str(root / "sub"), settings.load_settings(str(root / "sub")))
    (component,) = survey.components
    assert (component.project, component.slug, component.root) == ("tx", "r", str(root))


def test_sets_that_a_tool_describes_above_the_root_are_named_after_paths_below_the_root(
    write_checkout: Callable[..., Path],
) -> None:
    files = "".join(
        f"- {{source: {path}/en.po, translation: {path}/%locale%.po}}\n" for path in ("sub/web/po", "sub/po")
    )
    root = write_checkout(".git/HEAD", "sub/po/de.po", "sub/web/po/de.po", contents={"crowdin.yml": f"files:\n{files}"})
    survey = lookup.survey_components(str(root / "sub"), settings.load_settings(str(root / "sub")))
    assert [component.slug for component in survey.components] == ["po", "web"]


def test_only_components_below_the_root_are_listed_from_settings_above_the_root(
    write_checkout: Callable[..., Path],
) -> None:
    toml = "".join(f'[project.p.component.{name}]\npath = "{name}"\nfilemask = "*.po"\n' for name in ("a", "b"))
    root = write_checkout(".git/HEAD", "a/de.po", "b/de.po", contents={"transtats.toml": toml})
    survey = lookup.survey_components(str(root / "a"), settings.load_settings(str(root / "a")))
    assert [component.slug for component in survey.components] == ["a"]
    assert lookup.locate_component(str(root / "a"), "p", "b").root == str(root / "b")


def test_excluded_folders_are_not_searched(write_checkout: Callable[..., Path]) -> None:
    root = write_checkout(
        "setup.py", "po/de.po", "tests/po/de.po", contents={"transtats.toml": 'exclude = ["tests"]\n'}
    )
    assert find_masks(root) == {"hello/po": "po/*.po"}


def test_a_wrong_setting_excludes_only_its_own_component(write_checkout: Callable[..., Path]) -> None:
    root = write_checkout(
        *("one/app/de.po", "one/bad/de.po", "one/worse/de.po"),
        contents={
            "one/bad/component.json": '{"filemask": "../*.po"}',
            "one/worse/component.json": '{"filemask": "*.po", "file_format": "po-mono"}',
            "transtats.toml": '[project.p.component.none]\nreview = true\n[project.p.component.q]\npath = "nowhere"\n',
        },
    )
    survey = lookup.survey_components(str(root), settings.load_settings(str(root)))
    assert [(component.project, component.slug) for component in survey.components] == [("one", "app")]
    assert [str(problem).rpartition("hello/")[2] for problem in survey.problems] == [
        "nowhere is not a directory",
        "one/bad/component.json:1: filemask: '../*.po' leads out of its directory; '..' is not allowed",
        "transtats.toml: project.p.component.none: has no files; say which with filemask",
        "one/worse/component.json) needs a template, the file of the source language; name it with --template",
    ]


ORIGIN = '[remote "origin"]\nurl = git@example.org:org/shop.git\n'


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        pytest.param({".git/HEAD": ""}, "hello", id="folder"),
        pytest.param({".git/config": ORIGIN}, "shop", id="remote"),
        pytest.param({".git/config": ORIGIN, "transtats.toml": 'project = "web"\n'}, "web", id="setting"),
        pytest.param({".git/config": ORIGIN, "transtats.toml": "[project.web]\n"}, "web", id="only table"),
        pytest.param({".git/config": ORIGIN, "transtats.toml": "[project.a]\n[project.b]\n"}, "shop", id="two tables"),
    ],
)
def test_a_checkout_has_the_name_in_the_settings_or_of_its_remote(
    contents: Mapping[str, str], expected: str, write_checkout: Callable[..., Path]
) -> None:
    root = write_checkout("po/de.po", contents=contents)
    assert find_masks(root) == {f"{expected}/po": "po/*.po"}
    assert lookup.ComponentLocator(str(root)).project_name == expected


def test_a_folder_of_checkouts_has_a_project_for_each_remote(write_checkout: Callable[..., Path]) -> None:
    root = write_checkout(
        *(f"{folder}/po/de.po" for folder in ("fork", "one", "two", "three")),
        contents={
            "fork/.git/config": ORIGIN,
            "one/.git/config": ORIGIN.replace("shop", "same"),
            "two/.git/config": ORIGIN.replace("shop", "same"),
            "three/.git/config": "",
        },
    )
    assert find_masks(root).keys() == {"shop/po", "one/po", "two/po", "three/po"}


@pytest.mark.parametrize("beside", ["shop/manage.py", "shop/po/de.po"])
def test_a_django_project_below_a_folder_of_checkouts_is_one_project(
    beside: str, write_checkout: Callable[..., Path]
) -> None:
    apps = [f"shop/{app}locale/de/LC_MESSAGES/django.po" for app in ("", "orders/", "cart/")]
    root = write_checkout("other/.git/HEAD", "other/po/de.po", *apps, beside)
    assert {name.partition("/")[0] for name in find_masks(root)} == {"other", "shop"}
    if beside == "shop/manage.py":
        assert find_masks(root).keys() == {"other/po", "shop/django", "shop/orders/django", "shop/cart/django"}


def test_a_short_name_in_the_settings_replaces_the_name_of_its_component(write_checkout: Callable[..., Path]) -> None:
    toml = "[project.hello.component.django]\nreview = false\n"
    root = write_checkout("setup.py", *(f"orders/{path}" for path in DJANGO[:2]), contents={"transtats.toml": toml})
    assert find_masks(root) == {"hello/django": "orders/locale/*/LC_MESSAGES/django.po"}
    assert lookup.locate_component(str(root), "hello", "django").review is False


def test_a_short_name_in_the_settings_replaces_the_name_of_one_component(write_checkout: Callable[..., Path]) -> None:
    contents = {f"mobile/app/locales/{code}.json": '{"a": "b"}' for code in ("en", "de", "fr")}
    contents["transtats.toml"] = "[project.hello.component.app]\nreview = false\n"
    root = write_checkout("setup.py", "shop/app/locale/de/LC_MESSAGES/app.po", contents=contents)
    assert find_masks(root) == {
        "hello/app": "shop/app/locale/*/LC_MESSAGES/app.po",
        "hello/mobile/app": "mobile/app/locales/*.json",
    }


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param(("hello", "orders"), "orders/django", id="first word"),
        pytest.param(("hello", "orders-django"), "orders/django", id="older spelling"),
        pytest.param(("orders", "django"), "orders/django", id="without the project"),
        pytest.param(("hello", "djangojs"), "cart/djangojs", id="last word"),
    ],
)
def test_a_part_of_a_name_locates_a_component(
    names: tuple[str, str], expected: str, write_checkout: Callable[..., Path]
) -> None:
    root = write_checkout("setup.py", f"orders/{DJANGO[0]}", f"cart/{DJANGO[0]}", f"cart/{DJANGO[2]}")
    assert lookup.locate_component(str(root), *names).slug == expected


def test_the_error_for_an_ambiguous_name_lists_the_components_by_similarity(
    write_checkout: Callable[..., Path],
) -> None:
    root = write_checkout("setup.py", f"orders/{DJANGO[0]}", f"web/cart/{DJANGO[0]}", "django/x/po/de.po")
    with pytest.raises(UnknownComponentError) as error:
        lookup.locate_component(str(root), "hello", "django")
    assert error.value.lines == (
        "django can be several components of hello; name the one you mean:",
        "  hello orders/django",
        "  hello web/cart/django",
        "  hello django/x",
    )
