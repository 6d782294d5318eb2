"""Names of all settings, and validation of their values.

Each function `_require_...` returns the normalized value of a setting. It raises ValueError with a reason if the value
is invalid.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sized
from typing import Any, NamedTuple

from transtats_cli import flags
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.nearest import find_similar_name
from transtats_cli.settings.check_ids import unknown_check_reason, unknown_flag_reason

SettingValue = str | bool | int | float | Mapping[str, str] | Mapping[str, int] | tuple[str, ...]

FORMAT_NAMES = (*FILE_FORMATS, "plainxliff")
"""Names of file formats in settings. `plainxliff` is an old name of `xliff` with `xliff_placeables = "plain"`."""

_ENCODINGS = ("utf-8", "iso-8859-1", "utf-16")
_BOOLEAN_TEXTS = ("true", "false")
FORMAT_PARAMETERS: Mapping[str, tuple[str, ...]] = {
    "xliff_placeables": ("placeables", "plain"),
    "xml_whitespace_handling": ("preserve", "standard", "normalize"),
    "properties_encoding": _ENCODINGS,
    "gwt_encoding": _ENCODINGS,
    "strings_encoding": ("utf-8", "utf-16"),
    "csv_encoding": ("auto", *_ENCODINGS),
    "csv_simple_encoding": ("auto", *_ENCODINGS),
    "flatxml_root_name": (),
    "flatxml_value_name": (),
    "flatxml_key_name": (),
    "md_extract_frontmatter": _BOOLEAN_TEXTS,
    "merge_duplicates": _BOOLEAN_TEXTS,
}
"""Parameters in the setting `file_format_params`, with their allowed values. Without allowed values, any text may be
given."""

REFERENCE_READER = "reference"
READERS_OF_FILES = ("fast", REFERENCE_READER)
"""Allowed values of the setting `reader`."""

MEASURE_VALUES = ("translated", "words", "chars", "approved", "translated-and-not-failing", "complete")
"""Allowed values of the setting `measure`.

`translated-and-not-failing` counts the translated strings that fail no check. `complete` counts the translated strings
of the template.
"""

MAX_STARS_PER_NAME = 2
MAX_STARS_PER_MASK = 4
"""Maximum numbers of stars in one name of a file mask and in the whole file mask.

