"""Names of all settings, and validation of their values."""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sized
from typing import Any, NamedTuple

from transtats_cli.formats import READERS
from transtats_cli.nearest import nearest

Value = str | bool | int | float | Mapping[str, str] | Mapping[str, int] | tuple[str, ...]

FORMATS = (*READERS, "plainxliff")
"""Names of file formats in settings. `plainxliff` is an old name of `xliff` with `xliff_placeables = "plain"`."""

PARAMETERS = {
    "xliff_placeables": ("placeables", "plain"),
    "xml_whitespace_handling": ("preserve", "standard", "normalize"),
}
"""Parameters in the setting `file_format_params`, with their allowed values."""

REFERENCE = "reference"
READERS_OF_FILES = ("fast", REFERENCE)
"""Allowed values of the setting `reader`."""

MEASURES = ("translated", "words", "chars", "approved", "translated-and-not-failing", "complete")
"""Values of `measure`. `translated-and-not-failing` counts translated strings that fail no check, and `complete` the
translated strings of the template."""

MOST_STARS_IN_A_NAME = 2
MOST_STARS = 4
"""Maximum numbers of stars in one name of a file mask and in the whole file mask.

Each star multiplies the time of an unsuccessful match with a long file name.
"""

LONGEST_TEXT = 1000
MOST_ENTRIES = 10_000
"""Maximum number of entries of a list or a table in a setting."""
LARGEST_NUMBER = 10**12

_ADDRESS = r"https?://(?:\[[0-9A-Fa-f:.]+\]|[^\s/?#\\@:\[\]]+)(?::[0-9]{1,5})?(?:/[^\s?#]*)?"


def check(key: str, value: object) -> Value:
    """Return the normalized value of the setting `key`. Raises ValueError with a reason if the value is invalid."""
    return KEYS[key].check(value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"must be a text in quotes, not {_kind(value)}")  # noqa: TRY004  one error for all that is wrong
    if len(value) > LONGEST_TEXT:
        raise ValueError(f"is longer than {LONGEST_TEXT} characters")
    # `isprintable` is faster, and most texts are printable.
    if not value.isprintable() and any(ord(character) < 32 or ord(character) == 127 for character in value):
        raise ValueError("has a control character in it")
    return value


def _path(value: object) -> str:
    """Return a relative path without empty segments and `.` segments. Raises ValueError for absolute paths and `..`."""
    text = _text(value)
    # On Windows, `C:name` is relative to the current directory of the drive.
    if text.startswith(("/", "\\")) or re.match("[A-Za-z]:", text):
        raise ValueError(f"{text!r} is absolute; give the path from the component's directory")
    if ".." in re.split(r"[/\\]", text):
        raise ValueError(f"{text!r} leads out of its directory; '..' is not allowed")
    # On systems other than Windows, a backslash is a character of a name.
    return "/".join(part for part in text.replace(os.sep, "/").split("/") if part not in ("", "."))


def _filemask(value: object) -> str:
    mask = _path(value)
    if "*" not in mask:
        raise ValueError(f"{mask!r} has no '*' where the language stands")
    if "**" in mask:
        raise ValueError(f"{mask!r} has a '**'; each '*' stands for a part of one name")
    if mask.count("*") > MOST_STARS or any(name.count("*") > MOST_STARS_IN_A_NAME for name in mask.split("/")):
        raise ValueError(
            f"{mask!r} has too many '*'; a name may have {MOST_STARS_IN_A_NAME}, and all of them {MOST_STARS}"
        )
    return mask


def _file_format(value: object) -> str:
    text = _text(value)
    if text not in FORMATS:
        raise ValueError(f"{text!r} is not a format that is read here; there are {', '.join(FORMATS)}")
    return text


def _language(value: object) -> str:
    # A server exports a language as an object with name and code.
    text = _text(value["code"] if isinstance(value, Mapping) and "code" in value else value)
    if not re.fullmatch(r"[A-Za-z0-9@_.+-]{1,50}", text):
        raise ValueError(f"{text!r} is not a language code")
    return text


