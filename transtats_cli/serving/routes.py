"""What can be asked: each address, and the view that answers it."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from transtats_cli.serving.library import Reading
from transtats_cli.serving.negotiation import MEDIA_TYPES
from transtats_cli.serving.viewing import Inquiry, Result
from transtats_cli.serving.views import (
    components,
    download,
    health,
    languages,
    metrics,
    projects,
    root,
    schema,
    statistics,
    translations,
    units,
)

View = Callable[[Inquiry, Reading], Awaitable[Result]]


class Place(NamedTuple):
    """An address, with the names in its path in braces."""

    path: str
    view: View
    name: str
    """As OPTIONS says it."""
    description: str = ""
    renders: tuple[str, ...] = tuple(MEDIA_TYPES)
    """The formats between which a client may choose; where there are none, the view itself decides."""


_PROJECT = "/api/projects/{project}/"
_COMPONENT = "/api/components/{project}/{component}/"
_TRANSLATION = "/api/translations/{project}/{component}/{language}/"
_LANGUAGE = "/api/languages/{language}/"
_PROJECTS = "Translation projects API."
_COMPONENTS = "Translation components API."
_TRANSLATIONS = "Translations API."
_LANGUAGES = "Languages API."

ROUTES: tuple[Place, ...] = (
    Place("/api/", root.root, "API", "What there is."),
    Place("/api/projects/", projects.every_project, "Project List", _PROJECTS),
    Place(_PROJECT, projects.project, "Project", _PROJECTS),
    Place(_PROJECT + "components/", projects.project_components, "Components", _PROJECTS),
    Place(_PROJECT + "languages/", projects.project_languages, "Languages", _PROJECTS),
    Place(_PROJECT + "statistics/", projects.project_statistics, "Statistics", _PROJECTS),
    Place("/api/components/", components.every_component, "Component List", _COMPONENTS),
    Place(_COMPONENT, components.component, "Component", _COMPONENTS),
    Place(_COMPONENT + "statistics/", statistics.of_component, "Statistics", _COMPONENTS),
    Place(_COMPONENT + "translations/", translations.component_translations, "Translations", _COMPONENTS),
    Place("/api/translations/", translations.every_translation, "Translation List", _TRANSLATIONS),
    Place(_TRANSLATION, translations.translation, "Translation", _TRANSLATIONS),
    Place(_TRANSLATION + "statistics/", translations.translation_statistics, "Statistics", _TRANSLATIONS),
    Place(_TRANSLATION + "units/", units.translation_units, "Units", _TRANSLATIONS),
    Place(_TRANSLATION + "file/", download.translation_file, "File", _TRANSLATIONS, renders=()),
    Place("/api/languages/", languages.every_language, "Language List", _LANGUAGES),
    Place(_LANGUAGE, languages.language, "Language", _LANGUAGES),
    Place(_LANGUAGE + "statistics/", languages.language_statistics, "Statistics", _LANGUAGES),
    Place("/api/schema/", schema.schema, "Schema", "This API, as OpenAPI describes it.", renders=()),
    Place("/healthz", health.health, "Health", "Whether we answer.", renders=()),
    Place("/metrics", metrics.scrape, "Metrics", "All numbers for Prometheus.", renders=()),
)
