"""Placeholders of programming languages and libraries. The function of each check returns a syntax.

The check `unnamed_format` for sources uses the same syntaxes.
"""

import re
from collections.abc import Callable
from typing import Any

from transtats_cli.checks import CHECKS, CHECKS_BY_ID
from transtats_cli.checks.placeholders.format_strings import (
    PlaceholderSyntax,
    find_unnamed_placeholder_spans,
    is_unnumbered_placeholder,
)
from transtats_cli.checks.subject import CheckedString

# A percent sign without a valid conversion after it is a placeholder as well. Its text is empty.
_C_REGEX = r"%((?:\d++\$)?(?:[ +#'-]*+\d*+(?:\.\d++)?(?:hh|h|l|ll)?[A-Za-z%])?)"
_JAVA_MESSAGE_PLACEHOLDER_REGEX = r"\{\s*+\d++\s*+(?:,\s*+[a-z]++\s*+(?:,\s*+\S{1,200}\s*+)?)?\}"
_PYTHON_FIELD_REGEX = r"(?:\d++|[A-Za-z_][A-Za-z0-9_]*+)(?:\.[A-Za-z_][A-Za-z0-9_]*+|\[[^\]]{1,200}+\])*"
_PYTHON_SPECIFICATION_REGEX = r"(?s:.)?[<>=^]?[ +-]?#?0?(?:[1-9]\d*+)?,?(?:\.[1-9]\d*+)?[EFGXb-gnosx%]?"
_PYTHON_BRACE_REGEX = rf"\{{\{{|\}}\}}|\{{(?:{_PYTHON_FIELD_REGEX}(?:![ars])?(?::{_PYTHON_SPECIFICATION_REGEX})?)?\}}"
_SCHEME_PARAMETER_REGEX = r"(?:[+-]?\d++|'.|[vV#])"
_RUBY_NAME_STARTS = frozenset("$<{")


def _remove_blanks(text: str) -> str:
    return "".join(text.split())


def _remove_grouping_flag(text: str) -> str:
    """Return a placeholder without apostrophes, because `%'d` is `%d` with digits grouped."""
    return text.replace("'", "")


def _describe_stray_brace(target: str) -> str | None:
    remaining = re.sub(_PYTHON_BRACE_REGEX, "", target)
    for brace in "{}":
        if brace in remaining:
            return f"a {brace} belongs to no placeholder; in the text it is written {brace * 2}"
    return None


def _is_java_message_format(checked_string: CheckedString) -> bool:
    return "java-format" in checked_string.flags or any(
        re.search(_JAVA_MESSAGE_PLACEHOLDER_REGEX, source) for source in checked_string.sources
    )


def _create_percent_syntax(
    regex: str, is_positional: Callable[[str], bool] = is_unnumbered_placeholder, **options: Any
) -> PlaceholderSyntax:
    """Return a syntax in which `%%` is an escaped percent sign. Placeholders without numbers have an order."""
    return PlaceholderSyntax(regex, is_positional=is_positional, ignored_texts=frozenset({"%"}), **options)


_C_SYNTAX = _create_percent_syntax(_C_REGEX, normalise_text=_remove_grouping_flag)


def c_format() -> PlaceholderSyntax:
    """
    C format strings: a translation has the placeholders of its source, in their order unless numbered.

    Good:  "%d of %s"      ->  "%d z %s"
    Good:  "%1$d of %2$s"  ->  "%2$s: %1$d"
    Bad:   "%d of %s"      ->  "%s: %d"
    Bad:   "%d files"      ->  "soubory"

    Checked where gettext found C placeholders (`c-format`).
    """
    return _C_SYNTAX


def python_format() -> PlaceholderSyntax:
    """
    Python format strings: a translation has the placeholders of its source, named ones in any order.

    Good:  "%(name)s by %(author)s"  ->  "%(author)s: %(name)s"
    Bad:   "%(name)s by %(author)s"  ->  "%(nmae)s od %(author)s"
    Bad:   "%s in %d files"          ->  "v %d souborech: %s"

    Checked where gettext found percent placeholders of Python (`python-format`).
    """
    return _create_percent_syntax(
        r"%((?:\([^)]{1,1000}+\))?(?:[ +#-]*+\d*+(?:\.\d++)?(?:hh|h|l|ll)?[A-Za-z%])?)", lambda text: "(" not in text
    )


