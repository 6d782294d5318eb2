"""Views of the languages that have translations, and of their statistics."""

from transtats_cli.report import Record
from transtats_cli.serving.data.component_cache import CacheReader
from transtats_cli.serving.http import pagination, problems
from transtats_cli.serving.objects import languages, totals
from transtats_cli.serving.objects.urls import UrlBuilder
from transtats_cli.serving.view_types import JsonDocument, ListPage, ViewRequest
from transtats_cli.serving.views.records import all_records
from transtats_cli.totals import sum_records


async def every_language(request: ViewRequest, reader: CacheReader) -> ListPage:
    """Return one page of the languages that have translations, sorted by code."""
    languages_by_code = {
        record.language.code: record.language for record in await _records_of_all_components(reader, checks=False)
    }
    urls = UrlBuilder(request.base_url, request.suffix)
    return pagination.list_page(
        request,
        [languages_by_code[code] for code in sorted(languages_by_code)],
        lambda language: languages.fields(language, urls),
    )


async def language(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    records = await _requested_records(request, reader, checks=False)
    return JsonDocument(languages.fields(records[0].language, UrlBuilder(request.base_url, request.suffix)))


async def language_statistics(request: ViewRequest, reader: CacheReader) -> JsonDocument:
    records = await _requested_records(request, reader, checks=request.flag("checks", True))
    total, urls = sum_records(records), UrlBuilder(request.base_url, request.suffix)
    return JsonDocument(totals.language_fields(records[0].language, total, urls, extended=request.flag("extended")))


async def _requested_records(request: ViewRequest, reader: CacheReader, *, checks: bool) -> list[Record]:
    """Return the records of the requested language in all components. Raises Problem (404) if there are none."""
    code = request.path_params["language"]
    records = [
        record for record in await _records_of_all_components(reader, checks=checks) if record.language.code == code
    ]
    if not records:
        raise problems.not_found()
    return records


async def _records_of_all_components(reader: CacheReader, *, checks: bool) -> list[Record]:
    return await all_records((await reader.index()).components.values(), reader, checks=checks)
