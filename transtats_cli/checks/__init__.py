"""The table of all checks, in report order.

A check is one module named like its id (dashes become underscores) and one line here; `pages` reads the module's
docstring, and `undecidable` lists what no module can decide. What a module defines depends on its kind. A problem is
one plain sentence naming what is wrong; None says that all is well.
"""

from enum import Enum
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from transtats_cli.flags import Flags


class Kind(Enum):
    """What a check looks at, and so what its module defines."""

    PAIR = "pair"
    """One source form and one target form: `problem(source, target, subject)`."""
    UNIT = "unit"
    """All forms of a translated string: `problem(subject)`."""
    FORMAT = "format"
    """The placeholders of one programming language: `FORMAT`, which `format_strings` compares."""
    SOURCE = "source"
    """A string of the source language: `problem(subject)`."""
    BATCH = "batch"
    """Many strings at once; the runner calls what the module offers."""


class Check(NamedTuple):
    """One line of the table."""

    id: str
    kind: Kind
    enable: tuple[str, ...] = ()
    """Flags any of which switches the check on; a check without them is always on."""
    sibling: str = ""
    """The check whose ignore flag counts for this one as well, instead of its own."""

    @property
    def ignore(self) -> str:
        """The flag that switches the check off."""
        return _ignore_flag(self.sibling or self.id)

    @property
    def looks_at_source(self) -> bool:
        """A string of the source language fails it, not a translation."""
        return self.kind is Kind.SOURCE or self.id == "multiple_failures"

    @property
    def module(self) -> ModuleType:
        """Imported on first use: most runs need few of the checks."""
        return import_module(f"{__name__}.{self.id.replace('-', '_')}")

    def is_on(self, flags: Flags) -> bool:
        """Whether a string with these flags is checked."""
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
"""Every check that files alone can decide."""

BY_ID = {check.id: check for check in CHECKS}
