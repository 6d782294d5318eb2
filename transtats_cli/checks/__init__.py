"""Table of all checks, in report order.

Each check has one line in `CHECKS` and one module in the package of its family. The module name is the id of the check,
with underscores instead of dashes. `CheckKind` documents the names that the module must define. A function
`find_problem` returns one plain sentence that describes the problem of a string, or None if the string has no problem.

- Families: `whitespace`, `punctuation`, `words`, `plurals`, `lengths`, `tags`, `markup`, `placeholders`, `programming`,
  `fluent` and `batch`. Modules that several checks of a family use are in the package of the family.
- `runner` is the entry point. For each string, `screening` selects the checks that may fail. `evaluation` calls these
  checks with a `CheckedString`.
- `pages` parses the docstrings of the checks. `undecidable` lists the checks that cannot be decided from files.
"""

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Literal, NamedTuple

from transtats_cli.flags import Flags

ALL_CHECKS_FLAG = "ignore-all-checks"
"""Name of the flag that switches all checks off."""


CheckKind = Literal["pair", "unit", "format", "text", "source", "batch"]
"""Kind of a check: the input of the check, and the names that the module of the check must define.

- `pair`: compares one source form with one target form. Defines `find_problem(source, target, checked_string)`.
- `unit`: checks a translated string with all its plural forms. Defines `find_problem(checked_string)`.
- `format`: checks the placeholders of one programming language. Defines `FORMAT`, which `format_strings` uses.
- `text`: checks a text on its own: a translation without its source, or a string of the source language. Defines
  `find_problem(checked_string)`. In the source language, the targets are the source texts.
- `source`: checks a string of the source language. Defines `find_problem(checked_string)`.
- `batch`: compares many strings. Each check of this kind has functions of its own, which `runner` calls.
"""


class Check(NamedTuple):
    """Properties of one check: id, family, kind, and the flags that switch the check on."""

    id: str
    family: str
    """Name of the package that contains the module of the check."""
    kind: CheckKind
    enabling_flags: tuple[str, ...] = ()
    """Flags that switch the check on. One of these flags is enough. If empty, the check is on by default."""
    shares_ignore_flag_of: str = ""
    """Id of another check, whose ignore flag also switches this check off.

    If empty, this check has its own ignore flag.
    """

    @property
    def ignore_flag(self) -> str:
        """Name of the flag that switches the check off."""
        return make_ignore_flag(self.shares_ignore_flag_of or self.id)

    @property
    def checks_source(self) -> bool:
        """True if the check reports strings of the source language instead of translations."""
        return self.kind == "source" or self.id == "multiple_failures"

    @property
    def module(self) -> ModuleType:
        """Python module of the check. Imported on first use, because most runs need only a few checks."""
        return import_module(f"{__name__}.{self.family}.{self.id.replace('-', '_')}")

    def is_on_for_flags(self, flags: Flags | frozenset[str]) -> bool:
        """Return True if this check is on for a string with the given flags."""
        if self.enabling_flags and not any(map(flags.__contains__, self.enabling_flags)):
            return False
        return not flags or not (self.ignore_flag in flags or ALL_CHECKS_FLAG in flags)


@cache
def make_ignore_flag(check_id: str) -> str:
    """Return the name of the flag that switches off the check with this id."""
    return "ignore-" + check_id.replace("_", "-")


_UNNAMED_FORMAT_FLAGS = (
    "python-format",
    "php-format",
    "c-format",
    "object-pascal-format",
    "perl-format",
    "perl-brace-format",
    "javascript-format",
    "lua-format",
    "python-brace-format",
    "scheme-format",
    "c-sharp-format",
    "java-printf-format",
    "automattic-components-format",
    "laravel-format",
    "objc-format",
)

