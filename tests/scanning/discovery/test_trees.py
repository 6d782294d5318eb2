"""Typical trees of translation files, and the components, names and languages that are found."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from transtats_cli import settings
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.discovery.left_out import SOURCE_FILE_REASON
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.scanning.pipeline.scan import scan_component

XLIFF_1 = '<xliff version="1.2"><file original="x" datatype="x" source-language="en"{}><body>{}</body></file></xliff>'
XLIFF_2 = (
    '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"{}><file id="f">{}</file></xliff>'
)


def format_po(declared: str) -> str:
    """Return a PO file with one string. `declared` is its language or `-`, and `empty` if it has no translation."""
    language, _, empty = declared.partition(" ")
    target = "" if empty else "b"
    header = "" if language == "-" else f'"Language: {language}\\n"\n'
    return (
        f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n{header}\nmsgid "a"\nmsgstr "{target}"\n'
    )


def format_xliff(declared: str) -> str:
    """Return an XLIFF file with one string: `de` for version 1, `2 de` for version 2, `-` for no translation."""
    if declared == "-":
        return XLIFF_1.format("", '<trans-unit id="1"><source>a</source></trans-unit>')
    version, _, language = declared.rpartition(" ")
    texts = "<source>a</source><target>b</target>"
    if version == "2":
        return XLIFF_2.format(f' trgLang="{language}"', f'<unit id="1"><segment>{texts}</segment></unit>')
    return XLIFF_1.format(f' target-language="{language}"', f'<trans-unit id="1">{texts}</trans-unit>')


@pytest.fixture
def write_checkout(tmp_path: Path) -> Callable[..., Path]:
    """Function that writes a checkout. Each line of its argument has a path and the declaration of the file."""

    def write(text: str, name: str = "hello") -> Path:
        for line in f".git/HEAD -\n{text}".splitlines():
            if not line.strip():
                continue
            path, _, declared = line.strip().partition(" ")
            target = tmp_path / name / path
            target.parent.mkdir(parents=True, exist_ok=True)
            is_translation = path.endswith((".po", ".xlf"))
            target.write_text(
                (format_po if path.endswith(".po") else format_xliff)(declared or "-") if is_translation else declared
            )
        return tmp_path / name

    return write


def find_languages(root: Path, *, all_folders: bool = False) -> dict[str, str]:
    """Return the language codes of each component by its name. No file is in two components."""
    survey = lookup.survey_components(str(root), settings.load_settings(str(root)), all_folders=all_folders)
    assert survey.problems == []
    languages: dict[str, str] = {}
    all_paths: set[str] = set()
    for component in survey.components:
        translations = find_translations(component).translations
        paths = {os.path.join(component.root, file.path) for file in translations}
        assert all_paths.isdisjoint(paths)
        all_paths |= paths
        assert lookup.locate_component(str(root), component.project, component.slug) == component
        languages[component.slug] = " ".join(sorted(file.language.code for file in translations))
    return languages


def find_left_out_reasons(root: Path) -> dict[str, str]:
    """Return the reason for each file that is in no component."""
    survey = lookup.survey_components(str(root), settings.load_settings(str(root)))
    return {os.path.relpath(each.path, root): each.reason for each in survey.find_left_out_files()}


TREES = [
    pytest.param(
        """
        translations/de_DE/app/a.de.xlf de
        translations/en_US/app/a.en_US.xlf en_US
        translations/zh_HK/app/a.zh-HK.xlf zh-HK
        translations/pt_PT/app/a.pt.xlf pt
        translations/de_DE/app/b.de.xlf de
        translations/fr_FR/app/b.fr.xlf fr
        """,
        {"app/a": "de en_US pt_PT zh_Hant_HK", "app/b": "de fr"},
        id="a language in folder and name, spelled in two ways",
    ),
    pytest.param(
        """
        tr/de/app.de.xlf de
        tr/fr/app.fr.xlf fr
        tr/fr/app.de.xlf de
        """,
        {"tr/app": "de fr"},
        id="a path that names two languages",
    ),
    pytest.param(
        """
        about.po pl
        library/abc.po pl
        library/csv.po pl
        library/gc.po pl
        library/io.po pl
        library/os.po pl
        library/os.path.po pl
        c-api/intro.po pl
        """,
        {
            "about": "pl",
            "c-api/intro": "pl",
            "library/abc": "pl",
            "library/csv": "pl",
            "library/gc": "pl",
            "library/io": "pl",
            "library/os": "pl",
            "library/os-path": "pl",
        },
        id="one language, and paths that name chapters",
    ),
    pytest.param(
        "library/abc.po pl\nlibrary/list.po de\nlibrary/dict.po pl", {}, id="several languages that no path names"
    ),
    pytest.param(
        "po/de.po de\npo/de_Formal.po de_Formal\npo/fr.po fr\npo/README.po -",
        {"po": "de de_FORMAL fr"},
        id="a variety that no table lists",
    ),
    pytest.param(
        """
        Language/locallang.xlf -
        Language/locallang_be.xlf -
        Language/locallang_db.xlf -
        Language/locallang_ff.xlf -
        Language/locallang_mfa.xlf -
        Language/de.locallang.xlf de
        Language/fr.locallang.xlf fr
        Language/de.locallang_be.xlf de
        Language/Modules/de.Info.xlf de
        Language/Modules/fr.Info.xlf fr
        Language/Modules/de.Queue.xlf de
        Language/Modules/fr.Queue.xlf fr
        Language/Modules/de.Admin.xlf de
        Language/Modules/fr.Admin.xlf fr
        """,
        {
            "locallang": "de fr",
            "locallang_be": "de",
            "modules/info": "de fr",
            "modules/queue": "de fr",
            "modules/admin": "de fr",
        },
        id="sources without a language, translations with a prefix",
    ),
    pytest.param(
        """
        Language/locallang.xlf -
        Language/de.locallang.xlf de
        Language/ff/form.xlf -
        Language/ff/de.form.xlf de
        Language/fr/help.xlf fr
        """,
        {"locallang": "de", "ff/form": "de", "help": "fr"},
        id="a folder with source texts that has the name of a language",
    ),
    pytest.param(
        """
        po/de/a.po de
        po/zh_CN/a.po zh_CN
        po/zh_CN.GB2312/a.po zh_CN
        help/ru_RU.UTF-8/LC_MESSAGES/a.po ru
        """,
        {"a": "de zh_Hans"},
        id="folders of a language with a charset",
    ),
    pytest.param(
        "Language/locallang_be.xlf -\nLanguage/locallang_ff.xlf -\nLanguage/locallang_tca.xlf -", {}, id="only sources"
    ),
    pytest.param(
        "app/en.xcloc/texts/en.xlf -\npo/de.po de", {"po": "de"}, id="an export with the source language only"
    ),
    pytest.param(
        "src/escaped-id.po en\nsrc/pi-break.po en\nsrc/test-no-body.po en\npo/de.po de",
        {"po": "de"},
        id="words that are language codes",
    ),
    pytest.param("app_de.po de", {"app": "de"}, id="a single suffix that the file confirms"),
    pytest.param("app_it.po de\nx/app_is.po -", {}, id="a single suffix that is a word"),
    pytest.param(
        "po/nb.po nb\npo/de.po de\npo/ksw.po -\npo/foo.po de",
        {"po": "de ksw nb"},
        id="a name that its file contradicts",
    ),
    pytest.param(
        "strings/resource.language.en_gb/strings.po en_GB empty\nstrings/resource.language.de_de/strings.po de",
        {"strings": "de"},
        id="the source language of an add-on of Kodi",
    ),
    pytest.param(
        "l/en_US/a.po en_US empty\nl/de/a.po de", {"l/a": "de en_US"}, id="any other regional English is a target"
    ),
    pytest.param(
        "audit/i18n/de.po -\nbackup/i18n/de.po -\ndebian/po/de.po -",
        {"audit": "de", "backup": "de", "debian": "de"},
        id="no folder for translations in a name",
    ),
]


@pytest.mark.parametrize(("text", "expected"), TREES)
def test_components_and_languages_are_found(
    write_checkout: Callable[..., Path], text: str, expected: dict[str, str]
) -> None:
    assert find_languages(write_checkout(text)) == expected


def test_the_language_in_the_repository_name_is_used_if_the_files_declare_none(
    write_checkout: Callable[..., Path],
) -> None:
    text = "about.po -\nlibrary/functions.po -"
    assert find_languages(write_checkout(text)) == {}
    assert find_languages(write_checkout(text, "manual-pl")) == {"about": "pl", "library/functions": "pl"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "po/de.po -\npo/fr.po -\ndoc/os.po -\ndoc/list.po it\ndoc/dict.po fr",
            {
                "doc/os.po": "its path names no language",
                "doc/list.po": "its path names no language; it declares it",
                "doc/dict.po": "its path names no language; it declares fr",
            },
            id="no language in the path",
        ),
        pytest.param(
            "i18n/a.xlf -\ni18n/a.de.xlf de\ni18n/a.fr.xlf fr\ni18n/b.xlf -\ni18n/c.xlf en",
            {"i18n/a.xlf": SOURCE_FILE_REASON, "i18n/b.xlf": SOURCE_FILE_REASON, "i18n/c.xlf": SOURCE_FILE_REASON},
            id="sources",
        ),
        pytest.param(
            "po/de.po -\npo/fr.po -\npo/foo.po de",
            {"po/foo.po": "its path could name the language foo, and it declares de"},
            id="a contradiction",
        ),
        pytest.param(
            "po/de/a.po de\nja.sjis.po ja\nl/zh_CN.GB2312/LC_MESSAGES/b.po -\nm/zh_CN.GB2312/b.po zh_CN",
            dict.fromkeys(
                ["ja.sjis.po", "l/zh_CN.GB2312/LC_MESSAGES/b.po", "m/zh_CN.GB2312/b.po"], "a variant in another charset"
            ),
            id="charsets without another file in their place",
        ),
        pytest.param(
            "tr/de/app.de.xlf de\ntr/fr/app.fr.xlf fr\ntr/fr/app.de.xlf de",
            {"tr/fr/app.de.xlf": "its path names two languages, de and fr"},
            id="two languages",
        ),
        pytest.param(
            "po/de.po de\ntests/list.po -\ntests/x.po it\ntests/y.po fr",
            {
                "tests/list.po": "test data, and its path names no language",
                "tests/x.po": "test data, and its path names no language; it declares it",
                "tests/y.po": "test data, and its path names no language; it declares fr",
            },
            id="test data",
        ),
    ],
)
def test_each_file_in_no_component_has_a_reason(
    write_checkout: Callable[..., Path], text: str, expected: dict[str, str]
) -> None:
    assert find_left_out_reasons(write_checkout(text)) == expected


def test_variants_in_other_charsets_are_left_out_with_a_warning(write_checkout: Callable[..., Path]) -> None:
    variants = ["bg.cp1251", "el.cp1253", "he.cp1255", "ja.sjis", "pl.cp1250", "tr.cp1254"]
    written = "\n".join(f"po/{name}.po {name[:2]}" for name in ("ja", *reversed(variants), "ko.UTF-8", "de"))
    root = write_checkout(written)
    assert find_languages(root) == {"po": "de ja ko"}
    component = lookup.locate_component(str(root), "hello", "po")
    listed = find_translations(component)
    paths = [f"po/{name}.po" for name in variants]
    reason = "left out as a variant in another charset"
    assert [*listed.warnings] == [Problem(component.path_for_messages(path), reason) for path in paths]
    assert [each.path for each in listed.left_out] == paths


@pytest.mark.parametrize(
    "folder",
    [
        *("tests", "Test", "fixtures", "testdata", "test-data", "test_locale", "__fixtures__", "spec", "t", "devtest"),
        *("examples", "example_app", "sample_plugin", "vendor", "third_party", "dist", "web/pdfjs", "static/lib"),
        *("wwwroot/lib", "mac/Update.framework/Resources"),
    ],
)
def test_test_data_is_listed_only_with_all_folders(write_checkout: Callable[..., Path], folder: str) -> None:
    root = write_checkout(f"po/de.po -\npo/fr.po -\n{folder}/po/it.po it\n{folder}/app/po/cs.po cs")
    assert find_languages(root) == {"po": "de fr"}
    assert lookup.survey_components(str(root), settings.load_settings(str(root))).test_component_count == 2
    assert len(find_languages(root, all_folders=True)) == 3
    # A component is found by its name without the option.
    name = min(find_languages(root, all_folders=True).keys() - {"po"})
    assert lookup.locate_component(str(root), "hello", name).slug == name


def test_test_data_does_not_change_the_names_of_other_components(write_checkout: Callable[..., Path]) -> None:
    text = "po/de.po -\npo/fr.po -"
    assert find_languages(write_checkout(f"{text}\ntests/po/it.po it")).keys() == {"po"}


def test_installed_packages_are_searched_with_all_folders(write_checkout: Callable[..., Path]) -> None:
    root = write_checkout("po/de.po -\nnode_modules/x/locale/fr.po -")
    assert find_languages(root) == {"po": "de"}
    assert find_languages(root, all_folders=True) == {"po": "de", "node_modules/x": "fr"}
    assert lookup.locate_component(str(root), "hello", "node_modules/x").filemask == "node_modules/x/locale/*.po"


def test_a_project_with_only_test_data_has_components(write_checkout: Callable[..., Path]) -> None:
    assert find_languages(write_checkout("tests/po/de.po -\ntests/po/fr.po -")) == {"tests": "de fr"}


def test_each_xliff_file_is_read_in_its_own_version(write_checkout: Callable[..., Path]) -> None:
    root = write_checkout("i18n/a.de.xlf de\ni18n/a.fr.xlf 2 fr\ni18n/a.it.xlf 2 it")
    report = scan_component(lookup.locate_component(str(root), "hello", "a"))
    assert report.failures == ()
    assert [(each.language.code, each.statistics.translated.strings) for each in report.translations] == [
        ("de", 1),
        ("fr", 1),
        ("it", 1),
    ]


def test_a_format_in_the_settings_applies_to_every_file(write_checkout: Callable[..., Path]) -> None:
    root = write_checkout("i18n/a.de.xlf de\ni18n/a.fr.xlf 2 fr")
    (root / "transtats.toml").write_text('[project.hello.component.a]\nfile_format = "xliff"\n')
    report = scan_component(lookup.locate_component(str(root), "hello", "a"))
    assert [failure.path for failure in report.failures] == ["i18n/a.fr.xlf"]


def test_each_clone_in_a_folder_is_a_project(tmp_path: Path, write_checkout: Callable[..., Path]) -> None:
    for name in ("one", "two"):
        write_checkout("app/app/locale/de/LC_MESSAGES/django.po -\nweb/po/de.po -", name)
    survey = lookup.survey_components(str(tmp_path), settings.load_settings(str(tmp_path)))
    assert [(each.project, each.slug) for each in survey.components] == [
        ("one", "app/app/django"),
        ("one", "web"),
        ("two", "app/app/django"),
        ("two", "web"),
    ]
    for each in survey.components:
        assert lookup.locate_component(str(tmp_path), each.project, each.slug) == each
