"""Readers of TOML files: nested keys, and the files of go-i18n."""

from collections.abc import Iterator
from typing import Any

from translate.storage import toml

from transtats_cli.formats import ReadOptions, toml_lines
from transtats_cli.formats.toolkit import ToolkitReader, id_as_location, is_blank

_TYPES: Any = toml
"""The module `toml` without type checks. It is used for the types of tables and comments, which the module imports
without declaring them."""


def _create_store(store_class: Any, _: ReadOptions) -> Any:
    store = store_class()
    store._get_key_comment = _KeyComments().find_comment
    return store


class _KeyComments:
    """Cache of the comments above the keys of tables.

    The comments of a table are read once. The toolkit would read the table again for each of its keys, which takes
    quadratic time.
    """

    def __init__(self) -> None:
        self._comments_by_table: dict[int, tuple[Any, dict[str, str]]] = {}
        """Each table with its comments by key. The mapping key is the `id()` of the table, which is unique because the
        value contains the table."""

    def find_comment(self, table: Any, key: object) -> str | None:
        """Return the text of the comments above a key, or None if there are no comments."""
        if not isinstance(table, (_TYPES.AbstractTable, _TYPES.TOMLDocument)) or not hasattr(table, "body"):
            return None
        known = self._comments_by_table.get(id(table))
        if known is None:
            # If a key is repeated in a body, its first comments count.
            known = table, dict(reversed([*_read_key_comments(table.body)]))
            self._comments_by_table[id(table)] = known
        return known[1].get(str(key)) or None


def _read_key_comments(body: list[tuple[Any, Any]]) -> Iterator[tuple[str, str]]:
    """Yield each key in a table with the comments between the previous key and this key."""
    comments: list[str] = []
    for key, value in body:
        if key is not None:
            yield str(key).strip(), "\n".join(comments)
            comments = []
        elif isinstance(value, _TYPES.TOMLComment) and str(value).startswith("#"):
            comments.append(str(value)[1:].strip())


def _find_lines(content: bytes, store: Any) -> list[int]:
    lines = toml_lines.find_lines(content.decode(store.encoding))
    return [lines.get(tuple(key for _, key in unit.get_unitid().parts), 0) for unit in store.units]


# An empty value is not counted.
NESTED = ToolkitReader("toml:TOMLFile", _create_store, skip=is_blank, locations=id_as_location, find_lines=_find_lines)
GO_I18N = NESTED._replace(store="toml:GoI18nTOMLFile")
