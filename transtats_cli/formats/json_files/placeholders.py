"""Flags of strings whose JSON file declares placeholders."""

from collections.abc import Iterable, Mapping
from typing import Any

from transtats_cli.flags import Flags


def flags_of_named_placeholders(placeholders: Mapping[str, Any]) -> Flags:
    """Return the flags for the named placeholders of a string in an ARB file or a browser extension.

    A placeholder has the form `$NAME$`, in upper or lower case.
    """
    return _placeholder_flags((f"${name.upper()}$" for name in placeholders), {"case-insensitive": ()})


def flags_of_gotext_placeholders(placeholders: Iterable[Mapping[str, Any]]) -> Flags:
    """Return the flags for the placeholders of a string in a gotext file. A placeholder has the form `{id}`."""
    return _placeholder_flags((f"{{{placeholder['id']}}}" for placeholder in placeholders), {})


def _placeholder_flags(placeholders: Iterable[str], more: dict[str, tuple[str, ...]]) -> Flags:
    return Flags({"placeholders": tuple(placeholders), **more})
