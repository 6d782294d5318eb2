"""Compare components with those of a server: numbers, then settings and strings for the reasons."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.scanning.pipeline.scan import ScanOptions, scan_component
from transtats_cli.verification.client import ApiClient, NotFoundOnServerError
from transtats_cli.verification.comparison import LanguageComparison, compare_records
from transtats_cli.verification.reasons import ComparedData, find_reasons
from transtats_cli.verification.result import ComponentResult, LanguageResult
from transtats_cli.verification.server_api import read_component, read_components, read_statistics, read_strings
from transtats_cli.verification.server_settings import compare_settings
from transtats_cli.verification.strings import StringDifference, compare_strings, read_local_strings


class VerifyOptions(NamedTuple):
    """Options of a comparison."""

    languages: tuple[str, ...] = ()
    """Codes of the languages to compare. If empty, all languages are compared."""
    with_strings: bool = True
    """True to compare the strings of languages whose numbers differ."""


def verify_project(
    client: ApiClient, components: Sequence[Component], server_project: str, options: VerifyOptions
) -> Iterator[ComponentResult]:
    """Compare the components of a project with those of a project of the server. Glossaries are left out.

    Components are paired by name. A component that one side lacks is a difference. A component that cannot be compared
    has an error. Raises ServerError if the server does not list the components of the project.
    """
    ours = {component.slug: component for component in components}
    project = components[0].project
    names = [component.slug for component in read_components(client, server_project)]
    for name in names:
        component = ours.pop(name, None)
        if component is None:
            yield ComponentResult(project, name, (server_project, name), is_here=False)
            continue
        try:
            yield verify_component(client, component, (server_project, name), options)
        except TranstatsError as error:
            yield ComponentResult(project, name, (server_project, name), error=str(error))
    for name in ours:
        yield ComponentResult(project, name, (server_project, name), is_there=False)


def verify_component(
    client: ApiClient, component: Component, server_names: tuple[str, str], options: VerifyOptions
) -> ComponentResult:
    """Compare a component with a component of the server. Raises ServerError if the server does not answer."""
    records = read_statistics(client, *server_names)
    report = scan_component(component, ScanOptions(with_source=True))
    compared = compare_records(report, records, options.languages)
    settings = compare_settings(component, read_component(client, *server_names))
    data = ComparedData(component, report, settings)
    strings = _compare_strings(client, data, server_names, compared) if options.with_strings else {}
    return ComponentResult(
        component.project,
        component.slug,
        server_names,
        tuple(
            LanguageResult(each, find_reasons(each, strings.get(each.code), data), strings.get(each.code))
            for each in compared
        ),
        settings,
        tuple(each._replace(path=component.path_for_messages(each.path)) for each in report.failures),
        component=component,
    )


def _compare_strings(
    client: ApiClient, data: ComparedData, server_names: tuple[str, str], compared: Sequence[LanguageComparison]
) -> dict[str, tuple[StringDifference, ...]]:
    """Return the differences of the strings of each language whose numbers differ.

    If the server does not have this part of the API, nothing is compared.
    """
    codes = tuple(each.code for each in compared if each.is_here and each.is_there and each.differences)
    if not codes:
        return {}
    local = read_local_strings(data.component, codes)
    found: dict[str, tuple[StringDifference, ...]] = {}
    for code in codes:
        try:
            found[code] = compare_strings(local.get(code, {}), read_strings(client, *server_names, code))
        except NotFoundOnServerError:
            continue
    return found
