"""Table of all checks, in report order.

Each check has one line in `CHECKS` and one module in the package of its family. The module name is the id of the check,
with underscores instead of dashes. `Kind` documents the names that the module must define. A function `problem` returns
one plain sentence that describes the problem of a string, or None if the string has no problem.

- Families: `whitespace`, `punctuation`, `words`, `plurals`, `lengths`, `tags`, `markup`, `placeholders`, `programming`
  and `batch`. Modules that several checks of a family use are in the package of the family.
- `runner` is the entry point. For each string, `screening` selects the checks that may fail. `evaluation` calls these
  checks with a `subject`.
- `pages` parses the docstrings of the checks. `undecidable` lists the checks that cannot be decided from files.
"""

from enum import Enum
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from transtats_cli.flags import Flags


class Kind(Enum):
    """Kind of a check: the input of the check, and the names that the module of the check must define."""

    PAIR = "pair"
    """Check that compares one source form with one target form. Defines `problem(source, target, subject)`."""
    UNIT = "unit"
    """Check of a translated string with all its plural forms. Defines `problem(subject)`."""
    FORMAT = "format"
    """Check of the placeholders of one programming language. Defines `FORMAT`, which `format_strings` uses."""
    SOURCE = "source"
    """Check of a string of the source language. Defines `problem(subject)`."""
    BATCH = "batch"
    """Check that compares many strings. Each check of this kind has functions of its own, which `runner` calls."""


class Check(NamedTuple):
    """Properties of one check: id, family, kind, and the flags that switch the check on."""

    id: str
    family: str
    """Name of the package that contains the module of the check."""
    kind: Kind
    enable: tuple[str, ...] = ()
    """Flags that switch the check on. One of these flags is enough. If empty, the check is on by default."""
    sibling: str = ""
    """Id of another check, whose ignore flag also switches this check off.

    If empty, this check has its own ignore flag.
    """

    @property
    def ignore(self) -> str:
        """Name of the flag that switches the check off."""
        return _ignore_flag(self.sibling or self.id)

    @property
    def looks_at_source(self) -> bool:
        """True if the check reports strings of the source language instead of translations."""
        return self.kind is Kind.SOURCE or self.id == "multiple_failures"

    @property
    def module(self) -> ModuleType:
        """Python module of the check. Imported on first use, because most runs need only a few checks."""
        return import_module(f"{__name__}.{self.family}.{self.id.replace('-', '_')}")

    def is_on(self, flags: Flags) -> bool:
        """Return True if this check is on for a string with the given flags."""
        if not flags:
            return not self.enable
        if self.ignore in flags or "ignore-all-checks" in flags:
            return False
        return not self.enable or any(flag in flags for flag in self.enable)


@cache
def _ignore_flag(check_id: str) -> str:
    return "ignore-" + check_id.replace("_", "-")


