"""Files of a component: files that match its mask, and files that are left out."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.problems import Problem
from transtats_cli.report import LeftOutFile
from transtats_cli.scanning.filemask import files


def make_component(root: Path, filemask: str = "po/*.po", **fields: Any) -> Component:
    return Component("demo", "app", str(root), filemask, **fields)


@pytest.fixture
def create_files(tmp_path: Path) -> Any:
    def create_files(*paths: str) -> Path:
        for path in paths:
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).touch()
        return tmp_path

    return create_files


def list_files(component: Component) -> list[tuple[str, str]]:
    return [(file.path, file.language.code) for file in files.find_translation_files(component).translations]


def test_files_are_sorted_by_path(create_files: Any) -> None:
    root = create_files("po/pt_BR.po", "po/pt.po", "po/Zz.po", "po/README")
    assert list_files(make_component(root)) == [("po/Zz.po", "zz"), ("po/pt.po", "pt"), ("po/pt_BR.po", "pt_BR")]


def test_the_longest_text_of_a_star_is_the_language(create_files: Any) -> None:
    root = create_files("l/pt_BR/app1.po", "l/de/a.po")
    assert list_files(make_component(root, "l/*/*.po")) == [("l/de/a.po", "de"), ("l/pt_BR/app1.po", "pt_BR")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("README", ("'README' is not accepted as a language", True), id="refused by the expression"),
        pytest.param("is.old", ("'is.old' is not accepted as a language", True), id="a dot"),
        pytest.param("ja.sjis", ("a variant in another charset", False), id="a charset"),
        pytest.param("it", ("the settings name another file of the language", False), id="replaced by a path"),
    ],
)
def test_each_matching_file_that_is_left_out_has_a_reason(
    create_files: Any, name: str, expected: tuple[str, bool]
) -> None:
    root = create_files("po/de.po", f"po/{name}.po", "special.po")
    result = files.find_translation_files(
        make_component(root, language_regex="^(?!README)[^.]+$", paths_by_language={"it": "special.po"})
    )
    assert [file.language_part for file in result.translations] == ["de", "it"]
    assert result.left_out == (LeftOutFile(f"po/{name}.po", *expected),)


@pytest.mark.parametrize(
    ("folder", "reason", "needs_message"),
    [
        ("values-v33", "for the devices v33, in no language", False),
        ("values-sw600dp-land", "for the devices sw600dp-land, in no language", False),
        ("values-german", "'german' is not accepted as a language", True),
    ],
)
def test_android_resources_for_devices_need_no_message(
    create_files: Any, folder: str, reason: str, needs_message: bool
) -> None:
    root = create_files("res/values-de/strings.xml", f"res/{folder}/strings.xml")
    result = files.find_translation_files(make_component(root, "res/values-*/strings.xml", language_regex="^de$"))
    assert result.left_out == (LeftOutFile(f"res/{folder}/strings.xml", reason, needs_message),)


def test_a_file_of_another_component_is_ignored_and_a_file_with_two_languages_is_left_out(create_files: Any) -> None:
    root = create_files("l/de/app.de.po", "l/fr/app.fr.po", "l/fr/app.de.po")
    excluded = ("l/fr/app.fr.po", "l/fr/app.de.po")
    result = files.find_translation_files(make_component(root, "l/*/app.*.po", excluded_paths=excluded))
    assert result.left_out == (LeftOutFile("l/fr/app.de.po", "its path names two languages, de and fr"),)


def test_a_file_without_a_language_in_its_path_counts_if_the_settings_name_its_language(create_files: Any) -> None:
    result = files.find_translation_files(
        make_component(create_files("po/notes.po"), "po/notes.po", paths_by_language={"fr": "po/notes.po"})
    )
    assert [file.language_part for file in result.translations] == ["fr"]
    assert result.left_out == ()


def test_a_star_matches_no_slash_and_no_hidden_file(create_files: Any) -> None:
    root = create_files("po/de.po", "po/x/fr.po", "po/.it.po")
    assert list_files(make_component(root)) == [("po/de.po", "de")]


def test_a_file_whose_language_the_filter_rejects_is_not_a_translation(create_files: Any) -> None:
    root = create_files("po/de.po", "po/ja_JP.eucJP.po", "po/ru_RU.UTF-8.po", "po/source.po")
    assert list_files(make_component(root)) == [("po/de.po", "de"), ("po/ru_RU.UTF-8.po", "ru")]


def test_a_file_in_the_source_language_is_left_out_with_a_reason(create_files: Any) -> None:
    result = files.find_translation_files(make_component(create_files("po/de.po", "po/en.po")))
    assert [file.path for file in result.translations] == ["po/de.po"]
    assert result.left_out == (
        LeftOutFile("po/en.po", "in the source language (en), so no translation", needs_message=False),
    )


def test_a_template_is_not_a_translation(create_files: Any) -> None:
    root = create_files("en.po", "de.po")
    assert list_files(make_component(root, "*.po", file_format="po-mono", template="en.po")) == [("de.po", "de")]


def test_an_alias_overrides_every_other_rule(create_files: Any) -> None:
    root = create_files("po/german.po")
    assert list_files(make_component(root, aliases={"german": "de_AT"})) == [("po/german.po", "de_AT")]


def test_a_path_of_the_settings_replaces_the_matching_file_of_its_language(create_files: Any) -> None:
    root = create_files("po/de.po", "po/fr.po", "elsewhere/special.po")
    assert list_files(make_component(root, paths_by_language={"fr": "elsewhere/special.po"})) == [
        ("elsewhere/special.po", "fr"),
        ("po/de.po", "de"),
    ]


def test_the_settings_determine_the_language_of_a_path_that_the_mask_matches(create_files: Any) -> None:
    root = create_files("po/de.po", "po/portugal.po", "po/pt.po")
    component = make_component(root, paths_by_language={"pt_PT": "po/portugal.po", "pt": "po/pt.po"})
    assert list_files(component) == [("po/de.po", "de"), ("po/portugal.po", "pt_PT"), ("po/pt.po", "pt")]
    assert files.find_translation_files(component).left_out == ()
    assert files.find_language(component, "po/portugal.po").code == "pt_PT"


def test_a_link_to_a_file_that_counts_is_left_out(create_files: Any) -> None:
    root = create_files("po/nb.po")
    (root / "po/nn.po").symlink_to("nb.po")
    result = files.find_translation_files(make_component(root))
    assert [file.path for file in result.translations] == ["po/nb.po"]
    assert result.left_out == (LeftOutFile("po/nn.po", "a link to a file that already counts"),)


def test_links_to_the_same_missing_file_are_not_duplicates(create_files: Any) -> None:
    root = create_files("po/de.po")
    (root / "po/cs.po").symlink_to("nowhere.po")
    (root / "po/es.po").symlink_to("cs.po")
    result = files.find_translation_files(make_component(root))
    assert [file.path for file in result.translations] == ["po/cs.po", "po/de.po", "po/es.po"]
    assert result.left_out == ()


def test_a_file_with_several_links_counts_once(create_files: Any) -> None:
    root = create_files("locale/nb/app.po", "shared/de.po", "shared/fr.po")
    (root / "locale/nn").symlink_to("nb")
    (root / "locale/no").symlink_to(root / "locale/nb")
    (root / "po").symlink_to("shared")
    result = files.find_translation_files(make_component(root, "locale/*/app.po"))
    assert [file.path for file in result.translations] == ["locale/nb/app.po"]
    assert len(result.left_out) == 2
    twice = make_component(root, "po/*.po", paths_by_language={"it": "shared/de.po"})
    assert list_files(twice) == [("po/de.po", "de"), ("po/fr.po", "fr")]


def test_a_mask_without_matches_is_an_error_that_names_the_folder(tmp_path: Path) -> None:
    with pytest.raises(TranstatsError, match=r"nothing matches 'po/\*\.po' in "):
        files.find_translation_files(make_component(tmp_path))


@pytest.mark.skipif(os.name != "posix", reason="file names are bytes on POSIX only")
def test_a_name_that_is_not_utf8_is_a_failure(create_files: Any) -> None:
    root = create_files("po/de.po")
    Path(os.fsdecode(os.fsencode(root) + b"/po/f\xff.po")).touch()
    assert [failure.reason for failure in files.find_translation_files(make_component(root)).failures] == [
        "the name of the file is not valid UTF-8; rename it"
    ]


@pytest.fixture
def lock_folder(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Function that makes a folder unreadable for every user, root included."""

    def lock(folder: Path) -> None:
        for name in ("scandir", "lstat", "stat"):
            monkeypatch.setattr(os, name, _deny_access(getattr(os, name), folder, with_itself=name == "scandir"))

    return lock


