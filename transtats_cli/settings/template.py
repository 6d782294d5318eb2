"""Create the text of a new transtats.toml: an example of every setting as a comment, and a table per component."""

import os
from collections.abc import Iterable, Iterator

from transtats_cli.component import DEFAULT_LANGUAGE_REGEX, Component
from transtats_cli.settings import DISCOVERY_ORIGIN, format_toml
from transtats_cli.settings.keys import FORMAT_NAMES, MEASURE_VALUES, validate_setting

_GENERAL_EXAMPLES = """\
# Settings of transtats. All are optional. Lines with a # are examples.
# Options of the command line and environment variables take precedence over this file, and this file over others.
# For completion in an editor: transtats init --schema > transtats.schema.json, and the first line of this file is
# #:schema ./transtats.schema.json

# For all components. The tables of a project and of a component, below, can contain the same settings.
# base_url = "http://127.0.0.1:8000"    # address that links begin with
# review = true                         # false: always print 0 approved strings
# strict = true                         # PO files with control characters in their strings are unreadable
# reader = "reference"                  # read files with polib and translate-toolkit: slower, as a second opinion
# source_language = "en"                # code of the source language
# language_regex = '^[^.]+$'            # languages in paths that count
# aliases = { cz = "cs" }               # language codes of languages in paths, where these differ
# check_flags = "ignore-ellipsis"       # flags for all strings
# file_format_params = { xliff_placeables = "plain", properties_encoding = "utf-8" }    # options of file formats
# exclude = ["tests/"]                  # folders that are not searched, written as in .gitignore

# [checks]
# select = ["end_newline", "same"]      # only these checks run
# ignore = ["ellipsis"]                 # these checks do not run
# words = ["transtats"]                 # words that may stay untranslated

# [gate]
# fail_under = 90                       # smallest share of a language that must be translated, in percent
# fail_under_total = 80                 # smallest share of all languages of a component together
# fail_under_overall = 85               # smallest share of all components together, for runs with --all
# measure = "translated"                # unit of fail_under: one of MEASURE_VALUES
# max_failing = 0                       # largest number of strings that fail a check
# max_failing_percent = 0.5             # largest share of strings that fail a check
# max_fuzzy = 10                        # largest number of fuzzy strings
# max_missing = 0                       # largest number of strings of the template that a file lacks
# max_check = { end_newline = 0 }       # largest number of strings that fail this check
# require = ["de", "fr"]                # languages that must have a file
# allow_drop = "0.5%"                   # number or share of strings that may get worse, with --base or --baseline
# count_new = false                     # true: new untranslated strings count as worse
# enable_at = 70                        # a language is shipped from this share on,
# disable_at = 60                       # and removed below this one

# [gate.groups]
# nordic = ["da", "nb", "sv"]           # a name for several languages

# [gate.language.nordic]
# fail_under = 95                       # for a language or a group; a project and a component can have a gate, too

# [project.hello]                       # name of the project; without tables of projects: project = "hello"
# name = "Hello, world"                 # display name; a component can have one, too

# [project.hello.component.app]
# path = "src"                          # directory of the component, relative to this file
# filemask = "po/*.po"                  # path of its files, with * in place of the language
# file_format = "po"                    # one of FORMAT_NAMES
# template = ""                         # file with the source texts of a monolingual component, such as po/en.po
# new_base = "po/app.pot"               # template for new translations
""".replace("FORMAT_NAMES", ", ".join(FORMAT_NAMES)).replace("MEASURE_VALUES", ", ".join(MEASURE_VALUES))


def render_settings_template(components: Iterable[Component], root: str) -> str:
    """Return the text of a new transtats.toml in the directory `root`, with a table for each component.

    A component has a comment instead of a table in three cases: another file contains its settings, the component is a
    single file, or its name or a setting contains unprintable characters.
    """
    return "\n".join(
        [
            _GENERAL_EXAMPLES,
            *("".join(f"{line}\n" for line in _render_component_table(each, root)) for each in components),
        ]
    )


def _render_component_table(component: Component, root: str) -> Iterator[str]:
    names = f"{component.project}/{component.slug}"
    if component.origin != DISCOVERY_ORIGIN:
        # A second definition would win over the first, so later changes of the first would have no effect.
        yield f"# {_replace_unprintable(names)} is described by {_replace_unprintable(component.origin)}."
        return
    if "*" not in component.filemask:
        mask = _replace_unprintable(component.filemask)
        yield f"# {_replace_unprintable(names)} is a single file whose language is found: {mask}"
        return
    values = _component_settings(component, os.path.relpath(component.root, root))
    if not all(str(value).isprintable() for value in (names, *values.values())):
        yield f"# {_replace_unprintable(names)} is left out: its name or the names of its files cannot be written here."
        return
    for key, value in values.items():
        try:
            validate_setting(key, value)
        except ValueError as error:
            yield f"# {names} is left out: {key}: {error}."
            return
    yield f"[project.{quote_toml_key(component.project)}.component.{quote_toml_key(component.slug)}]"
    for key, value in values.items():
        yield f"{key} = {format_toml(value)}"


def _component_settings(component: Component, relative_path: str) -> dict[str, str | dict[str, str]]:
    """Return the settings for the table of a component in transtats.toml.

    These are path, file mask, file format, and all settings that differ from their defaults.
    """
    plain = component.file_format == "xliff" and component.read_options.removes_inline_tags
    parameters = {} if component.file_format == "xliff" else dict(component.read_options.format_parameters)
    values: dict[str, str | dict[str, str]] = {
        "path": relative_path,
        "filemask": component.filemask,
        "file_format": "plainxliff" if plain else component.file_format,
        "template": component.template,
        "new_base": component.new_base,
        "source_language": component.source_language if component.source_language != "en" else "",
        "language_regex": component.language_regex if component.language_regex != DEFAULT_LANGUAGE_REGEX else "",
        "file_format_params": parameters,
    }
    return {key: value for key, value in values.items() if value}


def quote_toml_key(name: str) -> str:
    is_bare = name.replace("-", "").replace("_", "").isalnum() and name.isascii()
    return name if is_bare else format_toml(name)


def _replace_unprintable(text: str) -> str:
    return "".join(character if character.isprintable() else "?" for character in text)
