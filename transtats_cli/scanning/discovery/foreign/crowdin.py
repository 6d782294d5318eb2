"""Read `crowdin.yml`, the configuration file of a Crowdin project. Access tokens in the file are ignored."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, ClassVar

import yaml

from transtats_cli.formats.detection import EXTENSIONS
from transtats_cli.languages import language_by_code
from transtats_cli.scanning.discovery.definition import Definition
from transtats_cli.scanning.discovery.foreign import (
    LANGUAGE_PLACEHOLDER,
    build_settings_layer,
    expand_pattern_pair,
    find_language_of_source,
    join_path,
    refuse_slow_patterns,
    require_path,
    require_value,
    text_or_empty,
)
from transtats_cli.scanning.discovery.ignored import compile_path_matcher
from transtats_cli.scanning.filemask import language_spellings
from transtats_cli.settings.documents import SettingsError

_LANGUAGE_PLACEHOLDERS = (
    *("language", "language_id", "two_letters_code", "three_letters_code"),
    *("locale", "locale_with_underscore", "android_code", "osx_code", "osx_locale"),
)
MAX_DOCUMENT_BYTES = 200_000
"""Maximum size of a configuration file in bytes. PyYAML may need ten seconds for a megabyte."""
_MERGE_TAG = "tag:yaml.org,2002:merge"
_TAG_RESOLVERS = {"<": [(_MERGE_TAG, re.compile(r"<<\Z"))]}
_MAX_MERGED_PAIRS = 100_000
_YAML_TAGS = ("tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map", None)
_PLACEHOLDER_PATTERN = re.compile(r"%([a-z_]+)%")


def read_components(document: str, text: str, files: Iterable[str]) -> Iterable[Definition]:
    """Return a component for each entry in `files` of `crowdin.yml` that has a supported format.

    Raises SettingsError if the configuration file is invalid.
    """
    try:
        content = _parse_yaml(text)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        raise SettingsError(document, f"not valid YAML: {error.problem}", line=line) from error
    except Exception as error:
        # PyYAML has its own exceptions for foreseen errors. Other errors raise any exception.
        raise SettingsError(document, "not valid YAML") from error
    if not isinstance(content, dict) or not isinstance(content.get("files"), list):
        return []
    base = require_path(document, "base_path", text_or_empty(content.get("base_path")))
    existing = list(files)
    # A YAML alias is the same object as the original. Each object is expanded once.
    entries = list({id(entry): entry for entry in content["files"]}.values())
    refuse_slow_patterns(document, sum(1 + len(_ignored_patterns(entry)) for entry in entries), len(existing))
    return chain.from_iterable(_convert_entry(document, base, entry, existing) for entry in entries)


def _parse_yaml(text: str) -> object:
    """Parse YAML into texts, lists and mappings. Raises YAMLError, or any other exception of PyYAML.

    Merged mappings (`<<`) are joined by key. Their number is limited, because nested merges can become very large.
    """

    class Loader(yaml.SafeLoader):
        # Numbers and dates are not needed, and some of their constructors fail for invalid values.
        yaml_implicit_resolvers = _TAG_RESOLVERS
        yaml_constructors: ClassVar = {tag: yaml.SafeLoader.yaml_constructors[tag] for tag in _YAML_TAGS}
        merged_pair_count = 0

        def flatten_mapping(self, node: yaml.MappingNode) -> None:
            for key, value in node.value:
                if key.tag == _MERGE_TAG and isinstance(value, yaml.SequenceNode):
                    value.value = list({id(each): each for each in value.value}.values())
            super().flatten_mapping(node)
            # The last pair with a key takes precedence.
            texts = (key.value if isinstance(key.value, str) else id(key) for key, _ in node.value)
            node.value = list(dict(zip(texts, node.value, strict=True)).values())
            self.merged_pair_count += len(node.value)
            if self.merged_pair_count > _MAX_MERGED_PAIRS:
                raise yaml.YAMLError("mappings are merged without end")

    content: object = yaml.load(text, Loader)  # noqa: S506  # A SafeLoader.
    return content


def _convert_entry(document: str, base_path: str, entry: object, files: list[str]) -> Iterator[Definition]:
    if not isinstance(entry, dict):
        return
    source, translation = (text_or_empty(entry.get(key)).lstrip("/") for key in ("source", "translation"))
    if not source or not translation:
        return
    originals = files
    ignored = _ignored_patterns(entry)
    if ignored:
        try:
            is_ignored = compile_path_matcher(join_path(base_path, pattern.lstrip("/")) for pattern in ignored)
        except ValueError as error:
            raise SettingsError(document, str(error), key="ignore") from error
        originals = [path for path in files if not is_ignored(path)]
    for original, target in expand_pattern_pair(
        join_path(base_path, source), join_path(base_path, translation), originals
    ):
        mask = _build_mask(original.removeprefix(f"{base_path}/") if base_path else original, target)
        if mask.rpartition(".")[2] not in EXTENSIONS or "*" not in mask:
            continue
        language = find_language_of_source(mask, original)
        is_listed = language != "" and language_spellings.is_known_language(language)
        values = {
            # Comparing an invalid mask with a path may take very long, because the mask may have many stars.
            "filemask": require_value(document, "filemask", mask),
            "new_base": original if original.endswith(".pot") else "",
            "source_language": language_by_code(language).code if is_listed else "",
            "aliases": _parse_languages_mapping(entry.get("languages_mapping")),
        }
        yield Definition(build_settings_layer(document, values), document, source_path=original)


def _ignored_patterns(entry: object) -> list[str]:
    """Return the patterns of source files that an entry excludes. Each placeholder is replaced by a star."""
    listed = entry.get("ignore") if isinstance(entry, dict) else None
    patterns = [text_or_empty(pattern) for pattern in listed] if isinstance(listed, list) else []
    return [_PLACEHOLDER_PATTERN.sub("*", pattern) for pattern in patterns if pattern.strip("/")]


def _build_mask(source_path: str, translation_pattern: str) -> str:
    """Replace placeholders for the language by stars, and those for the source file by parts of `source_path`."""
    folder, _, file_name = source_path.rpartition("/")
    stem, _, extension = file_name.rpartition(".")
    known = dict.fromkeys(_LANGUAGE_PLACEHOLDERS, LANGUAGE_PLACEHOLDER)
    known |= {"original_file_name": file_name, "file_name": stem, "file_extension": extension, "original_path": folder}
    # As the name of a folder, the code of macOS is `de.lproj`.
    pattern = translation_pattern.replace("%osx_code%/", "%osx_locale%.lproj/")
    named = _PLACEHOLDER_PATTERN.sub(lambda found: known.get(found[1], found[0]), pattern)
    return named.replace(LANGUAGE_PLACEHOLDER, "*").replace("//", "/")


def _parse_languages_mapping(mapping: object) -> dict[str, str]:
    """Convert the setting `languages_mapping` from `{placeholder: {code: local}}` to `{local: code}`."""
    if not isinstance(mapping, dict):
        return {}
    tables: list[Mapping[Any, Any]] = [table for table in mapping.values() if isinstance(table, dict)]
    pairs = ((local, code) for table in tables for code, local in table.items())
    return {local: code for local, code in pairs if isinstance(local, str) and isinstance(code, str)}
