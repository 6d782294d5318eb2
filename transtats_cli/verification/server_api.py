"""Read components, statistics and strings from the API of a server.

Responses are not trusted: each value is checked for its type, and a wrong type is an error that names the key.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

from transtats_cli.model import PLURAL_SEPARATOR
from transtats_cli.verification.client import ApiClient, ServerError

MAX_LANGUAGES = 10_000
MAX_COMPONENTS = 20_000
MAX_STRINGS = 200_000
"""Maximum number of strings of one language that are compared."""
Fields = Mapping[str, Any]
"""JSON object of a server."""


class ServerString(NamedTuple):
    """One string of a language as a server stores it. Plural forms are joined with PLURAL_SEPARATOR."""

    context: str
    source: str
    target: str
    state: int
    has_failing_check: bool
    flag_names: frozenset[str]
    """Names of the flags of the string itself, without those of the component. Empty if the server returns no flags."""


def read_components(client: ApiClient, project: str) -> Iterator[tuple[str, bool]]:
    """Yield the name of each component of a project in addresses, and True for a glossary.

    A category is a prefix of the name: `docs/manual`.
    """
    for fields in client.get_list("projects", project, "components", max_items=MAX_COMPONENTS):
        yield _read_slug(fields), fields.get("is_glossary") is True


def read_statistics(client: ApiClient, project: str, component: str) -> dict[str, Fields]:
    """Return the record of each language of a component, by code. Raises ServerError for a record without a code."""
    # `transtats serve` lists the source language only with this parameter. A Weblate server always lists it, and
    # ignores unknown parameters.
    parameters = {"with_source": "true"}
    path = ("components", project, component, "statistics")
    records = client.get_list(*path, max_items=MAX_LANGUAGES, parameters=parameters)
    return {_read_text(record, "code"): record for record in records}


def read_strings(client: ApiClient, project: str, component: str, code: str) -> Iterator[ServerString]:
    """Yield the strings of a language. Raises ServerError for a string without a state or a text."""
    for unit in client.get_list("translations", project, component, code, "units", max_items=MAX_STRINGS):
        state = unit.get("state") if isinstance(unit, dict) else None
        if not isinstance(state, int):
            raise ServerError("the server returned a string without a state")
        flags = (unit.get(key) for key in ("flags", "extra_flags"))
        # The values of flags may be split at a comma as well.
        names = (flag.strip().partition(":")[0] for text in flags if isinstance(text, str) for flag in text.split(","))
        yield ServerString(
            _read_text(unit, "context"),
            _join_forms(unit.get("source")),
            _join_forms(unit.get("target")),
            state,
            unit.get("has_failing_check") is True,
            frozenset(names),
        )


def _read_slug(fields: Any) -> str:
    """Return the name of a component in addresses, with its category if the address in the object contains one."""
    slug = _read_text(fields, "slug")
    try:
        last = urlsplit(str(fields.get("url", ""))).path.rstrip("/").rpartition("/")[2]
    except ValueError:
        return slug
    name = unquote(unquote(last))
    return name if name.rpartition("/")[2] == slug else slug


def _read_text(fields: Any, key: str) -> str:
    value = fields.get(key) if isinstance(fields, dict) else None
    if not isinstance(value, str):
        raise ServerError(f"the server returned an object without the text {key!r}")
    return value


def _join_forms(forms: Any) -> str:
    """Return the plural forms of a text as one text. Servers before version 4.7 return a text instead of a list."""
    if isinstance(forms, str):
        return forms
    if not isinstance(forms, list) or not all(isinstance(form, str) for form in forms):
        raise ServerError("the server returned a string without a source or a target")
    return PLURAL_SEPARATOR.join(forms)
