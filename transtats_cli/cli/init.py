"""`transtats init`: write a settings file with the components that are found."""

import os

import click

from transtats_cli import settings
from transtats_cli.cli.declared_options import option
from transtats_cli.cli.group import TranstatsCommand
from transtats_cli.cli.messages import Messages
from transtats_cli.cli.options import format_examples, message_options, root_option
from transtats_cli.errors import TranstatsError
from transtats_cli.output.files import replace_file
from transtats_cli.output.text import escape_controls
from transtats_cli.output.writing import write_outputs
from transtats_cli.paths import path_for_messages
from transtats_cli.scanning.discovery import lookup
from transtats_cli.settings.documents import SETTINGS_FILE
from transtats_cli.settings.schema import build_settings_schema
from transtats_cli.settings.template import render_settings_template


@click.command(
    cls=TranstatsCommand,
    epilog=format_examples(
        "transtats init",
        "transtats init --root ~/src/shop --force",
        "transtats init --schema > transtats.schema.json",
    ),
)
@option("--force", is_flag=True, help="Replace an existing settings file.")
@option("--schema", "is_schema", is_flag=True, help="Print the JSON Schema of settings files and write nothing.")
@root_option
@message_options
def init(root: str, force: bool, is_schema: bool, messages: Messages) -> None:
    """Write the settings file transtats.toml.

    It contains the components that are found, and a commented example of every setting.
    """
    if is_schema:
        _print_schema()
        return
    path = path_for_messages(os.path.join(root, SETTINGS_FILE))
    if os.path.lexists(path) and not force:
        raise TranstatsError(f"{path} already exists; --force replaces it")
    # Existing settings files are ignored, so that only the translation files decide what is written.
    found = lookup.survey_components(root, settings.empty_settings())
    for problem in found.problems:
        messages.print(str(problem))
    text = render_settings_template(found.components, root)
    try:
        with replace_file(path) as file:
            file.write(text.encode())
    except OSError as error:
        raise TranstatsError(f"{path} cannot be written: {error.strerror or error}") from error
    if not messages.quiet:
        number = len(found.components)
        write_outputs([("", iter([f"{escape_controls(path)}: {number} component{'' if number == 1 else 's'}\n"]))])


def _print_schema() -> None:
    import json

    write_outputs([("", iter([json.dumps(build_settings_schema(), indent=2) + "\n"]))])
