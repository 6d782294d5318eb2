"""Readers of TOML files: nested keys, and the files of go-i18n."""

from collections.abc import Iterator
from typing import Any

from translate.storage.toml import TOMLComment, TOMLDocument  # type: ignore[attr-defined]  # imported there

from transtats_cli.formats import ReadOptions, lines
from transtats_cli.formats.toolkit import ToolkitReader, id_as_location, is_blank


def _create_store(store_class: Any, _: ReadOptions) -> Any:
    """Return a store that reads the comments of a file once. The toolkit would read them again for each key.

    The toolkit returns no comments for the keys in tables.
    """
    store = store_class()
    comments: dict[str, str] = {}

    def find_comment(table: Any, key: object) -> str | None:
        if not isinstance(table, TOMLDocument):
            return None
        if not comments:
            # If a key is repeated, its first comments count.
            comments.update(reversed([*_read_key_comments(table.body)]))
        return comments.get(str(key)) or None

    store._get_key_comment = find_comment
    return store


def _read_key_comments(body: list[tuple[Any, Any]]) -> Iterator[tuple[str, str]]:
    """Yield each key of a document with the comments between the previous key and this key."""
    comments: list[str] = []
    for key, value in body:
        if key is not None:
            yield str(key).strip(), "\n".join(comments)
            comments = []
        elif isinstance(value, TOMLComment) and str(value).startswith("#"):
            comments.append(str(value)[1:].strip())


def _find_lines(content: bytes, store: Any) -> list[int]:
    found = lines.find_toml_lines(content.decode(store.encoding))
    return [found.get(tuple(key for _, key in unit.get_unitid().parts), 0) for unit in store.units]


# An empty value is not counted.
NESTED = ToolkitReader("toml:TOMLFile", _create_store, skip=is_blank, locations=id_as_location, find_lines=_find_lines)
GO_I18N = NESTED._replace(store="toml:GoI18nTOMLFile")
