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
def checkout(tmp_path: Path) -> Callable[..., Path]:
    """A directory named `hello` with these files, a catalog without strings each unless given."""

    def write(*paths: str, given: Mapping[str, str] | None = None) -> Path:
        for path, content in {**dict.fromkeys(paths, PO), **(given or {})}.items():
            target = tmp_path / "hello" / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(content)
        return tmp_path / "hello"

    return write


def found(root: Path) -> dict[str, str]:
    """The mask of each component, from the root, by its names; each is located by these names, too."""
    survey = lookup.survey_components(str(root), settings.load_settings(str(root)))
    assert survey.problems == []
    for component in survey.components:
        assert lookup.locate_component(str(root), component.project, component.slug) == component
    return {
        f"{component.project}/{component.slug}": str(Path(component.root, component.filemask).relative_to(root))
        for component in survey.components
    }


def test_a_checkout_is_a_project_named_after_its_folder(checkout: Callable[..., Path]) -> None:
    assert found(checkout("setup.py", *DJANGO, "debian/po/de.po")) == {
        "hello/django": "locale/*/LC_MESSAGES/django.po",
        "hello/djangojs": "locale/*/LC_MESSAGES/djangojs.po",
        "hello/debian": "debian/po/*.po",
    }


def test_names_come_from_the_path(checkout: Callable[..., Path]) -> None:
    assert found(checkout(".git/HEAD", *(f"{app}/x/{path}" for app in ("blog", "shop") for path in DJANGO[:2]))) == {
        "hello/blog/x/django": "blog/x/locale/*/LC_MESSAGES/django.po",
        "hello/shop/x/django": "shop/x/locale/*/LC_MESSAGES/django.po",
    }


def test_folders_of_projects_and_components_give_the_names(checkout: Callable[..., Path]) -> None:
    assert found(checkout("one/app/de.po", "one/web/po/de.po", "two/app/i18n/x.de.xlf", "README.md")) == {
        "one/app": "one/app/*.po",
        "one/web": "one/web/po/*.po",
        "two/app": "two/app/i18n/x.*.xlf",
    }


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        pytest.param(DJANGO[:2], {"hello/django": "locale/*/LC_MESSAGES/django.po"}, id="languages are no components"),
        pytest.param(
            ["de/docs/a.po", "fr/docs/a.po"], {"hello/docs/a": "*/docs/a.po"}, id="a language's folder is no project"
        ),
        pytest.param(["src/po/de.po"], {"hello/po": "src/po/*.po"}, id="a folder of translations is no component"),
        pytest.param(["src/app/po/de.po"], {"hello/app": "src/app/po/*.po"}, id="a folder of programs is no project"),
        pytest.param(["app/de.po"], {"hello/app": "app/*.po"}, id="not deep enough"),
    ],
)
def test_not_everything_is_a_folder_of_components(
    checkout: Callable[..., Path], paths: list[str], expected: dict[str, str]
) -> None:
    assert found(checkout(*paths)) == expected


def test_several_sets_of_files_in_a_component_s_folder_get_longer_names(checkout: Callable[..., Path]) -> None:
    assert found(checkout("one/app/po/de.po", *(f"one/app/{path}" for path in DJANGO))) == {
        "one/app/django": "one/app/locale/*/LC_MESSAGES/django.po",
        "one/app/djangojs": "one/app/locale/*/LC_MESSAGES/djangojs.po",
        "one/app/po": "one/app/po/*.po",
    }


def test_a_description_gives_the_names_by_its_folder(checkout: Callable[..., Path]) -> None:
    described = '{"filemask": "*.po", "file_format": "po"}'
    root = checkout(
        *("one/app/de.po", "one/docs/manual/de.po", "top/de.po"),
        given={f"{folder}/component.json": described for folder in ("one/app", "one/docs/manual", "top")},
    )
    assert found(root) == {
        "hello/top": "top/*.po",
        "one/app": "one/app/*.po",
        "one/docs/manual": "one/docs/manual/*.po",
    }


def test_other_tools_have_names_for_what_is_theirs(checkout: Callable[..., Path]) -> None:
    root = checkout(
        "setup.py", "po/de.po", "web/de.po", given={".tx/config": TX.format("tx", "resource", "po/<lang>.po")}
    )
    assert found(root) == {"tx/resource": "po/*.po", "hello/web": "web/*.po"}
    located = lookup.locate_component(str(root), "tx", "resource")
    assert located.origin.endswith(".tx/config [o:x:p:tx:r:resource]")


