"""Readers of YAML files: nested keys, and the translation files of Ruby on Rails."""

from typing import Any

from translate.storage.yaml import RubyYAMLFile, YAMLFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_yaml_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(YAMLFile, _build_unit, options)


def create_ruby_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(RubyYAMLFile, _build_unit, options)


def _build_unit(unit: Any) -> Unit:
    return build_unit(unit.getid(), unit.target, note=unit.getnotes(), line=unit.line_number or 0)
