"""Kinds of values of settings: each validates and normalizes a value, and describes it as a JSON Schema."""

import os
import re
import warnings
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence, Sized
from typing import Any

from transtats_cli import flags
from transtats_cli.checks import ALL_CHECKS_FLAG, CHECKS_BY_ID, make_ignore_flag
from transtats_cli.checks.undecidable import UNDECIDABLE_CHECKS
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

_CONTROL_CHARACTER_REGEX = r"[\u0000-\u001f\u007f]"
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


class Kind(ABC):
    """Kind of the values of settings."""

    @abstractmethod
    def validate(self, value: object) -> SettingValue:
        """Return the normalized value. Raises ValueError with a reason if the value is invalid."""

    @abstractmethod
    def schema(self) -> Schema:
        """Return the JSON Schema of the values."""

    def validate_exported(self, value: object) -> SettingValue:
        """Return the normalized value of a field that a server has exported. Raises ValueError like `validate`."""
        return self.validate(value)


class Boolean(Kind):
    def validate(self, value: object) -> bool:
        return bool(_require_type(value, bool, "true or false"))

    def schema(self) -> Schema:
        return {"type": "boolean"}


class WholeNumber(Kind):
    def validate(self, value: object) -> int:
        number: int = _require_type(value, int, "a whole number")
        if not 0 <= number <= MAX_NUMBER:
            raise ValueError(f"{number} is not between 0 and {MAX_NUMBER}")
        return number

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": 0, "maximum": MAX_NUMBER}


class Percentage(Kind):
    def validate(self, value: object) -> int | float:
        number: int | float = _require_type(value, (int, float), "a number of percent")
        if not 0 <= number <= 100:
            raise ValueError(f"{number} is no percentage between 0 and 100")
        return number

    def schema(self) -> Schema:
        return {"type": "number", "minimum": 0, "maximum": 100}


class Text(Kind):
    def validate(self, value: object) -> str:
        text: str = _require_type(value, str, "a text in quotes")
        if len(text) > MAX_TEXT_LENGTH:
            raise ValueError(f"is longer than {MAX_TEXT_LENGTH} characters")
        # `isprintable` is faster, and most texts are printable.
        if not text.isprintable() and re.search(_CONTROL_CHARACTER_REGEX, text):
            raise ValueError("has a control character in it")
        return text

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": MAX_TEXT_LENGTH, "not": {"pattern": _CONTROL_CHARACTER_REGEX}}


class Choice(Text):
    """One of several texts. `reason` is the end of the message for all other texts."""

    def __init__(self, values: Sequence[str], reason: str, *, suggests_similar: bool = False) -> None:
        self.values = tuple(values)
        self._reason = reason
        self._suggests_similar = suggests_similar

    def validate(self, value: object) -> str:
        text = super().validate(value)
        if text in self.values:
            return text
        similar = find_similar_name(text, self.values) if self._suggests_similar else ""
        raise ValueError(f"{text!r} is {self._reason}" + (f"; did you mean {similar!r}?" if similar else ""))

    def schema(self) -> Schema:
        return {"enum": list(self.values)}


class CheckId(Text):
    def validate(self, value: object) -> str:
        check_id = super().validate(value)
        if reason := unknown_check_reason(check_id):
            raise ValueError(reason)
        return check_id

    def schema(self) -> Schema:
        return {"enum": sorted(CHECKS_BY_ID)}


class LanguageCode(Text):
    """Code of a language."""

    _REGEX = "[A-Za-z0-9@_.+-]{1,50}"

    def validate(self, value: object) -> str:
        text = super().validate(value)
        if not re.fullmatch(self._REGEX, text):
            raise ValueError(f"{text!r} is not a language code")
        return text

    def schema(self) -> Schema:
        return {"type": "string", "pattern": f"^{self._REGEX}$", "not": {"pattern": "\\n"}}


class ExportedLanguage(LanguageCode):
    """Code of a language, or an object with `name` and `code`, as a server exports a language."""

    def validate(self, value: object) -> str:
        return super().validate(value["code"] if isinstance(value, Mapping) and "code" in value else value)

    def schema(self) -> Schema:
        code = super().schema()
        return {"anyOf": [code, {"type": "object", "properties": {"code": code}, "required": ["code"]}]}


class LanguageRegex(Text):
    def validate(self, value: object) -> str:
        text = super().validate(value)
        try:
            with warnings.catch_warnings():
                # Python warns about expressions such as `[[a]`, whose meaning may change.
                warnings.simplefilter("ignore")
                re.compile(text)
        except (re.error, RecursionError, OverflowError) as error:
            raise ValueError(f"is not a regular expression ({error})") from error
        return text

    def schema(self) -> Schema:
        return {**super().schema(), "format": "regex"}