def test_other_tools_without_names_leave_them_to_us(checkout: Callable[..., Path]) -> None:
    crowdin = "files:\n- source: po/app.pot\n  translation: po/%locale%.po\n"
    root = checkout("setup.py", "po/app.pot", "po/de.po", given={"crowdin.yml": crowdin})
    assert found(root) == {"hello/po": "po/*.po"}
    assert lookup.locate_component(str(root), "hello", "po").new_base == "po/app.pot"


def test_a_reference_is_no_translation(checkout: Callable[..., Path]) -> None:
    toml = 'locales = ["cs", "fr"]\n[[paths]]\nreference = "{}/x.xlf"\nl10n = "l10n/{{locale}}/x.xlf"\n'
    paths = [f"l10n/{part}/x.xlf" for part in ("cs", "de", "fr", "templates")]
    for reference in ("l10n/templates", "locales/de"):
        root = checkout("setup.py", *paths, f"{reference}/x.xlf", given={"l10n.toml": toml.format(reference)})
        assert found(root) == {"hello/x": "l10n/*/x.xlf"}
        (root / reference / "x.xlf").unlink()
    component = lookup.locate_component(str(root), "hello", "x")
    assert [file.language_part for file in files.find_files(component).translations] == ["cs", "fr"]


def test_settings_have_the_first_word_on_files_and_names(checkout: Callable[..., Path]) -> None:
    toml = '[project.p.component.c]\npath = "po"\nfilemask = "*.po"\n[project.hello.component.web]\nreview = false\n'
    root = checkout("setup.py", "po/de.po", "web/de.po", given={"transtats.toml": toml})
    assert found(root) == {"p/c": "po/*.po", "hello/web": "web/*.po"}
    assert lookup.locate_component(str(root), "hello", "web").review is False


def test_a_folder_without_a_mask_in_the_settings_is_searched(checkout: Callable[..., Path]) -> None:
    root = checkout("setup.py", "x/y/po/de.po", given={"transtats.toml": '[project.p.component.c]\npath = "x/y"\n'})
    assert found(root) == {"p/c": "x/y/po/*.po"}


def test_documents_above_the_root_are_heard(checkout: Callable[..., Path]) -> None:
    root = checkout(
        ".git/HEAD", "sub/po/de.po", "po/de.po", given={".tx/config": TX.format("tx", "r", "sub/po/<lang>.po")}
    )
    survey = lookup.survey_components(str(root / "sub"), settings.load_settings(str(root / "sub")))
    (component,) = survey.components
    assert (component.project, component.slug, component.root) == ("tx", "r", str(root))


def test_settings_above_the_root_are_about_what_is_below_it(checkout: Callable[..., Path]) -> None:
    toml = "".join(f'[project.p.component.{name}]\npath = "{name}"\nfilemask = "*.po"\n' for name in ("a", "b"))
    root = checkout(".git/HEAD", "a/de.po", "b/de.po", given={"transtats.toml": toml})
    survey = lookup.survey_components(str(root / "a"), settings.load_settings(str(root / "a")))
    assert [component.slug for component in survey.components] == ["a"]
    assert lookup.locate_component(str(root / "a"), "p", "b").root == str(root / "b")


def test_excluded_folders_are_not_searched(checkout: Callable[..., Path]) -> None:
    root = checkout("setup.py", "po/de.po", "tests/po/de.po", given={"transtats.toml": 'exclude = ["tests"]\n'})
    assert found(root) == {"hello/po": "po/*.po"}


def test_mistakes_cost_only_their_own_component(checkout: Callable[..., Path]) -> None:
    root = checkout(
        *("one/app/de.po", "one/bad/de.po", "one/worse/de.po"),
        given={
            "one/bad/component.json": '{"filemask": "../*.po"}',
            "one/worse/component.json": '{"filemask": "*.po", "file_format": "po-mono"}',
            "transtats.toml": '[project.p.component.none]\nreview = true\n[project.p.component.q]\npath = "nowhere"\n',
        },
    )
    survey = lookup.survey_components(str(root), settings.load_settings(str(root)))
    assert [(component.project, component.slug) for component in survey.components] == [("one", "app")]
    assert [problem.rpartition("hello/")[2] for problem in survey.problems] == [
        "nowhere is not a directory",
        "one/bad/component.json:1: filemask: '../*.po' leads out of its directory; '..' is not allowed",
        "transtats.toml: project.p.component.none: has no files; say which with filemask",
        "one/worse/component.json) needs a template, the file of the source language; name it with --template",
    ]


