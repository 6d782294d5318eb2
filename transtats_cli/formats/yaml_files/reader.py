"""Entry points for YAML files. A fast reader reads regular files, and `reference.py` reads all other files."""

from functools import partial

from transtats_cli.formats import Reader, ReadOptions
from transtats_cli.formats.guarded import create_guarded_reader
from transtats_cli.formats.yaml_files.fast.units import read_regular_yaml
from transtats_cli.model import Catalog


def create_yaml_reader(options: ReadOptions) -> Reader:
    return partial(_read_catalog, options, is_ruby=False)


def create_ruby_reader(options: ReadOptions) -> Reader:
    return partial(_read_catalog, options, is_ruby=True)


def _read_catalog(options: ReadOptions, content: bytes, *, is_ruby: bool) -> Catalog:
    found = None if options.uses_reference_readers else read_regular_yaml(content, options, is_ruby=is_ruby)
    if found is None:
        function = "create_ruby_reader" if is_ruby else "create_yaml_reader"
        found = create_guarded_reader(f"yaml_files.reference:{function}", options, guards_small_files=True)(content)
    return found
