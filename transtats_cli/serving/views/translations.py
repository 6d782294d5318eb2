"""Translations: all of them, those of a component, and one with its statistics."""

from collections.abc import Mapping
from typing import Any

from transtats_cli.component import Component
from transtats_cli.envelope import fields
from transtats_cli.report import Record
from transtats_cli.serving import pagination
from transtats_cli.serving.library import Reading
from transtats_cli.serving.objects import components, translations
from transtats_cli.serving.objects.addresses import Addresses
from transtats_cli.serving.strings.failing import Failing
from transtats_cli.serving.viewing import Document, Inquiry, Listing
from transtats_cli.serving.views.records import failing_in, failing_in_each, named


async def every_translation(inquiry: Inquiry, library: Reading) -> Listing:
    """Component by component."""
    known = await library.known()
    found = [
        (snapshot, record)
        for snapshot in await library.snapshots(list(known.components.values()))
        if snapshot is not None
        for record in snapshot.report.records
    ]
    page = pagination.wanted(inquiry.query, pagination.LISTS).page(len(found))
    on_page = found[(page.number - 1) * page.size : page.number * page.size]
    words = await failing_in_each([snapshot for snapshot, _ in on_page], library)
    owners = {
        snapshot.version: components.fields(snapshot.report.component, Addresses(inquiry.base_url, inquiry.suffix))
        for snapshot, _ in on_page
    }
    rows = [
        _shown(record, snapshot.report.component, words[snapshot.version], inquiry, owners[snapshot.version])
        for snapshot, record in on_page
    ]
    return Listing(len(found), page, rows)


async def component_translations(inquiry: Inquiry, library: Reading) -> Listing:
    """The source language first, then the others in the order of their paths."""
    component = await library.required(inquiry.names["project"], inquiry.names["component"])
    snapshot = await library.snapshot(component)
    records = snapshot.report.records
    found = await failing_in(snapshot, library)
    return pagination.listing(inquiry, records, lambda record: _shown(record, component, found, inquiry))


async def translation(inquiry: Inquiry, library: Reading) -> Document:
    component, snapshot, record = await named(inquiry, library, checks=True)
    found = await failing_in(snapshot, library) if record.statistics.failing else {}
    owner = components.fields(component, Addresses(inquiry.base_url, inquiry.suffix))
    return Document(_shown(record, component, found, inquiry, owner))


async def translation_statistics(inquiry: Inquiry, library: Reading) -> Document:
    component, _, record = await named(inquiry, library, checks=inquiry.flag("checks", True))
    return Document(fields(record, component, extended=inquiry.flag("extended")))


def _shown(
    record: Record,
    component: Component,
    found: Mapping[str, Failing],
    inquiry: Inquiry,
    owner: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    of_record = found.get(record.language.code) if record.statistics.failing else None
    words = of_record.words if of_record is not None else 0
    return translations.fields(
        record, component, Addresses(inquiry.base_url, inquiry.suffix), failing_words=words, owner=owner
    )
