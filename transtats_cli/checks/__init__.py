"""Table of all checks, in report order.

Each check has one line in `CHECKS`, and one function in the module of its family. The name of the function is the id of
the check, with underscores instead of dashes. Its docstring is the page of the check. The function returns one plain
sentence that describes the problem of a string, or None if the string has no problem. `CheckKind` documents its
arguments.

- Families: `whitespace`, `punctuation`, `words`, `plurals`, `lengths`, `tags` (XML and HTML), `markup`, `placeholders`,
  `programming`, `fluent` and `batch`.
- `runner` is the entry point. For each string, `screening` selects the checks that may fail. `evaluation` calls these
  checks with a `CheckedString`.
- `pages` parses the docstrings of the checks.
"""

from functools import cache, partial
from importlib import import_module
from operator import call
from typing import Any, Literal, NamedTuple

from transtats_cli.flags import Flags

ALL_CHECKS_FLAG = "ignore-all-checks"
"""Name of the flag that switches all checks off."""


CheckKind = Literal["pair", "unit", "format", "text", "source", "batch"]
"""Kind of a check: the arguments of its function.

- `pair`: compares one source form with one target form. The arguments are `(source, target, checked_string)`.
- `unit`: checks a translated string with all its plural forms. The argument is `checked_string`, as for the two kinds
  below.
- `text`: checks a text on its own: a translation without its source, or a string of the source language. In the source
  language, the targets are the source texts.
- `source`: checks a string of the source language.
- `format`: compares the placeholders of one programming language. The function has no arguments, and returns the
  `PlaceholderSyntax` of the language.
- `batch`: compares many strings. The arguments differ, and `runner` calls the functions.
"""


CheckSubject = Literal["placeholders", "markup", "text"]
"""What a check is about, the gravest first: a finding may break the program, a page, or only the style of a text."""
_SUBJECTS: dict[str, CheckSubject] = {
    **dict.fromkeys(("programming", "placeholders", "fluent"), "placeholders"),
    **dict.fromkeys(("tags", "markup"), "markup"),
}


class Check(NamedTuple):
    """Properties of one check: id, module, kind, and the flags that switch the check on."""

    id: str
    module_name: str
    """Name of the module of its family, such as `whitespace`, relative to this package."""
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
    def subject(self) -> CheckSubject:
        """Subject of the check, which follows from its family."""
        return _SUBJECTS.get(self.module_name.partition(".")[0], "text")

    @property
    def checks_source(self) -> bool:
        """True if the check reports strings of the source language instead of translations."""
        return self.kind == "source" or self.id == "multiple_failures"

    @property
    def compares_files(self) -> bool:
        """True if the check reports a translation because of the strings of other files."""
        return self.kind == "batch" and not self.checks_source

    @property
    def function(self) -> Any:
        """Function of the check. The module is imported on first use, because most runs need few modules."""
        return load_function(f"{self.module_name}:{self.id.replace('-', '_')}")

    @property
    def definition(self) -> Any:
        """Function of the check, or the placeholder syntax of a programming language."""
        return _create_syntax(self.function) if self.kind == "format" else self.function

    @property
    def needs(self) -> Any:
        """Conditions without which the check cannot fail: an instance of `Needs`. None without a declaration."""
        return getattr(self.definition, "needs", None)

    @property
    def highlighter(self) -> Any:
        """Function `highlight_ID` of the module, which yields spans of placeholders or markup. None without one."""
        if self.kind == "format":
            return partial(load_function("placeholders.format_strings:find_highlights"), self.definition)
        return load_function(f"{self.module_name}:highlight_{self.id.replace('-', '_')}", None)

    def is_on_for_flags(self, flags: Flags | frozenset[str]) -> bool:
        """Return True if this check is on for a string with the given flags."""
        if self.enabling_flags and not any(map(flags.__contains__, self.enabling_flags)):
            return False
        return not flags or not (self.ignore_flag in flags or ALL_CHECKS_FLAG in flags)


def load_function(path: str, *default: Any) -> Any:
    """Return a function or another object of this package from its path `module:name`. The module is imported.

    For modules that few strings need, and that take long to import.
    """
    module, name = path.split(":")
    return getattr(_import_module(f"{__name__}.{module}"), name, *default)


_import_module = cache(import_module)
_create_syntax = cache(call)


@cache
def make_ignore_flag(check_id: str) -> str:
    """Return the name of the flag that switches off the check with this id."""
    return "ignore-" + check_id.replace("_", "-")


_UNNAMED_FORMAT_FLAGS = """
python-format php-format c-format object-pascal-format perl-format perl-brace-format javascript-format lua-format
python-brace-format scheme-format c-sharp-format java-printf-format automattic-components-format laravel-format
objc-format
"""

