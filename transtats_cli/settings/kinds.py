"""Kinds of values of settings: each validates and normalizes a value, and describes it as a JSON Schema.

The rules of a text are regular expressions, which are valid in Python and in a JSON Schema.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from functools import partial
from typing import Any, NamedTuple

from transtats_cli import flags
from transtats_cli.checks import ALL_CHECKS_FLAG, CHECKS_BY_ID, UNDECIDABLE_CHECKS, make_ignore_flag
from transtats_cli.formats.detection import MULTILINGUAL_FORMATS
from transtats_cli.nearest import find_similar_name

SettingValue = str | bool | int | float | Mapping[str, str] | Mapping[str, int] | tuple[str, ...]
Schema = dict[str, Any]

MAX_STARS_PER_NAME = 2
MAX_STARS_PER_MASK = 4
"""Maximum numbers of stars in one name of a file mask and in the whole file mask.

Each star multiplies the time of an unsuccessful match with a long file name.
"""

MAX_TEXT_LENGTH = 1000
MAX_ENTRIES = 10_000
"""Maximum number of entries of a list or a table in a setting."""
MAX_NUMBER = 10**12

_IGNORE_PREFIX = "ignore-"
_TYPE_NAMES: Mapping[type, str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a text",
    list: "a list",
    dict: "a table",
    type(None): "nothing",
}


TextRule = tuple[str, str]
"""Rule for texts: a regular expression, and the reason for a text that breaks the rule.