_COUNTED_FORMATS = (
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
    Check("same", "words", Kind.PAIR),
    Check("begin_newline", "whitespace", Kind.PAIR),
    Check("end_newline", "whitespace", Kind.PAIR),
    Check("begin_space", "whitespace", Kind.PAIR),
    Check("end_space", "whitespace", Kind.PAIR),
    Check("double_space", "whitespace", Kind.PAIR),
    Check("end_stop", "punctuation", Kind.PAIR),
    Check("end_colon", "punctuation", Kind.PAIR),
    Check("end_question", "punctuation", Kind.PAIR),
    Check("end_exclamation", "punctuation", Kind.PAIR),
    Check("end_interrobang", "punctuation", Kind.PAIR),
    Check("end_ellipsis", "punctuation", Kind.PAIR),
    Check("end_semicolon", "punctuation", Kind.PAIR),
    Check("multiple_capital", "words", Kind.PAIR),
    Check("kashida", "words", Kind.PAIR),
    Check("punctuation_spacing", "punctuation", Kind.PAIR),
    Check("kabyle-characters", "words", Kind.PAIR),
    Check("zero-width-space", "whitespace", Kind.PAIR),
    Check("escaped_newline", "whitespace", Kind.PAIR),
    Check("newline-count", "whitespace", Kind.PAIR),
    Check("duplicate", "words", Kind.PAIR),
    Check("plurals", "plurals", Kind.UNIT),
    Check("same-plurals", "plurals", Kind.UNIT),
    Check("xml-invalid", "tags", Kind.PAIR),
    Check("xml-tags", "tags", Kind.PAIR),
    Check("xml-chars-around-tags", "tags", Kind.PAIR),
    Check("c_format", "programming", Kind.FORMAT, ("c-format",)),
    Check("python_format", "programming", Kind.FORMAT, ("python-format",)),
    Check("python_brace_format", "programming", Kind.FORMAT, ("python-brace-format",)),
    Check("php_format", "programming", Kind.FORMAT, ("php-format",)),
    Check("perl_format", "programming", Kind.FORMAT, ("perl-format",)),
    Check("perl_brace_format", "programming", Kind.FORMAT, ("perl-brace-format",)),
    Check("javascript_format", "programming", Kind.FORMAT, ("javascript-format",)),
    Check("lua_format", "programming", Kind.FORMAT, ("lua-format",)),
    Check("object_pascal_format", "programming", Kind.FORMAT, ("object-pascal-format",)),
    Check("scheme_format", "programming", Kind.FORMAT, ("scheme-format",)),
    Check("c_sharp_format", "programming", Kind.FORMAT, ("c-sharp-format", "csharp-format")),
    Check("java_printf_format", "programming", Kind.FORMAT, ("java-printf-format",)),
    Check("java_format", "programming", Kind.FORMAT, ("java-format", "auto-java-messageformat")),
    Check("objc_format", "programming", Kind.FORMAT, ("objc-format",)),
    Check("qt_format", "programming", Kind.FORMAT, ("qt-format",)),
    Check("qt_plural_format", "programming", Kind.FORMAT, ("qt-plural-format",)),
    Check("ruby_format", "programming", Kind.FORMAT, ("ruby-format",)),
    Check("laravel_format", "programming", Kind.FORMAT, ("laravel-format",)),
    Check("percent_placeholders", "placeholders", Kind.FORMAT, ("percent-placeholders",)),
    Check("vue_format", "programming", Kind.FORMAT, ("vue-format",)),
    Check("i18next_interpolation", "placeholders", Kind.FORMAT, ("i18next-interpolation",)),
    Check("es_format", "programming", Kind.FORMAT, ("es-format",)),
    Check("automattic_components_format", "programming", Kind.FORMAT, ("automattic-components-format",)),
    Check("angularjs_format", "programming", Kind.FORMAT, ("angularjs-format",)),
    Check("icu_message_format", "placeholders", Kind.UNIT, ("icu-message-format",)),
    Check("max-length", "lengths", Kind.UNIT, ("max-length",)),
    Check("max-lines", "lengths", Kind.UNIT, ("max-lines",)),
    Check("placeholders", "placeholders", Kind.UNIT, ("placeholders",)),
    Check("regex", "placeholders", Kind.UNIT, ("regex",)),
    Check("url", "markup", Kind.PAIR, ("url",)),
    Check("safe-html", "tags", Kind.PAIR, ("safe-html", "auto-safe-html")),
    Check("bbcode", "markup", Kind.PAIR, ("bbcode-text",)),
    Check("accelerator", "placeholders", Kind.PAIR, ("accelerator",)),
    Check("md-reflink", "markup", Kind.PAIR, ("md-text",)),
    Check("md-link", "markup", Kind.PAIR, ("md-text",)),
    Check("md-syntax", "markup", Kind.PAIR, ("md-text",)),
    Check("rst-references", "markup", Kind.PAIR, ("rst-text",)),
    Check("rst-syntax", "markup", Kind.PAIR, ("rst-text",)),
    Check("asciidoc-markup", "markup", Kind.PAIR, ("asciidoc-text",)),
    Check("safe-mdx", "markup", Kind.PAIR, ("safe-mdx",)),
    Check("reused", "batch", Kind.BATCH),
    Check("ellipsis", "punctuation", Kind.SOURCE),
    Check("optional_plural", "plurals", Kind.SOURCE),
    Check("unnamed_format", "placeholders", Kind.SOURCE, _COUNTED_FORMATS),
    Check("source-max-length", "lengths", Kind.SOURCE, ("max-length",)),
    Check(
        "icu_message_format_syntax", "placeholders", Kind.SOURCE, ("icu-message-format",), sibling="icu_message_format"
    ),
    Check("multiple_failures", "batch", Kind.BATCH),
)
"""Checks that can be decided from files alone, in report order."""

BY_ID = {check.id: check for check in CHECKS}