Each star multiplies the time of an unsuccessful match with a long file name.
"""

MAX_TEXT_LENGTH = 1000
MAX_ENTRIES = 10_000
"""Maximum number of entries of a list or a table in a setting."""
MAX_NUMBER = 10**12

_BASE_URL_REGEX = r"https?://(?:\[[0-9A-Fa-f:.]+\]|[^\s/?#\\@:\[\]]+)(?::[0-9]{1,5})?(?:/[^\s?#]*)?"


def validate_setting(key: str, value: object) -> SettingValue:
    """Return the normalized value of the setting `key`. Raises ValueError with a reason if the value is invalid."""
    return SETTING_SPECS[key].validate(value)


def _require_text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"must be a text in quotes, not {_describe_type(value)}")  # noqa: TRY004  one error for all that is wrong
    if len(value) > MAX_TEXT_LENGTH:
        raise ValueError(f"is longer than {MAX_TEXT_LENGTH} characters")
    # `isprintable` is faster, and most texts are printable.
    if not value.isprintable() and any(ord(character) < 32 or ord(character) == 127 for character in value):
        raise ValueError("has a control character in it")
    return value


def _require_relative_path(value: object) -> str:
    """Return a relative path without empty segments and `.` segments. Raises ValueError for absolute paths and `..`."""
    text = _require_text(value)
    # On Windows, `C:name` is relative to the current directory of the drive.
    if text.startswith(("/", "\\")) or _has_drive_letter(text):
        raise ValueError(f"{text!r} is absolute; give the path from the component's directory")
    if ".." in text.replace("\\", "/").split("/"):
        raise ValueError(f"{text!r} leads out of its directory; '..' is not allowed")
    # On systems other than Windows, a backslash is a character of a name.
    return "/".join(part for part in text.replace(os.sep, "/").split("/") if part not in ("", "."))


def _has_drive_letter(path: str) -> bool:
    return path[1:2] == ":" and path[0].isascii() and path[0].isalpha()


def _require_file_mask(value: object) -> str:
    mask = _require_relative_path(value)
    if "*" not in mask:
        raise ValueError(f"{mask!r} has no '*' where the language stands")
    if "**" in mask:
        raise ValueError(f"{mask!r} has a '**'; each '*' stands for a part of one name")
    if mask.count("*") > MAX_STARS_PER_MASK or any(name.count("*") > MAX_STARS_PER_NAME for name in mask.split("/")):
        raise ValueError(
            f"{mask!r} has too many '*'; a name may have {MAX_STARS_PER_NAME}, and all of them {MAX_STARS_PER_MASK}"
        )
    return mask


def _require_file_format(value: object) -> str:
    text = _require_text(value)
    if text not in FORMAT_NAMES:
        raise ValueError(f"{text!r} is not a format that is read here; there are {', '.join(FORMAT_NAMES)}")
    return text


def _require_language_code(value: object) -> str:
    # A server exports a language as an object with name and code.
    text = _require_text(value["code"] if isinstance(value, Mapping) and "code" in value else value)
    if not re.fullmatch(r"[A-Za-z0-9@_.+-]{1,50}", text):
        raise ValueError(f"{text!r} is not a language code")
    return text


def _require_language_regex(value: object) -> str:
    import warnings

    text = _require_text(value)
    try:
        with warnings.catch_warnings():
            # Python warns about expressions such as `[[a]`, whose meaning may change.
            warnings.simplefilter("ignore")
            re.compile(text)
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"is not a regular expression ({error})") from error
    return text


def require_valid_flags(value: object) -> str:
    """Return a line of flags. Raises ValueError if it cannot be parsed. The flags may be unknown."""
    text = _require_text(value)
    if text:
        flags.parse_flags(text)
    return text


def _require_flags(value: object) -> str:
    text = require_valid_flags(value)
    if "ignore-" in text:
        for name in flags.parse_flags(text):
            if reason := unknown_flag_reason(name):
                raise ValueError(reason)
    return text


def _require_base_url(value: object) -> str:
    text = _require_text(value)
    if not re.fullmatch(_BASE_URL_REGEX, text):
        if "@" in text:  # The message does not contain the address, because the password is secret.
            raise ValueError("has a user or a password in it; leave the credentials out")
        raise ValueError(f"{text!r} is not an address like https://weblate.example.org")
    return text.rstrip("/")


def _require_boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {_describe_type(value)}")  # noqa: TRY004  one error for all that is wrong
    return value


def _require_text_list(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError(f"must be a list of texts, not {_describe_type(value)}")  # noqa: TRY004  one error for all that is wrong
    _refuse_too_many_entries(value)
    return tuple(map(_require_text, value))


def _require_project_name(value: object) -> str:
    text = _require_text(value)
    if not re.fullmatch(r"[^\s/\\%?#]+", text) or text in (".", ".."):
        raise ValueError(f"{text!r} cannot stand in an address; use letters, digits, '-' and '_'")
    return text


def _require_check_ids(value: object) -> tuple[str, ...]:
    ids = _require_text_list(value)
    _refuse_unknown_checks(ids)
    return ids


def _refuse_unknown_checks(check_ids: Iterable[str]) -> None:
    for check_id in check_ids:
        if reason := unknown_check_reason(check_id):
            raise ValueError(reason)


def _refuse_too_many_entries(entries: Sized) -> None:
    if len(entries) > MAX_ENTRIES:
        raise ValueError(f"has more than {MAX_ENTRIES} entries; shorten it")


def _require_language_aliases(value: object) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table of language codes, not {_describe_type(value)}")  # noqa: TRY004  one error for all
    _refuse_too_many_entries(value)
    return {_require_text(part): _require_language_code(code) for part, code in value.items()}


def _require_format_parameters(value: object) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table, not {_describe_type(value)}")  # noqa: TRY004  one error for all that is wrong
    for name, choice in value.items():
        if name not in FORMAT_PARAMETERS:
            raise ValueError(f"has no {name!r}; there are {', '.join(FORMAT_PARAMETERS)}")
        allowed = FORMAT_PARAMETERS[name]
        if allowed and _to_parameter_text(choice) not in allowed:
            raise ValueError(f"{name} is one of {', '.join(allowed)}, not {choice!r}")
    return {name: _to_parameter_text(choice) for name, choice in value.items()}


def _to_parameter_text(choice: object) -> str:
    return str(choice).lower() if isinstance(choice, bool) else _require_text(choice)


def _require_percentage(value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"must be a number of percent, not {_describe_type(value)}")  # noqa: TRY004  one error for all
    if not 0 <= value <= 100:
        raise ValueError(f"{value} is no percentage between 0 and 100")
    return value


def _require_whole_number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"must be a whole number, not {_describe_type(value)}")  # noqa: TRY004  one error for all that is wrong
    if not 0 <= value <= MAX_NUMBER:
        raise ValueError(f"{value} is not between 0 and {MAX_NUMBER}")
    return value


def _require_numbers_by_check(value: object) -> Mapping[str, int]:
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table of checks and numbers, not {_describe_type(value)}")  # noqa: TRY004  one error for all
    _refuse_unknown_checks(map(_require_text, value))
    return {name: _require_whole_number(number) for name, number in value.items()}


def _require_share_measure(value: object) -> str:
    text = _require_text(value)
    if text not in MEASURE_VALUES:
        raise ValueError(f"{text!r} is not one of {', '.join(MEASURE_VALUES)}{_suggest_measure(text)}")
    return text


def _suggest_measure(text: str) -> str:
    suggestion = find_similar_name(text, MEASURE_VALUES)
    return f"; did you mean {suggestion!r}?" if suggestion else ""


def _require_reader_name(value: object) -> str:
    text = _require_text(value)
    if text not in READERS_OF_FILES:
        raise ValueError(f"{text!r} is neither {' nor '.join(map(repr, READERS_OF_FILES))}")
    return text


def _require_allowed_drop(value: object) -> str:
    """Return a number of strings (`3`) or a percentage of strings (`0.5%`) as text. `value` is an integer or a text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(_require_whole_number(value))
    text = _require_text(value)
    if re.fullmatch("[0-9]{1,12}", text):
        return str(int(text))
    if not re.fullmatch("[0-9]{1,3}([.][0-9]{1,9})?%", text):
        raise ValueError(f"{text!r} is neither a number of strings nor a share of them, like 0.5%")
    _require_percentage(float(text[:-1]))
    return text


