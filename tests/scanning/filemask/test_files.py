"""From a mask to the files of a component."""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.languages import language_by_code
from transtats_cli.report import Failure, LeftOutFile
from transtats_cli.scanning.filemask import files


def component(root: Path, filemask: str = "po/*.po", **fields: Any) -> Component:
    return Component("demo", "app", str(root), filemask, **fields)


@pytest.fixture
def put(tmp_path: Path) -> Any:
    def put(*paths: str) -> Path:
        for path in paths:
            (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / path).touch()
        return tmp_path

    return put


def found(component: Component) -> list[tuple[str, str]]:
    return [(file.path, file.language.code) for file in files.find_files(component).translations]


def test_files_come_in_the_order_of_their_paths(put: Any) -> None:
    root = put("po/pt_BR.po", "po/pt.po", "po/Zz.po", "po/README")
    assert found(component(root)) == [("po/Zz.po", "zz"), ("po/pt.po", "pt"), ("po/pt_BR.po", "pt_BR")]


def test_the_longest_star_is_the_language(put: Any) -> None:
    root = put("l/pt_BR/app1.po", "l/de/a.po")
    assert found(component(root, "l/*/*.po")) == [("l/de/a.po", "de"), ("l/pt_BR/app1.po", "pt_BR")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("README", ("'README' is not accepted as a language", True), id="refused by the expression"),
        pytest.param("is.old", ("'is.old' is not accepted as a language", True), id="a dot"),
        pytest.param("ja.sjis", ("a variant in another charset", False), id="a charset, which a warning names"),
        pytest.param("it", ("the settings name another file of the language", False), id="replaced by a path"),
    ],
)
def test_each_file_that_the_mask_matches_and_that_does_not_count_has_a_reason(
    put: Any, name: str, expected: tuple[str, bool]
) -> None:
    root = put("po/de.po", f"po/{name}.po", "special.po")
    result = files.find_files(component(root, language_regex="^(?!README)[^.]+$", paths={"it": "special.po"}))
    assert [file.language_part for file in result.translations] == ["de", "it"]
    assert result.left_out == (LeftOutFile(f"po/{name}.po", *expected),)


def test_a_file_of_another_component_is_not_left_out_but_one_with_two_languages_is(put: Any) -> None:
    root = put("l/de/app.de.po", "l/fr/app.fr.po", "l/fr/app.de.po")
    excluded = ("l/fr/app.fr.po", "l/fr/app.de.po")
    result = files.find_files(component(root, "l/*/app.*.po", excluded_paths=excluded))
    assert result.left_out == (LeftOutFile("l/fr/app.de.po", "its path names two languages, de and fr"),)


def test_a_file_without_a_language_in_its_path_is_not_left_out_if_the_settings_name_its_language(put: Any) -> None:
    result = files.find_files(component(put("po/notes.po"), "po/notes.po", paths={"fr": "po/notes.po"}))
    assert [file.language_part for file in result.translations] == ["fr"]
    assert result.left_out == ()


def test_a_star_crosses_no_folder_and_matches_no_hidden_name(put: Any) -> None:
    root = put("po/de.po", "po/x/fr.po", "po/.it.po")
    assert found(component(root)) == [("po/de.po", "de")]


def test_parts_that_the_filter_refuses_are_no_translations(put: Any) -> None:
    root = put("po/de.po", "po/ja_JP.eucJP.po", "po/ru_RU.UTF-8.po", "po/source.po")
    assert found(component(root)) == [("po/de.po", "de"), ("po/ru_RU.UTF-8.po", "ru")]


def test_a_file_in_the_source_language_is_left_out_with_a_note(put: Any) -> None:
    result = files.find_files(component(put("po/de.po", "po/en.po")))
    assert [file.path for file in result.translations] == ["po/de.po"]
    assert result.left_out == (
        LeftOutFile("po/en.po", "in the source language (en), so no translation", needs_message=False),
    )


def test_a_template_is_no_translation(put: Any) -> None:
    root = put("en.po", "de.po")
    assert found(component(root, "*.po", file_format="po-mono", template="en.po")) == [("de.po", "de")]


def test_aliases_come_before_every_other_rule(put: Any) -> None:
    root = put("po/german.po")
    assert found(component(root, aliases={"german": "de_AT"})) == [("po/german.po", "de_AT")]