In the reason, `{text}` is the text, and `{match}` the match of an expression that the text must not contain.
"""
_NO_CONTROL_CHARACTERS = (r"[\u0000-\u001f\u007f]", "has a control character in it")


class Kind(NamedTuple):
    """Kind of the values of settings."""

    validate: Callable[[object], Any]
    """Function that returns the normalized value. It raises ValueError with a reason if the value is invalid."""
    schema: Schema
    """JSON Schema of the values."""
    validate_exported: Callable[[object], Any] | None = None
    """Function like `validate` for a field that a server has exported. None if `validate` accepts such a field."""


def _number(types: type | tuple[type, ...], title: str, maximum: int, reason: str) -> Kind:
    """Return the kind of numbers from 0 to `maximum`. `title` and `reason` are parts of messages."""

    def validate(value: object) -> int | float:
        number: int | float = _require_type(value, types, title)
        if not 0 <= number <= maximum:
            raise ValueError(f"{number} is {reason}")
        return number

    return Kind(validate, {"type": "integer" if types is int else "number", "minimum": 0, "maximum": maximum})


def _text(
    *forbidden: TextRule,
    required: TextRule | None = None,
    normalize: Callable[[str], str] = str,
) -> Kind:
    """Return the kind of texts without a match of the rules in `forbidden`, and with a match of the rule `required`.

    `normalize` returns the normalized text, or raises ValueError with a reason.
    """
    refused = (_NO_CONTROL_CHARACTERS, *forbidden)

    def validate(value: object) -> str:
        text: str = _require_type(value, str, "a text in quotes")
        if len(text) > MAX_TEXT_LENGTH:
            raise ValueError(f"is longer than {MAX_TEXT_LENGTH} characters")
        for regex, reason in refused:
            if match := re.search(regex, text):
                raise ValueError(reason.format(text=text, match=match))
        if required and not re.search(required[0], text):
            raise ValueError(required[1].format(text=text))
        return normalize(text)

    schema: Schema = {
        "type": "string",
        "maxLength": MAX_TEXT_LENGTH,
        "not": {"pattern": "|".join(regex for regex, _ in refused)},
    }
    if required:
        schema["pattern"] = required[0]
    return Kind(validate, schema)


def _require_regex(text: str) -> str:
    if fault := flags.find_regex_fault(text):
        raise ValueError(f"is not a regular expression ({fault})")
    return text


def _normalize_path(path: str) -> str:
    # On systems other than Windows, a backslash is a character of a name.
    return "/".join(part for part in path.replace(os.sep, "/").split("/") if part not in ("", "."))


BOOLEAN = Kind(lambda value: _require_type(value, bool, "true or false"), {"type": "boolean"})
WHOLE_NUMBER = _number(int, "a whole number", MAX_NUMBER, f"not between 0 and {MAX_NUMBER}")
PERCENTAGE = _number((int, float), "a number of percent", 100, "no percentage between 0 and 100")
TEXT = _text()
LANGUAGE_REGEX = Kind(_text(normalize=_require_regex).validate, {**TEXT.schema, "format": "regex"})
_URL_REGEX = r"^https?://(\[[0-9A-Fa-f:.]+\]|[^\s/?#\\@:\[\]]+)(:[0-9]{1,5})?(/[^\s?#]*)?$"
BASE_URL = _text(
    # The message does not contain an address with a password, because the password is secret.
    (f"^(?!{_URL_REGEX}).*@", "has a user or a password in it; leave the credentials out"),
    required=(_URL_REGEX, "{text!r} is not an address like https://weblate.example.org"),
    normalize=lambda text: text.rstrip("/"),
)
"""Address that links begin with. The normalized address has no slash at its end."""
LANGUAGE_CODE = _text(required=("^[A-Za-z0-9@_.+-]{1,50}$", "{text!r} is not a language code"))
_PATH_RULES = (
    # On Windows, `C:name` is relative to the current directory of the drive.
    (r"^[/\\]|^[A-Za-z]:", "{text!r} is absolute; give the path from the component's directory"),
    (r"(^|[/\\])\.\.([/\\]|$)", "{text!r} leads out of its directory; '..' is not allowed"),
)
PATH = _text(*_PATH_RULES, normalize=_normalize_path)
MASK = _text(
    *_PATH_RULES,
    (r"\*\*", "{text!r} has a '**'; each '*' stands for a part of one name"),
    (
        rf"^([^*]*\*){{{MAX_STARS_PER_MASK + 1}}}|(\*[^*/]*){{{MAX_STARS_PER_NAME}}}\*",
        f"{{text!r}} has too many '*'; a name may have {MAX_STARS_PER_NAME}, and all of them {MAX_STARS_PER_MASK}",
    ),
    required=(rf"\*|\.({'|'.join(MULTILINGUAL_FORMATS)})$", "{text!r} has no '*' where the language stands"),
    normalize=_normalize_path,
)
"""Path of files with `*` in place of the language, or path of a file that contains the strings of all languages."""
_NAME_REASON = "{text!r} cannot stand in an address; use letters, digits, '-' and '_'"
PROJECT_NAME = _text((r"^\.\.?$", _NAME_REASON), required=(r"^[^\s/\\%?#]+$", _NAME_REASON))
COMPONENT_NAME = _text((r"(^|/)\.\.(/|$)", _NAME_REASON), required=(r"^[^\s/\\%?#]+(/[^\s/\\%?#]+)*$", _NAME_REASON))
SLICE_NAME = _text(required=("^[A-Za-z0-9_.-]+$", "{text!r} is no name of a slice; use letters, digits, '-' and '_'"))
QUERY = _text(required=(r"\S", "is empty, so it would select all strings"))
"""Query for strings, which is parsed when it is used."""
LANGUAGE_NAMES = _text(
    (
        r"(^|,)\s*(total|overall)\s*(,|$)",
        "{match[2]!r} is not a language; a limit on the total is fail_under_{match[2]} in a gate",
    ),
    required=(r"[^,\s]", "names no language"),
)
"""Languages and groups of languages, separated by commas. The names of totals on the command line are not allowed."""


def choice(values: Sequence[str], reason: str) -> Kind:
    """Return the kind of one of several texts. `reason` is the end of the message for all other texts."""

    def validate(value: object) -> str:
        text: str = TEXT.validate(value)
        if text in values:
            return text
        similar = find_similar_name(text, values)
        raise ValueError(f"{text!r} is {reason}" + (f"; did you mean {similar!r}?" if similar else ""))

    return Kind(validate, {"enum": list(values)})


def list_of(items: Kind, *, empty_reason: str = "") -> Kind:
    """Return the kind of lists of texts, whose normalized value is a tuple.

    `empty_reason` is the message for an empty list. Without this message, the list may be empty.
    """

    def validate(value: object) -> tuple[str, ...]:
        entries: list[object] = _require_type(value, list, "a list of texts")
        _refuse_too_many_entries(entries)
        if not entries and empty_reason:
            raise ValueError(empty_reason)
        return tuple(map(items.validate, entries))

    least = {"minItems": 1} if empty_reason else {}
    return Kind(validate, {"type": "array", "items": items.schema, "maxItems": MAX_ENTRIES, **least})


LANGUAGE_GROUP = list_of(LANGUAGE_CODE, empty_reason="names no language")


def table_of(keys: Kind, values: Kind, title: str) -> Kind:
    """Return the kind of tables with keys and values of two kinds. `title` describes the table in messages."""

    def validate(value: object) -> Mapping[str, Any]:
        table: Mapping[str, object] = _require_type(value, Mapping, title)
        _refuse_too_many_entries(table)
        return {keys.validate(key): values.validate(each) for key, each in table.items()}

    # The number of keys from an enumeration is limited by the enumeration.
    limit = {} if "enum" in keys.schema else {"maxProperties": MAX_ENTRIES}
    schema = {"type": "object", "propertyNames": keys.schema, "additionalProperties": values.schema, **limit}
    return Kind(validate, schema)


def parameters(values_by_name: Mapping[str, tuple[str, ...]]) -> Kind:
    """Return the kind of tables of parameters, with the allowed values of each. Without them, any text may be given."""

    def validate(value: object, *, is_exported: bool = False) -> Mapping[str, str]:
        table: Mapping[str, object] = _require_type(value, Mapping, "a table")
        texts: dict[str, str] = {}
        for name, choice in table.items():
            if name not in values_by_name:
                # A server has more parameters, for example for writing files.
                if is_exported:
                    continue
                raise ValueError(f"has no {name!r}; there are {', '.join(values_by_name)}")
            texts[name] = str(choice).lower() if isinstance(choice, bool) else TEXT.validate(choice)
            if values_by_name[name] and texts[name] not in values_by_name[name]:
                raise ValueError(f"{name} is one of {', '.join(values_by_name[name])}, not {choice!r}")
        return texts

    properties: Schema = {}
    for name, allowed in values_by_name.items():
        booleans = [value == "true" for value in allowed if value in ("true", "false")]
        properties[name] = {"enum": [*allowed, *booleans]} if allowed else TEXT.schema
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    return Kind(validate, schema, partial(validate, is_exported=True))


def _validate_check_id(value: object) -> str:
    check_id: str = TEXT.validate(value)
    if reason := unknown_check_reason(check_id):
        raise ValueError(reason)
    return check_id


def _validate_flags(value: object, *, is_exported: bool = False) -> str:
    text: str = TEXT.validate(value)
    for name in flags.parse_flags(text) if text else ():
        # A server may have more checks, whose flags have no effect here.
        if is_exported or not name.startswith(_IGNORE_PREFIX):
            continue
        known = [*map(make_ignore_flag, [*CHECKS_BY_ID, *UNDECIDABLE_CHECKS]), ALL_CHECKS_FLAG]
        if name not in known:
            hint = _suggest_name(name, known, _IGNORE_PREFIX)
            raise ValueError(f"there is no check that {name!r} switches off{hint}")
    return text


def _validate_allowed_drop(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(WHOLE_NUMBER.validate(value))
    text: str = TEXT.validate(value)
    if not re.search(_DROP_REGEX, text):
        raise ValueError(f"{text!r} is neither a number of strings nor a share of them, like 0.5%")
    return text if text.endswith("%") else str(int(text))


CHECK_ID = Kind(_validate_check_id, {"enum": sorted(CHECKS_BY_ID)})
_LANGUAGE_OBJECT = {"type": "object", "properties": {"code": LANGUAGE_CODE.schema}, "required": ["code"]}
EXPORTED_LANGUAGE = Kind(
    lambda value: LANGUAGE_CODE.validate(value["code"] if isinstance(value, Mapping) and "code" in value else value),
    {"anyOf": [LANGUAGE_CODE.schema, _LANGUAGE_OBJECT]},
)
"""Code of a language, or an object with `name` and `code`, as a server exports a language."""
FLAG_LINE = Kind(_validate_flags, TEXT.schema, partial(_validate_flags, is_exported=True))
_DROP_REGEX = r"^([0-9]{1,12}|([0-9]{1,2}(\.[0-9]{1,9})?|0[0-9]{2}(\.[0-9]{1,9})?|100(\.0{1,9})?)%)$"
ALLOWED_DROP = Kind(
    _validate_allowed_drop,
    {"anyOf": [WHOLE_NUMBER.schema, {"type": "string", "pattern": _DROP_REGEX, "not": {"pattern": "\\n"}}]},
)
"""Number of strings (`3`), or percentage of strings (`0.5%`). The normalized value is a text."""


def _require_type(value: object, expected: type | tuple[type, ...], title: str) -> Any:
    """Return the value. Raises ValueError if it has another type. True and False are not numbers."""
    if not isinstance(value, expected) or (isinstance(value, bool) and expected is not bool):
        # A wrong type is reported like all other errors of a value.
        raise ValueError(f"must be {title}, not {_TYPE_NAMES.get(type(value), 'a date')}")
    return value


def _refuse_too_many_entries(entries: Sized) -> None:
    if len(entries) > MAX_ENTRIES:
        raise ValueError(f"has more than {MAX_ENTRIES} entries; shorten it")


def unknown_check_reason(check_id: str) -> str:
    """Return the message for an id that no check has, with the most similar id. Return '' if there is such a check.

    For a check that only a server can decide, the message contains the reason.
    """
    if check_id in CHECKS_BY_ID:
        return ""
    if check_id in UNDECIDABLE_CHECKS:
        return f"files alone cannot decide {check_id}: it {UNDECIDABLE_CHECKS[check_id]}"
    return f"there is no check {check_id!r}{_suggest_name(check_id, [*CHECKS_BY_ID, *UNDECIDABLE_CHECKS])}"


def _suggest_name(name: str, known_names: Iterable[str], prefix: str = "") -> str:
    """Return the end of a message, with the most similar one of the known names. All names have the prefix."""
    similar = find_similar_name(name.removeprefix(prefix), [known.removeprefix(prefix) for known in known_names])
    return f"; did you mean '{prefix}{similar}'?" if similar else "; `transtats checks` lists them"
