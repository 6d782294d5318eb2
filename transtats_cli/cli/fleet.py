"""`transtats fleet`: statistics of many roots as a data set, and the commands `merge` and `report` for it."""

import itertools
import sys
import time
from typing import Any

import click

from transtats_cli import __version__
from transtats_cli.cli.command import TranstatsCommand, flag, format_examples, option
from transtats_cli.cli.exit_codes import PARTLY_DONE
from transtats_cli.cli.messages import Messages
from transtats_cli.cli.options import (
    Decorator,
    OutputOptions,
    Seconds,
    create_jobs_option,
    create_option_group,
    create_output_options,
    debug_option,
    git_timeout_option,
    quiet_option,
    usable_cores,
)
from transtats_cli.fleet.cluster import connect_to_cluster
from transtats_cli.fleet.items import RootFailure, WorkOptions
from transtats_cli.fleet.merge import merge_datasets
from transtats_cli.fleet.output.dataset import Dataset
from transtats_cli.fleet.output.formats import parse_formats
from transtats_cli.fleet.plan import parse_shard
from transtats_cli.fleet.processes import start_processes
from transtats_cli.fleet.roots.addresses import mask_address
from transtats_cli.fleet.roots.limits import RootLimits
from transtats_cli.fleet.run import FleetRun, RunSummary, list_fleet_roots
from transtats_cli.fleet.summary import summarize_dataset
from transtats_cli.git import time_limit
from transtats_cli.output.fleet import OUTPUTS, compare_summaries
from transtats_cli.output.terminal import ProgressBar
from transtats_cli.output.text import format_count
from transtats_cli.problems import Problem


class FleetGroup(TranstatsCommand, click.Group):
    """Command that scans roots. If its first argument is the name of an inner command, this one is called instead."""

    command_class = TranstatsCommand
    allow_interspersed_args = True
    # Its other arguments are roots.
    parse_args = click.Command.parse_args
    invoke = click.Command.invoke
    collect_usage_pieces = click.Command.collect_usage_pieces

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        inner = self.commands.get(args[0]) if args else None
        if inner is None:
            return super().make_context(info_name, args, parent, **extra)
        return inner.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        # The usage of an inner command does not contain the arguments of this one.
        return super().get_params(ctx) if ctx.command is self else []


dataset_option = option(
    "--output",
    required=True,
    # The path is not checked here, because it may be a URL.
    type=click.Path(file_okay=False, readable=False),
    metavar="DIR",
    help="Directory or URL of the data set. It may exist, and contain the data set of an earlier run. Other files in"
    " it are not changed.",
)
message_options = create_option_group("messages", Messages, quiet_option, debug_option)


def _require_value(_context: click.Context, _option: click.Parameter, value: str | None) -> str:
    """Return the value of an option, or '' if the option is not given. Raise BadParameter for an empty value.

    In scripts, an empty value comes from a variable that is not set.
    """
    if value == "":
        raise click.BadParameter("the value is empty.")
    return value or ""


limit_options: Decorator = create_option_group(
    "limits",
    lambda **limits: {name.removeprefix("root_"): limit for name, limit in limits.items() if limit is not None},
    option(
        "--root-bytes",
        type=click.IntRange(min=1),
        metavar="BYTES",
        help="Maximum size of a root that is fetched or unpacked; 4 GiB by default.",
    ),
    option(
        "--root-files",
        type=click.IntRange(min=1),
        metavar="NUMBER",
        help="Maximum number of files of a root that is fetched or unpacked; 1,000,000 by default.",
    ),
    option(
        "--root-seconds",
        # The system cannot wait for much longer times.
        type=Seconds(min=0, min_open=True, max=1_000_000),
        metavar="SECONDS",
        help="Time limit for fetching a root; 600 by default.",
    ),
)


