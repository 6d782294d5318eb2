"""Explain a component: its names, settings and files, each with its origin."""

import os
from collections.abc import Iterator
from typing import NamedTuple

from transtats_cli.component import Component
from transtats_cli.languages import Language, language_by_code
from transtats_cli.paths import path_for_messages
from transtats_cli.report import LeftOutFile, Report
from transtats_cli.scanning.discovery import projects
from transtats_cli.scanning.discovery.definition import RULE_NAMED_AFTER_PATHS
from transtats_cli.scanning.discovery.lookup import LocatedComponent
from transtats_cli.scanning.filemask.files import TranslationFile
from transtats_cli.scanning.filemask.folders import FolderListings
from transtats_cli.scanning.pipeline.language_selection import find_translations
from transtats_cli.scanning.pipeline.options import ScanOptions
from transtats_cli.scanning.pipeline.scan import scan_component
from transtats_cli.scanning.reading.reader import ComponentReader
from transtats_cli.settings.kinds import SettingValue
from transtats_cli.settings.layers import DISCOVERY_ORIGIN

_RULES_BY_ORIGIN = {
    DISCOVERY_ORIGIN: {
        "filemask": "paths of translation files that differ in the name of a language only",
        "file_format": "the extension, the place and the beginning of the files",
        "template": "the file of the source language beside the translations",
        "new_base": "the gettext template beside the translations with the name of their domain",
        "source_language": "the language that the files or the name of the template declare",
        "language_regex": "the names in place of the language that are no languages are excluded",
        "file_format_params": "the content of the files",
    },
    "default": {"checks.select": "all checks run"},
}
"""Rule by which the value of a setting is found, by the origin and the name of the setting."""


class ExplainedSetting(NamedTuple):
    """Value of a setting, with its origin."""

    key: str
    value: SettingValue
    origin: str
    """File and line, option, `found` (by discovery) or `default`."""
    rule: str = ""
    """Rule that found or chose the value, as a phrase. Empty if the origin is the only explanation."""


class ComponentExplanation(NamedTuple):
    """Names, settings and files of a component, each with its origin."""

    component: Component
    settings: tuple[ExplainedSetting, ...]
    """Names of the project and the component, then all settings except those of `transtats gate`."""
    files: tuple[TranslationFile, ...]
    """Files that are counted, with paths as shown in messages."""
    left_out: tuple[LeftOutFile, ...]
    """Files that match the file mask and are not counted, with paths as shown in messages.

    Files that cannot be read are only in the failures of `report`. If the template cannot be read, all translation
    files are left out.
    """
    source_language: Language
    source_file: str
    """Path of the template or gettext template, as shown in messages. Empty if the component has neither."""
    report: Report
    """Report of `transtats stats --with-source`, with failures, warnings and notes. Checks were not run."""


def explain_component(located: LocatedComponent, root: str) -> ComponentExplanation:
    """Read all files of a component, and return its explanation. Raises TranstatsError if there are no files."""
    component = located.component
    listings = FolderListings()
    found = find_translations(component, listings)
    report = scan_component(component, ScanOptions(with_source=True, runs_checks=False), listings)
    counted = {record.path for record in report.translations}
    files = [each for each in found.translations if each.path in counted]
    left_out = [*report.left_out]
    if any(failure.path == component.template for failure in report.failures):
        reason = f"the template {component.path_for_messages(component.template)} cannot be read"
        left_out += [LeftOutFile(each.path, reason) for each in found.translations]
    reader = ComponentReader(component)
    source_path = (reader.component.template or component.new_base) if reader.has_reference else ""
    return ComponentExplanation(
        component,
        (*_explain_names(located, os.path.abspath(root)), *_explain_settings(located)),
        tuple(each._replace(path=component.path_for_messages(each.path)) for each in files),
        tuple(each._replace(path=component.path_for_messages(each.path)) for each in left_out),
        language_by_code(component.source_language),
        component.path_for_messages(source_path) if source_path else "",
        report,
    )


def _explain_names(located: LocatedComponent, root: str) -> Iterator[ExplainedSetting]:
    """Yield the names of the project and of the component with their origins."""
    place, names = located.definition, located.definition.names
    tables = [source.name for source in located.loaded_settings.settings_files if names in source.layers]
    origin, rule = (tables[0], "the table of the component") if tables else (place.origin, place.names_rule)
    project_rule = rule
    if not tables and place.names_rule == RULE_NAMED_AFTER_PATHS:
        root_project, root_rule = projects.find_root_project_name(root, located.loaded_settings)
        project_rule = root_rule if root_project == place.project else "the folder or the checkout of the component"
    yield ExplainedSetting("project", names[0], origin, project_rule)
    yield ExplainedSetting("component", names[1], origin, rule)


def _explain_settings(located: LocatedComponent) -> Iterator[ExplainedSetting]:
    """Yield the settings of the component with their origins, without those of `transtats gate`."""
    for key, setting in located.list_settings():
        value = path_for_messages(str(setting.value)) if key == "path" else setting.value
        rule = _RULES_BY_ORIGIN.get(setting.origin, {}).get(key, "")
        yield ExplainedSetting(key, value, setting.origin, rule)
