"""All tables and settings of a settings file. A setting is one row: kind of its values, tables, description and so on.

The grammar, the JSON Schema, the settings file of `transtats init`, the reference page, the defaults of components, the
fields of component.json and the settings that an option can set are derived from the rows.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from transtats_cli.component import DEFAULT_BASE_URL, DEFAULT_LANGUAGE_REGEX, DEFAULT_SOURCE_LANGUAGE
from transtats_cli.formats.table import FILE_FORMATS, FORMAT_PARAMETERS
from transtats_cli.measures import COMPLETE_MEASURE, MEASURES, NOT_FAILING_MEASURE, SHARE_MEASURES, TRANSLATED_MEASURE
from transtats_cli.settings import kinds

FORMAT_NAMES = (*FILE_FORMATS, "plainxliff")
"""Names of file formats in settings. `plainxliff` is an old name of `xliff` with `xliff_placeables = "plain"`."""

REFERENCE_READER = "reference"
_READERS = ("fast", REFERENCE_READER)

TableName = Literal[
    "file", "project", "component", "export", "checks", "top_gate", "gate", "language", "groups", "slices"
]
"""Name of a kind of table in a settings file. `top_gate` is the table `gate` of the file itself.

`export` is no table of a settings file, but the fields of a component.json.
"""

_ALL_PLACES: tuple[TableName, ...] = ("file", "project", "component")
_ALL_PLACES_AND_EXPORT: tuple[TableName, ...] = (*_ALL_PLACES, "export")
_COMPONENT: tuple[TableName, ...] = ("component", "export")
_EACH_GATE: tuple[TableName, ...] = ("gate", "language")


class SettingsTable(NamedTuple):
    """Definition of one kind of table in a settings file."""

    notation: str
    """The table in the documentation, such as its header."""
    description: str
    """Short description of the table for users."""
    subtables: Mapping[str, TableName] = {}
    """Kinds of the tables that the table may contain, by their keys."""
    names: kinds.Kind | None = None
    """Kind of the names if users choose the names of such tables. The key then contains a table of these tables."""
    values: kinds.Kind | None = None
    """Kind of the values if these are not settings."""


TABLES: Mapping[TableName, SettingsTable] = {
    "file": SettingsTable(
        "the top level",
        "settings of all projects",
        {"project": "project", "checks": "checks", "gate": "top_gate", "slices": "slices"},
    ),
    "project": SettingsTable(
        "`[project.PROJECT]`", "settings of a project", {"component": "component", "gate": "gate"}, kinds.PROJECT_NAME
    ),
    "component": SettingsTable(
        "`[project.PROJECT.component.COMPONENT]`", "settings of a component", {"gate": "gate"}, kinds.COMPONENT_NAME
    ),
    "checks": SettingsTable("`[checks]`", "choice of checks"),
    "top_gate": SettingsTable(
        "`[gate]` of the top level", "limits of `transtats gate`", {"language": "language", "groups": "groups"}
    ),
    "gate": SettingsTable("`[gate]`", "limits of `transtats gate`", {"language": "language"}),
    "language": SettingsTable(
        "`[gate.language.LANGUAGES]`", "limits of languages and groups", names=kinds.LANGUAGE_NAMES
    ),
    "groups": SettingsTable(
        "`[gate.groups]`", "names for several languages", names=kinds.LANGUAGE_NAMES, values=kinds.LANGUAGE_GROUP
    ),
    "slices": SettingsTable(
        "`[slices]`", "queries with names for `--where @NAME`", names=kinds.SLICE_NAME, values=kinds.QUERY
    ),
}
"""All kinds of tables of a settings file. The grammar and the JSON Schema follow from them."""


class SettingSpec(NamedTuple):
    """Definition of one setting."""

    kind: kinds.Kind
    tables: tuple[TableName, ...]
    """Tables that may contain the setting. The settings file of `transtats init` has an example in the first one."""
    description: str
    """Short description of the setting for users."""
    example: str
    """Value in TOML notation, for the settings file of `transtats init`."""
    default: kinds.SettingValue | None = None
    """Value for a component if nothing else contains the setting. None if the setting is then missing."""
    option: str = ""
    """Option that sets the value, as messages contain it, if its name is not that of the setting."""


def settings_of_table(table: TableName) -> dict[str, SettingSpec]:
    """Return the settings that a table may contain, by name. The `gate` of the file has those of all gates as well."""
    names = {table, "gate"} if table == "top_gate" else {table}
    return {key: spec for key, spec in SETTING_SPECS.items() if not names.isdisjoint(spec.tables)}


def option_of_setting(key: str) -> str:
    """Return the option that sets the value of a setting, as messages contain it."""
    return SETTING_SPECS[key].option or f"--{key.replace('_', '-')}"


def validate_setting(key: str, value: object) -> kinds.SettingValue:
    """Return the normalized value of the setting `key`. Raises ValueError with a reason if the value is invalid."""
    validated: kinds.SettingValue = SETTING_SPECS[key].kind.validate(value)
    return validated


SETTING_SPECS: dict[str, SettingSpec] = {
    "base_url": SettingSpec(
        kinds.BASE_URL,
        _ALL_PLACES,
        "address that links begin with",
        f'"{DEFAULT_BASE_URL}"',
        DEFAULT_BASE_URL,
        option="--base-url or TRANSTATS_BASE_URL",
    ),
    "review": SettingSpec(
        kinds.BOOLEAN, _ALL_PLACES, "true: count approved strings; false: always print 0 of them", "true", default=True
    ),
    "strict": SettingSpec(
        kinds.BOOLEAN,
        _ALL_PLACES,
        "true: PO files with control characters in their strings are unreadable",
        "true",
        default=False,
    ),
    "reader": SettingSpec(
        kinds.choice(_READERS, f"neither {' nor '.join(map(repr, _READERS))}"),
        _ALL_PLACES,
        "`reference`: read files with polib and translate-toolkit, which is slower",
        '"reference"',
        "fast",
        option="--reference",
    ),
    "measure": SettingSpec(
        kinds.choice(tuple(MEASURES), f"not one of {', '.join(MEASURES)}"),
        (*_ALL_PLACES, *_EACH_GATE),
        f"share in tables, badges, pages and limits: {', '.join(SHARE_MEASURES)}; in `gate` also {NOT_FAILING_MEASURE};"
        f" by default {COMPLETE_MEASURE} if a file lists all strings, else {TRANSLATED_MEASURE}",
        '"translated"',
        "",
    ),
    "source_language": SettingSpec(
        kinds.EXPORTED_LANGUAGE,
        _ALL_PLACES_AND_EXPORT,
        "code of the source language",
        f'"{DEFAULT_SOURCE_LANGUAGE}"',
        DEFAULT_SOURCE_LANGUAGE,
    ),
    "language_regex": SettingSpec(
        kinds.LANGUAGE_REGEX,
        _ALL_PLACES_AND_EXPORT,
        "regular expression for the languages in paths that count",
        "'^(de|fr)$'",
        DEFAULT_LANGUAGE_REGEX,
    ),
    "aliases": SettingSpec(
        kinds.table_of(kinds.TEXT, kinds.LANGUAGE_CODE, "a table of language codes"),
        _ALL_PLACES,
        "language codes of the languages in paths, where these differ",
        '{ cz = "cs" }',
        {},
    ),
    "check_flags": SettingSpec(
        kinds.FLAG_LINE, _ALL_PLACES_AND_EXPORT, "flags for all strings, as in a PO file", '"ignore-ellipsis"', ""
    ),
    "file_format_params": SettingSpec(
        kinds.parameters(FORMAT_PARAMETERS),
        _ALL_PLACES_AND_EXPORT,
        "options of the file format, such as `xliff_placeables`",
        '{ xliff_placeables = "plain", properties_encoding = "utf-8" }',
        {},
    ),
    "name": SettingSpec(
        kinds.TEXT,
        ("project", "component", "export"),
        "display name; its words count as neutral in the check `same`",
        '"Hello, world"',
        "",
    ),
    "path": SettingSpec(
        kinds.PATH, ("component",), "directory of the component, relative to the settings file", '"src"'
    ),
    "filemask": SettingSpec(
        kinds.MASK, _COMPONENT, "path of its files, with `*` in place of the language", '"po/*.po"'
    ),
    "file_format": SettingSpec(
        kinds.choice(FORMAT_NAMES, f"not a format that is read here; there are {', '.join(FORMAT_NAMES)}"),
        _COMPONENT,
        "format of its files; detected by default",
        '"po"',
    ),
    "template": SettingSpec(
        kinds.PATH, _COMPONENT, "file with the source texts of a monolingual component", '"po/en.po"', ""
    ),
    "new_base": SettingSpec(kinds.TEXT, _COMPONENT, "template for new translations (.pot)", '"po/app.pot"', ""),
    "project": SettingSpec(
        kinds.PROJECT_NAME,
        ("file",),
        "name of the project; a file with a single table `[project.NAME]` needs no other",
        '"hello"',
    ),
    "format": SettingSpec(
        kinds.TEXT, ("file",), "format of `transtats stats` without `--format`; scripts name theirs", '"table"'
    ),
    "exclude": SettingSpec(
        kinds.list_of(kinds.TEXT), ("file",), "folders that are not searched, written as in `.gitignore`", '["tests/"]'
    ),
    "select": SettingSpec(
        kinds.list_of(kinds.CHECK_ID), ("checks",), "checks that run; all others do not", '["end_newline", "same"]', ()
    ),
    "ignore": SettingSpec(kinds.list_of(kinds.CHECK_ID), ("checks",), "checks that do not run", '["ellipsis"]', ()),
    "words": SettingSpec(
        kinds.list_of(kinds.TEXT),
        ("checks",),
        "words that may stay untranslated, for the check `same`",
        '["transtats"]',
        (),
    ),
    "fail_under": SettingSpec(
        kinds.PERCENTAGE, _EACH_GATE, "smallest share of a language that must be translated, in percent", "90"
    ),
    "fail_under_total": SettingSpec(
        kinds.PERCENTAGE, ("gate",), "smallest share of all languages of a component together, in percent", "80"
    ),
    "fail_under_overall": SettingSpec(
        kinds.PERCENTAGE, ("top_gate",), "smallest share of all components together, in percent, with `--all`", "85"
    ),
    "max_failing": SettingSpec(kinds.WHOLE_NUMBER, _EACH_GATE, "largest number of strings that fail a check", "0"),
    "max_failing_percent": SettingSpec(
        kinds.PERCENTAGE, _EACH_GATE, "largest share of strings that fail a check, in percent", "0.5"
    ),
    "max_fuzzy": SettingSpec(kinds.WHOLE_NUMBER, _EACH_GATE, "largest number of fuzzy strings", "10"),
    "max_missing": SettingSpec(
        kinds.WHOLE_NUMBER, _EACH_GATE, "largest number of strings of the template that a file lacks", "0"
    ),
    "max_stale": SettingSpec(
        kinds.WHOLE_NUMBER, _EACH_GATE, "largest number of strings of a file that the template no longer has", "0"
    ),
    "max_outdated": SettingSpec(
        kinds.WHOLE_NUMBER, _EACH_GATE, "largest number of strings whose source changed after their translation", "0"
    ),
    "max_outdated_days": SettingSpec(
        kinds.WHOLE_NUMBER, _EACH_GATE, "largest number of days that a string may be outdated", "30"
    ),
    "max_check": SettingSpec(
        kinds.table_of(kinds.CHECK_ID, kinds.WHOLE_NUMBER, "a table of checks and numbers"),
        _EACH_GATE,
        "largest number of strings that fail a check, by check",
        "{ end_newline = 0 }",
    ),
    "require": SettingSpec(
        kinds.list_of(kinds.LANGUAGE_CODE), ("gate",), "languages that must have a file", '["de", "fr"]'
    ),
    "allow_drop": SettingSpec(
        kinds.ALLOWED_DROP, _EACH_GATE, "number or share of strings that may get worse", '"0.5%"'
    ),
    "count_new": SettingSpec(kinds.BOOLEAN, _EACH_GATE, "true: new untranslated strings count as worse", "false"),
    "count_failing": SettingSpec(
        kinds.BOOLEAN, _EACH_GATE, "true: translated strings that begin to fail a check count as worse", "true"
    ),
    "freeze": SettingSpec(
        kinds.BOOLEAN, ("gate",), "true: with `--base`, no string of the source may be new, reworded or removed", "true"
    ),
    "freeze_except": SettingSpec(
        kinds.list_of(kinds.TEXT), ("gate",), "keys that may change in a freeze: names or patterns", '["about.*"]'
    ),
    "enable_at": SettingSpec(kinds.PERCENTAGE, _EACH_GATE, "share from which a language is shipped, in percent", "70"),
    "disable_at": SettingSpec(
        kinds.PERCENTAGE, _EACH_GATE, "share below which a shipped language is removed, in percent", "60"
    ),
}
"""All settings by name, in the order of the documentation."""
