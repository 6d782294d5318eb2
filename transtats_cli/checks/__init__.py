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

from enum import Enum
from functools import cache
from importlib import import_module
from types import ModuleType

from transtats_cli.field_tuples import FieldTuple
from transtats_cli.flags import Flags

ALL_CHECKS_FLAG = "ignore-all-checks"
"""Name of the flag that switches all checks off."""


class CheckKind(Enum):
    """Kind of a check: the input of the check, and the names that the module of the check must define."""

    PAIR = "pair"
    """Check that compares one source form with one target form.

    Defines `find_problem(source, target, checked_string)`.
    """
    UNIT = "unit"
    """Check of a translated string with all its plural forms. Defines `find_problem(checked_string)`."""
    FORMAT = "format"
    """Check of the placeholders of one programming language. Defines `FORMAT`, which `format_strings` uses."""
    TEXT = "text"
    """Check of a text on its own: of a translation without its source, or of a string of the source language.

    Defines `find_problem(checked_string)`. In the source language, the targets are the source texts.
    """
    SOURCE = "source"
    """Check of a string of the source language. Defines `find_problem(checked_string)`."""
    BATCH = "batch"
    """Check that compares many strings. Each check of this kind has functions of its own, which `runner` calls."""


class Check(FieldTuple):
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
        return self.kind is CheckKind.SOURCE or self.id == "multiple_failures"

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
    Check("same", "words", CheckKind.PAIR),
    Check("begin_newline", "whitespace", CheckKind.PAIR),
    Check("end_newline", "whitespace", CheckKind.PAIR),
    Check("begin_space", "whitespace", CheckKind.PAIR),
    Check("end_space", "whitespace", CheckKind.PAIR),
    Check("double_space", "whitespace", CheckKind.PAIR),
    Check("end_stop", "punctuation", CheckKind.PAIR),
    Check("end_colon", "punctuation", CheckKind.PAIR),
    Check("end_question", "punctuation", CheckKind.PAIR),
    Check("end_exclamation", "punctuation", CheckKind.PAIR),
    Check("end_interrobang", "punctuation", CheckKind.PAIR),
    Check("end_ellipsis", "punctuation", CheckKind.PAIR),
    Check("end_semicolon", "punctuation", CheckKind.PAIR),
    Check("multiple_capital", "words", CheckKind.PAIR),
    Check("kashida", "words", CheckKind.PAIR),
    Check("punctuation_spacing", "punctuation", CheckKind.PAIR),
    Check("kabyle-characters", "words", CheckKind.PAIR),
    Check("zero-width-space", "whitespace", CheckKind.PAIR),
    Check("escaped_newline", "whitespace", CheckKind.PAIR),
    Check("newline-count", "whitespace", CheckKind.PAIR),
    Check("duplicate", "words", CheckKind.PAIR),
    Check("plurals", "plurals", CheckKind.UNIT),
    Check("same-plurals", "plurals", CheckKind.UNIT),
    Check("xml-invalid", "tags", CheckKind.PAIR),
    Check("xml-tags", "tags", CheckKind.PAIR),
    Check("xml-chars-around-tags", "tags", CheckKind.PAIR),
    # Translations with a flag
    Check("c_format", "programming", CheckKind.FORMAT, ("c-format",)),
    Check("python_format", "programming", CheckKind.FORMAT, ("python-format",)),
    Check("python_brace_format", "programming", CheckKind.FORMAT, ("python-brace-format",)),
    Check("php_format", "programming", CheckKind.FORMAT, ("php-format",)),
    Check("perl_format", "programming", CheckKind.FORMAT, ("perl-format",)),
    Check("perl_brace_format", "programming", CheckKind.FORMAT, ("perl-brace-format",)),
    Check("javascript_format", "programming", CheckKind.FORMAT, ("javascript-format",)),
    Check("lua_format", "programming", CheckKind.FORMAT, ("lua-format",)),
    Check("object_pascal_format", "programming", CheckKind.FORMAT, ("object-pascal-format",)),
    Check("scheme_format", "programming", CheckKind.FORMAT, ("scheme-format",)),
    Check("c_sharp_format", "programming", CheckKind.FORMAT, ("c-sharp-format", "csharp-format")),
    Check("java_printf_format", "programming", CheckKind.FORMAT, ("java-printf-format",)),
    Check("java_format", "programming", CheckKind.FORMAT, ("java-format", "auto-java-messageformat")),
    Check("objc_format", "programming", CheckKind.FORMAT, ("objc-format",)),
    Check("qt_format", "programming", CheckKind.FORMAT, ("qt-format",)),
    Check("qt_plural_format", "programming", CheckKind.FORMAT, ("qt-plural-format",)),
    Check("ruby_format", "programming", CheckKind.FORMAT, ("ruby-format",)),
    Check("laravel_format", "programming", CheckKind.FORMAT, ("laravel-format",)),
    Check("percent_placeholders", "placeholders", CheckKind.FORMAT, ("percent-placeholders",)),
    Check("vue_format", "programming", CheckKind.FORMAT, ("vue-format",)),
    Check("i18next_interpolation", "placeholders", CheckKind.FORMAT, ("i18next-interpolation",)),
    Check("es_format", "programming", CheckKind.FORMAT, ("es-format",)),
    Check("automattic_components_format", "programming", CheckKind.FORMAT, ("automattic-components-format",)),
    Check("angularjs_format", "programming", CheckKind.FORMAT, ("angularjs-format",)),
    Check("icu_message_format", "placeholders", CheckKind.UNIT, ("icu-message-format",)),
    Check("max-length", "lengths", CheckKind.UNIT, ("max-length",)),
    Check("max-lines", "lengths", CheckKind.UNIT, ("max-lines",)),
    Check("max-size", "lengths", CheckKind.TEXT, ("max-size",)),
    Check("placeholders", "placeholders", CheckKind.UNIT, ("placeholders",)),
    Check("regex", "placeholders", CheckKind.UNIT, ("regex",)),
    Check("url", "markup", CheckKind.PAIR, ("url",)),
    Check("safe-html", "tags", CheckKind.PAIR, ("safe-html", "auto-safe-html")),
    Check("bbcode", "markup", CheckKind.PAIR, ("bbcode-text",)),
    Check("accelerator", "placeholders", CheckKind.PAIR, ("accelerator",)),
    Check("md-reflink", "markup", CheckKind.PAIR, ("md-text",)),
    Check("md-link", "markup", CheckKind.PAIR, ("md-text",)),
    Check("md-syntax", "markup", CheckKind.PAIR, ("md-text",)),
    Check("rst-references", "markup", CheckKind.PAIR, ("rst-text",)),
    Check("rst-syntax", "markup", CheckKind.PAIR, ("rst-text",)),
    Check("asciidoc-markup", "markup", CheckKind.PAIR, ("asciidoc-text",)),
    Check("safe-mdx", "markup", CheckKind.PAIR, ("safe-mdx",)),
    Check("fluent-target-syntax", "fluent", CheckKind.PAIR, ("fluent-target-syntax",)),
    Check("fluent-parts", "fluent", CheckKind.PAIR, ("fluent-parts",)),
    Check("fluent-references", "fluent", CheckKind.PAIR, ("fluent-references",)),
    Check("fluent-target-inner-html", "fluent", CheckKind.PAIR, ("fluent-target-inner-html",)),
    # Strings held against each other
    Check("reused", "batch", CheckKind.BATCH),
    # Source strings
    Check("ellipsis", "punctuation", CheckKind.SOURCE),
    Check("optional_plural", "plurals", CheckKind.SOURCE),
    Check("unnamed_format", "placeholders", CheckKind.SOURCE, _UNNAMED_FORMAT_FLAGS),
    Check("source-max-length", "lengths", CheckKind.SOURCE, ("max-length",)),
    Check(
        "icu_message_format_syntax",
        "placeholders",
        CheckKind.SOURCE,
        ("icu-message-format",),
        shares_ignore_flag_of="icu_message_format",
    ),
    Check("fluent-source-syntax", "fluent", CheckKind.SOURCE, ("fluent-source-syntax",)),
    Check("fluent-source-inner-html", "fluent", CheckKind.SOURCE, ("fluent-source-inner-html",)),
    Check("multiple_failures", "batch", CheckKind.BATCH),
)
"""Checks that can be decided from files alone, in report order.

The comments are the headings in `transtats checks`: which of them applies to a check is `CheckPage.checked_strings`.
"""

CHECKS_BY_ID = {check.id: check for check in CHECKS}
