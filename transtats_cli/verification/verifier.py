"""Compare the numbers of components with those of a server, and settings and strings to find reasons."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.formats.table import FILE_FORMATS
from transtats_cli.outdated.finder import OutdatedFinder
from transtats_cli.outdated.search import index_by_place
from transtats_cli.scanning.filemask.files import find_language
from transtats_cli.scanning.pipeline.language_selection import select_languages
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.verification.client import ApiClient, NotFoundOnServerError, ServerError
from transtats_cli.verification.comparison import ComponentResult, LanguageComparison, compare_records
from transtats_cli.verification.reasons import ReasonContext, find_reasons
from transtats_cli.verification.server_api import read_components, read_statistics, read_strings
from transtats_cli.verification.server_settings import compare_settings, replace_settings
from transtats_cli.verification.strings import ComparedStrings, compare_strings, read_local_strings

UPDATE_SECONDS = 2.0
"""Time after which a server that watches its files, such as `transtats serve`, has the numbers of a changed file."""


class VerifyOptions(NamedTuple):
    """Options of the comparison with a server."""

    languages: tuple[str, ...] = ()
    """Codes of the languages to compare. If empty, all languages are compared."""
    with_strings: bool = True
    """True to compare the strings of languages whose numbers differ."""
    adopts_settings: bool = False
    """True if the caller adopts the settings of the server after the comparison."""

    def select_languages(self, compared: Sequence[LanguageComparison]) -> list[LanguageComparison]:
        return [each for each in compared if not self.languages or each.code in self.languages]


def verify_project(
    client: ApiClient,
    components: Sequence[Component],
    server_project: str,
    options: VerifyOptions,
    *,
    may_be_missing: bool = False,
) -> Iterator[ComponentResult]:
    """Yield the comparison of each component of a project with the component of the same name on the server.

    A glossary of the server is left out if no component here has its name. A component that exists only here or only on
    the server has a result without a comparison. If a component cannot be compared, its result contains the error.

    If the server lacks the project and `may_be_missing` is True, all components exist only here. Raises ServerError in
    all other cases in which the server does not list the components of the project.
    """
    ours = {component.slug: component for component in components}
    project = components[0].project
    try:
        found = read_components(client, server_project)
        names = [name for name, is_glossary in found if name in ours or not is_glossary]
    except NotFoundOnServerError:
        if not may_be_missing:
            raise
        names = []
    for name in names:
        component = ours.pop(name, None)
        if component is None:
            yield ComponentResult(project, name, (server_project, name), exists_locally=False)
            continue
        try:
            yield verify_component(client, component, (server_project, name), options)
        except TranstatsError as error:
            yield ComponentResult(project, name, (server_project, name), error=str(error))
    for name, component in ours.items():
        format_error = _find_format_error(component)
        exists = bool(format_error)
        yield ComponentResult(project, name, (server_project, name), exists_on_server=exists, error=format_error)


def verify_component(
    client: ApiClient, component: Component, server_names: tuple[str, str], options: VerifyOptions
) -> ComponentResult:
    """Compare a component with a component of the server.

    Raises ServerError if a request to the server fails, and TranstatsError if a server has no such format.
    """
    if format_error := _find_format_error(component):
        raise TranstatsError(format_error)
    records = read_statistics(client, *server_names)
    report = scan_component(component, ScanOptions(with_source=True))
    all_languages = compare_records(report, records)
    compared = options.select_languages(all_languages)
    settings = compare_settings(component, client.get_object("components", *server_names))
    changed = component if all(each.is_equal for each in compared) else replace_settings(component, settings)
    explained: frozenset[str] = frozenset()
    if changed != component:
        try:
            again = compare_records(scan_component(changed, ScanOptions(with_source=True)), records)
        except TranstatsError:
            # With the settings of the server, for example its language_regex, no file is left.
            changed = component
        else:
            different = {each.code for each in again if not each.is_equal}
            explained = frozenset(each.code for each in compared if each.code not in different)
    data = ReasonContext(component, report, settings, explained, options.adopts_settings)
    differing = (each for each in compared if each.exists_locally and each.exists_on_server and each.differences)
    codes = tuple(each.code for each in differing if each.code not in explained)
    strings = _compare_strings(client, changed, server_names, codes) if options.with_strings else {}
    languages = _explain_languages(compared, strings, data)
    if any(each.strings == () and not any(reason.is_certain for reason in each.reasons) for each in languages):
        # The numbers of a language differ, and its strings are equal. The first numbers after a change of a file may be
        # those of before the change.
        client.sleep(UPDATE_SECONDS)
        all_languages = compare_records(report, read_statistics(client, *server_names))
        languages = _explain_languages(options.select_languages(all_languages), strings, data)
    selection = select_languages(report.component, options.languages, must_exist=False)
    selected = selection.select_failures(report.failures)
    failures = tuple(each._replace(path=component.path_for_messages(each.path)) for each in selected)
    all_codes = {each.code for each in all_languages}
    all_codes |= {find_language(component, each.path).code for each in report.failures}
    result = ComponentResult(component.project, component.slug, server_names, languages, settings, failures)
    return result._replace(component=component, all_codes=frozenset(all_codes))


def _find_format_error(component: Component) -> str:
    """Return the reason why a component cannot be compared with any server, or ''."""
    if FILE_FORMATS[component.file_format].is_on_server:
        return ""
    return f"a Weblate server has no format {component.file_format}, so nothing can be compared"


def _explain_languages(
    compared: Sequence[LanguageComparison], strings: Mapping[str, ComparedStrings], data: ReasonContext
) -> tuple[LanguageComparison, ...]:
    found = [(each, strings.get(each.code, ComparedStrings())) for each in compared]
    return tuple(
        each._replace(reasons=find_reasons(each, texts, data), strings=None if each.is_equal else texts.differences)
        for each, texts in found
    )


def _compare_strings(
    client: ApiClient, component: Component, server_names: tuple[str, str], codes: tuple[str, ...]
) -> dict[str, ComparedStrings]:
    """Return the differences of the strings of some languages.

    `component` has the settings of the server as far as possible, so that differences because of settings are left out.
    If a request for the strings of a language fails, the result of this language contains the error.
    """
    if not codes:
        return {}
    outdated = OutdatedFinder([component]).find(component, codes)
    local = read_local_strings(component, codes, index_by_place(component, outdated))
    found: dict[str, ComparedStrings] = {}
    for code in codes:
        try:
            strings = read_strings(client, *server_names, code)
            found[code] = ComparedStrings(compare_strings(local.get(code, {}), strings, component))
        except ServerError as error:
            # The numbers were compared already.
            found[code] = ComparedStrings(None, str(error))
    return found