CHECKS: tuple[Check, ...] = (
    # All translations
    Check("same", "words.same", "pair"),
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
    Check("multiple_capital", "words.letters", "pair"),
    Check("kashida", "words.letters", "pair"),
    Check("punctuation_spacing", "punctuation", "pair"),
    Check("kabyle-characters", "words.letters", "pair"),
    Check("zero-width-space", "whitespace", "pair"),
    Check("escaped_newline", "whitespace", "pair"),
    Check("newline-count", "whitespace", "pair"),
    Check("duplicate", "words.duplicate", "pair"),
    Check("plurals", "plurals", "unit"),
    Check("same-plurals", "plurals", "unit"),
    Check("xml-invalid", "tags.xml", "pair"),
    Check("xml-tags", "tags.xml", "pair"),
    Check("xml-chars-around-tags", "tags.xml", "pair"),
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
    Check("percent_placeholders", "programming", "format", ("percent-placeholders",)),
    Check("vue_format", "programming", "format", ("vue-format",)),
    Check("i18next_interpolation", "programming", "format", ("i18next-interpolation",)),
    Check("es_format", "programming", "format", ("es-format",)),
    Check("automattic_components_format", "programming", "format", ("automattic-components-format",)),
    Check("angularjs_format", "programming", "format", ("angularjs-format",)),
    Check("icu_message_format", "placeholders.icu_messages", "unit", ("icu-message-format",)),
    Check("max-length", "lengths", "unit", ("max-length",)),
    Check("max-lines", "lengths", "unit", ("max-lines",)),
    Check("max-size", "lengths", "text", ("max-size",)),
    Check("placeholders", "placeholders.custom", "unit", ("placeholders",)),
    Check("regex", "placeholders.custom", "unit", ("regex",)),
    Check("url", "markup.url", "pair", ("url",)),
    Check("safe-html", "tags.safe_html", "pair", ("safe-html", "auto-safe-html")),
    Check("bbcode", "markup.bbcode", "pair", ("bbcode-text",)),
    Check("accelerator", "placeholders.custom", "pair", ("accelerator",)),
    Check("md-reflink", "markup.markdown", "pair", ("md-text",)),
    Check("md-link", "markup.markdown", "pair", ("md-text",)),
    Check("md-syntax", "markup.markdown", "pair", ("md-text",)),
    Check("rst-references", "markup.rst", "pair", ("rst-text",)),
    Check("rst-syntax", "markup.rst", "pair", ("rst-text",)),
    Check("asciidoc-markup", "markup.asciidoc", "pair", ("asciidoc-text",)),
    Check("safe-mdx", "markup.mdx", "pair", ("safe-mdx",)),
    Check("fluent-target-syntax", "fluent.messages", "pair", ("fluent-target-syntax",)),
    Check("fluent-parts", "fluent.messages", "pair", ("fluent-parts",)),
    Check("fluent-references", "fluent.references", "pair", ("fluent-references",)),
    Check("fluent-target-inner-html", "fluent.inner_html", "pair", ("fluent-target-inner-html",)),
    # Strings compared with each other
    Check("reused", "batch", "batch"),
    # Source strings
    Check("ellipsis", "punctuation", "source"),
    Check("optional_plural", "plurals", "source"),
    Check("unnamed_format", "programming", "source", tuple(_UNNAMED_FORMAT_FLAGS.split())),
    Check("source-max-length", "lengths", "source", ("max-length",)),
    Check(
        "icu_message_format_syntax",
        "placeholders.icu_messages",
        "source",
        ("icu-message-format",),
        shares_ignore_flag_of="icu_message_format",
    ),
    Check("fluent-source-syntax", "fluent.messages", "source", ("fluent-source-syntax",)),
    Check("fluent-source-inner-html", "fluent.inner_html", "source", ("fluent-source-inner-html",)),
    Check("multiple_failures", "batch", "batch"),
)
"""Checks that can be decided from files alone, in report order.

The comments are the headings in `transtats checks`: which of them applies to a check is `CheckPage.checked_strings`.
"""

CHECKS_BY_ID = {check.id: check for check in CHECKS}


_NEEDS_OPINION_REASON = "needs the opinion of a language model"

UNDECIDABLE_CHECKS = {
    "inconsistent": "compares components of a project; within one, no language has a string twice",
    "translated": "needs the history of a translation",
    "long_untranslated": "needs to know for how long a string has not been translated",
    "check_glossary": "needs the project's glossary",
    "prohibited_initial_character": "applies to glossaries, which no file holds",
    "ai_accuracy": _NEEDS_OPINION_REASON,
    "ai_fluency": _NEEDS_OPINION_REASON,
    "ai_formatting": _NEEDS_OPINION_REASON,
    "ai_style": _NEEDS_OPINION_REASON,
    "ai_terminology": _NEEDS_OPINION_REASON,
}
"""Reasons why checks cannot be decided from files, by id of the check. Id and reason form a sentence."""


class UndecidableCheck(NamedTuple):
    """Check that cannot be decided from files, with the reason."""

    id: str
    reason: str