class FlagLine(Text):
    """Line of flags for strings."""

    def validate(self, value: object) -> str:
        text = self.validate_exported(value)
        for name in flags.parse_flags(text) if _IGNORE_PREFIX in text else ():
            if reason := _unknown_flag_reason(name):
                raise ValueError(reason)
        return text

    def validate_exported(self, value: object) -> str:
        # A server may have more checks, whose flags have no effect here.
        text = super().validate(value)
        if text:
            flags.parse_flags(text)
        return text


class RelativePath(Text):
    """Path without empty segments and `.` segments. Absolute paths and `..` are invalid."""

    _FORBIDDEN_REGEX = f"{_CONTROL_CHARACTER_REGEX}|^[/\\\\]|^[A-Za-z]:|(^|[/\\\\])\\.\\.([/\\\\]|$)"

    def validate(self, value: object) -> str:
        text = super().validate(value)
        # On Windows, `C:name` is relative to the current directory of the drive.
        if re.match(r"[/\\]|[A-Za-z]:", text):
            raise ValueError(f"{text!r} is absolute; give the path from the component's directory")
        if ".." in text.replace("\\", "/").split("/"):
            raise ValueError(f"{text!r} leads out of its directory; '..' is not allowed")
        # On systems other than Windows, a backslash is a character of a name.
        return "/".join(part for part in text.replace(os.sep, "/").split("/") if part not in ("", "."))

    def schema(self) -> Schema:
        return {**super().schema(), "not": {"pattern": self._FORBIDDEN_REGEX}}


class Mask(RelativePath):
    """Path of files with `*` in place of the language."""

    _TOO_MANY_STARS_REGEX = r"\*\*|([^*]*\*){5}|\*[^*/]*\*[^*/]*\*"

    def validate(self, value: object) -> str:
        mask = super().validate(value)
        if "*" not in mask:
            raise ValueError(f"{mask!r} has no '*' where the language stands")
        if "**" in mask:
            raise ValueError(f"{mask!r} has a '**'; each '*' stands for a part of one name")
        if mask.count("*") > MAX_STARS_PER_MASK or any(
            name.count("*") > MAX_STARS_PER_NAME for name in mask.split("/")
        ):
            raise ValueError(
                f"{mask!r} has too many '*'; a name may have {MAX_STARS_PER_NAME}, and all of them {MAX_STARS_PER_MASK}"
            )
        return mask

    def schema(self) -> Schema:
        forbidden = f"{self._FORBIDDEN_REGEX}|{self._TOO_MANY_STARS_REGEX}"
        return {**super().schema(), "not": {"pattern": forbidden}, "pattern": r"\*"}


class BaseUrl(Text):
    """Address that links begin with. The normalized address has no slash at its end."""

    _REGEX = r"https?://(\[[0-9A-Fa-f:.]+\]|[^\s/?#\\@:\[\]]+)(:[0-9]{1,5})?(/[^\s?#]*)?"

    def validate(self, value: object) -> str:
        text = super().validate(value)
        if not re.fullmatch(self._REGEX, text):
            if "@" in text:  # The message does not contain the address, because the password is secret.
                raise ValueError("has a user or a password in it; leave the credentials out")
            raise ValueError(f"{text!r} is not an address like https://weblate.example.org")
        return text.rstrip("/")

    def schema(self) -> Schema:
        return {**super().schema(), "pattern": f"^{self._REGEX}$"}


class ProjectName(Text):
    _REGEX = r"[^\s/\\%?#]+"

    def validate(self, value: object) -> str:
        text = super().validate(value)
        if not re.fullmatch(self._REGEX, text) or text in (".", ".."):
            raise ValueError(f"{text!r} cannot stand in an address; use letters, digits, '-' and '_'")
        return text

    def schema(self) -> Schema:
        return {
            **super().schema(),
            "not": {"pattern": f"^\\.\\.?$|{_CONTROL_CHARACTER_REGEX}"},
            "pattern": f"^{self._REGEX}$",
        }


