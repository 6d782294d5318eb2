"""Text of a new settings file: a commented example of every setting, and a table for each component."""

import os
from collections.abc import Iterable, Iterator

from transtats_cli.component import DEFAULT_LANGUAGE_REGEX, Component
from transtats_cli.settings import FOUND, in_toml
from transtats_cli.settings.keys import FORMATS, MEASURES

_GENERAL = """\
# Settings of transtats. All are optional, and the lines with a # are examples; what is not said is found in the files.
# Options of the command line and environment variables win over this file; it wins over what other files say.

# For all components. Under [project.NAME] the same settings are for one project, and under its component for that.
# base_url = "http://127.0.0.1:8000"    # the server that links lead to
# review = true                         # whether approved strings count as approved
# strict = true                         # PO files with control characters in their strings are unreadable
# reader = "reference"                  # read files with polib and translate-toolkit: slower, as a second opinion
# source_language = "en"                # the language that is translated from
# language_regex = '^[^.]+$'            # which language parts of file names count
# aliases = { cz = "cs" }               # language codes for parts of file names that would mean another, or none
# check_flags = "ignore-ellipsis"       # flags that every string gets
# file_format_params = { xliff_placeables = "plain", xml_whitespace_handling = "preserve" }    # how XLIFF is read
# exclude = ["tests/"]                  # folders that are not searched, as .gitignore names them

# [checks]
# select = ["end_newline", "same"]      # only these checks run
# ignore = ["ellipsis"]                 # these do not
# words = ["transtats"]                 # words that are right untranslated

# [gate]
# fail_under = 90                       # what `transtats gate` asks of every language, in percent
# measure = "translated"                # of what: one of MEASURES
# max_failing = 0                       # strings that may fail a check
# max_failing_percent = 0.5             # the same as a share
# max_fuzzy = 10                        # strings that may be fuzzy
# max_check = { end_newline = 0 }       # strings that may fail this check
# require = ["de", "fr"]                # languages that must be there
# allow_drop = "0.5%"                   # strings that may get worse, or a share of them, with --base or --baseline
# count_new = false                     # whether new strings that nobody has translated make it worse
# enable_at = 70                        # a language is shipped from here on,
# disable_at = 60                       # until it is below this

# [gate.groups]
# nordic = ["da", "nb", "sv"]           # one name for several languages

# [gate.language.nordic]
# fail_under = 95                       # of a language or a group; a project and a component may have a gate, too

# [project.hello]
# name = "Hello, world"                 # what people call it; a component may have a name, too

# [project.hello.component.app]
# path = "src"                          # its directory, from this file's; src/po/cs.po is one of its files
# filemask = "po/*.po"
# file_format = "po"                    # one of FORMATS
# template = ""                         # the source language's file of a monolingual component, as po/en.po
# new_base = "po/app.pot"               # the template of new translations
""".replace("FORMATS", ", ".join(FORMATS)).replace("MEASURES", ", ".join(MEASURES))


def document(components: Iterable[Component], root: str) -> str:
    """Return the text of a transtats.toml for the directory `root`."""
    return "\n".join([_GENERAL, *("".join(f"{line}\n" for line in _component(each, root)) for each in components)])


def _component(component: Component, root: str) -> Iterator[str]:
    names = f"{component.project}/{component.slug}"
    if component.origin != FOUND:
        # A second definition would win over the first, so later changes of the first would have no effect.
        yield f"# {_printable(names)} is described by {_printable(component.origin)}."
        return
    if "*" not in component.filemask:
        yield f"# {_printable(names)} is a single file whose language is found: {_printable(component.filemask)}"
        return
    values = _values(component, os.path.relpath(component.root, root))
    if not all(value.isprintable() for value in (names, *values.values())):
        yield f"# {_printable(names)} is left out: its name or the names of its files cannot be written here."
        return
    yield f"[project.{_key(component.project)}.component.{_key(component.slug)}]"
    for key, value in values.items():
        yield f"{key} = {in_toml(value)}"


def _values(component: Component, path: str) -> dict[str, str]:
    """Return the settings of a component that differ from their defaults, always with path, mask and format."""
    plain = component.file_format == "xliff" and component.options.plain
    values = {
        "path": path,
        "filemask": component.filemask,
        "file_format": "plainxliff" if plain else component.file_format,
        "template": component.template,
        "new_base": component.new_base,
        "source_language": component.source_language if component.source_language != "en" else "",
        "language_regex": component.language_regex if component.language_regex != DEFAULT_LANGUAGE_REGEX else "",
    }
    return {key: value for key, value in values.items() if value}


def _key(name: str) -> str:
    is_bare = name.replace("-", "").replace("_", "").isalnum() and name.isascii()
    return name if is_bare else in_toml(name)


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)