def _language_regex(value: object) -> str:
    text = _text(value)
    try:
        re.compile(text)
    except (re.error, RecursionError, OverflowError) as error:
        raise ValueError(f"is not a regular expression ({error})") from error
    return text


def _flag_text(value: object) -> str:
    text = _text(value)
    if text:
        from transtats_cli import flags

        flags.parse(text)
    return text


def _base_url(value: object) -> str:
    text = _text(value)
    if not re.fullmatch(_ADDRESS, text):
        if "@" in text:  # The message does not contain the address, because the password is secret.
            raise ValueError("has a user or a password in it; leave the credentials out")
        raise ValueError(f"{text!r} is not an address like https://weblate.example.org")
    return text.rstrip("/")


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"must be true or false, not {_kind(value)}")  # noqa: TRY004  one error for all that is wrong
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError(f"must be a list of texts, not {_kind(value)}")  # noqa: TRY004  one error for all that is wrong
    _refuse_too_many(value)
    return tuple(map(_text, value))


def _project(value: object) -> str:
    text = _text(value)
    if not re.fullmatch(r"[^\s/\\%?#]+", text) or text in (".", ".."):
        raise ValueError(f"{text!r} cannot stand in an address; use letters, digits, '-' and '_'")
    return text


def _check_ids(value: object) -> tuple[str, ...]:
    ids = _texts(value)
    _refuse_unknown_checks(ids)
    return ids


def _refuse_unknown_checks(ids: Iterable[str]) -> None:
    from transtats_cli.settings.check_ids import reason_against

    for check_id in ids:
        if reason := reason_against(check_id):
            raise ValueError(reason)


def _refuse_too_many(value: Sized) -> None:
    if len(value) > MOST_ENTRIES:
        raise ValueError(f"has more than {MOST_ENTRIES} entries; shorten it")


def _aliases(value: object) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table of language codes, not {_kind(value)}")  # noqa: TRY004  one error for all
    _refuse_too_many(value)
    return {_text(part): _language(code) for part, code in value.items()}


def _parameters(value: object) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table, not {_kind(value)}")  # noqa: TRY004  one error for all that is wrong
    for name, choice in value.items():
        if name not in PARAMETERS:
            raise ValueError(f"has no {name!r}; there are {', '.join(PARAMETERS)}")
        if choice not in PARAMETERS[name]:
            raise ValueError(f"{name} is one of {', '.join(PARAMETERS[name])}, not {choice!r}")
    return dict(value)


def _percentage(value: object) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"must be a number of percent, not {_kind(value)}")  # noqa: TRY004  one error for all
    if not 0 <= value <= 100:
        raise ValueError(f"{value} is no percentage between 0 and 100")
    return value


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"must be a whole number, not {_kind(value)}")  # noqa: TRY004  one error for all that is wrong
    if not 0 <= value <= LARGEST_NUMBER:
        raise ValueError(f"{value} is not between 0 and {LARGEST_NUMBER}")
    return value


def _numbers(value: object) -> Mapping[str, int]:
    if not isinstance(value, Mapping):
        raise ValueError(f"must be a table of checks and numbers, not {_kind(value)}")  # noqa: TRY004  one error for all
    _refuse_unknown_checks(map(_text, value))
    return {name: _number(number) for name, number in value.items()}


def _measure(value: object) -> str:
    text = _text(value)
    if text not in MEASURES:
        raise ValueError(f"{text!r} is not one of {', '.join(MEASURES)}{_suggestion(text)}")
    return text


def _suggestion(text: str) -> str:
    suggestion = nearest(text, MEASURES)
    return f"; did you mean {suggestion!r}?" if suggestion else ""


def _reader(value: object) -> str:
    text = _text(value)
    if text not in READERS_OF_FILES:
        raise ValueError(f"{text!r} is neither {' nor '.join(map(repr, READERS_OF_FILES))}")
    return text