def _deny_access(function: Callable[..., Any], folder: Path, *, with_itself: bool) -> Callable[..., Any]:
    def refuse(path: Any, *others: Any, **options: Any) -> Any:
        if not isinstance(path, int) and (
            folder in Path(path).parents or (with_itself and os.path.normpath(path) == str(folder))
        ):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return function(path, *others, **options)

    return refuse


@pytest.mark.parametrize(
    ("filemask", "folder", "others"),
    [
        pytest.param("locale/*/LC_MESSAGES/a.po", "locale/de", ["fr"], id="a folder in the path"),
        pytest.param("*/de/LC_MESSAGES/*.po", "locale/de/LC_MESSAGES", [], id="a listed folder"),
        pytest.param("locale/*/*/a.po", "locale", [], id="a folder of folders"),
        pytest.param("*/*/LC_MESSAGES/a.po", ".", [], id="the root"),
    ],
)
def test_an_unreadable_folder_is_a_failure(
    create_files: Any, lock_folder: Callable[[Path], None], filemask: str, folder: str, others: list[str]
) -> None:
    root = create_files("locale/de/LC_MESSAGES/a.po", "locale/fr/LC_MESSAGES/a.po")
    lock_folder(root / folder)
    result = files.find_translation_files(make_component(root, filemask))
    assert result.failures == (Problem(folder, "permission denied"),)
    assert [file.language_part for file in result.translations] == others
