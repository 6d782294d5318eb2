"""All settings. A setting is one row: kind of its values, tables, description, example and default.

Validation, the JSON Schema, the settings file of `transtats init`, the reference page, the defaults of components and
the fields of component.json are derived from the rows.
"""

from typing import Literal, NamedTuple

from transtats_cli.component import DEFAULT_BASE_URL, DEFAULT_LANGUAGE_REGEX, DEFAULT_SOURCE_LANGUAGE
from transtats_cli.formats.table import FILE_FORMATS, FORMAT_PARAMETERS
from transtats_cli.settings.kinds import (
    AllowedDrop,
    BaseUrl,
    Boolean,
    CheckId,
    Choice,
    ExportedLanguage,
    FlagLine,
    Kind,
    LanguageCode,
    LanguageRegex,
    ListOf,
    Mask,
    Parameters,
    Percentage,
    ProjectName,
    RelativePath,
    SettingValue,
    TableOf,
    Text,
    WholeNumber,
)

FORMAT_NAMES = (*FILE_FORMATS, "plainxliff")
"""Names of file formats in settings. `plainxliff` is an old name of `xliff` with `xliff_placeables = "plain"`."""

REFERENCE_READER = "reference"
_READERS = ("fast", REFERENCE_READER)

MEASURE_VALUES = ("translated", "words", "chars", "approved", "translated-and-not-failing", "complete")
"""Allowed values of the setting `measure`.

`translated-and-not-failing` counts the translated strings that fail no check. `complete` counts the translated strings
of the template.
"""

TableName = Literal["file", "project", "component", "checks", "gate", "top_gate", "language"]
"""Name of a kind of table in a settings file: the file itself, `[project.PROJECT]`,
`[project.PROJECT.component.COMPONENT]`, `[checks]`, each `gate`, only the `[gate]` of the file itself, or
`[gate.language.LANGUAGES]`."""

_ALL_PLACES: tuple[TableName, ...] = ("file", "project", "component")
_EACH_GATE: tuple[TableName, ...] = ("gate", "language")


class SettingSpec(NamedTuple):
    """Definition of one setting."""

    kind: Kind
    tables: tuple[TableName, ...]
    """Tables that may contain the setting. The settings file of `transtats init` has an example in the first one."""
    description: str
    """Short description of the setting for users."""
    example: str
    """Value in TOML notation, for the settings file of `transtats init`."""
    default: SettingValue | None = None
    """Value for a component if nothing else contains the setting. None if the setting is then missing."""
    is_in_component_json: bool = False
    """True if a component.json can contain the setting as a field."""

    def is_allowed_in(self, *tables: TableName) -> bool:
        """Return True if a table may contain the setting. `tables` contains the names of the table."""
        return not set(tables).isdisjoint(self.tables)


def validate_setting(key: str, value: object) -> SettingValue:
    """Return the normalized value of the setting `key`. Raises ValueError with a reason if the value is invalid."""
    return SETTING_SPECS[key].kind.validate(value)


