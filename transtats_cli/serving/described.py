"""What OpenAPI says of each view: what may be asked of it, and what it answers."""

from typing import Any, NamedTuple

from transtats_cli.serving.negotiation import MEDIA_TYPES
from transtats_cli.serving.schemas import Schema, paged, reference
from transtats_cli.serving.strings.pattern import pattern
from transtats_cli.serving.strings.query import LONGEST

_JSON = ("application/json",)


class Answer(NamedTuple):
    """What a view answers when all is well."""

    description: str
    schema: Schema
    parameters: tuple[str, ...] = ()
    media_types: tuple[str, ...] = _JSON
    is_paged: bool = False


def _one(name: str, description: str, *parameters: str) -> Answer:
    return Answer(description, reference(name), parameters)


def _pages(name: str, description: str, *parameters: str) -> Answer:
    return Answer(description, paged(reference(name)), ("page", "page_size", *parameters), is_paged=True)


def _path(name: str, description: str, example: str) -> dict[str, Any]:
    schema = {"type": "string", "minLength": 1}
    return {
        "name": name,
        "in": "path",
        "required": True,
        "description": description,
        "schema": schema,
        "example": example,
    }


def _query(name: str, description: str, **schema: Any) -> dict[str, Any]:
    return {"name": name, "in": "query", "description": description, "schema": {"type": "string", **schema}}


PATH: dict[str, dict[str, Any]] = {
    "project": _path("project", "The slug of a project.", "demo"),
    "component": _path(
        "component", "The slug of a component; where it lies in a category, its slash is escaped twice: `%252F`.", "app"
    ),
    "language": _path("language", "The code of a language.", "pt_BR"),
}
QUERY: dict[str, dict[str, Any]] = {
    "page": _query("page", "A page, counted from 1, or `last`."),
    "page_size": _query("page_size", "Rows on a page; what is no number above 0 changes nothing."),
    "format": _query(
        "format", "`json-flat` leaves out what is around the rows. It wins over Accept.", enum=["", *MEDIA_TYPES]
    ),
    "extended": _query("extended", "`true` adds words and characters of every state, as a server has them."),
    "with_source": _query("with_source", "`true` puts the source language's record first."),
    "checks": _query("checks", "`false` leaves failing checks uncounted, which is faster."),
    "q": _query(
        "q",
        'Which strings: `state:<translated`, `check:same`, `source:"open file"`, with AND, OR, NOT; parentheses, too,'
        " which the pattern leaves out.",
        pattern=pattern(),
        maxLength=LONGEST,
    ),
}
ANSWERS: dict[str, Answer] = {
    "root": _one("Root", "Where the lists are."),
    "every_project": _pages("Project", "Projects by name."),
    "project": _one("Project", "One project."),
    "project_components": _pages("ProjectComponent", "The components of a project."),
    "project_languages": Answer(
        "Totals of each language, by English names.",
        {"type": "array", "items": reference("Statistics")},
        ("extended", "checks"),
    ),
    "project_statistics": _one("Totals", "The totals of a project.", "extended", "checks"),
    "every_component": _pages("Component", "Components by project and slug."),
    "component": _one("Component", "One component."),
    "of_component": _pages("Statistics", "A record for each translation.", "extended", "with_source", "checks"),
    "component_translations": _pages("ComponentTranslation", "Translations, the source language first."),
    "every_translation": _pages("Translation", "The translations of all components."),
    "translation": _one("Translation", "One translation."),
    "translation_statistics": _one("Statistics", "The statistics of one translation.", "extended", "checks"),
    "translation_units": _pages("Unit", "The strings of a translation, in the order of its file.", "q"),
    "translation_file": Answer(
        "The file as it is.",
        {"type": "string"},
        media_types=("text/x-gettext-translation", "application/xliff+xml"),
    ),
    "every_language": _pages("Language", "Languages in use, by code."),
    "language": _one("Language", "One language."),
    "language_statistics": _one("Totals", "The totals of a language over all projects.", "extended", "checks"),
    "schema": Answer("This document.", {"type": "object"}),
    "health": _one("Health", "That we answer, and which files cannot be read."),
    "scrape": Answer(
        "Gauges, as text or OpenMetrics.",
        {"type": "string"},
        media_types=("text/plain", "application/openmetrics-text"),
    ),
}
"""By the names of the views."""
