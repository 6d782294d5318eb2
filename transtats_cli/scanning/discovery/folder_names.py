"""Names of folders: for translations, parts of a project, results of a build, test data, copies of other projects."""

import re

from transtats_cli.scanning.filemask import language_spellings

TRANSLATION_FOLDERS = frozenset(
    {"i18n", "intl", "l10n", "lang", "langs", "language", "languages", "lc_messages", "locale", "locales"}
    | {"localization", "messages", "nls", "po", "resources", "translation", "translations", "xlf", "xliff"}
)
"""Usual names of folders for translations.

Files in such folders need no further evidence, and no component is named after such a folder.
"""
_TRANSLATION_WORDS = TRANSLATION_FOLDERS - {"resources"} | frozenset(
    {"dictionaries", "loc", "localisation", "localizations", "strings", "translate"}
)
"""Words in the names of folders and files with translations. Folders such as `resources` also contain other data."""
GROUP_FOLDERS = frozenset({"apps", "lib", "libs", "packages", "src"})
"""Usual names of folders for the parts of a project. No component is named after such a folder."""
PLATFORM_FOLDERS = frozenset(
    {"main", "res", "commonmain", "composeresources", "mr", "_locales", "assets", "public", "static", "properties"}
)
"""Folders that a platform prescribes, such as `src/main/res` in an Android project. No component is named after such a
folder, unless its files are PO or XLIFF files.
"""
_BUILD_FOLDERS = frozenset({"build", "target", "obj", "out", "DerivedData", "__pycache__", "coverage"})
_FIRST_WORDS_OF_TEST_FOLDERS = frozenset("test tests testing fixture fixtures example examples sample samples".split())
_OTHER_FOLDERS = frozenset(
    "t devtest testdata testdir spec specs dist node_modules bower_components site_packages vendor vendors vendored"
    " third_party thirdparty 3rdparty pods carthage pdfjs pdf.js pdfjs_dist".split()
)
"""Other names of folders whose translation files are test data or copies of other projects, with `_` for `-`."""
_LIBRARIES_REGEX = r"(?:^|/)(?:static|assets|public|wwwroot)/libs?/|\.framework/"
"""Pattern of the folders that usually contain copies of other projects in a website, or in an application of Apple."""


def has_translation_word(path: str) -> bool:
    """True if a folder or a file has a word for translations in its name, such as `_locales` or `package.nls.*.json`.

    Folders above the last folder `data` do not count.
    """
    return not _TRANSLATION_WORDS.isdisjoint(re.split("[^a-z0-9]+", f"/{path}".lower().rpartition("/data/")[2]))


def is_usual_folder_in_project(folder: str) -> bool:
    """True if the name of a folder is usual inside of a project, so it is not the name of a project or a component."""
    return (
        folder.lower() in TRANSLATION_FOLDERS
        or folder in ("src", "lib")
        or language_spellings.is_distinct_language(folder)
    )


def is_build_output(folder: str) -> bool:
    """True if the path of a folder contains a folder with the results of a build."""
    return not _BUILD_FOLDERS.isdisjoint(folder.split("/"))


def is_test_data(path: str) -> bool:
    """True if the path of a file, or a file mask, contains a folder of tests, examples or copies of other projects."""
    names = [name.lower().replace("-", "_").strip("_") for name in path.split("/")[:-1]]
    return (
        not _OTHER_FOLDERS.isdisjoint(names)
        or any(name.partition("_")[0] in _FIRST_WORDS_OF_TEST_FOLDERS for name in names)
        or re.search(_LIBRARIES_REGEX, path) is not None
    )