ORIGIN = '[remote "origin"]\nurl = git@example.org:org/shop.git\n'


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param({".git/HEAD": ""}, "hello", id="folder"),
        pytest.param({".git/config": ORIGIN}, "shop", id="remote"),
        pytest.param({".git/config": ORIGIN, "transtats.toml": 'project = "web"\n'}, "web", id="setting"),
        pytest.param({".git/config": ORIGIN, "transtats.toml": "[project.web]\n"}, "web", id="only table"),
        pytest.param({".git/config": ORIGIN, "transtats.toml": "[project.a]\n[project.b]\n"}, "shop", id="two tables"),
    ],
)
def test_a_checkout_has_the_name_in_the_settings_or_of_its_remote(
    given: Mapping[str, str], expected: str, checkout: Callable[..., Path]
) -> None:
    root = checkout("po/de.po", given=given)
    assert found(root) == {f"{expected}/po": "po/*.po"}
    assert lookup.find_project_name(str(root)) == expected


def test_a_folder_of_checkouts_has_a_project_for_each_remote(checkout: Callable[..., Path]) -> None:
    root = checkout(
        *(f"{folder}/po/de.po" for folder in ("fork", "one", "two", "three")),
        given={
            "fork/.git/config": ORIGIN,
            "one/.git/config": ORIGIN.replace("shop", "same"),
            "two/.git/config": ORIGIN.replace("shop", "same"),
            "three/.git/config": "",
        },
    )
    assert found(root).keys() == {"shop/po", "one/po", "two/po", "three/po"}


@pytest.mark.parametrize("beside", ["shop/manage.py", "shop/po/de.po"])
def test_a_django_project_below_a_folder_of_checkouts_is_one_project(
    beside: str, checkout: Callable[..., Path]
) -> None:
    apps = [f"shop/{app}locale/de/LC_MESSAGES/django.po" for app in ("", "orders/", "cart/")]
    root = checkout("other/.git/HEAD", "other/po/de.po", *apps, beside)
    assert {name.partition("/")[0] for name in found(root)} == {"other", "shop"}
    if beside == "shop/manage.py":
        assert found(root).keys() == {"other/po", "shop/django", "shop/orders/django", "shop/cart/django"}


def test_a_name_in_the_settings_is_the_name_of_the_component_that_it_meant(checkout: Callable[..., Path]) -> None:
    toml = "[project.hello.component.django]\nreview = false\n"
    root = checkout("setup.py", *(f"orders/{path}" for path in DJANGO[:2]), given={"transtats.toml": toml})
    assert found(root) == {"hello/django": "orders/locale/*/LC_MESSAGES/django.po"}
    assert lookup.locate_component(str(root), "hello", "django").review is False


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        pytest.param(("hello", "orders"), "orders/django", id="beginning"),
        pytest.param(("hello", "orders-django"), "orders/django", id="older spelling"),
        pytest.param(("orders", "django"), "orders/django", id="without the project"),
        pytest.param(("hello", "djangojs"), "cart/djangojs", id="end"),
    ],
)
def test_a_name_that_was_unique_finds_its_component(
    names: tuple[str, str], expected: str, checkout: Callable[..., Path]
) -> None:
    root = checkout("setup.py", f"orders/{DJANGO[0]}", f"cart/{DJANGO[0]}", f"cart/{DJANGO[2]}")
    assert lookup.locate_component(str(root), *names).slug == expected


def test_a_name_of_several_components_lists_them_by_closeness(checkout: Callable[..., Path]) -> None:
    root = checkout("setup.py", f"orders/{DJANGO[0]}", f"web/cart/{DJANGO[0]}", "django/x/po/de.po")
    with pytest.raises(UnknownComponentError) as error:
        lookup.locate_component(str(root), "hello", "django")
    assert error.value.lines == (
        "django can be several components of hello; name the one you mean:",
        "  hello orders/django",
        "  hello web/cart/django",
        "  hello django/x",
    )
