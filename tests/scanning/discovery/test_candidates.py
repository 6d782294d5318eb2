from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.fixture_types import WriteTree
from transtats_cli.problems import Problem
from transtats_cli.scanning.discovery import description, sniffing
from transtats_cli.scanning.discovery.candidates import define_catalogues, find_described_sets
from transtats_cli.scanning.discovery.ignored import IgnoreRules
from transtats_cli.scanning.discovery.sniffing import Folder
from transtats_cli.scanning.discovery.tree import DirectoryTree
from transtats_cli.settings.layers import Setting

PO = 'msgid ""\nmsgstr ""\n'
KEYS = PO + '\nmsgid "menu.open"\nmsgstr "Open"\n'
XLIFF_KEYS = (
    '<xliff version="1.2"><file source-language="{}"><body>'
    '<trans-unit id="1"><source>menu.open</source><target>{}</target></trans-unit></body></file></xliff>'
)

XLIFF_2_KEYS = (
    '<xliff version="2.0" srcLang="en"><file><unit id="1"><segment><source>menu.open</source>'
    "<target>Open</target></segment></unit></file></xliff>"
)


def derive_settings(root: Path, **given_settings: str) -> dict[str, object]:
    layer = {key: Setting(value, "said") for key, value in given_settings.items()}
    return {key: setting.value for key, setting in description.derive_settings(Folder(str(root)), layer).items()}