def require_language_codes(value: object) -> tuple[str, ...]:
    """Return a list of language codes as a tuple. Raises ValueError with a reason if `value` is invalid."""
    return tuple(map(_require_language_code, _require_text_list(value)))


def _describe_type(value: object) -> str:
    names: dict[type[Any], str] = {bool: "true or false", int: "a number", float: "a number", str: "a text"}
    names |= {list: "a list", dict: "a table", type(None): "nothing"}
    return names.get(type(value), "a date")


class SettingSpec(NamedTuple):
    """Definition of one setting: validation, allowed tables and description."""

    validate: Callable[[object], SettingValue]
    """Function that returns the normalized value of the setting. It raises ValueError if the value is invalid."""
    table_letters: str
    """Letters of the tables that may contain the setting: g (top level of the file), p (a project), c (a component), k
    (`checks`), r (`gate`), o (only the `gate` at the top level), l (a language of a gate)."""
    description: str
    """Short description of the setting for users."""

    def is_allowed_in(self, table_letters: str) -> bool:
        """Return True if a table may contain the setting. `table_letters` are the letters of the table."""
        return not set(table_letters).isdisjoint(self.table_letters)


SETTING_SPECS: Mapping[str, SettingSpec] = {
    "base_url": SettingSpec(_require_base_url, "gpc", "address that links begin with"),
    "review": SettingSpec(_require_boolean, "gpc", "true: count approved strings; false: always print 0 of them"),
    "strict": SettingSpec(
        _require_boolean, "gpc", "true: PO files with control characters in their strings are unreadable"
    ),
    "reader": SettingSpec(
        _require_reader_name, "gpc", "`reference`: read files with polib and translate-toolkit, which is slower"
    ),
    "source_language": SettingSpec(_require_language_code, "gpc", "code of the source language"),
    "language_regex": SettingSpec(
        _require_language_regex, "gpc", "regular expression for the languages in paths that count"
    ),
    "aliases": SettingSpec(
        _require_language_aliases, "gpc", "language codes of the languages in paths, where these differ"
    ),
    "check_flags": SettingSpec(_require_flags, "gpc", "flags for all strings, as in a PO file"),
    "file_format_params": SettingSpec(
        _require_format_parameters, "gpc", "options of the file format, such as `xliff_placeables`"
    ),
    "name": SettingSpec(_require_text, "pc", "display name; its words count as neutral in the check `same`"),
    "path": SettingSpec(_require_relative_path, "c", "directory of the component, relative to the settings file"),
    "filemask": SettingSpec(_require_file_mask, "c", "path of its files, with `*` in place of the language"),
    "file_format": SettingSpec(_require_file_format, "c", "format of its files; detected by default"),
    "template": SettingSpec(_require_relative_path, "c", "file with the source texts of a monolingual component"),
    "new_base": SettingSpec(_require_text, "c", "template for new translations (.pot)"),
    "project": SettingSpec(
        _require_project_name, "g", "name of the project; a file with a single table `[project.NAME]` needs no other"
    ),
    "exclude": SettingSpec(_require_text_list, "g", "folders that are not searched, written as in `.gitignore`"),
    "select": SettingSpec(_require_check_ids, "k", "checks that run; all others do not"),
    "ignore": SettingSpec(_require_check_ids, "k", "checks that do not run"),
    "words": SettingSpec(_require_text_list, "k", "words that may stay untranslated, for the check `same`"),
    "fail_under": SettingSpec(
        _require_percentage, "lr", "smallest share of a language that must be translated, in percent"
    ),
    "fail_under_total": SettingSpec(
        _require_percentage, "r", "smallest share of all languages of a component together, in percent"
    ),
    "fail_under_overall": SettingSpec(
        _require_percentage, "o", "smallest share of all components together, in percent, with `--all`"
    ),
    "measure": SettingSpec(_require_share_measure, "lr", f"unit of `fail_under`: {', '.join(MEASURE_VALUES)}"),
    "max_failing": SettingSpec(_require_whole_number, "lr", "largest number of strings that fail a check"),
    "max_failing_percent": SettingSpec(
        _require_percentage, "lr", "largest share of strings that fail a check, in percent"
    ),
    "max_fuzzy": SettingSpec(_require_whole_number, "lr", "largest number of fuzzy strings"),
    "max_missing": SettingSpec(
        _require_whole_number, "lr", "largest number of strings of the template that a file lacks"
    ),
    "max_check": SettingSpec(_require_numbers_by_check, "lr", "largest number of strings that fail a check, by check"),
    "require": SettingSpec(require_language_codes, "r", "languages that must have a file"),
    "allow_drop": SettingSpec(_require_allowed_drop, "lr", "number or share of strings that may get worse"),
    "count_new": SettingSpec(_require_boolean, "lr", "true: new untranslated strings count as worse"),
    "enable_at": SettingSpec(_require_percentage, "lr", "share from which a language is shipped, in percent"),
    "disable_at": SettingSpec(_require_percentage, "lr", "share below which a shipped language is removed, in percent"),
}
"""All settings by name, in the order of the documentation."""
