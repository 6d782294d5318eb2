"""Views of the languages that have translations, and of their statistics."""

from transtats_cli.report import Record
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import pagination, problems
from transtats_cli.serving.objects import languages, totals
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.serving.view_types import JsonDocument, ListPage, ViewRequest
from transtats_cli.serving.views.records import is_extended, read_project_totals
from transtats_cli.totals import sum_statistics


async def every_language(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of the languages that have translations, sorted by code."""
    languages_by_code = {
        record.language.code: record.language for record in await _read_language_totals(reader, checks=False)
    }
    urls = UrlBuilder(request.base_url, request.suffix)
    return pagination.make_list_page(
        request,
        [languages_by_code[code] for code in sorted(languages_by_code)],
        lambda language: languages.language_to_json(language, urls),
    )


async def language(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    records = await _find_requested_records(request, reader, checks=False)
    return JsonDocument(languages.language_to_json(records[0].language, UrlBuilder(request.base_url, request.suffix)))


async def language_statistics(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    records = await _find_requested_records(request, reader, checks=request.get_boolean_parameter("checks", True))
    total, urls = sum_statistics(records), UrlBuilder(request.base_url, request.suffix)
    return JsonDocument(
        totals.language_totals_to_json(records[0].language, total, urls, extended=is_extended(request, reader))
    )


async def _find_requested_records(request: ViewRequest, reader: CacheReader, *, checks: bool) -> list[Record]:
    """Return one record for each project that has the requested language, summed over the components of the project.

    Raises HttpProblem (404) if no project has the language.
    """
    code = request.path_params["language"]
    records = [record for record in await _read_language_totals(reader, checks=checks) if record.language.code == code]
    if not records:
        raise problems.not_found()
    return records


async def _read_language_totals(reader: CacheReader, *, checks: bool) -> list[Record]:
    """Return one record for each language of each project, summed over the components of the project."""
    return await read_project_totals((await reader.read_index()).components.values(), reader, checks=checks)