@pytest.mark.parametrize(
    ("files", "given_settings", "expected"),
    [
        pytest.param({"de.po": PO}, {"filemask": "*.po"}, {"file_format": "po"}, id="PO"),
        pytest.param(
            {"en.po": KEYS, "de.po": KEYS},
            {"filemask": "*.po"},
            {"file_format": "po-mono", "template": "en.po"},
            id="keys with texts in the source language",
        ),
        pytest.param(
            {"en.po": KEYS, "de.po": KEYS},
            {"filemask": "*.po", "file_format": "po"},
            {"file_format": "po"},
            id="given format",
        ),
        pytest.param(
            {"en.po": PO, "de.po": PO},
            {"filemask": "*.po", "file_format": "po-mono"},
            {"file_format": "po-mono", "template": "en.po"},
            id="given monolingual format, found template",
        ),
        pytest.param(
            {"en.po": PO}, {"filemask": "*.po", "template": "en.po"}, {"file_format": "po-mono"}, id="given template"
        ),
        pytest.param(
            {"x/en/LC_MESSAGES/a.po": KEYS},
            {"filemask": "x/*/LC_MESSAGES/a.po"},
            {"file_format": "po"},
            id="keys that gettext looks up",
        ),
        pytest.param(
            {"metadata/en-US/title.txt": "App", "metadata/de/title.txt": "Programm"},
            {"filemask": "metadata/*", "file_format": "appstore"},
            {"file_format": "appstore", "template": "metadata/en-US"},
            id="given format of folders, found template",
        ),
        pytest.param(
            {"en.xlf": XLIFF_KEYS.format("en", "Open"), "de.xlf": XLIFF_KEYS.format("en", "")},
            {"filemask": "*.xlf"},
            {"file_format": "xliff", "template": "en.xlf"},
            id="XLIFF with keys, and texts in the source language",
        ),
        pytest.param(
            {"fr.xlf": XLIFF_KEYS.format("fr", "Ouvrir"), "en.xlf": XLIFF_KEYS.format("fr", "Open")},
            {"filemask": "*.xlf"},
            {"file_format": "xliff", "source_language": "fr", "template": "fr.xlf"},
            id="XLIFF with keys, and texts in the declared source language",
        ),
        pytest.param(
            {"fr.xlf": XLIFF_KEYS.format("en", "Ouvrir"), "en.xlf": XLIFF_KEYS.format("en", "")},
            {"filemask": "*.xlf", "source_language": "fr"},
            {"file_format": "xliff", "template": "fr.xlf"},
            id="XLIFF with keys, and texts in the given source language",
        ),
        pytest.param(
            {"en.xlf": XLIFF_KEYS.format("en", ""), "de.xlf": XLIFF_KEYS.format("en", "Auf")},
            {"filemask": "*.xlf"},
            {"file_format": "xliff"},
            id="XLIFF with keys, but no texts in the source language",
        ),
        pytest.param(
            {"en.xlf": XLIFF_KEYS.format("en", "Open")},
            {"filemask": "*.xlf", "file_format": "xliff"},
            {"file_format": "xliff"},
            id="XLIFF with keys and given format",
        ),
        pytest.param(
            {"en.xlf": XLIFF_KEYS.format("en", "Open")},
            {"filemask": "*.xlf", "template": ""},
            {"file_format": "xliff"},
            id="XLIFF with keys, and settings that say that there is no template",
        ),
        pytest.param(
            {"en.xlf": XLIFF_2_KEYS},
            {"filemask": "*.xlf"},
            {"file_format": "xliff2"},
            id="XLIFF 2 cannot have a template",
        ),
        pytest.param(
            {"en_US.xlf": XLIFF_KEYS.format("en", "Open"), "de.xlf": XLIFF_KEYS.format("en", "")},
            {"filemask": "*.xlf"},
            {"file_format": "xliff", "template": "en_US.xlf"},
            id="XLIFF with keys, and texts in English of a region",
        ),
        pytest.param(
            {"en.xlf": XLIFF_KEYS.format("en", "Open"), "de.xlf": XLIFF_KEYS.format("en", "").replace("open", "save")},
            {"filemask": "*.xlf"},
            {"file_format": "xliff"},
            id="XLIFF with other keys for the same ids",
        ),
        pytest.param(
            {"en.xlf": XLIFF_KEYS.format("en", "Open"), "de.xlf": XLIFF_KEYS.format("en", "").replace('"1"', '"2"')},
            {"filemask": "*.xlf"},
            {"file_format": "xliff"},
            id="XLIFF with other ids for the same keys",
        ),
        pytest.param(
            {
                "en.xlf": XLIFF_2_KEYS,
                "de.xlf": XLIFF_KEYS.format("en", "Auf"),
            },
            {"filemask": "*.xlf"},
            {"file_format": "xliff"},
            id="XLIFF 2 with keys is no template of XLIFF 1",
        ),
        pytest.param(
            {
                "fr.xlf": XLIFF_KEYS.format("fr", "Ouvrir").replace("<file", '<file target-language="fr"'),
                "de.xlf": XLIFF_KEYS.format("fr", ""),
            },
            {"filemask": "*.xlf"},
            {"file_format": "xliff", "source_language": "fr", "template": "fr.xlf"},
            id="XLIFF with keys, and the same source and target language in the source file",
        ),
        pytest.param(
            {"de.xlf": XLIFF_KEYS.format("en", "Auf")},
            {"filemask": "*.xlf", "file_format": "plainxliff"},
            {"file_format": "plainxliff"},
            id="old name of a format",
        ),
        pytest.param({}, {"filemask": "*.xlf"}, {"file_format": "xliff"}, id="no files yet"),
        pytest.param(
            {"de.xlf": '<xliff version="1.2"><file source-language="fr" target-language="de"/></xliff>'},
            {"filemask": "*.xlf"},
            {"file_format": "xliff", "source_language": "fr"},
            id="source language",
        ),
        pytest.param(
            {"de.xlf": '<xliff version="1.2"><file source-language="en-US" target-language="de"/></xliff>'},
            {"filemask": "*.xlf"},
            {"file_format": "xliff"},
            id="English of a region is English",
        ),
        pytest.param(
            {
                "de.xlf": '<xliff version="1.2"><file source-language="fr"/></xliff>',
                "cs.xlf": '<xliff version="1.2"><file source-language="it"/></xliff>',
            },
            {"filemask": "*.xlf"},
            {"file_format": "xliff"},
            id="files that disagree",
        ),
        pytest.param(
            {
                "cs.xlf": "<x",
                "da.xlf": "",
                "de.xlf/folder": "",
                "es.xlf": '<xliff version="2.0" srcLang="fr" trgLang="es"><file/></xliff>',
            },
            {"filemask": "*.xlf"},
            {"file_format": "xliff2", "source_language": "fr"},
            id="damaged files are ignored",
        ),
        pytest.param(
            {"cs.xlf": "<x", "de.xlf": ""}, {"filemask": "*.xlf"}, {"file_format": "xliff"}, id="all files damaged"
        ),
    ],
)
def test_missing_settings_are_derived_from_the_files(
    tree: WriteTree, files: Mapping[str, str], given_settings: dict[str, str], expected: dict[str, object]
) -> None:
    assert derive_settings(tree(files), **given_settings) == expected


