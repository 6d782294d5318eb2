"""`transtats stats`: the statistics of one component, or of all."""

import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import click

from transtats_cli import settings
from transtats_cli.cli.group import DONE_IN_PART
from transtats_cli.cli.options import (
    Names,
    Outputs,
    Voice,
    bundled,
    component_arguments,
    component_options,
    language_option,
    output_options,
    root_option,
    voice_options,
)
from transtats_cli.envelope import LARGEST_PAGE, PAGE_SIZE, Page
from transtats_cli.errors import TranstatsError
from transtats_cli.output import RENDERERS, View
from transtats_cli.output.destinations import Destination
from transtats_cli.output.progress import Progress
from transtats_cli.output.screen import is_terminal
from transtats_cli.output.writing import write_reports
from transtats_cli.report import Report
from transtats_cli.scanning import scan
from transtats_cli.scanning.assembly import Overrides
from transtats_cli.scanning.discovery import settings_of, survey
from transtats_cli.scanning.engine import ScanOptions, scan_component

LISTED = 20
ONE_COMPONENT_ONLY = ("filemask", "file_format", "template", "new_base", "source_language")


class Listing(NamedTuple):
    """Which records are printed, and how much of each."""

    with_source: bool
    extended: bool
    checks: bool
    file_notes: bool
    page: int | None
    page_size: int | None

    def view(self) -> View:
        query = {name: "true" for name in ("extended", "with_source") if getattr(self, name)}
        if self.page_size is not None:
            query["page_size"] = str(self.page_size)
        page = Page(self.page or 1, self.page_size or PAGE_SIZE) if self.page or self.page_size else None
        return View(extended=self.extended, page=page, query=query)

    def check(self, report: Report) -> None:
        page = self.view().page
        if page is not None and page.number > page.count_of(len(report.records)):
            raise TranstatsError(
                f"there is no page {page.number}: {len(report.records)} records with {page.size} on a page make"
                f" {page.count_of(len(report.records))}"
            )


listing_options = bundled(
    "listing",
    Listing,
    click.option("--with-source", is_flag=True, help="Put the source language's record first, as a server does."),
    click.option(
        "--extended", is_flag=True, help="All 37 keys of a Weblate 2026.10 server instead of the 25 of the contract."
    ),
    click.option(
        "--checks/--no-checks", default=True, help="Whether failing checks are found; it takes most of the time."
    ),
    click.option("--file-notes", is_flag=True, help="Count suggestions and comments that the files hold."),
    click.option(
        "--page",
        type=click.IntRange(min=1),
        help=f"Print this page only ({PAGE_SIZE} records unless --page-size says).",
    ),
    click.option(
        "--page-size", type=click.IntRange(1, LARGEST_PAGE), help="Records on a page; page 1 unless --page says."
    ),
)


@click.command()
@component_arguments
@click.option(
    "--all", "every", is_flag=True, help="Print every component that is found (table, csv, ndjson, markdown)."
)
@listing_options
@language_option
@output_options(RENDERERS, "json")
@component_options
@click.option(
    "--show-settings", is_flag=True, help="Print the settings that hold, and where each comes from; count nothing."
)
@root_option
@voice_options
def stats(names: Names, every: bool, show_settings: bool, root: str, voice: Voice, **chosen: Any) -> int:
    """Print the statistics of one component, as a Weblate server answers them.

    PROJECT and COMPONENT are the names that `transtats components` lists; PROJECT/COMPONENT will do, too.
    """
    request = _Request(root, voice, **chosen)
    if every:
        return request.print_every(names)
    named = names.complete(root)
    if named is None:
        raise TranstatsError(_what_to_ask_for(root))
    return request.print_settings(*named) if show_settings else request.print_one(*named)


class _Request(NamedTuple):
    """What is asked for, whichever component it is about."""

    root: str
    voice: Voice
    overrides: Overrides
    listing: Listing
    languages: tuple[str, ...]
    outputs: Outputs

    def print_one(self, project: str, component: str) -> int:
        wanted = self.outputs.destinations(RENDERERS, "json")
        self._refuse_ignored(wanted)
        with Progress(sys.stderr) as progress:
            report = scan(
                project, component, root=self.root, overrides=self.overrides, options=self._options(progress.advance)
            )
        self.listing.check(report)
        self.voice.tell(report)
        write_reports([report], self.listing.view(), wanted)
        return DONE_IN_PART if report.failures else 0

    def print_every(self, names: Names) -> int:
        several = [name for name, renderer in RENDERERS.items() if renderer.several]
        wanted = self.outputs.destinations(several, "table" if is_terminal(sys.stdout) else "ndjson")
        self._refuse_with_all(names)
        self._refuse_ignored(wanted)
        failed: list[str] = []
        with Progress(sys.stderr) as progress:
            reports = self._reports(progress, failed)
            write_reports(reports, self.listing.view()._replace(several=True), wanted)
        return DONE_IN_PART if failed else 0

    def print_settings(self, project: str, component: str) -> int:
        for key, value, origin in settings_of(self.root, project, component, self.overrides):
            click.echo(f"{key} = {value}  # {origin}")
        return 0

    def _reports(self, progress: Progress, failed: list[str]) -> Iterator[Report]:
        """Each component's report; what a component cannot do is said, and costs only its own."""
        found = survey(self.root, settings.load(self.root))
        for problem in found.problems:
            failed.append(problem)
            self.voice.say(problem)
        if not found.components:
            raise TranstatsError(_NOTHING.format(os.path.abspath(self.root)))
        progress.whole = len(found.components)
        for component in found.components:
            overridden = self.overrides.on(component)
            try:
                report = scan_component(overridden, self._options(None)._replace(languages_must_exist=False))
            except TranstatsError as error:
                failed.append(component.slug)
                progress.clear()
                self.voice.say(f"{component.project}/{component.slug}: {error}")
                continue
            progress.clear()
            self.voice.tell(report)
            failed.extend(failure.path for failure in report.failures)
            yield report
            progress.advance(f"{component.project}/{component.slug}")
        progress.clear()

    def _options(self, advance: Callable[[str], None] | None) -> ScanOptions:
        return ScanOptions(
            with_source=self.listing.with_source,
            checks=self.listing.checks,
            file_notes=self.listing.file_notes,
            languages=self.languages,
            progress=advance,
        )

    def _refuse_ignored(self, wanted: list[Destination]) -> None:
        if self.listing.extended and not any(RENDERERS[each.format].every_key for each in wanted):
            raise click.UsageError(
                f"--extended changes nothing in the format {wanted[0].format}; use json, csv or ndjson."
            )

    def _refuse_with_all(self, names: Names) -> None:
        said = [
            f"--{name.replace('_', '-')}" for name in ONE_COMPONENT_ONLY if getattr(self.overrides, name) is not None
        ]
        said += ["--page"] if self.listing.view().page else []
        said += [name for name in names if name]
        if said:
            raise click.UsageError(f"{said[0]} is about one component and does not go with --all.")


_NOTHING = "no translation files are found in {}; --root names another directory"


def _what_to_ask_for(root: str) -> str:
    found = survey(root, settings.load(root))
    if not found.components:
        return "\n".join([_NOTHING.format(os.path.abspath(root)), *found.problems])
    lines = [f"  transtats stats {component.project} {component.slug}" for component in found.components[:LISTED]]
    more = [f"  ... and {len(found.components) - LISTED} more"] if len(found.components) > LISTED else []
    return "\n".join(["which component? There are:", *lines, *more, "`--all` prints every one."])
