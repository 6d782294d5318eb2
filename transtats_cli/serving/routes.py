"""Table of all URL paths with their views."""

from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.openapi.document import build_openapi_document
from transtats_cli.serving.route_spec import RouteSpec
from transtats_cli.serving.view_types import JsonDocument, ViewRequest
from transtats_cli.serving.views import (
    components,
    download,
    health,
    languages,
    metrics,
    projects,
    root,
    statistics,
    translations,
    units,
    widgets,
)


async def schema(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    """Return the OpenAPI document. This view is in this module because the document describes all routes."""
    return JsonDocument(build_openapi_document(ROUTES, request.base_url, needs_token=bool(reader.options.tokens)))


_PROJECT = "/api/projects/{project}/"
_COMPONENT = "/api/components/{project}/{component}/"
_TRANSLATION = "/api/translations/{project}/{component}/{language}/"
_LANGUAGE = "/api/languages/{language}/"
_PROJECTS = "Translation projects API."
_COMPONENTS = "Translation components API."
_TRANSLATIONS = "Translations API."
_LANGUAGES = "Languages API."
_WIDGETS = "Badges for web pages. No token is needed."

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
    RouteSpec(
        "/widget/{project}/{widget}", widgets.project_widget, "Project Widget", _WIDGETS, renders=(), needs_token=False
    ),
    RouteSpec(
        "/widget/{project}/{component}/{widget}",
        widgets.component_widget,
        "Component Widget",
        _WIDGETS,
        renders=(),
        needs_token=False,
    ),
    RouteSpec(
        "/widget/{project}/{component}/{language}/{widget}",
        widgets.translation_widget,
        "Translation Widget",
        _WIDGETS,
        renders=(),
        needs_token=False,
    ),
    RouteSpec("/api/schema/", schema, "Schema", "OpenAPI description of this API.", renders=()),
    RouteSpec("/healthz", health.health, "Health", "Health of the server.", renders=(), needs_token=False),
    RouteSpec("/metrics", metrics.scrape, "Metrics", "Metrics for Prometheus.", renders=(), needs_token=False),
)
