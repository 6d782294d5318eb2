"""`transtats stats`: statistics of one component or of all components."""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from transtats_cli import settings
from transtats_cli.changes import with_git_dates
from transtats_cli.changes.lookup import ChangeLookup
from transtats_cli.cli.asking import NOTHING, asked
from transtats_cli.cli.examples import examples
from transtats_cli.cli.group import DONE_IN_PART
from transtats_cli.cli.options import (
    Effort,
    Names,
    Outputs,
    Voice,
    bundled,
    component_arguments,
    component_options,
    effort_options,
    git_timeout_option,
    language_option,
    output_options,
    root_option,
    voice_options,
)
from transtats_cli.cli.remaining import say_remaining
from transtats_cli.component import Component
from transtats_cli.envelope import LARGEST_PAGE, PAGE_SIZE, Page
from transtats_cli.errors import TranstatsError
from transtats_cli.output import RENDERERS, View
from transtats_cli.output.destinations import Destination
from transtats_cli.output.progress import Progress
from transtats_cli.output.screen import is_terminal
from transtats_cli.output.visible import visible
from transtats_cli.output.writing import view_for, write, write_reports
from transtats_cli.report import Report
from transtats_cli.scanning import scan
from transtats_cli.scanning.discovery.assembly import Overrides
from transtats_cli.scanning.discovery.lookup import settings_of, survey
from transtats_cli.scanning.filemask.folders import Folders

if TYPE_CHECKING:
    from transtats_cli.cli.cached_text import CachedText
    from transtats_cli.scanning.pipeline.scan import ScanOptions

ONE_COMPONENT_ONLY = ("filemask", "file_format", "template", "new_base", "source_language")
AT_ONCE = 1000
"""Number of components whose cached text is looked up together, before those without one are scanned."""
GO_WITH_SETTINGS = {*Names._fields, *Overrides._fields, *Voice._fields, "root", "debug", "show_settings"}


class Listing(NamedTuple):
    """Options that select records and their keys."""

    with_source: bool
    extended: bool
    checks: bool
    file_notes: bool
    history: bool
    page: int | None
    page_size: int | None

    def view(self, languages: Sequence[str]) -> View:
        query = [(name, "true") for name in ("extended", "file_notes", "with_source") if getattr(self, name)]
        query += [("language", language) for language in languages]
        query += [("page_size", str(self.page_size))] if self.page_size else []
        return View(extended=self.extended, page=self.wanted_page(), query=query)

    def wanted_page(self) -> Page | None:
        return Page(self.page or 1, self.page_size or PAGE_SIZE) if self.page or self.page_size else None

    def check(self, report: Report) -> None:
        page = self.wanted_page()
        if page is not None and page.number > page.count_of(len(report.records)):
            raise TranstatsError(
                f"there is no page {page.number}: {len(report.records)} records with {page.size} on a page make"
                f" {page.count_of(len(report.records))}"
            )


listing_options = bundled(
    "listing",
    Listing,
    click.option(
        "--with-source", is_flag=True, help="Print the record of the source language first, as a server does."
    ),
    click.option(
        "--extended", is_flag=True, help="Print all 37 keys of a Weblate 2026.10 record instead of the usual 25."
    ),
    click.option(
        "--checks/--no-checks", default=True, help="Run the quality checks (default), which take most of the time."
    ),
    click.option("--file-notes", is_flag=True, help="Count the suggestions and comments that the files contain."),
    click.option(
        "--history/--no-history",
        default=True,
        help="Take the dates of changes from git (default), or only from the files.",
    ),
    click.option(
        "--page",
        type=click.IntRange(min=1),
        help=f"Print only this page ({PAGE_SIZE} records without --page-size).",
    ),
    click.option(
        "--page-size",
        type=click.IntRange(1, LARGEST_PAGE),
        help="Number of records on a page; prints page 1 without --page.",
    ),
)


