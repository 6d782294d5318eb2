"""`transtats init`: write a settings file with the components that are found."""

import json
import os

from transtats_cli import settings
from transtats_cli.cli.command import command, flag
from transtats_cli.cli.run import Run, create_run_options
from transtats_cli.errors import TranstatsError
from transtats_cli.output.text import escape_controls, format_count
from transtats_cli.output.writing import write_outputs, write_text
from transtats_cli.paths import path_for_messages
from transtats_cli.scanning.discovery import lookup
from transtats_cli.settings.documents import SETTINGS_FILE
from transtats_cli.settings.template import build_settings_schema, render_settings_template


@command(
    "transtats init",
    "transtats init --root ~/src/shop --force",
    "transtats init --schema > transtats.schema.json",
)
@flag("--force", help="Replace an existing settings file.")
@flag("--schema", "is_schema", help="Print the JSON Schema of settings files and write nothing.")
@create_run_options()
def init(force: bool, is_schema: bool, run: Run) -> None:
    """Write the settings file transtats.toml.

    It contains the components that are found, and a commented example of every setting.
    """
    if is_schema:
        write_text(json.dumps(build_settings_schema(), indent=2))
        return
    path = path_for_messages(os.path.join(run.root, SETTINGS_FILE))
    if os.path.lexists(path) and not force:
        raise TranstatsError(f"{path} already exists; --force replaces it")
    # Existing settings files are ignored, so that only the translation files decide what is written.
    found = lookup.survey_components(run.root, settings.empty_settings())
    for problem in found.problems:
        run.messages.print(str(problem))
    write_outputs([(path, iter([render_settings_template(found.components, run.root)]))])
    if not run.messages.quiet:
        write_text(f"{escape_controls(path)}: {format_count(len(found.components), 'component')}")
