"""Table of the addresses of pages, and of their assets: style sheet, scripts and icon.

The path of a page contains the project, the component and the language. Slugs of components may contain slashes.
"""

from typing import NamedTuple

from starlette.routing import Route

from transtats_cli.component import Component
from transtats_cli.pages.assets import ASSETS, read_asset
from transtats_cli.report import NO_COMPONENT
from transtats_cli.serving.data.cache_reader import CacheReader
from transtats_cli.serving.endpoint import Endpoint, RouteSpec
from transtats_cli.serving.http import problems
from transtats_cli.serving.pages import components, overviews
from transtats_cli.serving.pages.events import EventsEndpoint
from transtats_cli.serving.pages.login import LoginEndpoint, LogoutEndpoint
from transtats_cli.serving.pages.page_response import EVENTS_PATH
from transtats_cli.serving.server_state import ServerState
from transtats_cli.serving.view_types import RawContent, ViewRequest

_ASSET_CACHING = (b"cache-control", b"public, max-age=31536000, immutable")
"""The address of an asset contains its version, so that browsers need not check for changes."""


async def _project_page(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of a project, component, translation, or language of a project, depending on the path."""
    path = await find_page_path(request.path_params["path"], reader)
    if path.component is None:
        if path.language:
            return await overviews.project_language(request, reader, path.project, path.language)
        return await overviews.project(request, reader, path.project)
    if path.language:
        return await components.translation(request, reader, path.component, path.language)
    return await components.component(request, reader, path.component)


async def _translate_page(request: ViewRequest, reader: CacheReader) -> RawContent:
    """Return the page of the strings of a translation. Raises HttpProblem (404) if the path contains no language.

    If the path is `translate/PROJECT/-/LANGUAGE/`, return the page of a language of the project. The API returns such
    addresses in the statistics of projects.
    """
    path: PagePath = await find_page_path(request.path_params["path"], reader)
    if not path.language:
        raise problems.not_found()
    if path.component is None:
        return await overviews.project_language(request, reader, path.project, path.language)
    return await components.translation_strings(request, reader, path.component, path.language)


async def _asset(request: ViewRequest, reader: CacheReader) -> RawContent:
    name = request.path_params["name"]
    if name not in ASSETS:
        raise problems.not_found()
    return RawContent(read_asset(name), ASSETS[name], (_ASSET_CACHING,))


PAGE_ROUTES: tuple[RouteSpec, ...] = (
    RouteSpec("/", overviews.home, "Projects", response_formats=()),
    RouteSpec("/projects/", overviews.home, "Projects", response_formats=()),
    RouteSpec("/projects/{path:path}", _project_page, "Project", response_formats=()),
    RouteSpec("/translate/{path:path}", _translate_page, "Strings", response_formats=()),
    RouteSpec("/languages/", overviews.languages, "Languages", response_formats=()),
    RouteSpec("/languages/{language}/", overviews.language, "Language", response_formats=()),
    RouteSpec("/checks/", overviews.checks, "Checks", response_formats=()),
    RouteSpec("/static/{name}", _asset, "Asset", response_formats=(), needs_token=False),
)


def make_page_routes(state: ServerState) -> list[Route]:
    """Return the routes of all pages, of their events, and of the forms to log in and out."""
    pages = [Route(route.path, Endpoint(state, route)) for route in PAGE_ROUTES]
    forms = [Route("/login", LoginEndpoint(state)), Route("/logout", LogoutEndpoint(state))]
    return [*pages, *forms, Route(f"/{EVENTS_PATH}", EventsEndpoint(state))]


class PagePath(NamedTuple):
    """Project, component and language of a page.

    The component is None for a page of a whole project. The language is empty for a page of all languages.
    """

    project: str
    component: Component | None = None
    language: str = ""


async def find_page_path(path: str, reader: CacheReader) -> PagePath:
    """Return the project, component and language in a path such as `demo/docs/manual/de/`.

    Raises HttpProblem (404) if the project or the component is unknown. The language may be unknown.
    """
    index = await reader.read_index()
    project, _, rest = path.removesuffix("/").partition("/")
    if project not in index.projects:
        raise problems.not_found()
    if not rest:
        return PagePath(project)
    # A component with this whole name takes precedence over a language of a component with a shorter name.
    if (project, rest) in index.components:
        return PagePath(project, index.components[project, rest])
    slug, _, language = rest.rpartition("/")
    if (project, slug) in index.components:
        return PagePath(project, index.components[project, slug], language)
    if slug == NO_COMPONENT:
        return PagePath(project, None, language)
    raise problems.not_found()