CHECKS: tuple[Check, ...] = (
    # All translations
    Check("same", "words", "pair"),
    Check("begin_newline", "whitespace", "pair"),
    Check("end_newline", "whitespace", "pair"),
    Check("begin_space", "whitespace", "pair"),
    Check("end_space", "whitespace", "pair"),
    Check("double_space", "whitespace", "pair"),
    Check("end_stop", "punctuation", "pair"),
    Check("end_colon", "punctuation", "pair"),
    Check("end_question", "punctuation", "pair"),
    Check("end_exclamation", "punctuation", "pair"),
    Check("end_interrobang", "punctuation", "pair"),
    Check("end_ellipsis", "punctuation", "pair"),
    Check("end_semicolon", "punctuation", "pair"),
    Check("multiple_capital", "words", "pair"),
    Check("kashida", "words", "pair"),
    Check("punctuation_spacing", "punctuation", "pair"),
    Check("kabyle-characters", "words", "pair"),
    Check("zero-width-space", "whitespace", "pair"),
    Check("escaped_newline", "whitespace", "pair"),
    Check("newline-count", "whitespace", "pair"),
    Check("duplicate", "words", "pair"),
    Check("plurals", "plurals", "unit"),
    Check("same-plurals", "plurals", "unit"),
    Check("xml-invalid", "tags", "pair"),
    Check("xml-tags", "tags", "pair"),
    Check("xml-chars-around-tags", "tags", "pair"),
    # Translations with a flag
    Check("c_format", "programming", "format", ("c-format",)),
    Check("python_format", "programming", "format", ("python-format",)),
    Check("python_brace_format", "programming", "format", ("python-brace-format",)),
    Check("php_format", "programming", "format", ("php-format",)),
    Check("perl_format", "programming", "format", ("perl-format",)),
    Check("perl_brace_format", "programming", "format", ("perl-brace-format",)),
    Check("javascript_format", "programming", "format", ("javascript-format",)),
    Check("lua_format", "programming", "format", ("lua-format",)),
    Check("object_pascal_format", "programming", "format", ("object-pascal-format",)),
    Check("scheme_format", "programming", "format", ("scheme-format",)),
    Check("c_sharp_format", "programming", "format", ("c-sharp-format", "csharp-format")),
    Check("java_printf_format", "programming", "format", ("java-printf-format",)),
    Check("java_format", "programming", "format", ("java-format", "auto-java-messageformat")),
    Check("objc_format", "programming", "format", ("objc-format",)),
    Check("qt_format", "programming", "format", ("qt-format",)),
    Check("qt_plural_format", "programming", "format", ("qt-plural-format",)),
    Check("ruby_format", "programming", "format", ("ruby-format",)),
    Check("laravel_format", "programming", "format", ("laravel-format",)),
    Check("percent_placeholders", "placeholders", "format", ("percent-placeholders",)),
    Check("vue_format", "programming", "format", ("vue-format",)),
    Check("i18next_interpolation", "placeholders", "format", ("i18next-interpolation",)),
    Check("es_format", "programming", "format", ("es-format",)),
    Check("automattic_components_format", "programming", "format", ("automattic-components-format",)),
    Check("angularjs_format", "programming", "format", ("angularjs-format",)),
    Check("icu_message_format", "placeholders", "unit", ("icu-message-format",)),
    Check("max-length", "lengths", "unit", ("max-length",)),
    Check("max-lines", "lengths", "unit", ("max-lines",)),
    Check("max-size", "lengths", "text", ("max-size",)),
    Check("placeholders", "placeholders", "unit", ("placeholders",)),
    Check("regex", "placeholders", "unit", ("regex",)),
    Check("url", "markup", "pair", ("url",)),
    Check("safe-html", "tags", "pair", ("safe-html", "auto-safe-html")),
    Check("bbcode", "markup", "pair", ("bbcode-text",)),
    Check("accelerator", "placeholders", "pair", ("accelerator",)),
    Check("md-reflink", "markup", "pair", ("md-text",)),
    Check("md-link", "markup", "pair", ("md-text",)),
    Check("md-syntax", "markup", "pair", ("md-text",)),
    Check("rst-references", "markup", "pair", ("rst-text",)),
    Check("rst-syntax", "markup", "pair", ("rst-text",)),
    Check("asciidoc-markup", "markup", "pair", ("asciidoc-text",)),
    Check("safe-mdx", "markup", "pair", ("safe-mdx",)),
    Check("fluent-target-syntax", "fluent", "pair", ("fluent-target-syntax",)),
    Check("fluent-parts", "fluent", "pair", ("fluent-parts",)),
    Check("fluent-references", "fluent", "pair", ("fluent-references",)),
    Check("fluent-target-inner-html", "fluent", "pair", ("fluent-target-inner-html",)),
    # Strings held against each other
    Check("reused", "batch", "batch"),
    # Source strings
    Check("ellipsis", "punctuation", "source"),
    Check("optional_plural", "plurals", "source"),
    Check("unnamed_format", "placeholders", "source", _UNNAMED_FORMAT_FLAGS),
    Check("source-max-length", "lengths", "source", ("max-length",)),
    Check(
        "icu_message_format_syntax",
        "placeholders",
        "source",
        ("icu-message-format",),
        shares_ignore_flag_of="icu_message_format",
    ),
    Check("fluent-source-syntax", "fluent", "source", ("fluent-source-syntax",)),
    Check("fluent-source-inner-html", "fluent", "source", ("fluent-source-inner-html",)),
    Check("multiple_failures", "batch", "batch"),
)
"""Checks that can be decided from files alone, in report order.

The comments are the headings in `transtats checks`: which of them applies to a check is `CheckPage.checked_strings`.
"""

CHECKS_BY_ID = {check.id: check for check in CHECKS}