def python_brace_format() -> PlaceholderSyntax:
    """
    Python brace format strings: a translation has the placeholders of its source, and no brace that is none.

    Good:  "{name} by {author}"  ->  "{author}: {name}"
    Bad:   "{name} by {author}"  ->  "{name} od {autor}"
    Bad:   "{} of {}"            ->  "{}"
    Bad:   "{count} files"       ->  "{count} souborů}"

    Checked where gettext found placeholders of `str.format` (`python-brace-format`).
    """
    return PlaceholderSyntax(
        _PYTHON_BRACE_REGEX,
        is_positional=lambda text: text == "{}",
        ignored_texts=frozenset(("{{", "}}")),
        find_target_problem=_describe_stray_brace,
        target_problem_marks="{}",
    )


def php_format() -> PlaceholderSyntax:
    """
    PHP format strings: a translation has the placeholders of its source, in their order unless numbered.

    Good:  "%1$s by %2$s"  ->  "%2$s: %1$s"
    Bad:   "%1$s by %2$s"  ->  "%1$s od %1$s"
    """
    return _create_percent_syntax(r"%((?:\d++\$)?(?:[ +#-]*+\d*+(?:\.\d++)?(?:hh|h|l|ll)?[A-Za-z%])?)")


def perl_format() -> PlaceholderSyntax:
    """
    Perl format strings: a translation has the placeholders of its source, in their order unless numbered.

    Good:  "%d of %s"  ->  "%d z %s"
    Bad:   "%d of %s"  ->  "%s: %d"

    Placeholders are written as in C.
    """
    return _C_SYNTAX


def perl_brace_format() -> PlaceholderSyntax:
    """
    Perl brace format strings: a translation has the placeholders of its source, in any order.

    Good:  "{name} by {author}"  ->  "{author}: {name}"
    Bad:   "{name} by {author}"  ->  "{name} od {autor}"
    """
    return PlaceholderSyntax(r"\{[A-Za-z0-9_]++\}")


def javascript_format() -> PlaceholderSyntax:
    """
    JavaScript format strings: a translation has the placeholders of its source, in their order unless numbered.

    Good:  "%s is %s"  ->  "%s je %s"
    Bad:   "%s is %s"  ->  "je %s"

    Placeholders are written as in C.
    """
    return _C_SYNTAX


def lua_format() -> PlaceholderSyntax:
    """
    Lua format strings: a translation has the placeholders of its source, in their order unless numbered.

    Good:  "%d apples"  ->  "%d jablek"
    Bad:   "%d apples"  ->  "%s jablek"

    Placeholders are written as in C.
    """
    return _C_SYNTAX


def object_pascal_format() -> PlaceholderSyntax:
    """
    Object Pascal format strings: a translation has the placeholders of its source, in their order unless numbered.

    Good:  "%0:s of %1:d"  ->  "%1:d: %0:s"
    Bad:   "%s of %d"      ->  "%d: %s"
    Bad:   "%8.2f euros"   ->  "%8.3f eur"
    """
    return _create_percent_syntax(
        r"%((?:(?:\*|\d++):)?(?:-?(?:\*|\d++)?(?:\.(?:\*|\d++))?[DEFGMNPSUXdefgmnpsux%])?)",
        lambda text: ":" not in text and text != "%",
    )


def scheme_format() -> PlaceholderSyntax:
    """
    Scheme format strings: a translation has the directives of its source, in their order unless numbered.

    Good:  "~0@*~a of ~1@*~d"  ->  "~1@*~d: ~0@*~a"
    Bad:   "~a of ~d"          ->  "~d: ~a"
    Bad:   "~5,'0d seconds"    ->  "~5d sekund"
    """
    return PlaceholderSyntax(
        rf"~((?:\d++@\*~)?(?:(?:{_SCHEME_PARAMETER_REGEX}(?:,{_SCHEME_PARAMETER_REGEX})*)?:?@?[A-Za-z%$?&_/|!\[\]()~])?)",
        is_positional=lambda text: "@*" not in text and text != "~",
        ignored_texts=frozenset({"~"}),
    )


def c_sharp_format() -> PlaceholderSyntax:
    """
    C# format strings: a translation has the placeholders of its source, in any order.

    Good:  "{0} of {1:N}"  ->  "{1:D}: {0}"
    Bad:   "{0} of {1}"    ->  "{0} z {2}"

    Only the numbers count: how a value is written may differ between languages.
    """
    return PlaceholderSyntax(r"\{(\d++)(?:[-,? ]++\d*+(?:\.\d++)?)?(?::[A-Za-z0#., ]*+\d*+)?\}")


