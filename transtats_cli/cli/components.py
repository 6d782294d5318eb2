"""`transtats components`: list the components that are found."""

import os
import sys
from collections.abc import Iterator

import click

from transtats_cli import settings
from transtats_cli.cli.examples import examples
from transtats_cli.cli.group import DONE_IN_PART
from transtats_cli.cli.options import Outputs, Voice, output_options, root_option, voice_options
from transtats_cli.cli.remaining import remaining, say_remaining
from transtats_cli.component import Component
from transtats_cli.errors import TranstatsError
from transtats_cli.output import View
from transtats_cli.output.listing import RENDERERS
from transtats_cli.output.progress import Progress
from transtats_cli.output.writing import view_for, write
from transtats_cli.report import Report
from transtats_cli.scanning.discovery import lookup
from transtats_cli.scanning.filemask.folders import Folders
from transtats_cli.scanning.pipeline.scan import outline


@click.command(epilog=examples("transtats components", "transtats components --root ~/src --no-strings"))
@output_options(RENDERERS, "table")
@click.option("--strings/--no-strings", default=True, help="Count the strings, for which every file is read (default).")
@click.option(
    "--all-folders", is_flag=True, help="Also list components in folders such as tests, examples and node_modules."
)
@root_option
@voice_options
def components(root: str, strings: bool, all_folders: bool, outputs: Outputs, voice: Voice) -> int:
    """List the components that are found.

    The first two columns are the names PROJECT and COMPONENT of other commands.
    """
    wanted = outputs.destinations(RENDERERS, "table")
    found = lookup.survey(root, settings.load(root), all_folders=all_folders)
    if not found.components:
        nothing = f"no translation files are found in {os.path.abspath(root)}"
        raise TranstatsError(*(found.problems or [nothing, *remaining(found, verbose=voice.verbose)]))
    for problem in found.problems:
        voice.say(problem)
    failed = list(found.problems)
    with Progress(sys.stderr, len(found.components)) as progress:
        reports = list(_outlines(found.components, strings, voice, progress, failed))
    say_remaining(found, voice)
    write([(each.file, RENDERERS[each.format](reports, view_for(each.file, View()))) for each in wanted])
    return DONE_IN_PART if failed else 0


def _outlines(
    components: list[Component], strings: bool, voice: Voice, progress: Progress, failed: list[str]
) -> Iterator[Report]:
    folders = Folders()
    for component in components:
        progress.clear()
        try:
            report = outline(component, folders, count_strings=strings)
        except TranstatsError as error:
            failed.append(component.slug)
            voice.say(str(error))
            continue
        voice.tell(report)
        failed += map(str, report.failures)
        yield report
        progress.advance(f"{component.project}/{component.slug}")