class AllowedDrop(Text):
    """Number of strings (`3`), or percentage of strings (`0.5%`). The normalized value is a text."""

    def validate(self, value: object) -> str:
        if isinstance(value, int) and not isinstance(value, bool):
            return str(WholeNumber().validate(value))
        text = super().validate(value)
        if re.fullmatch("[0-9]{1,12}", text):
            return str(int(text))
        if not re.fullmatch("[0-9]{1,3}([.][0-9]{1,9})?%", text):
            raise ValueError(f"{text!r} is neither a number of strings nor a share of them, like 0.5%")
        Percentage().validate(float(text[:-1]))
        return text

    def schema(self) -> Schema:
        regex = r"^([0-9]{1,12}|([0-9]{1,2}(\.[0-9]{1,9})?|0[0-9]{2}(\.[0-9]{1,9})?|100(\.0{1,9})?)%)$"
        return {"anyOf": [WholeNumber().schema(), {"type": "string", "pattern": regex, "not": {"pattern": "\\n"}}]}


class ListOf(Kind):
    """List of texts of one kind. The normalized value is a tuple."""

    def __init__(self, items: Text) -> None:
        self._items = items

    def validate(self, value: object) -> tuple[str, ...]:
        entries: list[object] = _require_type(value, list, "a list of texts")
        _refuse_too_many_entries(entries)
        return tuple(map(self._items.validate, entries))

    def schema(self) -> Schema:
        return {"type": "array", "items": self._items.schema(), "maxItems": MAX_ENTRIES}


class TableOf(Kind):
    """Table with keys of one kind and values of another kind. `title` describes the table in messages."""

    def __init__(self, keys: Text, values: Kind, title: str) -> None:
        self._keys = keys
        self._values = values
        self._title = title

    def validate(self, value: object) -> Any:
        table: Mapping[str, object] = _require_type(value, Mapping, self._title)
        _refuse_too_many_entries(table)
        return {self._keys.validate(key): self._values.validate(each) for key, each in table.items()}

    def schema(self) -> Schema:
        keys = self._keys.schema()
        # The number of keys from an enumeration is limited by the enumeration.
        limit = {} if "enum" in keys else {"maxProperties": MAX_ENTRIES}
        return {"type": "object", "propertyNames": keys, "additionalProperties": self._values.schema(), **limit}


class Parameters(Kind):
    """Table of parameters, with the allowed values of each. Without allowed values, any text may be given."""

    def __init__(self, values_by_name: Mapping[str, tuple[str, ...]]) -> None:
        self._values_by_name = values_by_name

    def validate(self, value: object) -> Mapping[str, str]:
        table: Mapping[str, object] = _require_type(value, Mapping, "a table")
        for name, choice in table.items():
            if name not in self._values_by_name:
                raise ValueError(f"has no {name!r}; there are {', '.join(self._values_by_name)}")
            allowed = self._values_by_name[name]
            if allowed and _to_parameter_text(choice) not in allowed:
                raise ValueError(f"{name} is one of {', '.join(allowed)}, not {choice!r}")
        return {name: _to_parameter_text(choice) for name, choice in table.items()}

    def validate_exported(self, value: object) -> Mapping[str, str]:
        if isinstance(value, Mapping):
            # A server has more parameters, for example for writing files.
            value = {name: choice for name, choice in value.items() if name in self._values_by_name}
        return self.validate(value)

    def schema(self) -> Schema:
        properties = {name: _parameter_schema(values) for name, values in self._values_by_name.items()}
        return {"type": "object", "properties": properties, "additionalProperties": False}


def _parameter_schema(allowed_values: Sequence[str]) -> Schema:
    booleans = [value == "true" for value in allowed_values if value in ("true", "false")]
    return {"enum": [*allowed_values, *booleans]} if allowed_values else Text().schema()


def _to_parameter_text(choice: object) -> str:
    return str(choice).lower() if isinstance(choice, bool) else Text().validate(choice)


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
    similar_id = find_similar_name(check_id, [*CHECKS_BY_ID, *UNDECIDABLE_CHECKS])
    hint = f"; did you mean {similar_id!r}?" if similar_id else "; `transtats checks` lists them"
    return f"there is no check {check_id!r}{hint}"


def _unknown_flag_reason(flag_name: str) -> str:
    """Return the message for a flag `ignore-ID` if no check has this id, with the most similar flag. '' otherwise."""
    known = [*map(make_ignore_flag, [*CHECKS_BY_ID, *UNDECIDABLE_CHECKS]), ALL_CHECKS_FLAG]
    if not flag_name.startswith(_IGNORE_PREFIX) or flag_name in known:
        return ""
    similar_name = find_similar_name(
        flag_name.removeprefix(_IGNORE_PREFIX), [flag.removeprefix(_IGNORE_PREFIX) for flag in known]
    )
    hint = f"did you mean '{_IGNORE_PREFIX}{similar_name}'?" if similar_name else "`transtats checks` lists the checks"
    return f"there is no check that {flag_name!r} switches off; {hint}"
