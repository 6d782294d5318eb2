"""Projects: all of them, one, and what belongs to it."""

from transtats_cli.component import Component
from transtats_cli.serving import aggregates, pagination, problems
from transtats_cli.serving.library import Reading
from transtats_cli.serving.objects import components, projects, totals
from transtats_cli.serving.objects.addresses import Addresses
from transtats_cli.serving.viewing import Document, Inquiry, Listing
from transtats_cli.serving.views.records import of_all


async def every_project(inquiry: Inquiry, library: Reading) -> Listing:
    """By their names."""
    known = await library.known()
    named = sorted((components.project_name(of_project[0]), slug) for slug, of_project in known.projects.items())
    addresses = Addresses(inquiry.base_url, inquiry.suffix)
    return pagination.listing(inquiry, named, lambda project: projects.fields(project[1], project[0], addresses))


async def project(inquiry: Inquiry, library: Reading) -> Document:
    slug, of_project = await _named(inquiry, library)
    return Document(
        projects.fields(slug, components.project_name(of_project[0]), Addresses(inquiry.base_url, inquiry.suffix))
    )


async def project_components(inquiry: Inquiry, library: Reading) -> Listing:
    _, of_project = await _named(inquiry, library)
    addresses = Addresses(inquiry.base_url, inquiry.suffix)
    return pagination.listing(
        inquiry, of_project, lambda component: components.fields(component, addresses, with_project=False)
    )


async def project_languages(inquiry: Inquiry, library: Reading) -> Document:
    """The statistics of each language, by English names; a plain list."""
    slug, of_project = await _named(inquiry, library)
    records = await of_all(of_project, library, checks=inquiry.flag("checks", True))
    addresses, extended = Addresses(inquiry.base_url, inquiry.suffix), inquiry.flag("extended")
    return Document(
        [
            totals.of_language_in_project(slug, language, total, addresses, extended=extended)
            for language, total in aggregates.by_language(records)
        ]
    )


async def project_statistics(inquiry: Inquiry, library: Reading) -> Document:
    slug, of_project = await _named(inquiry, library)
    total = aggregates.total(await of_all(of_project, library, checks=inquiry.flag("checks", True)))
    name = components.project_name(of_project[0])
    return Document(
        totals.of_project(
            name, slug, total, Addresses(inquiry.base_url, inquiry.suffix), extended=inquiry.flag("extended")
        )
    )


async def _named(inquiry: Inquiry, library: Reading) -> tuple[str, list[Component]]:
    """The project of the path, with its components."""
    slug = inquiry.names["project"]
    of_project = (await library.known()).projects.get(slug)
    if not of_project:
        raise problems.not_found()
    return slug, of_project