def java_printf_format() -> PlaceholderSyntax:
    """
    Java printf format strings: a translation has the placeholders of its source, in their order unless numbered.

    Good:  "%1$s on %2$tY"  ->  "%2$tY: %1$s"
    Bad:   "%s on %tY"      ->  "%tY: %s"
    Bad:   "%,d bytes"      ->  "%d Byte"

    Messages of `MessageFormat` have a check of their own,
    java_format.
    """
    # Flags and width can both match a zero, flags and precision a full stop. Repetitions are possessive, because
    # backtracking would only move these characters from one part to another.
    return _create_percent_syntax(r"%((?:\d++\$)?[-.#+0,(]*+\d*+(?:\.\d++)?(?:[Tt]?[A-Za-z]|%))")


def java_format() -> PlaceholderSyntax:
    """
    Java MessageFormat: a translation has the placeholders of its source, in any order, and paired apostrophes.

    Good:  "{0} of {1,number}"  ->  "{1,number,integer}: {0}"
    Bad:   "{0} of {1}"         ->  "{0} z {2}"
    Bad:   "The file of {0}"    ->  "Le fichier d'{0}"

    Checked where the flag `java-format` is set, or `auto-java-messageformat` and the source has such a placeholder.
    Only the numbers count; in these messages an apostrophe of the text is written twice.
    """
    # A style is as long as possible and may contain braces: it ends at the last brace before a blank.
    return PlaceholderSyntax(
        r"\{(\d++)\s*+(?:,\s*+[a-z]++(?:,\s*+\S{1,200})?\s*+)?\}",
        find_target_problem=lambda target: (
            "an apostrophe has no second one; in the text it is written ''" if target.count("'") % 2 else None
        ),
        applies_to_string=_is_java_message_format,
        target_problem_marks="'",
    )


def objc_format() -> PlaceholderSyntax:
    """
    Objective-C format strings: a translation has the placeholders of its source, in their order unless numbered.

    Good:  "%1$@ of %2$ld"  ->  "%2$ld: %1$@"
    Bad:   "%@ of %ld"      ->  "%ld: %@"
    Bad:   "%#@days@ left"  ->  "noch Tage"

    Variables of a stringsdict, `%#@days@`, may change places.
    """
    return _create_percent_syntax(
        r"%((?:\d++\$)?(?:#@\w++@|[ +#'-]*+\d*+(?:\.\d++)?(?:hh|ll|[hlztjqL])?[A-Za-z@%])?)",
        lambda text: is_unnumbered_placeholder(text) and not text.startswith("#@"),
        normalise_text=_remove_grouping_flag,
    )


def qt_format() -> PlaceholderSyntax:
    """
    Qt format strings: a translation has the numbered placeholders of its source, in any order.

    Good:  "%1 of %L2"  ->  "%L2: %1"
    Bad:   "%1 of %2"   ->  "%1 z %3"
    """
    return PlaceholderSyntax(r"%(L?\d{1,2})")


def qt_plural_format() -> PlaceholderSyntax:
    """
    Qt plural format strings: a translation says the count as its source does.

    Good:  "%n files"  ->  "%n souborů"
    Bad:   "%n files"  ->  "%Ln souborů"
    """
    return PlaceholderSyntax(r"%(L?n)", is_positional=lambda _text: True)


def ruby_format() -> PlaceholderSyntax:
    """
    Ruby format strings: a translation has the placeholders of its source, in their order unless named or numbered.

    Good:  "%{name} by %<author>s"  ->  "%<author>s: %{name}"
    Bad:   "%s by %d"               ->  "%d: %s"
    Bad:   "100%% of %s"            ->  "100 % z %s"

    An escaped percent sign, `%%`, counts like a placeholder.
    """
    # A name contains any characters but blanks and the closing bracket, so the name in `%<a<n>s` is `a<n`.
    return PlaceholderSyntax(
        r"%((?:\d++\$)?[ +#*-]*+\d*+(?:\.\d++)?(?:[A-Za-z%]|<[^> ]{1,200}+>[A-Za-z]|\{[^} ]{1,200}+\}))",
        is_positional=lambda text: text != "%" and _RUBY_NAME_STARTS.isdisjoint(text),
    )


