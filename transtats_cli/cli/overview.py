"""`transtats` without arguments: the commands, and a headline of the translations in the current directory."""

from collections.abc import Mapping, Sequence

import click

from transtats_cli.cli.command import command
from transtats_cli.cli.messages import Messages, RunLog
from transtats_cli.cli.options import CACHE_OPTIONS
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.errors import TranstatsError
from transtats_cli.measures import add_shares, describe_measure
from transtats_cli.output.text import format_count
from transtats_cli.report import Report, find_measure
from transtats_cli.scanning.discovery.lookup import ComponentLocator
from transtats_cli.scanning.filemask.folders import EntryKind, FolderListings
from transtats_cli.scanning.pipeline.component_batches import scan_components
from transtats_cli.scanning.pipeline.scan import outline_component
from transtats_cli.selection.selector import describe_missing_components

_MAX_FOLDERS = 5_000
"""Maximum number of folders that are searched, for about half a second."""
_MAX_FILES = 1_000
"""Maximum number of translation files whose strings are counted: one or two seconds, and a fifth if cached."""


class _FewListings(FolderListings):
    """Cache of folder listings that raises TranstatsError if the directory tree is large."""

    def list_folder(self, path: str) -> Mapping[str, EntryKind]:
        if len(self._listings_by_path) >= _MAX_FOLDERS:
            raise TranstatsError(f"more than {_MAX_FOLDERS} folders; `transtats components` searches all of them")
        return super().list_folder(path)


def print_overview(ctx: click.Context, arguments: Sequence[str]) -> None:
    """Print the commands of the program, and the headline. If there can be no headline, print the reason.

    `arguments` are options of the headline. Raises UsageError for other arguments.
    """
    assert isinstance(ctx.command, click.Group)
    formatter = ctx.make_formatter()
    ctx.command.format_commands(ctx, formatter)
    ctx.command.format_epilog(ctx, formatter)
    commands = formatter.getvalue()
    try:
        with _print_headline.make_context(ctx.info_name, [*arguments]) as own:
            click.echo(commands, nl=False)
            commands = ""
            _print_headline.invoke(own)
    except TranstatsError as error:
        click.echo(commands, nl=False)
        Messages().print(f"warning: {error.lines[0]}")


@command()
@create_run_options(*CACHE_OPTIONS)
def _print_headline(run: Run) -> None:
    locator = ComponentLocator(run.root)
    locator.listings = _FewListings()
    outlines = [outline_component(each, locator.listings) for each in locator.survey.components]
    if not outlines:
        raise TranstatsError(*(locator.survey.problems or (describe_missing_components(run.root, locator.survey),)))
    files = [file for report in outlines for file in report.translations]
    languages = {file.language.code for file in files}
    headline = f"{format_count(len(outlines), 'component')} in {format_count(len(languages), 'language')}"
    reports: list[Report] = []
    if len(files) > _MAX_FILES:
        headline += f"; `transtats stats --format total` counts the strings of their {len(files)} files"
    else:
        options = run.scan_options._replace(runs_checks=False, with_shares=True)
        scanned = scan_components((report.component for report in outlines), options)
        reports = [each for each in scanned if isinstance(each, Report)]
        share = add_shares(report.share for report in reports)
        measure = describe_measure(find_measure(reports))
        if share.whole:
            headline += f": {share.percent_done}% {measure.phrase} ({share.part} of {share.whole} {measure.unit})"
        unread = len(outlines) - len(reports) + sum(len(report.failures) for report in reports)
        if unread:
            headline += f", without {format_count(unread, 'file')} that cannot be read"
    click.echo(f"\n{headline}.")
    click.echo("`transtats stats` shows each language, and `transtats units --todo` the strings that are left.")
    with RunLog(run.messages) as log:
        log.explains_shares = True
        for report in reports:
            log.add_shares(report)
