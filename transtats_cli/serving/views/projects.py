"""Views of projects: all projects, one project, and the components, languages and statistics of a project."""

from transtats_cli.component import Component
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import pagination, problems
from transtats_cli.serving.objects import components, projects, totals
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.serving.view_types import JsonDocument, ListPage, ViewRequest
from transtats_cli.serving.views.records import is_extended, read_project_totals
from transtats_cli.totals import sum_statistics, sum_statistics_by_language


async def every_project(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of all projects, sorted by name."""
    index = await reader.read_index()
    names = sorted(
        (components.get_project_display_name(project_members[0]), slug)
        for slug, project_members in index.projects.items()
    )
    urls = UrlBuilder(request.base_url, request.suffix)
    return pagination.make_list_page(
        request, names, lambda project: projects.project_to_json(project[1], project[0], urls)
    )


async def project(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    slug, project_members = await find_requested_project(request, reader)
    return JsonDocument(
        projects.project_to_json(
            slug, components.get_project_display_name(project_members[0]), UrlBuilder(request.base_url, request.suffix)
        )
    )


async def project_components(request: ViewRequest, reader: CacheReader) -> ListPage:
    _, project_members = await find_requested_project(request, reader)
    urls = UrlBuilder(request.base_url, request.suffix)
    return pagination.make_list_page(
        request, project_members, lambda component: components.component_to_json(component, urls, with_project=False)
    )


async def project_languages(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    """Return the statistics of each language of a project, sorted by English name. The list has no pages."""
    slug, project_members = await find_requested_project(request, reader)
    records = await read_project_totals(project_members, reader, checks=request.get_boolean_parameter("checks", True))
    urls, extended = UrlBuilder(request.base_url, request.suffix), is_extended(request, reader)
    return JsonDocument(
        [
            totals.project_language_to_json(slug, language, total, urls, extended=extended)
            for language, total in sum_statistics_by_language(records)
        ]
    )


async def project_statistics(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    slug, project_members = await find_requested_project(request, reader)
    total = sum_statistics(
        await read_project_totals(project_members, reader, checks=request.get_boolean_parameter("checks", True))
    )
    name = components.get_project_display_name(project_members[0])
    return JsonDocument(
        totals.project_totals_to_json(
            name,
            slug,
            total,
            UrlBuilder(request.base_url, request.suffix),
            extended=is_extended(request, reader),
        )
    )


async def find_requested_project(request: ViewRequest, reader: CacheReader) -> tuple[str, list[Component]]:
    """Return the slug and the components of the requested project.

    Raises HttpProblem (404) if the project does not exist.
    """
    slug = request.path_params["project"]
    project_members = (await reader.read_index()).projects.get(slug)
    if not project_members:
        raise problems.not_found()
    return slug, project_members