@click.group(
    "fleet",
    cls=FleetGroup,
    epilog=format_examples(
        "transtats fleet ../* --output ../../statistics",
        "transtats fleet --files-from roots.txt --shard 1/8 --output s3://bucket/statistics --quiet",
        "transtats fleet report ../../statistics",
    ),
)
@click.argument("roots", nargs=-1, metavar="ROOT...")
@dataset_option
@option(
    "--files-from",
    metavar="FILE",
    callback=_require_value,
    help="File with one root on each line; - is standard input.",
)
@option(
    "--format",
    "formats",
    multiple=True,
    metavar="NAME",
    help="Format of the data set: parquet, ndjson or sqlite. Can be given several times, or as a list with commas. The"
    " default is parquet, or ndjson without pyarrow.",
)
@option(
    "--cluster",
    metavar="ADDRESS",
    callback=_require_value,
    help="Address of a Dask scheduler, such as tcp://host:8786, whose workers read the roots. By default, processes of"
    " this machine read the roots.",
)
@option(
    "--wait",
    "wait_seconds",
    type=Seconds(min=0, min_open=True),
    default=300.0,
    show_default=True,
    metavar="SECONDS",
    help="Maximum time to wait for the scheduler at the start, and for a worker of the cluster.",
)
@create_jobs_option()
@option(
    "--item-bytes",
    type=click.IntRange(min=1),
    # The checks of an item of this size take about a second.
    default=8_000_000,
    show_default=True,
    metavar="BYTES",
    help="Size of the translation files that a process reads at a time. Larger local directories are divided.",
)
@option("--shard", metavar="I/N", callback=_require_value, help="Read only the roots of shard I of N.")
@option("--checks/--no-checks", default=True, help="Run the quality checks (default).")
@flag("--findings", excludes=("--no-checks",), help="Write the strings with failing checks as a second table.")
@flag("--outdated", help="Count strings whose source changed after their translation, from git.")
@limit_options
@git_timeout_option
@message_options
def fleet(
    roots: tuple[str, ...],
    output: str,
    limits: dict[str, Any],
    messages: Messages,
    checks: bool,
    findings: bool,
    outdated: bool,
    **options: Any,
) -> int:
    """Write statistics of many roots.

    A ROOT is a directory, an archive, a git address or a URL. The statistics are those of `transtats stats --all
    --no-history` in each root. If the output contains the results of an earlier run, only changed roots are scanned
    again. An interrupted run continues when the same command is run again. A directory with the name of an inner
    command is written as `./merge`.
    """
    shown = mask_address(output)
    work_options = WorkOptions(__version__, checks, findings, outdated, RootLimits(**limits), time_limit())
    try:
        summary = _run_with_progress(roots, output, work_options, messages, **options)
    except KeyboardInterrupt:
        messages.print(f"interrupted; run the same command again to continue in {shown}")
        raise
    _print_summary(summary, shown, messages)
    return PARTLY_DONE if summary.failures else 0


def _run_with_progress(
    arguments: tuple[str, ...],
    output: str,
    work_options: WorkOptions,
    messages: Messages,
    *,
    files_from: str,
    formats: tuple[str, ...],
    cluster: str,
    wait_seconds: float,
    jobs: int | None,
    item_bytes: int,
    shard: str,
) -> RunSummary:
    own_shard = parse_shard(shard) if shard else None
    roots = list_fleet_roots(arguments, files_from, output, own_shard)
    file_formats = parse_formats(formats, messages.print_unless_quiet)
    started, steps = time.monotonic(), itertools.count(1)
    with ProgressBar(None if messages.quiet else sys.stderr, len(roots)) as progress:

        def finish_step(name: str) -> None:
            done = next(steps)
            seconds = (time.monotonic() - started) / done * max(0, progress.step_count - done)
            progress.advance(f"{_describe_time_left(seconds)} {name}")

        def add_steps(number: int) -> None:
            progress.step_count += number

        def print_failure(failure: RootFailure) -> None:
            progress.clear()
            place = f"{failure.root}: {failure.file}" if failure.file else failure.root
            messages.print(str(Problem(place, failure.reason, failure.line)))

        def print_waiting(text: str) -> None:
            progress.clear()
            messages.print_unless_quiet(text)

        with (
            connect_to_cluster(cluster, wait_seconds, print_waiting)
            if cluster
            else start_processes(jobs or usable_cores())
        ) as engine:
            dataset = Dataset(output, own_shard.file_prefix if own_shard else "")
            callbacks = (finish_step, add_steps, print_failure)
            return FleetRun(dataset, work_options, file_formats, *callbacks, item_bytes).run(roots, engine)


