"""
Python brace format strings: a translation has the placeholders of its source, and no brace that is none.

Good:  "{name} by {author}"  ->  "{author}: {name}"
Bad:   "{name} by {author}"  ->  "{name} od {autor}"
Bad:   "{} of {}"            ->  "{}"
Bad:   "{count} files"       ->  "{count} souborů}"
Off:   the flag `ignore-python-brace-format`

Checked where gettext found placeholders of `str.format` (`python-brace-format`).
"""

import re

from transtats_cli.checks.placeholders.format_strings import PlaceholderSyntax

ID = "python_brace_format"

_FIELD_NAME_REGEX = r"(?:\d++|[A-Za-z_][A-Za-z0-9_]*+)(?:\.[A-Za-z_][A-Za-z0-9_]*+|\[[^\]]{1,200}+\])*"
_SPECIFICATION_REGEX = r"(?s:.)?[<>=^]?[ +-]?#?0?(?:[1-9]\d*+)?,?(?:\.[1-9]\d*+)?[EFGXb-gnosx%]?"
_PLACEHOLDER_PATTERN = re.compile(
    rf"\{{\{{|\}}\}}|\{{(?:{_FIELD_NAME_REGEX}(?:![ars])?(?::{_SPECIFICATION_REGEX})?)?\}}"
)


def _is_unnamed(text: str) -> bool:
    return text == "{}"


def _describe_stray_brace(target: str) -> str | None:
    remaining = _PLACEHOLDER_PATTERN.sub("", target)
    for brace in "{}":
        if brace in remaining:
            return f"a {brace} belongs to no placeholder; in the text it is written {brace * 2}"
    return None


FORMAT = PlaceholderSyntax(
    _PLACEHOLDER_PATTERN,
    is_positional=_is_unnamed,
    ignored_texts=frozenset(("{{", "}}")),
    find_target_problem=_describe_stray_brace,
    introducers="{}",
)