@click.command(
    epilog=examples("transtats stats shop app --format table", "transtats stats --all --format csv:statistics.csv")
)
@component_arguments
@click.option("--all", "every", is_flag=True, help="Print all components (table, csv, ndjson, markdown).")
@listing_options
@language_option
@output_options(RENDERERS, "json")
@component_options
@effort_options
@click.option("--show-settings", is_flag=True, help="Print the settings of the component and their origins, and exit.")
@git_timeout_option
@root_option
@voice_options
def stats(names: Names, every: bool, show_settings: bool, root: str, voice: Voice, **chosen: Any) -> int:
    """Print the statistics of a component.

    The output is the JSON that a Weblate server returns for the component, or one of the other formats. PROJECT and
    COMPONENT are the names that `transtats components` lists; they can be written as PROJECT/COMPONENT.
    """
    if show_settings:
        _refuse_with_settings(click.get_current_context())
    request = _Request(root, voice, **chosen)
    if every:
        return request.print_every(names)
    with asked(names, root, "stats", hint="`--all` prints all components.") as component:
        return request.print_settings(*component) if show_settings else request.print_one(*component)


def _refuse_with_settings(ctx: click.Context) -> None:
    """Raise UsageError for an option that --show-settings would ignore."""
    for parameter in ctx.command.params:
        name = str(parameter.name)
        if name not in GO_WITH_SETTINGS and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = "/".join([*parameter.opts, *parameter.secondary_opts])
            raise click.UsageError(f"{option} cannot be combined with --show-settings.")