def laravel_format() -> PlaceholderSyntax:
    """
    Laravel placeholders: a translation has the placeholders of its source, in any order.

    Good:  ":name by :author"  ->  ":author: :name"
    Bad:   ":name by :author"  ->  ":name od :autor"
    """
    return PlaceholderSyntax(r":([A-Za-z][A-Za-z0-9_]*+)")


def percent_placeholders() -> PlaceholderSyntax:
    """
    Percent placeholders: a translation has the placeholders between percent signs of its source, in any order.

    Good:  "%name% by %author%"  ->  "%author%: %name%"
    Bad:   "%name% by %author%"  ->  "%name% od %autor%"
    """
    return PlaceholderSyntax(r"%[A-Za-z0-9_]++%")


def vue_format() -> PlaceholderSyntax:
    """
    Vue I18n formatting: a translation has the placeholders and linked messages of its source, in any order.

    Good:  "{name} in @:app.title"  ->  "@:app.title: {name}"
    Bad:   "{name} in @:app.title"  ->  "{name} v @:app.titel"
    """
    return PlaceholderSyntax(r"(?i)%?\{[^}]{1,1000}+\}|@(?:\.[a-z]++)?:(?:[\w./|-]++|\([\w./:|-]++\))")


def i18next_interpolation() -> PlaceholderSyntax:
    """
    Interpolation of i18next: a translation has the interpolations and nested messages of its source, in any order.

    Good:  "{{count}} of $t(total)"  ->  "$t(total): {{ count }}"
    Bad:   "{{count}} of $t(total)"  ->  "{{count}} z $t(suma)"

    Blanks inside do not matter.
    """
    return PlaceholderSyntax(
        r"\$t\(.[^)\n]{0,300}+\)|\{\{.[^}\n]{0,300}+(?:\}(?!\})[^}\n]{0,300}+){0,8}\}\}", normalise_text=_remove_blanks
    )


def es_format() -> PlaceholderSyntax:
    """
    ECMAScript template literals: a translation has the interpolations of its source, in any order.

    Good:  "${name} by ${author}"  ->  "${ author }: ${name}"
    Bad:   "${name} by ${author}"  ->  "${name} od ${autor}"

    Blanks inside do not matter.
    """
    return PlaceholderSyntax(r"\$\{([^}]{1,1000}+)\}", normalise_text=_remove_blanks)


def automattic_components_format() -> PlaceholderSyntax:
    """
    Automattic components: a translation has the component tags of its source, in any order.

    Good:  "Read {{link}}more{{/link}}{{icon/}}"  ->  "{{icon/}}{{link}}Více{{/link}}"
    Bad:   "Read {{link}}more{{/link}}"           ->  "{{link}}Více"
    """
    return PlaceholderSyntax(r"\{\{/?\s*+\w++\s*+/?\}\}")


def angularjs_format() -> PlaceholderSyntax:
    """
    AngularJS interpolation: a translation has the expressions of its source, in any order.

    Good:  "{{name}} by {{author}}"  ->  "{{ author }}: {{name}}"
    Bad:   "{{name}} by {{author}}"  ->  "{{name}} od {{autor}}"

    Blanks inside do not matter.
    """
    return PlaceholderSyntax(
        r"\{\{(\s*+.[^}\n]{0,300}+(?:\}(?!\})[^}\n]{0,300}+){0,8}\s*+|\s++)\}\}", normalise_text=_remove_blanks
    )


_UNNAMED_FORMAT_FLAGS = CHECKS_BY_ID["unnamed_format"].enabling_flags
_CHECKS_OF_NAMED_FORMATS = tuple(
    check for check in CHECKS if check.kind == "format" and set(check.enabling_flags) & set(_UNNAMED_FORMAT_FLAGS)
)


def unnamed_format(checked_string: CheckedString) -> str | None:
    """
    A source with several placeholders names or numbers them, so that a translation can change their order.

    Good:  "%(count)d of %(total)d"
    Bad:   "%d of %d"

    Checked where the string has the flag of a programming language whose placeholders can have names or numbers.
    """
    unnamed: set[tuple[int, int]] = set()
    for check in _CHECKS_OF_NAMED_FORMATS:
        if any(flag in checked_string.flags for flag in check.enabling_flags if flag in _UNNAMED_FORMAT_FLAGS):
            unnamed.update(find_unnamed_placeholder_spans(check.definition, checked_string.sources[0]))
    if len(unnamed) < 2:
        return None
    return f"the source has {len(unnamed)} placeholders without name or number"