def _describe_time_left(seconds: float) -> str:
    if seconds < 60:
        return f"about {round(seconds)} s left"
    return f"about {round(seconds / 60)} min left" if seconds < 3600 else f"about {seconds / 3600:.1f} h left"


def _print_summary(summary: RunSummary, output: str, messages: Messages) -> None:
    parts = [f"{summary.scanned} scanned"]
    parts += [f"{summary.unchanged} unchanged"] if summary.unchanged else []
    parts += [f"{summary.roots_without_records} without translations"] if summary.roots_without_records else []
    parts += [f"{summary.failed} failed"] if summary.failed else []
    count = summary.scanned + summary.unchanged + summary.failed
    messages.print_unless_quiet(f"{output}: {format_count(count, 'root')}, {', '.join(parts)}")
    _print_failure_count(len(summary.failures), summary.failure_list, messages)
    if summary.replaced_parts_left:
        removal = f"`transtats fleet merge {output}` removes them"
        messages.print_unless_quiet(f"other shards contain rows that were replaced; {removal}")


def _print_failure_count(count: int, failure_list: str, messages: Messages) -> None:
    if count:
        messages.print_unless_quiet(f"{format_count(count, 'failure')}, listed in {failure_list}")


@fleet.command(
    "merge",
    epilog=format_examples(
        "transtats fleet merge shard-1 shard-2 shard-3 --output statistics",
        "transtats fleet merge statistics",
    ),
)
@click.argument("directories", nargs=-1, required=True, metavar="DIR...")
@option(
    "--output",
    type=click.Path(file_okay=False, readable=False),
    metavar="DIR",
    help="Directory or URL of the joined data set. If only one DIR is given, it is the output by default.",
)
@message_options
def merge(directories: tuple[str, ...], output: str | None, messages: Messages) -> int:
    """Join data sets of several shards.

    The small parts of the data sets are joined to larger ones. If several data sets contain the same root, the rows of
    the last one are used. No other command may write to the output at the same time.
    """
    if output is None and len(directories) > 1:
        raise click.UsageError("--output names the directory of the joined data set.")
    target = output or directories[0]
    merged = merge_datasets(directories, target)
    counts = f"{format_count(merged.root_count, 'root')} in {format_count(merged.part_count, 'part')}"
    messages.print_unless_quiet(f"{mask_address(target)}: {counts}")
    _print_failure_count(merged.failure_count, merged.failure_list, messages)
    return PARTLY_DONE if merged.failure_count else 0


@fleet.command(
    "report",
    epilog=format_examples(
        "transtats fleet report statistics",
        "transtats fleet report statistics --since last-week --format markdown --output report.md",
    ),
)
@click.argument("directory", metavar="DIR")
@option(
    "--since",
    metavar="DIR",
    callback=_require_value,
    help="Compare with the data set of an earlier run: percentages now and before, and strings translated since then.",
)
@create_output_options(OUTPUTS)
@debug_option
def report(directory: str, since: str, outputs: OutputOptions) -> int:
    """Show the totals of a data set.

    The tables contain the totals of all projects, of each project and language, the languages with the fewest strings
    left, and the checks with the most findings. Only the data set is read, in any of its formats, and no translation
    file.
    """
    summary = summarize_dataset(directory)
    outputs.write(compare_summaries(summary, summarize_dataset(since)) if since else summary)
    return 0