def test_an_explicit_path_stands_for_its_language(put: Any) -> None:
    root = put("po/de.po", "po/fr.po", "elsewhere/special.po")
    assert found(component(root, paths={"fr": "elsewhere/special.po"})) == [
        ("elsewhere/special.po", "fr"),
        ("po/de.po", "de"),
    ]


def test_a_link_to_a_file_that_counts_is_left_out(put: Any) -> None:
    root = put("po/nb.po")
    (root / "po/nn.po").symlink_to("nb.po")
    result = files.find_files(component(root))
    assert [file.path for file in result.translations] == ["po/nb.po"]
    assert result.left_out == (LeftOutFile("po/nn.po", "a link to a file that already counts"),)


def test_a_file_counts_once_whichever_links_lead_to_it(put: Any) -> None:
    root = put("locale/nb/app.po", "shared/de.po", "shared/fr.po")
    (root / "locale/nn").symlink_to("nb")
    (root / "locale/no").symlink_to(root / "locale/nb")
    (root / "po").symlink_to("shared")
    result = files.find_files(component(root, "locale/*/app.po"))
    assert [file.path for file in result.translations] == ["locale/nb/app.po"]
    assert len(result.left_out) == 2
    twice = component(root, "po/*.po", paths={"it": "shared/de.po"})
    assert found(twice) == [("po/de.po", "de"), ("po/fr.po", "fr")]


def test_a_mask_that_matches_nothing_says_where_it_looked(tmp_path: Path) -> None:
    with pytest.raises(TranstatsError, match=r"nothing matches 'po/\*\.po' in "):
        files.find_files(component(tmp_path))


@pytest.mark.skipif(os.name != "posix", reason="file names are bytes on POSIX only")
def test_a_name_that_is_not_utf8_is_a_failure(put: Any) -> None:
    root = put("po/de.po")
    Path(os.fsdecode(os.fsencode(root) + b"/po/f\xff.po")).touch()
    assert [failure.reason for failure in files.find_files(component(root)).failures] == [
        "the name of the file is not valid UTF-8; rename it"
    ]


@pytest.fixture
def locked(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Make a folder one that cannot be looked into, even by a user who may do everything."""

    def lock(folder: Path) -> None:
        for name in ("scandir", "lstat", "stat"):
            monkeypatch.setattr(os, name, _refusing(getattr(os, name), folder, with_itself=name == "scandir"))

    return lock


def _refusing(function: Callable[..., Any], folder: Path, *, with_itself: bool) -> Callable[..., Any]:
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
        pytest.param("locale/*/LC_MESSAGES/a.po", "locale/de", ["fr"], id="a folder that is passed"),
        pytest.param("*/de/LC_MESSAGES/*.po", "locale/de/LC_MESSAGES", [], id="a folder that is listed"),
        pytest.param("locale/*/*/a.po", "locale", [], id="a folder of folders"),
        pytest.param("*/*/LC_MESSAGES/a.po", ".", [], id="the root"),
    ],
)
def test_a_folder_that_cannot_be_looked_into_is_a_failure(
    put: Any, locked: Callable[[Path], None], filemask: str, folder: str, others: list[str]
) -> None:
    root = put("locale/de/LC_MESSAGES/a.po", "locale/fr/LC_MESSAGES/a.po")
    locked(root / folder)
    result = files.find_files(component(root, filemask))
    assert result.failures == (Failure(folder, "permission denied"),)
    assert [file.language_part for file in result.translations] == others


def test_languages_are_chosen_in_any_spelling(put: Any) -> None:
    result = files.find_files(component(put("po/pt_BR.po", "po/cs_CZ.po")))
    chosen = result.choose_language_codes(["pt-br", "cs_CZ", "en"], language_by_code("en"), must_exist=True)
    assert chosen == {"pt_BR", "cs", "en"}
    with pytest.raises(TranstatsError, match="no language 'pt' here; did you mean 'pt_BR'"):
        result.choose_language_codes(["pt"], language_by_code("en"), must_exist=True)
    assert result.choose_language_codes(["xx", "cs"], language_by_code("en"), must_exist=False) == {"cs"}
