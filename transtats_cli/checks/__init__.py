"""Table of all checks, in report order.

A check is one module, named after its id with underscores for dashes, and one line in `CHECKS`. `pages` parses the
docstring of the module. `undecidable` lists the checks of a server that cannot be decided from files. The names that a
module must define depend on its kind, see `Kind`. A function `problem` returns one plain sentence that describes the
problem, or None if there is none.
"""

from enum import Enum
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from transtats_cli.flags import Flags


class Kind(Enum):
    """Input of a check, and the names that its module must define."""

    PAIR = "pair"
    """Check of one source form and one target form: `problem(source, target, subject)`."""
    UNIT = "unit"
    """Check of a translated string with all its forms: `problem(subject)`."""
    FORMAT = "format"
    """Check of the placeholders of one programming language: `FORMAT`, used by `format_strings`."""
    SOURCE = "source"
    """Check of a string of the source language: `problem(subject)`."""
    BATCH = "batch"
    """Check of many strings together. The runner calls each of them in its own way."""


class Check(NamedTuple):
    """One line of `CHECKS`."""

    id: str
    kind: Kind
    enable: tuple[str, ...] = ()
    """Flags that switch the check on; one of them is enough. If empty, the check is on by default."""
    sibling: str = ""
    """Id of another check, whose ignore flag this check uses instead of its own."""

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
        """Module of the check. Imported on first use, because most runs need few of the checks."""
        return import_module(f"{__name__}.{self.id.replace('-', '_')}")

    def is_on(self, flags: Flags) -> bool:
        """Return True if a string with these flags is checked."""
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
    Check("same", Kind.PAIR),
    Check("begin_newline", Kind.PAIR),
    Check("end_newline", Kind.PAIR),
    Check("begin_space", Kind.PAIR),
    Check("end_space", Kind.PAIR),
    Check("double_space", Kind.PAIR),
    Check("end_stop", Kind.PAIR),
    Check("end_colon", Kind.PAIR),
    Check("end_question", Kind.PAIR),
    Check("end_exclamation", Kind.PAIR),
    Check("end_interrobang", Kind.PAIR),
    Check("end_ellipsis", Kind.PAIR),
    Check("end_semicolon", Kind.PAIR),
    Check("multiple_capital", Kind.PAIR),
    Check("kashida", Kind.PAIR),
    Check("punctuation_spacing", Kind.PAIR),
    Check("kabyle-characters", Kind.PAIR),
    Check("zero-width-space", Kind.PAIR),
    Check("escaped_newline", Kind.PAIR),
    Check("newline-count", Kind.PAIR),
    Check("duplicate", Kind.PAIR),
    Check("plurals", Kind.UNIT),
    Check("same-plurals", Kind.UNIT),
    Check("xml-invalid", Kind.PAIR),
    Check("xml-tags", Kind.PAIR),
    Check("xml-chars-around-tags", Kind.PAIR),
    Check("c_format", Kind.FORMAT, ("c-format",)),
    Check("python_format", Kind.FORMAT, ("python-format",)),
    Check("python_brace_format", Kind.FORMAT, ("python-brace-format",)),
    Check("php_format", Kind.FORMAT, ("php-format",)),
    Check("perl_format", Kind.FORMAT, ("perl-format",)),
    Check("perl_brace_format", Kind.FORMAT, ("perl-brace-format",)),
    Check("javascript_format", Kind.FORMAT, ("javascript-format",)),
    Check("lua_format", Kind.FORMAT, ("lua-format",)),
    Check("object_pascal_format", Kind.FORMAT, ("object-pascal-format",)),
    Check("scheme_format", Kind.FORMAT, ("scheme-format",)),
    Check("c_sharp_format", Kind.FORMAT, ("c-sharp-format", "csharp-format")),
    Check("java_printf_format", Kind.FORMAT, ("java-printf-format",)),
    Check("java_format", Kind.FORMAT, ("java-format", "auto-java-messageformat")),
    Check("objc_format", Kind.FORMAT, ("objc-format",)),
    Check("qt_format", Kind.FORMAT, ("qt-format",)),
    Check("qt_plural_format", Kind.FORMAT, ("qt-plural-format",)),
    Check("ruby_format", Kind.FORMAT, ("ruby-format",)),
    Check("laravel_format", Kind.FORMAT, ("laravel-format",)),
    Check("percent_placeholders", Kind.FORMAT, ("percent-placeholders",)),
    Check("vue_format", Kind.FORMAT, ("vue-format",)),
    Check("i18next_interpolation", Kind.FORMAT, ("i18next-interpolation",)),
    Check("es_format", Kind.FORMAT, ("es-format",)),
    Check("automattic_components_format", Kind.FORMAT, ("automattic-components-format",)),
    Check("angularjs_format", Kind.FORMAT, ("angularjs-format",)),
    Check("icu_message_format", Kind.UNIT, ("icu-message-format",)),
    Check("max-length", Kind.UNIT, ("max-length",)),
    Check("max-lines", Kind.UNIT, ("max-lines",)),
    Check("placeholders", Kind.UNIT, ("placeholders",)),
    Check("regex", Kind.UNIT, ("regex",)),
    Check("url", Kind.PAIR, ("url",)),
    Check("safe-html", Kind.PAIR, ("safe-html", "auto-safe-html")),
    Check("bbcode", Kind.PAIR, ("bbcode-text",)),
    Check("accelerator", Kind.PAIR, ("accelerator",)),
    Check("md-reflink", Kind.PAIR, ("md-text",)),
    Check("md-link", Kind.PAIR, ("md-text",)),
    Check("md-syntax", Kind.PAIR, ("md-text",)),
    Check("rst-references", Kind.PAIR, ("rst-text",)),
    Check("rst-syntax", Kind.PAIR, ("rst-text",)),
    Check("asciidoc-markup", Kind.PAIR, ("asciidoc-text",)),
    Check("safe-mdx", Kind.PAIR, ("safe-mdx",)),
    Check("reused", Kind.BATCH),
    Check("ellipsis", Kind.SOURCE),
    Check("optional_plural", Kind.SOURCE),
    Check("unnamed_format", Kind.SOURCE, _COUNTED_FORMATS),
    Check("source-max-length", Kind.SOURCE, ("max-length",)),
    Check("icu_message_format_syntax", Kind.SOURCE, ("icu-message-format",), sibling="icu_message_format"),
    Check("multiple_failures", Kind.BATCH),
)
"""Checks that can be decided from files alone, in report order."""

BY_ID = {check.id: check for check in CHECKS}