SETTING_SPECS: dict[str, SettingSpec] = {
    "base_url": SettingSpec(
        BaseUrl(), _ALL_PLACES, "address that links begin with", f'"{DEFAULT_BASE_URL}"', DEFAULT_BASE_URL
    ),
    "review": SettingSpec(
        Boolean(), _ALL_PLACES, "true: count approved strings; false: always print 0 of them", "true", default=True
    ),
    "strict": SettingSpec(
        Boolean(),
        _ALL_PLACES,
        "true: PO files with control characters in their strings are unreadable",
        "true",
        default=False,
    ),
    "reader": SettingSpec(
        Choice(_READERS, f"neither {' nor '.join(map(repr, _READERS))}"),
        _ALL_PLACES,
        "`reference`: read files with polib and translate-toolkit, which is slower",
        '"reference"',
        "fast",
    ),
    "source_language": SettingSpec(
        ExportedLanguage(),
        _ALL_PLACES,
        "code of the source language",
        f'"{DEFAULT_SOURCE_LANGUAGE}"',
        DEFAULT_SOURCE_LANGUAGE,
        is_in_component_json=True,
    ),
    "language_regex": SettingSpec(
        LanguageRegex(),
        _ALL_PLACES,
        "regular expression for the languages in paths that count",
        f"'{DEFAULT_LANGUAGE_REGEX}'",
        DEFAULT_LANGUAGE_REGEX,
        is_in_component_json=True,
    ),
    "aliases": SettingSpec(
        TableOf(Text(), LanguageCode(), "a table of language codes"),
        _ALL_PLACES,
        "language codes of the languages in paths, where these differ",
        '{ cz = "cs" }',
        {},
    ),
    "check_flags": SettingSpec(
        FlagLine(),
        _ALL_PLACES,
        "flags for all strings, as in a PO file",
        '"ignore-ellipsis"',
        "",
        is_in_component_json=True,
    ),
    "file_format_params": SettingSpec(
        Parameters(FORMAT_PARAMETERS),
        _ALL_PLACES,
        "options of the file format, such as `xliff_placeables`",
        '{ xliff_placeables = "plain", properties_encoding = "utf-8" }',
        {},
        is_in_component_json=True,
    ),
    "name": SettingSpec(
        Text(),
        ("project", "component"),
        "display name; its words count as neutral in the check `same`",
        '"Hello, world"',
        "",
        is_in_component_json=True,
    ),
    "path": SettingSpec(
        RelativePath(), ("component",), "directory of the component, relative to the settings file", '"src"'
    ),
    "filemask": SettingSpec(
        Mask(),
        ("component",),
        "path of its files, with `*` in place of the language",
        '"po/*.po"',
        is_in_component_json=True,
    ),
    "file_format": SettingSpec(
        Choice(FORMAT_NAMES, f"not a format that is read here; there are {', '.join(FORMAT_NAMES)}"),
        ("component",),
        "format of its files; detected by default",
        '"po"',
        is_in_component_json=True,
    ),
    "template": SettingSpec(
        RelativePath(),
        ("component",),
        "file with the source texts of a monolingual component",
        '"po/en.po"',
        "",
        is_in_component_json=True,
    ),
    "new_base": SettingSpec(
        Text(), ("component",), "template for new translations (.pot)", '"po/app.pot"', "", is_in_component_json=True
    ),
    "project": SettingSpec(
        ProjectName(),
        ("file",),
        "name of the project; a file with a single table `[project.NAME]` needs no other",
        '"hello"',
    ),
    "exclude": SettingSpec(
        ListOf(Text()), ("file",), "folders that are not searched, written as in `.gitignore`", '["tests/"]'
    ),
    "select": SettingSpec(
        ListOf(CheckId()), ("checks",), "checks that run; all others do not", '["end_newline", "same"]'
    ),
    "ignore": SettingSpec(ListOf(CheckId()), ("checks",), "checks that do not run", '["ellipsis"]'),
    "words": SettingSpec(
        ListOf(Text()), ("checks",), "words that may stay untranslated, for the check `same`", '["transtats"]'
    ),
    "fail_under": SettingSpec(
        Percentage(), _EACH_GATE, "smallest share of a language that must be translated, in percent", "90"
    ),
    "fail_under_total": SettingSpec(
        Percentage(), ("gate",), "smallest share of all languages of a component together, in percent", "80"
    ),
    "fail_under_overall": SettingSpec(
        Percentage(), ("top_gate",), "smallest share of all components together, in percent, with `--all`", "85"
    ),
    "measure": SettingSpec(
        Choice(MEASURE_VALUES, f"not one of {', '.join(MEASURE_VALUES)}", suggests_similar=True),
        _EACH_GATE,
        f"unit of `fail_under`: {', '.join(MEASURE_VALUES)}",
        '"translated"',
    ),
    "max_failing": SettingSpec(WholeNumber(), _EACH_GATE, "largest number of strings that fail a check", "0"),
    "max_failing_percent": SettingSpec(
        Percentage(), _EACH_GATE, "largest share of strings that fail a check, in percent", "0.5"
    ),
    "max_fuzzy": SettingSpec(WholeNumber(), _EACH_GATE, "largest number of fuzzy strings", "10"),
    "max_missing": SettingSpec(
        WholeNumber(), _EACH_GATE, "largest number of strings of the template that a file lacks", "0"
    ),
    "max_check": SettingSpec(
        TableOf(CheckId(), WholeNumber(), "a table of checks and numbers"),
        _EACH_GATE,
        "largest number of strings that fail a check, by check",
        "{ end_newline = 0 }",
    ),
    "require": SettingSpec(ListOf(LanguageCode()), ("gate",), "languages that must have a file", '["de", "fr"]'),
    "allow_drop": SettingSpec(AllowedDrop(), _EACH_GATE, "number or share of strings that may get worse", '"0.5%"'),
    "count_new": SettingSpec(Boolean(), _EACH_GATE, "true: new untranslated strings count as worse", "false"),
    "enable_at": SettingSpec(Percentage(), _EACH_GATE, "share from which a language is shipped, in percent", "70"),
    "disable_at": SettingSpec(
        Percentage(), _EACH_GATE, "share below which a shipped language is removed, in percent", "60"
    ),
}
"""All settings by name, in the order of the documentation."""