class _Request(NamedTuple):
    """Options of one `stats` invocation, without the component name."""

    root: str
    voice: Voice
    overrides: Overrides
    listing: Listing
    languages: tuple[str, ...]
    outputs: Outputs
    effort: Effort

    def print_one(self, project: str, component: str) -> int:
        wanted = self.outputs.destinations(RENDERERS, "json")
        self._refuse_ignored(wanted)
        with Progress(sys.stderr) as progress:
            report = scan(
                project, component, root=self.root, overrides=self.overrides, options=self._options(progress.advance)
            )
        report = self._dated(report, self._lookup())
        self.listing.check(report)
        self.voice.tell(report)
        write_reports([report], self.listing.view(self.languages), wanted)
        return DONE_IN_PART if report.failures else 0

    def print_every(self, names: Names) -> int:
        several = [name for name, renderer in RENDERERS.items() if renderer.several]
        wanted = self.outputs.destinations(several, "table" if is_terminal(sys.stdout) else "ndjson")
        self._refuse_with_all(names)
        self._refuse_ignored(wanted)
        failed: list[str] = []
        view = self.listing.view(self.languages)._replace(several=True)
        with Progress(sys.stderr) as progress:
            if self._may_be_known(wanted):
                write([(wanted[0].file, self._texts(wanted[0], view, progress, failed))])
            else:
                write_reports(self._reports(progress, failed), view, wanted)
        return DONE_IN_PART if failed else 0

    def print_settings(self, project: str, component: str) -> int:
        rows = settings_of(self.root, project, component, self.overrides)
        write([("", iter([visible(f"{key} = {value}  # {origin}") + "\n" for key, value, origin in rows]))])
        return 0

    def _may_be_known(self, wanted: list[Destination]) -> bool:
        """True if the text of each component can be cached, and no other output depends on the reports."""
        says_more = self.voice.verbose or self.listing.with_source
        return bool(self.effort.cache) and not says_more and len(wanted) == 1 and RENDERERS[wanted[0].format].apart

    def _texts(self, wanted: Destination, view: View, progress: Progress, failed: list[str]) -> Iterator[str]:
        """Yield the text of each component. It is taken from the cache if nothing has changed."""
        view = view_for(wanted.file, view)
        lookup = self._lookup()
        facts = repr((wanted.format, view, self.languages, self.listing))
        components = self._components(progress, failed)
        for start in range(0, len(components), AT_ONCE):
            answers = self._answers(components[start : start + AT_ONCE], facts, lookup)
            unknown = [answer.component for answer in answers if answer.text is None]
            reports = self._scanned(unknown, lookup, progress, failed)
            for answer in answers:
                text = answer.text
                if text is None:
                    report = next(reports)
                    text = "" if report is None else "".join(RENDERERS[wanted.format].load()([report], view))
                    if report is not None:
                        answer.keep(report, text)
                yield text
                progress.advance(f"{answer.component.project}/{answer.component.slug}")
        progress.clear()

    def _answers(self, components: Sequence[Component], facts: str, lookup: ChangeLookup) -> "list[CachedText]":
        from transtats_cli.cli.cached_text import CachedText

        asked = lookup if self.listing.history else None
        folders = Folders()
        return [CachedText(self.effort.cache, component, facts, asked, folders) for component in components]

    def _reports(self, progress: Progress, failed: list[str]) -> Iterator[Report]:
        components = self._components(progress, failed)
        for component, report in zip(
            components, self._scanned(components, self._lookup(), progress, failed), strict=True
        ):
            if report is not None:
                yield report
                progress.advance(f"{component.project}/{component.slug}")
        progress.clear()

    def _components(self, progress: Progress, failed: list[str]) -> list[Component]:
        """Return all components. Print the problems, and raise TranstatsError if there are no components."""
        found = survey(self.root, settings.load(self.root))
        for problem in found.problems:
            failed.append(problem)
            self.voice.say(problem)
        if not found.components:
            raise TranstatsError(NOTHING.format(visible(os.path.abspath(self.root))))
        say_remaining(found, self.voice)
        progress.whole = len(found.components)
        return [self.overrides.on(component) for component in found.components]

    def _scanned(
        self, components: Sequence[Component], lookup: ChangeLookup, progress: Progress, failed: list[str]
    ) -> Iterator[Report | None]:
        """Yield the report of each component. Print the error of a component without report, and yield None for it."""
        from transtats_cli.scanning.pipeline.component_batches import scan_components

        lookup.announce(components)
        scanned = scan_components(components, self._options(None)._replace(languages_must_exist=False))
        for component, report in zip(components, scanned, strict=True):
            progress.clear()
            if isinstance(report, TranstatsError):
                failed.append(component.slug)
                self.voice.say(f"{component.project}/{component.slug}: {report}")
                yield None
                continue
            report = self._dated(report, lookup)
            self.voice.tell(report)
            failed.extend(failure.path for failure in report.failures)
            yield report

    def _lookup(self) -> ChangeLookup:
        return ChangeLookup(self.effort.cache)

    def _dated(self, report: Report, lookup: ChangeLookup) -> Report:
        return with_git_dates(report, lookup=lookup) if self.listing.history else report

    def _options(self, advance: Callable[[str], None] | None) -> "ScanOptions":
        from transtats_cli.scanning.pipeline.scan import ScanOptions

        return ScanOptions(
            with_source=self.listing.with_source,
            checks=self.listing.checks,
            file_notes=self.listing.file_notes,
            languages=self.languages,
            progress=advance,
            jobs=self.effort.jobs,
            cache=self.effort.cache,
            budget=self.effort.budget,
        )

    def _refuse_ignored(self, wanted: list[Destination]) -> None:
        if self.listing.extended and not any(RENDERERS[each.format].every_key for each in wanted):
            raise click.UsageError(
                f"--extended has no effect on the format {wanted[0].format}; use json, csv or ndjson."
            )

    def _refuse_with_all(self, names: Names) -> None:
        said = [
            f"--{name.replace('_', '-')}" for name in ONE_COMPONENT_ONLY if getattr(self.overrides, name) is not None
        ]
        said += ["--page"] if self.listing.wanted_page() else []
        said += [name for name in names if name]
        if said:
            raise click.UsageError(f"{said[0]} applies to one component and cannot be combined with --all.")
