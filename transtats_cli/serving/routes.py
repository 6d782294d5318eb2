"""Table of all URL paths with their views."""

from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.endpoint import RouteSpec
from transtats_cli.serving.openapi import build_openapi_document
from transtats_cli.serving.view_types import JsonDocument, ViewRequest
from transtats_cli.serving.views import api, download, service


async def schema(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    """Return the OpenAPI document. This view is in this module because the document describes all routes."""
    return JsonDocument(build_openapi_document(ROUTES, request.base_url, needs_token=bool(reader.options.tokens)))


_PROJECT_PATH = "/api/projects/{project}/"
_COMPONENT_PATH = "/api/components/{project}/{component}/"
_TRANSLATION_PATH = "/api/translations/{project}/{component}/{language}/"
_LANGUAGE_PATH = "/api/languages/{language}/"
_PROJECTS_TEXT = "Translation projects API."
_COMPONENTS_TEXT = "Translation components API."
_TRANSLATIONS_TEXT = "Translations API."
_LANGUAGES_TEXT = "Languages API."
_WIDGETS_TEXT = "Badges for web pages. No token is needed."

ROUTES: tuple[RouteSpec, ...] = (
    RouteSpec("/api/", api.root, "API", "Entry points of the API."),
    RouteSpec("/api/projects/", api.every_project, "Project List", _PROJECTS_TEXT),
    RouteSpec(_PROJECT_PATH, api.project, "Project", _PROJECTS_TEXT),
    RouteSpec(_PROJECT_PATH + "components/", api.project_components, "Components", _PROJECTS_TEXT),
    RouteSpec(_PROJECT_PATH + "languages/", api.project_languages, "Languages", _PROJECTS_TEXT),
    RouteSpec(_PROJECT_PATH + "statistics/", api.project_statistics, "Statistics", _PROJECTS_TEXT),
    RouteSpec("/api/components/", api.every_component, "Component List", _COMPONENTS_TEXT),
    RouteSpec(_COMPONENT_PATH, api.component, "Component", _COMPONENTS_TEXT),
    RouteSpec(_COMPONENT_PATH + "statistics/", api.component_statistics, "Statistics", _COMPONENTS_TEXT),
    RouteSpec(_COMPONENT_PATH + "translations/", api.component_translations, "Translations", _COMPONENTS_TEXT),
    RouteSpec("/api/translations/", api.every_translation, "Translation List", _TRANSLATIONS_TEXT),
    RouteSpec(_TRANSLATION_PATH, api.translation, "Translation", _TRANSLATIONS_TEXT),
    RouteSpec(_TRANSLATION_PATH + "statistics/", api.translation_statistics, "Statistics", _TRANSLATIONS_TEXT),
    RouteSpec(_TRANSLATION_PATH + "units/", api.translation_units, "Units", _TRANSLATIONS_TEXT),
    RouteSpec(_TRANSLATION_PATH + "file/", download.translation_file, "File", _TRANSLATIONS_TEXT, response_formats=()),
    RouteSpec("/api/languages/", api.every_language, "Language List", _LANGUAGES_TEXT),
    RouteSpec(_LANGUAGE_PATH, api.language, "Language", _LANGUAGES_TEXT),
    RouteSpec(_LANGUAGE_PATH + "statistics/", api.language_statistics, "Statistics", _LANGUAGES_TEXT),
    RouteSpec(
        "/widget/{project}/{widget}",
        service.project_widget,
        "Project Widget",
        _WIDGETS_TEXT,
        response_formats=(),
        needs_token=False,
    ),
    RouteSpec(
        "/widget/{project}/{component}/{widget}",
        service.component_widget,
        "Component Widget",
        _WIDGETS_TEXT,
        response_formats=(),
        needs_token=False,
    ),
    RouteSpec(
        "/widget/{project}/{component}/{language}/{widget}",
        service.translation_widget,
        "Translation Widget",
        _WIDGETS_TEXT,
        response_formats=(),
        needs_token=False,
    ),
    RouteSpec("/api/schema/", schema, "Schema", "OpenAPI description of this API.", response_formats=()),
    RouteSpec("/healthz", service.health, "Health", "Health of the server.", response_formats=(), needs_token=False),
    RouteSpec("/metrics", service.scrape, "Metrics", "Metrics for Prometheus.", response_formats=(), needs_token=False),
)
