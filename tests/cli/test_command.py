"""Options declare their heading, and which options they exclude or need."""

import click
import pytest

from transtats_cli.cli.command import EXPERT_HEADING, OWN_HEADING, TranstatsCommand, list_help_records, option
from transtats_cli.cli.group import COMMANDS, cli

EXPERT_OPTIONS = {
    "--reference",
    "--strict",
    "--review",
    "--check-time",
    "--git-timeout",
    "--jobs",
    "--cache-dir",
}
MAX_LINES = 60


@click.command(cls=TranstatsCommand)
@option("--page", type=int)
@option("--sort", excludes=("--page",))
@option("--rate", needs=("--left", "--all"))
@option("--all", heading="Components", is_flag=True)
@option("--left", is_flag=True)
@option("--failing", is_flag=True, excludes=("--no-checks",))
@option("--checks/--no-checks", default=True)
@option("--settings", heading="Output", is_flag=True, excludes=(OWN_HEADING,))
@option("--jobs", heading=EXPERT_HEADING)
@option("--debug", is_flag=True, heading="Output")
def command(**_values: object) -> None:
    """Do nothing."""


def call(*arguments: str) -> None:
    command.main([*arguments], standalone_mode=False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        pytest.param(["--sort", "a", "--page", "1"], "--sort cannot be combined with --page.", id="excluded"),
        pytest.param(["--rate", "a"], "--rate needs --left or --all.", id="needed"),
        pytest.param(["--failing", "--no-checks"], "--failing cannot be combined with --no-checks.", id="turned off"),
        pytest.param(["--settings", "--left"], "--settings cannot be combined with --left.", id="a whole heading"),
    ],
)
def test_a_combination_that_the_options_do_not_allow_is_an_error(arguments: list[str], message: str) -> None:
    with pytest.raises(click.UsageError) as error:
        call(*arguments)
    assert error.value.message == message


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["--sort", "a"], id="alone"),
        pytest.param(["--rate", "a", "--all"], id="one of the needed options"),
        pytest.param(["--failing", "--checks"], id="turned on"),
        pytest.param(["--settings", "--debug"], id="another heading"),
    ],
)
def test_other_combinations_are_allowed(arguments: list[str]) -> None:
    call(*arguments)


def test_the_help_lists_the_options_under_their_headings_with_those_for_experts_last() -> None:
    headings = [heading for heading, _ in list_help_records(click.Context(command))]
    assert headings == [OWN_HEADING, "Components", "Output", EXPERT_HEADING]


def find_command(name: str) -> click.Context:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return click.Context(found, info_name=f"transtats {name}", terminal_width=98)


@pytest.mark.parametrize("name", COMMANDS)
def test_options_for_experts_stand_below_their_heading(name: str) -> None:
    sections = dict(list_help_records(find_command(name)))
    sections.pop(EXPERT_HEADING, None)
    shown = {word for records in sections.values() for names, _ in records for word in names.replace(",", "").split()}
    assert shown & EXPERT_OPTIONS == set()


def test_the_help_of_stats_fits_the_screen() -> None:
    ctx = find_command("stats")
    assert len(ctx.command.get_help(ctx).splitlines()) <= MAX_LINES


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_that_is_excluded_or_needed_exists(name: str) -> None:
    parameters = find_command(name).command.params
    options = {each for parameter in parameters for each in (*parameter.opts, *parameter.secondary_opts)}
    headings = {getattr(parameter, "heading", "") for parameter in parameters}
    named = {each for parameter in parameters for key in ("excludes", "needs") for each in getattr(parameter, key, ())}
    assert named <= options | headings
