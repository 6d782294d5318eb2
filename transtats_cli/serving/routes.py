"""Table of all routes and their views."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http.negotiation import MEDIA_TYPES
from transtats_cli.serving.view_types import ViewRequest, ViewResult
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

View = Callable[[ViewRequest, CacheReader], Awaitable[ViewResult]]


class RouteSpec(NamedTuple):
    """A route. Path parameters are in braces."""

    path: str
    view: View
    name: str
    """Name in the response to OPTIONS."""
    description: str = ""
    renders: tuple[str, ...] = tuple(MEDIA_TYPES)
    """Formats that a client can choose from. If empty, the view determines the format."""


_PROJECT = "/api/projects/{project}/"
_COMPONENT = "/api/components/{project}/{component}/"
_TRANSLATION = "/api/translations/{project}/{component}/{language}/"
_LANGUAGE = "/api/languages/{language}/"
_PROJECTS = "Translation projects API."
_COMPONENTS = "Translation components API."
_TRANSLATIONS = "Translations API."
_LANGUAGES = "Languages API."

ROUTES: tuple[RouteSpec, ...] = (
    RouteSpec("/api/", root.root, "API", "Entry points of the API."),
    RouteSpec("/api/projects/", projects.every_project, "Project List", _PROJECTS),
    RouteSpec(_PROJECT, projects.project, "Project", _PROJECTS),
    RouteSpec(_PROJECT + "components/", projects.project_components, "Components", _PROJECTS),
    RouteSpec(_PROJECT + "languages/", projects.project_languages, "Languages", _PROJECTS),
    RouteSpec(_PROJECT + "statistics/", projects.project_statistics, "Statistics", _PROJECTS),
    RouteSpec("/api/components/", components.every_component, "Component List", _COMPONENTS),
    RouteSpec(_COMPONENT, components.component, "Component", _COMPONENTS),
    RouteSpec(_COMPONENT + "statistics/", statistics.of_component, "Statistics", _COMPONENTS),
    RouteSpec(_COMPONENT + "translations/", translations.component_translations, "Translations", _COMPONENTS),
    RouteSpec("/api/translations/", translations.every_translation, "Translation List", _TRANSLATIONS),
    RouteSpec(_TRANSLATION, translations.translation, "Translation", _TRANSLATIONS),
    RouteSpec(_TRANSLATION + "statistics/", translations.translation_statistics, "Statistics", _TRANSLATIONS),
    RouteSpec(_TRANSLATION + "units/", units.translation_units, "Units", _TRANSLATIONS),
    RouteSpec(_TRANSLATION + "file/", download.translation_file, "File", _TRANSLATIONS, renders=()),
    RouteSpec("/api/languages/", languages.every_language, "Language List", _LANGUAGES),
    RouteSpec(_LANGUAGE, languages.language, "Language", _LANGUAGES),
    RouteSpec(_LANGUAGE + "statistics/", languages.language_statistics, "Statistics", _LANGUAGES),
    RouteSpec("/api/schema/", schema.schema, "Schema", "OpenAPI description of this API.", renders=()),
    RouteSpec("/healthz", health.health, "Health", "Health of the server.", renders=()),
    RouteSpec("/metrics", metrics.scrape, "Metrics", "Metrics for Prometheus.", renders=()),
)