def _allowed_drop(value: object) -> str:
    """Return a number of strings (`3`) or a percentage of strings (`0.5%`) as text. `value` is an integer or a text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(_number(value))
    text = _text(value)
    if re.fullmatch("[0-9]{1,12}", text):
        return str(int(text))
    if not re.fullmatch("[0-9]{1,3}([.][0-9]{1,9})?%", text):
        raise ValueError(f"{text!r} is neither a number of strings nor a share of them, like 0.5%")
    _percentage(float(text[:-1]))
    return text


def check_languages(value: object) -> tuple[str, ...]:
    """Return a list of language codes as a tuple. Raises ValueError with a reason if `value` is invalid."""
    return tuple(map(_language, _texts(value)))


def _kind(value: object) -> str:
    names: dict[type[Any], str] = {bool: "true or false", int: "a number", float: "a number", str: "a text"}
    names |= {list: "a list", dict: "a table", type(None): "nothing"}
    return names.get(type(value), "a date")


class Key(NamedTuple):
    """Definition of one setting: validation, allowed tables and description."""

    check: Callable[[object], Value]
    """Function that returns the normalized value of the setting. It raises ValueError if the value is invalid."""
    levels: str
    """Letters of the tables that may contain the setting: g (top level of the file), p (a project), c (a component), k
    (`checks`), r (`gate`), l (a language of a gate)."""
    meaning: str
    """Short description of the setting for users."""


KEYS: Mapping[str, Key] = {
    "base_url": Key(_base_url, "gpc", "address that links begin with"),
    "review": Key(_boolean, "gpc", "true: count approved strings; false: always print 0 of them"),
    "strict": Key(_boolean, "gpc", "true: PO files with control characters in their strings are unreadable"),
    "reader": Key(_reader, "gpc", "`reference`: read files with polib and translate-toolkit, which is slower"),
    "source_language": Key(_language, "gpc", "code of the source language"),
    "language_regex": Key(_language_regex, "gpc", "regular expression for the languages in paths that count"),
    "aliases": Key(_aliases, "gpc", "language codes of the languages in paths, where these differ"),
    "check_flags": Key(_flag_text, "gpc", "flags for all strings, as in a PO file"),
    "file_format_params": Key(_parameters, "gpc", "options for XLIFF: `xliff_placeables`, `xml_whitespace_handling`"),
    "name": Key(_text, "pc", "display name; its words count as neutral in the check `same`"),
    "path": Key(_path, "c", "directory of the component, relative to the settings file"),
    "filemask": Key(_filemask, "c", "path of its files, with `*` in place of the language"),
    "file_format": Key(_file_format, "c", "format of its files; detected by default"),
    "template": Key(_path, "c", "file with the source texts of a monolingual component"),
    "new_base": Key(_text, "c", "template for new translations (.pot)"),
    "project": Key(_project, "g", "name of the project; a file with a single table `[project.NAME]` needs no other"),
    "exclude": Key(_texts, "g", "folders that are not searched, written as in `.gitignore`"),
    "select": Key(_check_ids, "k", "checks that run; all others do not"),
    "ignore": Key(_check_ids, "k", "checks that do not run"),
    "words": Key(_texts, "k", "words that may stay untranslated, for the check `same`"),
    "fail_under": Key(_percentage, "lr", "smallest share of a language that must be translated, in percent"),
    "measure": Key(_measure, "lr", f"unit of `fail_under`: {', '.join(MEASURES)}"),
    "max_failing": Key(_number, "lr", "largest number of strings that fail a check"),
    "max_failing_percent": Key(_percentage, "lr", "largest share of strings that fail a check, in percent"),
    "max_fuzzy": Key(_number, "lr", "largest number of fuzzy strings"),
    "max_missing": Key(_number, "lr", "largest number of strings of the template that a file lacks"),
    "max_check": Key(_numbers, "lr", "largest number of strings that fail a check, by check"),
    "require": Key(check_languages, "r", "languages that must have a file"),
    "allow_drop": Key(_allowed_drop, "lr", "number or share of strings that may get worse"),
    "count_new": Key(_boolean, "lr", "true: new untranslated strings count as worse"),
    "enable_at": Key(_percentage, "lr", "share from which a language is shipped, in percent"),
    "disable_at": Key(_percentage, "lr", "share below which a shipped language is removed, in percent"),
}
"""All settings by name, in the order of the documentation."""
