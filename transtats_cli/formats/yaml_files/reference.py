"""Readers of all YAML files, based on translate-toolkit. Slow, but complete."""

from contextlib import suppress
from typing import Any

from translate.storage.yaml import RubyYAMLFile, YAMLFile

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.toolkit import build_unit, create_keyed_reader
from transtats_cli.model import Unit


def create_yaml_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(YAMLFile, _build_unit, options, _find_lines)


def create_ruby_reader(options: ReadOptions) -> Reader:
    return create_keyed_reader(RubyYAMLFile, _build_unit, options, _find_lines)


def _build_unit(unit: Any) -> Unit:
    return build_unit(unit.getid(), unit.target, note=unit.getnotes())


def _find_lines(_: bytes, store: Any) -> list[int]:
    root = store.preprocess(store._original)
    return [_find_line(root, [key for _, key in unit.get_unitid().parts]) for unit in store.units]


def _find_line(node: Any, path: list[Any]) -> int:
    """Return the line number of the last key or list index in a path, or of the nearest parent that has one.

    A key that is merged from an anchor has no line number of its own.
    """
    line = 1
    for key in path:
        with suppress(AttributeError, KeyError, TypeError):
            positions = node.lc
            line = (positions.key(key) if isinstance(node, dict) else positions.item(key))[0] + 1
        node = node[key]
    return line