@pytest.mark.parametrize(
    ("files", "mask", "expected"),
    [
        pytest.param(["po/x.pot"], "po/*.po", "po/x.pot", id="the only one"),
        pytest.param(["po/x.pot", "po/y.pot"], "po/*.po", "", id="one of several"),
        pytest.param(["l/a.pot", "l/b.pot"], "l/*/LC_MESSAGES/b.po", "l/b.pot", id="named after the domain"),
        pytest.param(["a.pot"], "*.po", "a.pot", id="at the root"),
        pytest.param(["l/a.pot"], "l/*/LC_MESSAGES/b.po", "", id="of another domain"),
        pytest.param(["l/My_App.pot", "l/x.pot"], "l/my-app-*.po", "l/My_App.pot", id="another spelling"),
        pytest.param(["l/b.pot"], "l/b.po", "l/b.pot", id="of a single file"),
        pytest.param(["x/a.pot"], "po/*.po", "", id="another folder"),
    ],
)
def test_the_gettext_template_is_found_in_the_folder_of_the_translations(
    tree: WriteTree, files: list[str], mask: str, expected: str
) -> None:
    assert description.find_gettext_template(Folder(str(tree(dict.fromkeys(files, "")))), mask) == expected


def test_words_among_the_languages_are_excluded(tree: WriteTree) -> None:
    root = str(tree(dict.fromkeys(["po/README.po", "po/a+b.po", "po/de.po", "po/xx.po", "po/fr.po"], PO)))
    directory_tree = DirectoryTree(root, IgnoreRules(root))
    (found,), _ = define_catalogues(Folder(root), sorted(directory_tree.list_files_below()))
    assert found.settings_layer["language_regex"].value == r"^(?!(?:README|a\+b)$)[^.]+$"


def test_an_unreadable_configuration_is_a_problem_and_the_next_one_is_used(tree: WriteTree) -> None:
    tx = "[o:x:p:hello:r:app]\nfile_filter = po/<lang>.po\n"
    root = str(tree({".tx/config": "nonsense", "l10n.toml": "=", "crowdin.yml": "files: []", "a/.tx/config": tx}))
    problems: list[Problem] = []
    (found,) = find_described_sets(DirectoryTree(root, IgnoreRules(root)), problems)
    assert (found.root, found.mask, *found.names) == (f"{root}/a", "po/*.po", "hello", "app")
    assert [(Path(problem.path).name, problem.line) for problem in problems] == [("config", 1), ("l10n.toml", 1)]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(["po/de.po", "docs/fr/a.po"], ["docs/*/a.po", "po/*.po"], id="the folder of a language"),
        pytest.param(["po/de.po", "docs/os.po", "docs/json.po", "docs/new.po"], ["po/*.po"], id="chapters"),
        pytest.param(
            ["sr.xlf", "out/sr.de.xlf", "out/sr.fr.xlf"], ["out/sr.*.xlf"], id="the source file of other files"
        ),
    ],
)
def test_a_folder_of_one_language_beside_other_translations_needs_a_distinct_language(
    tree: WriteTree, files: list[str], expected: list[str]
) -> None:
    root = str(tree(dict.fromkeys(files, PO)))
    found, _ = define_catalogues(Folder(root), files)
    assert sorted(each.mask for each in found) == expected


def test_no_file_is_opened_for_given_settings(tree: WriteTree) -> None:
    xliff = '<xliff version="1.2"><file source-language="fr" target-language="de"/></xliff>'
    root = tree({"de.xlf": xliff, "de.po": PO})
    with sniffing.record_read_paths() as opened:
        assert derive_settings(root, filemask="*.xlf", file_format="poxliff", source_language="it") == {
            "file_format": "poxliff"
        }
        assert derive_settings(root, filemask="*.po", file_format="po") == {"file_format": "po"}
        assert opened == set()
        assert derive_settings(root, filemask="*.xlf", file_format="poxliff")["source_language"] == "fr"
    assert opened == {str(root / "de.xlf")}
